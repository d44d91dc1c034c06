"""The text players from which those of the patiences derive.

`PatiencePlayer` needs foundations and a tableau; `StockPlayer` adds a stock, a waste, and the
commands that ask the solver. Both say what a move does. Each game lays out its own board.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import takewhile, zip_longest
from typing import Any, ClassVar, Final, TypeAlias

from click import unstyle

from cardgames.model.cards import BACK, WASTE, Card, Pile, foundation, tableau
from cardgames.model.commands import Number, ShortForms, Word, command
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Advice, Move
from cardgames.model.patience import Building, BuildingFromStock, move_up, safe_move, way_home
from cardgames.model.strategy import ADVISER, SOLVER
from cardgames.text import commands
from cardgames.text.textplayer import TextPlayer
from cardgames.text.wording import WON_ONCE, counted, moves_text, review_text, sentence, stuck_text

PANEL: Final = 22
"""The width, in columns, of the piles that a terminal shows left of foundations and tableau."""
MOST: Final = 10_000_000
"""The greatest number of positions that a player can ask the solver to look at."""
UNASKED: Final = 1_500
"""The number of positions that the solver looks at when no player asked for it."""

Kinds: TypeAlias = Sequence[tuple[str, str]]
"""Kinds of numbered piles: the word for each kind, and the game's field that holds its piles."""
BUILT: Final[Kinds] = (("foundation", "foundations"), ("tableau", "tableau"))


