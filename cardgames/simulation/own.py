"""A strategy of the caller's own, a function from position to move, as a computer player."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from cardgames.model.errors import CardGameError, IllegalMove, InvalidCommand, brief
from cardgames.model.game import HUMAN, Game, Move, Setup
from cardgames.model.strategy import CUT_SHORT, STUCK, Playout, Result, Strategy, play_out
from cardgames.simulation.deals import Plan

MOST_MOVES: Final = 10_000
"""The default limit on the moves of a game."""
CUT: Final = "cut short"
"""The name of the count of games that had as many moves as were allowed."""

Chooses: TypeAlias = Callable[[Any], Move | str | None]
"""Returns a move for a position as its player sees it, or None to give up or to wait."""


class Own(Strategy):
    """Plays as a function says, at the seats of people; computers play at all others.

    The game is a draw if a position comes back, redeals not counted. It is lost if the function
    returns None, or if the game is longer than the limit.
    """

    def __init__(self, function: Chooses, seated: Callable[..., Any], most: int) -> None:
        """Play MOST moves at most, those that FUNCTION returns; SEATED makes the table's players.

        Everything here can be sent to another process, if FUNCTION can.
        """
        self._function = function
        self._seated = seated
        self._most = most

    def __call__(self) -> "Own":
        """Return this player, which keeps nothing from one game for the next."""
        return self

    def play_on(self, game: Game, seats: Sequence[str], *seed: int) -> Playout:
        """Play on from GAME to the end; SEATS has the player at each seat."""
        at_table = self._seated(seats, *seed)

        def next_move(game: Any, before: Any) -> Move | None:
            """Return the next move of the function, of a computer or of the clock."""
            move: Move | None = at_table(game, before, self._asked)
            return move

        played = play_out(game, next_move, lambda game: game.recurring(), self._most)
        if played.outcome is STUCK and len(seats) > 1:
            winner = played.end.ahead(but=played.end.player())
            return played._replace(outcome=STUCK._replace(winner=winner))
        return played

    def result(self, setup: Setup) -> Result:
        """Play the deal of SETUP to its end."""
        try:
            played = self.play_on(setup.dealt(), setup.options.seats(), setup.seed, 1)
        except CardGameError as error:
            error.say_where(f"deal {setup.seed}, ")
            raise
        end, cut = played.end, played.outcome is CUT_SHORT
        length = end.length(len(played.moves))
        return Result(played.outcome.winner, end.score(), length, (*end.extra(), int(cut)))

    def _asked(self, game: Game) -> Move | None:
        """Return the move of the function, which sees what its seat can know."""
        move = self._function(game.seen_by(game.player()))
        if isinstance(move, str):
            move = game.parse(move)
        elif isinstance(move, Move):
            game.commands.check(move.name, move.arguments)
        elif move is not None:
            raise InvalidCommand(f"a strategy returns a Move, a text or None, not {brief(move)}")
        if move is not None and move.seat:
            raise IllegalMove("a strategy plays for people: leave out the seat before its move")
        return move


class OwnPlan(Plan):
    """The deals to play by a strategy of the caller's own."""

    def extras(self) -> tuple[str, ...]:
        """Return the names of the game's own counts, and that of games that were too long."""
        return (*super().extras(), CUT)

    def command_line(self) -> str:
        """Return '': no shell command plays these deals."""
        return ""


def seats_with(seats: Sequence[str], name: str) -> list[str]:
    """Return SEATS with the computer player NAME at those of people."""
    return [name if who == HUMAN else who for who in seats]
