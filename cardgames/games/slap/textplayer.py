"""Slap in text: its commands, automatic moves before a person's move, and play by the clock."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext, suppress
from itertools import islice
from math import inf
from typing import Any, Final

from cardgames.games.slap import board
from cardgames.games.slap.game import Slap, slapper
from cardgames.games.slap.options import LONGEST, QUICKEST
from cardgames.games.slap.strategy import earliest, next_event
from cardgames.model.commands import CommandName, Reading, command
from cardgames.model.errors import CardGameError, IllegalMove, InvalidCommand, counted, quoted
from cardgames.model.game import HUMAN, Move, Outcome, name_of, title, whose
from cardgames.model.strategy import Advice
from cardgames.play.session import MoveMade, Session
from cardgames.screen.look import fitted, wrapped
from cardgames.text import commands
from cardgames.text.textplayer import NO, PROMPT, QUESTION, YES, TextPlayer
from cardgames.text.wording import help_used_text

GOES: Final = 400  # the time for which a taken pile is shown on its way to the winner, in ms
MAIN: Final = ("play", "collect", "go", "step")  # what a click outside the rows of the pile does
SILENCE: Final = 300  # a slap key that repeats within this time, in ms, is just held down


class SlapPlayer(board.SlapView, TextPlayer[Slap]):
    """Plays Slap in text; at a terminal, a clock runs and single keys are commands."""

    console: Any  # a LiveConsole if `console.timed`

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._moment = 0  # when the last command came, in ms after the last card landed
        self._timed: Slap | None = None  # the position that the clock was started for
        self._stopped = False  # does the clock stand still?
        self._slapped: dict[str, int] = {}  # when each slap key was last pressed, by its command
        self._spoken: set[str] = set()  # the prompts that were read aloud
        self._is_going = False  # does the screen show how a pile is taken?
        self._waited = False  # was nobody at the other terminal?
        self._held: tuple[str, int] | None = None  # a move that waits, and its time

    def switch_to(self, session: Session) -> None:
        super().switch_to(session)
        # The number of log lines before the game whose automatic moves a script supplies, or None
        self._followed: int | None = None
        # The messages that are not about moves, each with the number of moves made before it.
        self._told: list[tuple[int, str]] = []
        self._judged = session.history.made  # the number of moves checked for lessons
        # The moves that players elsewhere make in a position, by seat
        self._given: tuple[Slap | None, dict[int, Move]] = None, {}

    # The texts.

    def viewer(self, game: Slap) -> int:
        return self._here[0] if self._here else 1

    def ending(self, outcome: Outcome) -> str:
        """Say who won, with each player's record of slaps; at a terminal, name the missed slaps."""
        used = help_used_text(self.session)
        report = board.report(self.game, outcome, self.look.columns) + (f"{used}\n" if used else "")
        if not self.console.interactive or self.session.history.computer:
            return report
        return report + board.after_game([*self.session.history.forwards()], self.look)

    def news(self, events: Sequence[MoveMade], seat: int) -> list[str]:
        return [self._line(event) for event in events if event.move.name != "wait"]

    def _line(self, event: MoveMade) -> str:
        return wrapped(board.news(event, self._rival(event), self.look))

    def _rival(self, event: MoveMade) -> Move | None:
        """Return the automatic move that `event` beat if it is a person's slap; otherwise None."""
        own_slap = event.move.name == "slap" and not event.move.seat
        followed = self._followed == self.session.begun
        return self._automatic(event.before) if own_slap and not followed else None

    # The automatic moves, and a person's moves at their time.

    def event(self) -> Move | None:
        """Return the next automatic move; None if a script supplies it, or the game is over."""
        if not self.session.hosts:
            return self.session.event()
        if self._followed == self.session.begun or self.session.outcome() is not None:
            return None
        session = self.session
        seed = session.seed, session.deals
        return None if self._waits else earliest(self.game, self._answers(), self._computers, *seed)

    def _answers(self) -> dict[int, Move]:
        """Return the moves that players elsewhere make in this position, by seat."""
        session, game = self.session, self.game
        if self._given[0] is not game:
            self._given = game, {}
        given = self._given[1]
        for seat, guest in [*session.guests.items()]:
            if seat not in given and any(game.open_to(seat)):
                with nullcontext() if session.link else self.waiting_for(seat):
                    if (move := guest.next_move()) is not None:
                        given[seat] = move
        return given

    @property
    def _computers(self) -> list[int]:
        others = {*self.session.guests, *self.session.away}
        seats = enumerate(self.session.seats, 1)
        return [seat for seat, who in seats if who != HUMAN and seat not in others]

    def _automatic(self, game: Slap) -> Move | None:
        return next_event(game, self._computers, self.session.seed, self.session.deals)

    def make(self, move: Move) -> None:
        """Make a person's `move` at its time, unless a computer slaps first; raises IllegalMove."""
        self._stopped = False
        session, before, timed = self.session, self.game, self.console.timed
        seat = self._slapper(move)
        *seats, ms = given = before.with_time(move)
        if timed and given == move.arguments and move.name != "wait":
            raise IllegalMove("the time is measured here: leave the milliseconds out")
        self._check(move)
        if move.name == "wait":
            self._wait(before.now + ms)
            return
        ms = min(LONGEST, max(QUICKEST, self._moment)) if timed else ms
        first = None
        if session.hosts:
            first, ms = self._pass(ms, to_turn=move.name == "play" and not timed)
        game, told = self.game, ""
        if first is not None and seat:
            told = board.too_late(game, first, seat, ms)
        elif first is not None:
            who = name_of(game.options, first.seat)
            told = f"Too late to {move.name}: {who} slapped after {first.arguments[0]} ms.\n"
        elif timed and seat:
            at = self._moment if game is before else max(ms, QUICKEST, game.now)
            told = board.excuse(game, session.history.backwards(), seat, at)
        elif timed and game is not before:
            told = f"Too late for '{move.name}': the table has changed.\n"
        if told:
            self.screen.remarks.append(told)
        elif game is before or session.outcome() is None:
            self._check(move)  # again, as automatic moves may change the turn
            seats = [] if self._here else seats
            session.make(Move(move.name, (*seats, max(ms, QUICKEST, game.now))))

    def _check(self, move: Move) -> None:
        """Raise IllegalMove unless a person at this terminal may make `move`."""
        game, name = self.game, move.name
        people, options = self._here or game.options.people(), game.options
        if name == "wait":
            if self.console.timed:
                raise IllegalMove("time passes by itself here: there is no need to wait")
            return
        if not people:
            raise IllegalMove(f"you cannot {name}: both players are computers")
        if self._waits:
            seat = self.session.elsewhere[0]
            right = f"wait, or 'leave {seat}'" if self.session.hosts else "wait, or 'quit'"
            who = name_of(options, seat) if self.session.hosts else "the host"
            raise IllegalMove(f"{who} is not there: {right}")
        if (seat := self._slapper(move)) not in (0, *people):
            raise IllegalMove(f"{name_of(options, seat)} slaps for itself: leave out the {seat}")
        if self._here and seat and game.is_spent():
            raise IllegalMove("this card was slapped wrongly already: nobody slaps it again")
        if name == "collect" and game.pending not in (0, *people):
            who = name_of(options, game.pending)
            raise IllegalMove(f"{who} collects its pile itself, after a second")
        if self.console.timed and name == "play" and not (game.pending or game.turn in people):
            raise IllegalMove(f"it is {whose(options, game.turn)} turn to play")

    @property
    def _here(self) -> Sequence[int]:
        """The seat at this terminal if the other seat is at another terminal; otherwise ()."""
        return self.session.here if self.session.elsewhere else ()

    @property
    def _keys(self) -> board.Keys:
        return board.keys_for(self._here or self.game.options.people(), self.wishes.own_keys)

    @property
    def _waits(self) -> bool:
        """Does the game stand still because nobody is at the other terminal?"""
        link = self.session.link
        return link is not None and link.allowance is None

    def _slapper(self, move: Move) -> int:
        """Return the seat that slaps with `move` if it is typed here; 0 if `move` is no slap."""
        is_named = bool(move.arguments) and move.arguments[0] < QUICKEST
        seat = slapper(move)
        return self._here[0] if seat and self._here and not is_named else seat

    def _pass(self, ms: int, to_turn: bool, to_slap: bool = True) -> tuple[Move | None, int]:
        """Make the automatic moves that are due before `ms`, the time of a person's move.

        If `to_turn`, `ms` counts from the person's turn: first make all automatic moves up to this
        turn. If `to_slap`, stop after a slap. Return this slap (or None), and the time `ms` counted
        from the last card.
        """
        while (event := self.event()) is not None:
            game, when = self.game, event.arguments[0]
            to_turn = to_turn and bool(game.pending or self.session.seats[game.turn - 1] != HUMAN)
            if not to_turn and when >= ms:
                break
            self.session.make(event)
            if to_slap and event.name == "slap":
                return event, ms
            ms -= 0 if to_turn else when - self.game.now  # a wrong slap does not restart the clock
        return None, ms

    def _wait(self, until: int) -> None:
        before = self.game
        _, ms = self._pass(until + 1, to_turn=False, to_slap=False)
        left = ms - 1 - self.game.now
        if left and (self.session.outcome() is None or self.game is before):
            self.session.make(Move("wait", (left,)))

    def follow(self, move: Move) -> None:
        """Make `move`, read from a script; the script also supplies all further automatic moves."""
        before = self.game
        if move.name != "wait" and not self.console.timed:
            move = move._replace(arguments=self.game.with_time(move))
        super().follow(move)
        if self.game is not before:
            self._followed = self.session.begun

    def legal_moves(self) -> Iterator[Move]:
        """Yield the moves that people may make; the base class also yields computers' moves."""
        if self._here:
            yield from () if self.session.outcome() else self.game.open_to(self._here[0])
            return
        found = [*super().legal_moves()]
        if self.session.outcome() is None and self.game.may_slap(2):
            found.append(Move("slap", (2,)))
        for move in found:
            with suppress(IllegalMove):
                self._check(move)
                yield move

    def typed(self, move: Move) -> str:
        """Return the short line for `move` or, where keys act at once, its key.

        A line that begins with the letter of a key needs a colon. The space bar is never returned:
        'p' plays, too.
        """
        line = super().typed(move)
        if not self.console.by_keys:
            return line
        keys = board.keys_of(self.game, False, self._keys)
        named = {does.removesuffix(" 1"): key for key, does in keys.items() if key != board.SPACE}
        return named.get(str(move), f":{line}" if line[0] in keys else line)

    def hint_text(self, advice: Advice) -> str:
        """Return the text of a hint; if no person can make the advised move now, advise to wait."""
        if advice.move in list(self.legal_moves()):
            return super().hint_text(advice)
        awaited = board.awaited(self.game)
        return wrapped(f"Hint: wait: {awaited[0].lower()}{awaited[1:]}")

    # Commands.

    @command("h", "?", CommandName("COMMAND", optional=True))
    def help(self, name: str | None = None) -> None:
        """List the commands, or explain one."""
        super().help(name)
        if name is None and self.console.by_keys:
            self.screen.say(board.described(self.game, self._keys))

    @command("st")
    def step(self) -> None:
        """Let the next thing happen, and stop the clock."""
        self.check_together("stop the clock")
        event = self.event()
        if event is None:
            raise IllegalMove("nothing happens by itself now")
        self._stopped = True
        self.session.make(event)

    @command("g")
    def go(self) -> None:
        """Let the clock run again."""
        self.check_together("start the clock")
        self._stopped = False
        if self.game.options.practice or not self.game.rule():
            self._timed = None  # otherwise it has run on, as the pile to slap was in view

    auto, leave = commands.auto, commands.leave

    # Two people at one keyboard: the program cannot see which of them has typed a line.

    def asker(self, what: str) -> int:
        if self._here:
            return self._here[0]
        typed = self._answer("", f"Who {what}: 1 or 2? > ", "12")
        if typed not in ("1", "2"):
            raise IllegalMove(f"type 1 or 2, to say who {what}: nothing is done")
        return int(typed)

    def ask(self, seat: int, question: str) -> bool:
        agree = "" if self._here else f"{title(self.game.options, seat)}, do you agree? "
        return self._answer(wrapped(question), f"{agree}[y/N] > ", "yn") in YES

    def _answer(self, question: str, prompt: str, keys: str) -> str:
        """Show a question, and return the line or key typed in answer; the clock stands still."""
        self.screen.remark(question)
        self._show_board()
        if not self.console.timed:
            return (self.console.read(prompt) or "").lower()
        try:
            line, _ = self.console.read_live(prompt, {key: key for key in keys}, None)
        finally:
            self.console.start_clock(self._moment)
        return (line or "").lower()

    # In real time at a terminal.

    def play(self) -> int:
        self.console.on_resize = self._show_board
        if self.console.timed:
            self.screen.remarks += filter(None, [board.unfit(self.wishes.own_keys, self._keys)])
            self.console.clicked = self._clicked
        with self.console.single_keys():
            return super().play()

    def _clicked(self, column: int, row: int) -> str:
        """Return the key for a click: in the rows of the pile a click slaps, elsewhere it plays."""
        keys = board.keys_of(self.game, self._stopped, self._keys)
        slaps = [does for does in keys.values() if does.startswith("slap")]
        has_pile = bool(slaps) and not self._asking and row in board.rows_of_pile(self.look)
        wanted = [slaps[-1 if 2 * column > self.look.columns else 0]] if has_pile else MAIN
        return next((key for key, does in keys.items() if does in wanted), "")

    def welcome_back(self) -> None:
        super().welcome_back()
        self._stopped = self.console.timed and not self._here

    def read(self, line: str) -> Reading:
        """Return the command that `line` means; an error says if a key took its first letter."""
        try:
            return super().read(line)
        except InvalidCommand:
            keys = board.keys_of(self.game, False, self._keys) if self.console.by_keys else ()
            for key in keys:
                if self.commands.complete("", key + line.partition(" ")[0]):
                    told = f"there is no command {quoted(line)}. Type a colon first: :{key}{line}"
                    raise InvalidCommand(told) from None
            raise

    def carry_out(self, line: str) -> None:
        """Carry out a command. Meanwhile the clock runs on: no command wins time to think."""
        before = self.game
        super().carry_out(line)
        if self.console.timed and self.game is before:
            self.console.show_aside()

    def prompt(self) -> str:
        """Return the prompt, which names the keys; prompts that are read aloud do so only once."""
        if self._here and (self._waits or self._over):
            who = name_of(self.game.options, self.session.elsewhere[0])
            return f"Waiting for {who if self.session.hosts else 'the host'}> "
        if not self.console.by_keys:
            return PROMPT
        text = board.prompt_of(self.game, self._stopped, self.look.columns, self._keys)
        if self.look.spoken and text in self._spoken:
            return PROMPT
        self._spoken.add(text)
        return text

    def _show_end(self, outcome: Outcome) -> None:
        """Say how the game ended. On the screen, the end replaces the table, if there was one."""
        self._told = []
        if self._has_table():
            self._show_board()
        super()._show_end(outcome)

    def _next_line(self) -> str | None:
        """Return the next command; at a terminal the clock runs until it is typed."""
        if not self.console.timed:
            return super()._next_line()
        while True:
            self._hear()
            self._judge()
            self._show_position()
            shown = self.console.clock()
            if self.console.show_aside():  # messages that nobody asked for have filled the screen
                self.console.start_clock(shown)
                self._show_board()
            event = self.event() if self.session.hosts and not self._stopped else None
            allowance = self.session.link.allowance or 0 if self.session.link else 0
            is_told, happens = False, inf  # when does the event happen?
            if event is not None:
                is_told = event != self._automatic(self.game)
                happens = event.arguments[-1] + allowance * (not is_told)
            until = min(happens, GOES if self._is_going and not self._stopped else inf)
            found = board.keys_of(self.game, self._stopped, self._keys)
            if self._held is not None:
                line, at = self._held
                beaten = event is not None and is_told and event.arguments[-1] < at
                if self._waits or beaten or self.console.clock() >= at + allowance:
                    self._held, self._moment = None, at
                    return line
                found, until = dict.fromkeys(found, board.NOTHING), at + allowance
            if self._asking:  # the game's keys do nothing now; y and n are answers
                found = dict.fromkeys(found.keys() - {*"yn"}, board.NOTHING)
            prompt, enter = (QUESTION, NO[0]) if self._asking else (self.prompt(), "")
            limit = until if until < inf else None
            self.console.link = self.session.link
            try:
                line, self._moment = self.console.read_live(prompt, found, limit, enter)
            finally:
                self.console.link = None
            if line is not None and line.startswith("slap"):
                last, self._slapped[line] = self._slapped.get(line), self._moment
                if last is not None and self._moment - last < SILENCE:
                    line = board.NOTHING  # the key is held
            if line == board.OUT_OF_TURN:
                awaited = board.awaited(self.game)
                self.screen.remarks.append(f"Out of turn: {awaited[0].lower()}{awaited[1:]}\n")
            elif line and allowance and self._held is None and self._is_move(line):
                self._held = line, self._moment
            elif line != board.NOTHING:
                return line
            elif event is not None and self._held is None and self.console.clock() >= happens:
                self.session.make(event)
                self.announce()
                self.record()
            elif self._is_going and self.console.clock() >= GOES:
                self._show_board()

    def _hear(self) -> None:
        """Take in the news from other terminals, before the card is painted and the clock runs."""
        if not self.session.link:
            self.event()  # this gives programs time to think
            return
        while not self.session.hosts and (told := self.event()) is not None:
            self.session.make(told)
        if self.session.link.closed:
            self.console.end_line()
        self.advance()
        if self._waits or self._waited:
            self._timed, self._waited = None, self._waits

    def _is_move(self, line: str) -> bool:
        with suppress(CardGameError):
            return self.read(line)[0].name in self.game.commands.all
        return False

    def _judge(self) -> None:
        """With the option `practice`, stop the clock at each missed or wrong slap, and say why."""
        history = self.session.history
        since = islice(history.backwards(), max(0, history.made - self._judged))
        self._judged = history.made
        if not self.game.options.practice or self._over:
            return
        lessons = [told for event in since if (told := board.lesson(event, self.look))]
        self._stopped = self._stopped or bool(lessons)
        self.screen.remarks += reversed(lessons)

    def _show_position(self) -> None:
        super()._show_position()
        before, self._timed = self._timed, self.game
        if not self.console.timed or before is self.game:
            return
        if before is not None and self.game.now > before.now:
            if (before.cards, before.rounds) == (self.game.cards, self.game.rounds):
                return  # only time passed, perhaps with a wrong slap: the clock runs on
        passed = self.console.clock() - self.game.now
        self._slapped = {line: at - passed for line, at in self._slapped.items()}
        self.console.start_clock(self.game.now)

    def _show_board(self) -> None:
        if not self.console.timed or self.look.spoken:
            super()._show_board()
            return
        self.screen.measure()
        news = self.take_news()
        if self._has_table():
            self.console.redraw(self._table())
        else:
            last = self._taken()
            shown = news[-2:] if last in ("", *news) else [last, *news[-2:]]
            told = fitted("".join(shown), self.look.columns)
            self.console.redraw(self.board(self.game) + self.footer(), told, room=2)
        self.screen.shown = self.game

    def _taken(self) -> str:
        """Return how the last pile was taken; '' in the first round. This text stays in view."""
        events = self.session.history.backwards()
        return next((self._line(e) for e in events if e.after.rounds > e.before.rounds), "")

    def whole(self, game: Slap) -> str:
        return self._table() if self._has_table() else super().whole(game)

    def footer(self) -> str:
        """Return the line below the board, which names the options; '' if they are named above."""
        is_greeted = self.console.in_place and not self.session.history.made
        return "" if self._has_table() or is_greeted else super().footer()

    def take_news(self) -> list[str]:
        """Return the news; [] if there is a table, as its log shows the news."""
        if not self._has_table():
            return super().take_news()
        history = self.session.history
        earlier = [line for line in self._told if line[0] <= history.made]
        new = [(history.made, text) for text in self.screen.remarks]
        self._told = list(dict.fromkeys([*earlier, *new]))[-board.LONG_LOG :]
        super().take_news()
        return []

    def _has_table(self) -> bool:
        """Is the board a table, painted in place? Never if the screen is read aloud."""
        if not (self.console.in_place and self.console.timed):
            return False
        return self.look.columns >= board.LEAST_COLUMNS and self.look.lines >= board.LEAST_LINES

    def _table(self) -> str:
        history, game, over = self.session.history, self.game, self.session.outcome() is not None
        last = next(history.backwards(), None)
        # A pile that was just taken is shown on its way to the winner.
        new = game is not self._timed or self._stopped or self.console.clock() < GOES
        taken = last is not None and last.after.rounds > last.before.rounds
        self._is_going = new and taken and not over
        log = self._log()
        if over:
            return "".join([*log[-2:], f"The end, {counted(game.cards, 'card')} played.\n"])
        going = last if self._is_going else None
        shown = board.table(game, self.look, log, going, *self._here)
        return shown + board.status(game, self.look, self._stopped)

    def _log(self) -> list[str]:
        history, lines = self.session.history, list[tuple[int, str]]()
        for back, event in enumerate(islice(history.backwards(), board.LONG_LOG)):
            if event.move.name != "wait":
                told = board.brief(event, self._rival(event), self.look)
                lines.append((history.made - back, f"{told}\n"))
        lines = sorted([*lines, *self._told], key=lambda line: line[0])  # by number of moves
        return [line for _, line in lines[-board.LONG_LOG :]]
