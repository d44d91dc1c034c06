"""The rules of a patience in words, made from its kinds of piles and its moves."""

from collections.abc import Iterator, Sequence
from inspect import cleandoc
from itertools import groupby
from textwrap import fill
from typing import Any, Final

from cardgames.model.cards import BUILDS
from cardgames.model.commands import Command
from cardgames.model.game import Game
from cardgames.patience.game import Patience
from cardgames.patience.moves import letters_of
from cardgames.patience.piles import STARTS, Layout
from cardgames.play.places import example_of
from cardgames.text.wording import counted, options_text

WIDTH: Final = 79
NUMBERS: Final = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
)
TOGETHER: Final = {
    "built": "All face-up cards of a pile, or the last of them, move together.",
    "open": "Any face-up card moves with all cards that lie on it, in order or not.",
    "run": "Cards at the end of a pile that are a run{run} move together.",
    "room": "Cards at the end of a pile that are a run{run} move together, as many as could move "
    "one by one by way of free {ways}.",
    "top": "Only the top card of a pile moves.",
    "whole": "A pile moves as a whole.",
}
"""What moves together, for each name in the table of this name."""
FILLS: Final = {
    "any": "Any card fills an empty pile.",
    "king": "Only a king, with the cards on it, fills an empty pile.",
    "none": "An empty pile stays empty.",
    "reserve": "An empty pile is filled from the reserve at once; later any card fills it.",
}
"""What fills an empty pile, for each name in the table of this name."""


def rules_text(game: type[Game], played: str = "") -> str:
    """Return the rules of GAME and its options, after the text PLAYED on the present options."""
    from importlib.resources import files

    file = files(game.__module__.rpartition(".")[0]).joinpath("rules.txt")
    if issubclass(game, Patience) and not file.is_file():
        text = rules_of(game)
    else:
        text = file.read_text(encoding="utf-8")
    options = f"\n{options_text(game)}" if game.options_type.declared() else ""
    return f"{played}{text}{options}"


def rules_of(game: type[Patience]) -> str:
    """Return the rules of GAME by its usual options, in lines of 79 columns at most."""
    layout = game.laid_out(game.options_type())
    title = game.title()
    parts = [title, "=" * len(title), ""]
    sections = (
        ("", _aim(layout)),
        ("The deal", _deal(layout)),
        ("The play", _play(layout)),
    )
    for name, sentences in sections:
        parts += [name] * bool(name) + _filled(" ".join(sentences)) + [""]
    more = cleandoc(game.__doc__ or "").partition("\n")[2].strip()
    parts += [*[line for text in more.split("\n\n") for line in _filled(text)], ""] if more else []
    parts += ["The short way", *_moves(game)]
    return "\n".join(parts) + "\n"


def _filled(text: str) -> list[str]:
    return fill(text, WIDTH - 2, initial_indent="  ", subsequent_indent="  ").splitlines()


