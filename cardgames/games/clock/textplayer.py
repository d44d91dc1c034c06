"""Clock in text: the clock face, and the words for its moves."""

from collections.abc import Iterator
from typing import Final

from click import unstyle

from cardgames.games.clock.game import HOURS, MIDDLE, Clock
from cardgames.model.arguments import Number
from cardgames.model.cards import BACK
from cardgames.model.commands import command
from cardgames.model.game import Move
from cardgames.play.language import Dialect
from cardgames.text.look import WORDS, Look
from cardgames.text.textplayer import TextPlayer

PLACES: Final = {
    12: (0, 39),
    1: (2, 54),
    2: (5, 63),
    3: (8, 65),
    4: (11, 63),
    5: (14, 54),
    6: (16, 39),
    7: (14, 24),
    8: (11, 15),
    9: (8, 14),
    10: (5, 15),
    11: (2, 24),
    MIDDLE: (8, 39),
}
"""The position of each pile on the screen: the line of its number, and its middle column."""
HAND: Final = range(13, 28)
"""The part of the way to the hour on which the hand is drawn, in fortieths."""


class ClockPlayer(TextPlayer):
    """Plays Clock in text."""

    game: Clock
    dialect = Dialect(bare="move", enter="move")

    def board(self, game: Clock) -> str:
        """Return the clock face, with its hand pointing to the hour of the card in hand."""
        return (board_in_words if self.look.style == WORDS else board)(game, self.look)

    def tell(self, move: Move, game: Clock) -> str:
        """Say where the card in hand goes."""
        card = self.look.card(game.hand)
        rank = game.hand.rank
        return f"{card} stays in the middle" if rank == MIDDLE else f"{card} to {rank.value}"

    def score_text(self, game: Clock) -> str:
        """Return the number of cards in their places, and of kings."""
        return f"Score: {game.score()} of 48 in place, and {game.kings()} of 4 kings up."

    @command(Number("N", 1, 99, optional=True))
    def run(self, n: int = 99) -> None:
        """Make N moves (default: all moves to the end)."""
        self.session.make(Move("move"))
        for _ in range(n - 1):
            if self.session.outcome() is None:
                self.session.make(Move("move"))

    @command("a")
    def auto(self) -> None:
        """Make all moves to the end; at a terminal, one by one.

        Press any key to skip to the end.
        """
        self.play_on("hint")


class Face:
    """A blank screen that can be written on at any place."""

    def __init__(self, lines: int) -> None:
        """Begin with LINES blank lines of 80 columns."""
        self._lines = [[" "] * 80 for _ in range(lines)]

    def write(self, line: int, middle: int, text: str) -> None:
        """Write TEXT on a line, around column MIDDLE."""
        width = len(unstyle(text))
        left = middle - (width - 1) // 2
        self._lines[line][left : left + width] = [text, *[""] * (width - 1)]

    def text(self) -> str:
        """Return the screen as text, without trailing blanks."""
        return "".join("".join(line).rstrip() + "\n" for line in self._lines)


def board(game: Clock, look: Look) -> str:
    """Return the clock face, with its hand pointing to the hour of the card in hand."""
    face = Face(18)
    if not game.is_over():
        draw_hand(face, game.hand.rank, look)
    seen = game.seen_by(1)
    for number, (line, column) in PLACES.items():
        name = "kings" if number == MIDDLE else number
        face.write(line, column, f"{name}: {in_place(game, number)}/4")
        face.write(line + 1, column, " ".join(cards_of(seen, number, look)))
    if not game.is_over():
        middle, column = PLACES[MIDDLE]
        face.write(middle + 2, column + 5, look.dim("in hand"))
    return face.text()


def in_place(game: Clock, number: int) -> int:
    """Return the number of cards in a pile that are known to be in their place."""
    return game.kings() if number == MIDDLE else game.placed(number)


def cards_of(game: Clock, number: int, look: Look) -> Iterator[str]:
    """Yield the cards of a pile from the bottom: () out of place, [] in hand, # face down."""
    pile = game.piles[number - 1]
    for height, card in enumerate(pile):
        if card is BACK:
            yield look.dim("##")
            continue
        down = "#" if height < len(pile) - game.up[number - 1] else ""
        yield f"{down}{look.card(card)}" if card.rank == number else f"({down}{look.card(card)})"
    if number == MIDDLE:
        yield f"[{look.card(game.hand)}]"


def draw_hand(face: Face, rank: int, look: Look) -> None:
    """Draw the hand of the clock, pointing from the middle to the hour of RANK."""
    top, left = PLACES[MIDDLE]
    line, column = PLACES[rank]
    for step in HAND if rank != MIDDLE else ():
        down, right = (line - top) * step / 40, (column - left) * step / 40
        face.write(round(top + 0.5 + down), round(left + right), look.dim("*"))


def board_in_words(game: Clock, look: Look) -> str:
    """Return the clock in sentences, for a screen reader."""
    lines = [] if game.is_over() else [f"In hand: {look.card(game.hand)}."]
    for hour in HOURS:
        cards = game.seen_by(1).piles[hour - 1]
        wrong = [look.card(card) for card in cards if card is not BACK and card.rank != hour]
        faults = f"; out of place: {', '.join(wrong)}" if wrong else ""
        if game.is_over() and game.up[hour - 1] < 4:
            faults += f"; {4 - game.up[hour - 1]} face down"
        lines.append(f"{hour} o'clock: {game.placed(hour)} of 4 in place{faults}.")
    lines.append(f"Middle: {game.kings()} of 4 kings.")
    return "\n".join(lines) + "\n"
