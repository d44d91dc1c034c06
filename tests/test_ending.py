"""What a person at a terminal is told at the end of a patience."""

from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from cardgames import games
from cardgames.cli.playing import account
from cardgames.diary.diary import Diary, Entry, Kept
from cardgames.diary.figures import standing_text
from cardgames.games.clock.game import Clock
from cardgames.games.klondike.game import Klondike
from cardgames.model.game import Outcome
from cardgames.play import review
from cardgames.play.review import Bounds
from cardgames.text.patience import SOON
from tests.kept import result
from tests.seated import Memory, player_of, session_of, type_lines
from tests.test_clock import SORTED
from tests.test_keeping import Table

USUAL = {"game": "klondike", "options": Klondike.options_type().values(), "moves": 128}


def game(**changes: Any) -> Entry:
    """A game of Klondike that was won, with CHANGES."""
    return result(**{**USUAL, "id": 99, **changes})


LOST, WON = game(outcome="lost", moves=40), game()
BY_ONES = game(options=Klondike.options_type(draw=1).values(), words="--draw 1", moves=90)


class TestStanding:
    @pytest.mark.parametrize(("earlier", "now", "told"), [
        ([], WON, "Your first game, and won."), ([BY_ONES], WON, "Your first game, and won."),
        ([LOST, LOST], WON, "Your first win in 3 games."),
        ([WON, LOST], WON, "Your second win in 3 games."),
        ([LOST, WON, WON], game(moves=131), "Third win in a row."),
        ([WON, LOST], game(moves=120),
         "Your fewest moves so far: 120. Your second win in 3 games."),
        ([WON, WON], game(moves=120, seconds=59),
         "Your best time so far: 0:59. Third win in a row."),
        ([WON] * 21, WON, "22nd win in a row."), ([WON] * 11, WON, "12th win in a row."),
        ([WON, LOST], LOST, "You have won 1 of 3 games."),
        ([game(status="going")], WON, "Your first game, and won."),
        ([game(player="script", seconds=1)], WON, "Your first game, and won."),
        ([], game(player="script"), ""), ([WON], game(player="helped"), ""),
    ])  # fmt: skip
    def test_a_game_is_compared_with_the_earlier_ones(
        self, earlier: list[Entry], now: Entry, told: str, tmp_path: Path
    ) -> None:
        rows = [row._replace(name=str(n)) for n, row in enumerate([*earlier, now])]
        diary = Diary(str(tmp_path / "diary.sqlite"))
        diary.add(Kept(row, []) for row in [*rows, rows[-1]._replace(name="another", game="clock")])
        assert standing_text(rows[-1], diary) == (f"{told}\n" if told else "")

    def test_a_game_that_ends_again_is_not_compared_with_itself(self, tmp_path: Path) -> None:
        table = Table(tmp_path)
        table.sit_down(session_of(Clock, deck=SORTED))
        table.type("run", "undo 1")
        table.player.do("redo")
        _, told = account(table.keeper, table.player.session)
        assert told == "Your first game, and won.\n"

    def test_a_game_that_was_over_before_is_compared_with_none(self, tmp_path: Path) -> None:
        ended = session_of(Clock, deck=SORTED)
        type_lines(player_of(ended), "run")
        table = Table(tmp_path)
        table.sit_down(ended)
        assert account(table.keeper, ended)[1] == ""


def ended(outcome: Outcome, columns: int = 80, computer: str = "") -> list[str]:
    """The lines at a terminal, with an account that tells 80 minutes and a streak."""
    player = player_of(session_of(Klondike), Memory())
    player.console.interactive = True
    player.account = lambda session: (80 * 60, "Your 3rd win in a row.\n")
    player.do("card; undo; card")
    player.look.columns = columns
    if computer:
        player.session.history.begin_step(computer)
    player.console.said = ""
    player._show_end(outcome)
    return str(player.console.said).splitlines()


@pytest.mark.parametrize(("interactive", "told"), [
    (True, "The computer won: all 52 cards are on the foundations. 86 moves."),
    (False, "52 of 52 cards are on the foundations."),
])  # fmt: skip
def test_a_screen_tells_once_that_all_cards_are_up(interactive: bool, told: str) -> None:
    player = player_of(session_of(games.model("freecell"), 3), Memory())
    player.console.interactive = interactive
    type_lines(player, "solution")
    last = [line for line in player.console.said.splitlines() if "52" in line]
    assert last[0] == told and len(last) == 1 + (not interactive)


@pytest.mark.usefixtures("brief_hints")
class TestEnding:
    WON = Outcome(1, "all 52 cards are on the foundations")
    COURSE = "1 move in 1 h 20 min, 1 undo."
    SHOWN = ["Your 3rd win in a row.", "You never lost the win; 'review' shows how it went."]

    def test_it_tells_the_course_and_what_it_is_for_the_player(self) -> None:
        first = "You won: all 52 cards are on the foundations."
        assert ended(self.WON) == [f"{first} {self.COURSE}", *self.SHOWN]
        assert ended(self.WON, columns=60) == [first, self.COURSE, *self.SHOWN]

    def test_a_loss_and_a_game_of_the_computer(self) -> None:
        assert ended(Outcome(None, "it goes round"))[0].startswith("A draw: it goes round.")
        lost = ended(Outcome(0, "no card is left"))
        assert lost[0].startswith("You lost: no card is left.")
        assert lost[-1] == "'review' shows where it could still be won."
        first = "The computer won: all 52 cards are on the foundations. 1 move, 1 undo."
        assert ended(self.WON, computer="quick") == [first, "'review' shows how it went."]

    @pytest.mark.parametrize(("found", "told"), [
        (Bounds(2, 3), "You never lost the win; "), (Bounds(1, 2), "Move 2 nearly lost it; "),
        (Bounds(0, 2), ""), (KeyboardInterrupt, ""),
    ])  # fmt: skip
    def test_the_move_that_nearly_lost_the_win_is_named_if_it_is_found_soon(
        self, found: Any, told: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        halved = Mock(side_effect=[found])  # raised, if it is an exception
        monkeypatch.setattr(review, "halved", halved)
        player = player_of(session_of(Klondike), Memory())
        player.console.interactive = True
        type_lines(player, "card", "card", "undo 2", "card")
        assert player.review_offer(self.WON) == f"{told}'review' shows how it went.\n"
        line, _, first, most = halved.call_args.args
        assert first == Bounds(0, len(line.positions)) and most == SOON

    @pytest.mark.parametrize(("name", "seed", "told"), [
        ("castle", 7, "This deal could not be won."),
        ("freecell", 7, "'review' shows where it could still be won."),
        ("fortythieves", 7, "'review' looks where it could still be won, if anywhere."),
    ])  # fmt: skip
    def test_no_review_is_promised_to_find_a_win_that_never_was(
        self, name: str, seed: int, told: str
    ) -> None:
        player = player_of(session_of(games.model(name), seed), Memory())
        player.console.interactive = True
        type_lines(player, str(next(player.game.legal_moves())), "giveup")
        assert player.console.said.splitlines()[-1] == told

    def test_clock_has_nothing_to_review(self) -> None:
        player = player_of(session_of(Clock, deck=SORTED), Memory())
        player.console.interactive = True
        type_lines(player, "run")
        assert "won" in player.console.said and "review" not in player.console.said
        type_lines(player, "review")  # at the question for another game
        assert "nothing to decide in Clock" in player.console.said and player._asking
