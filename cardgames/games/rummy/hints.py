"""The hints of Rummy in text: the best choices of a turn side by side, and how sure that is."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from click import unstyle

from cardgames.games.rummy.choices import SHOWN, Choice, Choices
from cardgames.games.rummy.melds import listed
from cardgames.model.game import Advice
from cardgames.model.names import capital
from cardgames.text.look import WORDS, Look
from cardgames.text.wording import counted, wrapped

FIRST: Final = 13
"""The width of the first column."""
DROPPED: Final = "~"
"""Marks figures of a choice that was dropped early, or that was only tried roughly."""


def hint_text(advice: Advice, line: str, look: Look) -> str:
    """Return the LINE of a hint and, if ADVICE compares several choices, these side by side."""
    if not advice.choices:
        return line
    choices: Any = advice.choices
    shown = list(_shown(choices))
    rows = _sentences if look.style == WORDS else _table
    told = [*rows(choices, shown, look), *_verdict(choices, shown, look)]
    return "".join([line, *(f"{one}\n" for one in told)])


def _shown(choices: Choices) -> Iterator[Choice]:
    """Yield the best choices; of EVERY discard, only the better way to make it."""
    if not choices.every:
        yield from [one for one in choices[:SHOWN] if not _is_rough(choices, one)]
        return
    passed = []
    for one in choices:
        if one.card is None or one.card not in passed:
            passed.append(one.card)
            yield one


def _is_rough(choices: Choices, one: Choice) -> bool:
    """Did ONE see fewer worlds than the first choice?"""
    return len(one.trial.ends) < choices.worlds


def _table(choices: Choices, shown: Sequence[Choice], look: Look) -> Iterator[str]:
    """Yield a line for each choice SHOWN, below a heading; its longest is 39 columns wide."""
    drawn = choices.game.drawn
    names = names_of(choices, shown, look)
    yield f"{_deals(choices):<{FIRST}}  wins  points" + "  outs  uses" * drawn
    for one, name in zip(shown, names):
        rough = DROPPED * _is_rough(choices, one)
        wins, points = f"{rough}{choices.chance(one):.0%}", f"{round(choices.points(one)):+}"
        counts = f"{one.outs:>6}{one.uses:>6}" * drawn
        blanks = " " * (FIRST - 2 - len(unstyle(name)))
        yield f"  {name}{blanks}{wins:>6}{points:>8}{counts}"
    if any(_is_rough(choices, one) for one in shown):
        yield f"{DROPPED} roughly, from fewer deals"


def _sentences(choices: Choices, shown: Sequence[Choice], look: Look) -> Iterator[str]:
    """Yield a sentence for each choice SHOWN."""
    yield f"{_deals(choices)}:"
    for one, name in zip(shown, names_of(choices, shown, look)):
        points = choices.points(one)
        told = [
            f"{'roughly ' * _is_rough(choices, one)}wins {choices.chance(one):.0%}",
            f"{counted(abs(round(points)), 'point')} {'lost' if round(points) < 0 else 'won'}",
        ]
        if choices.game.drawn:
            told += [counted(one.outs, "out"), f"{counted(one.uses, 'use')} for rivals"]
        yield wrapped(f"  {capital(name)}: {', '.join(told)}.").rstrip()


def _deals(choices: Choices) -> str:
    """Say in how many imagined deals the choices were played out."""
    return f"In {counted(choices.worlds, 'deal')}"


def names_of(choices: Choices, shown: Iterable[Choice], look: Look) -> list[str]:
    """Name the choices SHOWN, with what becomes of melds if they differ in that."""
    ways = {bool(one.plan.down) for one in choices}
    names = []
    for one in shown:
        if one.plan.draws:
            top = choices.game.discards[-1]
            names.append("draw" if one.plan.draws == "draw" else f"take {look.card(top)}")
            continue
        name = look.card(one.card) if one.card else "out"
        way = " down" if one.plan.down else " held"
        names.append(name + way * (len(ways) > 1))
    return names


def _verdict(choices: Choices, shown: Sequence[Choice], look: Look) -> Iterator[str]:
    """Say which of the choices SHOWN are alike, and by how much the others are worse."""
    named = dict(zip(shown, names_of(choices, shown, look)))
    worse = [one for one in shown if choices.gap(one).is_real]
    alike = [one for one in shown if one not in worse and not _is_rough(choices, one)]
    told = []
    if len(alike) == len(shown):
        told.append(f"No real difference between these {'two' if len(shown) == 2 else 'three'}.")
    elif alike[1:]:
        told.append(f"No real difference between {listed([named[one] for one in alike])}.")
    if worse:
        ways = [f"{named[one]} by {_points(choices.gap(one).points)}" for one in worse]
        names = [named[one] for one in worse] if choices.every else ways
        told.append(f"Clearly worse: {', '.join(names)}.")
    yield from [wrapped(" ".join(told)).rstrip()] * bool(told)


def _points(points: float) -> str:
    """Return a difference in POINTS: '4 points', '0.7 points'."""
    return counted(round(points), "point") if points >= 0.95 else f"{points:.1f} points"
