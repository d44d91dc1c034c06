"""Reads plain words, as people type them who do not know the short forms yet.

Only lines that were refused come here, so all other lines keep their meaning. This reader accepts
more words for places ('column 3', 'home', 'the free cell') and for ranks ('kings', 'red 7'), and
skips words such as 'please'. If a word is unknown, the line stays refused.

If a line has several meanings and only one of them is legal, the legal meaning counts. If several
are legal, the line is refused, and the message shows the choices.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn

from cardgames.model.cards import BACK, Card, Rank, cards_in
from cardgames.model.commands import Reading
from cardgames.model.errors import IllegalMove, InvalidCommand, listed
from cardgames.patience.kinds.tables import NUMBERS as COUNTS
from cardgames.patience.kinds.tables import rank_word
from cardgames.play.places import EMPTY, MoveReader, Named, TypedPlace, Way, card_in

if TYPE_CHECKING:
    from cardgames.patience.game import Patience

POLITE: Final = frozenset("please pls plz".split())
TALK: Final = POLITE | frozenset(
    "now then ok thanks move put play place take bring send shift drop lay get go the my its it"
    " card cards top from of number off".split()
)
TO: Final = "to"
ONTO: Final = frozenset((TO, "onto", "on", "into", "in", "over", "upon", "at", "with"))
PILES: Final = frozenset("pile column col stack row tableau lane line".split())
SPACES: Final = frozenset("space spot place gap hole".split())
CELLS: Final = frozenset("cell freecell".split())
FREE: Final = frozenset("empty free vacant open blank unused".split())
# Words for places, by the field in which a game has them. The board's own words come first.
PLACES: Final = {
    "foundations": ("foundation", "home", "up", "homecell", "goal", "suitpile", "acepile"),
    "cells": ("cell", "freecell"),
    "reserve": ("reserve", "demon"),
    "waste": ("waste", "discard", "talon", "deck", "discardpile"),
    "tableau": tuple(sorted(PILES)),
}
FIELD_OF: Final = {word: field for field, words in PLACES.items() for word in words}
NUMBERS: Final = {word: str(number) for number, word in enumerate(COUNTS) if number}
NAMES: Final = {rank.name.lower(): rank for rank in Rank} | {
    rank.label.lower(): rank for rank in (Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING)
}
COURT: Final = {"ace": "a", "jack": "j", "queen": "q", "king": "k"}
LETTERS: Final = {"f": "foundations", "e": "cells", "w": "waste", "r": "reserve"}
PLURALS: Final = frozenset(f"{word}s" for word in NAMES if len(word) > 1)  # 'kings' reads as KS
COLORS: Final = {"red": True, "black": False}


class Typed(NamedTuple):
    """A source or a target as it was typed; a word such as 'seven' may name a pile or a rank."""

    place: str = ""  # as it is typed in short: 'w', 'f', 'e2', '3', 'qs', or EMPTY; '' for none
    rank: Rank | None = None
    red: bool | None = None  # the color that the card must have; None for any
    also: str = ""  # another place that the same word may mean

    @property
    def card(self) -> Card | None:
        return card_in(self.place)

    @property
    def named(self) -> Named | None:
        """The card or the rank, if nothing else can be meant."""
        if self.place and self.rank or self.red is not None or self.also:
            return None
        return self.card or self.rank

    def fits(self, card: Card | None) -> bool:
        """Does the card have the rank and the color that were typed?"""
        if self.rank is None or card is None:
            return card is not None and self.card is card
        return card.rank is self.rank and self.red in (None, card.red)

    @property
    def noun(self) -> str:
        color = {None: "", True: "red ", False: "black "}[self.red]
        return f"{color}{rank_word(self.rank)}" if self.rank else self.place


def polite(words: Sequence[str]) -> list[str]:
    """Return the words without 'please' at either end; 'auto hint' becomes 'auto'."""
    kept = [word.rstrip("!.?") for word in words]
    while kept and kept[-1].lower() in POLITE:
        kept.pop()
    while kept and kept[0].lower() in POLITE:
        del kept[0]
    if [word.lower() for word in kept[1:]] == ["hint"] and kept[0].lower() in ("a", "auto"):
        del kept[1:]
    return kept


def is_plain(word: str) -> bool:
    """Is this word the name of a rank? Such a word may be a move by itself."""
    return len(word) > 1 and _single(word.lower()) in NAMES


def without_talk(words: Iterable[str], known: Collection[str]) -> list[str]:
    """Return the words without small talk and words for piles; 'king' becomes 'k'.

    This is for games without places. The words in `known`, which name commands, are kept.
    """
    lower = [word.lower() for word in words]
    talk = TALK | PILES
    kept = [word for word in lower if word in known or not {word, _single(word)} & talk]
    return [COURT.get(word, COURT.get(word.removesuffix("s"), word)) for word in kept]


class PlainReader(MoveReader):
    """Reads a move in plain words; `plain` is tried only when everything else has failed."""

    def plain(self, words: Sequence[str], game: "Patience") -> Reading | None:
        """Return the move that the words mean; None if a word is not known.

        Raises CardGameError if all words are known, but mean no move or several moves.
        """
        parts = self._parts(list(_split(words)), game)
        if not parts:
            return None
        if len(parts) > 2:
            raise InvalidCommand("a move has two places: where from, and where to")
        if not any(part.rank or part.also for part in parts):
            whole = {letter: word for word, letter in self._words.items()}  # 'f 3' is one place
            typed = [whole.get(part.place, part.place) for part in parts]
            return self.read([typed[0], TO, *typed[1:]] if typed[1:] else typed, game)
        source, *others = parts
        if not others and source.rank is None:
            return None
        ways = [way for way in self.ways(game) if self._starts(way, source)]
        if not others:
            return self._alone(game, source, ways)
        (target,) = others
        # Two cards or ranks are read as in a short form, with the same refusals.
        both = source.named, target.named
        if both[0] and both[1]:
            self._check_in_view(game, source)
            return self._of(game, both[0], both[1])
        ways = [way for way in ways if self._ends_at(way, target)]
        # Of several empty piles, only the first is offered: it is the last put in.
        found = {(way.source, way.move.arguments[2:], way.order == 2): way for way in ways[::-1]}
        empty = EMPTY in (target.place, target.also)
        if reading := self._one(game, list(found.values())[::-1] if empty else ways):
            return reading
        self._no_way(game, source, target)

    def _alone(self, game: "Patience", part: Typed, ways: Sequence[Way]) -> Reading:
        """Return the obvious move of a card if no other card can be meant; raises IllegalMove."""
        leads = list(dict.fromkeys(way.lead for way in ways))
        if len(leads) == 1:
            return self._of(game, leads[0])
        self._check_in_view(game, part)
        if not leads:
            raise IllegalMove(f"no {part.noun} has a legal move")
        either = listed([f"'{str(card).lower()}'" for card in leads], "or")
        raise IllegalMove(f"that can be {len(leads)} cards: type {either}")

    # Words.

    def _parts(self, words: list[str], game: "Patience") -> list[Typed]:
        """Return the parts of a move that the words name; [] if a word is not known."""
        parts, waiting = list[Typed](), words[::-1]
        while waiting:
            word = waiting.pop()
            if word in ONTO or word in TALK and _single(word) not in FIELD_OF:
                continue
            if word == "an" or word == "a" and parts and waiting and self._is_noun(waiting[-1]):
                continue  # an article, not an ace
            part = self._part(word, waiting, bool(parts), game)
            if part is None:
                return []
            parts.append(part)
        return parts

    def _is_noun(self, word: str) -> bool:
        single = _single(word)
        known = single in NAMES or single in FIELD_OF or single in SPACES
        return known and len(word) > 1 or word in FREE or word in COLORS

    def _part(self, word: str, waiting: list[str], later: bool, game: "Patience") -> Typed | None:
        """Return the part that begins with `word`; remove its other words from `waiting`."""
        after, single = waiting[-1] if waiting else "", _single(word)
        if card_in(word.partition("-")[0]) is not None and word not in PLURALS:
            return Typed(word)
        if word in COLORS:
            rank = NAMES.get(_single(after)) or _rank_in(after)
            if rank is not None:
                waiting.pop()
            return Typed(rank=rank, red=COLORS[word]) if rank else None
        if word in FREE or word in SPACES and later:
            return self._free(word, waiting, game)
        if single in NAMES and (later or waiting or len(word) > 1):
            if single in ("ace", "a") and _single(after) in PILES:
                waiting.pop()
                return self._at("foundations", game)
            rank = NAMES[single]
            return Typed(NUMBERS.get(word, ""), rank)
        if word == "c" and later and not waiting and "cells" in self._fields.values():
            return self._at("cells", game)
        if word == "10" and len(game.tableau) < 10:
            return Typed(rank=Rank.TEN)
        if word.isdecimal():
            return Typed(word)
        letters = word.rstrip("0123456789")
        if letters and letters != word:  # as in 'col3'
            after = word[len(letters) :]
            waiting.append(after)
            word, single = letters, _single(letters)
        if later and (absent := LETTERS.get(word)) and word not in self._places:
            raise InvalidCommand(_absent(absent, game))
        if word in self._places:
            number = waiting.pop() if callable(self._places[word]) and after.isdecimal() else ""
            return Typed(word + number)
        field = FIELD_OF.get(single)
        if field is None or word == "up" and not later:
            return None
        while waiting and _single(waiting[-1]) in PILES:
            waiting.pop()  # as in 'discard pile'
        return self._at(field, game, waiting)

    def _at(self, field: str, game: "Patience", waiting: list[str] | None = None) -> Typed:
        """Return the place in a field, with its number if one is typed; raises InvalidCommand."""
        by_field = {name: one for one, name in self._fields.items()}
        others = ("reserves", "cells") if field == "reserve" else ()
        letter = next((by_field[one] for one in (field, *others) if one in by_field), None)
        if letter is None:
            raise InvalidCommand(_absent(field, game))
        number = ""
        if callable(self._places[letter]) and waiting:
            word: str = NUMBERS.get(waiting[-1], waiting[-1])
            if word.isdecimal():
                number = word
                waiting.pop()
        return Typed(number if number and letter == self._bare else letter + number)

    def _free(self, word: str, waiting: list[str], game: "Patience") -> Typed:
        """Return the part for a word such as 'empty', which may mean a pile or a cell."""
        after = _single(waiting[-1]) if waiting else ""
        if after in CELLS:
            waiting.pop()
            return self._at("cells", game, waiting)
        if after in FIELD_OF or after in SPACES:
            waiting.pop()
            if FIELD_OF.get(after, "tableau") != "tableau":
                return self._at(FIELD_OF[after], game)
        # 'to a free one' may mean a cell as well as a pile: what is legal decides
        cells = "cells" in self._fields.values() and after not in PILES and word != "empty"
        return Typed(EMPTY, also=self._at("cells", game).place) if cells else Typed(EMPTY)

    # Moves.

    def _starts(self, way: Way, part: Typed) -> bool:
        """Does the way begin at the part?"""
        if part.place and part.card is None and self._is_at(way.source, part.place):
            return True
        return self._fields[way.source.letter] != "foundations" and part.fits(way.lead)

    def _ends_at(self, way: Way, part: Typed) -> bool:
        if any(self._is_at(way.target, place) for place in (part.place, part.also) if place):
            return True
        if EMPTY in (part.place, part.also) and way.order == 2:
            return True
        return part.fits(way.onto)

    def _is_at(self, at: TypedPlace, place: str) -> bool:
        letter = place[0] if place[0] in self._places else self._bare
        number = place.removeprefix(letter)
        if letter != at.letter or place == EMPTY or number and not number.isdecimal():
            return False
        return at.number is None or number in ("", str(at.number))

    def _check_in_view(self, game: "Patience", part: Typed) -> None:
        """Raise IllegalMove if no card of the typed rank is in view outside the foundations."""
        seen = game.seen_by(1)
        fields = {field for field in self._fields.values() if field != "foundations"}
        cards = [card for field in fields for card in cards_in(getattr(seen, field))]
        if part.rank and not any(card is not BACK and part.fits(card) for card in cards):
            raise IllegalMove(f"no {part.noun} is in view")

    def _no_way(self, game: "Patience", source: Typed, target: Typed) -> NoReturn:
        """Raise IllegalMove, which says why no card can go from the source to the target."""
        if not source.place:
            self._check_in_view(game, source)
        elif source.card is not None:
            self._places_of(source.card, game.seen_by(1))
        full = self._fields.get(target.place[:1]) == "cells" and () not in game.cells
        if target.place == EMPTY and () not in game.tableau:
            raise IllegalMove("no pile or cell is free" if target.also else "no pile is empty")
        if full:
            raise IllegalMove("every cell is full")
        cards = [one.card for one in (source, target) if one.card is not None]
        what = "{}" if source.card else f"no {source.noun}"
        if not source.card and not source.rank:
            what = f"no card of {self._told(game, source)}"
        an = "an" if target.noun.startswith(("a", "8")) else "a"
        where = "on {}" if target.card else f"on {an} {target.noun}"
        if not target.card and not target.rank:
            empty = target.place == EMPTY
            where = "to an empty pile" if empty else f"to {self._told(game, target)}"
        can = "cannot go" if source.card else "can go"
        raise IllegalMove(f"{what} {can} {where}{'' if source.card else ' now'}", *cards)

    def _told(self, game: "Patience", part: Typed) -> str:
        """Name the place of a part; raises InvalidCommand if the game has no such place."""
        letter = part.place[0] if part.place[0] in self._places else self._bare
        place, number = self._places[letter], part.place.removeprefix(letter)
        if not callable(place):
            return str(place)
        if number:
            return str(self._place(self._numbered(letter, int(number[:9]), game)))
        return f"a {place(1)}".removesuffix(" 1")


def _split(words: Iterable[str]) -> Iterator[str]:
    """Yield the words in lower case, split at dashes and arrows; a run like '6d-4d' stays whole."""
    for word in words:
        word = word.lower().strip("!.?#")
        if " " in word:  # 'ace of spades' is one word, but 'card of pile' is three
            yield from [word] if card_in(word) else word.split()
            continue
        for part in re.sub("->|=>|[→:>/–—,]", f" {TO} ", word).split():
            first, dash, last = part.partition("-")
            upper, lower = card_in(first), card_in(last)
            if dash and not (upper and lower and upper.rank > lower.rank):
                yield from filter(None, (first, TO, *last.split("-")))
            else:
                yield part.lstrip("#")


def _single(word: str) -> str:
    return word.removesuffix("es") if word.endswith("sixes") else word.removesuffix("s")


def _rank_in(word: str) -> Rank | None:
    return Rank(int(word)) if word.isdecimal() and len(word) < 3 and 2 <= int(word) <= 10 else None


def _absent(field: str, game: "Patience") -> str:
    """Return a text that says which piles the game lacks, and what it has instead."""
    title = game.title()
    if field == "foundations" and game.layout.by_runs:
        return f"a run from king to ace goes up by itself in {title}, and no card alone"
    if field == "foundations":
        waste = game.layout.taking and game.layout.waste
        to = f": cards go to the {waste.noun}" if waste else ""
        return f"there are no foundations in {title}{to}"
    if field == "waste" and game.layout.stock:
        return f"there is no waste in {title}: the stock is dealt to the {game.layout.stock.to}"
    if field == "waste":
        return f"there is no stock in {title}, and no waste"
    many = field in ("cells", "tableau")
    return f"there {'are no' if many else 'is no'} {field} in {title}"
