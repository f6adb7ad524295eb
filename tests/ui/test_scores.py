"""Leaderboards and a member's numbers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games import GAMES
from bot.storage import GameId, MemberId, Played, Rank
from bot.ui.custom_id import parse
from bot.ui.scores import PAGE, leaderboard, stats, streaks
from tests.ui.drawn import Seen, draw
from tests.ui.hostile import HOSTILE

LARGEST = 2**63 - 1


def rank(
    name: str = "Ann",
    rating: float = 0.5,
    *,
    games: int = 4,
    wins: int = 2,
    points: int = 30,
    place: float = 1.5,
    streak: int = 0,
) -> Rank:
    return Rank(MemberId(1), name, games, wins, points, place, streak, rating)


def game(place: int, *, seats: int = 4, people: int = 2, played: str = "uno", points: int = 0) -> Played:
    return Played(GameId(1), played, place, points, seats, people)


def bare(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


def ranked(*ranks: Rank, played: str = "uno", scope: str = "channel", who: str = "people", page: int = 0) -> Seen:
    return draw(leaderboard(ranks, played, scope, who, page))


def lines(seen: Seen) -> list[str]:
    """The lines of the ranks."""
    return [bare(line) for line in seen.lines if "**" in line]


def places(seen: Seen) -> list[str]:
    return [line.split("**")[1].strip(" .·\\") for line in lines(seen)]


# Leaderboards


async def test_a_line_tells_wins_games_average_place_points_and_a_streak() -> None:
    (line,) = lines(ranked(rank(games=4, wins=3, points=120, place=1.25, streak=2)))
    assert line.endswith("**Ann** · 3 wins in 4 games · average place 1.2 · 120 points · 2 wins in a row")


async def test_one_win_in_one_game_is_told_as_one() -> None:
    (line,) = lines(ranked(rank(games=1, wins=1, points=0, place=1, streak=1)))
    assert line.endswith("**Ann** · 1 win in 1 game · average place 1.0")


async def test_no_wins_are_told_too() -> None:
    (line,) = lines(ranked(rank(games=2, wins=0, place=3.5)))
    assert "0 wins in 2 games · average place 3.5" in line


async def test_one_point_is_one_point_on_a_leaderboard() -> None:
    (line,) = lines(ranked(rank(points=1)))
    assert line.endswith("· 1 point")


async def test_all_games_together_count_no_points_since_heads_are_none() -> None:
    (line,) = lines(ranked(rank(points=120), played="all"))
    assert "120" not in line
    assert "All games in this channel" in ranked(played="all").text


async def test_heads_are_called_heads() -> None:
    assert lines(ranked(rank(points=66), played="nimmt"))[0].endswith("66 heads")


async def test_ties_share_a_place_and_the_next_place_is_skipped() -> None:
    ranks = [rank(name, rating) for name, rating in zip("abcdef", [0.9, 0.8, 0.8, 0.5, 0.5, 0.1], strict=True)]
    assert places(ranked(*ranks)) == ["1", "2", "2", "4", "4", "6"]


async def test_ties_are_kept_from_page_to_page() -> None:
    seen = ranked(*[rank(rating=0.5)] * 15, page=1)
    assert places(seen) == ["1"] * 5


async def test_places_are_no_markdown_list() -> None:
    """Discord would show 1, 2, 3, 4 for 1, 2, 2, 4."""
    assert not any(line.startswith("1. ") for line in lines(ranked(rank(), rank())))


@settings(deadline=None)
@given(st.lists(st.sampled_from([0.1, 0.2, 0.3, 0.4]), max_size=40))
async def test_places_are_right_for_any_ratings(ratings: list[float]) -> None:
    ratings = sorted(ratings, reverse=True)
    found = [
        place
        for page in range(-(-len(ratings) // PAGE))
        for place in places(ranked(*(rank(rating=each) for each in ratings), page=page))
    ]
    assert found == [str(1 + sum(other > each for other in ratings)) for each in ratings]


async def test_nobody_yet_is_told_kindly() -> None:
    seen = ranked()
    assert "No finished game among people here yet" in seen.text
    assert seen.labels == ["Against computers"]


async def test_the_order_is_explained() -> None:
    assert "Ordered by the share of opponents beaten" in ranked(rank()).text


@pytest.mark.parametrize("game_key", [*GAMES, "all"])
@pytest.mark.parametrize("count", [0, 1, 10, 11, 1000])
async def test_every_page_of_every_size_fits(game_key: str, count: int) -> None:
    ranks = [
        rank(HOSTILE[number % len(HOSTILE)], games=LARGEST, wins=LARGEST, points=-LARGEST, place=9.96, streak=LARGEST)
        for number in range(count)
    ]
    pages = max(1, -(-count // PAGE))
    for page in {*range(min(pages, 12)), pages - 1, -1, pages, 10**9}:
        for scope, who in (("channel", "people"), ("server", "computers")):
            seen = ranked(*ranks, played=game_key, scope=scope, who=who, page=page)
            assert len(lines(seen)) == min(PAGE, count - PAGE * min(max(page, 0), pages - 1))


async def test_pages_are_turned_with_arrows_that_stop_at_the_ends() -> None:
    ranks = [rank(rating=1 - number / 100) for number in range(25)]
    first, middle, last = (ranked(*ranks, page=page) for page in range(3))
    assert "page 1 of 3" in first.text
    assert "page 3 of 3" in last.text
    assert first.button("◀")["disabled"]
    assert not first.button("▶")["disabled"]
    assert not middle.button("◀")["disabled"]
    assert last.button("▶")["disabled"]
    assert parse(middle.id_of("◀")).argument == "uno.channel.people.0"  # type: ignore[union-attr]
    assert parse(middle.id_of("▶")).argument == "uno.channel.people.2"  # type: ignore[union-attr]
    assert [len(lines(seen)) for seen in (first, middle, last)] == [10, 10, 5]


async def test_games_among_people_and_against_computers_are_kept_apart() -> None:
    among, against = ranked(rank(), scope="server"), ranked(rank(), scope="server", who="computers")
    assert "Games among people" in among.text
    assert "UNO in this server" in among.text
    assert parse(among.id_of("Against computers")).argument == "uno.server.computers.0"  # type: ignore[union-attr]
    assert "Games against computers only" in against.text
    assert parse(against.id_of("Among people")).argument == "uno.server.people.0"  # type: ignore[union-attr]


async def test_one_page_has_no_arrows_and_no_number() -> None:
    seen = ranked(*[rank()] * 10)
    assert seen.labels == ["Against computers"]
    assert "page" not in seen.text


# A member's numbers


async def test_who_has_not_played_is_told_so() -> None:
    assert bare(draw(stats("Ann", [], [])).text) == "### Ann\nNo finished game here yet."


async def test_numbers_of_a_member() -> None:
    games = [game(1, points=50), game(1, points=80), game(4), game(1, points=20)]
    text = bare(draw(stats("Ann", games, [])).text)
    assert (
        "**Games among people**: 4 games, 3 wins (75%), 75% of opponents beaten, average place 1.8, "
        "1 win in a row now, 2 at best"
    ) in text
    assert "- UNO: 4 games, 3 wins, most points in a game 80" in text


async def test_games_against_computers_are_summed_apart() -> None:
    text = draw(stats("Ann", [game(1), game(2, people=1), game(1, people=1, played="nimmt", points=12)], [])).text
    assert "**Games among people**: 1 game, 1 win, 100% of opponents beaten, average place 1.0" in text
    assert "**Games against computers only**: 2 games, 1 win, 83% of opponents beaten, average place 1.5" in text
    assert "- UNO: 2 games, 1 win" in text
    assert "- 6 nimmt!: 1 game, 1 win, most heads in a game 12" in text


async def test_a_share_of_few_games_is_not_given() -> None:
    assert "(100%)" not in draw(stats("Ann", [game(1)] * 2, [])).text
    assert "(100%)" in draw(stats("Ann", [game(1)] * 3, [])).text


async def test_a_game_that_is_gone_from_the_bot_is_shown_by_its_key() -> None:
    text = draw(stats("Ann", [game(2, played="whist", points=7)], [])).text
    assert "- whist: 1 game, 0 wins, most points in a game 7" in text


async def test_the_three_met_most_often_are_told() -> None:
    rivals = [("Bo", 2, 5), ("*Cem*", 0, 3), ("Dee", 4, 2), ("Eli", 2, 2)]
    text = bare(draw(stats("Ann", [game(1)], rivals)).text)
    assert "**Met most often**\n- Bo: 5 times behind, 2 times ahead\n- ∗Cem∗: " in text
    assert "Dee" in text
    assert "Eli" not in text


async def test_once_is_not_one_times() -> None:
    assert "1 times" not in draw(stats("Ann", [game(1)], [("Bo", 1, 1)])).text


async def test_no_points_are_told_where_none_were_counted() -> None:
    assert "points in a game 0" not in draw(stats("Ann", [game(1)], [])).text


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
async def test_numbers_of_hostile_names_fit(name: str) -> None:
    games = [game(10, seats=10, points=-LARGEST, played=key) for key in (*GAMES, "whist")]
    draw(stats(name, games, [(name, LARGEST, LARGEST)] * 10))


@pytest.mark.parametrize(
    ("won", "expected"),
    [
        ("", (0, 0)),
        ("1", (1, 1)),
        ("2", (0, 0)),
        ("11211", (2, 2)),
        ("1112", (0, 3)),
        ("21", (1, 1)),
        ("12111", (3, 3)),
    ],
)
def test_streaks_count_wins_in_a_row(won: str, expected: tuple[int, int]) -> None:
    assert streaks([game(int(place)) for place in won]) == expected
