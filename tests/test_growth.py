"""How the work grows with a game: twice as many commands are about twice the work.

What is counted is steps of the interpreter, not seconds, so the machine and what else it does
make no difference.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from cardgames.games import model
from cardgames.games.canfield.game import Canfield
from cardgames.games.canfield.strategy import STRATEGIES, QuickStrategy
from cardgames.games.mod10.game import Mod10
from cardgames.games.rummy.game import Rummy
from cardgames.model.errors import CardGameError
from cardgames.model.game import Game, Move, Setup
from tests.program import run_here
from tests.seated import player_of, session_of, type_lines


@pytest.fixture(autouse=True)
def quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STRATEGIES, "hint", QuickStrategy)


MOVES = 60
MOST = 2.3
"""How many times the work may be for twice the commands."""
FEWER = {"hint": 25}
"""Commands of which one for so many moves is enough, as each takes long."""


class Steps:
    count = 0

    def __call__(self, frame: FrameType, event: str, argument: object) -> "Steps":
        frame.f_trace_opcodes = True
        self.count += 1
        return self


@contextmanager
def counted() -> Iterator[Steps]:
    steps, before = Steps(), sys.gettrace()
    sys.settrace(steps)
    try:
        yield steps
    finally:
        sys.settrace(before)


def player_after(moves: int) -> Any:
    player = player_of(session_of(Canfield))
    for _ in range(moves):
        player.do("card")
    return player


def work(player: Any, command: str, count: int) -> int:
    with counted() as steps:
        for _ in range(count):
            player.do(command)
    return steps.count


@pytest.mark.parametrize("command", ["card", "undo", "redo", "hint", "show", "load"])
def test_twice_as_many_commands_are_twice_the_work(command: str, tmp_path: Path) -> None:
    def work_in_a_game(moves: int) -> int:
        player = player_after(0 if command == "card" else moves)
        if command == "load":
            player.save(str(tmp_path / "game"), "overwrite")
            return work(player_after(0), f"load {tmp_path}/game", 1)
        for _ in range(moves if command == "redo" else 0):
            player.do("undo")
        return work(player, command, moves // FEWER.get(command, 1))

    once, twice = work_in_a_game(MOVES), work_in_a_game(2 * MOVES)
    assert 0 < twice <= MOST * once, (
        f"in a game of {MOVES} moves '{command}' takes {once:,} steps, in one of {2 * MOVES} "
        f"{twice:,}, which is {twice / once:.2f} times as much"
    )


def test_a_script_may_have_computers_play_otherwise_as_late_as_early() -> None:
    def work_after(lines: int) -> int:
        player = player_of(session_of(Rummy))
        player.session.log += ["hint"] * lines
        type_lines(player, "draw", "discard 1")
        drew = player.session.log[lines + 2] == "2: draw"
        return work(player, "2: take" if drew else "2: draw", 1)

    early, late = work_after(100), work_after(10_000)
    assert late <= 1.1 * early


@pytest.mark.parametrize("game", [Canfield, Mod10])
def test_a_misspelled_word_is_no_more_work_than_a_dozen_moves(game: type[Game]) -> None:
    """Most of the words that might be meant are too far at first sight."""
    player = player_of(session_of(game))
    player.do("draw")
    move, refused = work(player, "draw", 1), 0
    for word in ("rsfnd", "hisntory", "shwo", "undp"):
        with counted() as steps, pytest.raises(CardGameError):
            player.do(word)
        refused = max(refused, steps.count)
    assert refused <= 12 * move, (refused, move)


def test_a_stack_that_did_not_change_is_not_drawn_again() -> None:
    player = player_of(session_of(Mod10))

    def work_to_draw() -> int:
        with counted() as steps:
            player.board(player.game)
        return steps.count

    first = work_to_draw()
    player.do("deal")
    assert work_to_draw() <= 0.6 * first


@pytest.mark.parametrize(
    ("name", "most"),
    [("rummy", 70), ("slap", 41), ("klondike", 93), ("calculation", 226), ("gaps", 146)],
)
def test_to_list_the_moves_and_make_one_takes_few_calls(name: str, most: int) -> None:
    game, chance, calls, played = model(name), Random(1), Counter[str](), list[tuple[Any, Move]]()
    for seed in range(1, 4):
        position = Setup(game, game.options_type(), seed).dealt()
        for _ in range(40):
            if position.outcome() is None and (moves := list(position.legal_moves())):
                played.append((position, chance.choice(moves)))
                position = position.after(played[-1][1])
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, argument: calls.update([event]))
    try:
        for position, move in played:
            list(position.legal_moves())
            position.after(move)
    finally:
        sys.setprofile(before)
    assert 30 < calls["call"] / len(played) <= most


def calls_of(lines: list[str]) -> int:
    """The calls of Python functions that a script of Canfield with these LINES takes."""
    calls = Counter[str]()
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, argument: calls.update([event]))
    try:
        run_here("canfield", "--seed", "7", stdin="\n".join(lines))
    finally:
        sys.setprofile(before)
    return calls["call"]


def test_a_line_of_a_script_takes_few_calls() -> None:
    """45% cards, 15% to foundations from stock or reserve, 25% within, 15% from the tableau."""
    chance, lines = Random(5), list[str]()
    kinds = {"c": 45, "wf": 8, "rf": 7, "tf {}": 15, "wt {}": 10, "tt {} {}": 15}
    for line in chance.choices([*kinds], [*kinds.values()], k=500):
        lines.append(line.format(chance.randint(1, 4), chance.randint(1, 4)))
    calls_of(lines)  # loads what is loaded once
    each = (calls_of(lines) - calls_of(lines[:100])) / 400
    assert 40 < each <= 68
