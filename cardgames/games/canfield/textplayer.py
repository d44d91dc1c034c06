"""Canfield in text: its board, and the commands that ask the solver."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from cardgames.model.cards import RESERVE, WASTE, foundation, tableau
from cardgames.model.commands import Number, ShortForms, Word, command
from cardgames.model.strategy import ADVISER, SOLVER
from cardgames.text.patience import StockPlayer, beside, dollars, redeals_note, rows
from cardgames.text.wording import counted

ASKED: Final = 20_000
"""The number of positions that the solver looks at by default: a second or two of work."""
MOST: Final = 10_000_000
"""The greatest number of positions that a player can ask the solver to look at."""
UNASKED: Final = 1_500
"""The number of positions that the solver looks at when no player asked for it."""


class CanfieldPlayer(StockPlayer):
    """Plays Canfield in text."""

    short_forms = ShortForms(
        {"t": tableau, "f": foundation, "r": RESERVE, "w": WASTE}, enter="card"
    )
    _tableau: object = None
    """The tableau shown last; `_rows` holds the lines that show it."""
    _rows: list[str] = []

    @command("a", Word("STRATEGY", "fair", "quick", SOLVER, optional=True))
    def auto(self, strategy: str = ADVISER) -> None:
        """Let the computer play to the end.

        At a terminal it shows every move; the space bar pauses, other keys skip to the end. 'fair'
        plays as the hints do, 'quick' looks less far ahead, and 'solver' knows the hidden cards.
        """
        self._check(strategy)
        self.play_on(strategy)
        if self.console.interactive and self.session.outcome() is None and self.session.is_stuck():
            self.screen.say(self._way_back())

    @command("win?", Number("N", 1, MOST, what="number of positions to look at", optional=True))
    def winnable(self, n: int = ASKED) -> None:
        """Say whether the game can still be won.

        The solver knows the hidden cards, so this counts as a hint. It looks at N positions at
        most (default: 20,000).
        """
        self.session.check_going()
        self.session.ask("winnable" if n == ASKED else f"winnable {n}")
        if self.loading:
            return
        from cardgames.text.verdicts import verdict_text

        try:
            self.screen.say(verdict_text(self.session, n, MOST))
        except KeyboardInterrupt:
            if not self.console.interactive:
                raise
            self.screen.say("The solver stops, and has found out nothing.\n")

    @command()
    def solution(self) -> None:
        """Let the solver play on to a win, if there is one.

        It knows the hidden cards. One undo takes back all that it did.
        """
        self.auto(SOLVER)

    def finish(self, computer: str) -> int:
        """Let the computer player called COMPUTER play the whole deal; return the exit status."""
        self._check(computer)
        return super().finish(computer)

    def _check(self, computer: str) -> None:
        """If COMPUTER is the solver, check that the game can be won; raises IllegalMove if not."""
        if computer == SOLVER:
            from cardgames.text.verdicts import check_winnable

            check_winnable(self.session)

    def outlook(self, game: Any) -> str:
        """Say that all cards can go up, or that GAME is stuck and when it last could be won."""
        told = super().outlook(game)
        if self.console.interactive and told and self.session.is_stuck():
            told += self._way_back()
        return told

    def parting(self) -> str:
        """Say, when the player gives up, whether the game can be won, or when it last could be."""
        if self.session.outcome() is not None or not self.session.history.steps:
            return ""
        from cardgames.text.verdicts import parting_text

        return parting_text(self.session, UNASKED)

    def _way_back(self) -> str:
        """Say how many moves ago the game could last be won; '' if the solver does not find out."""
        from cardgames.text.verdicts import way_back

        return way_back(self.session, UNASKED)

    def picture(self, game: Any) -> Iterable[str]:
        """Lay out the board as in the program that this game follows.

        The foundations are above, reserve, stock and waste at the left, the tableau at the right.
        """
        look, cells = self.look, self.look.cells
        if self._tableau is not game.tableau:  # most commands leave it as it is
            piles = [[cells[card] for card in pile] for pile in game.tableau]
            self._tableau, self._rows = game.tableau, rows(piles, cells[None])
        tableau = self._rows
        stock = " ### " if game.stock else " --- "
        lines = [
            "          " + "".join(look.tops(game.foundations)),
            "",
            f"{look.top(game.reserve)}      {tableau[0] if tableau else ' ---' * 4}",
            f"{stock}{look.top(game.waste)[1:]}  {tableau[1] if len(tableau) > 1 else ''}",
            *["          " + row for row in tableau[2:]],
        ]
        if game.options.reserve == "open":
            lines.append("  reserve:" + "".join([cells[card] for card in game.reserve]))
        return lines

    def layout(self, game: Any) -> Iterable[str]:
        """Lay out the board with the name of each pile and its number of cards."""
        look, cells = self.look, self.look.cells
        left = [self.labelled("reserve", game.reserve), *self.stock_and_waste(game)]
        notes = (f"base {game.base.label}", dollars(game.score()), redeals_note(game))
        left += [look.dim(f" {note}") for note in notes if note]
        tableau = rows([[cells[card] for card in pile or [None]] for pile in game.tableau], "    ")
        foundations = "".join(look.tops(game.foundations))
        lines = beside(left, [foundations, self.numbers(4), *tableau])
        return [*lines, *self._open_reserve(game)]

    def _open_reserve(self, game: Any) -> Iterator[str]:
        """Yield the lines that show all cards of a reserve that is not hidden."""
        if game.options.reserve == "open" and game.reserve:
            yield self.look.dim(" the reserve, its top card last")
            across = (self.look.columns - 1) // 4
            for at in range(0, len(game.reserve), across):
                cards = game.reserve[at : at + across]
                yield "".join([self.look.cells[card] for card in cards])

    def seen_now(self, before: Any, after: Any) -> Iterator[str]:
        """Yield phrases about changes of the stock, the waste and the top card of the reserve."""
        yield from super().seen_now(before, after)
        if after.reserve != before.reserve:
            yield self.top_now("reserve", after.reserve)

    def sentences(self, game: Any) -> Iterable[str]:
        """Return the board in sentences."""
        reserve = game.reserve if game.options.reserve == "open" else game.reserve[-1:]
        yield f"Base rank: {game.base.name.lower()}."
        yield from super().sentences(game)
        yield f"Reserve, {counted(len(game.reserve), 'card')}: {self.named(reserve)}."
        yield from self.stock_in_words(game)
