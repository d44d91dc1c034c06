"""The hints of Rummy in text: the best choices of a turn side by side, and how sure that is."""

from collections.abc import Iterator, Sequence
from math import floor
from typing import Any, Final

from click import unstyle

from cardgames.games.rummy.judge import Choices, Tried, is_clear
from cardgames.games.rummy.melds import listed
from cardgames.model.game import Advice, capital
from cardgames.text.wording import WORDS, Look, counted, fitted, wrapped

FIRST: Final = 13
"""The width of the first column."""
DROPPED: Final = "~"
"""Marks figures of a choice that was dropped early, or that was only tried roughly."""


def hint_text(advice: Advice, line: str, look: Look) -> str:
    """Return the LINE of a hint and, if ADVICE compares several choices, these side by side."""
    choices: Any = advice.choices
    parts, shown = [line], [*_shown(choices)] if choices and not choices.is_dead else []
    if len(shown) > 1:
        rows = _sentences if look.style == WORDS else _table
        parts += [f"{row}\n" for row in rows(choices, shown, look)]
        parts += map(wrapped, filter(None, [verdict(choices, shown, look)]))
    return "".join([fitted(part, look.columns) for part in parts])


def _shown(choices: Choices) -> Iterator[Tried]:
    """Yield the best choices; of EVERY discard then also the others, each made the better way."""
    front = choices.front
    yield from front
    passed = [one.card for one in front]
    for one in choices if choices.every else ():
        if one not in front and (one.card is None or one.card not in passed):
            passed.append(one.card)
            yield one


def whole(points: float) -> int:
    """Return POINTS as a whole number; halves are rounded up."""
    return floor(points + 0.5)


def points_of(choices: Choices, one: Tried) -> int:
    """Return the points of the first choice, or by how many ONE differs from it, as shown."""
    return whole(choices.points(one)) if one is choices[0] else -whole(choices.gap(one).points)


def error_of(choices: Choices, one: Tried) -> int:
    """Return how many of the points by which ONE differs may be chance: two standard errors."""
    return whole(min(99, 2 * choices.gap(one).error))


def _table(choices: Choices, shown: Sequence[Tried], look: Look) -> Iterator[str]:
    """Yield a line for each choice SHOWN, below a heading; its longest is 39 columns wide."""
    drawn = choices.game.drawn
    yield f"{_deals(choices):<{FIRST}} wins   points" + "  outs  uses" * drawn
    for one, name in zip(shown, names_of(choices, shown, look)):
        rough = DROPPED * choices.is_rough(one)
        wins, points = f"{choices.chance(one):.0%}", f"{points_of(choices, one):+}"
        if one is not choices[0]:
            wins = f"{-whole(100 * choices.gap(one).chance):+}%"
            points += f" +-{error_of(choices, one)}"
        counts = f"{one.outs:>6}{one.uses:>6}" * drawn
        blanks = " " * (FIRST - 2 - len(unstyle(name)))
        yield f"  {name}{blanks}{rough + wins:>5}{points:>9}{counts}"
    if any(map(choices.is_rough, shown)):
        few = _too_few(choices, shown, look)
        yield wrapped(f"{DROPPED} roughly, from fewer deals{few}").rstrip()


def _sentences(choices: Choices, shown: Sequence[Tried], look: Look) -> Iterator[str]:
    """Yield a sentence for each choice SHOWN."""
    yield f"{_deals(choices)}:"
    for one, name in zip(shown, names_of(choices, shown, look)):
        points, wins = points_of(choices, one), f"wins {choices.chance(one):.0%}"
        many = counted(abs(points), "point")
        told = [wins, f"{many} {'lost' if points < 0 else 'won'}"]
        if one is not choices[0]:
            often = -whole(100 * choices.gap(one).chance)
            told = [
                f"{'roughly ' * choices.is_rough(one)}wins {_more(f'{abs(often)}%', often)}",
                f"{_more(many, points)}, give or take {error_of(choices, one)}",
            ]
        if choices.game.drawn:
            told += [counted(one.outs, "out"), f"{counted(one.uses, 'use')} for rivals"]
        yield wrapped(f"  {capital(name)}: {', '.join(told)}.").rstrip()
    if any(map(choices.is_rough, shown)):
        few = _too_few(choices, shown, look)
        yield wrapped(f"Roughly means from fewer deals{few}.").rstrip()


