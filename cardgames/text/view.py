"""The screen, and the view: the part of a text player that makes texts for positions.

A view returns text, which the screen fits to its width. Neither decides a rule or reads a line:
`textplayer.py` has the loop that reads commands, and `commands.py` the commands of every game.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Final, NamedTuple

from cardgames.model.commands import Commands, ShortForms
from cardgames.model.errors import CardGameError, IllegalMove, printable
from cardgames.model.game import Advice, Game, Move, Outcome, Setup
from cardgames.play.history import MoveMade
from cardgames.play.script import Scripts
from cardgames.play.session import Session
from cardgames.text.console import Console
from cardgames.text.look import WORDS, Look
from cardgames.text.wording import (
    COLUMNS,
    account_texts,
    deal_text,
    dealt_text,
    ending_text,
    fitted,
    folded,
    game_text,
    hint_text,
    moves_text,
    narrow_text,
    review_text,
    stuck_text,
)


class Screen:
    """Shows boards, news and errors at a console, in lines that fit its width."""

    def __init__(self, console: Console, look: Look, needed: int) -> None:
        """Show texts at CONSOLE, with cards in LOOK; the board is NEEDED columns wide."""
        self.console = console
        self.look = look
        self._needed = needed
        self.shown: Game | None = None
        """The position shown last; None to show the board even if it is the same."""
        self.remarks: list[str] = []
        """Lines to show with the next board, below the news."""

    def say(self, text: str) -> None:
        """Show a text."""
        self.console.say(self._fitted(text))

    def refer(self, text: str) -> None:
        """Show a text of reference."""
        self.console.refer(self._fitted(text))

    def _fitted(self, text: str) -> str:
        return fitted(folded(text) if self.console.interactive else text, self.look.columns)

    def note(self, text: str) -> None:
        """Show an error, or the end of a patience."""
        columns = self.look.columns
        if self.console.interactive:  # an error may be longer than the 80 columns of other texts
            columns = min(columns, COLUMNS - 1)
        self.console.note(fitted(text, columns))

    def remark(self, text: str) -> None:
        """At a terminal, show TEXT with the next board; elsewhere, show it among the errors."""
        if text and self.console.interactive:
            self.remarks.append(text)
        elif text:
            self.note(text)

    def complain(self, line: str) -> None:
        """Show an error at once; after a single key, with the next picture."""
        if self.console.by_keys and self.console.typed_alone():
            self.remarks.append(line)
        else:
            self.note(line)

    def line(self, error: CardGameError, where: str = "") -> str:
        """Return the line for an error, with cards in this look; WHERE is its place in a script."""
        return f"Error: {where}{printable(error.text(self.look.plain))}\n"

    def show(self, game: Game, board: str, news: list[str]) -> None:
        """Show the BOARD of the position GAME, and the NEWS, in one write."""
        self.console.show(board, fitted("".join(news), self.look.columns) if news else "")
        self.shown = game

    def measure(self) -> None:
        """Take the present width of the terminal; add a remark if it has become too narrow."""
        self.look.lines = self.console.lines()
        columns = self.console.columns()
        if columns != self.look.columns:
            self.look.columns = columns
            self.remarks += [narrow] if (narrow := self.narrow()) else []

    def narrow(self) -> str:
        """Say that the terminal is too narrow for the board; '' if it is not."""
        return "" if self.look.spoken else narrow_text(self._needed, self.look.columns)


PROMPT: Final = "> "


class Account(NamedTuple):
    """What only the one who keeps the games can say at the end of one."""

    seconds: int
    """The time that the game took."""
    standing: str
    """A line that compares the game with earlier ones; '' without any."""


class View:
    """Makes text of the positions of a session; TextPlayer derives from it."""

    short_forms: ClassVar[ShortForms] = ShortForms()
    """The short forms of the game's moves."""
    stuck: ClassVar[str] = "no move is left"
    """The reason why a stuck game cannot go on."""
    numbered: ClassVar[str] = "{}"
    """The place that a number alone means in `show`, such as 'tableau {}'."""
    next_seed: Callable[[Setup], int] | None = None
    """Finds the seed of the next deal, given this setup, when deals are looked for."""
    decides: ClassVar[bool] = True
    """Do its players decide anything that a review could judge?"""
    account: Callable[[Session], Account] | None = None
    """Gives an account of a game that has ended, if it is kept."""
    may_undo = True
    """May a person take moves back?"""
    safe_go_up = False
    """Do safe cards go to their foundations by themselves, if the game has any?"""
    own_keys: Sequence[str] = ()
    """The keys that the person chose for the players, if the game has keys for them."""
    elsewhere: Callable[[Sequence[str]], str] = staticmethod(lambda words: "")
    """Says where words are typed that mean nothing in a game; '' if they mean nothing there too."""
    boards_only: ClassVar[bool] = False
    """Does standard output show the board before every command, but not the end of the game?

    Otherwise it shows the board when it has changed, and the end of the game.
    """
    narrowest: ClassVar[int] = 40
    """The number of columns that the board needs at a terminal."""
    pace: ClassVar[float] = 0.3
    """The time between two moves when a person watches computers play, in seconds."""

    commands: Commands
    """The commands that can be typed: the moves of the game, and those of its text player."""
    scripts: Scripts
    """Reads and writes the scripts that are saved and loaded."""
    loading = False
    """Is a script being loaded or replayed? Then the player must not touch any file."""

    def __init__(self, session: Session, screen: Screen) -> None:
        """Make text of the positions of SESSION for SCREEN, in its look."""
        self.session = session
        self.screen = screen
        self.look = screen.look

    @property
    def game(self) -> Any:
        """The position now, of the game's own type."""
        return self.session.history.now

    def board(self, game: Any) -> str:
        """Return the board of a position: its lines, each with a line end.

        It is in sentences if the person wants words, or if the screen is too narrow to draw it.
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

    def in_full(self, game: Any) -> Iterable[str]:
        """Return the board in sentences, with all that the player may know of each place."""
        return self.sentences(game)

    def changes(self, before: Any, after: Any) -> str:
        """Return the lines of the board that changed."""
        old = self.board(before).splitlines()
        return "".join(f"{line}\n" for line in self.board(after).splitlines() if line not in old)

    def latest(self, game: Any, before: Any) -> str:
        """Return the board of GAME, or its changes since BEFORE if the screen is read aloud."""
        if not self.look.spoken:
            return self.board(game) + (self.footer() if self.look.notes else "")
        if before is game:
            return ""
        whole = before is None or not self.session.history.made
        text = self.board(game) if whole else self.changes(before, game)
        return fitted(text, min(self.look.columns, COLUMNS - 1))

    def footer(self) -> str:
        """Return the line below the board: the variant or unusual options, and a winnable deal.

        It is '' if there is nothing unusual.
        """
        if not (self.session.winnable or self.session.setup.options.words()):
            return ""
        deal = f", {dealt_text(self.session)}" if self.session.winnable else ""
        footer = self.look.dim(game_text(self.session) + deal) + "\n"
        return fitted(footer, min(self.look.columns, COLUMNS - 1))

    def greeting(self) -> str:
        """Return a line with the game and its deal, without what the line below the board names."""
        if not (self.look.notes and self.footer()) or self.look.spoken:
            return f"{game_text(self.session)}, {dealt_text(self.session)}.\n"
        return "" if self.session.winnable else f"{deal_text(self.session).capitalize()}.\n"

    def viewer(self, game: Any) -> int:
        """Return the seat of the person who looks at the screen; 0 if only watchers do."""
        return 1

    def news(self, events: Sequence[MoveMade], seat: int) -> list[str]:
        """Return the lines that report EVENTS to the person in SEAT, if several players play."""
        return []

    def take_news(self) -> list[str]:
        """Return the viewer's news, and the remarks, that no earlier call has returned."""
        news = self.screen.remarks[:]
        self.screen.remarks.clear()
        if not self.session.alone:
            seat = self.viewer(self.game)
            news[:0] = self.news(self.session.history.untold(seat), seat)
        return news

    def line_of(self, move: Move) -> str:
        """Return the line that tells the last MOVE of a patience: 'wsttab 3: 2S onto 3D'."""
        if not self.session.alone:
            return ""  # the news tell it
        told = self.tell(move, self.session.history.before)
        return f"{': '.join(filter(None, [str(move._replace(seat=0)), told]))}\n"

    def follow_up(self) -> None:
        """Make the moves that go by themselves after a person's move; by default there are none."""

    @contextmanager
    def breakable(self, stopped: str) -> Iterator[None]:
        """Give a sign of life while the block thinks; Ctrl-C at a terminal breaks it off.

        That raises IllegalMove, which says that it was STOPPED.
        """
        console = self.screen.console
        try:
            with console.thinking():
                yield
        except KeyboardInterrupt:
            if not console.interactive:
                raise
            raise IllegalMove(stopped) from None

    def prompt(self) -> str:
        """Return the prompt for the next command."""
        return PROMPT

    def tell(self, move: Move, game: Any) -> str:
        """Say in a few words what MOVE does in this position, without hidden cards."""
        return ""

    _hinted: tuple[Advice, Game] | None = None
    """The last hint, and the position in which it was given."""

    def hint_before(self, advice: Advice) -> tuple[Advice | None, int]:
        """Return the last hint before ADVICE on this line of play, and the moves made since then.

        Asked again in the same position, a player gets the same hint, so the last does not count.
        """
        last, self._hinted = self._hinted, (advice, self.game)
        since = self.session.history.since(last[1]) if last else None
        return (last[0], since) if last and since else (None, 0)

    def hint_text(self, advice: Advice) -> str:
        """Return the text of a hint."""
        what = self.tell(advice.move, self.game) if advice.move else ""
        named = self.look.named
        return hint_text(advice._replace(why=named(advice.why)), named(str(advice.move)), what)

    def typed(self, plan: Sequence[Move]) -> list[str]:
        """Return the moves of PLAN as they can be typed."""
        return list(map(str, plan))

    def legal_moves(self) -> Iterator[Move]:
        """Return the moves that can be made now; none when the game is over."""
        return iter(()) if self.session.outcome() is not None else self.game.legal_moves()

    def say_moves(self, moves: Iterable[Move], kind: str) -> None:
        """List MOVES; if there are none, say that there is no move of this KIND."""
        lines = [(str(move), self.tell(move, self.game)) for move in moves]
        self.screen.say(moves_text(lines) or f"There is no {kind}.\n")

    def steps_of_one(self, forth: bool) -> int:
        """Return the number of steps that 'undo' takes back, or FORTH 'redo', if none is named."""
        return 1

    def check_undo(self, steps: int) -> None:
        """Check that the last STEPS steps may be taken back; raises IllegalMove."""
        if not self.may_undo:
            raise IllegalMove("undo is off, by --no-undo: nothing is taken back in this game")

    def position_before(self) -> Any:
        """Return the position before the last move and the cards that it sent up, if any."""
        history, steps = self.session.history, self.steps_of_one(forth=False)
        return history.before if steps == 1 else history.after(history.steps - steps)[0]

    def outlook(self, game: Any) -> str:
        """Return a message about the game's chances, such as that it is stuck; '' for none."""
        return stuck_text(self.stuck) if self.session.is_stuck() else ""

    def parting(self) -> str:
        """Return a message for a person who leaves the game now, or ''."""
        return ""

    def score_text(self, game: Any) -> str:
        """Return the score in words."""
        return f"Score: {game.score()}."

    def last_score(self) -> str:
        """Return the line of the score after a computer has played to the end; '' for none."""
        return f"{self.score_text(self.game)}\n"

    def short_score(self, game: Any) -> str:
        """Return a short score for the line that people may share; '' if the length says enough."""
        return ""

    def ending(self, outcome: Outcome) -> str:
        """Say how the game ended, with the numbers of moves, undos and hints."""
        return ending_text(outcome, self.session)

    def endings(self, outcome: Outcome) -> Iterator[str]:
        """Yield the texts that say how the game ended; a terminal gets more of them."""
        session = self.session
        if self.account is None or not session.alone or session.history.computer:
            yield self.ending(outcome)
        else:
            account = self.account(session)
            end, course = account_texts(outcome, session, account.seconds)
            whole = len(f"{end} {course}") < min(self.look.columns, COLUMNS) - 1
            yield from [f"{end} {course}\n"] if whole else [f"{end}\n", f"{course}\n"]
            if account.standing:
                yield account.standing
        if self.screen.console.interactive and (offer := self.review_offer(outcome)):
            yield offer

    def review_offer(self, outcome: Outcome) -> str:
        """Return the line at the end that names the command `review`; '' if there is none."""
        decided = self.decides and "review" in self.commands.all
        return review_text(won=outcome.winner == 1) if decided else ""

    def common(self) -> Commands:
        """Return the commands that every game has in text."""
        raise NotImplementedError
