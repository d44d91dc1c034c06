"""The quick form of positions, held to the plain one: the same steps, and so the same advice.

The steps are compared where cards lie at random, be it reached in a game or not, and the advice in
games that are played under all options.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice, product
from typing import Any, TypeAlias

import pytest

from cardgames.games.canfield.game import Canfield
from cardgames.games.canfield.quick import QuickCanfield, QuickStrategy
from cardgames.games.klondike import quick as klondike
from cardgames.games.klondike.game import Klondike
from cardgames.model.cards import CARDS, DECK, Card, Pile, Rank, Suit, build_by
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Advice
from cardgames.patience import ways
from cardgames.patience.game import Patience
from cardgames.patience.quick import Ground, QuickPositions, StockPositions
from cardgames.patience.ways import StockStrategy
from tests.samples import sample

Twins: TypeAlias = tuple[type[StockStrategy], type[StockStrategy]]

QUICK: dict[str, type[QuickPositions]] = {
    "canfield": QuickCanfield,
    "klondike": klondike.QuickKlondike,
}
GAMES: dict[str, type[Patience]] = {"canfield": Canfield, "klondike": Klondike}
EACH = {"canfield": sample(1, 4), "klondike": sample(2, 15)}
"""The number of positions at random for each choice of options."""
MOVES, LOOKS = 80, 6
"""The moves of the games that are played, and the number of positions that are looked at."""
APART = {"canfield": sample(41, 11), "klondike": sample(23, 7)}
"""The advice is compared under one in so many choices of options: every value is among them."""
SHORT = 60
"""The number of positions after which the searches that are compared end."""

SUITS = tuple(Suit)
ONWARD = {(name, False) for name in ("card", "tabfnd", "tabtab", "wstfnd", "wsttab", "fndtab")}
ENDING = {(name, True) for name in ("card", "tabfnd", "tabtab")}
KINDS = {
    "canfield": ONWARD | ENDING | {("resfnd", True), ("restab", True)},
    "klondike": ONWARD | ENDING,
}
"""The steps of each game, and whether a search can go on after them."""

every_game = pytest.mark.parametrize("name", QUICK)


class PlainCanfield(QuickStrategy):
    """Searches the positions of the model."""

    ground = StockPositions


class PlainKlondike(klondike.QuickStrategy):
    """Searches the positions of the model."""

    ground = StockPositions


PLAYERS: dict[str, Twins] = {
    "canfield": (QuickStrategy, PlainCanfield),
    "klondike": (klondike.QuickStrategy, PlainKlondike),
}
"""The quick player of each game, and its plain twin."""


def every_options(name: str) -> Iterator[Any]:
    """All options of a game, though with few numbers of redeals."""
    options = GAMES[name].options_type
    _, _, *others = [declared.metadata["argument"].choices() for declared in options.declared()]
    return (options(*chosen) for chosen in product((1, 2, 3), (0, 1, 2, None), *others))


class Scatter:
    """Cards that are laid out at random, in places that a game may never bring them to."""

    def __init__(self, options: Any, base: Rank, seed: int) -> None:
        """Shuffle a deck, and take the cards on the foundations out of it."""
        self.random, self.options = Random(seed), options
        self.cards = list(shuffled_deck(self.random))
        self.founded = tuple([self.suit_from(base, suit) for suit in SUITS[seed % 4 :] + SUITS])[:4]

    def suit_from(self, base: Rank, suit: Suit) -> Pile:
        """The cards of a suit that lie on its foundation, in half of the cases none."""
        height = self.random.below(14) * self.random.below(2)
        up = [CARDS[Rank((base + i - 1) % 13 + 1), suit] for i in range(height)]
        up = [card for card in up if card in self.cards]  # the suit may come twice
        self.cards = [card for card in self.cards if card not in up]
        return tuple(up)

    def pile(self, most: int) -> Pile:
        """A pile of any cards, fewer than MOST."""
        size = self.random.below(most)
        taken, self.cards = self.cards[:size], self.cards[size:]
        return tuple(taken)

    def run(self) -> Pile:
        """A pile built by the rules, in some cases of any cards."""
        if self.random.below(4) == 0:
            return self.pile(4)
        run = self.pile(2)
        while run and self.random.below(4):
            card = next((card for card in self.cards if self.fits(card, run)), None)
            if card is None:
                break
            self.cards.remove(card)
            run += (card,)
        return run

    def fits(self, card: Card, run: Pile) -> bool:
        """Can the card be built on a pile?"""
        return run[-1] in build_by(self.options.build).below[card]

    def redeals(self) -> int:
        """A number of redeals that the options allow."""
        allowed = self.options.redeals
        return self.random.below(1 + (2 if allowed is None else allowed))

    def rest(self) -> Pile:
        """The cards that are left."""
        return tuple(self.cards)


def scattered_canfield(options: Any, seed: int) -> Canfield:
    """A position of Canfield with the cards anywhere."""
    base = Rank(seed % 13 + 1)
    cards = Scatter(options, base, seed)
    tableau = tuple([cards.run() for _ in range(4)])
    reserve, waste = cards.pile(4), cards.pile(6)
    return Canfield(
        options,
        tableau=tableau,
        stock=cards.rest(),
        waste=waste,
        foundations=cards.founded,
        redeals=cards.redeals(),
        base=base,
        reserve=reserve,
    )


def scattered_klondike(options: Any, seed: int) -> Klondike:
    """A position of Klondike with the cards anywhere."""
    cards = Scatter(options, Rank.ACE, seed)
    runs = [cards.run() for _ in range(7)]
    below = [cards.pile(3) if run else () for run in runs]
    tableau = tuple(down + run for down, run in zip(below, runs))
    downs, waste = tuple(map(len, below)), cards.pile(6)
    return Klondike(options, tableau, downs, cards.rest(), waste, cards.founded, cards.redeals())


SCATTERED: dict[str, Callable[[Any, int], Patience]] = {
    "canfield": scattered_canfield,
    "klondike": scattered_klondike,
}


@cache
def positions(name: str) -> list[tuple[StockPositions, QuickPositions]]:
    """Positions at random under all options, as their player sees them, in both forms."""
    found = []
    for number, options in enumerate(every_options(name)):
        for seed in range(EACH[name] * number, EACH[name] * (number + 1)):
            game = SCATTERED[name](options, seed).seen_by(1)
            found.append((StockPositions(game), QUICK[name](game)))
    return found


def steps(ground: Ground[Any], form: Ground[Any]) -> list[tuple[str, object]]:
    """The steps that change anything, and what they lead to in the form of another ground."""
    start = ground.start
    return [
        (str(move), None if after is None else after if ground is form else form.formed(after))
        for move, after in ground.steps(start)
        if after is None or ground.key(after) != ground.key(start)
    ]


@every_game
class TestPositions:
    def test_they_have_the_same_steps(self, name: str) -> None:
        kinds: set[tuple[str, bool]] = set()
        for plain, quick in positions(name):
            found = steps(quick, quick)
            assert found == steps(plain, quick), plain.game
            kinds |= {(move.split()[0], after is None) for move, after in found}
        assert kinds == KINDS[name]

    def test_the_same_positions_count_as_one(self, name: str) -> None:
        """Those after a step, or with the tableau piles in another order."""
        for plain, quick in positions(name)[::3]:
            around = [after for _, after in plain.steps(plain.start) if after is not None]
            around += [game.changed(tableau=game.tableau[::-1]) for game in around[:3]]
            keys = [(plain.key(game), quick.key(quick.formed(game))) for game in around]
            assert len(set(keys)) == len({key for key, _ in keys}) == len({key for _, key in keys})

    def test_the_last_turn_buries_the_waste_in_both(self, name: str) -> None:
        for plain, quick in positions(name):
            assert quick.buries(quick.start) is plain.buries(plain.start), plain.game

    def test_they_take_the_same_cards_from_the_waste(self, name: str) -> None:
        for number, (plain, quick) in enumerate(positions(name)):
            up = {card for pile in plain.game.foundations for card in pile}
            card = DECK[number % 52]
            if card not in up:
                assert quick.taking([card])(quick.start) is plain.taking([card])(plain.start)


def looks(name: str, options: Any, seed: int) -> Iterator[Patience]:
    """Positions of a game played by its hints, and now and then at random."""
    random, player = Random(seed), PLAYERS[name][0]()
    game: Any = GAMES[name].deal(shuffled_deck(random), options)
    for number in range(MOVES):
        if number % (MOVES // LOOKS) == seed % (MOVES // LOOKS):
            yield game
        hint = next(player.advise(game.seen_by(1)), None)
        moves = [hint.move] if hint and hint.move and random.below(4) else list(game.legal_moves())
        if moves:
            game = game.apply(moves[random.below(len(moves))])
        if not moves or game.outcome() is not None:
            return


def best(player: StockStrategy, game: Patience) -> list[Advice | None]:
    """The best pieces of advice, and what is left to advise after all others."""
    return [*islice(player.advise(game), 2), player.way_out(player.ground(game), SHORT)]


@every_game
def test_the_advice_is_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The best of it, in its order, with its reasons and plans; and the verdict without any.

    The searches are cut short, to save time.
    """
    monkeypatch.setattr(ways, "MOST_POSITIONS", SHORT)
    monkeypatch.setattr(ways, "MOST_WATCHED", SHORT)
    for seed, options in islice(enumerate(every_options(name)), 0, None, APART[name]):
        quick, plain = [player() for player in PLAYERS[name]]
        for game in looks(name, options, seed):
            seen = game.seen_by(1)
            assert best(quick, seen) == best(plain, seen), game
            assert quick.is_stuck(game) is plain.is_stuck(game), game
