"""The keys of Slap at a terminal: their commands, and the prompt that offers them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from cardgames.games.slap.game import Slap
from cardgames.model.errors import IllegalMove
from cardgames.model.game import HUMAN

SPACE: Final = " "
ALONE: Final = {1: (SPACE, "s")}
TOGETHER: Final = {1: ("d", "s"), 2: ("j", "k")}
"""The key to play and the key to slap, by seat: ALONE for one person, TOGETHER for two."""
WATCHING: Final = {SPACE: "step", "g": "go"}
"""The commands of the keys for those who watch two computers."""
OUT_OF_TURN: Final = "out of turn"
"""Stands for the command of the play key while another player is to move; none is so called."""
NOTHING: Final = ""
COMMAND: Final = "[:] command > "


def keys(game: Slap, stopped: bool) -> dict[str, str]:
    """Return the command of each key in GAME, while the clock runs or is STOPPED."""
    people = _people(game)
    if not people:
        return dict(WATCHING)
    if stopped:
        return {SPACE: "go"} | {slap: NOTHING for _, slap in people.values()}
    play = "collect" if game.pending else "play"
    slaps = game.options.slaps != "none"
    found = {SPACE: play if game.player() in people else OUT_OF_TURN}
    for seat, (key, slap) in people.items():
        found[key] = play if seat == game.player() else OUT_OF_TURN
        slap_now = "slap" if len(people) == 1 else f"slap {seat}"
        found[slap] = slap_now if slaps else NOTHING
    return found


def prompt(game: Slap, stopped: bool) -> str:
    """Return the prompt: the keys that work now, each at a fixed place in the line."""
    people = _people(game)
    if not people:
        return ("[space] step  [g] go  " if stopped else "[space] stop          ") + COMMAND
    if stopped:
        return f"[space] go on              {COMMAND}"
    if len(people) == 1:
        return f"{_plays(game, 1, people):15}  {_slaps(game, 1, people):8}  {COMMAND}"
    one, two = (f"{_plays(game, n, people):11}  {_slaps(game, n, people):8}" for n in people)
    return f"1: {one}  2: {two} > "


def described(game: Slap) -> str:
    """Return the description of the keys that the list of commands shows."""
    people = _people(game)
    if not people:
        return "Keys: the space bar stops the clock and steps, g lets it run.\n"
    slaps = game.options.slaps != "none"
    if len(people) == 1:
        lines = "Keys: the space bar plays and collects" + ", s slaps." * slaps + "." * (not slaps)
    else:
        each = [
            f"player {seat} plays by {play}" + f" and slaps by {slap}" * slaps
            for seat, (play, slap) in people.items()
        ]
        lines = f"Keys: {', '.join(each)}."
    return f"{lines}\nAll else is typed, best with a colon before it: :score.\n"


def without_its_key(line: str, game: Slap, complete: Callable[[str, str], Sequence[str]]) -> str:
    """Return the command that LINE would be with the letter of a key before it, or ''.

    COMPLETE returns the names of commands that begin with some letters.
    """
    word = line.partition(" ")[0]
    return next((key + line for key in keys(game, False) if complete("", key + word)), "")


def _people(game: Slap) -> Mapping[int, tuple[str, str]]:
    """Return the key to play and the key to slap of each person, by seat."""
    count = game.options.seats().count(HUMAN)
    return {0: {}, 1: ALONE, 2: TOGETHER}[count]


def _plays(game: Slap, seat: int, people: Mapping[int, tuple[str, str]]) -> str:
    """Return the key by which SEAT plays or collects, for the prompt; '' if it cannot now."""
    if seat != game.player() or not (game.pending or game.side(seat).hand):
        return ""
    key = people[seat][0].replace(SPACE, "space")
    return f"[{key}] {'collect' if game.pending else 'play'}"


def _slaps(game: Slap, seat: int, people: Mapping[int, tuple[str, str]]) -> str:
    """Return the key by which SEAT slaps, for the prompt; '' if it may not slap now."""
    try:
        game.slap(seat)
    except IllegalMove:
        return ""
    return f"[{people[seat][1]}] slap"
