"""What the players of Slap are called, and sentences that begin with them."""

from typing import Final

from cardgames.games.slap.options import SlapOptions

YOU: Final = "you"
NAMES: Final = {
    "human,computer": (YOU, "the computer"),
    "human,human": ("player 1", "player 2"),
    "computer,computer": ("computer 1", "computer 2"),
}
ENDINGS: Final = {"have": "has", "be": "is", "miss": "misses"}
"""The verbs that take more than an S after another name than 'you'."""


def name_of(options: SlapOptions, seat: int) -> str:
    """Return the player's name as it stands within a sentence."""
    return NAMES[options.players][seat - 1]


def clause(options: SlapOptions, seat: int, verb: str) -> str:
    """Return the player's name with a VERB: 'you slap', 'the computer slaps', 'you are'."""
    name = name_of(options, seat)
    if name == YOU:
        return f"{name} {'are' if verb == 'be' else verb}"
    return f"{name} {ENDINGS.get(verb, verb + 's')}"


def does(options: SlapOptions, seat: int, verb: str) -> str:
    """Return the beginning of a sentence: 'You slap', 'The computer slaps'."""
    return capital(clause(options, seat, verb))


def capital(text: str) -> str:
    """Return TEXT with a capital at its beginning."""
    return text[:1].upper() + text[1:]
