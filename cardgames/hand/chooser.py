"""What the hand needs to choose from a text with numbered names, such as the menu."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from click import unstyle

from cardgames.hand.hand import Pointer
from cardgames.model.commands import ShortForms
from cardgames.text.console import screen_size
from cardgames.text.wording import Look, Pointed, Spot


class Chooser:
    """Stands for the player of a game whose board is a text, and whose moves are its numbers."""

    game = None
    how_to_point = "Arrows point, Space or Enter plays, Escape ends that.\n"
    short_forms = ShortForms()

    def __init__(self, console: Any, look: Look, text: Callable[[Look], str]) -> None:
        """Choose at CONSOLE from the spots of the TEXT in this LOOK."""
        self.console, self.look, self._text = console, look, text
        console.in_place, console.on_resize = True, self._show
        console.forget()  # the text was said, and now it is a board

    def _show(self) -> None:
        columns, lines = screen_size().columns, self._text(self.look).splitlines()
        long = [len(unstyle(line)) > columns for line in lines]
        shown = [unstyle(line)[:columns] if cut else line for line, cut in zip(lines, long)]
        self.console.show("".join([f"{line}\n" for line in shown]))

    def pointed(self) -> Iterator[Pointed]:
        return iter(())

    def line_of(self, spots: Sequence[Spot]) -> str | None:
        return str(spots[-1].number)


def choosing(*given: Any) -> Pointer:
    return Pointer(Chooser(*given))
