"""Games of Slap and Rummy set up in words: what a line means, and what is refused."""

import pytest

from cardgames.cli.playing import said
from cardgames.games.rummy.options import RummyOptions
from cardgames.games.slap.options import SlapOptions
from cardgames.model.errors import InvalidCommand
from cardgames.model.game import Options


@pytest.mark.parametrize(("kind", "line", "options"), [
    *((SlapOptions, *case) for case in (
        ("play", ""), ("2 people", "--players human,human"),
        ("Two players", "--players human,human"), ("2 human", "--players human,human"),
        ("people", "--players human,human"), ("2 computers", "--players computer,computer"),
        ("slow", "--speed slow"), ("slow, 500 ms", "--speed slow,500"), ("500 ms", "--speed 500"),
        ("slow, sandwich, run, penalty card", "--speed slow --rules sandwich,run --penalty card"),
        ("no penalty", "--penalty none"), ("all rules", "--rules all"),
        ("practice", "--practice"), ("against a fast human computer", "--speed fast --rival human"),
        ("fast human", "--speed fast --rival human"), ("no slaps", "--slaps none"),
        ("--speed 500 --practice", "--speed 500 --practice"),
        ("2 people --keys a,s,k,l", "--players human,human --keys a,s,k,l"),
        ("no grace", "--grace none"), ("grace 100, interval 500", "--grace 100 --interval 500"),
    )),
    *((RummyOptions, *case) for case in (
        ("play", ""), ("4", "--players 4"), ("4 hard", "--players 4 --level hard"),
        ("Hard 4", "--level hard --players 4"), ("2 people", "--humans 2 --players 2"),
        ("two people", "--humans 2 --players 2"), ("4, 2 people", "--humans 2 --players 4"),
        ("3 computers", "--players 4"), ("easy, hard", "--level easy,hard --players 3"),
        ("players 4, levels hard", "--level hard --players 4"),
        ("humans 2, players 5, level easy", "--humans 2 --players 5 --level easy"),
        ("2 people hard", "--humans 2 --level hard --players 3"), ("ace high", "--ace high"),
        ("hard", "--level hard --players 2"), ("4 variant pagat", "--players 4 --variant pagat"),
        ("names Ann,Bob", "--names Ann,Bob --humans 2 --players 2"),
        ("names Ann,Bob,Cid hard", "--names Ann,Bob,Cid --level hard --players 3"),
        ("names Ann,Bob, target 200", "--names Ann,Bob --target 200 --humans 2 --players 2"),
        ("to 50", "--target 50"), ("target 50 points, 4", "--target 50 --players 4"),
        ("50 points", "--target 50"), ("short", "--target 50"),
        ("4 short", "--target 50 --players 4"),
        ("--players 4 --level hard", "--players 4 --level hard"),
    )),
])  # fmt: skip
def test_words_mean_options(kind: type[Options], line: str, options: str) -> None:
    assert " ".join(said(kind, line)) == options


@pytest.mark.parametrize(("kind", "line", "reason"), [
    *((SlapOptions, *case) for case in (
        ("nonsense", "'nonsense' is not understood: type '2 people' or "),
        ("faster", "'faster' is not understood"), ("penalty", "penalty needs a value: type "),
        ("penalty card pile", "penalty is named twice: say it once"),
        ("no", "'no' is not understood"),
        ("--'", "a quotation is not closed"),
    )),
    *((RummyOptions, *case) for case in (
        ("nonsense", "'nonsense' is not understood: type '4 hard' or "),
        ("4 harder", "'harder' is not understood"), ("players", "players needs a value: type "),
        ("4 5", "players is named twice: say it once"),
        ("-'", "a quotation is not closed"),
    )),
])  # fmt: skip
def test_nonsense_is_refused_with_what_would_be_right(
    kind: type[Options], line: str, reason: str
) -> None:
    with pytest.raises(InvalidCommand, match=reason):
        said(kind, line)
