"""A board as text that a notebook shows in colors."""

import re
from html import escape
from typing import Final

STYLES: Final = {
    "1": "font-weight:bold",
    "2": "opacity:0.6",
    "4": "text-decoration:underline",
    "31": "color:#c62828",
    "32": "color:#2e7d32",
    "94": "color:#1565c0",
}
"""The style in HTML for each code of a terminal that a look uses."""
_CODES: Final = re.compile(r"\033\[([\d;]*)m")


class Board(str):
    """A board: plain text, to be printed; a notebook shows it with colored suits."""

    __slots__ = ("_colored",)

    _colored: str

    def __new__(cls, colored: str) -> "Board":
        """Make a board of text that is COLORED by the codes of a terminal."""
        board = super().__new__(cls, _CODES.sub("", colored))
        board._colored = colored
        return board

    def _repr_html_(self) -> str:
        """Return the board in HTML: text of fixed width, in colors, without any script."""
        text, *rest = _CODES.split(self._colored)
        parts = [escape(text)]
        for codes, text in zip(rest[::2], rest[1::2]):
            styles = ";".join(STYLES[code] for code in codes.split(";") if code in STYLES)
            inner = escape(text)
            parts.append(f'<span style="{styles}">{inner}</span>' if styles and text else inner)
        return f'<pre style="line-height:1.2;font-family:monospace">{"".join(parts)}</pre>'
