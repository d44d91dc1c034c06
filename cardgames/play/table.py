"""A game that several people share: what each may do alone, and what the others must agree to.

The rule: people take back freely what they have done in turn, as long as nobody has seen a hidden
card by it. Everything else that takes moves back or makes them again, opens hands or ends the game
needs the agreement of each of the others, who are told afterwards. Leaving needs no agreement, as
nobody can be made to stay: a computer plays on, or of two players the other wins.

The rule holds for people at terminals; in a script, a line means what it says. People are asked and
told through Seats, which know where to reach them.
"""

from typing import NamedTuple, Protocol

from cardgames.model.errors import IllegalMove, listed
from cardgames.model.game import name_of, title, whose
from cardgames.play.session import History, MoveMade, Session


class Act(NamedTuple):
    """What a person wants to do to a game that others play, too."""

    asked: str  # the words of the question: 'take back the last move'
    done: str  # the words of the news: 'has taken back the last move'
    returning: frozenset[int] = frozenset()  # the people who have left, and would play again


class Seats(Protocol):
    """The way to the people at a table."""

    def ask(self, seat: int, question: str) -> bool:
        """Ask the person in `seat`, and nobody else; return whether the answer was yes."""

    def inform(self, seat: int, news: str) -> None:
        """Tell the person in `seat`, at once or when they look next."""


def settle(act: Act, session: Session, asker: int, seats: Seats) -> None:
    """Ask everybody but the asker to agree to `act`; then tell them. Raises IllegalMove.

    If nobody knows who asks, `asker` is 0, and all are asked.
    """
    options = session.setup.options
    who = title(options, asker) if asker else "Somebody"
    others = sorted({*session.people, *act.returning} - {asker})
    for seat in others:
        question = f"{who} asks to {act.asked}: {name_of(options, seat)}, do you agree?"
        if not seats.ask(seat, question):
            raise IllegalMove(f"{title(options, seat)} does not agree to {act.asked}")
    for seat in others:
        seats.inform(seat, f"{who} {act.done}, with the consent of all.\n")


def interrupting(session: Session, asked: str, done: str) -> Act | None:
    """Return an act that opens hands or ends the game; None if the game is over."""
    return Act(asked, done) if session.outcome() is None else None


def stepping(session: Session, asker: int, steps: int) -> Act | None:
    """Return the act of taking so many steps back, or making them again if `steps` is negative.

    Return None if the asker may do so freely. There must be that many steps.
    """
    history, options = session.history, session.setup.options
    first, last = sorted((history.steps, history.steps - steps))
    numbers = range(first + 1, last + 1)
    made = [event for number in numbers for event in history.step(number)]
    people = {*options.people()} - {*history.left_before(first + 1)}
    doers = {event.before.actor(event.move) for event in made} | {*map(history.leaver, numbers)}
    others = sorted(doers & people - {asker})
    shown = steps > 0 and _has_shown(history, made, first, people, asker)
    if not others and not shown:
        return None
    what = "the last move" if abs(steps) == 1 else f"the last {abs(steps)} moves"
    if others:
        what += f" ({listed([whose(options, seat) for seat in others])})"
    elif shown:
        what += ", which showed hidden cards"
    returning = frozenset(people.difference(session.people))
    if steps < 0:
        return Act(f"make {what} again", f"has made {what} again", returning)
    if first == 0 and steps > 1:
        return Act("go back to the deal", "has gone back to the deal", returning)
    return Act(f"take back {what}", f"has taken back {what}", returning)


def _has_shown(
    history: History, made: list[MoveMade], first: int, people: set[int], asker: int
) -> bool:
    """Has anybody seen a card since the step `first` that they could not know after it?

    The asker has seen what came after each move made; the others, what they have been told.
    """
    target = history.after(first)[0]
    begun = history.made - len(made)
    if history.opened > begun:
        return True
    for seat in people:
        told = made if seat == asker else made[: max(0, history.told(seat) - begun)]
        if told:
            known = target.known(seat)
            if any(not event.after.known(seat) <= known for event in told):
                return True
    return False


def sees_apart(session: Session) -> bool:
    """Do people play this game, unfinished, who may not see each other's cards?"""
    game, people = session.game, session.people
    if session.outcome() is not None or len(people) < 2:
        return False
    first, *others = [game.with_backs(seat) for seat in people]
    return any(other != first for other in others)

