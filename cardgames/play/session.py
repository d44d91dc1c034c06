"""A game in progress: its log, its automatic moves, its recorders, and the counts of help used.

The log holds the commands that were carried out, as a script has them. Replayed after the command
line that dealt the game, they make the same session again.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from cardgames.model.cards import Pile
from cardgames.model.deal import Day, Random, shuffled_deck
from cardgames.model.errors import IllegalMove
from cardgames.model.game import HUMAN, Advice, Game, Move, Outcome, Setup
from cardgames.model.strategy import ADVISER, SOLVER, Computers, Strategy
from cardgames.play.history import History

GIVEN_UP: Final = "given up"
"""The reason of the outcome of a game that a person has given up."""


class Session:
    """A game in progress."""

    def __init__(self, setup: Setup, computers: Computers) -> None:
        """Deal the first game; COMPUTERS makes the computer players of its game.

        Raises InvalidCommand if the setup's deck cannot be dealt.
        """
        self.setup = setup._replace(day=None)
        self.computers = computers
        self.log: list[str] = []
        self.alone = len(setup.options.seats()) == 1
        """Is it a patience, which has no automatic moves?"""
        self.seed = setup.seed
        self.deals = 0
        """The number of games dealt from the seed; 0 while the given deck is played."""
        self.dealing: list[str] = []
        """The `new` lines of the log that a replay needs to deal the game in progress."""
        self.day = None if setup.deck is not None else self._shared_day(setup.day)
        """The date whose deal is played, the same for everybody; or None."""
        self.winnable = False
        """Was the deal looked for because it can be won?"""
        self.from_script = False
        """Does a person go on from a script, or from a game that they have seen to its end?"""
        self.replaying = False
        """Is a saved script being replayed?

        In an old script `auto` has no line of its own. Its moves for a person then name that
        person's seat, and belong to the person's last step.
        """
        self._hinted: tuple[Advice, Game] | None = None
        """The last hint that was told, and its position."""
        self._random = Random(setup.seed)
        if setup.deck is None:
            self._begin(shuffled_deck(self._random, self._fresh()))
            self.deals = 1
        else:
            self._begin(setup.deck)

    def _fresh(self) -> Pile:
        """Return the cards of the game before they are shuffled."""
        return self.setup.game.fresh_deck(self.setup.options)

    def _begin(self, deck: Pile) -> None:
        self.history = History(self.setup.game.deal(deck, self.setup.options))
        self._players: dict[str, Strategy] = {}
        self.begun = len(self.log)
        """The number of lines in the log before the first one of the game in progress."""
        self.undos = 0
        self.hints = 0
        self.shown = False
        """Has a computer shown how to play on, and was that taken back?"""
        self._judged = -1
        """The number of moves made when the next two fields were set; -1 if they are invalid."""
        self._outcome: Outcome | None = None
        self._earlier: Game | None = None
        """The first position equal to the one now, in a game where positions can repeat."""

    @property
    def game(self) -> Game:
        """The position now."""
        return self.history.now

    @property
    def deal(self) -> tuple[Setup, int]:
        """The setup of this game, and its number among the games of its seed (0: a given deck)."""
        deck = None if self.deals else self.setup.deck
        return self.setup._replace(seed=self.seed, deck=deck), self.deals

    @property
    def moves_made(self) -> int:
        """The number of moves made at people's seats since the deal."""
        return self.history.people_moves

    @property
    def seats(self) -> tuple[str, ...]:
        """The player at each seat: HUMAN, or the name of a computer player."""
        seats: tuple[str, ...] = self.setup.options.seats()
        if computer := self.history.computer:
            return tuple([computer if who == HUMAN else who for who in seats])
        return seats

    def repeated(self) -> bool:
        """Has this position come up before, in a game where positions can repeat?"""
        self.outcome()  # which also looks for the earlier position
        return self._earlier is not None

    def outcome(self) -> Outcome | None:
        """Return the outcome of the game, or None while it goes on."""
        history = self.history
        if seat := history.given_up:
            return Outcome(0 if self.alone else history.now.ahead(but=seat), GIVEN_UP)
        if self._judged != history.made:
            self._judged, game = history.made, history.now
            self._earlier = earlier = history.earlier() if game.cycles else None
            self._outcome = game.outcome()
            if earlier is not None and self._outcome is None:
                self._outcome = game.outcome_if_repeated(earlier)
        return self._outcome

    def make(self, move: Move) -> None:
        """Make MOVE; raises IllegalMove and changes nothing if the rules forbid it.

        A move that names a seat is a computer's, or the clock's.
        """
        self.check_going()
        game = self.history.now
        if move.seat:
            self._check_seat(move, game)
        after = game.apply(move)
        move = game.canonical(move)
        if not move.seat:
            self.history.begin_step()
        self._add(move, after)

    def make_all(self, moves: Sequence[Move], line: str) -> None:
        """Make a person's MOVES as one step, which the log and a replay know as the command LINE.

        Raises IllegalMove and changes nothing if the rules forbid one of them.
        """
        self.check_going()
        made, game = [], self.history.now
        for move in moves:
            game = game.apply(move)
            made.append(game)
        self.history.begin_step()
        for move, after in zip(moves, made):
            self.history.add(move, after, counted=True)
        self._judged = -1
        self.log.append(line)

    def make_instead(self, lines: Sequence[int], move: Move) -> None:
        """Replace the last automatic moves, at these LINES of the log, by a computer's MOVE.

        Raises IllegalMove and changes nothing if the rules forbid it.
        """
        position = self.history.position(len(lines))
        if position.outcome() is None:  # else the rules will say so
            self._check_seat(move, position)
        after = position.apply(move)
        self.history.cut(len(lines))
        first, replaced = lines[0], set(lines)
        since = enumerate(self.log[first:], first)  # the only part that is not merely copied
        self.log = self.log[:first] + [line for number, line in since if number not in replaced]
        self._add(move, after)

    def _add(self, move: Move, after: Game) -> None:
        counted = not move.seat or (
            bool(self.history.computer) and self.setup.options.seats()[move.seat - 1] == HUMAN
        )
        self.history.add(move, after, counted)
        self._judged = -1
        self.log.append(str(move))

    def _check_seat(self, move: Move, game: Game) -> None:
        """Check that a computer, or the clock, may make MOVE for its seat now."""
        seats, seat = self.seats, move.seat
        if seat > len(seats):
            players = "this is a game for one" if self.alone else f"only 1 to {len(seats)}"
            raise IllegalMove(f"there is no player {seat}: {players}")
        older = self.replaying and not self.alone
        if not game.may_act(move):
            raise IllegalMove(f"it is not player {seat}'s turn, but player {game.player()}'s")
        if seats[seat - 1] == HUMAN and move.name not in game.clockwork and not older:
            typed, bare = game.unseated(move), move._replace(seat=0)
            right = f"leave out '{seat}:' before the move" if typed == bare else f"type '{typed}'"
            raise IllegalMove(f"player {seat} is not a computer: {right}")

    def hand_over(self, computer: str) -> None:
        """Let COMPUTER play for the people until they undo this step.

        Raises IllegalMove if the game is over.
        """
        self.check_going()
        self.history.begin_step(computer)
        self.log.append("auto" if computer == ADVISER else f"auto {computer}")

    def give_up(self) -> None:
        """Give the game up for the person whose turn it is, until they undo this step.

        Raises IllegalMove if the game is over, or if no person plays.
        """
        self.check_going()
        people, turn = self.setup.options.people(), self.game.player()
        if not people:
            raise IllegalMove("no person plays who could give up")
        self.history.begin_step(given_up=turn if turn in people else people[0])
        self.log.append("giveup")

    @contextmanager
    def undisturbed(self, or_idle: bool = False) -> Iterator[None]:
        """Restore the game and its log if Ctrl-C or an error ends the block.

        With OR_IDLE, do so also if no move is made in it: then there is nothing to take back.
        """
        history, lines = self.history.copy(), len(self.log)
        restored = True
        try:
            yield
            restored = or_idle and self.history.made == history.made
        finally:
            if restored:
                self.history = history
                self.log = self.log[:lines]
                self._judged = -1

    def undo(self, count: int) -> None:
        """Take back the last COUNT steps; raises IllegalMove if there are fewer."""
        computer = self.history.computer
        self.history.undo(count)
        self.shown |= bool(computer)
        self.undos += count
        self.log.append(f"undo {count}")

    def redo(self, count: int) -> None:
        """Redo COUNT steps that undo took back; raises IllegalMove if there are fewer."""
        self.history.redo(count)
        self.log.append(f"redo {count}")

    def restart(self) -> None:
        """Take back all steps; redo makes them again."""
        self.undos += self.history.steps
        self.shown |= bool(self.history.computer)
        self.history.restart()
        self.log.append("restart")

    def new(self, seed: int | Day | None = None, winnable: bool = False) -> None:
        """Deal a new game: the first one of SEED (default: the next one of the generator).

        If SEED is a date, the log gets the seed of that date. WINNABLE says whether the deal was
        looked for because it can be won.
        """
        self.winnable = winnable
        self.from_script = False
        day = None
        if isinstance(seed, Day):
            from cardgames.patience.solver import daily_seed

            day, seed = seed, daily_seed(self.setup.game, seed, self.computers)
        self.day = self._shared_day(day)
        line = "new"
        if seed is not None:
            line = f"new {seed}"
            self.seed = seed
            self.deals = 0
            self.dealing = []
            self._random = Random(seed)
        self.dealing.append(line)
        self.log.append(line)
        self._begin(shuffled_deck(self._random, self._fresh()))
        self.deals += 1

    def _shared_day(self, day: Day | None) -> Day | None:
        """Return DAY, or None if options change the deal that everybody plays on that day."""
        return None if self.setup.options.words() else day

    def hint(self, every: bool = False) -> Advice | None:
        """Count a hint; return the adviser's advice, or None if the game is stuck.

        With EVERY, it tells of every choice. A hint that Ctrl-C interrupts does not count.
        """
        advice = self.computer(ADVISER).explain(self.game, self.history.before, every)
        self.ask("hint")
        return advice

    def mark_told(self, but: int = 0) -> None:
        """Mark all moves as reported to every seat, except the last BUT."""
        self.history.mark_told(len(self.seats), but)

    def hint_before(self, advice: Advice) -> tuple[Advice | None, int]:
        """Return the last hint before ADVICE on this line of play, and the moves made since then.

        Asked again in the same position, a player gets the same hint, so the last does not count.
        """
        last, self._hinted = self._hinted, (advice, self.game)
        since = self.history.since(last[1]) if last else None
        return (last[0], since) if last and since else (None, 0)

    def ask(self, question: str) -> None:
        """Count a hint, and log the command QUESTION that asked for it."""
        self.hints += 1
        self.log.append(question)

    def advice(self, computer: str) -> Advice | None:
        """Return the advice of the computer player COMPUTER, or None if the game is stuck."""
        return self.computer(computer).choose(self.game, self.history.before)

    def computer(self, computer: str) -> Strategy:
        """Return the computer player called COMPUTER; a game keeps the same one to its end."""
        if computer not in self._players:
            self._players[computer] = self.computers(computer)
        return self._players[computer]

    def solver(self) -> Any:
        """Return the solver, in a game that has one."""
        return self.computer(SOLVER)

    def knowledge(self) -> Any:
        """Return what is known of the deal of this game, in a game that has a solver."""
        return self.solver().knowledge

    def check_going(self) -> None:
        """Check that the game is not over; raises IllegalMove."""
        if (outcome := self.outcome()) is not None:
            raise IllegalMove(f"the game is over: {outcome.reason}")

    def is_stuck(self) -> bool:
        """Is the adviser certain that the game can no longer be won?"""
        return self.computer(ADVISER).is_stuck(self.game)

    def event(self) -> Move | None:
        """Return the move of the computer whose turn it is; None if no computer can move."""
        seat = self.game.player()
        computer = self.seats[seat - 1]
        if computer == HUMAN or self.outcome() is not None:
            return None
        advice = self.advice(computer)
        move = advice.move if advice is not None else None
        return None if move is None else move._replace(seat=seat)

    def script(self) -> str:
        """Return the script of the whole session."""
        return "\n".join([f"# {self.setup.command_line()}", *self.log, ""])


