"""The names of the players at a table, and how sentences about them begin.

A verb is given as 'you' needs it. The options say whether a player has a name of their own.
"""

from functools import cache
from typing import Final

from cardgames.model.game import HUMAN, Options

YOU: Final = "you"
"""The name of the only person."""
PERSON: Final = "player"
COMPUTER: Final = "computer"
"""The names of all others, each with the number of the seat."""
FORMS: Final = {"have": "has", "be": "is"}
"""The verbs that take more than an ending after another name than 'you'."""
HISSING: Final = ("s", "sh", "ch", "x")
"""The ends of verbs to which ES is added."""


@cache
def name_of(options: Options, seat: int) -> str:
    """Return the name of the player in SEAT as it stands within a sentence."""
    if given := options.given_name(seat):
        return given
    seats = options.seats()
    if seats[seat - 1] != HUMAN:
        return f"{COMPUTER} {seat}"
    return YOU if seats.count(HUMAN) == 1 else f"{PERSON} {seat}"


def title(options: Options, seat: int) -> str:
    """Return the name of the player in SEAT as it stands at the beginning of a line."""
    return capital(name_of(options, seat))


def clause(options: Options, seat: int, verb: str) -> str:
    """Return the player's name with a VERB: 'you slap', 'the computer slaps', 'you are'."""
    name = name_of(options, seat)
    return f"{name} {agreed(name, verb)}"


def agreed(name: str, verb: str) -> str:
    """Return VERB as it stands after NAME: 'passes', and 'pass' after 'you'."""
    if name == YOU:
        return "are" if verb == "be" else verb
    return FORMS.get(verb) or verb + ("es" if verb.endswith(HISSING) else "s")


def does(options: Options, seat: int, verb: str) -> str:
    """Return the beginning of a sentence: 'You slap', 'Computer 2 slaps'."""
    return capital(clause(options, seat, verb))


def whose(options: Options, seat: int) -> str:
    """Return the player's name before what the player owns: 'your', "computer 2's"."""
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
    """Return TEXT with a capital at its beginning."""
    return text[:1].upper() + text[1:]
