"""Slap in real time at a terminal: its keys, the prompt that names them, and excused slaps."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

from cardgames.games.slap import board
from cardgames.games.slap.game import Slap, slapper
from cardgames.model.errors import IllegalMove
from cardgames.model.game import does

UNSEEN: Final = 120  # the time in which nobody reacts to a card, in milliseconds
TOO_LATE: Final = 1000  # a slap this long after a pile was taken, in ms, was meant for that pile
SPACE: Final = " "
# The key to play and the key to slap: ALONE for one person, TOGETHER for each of two.
ALONE: Final = (SPACE, "s")
TOGETHER: Final = ("d", "s", "j", "k")
WATCHING: Final = {SPACE: "step", "g": "go"}  # for those who watch two computers
OUT_OF_TURN: Final = "out of turn"  # the play key's command while another player is to move
NOTHING: Final = ""
COMMAND: Final = "[:] command > "
BARE: Final = str.maketrans("", "", "[]")

Chosen: TypeAlias = Sequence[str]
"""The keys that a person chose: two for one player, four for two; () for the usual ones."""


def excuse(game: Slap, events: Iterable[Any], seat: int, ms: int) -> str:
    """Say why a slap of SEAT in GAME does not count; '' if it does.

    It comes MS milliseconds after the last card landed. EVENTS are the moves before it, the last
    one first, each with the positions before and after it.
    """
    told, played = "", False
    for event in events:
        if event.after.rounds > event.before.rounds:
            told = told if ms > TOO_LATE else _after(event, seat, ms)
            break
        if event.move.name in ("slap", "wait"):  # the clock went on
            continue
        if not played and ms < UNSEEN:
            told = f"Too early: nobody sees a card within {UNSEEN} ms. This slap does not count.\n"
            if event.before.rule():
                told = _after(event, seat, ms)
        if event.before.rule() or event.after.rule() and not played:
            break
        played = True
        ms += sum(event.move.arguments[-1:])
    if told or game.pile:
        return told
    return f"{does(game.options, seat, 'slap')} where no card lies.\n"


def _after(event: Any, seat: int, ms: int) -> str:
    """Say that a slap came MS milliseconds after EVENT, and so too late for it."""
    before, move, after = event
    if move.name == "slap" and not before.rule():
        taker = does(before.options, after.turn, "have")
        return f"{taker} been given the pile already: this slap does not count.\n"
    by = slapper(move) or before.player()
    return board.too_late(before, move, by, seat, move.arguments[-1] + ms)


def keys_of(game: Slap, stopped: bool, chosen: Chosen = ()) -> dict[str, str]:
    """Return the command of each key in GAME, while the clock runs or is STOPPED."""
    people = _people(game, chosen)
    if not people:
        return dict(WATCHING)
    if stopped:
        return {key: NOTHING for pair in people.values() for key in pair} | {SPACE: "go"}
    play = "collect" if game.pending else "play"
    is_own = len(chosen) == 2 * len(people)
    found = {} if is_own else {SPACE: play if game.player() in people else OUT_OF_TURN}
    for seat, (key, slap) in people.items():
        found[key] = play if seat == game.player() else OUT_OF_TURN
        found[slap] = "slap" if len(people) == 1 else f"slap {seat}"
        if game.options.slaps == "none":
            found[slap] = NOTHING
    return found


def prompt_of(game: Slap, stopped: bool, columns: int = 80, chosen: Chosen = ()) -> str:
    """Return the prompt, which fits COLUMNS: the keys that work now, each at a fixed place.

    It has no brackets where there is little room, and on a narrow screen no more than the keys.
    """
    people = _people(game, chosen)
    if not people:
        full = ("[space] step  [g] go  " if stopped else "[space] stop          ") + COMMAND
        bare, alone = full.translate(BARE), "space g | : > "
    elif stopped:
        full = f"[space] go on              {COMMAND}"
        bare, alone = full.translate(BARE), "space | : > "
    else:
        wide, tight, least = list[str](), list[str](), list[str]()
        for seat, (play, slap) in people.items():
            play, slap = _named(play), _named(slap)
            can_play = seat == game.player() and bool(game.pending or game.side(seat).hand)
            can_slap = _can_slap(game, seat)
            act = f"[{play}] {'collect' if game.pending else 'play'}" * can_play
            hit = f"[{slap}] slap" * can_slap
            cells = f"{act:{len(play) + 10}}", f"{hit:{len(slap) + 7}}"
            wide.append("  ".join(cells))
            tight.append(" ".join(f"{cell.translate(BARE):{len(cell)}}"[:-2] for cell in cells))
            least.append(f"{play * can_play:{len(play)}} {slap * can_slap:{len(slap)}}")
        alone = f"{' | '.join(least)} | : > "
        full = f"{wide[0]}  {COMMAND}"
        bare = full.translate(BARE)
        if len(people) == 2:
            full = f"1: {wide[0]}  2: {wide[1]} > "
            bare = f"1: {tight[0]}  2: {tight[1]} > "
    return next((text for text in (full, bare) if len(text) < columns), alone)


def _can_slap(game: Slap, seat: int) -> bool:
    with suppress(IllegalMove):
        game.slap(seat)
        return True
    return False


def described(game: Slap, chosen: Chosen = ()) -> str:
    people = _people(game, chosen)
    if not people:
        return "Keys: the space bar stops the clock and steps, g lets it run.\n"
    slaps = game.options.slaps != "none"
    told = []
    for seat, (play, slap) in people.items():
        if len(people) == 1:
            play = "the space bar" if play == SPACE else play
            told += [f"{play} plays and collects", *[f"{_named(slap)} slaps"] * slaps]
        else:
            by = f" and slaps by {_named(slap)}" * slaps
            told.append(f"player {seat} plays by {_named(play)}{by}")
    return f"Keys: {', '.join(told)}.\nA colon begins any other command, such as :score.\n"


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


def _named(key: str) -> str:
    return key.replace(SPACE, "space")
