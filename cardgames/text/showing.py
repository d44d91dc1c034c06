"""Showing a game in text: the board, the news, the end, in the width of the screen.

When the next command is read, and what it does, is the business of `textplayer.py`.
"""

from typing import ClassVar, Final

from cardgames.model.dates import Day
from cardgames.model.game import Outcome
from cardgames.play.script import Scripts
from cardgames.play.session import Session
from cardgames.text.console import Console
from cardgames.text.look import Look
from cardgames.text.textcommands import TextCommands
from cardgames.text.wording import (
    COLUMNS,
    counted,
    counts_text,
    deal_text,
    fitted,
    game_text,
    narrow_text,
    shared_text,
    stuck_text,
    welcome_text,
)

REPEATED: Final = "This position has come up before.\n"
ROUND: Final = "The computer stops, as it would go round forever.\n"


class Showing(TextCommands):
    """Shows a session in text."""

    boards_only: ClassVar[bool] = False
    """Does standard output get the board before every command, and not the end of the game?

    Otherwise it gets the board when it has changed, and the end of the game.
    """

    narrowest: ClassVar[int] = 40
    """The number of columns that the board needs at a terminal."""

    def __init__(self, session: Session, console: Console, look: Look, scripts: Scripts) -> None:
        """Show at CONSOLE, with cards as LOOK has them; save and load by SCRIPTS."""
        super().__init__(session, console, look, scripts)
        self._over = self._asking = session.outcome() is not None
        self._deal: object = None
        """The deal whose whole board was told last."""

    def take_up(self, session: Session) -> None:
        """Play SESSION from now on."""
        super().take_up(session)
        self._outlook = ""
        """What was told unasked about the position now."""

    def new(self, seed: int | Day | None = None) -> None:
        """Deal a new game, and name it to a person."""
        super().new(seed)
        if self.console.interactive or self.console.echo:
            deal = f"{game_text(self.session)}, {deal_text(self.session)}.\n"
            self.remarks.append(deal)

    def _welcome(self) -> None:
        """Greet the person at a terminal, and say if it is too narrow."""
        self._measure()
        self._note(welcome_text(self.session) + self._narrow())

    def welcome_back(self) -> None:
        """Tell the person that the game goes on where it was left."""
        self.remark(f"You go on after {counted(self.session.moves_made, 'move')}.\n")

    def remark(self, text: str) -> None:
        """Show a TEXT with the first board, or among the errors where nobody looks on."""
        if text and self.console.interactive:
            self.remarks.append(text)
        elif text:
            self._note(text)

    def _measure(self) -> None:
        """Look how wide the terminal is now, and say if it has become too narrow."""
        columns = self.console.columns() if self.console.interactive else self.look.columns
        if columns != self.look.columns:
            self.look.columns = columns
            self.remarks += [narrow] if (narrow := self._narrow()) else []

    def _narrow(self) -> str:
        """Say that the terminal is too narrow for the board; '' if it is not."""
        return "" if self.look.spoken else narrow_text(self.narrowest, self.look.columns)

    def _note(self, text: str) -> None:
        """Show an error or the end of a patience, in lines that fit the screen."""
        columns = self.look.columns
        if self.console.interactive:  # an error may be longer than the 80 columns of other texts
            columns = min(columns, COLUMNS - 1)
        self.console.note(fitted(text, columns))

    def settle(self) -> None:
        """Show the end of the game, and ask for another if the player wants to leave this one."""
        if self.game is not self._shown:
            self._over = self._show_end()
            self._tell_outlook()
        self._asking = self._leaving or self._over

    def _tell_outlook(self) -> None:
        """Tell a person, once, that the game has become stuck, or can be won at a stroke."""
        told = self.console.interactive or self.console.echo
        if self._over or not told or not self.session.history.made:
            return  # at the deal there is nothing to say, and no computer player to load
        before, self._outlook = self._outlook, self.outlook(self.game)
        if self._outlook != before and self._outlook:
            self.remarks.append(self._outlook)

    def _show_end(self) -> bool:
        """Show how the game ended, or that its position has come back; return whether it ended."""
        outcome = self.session.outcome()
        if outcome is not None:
            self._show_board()
            self._tell_end(outcome)
        elif self.session.repeated():
            self.say(REPEATED)
        return outcome is not None

    def _tell_end(self, outcome: Outcome) -> None:
        """Tell how the game ended, with undos and hints."""
        self._over = True
        tell = self._note if self.boards_only else self.say
        tell(self.ending(outcome))
        self._share(outcome)
        self.console.keep()

    def _share_if_stuck(self) -> None:
        """Tell the line to share of a game that is stuck, and left so."""
        if self.session.day and self.session.outcome() is None and self.session.is_stuck():
            self._share(None)

    def _share(self, outcome: Outcome | None) -> None:
        """Tell the line to share of a date's deal; it is not wrapped, as it is to be copied."""
        if self.session.day is not None:
            tell = self.console.note if self.boards_only else self.console.say
            tell(shared_text(self.session, outcome, self.short_score(self.game)))

    def _show_how_it_stands(self) -> None:
        """Show, after a computer has played on, the board, the score, and why it stops."""
        outcome = self.session.outcome()
        self._show_board()
        if outcome is None:
            self.say(ROUND if self.session.repeated() else stuck_text(self.stuck))
            self.say(f"{self.score_text(self.game)} {counts_text(self.session)}.\n")
        else:
            self.say(f"{self.score_text(self.game)}\n")
            self._tell_end(outcome)

    def _hear(self, but: int = 0) -> None:
        """Count everything that happened as told, BUT for the last moves."""
        self.session.history.hear(len(self.session.seats), but)

    def _show_position(self) -> None:
        changed = self.game is not self._shown or bool(self.remarks)
        every_time = self.boards_only and not self.console.watched
        if not self._asking and (every_time or changed):
            self._show_board()

    def _show_board(self) -> None:
        if not self.console.quiet:
            self._measure()
            news = fitted("".join(self.take_news()), self.look.columns)
            self.console.show(self._picture(), news)
        self._shown = self.game

    def _footer(self) -> str:
        """Name the variant, or the options that differ, below the board at a terminal."""
        if not self.look.notes or not self.session.setup.options.words():
            return ""
        footer = self.look.dim(game_text(self.session)) + "\n"
        return fitted(footer, min(self.look.columns, COLUMNS - 1))

    def _picture(self) -> str:
        """Return the board; if the screen is read aloud, after the deal only what changed."""
        if not self.look.spoken:
            return self.board(self.game) + self._footer()
        session, before = self.session, self._shown
        told, self._deal = self._deal, (session.setup, session.seed, session.deals)
        if before is self.game:
            return ""
        whole = before is None or told != self._deal or not session.history.made
        text = self.board(self.game) if whole else self.changes(before, self.game)
        return fitted(text, min(self.look.columns, COLUMNS - 1))
