"""Looking back at a match: the score sheet, a player's last turn, the end of a hand.

All are made from the moves since the deal, so undo takes them back, too.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from cardgames.games.rummy import view
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hand import HandEnd, Meld
from cardgames.games.rummy.melds import as_meld, laid_off
from cardgames.model.cards import Card
from cardgames.model.names import name_of, title
from cardgames.play.history import MoveMade
from cardgames.text.look import Look
from cardgames.text.wording import counted

FIRST: Final = 5
"""The width of the first column of the score sheet."""
WIDEST: Final = 12
"""The greatest width of a player's column."""


def since_last_turn(backwards: Iterable[MoveMade], seat: int) -> list[MoveMade]:
    """Return the moves since the last turn of SEAT, with those of its turn now.

    BACKWARDS holds all moves, the last one first. If the last turn ended a hand, the move that did
    so is returned, too.
    """
    found: list[MoveMade] = []
    turn_now = None
    for event in backwards:
        if event.before.turn == seat:
            turn = (event.before.hand, event.before.turns)
            turn_now = turn_now if found else turn
            if turn != turn_now:
                found += [event] if ends_hand(event) else []
                break
        found.append(event)
    return found[::-1]


def hands_ended(backwards: Iterable[MoveMade]) -> list[HandEnd]:
    """Return how each hand of the match ended."""
    return [event.after.last for event in backwards if ends_hand(event)][::-1]


def ends_hand(event: MoveMade) -> bool:
    """Did a hand end by this move?"""
    return event.after.last is not event.before.last


def last_table(event: MoveMade) -> Rummy:
    """Return the table as EVENT, the last move of a hand, leaves it.

    The position after it is that of the next hand, unless the match is over.
    """
    before: Rummy = event.before
    move, last = event.move, event.after.last
    cards = [card for card in move.arguments if isinstance(card, Card)]
    piles, ace = [meld.cards for meld in before.melds], before.options.ace
    melds = before.melds
    if move.name == "meld":
        melds = (*melds, Meld(as_meld(cards, ace), before.turn))
    elif move.name == "off":
        number = next((word for word in move.arguments if isinstance(word, int)), None)
        laid = laid_off(cards, piles, ace, number)
        melds = tuple([Meld(pile, meld.owner) for pile, meld in zip(laid, melds)])
    discards = (*before.discards, *cards) if move.name == "discard" else before.discards
    hands = tuple(map(tuple, last.hands))
    return replace(before, hands=hands, melds=melds, discards=discards, scores=event.after.scores)


def score_sheet(ends: list[HandEnd], game: Rummy, look: Look) -> str:
    """Return the points of every hand, a line for each, and the totals."""
    heading = f"Points by hand; {game.options.target} win the match:"
    rows = [_told(number, end, game) for number, end in enumerate(ends, 1)]
    if not look.spoken:
        names = [title(game.options, seat) for seat in range(1, len(game.hands) + 1)]
        width = min(WIDEST, (look.columns - 1 - FIRST) // len(names))
        totals = [str(score) for score in game.scores]
        rows = [
            *_headed(names, width),
            *(_row(str(number), _points(end, game), width) for number, end in enumerate(ends, 1)),
            _row("total", totals, width),
        ]
    else:
        rows.append(f"Total: {view.scores(game)}.")
    return "".join(f"{line}\n" for line in [heading, *rows])


def _told(number: int, end: HandEnd, game: Rummy) -> str:
    """Say in words who scored in a hand."""
    if end.winner is None:
        return f"Hand {number}: nobody."
    return f"Hand {number}: {name_of(game.options, end.winner)}, {counted(end.points, 'point')}."


def _headed(names: list[str], width: int) -> list[str]:
    """Return the lines at the top of the columns; a name that is too long takes two of them."""
    from textwrap import wrap

    parts = [wrap(name, width - 1) for name in names]
    most = max(map(len, parts))
    lines = list(zip(*[[""] * (most - len(part)) + part for part in parts]))
    return [_row("hand" if line is lines[-1] else "", line, width) for line in lines]


def _points(end: HandEnd, game: Rummy) -> list[str]:
    """Return what each seat scored in a hand, '-' for nothing."""
    seats = range(1, len(game.hands) + 1)
    return [str(end.points) if seat == end.winner else "-" for seat in seats]


def _row(first: str, cells: Iterable[str], width: int) -> str:
    return f"{first:<{FIRST}}" + "".join(f"{cell:>{width}}" for cell in cells)
