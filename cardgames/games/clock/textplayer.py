"""Clock in text: the clock face, and the words for its moves."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from click import unstyle

from cardgames.games.clock.game import HOURS, MIDDLE, Clock
from cardgames.model.cards import BACK
from cardgames.model.commands import Number, ShortForms, command
from cardgames.model.game import Move, Outcome
from cardgames.screen.look import FACE_DOWN, Look, Pointed, Spot
from cardgames.text import commands
from cardgames.text.textplayer import TextPlayer
from cardgames.text.view import Report, Shown

# The position of each pile on the screen: the line for its label, and its middle column.
WIDE: Final = (
    (2, 54), (5, 63), (8, 65), (11, 63), (14, 54), (16, 39),
    (14, 24), (11, 15), (8, 14), (5, 15), (2, 24), (0, 39), (8, 39),
)  # fmt: skip
# The positions of the piles on a screen of 60 to 79 columns.
NARROW: Final = (
    (2, 42), (4, 48), (7, 50), (10, 48), (12, 42), (14, 29),
    (12, 16), (10, 10), (7, 8), (4, 10), (2, 16), (0, 29), (7, 29),
)  # fmt: skip
HAND: Final = range(13, 28)  # the clock's hand, in fortieths of the way from the middle to the hour


class ClockPlayer(TextPlayer[Clock]):
    numbered = "{} o'clock"
    narrowest = 60
    short_forms = ShortForms(bare="move", enter="move")

    def drawn(self, game: Clock, shown: Shown) -> Iterable[str]:
        look, over = self.look, game.is_over()
        wide = look.columns >= 80
        places = dict(enumerate(WIDE if wide else NARROW, 1))
        columns = 80 if wide else 60
        lines = [[" "] * columns for _ in range(max(line for line, _ in places.values()) + 2)]

        def write(line: int, middle: int, text: str, number: int = 0) -> None:
            width = len(unstyle(text))
            left = max(0, min(middle - (width - 1) // 2, columns - width))
            if number and left and lines[line][left - 1] == " ":  # the spot has room for a sign
                left, width, text = left - 1, width + 1, f" {text}"
            text = look.spot(text, 0, number) if number else text
            lines[line][left : left + width] = [text, *[""] * (width - 1)]

        top, left = places[MIDDLE]
        if game.hand.rank != MIDDLE:
            line, column = places[game.hand.rank]
            for step in HAND:
                down, right = (line - top) * step / 40, (column - left) * step / 40
                write(round(top + 0.5 + down), round(left + right), look.dim("*"))
        seen = game.seen_by(1)
        for number, (line, column) in places.items():
            label = f"{number}: {game.placed(number)}/4"
            if number == MIDDLE:
                label = f"kings: {game.kings()}/4"
            write(line, column, look.dim(label) if look.notes else label)
            write(line + 1, column, " ".join(cards_of(seen, number, look)), number)
        if not over:
            write(top + 2, left + 5, look.dim("in hand"))
        return ["".join(cells).rstrip() for cells in lines]

    def sentences(self, game: Clock, seat: int) -> Iterable[str]:
        card = self.look.card
        if not game.is_over():
            yield f"In hand: {card(game.hand)}."
        for hour in HOURS:
            cards = game.seen_by(1).piles[hour - 1]
            wrong = [card(each) for each in cards if each is not BACK and each.rank != hour]
            faults = f"; out of place: {', '.join(wrong)}" if wrong else ""
            if game.is_over() and game.up[hour - 1] < 4:
                faults += f"; {4 - game.up[hour - 1]} face down"
            yield f"{hour} o'clock: {game.placed(hour)} of 4 in place{faults}."
        yield f"Middle: {game.kings()} of 4 kings."

    def tell(self, move: Move, game: Clock) -> str:
        card = self.look.card(game.hand)
        rank = game.hand.rank
        return f"{card} stays in the middle" if rank == MIDDLE else f"{card} to {rank.value}"

    def pointed(self) -> Iterator[Pointed]:
        for move in self.legal_moves():
            yield Pointed(move, frozenset(), (Spot(0, self.game.hand.rank.value),))

    def line_of(self, spots: Sequence[Spot]) -> str | None:
        number = spots[-1].number
        named = "middle" if number == MIDDLE else str(number)
        return "m" if number == self.game.hand.rank else f"m {named}"

    def score_text(self, game: Clock) -> str:
        return f"Score: {game.score()} of 48 in place, and {game.kings()} of 4 kings up."

    show_place = commands.show_place

    @command("rev")
    def review(self) -> None:
        """Say that there is nothing to decide."""
        self.screen.say(self.in_hindsight().text)

    def review_offer(self, outcome: Outcome) -> str:
        return ""

    def in_hindsight(self, word: str = "") -> Report:
        from cardgames.text.coach import figures

        facts: dict[str, Any] = {"score": self.game.score(), "turnings": []}
        return Report("There is nothing to decide in Clock.\n", figures(self.session) | facts)

    @command(Number("N", 1, 99, optional=True))
    def run(self, n: int = 99) -> None:
        """Make all moves to the end, or as many as you say."""
        for number in range(n):
            if not number or self.session.outcome() is None:
                self.session.make(Move("move"))

    auto = commands.auto


def cards_of(game: Clock, number: int, look: Look) -> Iterator[str]:
    """Yield the cards of pile `number` from the bottom: (4D) is out of place, [4D] is in hand.

    After the end of the game, # marks a card that was face down, unless the screen is narrow.
    """
    pile, wide = game.piles[number - 1], look.columns >= 80
    back = FACE_DOWN[look.style][0] * (2 if wide else 1) if look.notes else "##"
    for height, card in enumerate(pile):
        if card is BACK:
            yield look.dim(back)
            continue
        down = "#" * (wide and height < len(pile) - game.up[number - 1])
        yield f"{down}{look.card(card)}" if card.rank == number else f"({down}{look.card(card)})"
    if number == MIDDLE:
        yield f"[{look.card(game.hand)}]"
