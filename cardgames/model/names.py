"""The names of the players, and the beginnings of sentences about them.

Functions take a verb in the form that follows 'you'. A player's own name is in the options.
"""

from functools import cache
from typing import Final

from cardgames.model.game import HUMAN, Options

YOU: Final = "you"
"""The word for the person, if only one plays and has no given name."""
PERSON: Final = "player"
COMPUTER: Final = "computer"
"""The words for other persons and for computers, each followed by the number of the seat."""
FORMS: Final = {"have": "has", "be": "is"}
"""The irregular verbs: the form after 'you', and the form after other names."""
HISSING: Final = ("s", "sh", "ch", "x")
"""The endings of verbs that take -es instead of -s."""


@cache
def name_of(options: Options, seat: int) -> str:
    """Return the name of the player in SEAT for the middle of a sentence."""
    if given := options.given_name(seat):
        return given
    seats = options.seats()
    if seats[seat - 1] != HUMAN:
        return f"{COMPUTER} {seat}"
    return YOU if seats.count(HUMAN) == 1 else f"{PERSON} {seat}"


def title(options: Options, seat: int) -> str:
    """Return the name of the player in SEAT for the beginning of a line."""
    return capital(name_of(options, seat))


def clause(options: Options, seat: int, verb: str) -> str:
    """Return the player's name with a VERB: 'you slap', 'the computer slaps', 'you are'."""
    name = name_of(options, seat)
    return f"{name} {agreed(name, verb)}"


def agreed(name: str, verb: str) -> str:
    """Return the form of VERB that follows NAME: 'pass' after 'you', else 'passes'."""
    if name == YOU:
        return "are" if verb == "be" else verb
    return FORMS.get(verb) or verb + ("es" if verb.endswith(HISSING) else "s")


def does(options: Options, seat: int, verb: str) -> str:
    """Return the beginning of a sentence: 'You slap', 'Computer 2 slaps'."""
    return capital(clause(options, seat, verb))


def whose(options: Options, seat: int) -> str:
    """Return the possessive of the player's name: 'your', "computer 2's"."""
    name = name_of(options, seat)
    return "your" if name == YOU else f"{name}'s"


def winner_text(options: Options, winner: int) -> str:
    """Say who won: 'You won', 'You lost. Computer 2 wins', 'Ann wins'."""
    if name_of(options, winner) == YOU:
        return "You won"
    seats = options.seats()
    lost = seats.count(HUMAN) == 1 and seats[winner - 1] != HUMAN
    return "You lost. " * lost + does(options, winner, "win")


def capital(text: str) -> str:
    """Return TEXT with a capital first letter."""
    return text[:1].upper() + text[1:]
