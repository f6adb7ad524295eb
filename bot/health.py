"""Is the bot well? Asked from outside, of the notes in its database: what a container's health check runs."""

from pathlib import Path

from bot.storage import read_notes

ALIVE_WITHIN = 45.0
"""Seconds. The bot notes every ten that its loop turns and its disk takes what it writes."""
CONNECTED_WITHIN = 120.0
"""Seconds without a word to Discord: coming back after a drop may take a minute."""


def complaints(database: Path, now: float) -> list[str]:
    """What is wrong, each with what to do. None: all is well."""
    notes = read_notes(database)
    if notes is None:
        return [f"{database} cannot be read. Is the bot running, with the same DATABASE_PATH?"]
    silent = now - float(notes.get("beat", 0))
    if silent > ALIVE_WITHIN:
        return [f"The bot has written nothing for {silent:.0f} s. It has stopped or hangs: start it again."]
    apart = now - float(notes.get("connected", 0))
    if apart > CONNECTED_WITHIN:
        return ["The bot runs, but has no connection to Discord. Check the network and Discord's status page."]
    return []
