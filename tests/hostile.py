"""Hosts that tell a guest what cannot be, or what they like."""

import json
import random
from collections.abc import Iterable, Iterator
from functools import partial, reduce
from math import inf
from typing import Any
from unittest.mock import patch

from cardgames import games
from cardgames.model.errors import CardGameError, InvalidCommand
from cardgames.model.game import Game, Setup
from cardgames.play import remote
from cardgames.play.remote import Remote
from cardgames.seats.seat import hello, line, over, see
from cardgames.text import commands
from tests.seated import player_of


def nested(depth: int, around: Any) -> Any:
    """Lists, or whatever goes AROUND a value, DEPTH times in each other."""
    return reduce(lambda inner, _: around(inner), range(depth), 1)


ODD: list[Any] = [
    None, True, 0, -1, 1, 2, 7, 10**9, 1.5, "", "###", "KS", "draw", "2: draw", "\x1b[2J",
    "x" * 300, [], {}, [[]], ["###"], ["KS", "KS"], {"cards": ["KS"], "owner": 1}, {"winner": 9},
    inf, -1 << 70, [[0] * 3000], "\ud800", nested(450, lambda one: [one]),
    nested(450, lambda one: [{"sides": one}]),
]  # fmt: skip


def raw(message: dict[str, Any]) -> bytes:
    """The line of a host that sends what it likes."""
    return json.dumps(message).encode() + b"\n"


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if way:
        yield way
    inner = [*enumerate(value)] if isinstance(value, list) else []
    for key, part in value.items() if isinstance(value, dict) else inner:
        yield from places(part, (*way, key))


def changed(message: dict[str, Any], luck: random.Random) -> dict[str, Any]:
    made: Any = json.loads(line(message))
    *way, last = luck.choice([*places(made)])
    part = made
    for key in way:
        part = part[key]
    if isinstance(part, list) and luck.random() < 0.3:
        part.append(luck.choice(part))
    elif luck.random() < 0.2:
        del part[last]
    else:
        part[last] = luck.choice(ODD)
    found: dict[str, Any] = made
    return found


def story(setup: Setup, played: Iterable[tuple[Any, int, Any, Any]]) -> list[dict[str, Any]]:
    """What a host tells seat 2 of a game, of which the first positions are PLAYED."""
    first = end = setup.dealt()
    found = [hello(setup, 2, 0) | {"made": 0}, see(first.seen_by(2))]
    for _, by, move, end in played:
        found.append(see(end.seen_by(2), by, move))
    view = end.seen_by(2)
    if (outcome := end.outcome()) is not None:
        return [*found, see(view), over(*outcome)]
    return [*found, see(view, moves=view.open_to(2))]


class Host:
    """A wire to a host that says one of its MESSAGES whenever it is heard."""

    source, ended = None, ""

    def __init__(self, messages: list[dict[str, Any]]) -> None:
        self._messages = iter(messages)

    def lines(self) -> Iterator[bytes]:
        found = next(self._messages, None)
        yield from () if found is None else [raw(found)]

    def send(self, message: dict[str, Any]) -> None:
        assert message.keys() & {"pong", "move", "giveup"}

    def close(self, why: str) -> None:
        self.ended = why


def told_to_a_guest(game: type[Game], messages: Any, typed: Iterable[str], console: Any) -> str:
    """Tell a guest all MESSAGES while it types; return why it has to leave, if so."""
    ends: list[Any] = [Host(messages)]
    computers = partial(games.computer, game.name)
    with patch.object(remote, "select"):
        try:
            session = Remote(game, computers, lambda: ends.pop() if ends else None)
        except InvalidCommand as error:
            return str(error)
        player = player_of(session, console)
        for text in typed:
            try:
                session.attend()
                getattr(player, "_hear", player.advance)()
                player._show_position()
                player.do(text)
            except CardGameError as error:
                console.said += str(error)
            except commands.Leave:
                break
    assert "\x1b" not in console.said
    return session.closed
