"""A game in progress: its history, its log, and what undo does not restore.

The log holds what was done in the words of a script. The same words, after the command line that
dealt the game, make the same session again.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from cardgames.model.cards import Pile
from cardgames.model.dates import Day
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.errors import IllegalMove
from cardgames.model.game import HUMAN, Advice, Game, Move, Outcome, Setup
from cardgames.model.solution import Solver, daily_seed
from cardgames.model.strategy import ADVISER, SOLVER, Computers, Strategy
from cardgames.play.history import History


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
        """Is it a patience, where nothing happens by itself?"""
        self.seed = setup.seed
        self.deals = 0
        """The number of games dealt from the seed; 0 while the given deck is played."""
        self.dealing: list[str] = []
        """The lines of the log that deal the game in progress, without what was played before."""
        self.day = None if setup.deck is not None else self._everybodys(setup.day)
        """The date whose deal is played, by the rules without options, as by everybody; or None."""
        self.replaying = False
        """Is a recorded script played again?

        It may be so old that `auto` left no line of its own; then the moves that it made for a
        person name that person's seat, and belong to the person's last step.
        """
        self._random = Random(setup.seed)
        if setup.deck is None:
            self._begin(shuffled_deck(self._random))
            self.deals = 1
        else:
            self._begin(setup.deck)

    def _begin(self, deck: Pile) -> None:
        self.history = History(self.setup.game.deal(deck, self.setup.options))
        self._players: dict[str, Strategy] = {}
        self.begun = len(self.log)
        """The number of lines in the log before the first one of the game in progress."""
        self.undos = 0
        self.hints = 0
        self._judged = -1
        """The number of moves after which the next two were determined; -1 if they are not."""
        self._outcome: Outcome | None = None
        self._earlier: Game | None = None
        """The first position like the one now, in a game where that matters."""

    @property
    def game(self) -> Game:
        """The position now."""
        return self.history.now

    @property
    def deal(self) -> tuple[Setup, int]:
        """The setup of the game in progress, and which game of its seed it is; 0 for a deck."""
        deck = None if self.deals else self.setup.deck
        return self.setup._replace(seed=self.seed, deck=deck), self.deals

    @property
    def moves_made(self) -> int:
        """The number of moves at people's seats from the deal to the position now."""
        return self.history.people_moves

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays now: for each seat HUMAN, or the name of a computer player."""
        seats: tuple[str, ...] = self.setup.options.seats()
        if computer := self.history.computer:
            return tuple([computer if who == HUMAN else who for who in seats])
        return seats

    def repeated(self) -> bool:
        """Has the position now come up before, in a game where that matters?"""
        self.outcome()
        return self._earlier is not None

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        history = self.history
        if self._judged != history.made:
            self._judged, game = history.made, history.now
            self._earlier = earlier = history.earlier() if game.cycles else None
            self._outcome = game.outcome()
            if earlier is not None and self._outcome is None:
                self._outcome = game.outcome_if_repeated(earlier)
        return self._outcome

    def make(self, move: Move) -> None:
        """Make MOVE; raises IllegalMove and changes nothing if the rules forbid it.

        A move that names its seat is a computer's, or the clock's.
        """
        if (ended := self.outcome()) is not None:
            raise IllegalMove(f"the game is over: {ended.reason}")
        game = self.history.now
        if move.seat:
            self._check_seat(move, game)
        after = game.apply(move)
        move = game.canonical(move)
        if not move.seat:
            self.history.begin_step()
        self._add(move, after)

    def make_instead(self, lines: Sequence[int], move: Move) -> None:
        """Make MOVE, a computer's, in place of the last moves of computers.

        These are as many as LINES, where they stand in the log. Raises IllegalMove and changes
        nothing if the rules forbid it.
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
        if seats[seat - 1] == HUMAN and move.name not in game.clockwork and not older:
            raise IllegalMove(
                f"player {seat} is not a computer: leave out '{seat}:' before the move"
            )
        if not game.may_act(move):
            raise IllegalMove(f"it is not player {seat}'s turn, but player {game.player()}'s")

    def hand_over(self, computer: str) -> None:
        """Let a computer player play for the people until that is undone.

        Raises IllegalMove if the game is over.
        """
        self.check_going()
        self.history.begin_step(computer)
        self.log.append("auto" if computer == ADVISER else f"auto {computer}")

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        """Go back to how everything was if this is interrupted, wherever that may be."""
        history, lines = self.history.copy(), len(self.log)
        try:
            yield
        except KeyboardInterrupt:
            self.history = history
            self.log = self.log[:lines]
            self._judged = -1
            raise

    def undo(self, count: int) -> None:
        """Take back COUNT steps of people, and what followed; raises IllegalMove if fewer."""
        self.history.undo(count)
        self.undos += count
        self.log.append(f"undo {count}")

    def redo(self, count: int) -> None:
        """Make COUNT steps again that were taken back; raises IllegalMove if there are fewer."""
        self.history.redo(count)
        self.log.append(f"redo {count}")

    def restart(self) -> None:
        """Go back to the first step of a person; redo makes the moves again."""
        self.undos += self.history.steps
        self.history.restart()
        self.log.append("restart")

    def new(self, seed: int | Day | None = None) -> None:
        """Deal a new game: the next one of the generator, or the first one of SEED.

        The log holds the seed of a date.
        """
        day = None
        if isinstance(seed, Day):
            day, seed = seed, daily_seed(self.setup.game, seed, self.computers)
        self.day = self._everybodys(day)
        line = "new"
        if seed is not None:
            line = f"new {seed}"
            self.seed = seed
            self.deals = 0
            self.dealing = []
            self._random = Random(seed)
        self.dealing.append(line)
        self.log.append(line)
        self._begin(shuffled_deck(self._random))
        self.deals += 1

    def _everybodys(self, day: Day | None) -> Day | None:
        """Return DAY, or None if the game is not played by the rules that hold for everybody."""
        return None if self.setup.options.words() else day

    def hint(self) -> Advice | None:
        """Return the best move worth making, as `Strategy.choose` does, or None: it is stuck."""
        self.ask("hint")
        return self.advice(ADVISER)

    def ask(self, question: str) -> None:
        """Count a QUESTION, a command, as a hint."""
        self.hints += 1
        self.log.append(question)

    def advice(self, computer: str) -> Advice | None:
        """Return what the computer player called COMPUTER would do now, or None: it is stuck."""
        return self.computer(computer).choose(self.game, self.history.before)

    def computer(self, computer: str) -> Strategy:
        """Return the computer player called COMPUTER, the same one all through a game."""
        if computer not in self._players:
            self._players[computer] = self.computers(computer)
        return self._players[computer]

    def solver(self) -> Solver:
        """Return the solver, in a game that has one."""
        found = self.computer(SOLVER)
        assert isinstance(found, Solver)
        return found

    def check_going(self) -> None:
        """Check that the game is not over; raises IllegalMove."""
        if (outcome := self.outcome()) is not None:
            raise IllegalMove(f"the game is over: {outcome.reason}")

    def is_stuck(self) -> bool:
        """Is it certain that the game can come to no good end, as the adviser sees it?"""
        return self.computer(ADVISER).is_stuck(self.game)

    def event(self) -> Move | None:
        """Return the move of the computer whose turn it is, or None: nothing happens by itself."""
        seat = self.game.player()
        computer = self.seats[seat - 1]
        if computer == HUMAN or self.outcome() is not None:
            return None
        advice = self.advice(computer)
        move = advice.move if advice is not None else None
        return None if move is None else move._replace(seat=seat)

    def script(self) -> str:
        """Return the script that makes this session again."""
        return "\n".join([f"# {self.setup.command_line()}", *self.log, ""])


