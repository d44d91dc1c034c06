"""A game that another terminal hosts, as one of its players sees it.

All messages of the host are checked: the rules must lead from each position to the next. A typed
line is checked here, and only a legal move is sent. The host may go away and come back.
"""

from collections import deque
from collections.abc import Callable, Iterator
from math import inf
from select import select
from time import monotonic
from typing import Any, Final, NoReturn

from cardgames.model.deal import Day
from cardgames.model.errors import CardGameError, IllegalMove, InvalidCommand, brief, printable
from cardgames.model.game import Game, Move, Outcome, Setup, title
from cardgames.model.strategy import Computers
from cardgames.model.validity import check_valid, read
from cardgames.play.session import History, Session
from cardgames.seats.seat import VERSION, Message, message_in
from cardgames.seats.wire import MOST_ALLOWANCE, MOST_TRIP, PINGS, Source, Wire, in_words

ANSWER: Final = 2.0  # seconds to wait for the host's answer before the person can type again
AGAIN: Final = 0.5  # seconds between two looks for a host that is gone
MOST_MOVES: Final = 1 << 20  # the most moves of a game that the host may send
SEATS: Final = range(10)
MOST_NEWS: Final = 20  # the most lines of news that are kept until somebody asks for them
UPDATE: Final = "install the same version of cardgames at both ends"
OTHER_VERSION: Final = f"the host's messages are of version {{}}, those here of {{}}: {UPDATE}"


def position(setup: Setup, told: object, seat: int) -> Any:
    """Return the position that an untrusted host sends to `seat`; raises InvalidCommand."""
    facts_type = getattr(setup.game, "facts_type", setup.game)
    game = read(facts_type, told, "see", options=setup.options).told_to(seat)
    check_valid(game)
    if game.with_backs(seat).facts() != game.facts():
        raise InvalidCommand("a card is hidden or shown that should not be")
    return game


def followed(before: Any, move: Move, told: Any, seat: int) -> Any:
    """Return the position after `move`, as `seat` sees it.

    Raises CardGameError if this position differs from the position `told`.
    """
    after = before.followed(move, told, seat).with_backs(seat)
    if after.facts() != told.facts():
        raise InvalidCommand(f"'{move}' does not lead to what is told")
    return after


