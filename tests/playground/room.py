"""A room with commands of every kind, and what its members are offered in it."""

import pytest

from bot.loopback import Loopback
from bot.loopback import command_book as kinds
from bot.loopback.people import Member
from bot.loopback.refusals import Payload
from bot.loopback.typing_commands import NotPossible
from bot.playground.lines import Phrasebook


def option(kind: int, name: str, **more: object) -> Payload:
    return {"type": kind, "name": name, "description": f"The {name}"} | more


def choices(*names: str) -> list[Payload]:
    return [{"name": name, "value": name.lower().replace(" ", "-")} for name in names]


LEVEL = option(kinds.STRING, "level", choices=choices("easy", "medium", "hard"))
COMMANDS: list[Payload] = [
    {
        "name": "uno",
        "description": "UNO",
        "options": [
            option(
                kinds.SUBCOMMAND,
                "start",
                options=[option(kinds.INTEGER, "computers", min_value=0, max_value=9), LEVEL],
            ),
            option(kinds.SUBCOMMAND, "hand"),
            option(kinds.GROUP, "table", options=[option(kinds.SUBCOMMAND, "open"), option(kinds.SUBCOMMAND, "close")]),
        ],
    },
    {"name": "help", "description": "How it works"},
    {"name": "stats", "description": "Scores", "options": [option(kinds.USER, "member")]},
    {"name": "move", "description": "Move", "options": [option(kinds.CHANNEL, "to", required=True)]},
    {
        "name": "best",
        "description": "The best",
        "options": [
            option(kinds.STRING, "game", choices=choices("UNO", "Crazy Eights", "6 nimmt!")),
            option(kinds.STRING, "scope", choices=choices("this channel", "the whole server")),
            option(kinds.BOOLEAN, "mine"),
        ],
    },
    {
        "name": "note",
        "description": "Write it down",
        "options": [
            option(kinds.STRING, "words", required=True, max_length=100),
            option(kinds.NUMBER, "weight"),
            option(kinds.INTEGER, "year", min_value=1900, max_value=2100),
        ],
    },
    {"name": "settings", "description": "For moderators", "default_member_permissions": "32", "options": [LEVEL]},
]
NAMES = ("Ann", "Bo", "Guest 1", "A:b (c", "level")


class Room:
    """Ann moderates; the others play."""

    def __init__(self) -> None:
        self.discord = Loopback()
        self.discord.commands.overwrite(None, COMMANDS)
        self.ann, self.bo, *self.others = (self.discord.add_member(name, moderator=name == "Ann") for name in NAMES)

    def phrases(self, member: Member | None = None) -> Phrasebook:
        return Phrasebook(self.discord.commands.listed(None), member or self.bo, self.discord.channel)

    def offered(self, line: str, member: Member | None = None) -> list[str]:
        return [offer.line for offer in self.phrases(member).help(line).offers]

    def refusal(self, line: str, member: Member | None = None) -> str:
        with pytest.raises(NotPossible) as refused:
            self.phrases(member).read(line)
        sentence = str(refused.value)
        assert sentence.endswith(".")
        assert len(sentence) < 120
        return sentence


ROOM = Room()
