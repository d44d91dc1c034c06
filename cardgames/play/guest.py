"""The guests of a game in progress: functions, programs, and people at other terminals.

A Guest is told all moves. People at other terminals come in through a Door; the class Hosting looks
after them. Each move is recorded before the guests are told.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from typing import Final

from cardgames.model.errors import IllegalMove
from cardgames.model.game import Game, Move, name_of, title
from cardgames.play.session import Session
from cardgames.seats.seat import Fault, Seat, hello
from cardgames.seats.wire import GONE, LOOKS, Chair, Door, Source

LONG: Final = 60  # after so many seconds without a move, the host may remove a guest


class Guest:
    """A guest plays in a seat, and is told all moves, until it leaves."""

    gives_up = False  # did the guest's last answer give up?

    def __init__(
        self,
        session: Session,
        seat: int,
        decider: Seat,
        leaves: Callable[[str], object] | None = None,
    ) -> None:
        """Let `decider` play in `seat`; call `leaves` with the reason if it has to leave the seat.

        Without `leaves`, the guest keeps the seat, and `next_move` raises Fault.
        """
        self._session, self._seat = session, seat
        self.decider = decider
        self._leaves = leaves
        self._game: tuple[int, Game] | None = None  # the game that it plays
        self._told = 0  # the number of moves that it has been told
        self._ended = False  # has it been told of the end?
        self._met = set[Hashable]()  # the positions of a patience in which it has moved

    def next_move(self) -> Move | None:
        """Return the next move of this seat; None if there is none yet, or if the guest leaves."""
        session = self._session
        try:
            self.tell()
            view = session.game.seen_by(self._seat)
            if not self.decider.ready(view):
                return None
            # In a patience nobody else ends a game that goes in circles.
            key = session.game.recurring() if session.alone else None
            if key in self._met:
                move, why = None, "comes back to an earlier position"
            else:
                move, why = self.decider.choose(view), "gives up"
                self.gives_up = move is None
            self._met |= {key} - {None}
        except Fault as fault:
            if self._leaves is None:
                raise
            move, why = None, str(fault)
        if move is not None:
            return move._replace(seat=self._seat)
        if self._leaves is None:
            return None
        del session.guests[self._seat]
        session.away = tuple([seat for seat in session.away if seat != self._seat])
        self._leaves(why)
        return None

    def tell(self) -> None:
        """Tell the guest the moves that are new to it, and the end of the game; raises Fault."""
        session, seat, decider = self._session, self._seat, self.decider
        history = session.history
        positions, moves = history.line(history.made)
        if self._game != (game := (session.begun, positions[0])):
            self._begin()
            self._game, self._told = game, 0
        # After an undo, the guest has been told more moves than there are.
        first = min(self._told, history.made)
        for number in range(first, history.made):
            by = positions[number].actor(moves[number])
            decider.tell(positions[number + 1].seen_by(seat), by, moves[number])
        self._told, outcome = history.made, session.outcome()
        if outcome is not None and not self._ended:
            decider.end(session.game.seen_by(seat), *outcome)
        self._ended = outcome is not None

    def finish(self) -> None:
        """Tell the guest how the game ended; ignore a fault, which counts in the next game."""
        with suppress(Fault):
            if self._game is not None:
                self.tell()

    def _begin(self) -> None:
        self._ended = False
        self._met.clear()
        self.decider.begin(self._session.setup, self._seat)

    def forget(self) -> None:
        """Let the next `tell` tell the whole game again, because a newcomer has the seat."""
        self._game = None


def let_go(session: Session, seat: int) -> None:
    """Let a guest who gives up leave; in a game for two, the other player wins."""
    if session.people == [seat]:
        session.give_up()
    elif seat in session.people:
        session.leave(seat)
    else:  # a computer plays on there
        del session.guests[seat]


class ChairGuest(Guest):
    """A guest in a Chair, who is told each move as soon as it is made."""

    decider: Chair

    def next_move(self) -> Move | None:
        """Return the guest's move; None until the guest was told all moves and has answered."""
        # An answer is about the last position told: it counts only if nothing has changed since.
        history = self._session.history
        game = self._session.begun, history.line(0)[0][0]
        knows = (self._game, self._told, self.decider.left) == (game, history.made, history.left)
        return super().next_move() if knows else None

    def tell(self) -> None:
        chair, left, history = self.decider, self.decider.left, self._session.history
        if chair.wire is None:
            return
        chair.made, chair.left = history.made, history.left
        super().tell()
        if self._ended:
            return
        view = history.now.seen_by(self._seat)
        if chair.left != left:
            chair.tell(view)
        if self._seat not in chair.left and any(view.open_to(self._seat)):
            chair.ready(view)  # this asks for the move

    def _begin(self) -> None:
        super()._begin()
        positions, _ = self._session.history.line(0)
        self.decider.tell(positions[0].seen_by(self._seat))


