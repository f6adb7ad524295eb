"""Who and what is there from one start to the next: channels and members with their ids, in a small file.

Games and scores are kept by the bot under these ids; messages are not kept, the bot posts its boards anew.
"""

import json
from pathlib import Path

from bot.errors import EX_CONFIG, EX_IOERR, CannotStart
from bot.loopback import Loopback
from bot.loopback.people import Member
from bot.loopback.typing_commands import NotPossible

CHANNELS = ("game-night", "practice", "off-topic")
NAMES = ("Ann", "Bo", "Cleo", "Dev", "Edda", "Finn", "Gia", "Hugo", "Ines", "Jun")
MOST_MEMBERS = 20
LONGEST_NAME = 32


class Roster:
    def __init__(self, file: Path, discord: Loopback) -> None:
        self.members: list[Member] = []
        self._file = file
        self._discord = discord

    def fill(self, members: int) -> None:
        """Bring back who was there, and seat at least so many members. The first one is a moderator."""
        kept = self._read()
        for name, own_id in kept.get("channels", []):
            self._discord.guild.add_channel(name, own_id)
        if not kept:
            for name in CHANNELS:
                self._discord.guild.add_channel(name)
        for name, own_id in kept.get("members", []):
            self._seat(name, own_id)
        taken = {member.name for member in self.members}
        for name in [each for each in _names() if each not in taken][: max(0, members - len(self.members))]:
            self._seat(name)
        self._write()

    def add(self, name: str) -> Member:
        """Somebody new comes in."""
        name = " ".join(name.split())
        if not name or len(name) > LONGEST_NAME:
            raise NotPossible(f"A name has 1 to {LONGEST_NAME} letters.")
        if len(self.members) >= MOST_MEMBERS:
            raise NotPossible(f"There are {MOST_MEMBERS} members already, which is all this room holds.")
        if any(name.casefold() == each.name.casefold() for each in self.members):
            raise NotPossible("Somebody of this name is here already. Choose another one.")
        member = self._seat(name)
        try:
            self._write()
        except CannotStart as error:
            self.members.remove(member)
            member.leave(self._discord.guild)
            raise NotPossible(str(error)) from None
        self._discord.world.changed.ring()
        return member

    def find(self, own_id: str) -> Member:
        found = next((each for each in self.members if str(each.id) == own_id), None)
        if found is None:
            raise NotPossible("There is no such member.")
        return found

    def _seat(self, name: str, own_id: int | None = None) -> Member:
        member = self._discord.add_member(name, moderator=not self.members, own_id=own_id)
        self.members.append(member)
        return member

    def _read(self) -> dict[str, list[tuple[str, int]]]:
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
            found = {part: [(str(name), int(own)) for name, own in kept[part]] for part in ("channels", "members")}
            assert all(found.values())
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, KeyError, OverflowError, RecursionError, AssertionError):
            raise CannotStart(
                f"{self._file} cannot be read. Start the playground with --fresh to begin anew.", EX_CONFIG
            ) from None
        return found

    def _write(self) -> None:
        kept = {
            "channels": [(each.name, each.id) for each in self._discord.guild.channels],
            "members": [(each.name, each.id) for each in self.members],
        }
        fresh = self._file.with_suffix(".json.new")  # put in place when it is whole: a full disk loses nobody
        try:
            fresh.write_text(json.dumps(kept) + "\n", encoding="utf-8")
            fresh.replace(self._file)
        except OSError:
            raise CannotStart(f"{self._file} cannot be written. Choose another DATABASE_PATH.", EX_IOERR) from None


def _names() -> list[str]:
    return [*NAMES, *(f"Guest {number}" for number in range(1, MOST_MEMBERS))]
