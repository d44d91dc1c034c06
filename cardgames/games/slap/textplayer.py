"""Slap in text: the commands, and the automatic moves that come before each timed move."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from cardgames.games.slap import board
from cardgames.games.slap.game import Slap
from cardgames.games.slap.live import LivePlayer, described
from cardgames.games.slap.options import LONGEST, QUICKEST
from cardgames.model.arguments import CommandName
from cardgames.model.commands import command
from cardgames.model.deal import Day
from cardgames.model.errors import IllegalMove
from cardgames.model.game import HUMAN, Move, Outcome
from cardgames.model.strategy import ADVISER
from cardgames.play.session import MoveMade, Session
from cardgames.text.commands import SEED, play_on
from cardgames.text.wording import help_used_text


class SlapPlayer(LivePlayer):
    """Plays Slap in text."""

    game: Slap

    def play_session(self, session: Session) -> None:
        """Turn to SESSION, another game to play."""
        super().play_session(session)
        self._follows = False
        """Does a script supply the automatic moves?"""

    def changes(self, before: Slap, after: Slap) -> str:
        """Return the lines of the table that changed."""
        return board.changes(after)

    def tell(self, move: Move, game: Slap) -> str:
        """Say what a move does."""
        return board.tell(move, game, self.look)

    def score_text(self, game: Slap) -> str:
        """Return the number of cards of each player."""
        return board.score(game)

    def ending(self, outcome: Outcome) -> str:
        """Say who won, with each player's record of slaps."""
        used = help_used_text(self.session)
        report = board.report(self.game, outcome, self.look.columns) + (f"{used}\n" if used else "")
        if not self.console.interactive or self.session.history.computer:
            return report
        return report + board.after_game([*self.session.history.backwards()][::-1], self.look)

    @command("h", "?", CommandName("COMMAND", optional=True))
    def help(self, name: str | None = None) -> None:
        """List the commands, or explain one."""
        super().help(name)
        if name is None and self.console.by_keys:
            self.screen.say(described(self.game, self.own_keys))

    def news(self, events: Sequence[MoveMade], seat: int) -> list[str]:
        """Return a line for each card played, each pile collected and each slap."""
        return [line for line in map(self._line, events) if line]

    def _rival(self, event: MoveMade) -> Move | None:
        """Return the automatic move that EVENT, a person's slap, beat; None for another event."""
        own_slap = event.move.name == "slap" and not event.move.seat and not self._follows
        return self._automatic(event.before) if own_slap else None

    def event(self) -> Move | None:
        """Return the next automatic move; None while a script supplies these moves."""
        if self._follows or self.session.outcome() is not None:
            return None
        return self._automatic(self.game)

    def play_others(self) -> None:
        """Let computers play to the end if no person plays; otherwise `make` makes their moves."""
        if not self.console.timed and not self.turns.people:
            super().play_others()

    def make(self, move: Move) -> None:
        """Make a person's MOVE at its time, unless a computer slaps first; raises IllegalMove."""
        self._stopped = False
        if move.name == "wait":
            self._wait(move)
            return
        *seats, ms = self._timed_arguments(move)
        self._check_seat(move.name, seats)
        before = self.game
        slap = self._wait_for_turn() if move.name == "play" else None
        if slap is None:
            slap, ms = self._pass(ms)
        if slap is not None:
            self.screen.remarks.append(board.beaten(self.game, move, slap, ms))
        elif self.console.timed and self.game is not before and move.name != "slap":
            self.screen.remarks.append(f"Too late for '{move.name}': the table has changed.\n")
        elif not self.excuse(move, self._moment if self.game is before else ms) and (
            self.game is before or self.session.outcome() is None
        ):
            self._check_seat(move.name, seats)  # again, as the automatic moves may have changed it
            self.session.make(Move(move.name, (*seats, ms)))

    def follow(self, move: Move) -> None:
        """Make MOVE, read from a script; the script also supplies all further automatic moves."""
        before = self.game
        if move.name != "wait" and not self.console.timed:
            move = move._replace(arguments=tuple(self._timed_arguments(move)))
        super().follow(move)
        self._follows = self._follows or self.game is not before

    def legal_moves(self) -> Iterator[Move]:
        """Yield the moves that can be made now, including a second person's."""
        yield from super().legal_moves()
        second = Move("slap", (2,))
        if self.game.options.players == "human,human" and self.session.outcome() is None:
            with suppress(IllegalMove):
                self.game.apply(second)
                yield second

    @command("ne", SEED)
    def new(self, seed: int | Day | None = None) -> None:
        """Deal a new game: the next one, the one with number SEED, or that of a date."""
        super().new(seed)
        self._follows = False

    @command("st")
    def step(self) -> None:
        """Let the next thing happen, and stop the clock."""
        event = self.event()
        if event is None:
            raise IllegalMove("nothing happens by itself now")
        self._stopped = True
        self.session.make(event)

    @command("g")
    def go(self) -> None:
        """Let the clock run again."""
        self._stopped = False
        self._timed = None

    @command("a")
    def auto(self) -> None:
        """Let computers play to the end.

        At a terminal you see every move; the space bar pauses, b steps back, e shows the end.
        """
        play_on(self, ADVISER)

    def _timed_arguments(self, move: Move) -> list[int]:
        """Return the arguments of a move, with its time in milliseconds at the end."""
        arguments = list(move.arguments)
        given = bool(arguments) and arguments[-1] >= QUICKEST
        if self.console.timed:
            if given:
                raise IllegalMove("the time is measured here: leave the milliseconds out")
            return [*arguments, min(LONGEST, max(QUICKEST, self._moment))]
        return arguments if given else [*arguments, self.game.options.reaction]

    def _check_seat(self, name: str, seats: list[int]) -> None:
        """Check that a person may make move NAME, for SEATS[0] or else the player in turn."""
        options = self.game.options
        computers = [seat for seat, who in enumerate(options.seats(), 1) if who != HUMAN]
        if len(computers) == 2:
            raise IllegalMove(f"you cannot {name}: both players are computers")
        if seats and seats[0] in computers:
            raise IllegalMove(f"the computer slaps for itself: leave out the {seats[0]}")
        if name == "collect" and self.game.pending in computers:
            raise IllegalMove("the computer collects its pile itself, after a second")
        live = self.console.timed
        if live and name == "play" and not self.game.pending and self.game.turn in computers:
            raise IllegalMove("it is the computer's turn to play")

    def _computers(self) -> list[int]:
        return [seat for seat, who in enumerate(self.session.seats, 1) if who != HUMAN]

    def _automatic(self, game: Slap) -> Move | None:
        """Return the next automatic move in GAME; None if there is none."""
        from cardgames.games.slap.strategy import Clock  # with the first move

        session = self.session
        return Clock(self._computers(), session.seed, session.deals).next(game)

    def _pass(self, ms: int) -> tuple[Move | None, int]:
        """Play automatic moves due before MS, up to a slap. Return the slap and the time left."""
        while (event := self.event()) is not None:
            when: int = event.arguments[0]
            if when >= ms:
                break
            self.session.make(event)
            if event.name == "slap":
                return event, ms
            ms -= when
        return None, max(ms, QUICKEST, self.game.now)

    def _wait_for_turn(self) -> Move | None:
        """In a script, play automatic moves to a person's turn or a slap; return the slap."""
        computers = self._computers()
        while not self.console.timed and (self.game.pending or self.game.turn in computers):
            event = self.event()
            if event is None:
                return None
            self.session.make(event)
            if event.name == "slap":
                return event
        return None

    def _wait(self, move: Move) -> None:
        if self.console.timed:
            raise IllegalMove("time passes by itself here: there is no need to wait")
        before = self.game
        left = move.arguments[0] if move.arguments else self.game.options.reaction
        while (event := self.event()) is not None:
            passes = event.arguments[0] - self.game.now
            if passes > left:
                break
            self.session.make(event)
            left -= passes
        if left and (self.session.outcome() is None or self.game is before):
            self.session.make(Move("wait", (left,)))