class PatiencePlayer(TextPlayer):
    """Plays a patience with foundations and a tableau in text."""

    boards_only = True
    numbered = "tableau {}"
    stuck: ClassVar[str] = "no card can go to its foundation any more"
    short_forms = ShortForms({"t": tableau, "f": foundation})
    large: ClassVar[tuple[int, int] | None] = None
    """The columns and lines that `spread` needs for the tallest board, with messages below it."""
    game: Building

    show_place = commands.show_place

    def drawn(self, game: Any) -> Iterable[str]:
        """Return the lines of the board, as a terminal or a script shows it."""
        if not self.look.notes:
            return self.picture(game)
        if self.large and self.look.has_room(*self.large):
            return self.spread(game)
        return self.layout(game)

    def spread(self, game: Any) -> Iterable[str]:
        """Return the lines of the board with large cards, if `large` is set."""
        raise NotImplementedError

    def picture(self, game: Any) -> Iterable[str]:
        """Return the lines of the board in a script."""
        raise NotImplementedError

    def layout(self, game: Any) -> Iterable[str]:
        """Return the lines of the board at a terminal, which may show more than a script does."""
        return self.picture(game)

    def sentences(self, game: Any) -> Iterable[str]:
        """Return the board in sentences: foundations, tableau, and other numbered piles."""
        yield from self.foundations_in_words(game)
        yield from self.piles_in_words("Tableau", game.tableau)
        for name, field in self._others():
            yield from self.piles_in_words(name.capitalize(), getattr(game, field))

    def tell(self, move: Move, game: Any) -> str:
        """Say which card MOVE takes where, by comparing the piles before and after the move."""
        after = game.apply(move)
        cards, _ = grown(game.foundations, after.foundations)
        if cards:
            return f"{self.look.card(cards[-1])} to its foundation"
        cards, onto = grown(game.tableau, after.tableau)
        if not cards:
            return next(self._arrivals(self._others(), game, after), "")
        moved = "-".join(self._ends(cards))
        return f"{moved} onto {self.look.card(onto[-1])}" if onto else f"{moved} to the empty pile"

    _hinted: tuple[int, Advice | None] = (0, None)
    """The last hint, and the number of moves made when it was given."""

    def hint_text(self, advice: Advice) -> str:
        """Tell a plan in cards and purposes; if it was told before, only how it goes on."""
        if advice.move is None:
            return super().hint_text(advice)
        from cardgames.text.hints import Wording

        made, at = self.session.history.made, advice.at or self.game.seen_by(1)
        before, last = self._hinted
        self._hinted = made, advice
        goes_on = False
        if last is not None and made > before:
            goes_on = (last.move, *last.then)[made - before :] == (advice.move, *advice.then)
            if last.odds == advice.odds and last.odds is not None and last.odds.hopeless:
                advice = advice._replace(odds=None)  # once is enough
        return Wording(self.tell, self.look.card, self.look.named).hint(at, advice, goes_on)

    def score_text(self, game: Any) -> str:
        """Return the number of cards on the foundations."""
        return f"{game.founded()} of 52 cards are on the foundations."

    def short_score(self, game: Any) -> str:
        """Return the number of cards on the foundations."""
        return counted(game.founded(), "card")

    @command(Word("all", "all", optional=True))
    def up(self, every: str | None = None) -> None:
        """Move safe cards to the foundations, or all that fit.

        A card is safe on its foundation if no card that could still be built on it in the
        tableau is left in play.
        """
        moved = []
        while (move := (move_up if every else safe_move)(self.game)) is not None:
            moved.append((str(move), self.tell(move, self.game)))
            self.session.make(move)
        none = "No card can go up.\n" if every else "No card is safe to move up.\n"
        self.screen.say(moves_text(moved) or none)

    @command()
    def finish(self) -> None:
        """Bring all cards up, as soon as that is certain.

        No card may be hidden, and moves to foundations and turns of the stock must be enough. One
        undo takes back all these moves.
        """
        self.session.check_going()
        seen = self.game.seen_by(1)
        way = way_home(seen)
        if not way:
            from cardgames.text.unasked import unfinished_text

            raise IllegalMove(unfinished_text(seen.hidden()))
        self.session.make_all(way, "finish")
        self._outlook = ""  # to be offered again after an undo

    def follow_up(self) -> None:
        """Move up the cards that are safe, if the person wants that, and name them."""
        if self.safe_go_up:
            from cardgames.text.unasked import bring_up, told

            cards = [self.look.card(card) for card in bring_up(self.session)]
            self.screen.remarks += [told(cards)] if cards else []

    def steps_of_one(self, forth: bool) -> int:
        """Return the number of steps of a move, with those of the cards that went up after it."""
        if not self.safe_go_up:
            return 1
        from cardgames.text.unasked import steps_back, steps_forth

        return (steps_forth if forth else steps_back)(self.session.history)

    @command("a")
    def auto(self) -> None:
        """Let the computer play to the end.

        At a terminal it shows every move; the space bar pauses, other keys skip to the end.
        """
        self.play_on(ADVISER)

    def outlook(self, game: Any) -> str:
        """Say that the game is stuck, or that all cards can go up; '' for most positions."""
        if way := way_home(game.seen_by(1)):
            from cardgames.text.unasked import OFFER, offer_text

            # It is said when it becomes certain, and not again after each move on the way.
            return self._outlook if self._outlook.startswith(OFFER) else offer_text(len(way))
        return super().outlook(game)

    def labelled(self, name: str, pile: Pile, down: bool = False) -> str:
        """Return the NAME of PILE, its number of cards, and its top card, face down if DOWN."""
        top = self.look.cells[BACK] if down and pile else self.look.top(pile)
        return self.label(name, pile) + top

    def cells(self, game: Any) -> Mapping[Card | None, str]:
        """Return the cell of each card; the cards that the last move brought are marked."""
        before = self.position_before()
        cells = self.look.cells
        if self.look.color and before is not None and game is self.game:
            cells = cells.copy()
            cells.update({card: self.look.marked(card) for card in self.brought(before, game)})
        return cells

    def brought(self, before: Any, after: Any) -> Iterator[Card]:
        """Yield the cards that have come to another place, where they can be seen."""
        for _, field in BUILT:
            for old, new in zip(getattr(before, field), getattr(after, field)):
                yield from added(old, new)

    def tops(self, game: Building) -> list[str]:
        """Return the cell of the top card, or of an empty place, for each foundation."""
        cells = self.cells(game)
        return [cells[pile[-1] if pile else None] for pile in game.foundations]

    def label(self, name: str, pile: Pile, cards: int = 1) -> str:
        """Return the NAME of PILE and its number of cards, with room for CARDS beside it."""
        return self.look.dim(f" {f'{name} {len(pile)}':<{PANEL - 2 - 4 * cards}}")

    def numbers(self, count: int, gap: str = "") -> str:
        """Return a line that numbers COUNT tableau piles, with GAP before each number."""
        return self.look.dim("".join(f"{gap}{number:>4}" for number in range(1, count + 1)))

    def named(self, pile: Pile) -> str:
        """Return the cards of a pile in words."""
        return ", ".join(map(self.look.card, pile)) or "empty"

    def changes(self, before: Any, after: Any) -> str:
        """Name the cards that moved, and those newly in view."""
        told = [
            *self._arrivals([*BUILT, *self._others()], before, after),
            *self.seen_now(before, after),
        ]
        return "".join(map(sentence, told))

    def seen_now(self, before: Any, after: Any) -> Iterator[str]:
        """Yield phrases about changes of other piles, such as the cards that were turned up."""
        return iter(())

    def _arrivals(self, kinds: Kinds, before: Any, after: Any) -> Iterator[str]:
        """Yield a phrase for each pile of these KINDS to which cards have moved."""
        for name, field in kinds:
            piles = zip(getattr(before, field), getattr(after, field))
            for number, (old, new) in enumerate(piles, 1):
                if cards := added(old, new):
                    size = f", {counted(len(new), 'card')}" if name == "tableau" else ""
                    yield f"{self._run(cards)} to {name} {number}{size}"

    def _others(self) -> Kinds:
        """Return the kinds of numbered piles besides foundations and tableau."""
        places = [place(1) for place in self.short_forms.places.values() if callable(place)]
        kinds = [(place.name.split()[0], place.field) for place in places]
        return [kind for kind in kinds if kind not in BUILT]

    def _run(self, cards: Pile) -> str:
        """Name cards that move together by the first and the last of them."""
        between = " and " if len(cards) == 2 else " down to "
        return between.join(self._ends(cards))

    def _ends(self, cards: Pile) -> list[str]:
        """Name the first and the last of CARDS; a card alone is named once."""
        return [self.look.card(card) for card in dict.fromkeys((cards[0], cards[-1]))]

    def top_now(self, name: str, pile: Pile) -> str:
        """Say what lies on top of a pile: 'waste 2 cards: queen of hearts'."""
        if not pile:
            return f"the {name} is empty"
        return f"{name} {counted(len(pile), 'card')}: {self.named(pile[-1:])}"

    def piles_in_words(self, name: str, piles: Iterable[Pile]) -> Iterator[str]:
        """Yield a sentence for each of PILES: 'Tableau 2: queen of hearts.'"""
        return (f"{name} {number}: {self.named(pile)}." for number, pile in enumerate(piles, 1))

    def foundations_in_words(self, game: Building) -> Iterator[str]:
        """Yield a sentence for the top of each foundation."""
        return self.piles_in_words("Foundation", [pile[-1:] for pile in game.foundations])


