"""What a game supplies for play in text: its board and its words.

The text player of a game derives from TextPlayer in `textplayer.py`, and defines the methods of
View that the game needs: `drawn`, `sentences`, `tell` and `score_text`. A declared patience needs
none of them. The methods before `viewer` use only positions, the look of cards and a person's
choices. (The only exception is `news` of Slap: it asks the session how much slower a computer was.)
`viewer` and the methods after it may ask the session. No method uses a keyboard or a screen.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any, ClassVar, Generic, NamedTuple, cast

from cardgames.model.commands import Command, ShortForms
from cardgames.model.game import Move, Outcome, Position
from cardgames.model.strategy import Advice
from cardgames.play.session import MoveMade, Session
from cardgames.screen.look import Look, Pointed, Spot, wrapped
from cardgames.text import wording


class Report(NamedTuple):
    """What a review found out: as a `text`, and as `figures`, a dict ready for JSON.

    >>> import cardgames
    >>> report = cardgames.review(cardgames.Match("klondike", seed=42))
    >>> report.figures["moves"], report.text[:35]
    (0, 'Klondike, seed 42: not won, 0 moves')
    """

    text: str
    figures: dict[str, Any]

    def __repr__(self) -> str:
        return f"<Report: {self.text.partition(chr(10))[0]}>"


class Shown(NamedTuple):
    """The person for whom a board is drawn, and the texts beside it."""

    seat: int = 1  # the person who looks; 0 if nobody may see a hand
    before: Any = None  # the position before the last move, if moved cards are marked
    status: Sequence[str] = ()  # lines beside the board that say how the game goes


class View(Generic[Position]):
    """The board of a game, and its words."""

    short_forms: ClassVar[ShortForms] = ShortForms()
    stuck: ClassVar[str] = "no move is left"  # why a stuck game cannot go on
    numbered: ClassVar[str] = "{}"  # how `show` reads a bare number, such as 'tableau {}'
    boards_only: ClassVar[bool] = False  # does standard output get just one board for each command?
    narrowest: ClassVar[int] = 40  # the columns that the board needs at a terminal
    large: ClassVar[tuple[int, int]] = (0, 0)  # the columns and lines that large cards need, if any
    pace: ClassVar[float] = 0.3  # seconds between two moves when a person watches computers
    # what a person is told who uses the hand on the screen for the first time
    how_to_point: ClassVar[str] = (
        "Arrows point, Space picks up and drops, Escape ends that: see 'help keys'.\n"
    )

    look: Look
    session: Session

    def drawn(self, game: Position, shown: Shown) -> Iterable[str]:
        """Return the lines of the board."""
        raise NotImplementedError

    def sentences(self, game: Position, seat: int) -> Iterable[str]:
        """Return the board in words, a line for each place, as the person in `seat` sees it."""
        raise NotImplementedError

    def in_full(self, game: Position, seat: int) -> Iterable[str]:
        """Return the sentences for `show PLACE`, with all that the person in `seat` may know."""
        return self.sentences(game, seat)

    def changes(self, before: Position, after: Position, seat: int) -> str:
        """Return the lines that say what has changed; by default, the sentences that are new."""
        old = [*self.sentences(before, seat)]
        return "".join(f"{line}\n" for line in self.sentences(after, seat) if line not in old)

    def tell(self, move: Move, game: Position) -> str:
        """Say in a few words what a move does in a position, but name no hidden cards."""
        return ""

    def proposed(self, move: Move, game: Position) -> str:
        """Name a move in a hint, and say what it does."""
        return f"{self.look.named(str(move))} ({self.tell(move, game)})"

    def news(self, events: Sequence[MoveMade], seat: int) -> list[str]:
        """Return the lines that report moves to the person in `seat`, if several players play."""
        return []

    def score_text(self, game: Position) -> str:
        return f"Score: {game.score()}."

    def short_score(self, game: Position) -> str:
        """Return the score for the line that people may share; '' if the line needs no score."""
        return ""

    def line_of(self, spots: Sequence[Spot]) -> str | None:
        """Return the line that `spots` type.

        Return '' if more spots must follow, and None if the spots mean nothing.
        """
        return None

    # These may ask the session.

    def viewer(self, game: Position) -> int:
        """Return the seat of the person who looks at the screen; 0 if only watchers do."""
        return 1

    def pointed(self) -> Iterable[Pointed]:
        """Return the spots that stand for each legal move."""
        return ()

    def spell(self, found: Command, words: list[str]) -> list[str]:
        """Return `words`, the arguments of `found`, in notation; raises CardGameError."""
        return words

    def hint_text(self, advice: Advice) -> str:
        assert advice.move is not None
        why = f": {self.look.named(advice.why)}" if advice.why else ""
        told = self.proposed(advice.move, cast(Position, self.session.history.now))
        return wrapped(f"Hint: {told}{why}.")

    def no_hint(self, advice: Advice | None) -> str:
        """Say that the game is stuck or, if `advice` has no move, that none was found."""
        if advice is None:
            return wording.stuck_text(self.stuck)
        return f"Hint: none ({self.look.named(advice.why)}).\n"

    def told(self, plan: Sequence[Move], at: Position) -> list[tuple[str, str]]:
        positions = accumulate(plan[:-1], lambda game, move: game.apply(move), initial=at)
        return [(str(move), self.tell(move, game)) for move, game in zip(plan, positions)]

    def ending(self, outcome: Outcome) -> str:
        session = self.session
        who = "The computer" if session.alone and session.history.computer else "You"
        length = [] if session.game.measure == "moves" else [wording.length_text(session)]
        counts = ", ".join([*length, wording.counts_text(session)])
        return wrapped(f"{wording.result_text(outcome, who)}: {outcome.reason}. {counts}.")

    def review_offer(self, outcome: Outcome) -> str:
        """Return the line at the end that names the command `review`, if the game has it."""
        return wording.review_text(outcome.winner == 1)

    def parting(self) -> str:
        """Return what a person is told on leaving an unfinished game."""
        return ""

    def in_hindsight(self, word: str) -> Report:
        """Return the report of `review`, for games that have it; the word 'all' asks for more."""
        raise NotImplementedError
