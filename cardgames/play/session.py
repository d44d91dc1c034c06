"""A game in progress: its moves, its log, its recorders, and the help that was used.

The log has the commands that were carried out. A script repeats the session: it has the command
line that dealt the game, and then the log. Undo and redo work on steps: a step is a person's move
or one `auto`, with the automatic moves after it.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import cache
from itertools import accumulate
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cardgames.model.cards import BACK, Pile
from cardgames.model.deal import Day, Random, shuffled_deck
from cardgames.model.errors import IllegalMove
from cardgames.model.game import HUMAN, Game, Move, Outcome, Setup
from cardgames.model.strategy import ADVISER, SOLVER, Advice, Computers

if TYPE_CHECKING:
    from cardgames.seats.seat import Participant
    from cardgames.seats.wire import Link

GIVEN_UP: Final = "given up"  # the reason for the outcome when a person gives up
REVEALED: Final = ("review", "verdict")  # the answers that use hidden cards


class MoveMade(NamedTuple):
    before: Any
    move: Move
    after: Any


class Step(NamedTuple):
    """What one undo takes back."""

    start: int = 0  # the number of moves made before the step
    computer: str = ""  # the computer that plays for people, if the step is an `auto`
    given_up: int = 0  # the seat that gives up in the step; 0 if none does
    helped_from: int | None = None  # the number of people's moves before the first `auto`
    left: tuple[int, ...] = ()  # the seats of the people who have left so far


class History:
    """The moves from the deal to the present position, and the moves that 'redo' can repeat."""

    def __init__(self, first: Game) -> None:
        self._positions = [first]
        self._moves: list[Move] = []
        self._counts = [0]  # for each position, the number of people's moves before it
        self._steps: list[Step] = []
        # For each position, the number of moves when it first came up; {} if no position can recur.
        # Positions with hidden cards are not known to be equal.
        self._recurs = first.cycles and BACK not in first.all_cards()
        self._first = {first.key(): 0} if self._recurs else {}
        self._told: dict[int, int] = {}  # for each seat, the number of moves told to its person
        self.opened = 0  # the number of positions, from the deal on, in which all saw all hands
        self.steps = 0  # the number of steps that led to the present position
        self._go_to(0)

    def _go_to(self, moves: int) -> None:
        """Go to the position after `moves` moves, and set the attributes that describe it."""
        self.made, self.now = moves, self._positions[moves]
        self.before = self._positions[moves - 1] if moves else None
        self.people_moves = self._counts[moves]
        step = self._steps[self.steps - 1] if self.steps else Step()
        _, self.computer, self.given_up, self.helped_from, self.left = step
        first = self._first[self.now.key()] if self._recurs else moves
        # The first position equal to the present one, or None if the present one is new
        self.earlier = self._positions[first] if first < moves else None
        for seat, heard in self._told.items():
            self._told[seat] = min(heard, moves)

    @property
    def undone(self) -> int:
        return len(self._steps) - self.steps

    def position(self, back: int) -> Game:
        """Return the position that came up `back` moves ago."""
        return self._positions[self.made - back]

    def since(self, position: Game) -> int | None:
        """Return how many moves ago this very object was the present position; None if never."""
        line = reversed(self._positions[: self.made + 1])
        return next((back for back, now in enumerate(line) if now is position), None)

    def line(self, moves: int) -> tuple[list[Any], list[Move]]:
        """Return the positions from the deal to the one after `moves` moves, and these moves."""
        return self._positions[: moves + 1], self._moves[:moves]

    def steps_after(self, moves: int) -> int:
        """Return how many steps must be undone so that at most `moves` moves are left."""
        start = attrgetter("start")
        return self.steps + 1 - bisect_right(self._steps, moves, hi=self.steps, key=start)

    def begins_step(self, moves: int) -> bool:
        return any(step.start == moves for step in self._steps[: self.steps])

    def after(self, steps: int) -> tuple[Game, int]:
        """Return the position after `steps` steps, and the number of people's moves before it."""
        moves = self._moves_before(steps)
        return self._positions[moves], self._counts[moves]

    def step(self, number: int) -> list[MoveMade]:
        """Return the moves of step `number` (from 1 on), even if the step has been undone."""
        return list(self._made(range(self._moves_before(number - 1), self._moves_before(number))))

    def leaver(self, number: int) -> int:
        """Return the seat that gives up or leaves in step `number` (from 1 on); 0 if none does."""
        step, before = self._steps[number - 1], self.left_before(number)
        return step.given_up or next((seat for seat in step.left if seat not in before), 0)

    def left_before(self, number: int) -> tuple[int, ...]:
        """Return the seats of the people who left before step `number` (from 1 on)."""
        return self._steps[number - 2].left if number > 1 else ()

    def begin_step(self, computer: str = "", given_up: int = 0, leaving: int = 0) -> None:
        """Begin a step with a move, with a computer that takes over, or with a seat that leaves.

        The number `given_up` is the seat of a person who gives up; `leaving`, of one who leaves.
        """
        self._drop_taken_back()
        helped = self.helped_from
        if computer and helped is None:
            helped = self.people_moves
        left = (*self.left, leaving) if leaving else self.left
        self._steps.append(Step(self.made, computer, given_up, helped, left))
        self.steps += 1
        self._go_to(self.made)

    def add(self, move: Move, after: Game, counted: bool) -> None:
        """Add a move and the position after it; a move at a person's seat is `counted`."""
        if self.made < len(self._moves):
            self._drop_taken_back()
        self._positions.append(after)
        self._moves.append(move)
        self._counts.append(self._counts[-1] + counted)
        if self._recurs:
            self._first.setdefault(after.key(), self.made + 1)
        self._go_to(self.made + 1)

    def check_undo(self, count: int) -> None:
        """Raise IllegalMove unless `count` steps can be undone; a negative count means redo."""
        left, what = (self.undone, "make again") if count < 0 else (self.steps, "take back")
        if abs(count) > left:
            there = {0: "is no move", 1: "is only 1 move"}.get(left, f"are only {left} moves")
            raise IllegalMove(f"there {there} to {what}")

    def undo(self, count: int) -> None:
        """Undo `count` steps; a negative count means redo. Raises IllegalMove."""
        self.check_undo(count)
        self.steps -= count
        self._go_to(self._moves_before(self.steps))

    def cut(self, count: int) -> None:
        """Drop the last `count` moves, which must be in the last step."""
        self._go_to(self.made - count)
        self._drop_taken_back()

    def copy(self) -> "History":
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (list, dict)):
                setattr(other, name, value.copy())
        return other

    def told(self, seat: int) -> int:
        """Return the number of moves that the person in a seat has been told."""
        return self._told.get(seat, 0)

    def untold(self, seat: int) -> list[MoveMade]:
        """Return the moves that the person in a seat has not been told, and mark them as told."""
        start, self._told[seat] = self.told(seat), self.made
        return list(self._made(range(start, self.made)))

    def forwards(self) -> Iterator[MoveMade]:
        """Yield the moves since the deal, the first one first."""
        return self._made(range(self.made))

    def backwards(self) -> Iterator[MoveMade]:
        """Yield the moves since the deal, the last one first."""
        return self._made(reversed(range(self.made)))

    def mark_told(self, seats: int, but: int = 0) -> None:
        """Mark all moves except the last `but` moves as told to all seats and watchers (seat 0)."""
        self._told = dict.fromkeys(range(seats + 1), max(0, self.made - but))

    def _moves_before(self, step: int) -> int:
        """Return the number of moves made before a step; the first step is 0."""
        return self._steps[step].start if step < len(self._steps) else len(self._moves)

    def _made(self, numbers: Iterable[int]) -> Iterator[MoveMade]:
        line = self._positions
        return (MoveMade(line[i], self._moves[i], line[i + 1]) for i in numbers)

    def _drop_taken_back(self) -> None:
        # `_first` is in the order of play, so the positions to drop are at its end.
        while self._first and next(reversed(self._first.values())) > self.made:
            self._first.popitem()
        del self._positions[self.made + 1 :], self._moves[self.made :]
        del self._counts[self.made + 1 :], self._steps[self.steps :]
        self.opened = min(self.opened, self.made + 1)


