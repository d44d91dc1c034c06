"""Slap in real time at a terminal: it reads keys, repaints the table and forgives late slaps.

What the commands do, and the times of scripts, are the business of `textplayer.py`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias

from cardgames.games.slap import board
from cardgames.games.slap.game import Slap, slapper
from cardgames.model.commands import Reading
from cardgames.model.errors import CardGameError, IllegalMove, InvalidCommand, quoted
from cardgames.model.game import Move, Outcome
from cardgames.model.names import does
from cardgames.play.session import MoveMade, Session
from cardgames.text.textplayer import NO, PROMPT, QUESTION, TextPlayer
from cardgames.text.wording import fitted

GOES: Final = 400
"""The time for which a pile that was taken is seen to go, in milliseconds."""
UNSEEN: Final = 120
"""The time in which nobody reacts to a card, in milliseconds."""
SILENCE: Final = 300
"""A key is one slap until it has been silent for this time, in milliseconds."""
TOO_LATE: Final = 1000
"""A slap this long after a pile was taken, in milliseconds, was meant for that pile."""
SPACE: Final = " "
ALONE: Final = (SPACE, "s")
TOGETHER: Final = ("d", "s", "j", "k")
"""The key to play and the key to slap: ALONE for one person, TOGETHER for each of two."""
WATCHING: Final = {SPACE: "step", "g": "go"}
"""The commands of the keys for those who watch two computers."""
OUT_OF_TURN: Final = "out of turn"
"""Stands for the command of the play key while another player is to move; none is so called."""
NOTHING: Final = ""
COMMAND: Final = "[:] command > "
BARE: Final = str.maketrans("", "", "[]")
"""Takes the brackets out of a prompt."""

Chosen: TypeAlias = Sequence[str]
"""The keys that a person chose: two for one player, four for two; () for the usual ones."""


class LivePlayer(TextPlayer):
    """Plays Slap in text, and at a terminal by its clock."""

    game: Slap
    console: Any  # a TerminalConsole, if it is timed

    def __init__(self, *arguments: Any, **more: Any) -> None:
        """Play as a TextPlayer does."""
        super().__init__(*arguments, **more)
        self._moment = 0
        """When the last command came, in milliseconds after the last card landed."""
        self._timed: Slap | None = None
        """The position that the clock was started for."""
        self._stopped = False
        """Does the clock stand still?"""
        self._slapped: dict[str, int] = {}
        """When each slap key was last pressed, by its command."""
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
            self.screen.remarks += filter(None, [unfit(self.game, self.own_keys)])
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
            known = keys_of(self.game, False, self.own_keys)
            cut = without_its_key(line, known, self.commands.complete)
            if not cut or not self.console.by_keys:
                raise
        raise InvalidCommand(f"there is no command {quoted(line)}. Type a colon first: :{cut}")

    def carry_out(self, line: str) -> None:
        """Carry out a command; the clock stands still while it does something else.

        It runs on after a slap that does not count.
        """
        before, self._excused = self.game, False
        super().carry_out(line)
        if self.console.timed and self.game is before and not self._excused:
            self.console.show_aside()
            self.console.start_clock(self._moment)

    def excuse(self, move: Move, ms: int) -> bool:
        """Excuse a slap after MS milliseconds if it was meant for what lay there before.

        Then say so. Return whether it was excused, and so does not count.
        """
        if not self.console.timed or move.name != "slap":
            return False
        told = excuse(self.session.history.backwards(), slapper(move), ms)
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
        text = prompt_of(self.game, self._stopped, self.look.columns, self.own_keys)
        if self.look.spoken and text in self._spoken:
            return PROMPT
        self._spoken.add(text)
        return text

    def _line(self, event: MoveMade) -> str:
        """Tell what happened, and how far a person was ahead with a slap."""
        return board.news(*event, self._rival(event), self.look)

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
            found = keys_of(self.game, self._stopped, self.own_keys)
            line: str | None
            line, self._moment = self.console.read_live(
                QUESTION if self._asking else self.prompt(),
                # At the question the keys do nothing, but y and n are answers.
                dict.fromkeys(found.keys() - {*"yn"}, NOTHING) if self._asking else found,
                self._until(event),
                NO[0] if self._asking else "",
            )
            if self._is_held(line):
                line = NOTHING
            if line == OUT_OF_TURN:
                awaited = board.awaited(self.game)
                self.screen.remarks.append(f"Out of turn: {awaited[0].lower()}{awaited[1:]}\n")
            elif line != NOTHING:
                return line
            elif event is not None and self.console.clock() >= event.arguments[0]:
                self.session.make(event)
                self.show_end_if_over()
                self._recording.update(self.session)
            elif self._is_going and self.console.clock() >= GOES:
                self._show_board()

    def _until(self, event: Move | None) -> int | None:
        """Return when something happens by itself, or the screen changes; or None."""
        times = [event.arguments[0]] if event is not None else []
        times += [GOES] if self._is_going and not self._stopped else []
        return min(times, default=None)

    def _is_held(self, line: str | None) -> bool:
        """Is LINE that of a slap key that has not been silent since it was last pressed?"""
        if line is None or not line.startswith("slap"):
            return False
        last, self._slapped[line] = self._slapped.get(line), self._moment
        return last is not None and self._moment - last < SILENCE

    def _judge(self) -> None:
        """In practice, stop the clock at each missed or wrong slap, and say why."""
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
        if self.console.timed and before is not self.game and not _goes_on(before, self.game):
            passed = self.console.clock() - self.game.now
            self._slapped = {line: at - passed for line, at in self._slapped.items()}
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
        """Return the picture of the position."""
        if self._watching and self._has_table():
            return self._table()
        return board.picture(game, self.look)

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
        self._told = list(dict.fromkeys([*earlier, *new]))[-board.LONG_LOG :]
        super().take_news()
        return []

    def _has_table(self) -> bool:
        """Does the table stand in its place on the screen?"""
        has_place = self.console.in_place and self.console.timed
        room = self.look.columns >= board.LEAST_COLUMNS
        return has_place and room and self.console.size().lines >= board.LEAST_LINES

    def _table(self) -> str:
        """Return the table with the last events, and with the options that differ."""
        history, lines = self.session.history, self.console.size().lines
        log = board.log(history.backwards(), self._told, history.made, self._rival, self.look)
        if self.session.outcome() is not None:
            return board.end(self.game, log)
        shown = board.table(self.game, self.look, log, lines, self._just_taken())
        return shown + board.status(self.game, self.look, self._stopped)

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


def excuse(events: Iterable[Any], seat: int, ms: int) -> str | None:
    """Say why a slap of SEAT does not count; None if it does.

    It comes MS milliseconds after the last card landed. EVENTS are the moves before it, the last
    one first, each with the positions before and after it.
    """
    excused, played = None, False
    for event in events:
        if event.after.rounds > event.before.rounds:
            return excused if ms > TOO_LATE else _after(event, seat, ms)
        if event.move.name in ("slap", "wait"):  # the clock went on
            continue
        if not played and ms < UNSEEN:
            excused = _too_early(event, seat, ms)
        if event.before.rule() or event.after.rule() and not played:
            return excused
        played = True
        ms += sum(event.move.arguments[-1:])
    return excused


def _after(event: Any, seat: int, ms: int) -> str:
    """Say that a slap came MS milliseconds after EVENT, and so too late for it."""
    if event.move.name == "slap" and not event.before.rule():
        taker = does(event.before.options, event.after.turn, "have")
        return f"{taker} been given the pile already: this slap does not count.\n"
    by = slapper(event.move) if event.move.name == "slap" else event.before.player()
    then = event.move.arguments[-1] + ms
    return board.too_late(event.before.options, event.move, by, seat, then)


def _too_early(event: Any, seat: int, ms: int) -> str:
    """Say that nobody can have seen the last card."""
    if event.before.rule():
        return _after(event, seat, ms)
    return f"Too early: nobody sees a card within {UNSEEN} ms. This slap does not count.\n"


def keys_of(game: Slap, stopped: bool, chosen: Chosen = ()) -> dict[str, str]:
    """Return the command of each key in GAME, while the clock runs or is STOPPED."""
    people = _people(game, chosen)
    if not people:
        return dict(WATCHING)
    if stopped:
        return {key: NOTHING for pair in people.values() for key in pair} | {SPACE: "go"}
    play = "collect" if game.pending else "play"
    slaps = game.options.slaps != "none"
    is_own = len(chosen) == 2 * len(people)
    found = {} if is_own else {SPACE: play if game.player() in people else OUT_OF_TURN}
    for seat, (key, slap) in people.items():
        found[key] = play if seat == game.player() else OUT_OF_TURN
        slap_now = "slap" if len(people) == 1 else f"slap {seat}"
        found[slap] = slap_now if slaps else NOTHING
    return found


def prompt_of(game: Slap, stopped: bool, columns: int = 80, chosen: Chosen = ()) -> str:
    """Return the prompt, which fits COLUMNS: the keys that work now, each at a fixed place."""
    people = _people(game, chosen)
    if stopped or len(people) < 2:
        full = _for_one(game, stopped, people)
        bare = full.translate(BARE)
    else:
        full = _for_two(game, people, "  ")
        bare = _for_two(game, people, " ", bare=True)
    alone = _keys_alone(game, stopped, people)
    return next((text for text in (full, bare) if len(text) < columns), alone)


def described(game: Slap, chosen: Chosen = ()) -> str:
    """Return the description of the keys that the list of commands shows."""
    people = _people(game, chosen)
    if not people:
        return "Keys: the space bar stops the clock and steps, g lets it run.\n"
    slaps = game.options.slaps != "none"
    if len(people) == 1:
        play, slap = people[1]
        play = "the space bar" if play == SPACE else play
        lines = f"Keys: {play} plays and collects" + f", {_named(slap)} slaps" * slaps + "."
    else:
        each = [
            f"player {seat} plays by {_named(play)}" + f" and slaps by {_named(slap)}" * slaps
            for seat, (play, slap) in people.items()
        ]
        lines = f"Keys: {', '.join(each)}."
    return f"{lines}\nA colon begins any other command, such as :score.\n"


def without_its_key(
    line: str, known: Mapping[str, str], complete: Callable[[str, str], Sequence[str]]
) -> str:
    """Return LINE with the letter of a KNOWN key put back, if that begins a command, or ''.

    COMPLETE returns the names of commands that begin with some letters.
    """
    word = line.partition(" ")[0]
    return next((key + line for key in known if complete("", key + word)), "")


def unfit(game: Slap, chosen: Chosen) -> str:
    """Say that the CHOSEN keys are for another number of people, and which ones work; or ''."""
    people = _people(game, chosen)
    if not chosen or not people or len(chosen) == 2 * len(people):
        return ""
    used = ",".join(_named(key) for pair in people.values() for key in pair)
    others = "one player" if len(people) == 2 else "two players"
    return f"The keys that you chose are for {others}: these are used, {used}.\n"


def _people(game: Slap, chosen: Chosen) -> Mapping[int, tuple[str, str]]:
    """Return the key to play and the key to slap of each person, by seat."""
    count = len(game.options.people())
    usual = {0: (), 1: ALONE, 2: TOGETHER}[count]
    own = chosen if len(chosen) == len(usual) else usual
    return {seat: (own[2 * seat - 2], own[2 * seat - 1]) for seat in range(1, count + 1)}


def _for_one(game: Slap, stopped: bool, people: Mapping[int, tuple[str, str]]) -> str:
    """Return the prompt for one person; also for nobody, and while the clock is STOPPED."""
    if not people:
        return ("[space] step  [g] go  " if stopped else "[space] stop          ") + COMMAND
    if stopped:
        return f"[space] go on              {COMMAND}"
    return f"{'  '.join(_cells(game, 1, people))}  {COMMAND}"


def _for_two(
    game: Slap, people: Mapping[int, tuple[str, str]], gap: str, bare: bool = False
) -> str:
    """Return the prompt of two people, with a GAP between its parts, and BARE of brackets."""
    each = []
    for seat in people:
        cells = _cells(game, seat, people)
        shown = (f"{cell.translate(BARE):{len(cell)}}"[:-2] if bare else cell for cell in cells)
        each.append(f"{seat}: {gap.join(shown)}")
    return f"{'  '.join(each)} > "


def _cells(game: Slap, seat: int, people: Mapping[int, tuple[str, str]]) -> tuple[str, str]:
    """Return what SEAT can do by its keys, each in its fixed width."""
    play, slap = (_named(key) for key in people[seat])
    act = f"[{play}] {'collect' if game.pending else 'play'}" * _can_play(game, seat)
    hit = f"[{slap}] slap" * _can_slap(game, seat)
    return f"{act:{len(play) + 10}}", f"{hit:{len(slap) + 7}}"


def _keys_alone(game: Slap, stopped: bool, people: Mapping[int, tuple[str, str]]) -> str:
    """Return the prompt with no more than the keys, for a narrow screen."""
    if not people:
        return "space g | : > "
    if stopped:
        return "space | : > "
    parts = []
    for seat, (play, slap) in people.items():
        act, hit = _named(play) * _can_play(game, seat), _named(slap) * _can_slap(game, seat)
        parts.append(f"{act:{len(_named(play))}} {hit:{len(_named(slap))}}")
    return f"{' | '.join(parts)} | : > "


def _can_play(game: Slap, seat: int) -> bool:
    """Can SEAT play or collect now?"""
    return seat == game.player() and bool(game.pending or game.side(seat).hand)


def _can_slap(game: Slap, seat: int) -> bool:
    """May SEAT slap now?"""
    try:
        game.slap(seat)
    except IllegalMove:
        return False
    return True


def _named(key: str) -> str:
    """Return the name of a KEY."""
    return key.replace(SPACE, "space")
