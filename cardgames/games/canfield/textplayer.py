"""Canfield in text: its board, and the words for its moves."""

from collections.abc import Callable
from itertools import zip_longest
from typing import Final

from click import unstyle

from cardgames.games.canfield.game import Canfield
from cardgames.model.cards import Pile
from cardgames.model.commands import command
from cardgames.model.game import Move
from cardgames.text.look import WORDS, Look
from cardgames.text.textplayer import TextPlayer
from cardgames.text.wording import counted


class CanfieldPlayer(TextPlayer):
    """Plays Canfield in text."""

    boards_only = True
    stuck = "no card can come into play any more"
    game: Canfield

    def board(self, game: Canfield) -> str:
        """The foundations above, reserve, stock and waste at the left, the tableau at the right."""
        return (board_in_words if self.look.style == WORDS else board)(game, self.look)

    def tell(self, move: Move, game: Canfield) -> str:
        """Which card goes where."""
        return described(move, game, self.look)

    def score_text(self, game: Canfield) -> str:
        """The profit, and the cards on the foundations."""
        return f"{dollars(game.score())}: {game.founded()} of 52 cards are on the foundations."

    @command("a")
    def auto(self) -> None:
        """Move to the foundations every card that is safe there.

        A card is safe on its foundation if no card that could still be built on it in the
        tableau is left in play.
        """
        from cardgames.games.canfield.strategy import safe_move

        moved = []
        while (move := safe_move(self.game)) is not None:
            moved.append(f"{move} ({described(move, self.game, self.look)})")
            self.session.make(move)
        self.console.say("".join(f"{text}\n" for text in moved) or "No card is safe to move.\n")


def board(game: Canfield, look: Look) -> str:
    """The board, laid out as in the program that this game follows."""
    cells = look.cells
    tableau = ["".join([cells[card] for card in row]) for row in zip_longest(*game.tableau)]
    stock = " ### " if game.stock else " --- "
    lines = [
        "          " + "".join([look.top(pile) for pile in game.foundations]),
        "",
        f"{look.top(game.reserve)}      {tableau[0] if tableau else ' ---' * 4}",
        f"{stock}{look.top(game.waste)[1:]}  {tableau[1] if len(tableau) > 1 else ''}",
        *["          " + row for row in tableau[2:]],
    ]
    if look.notes:
        lines = annotated(lines, game, look)
    if game.options.reserve == "open":
        lines.append("  reserve:" + "".join([cells[card] for card in game.reserve]))
    return "\n".join(lines) + "\n"


def annotated(lines: list[str], game: Canfield, look: Look) -> list[str]:
    """The lines of the board with the pile numbers, and with notes at their right."""
    notes = (
        f"base {game.base.label}",
        dollars(game.score()),
        f"reserve {len(game.reserve)}",
        f"stock {len(game.stock)}, waste {len(game.waste)}",
    )
    lines[1] = " " * 13 + look.dim("1   2   3   4")
    noted = [
        line + " " * (32 - len(unstyle(line))) + look.dim(note) for line, note in zip(lines, notes)
    ]
    return noted + lines[len(notes) :]


def board_in_words(game: Canfield, look: Look) -> str:
    """The board in sentences, for a screen reader."""

    def named(pile: Pile) -> str:
        return ", ".join(map(look.card, pile)) or "empty"

    reserve = game.reserve if game.options.reserve == "open" else game.reserve[-1:]
    lines = [f"Base rank: {game.base.name.lower()}."]
    lines += [f"Foundation {f}: {named(pile[-1:])}." for f, pile in enumerate(game.foundations, 1)]
    lines += [f"Tableau {t}: {named(pile)}." for t, pile in enumerate(game.tableau, 1)]
    lines.append(f"Reserve, {counted(len(game.reserve), 'card')}: {named(reserve)}.")
    lines.append(f"Waste, {counted(len(game.waste), 'card')}: {named(game.waste[-1:])}.")
    lines.append(f"Stock, {counted(len(game.stock), 'card')}.")
    return "\n".join(lines) + "\n"


def dollars(amount: int) -> str:
    """An amount of money: -$45 or $210."""
    return f"-${-amount}" if amount < 0 else f"${amount}"


def described(move: Move, game: Canfield, look: Look) -> str:
    """Which card MOVE takes where, in a position where it is legal."""
    if move.name == "card":
        if game.stock:
            return f"turn {min(game.options.draw, len(game.stock))} from the stock"
        return "turn the waste over" if game.waste else "nothing is left to turn"
    source, target = move.name[:3], move.name[3:]
    pile = SOURCES[source](game, move)
    moved = look.card(pile[-1])
    if target == "fnd":
        return f"{moved} to its foundation"
    onto = game.tableau[move.arguments[-1] - 1]
    if source == "tab" and len(pile) > 1:
        moved = f"{look.card(pile[0])}-{moved}"
    return f"{moved} onto {look.card(onto[-1])}" if onto else f"{moved} to the empty pile"


SOURCES: Final[dict[str, Callable[[Canfield, Move], Pile]]] = {
    "res": lambda game, move: game.reserve,
    "wst": lambda game, move: game.waste,
    "tab": lambda game, move: game.tableau[move.arguments[0] - 1],
    "fnd": lambda game, move: game.foundations[move.arguments[0] - 1],
}
"""The pile that a move takes from, by the first letters of its name."""
