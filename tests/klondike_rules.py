"""The rules of Klondike's solver, each of them removed or weakened, so that tests can miss it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cardgames.games.klondike import strategy as solver
from cardgames.games.klondike.strategy import BIT, ColumnRelaxation, Columns, KlondikeSpace, Pair
from cardgames.model.cards import build_by
from cardgames.patience import building
from cardgames.patience.building import Rules
from cardgames.patience.search import Phase, Talon

Change = Callable[[pytest.MonkeyPatch], None]
SUIT = sum(BIT[card] for card in range(0, 52, 4))
"""The set of one suit."""
EXCHANGES, BACK, OPENINGS = "_exchanges", "_back", "_openings"


def only_if(name: str, allowed: Callable[[KlondikeSpace, int, int, Columns, int], bool]) -> Change:
    """Leave out the ways of a method of the steps for cards that are not ALLOWED."""
    real = getattr(KlondikeSpace, name)

    def fewer(self: KlondikeSpace, founded: int, up: int, left: Columns, card: int) -> Any:
        return real(self, founded, up, left, card) if allowed(self, founded, up, left, card) else ()

    return lambda patch: patch.setattr(KlondikeSpace, name, fewer)


def only_ways(allowed: Callable[[int], bool]) -> Change:
    """Let only such sets of cards come back together as are ALLOWED."""
    real = KlondikeSpace._back

    def fewer(self: Any, founded: int, up: int, left: Columns, card: int) -> Iterator[Pair]:
        for founded1, up1 in real(self, founded, up, left, card):
            if allowed(founded & ~founded1):
                yield founded1, up1

    return lambda patch: patch.setattr(KlondikeSpace, BACK, fewer)


def not_onto_bases(patch: pytest.MonkeyPatch) -> None:
    """Let no card come back onto the first face-up card of a column."""
    real = KlondikeSpace._back

    def fewer(self: Any, founded: int, up: int, left: Columns, card: int) -> Iterator[Pair]:
        return real(self, founded, up, left._replace(bases=0), card)

    patch.setattr(KlondikeSpace, BACK, fewer)


def not_onto_what_it_turned_up(patch: pytest.MonkeyPatch) -> None:
    """Let no card come back onto the card that lay below it when it was dealt."""
    real = KlondikeSpace._back

    def fewer(self: Any, founded: int, up: int, left: Columns, card: int) -> Iterator[Pair]:
        for dealt in self._dealt:
            for below, above in zip(dealt, dealt[1:]):
                if above == BIT[card]:
                    left = left._replace(bases=left.bases & ~below)
        return real(self, founded, up, left, card)

    patch.setattr(KlondikeSpace, BACK, fewer)


def no_carriers(patch: pytest.MonkeyPatch) -> None:
    """Let no card come back to carry one that is laid."""
    after_init(lambda space: setattr(space, "_carriers", ((),) * 52))(patch)


def safe_earlier(ranks: int) -> Change:
    """Take a card for safe some ranks too early."""
    real = solver.needed

    def lax(rules: Rules) -> list[int]:
        return [needs & _lower(needs, ranks) for needs in real(rules)]

    return lambda patch: patch.setattr(solver, "needed", lax)


def _lower(cards: int, ranks: int) -> int:
    """Return the cards of a set that have cards some RANKS higher in their suits in it."""
    return cards & cards >> 4 * ranks


def columns(change: Callable[[Columns], Columns]) -> Change:
    """Change what is known of the columns."""
    real = KlondikeSpace._new_columns
    return lambda patch: patch.setattr(
        KlondikeSpace, "_new_columns", lambda self, gone: change(real(self, gone))
    )


def kings_anywhere(patch: pytest.MonkeyPatch) -> None:
    """Let a king that cannot go to a space be laid all the same."""
    real = KlondikeSpace._openings

    def more(self: Any, founded: int, up: int, left: Columns, card: int) -> Any:
        return [(founded, up)] if card >= 48 else real(self, founded, up, left, card)

    patch.setattr(KlondikeSpace, OPENINGS, more)


def turning(draw: int | None = None, redeals: int = 0, start: bool = False) -> Change:
    """Turn another number of cards, allow more or fewer REDEALS, or always START a new pass."""
    real = Talon.coming

    def coming(self: Talon, size: int, phase: Phase) -> tuple[Phase, ...]:
        turned, before = phase
        most = None if self.redeals is None else self.redeals + redeals
        if most is not None and most < before:
            most = before
        other = Talon(draw or self.draw, most)
        return real(other, size, (0 if start else turned, before))

    return lambda patch: patch.setattr(Talon, "coming", coming)


def without_rests(patch: pytest.MonkeyPatch) -> None:
    """Never turn the cards that are left at the end of the stock, if they are too few."""
    real = Talon.coming

    def coming(self: Talon, size: int, phase: Phase) -> tuple[Phase, ...]:
        found = real(self, size, phase)
        return tuple(
            [(n, again) for n, again in found if n == phase[0] or n < size or n % self.draw == 0]
        )

    patch.setattr(Talon, "coming", coming)


def two_redeals(patch: pytest.MonkeyPatch) -> None:
    """Take redeals without a limit for two."""
    real = Talon.__new__

    def new(cls: type[Talon], draw: int, redeals: int | None) -> Talon:
        return real(cls, draw, 2 if redeals is None else redeals)

    patch.setattr(Talon, "__new__", new)


def setting(where: Any, name: str, value: Any) -> Change:
    """Set an attribute."""
    return lambda patch: patch.setattr(where, name, value)


def after_init(change: Callable[[Any], None]) -> Change:
    """CHANGE the steps at their beginning."""
    real = KlondikeSpace.__init__

    def init(self: KlondikeSpace, game: Any) -> None:
        real(self, game)
        change(self)

    return lambda patch: patch.setattr(KlondikeSpace, "__init__", init)


def begun_freely(patch: pytest.MonkeyPatch) -> None:
    """Found safe cards of the talon by any draw."""
    real = KlondikeSpace._settled

    def settled(self: Any, *parts: int) -> int:
        self._free_turns = True
        return real(self, *parts)

    patch.setattr(KlondikeSpace, "_settled", settled)


def built(other: str) -> Change:
    """Build in the OTHER way, the deal's own notwithstanding."""
    rooms, carriers = solver.room(other), building.carriers(build_by(other), False)

    def change(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(solver, "room", lambda build: rooms)
        after_init(lambda space: setattr(space, "_carriers", carriers))(patch)

    return change


def one_leaves(patch: pytest.MonkeyPatch) -> None:
    """Try only the first of the cards that can leave their columns in the easier game."""
    real = ColumnRelaxation._leaving
    patch.setattr(ColumnRelaxation, "_leaving", lambda self, counts: [*real(self, counts)][:1])


def easier_room(change: Callable[[int, int, int, int], tuple[int, int, int, int]]) -> Change:
    """Change what the easier game takes for the card, the stuck ones, the hidden ones, spaces."""
    real = ColumnRelaxation._has_room
    return lambda patch: patch.setattr(
        ColumnRelaxation, "_has_room", lambda self, *given: real(self, *change(*given))
    )


RULES: dict[str, Change] = {
    "exchanges that free a base": only_if(EXCHANGES, lambda s, f, up, l, c: bool(up & BIT[c])),
    "exchanges that free a lying card": only_if(EXCHANGES, lambda s, f, up, l, c: not up & BIT[c]),
    "coming back to carry": no_carriers,
    "chains of one suit": only_ways(
        lambda back: all((back & SUIT << s).bit_count() <= 1 for s in range(4))
    ),
    "chains of suits": only_ways(lambda back: sum(bool(back & SUIT << s) for s in range(4)) <= 1),
    "coming back onto a base": not_onto_bases,
    "coming back onto the card below": not_onto_what_it_turned_up,
    "safe cards": safe_earlier(2),
    "a lone king stays in its column": columns(
        lambda left: left._replace(bases=left.bases | left.alone, alone=0)
    ),
    "a lone king is face up": columns(lambda left: left._replace(alone=0)),
    "kings of columns to spaces": only_if(
        OPENINGS, lambda s, f, up, l, c: c < 48 or not l.bases & BIT[c]
    ),
    "kings need spaces": kings_anywhere,
    "draw": turning(draw=1),
    "phase": turning(start=True),
    "rests": without_rests,
    "one redeal more": turning(redeals=1),
    "one redeal fewer": turning(redeals=-1),
    "covers ignores the phase": setting(
        Talon, "covers", lambda self, a, b: a[0] <= b[0] and a[1] <= b[1]
    ),
    "covers ignores the waste": setting(
        Talon, "covers", lambda self, a, b: (b[0] - a[0]) % self.draw == 0 and a[1] <= b[1]
    ),
    "covers ignores redeals": setting(
        Talon, "covers", lambda self, a, b: (b[0] - a[0]) % self.draw == 0 and a[0] <= b[0]
    ),
    "covers by new pass too lax": setting(
        Talon, "covers", lambda self, a, b: b[0] % self.draw == 0 and a[1] <= b[1]
    ),
    "least": setting(Talon, "least", lambda self, turned, size: 0),
    "free turns": begun_freely,
    "free": setting(KlondikeSpace, "_is_free", lambda *_: True),
    "built by colors": built("colors"),
    "built by others": built("others"),
    "built by suit": built("suit"),
    "root: free": setting(solver, "_above", lambda cards: solver.CARDS),
    "root: room": setting(ColumnRelaxation, "_has_room", lambda *_: False),
    "root: kings": easier_room(lambda card, stuck, hid, spaces: (card, stuck, hid, 0)),
    "root: one leaves": one_leaves,
    "endless as 2": two_redeals,
    "talon to play": setting(KlondikeSpace, "to_play", lambda self, state: 3 * self.locked(state)),
}
"""The rules, each with a change that makes a verdict wrong."""
PROOFS: dict[str, Change] = {
    "root: all free": setting(solver, "_above", lambda cards: 0),
    "root: stuck": easier_room(lambda card, stuck, hid, spaces: (card, 0, hid, spaces)),
    "root: hidden": easier_room(lambda card, stuck, hid, spaces: (card, stuck, 0, spaces)),
    "root: any space": easier_room(lambda card, stuck, hid, spaces: (card, stuck, hid, 9)),
}
"""What makes the easier game so easy that it proves nothing."""