def number(count: int) -> str:
    """Return COUNT in words, if it is small."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def _aim(layout: Layout) -> Iterator[str]:
    """Yield the sentences about the aim of the game."""
    packs = "a pack" if layout.packs == 1 else f"{number(layout.packs)} packs"
    yield f"A patience for one, with {packs} of 52 cards."
    if layout.foundations.runs:
        yield "The aim is to build runs in one suit, from king down to ace, in the tableau."
        yield "Such a run goes to a foundation as soon as it is complete."
    elif layout.foundations.count:
        yield "The aim is to bring all cards to the foundations."
    elif layout.waste and layout.waste.leaves:
        left = layout.waste.leaves
        yield f"The aim is to bring all cards but {number(left)} to the waste."
    else:
        yield "The aim is to play all cards of the tableau to the waste."


def _deal(layout: Layout) -> Iterator[str]:
    """Yield the sentences about the deal."""
    start, kinds = STARTS[str(layout.foundations.start)], layout.tableau
    if start is not None:
        yield f"The {start.name.lower()}s are put on the foundations first."
    if layout.reserve.dealt:
        yield f"The reserve gets {number(layout.reserve.dealt)} cards."
    if layout.foundations.start == "card":
        yield "The next card starts the first foundation, and gives the base rank."
    piles = f"{number(kinds.count).capitalize()} piles of the tableau get"
    down = f", of which {_listed(kinds.down)} lie face down" if any(kinds.down) else ", face up"
    yield f"{piles} {_listed(kinds.sizes)}, row by row from left to right{down}."
    if layout.cells.count:
        filled = (
            f", and {number(layout.cells.dealt)} of them get a card" if layout.cells.dealt else ""
        )
        yield f"There are {number(layout.cells.count)} cells for one card each{filled}."
    if layout.waste and layout.waste.dealt:
        yield "The next card begins the waste."
    if layout.stock:
        yield f"The other {layout.stocked} cards are the stock, face down."


def _listed(sizes: Sequence[int]) -> str:
    """Return the sizes of piles in words: 'seven cards each', 'four times 6 cards, then 5'."""
    sets = [(size, len(list(same))) for size, same in groupby(sizes)]
    if len(sets) == 1:
        return f"{counted(sets[0][0], 'card')} each"
    if len(sets) == len(sizes):
        return f"{', '.join(map(str, sizes[:-1]))} and {sizes[-1]} cards"
    parts = [
        f"{size} ({'each of ' if count > 1 else ''}{counted(count, 'pile')})"
        for size, count in sets
    ]
    return f"{', then '.join(parts)} cards"


def _play(layout: Layout) -> Iterator[str]:
    """Yield the sentences about foundations, tableau, cells, stock and waste."""
    yield from _about_foundations(layout)
    yield from _about_tableau(layout)
    if layout.cells.count:
        yield "The top card of a pile may go to a free cell, and from there to where it fits."
    if layout.reserve.dealt:
        yield "The top card of the reserve may go to where it fits."
    if layout.taking:
        yield f"The top card of a pile goes to the waste {layout.taking.rule}."
    yield from _about_stock(layout)


def _about_foundations(layout: Layout) -> Iterator[str]:
    foundations = layout.foundations
    if not foundations.count or foundations.runs:
        return
    first = "the ace" if not layout.claims or foundations.start == "aces" else "the base rank"
    yield f"A foundation is built up in one suit, from {first}."
    if foundations.back == "none":
        yield "Cards there stay there."
    else:
        yield "Its top card may come back to the tableau."


def _about_tableau(layout: Layout) -> Iterator[str]:
    kinds = layout.tableau
    if kinds.build == kinds.fill == "none":
        yield "No card is moved within the tableau, and an empty pile stays empty."
        return
    if kinds.build == "none":
        yield "Nothing is built in the tableau."
    else:
        yield f"The tableau is built down {BUILDS[str(kinds.build)][1]}."
    run = "" if kinds.run == kinds.build else f" {BUILDS[str(kinds.run)][1]}"
    ways = "cells and empty piles" if kinds.fill == "any" else "cells"
    yield TOGETHER[str(kinds.together)].format(run=run, ways=ways)
    yield FILLS[str(kinds.fill)]
    if any(kinds.down):
        yield "A face-down card that comes to the top of its pile is turned up."


def _about_stock(layout: Layout) -> Iterator[str]:
    stock = layout.stock
    if stock is None:
        return
    if stock.to == "tableau":
        yield "The stock deals a row: a card to each pile, as far as it goes."
        if stock.full:
            yield "No pile may be empty then."
        return
    yield f"The stock is turned to the waste, {counted(int(stock.draw), 'card')} at a time."
    if layout.waste and layout.waste.gives:
        yield "The top card of the waste may go to where it fits."
    yield {
        None: "When the stock is empty, the waste becomes the stock again.",
        0: "It is turned only once.",
    }.get(stock.redeals, f"The waste becomes the stock again {number(stock.redeals or 0)} times.")


def _moves(game: type[Patience]) -> Iterator[str]:
    """Yield a line for each move: the short way to type it, its notation, and what it does."""
    letters = letters_of(game.laid_out(game.largest()))
    rows = [
        (_typed(item, letters), item.usage, item.summary) for item in game.commands.all.values()
    ]
    short, usage = (max(len(row[column]) for row in rows) for column in (0, 1))
    for typed, notation, summary in rows:
        yield f"  {typed:<{short}}  {notation:<{usage}}  {summary}"


def _typed(item: Command, letters: Any) -> str:
    return example_of(item, letters) or item.shorts[0]
