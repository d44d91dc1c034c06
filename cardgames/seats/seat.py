"""A seat that somebody decides from outside: the base class, and functions in Python.

Whoever sits there learns only what the player may see: positions with backs for hidden cards, and
the moves that all make. `play` plays a game on from a position, with such seats at its table.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeAlias

from cardgames.model.errors import CardGameError, IllegalMove, InvalidCommand, brief
from cardgames.model.game import Game, Move, Setup
from cardgames.model.strategy import STUCK, Playout, play_out

# Takes a position, as its player sees it, and returns a move; None gives up, or waits in Slap.
Chooses: TypeAlias = Callable[[Any], Move | str | None]


class Fault(CardGameError):
    """What a seat has done wrong; the game cannot go on with whoever sits there.

    KIND is 'stalled', 'dead' or 'illegal'.
    """

    seat = 0

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Seat:
    """Whoever decides at a seat. The methods raise Fault."""

    listens: ClassVar[bool] = False  # is `tell` to be called?

    def begin(self, setup: Setup, seat: int) -> None:
        """Sit down in SEAT for a game of SETUP, whose cards are not to be told."""

    def tell(self, view: Any, by: int, move: Move) -> None:
        """Learn that seat BY has made MOVE, which led to the position VIEW."""

    def ready(self, view: Any) -> bool:
        """Can `choose` be called now? If not, a person is not to wait for this seat."""
        return True

    def choose(self, view: Any) -> Move | None:
        """Return the move to make in the position VIEW; None gives up."""
        raise NotImplementedError

    def end(self, view: Any, winner: int | None, reason: str) -> None:
        """Learn how the game has ended, in the position VIEW."""


class Function(Seat):
    """A function in Python, which decides on a position as its seat sees it."""

    def __init__(self, function: Chooses) -> None:
        self._function = function

    def choose(self, view: Any) -> Move | None:
        return checked(view, self._function(view))


def checked(game: Game, move: object) -> Move | None:
    """Return MOVE, chosen in GAME by a strategy, as a Move; raises IllegalMove, InvalidCommand."""
    if isinstance(move, str):
        move = game.parse(move)
    elif isinstance(move, Move):
        game.commands.check(move.name, move.arguments)
    elif move is not None:
        raise InvalidCommand(f"a strategy returns a Move, a text or None, not {brief(move)}")
    if move is not None and move.seat:
        raise IllegalMove("a strategy plays for people: leave out the seat before its move")
    return move


def play(
    game: Game, seats: Mapping[int, Seat], next_move: Callable[..., Move | None], most: int
) -> Playout:
    """Play on from GAME to its end, or until MOST moves are made.

    SEATS decide for themselves. NEXT_MOVE, made by `games.seated`, plays for the others: it takes a
    position, the previous one, and a function that asks a seat. If a seat gives up, it loses.
    """
    listeners = [(number, seat) for number, seat in seats.items() if seat.listens]
    made: list[Move] = []

    def ask(game: Game, seat: int = 0) -> Move | None:
        seat = seat or game.player()
        return seats[seat].choose(game.seen_by(seat))

    def step(game: Game, before: Game | None) -> Move | None:
        if made and before is not None:
            by = before.actor(made[-1])
            for number, seat in listeners:
                seat.tell(game.seen_by(number), by, made[-1])
        move = next_move(game, before, ask=ask)
        made[:] = [] if move is None else [move]
        return move

    played = play_out(game, step, lambda game: game.recurring(), most)
    if played.outcome is STUCK and len(seats_of(game)) > 1:
        winner = played.end.ahead(but=played.end.player())
        played = played._replace(outcome=STUCK._replace(winner=winner))
    for number, seat in listeners:
        seat.end(played.end.seen_by(number), *played.outcome)
    return played


def seats_of(game: Any) -> tuple[str, ...]:
    options = getattr(game, "options", None) or game.options_type()
    found: tuple[str, ...] = options.seats()
    return found