class Remote(Session):
    """The session of a guest, and its link to the host."""

    hosts = False
    met = False  # the host keeps the game

    def __init__(
        self,
        game: type[Game],
        computers: Computers,
        connect: Callable[[], Wire | None],
        waits: Callable[[], object] = lambda: None,
    ) -> None:
        """Sit down at a host's game, and wait for the host's first messages; raises InvalidCommand.

        The function `connect` connects to the host; `waits` is called if an answer takes long.
        """
        self._model, self._connect = game, connect
        self.computers = computers
        self.closed = ""  # why this person has to leave the table
        self.fault = False  # has the host sent something impossible?
        self.you = 0
        self._end: Outcome | None = None  # the result that the host has sent
        self._coming: tuple[Move, Game] | None = None  # the move that is made next
        self._wire: Wire | None = None
        self._lines = deque[bytes]()
        self._news = deque[str](maxlen=MOST_NEWS)
        self._looked = 0.0  # when the host was looked for last
        self._is_gone = False  # has the program at the other end of the wire lost the host?
        self._heard: int | None = None  # the number of moves told before the host was lost
        self._before: Game | None = None  # the deal of the previous game
        self._past = 1  # how many old positions the host has yet to send
        self.allowance: int | None = None  # no key waits here; None until the link is measured
        self._reach()
        # The host first sends the past: the deal, and all moves until now.
        patient = monotonic() + ANSWER
        while (self._past or self.allowance is None) and not self.closed:
            if self._wire is None:
                raise InvalidCommand("nobody answers there")
            if monotonic() > patient and not self.you:
                waits()
                patient = inf
            self._read(AGAIN)
            self._take_all()
        if self.closed:
            raise InvalidCommand(self.closed)

    # The link to the host.

    @property
    def gone(self) -> bool:
        return self._wire is None or self._is_gone

    def _reach(self) -> None:
        self._looked = monotonic()
        self._wire = self._connect()

    def files(self) -> list[Source]:
        return [] if self._wire is None or self._wire.ended else [self._wire.source]

    def attend(self) -> bool:
        """Read what the host has sent, or look for a lost host; return whether there is news."""
        if self._wire is None:
            if monotonic() < self._looked + AGAIN:
                return False
            try:
                self._reach()
            except CardGameError as error:
                self.closed = printable(str(error))
            return bool(self.closed)
        self._read(0)
        return bool(self._lines) or self._wire is None

    def _read(self, seconds: float) -> None:
        """Read what the host has sent; wait for it up to `seconds` seconds."""
        if self._wire is None:
            return
        if seconds and not self._wire.ended:
            select([self._wire.source], [], [], seconds)
        self._lines.extend(self._wire.lines())
        if self._wire.ended:
            self._wire = None
            self._lose()

    def _lose(self) -> None:
        if self.you and not self._is_gone:
            self._is_gone, self._heard, self.allowance = True, self.history.made, None
            self._news.append("The host is gone. Wait for it to come back, or 'quit'.\n")

    def happened(self) -> Iterator[str]:
        while self._news:
            yield self._news.popleft()

    def tell(self) -> None:
        """Do nothing: here, a move is sent when it is made."""

    def check_empty(self, seat: int) -> None:
        raise IllegalMove("only the host can let a computer play on for somebody else")

    def close(self) -> None:
        if self._wire is not None:
            self._wire.close("has left")

    # What the host says.

    def event(self) -> Move | None:
        """Return the next move that the host sends; None if there is none, so a person can act."""
        deadline = monotonic() + ANSWER
        while not self.closed:
            if self._coming is not None:
                return self._coming[0]
            if (found := self._take_all()) is not None:
                return found
            # We wait only for what the host must send: the past, or a reply to a move.
            waits = self._past or self._sent == self.history.made and not self._model.clockwork
            if self._wire is None or not waits or monotonic() >= deadline:
                break
            self._read(AGAIN)
        return None

    def _take_all(self) -> Move | None:
        """Process the lines received, up to the first move; return this move, or None."""
        while self._lines and not self.closed:
            try:
                found = self._take(message_in(self._lines.popleft()))
            except (CardGameError, ArithmeticError, ValueError, RecursionError) as error:
                why = str(error) if isinstance(error, CardGameError) else "it is out of all bounds"
                self.fault = True
                self.closed = f"the host has sent something impossible: {printable(why)}"
                self.close()
                break
            if found is not None:
                return found
        return None

    def _take(self, message: Message) -> Move | None:
        """Process a message of the host; return its move, or None. Raises CardGameError."""
        if "bye" in message:
            self.closed = _part(message, "bye").rstrip(".")
        elif "gone" in message:
            self._lose()
        elif "table" in message:
            self._begin(message)
        elif not self.you:
            raise InvalidCommand("the first message has no 'table'")
        elif "ping" in message or "allowance" in message:
            self._measure(message)
        elif "see" in message:
            return self._see(message)
        elif "over" in message:
            over = message["over"]
            if not isinstance(over, dict) or self._past:
                _refuse(message, "over")
            seats = range(1, len(self.seats) + 1)
            winner = None if over.get("winner") is None else _part(over, "winner", seats)
            self._end, self._sent = Outcome(winner, _part(over, "reason").rstrip(".")), -1
        return None

    def _measure(self, message: Message) -> None:
        """Take part in measuring the connection, once in each game that has a clock."""
        name, most = ("ping", PINGS) if "ping" in message else ("allowance", MOST_ALLOWANCE + 1)
        found = _part(message, name, range(most))
        if self.allowance is not None or self._is_gone or name == "ping" and found != self._pings:
            raise InvalidCommand(f"'{name}' is not awaited")
        if name == "ping":
            self._pings += 1
            self._send({"pong": found})
        else:
            self.allowance = 0
            self._news.append(in_words(_part(message, "trip", range(MOST_TRIP + 1)), found))

    def _begin(self, hello: Message) -> None:
        """Begin the game that the first message describes; raises InvalidCommand."""
        if hello["table"] != VERSION or isinstance(hello["table"], bool):
            self.closed = OTHER_VERSION.format(brief(hello["table"]), VERSION)
            return
        if hello.get("game") != self._model.name:
            _refuse(hello, "game")
        options, known = hello.get("options"), self._model.options_type.declared()
        if not isinstance(options, dict):
            _refuse(hello, "options")
        if unknown := [*options.keys() - {one.name for one in known}]:
            raise InvalidCommand(f"no option {brief(unknown[0])} is known here: {UPDATE}")
        chosen = self._model.options_type(**options)
        you, made = (_part(hello, "you", SEATS), _part(hello, "made", range(MOST_MOVES)))
        if you not in chosen.people():
            _refuse(hello, "you")
        self._before = self.history.line(0)[0][0] if self.you else None
        super().__init__(Setup(self._model, chosen, 0), self.computers)
        self.you, self._past, self.link = you, made + 1, self
        self.allowance, self._pings = None if self._model.clockwork else 0, 0
        self.elsewhere = tuple([seat for seat in chosen.people() if seat != you])
        self._is_gone, self._is_new = False, True  # is the deal still to be told?
        self._end = self._coming = None
        self._asked = False  # does the host wait for a move of this seat?
        self._sent = -1  # the number of moves made when a move was sent last

    def _see(self, message: Message) -> Move | None:
        """Process a position; return the move that led to it, unless the move is an old one.

        Old moves were made before this person sat down, or while the host was gone.
        """
        now, found = position(self.setup, message["see"], self.you), None
        # The host sends a position as a question, as the deal, or because a move has led to it.
        if is_question := not (self._is_new or "move" in message):
            if now != self.game:
                raise InvalidCommand("a position is told without the move that leads to it")
        elif self._is_new:
            self.history, self._is_new = History(now), False
            if self._before is not None and (self._heard is None or self._before != now):
                comes = "deals" if self._heard is None else "is there again, with"
                self._news.append(f"The host {comes} another game.\n")
                self._heard = None
        else:
            before, by = self.game, _part(message, "by", SEATS)
            move = before.parse(_part(message, "move"))
            move = move._replace(seat=by)
            now = followed(before, move, now, self.you)
            found = before.unseated(move) if by == self.you else move, now
        self._let_leave(message.get("left", []))
        self._asked = is_question and "moves" in message
        if is_question:
            return None
        if not self._past:
            self._coming = found
            return found and found[0]
        if found is not None:
            self._add_told(*found)
        self._past -= 1
        if not self._past:
            self._mark_heard()
        return None

    def _let_leave(self, left: object) -> None:
        """Note that the people in the seats `left` have left the game."""
        for seat in left if isinstance(left, list) else _refuse({"left": left}, "left"):
            if type(seat) is not int or seat not in self.setup.options.people():
                _refuse({"left": left}, "left")
            if seat not in self.history.left:
                self.history.begin_step(leaving=seat)
                self._sent = -1  # what was sent last may have been this person's 'leave'
                if not self._past:
                    who = title(self.setup.options, seat)
                    self._news.append(f"{who} has left: a computer plays on.\n")

    def _mark_heard(self) -> None:
        """Mark the old moves as told, except the moves that are new to this person."""
        history, heard = self.history, self._heard
        if heard is None:
            # Whoever sits down is told again what has happened since their last move.
            moves = [event.before.actor(event.move) for event in history.backwards()]
            heard = history.made - next((n for n, by in enumerate(moves) if by == self.you), 0)
        else:
            self._news.append("The host is there again.\n")
        history.mark_told(len(self.seats), max(0, history.made - heard))
        self._heard = None

    # What this person does.

    def outcome(self) -> Outcome | None:
        return self._end or super().outcome()

    def make(self, move: Move) -> None:
        """Send a move to the host; if the move came from the host, make it. Raises IllegalMove."""
        if self._coming is not None and move is self._coming[0]:
            coming, self._coming = self._coming, None
            self._add_told(*coming)
            return
        self.check_going()
        self.game.after(move._replace(seat=self.you))
        # The question may be on its way, since the host asks anew whenever somebody has moved.
        deadline = monotonic() + ANSWER * (not self._model.clockwork)
        while not (self._asked or self._coming or self.gone or self.closed):
            if monotonic() >= deadline:
                break
            self._read(AGAIN)
            self._take_all()
        if self.gone:
            raise IllegalMove("the host is gone: this move can be made when it is there again")
        if not self._asked:
            raise IllegalMove("the host is busy: try again in a moment")
        self._asked, self._sent = False, self.history.made
        self.log.append(str(self.game.canonical(move)))
        self._send({"move": str(move), "made": self._sent})

    def _add_told(self, move: Move, after: Game) -> None:
        if not move.seat:
            self.history.begin_step()
        self.history.add(move, after, counted=not move.seat)

    def check_leaving(self, seat: int) -> None:
        self.check_going()
        if self.you not in self.people:
            raise IllegalMove("you have left this game: a computer plays on for you")
        self._check_host()
        super().check_leaving(seat)

    def leave(self, seat: int) -> None:
        self.check_leaving(seat)
        self.give_up()

    def give_up(self) -> None:
        self.check_going()
        self._check_host()
        self._sent = self.history.made
        self._send({"giveup": True})

    def _check_host(self) -> None:
        if self.gone:
            raise IllegalMove("the host is gone: 'quit' leaves the table")

    def _send(self, message: Message) -> None:
        if self._wire is not None:
            self._wire.send(message)

    def new(self, seed: int | Day | None = None, winnable: bool = False) -> None:
        raise IllegalMove("the host deals the next game")

    def script(self) -> str:
        raise IllegalMove("the game is kept where it is hosted: 'save' works there")


def _refuse(message: Message, name: str) -> NoReturn:
    raise InvalidCommand(f"'{name}' cannot be {brief(message.get(name))}")


def _part(message: Message, name: str, hint: Any = str) -> Any:
    return read(hint, message.get(name), name)