NextEvent: TypeAlias = Callable[[], Move | None]
"""Returns what happens next by itself, with its seat; None until a person acts."""


class Turns:
    """The seats of a session, and what happens at them by itself."""

    def __init__(self, session: Session) -> None:
        """Watch over the seats of SESSION."""
        self.session = session
        self._unsaid: list[tuple[Move, int]] = []
        """The moves made since a person acted that a script has not said yet, and where they
        stand in the log."""
        self.follows = False
        """Has a script said what happens by itself since a person acted?"""

    @property
    def people(self) -> bool:
        """Does a person play?"""
        return HUMAN in self.session.seats

    def play(self, next_event: NextEvent) -> Iterator[Move]:
        """Make what NEXT_EVENT returns until that is nothing, or a position has come back."""
        while (event := next_event()) is not None:
            self.session.make(event)
            self._unsaid.append((event, len(self.session.log) - 1))
            yield event
            if self.session.repeated():
                return

    def follow(self, move: Move) -> bool:
        """Make the move that a script says for a computer, unless it was made already.

        Return whether the computers had played otherwise. Raises IllegalMove.
        """
        if self._unsaid and self._unsaid[0][0] == move:
            del self._unsaid[0]
            return False
        otherwise = bool(self._unsaid)
        if otherwise:
            self.session.make_instead([line for _, line in self._unsaid], move)
        else:
            self.session.make(move)
        self._unsaid = []
        self.follows = True
        return otherwise

    def forget(self) -> None:
        """Start anew, as a person has acted: what happened before is no longer to be said."""
        self._unsaid = []
        self.follows = False
