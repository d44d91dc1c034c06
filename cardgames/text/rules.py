"""The rules of a game in words: from its file, or made from the piles and moves of a patience."""

from collections.abc import Iterator, Sequence
from inspect import cleandoc
from itertools import groupby
from textwrap import fill
from typing import Final

from cardgames.model.cards import BUILDS
from cardgames.model.game import Game
from cardgames.patience.game import Patience
from cardgames.patience.piles import STARTS, Layout, letters_of
from cardgames.play.places import example_of
from cardgames.text.wording import counted, options_text

WIDTH: Final = 77
NUMBERS: Final = "no one two three four five six seven eight nine ten eleven twelve".split()
TOGETHER: Final = {
    "built": "All face-up cards of a pile, or the last of them, move together.",
    "open": "Any face-up card moves with all cards that lie on it, in order or not.",
    "run": "Cards at the end of a pile that are a run{run} move together.",
    "room": "Cards at the end of a pile that are a run{run} move together, as many as could move "
    "one by one by way of free cells{spaces}.",
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
    layout, title = game.laid_out(game.options_type()), game.title()
    sections = [
        "\n".join([title, "=" * len(title)]),
        _filled(_aim(layout)),
        "The deal\n" + _filled(_deal(layout)),
        "The play\n" + _filled(_play(layout)),
    ]
    if more := cleandoc(game.__doc__ or "").partition("\n")[2].strip():
        sections += [_filled([text]) for text in more.split("\n\n")]
    return "\n\n".join([*sections, "The short way\n" + "\n".join(_moves(game))]) + "\n"


def _filled(sentences: Iterator[str] | list[str]) -> str:
    return fill(" ".join(sentences), WIDTH, initial_indent="  ", subsequent_indent="  ")


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def _aim(layout: Layout) -> Iterator[str]:
    packs = "a pack" if layout.packs == 1 else f"{_number(layout.packs)} packs"
    yield f"A patience for one, with {packs} of 52 cards."
    if layout.foundations.runs:
        yield "The aim is to build runs in one suit, from king down to ace, in the tableau."
        yield "Such a run goes to a foundation as soon as it is complete."
    elif layout.foundations.count:
        yield "The aim is to bring all cards to the foundations."
    else:
        yield "The aim is to play all cards of the tableau to the waste."


def _deal(layout: Layout) -> Iterator[str]:
    start, kinds, cells = STARTS[str(layout.foundations.start)], layout.tableau, layout.cells
    if start is not None:
        yield f"The {start.name.lower()}s are put on the foundations first."
    if layout.reserve.dealt:
        yield f"The reserve gets {_number(layout.reserve.dealt)} cards."
    if layout.foundations.start == "card":
        yield "The next card starts the first foundation, and gives the base rank."
    yield f"The tableau has {_number(kinds.count)} piles, dealt row by row from left to right:"
    down = "face up"
    if any(kinds.down):
        tops = all(size - down == 1 for size, down in zip(kinds.sizes, kinds.down))
        down = "only the last one face up" if tops else f"{_listed(kinds.down)} of them face down"
    yield f"{_listed(kinds.sizes)}, {down}."
    if cells.count:
        filled = f", and {_number(cells.dealt)} of them get a card" if cells.dealt else ""
        yield f"There are {_number(cells.count)} cells for one card each{filled}."
    if layout.waste and layout.waste.dealt:
        yield "The next card begins the waste."
    if layout.stock:
        yield f"The other {layout.stocked} cards are the stock, face down."


def _listed(sizes: Sequence[int]) -> str:
    """Return the sizes of piles in words: '7 cards each', '0, 1 and 2', '6 in four piles'."""
    sets = [(size, len(list(same))) for size, same in groupby(sizes)]
    if len(sets) == 1:
        return f"{counted(sizes[0], 'card')} each"
    if len(sets) > 2:
        return f"{', '.join(map(str, sizes[:-1]))} and {counted(sizes[-1], 'card')}"
    return " and ".join(
        f"{counted(size, 'card')} in {_number(count)} pile{'s' * (count > 1)}"
        for size, count in sets
        if size
    )


def _play(layout: Layout) -> Iterator[str]:
    foundations, kinds = layout.foundations, layout.tableau
    if foundations.count and not foundations.runs:
        card = "ace" if foundations.start in ("empty", "aces") else "base rank"
        yield f"A foundation is built up in one suit, from the {card}."
        stay = foundations.back == "none"
        yield "Cards there stay there." if stay else "Its top card may come back to the tableau."
    if kinds.build == kinds.fill == "none":
        yield "No card is moved within the tableau, and an empty pile stays empty."
    else:
        how = f"is built down {BUILDS[str(kinds.build)][1]}"
        yield f"The tableau {'is not built on' if kinds.build == 'none' else how}."
        run = "" if kinds.run == kinds.build else f" {BUILDS[str(kinds.run)][1]}"
        spaces = " and empty piles" if kinds.fill == "any" else ""
        yield TOGETHER[str(kinds.together)].format(run=run, spaces=spaces)
        yield FILLS[str(kinds.fill)]
    if any(kinds.down):
        yield "A face-down card that comes to the top of its pile is turned up."
    if layout.cells.count:
        yield "The top card of a pile may go to a free cell, and from there to where it fits."
    if layout.reserve.dealt:
        yield "The top card of the reserve may go to where it fits."
    if layout.taking:
        yield f"The top card of a pile goes to the waste {layout.taking.rule}."
    yield from _about_stock(layout)


def _about_stock(layout: Layout) -> Iterator[str]:
    stock = layout.stock
    if stock and stock.to == "tableau":
        yield "The stock deals a row: a card to each pile, as far as it goes."
        yield from ["No pile may be empty then."] * stock.full
    elif stock:
        cards = "one card" if stock.draw == 1 else f"{_number(stock.draw)} cards"
        yield f"The stock is turned to the waste, {cards} at a time."
        if layout.waste and layout.waste.gives:
            yield "The top card of the waste may go to where it fits."
        again = "the waste becomes the stock again"
        if stock.redeals is None:
            yield f"When the stock is empty, {again}."
        else:
            times = f"T{again[1:]} {_number(stock.redeals)} times."
            yield times if stock.redeals else "It is turned only once."


def _moves(game: type[Patience]) -> Iterator[str]:
    """Yield a line for each move: the short way to type it, its notation, and what it does."""
    letters, moves = letters_of(game.laid_out(game.largest())), game.commands.all.values()
    rows = [(example_of(one, letters) or one.shorts[0], one.usage, one.summary) for one in moves]
    short, usage = (max(len(row[column]) for row in rows) for column in (0, 1))
    for typed, notation, summary in rows:
        yield f"  {typed:<{short}}  {notation:<{usage}}  {summary}"
