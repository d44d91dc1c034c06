"""Charts, drawn for a terminal or as SVG: bars, and strips with one sign for each move."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import count
from typing import Final, NamedTuple

SIGNS: Final = "+", "-", "123456789", "?", "#"  # ASCII: sure win, no win, between, unknown, bar
BLOCKS: Final = "█", "▁", "▂▃▄▅▆▇", "?", "█"  # the same in Unicode
EIGHTHS: Final = "▏▎▍▌▋▊▉"  # the ends of bars in Unicode
WIDEST: Final = 40  # the most columns of a bar
IN_A_ROW: Final = 60  # the most moves in a row of a strip
BAR, LOST, UNKNOWN, LINE, WIDTH = "#3b6ea5", "#e0e4ea", "#b9a15a", 20, 640  # of an SVG
TIMES: Final = (15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 18000, 36000, 86400, 10**10)


class Bar(NamedTuple):
    label: str
    size: float
    told: str  # the text after the bar


class Bars(NamedTuple):
    title: str
    bars: Sequence[Bar]
    whole: float = 0  # the size that would fill the width; 0: the size of the longest bar

    def lines(self, columns: int, ascii: bool) -> list[str]:
        labels, told = (max(map(len, texts)) for texts in zip(*((b[0], b[2]) for b in self.bars)))
        room = min(WIDEST, columns - labels - told - 7)
        found = [self.title]
        for label, part, after in self._parts():
            eighths = max(round(8 * room * part), part > 0)
            end = EIGHTHS[eighths % 8 - 1] if eighths % 8 else ""
            bar = SIGNS[-1] * -(-eighths // 8) if ascii else BLOCKS[-1] * (eighths // 8) + end
            found.append(f"  {label:>{labels}}  {(bar.ljust(room) + '  ') * (room > 3)}{after}")
        return found

    def drawn(self, top: int) -> tuple[list[str], int]:
        """Return the elements of an SVG, drawn from `top` downwards, and the y at their end."""
        found, longest = [_text(0, top, self.title, True)], WIDTH - 260
        for label, part, after in self._parts():
            top += LINE
            wide = longest * part
            found += [_text(100, top, label, end=True), _box(110, top - 12, wide, 14, BAR)]
            found.append(_text(120 + wide, top, after))
        return found, top + 2 * LINE

    def _parts(self) -> Iterable[tuple[str, float, str]]:
        whole = self.whole or max(bar.size for bar in self.bars) or 1
        return ((bar.label, bar.size / whole, bar.told) for bar in self.bars)


class Strip(NamedTuple):
    """The chance of a win, from 0 to 1, after each move; None where it is not known."""

    title: str
    chances: Sequence[float | None]

    def lines(self, columns: int, ascii: bool) -> list[str]:
        full, none, between, unknown, _ = SIGNS if ascii else BLOCKS
        signs = ""
        for chance in self.chances:
            if chance is None or chance in (0, 1):
                signs += unknown if chance is None else full if chance else none
            else:
                signs += between[min(int(chance * len(between)), len(between) - 1)]
        room = min(IN_A_ROW, max(10, columns - 8))
        rows = range(0, len(signs), room)
        ends = f"{full} can be won, {none} cannot, {unknown} not known"
        return [f"{self.title} ({ends}):", *(f"  {n + 1:>4} {signs[n : n + room]}" for n in rows)]

    def drawn(self, top: int) -> tuple[list[str], int]:
        found, wide = [_text(0, top, self.title, True)], WIDTH / max(1, len(self.chances))
        for number, chance in enumerate(self.chances):
            at, part = number * wide, 1 if chance is None else max(chance, 0.04)
            color = UNKNOWN if chance is None else BAR if chance else LOST
            high = 4 * LINE * part
            found.append(_box(at, top + 5 * LINE - high - 4, wide, high, color))
        top += 6 * LINE
        found += [_text(0, top, "1"), _text(WIDTH, top, str(len(self.chances)), end=True)]
        return found, top + 2 * LINE


def svg(title: str, charts: Iterable[Bars | Strip]) -> str:
    """Return one SVG picture of some charts below a title, without scripts."""
    parts, top = [_text(0, LINE, title, True)], 3 * LINE
    for chart in charts:
        drawn, top = chart.drawn(top)
        parts += drawn
    box = f"-{LINE} 0 {WIDTH + 2 * LINE} {top}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="sans-serif"'
    ground = f'<rect x="-{LINE}" width="100%" height="100%" fill="white"/>'
    whole = [f'{head} font-size="13" role="img">', f"<title>{escape(title)}</title>", ground]
    return "\n".join([*whole, *parts, "</svg>", ""])


def spread(
    numbers: Sequence[int],
    steps: Iterable[int] = (),
    text: Callable[[int], str] = str,
    most: int = 8,
) -> list[Bar]:
    """Return a histogram: at most `most` bars, which count the numbers in ranges of equal width.

    The width is one of `steps` (default: 1, 2, 5, 10 and so on). The last range also has the few
    numbers that are far greater than the others.
    """
    ordered = sorted(numbers)
    low, high = ordered[0], ordered[-1 - len(ordered) // 20]
    wanted = steps or (factor * 10**power for power in count() for factor in (1, 2, 5))
    step = next(step for step in wanted if high // step - low // step < most)
    found = list[Bar]()
    for n in range(low // step, high // step + 1):
        is_last = n == high // step
        inside = sum(number // step == n or is_last and number // step > n for number in ordered)
        first, last = text(n * step), text(n * step + step - 1)
        label = first if step == 1 else f"{first}-{last}"
        if is_last and ordered[-1] // step > n:
            label = f"{first} up"
        found.append(Bar(label, inside, str(inside)))
    return found


def _text(x: float, y: float, text: str, bold: bool = False, end: bool = False) -> str:
    how = ' font-weight="bold"' * bold + ' text-anchor="end"' * end
    return f'<text x="{x:.1f}" y="{y}"{how}>{escape(text)}</text>'


def _box(x: float, y: float, width: float, height: float, color: str) -> str:
    size = f'width="{width:.2f}" height="{height:.1f}"'
    return f'<rect x="{x:.2f}" y="{y:.1f}" {size} fill="{color}"/>'
