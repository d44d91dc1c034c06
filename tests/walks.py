"""Games played at random under every variant, whose positions the tests of all games share."""

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import pytest

from cardgames import games
from cardgames.cli.playing import new_session
from cardgames.games.rummy.game import Rummy
from cardgames.model.cards import BACK, Card
from cardgames.model.commands import Word, Words
from cardgames.model.deal import Random
from cardgames.model.game import Game, Move, Options, Setup
from tests.parts import NAMES
from tests.samples import sample

LENGTHS = (sample(24, 120), sample(36, 300), sample(24, 120))
"""The greatest number of moves in each game of a walk; the seeds are 0, 1 and 2."""


class Case(NamedTuple):
    """A game played by the options of one of its variants, or with one option changed."""

    game: type[Game]
    options: Options

    def setup(self, seed: int) -> Setup:
        return Setup(self.game, self.options, seed)

    def __str__(self) -> str:
        return " ".join([self.game.name, *self.options.words()])


class Place(NamedTuple):
    game: Game
    legal: tuple[Move, ...]
    made: Move | None


def cases() -> list[Case]:
    found = []
    for name in NAMES:
        game = games.model(name)
        bundles: list[Mapping[str, Any]] = [{}, *game.options_type.variants.values()]
        for declared in game.options_type.declared():
            argument = declared.metadata["argument"]
            if isinstance(argument, Word):
                bundles += [{declared.name: word} for word in argument.words]
            if isinstance(argument, Words):
                bundles.append({declared.name: argument.words})
        found += [Case(game, game.options_type(**bundle)) for bundle in bundles]
    return list(dict.fromkeys(found))


every_case = pytest.mark.parametrize("case", cases(), ids=str)
every_game = pytest.mark.parametrize("name", NAMES)


@cache
def walk(case: Case, seed: int) -> tuple[Place, ...]:
    return tuple(places(case, seed, LENGTHS[seed]))


def places(case: Case, seed: int, length: int) -> Iterator[Place]:
    session, random = new_session(case.setup(seed)), Random(seed)
    for left in range(length, -1, -1):
        over = session.outcome() is not None
        legal = () if over else tuple(session.game.legal_moves())
        move = legal[random.below(len(legal))] if legal and left else None
        yield Place(session.game, legal, move)
        if move is None:
            return
        session.make(move)


def positions(case: Case, count: int = sample(2, 3), moves: int = 120) -> list[Place]:
    return [place for seed in range(count) for place in walk(case, seed)[: moves + 1]]


def cards_in(value: Any) -> list[Card]:
    if isinstance(value, Rummy):
        return value.all_cards()
    if isinstance(value, Card):
        return [value]
    if dataclasses.is_dataclass(value):
        return cards_in(tuple(getattr(value, f.name) for f in dataclasses.fields(value)))
    if isinstance(value, tuple):
        return [card for item in value for card in cards_in(item)]
    return []


def with_cards(value: Any, change: Callable[[Card], Card]) -> Any:
    if isinstance(value, Card):
        return change(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        return dataclasses.replace(
            value, **{f.name: with_cards(getattr(value, f.name), change) for f in fields}
        )
    if isinstance(value, tuple):
        items = [with_cards(item, change) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    return value


def with_hidden_cards_shuffled(game: Any, seat: int, random: Random) -> Any:
    """Return the position with the cards that SEAT cannot know in another order."""
    if isinstance(game, Rummy):
        sight = game.with_backs(seat)
        order = [card for card in game.all_cards() if card not in sight.all_cards()]
        random.shuffle(order)
        other = sight.with_hidden(order)
        return dataclasses.replace(other, now=dataclasses.replace(other.now, chance=1))
    seen = cards_in(game.with_backs(seat))
    hidden = [card for card, sight in zip(cards_in(game), seen, strict=True) if sight is BACK]
    random.shuffle(hidden)
    sights = iter(seen)
    changed: Game = with_cards(game, lambda card: hidden.pop() if next(sights) is BACK else card)
    return changed
