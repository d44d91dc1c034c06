"""The types of what `import cardgames` offers, made from the list of games.

`python -m tests.stub` writes them to `cardgames/__init__.pyi`. The program itself loads a game, and
the library, when one of its names is first used, which no type checker could follow.
"""

from collections import defaultdict
from collections.abc import Iterable
from inspect import signature
from textwrap import fill

import cardgames
from cardgames import games
from tests.program import ROOT

STUB = ROOT / "cardgames" / "__init__.pyi"
HEAD = '''\
"""Written by 'make accept': the types of what `import cardgames` offers."""

from collections.abc import Sequence
from typing import Any, Literal, overload

'''
CARDS = "str | collections.abc.Sequence[cardgames.model.cards.Card | str] | None"
VALUES = dict.fromkeys(("BACK", "DECK"), "cardgames.model.cards")
"""The modules of the names that stand for no function and no class."""


def text() -> str:
    modules = defaultdict[str, list[str]](list)
    for name in sorted(cardgames.__all__):
        if name != "deal":
            modules[VALUES.get(name) or getattr(cardgames, name).__module__].append(name)
    parts = [HEAD]
    for module in sorted(modules):
        line = f"from {module} import {', '.join(modules[module])}\n"
        folded = f"from {module} import (\n{folded_in(modules[module])}\n)\n"
        parts.append(line if len(line) <= 100 else folded)
    parts.append(f"\n__all__ = (\n{folded_in(map(quoted, cardgames.__all__))}\n)\n\n")
    parts.append("__version__: str\n_Cards = str | Sequence[Card | str] | None\n\n")
    dealing = str(signature(cardgames.deal)).replace(CARDS, "_Cards")
    for game in games.GAMES:
        typed = dealing.replace("game: str", f"game: Literal[{quoted(game.name)}]")
        parts.append(overload(f"{typed.rpartition(' -> ')[0]} -> {game.model}"))
    return "".join([*parts, overload(dealing)])


def quoted(name: str) -> str:
    return f'"{name}"'


def folded_in(names: Iterable[str]) -> str:
    return fill(f"{', '.join(names)},", 96, initial_indent="    ", subsequent_indent="    ")


def overload(dealing: str) -> str:
    return f"@overload\ndef deal{dealing}: ...\n".replace(", *, ", ",\n    *, ")


if __name__ == "__main__":
    STUB.write_text(text(), encoding="ascii")
