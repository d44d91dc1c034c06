"""Patiences in text: what the text players of patiences with a stock share.

No game words its moves. How a board is laid out is the business of each game.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, ClassVar

from click import unstyle

from cardgames.model.cards import Pile
from cardgames.model.commands import command
from cardgames.model.game import Move
from cardgames.model.patience import BuildingFromStock
from cardgames.model.piles import WASTE, foundation, tableau
from cardgames.play.language import Dialect
from cardgames.text.look import WORDS
from cardgames.text.textplayer import TextPlayer
from cardgames.text.wording import counted


class PatiencePlayer(TextPlayer):
    """Plays a patience in text."""

    boards_only = True
    stuck: ClassVar[str] = "no card can come into play any more"
    dialect = Dialect({"t": tableau, "f": foundation, "w": WASTE}, enter="card")
    game: BuildingFromStock

    def board(self, game: BuildingFromStock) -> str:
        """Return the picture of a position, or its sentences for a screen reader."""
        lines = self.sentences(game) if self.look.style == WORDS else self.picture(game)
        return "\n".join(lines) + "\n"

    def picture(self, game: Any) -> Iterable[str]:
        """Return the lines of the board."""
        raise NotImplementedError

    def sentences(self, game: Any) -> Iterable[str]:
        """Return the board in sentences."""
        raise NotImplementedError

    def tell(self, move: Move, game: BuildingFromStock) -> str:
        """Say which card MOVE takes where; it is found by comparing the piles."""
        if move.name == "card":
            if game.stock:
                return f"turn {min(game.options.draw, len(game.stock))} from the stock"
            return "turn the waste over" if game.waste else "nothing is left to turn"
        after = game.apply(move)
        cards, _ = grown(game.foundations, after.foundations)
        if cards:
            return f"{self.look.card(cards[-1])} to its foundation"
        cards, onto = grown(game.tableau, after.tableau)
        moved = "-".join([self.look.card(card) for card in dict.fromkeys((cards[0], cards[-1]))])
        return f"{moved} onto {self.look.card(onto[-1])}" if onto else f"{moved} to the empty pile"

    def score_text(self, game: BuildingFromStock) -> str:
        """Return the profit, and the number of cards on the foundations."""
        return f"{dollars(game.score())}: {game.founded()} of 52 cards are on the foundations."

    @command("a")
    def auto(self) -> None:
        """Move to the foundations every card that is safe there.

        A card is safe on its foundation if no card that could still be built on it in the
        tableau is left in play.
        """
        from cardgames.model.ways import safe_move

        moved = []
        while (move := safe_move(self.game)) is not None:
            moved.append(f"{move} ({self.tell(move, self.game)})")
            self.session.make(move)
        self.console.say("".join(f"{text}\n" for text in moved) or "No card is safe to move.\n")

    def noted(self, lines: list[str], notes: Sequence[str], column: int) -> list[str]:
        """Return the lines with a note from COLUMN on beside each of the first ones."""
        beside = [
            line + " " * (column - len(unstyle(line))) + self.look.dim(note) if note else line
            for line, note in zip(lines, notes)
        ]
        return beside + lines[len(notes) :]

    def named(self, pile: Pile) -> str:
        """Return the cards of a pile in words."""
        return ", ".join(map(self.look.card, pile)) or "empty"

    def piles_in_words(self, name: str, piles: Iterable[Pile]) -> Iterator[str]:
        """Yield a sentence for each of PILES: 'Tableau 2: queen of hearts.'"""
        return (f"{name} {number}: {self.named(pile)}." for number, pile in enumerate(piles, 1))

    def foundations_in_words(self, game: BuildingFromStock) -> Iterator[str]:
        """Yield a sentence for the top of each foundation."""
        return self.piles_in_words("Foundation", [pile[-1:] for pile in game.foundations])

    def stock_in_words(self, game: BuildingFromStock) -> Iterator[str]:
        """Yield the sentences about the waste and the stock."""
        yield f"Waste, {counted(len(game.waste), 'card')}: {self.named(game.waste[-1:])}."
        yield f"Stock, {counted(len(game.stock), 'card')}."


def grown(before: Sequence[Pile], after: Sequence[Pile]) -> tuple[Pile, Pile]:
    """Return the cards that came to a pile, and the pile that they came to; () if none did."""
    for old, new in zip(before, after):
        if len(new) > len(old):
            return new[len(old) :], old
    return (), ()


def rows(piles: Iterable[Sequence[str]], blank: str) -> list[str]:
    """Return the cells of PILES in lines, one pile beside the other, BLANK below their ends."""
    return ["".join(row) for row in zip_longest(*piles, fillvalue=blank)]


def stock_note(game: BuildingFromStock) -> str:
    """Return the number of cards in stock and waste: 'stock 34, waste 0'."""
    return f"stock {len(game.stock)}, waste {len(game.waste)}"


def redeals_note(game: BuildingFromStock) -> str:
    """Return how many redeals are left, if they are limited."""
    limit = game.options.redeals
    return "" if limit is None else f"{counted(limit - game.redeals, 'redeal')} left"


def dollars(amount: int) -> str:
    """Return an amount of money: -$45 or $210."""
    return f"-${-amount}" if amount < 0 else f"${amount}"
