"""Seats whose moves come from outside the program, and the messages that they get.

The player of such a seat sees only what a player may see: positions in which hidden cards are
backs, and the moves of all players. A function gets the positions themselves. A program, or another
terminal, gets a line of JSON for each position. This line has the names and values of `facts`; each
card is its label, or '###' if the card is hidden.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, ClassVar, Final, Protocol, TypeAlias

from cardgames.model.cards import DECK, Card, Rank
from cardgames.model.errors import (
    CardGameError,
    IllegalMove,
    InvalidCommand,
    brief,
    printable,
    quoted,
)
from cardgames.model.game import HUMAN, PERSON, Game, Move, Options, Outcome, Setup
from cardgames.model.strategy import STUCK, Playout, play_out
from cardgames.model.validity import options_of

VERSION: Final = 1  # the version of the messages
_PLACES: Final = {card: place for place, card in enumerate(DECK)}

# A function that takes a position as its player sees it, and returns a move. None means to give up
# or, in Slap, to wait.
Chooses: TypeAlias = Callable[[Any], Move | str | None]
# A function, the name of a computer player, or the command of a program
Player: TypeAlias = Chooses | str
Message: TypeAlias = dict[str, Any]  # an object of JSON


class Fault(CardGameError):
    """A mistake after which the player in a seat cannot go on with the game.

    The `kind` of the mistake is 'stalled', 'dead' or 'illegal'.
    """

    def __init__(self, kind: str, message: str, seat: int) -> None:
        super().__init__(message)
        self.kind, self.seat = kind, seat


class Seat:
    """The player of a seat. The methods raise Fault."""

    listens: ClassVar[bool] = False  # does the player get all moves, by calls of `tell`?

    def begin(self, setup: Setup, seat: int) -> None:
        """Take the seat for a game with this setup; the player must not learn its cards."""

    def tell(self, view: Game, by: int, move: Move) -> None:
        """Learn that the player in seat `by` has made a move; `view` is the position after it."""

    def ready(self, view: Game) -> bool:
        """Can `choose` be called now? If not, the player has no move yet."""
        return True

    def choose(self, view: Game) -> Move | None:
        """Return the move to make in the position `view`; None means to give up."""
        raise NotImplementedError

    def end(self, view: Game, winner: int | None, reason: str) -> None:
        """Learn how the game has ended, in the position `view`."""


class Participant(Protocol):
    """A player from outside in a session, who is asked for moves and learns how the game ends."""

    gives_up: bool  # did the last answer give up?

    def next_move(self) -> Move | None: ...
    def finish(self) -> None: ...


class Function(Seat):
    """A Python function that plays in a seat: it takes a position as the seat sees it."""

    def __init__(self, function: Chooses) -> None:
        self._function = function

    def choose(self, view: Game) -> Move | None:
        """Return what the function chooses; raises IllegalMove or InvalidCommand."""
        move = self._function(view)
        if isinstance(move, str):
            move = view.parse(move)
        elif isinstance(move, Move):
            view.commands.check(move.name, move.arguments)
        elif move is not None:
            raise InvalidCommand(f"a strategy returns a Move, a text or None, not {brief(move)}")
        if move is not None and move.seat:
            raise IllegalMove("a strategy plays for people: leave out the seat before its move")
        return move


def play(
    game: Game,
    seats: Mapping[int, Seat],
    next_move: Callable[..., Move | None],
    most: int,
    setup: Setup | None = None,
) -> tuple[Playout, Fault | None]:
    """Play on from a position to the end of the game, or until `most` moves are made.

    The players in `seats` choose their own moves. The function `next_move`, which `games.seated`
    makes, chooses the moves of all others. It takes a position, the previous position, and a
    function that asks a seat. A player who gives up loses. A player who cannot go on loses, too:
    the game ends, and the Fault is returned with the Playout. Players who listen get the beginning
    and the end of the game only if there is a `setup`.
    """
    listening = {number: seat for number, seat in seats.items() if seat.listens}
    begun, made, now = list[int](), list[Move](), game
    several = len(options_of(game).seats()) > 1

    def ask(position: Game, number: int = 0) -> Move | None:
        number = number or position.player()
        return seats[number].choose(position.seen_by(number))

    def step(position: Game, before: Game | None) -> Move | None:
        nonlocal now
        now = position
        if before is not None:
            for number, seat in listening.items():
                seat.tell(position.seen_by(number), before.actor(made[-1]), made[-1])
        move = next_move(position, before, ask=ask)
        made.extend([] if move is None else [move])
        return move

    def lost(end: Game, seat: int, reason: str) -> Outcome:
        return Outcome(end.ahead(but=seat) if several else 0, reason)

    try:
        for number, seat in listening.items():
            if setup is not None:
                seat.begin(setup, number)
                begun.append(number)
        played, fault = play_out(game, step, lambda position: position.recurring(), most), None
        if played.outcome is STUCK:
            end = played.end
            played = played._replace(outcome=lost(end, end.player(), STUCK.reason))
    except Fault as error:
        outcome = lost(now, error.seat, f"forfeited: {error}")
        played, fault = Playout(tuple(made), now, outcome), error
    # Tell the end to all who were told the beginning; a Fault then also forfeits the game.
    for number in begun:
        try:
            if fault is None or fault.seat != number:
                seats[number].end(played.end.seen_by(number), *played.outcome)
        except Fault as error:
            if fault is None:
                outcome = lost(played.end, number, f"forfeited: {error}")
                played, fault = played._replace(outcome=outcome), error
    return played, fault


def plain(value: object) -> object:
    """Return a part of a position as a value of JSON."""
    if isinstance(value, Card):
        return value.label
    if isinstance(value, frozenset):
        return [card.label for card in sorted(value, key=_PLACES.__getitem__)]
    if isinstance(value, (tuple, list)):
        if names := getattr(value, "_fields", ()):
            return {name: plain(part) for name, part in zip(names, value)}
        return [part.label if isinstance(part, Card) else plain(part) for part in value]
    return value.value if isinstance(value, Rank) else value


def seen(view: Game) -> Message:
    """Turn the position that a seat sees into an object of JSON."""
    return {name: plain(value) for name, value in view.facts().items()}


def hello(setup: Setup, seat: int, seconds: float) -> Message:
    """Return the first message of a game: which game it is, and who plays."""
    options: Options = setup.options
    return {
        "table": VERSION,
        "game": setup.game.name,
        "options": options.values(),
        "seats": [_name(options, n, who) for n, who in enumerate(options.seats(), 1)],
        "you": seat,
        "seconds": seconds,
    }


def _name(options: Options, seat: int, who: str) -> str:
    return options.given_name(seat) or (f"{PERSON} {seat}" if who == HUMAN else f"{who} {seat}")


def see(
    view: Game, by: int = 0, move: Move | None = None, moves: Iterable[Move] = ()
) -> Message:
    """Return the message that shows a position.

    The message also has the `move` that led to the position, the seat `by` that made this move, and
    the `moves` from which the player can choose.
    """
    message: Message = {"see": seen(view)}
    if move is not None:
        message |= {"by": by, "move": str(move._replace(seat=0))}
    if choice := [str(move) for move in moves]:
        message["moves"] = choice
    return message


def over(winner: int | None, reason: str) -> Message:
    return {"over": {"winner": winner, "reason": reason}}


def line(message: Message) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def message_in(said: bytes) -> Message:
    """Return the message in a line, which anybody may have written; raises InvalidCommand."""
    with suppress(ValueError, RecursionError):
        if isinstance(found := json.loads(said), dict):
            return found
    raise InvalidCommand(f"not a message: {_shown(said)}")


def answered(view: Game, answer: bytes, seat: int) -> Move | None:
    """Return the move that the player in `seat` has answered, or None if the answer gives up.

    Raises InvalidCommand.
    """
    try:
        found = json.loads(answer)
    except (ValueError, RecursionError):
        raise InvalidCommand(f"answers with something that is not JSON: {_shown(answer)}") from None
    if not isinstance(found, dict) or not found.keys() & {"move", "giveup"}:
        right = '{"move":"..."}'
        raise InvalidCommand(f"answers {_shown(answer)}, which should be like {right}")
    if (gives_up := found.get("giveup", False)) is True:
        return None
    text = found.get("move")
    if gives_up is not False or not isinstance(text, str):
        name, wrong = ("giveup", gives_up) if gives_up is not False else ("move", text)
        wanted = "true" if name == "giveup" else "a text"
        raise InvalidCommand(f"answers with a '{name}' of {brief(wrong)}, not {wanted}")
    try:
        move = view.parse(text)
        if move.seat:
            raise InvalidCommand("leave out the seat before the move")
        if (bare := view.seated(move)._replace(seat=0)) != move:
            raise InvalidCommand(f"leave out the seat: {bare}")
        # The move is made only to see whether the rules allow it.
        view.after(move._replace(seat=seat))
        if view.soonest:
            names = ["wait"] * (view.player() != seat) + [one.name for one in view.open_to(seat)]
            if move.name not in names:
                raise IllegalMove(f"it must be one of: {', '.join(names)}")
    except CardGameError as error:
        illegal = f"makes an illegal move, {quoted(text[:60])}: {error}"
        raise InvalidCommand(printable(illegal)) from None
    return move


def _shown(said: bytes) -> str:
    return quoted(said[:60].decode("utf-8", "replace"))
