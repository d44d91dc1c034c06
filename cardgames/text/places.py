"""Games with places that can be asked for one at a time, as by `show 3` or `show waste`."""

from collections.abc import Iterable
from typing import Any, ClassVar

from cardgames.model.arguments import Argument, Several
from cardgames.model.commands import command
from cardgames.model.errors import InvalidCommand, quoted
from cardgames.text.look import WORDS
from cardgames.text.textplayer import TextPlayer


class PlacesPlayer(TextPlayer):
    """Plays a game whose board can be put in sentences that each begin with a place."""

    numbered: ClassVar[str]
    """What a number alone means: 'tableau {}'."""

    @property
    def in_words(self) -> bool:
        """Is the board told in sentences, as words are wanted or the screen is too narrow?"""
        return self.look.style == WORDS or self.look.columns < self.narrowest

    def board(self, game: Any) -> str:
        """Return the drawing of a position, or its sentences."""
        lines = self.sentences(game) if self.in_words else self.drawn(game)
        return "\n".join(lines) + "\n"

    def drawn(self, game: Any) -> Iterable[str]:
        """Return the lines of the board, drawn with cards."""
        raise NotImplementedError

    def sentences(self, game: Any) -> Iterable[str]:
        """Return the board in sentences."""
        raise NotImplementedError

    @command("sh", Several(Argument("WORD"), "PLACE", range(3)))
    def show(self, *place: str) -> None:
        """Show the board, or tell what lies in one place.

        A place is named by its word, its number or both, as in 'show foundation 2'.
        """
        if not place:
            super().show()
            return
        asked = " ".join(place).lower()
        wanted = self.numbered.format(asked) if asked.isdecimal() else asked.removesuffix("s")
        found = [line for line in self.sentences(self.game) if _is_about(line.lower(), wanted)]
        if not found:
            raise InvalidCommand(f"there is no place {quoted(asked)} on this board")
        self.say("".join(f"{line}\n" for line in found))


def _is_about(line: str, place: str) -> bool:
    """Does LINE begin with PLACE, as a whole word?"""
    return line.startswith(place) and not line[len(place) :][:1].isalnum()
