"""What a seat is told, as plain values for JSON: lines for a program or another terminal.

A position is the names and values of `facts`, as the seat sees them. Cards are their labels, and
hidden ones '###'.
"""

import json
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final

from cardgames.model.cards import DECK, Card, Rank
from cardgames.model.errors import (
    CardGameError,
    IllegalMove,
    InvalidCommand,
    brief,
    printable,
    quoted,
)
from cardgames.model.game import HUMAN, PERSON, Game, Move, Options, Setup

VERSION: Final = 1  # the version of the messages
_PLACES: Final = {card: place for place, card in enumerate(DECK)}


def plain(value: Any) -> Any:
    """Return VALUE, a part of a position, as a value that JSON has."""
    if isinstance(value, Card):
        return value.label
    if isinstance(value, frozenset):
        return [card.label for card in sorted(value, key=_PLACES.__getitem__)]
    if isinstance(value, (tuple, list)):
        if names := getattr(value, "_fields", ()):
            return {name: plain(part) for name, part in zip(names, value)}
        return [part.label if isinstance(part, Card) else plain(part) for part in value]
    return value.value if isinstance(value, Rank) else value


def seen(view: Game) -> dict[str, Any]:
    """Return the position VIEW, as a seat sees it, as an object of JSON."""
    return {name: plain(value) for name, value in view.facts().items()}


def hello(setup: Setup, seat: int, seconds: float) -> dict[str, Any]:
    """Return the first message of a game: what it is, and who plays."""
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
) -> dict[str, Any]:
    """Return the message of a position: MOVE of seat BY led to it; MOVES wait for a choice."""
    message: dict[str, Any] = {"see": seen(view)}
    if move is not None:
        message |= {"by": by, "move": str(move._replace(seat=0))}
    if choice := [str(move) for move in moves]:
        message["moves"] = choice
    return message


def over(winner: int | None, reason: str) -> dict[str, Any]:
    return {"over": {"winner": winner, "reason": reason}}


def line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def message_in(said: bytes) -> dict[str, Any]:
    """Return the message in the line SAID, which anybody may have written."""
    with suppress(ValueError, RecursionError):
        if isinstance(found := json.loads(said), dict):
            return found
    raise InvalidCommand(f"says what is no message: {_shown(said)}")


def answered(view: Any, answer: bytes, seat: int) -> Move | None:
    """Return the move of SEAT that ANSWER names in VIEW; None if it gives up.

    Raises InvalidCommand.
    """
    try:
        found = json.loads(answer)
    except (ValueError, RecursionError):
        raise InvalidCommand(f"answers what is no line of JSON: {_shown(answer)}") from None
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
        move: Move = view.parse(text)
        if move.seat:
            raise InvalidCommand("leave out the seat before the move")
        if (bare := view.seated(move)._replace(seat=0)) != move:
            raise InvalidCommand(f"leave out the seat: {bare}")
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
