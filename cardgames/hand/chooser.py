"""What the hand needs to choose from a text with numbered names, such as the menu."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cardgames.hand.hand import Pointer
from cardgames.model.commands import ShortForms
from cardgames.text.console import screen_size
from cardgames.text.wording import Look, Pointed, Spot


class Chooser:
    """Stands for the player of a game whose board is a text, and whose moves are its numbers."""

    game = None
    how_to_point = "Arrows point, Space or Enter plays, Escape ends that.\n"
    short_forms = ShortForms()

    def __init__(
        self, console: Any, look: Look, text: Callable[[], str], names: Sequence[str]
    ) -> None:
        """Choose at CONSOLE from the NAMES that TEXT returns, each with its number before it."""
        self.console, self.look, self._text = console, look, text
        longest_first = sorted(map(re.escape, names), key=len, reverse=True)
        self._named = re.compile(rf" (\d+) +(?:{'|'.join(longest_first)})(?=[^\w\s,]?(?:[,\n]|  ))")
        console.in_place, console.on_resize = True, self._show
        console.forget()  # the text was said, and now it is a board

    def _show(self) -> None:
        spot, columns = self.look.spot, screen_size().columns
        text = "".join([f"{line[:columns]}\n" for line in self._text().splitlines()])
        self.console.show(self._named.sub(lambda m: spot(m[0], 0, int(m[1])), text))

    def pointed(self) -> Iterator[Pointed]:
        return iter(())

    def line_of(self, spots: Sequence[Spot]) -> str | None:
        return str(spots[-1].number)


def choosing(*given: Any) -> Pointer:
    return Pointer(Chooser(*given))
