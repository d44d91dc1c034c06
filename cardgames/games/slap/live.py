"""Slap in real time at a terminal: it reads keys, repaints the table and forgives late slaps.

What the commands do, and the times of scripts, are the business of `textplayer.py`.
"""

from itertools import islice
from typing import Any, Final

from cardgames.games.slap import keys, table, view
from cardgames.games.slap.game import Slap
from cardgames.games.slap.sides import slapper
from cardgames.model.commands import Reading
from cardgames.model.errors import CardGameError, InvalidCommand, quoted
from cardgames.model.game import Move, Outcome
from cardgames.model.names import does
from cardgames.play.history import MoveMade
from cardgames.play.session import Session
from cardgames.text.textplayer import NO, PROMPT, QUESTION, TextPlayer
from cardgames.text.wording import fitted

GOES: Final = 400
"""The time for which a pile that was taken is seen to go, in milliseconds."""


class LivePlayer(TextPlayer):
    """Plays Slap in text, and at a terminal by its clock."""

    game: Slap

    def __init__(self, *arguments: Any, **more: Any) -> None:
        """Play as a TextPlayer does."""
        super().__init__(*arguments, **more)
        self._moment = 0
        """When the last command came, in milliseconds after the last card landed."""
        self._timed: Slap | None = None
        """The position that the clock was started for."""
        self._stopped = False
        """Does the clock stand still?"""
        self._spoken: set[str] = set()
        """The prompts that were read aloud."""
        self._excused = False
        """Was the last command a slap that does not count?"""
        self._is_going = False
        """Does the screen show how a pile is taken?"""
        self._watching = False
        """Does the screen show how computers play to the end?"""

    def play_session(self, session: Session) -> None:
        """Play SESSION from now on."""
        super().play_session(session)
        self._told: list[tuple[int, str]] = []
        """What was told besides the moves, with the number of moves made before."""
        self._judged = session.history.made
        """The number of moves that held no more lessons, or were told."""

    def play(self) -> int:
        """Play until the player leaves or the input ends; return the exit status."""
        self.console.on_resize = self._show_board
        if self.console.timed:
            self.screen.remarks += filter(None, [keys.unfit(self.game, self.own_keys)])
        with self.console.single_keys():
            return super().play()

    def welcome_back(self) -> None:
        """Tell the person that the game goes on; until they act, the clock stands."""
        super().welcome_back()
        self._stopped = self.console.timed

    def read(self, line: str) -> Reading:
        """Return the command that LINE means; if a key took its first letter, say so."""
        try:
            return super().read(line)
        except InvalidCommand:
            known = keys.keys(self.game, False, self.own_keys)
            cut = keys.without_its_key(line, known, self.commands.complete)
            if not cut or not self.console.by_keys:
                raise
        raise InvalidCommand(f"there is no command {quoted(line)}. Type a colon first: :{cut}")

    def carry_out(self, line: str) -> None:
        """Carry out a command; the clock stands still while it does something else.

        It runs on after a slap that does not count.
        """
        before, self._excused = self.game, False
        super().carry_out(line)
        if self.game is before and not self._excused:
            self.console.show_aside()
            self.console.start_clock(self._moment)

    def excuse(self, move: Move, ms: int) -> bool:
        """Excuse a slap after MS milliseconds if it was meant for what lay there before.

        Then say so. Return whether it was excused, and so does not count.
        """
        if not self.console.timed or move.name != "slap":
            return False
        from cardgames.games.slap import grace  # at a terminal

        told = grace.excuse(self.session.history.backwards(), slapper(move), ms)
        if told is None and not self.game.pile:
            told = f"{does(self.game.options, slapper(move), 'slap')} where no card lies.\n"
        self._excused = told is not None
        if told:
            self.screen.remarks.append(told)
        return self._excused

    def prompt(self) -> str:
        """Return the prompt, with the keys that do something; read aloud, only once."""
        if not self.console.by_keys:
            return PROMPT
        text = keys.prompt(self.game, self._stopped, self.look.columns, self.own_keys)
        if self.look.spoken and text in self._spoken:
            return PROMPT
        self._spoken.add(text)
        return text

    def _line(self, event: MoveMade) -> str:
        """Tell what happened, and how far a person was ahead with a slap."""
        return view.news(*event, self._rival(event), self.look)

    def _rival(self, event: MoveMade) -> Move | None:
        """Return what would have come next instead of a person's slap."""
        raise NotImplementedError

    def _refuse(self, error: CardGameError) -> int | None:
        """Show ERROR, also at the question after a game; return the exit status or None."""
        status = super()._refuse(error)
        if self._asking and self._has_table():
            self._show_board()
        return status

    def _show_end(self, outcome: Outcome) -> None:
        """Say how the game ended; nothing more is played at the table, even if somebody gave up."""
        self._told = []
        if self._has_table():
            self._show_board()
        super()._show_end(outcome)

    def _taken(self) -> str:
        """Tell how the last pile was taken, which stays on the screen; '' for the first round."""
        events = self.session.history.backwards()
        return next((self._line(e) for e in events if e.after.rounds > e.before.rounds), "")

    def _read(self) -> str | None:
        return self._read_live() if self.console.timed else super()._read()

    def _read_live(self) -> str | None:
        """Return the next command; until it is typed, the clock runs.

        At the question after a game its keys do nothing: they may have been meant for the game.
        """
        while True:
            self._judge()
            self._show_position()
            if self.console.show_aside():
                self._show_board()  # again: a small screen has shown the greeting alone
            event = None if self._asking or self._stopped else self.event()
            found = keys.keys(self.game, self._stopped, self.own_keys)
            line, self._moment = self.console.read_live(
                QUESTION if self._asking else self.prompt(),
                keys.resting(found) if self._asking else found,
                self._seconds(event),
                NO[0] if self._asking else "",
            )
            if line == keys.OUT_OF_TURN:
                awaited = view.awaited(self.game)
                self.screen.remarks.append(f"Out of turn: {awaited[0].lower()}{awaited[1:]}\n")
            elif line != keys.NOTHING:
                return line
            elif event is not None and self.console.clock() >= event.arguments[0]:
                self.session.make(event)
                self.show_end_if_over()
                self._recording.update(self.session)
            elif self._is_going and self.console.clock() >= GOES:
                self._show_board()

    def _seconds(self, event: Move | None) -> float | None:
        """Return the time until something happens by itself, or the screen changes; or None."""
        times = [event.arguments[0]] if event is not None else []
        times += [GOES] if self._is_going and not self._stopped else []
        return max(0, min(times) - self.console.clock()) / 1000 if times else None

    def _judge(self) -> None:
        """In practice, stop the clock at each missed or wrong slap, and say why."""
        history = self.session.history
        since = islice(history.backwards(), max(0, history.made - self._judged))
        self._judged = history.made
        if not self.game.options.practice or self._over:
            return
        from cardgames.games.slap.lessons import lesson  # in practice

        lessons = [told for event in since if (told := lesson(event, self.look))]
        self._stopped = self._stopped or bool(lessons)
        self.screen.remarks += reversed(lessons)

    def _show_position(self) -> None:
        super()._show_position()
        before, self._timed = self._timed, self.game
        if before is not self.game and not _goes_on(before, self.game):
            self.console.start_clock(self.game.now)

    def _show_board(self) -> None:
        if not self.console.timed or self.look.spoken:
            super()._show_board()
            return
        self.screen.measure()
        if self._has_table():
            self.take_news()
            self.console.redraw(self._table())
            self.screen.shown = self.game
            return
        news, taken = self.take_news(), self._taken()
        shown = [*([taken] if taken and taken not in news else []), *news[-2:]]
        told = fitted("".join(shown), self.look.columns)
        self.console.redraw(self.board(self.game) + self.footer(), told, room=2)
        self.screen.shown = self.game

    def board(self, game: Slap) -> str:
        """Return the picture of the table."""
        if self._watching and self._has_table():
            return self._table()
        return view.picture(game, self.look)

    def footer(self) -> str:
        """Return the line below the board; '' below the table, which names options itself."""
        return "" if self._has_table() else super().footer()

    def watch(self) -> None:
        """Let computers play to the end; a person at a terminal sees each move at the table."""
        self._watching = True
        try:
            super().watch()
        finally:
            self._watching = False

    def take_news(self) -> list[str]:
        """Return the news; at the table its log has them."""
        if self.look.spoken or not self._has_table():
            return super().take_news()
        history = self.session.history
        earlier = [line for line in self._told if line[0] <= history.made]
        new = [(history.made, text) for text in self.screen.remarks]
        self._told = list(dict.fromkeys([*earlier, *new]))[-table.LOG :]
        super().take_news()
        return []

    def _has_table(self) -> bool:
        """Does the table stand in its place on the screen?"""
        size = (self.look.columns, self.console.lines())
        return self.console.in_place and self.console.timed and table.fits(*size)

    def _table(self) -> str:
        """Return the table with the last events, and with the options that differ."""
        history, lines = self.session.history, self.console.lines()
        log = table.log(history.backwards(), self._told, history.made, self._rival, self.look)
        if self.session.outcome() is not None:
            return table.end(self.game, log)
        shown = table.picture(self.game, self.look, log, lines, self._just_taken())
        return shown + table.status(self.game, self.look, self._stopped)

    def _just_taken(self) -> MoveMade | None:
        """Return how the pile was taken, if it is still to be seen how it goes."""
        last = next(self.session.history.backwards(), None)
        new = self.game is not self._timed or self._stopped or self.console.clock() < GOES
        taken = last is not None and last.after.rounds > last.before.rounds
        self._is_going = new and taken and self.session.outcome() is None
        return last if self._is_going else None


def _goes_on(before: Slap | None, game: Slap) -> bool:
    """Did only time pass from BEFORE to GAME, perhaps with a wrong slap? Then the clock runs on."""
    if before is None or (before.cards, before.rounds) != (game.cards, game.rounds):
        return False
    return game.now > before.now