NextEvent: TypeAlias = Callable[[], Move | None]
"""Returns the next automatic move, with its seat; None until a person acts."""


class Turns:
    """Makes the automatic moves of a session, or follows the script that supplies them."""

    def __init__(self, session: Session) -> None:
        """Make the automatic moves of SESSION."""
        self.session = session
        self._made: list[tuple[Move, int]] = []
        """The automatic moves since a person acted, each with the number of its line in the log,
        except those that a script has repeated since."""
        self.follows = False
        """Has a script supplied an automatic move since a person acted?"""

    @property
    def people(self) -> bool:
        """Does a person play?"""
        return HUMAN in self.session.seats

    def play(self, next_event: NextEvent) -> Iterator[Move]:
        """Make the moves of NEXT_EVENT until there are none left or a position repeats."""
        while (event := next_event()) is not None:
            self.session.make(event)
            self._made.append((event, len(self.session.log) - 1))
            yield event
            if self.session.repeated():
                return

    def follow(self, move: Move) -> bool:
        """Make the automatic MOVE of a script, unless the computers have already made it.

        Return whether it replaces other moves of the computers. Raises IllegalMove.
        """
        if self._made and self._made[0][0] == move:
            del self._made[0]
            return False
        replaces = bool(self._made)
        if replaces:
            self.session.make_instead([line for _, line in self._made], move)
        else:
            self.session.make(move)
        self._made = []
        self.follows = True
        return replaces

    def forget(self) -> None:
        """Forget the automatic moves made so far, because a person has acted."""
        self._made = []
        self.follows = False


class Recorder:
    """Writes down a session while it is played."""

    status = 0
    """The exit status of a game in which only this recorder failed."""

    def record(self, session: Session) -> str:
        """Write down the changes of SESSION; return a message for the person, or ''.

        Raises ScriptError on failure; then nothing more is recorded.
        """
        raise NotImplementedError

    def unkept(self) -> str:
        """Return a message for a person who would lose something by leaving now, or ''."""
        return ""

    def sync(self) -> None:
        """Make the record safe from a power failure; raises ScriptError."""

    def close(self, left: bool) -> str:
        """End recording; return a message for the person, or ''.

        Raises ScriptError or KeepingError.

        LEFT says whether the game ended in order, and not by an error or a signal.
        """
        return ""
