"""The talon: the stock, and the waste that it is turned to."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cardgames.model.cards import BACK, Card, Pile, Place, parse_card
from cardgames.model.commands import Command, Route
from cardgames.model.errors import IllegalMove
from cardgames.patience.kinds.kind import (
    WASTE,
    Declared,
    Kind,
    Name,
    Option,
    Size,
    Table,
    in_words,
    no_neighbor,
    one_of,
)

# how many ranks apart the waste's top card and the card put on it may be; king and ace: 12
TAKES: Final[Mapping[str, tuple[int, ...]]] = {"none": (), "neighbor": (1,), "around": (1, 12)}
# what each value of TAKES means for kings and aces, in the rules
_ENDS: Final = {
    "neighbor": "nothing lies on a king but a queen, and on an ace only a two",
    "around": "ace and king follow each other",
}


class Stock(Kind):
    """The cards left after the deal, to be turned to the waste or dealt in rows to the tableau."""

    field, code, noun = "stock", "stk", "stock"

    def __init__(
        self,
        to: str = "waste",
        *,
        draw: Size = 1,
        redeals: int | None | Option = 0,
        full: bool = False,
    ) -> None:
        """Turn DRAW cards at a time; the waste may become the stock REDEALS times (None: no limit).

        With FULL, no row is dealt while a tableau pile is empty.
        """
        self.to = one_of(to, "to", ("waste", "tableau"))
        self.draw: Any = draw
        self.redeals: Any = redeals
        self.full = full

    def deal(self, deck: Pile) -> Pile:
        return deck

    def moves(self, layout: Any) -> Iterator[Declared]:
        help = layout.tableau.row_help
        if self.to == "waste":
            cards = "a card" if self.draw == 1 else "cards"
            help = f"Turn {cards} of the stock to the waste."
            if self.redeals != 0:
                help = "Turn cards to the waste, or the waste to a new stock."
        route = Route("stock", str(self.to))
        yield Command("card", "card", ("c",), (), help, route), lambda game: game.turned()

    def turn(self, game: Table) -> Table:
        """Turn cards to the waste, or the waste to a new stock; or deal a row to the tableau."""
        stock, waste = game.stock, game.waste
        if self.to == "tableau":
            return game.layout.tableau.with_row(game)
        if stock:
            draw = self.draw
            return game.changed(stock=stock[:-draw], waste=waste + stock[: -draw - 1 : -1])
        if not waste:
            raise IllegalMove("the stock and the waste are empty")
        if game.redeals == self.redeals:
            raise IllegalMove(f"the stock is empty, and {redeals_used(game.redeals)}")
        return game.changed(stock=waste[::-1], waste=(), redeals=game.redeals + 1)

    def backs(self, game: Table) -> Any:
        return (BACK,) * len(game.stock) if game.stock and not game.redeals else None

    def possible(self, game: Table) -> dict[str, bool]:
        most = self.redeals
        return {"redeals": game.redeals >= 0 and (most is None or game.redeals <= most)}

    def deal_words(self, layout: Any) -> Iterator[str]:
        yield f"The other {layout.stocked} cards are the stock, face down."

    def play_words(self, layout: Any) -> Iterator[str]:
        if self.to == "tableau":
            yield layout.tableau.row_words
            yield from ["No pile may be empty then."] * self.full
            return
        cards = "one card" if self.draw == 1 else f"{in_words(self.draw)} cards"
        yield f"The stock is turned to the waste, {cards} at a time."
        if layout.waste and not layout.taking:
            yield layout.tableau.waste_words
        again = "the waste becomes the stock again"
        if self.redeals is None:
            yield f"When the stock is empty, {again}."
        else:
            times = f"T{again[1:]} {in_words(self.redeals)} times."
            yield times if self.redeals else "It is turned only once."


class Waste(Kind):
    """The pile that the stock is turned to; DEALT cards lie there after the deal."""

    field, letter, code, noun = "waste", "w", "wst", "waste"
    place = WASTE
    top, onto = "the top card of the waste", "the waste"

    def __init__(self, *, takes: Name = "none", dealt: int = 0) -> None:
        """TAKES is a name in TAKES: the rule for cards that go from the tableau to the waste."""
        self.takes = one_of(takes, "takes", TAKES)
        self.dealt = dealt

    def deal(self, deck: Pile) -> Pile:
        return deck[: -self.dealt - 1 : -1]

    def space(self, layout: Any) -> str:
        return "cardgames.patience.playing.PlayingSpace" if layout.taking else ""

    def sources(self, layout: Any) -> tuple[str, ...]:
        return ("tableau",) if self.takes != "none" else ()

    def gives(self, target: Kind) -> bool:
        return self.takes == "none"

    def place_for(self, game: Table, card: Card, source: Place, *to: int) -> Place:
        top = game.filled(WASTE)[-1]
        if abs(card.rank - top.rank) not in game.layout.taking:
            raise IllegalMove(*no_neighbor(game.layout.taking, card, top))
        return WASTE

    def possible(self, game: Table) -> dict[str, bool]:
        talon = game.layout.stocked + self.dealt
        return {"waste": self.takes != "none" or len(game.stock + game.waste) <= talon}

    def aim_words(self, layout: Any) -> Iterator[str]:
        if layout.taking:
            yield f"The aim is to play all cards of the tableau to the {self.noun}."

    def deal_words(self, layout: Any) -> Iterator[str]:
        if self.dealt:
            yield "The next card begins the waste."

    def play_words(self, layout: Any) -> Iterator[str]:
        if layout.taking:
            yield f"The top card of a pile goes to the {self.noun} if it is one rank higher or"
            yield f"lower than the card there, in any suit; {_ENDS[str(self.takes)]}."


class Hole(Waste):
    """A waste without a stock, which the card FIRST begins before the deal."""

    noun = "hole"
    place = Place("waste", 0, "the hole")
    onto = "the hole"

    def __init__(self, first: str, *, takes: Name = "around") -> None:
        super().__init__(takes=takes, dealt=1)
        self.first = first

    def begins(self, card: Card) -> bool:
        return str(card) == self.first

    def deal(self, deck: Pile) -> Pile:
        return ()

    def deal_words(self, layout: Any) -> Iterator[str]:
        card = parse_card(self.first)
        name = f"{card.rank.name} of {card.suit.name}".lower()
        yield f"The {name} is put into the hole before the deal."


def redeals_used(redeals: int) -> str:
    told = {0: "no redeal is allowed", 1: "its one redeal is used"}
    return told.get(redeals, f"its {redeals} redeals are used")
