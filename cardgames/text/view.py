"""What a game gives to be played in text: its board and its words.

Each method is a function of positions, of the look of cards and of what a person chose to see: it
knows no session, no keyboard and no screen. (Only `news` of Slap asks its session, for how much
slower a computer was.) `TextPlayer`, in `textplayer.py`, plays with them. A game derives its text
player, and needs `drawn`, `sentences`, `tell` and `score_text`; a declared patience needs none.
"""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple

from cardgames.model.commands import ShortForms
from cardgames.model.game import Move, Position
from cardgames.play.session import MoveMade
from cardgames.screen.look import Look


class Shown(NamedTuple):
    """For whom a board is drawn, and what is shown with it."""

    seat: int = 1  # the person who looks; 0 if nobody may see a hand
    before: Any = None  # the position before the last move, whose cards are marked; or None
    status: Sequence[str] = ()  # what stands beside the board: how the game goes


FOR_ONE: Final = Shown()  # a board for one person, and nothing with it


class View(Generic[Position]):
    """The board of a game, and its words."""

    short_forms: ClassVar[ShortForms] = ShortForms()
    stuck: ClassVar[str] = "no move is left"  # why a stuck game cannot go on
    numbered: ClassVar[str] = "{}"  # how `show` reads a bare number, such as 'tableau {}'
    boards_only: ClassVar[bool] = False  # does standard output get just one board for each command?
    narrowest: ClassVar[int] = 40  # the columns that the board needs at a terminal
    large: ClassVar[tuple[int, int]] = (0, 0)  # the columns and lines that large cards need, if any
    pace: ClassVar[float] = 0.3  # seconds between two moves when a person watches computers

    look: Look

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
