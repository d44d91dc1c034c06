"""The keys of Slap at a terminal: their commands, and the prompt that offers them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from cardgames.games.slap.game import Slap
from cardgames.model.errors import IllegalMove

SPACE: Final = " "
ALONE: Final = (SPACE, "s")
TOGETHER: Final = ("d", "s", "j", "k")
"""The key to play and the key to slap: ALONE for one person, TOGETHER for each of two."""
WATCHING: Final = {SPACE: "step", "g": "go"}
"""The commands of the keys for those who watch two computers."""
OUT_OF_TURN: Final = "out of turn"
"""Stands for the command of the play key while another player is to move; none is so called."""
NOTHING: Final = ""
COMMAND: Final = "[:] command > "
BARE: Final = str.maketrans("", "", "[]")
"""Takes the brackets out of a prompt."""

Chosen: TypeAlias = Sequence[str]
"""The keys that a person chose: two for one player, four for two; () for the usual ones."""


def keys(game: Slap, stopped: bool, chosen: Chosen = ()) -> dict[str, str]:
    """Return the command of each key in GAME, while the clock runs or is STOPPED."""
    people = _people(game, chosen)
    if not people:
        return dict(WATCHING)
    if stopped:
        return {key: NOTHING for pair in people.values() for key in pair} | {SPACE: "go"}
    play = "collect" if game.pending else "play"
    slaps = game.options.slaps != "none"
    is_own = len(chosen) == 2 * len(people)
    found = {} if is_own else {SPACE: play if game.player() in people else OUT_OF_TURN}
    for seat, (key, slap) in people.items():
        found[key] = play if seat == game.player() else OUT_OF_TURN
        slap_now = "slap" if len(people) == 1 else f"slap {seat}"
        found[slap] = slap_now if slaps else NOTHING
    return found


def resting(found: Mapping[str, str]) -> dict[str, str]:
    """Turn off all keys FOUND; leave y and n to the answer."""
    return {key: NOTHING for key in found if key not in "yn"}


def prompt(game: Slap, stopped: bool, columns: int = 80, chosen: Chosen = ()) -> str:
    """Return the prompt, which fits COLUMNS: the keys that work now, each at a fixed place."""
    people = _people(game, chosen)
    if stopped or len(people) < 2:
        full = _for_one(game, stopped, people)
        bare = full.translate(BARE)
    else:
        full = _for_two(game, people, "  ")
        bare = _for_two(game, people, " ", bare=True)
    alone = _keys_alone(game, stopped, people)
    return next((text for text in (full, bare) if len(text) < columns), alone)


def described(game: Slap, chosen: Chosen = ()) -> str:
    """Return the description of the keys that the list of commands shows."""
    people = _people(game, chosen)
    if not people:
        return "Keys: the space bar stops the clock and steps, g lets it run.\n"
    slaps = game.options.slaps != "none"
    if len(people) == 1:
        play, slap = people[1]
        play = "the space bar" if play == SPACE else play
        lines = f"Keys: {play} plays and collects" + f", {_named(slap)} slaps" * slaps + "."
    else:
        each = [
            f"player {seat} plays by {_named(play)}" + f" and slaps by {_named(slap)}" * slaps
            for seat, (play, slap) in people.items()
        ]
        lines = f"Keys: {', '.join(each)}."
    return f"{lines}\nA colon begins any other command, such as :score.\n"


def without_its_key(
    line: str, known: Mapping[str, str], complete: Callable[[str, str], Sequence[str]]
) -> str:
    """Return LINE with the letter of a KNOWN key put back, if that begins a command, or ''.

    COMPLETE returns the names of commands that begin with some letters.
    """
    word = line.partition(" ")[0]
    return next((key + line for key in known if complete("", key + word)), "")


def unfit(game: Slap, chosen: Chosen) -> str:
    """Say that the CHOSEN keys are for another number of people, and which ones work; or ''."""
    people = _people(game, chosen)
    if not chosen or not people or len(chosen) == 2 * len(people):
        return ""
    used = ",".join(_named(key) for pair in people.values() for key in pair)
    others = "one player" if len(people) == 2 else "two players"
    return f"The keys that you chose are for {others}: these are used, {used}.\n"


def _people(game: Slap, chosen: Chosen) -> Mapping[int, tuple[str, str]]:
    """Return the key to play and the key to slap of each person, by seat."""
    count = len(game.options.people())
    usual = {0: (), 1: ALONE, 2: TOGETHER}[count]
    own = chosen if len(chosen) == len(usual) else usual
    return {seat: (own[2 * seat - 2], own[2 * seat - 1]) for seat in range(1, count + 1)}


def _for_one(game: Slap, stopped: bool, people: Mapping[int, tuple[str, str]]) -> str:
    """Return the prompt for one person; also for nobody, and while the clock is STOPPED."""
    if not people:
        return ("[space] step  [g] go  " if stopped else "[space] stop          ") + COMMAND
    if stopped:
        return f"[space] go on              {COMMAND}"
    return f"{'  '.join(_cells(game, 1, people))}  {COMMAND}"


def _for_two(
    game: Slap, people: Mapping[int, tuple[str, str]], gap: str, bare: bool = False
) -> str:
    """Return the prompt of two people, with a GAP between its parts, and BARE of brackets."""
    each = []
    for seat in people:
        cells = _cells(game, seat, people)
        shown = (f"{cell.translate(BARE):{len(cell)}}"[:-2] if bare else cell for cell in cells)
        each.append(f"{seat}: {gap.join(shown)}")
    return f"{'  '.join(each)} > "


def _cells(game: Slap, seat: int, people: Mapping[int, tuple[str, str]]) -> tuple[str, str]:
    """Return what SEAT can do by its keys, each in its fixed width."""
    play, slap = (_named(key) for key in people[seat])
    act = f"[{play}] {'collect' if game.pending else 'play'}" * _can_play(game, seat)
    hit = f"[{slap}] slap" * _can_slap(game, seat)
    return f"{act:{len(play) + 10}}", f"{hit:{len(slap) + 7}}"


def _keys_alone(game: Slap, stopped: bool, people: Mapping[int, tuple[str, str]]) -> str:
    """Return the prompt with no more than the keys, for a narrow screen."""
    if not people:
        return "space g | : > "
    if stopped:
        return "space | : > "
    parts = []
    for seat, (play, slap) in people.items():
        act, hit = _named(play) * _can_play(game, seat), _named(slap) * _can_slap(game, seat)
        parts.append(f"{act:{len(_named(play))}} {hit:{len(_named(slap))}}")
    return f"{' | '.join(parts)} | : > "


def _can_play(game: Slap, seat: int) -> bool:
    """Can SEAT play or collect now?"""
    return seat == game.player() and bool(game.pending or game.side(seat).hand)


def _can_slap(game: Slap, seat: int) -> bool:
    """May SEAT slap now?"""
    try:
        game.slap(seat)
    except IllegalMove:
        return False
    return True


def _named(key: str) -> str:
    """Return the name of a KEY."""
    return key.replace(SPACE, "space")
