"""Deals and moves as other programs write them.

`read` knows a board by its marks: fc-solve's lines, Solvitaire's JSON, MinimalKlondike's digits.
`numbered` makes the board of a deal that players of FreeCell know by Microsoft's number. A board
becomes the deck that deals it, so it is kept, saved and solved like every other deck.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from cardgames.model.cards import (
    CARDS,
    Card,
    Pile,
    Rank,
    Suit,
    card_words,
    cards_in,
    parse_card,
    take_from,
)
from cardgames.model.deal import NUMBERED_PILES
from cardgames.model.errors import InvalidCommand, counted, listed, quoted
from cardgames.model.game import Move

# The field for each word: first the words of fc-solve, then those of Solvitaire.
LABELS: Final = {"": "tableau", "foundations": "foundations", "founds": "foundations"}
LABELS.update({"freecells": "cells", "fc": "cells"})
KEYS: Final = {"tableau piles": "tableau", "hole": "waste"}
KEYS.update({key: key for key in ("foundations", "cells", "stock", "waste", "reserve")})
# The signs of standard notation, by field and number.
SIGNS: Final = {"tableau": "123456789", "cells": "abcdefghijklmnop", "foundations": "h" * 12}
MIDDLE: Final = "; a game begins at its deal, so a board from its middle is not read"
MARK: Final = re.compile(r"(?im)^\s*(foundations|founds|freecells|fc)?\s*:")


class ReadPile(NamedTuple):
    where: str  # the part of the file, in words for messages
    field: str
    cards: list[Card]  # from the bottom up


class ReadBoard(NamedTuple):
    parts: list[ReadPile]
    name: str = "the board"
    guessed: bool = False  # is it taken for a board only because its lines are as long as piles?

    def deck(self, game: Any, options: Any) -> Pile:
        """Return the deck that the game deals to this board; raises InvalidCommand."""
        if not hasattr(game, "laid_out"):
            raise InvalidCommand(f"{self.name} has piles, and {game.title()} is not dealt to piles")
        layout = game.laid_out(options)
        self._check_cards(layout.deck)
        faces = list(layout.deck)
        for _ in range(4):  # a deal that depends on its cards, as on its kings, may take several
            cards = [_like(face) for face in faces]
            dealt = _by_field(layout.dealt(tuple(cards)))
            lies = {id(card): face for card, face in self._pairs(game.title(), dealt)}
            faces, before = [lies[id(card)] for card in cards], faces
            if faces == before:
                return tuple(faces)
        raise InvalidCommand(f"{self.name}: {game.title()} never deals its cards so")

    def _check_cards(self, deck: Pile) -> None:
        left = Counter(deck)
        for part in self.parts:
            take_from(left, part.cards, deck, "on the board", f"{part.where}: ")

    def _pairs(self, title: str, dealt: Mapping[str, list[Pile]]) -> Iterator[tuple[Card, Card]]:
        """Yield each dealt card and the card of the board in its place; raises InvalidCommand."""
        left = Counter([str(card) for pile in chain(*dealt.values()) for card in pile])
        left.subtract([str(card) for part in self.parts for card in part.cards])
        missing = list((+left).elements())
        columns, wanted = sum(part.field == "tableau" for part in self.parts), len(dealt["tableau"])
        if columns != wanted:
            has = f"{self.name} has {counted(columns, 'column') if columns else 'no columns'}"
            raise InvalidCommand(f"{has}, and {title} is dealt to {wanted}")
        lacks = f"; the board lacks {listed(missing[:5])}" if missing else ""
        for field, piles in dealt.items():
            here = [part for part in self.parts if part.field == field]
            if field != "tableau":
                cards = [card for part in here for card in part.cards]
                if field == "foundations":  # a file may leave out what is there before the deal
                    cards = cards or [*map(parse_card, missing * (len(missing) == len(piles[0])))]
                    cards.sort(key=str)
                here = [ReadPile(here[0].where if here else self.name, field, cards)]
            for number, (part, pile) in enumerate(zip(here, piles), 1):
                if len(part.cards) != len(pile):
                    where = f"pile {number}" if field == "tableau" else f"the {field}"
                    has = " has" if part.where == self.name else ":"
                    found = counted(len(part.cards), "card") if part.cards else "no cards"
                    held = f"{part.where}{has} {found} in {where}"
                    middle = MIDDLE * (field != "tableau" and len(part.cards) > len(pile))
                    begins = f"{title} begins with {len(pile) or 'none'} there"
                    raise InvalidCommand(f"{held}, and {begins}{lacks}{middle}")
                yield from zip(pile, part.cards)


def _like(face: Card) -> Card:
    """Return a copy of a card; the copy can be found in a deal, even among equal cards."""
    card = object.__new__(Card)
    card.rank, card.suit, card.red, card.label = face.rank, face.suit, face.red, face.label
    return card


def _by_field(dealt: Mapping[str, Any]) -> dict[str, list[Pile]]:
    """Return the piles of a deal by field; each field except the tableau becomes one pile."""
    found = dict[str, list[Pile]]()
    merged = {KEYS.get(field, field): tuple(cards_in(piles)) for field, piles in dealt.items()}
    for field in ("foundations", "cells", "reserve", "stock", "waste"):
        cards = merged.get(field) or tuple(cards_in(dealt.get(f"{field}s", ())))
        found[field] = [tuple(sorted(cards, key=str)) if field == "foundations" else cards]
    return found | {"tableau": list(dealt["tableau"])}


def numbered(number: int) -> ReadBoard:
    """Return a numbered deal of Microsoft's FreeCell, made by its own generator."""
    left, state, dealt = [Card(rank, suit) for rank in Rank for suit in Suit], number, list[Card]()
    while left:
        state = state * 214013 + 2531011 & 0x7FFFFFFF
        at = (state >> 16) % len(left)
        left[at], left[-1] = left[-1], left[at]
        dealt.append(left.pop())
    name = "a Microsoft deal"
    columns = [ReadPile(name, "tableau", dealt[first::8]) for first in range(len(NUMBERED_PILES))]
    return ReadBoard(columns, name)


