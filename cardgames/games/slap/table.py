"""Slap's table on a screen. Everything has a fixed place, so each picture covers the one before.

The top card of the pile is large, with the cards under it at its left. Below them stand the
player whose turn it is and the last events.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from click import unstyle

from cardgames.games.slap import view
from cardgames.games.slap.game import Slap
from cardgames.games.slap.inwords import in_words
from cardgames.games.slap.options import RULES, SlapOptions
from cardgames.games.slap.sides import slapper
from cardgames.model.cards import Card
from cardgames.model.game import Move
from cardgames.model.names import does, name_of, title
from cardgames.text.look import UNICODE, Look
from cardgames.text.wording import COLUMNS, counted, fitted, wrapped

LOG: Final = 5
"""The number of lines in the log of events, if there is room for them."""
LEAST_LINES: Final = 15
BESIDES: Final = 13
"""The number of lines that the log leaves to the rest."""
LEAST_COLUMNS: Final = 40
"""A screen with fewer columns has no room for this table."""
AIRY_LINES: Final = 24
"""A screen with this number of lines has room for blank ones."""
CELL: Final = 8
"""The width of a card under the top one, with the name of its player."""
MOST_BELOW: Final = 5
"""The number of cards shown under the top one; the rules look at three of them at most."""
FRAMES: Final = {True: ("┌─┐", "│", "└─┘"), False: (".-.", "|", "'-'")}
"""The top, sides and bottom of a card, with and without Unicode."""


def fits(columns: int, lines: int) -> bool:
    """Does the table fit a screen with this number of COLUMNS and LINES?"""
    return columns >= LEAST_COLUMNS and lines >= LEAST_LINES


def picture(game: Slap, look: Look, log: Sequence[str], lines: int, taken: Any = None) -> str:
    """Return the table on a screen of LINES, with the LOG of events beneath.

    TAKEN is the event that has just taken the pile, if any; the picture shows where the pile goes.
    """
    air = [""] * (lines >= AIRY_LINES)
    shown = game if taken is None else taken.before
    rows = [
        _player(game, 2, look),
        *air,
        *_pile(shown, look),
        _below(game, look) if taken is None else _going(taken, look),
        *air,
        _player(game, 1, look),
        *air,
        look.bold(_awaited(game, look)),
        *air,
        *_rows(log, look.columns, min(LOG, lines - BESIDES)),
    ]
    return "".join(f"{row}\n" for row in rows)


def end(game: Slap, log: Sequence[str]) -> str:
    """Return the last lines of the game: the final events, and the number of cards."""
    return "".join([*log[-2:], f"The end, {counted(game.cards, 'card')} played.\n"])


def status(game: Slap, look: Look, stopped: bool) -> str:
    """Return the line at the bottom: whether the clock is STOPPED, the round, the options.

    Options for which there is no room are left out whole.
    """
    line = f"{'Paused. ' * stopped}Round {game.rounds + 1}, {counted(game.cards, 'card')} played"
    words = in_words(replace(game.options, players=SlapOptions.players))  # who plays is seen
    shown = [f"{line}; {', '.join(words)}."] if words else []
    shown += [f"{line}; {', '.join([*words[:n], '...'])}" for n in reversed(range(len(words)))]
    line = next((text for text in shown if len(text) < look.columns), f"{line}.")
    return f"{look.bold(line) if stopped else look.dim(line)}\n"


def _awaited(game: Slap, look: Look) -> str:
    """Say whose turn it is, and why if there is room."""
    text = view.awaited(game)
    return text if len(text) < look.columns else _clipped(view.awaited_in_short(game), look.columns)


def _player(game: Slap, seat: int, look: Look) -> str:
    """Return a player's line, marked if it is that player's turn."""
    mark = ">" if game.player() == seat else " "
    side = game.side(seat)
    name = title(game.options, seat)
    line = f"{mark} {name:<14} {counted(len(side.hand), 'card')}"
    if side.timeout:
        out = f", no slaps for {counted(side.timeout, 'card')}"
        line += out if len(line + out) < look.columns else f", out for {side.timeout}"
    return look.bold(line) if mark == ">" else line


def _pile(game: Slap, look: Look) -> list[str]:
    """Return the pile in five rows: the top card, five rows high, and other cards at its left."""
    if not game.pile:
        return [""] * 5
    width = _left(look)
    most = width // CELL
    cards, by = game.pile[-most - 1 : -1], game.by[-most - 1 : -1]
    row = ("... " if len(game.pile) > most + 1 else "").rjust(width - CELL * len(cards))
    names = " " * (width - CELL * len(cards))
    for card, seat in zip(cards, by):
        name = name_of(game.options, seat).removeprefix("the ")
        row += " " * (CELL - 1 - len(look.plain(card))) + look.card(card) + " "
        names += f"{view.SHORT.get(name, name):>{CELL - 1}} "
    left = ["", "", row, look.dim(names), ""]
    large = _large(game.pile[-1], look)
    indents = (" " * (width - len(unstyle(text))) for text in left)
    return [f"{text}{indent}{part}" for text, indent, part in zip(left, indents, large)]


def _large(card: Card, look: Look) -> list[str]:
    """Return a picture of CARD, five rows high."""
    top, side, bottom = FRAMES[look.style == UNICODE]
    rank, suit = card.rank.label, look.plain(card).removeprefix(card.rank.label)
    rows = [f" {rank:<6}", f"   {suit}   ", f"{rank:>6} "]
    middle = [f"{side}{look.colored(row, card)}{side}" for row in rows]
    return [_edge(top), *middle, _edge(bottom)]


def _edge(frame: str) -> str:
    return frame[0] + frame[1] * 7 + frame[2]


def _below(game: Slap, look: Look) -> str:
    """Return the number of cards in the pile and under it, and who played the top card."""
    if not game.pile:
        return ""
    under = f", {len(game.under)} under it" if game.under else ""
    size = f"   {counted(len(game.pile), 'card')} in the pile{under}"
    size = size if len(size) < _left(look) else f"   {counted(len(game.pile), 'card')}{under}"
    name = name_of(game.options, game.by[-1]).removeprefix("the ")
    return f"{size:<{_left(look)}}{look.dim(f'{name:^9}'.rstrip())}"


def _left(look: Look) -> int:
    """Return the column in which the top card begins."""
    return 3 + CELL * min(MOST_BELOW, (look.columns - 14) // CELL)


def _going(taken: Any, look: Look) -> str:
    """Say who gets the pile by the event TAKEN, between arrows that point to this player."""
    before, after = taken.before, taken.after
    arrows = "^^^" if after.turn == 2 else "vvv"
    count = counted(len(before.pile) + len(before.under), "card")
    text = f"{arrows} {count} to {name_of(after.options, after.turn)} {arrows}"
    return look.bold(_clipped(f"   {text}", look.columns))


def log(
    events: Iterable[Any], told: Sequence[tuple[int, str]], made: int, rival: Any, look: Look
) -> list[str]:
    """Return a line for each of the last events, the latest at the end.

    EVENTS come latest first, MADE is the number of all moves, and TOLD has other messages, each
    after the number of the move before it. RIVAL returns the automatic move that an event beat.
    """
    recent = enumerate(islice(events, LOG))
    lines = [(made - back, _line(event, rival(event), look)) for back, event in recent]
    lines = sorted([*lines, *told], key=lambda line: line[0])  # Stable: messages follow the move.
    return [line for _, line in lines[-LOG:]]


def _line(event: Any, rival: Move | None, look: Look) -> str:
    """Return EVENT in a line, shorter if that fits; it came before RIVAL, an automatic move."""
    before, move, after = event
    if move.name != "slap" or before.rule():
        text = view.news(before, move, after, rival, look, wrap=str)
        if len(unstyle(text)) >= look.columns:
            text = view.news(before, move, after, None, look, wrap=str)
        return text.rstrip("\n") + "\n"
    seat = slapper(move)
    told = f"{does(before.options, seat, 'slap')} wrongly after {move.arguments[-1]} ms"
    why, cost = _why_wrong_in_short(before, look), view.cost(before, seat)[1]
    if cost and before.options.practice:
        return f"{told}: {cost}.\n"  # the lesson says why
    full = f"{told}: {why}; {cost}.\n" if cost else f"{told}: {why}.\n"
    has_room = not cost or len(unstyle(full)) < 2 * look.columns - len("  ...")
    return full if has_room else f"{told}: {cost}.\n"


def _why_wrong_in_short(game: Slap, look: Look) -> str:
    """Say in a few words why the pile cannot be slapped."""
    if RULES.keys() & set(game.options.rules):
        return f"no rule allows it on {look.cards(game.pile[-4:])}"
    return f"{look.cards(game.pile[-2:])} is no pair"


def _rows(log: Sequence[str], columns: int, count: int) -> list[str]:
    """Return the last events of the log in COUNT rows, the latest at the bottom.

    An earlier event that has no room for all of its rows is left out.
    """
    rows: list[str] = []
    for line in reversed(log):
        folded = wrapped(line) if len(unstyle(line)) > COLUMNS else line
        event = fitted(folded, columns).splitlines()
        if rows and len(event) + len(rows) > count:
            break
        rows[:0] = event[-count:]
    return [*[""] * (count - len(rows)), *rows]


def _clipped(text: str, columns: int) -> str:
    """Return TEXT, without its last words if it is wider than the screen."""
    if len(unstyle(text)) < columns:
        return text
    return unstyle(text)[: columns - 4].rpartition(" ")[0] + "..."