def _more(much: str, by: int) -> str:
    """Return MUCH with 'more' or 'less', as BY says."""
    return f"{much} {'more' if by > 0 else 'less'}" if by else "as much"


def _too_few(choices: Choices, shown: Sequence[Tried], look: Look) -> str:
    """Say why rough ones of the choices SHOWN that look better are not advised; '' for none."""
    better = [one for one in shown if choices.is_rough(one) and _is_ahead(choices, one)]
    named = _called(choices, better, shown, look)
    are = "is" if len(named) == 1 else "are"
    return f": too few to say that {listed(named)} {are} better" if named else ""


def _is_ahead(choices: Choices, one: Tried) -> bool:
    """Does ONE seem to bring more than the first of CHOICES?"""
    return one is not choices[0] and points_of(choices, one) > 0


def _called(
    choices: Choices, some: Sequence[Tried], shown: Sequence[Tried], look: Look
) -> list[str]:
    """Name SOME of the choices SHOWN by their cards or, if a card is there twice, in full."""
    cards = [one.card for one in shown]
    called = {}
    for one, name in zip(shown, names_of(choices, shown, look)):
        card = one.card if cards.count(one.card) == 1 else None
        called[id(one)] = look.card(card) if card else f"'{name}'"
    return [called[id(one)] for one in some]


def _deals(choices: Choices) -> str:
    """Say in how many imagined deals the choices were played out."""
    return f"In {counted(choices.worlds, 'deal')}"


def names_of(choices: Choices, shown: Sequence[Tried], look: Look) -> list[str]:
    """Name the choices SHOWN: 'take 7S', '3S' or, if they differ in what is laid down, 'meld, 3S'.

    In words it is 'meld and discard three of spades'.
    """
    link, discard = (" and ", "discard ") if look.style == WORDS else (", ", "")
    ways = _ways(choices)
    names = []
    for one in shown:
        if one.plan.draws:
            top = choices.game.discards[-1]
            names.append("draw" if one.plan.draws == "draw" else f"take {look.card(top)}")
            continue
        card = discard + look.card(one.card) if one.card else ""
        names.append(link.join(filter(None, [ways[sum(one.plan.down)], card])))
    return names


def _ways(choices: Choices) -> dict[int, str]:
    """Return a word for each set of cards that CHOICES lay down; '' if it is always the same."""
    laid, melds = choices.laid, choices.lays_melds
    ways = {0: "hold"}
    if len(laid) == 1:
        return ways | {laid[0]: ""}
    least, most = ("part", "all") if laid[0] else ("hold", "meld" if melds else "off")
    return ways | {**dict.fromkeys(laid, "part"), laid[0]: least, laid[-1]: most}


def verdict(choices: Choices, shown: Sequence[Tried], look: Look) -> str:
    """Say which of the choices SHOWN are alike, and by how much the others are worse."""
    others = [one for one in shown[1:] if not choices.is_rough(one) or not choices.every]
    often = [one for one in others if choices.gap(one).chance < -2 * choices.gap(one).chance_error]
    more = _called(choices, often, shown, look)
    though = f", though {listed(more)} win{'s' * (len(more) == 1)} more often" if more else ""
    worse = [one for one in others if is_clear(choices.gap(one))]
    alike = [shown[0], *(one for one in others if one not in worse)]
    told = []
    if len(worse) < len(others):
        points, named = " in points" * bool(though), _called(choices, alike, shown, look)
        told.append(f"a toss-up{points} between {listed(named)}{though}")
        though = ""
    if worse:
        names = _called(choices, worse, shown, look)
        by = [counted(whole(choices.gap(one).points), "point") for one in worse]
        are = "is" if len(worse) == 1 else "are"
        how = "" if choices.every and choices.game.drawn else f", {_by(by)}"
        told.append(f"{listed(names)} {are} clearly worse{how}{though}")
    return f"{capital('; '.join(told))}." if told else ""


def _by(points: Sequence[str]) -> str:
    """Say by how much choices are worse: 'by 1 and 12 points', or 'each by 1 point'."""
    if len({*points}) == 1:
        return f"{'each ' * (len(points) > 1)}by {points[0]}"
    *some, last = points
    return f"by {listed([one.split()[0] for one in some] + [last])}"
