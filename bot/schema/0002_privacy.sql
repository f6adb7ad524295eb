-- Members who do not want to be listed, and servers that have removed the bot.

ALTER TABLE members ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1));

CREATE TABLE left_guilds (
    id INTEGER PRIMARY KEY,
    at REAL    NOT NULL
) STRICT;
