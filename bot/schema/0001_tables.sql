-- Tables, their seats, the journal of moves, results, settings, and what the bot has to remember about Discord.
-- Times are seconds since 1970. Ids are Discord's own, except a game's.

CREATE TABLE games (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    guild    INTEGER NOT NULL,
    channel  INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    phase    TEXT    NOT NULL CHECK (phase IN ('lobby', 'playing', 'parked', 'over', 'closed')),
    host     INTEGER NOT NULL,
    preset   TEXT    NOT NULL,
    options  TEXT    NOT NULL,
    pace     TEXT    NOT NULL,
    level    TEXT    NOT NULL,
    rules    INTEGER NOT NULL,
    dealer   INTEGER,
    seed     BLOB             CHECK (length(seed) = 32),
    opened   REAL    NOT NULL,
    started  REAL,
    changed  REAL    NOT NULL,
    begun    INTEGER NOT NULL DEFAULT 0, -- the revision at which the newest round was begun
    board    INTEGER,
    posted   REAL,
    reminder INTEGER,
    settled  INTEGER NOT NULL DEFAULT 0 CHECK (settled IN (0, 1)) -- whether its last board was seen
) STRICT;

-- One live table in a channel: two starts at the same time cannot both succeed.
CREATE UNIQUE INDEX one_live_table ON games (channel) WHERE phase IN ('lobby', 'playing', 'parked');
CREATE INDEX games_by_phase ON games (phase);

CREATE TABLE seats (
    game   INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat   INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 9),
    member INTEGER,
    name   TEXT    NOT NULL,
    level  TEXT,
    away   TEXT    NOT NULL DEFAULT '' CHECK (away IN ('', 'held', 'left')),
    PRIMARY KEY (game, seat),
    UNIQUE (game, member),
    CHECK ((member IS NULL) <> (level IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE journal (
    game     INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    revision INTEGER NOT NULL CHECK (revision >= 0),
    seat     INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 9),
    move     TEXT    NOT NULL CHECK (length(move) BETWEEN 1 AND 40),
    by       TEXT    NOT NULL CHECK (by IN ('member', 'computer', 'absent')),
    click    INTEGER,
    at       REAL    NOT NULL,
    PRIMARY KEY (game, revision)
) STRICT, WITHOUT ROWID;

-- The same click, delivered twice, is applied once.
CREATE UNIQUE INDEX one_move_a_click ON journal (click) WHERE click IS NOT NULL;

CREATE TABLE results (
    id      INTEGER PRIMARY KEY,
    game    INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat    INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 9),
    guild   INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    played  TEXT    NOT NULL,
    member  INTEGER,
    level   TEXT,
    place   INTEGER NOT NULL CHECK (place BETWEEN 1 AND 10),
    points  INTEGER NOT NULL CHECK (points BETWEEN 0 AND 1000000),
    seats   INTEGER NOT NULL CHECK (seats BETWEEN 2 AND 10),
    people  INTEGER NOT NULL CHECK (people BETWEEN 0 AND seats),
    at      REAL    NOT NULL,
    UNIQUE (game, seat)
) STRICT;

CREATE INDEX results_by_guild ON results (guild, channel, played);
CREATE INDEX results_by_member ON results (member, guild);

-- The name that a member had when last seen here.
CREATE TABLE members (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    seen REAL NOT NULL
) STRICT;

CREATE TABLE settings (
    scope TEXT    NOT NULL CHECK (scope IN ('guild', 'channel')),
    id    INTEGER NOT NULL,
    name  TEXT    NOT NULL,
    value TEXT    NOT NULL,
    PRIMARY KEY (scope, id, name)
) STRICT, WITHOUT ROWID;

-- The newest interaction token of each private panel, kept for the 15 minutes that it works.
CREATE TABLE panels (
    game    INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    member  INTEGER NOT NULL,
    message INTEGER NOT NULL,
    token   TEXT    NOT NULL,
    made    REAL    NOT NULL,
    PRIMARY KEY (game, member)
) STRICT, WITHOUT ROWID;

-- When the bot was not running. Clocks do not count these times.
CREATE TABLE outages (
    began REAL NOT NULL,
    ended REAL NOT NULL
) STRICT;

CREATE TABLE notes (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
