"""What a game's text player declares, and the texts that it makes of positions.

A view decides no rule and reads no line: it returns text. The loop that reads commands is in
`textplayer.py`, the commands of every game are in `commands.py`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from cardgames.model.commands import Commands
from cardgames.model.game import Move, Outcome
from cardgames.play.history import MoveMade
from cardgames.play.script import Scripts
from cardgames.play.session import Session
from cardgames.play.shortforms import ShortForms
from cardgames.text.look import WORDS
from cardgames.text.screen import Screen
from cardgames.text.wording import COLUMNS, ending_text, fitted, game_text, moves_text, stuck_text

PROMPT: Final = "> "


class Offer(NamedTuple):
    """An offer to set up a game in words, to a person who has not said how to play."""

    question: str
    """What can be said, in one line."""
    prompt: str
    help: str
    words: tuple[str, ...]
    """What Tab completes."""
    options: Callable[[str], list[str]]
    """Returns the command-line options that a line in words means; raises InvalidCommand."""


class View:
    """Makes text of the positions of a session; a game's own text player derives from it."""

    short_forms: ClassVar[ShortForms] = ShortForms()
    """The short ways of the game."""
    stuck: ClassVar[str] = "no move is left"
    """Why a game that is stuck cannot go on."""
    numbered: ClassVar[str] = "{}"
    """What a number alone means where a place is named: 'tableau {}'."""
    boards_only: ClassVar[bool] = False
    """Does standard output get the board before every command, and not the end of the game?

    Otherwise it gets the board when it has changed, and the end of the game.
    """
    narrowest: ClassVar[int] = 40
    """The number of columns that the board needs at a terminal."""
    offer: ClassVar[Offer | None] = None
    """What is offered at a terminal where no option says how to play."""
    pace: ClassVar[float] = 0.3
    """The time for which a person who watches computers sees each move, in seconds."""

    commands: Commands
    """The commands that can be typed: the moves of the game, and those of its text player."""
    scripts: Scripts
    """Reads and writes the scripts that are saved and loaded."""
    loading = False
    """Is it only following a script that is loaded or replayed, and must not touch any file?"""

    def __init__(self, session: Session, screen: Screen) -> None:
        """Make text of the positions of SESSION, in the look of SCREEN."""
        self.session = session
        self.screen = screen
        self.look = screen.look

    @property
    def game(self) -> Any:
        """The position now, of the type that the player is made for."""
        return self.session.history.now

    def board(self, game: Any) -> str:
        """Return the picture of a position: lines, each with its end.

        It is told in sentences where words are wanted, or the screen is too narrow to draw it.
        """
        in_words = self.look.style == WORDS or self.look.columns < self.narrowest
        lines = self.sentences(game) if in_words else self.drawn(game)
        return "\n".join(lines) + "\n"

    def drawn(self, game: Any) -> Iterable[str]:
        """Return the lines of the board, drawn with cards."""
        raise NotImplementedError

    def sentences(self, game: Any) -> Iterable[str]:
        """Return the board in sentences that each begin with a place."""
        raise NotImplementedError

    def changes(self, before: Any, after: Any) -> str:
        """Return the lines of the board that changed."""
        old = self.board(before).splitlines()
        return "".join(f"{line}\n" for line in self.board(after).splitlines() if line not in old)

    def latest(self, game: Any, before: Any) -> str:
        """Return the board of GAME; if the screen is read aloud, what changed since BEFORE."""
        if not self.look.spoken:
            return self.board(game) + (self.footer() if self.look.notes else "")
        if before is game:
            return ""
        whole = before is None or not self.session.history.made
        text = self.board(game) if whole else self.changes(before, game)
        return fitted(text, min(self.look.columns, COLUMNS - 1))

    def footer(self) -> str:
        """Name the variant, or the options that differ, below the board at a terminal."""
        if not self.session.setup.options.words():
            return ""
        footer = self.look.dim(game_text(self.session)) + "\n"
        return fitted(footer, min(self.look.columns, COLUMNS - 1))

    def viewer(self, game: Any) -> int:
        """Return the seat of the person who looks at the screen; 0 if only watchers do."""
        return 1

    def news(self, events: Sequence[MoveMade], seat: int) -> list[str]:
        """Return lines that tell the person in SEAT what happened at a table of several players."""
        return []

    def take_news(self) -> list[str]:
        """Return the news for the person who looks, and the remarks; nothing comes twice."""
        news = self.screen.remarks[:]
        self.screen.remarks.clear()
        if not self.session.alone:
            seat = self.viewer(self.game)
            news[:0] = self.news(self.session.history.untold(seat), seat)
        return news

    def prompt(self) -> str:
        """Return the prompt for the next command."""
        return PROMPT

    def tell(self, move: Move, game: Any) -> str:
        """Say in a few words what MOVE does in this position, without hidden cards."""
        return ""

    def legal_moves(self) -> Iterator[Move]:
        """Return the moves that can be made now; none when the game is over."""
        return iter(()) if self.session.outcome() is not None else self.game.legal_moves()

    def say_moves(self, moves: Iterable[Move], kind: str) -> None:
        """List MOVES, or say that there is none of the KIND."""
        lines = [(str(move), self.tell(move, self.game)) for move in moves]
        self.screen.say(moves_text(lines) or f"There is no {kind}.\n")

    def outlook(self, game: Any) -> str:
        """Return what a person should know unasked, that the game is stuck, or ''."""
        return stuck_text(self.stuck) if self.session.is_stuck() else ""

    def parting(self) -> str:
        """Return what a person should know who leaves the game as it is now, or ''."""
        return ""

    def score_text(self, game: Any) -> str:
        """Return the score in words."""
        return f"Score: {game.score()}."

    def short_score(self, game: Any) -> str:
        """Return the score in a word or two, for the line to share; '' if its length tells it."""
        return ""

    def ending(self, outcome: Outcome) -> str:
        """Say how the game ended, and with how many moves, undos and hints."""
        return ending_text(outcome, self.session)

    def common(self) -> Commands:
        """Return the commands that every game has in text."""
        raise NotImplementedError
