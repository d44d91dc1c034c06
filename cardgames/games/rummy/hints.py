"""The hints of Rummy in text: the best choices of a turn side by side, and how sure that is."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from click import unstyle

from cardgames.games.rummy.choices import SHOWN, Choice, Choices, is_clear
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
    said = verdict(choices, shown, look)
    table = "".join([f"{told}\n" for told in rows(choices, shown, look)])
    return f"{line}{table}{wrapped(said) if said else ''}"


def _shown(choices: Choices) -> Iterator[Choice]:
    """Yield the best choices; of EVERY discard, only the better way to make it."""
    if not choices.every:
        yield from [one for one in choices[:SHOWN] if len(one.trial.ends) == choices.worlds]
        return
    passed = []
    for one in choices:
        if one.card is None or one.card not in passed:
            passed.append(one.card)
            yield one


def _table(choices: Choices, shown: Sequence[Choice], look: Look) -> Iterator[str]:
    """Yield a line for each choice SHOWN, below a heading; its longest is 39 columns wide."""
    drawn = choices.game.drawn
    names = names_of(choices, shown, look)
    yield f"{_deals(choices):<{FIRST}}  wins  points" + "  outs  uses" * drawn
    for one, name in zip(shown, names):
        rough = DROPPED * choices.is_rough(one)
        wins, points = f"{rough}{choices.chance(one):.0%}", f"{round(choices.points(one)):+}"
        counts = f"{one.outs:>6}{one.uses:>6}" * drawn
        blanks = " " * (FIRST - 2 - len(unstyle(name)))
        yield f"  {name}{blanks}{wins:>6}{points:>8}{counts}"
    if any(choices.is_rough(one) for one in shown):
        yield f"{DROPPED} roughly, from fewer deals"


def _sentences(choices: Choices, shown: Sequence[Choice], look: Look) -> Iterator[str]:
    """Yield a sentence for each choice SHOWN."""
    yield f"{_deals(choices)}:"
    for one, name in zip(shown, names_of(choices, shown, look)):
        points = choices.points(one)
        told = [
            f"{'roughly ' * choices.is_rough(one)}wins {choices.chance(one):.0%}",
            f"{counted(abs(round(points)), 'point')} {'lost' if round(points) < 0 else 'won'}",
        ]
        if choices.game.drawn:
            told += [counted(one.outs, "out"), f"{counted(one.uses, 'use')} for rivals"]
        yield wrapped(f"  {capital(name)}: {', '.join(told)}.").rstrip()


def _deals(choices: Choices) -> str:
    """Say in how many imagined deals the choices were played out."""
    return f"In {counted(choices.worlds, 'deal')}"


def names_of(choices: Choices, shown: Sequence[Choice], look: Look) -> list[str]:
    """Name the choices SHOWN: 'take 7S', '3S' or, if they differ in what is laid down, 'meld, 3S'.

    In words it is 'meld and discard three of spades'.
    """
    link, discard = (" and ", "discard ") if look.style == WORDS else (", ", "")
    ways = _ways(shown)
    names = []
    for one in shown:
        if one.plan.draws:
            top = choices.game.discards[-1]
            names.append("draw" if one.plan.draws == "draw" else f"take {look.card(top)}")
            continue
        card = discard + look.card(one.card) if one.card else ""
        names.append(link.join(filter(None, [ways[sum(one.plan.down)], card])))
    return names


def _ways(shown: Sequence[Choice]) -> dict[int, str]:
    """Return a word for each set of cards that choices lay down; '' if it is always the same."""
    laid = sorted({sum(one.plan.down) for one in shown}, key=int.bit_count)
    if len(laid) == 1:
        return {laid[0]: ""}
    melds = any(cards & (cards - 1) for one in shown for cards in one.plan.down)
    least, most = ("part", "all") if laid[0] else ("hold", "meld" if melds else "off")
    return {**dict.fromkeys(laid, "part"), laid[0]: least, laid[-1]: most}


def verdict(choices: Choices, shown: Sequence[Choice], look: Look) -> str:
    """Say which of the choices SHOWN are alike, and by how much the others are worse."""
    if choices.every and choices.game.drawn:
        return _verdict_on_all(choices, shown[1:], look)
    gaps = [choices.gap(one) for one in shown[1:]]
    worse = [str(max(1, round(gap.points))) for gap in gaps if is_clear(gap)]
    by = f"{' and '.join(worse)} point{'' if worse == ['1'] else 's'}"
    if not worse:
        these = "these two" if len(shown) == 2 else "these three"
        return f"No real difference in points between {these}."
    if len(worse) == len(gaps):
        others = "The other is" if len(worse) == 1 else "The others are"
        return f"{others} clearly worse, by {by}."
    alike, last = ("two", "last") if is_clear(gaps[1]) else ("and the last", "second")
    return f"No real difference in points between the first {alike}; the {last} is worse by {by}."


def _verdict_on_all(choices: Choices, others: Sequence[Choice], look: Look) -> str:
    """Name those OTHERS that are as good as the first of CHOICES, and those that are worse."""
    worse, alike = list[str](), list[str]()
    for one in others:
        if one.card and not choices.is_rough(one):
            (worse if is_clear(choices.gap(one)) else alike).append(look.card(one.card))
    told = f"No real difference in points to {listed(alike)}. " if alike else ""
    return (told + (f"Clearly worse: {', '.join(worse)}." if worse else "")).rstrip()