def read(text: str, game: Any) -> ReadBoard | None:
    """Return the board in a text; None if the text is no board; raises InvalidCommand.

    A board has marks that show its format. Lines without marks are a board only if the game deals
    all cards to its piles, the lines are as long as these piles, and the lines cannot be the rows
    of the deal.
    """
    if text.lstrip().startswith("{"):
        return ReadBoard(list(_of_json(text)))
    lines = list(enumerate(text.splitlines(), 1))
    if MARK.search(text):
        return ReadBoard(_of_lines(lines))
    if hasattr(game, "laid_out"):
        digits = "".join(text.split())
        if len(digits) >= 100 and digits.isascii() and digits.isdecimal():
            return ReadBoard(_of_digits(digits))
        layout = game.laid_out(game.options_type())
        sizes, lengths = layout.tableau.sizes, [len(card_words(line.split())) for _, line in lines]
        rows = [sum(size > row for size in sizes) for row in range(max(sizes, default=0))]
        if [*filter(None, lengths)] == [*sizes] != rows and sum(sizes) == len(layout.deck):
            return ReadBoard(_of_lines(lines), guessed=True)
    return None


def _card(word: str, where: str) -> Card:
    """Read a card, whose rank may be a number, such as 13S for a king."""
    try:
        if found := re.fullmatch(r"(?ai)(1[1-3])([CDHS])", word):
            return Card(int(found[1]), found[2].upper())
        return parse_card(word)
    except InvalidCommand as error:
        raise InvalidCommand(f"{where}: {error}") from None


def _of_lines(lines: Sequence[tuple[int, str]]) -> list[ReadPile]:
    """Return the parts of a board in the format of fc-solve."""
    parts = list[ReadPile]()
    for number, line in lines:
        where, (label, colon, rest) = f"line {number}", line.replace(",", " ").partition(":")
        label, rest = (label, rest) if colon else ("", line)
        field = LABELS.get(label.strip().lower())
        if field is None:
            known = "a board, which has Foundations:, Freecells: and a line for each column"
            raise InvalidCommand(f"{where}: {quoted(label.strip())} is not part of {known}")
        if field != "tableau":
            parts = [part for part in parts if part.field != field]  # the last such line counts
        elif not (colon or rest.strip()):
            continue
        words = [word for word in card_words(rest.split()) if word != "-"]
        cards = [_card(word, where) for word in words if field != "foundations"]
        for word in words if field == "foundations" else ():
            found = re.fullmatch(r"(?ai)([CDHS])-(0|10|[2-9AJQKT])", word)
            if found is None:
                right = "each suit stands with the rank it has come to, as in H-5 or S-0"
                raise InvalidCommand(f"{where}: {quoted(word)} is not a foundation: {right}")
            suit = Suit(found[1].upper())
            top = 0 if found[2] == "0" else _card(found[2] + suit.value, where).rank
            cards += [CARDS[rank, suit] for rank in Rank if rank <= top]
        parts.append(ReadPile(where, field, cards))
    return parts


