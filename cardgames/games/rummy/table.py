"""The table of Rummy with all hands open: where only computers play, and to look back.

Nobody who still plays a hand may see it so.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from click import unstyle

from cardgames.games.rummy import view
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.view import ROOMY, Group
from cardgames.model.names import title
from cardgames.play.history import MoveMade
from cardgames.text.console import Picture
from cardgames.text.look import WORDS, Look
from cardgames.text.wording import fitted, wrapped

INDENT: Final = "    "
"""What stands before the cards of a hand that have no room on its first line."""


def open_table(game: Rummy, look: Look) -> str:
    """Return the table with every hand."""
    lines = [*view.melds_text(game, look), *hands_text(game, look), view.piles_text(game, look)]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def hands_text(game: Rummy, look: Look) -> Iterator[str]:
    """Yield each player's score and hand; an arrow points to the one to move."""
    for seat in range(1, len(game.hands) + 1):
        turn = seat == game.turn and game.outcome() is None
        name, score = title(game.options, seat), game.scores[seat - 1]
        groups = view.sorted_hand(game, seat, "suit")
        if look.style == WORDS:
            cards = look.cards(card for group in groups for card in group.cards) or "no cards"
            yield wrapped(f"{name}{', to move' * turn}: score {score}, {cards}.").rstrip()
            continue
        points = f"{score:>5} point{' ' if score == 1 else 's'}" if look.columns >= ROOMY else score
        line = f"{'>' if turn else ' '}{name:<10} {points:>3} "
        for words in _folded(groups, look, len(line)):
            yield line + words
            line = INDENT


def _folded(groups: list[Group], look: Look, used: int) -> Iterator[str]:
    """Yield the cards of GROUPS in lines; of the first one, USED columns are taken."""
    line = ""
    for group in groups:
        words = [look.card(card) for card in group.cards]
        if group.melded or look.columns >= ROOMY:
            words[0] = group.brackets[0].strip() + words[0]
            words[-1] += group.brackets[1].strip()
        for word in words:
            if used + len(unstyle(f"{line} {word}")) > look.columns:
                yield line
                line, used = "", len(INDENT)
            line = f"{line} {word}"
    yield line


class LookBack(Sequence[Picture]):
    """The pictures of moves that were made, and before them the one of the deal."""

    def __init__(self, events: list[MoveMade], look: Look) -> None:
        """Show EVENTS in LOOK."""
        self._events = events
        self._look = look

    def __len__(self) -> int:
        return len(self._events) + 1

    def __getitem__(self, number: Any) -> Any:
        if not number:
            deal = self._events[0].before
            return open_table(deal, self._look), f"Hand {deal.hand} as it was dealt.\n"
        event = self._events[number - 1]
        table = view.last_table(event) if view.ends_hand(event) else event.after
        where = f"Hand {event.before.hand}, move {number} of {len(self._events)}.\n"
        news = fitted(where + told([event], self._look), self._look.columns)
        return open_table(table, self._look), news


def told(events: Sequence[MoveMade], look: Look) -> str:
    """Tell EVENTS, with the cards that were drawn."""
    return "".join(view.news(events, 0, look, is_open=True))
