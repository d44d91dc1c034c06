"""The text player of a patience with a stock and a waste, and the commands that ask its solver."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from cardgames.model.arguments import Number, Word
from cardgames.model.cards import BACK, WASTE, Card, Pile, foundation, tableau
from cardgames.model.commands import Command, ShortForms, command
from cardgames.model.game import Move
from cardgames.model.strategy import ADVISER, SOLVER
from cardgames.patience.game import TURN, Patience
from cardgames.text import commands
from cardgames.text.patience import PatiencePlayer, added
from cardgames.text.wording import WON_ONCE, counted, dollars, review_text, stuck_text

MOST: Final = 10_000_000
"""The greatest number of positions that a player can ask the solver to look at."""
STOPPED: Final = "the solver was stopped, and has found out nothing"
UNASKED: Final = 1_500
"""The number of positions that the solver looks at when no player asked for it."""


class StockPlayer(PatiencePlayer):
    """Plays in text a patience with a stock, a waste, a solver and a score in dollars."""

    stuck = "no card can come into play any more"
    short_forms = ShortForms({"t": tableau, "f": foundation, "w": WASTE}, enter="card")
    game: Patience

    turn = commands.turn

    def typed(self, plan: Sequence[Move]) -> list[str]:
        """Return the moves of PLAN as they can be typed, with the turns of the stock together."""
        found: list[str] = []
        for move, same in groupby(plan):
            count = len(list(same))
            turns = move == TURN and count > 1
            found += [f"{move} {count}"] if turns else [str(move)] * count
        return found

    def spell(self, found: Command, words: list[str]) -> list[str]:
        """Return WORDS, typed after FOUND, in full notation: 'turn 3 times to kd' is 'turn kd'."""
        words = super().spell(found, words)
        if found.name == "turn":
            words = [word for word in words if word.lower() not in ("time", "times", "to")]
            words = words[1:] if len(words) == 2 and words[0].isdecimal() else words
        return words

    @command("a", Word("STRATEGY", "fair", "quick", SOLVER, optional=True))
    def auto(self, strategy: str = ADVISER) -> None:
        """Let the computer play to the end.

        At a terminal it shows every move; the space bar pauses, b steps back, e shows the end.
        'fair' plays as the hints do, 'quick' looks less far ahead, and 'solver' knows the hidden
        cards.
        """
        self._check(strategy)
        self.play_on(strategy)
        if self.console.interactive and self.session.outcome() is None and self.session.is_stuck():
            self.screen.say(self._way_back())

    @command("win?", Number("N", 1, MOST, what="number of positions to look at", optional=True))
    def winnable(self, n: int | None = None) -> None:
        """Say whether the game can still be won.

        The solver knows the hidden cards, so this counts as a hint. It looks at N positions at
        most (default: 100,000).
        """
        self.session.check_going()
        told = ""
        if not self.loading:
            from cardgames.text.verdicts import verdict_text

            with self.breakable(STOPPED):
                told = verdict_text(self.session, n, MOST)
        self.session.ask("winnable" if n is None else f"winnable {n}")
        self.screen.say(told)

    @command()
    def solution(self) -> None:
        """Let the solver play on to a win, if there is one.

        It knows the hidden cards. One undo takes back all that it did.
        """
        self.auto(SOLVER)

    review = commands.review

    def in_hindsight(self, word: str) -> Any:
        """Return the report of a review; the WORD 'all' adds the chances."""
        from cardgames.text.hindsight import report
        from cardgames.text.reviewing import played

        return report(self, played(self), word == commands.ALL)

    def play_deal(self, computer: str) -> int:
        """Let the computer player called COMPUTER play the whole deal; return the exit status."""
        self._check(computer)
        return super().play_deal(computer)

    def _check(self, computer: str) -> None:
        """If COMPUTER is the solver, check that the game can be won; raises IllegalMove if not.

        A script that is replayed was checked when it was played, and has the moves.
        """
        if computer == SOLVER and not self.session.replaying:
            from cardgames.text.verdicts import check_winnable

            with self.breakable(STOPPED):
                check_winnable(self.session)

    def outlook(self, game: Any) -> str:
        """Say that all cards can go up, or that GAME is stuck and when it last could be won."""
        told = super().outlook(game)
        if self.console.interactive and told == stuck_text(self.stuck):
            told += self._way_back()
        return told

    def parting(self) -> str:
        """Say, when the player gives up, whether the game can be won, or when it last could be."""
        if self.session.outcome() is not None or not self.session.history.steps:
            return ""
        from cardgames.text.verdicts import parting_text

        return self._with_review(parting_text(self.session, UNASKED))

    def _way_back(self) -> str:
        """Say how many moves ago the game could last be won; '' if the solver does not find out."""
        from cardgames.text.verdicts import way_back

        return self._with_review(way_back(self.session, UNASKED))

    def _with_review(self, told: str) -> str:
        """Add to what was TOLD of a lost game that `review` shows more, if it can."""
        more = told.startswith(WON_ONCE) and "review" in self.commands.all
        return told + review_text(won=False) * more

    def tell(self, move: Move, game: Patience) -> str:
        """Say which cards MOVE turns, or which card it takes where."""
        if move == TURN:
            if game.stock:
                return f"turn {min(game.draw, len(game.stock))} from the stock"
            return "turn the waste over" if game.waste else "nothing is left to turn"
        return super().tell(move, game)

    def brought(self, before: Any, after: Any) -> Iterator[Card]:
        """Yield the cards that have come to another place, where they can be seen."""
        yield from super().brought(before, after)
        if len(after.waste) > len(before.waste):
            yield after.waste[-1]

    def in_dollars(self, game: Patience) -> bool:
        """Is the profit at the casino shown, besides the number of cards on the foundations?"""
        return True

    def score_text(self, game: Patience) -> str:
        """Say what the profit is, if it is shown, and how many cards are on the foundations."""
        if self.in_dollars(game):
            return f"{dollars(game.score())}: {self.founded_text(game)}."
        return super().score_text(game)

    def short_score(self, game: Patience) -> str:
        """Return the profit; if it is not shown, the number of cards on the foundations."""
        return dollars(game.score()) if self.in_dollars(game) else super().short_score(game)

    def notes(self, game: Patience) -> Iterator[str]:
        """Yield the notes below stock and waste: the score, and how many redeals are left."""
        profit = f", {dollars(game.score())}" if self.in_dollars(game) else ""
        yield f"{game.founded()} of 52 up{profit}"
        limit = game.most_redeals
        if limit is not None:
            yield f"{counted(limit - game.redeals, 'redeal')} left"

    def stock_and_waste(self, game: Patience) -> list[str]:
        """Return the lines for the stock, and for the waste with its fan."""
        return [self.labelled("stock", game.stock, down=True), self._fan(game)]

    def _fan(self, game: Patience) -> str:
        """Return the line for the waste: its last cards, as many as are turned at a time.

        The top card is at the right end, and those below it are dimmed.
        """
        shown = fan(game)
        label = self.label("waste", game.waste, cards=max(1, len(shown)))
        below = "".join(map(self.look.dimmed, shown[:-1]))
        return label + below + self.cells(game)[shown[-1] if shown else None]

    def seen_now(self, before: Any, after: Any) -> Iterator[str]:
        """Yield phrases about changes of the stock and the waste."""
        stock, waste = (counted(len(pile), "card") for pile in (after.stock, after.waste))
        turned = len(after.stock) < len(before.stock)
        if after.stock and not before.stock and not after.waste:
            yield f"the waste is turned over, stock {stock}"
        elif len(after.waste) > len(before.waste):
            new = added(before.waste, after.waste)
            top, *below = [self.look.card(card) for card in fan(after)[::-1] if card in new]
            how = f"turned{_on(below)}, waste" if turned else "to the waste,"
            yield f"{top} {how} {waste}"
        elif len(after.waste) < len(before.waste):
            yield self.top_now("waste", after.waste)
        if turned and not after.stock:
            yield "the stock is empty"

    def stock_in_words(self, game: Patience) -> Iterator[str]:
        """Yield the sentences about the waste and the stock."""
        top, *below = [self.look.card(card) for card in fan(game)[::-1]] or ["empty"]
        yield f"Waste, {counted(len(game.waste), 'card')}: {top}{_on(below)}."
        yield f"Stock, {counted(len(game.stock), 'card')}."

    def in_full(self, game: Patience) -> Iterator[str]:
        """Yield the sentences about all places, with all cards of the waste.

        After a redeal, name the cards of the stock as well, as all of them were seen.
        """
        brief = list(self.stock_in_words(game))
        yield from (line for line in self.sentences(game) if line not in brief)
        seen = game.seen_by(1)
        for line, pile, name, order in (
            (brief[0], seen.waste, "Waste", "the top card last"),
            (brief[1], seen.stock[::-1], "Stock", "as you have seen them, the next one first"),
        ):
            known = pile and BACK not in pile
            size = counted(len(pile), "card")
            yield f"{name}, {size}, {order}: {self.named(pile)}." if known else line


def fan(game: Patience) -> Pile:
    """Return the last cards of the waste, as many as are turned at a time."""
    return game.waste[-game.draw :]


def _on(below: list[str]) -> str:
    """Return words that name the cards BELOW the top of the waste, the upper one first."""
    return f", on {' and '.join(below)}" if below else ""
