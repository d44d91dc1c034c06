"""The text player of a patience with foundations and a tableau, from which a game derives its own.

It says what a move does, and words hints; each game lays out its own board. `stock.py` adds a
stock and a waste.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile, zip_longest
from typing import Any, ClassVar, Final, TypeAlias

from click import unstyle

from cardgames.model.arguments import Word
from cardgames.model.cards import BACK, Card, Pile, foundation, tableau
from cardgames.model.commands import ShortForms, command
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Advice, Move
from cardgames.model.strategy import ADVISER
from cardgames.patience.game import Patience
from cardgames.text import commands
from cardgames.text.textplayer import TextPlayer
from cardgames.text.wording import counted, moves_text, sentence

PANEL: Final = 22
"""The width, in columns, of the piles that a terminal shows left of foundations and tableau."""

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
    game: Patience

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
        moved = self.look.run.join(self._ends(cards))
        return f"{moved} onto {self.look.card(onto[-1])}" if onto else f"{moved} to the empty pile"

    def hint_text(self, advice: Advice) -> str:
        """Tell a plan in cards and purposes; if it was told before, only how it goes on."""
        from cardgames.patience.founding import ALL_UP

        if advice.move is None:
            return super().hint_text(advice)
        if advice.why == ALL_UP:
            return f"Hint: finish ({counted(1 + len(advice.then), 'move')}): {ALL_UP}.\n"
        last, since = self.hint_before(advice)
        goes_on = False
        if last is not None:
            goes_on = (last.move, *last.then)[since:] == (advice.move, *advice.then)
            if last.odds == advice.odds and last.odds is not None and not last.odds.won:
                advice = advice._replace(odds=None)  # once is enough
        text: str = self.words_of_plans().hint(advice.at or self.game.seen_by(1), advice, goes_on)
        return text

    def words_of_plans(self) -> Any:
        """Return what makes hints, and the parts of a plan, in words."""
        from cardgames.text.hints import HintWriter

        return HintWriter(self.tell, self.look.card, self.look.named)

    def score_text(self, game: Any) -> str:
        """Say how many cards are on the foundations, in a sentence."""
        told = self.founded_text(game)
        return f"{told[0].upper()}{told[1:]}."

    def founded_text(self, game: Any) -> str:
        """Say how many cards are on the foundations."""
        founded = game.founded()
        if founded < 2:
            return (
                "1 of 52 cards is on a foundation" if founded else "no card is on a foundation yet"
            )
        return f"{founded} of 52 cards are on the foundations"

    def short_score(self, game: Any) -> str:
        """Return the number of cards on the foundations."""
        return counted(game.founded(), "card")

    @command(Word("all", "all", optional=True))
    def up(self, every: str | None = None) -> None:
        """Move safe cards to the foundations, or all that fit.

        A card is safe on its foundation if no card that could still be built on it in the
        tableau is left in play.
        """
        from cardgames.patience.founding import move_up, safe_move

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
        from cardgames.patience.founding import way_home

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
            from cardgames.play.unasked import bring_up
            from cardgames.text.unasked import told

            made = bring_up(self.session)
            self._unasked = [move for move, _ in made]
            cards = [self.look.card(card) for _, card in made if card is not None]
            self.screen.remarks += [told(cards)] if cards else []

    _unasked: Sequence[Move] = ()
    """The moves that were made unasked after the last one, and have not been read in a script."""

    def make(self, move: Move) -> None:
        """Make a person's MOVE; in a script leave out one that was just made unasked."""
        if not self.console.interactive and move in self._unasked[:1]:
            self._unasked = self._unasked[1:]
        else:
            super().make(move)

    def steps_of_one(self, forth: bool) -> int:
        """Return the number of steps of a move, with those of the cards that went up after it."""
        if not self.safe_go_up:
            return 1
        from cardgames.play.unasked import steps_back, steps_forth

        return (steps_forth if forth else steps_back)(self.session.history)

    @command("a")
    def auto(self) -> None:
        """Let the computer play to the end.

        At a terminal it shows every move; the space bar pauses, b steps back, e shows the end.
        """
        self.play_on(ADVISER)

    def outlook(self, game: Any) -> str:
        """Say that the game is stuck, or that all cards can go up; '' for most positions."""
        from cardgames.patience.founding import way_home

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

    def tops(self, game: Patience) -> list[str]:
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

    def foundations_in_words(self, game: Patience) -> Iterator[str]:
        """Yield a sentence for the top of each foundation."""
        return self.piles_in_words("Foundation", [pile[-1:] for pile in game.foundations])


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


def rows(piles: Iterable[Sequence[str]], blank: str) -> list[str]:
    """Return the lines that show PILES as columns; BLANK fills up the shorter ones."""
    return ["".join(row) for row in zip_longest(*piles, fillvalue=blank)]
