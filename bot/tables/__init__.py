"""Sessions of games: who sits where, whose turn it is, what was played. Members and channels are plain ids.

Nothing in here knows Discord. What a table does is written down before anybody hears of it.
"""
