"""Messages that come once without a command, and the texts of hints."""

import re

import pytest

from cardgames import games
from cardgames.games.canfield.game import Canfield
from cardgames.games.klondike.game import Klondike
from tests.parts import SHARE
from tests.seated import seated, type_lines
from tests.test_seats import said

pytestmark = pytest.mark.usefixtures("brief_hints")


@pytest.mark.parametrize("person", [True, False])
def test_an_auto_that_finds_no_move_is_a_step_in_scripts_alone(person: bool) -> None:
    playing = seated(Canfield, 42)
    playing.console.interactive = person
    type_lines(playing, "auto quick")
    made, position = playing.session.history.made, playing.game
    type_lines(playing, "auto")
    assert playing.session.log.count("auto") == (not person)
    assert playing.session.history.steps == (1 if person else 2)
    assert playing.game is position and playing.session.history.made == made


@pytest.mark.parametrize("name", SHARE)
def test_auto_ends_with_the_board_and_the_score(name: str) -> None:
    playing = seated(games.model(name), 4)
    playing.console.echo, playing.console.said = True, ""
    type_lines(playing, "auto")
    text, board = said(playing), playing.board(playing.game)
    score = playing.last_score().rstrip() or f"\n{playing._score_sheet()}"
    assert text.index(board.replace("\n  ", " ")) < text.rindex(score)


def test_a_plan_says_what_it_is_for_and_can_be_typed_as_it_is() -> None:
    playing = seated(Klondike, 4, draw=1)
    playing.console.echo = True
    type_lines(playing, *["card"] * 24, "hint")
    assert re.search(r"turns\s+up\s+a\s+card\s+of\s+tableau\s+pile\s+\d", said(playing))
    type_lines(playing, "card")
    said(playing)
    type_lines(playing, "hint 2")
    assert len(said(playing).strip().splitlines()) <= 2
    type_lines(playing, "hint all")
    plan = said(playing).strip().removeprefix("Plan: ").split("; ")
    assert len(plan) > 1
    type_lines(playing, *plan)
