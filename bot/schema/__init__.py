"""The shape of the database: numbered scripts, each run once, in order. A script that was released never changes."""
