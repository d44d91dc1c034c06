"""A match of Rummy set up in words: what a line means, and what is refused."""

import pytest

from cardgames.games.rummy.options import RummyOptions
from cardgames.games.slap.options import SlapOptions
from cardgames.model.errors import InvalidCommand
from cardgames.model.game import Spoken
from cardgames.play.language import Words

option_words = Words(RummyOptions, RummyOptions.spoken).options


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("play", ""),
        ("4", "--players 4"),
        ("4 hard", "--players 4 --level hard"),
        ("Hard 4", "--level hard --players 4"),
        ("2 people", "--humans 2 --players 2"),
        ("two people", "--humans 2 --players 2"),
        ("4, 2 people", "--players 4 --humans 2"),
        ("3 computers", "--players 4"),
        ("two people and one computer", "--humans 2 --players 3"),
        ("easy, hard", "--level easy,hard --players 3"),
        ("players 4, levels hard", "--players 4 --level hard"),
        ("humans 2, players 5, level easy", "--humans 2 --players 5 --level easy"),
        ("2 people hard", "--humans 2 --level hard --players 3"),
        ("hard", "--level hard --players 2"),
        ("names Ann, Bob", "--names Ann,Bob --humans 2 --players 2"),
        ("names Ann, Bob, Cid, 1 computer", "--names Ann,Bob,Cid --players 3"),
        ("names Ann, Bob, Cid hard", "--names Ann,Bob,Cid --level hard --players 3"),
        ("names Ann,Bob, target 200", "--names Ann,Bob --target 200 --humans 2 --players 2"),
        ("to 50", "--target 50"),
        ("50 points", "--target 50"),
        ("short", "--target 50"),
        ("4, short", "--players 4 --target 50"),
        ("4 short", "--players 4 --target 50"),
        ("ace high", "--ace high"),
        ("4 variant pagat", "--players 4 --variant pagat"),
        ("--players 4 --level hard", "--players 4 --level hard"),
    ],
)
def test_words_mean_options(line: str, options: str) -> None:
    assert " ".join(option_words(line)) == options


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("nonsense", "'nonsense' is not understood: type '4 hard' or "),
        ("4 harder", "'harder' is not understood"),
        ("players", "players needs a value: type "),
        ("players, humans 2", "players needs a value"),
        ("2 players, 2 people, hard", "all 2 players are people, so no computer is hard"),
        ("4 5", "players is named twice: say it once"),
        ("-'", "a quotation is not closed"),
    ],
)
def test_nonsense_is_refused_with_what_would_be_right(line: str, reason: str) -> None:
    with pytest.raises(InvalidCommand, match=reason):
        option_words(line)


@pytest.mark.parametrize("spoken", [RummyOptions.spoken, SlapOptions.spoken])
def test_the_offer_fits_its_lines(spoken: Spoken) -> None:
    assert len(spoken.question) < 80 and len(spoken.example) < 30
