"""Leaderboards and a member's numbers."""

from collections.abc import Sequence
from itertools import groupby

from bot.games import GAMES
from bot.storage import GameId, Played, Rank
from bot.ui.custom_id import Press
from bot.ui.names import inert
from bot.ui.parts import GOLD, Item, button, card, row, times

PAGE = 10
NO_GAME = "all"
"""Every game together."""
SCOPES = ("channel", "server")
MOST_RIVALS = 3
WHO = {"people": "games among people", "computers": "games against computers only"}
FEW = 3
"""Games from which on an average says something."""


def leaderboard(ranks: Sequence[Rank], played: str, scope: str, who: str, page: int) -> list[Item]:
    """A page of a scoreboard. Ties share a place."""
    title = GAMES[played].title if played in GAMES else "All games"
    where = "this channel" if scope == "channel" else "this server"
    pages = max(1, -(-len(ranks) // PAGE))
    page = min(max(page, 0), pages - 1)
    shown = [_line(place, rank, played) for place, rank in _placed(ranks)[page * PAGE : (page + 1) * PAGE]]
    empty = f"No finished {'game among people' if who == 'people' else 'game against computers'} here yet."
    other = "computers" if who == "people" else "people"

    def turn(way: int, of: str, to: int) -> Press:
        """`way` keeps the texts of the buttons apart."""
        return Press("scores", GameId(0), way, f"{played}.{scope}.{of}.{max(to, 0)}")

    buttons = [button("Against computers" if other == "computers" else "Among people", turn(0, other, 0))]
    if pages > 1:
        buttons.insert(0, button("◀", turn(1, who, page - 1), disabled=page == 0))
        buttons.insert(1, button("▶", turn(2, who, page + 1), disabled=page == pages - 1))
    return card(
        f"### {title} in {where}\n-# {WHO[who].capitalize()}"
        + (f" · page {page + 1} of {pages}" if pages > 1 else "")
        + "\n-# Ordered by the share of opponents beaten; a few games count less than many.",
        "\n".join(shown) or empty,
        rows=[row(*buttons)],
        colour=GOLD,
    )


def stats(name: str, games: Sequence[Played], rivals: Sequence[tuple[str, int, int]]) -> list[Item]:
    """A member's numbers in a server, worth comparing."""
    if not games:
        return card(f"### {inert(name)}\nNo finished game here yet.", colour=GOLD)
    among = [game for game in games if game.people > 1]
    parts = [_summary(WHO["people"].capitalize(), among)] if among else []
    alone = [game for game in games if game.people == 1]
    parts += [_summary(WHO["computers"].capitalize(), alone)] if alone else []
    by_game = sorted(games, key=lambda game: game.played)
    for key, mine in groupby(by_game, key=lambda game: game.played):
        parts.append(_of_game(key, list(mine)))
    met = [
        f"- {inert(who)}: {times(behind, 'times')} behind, {times(ahead, 'times')} ahead"
        for who, ahead, behind in rivals[:MOST_RIVALS]
    ]
    return card(
        f"### {inert(name)}", "\n".join(parts), "**Met most often**\n" + "\n".join(met) if met else "", colour=GOLD
    )


def streaks(games: Sequence[Played]) -> tuple[int, int]:
    """The wins in a row up to now, and the most there ever were."""
    current = best = 0
    for game in games:
        current = current + 1 if game.place == 1 else 0
        best = max(best, current)
    return current, best


def _placed(ranks: Sequence[Rank]) -> list[tuple[int, Rank]]:
    placed: list[tuple[int, Rank]] = []
    for number, rank in enumerate(ranks, 1):
        tied = placed and placed[-1][1].rating == rank.rating
        placed.append((placed[-1][0] if tied else number, rank))
    return placed


def _line(place: int, rank: Rank, played: str) -> str:
    unit = f" · {times(rank.points, GAMES[played].unit)}" if played in GAMES and rank.points else ""
    streak = f" · {rank.streak} wins in a row" if rank.streak > 1 else ""
    return (
        f"**{place}.** **{inert(rank.name)}** · {times(rank.wins, 'wins')} in {times(rank.games, 'games')}"
        f" · average place {rank.place:.1f}{unit}{streak}"
    )


def _summary(title: str, games: Sequence[Played]) -> str:
    wins = sum(game.place == 1 for game in games)
    current, best = streaks(games)
    beaten = sum(game.seats - game.place for game in games) / sum(game.seats - 1 for game in games)
    share = f" ({wins / len(games):.0%})" if len(games) >= FEW else ""
    return (
        f"**{title}**: {times(len(games), 'games')}, {times(wins, 'wins')}{share}, {beaten:.0%} of opponents beaten, "
        f"average place {sum(game.place for game in games) / len(games):.1f}, "
        f"{times(current, 'wins')} in a row now, {best} at best"
    )


def _of_game(key: str, games: Sequence[Played]) -> str:
    game = GAMES.get(key)
    title, unit = (game.title, game.unit) if game else (key, "points")
    points = [each.points for each in games]
    wins = sum(each.place == 1 for each in games)
    most = f", most {unit} in a game {max(points)}" if any(points) else ""
    return f"- {title}: {times(len(games), 'games')}, {times(wins, 'wins')}{most}"