class StockPlayer(PatiencePlayer):
    """Plays in text a patience with a stock, a waste, a solver and a score in dollars."""

    stuck = "no card can come into play any more"
    short_forms = ShortForms({"t": tableau, "f": foundation, "w": WASTE}, enter="card")
    game: BuildingFromStock

    turn = commands.turn

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
    def winnable(self, n: int | None = None) -> None:
        """Say whether the game can still be won.

        The solver knows the hidden cards, so this counts as a hint. It looks at N positions at
        most (default: 100,000).
        """
        self.session.check_going()
        told = ""
        if not self.loading:
            from cardgames.text.verdicts import verdict_text

            with self._breakable():
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

    def in_hindsight(self, lines: Any, every: bool) -> Any:
        """Return the report of a review on the game of LINES; EVERY adds the chances."""
        from cardgames.text.hindsight import report

        return report(self, lines, every)

    def play_deal(self, computer: str) -> int:
        """Let the computer player called COMPUTER play the whole deal; return the exit status."""
        self._check(computer)
        return super().play_deal(computer)

    def _check(self, computer: str) -> None:
        """If COMPUTER is the solver, check that the game can be won; raises IllegalMove if not."""
        if computer == SOLVER:
            from cardgames.text.verdicts import check_winnable

            with self._breakable():
                check_winnable(self.session)

    @contextmanager
    def _breakable(self) -> Iterator[None]:
        """Let Ctrl-C at a terminal break off what the solver does in the block: IllegalMove."""
        try:
            with self.console.thinking():
                yield
        except KeyboardInterrupt:
            if not self.console.interactive:
                raise
            raise IllegalMove("the solver was stopped, and has found out nothing") from None

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

    def tell(self, move: Move, game: BuildingFromStock) -> str:
        """Say which cards MOVE turns, or which card it takes where."""
        if move.name == "card":
            if game.stock:
                return f"turn {min(game.options.draw, len(game.stock))} from the stock"
            return "turn the waste over" if game.waste else "nothing is left to turn"
        return super().tell(move, game)

    def brought(self, before: Any, after: Any) -> Iterator[Card]:
        """Yield the cards that have come to another place, where they can be seen."""
        yield from super().brought(before, after)
        if len(after.waste) > len(before.waste):
            yield after.waste[-1]

    def in_dollars(self, game: BuildingFromStock) -> bool:
        """Is the profit at the casino shown, besides the number of cards on the foundations?"""
        return True

    def score_text(self, game: BuildingFromStock) -> str:
        """Return the profit, if it is shown, and the number of cards on the foundations."""
        profit = f"{dollars(game.score())}: " if self.in_dollars(game) else ""
        return profit + super().score_text(game)

    def short_score(self, game: BuildingFromStock) -> str:
        """Return the profit; if it is not shown, the number of cards on the foundations."""
        return dollars(game.score()) if self.in_dollars(game) else super().short_score(game)

    def notes(self, game: BuildingFromStock) -> Iterator[str]:
        """Yield the notes below stock and waste: the score, and how many redeals are left."""
        profit = f", {dollars(game.score())}" if self.in_dollars(game) else ""
        yield f"{game.founded()} of 52 up{profit}"
        limit = game.options.redeals
        if limit is not None:
            yield f"{counted(limit - game.redeals, 'redeal')} left"

    def stock_and_waste(self, game: BuildingFromStock) -> list[str]:
        """Return the lines for the stock, and for the waste with its fan."""
        return [self.labelled("stock", game.stock, down=True), self._fan(game)]

    def _fan(self, game: BuildingFromStock) -> str:
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

    def stock_in_words(self, game: BuildingFromStock) -> Iterator[str]:
        """Yield the sentences about the waste and the stock."""
        top, *below = [self.look.card(card) for card in fan(game)[::-1]] or ["empty"]
        yield f"Waste, {counted(len(game.waste), 'card')}: {top}{_on(below)}."
        yield f"Stock, {counted(len(game.stock), 'card')}."

    def in_full(self, game: BuildingFromStock) -> Iterator[str]:
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


