"""What the players at a table are called, and what is said of them."""

import pytest

from cardgames.games.rummy.options import RummyOptions
from cardgames.games.slap.options import SlapOptions
from cardgames.model.game import Options, does, name_of, whose, winner_text


@pytest.mark.parametrize(("options", "names"), [
    (RummyOptions(players=3, humans=2, names="Ann"), ["Ann", "player 2", "computer 3"]),
    (RummyOptions(players=3), ["you", "computer 2", "computer 3"]),
    (SlapOptions(), ["you", "the computer"]),
    (SlapOptions(players="human,human"), ["player 1", "player 2"]),
    (SlapOptions(players="computer,computer"), ["computer 1", "computer 2"]),
])  # fmt: skip
def test_a_player_without_a_name_is_called_by_the_seat(options: Options, names: list[str]) -> None:
    assert [name_of(options, seat) for seat in range(1, len(names) + 1)] == names


def test_verbs_agree_with_names() -> None:
    alone = SlapOptions()
    told = [does(alone, seat, verb) for verb in ("be", "have", "miss") for seat in (1, 2)]
    assert told[:3] == ["You are", "The computer is", "You have"]
    assert told[3:] == ["The computer has", "You miss", "The computer misses"]
    assert (whose(alone, 1), whose(alone, 2)) == ("your", "the computer's")


@pytest.mark.parametrize(("options", "winner", "told"), [
    (RummyOptions(), 1, "You won"), (RummyOptions(), 2, "You lost. Computer 2 wins"),
    (RummyOptions(names="Ann"), 1, "Ann wins"), (RummyOptions(humans=2), 2, "Player 2 wins"),
    (RummyOptions(names="Ann,Bob"), 2, "You lost. Bob wins"),
    (RummyOptions(humans=0), 2, "Computer 2 wins"),
])  # fmt: skip
def test_only_who_did_not_win_has_lost(options: Options, winner: int, told: str) -> None:
    assert winner_text(options, winner) == told
