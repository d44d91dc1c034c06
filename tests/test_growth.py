"""How the work grows with a game: twice as many commands are about twice the work.

What is counted is steps of the interpreter, not seconds, so the machine and what else it does
make no difference.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from cardgames.games.canfield.game import Canfield
from tests.seated import player_of, session_of

MOVES = 300
MOST = 2.3
"""How many times the work may be for twice the commands."""
FEWER = {"hint": 30}
"""Commands of which one for so many moves is enough, as each takes long."""


class Steps:
    """Counts steps of the interpreter."""

    count = 0

    def __call__(self, frame: FrameType, event: str, argument: object) -> "Steps":
        """Take note of an event that is traced."""
        frame.f_trace_opcodes = True
        self.count += 1
        return self


@contextmanager
def counted() -> Iterator[Steps]:
    """Count the steps of what is done inside."""
    steps, before = Steps(), sys.gettrace()
    sys.settrace(steps)
    try:
        yield steps
    finally:
        sys.settrace(before)


def player_after(moves: int) -> Any:
    """A player who has made so many moves of Canfield, where the stock comes round for ever."""
    player = player_of(session_of(Canfield))
    for _ in range(moves):
        player.do("card")
    return player


def work(player: Any, command: str, count: int) -> int:
    """The steps that it takes to carry out COMMAND so often."""
    with counted() as steps:
        for _ in range(count):
            player.do(command)
    return steps.count


def work_in_a_game(command: str, moves: int) -> int:
    """The steps for as many commands of a kind as there are MOVES in the game."""
    if command == "card":
        return work(player_after(0), command, moves)
    player = player_after(moves)
    if command == "redo":
        for _ in range(moves):
            player.do("undo")
    return work(player, command, moves // FEWER.get(command, 1))


@pytest.mark.parametrize("command", ["card", "undo", "redo", "score", "hint", "show"])
def test_twice_as_many_commands_are_twice_the_work(command: str) -> None:
    once, twice = work_in_a_game(command, MOVES), work_in_a_game(command, 2 * MOVES)
    assert 0 < twice <= MOST * once, (
        f"in a game of {MOVES} moves '{command}' takes {once:,} steps, in one of {2 * MOVES} "
        f"{twice:,}, which is {twice / once:.2f} times as much"
    )


@pytest.mark.parametrize("command", ["undo", "score"])
def test_a_command_late_in_a_game_is_no_more_work_than_an_early_one(command: str) -> None:
    early = work(player_after(MOVES), command, 1)
    late = work(player_after(2 * MOVES), command, 1)
    assert late <= 1.1 * early, f"'{command}' takes {early:,} steps early and {late:,} late"