def beside(left: Iterable[str], right: Iterable[str], width: int = PANEL) -> list[str]:
    """Return the lines of LEFT, in columns of WIDTH, each with the line of RIGHT beside it."""
    pairs = zip_longest(left, right, fillvalue="")
    return [
        f"{one}{' ' * (width - len(unstyle(one)))}{other}".rstrip() if other else one
        for one, other in pairs
    ]


def grown(before: Sequence[Pile], after: Sequence[Pile]) -> tuple[Pile, Pile]:
    """Find the first pile that grew; return its new cards, and its old ones; () and () if none."""
    for old, new in zip(before, after):
        if len(new) > len(old):
            return new[len(old) :], old
    return (), ()


def added(old: Pile, new: Pile) -> Pile:
    """Return the cards at the end of the pile NEW that it has gained since it was OLD."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(old, new)))
    return new[same:]


def fan(game: BuildingFromStock) -> Pile:
    """Return the last cards of the waste, as many as are turned at a time."""
    return game.waste[-game.options.draw :]


def _on(below: list[str]) -> str:
    """Return words that name the cards BELOW the top of the waste, the upper one first."""
    return f", on {' and '.join(below)}" if below else ""


def rows(piles: Iterable[Sequence[str]], blank: str) -> list[str]:
    """Return the lines that show PILES as columns; BLANK fills up the shorter ones."""
    return ["".join(row) for row in zip_longest(*piles, fillvalue=blank)]


def dollars(amount: int) -> str:
    """Return an amount of money: -$45 or $210."""
    return f"-${-amount:,}" if amount < 0 else f"${amount:,}"