def _of_json(text: str) -> Iterator[ReadPile]:
    """Yield the parts of a deal in Solvitaire's format; the last card of each list is on top."""
    field, depth, part = "", 0, ReadPile("", "", [])
    words = [
        (f"line {number}", word)
        for number, line in enumerate(text.splitlines(), 1)
        for word in re.findall(r'"[^"]*"(?:\s*:)?|[][{}]|[^][{}",\s]+', line)
    ]
    for where, word in words:
        if word.endswith(":"):
            key = word.partition('"')[2].partition('"')[0]
            if (field := KEYS.get(key, "")) == "":
                raise InvalidCommand(f"{where}: there is no {quoted(key)} here: {listed([*KEYS])}")
            if field != "tableau":
                yield (part := ReadPile(where, field, []))
        elif word in "[]":
            depth += 1 if word == "[" else -1
            if word == "[" and depth == 2 and field == "tableau":
                yield (part := ReadPile(where, field, []))
        elif word.startswith('"') and part.field == field != "":
            part.cards.extend([_card(card, where) for card in [word.strip('"')] if card])
        elif word not in "{}":
            raise InvalidCommand(f"{where}: {quoted(word)} does not belong there in a deal file")


def _of_digits(digits: str) -> list[ReadPile]:
    """Return the parts of a deal of Klondike; each card has three digits, for rank and suit."""
    cards = list[Card]()
    for first in range(0, len(digits), 3):
        word = digits[first : first + 3]
        rank, suit = int(word[:2]), word[2:]
        if not (1 <= rank <= 13 and suit in ("1", "2", "3", "4")):
            right = "a rank from 01 to 13 and a suit from 1 to 4, as in 134 for KS"
            raise InvalidCommand(f"card {first // 3 + 1}: {quoted(word)} is not {right}")
        cards.append(Card(rank, "CDHS"[int(suit) - 1]))
    left = iter(cards)
    piles = [list[Card]() for _ in range(7)]
    for row in range(7):
        for pile in piles[row:]:
            pile += [card for card in [next(left, None)] if card]
    found = [ReadPile(f"column {n}", "tableau", pile) for n, pile in enumerate(piles, 1)]
    return [*found, ReadPile("the draw pile", "stock", list(left)[::-1])]


def notation(game: Any, moves: Sequence[Move]) -> str:
    """Return moves in the notation that FreeCell's players and solvers use.

    Columns are digits, cells are letters, and foundations are 'h'. If several cards go to an empty
    column, 'v' and their number follow, as in fc-solve. Raises InvalidCommand for piles that have
    no sign.
    """
    words = list[str]()
    for move in moves:
        after, route = game.apply(move), game.commands.all[move.name].route
        signs, taken = "", 0
        for field, sign in ((route.source, -1), (route.target, 1)):
            changes = [
                (number, (len(new) - len(old)) * sign, not old)
                for number, (old, new) in enumerate(
                    zip(getattr(game, field), getattr(after, field)), 1
                )
            ] if field in SIGNS else []
            number, taken, empty = max(changes, key=lambda change: change[1], default=(0, 0, False))
            if not 0 < number <= len(SIGNS.get(field, "")):
                here = f"standard notation has columns 1 to 9, cells and foundations, not {move}"
                raise InvalidCommand(here)
            signs += SIGNS[field][number - 1]
        more = taken > 1 and empty and route.target == "tableau"
        words.append(signs + f"v{taken:x}" * more)
        game = after
    return "\n".join(" ".join(words[at : at + 10]) for at in range(0, len(words), 10))
