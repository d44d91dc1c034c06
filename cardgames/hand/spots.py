"""What can be pointed at: the spots that a board names, and the lines that spots stand for.

A game that has spots names those of each legal move (`pointed`), and says which line several spots
type (`line_of`). Patiences have both by their piles: what may be picked up, and where it may be
dropped, comes from the moves that the reader of typed cards finds.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Protocol

from cardgames.model.cards import BACK, Pile
from cardgames.patience.game import TURN
from cardgames.play.places import MoveReader, Way
from cardgames.text.layout import FIELDS
from cardgames.text.wording import Pointed, Spot

STOCK: Final = FIELDS.index("stock")
TOP: Final = 999  # stands for the top card of a pile, as no pile has so many


class Spotted(Protocol):
    def pointed(self) -> Iterator[Pointed]: ...

    def line_of(self, spots: Sequence[Spot]) -> str | None:
        """Return the line that SPOTS type; '' if more are to follow, None if they mean nothing."""


class PileSpots:
    """The spots of a patience, which `layout.py` names by field, number and place in the pile."""

    def __init__(self, player: Any) -> None:
        self._player = player
        self._places = player.short_forms.places
        self._reader = MoveReader(player.commands, self._places)
        firsts = {letter: at(1) if callable(at) else at for letter, at in self._places.items()}
        self._letters = {FIELDS.index(at.field): str(letter) for letter, at in firsts.items()}
        self._kinds = {letter: kind for kind, letter in self._letters.items()}
        self._found: tuple[Any, list[tuple[Way, Spot, Spot]]] = None, []

    def pointed(self) -> Iterator[Pointed]:
        game = self._player.game
        for way, source, target in self._known():
            if game.commands.all[way.move.name].any_order:
                yield Pointed(way.move, frozenset((source, target)))
                continue
            ends = [target]
            if FIELDS[target.kind] == "cells":
                cells = enumerate(game.cells, 1)
                ends = [Spot(target.kind, number) for number, pile in cells if not pile]
            yield Pointed(way.move, frozenset((source,)), tuple(ends))
        if TURN in self._player.legal_moves():
            yield Pointed(TURN, frozenset(), (Spot(STOCK),))

    def line_of(self, spots: Sequence[Spot]) -> str | None:
        first, *others = spots
        commands = self._player.commands.all
        if first.kind == STOCK:
            return "c" if TURN.name in commands and not others else None
        pile = self._pile(first)
        if first.at >= len(pile) or pile[first.at] is BACK:
            return None
        card = str(pile[first.at]).lower()
        if not others:
            return ""
        last = others[-1]
        if last.pile == first.pile:
            return card if last == first else None
        if last.kind not in self._letters:
            return None
        return self._typed(first, last) or f"{card} {self._sign(last)}"

    def _known(self) -> list[tuple[Way, Spot, Spot]]:
        """Return the ways of the legal moves, each with the spots where it begins and ends."""
        game = self._player.game
        if self._found[0] is not game:
            over = self._player.session.outcome() is not None
            ways = [] if over else [*self._reader.ways(game)]
            self._found = game, [(way, self._source(way), self._target(way)) for way in ways]
        return self._found[1]

    def _typed(self, first: Spot, last: Spot) -> str:
        """Return the line for the legal move from FIRST to LAST; '' if there is none."""
        game = self._player.game
        for way, source, target in self._known():
            if game.commands.all[way.move.name].any_order and source != first:
                source, target = target, source
            if source != first or target.kind != last.kind:
                continue
            if target.number == last.number or way.target.number is None:
                if FIELDS[last.kind] == "cells" and target.number != last.number:
                    return ""  # the person chooses the cell
                return self._reader.line_for(game, way, [one for one, *_ in self._known()])
        return ""

    def _sign(self, spot: Spot) -> str:
        """Return what is typed for the place SPOT: its card, or its letter and number."""
        pile, letter, layout = self._pile(spot), self._letters[spot.kind], self._player.game.layout
        if pile and FIELDS[spot.kind] == "tableau" and layout.copies == 1:
            return str(pile[-1]).lower()
        if not callable(self._places[letter]):
            return letter
        chosen = FIELDS[spot.kind] == "foundations" and not layout.foundations.chooses
        return letter if chosen else f"{letter}{spot.number}"

    def _source(self, way: Way) -> Spot:
        return Spot(self._kinds[way.source.letter], way.source.number or 0, way.at)

    def _target(self, way: Way) -> Spot:
        top = Spot(self._kinds[way.target.letter], way.to)
        return top._replace(at=max(0, len(self._pile(top)) - 1))

    def _pile(self, spot: Spot) -> Pile:
        piles = getattr(self._player.game.seen_by(1), FIELDS[spot.kind])
        found: Pile = piles[spot.number - 1] if spot.number else piles
        return found
