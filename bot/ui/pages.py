"""Pages to read, and the small private menus: rules, help, about, settings, the board's menu, a confirmation."""

from collections.abc import Mapping, Sequence

from discord import ui

from bot import __version__
from bot.games import GAMES
from bot.games.base import AnyGame
from bot.games.options import allowed, shown
from bot.storage import GameId, MemberId
from bot.tables.table import Table
from bot.ui.custom_id import Press
from bot.ui.names import seat_names
from bot.ui.parts import Item, Row, button, card, row, times

LATE_SHOWN = 5


def rules(game: AnyGame, options: object | None = None) -> list[Item]:
    """The rules in short, and what is set at a table."""
    lines = []
    for name, rule in allowed(game.options).items():
        value = shown(getattr(options or game.options(), name)).replace("_", " ")
        lines.append(f"- {name.replace('_', ' ')}: **{value}** · {rule.about}")
    where = "At this table" if options else "The usual rules; the host can change them in the lobby"
    return card(f"### {game.title}: the rules", game.guide, f"**{where}**\n" + "\n".join(lines))


def help_page() -> list[Item]:
    games = "\n".join(f"- **/{game.key} start**: {game.title}" for game in GAMES.values())
    return card(
        "### Cardroom: card games in this channel",
        f"{games}\n"
        "Press **Join** to sit down, **Add computer** for company, **Start** to deal. Your cards come in a message "
        "that only you can see; a turn is one tap there. **My hand** on the board brings it back at any time.",
        "- **/uno hand**, **rules**, **leave**, **end**: the same for the other games\n"
        "- **/leaderboard**, **/stats**: who wins here\n"
        "- **/settings**: for those who manage the server\n"
        "- **/about**, **/privacy**: what this bot is, and what it keeps",
    )


def about() -> list[Item]:
    return card(
        f"### Cardroom {__version__}",
        "An open bot for card games among friends and computers. Computers see what their seat may see, and no more.",
        "-# UNO is a trademark of Mattel, 6 nimmt! of Amigo. Cardroom is not affiliated with either; the names only "
        "say which game is played.",
    )


def privacy(games: int, *, hidden: bool = False) -> list[Item]:
    listed = "You stand on no leaderboard: **/privacy hide** changes that." if hidden else ""
    return card(
        "### What Cardroom keeps about you",
        "Your Discord id, the name you had when you last sat down, the moves you made and how your games ended. No "
        "messages are read or kept. Hands are sent to you alone.",
        f"In this server you have finished {times(games, 'games')}. {listed}",
        "- **/privacy export**: all that is kept about you, as a file\n"
        "- **/privacy hide**: stay out of leaderboards and other people's numbers\n"
        "- **/privacy delete**: be forgotten; other people's games stay whole",
    )


def export(file: str) -> list[Item]:
    return [
        *card("### All that Cardroom keeps about you\nIn every server, in one file."),
        ui.File(f"attachment://{file}"),
    ]


def confirm_delete() -> list[Item]:
    return card(
        "### Be forgotten?\nYour id and your name are taken out of everything, in every server. Your games stay for "
        "those you played with, without you. This cannot be undone.",
        rows=[row(button("Yes, forget me", Press("forget", GameId(0)), "danger"))],
    )


def settings(values: Mapping[str, str], possible: Mapping[str, Sequence[str]]) -> list[Item]:
    lines = [f"- {name}: **{value}**" for name, value in sorted(values.items())]
    takes = "; ".join(f"{name}: {', '.join(words)}" for name, words in possible.items())
    return card(
        "### Settings of this channel",
        "\n".join(lines) or "Nothing is set: tables are open, the pace is normal, computers are medium.",
        f"-# /settings can be given {takes}. The word usual takes a setting away. What is set for a channel counts more"
        " than what is set for the server.",
    )


def menu(table: Table, member: MemberId, *, moderator: bool) -> list[Item]:
    """What hides behind the three dots."""
    names = seat_names(table.seats)
    seated = table.seat_of(member) is not None
    first = [
        button("Rules", Press("rules", table.id)),
        button("Bring the board here", Press("down", table.id)),
    ]
    if seated:
        first.append(button("Leave", Press("leave", table.id)))
    if moderator or member == table.saved.host:
        first.append(button("End the game", Press("end", table.id), "danger"))
    rows: list[Row] = [row(*first)]
    late = [seat for seat in table.clock.late() if table.seats[seat].member != member] if seated else []
    if late:
        rows.append(
            row(
                *(
                    button(f"Let a computer play for {names[seat]}", Press("over", table.id, None, str(seat)))
                    for seat in late[:LATE_SHOWN]
                )
            )
        )
    return card(f"### {table.game.title}", rows=rows)


def taken(table: Table, link: str) -> list[Item]:
    """The answer to a second start in a channel."""
    free = table.phase == "lobby" and len(table.seats) < table.game.seats[-1]
    join = [row(button("Join", Press("join", table.id), "main"))] if free else []
    return card(f"There is a table of {table.game.title} in this channel already: {link}", rows=join)


NOT_WELL = (
    "**This game does not pass its own check.** What is stored of it was changed or damaged after it was played: do "
    "not trust its result, and tell whoever runs this bot."
)


def fair_play(seal: str, file: str, *, well: bool = True) -> list[Item]:
    """The answer to the question whether all was right: what to compare, and the file to check."""
    return [
        *card(
            "" if well else NOT_WELL,
            "### Fair play\n"
            "The cards of this game were settled before its first move. The board showed the beginning of this seal:",
            f"`{seal}`",
            "The file holds the seed and every move. Anybody can deal the game again with it: "
            "`python -m bot verify FILE`, on any computer with Cardroom's code.",
        ),
        ui.File(f"attachment://{file}"),
    ]


def confirm_end(table: Table) -> list[Item]:
    return card(
        "### End the game for everybody?\nNothing will be scored.",
        rows=[row(button("Yes, end it", Press("ended", table.id), "danger"), button("No", Press("menu", table.id)))],
    )
