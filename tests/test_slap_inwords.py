"""Games of Slap and Rummy set up in words: what a line means, and what is refused."""

from typing import Any

import pytest

from cardgames.cli.menu import SetupWords
from cardgames.games.rummy.options import RummyOptions
from cardgames.games.slap.options import RULES, TENS, SlapOptions
from cardgames.model.errors import InvalidCommand

option_words = SetupWords(SlapOptions, SlapOptions.spoken).options
of_rummy = SetupWords(RummyOptions, RummyOptions.spoken).options


@pytest.mark.parametrize(("read", "line", "options"), [
    *((option_words, *case) for case in (
        ("play", ""), ("2 people", "--players human,human"),
        ("Two players", "--players human,human"), ("2 human", "--players human,human"),
        ("people", "--players human,human"), ("2 computers", "--players computer,computer"),
        ("one computer", "--players human,computer"), ("speed 500ms", "--speed 500"),
        ("slow", "--speed slow"), ("slow, fast", "--speed slow,fast"), ("500 ms", "--speed 500"),
        ("slow, sandwich, run, penalty card", "--speed slow --rules sandwich,run --penalty card"),
        ("card penalty", "--penalty card"), ("no penalty", "--penalty none"),
        ("no practice, tens", "--no-practice --rules tens"), ("all rules", "--rules all"),
        ("practice", "--practice"), ("against a fast human computer", "--speed fast --rival human"),
        ("fast human", "--speed fast --rival human"), ("no slaps", "--slaps none"),
        ("out-of-cards loses", "--out-of-cards loses"),
        ("--speed 500 --practice", "--speed 500 --practice"),
        ("2 people --keys a,s,k,l", "--players human,human --keys a,s,k,l"),
        ("penalty time-out", "--penalty timeout"), ("penalty card, no penalty", "--penalty card"),
        ("no penalty, penalty card", "--penalty card"), ("no grace", "--grace none"),
        ("grace 100, interval 500", "--grace 100 --interval 500"),
    )),
    *((of_rummy, *case) for case in (
        ("play", ""), ("4", "--players 4"), ("4 hard", "--players 4 --level hard"),
        ("Hard 4", "--level hard --players 4"), ("2 people", "--humans 2 --players 2"),
        ("two people", "--humans 2 --players 2"), ("4, 2 people", "--players 4 --humans 2"),
        ("3 computers", "--players 4"), ("two people and one computer", "--humans 2 --players 3"),
        ("easy, hard", "--level easy,hard --players 3"),
        ("players 4, levels hard", "--players 4 --level hard"),
        ("humans 2, players 5, level easy", "--humans 2 --players 5 --level easy"),
        ("2 people hard", "--humans 2 --level hard --players 3"), ("ace high", "--ace high"),
        ("hard", "--level hard --players 2"), ("4 variant pagat", "--players 4 --variant pagat"),
        ("names Ann, Bob", "--names Ann,Bob --humans 2 --players 2"),
        ("names Ann, Bob, Cid, 1 computer", "--names Ann,Bob,Cid --players 3"),
        ("names Ann, Bob, Cid hard", "--names Ann,Bob,Cid --level hard --players 3"),
        ("names Ann,Bob, target 200", "--names Ann,Bob --target 200 --humans 2 --players 2"),
        ("to 50", "--target 50"), ("target 50 points, 4", "--target 50 --players 4"),
        ("50 points", "--target 50"), ("short", "--target 50"),
        ("4, short", "--players 4 --target 50"), ("4 short", "--players 4 --target 50"),
        ("--players 4 --level hard", "--players 4 --level hard"),
    )),
])  # fmt: skip
def test_words_mean_options(read: Any, line: str, options: str) -> None:
    assert " ".join(read(line)) == options


@pytest.mark.parametrize(("read", "line", "reason"), [
    *((option_words, *case) for case in (
        ("nonsense", "'nonsense' is not understood: type '2 people' or "),
        ("faster", "'faster' is not understood"), ("penalty", "penalty needs a value: type "),
        ("penalty card pile", "penalty is named twice: say it once"),
        ("no", "'no' is not understood"),
        ("no sandwich", "there is no 'no sandwich', only for rules, slaps, penalty, grace, "),
        ("3 people", "there cannot be 3 people: type "), ("--'", "a quotation is not closed"),
    )),
    *((of_rummy, *case) for case in (
        ("nonsense", "'nonsense' is not understood: type '4 hard' or "),
        ("4 harder", "'harder' is not understood"), ("players", "players needs a value: type "),
        ("players, humans 2", "players needs a value"),
        ("4 5", "players is named twice: say it once"),
        ("-'", "a quotation is not closed"),
    )),
])  # fmt: skip
def test_nonsense_is_refused_with_what_would_be_right(read: Any, line: str, reason: str) -> None:
    with pytest.raises(InvalidCommand, match=reason):
        read(line)


SEATED = {"penalty": "strict", "grace": 250, "interval": 300}


@pytest.mark.parametrize(("given", "words"), [
    ({}, ""),
    ({"players": "human,human", "speed": "slow"}, "2 people, slow"),
    ({"speed": "fast,500", "rival": "human,steady", "penalty": "none"},
     "fast, 500 ms, human, steady, no penalty"),
    ({"rules": ("sandwich", "run"), "penalty": "each"}, "sandwich, run, penalty each"),
    ({"rules": (TENS, *RULES), "penalty": "none", "practice": True},
     "all rules, no penalty, practice"),
    ({"players": "computer,computer", "slaps": "none", "reaction": 90}, "2 computers, no slaps, "),
    ({"penalty": "none", "out_of_cards": "loses"}, "no penalty, out-of-cards loses"),
    ({"grace": 0, "interval": 0}, "no grace, no interval"),
    ({"grace": 100, "interval": 1000}, "grace 100, interval 1000"),
])  # fmt: skip
def test_options_in_words_mean_the_same_options(given: dict[str, Any], words: str) -> None:
    """What they leave out is as at a terminal."""
    options = SlapOptions(**SEATED | given)
    told = ", ".join(options.in_words())
    assert told.startswith(words) and bool(told) == bool(words)
    typed = option_words(told)
    usual = [["--" + name, str(value)] for name, value in SEATED.items() if name not in told]
    words = " ".join([*typed, *sum(usual, [])])
    assert _values(words) == _values(" ".join(options.words(seated=True)))


def _values(words: str) -> set[str]:
    every = ",".join((TENS, *RULES))
    return {part.strip() for part in words.replace(every, "all").split("--")}
