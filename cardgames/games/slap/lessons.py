"""What people learn from their slaps: the missed ones, why one was wrong, and how fast they were.

With --practice each one is told at once. Every game ends with a list of them.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from cardgames.games.slap.game import Slap
from cardgames.games.slap.options import RULES, rule_of
from cardgames.games.slap.sides import slapper
from cardgames.games.slap.view import TOPS
from cardgames.model.names import capital, name_of, title, whose
from cardgames.text.look import Look
from cardgames.text.wording import counted

BAR: Final = 100
"""The width of a bar of the histogram, in milliseconds."""
BARS: Final = 8
"""The number of bars; the last one counts all slower slaps."""
LONGEST_BAR: Final = 30
NAMES: Final = {rule: name for rule, (_, name) in TOPS.items()} | {"ten-sum": "a sum of ten"}
"""The name of the cards that each rule allows to slap, such as 'a sandwich'."""


def is_missed(event: Any, seat: int) -> bool:
    """Did SEAT miss a slap, because EVENT took or covered a pile that could be slapped?"""
    if event.move.name == "slap":
        return bool(event.before.rule()) and slapper(event.move) != seat
    return event.move.name in ("play", "collect") and bool(event.before.rule())


def is_wrong(event: Any, seat: int) -> bool:
    """Is EVENT a wrong slap by SEAT?"""
    return event.move.name == "slap" and slapper(event.move) == seat and not event.before.rule()


def lesson(event: Any, look: Look) -> str:
    """Say which slap a person missed due to EVENT, or why EVENT is a wrong slap; '' if neither.

    If two people play, a slap by one of them is not reported as missed by the other.
    """
    seats = event.before.options.people()
    beaten = len(seats) == 2 and event.move.name == "slap"
    for seat in seats:
        if is_missed(event, seat) and not beaten:
            return f"Missed: {_named(event.before, look)}; {_how(event)}.\n"
        if is_wrong(event, seat):
            return _why_wrong(event.before, look)
    return ""


def after_game(events: Sequence[Any], look: Look) -> str:
    """Return the slaps that each person missed, and a histogram of their reactions."""
    if not events:
        return ""
    return "".join(
        _missed_text(events, seat, look) + _reactions_text(events, seat)
        for seat in events[0].before.options.people()
    )


def _named(game: Slap, look: Look) -> str:
    """Return the cards that could be slapped, with their name: 'a sandwich, 6-K-6'."""
    return f"{NAMES[game.rule()]}, {_cards(game, look)}"


def _cards(game: Slap, look: Look) -> str:
    """Return the cards that could be slapped, with their suits where these matter."""
    rule = game.rule()
    top = game.pile[-TOPS[rule][0] :]
    return "-".join(look.plain(card) if rule == "flush" else card.rank.label for card in top)


def _how(event: Any) -> str:
    """Say who took or covered the pile in EVENT: a slap, a played card or a collection."""
    options, move = event.before.options, event.move
    if move.name == "slap":
        return f"{name_of(options, slapper(move))} slapped after {move.arguments[-1]} ms"
    verb = "played on it" if move.name == "play" else "collected it"
    return f"{name_of(options, event.before.player())} {verb}"


def _why_wrong(game: Slap, look: Look) -> str:
    """Say why the pile cannot be slapped."""
    chosen = ("pair", *(rule for rule in game.options.rules if rule in RULES))
    other = rule_of(game.pile, RULES)
    if other:
        cards = look.cards(game.pile[-TOPS[other][0] :])
        return f"Wrong: {cards} is {NAMES[other]}, which counts only with --rules {other}.\n"
    rules = ", ".join(chosen[:-1]) + " or " * (len(chosen) > 1) + chosen[-1]
    return f"Wrong: {look.cards(game.pile[-4:])} has no {rules} on top.\n"


def _missed_text(events: Sequence[Any], seat: int, look: Look) -> str:
    """List the slaps that SEAT missed, by rule, each with the time of the other player's slap."""
    from textwrap import fill

    missed: dict[str, list[str]] = {}
    for event in events:
        if is_missed(event, seat):
            ms = f"{event.move.arguments[-1]} ms" if event.move.name == "slap" else "nobody"
            name = NAMES[event.before.rule()]
            missed.setdefault(name, []).append(f"{_cards(event.before, look)} ({ms})")
    if not missed:
        return ""
    player = title(events[0].before.options, seat)
    count = counted(sum(map(len, missed.values())), "slap")
    lines = [f"{player} missed {count} (in brackets, when the other one slapped):"]
    width = min(look.columns, 80) - 1
    for name, cards in missed.items():
        line = f"{name}, {', '.join(cards)}"
        lines.append(fill(line, width, initial_indent="  ", subsequent_indent="    "))
    return "\n".join([*lines, ""])


def _reactions_text(events: Sequence[Any], seat: int) -> str:
    """Return a histogram of the reactions of SEAT, by tenths of a second; '' if there are none."""
    times = [
        event.move.arguments[-1]
        for event in events
        if event.move.name == "slap" and slapper(event.move) == seat and event.before.rule()
    ]
    if not times:
        return ""
    bars = Counter(min(ms // BAR, BARS - 1) for ms in times)
    owner = capital(whose(events[0].before.options, seat))
    lines = [f"{owner} reactions, in ms:"]
    for number in range(min(bars), max(bars) + 1):
        low = number * BAR
        label = f"{low} or more" if number == BARS - 1 else f"{low} to {low + BAR - 1}"
        bar = "#" * -(-bars[number] * LONGEST_BAR // max(LONGEST_BAR, *bars.values()))
        lines.append(f"  {label:>11} {bars[number]:>3} {bar}".rstrip())
    return "\n".join([*lines, ""])