class Hosting:
    """The Link of a session, which looks after the people at other terminals."""

    closed = ""

    def __init__(self, session: Session, door: Door, seats: Iterable[int]) -> None:
        self._session, self._door = session, door
        self._guests = {seat: ChairGuest(session, seat, Chair()) for seat in seats}
        self._news = list[str]()
        session.elsewhere = tuple(self._guests)
        session.guests.update(self._guests)
        session.link = self

    @property
    def allowance(self) -> int | None:
        clocks = [guest.decider.wire and guest.decider.clock for guest in self._guests.values()]
        found = [clock.allowance if clock else None for clock in clocks]
        return None if None in found else max(filter(None, found), default=0)

    def files(self) -> list[Source]:
        wires = [guest.decider.wire for guest in self._guests.values()]
        open_ = [wire.source for wire in wires if wire is not None and not wire.ended]
        return [*self._door.files(), *open_]

    @property
    def met(self) -> bool:
        return any(guest.decider.wire for guest in self._guests.values())

    def attend(self) -> bool:
        """Read what the guests have sent, and let others in; return whether anything happened."""
        options, heard = self._session.setup.options, False
        for seat, guest in self._guests.items():
            why = guest.decider.attend()
            heard |= why is not None
            if guest.decider.news:
                self._news.append(guest.decider.news)
                guest.decider.news = ""
            if why:
                back = f"'cardgames join {self._session.game.name}' comes back"
                told = "" if why == GONE else f" ({why})"
                self._news.append(f"{title(options, seat)} leaves the table{told}: {back}.\n")
        # A newcomer gets the seat that they name, even if it is taken; otherwise any free seat.
        for wire, wanted in self._door.guests():
            playing = [*self._guests]
            if self._session.outcome() is None:
                playing = [seat for seat in playing if seat in self._session.people]
            free = [seat for seat in playing if self._guests[seat].decider.wire is None]
            if wanted == LOOKS:
                names = hello(self._session.setup, 0, 0)["seats"]
                wire.send({"seats": names, "free": free}, 0)
                wire.close("has looked")
                continue
            seat = wanted or next(iter(free), 0)
            if seat not in playing:
                takes = f"'--seat N' takes one over, of {' and '.join(map(str, playing))}"
                if seat in self._guests or not playing:
                    takes = "a computer plays on there until the game ends"
                wire.close("is put out", f"no seat {wanted or 'is free'}: {takes}")
                continue
            self._guests[seat].decider.sit(wire)
            self._guests[seat].forget()
            self._news.append(f"{title(options, seat)} sits down.\n")
            heard = True
        return heard

    def happened(self) -> Iterator[str]:
        """Yield the news of the table in words; a player who gives up leaves the table."""
        self.attend()
        session = self._session
        for seat, guest in self._guests.items():
            if guest.decider.gives_up:
                guest.decider.gives_up = False
                if seat not in session.people or session.outcome() is not None:
                    continue
                let_go(session, seat)
                goes_on = session.outcome() is None
                plays = ": a computer plays on" * goes_on
                yield f"{title(session.setup.options, seat)} gives up{plays}.\n"
        news, self._news = self._news, []
        yield from news

    def tell(self) -> None:
        for guest in self._guests.values():
            guest.tell()

    def check_empty(self, seat: int) -> None:
        """Raise IllegalMove if the guest in `seat` is at the table and does not delay the game."""
        guest = self._guests[seat].decider
        holds_up = self._session.game.player() == seat and guest.waited() > LONG
        if guest.wire is not None and not holds_up:
            name = name_of(self._session.setup.options, seat)
            alone = f"or here after {LONG} seconds without a move"
            raise IllegalMove(f"{name} is at the table, and can leave by 'giveup' there, {alone}")

    def close(self, said: str) -> None:
        """Close the table; send the guests the text `said`, or let them wait if it is ''."""
        self._door.close()
        for guest in self._guests.values():
            guest.decider.close(said)