class Session:
    """A game in progress, and its log. A method that raises IllegalMove changes nothing."""

    hosts = True  # is the game dealt and kept here, and not at another terminal?
    link: "Link | None" = None  # joins it to people at other terminals
    elsewhere: tuple[int, ...] = ()  # the seats of the people at other terminals

    def __init__(self, setup: Setup, computers: Computers) -> None:
        """Deal the first game of the setup; raises InvalidCommand if its deck cannot be dealt."""
        self.setup = setup._replace(day=None)
        self.computers = computers
        self.log: list[str] = []
        self.alone = len(setup.options.seats()) == 1  # is this a game for only one player?
        self.seed = setup.seed
        self.deals = 0  # the number of games dealt from the seed; 0 while the given deck is played
        # The `new` lines of the log that a replay needs to deal the game in progress
        self.dealing: list[str] = []
        self.away = setup.away  # the seats whose moves come from a script, or from a guest
        self.guests: dict[int, "Participant"] = {}  # the guests, by seat
        self.winnable = False  # was the deal chosen because it can be won?
        self.from_script = False  # did a script, or a review, make the first moves?
        # Is a saved script being replayed? An old script has no line for `auto`, only the moves of
        # `auto`: each names the seat of a person, and belongs to the person's last step.
        self.replaying = False
        self._hinted: tuple[Advice, Game] | None = None  # the last hint and its position
        self.forget_automatic()
        self._random = Random(setup.seed)
        self._deal(setup.day, setup.deck)

    def _deal(self, day: Day | None, deck: Pile | None = None) -> None:
        """Deal `deck` or, if it is None, the next shuffled deck, which may be the deal of a day."""
        game, options = self.setup.game, self.setup.options
        self.day = None  # the date of a daily deal that is played without options, else None
        if deck is None:
            deck = shuffled_deck(self._random, game.fresh_deck(options))
            self.day = None if options.words() else day
            self.deals += 1
        self.history = History(game.deal(deck, options))
        self.computer: Computers = cache(self.computers)  # makes each player once per game
        self.begun = len(self.log)  # the number of lines in the log before this game
        self.undos = 0
        self.hints = 0
        self.revealed: dict[str, int] = {}  # how many reviews and verdicts were asked for
        self.shown = False  # did a computer play for people, and were its moves taken back?
        # The position judged last, and its outcome, kept because `outcome` is called often
        self._judged: tuple[Game | None, Outcome | None] = None, None

    @property
    def game(self) -> Game:
        return self.history.now

    @property
    def deal(self) -> tuple[Setup, int]:
        """The setup of this game, and its number among the games of its seed (0: a given deck)."""
        deck = None if self.deals else self.setup.deck
        return self.setup._replace(seed=self.seed, deck=deck), self.deals

    @property
    def moves_made(self) -> int:
        return self.history.people_moves

    @property
    def seats(self) -> tuple[str, ...]:
        """The player at each seat: HUMAN, or the name of a computer player."""
        seats: tuple[str, ...] = self.setup.options.seats()
        computer, left = self.history.computer, self.history.left
        if left:
            stand_in = self.setup.game.stand_in
            seats = tuple([stand_in if n in left else who for n, who in enumerate(seats, 1)])
        if computer:
            seats = tuple([computer if who == HUMAN else who for who in seats])
        return seats

    @property
    def people(self) -> list[int]:
        """The seats of the people who have not left the game."""
        left = self.history.left
        return [seat for seat in self.setup.options.people() if seat not in left]

    @property
    def gone(self) -> bool:
        """Is the game hosted at another terminal that is gone?"""
        return False

    @property
    def here(self) -> list[int]:
        """The seats of the people at this terminal who have not left the game."""
        return [seat for seat in self.people if seat not in self.elsewhere]

    def outcome(self) -> Outcome | None:
        history, game = self.history, self.history.now
        if seat := history.given_up:
            return Outcome(0 if self.alone else game.ahead(but=seat), GIVEN_UP)
        if self._judged[0] is not game:
            outcome = game.outcome()
            if outcome is None and history.earlier is not None:
                outcome = game.outcome_if_repeated(history.earlier)
            self._judged = game, outcome
        return self._judged[1]

    def make(self, move: Move) -> None:
        """Make a move; raises IllegalMove if the rules forbid it."""
        self.check_going()
        game = self.history.now
        if move.seat:  # a move of a computer or of the clock
            self._check_seat(move, game)
        after = game.carry_out(move)
        move = game.canonical(move)
        if not move.seat:
            self.history.begin_step()
        self._add(move, after)

    def make_all(self, moves: Sequence[Move], line: str) -> None:
        """Make a person's moves as one step, with one line in the log; raises IllegalMove."""
        self.check_going()
        _, *made = accumulate(moves, Game.apply, initial=self.history.now)
        self.history.begin_step()
        for move, after in zip(moves, made):
            self.history.add(move, after, counted=True)
        self.log.append(line)

    def _cut(self, lines: Sequence[int]) -> None:
        """Drop the last automatic moves; `lines` has the numbers of their lines in the log."""
        self.history.cut(len(lines))
        first, replaced = lines[0], set(lines)
        since = enumerate(self.log[first:], first)  # the lines before `first` stay
        self.log = self.log[:first] + [line for number, line in since if number not in replaced]

    def _add(self, move: Move, after: Game) -> None:
        # A program plays a game for one in the person's seat, but its moves are not the person's.
        joined = move.seat in self.setup.away and not self.alone
        by_person = self.history.computer or joined
        counted = not move.seat or bool(by_person and move.seat in self.people)
        self.history.add(move, after, counted)
        self.log.append(str(move))

    def _check_seat(self, move: Move, game: Game) -> None:
        seats, seat = self.seats, move.seat
        if seat > len(seats):
            players = "this is a game for one" if self.alone else f"only 1 to {len(seats)}"
            raise IllegalMove(f"there is no player {seat}: {players}")
        if not game.may_act(move):
            raise IllegalMove(f"it is not player {seat}'s turn, but player {game.player()}'s")
        # a guest's moves, and in old scripts all moves but those of a game for one, name a seat
        older = seat in self.setup.away or self.replaying and not self.alone
        if seats[seat - 1] == HUMAN and move.name not in game.clockwork and not older:
            typed, bare = game.unseated(move), move._replace(seat=0)
            right = f"leave out '{seat}:' before the move" if typed == bare else f"type '{typed}'"
            raise IllegalMove(f"player {seat} is not a computer: {right}")

    def hand_over(self, computer: str) -> None:
        """Let a computer play for the people from now on; raises IllegalMove after the end."""
        self.check_going()
        self.history.begin_step(computer)
        self.log.append("auto" if computer == ADVISER else f"auto {computer}")

    def give_up(self) -> None:
        """Give up for the person in the seat `speaker`; raises IllegalMove."""
        self.check_going()
        if not self.people:
            raise IllegalMove("no person plays who could give up")
        self.history.begin_step(given_up=self.speaker)
        self.log.append("giveup")

    @property
    def speaker(self) -> int:
        """The seat of the person for whom a script's commands count.

        This is the person whose turn it is or, in a computer's turn, the first person. Without
        people, the seat is 0.
        """
        people, turn = self.people, self.game.player()
        return turn if turn in people else next(iter(people), 0)

    def check_leaving(self, seat: int) -> None:
        """Raise IllegalMove unless a person in this seat can leave and another person stays."""
        self.check_going()
        people, seats = self.people, len(self.setup.options.seats())
        if len(people) < 2:
            who = "only one person plays" if people else "no person plays"
            raise IllegalMove(f"{who}: 'giveup' gives the game up, 'quit' leaves the program")
        if not seat:
            raise IllegalMove(f"name the seat of the player who leaves, as in 'leave {people[0]}'")
        if seat not in people:
            there = f"the seats are 1 to {seats}" if seat > seats else "a computer plays there"
            raise IllegalMove(f"no person can leave seat {seat}: {there}")

    def leave(self, seat: int) -> None:
        """Let a person leave: with two players, the other wins; with more, a computer plays on."""
        self.check_leaving(seat)
        if len(self.setup.options.seats()) > 2:
            self.history.begin_step(leaving=seat)
        else:
            self.history.begin_step(given_up=seat)
        self.log.append(f"leave {seat}")
        self.forget_automatic()

    @contextmanager
    def undisturbed(self, or_idle: bool = False) -> Iterator[None]:
        """Restore the game and its log if the block fails or, with `or_idle`, makes no move."""
        history, log = self.history.copy(), self.log[:]
        kept = False
        try:
            yield
            kept = not or_idle or self.history.made != history.made
        finally:
            if not kept:
                self.history, self.log = history, log

    def undo(self, count: int, line: str = "") -> None:
        """Take back `count` steps, and log `line` (default: an 'undo'); raises IllegalMove."""
        computer = self.history.computer
        self.history.undo(count)
        self.shown |= bool(computer)
        self.undos += count
        self.log.append(line or f"undo {count}")

    def redo(self, count: int, by_moves: bool = False) -> None:
        """Make `count` steps again, and add a 'redo' to the log.

        With `by_moves`, add the moves instead, if computers may still move after them.
        """
        made = self.history.made
        self.history.undo(-count)
        if by_moves and not self.alone and not self.history.given_up:
            self.log += map(str, self.history.line(self.history.made)[1][made:])
        else:
            self.log.append(f"redo {count}")

    def new(self, seed: int | Day | None = None, winnable: bool = False) -> None:
        """Deal the first game of a seed or a date; if `seed` is None, deal the next game."""
        self.winnable = winnable
        self.from_script = False
        day = None
        if isinstance(seed, Day):
            from cardgames.patience.search import daily

            day, seed = seed, daily(self.setup.game, seed, self.computers)[0]
        line = "new"
        if seed is not None:
            line = f"new {seed}"
            self.seed = seed
            self.deals = 0
            self.dealing = []
            self._random = Random(seed)
        self.dealing.append(line)
        self.log.append(line)
        self._deal(day)

    def hint(self, every: bool = False) -> Advice | None:
        """Return a hint, and count it; return None if the game is stuck.

        The hint compares its move with some other moves or, with `every`, with all other moves.
        """
        advice = self.computer(ADVISER).explain(self.game, self.history.before, every)
        self.ask("hint")  # A hint that Ctrl-C interrupts does not count.
        return advice

    def mark_told(self, but: int = 0) -> None:
        self.history.mark_told(len(self.seats), but)

    def hint_before(self, advice: Advice) -> tuple[Advice | None, int]:
        """Remember this advice; return the previous advice, and how many moves ago it came.

        Return (None, 0) if there was no advice before, or if it came in this same position.
        """
        last, self._hinted = self._hinted, (advice, self.game)
        since = self.history.since(last[1]) if last else None
        return (last[0], since) if last and since else (None, 0)

    def ask(self, question: str, revealed: str = "") -> None:
        """Count a hint or, if the answer uses hidden cards, count it under the name `revealed`."""
        if revealed:
            self.revealed[revealed] = self.revealed.get(revealed, 0) + 1
        else:
            self.hints += 1
        self.log.append(question)

    def solver(self) -> Any:
        return self.computer(SOLVER)

    def check_going(self) -> None:
        if (outcome := self.outcome()) is not None:
            raise IllegalMove(f"the game is over: {outcome.reason}")

    def is_stuck(self) -> bool:
        """Is the adviser certain that the game can no longer be won?"""
        return self.computer(ADVISER).is_stuck(self.game)

    def event(self) -> Move | None:
        """Return the move of the computer or guest whose turn it is; None if there is no move."""
        seat = self.game.player()
        if self.outcome() is not None:
            return None
        if seat in self.guests and seat not in self.history.left:
            found = self.guests[seat].next_move()
            if seat in self.guests:
                return found
        computer = self.seats[seat - 1]
        if computer == HUMAN or seat in self.away:
            return None
        move = self.computer(computer).next_move(self.game, self.history.before)
        return None if move is None else move._replace(seat=seat)

    def tell(self) -> None:
        """Tell the guests what has happened; the recorders have already written it down."""
        if self.link:
            self.link.tell()
        elif self.outcome() is not None:  # programs learn all else when it is their turn
            for guest in self.guests.values():
                guest.finish()

    @property
    def has_people(self) -> bool:
        """Does a person play at any seat? After `auto`, a computer plays for the people."""
        return HUMAN in self.seats

    def play(self, next_event: Callable[[], Move | None]) -> Iterator[Move]:
        """Make and yield automatic moves, until there is none or a position recurs."""
        while (event := next_event()) is not None:
            self.make(event)
            self._automatic.append((event, len(self.log) - 1))
            yield event
            if self.history.earlier is not None:
                return

    def follow(self, move: Move) -> bool:
        """Make an automatic move of a script, unless the computers have already made it.

        Return whether the move replaces moves that the computers have made. Raises IllegalMove.
        """
        if self._automatic and self._automatic[0][0] == move:
            del self._automatic[0]
            return False
        lines = [line for _, line in self._automatic]
        if lines:
            position = self.history.position(len(lines))
            if position.outcome() is None:  # if the game is over, the rules refuse the move
                self._check_seat(move, position)
            after = position.apply(move)
            self._cut(lines)
            self._add(move, after)
        else:
            self.make(move)
        self.forget_automatic()
        self.follows = True
        return bool(lines)

    def forget_automatic(self) -> None:
        """Forget the automatic moves made so far, because a person has acted."""
        # The automatic moves since a person acted, except those that a script has repeated. Each
        # move comes with the number of its line in the log.
        self._automatic: list[tuple[Move, int]] = []
        self.follows = False  # has a script supplied an automatic move since a person acted?

    def cut_unasked(self) -> None:
        """Drop the last automatic moves that a script does not name, unless `auto` made them.

        Such moves were made because the computers move before a person can act.
        """
        if self._automatic and not self.history.computer:
            self._cut([line for _, line in self._automatic])
        self.forget_automatic()

    def script(self) -> str:
        return "\n".join([f"# {self.setup.command_line()}", *self.log, ""])


class Recorder:
    """Writes down a session while it is played. Signals are delayed while its methods run."""

    def record(self, session: Session) -> str:
        """Write down what has changed; return a message or ''. A ScriptError ends the recording."""
        raise NotImplementedError

    def unkept(self) -> str:
        """Return a message if the person would lose something by leaving now, or ''."""
        return ""

    def sync(self) -> None:
        """Make the record safe from a power failure; raises ScriptError."""

    def close(self, left: bool) -> str:
        """End recording; return a message for the person, or ''. Raises KeepingError, ScriptError.

        The argument `left` is True if neither an error nor a signal ended the game.
        """
        return ""


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delay the signals that end the program until the end of the block."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    ends = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        # This may call the handler of a signal that came just before, after blocking the others.
        signal.pthread_sigmask(signal.SIG_BLOCK, ends)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def interrupted() -> bool:
    """Is `uninterrupted` delaying a signal? If so, code that waits or takes long should end."""
    import signal

    if not hasattr(signal, "sigpending"):
        return False
    return any(signal.getsignal(number) != signal.SIG_IGN for number in signal.sigpending())
