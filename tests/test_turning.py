"""The command `turn`: to a number of turns, or to a card that the player knows."""

from typing import Any

import pytest

from cardgames.games.klondike.game import KlondikeOptions
from cardgames.model.errors import CardGameError
from cardgames.model.game import Game
from tests import test_canfield, test_klondike
from tests.test_language import says, seat

THREES = KlondikeOptions()
LIMITED = KlondikeOptions(draw=1, redeals=1)


def klondike(stock: str, waste: str, redeals: int = 0, options: KlondikeOptions = THREES) -> Game:
    return test_klondike.position("2C/3D|KD", stock, waste, "AS", redeals, options)


def refusal(game: Game, line: str) -> str:
    player = seat(game)
    with pytest.raises(CardGameError) as error:
        player.do(line)
    assert player.game is game and player.session.log == []
    return str(error.value)


KNOWN = klondike("4C 5C 6C 7C 8C 9C", "", redeals=1)
QUEEN = test_klondike.position("KH", stock="4C 5C QS", waste="", options=LIMITED, redeals=1)


@pytest.mark.parametrize(("game", "line", "log", "top"), [
    (klondike("4C 5C 6C 7C 8C 9C", "10C JC QC", redeals=1), "turn 4c", "card; card", "4C"),
    # 10C lies below the top; the stock is hidden, and is turned over after it
    (klondike("4C 5C 6C", "10C JC QC KC AC 3C"), "turn qc", "card; card; card", "QC"),
    # it can be played in the same line
    (QUEEN, "turn QS; QS to 1; undo 2; redo all", "card; wsttab 1; undo 2; redo 2", ""),
    (klondike("4C", "10C JC"), "turn jc", "", "JC"),
    (klondike("4C", "10C JC"), "turn 1 jc", "", "JC"),
    # each turn is a step of its own
    (KNOWN, "turn 4c; undo", "card; card; undo 1", "7C"),
])  # fmt: skip
def test_a_card_is_turned_to(game: Any, line: str, log: str, top: str) -> None:
    player = seat(game)
    player.do(line)
    assert "; ".join(player.session.log) == log
    assert str(*player.game.waste[-1:]) == top
    assert ("It is on top of the waste already." in player.console.said) is not bool(log)


@pytest.mark.parametrize(("line", "meant"), [("turn 1", "card"), ("turn 2", "card, 2 times")])
def test_a_terminal_repeats_the_moves_it_stands_for(line: str, meant: str) -> None:
    player, told = seat(KNOWN), list[str]()
    player.console.show_meaning = told.append
    player.do(line)
    assert told == [meant]


TWO = klondike("4C", "5C")
THREE = "does not come to the top: cards are turned 3 at a time"
WON = test_klondike.position(foundations="/".join(test_klondike.SUITS.values()))


class TestRefused:
    @pytest.mark.parametrize(("game", "line", "why"), [
        *((TWO, f"turn {card}", f"{card} is neither in the stock nor in the waste")
          for card in ("2C", "AS", "KD")),
        # 4C is in the stock, 3D face down, and 9H nowhere at all: the player cannot know
        *((TWO, f"turn {card}", f"you have not seen {card} yet")
          for card in ("4C", "3D", "9H")),
        (klondike("4C 5C 6C", "10C JC QC", redeals=1), "turn jc", f"JC {THREE}, and QC covers it"),
        (klondike("4C 5C 6C 7C", "10C JC"), "turn 10c", f"10C {THREE}, and another one covers it"),
        (klondike("4C", "5C 6C", 1, LIMITED), "turn 5c",
         "5C stays below 6C in the waste: its one redeal is used"),
        (klondike("4C 5C", "6C", 1, LIMITED), "turn 3",
         "only 2 turns are possible: then the stock is empty, and its one redeal is used"),
        (WON, "turn 3", "the game is over: all 52 cards are on the foundations"),
    ])  # fmt: skip
    def test_where_it_cannot_be_done(self, game: Game, line: str, why: str) -> None:
        assert refusal(game, line) == why

    @pytest.mark.parametrize("line", ["turn 0", "turn 100", "card 100", "turn kx"])
    def test_what_is_no_number_of_turns(self, line: str) -> None:
        word = line.split()[1]
        says("canfield", line, "refused: N must be a number of turns from 1 to 99, or a card")
        assert word in refusal(seat("canfield").game, line)


@pytest.mark.parametrize(("line", "means"), [
    ("turn", "card"), ("turn 5", "turn 5"), ("card 5", "turn 5"), ("c 5", "turn 5"),
    ("deal 5", "turn 5"), ("d 5", "turn 5"), ("stock 5", "turn 5"), ("turn kd", "turn KD"),
    ("turn to the KD", "turn KD"), ("turn king of diamonds", "turn KD"), ("d", "card"),
    ("stock", "card"),
])  # fmt: skip
def test_words_for_turning(line: str, means: str) -> None:
    says("klondike", line, means)


def test_a_card_after_the_word_card_is_still_its_own_move() -> None:
    game = test_canfield.position(tableau="6D/KC/JD/QS", waste="2S JH", stock="4C")
    says(game, "card jh", "wsttab 4")
    says(game, "card 3 4", "tabtab 3 4")


def test_five_turns_are_five_lines() -> None:
    player = seat("canfield")
    player.do("card 5; undo 2")
    assert player.session.log == ["card"] * 5 + ["undo 2"] and player.session.moves_made == 3
