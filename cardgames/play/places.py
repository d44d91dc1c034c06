"""The reader of moves between places: 6d kc, r3, waste to 4, jh to foundation, js q, or 6d alone.

A card that is named must be the one that the move takes, or lie on top where the move goes. If not,
the line is refused before the rules see it, so that no rule speaks of a card that was not meant.

A card alone goes to its foundation; else onto the only card that carries it; else to the first
empty pile, or to a cell if no pile is. If several cards carry it, the refusal shows what to type.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product, zip_longest
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

from cardgames.model.cards import Card, Pile, Place, Rank, parse_card
from cardgames.model.commands import Command, Commands, Letters, Reading
from cardgames.model.errors import CardGameError, IllegalMove, InvalidCommand
from cardgames.model.game import Move

MOVING: Final = ("move", "put")
"""Words that may begin any move, and are skipped."""
ONTO: Final = frozenset(("to", "onto", "on"))
"""Words between two places."""
SKIPPED: Final = (*ONTO, "->", "the", "its", "card", "discard", "off")
"""Words within a move that are skipped."""
EMPTY: Final = "empty"
"""The word for the first empty pile, as in 'kd to the empty pile'."""
RANKS: Final = {
    word: rank
    for rank in (Rank.ACE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
    for word in (rank.label.lower(), rank.name.lower())
}
"""The words for ranks, as in 'q on k'; other ranks would read as the numbers of piles."""
Named: TypeAlias = Card | Rank
"""A card, or any card of a rank."""


class TypedPlace(NamedTuple):
    """A place that a person has typed."""

    letter: str
    number: int | None
    card: Card | None = None
    """The card that was typed to name the pile it lies on."""


class Way(NamedTuple):
    """A legal move between places."""

    move: Move
    source: TypedPlace
    target: TypedPlace
    lead: Card
    """The first of the cards that it takes."""
    onto: Card | None
    """The card that it puts them on."""
    order: int
    """Which is meant first: 0 to a foundation, 1 onto a card, 2 to an empty pile, 3 to a cell."""


class MoveReader:
    """Reads the moves between the places of a game."""

    def __init__(self, commands: Commands, places: Letters) -> None:
        """Read the COMMANDS that move cards between PLACES."""
        self._commands = commands
        self._places = places
        self._letters = {word_for(place): letter for letter, place in places.items()}
        """The letters of the places, by the words for them on the board."""

    def read(self, words: Sequence[str], game: Any) -> Reading | None:
        """Return the move from place to place, or of one card; None if WORDS name no place or card.

        Raises InvalidCommand for half a move, IllegalMove for a card that does not fit the move.
        """
        if not self._places:
            return None
        moving = words[0].lower() in MOVING
        words = [word for word in map(str.lower, words[moving:]) if word not in ("the", "pile")]
        seen = game.seen_by(1)
        pair = _pair(words)
        tenth = "10" in words and self._numbers(seen) > 9 and any(isinstance(p, Card) for p in pair)
        if pair and not tenth:
            return self._of(game, *pair)
        places = list(self._typed_places(self._symbols(words, seen), seen))
        if len(places) > 2:
            raise InvalidCommand("a move has two places: where from, and where to")
        if len(places) == 2:
            pairs = list(product(*places))
            if tenth and not ONTO.isdisjoint(words) and not self._legal(game, pairs)[0]:
                return self._of(game, *pair)
            return self._meant(game, pairs)
        if places:
            source = places[0][0]
            if source.card is not None:
                return self._of(game, source.card)
            commands = list(self._from(source))
            if source.number and [len(found.arguments) for found in commands] == [1]:
                return commands[0], (source.number,)  # the only move that such a pile has
            return self._half(game, source)
        if moving and words:
            raise InvalidCommand("that is no move: 'help move' tells how moves are typed")
        return None

    def _symbols(self, words: Sequence[str], seen: Any) -> list[str | Card]:
        """Return the cards, letters and numbers in WORDS; [] if they hold anything else.

        After a place in words there is '', unless its number follows. Each digit is a number, but
        where there are ten piles, 10 is one, too.
        """
        known = set(self._places) | set("0123456789")
        numbers = "10|." if self._numbers(seen) > 9 else "."
        symbols: list[str | Card] = []
        for word, after in zip(words, [*words[1:], ""]):
            if (card := _leading_card(word)) is not None:
                symbols.append(card)
            elif known.issuperset(word):
                symbols += re.findall(numbers, word)
            elif (letter := self._letters.get(word.removesuffix("s"))) is not None:
                symbols += [letter] if after.isdecimal() else [letter, ""]
            elif word == EMPTY:
                symbols.append(EMPTY)
            elif word not in SKIPPED:
                return []
        return symbols

    def _numbers(self, seen: Any) -> int:
        """Return how many piles a number alone may mean."""
        return len(getattr(seen, field_of(next(iter(self._places.values())))))

    def _typed_places(self, symbols: list[str | Card], seen: Any) -> Iterator[list[TypedPlace]]:
        """Yield the places that SYMBOLS name; the letter of numbered piles takes the next number.

        A card may name several places, if two packs are played with.
        """
        places = self._places
        first = next(iter(places))
        waiting = symbols[::-1]
        while waiting:
            symbol = waiting.pop()
            if isinstance(symbol, Card):
                yield self._places_of(symbol, seen)
            elif symbol == EMPTY:
                yield [TypedPlace(first, self._first_empty(first, seen))]
            elif symbol.isdecimal():
                yield [self._numbered(first, int(symbol), seen)]
            elif symbol and callable(places[symbol]) and waiting and str(waiting[-1]).isdecimal():
                yield [self._numbered(symbol, int(str(waiting.pop())), seen)]
            elif symbol:
                yield [TypedPlace(symbol, None)]

    def _numbered(self, letter: str, number: int, seen: Any) -> TypedPlace:
        """Return the place with this LETTER and NUMBER; raises InvalidCommand if there is none."""
        place = self._places[letter]
        last = len(getattr(seen, field_of(place)))
        if callable(place) and not 1 <= number <= last:
            raise InvalidCommand(f"there is no {place(number)}: they are numbered 1 to {last}")
        return TypedPlace(letter, number)

    def _first_empty(self, letter: str, seen: Any) -> int:
        """Return the number of the first empty pile with this LETTER; raises IllegalMove."""
        piles = getattr(seen, field_of(self._places[letter]))
        if () not in piles:
            raise IllegalMove(f"no {word_for(self._places[letter])} pile is empty")
        number: int = piles.index(()) + 1
        return number

    def _places_of(self, card: Card, seen: Any) -> list[TypedPlace]:
        """Return the places where CARD, or a copy of it, lies in view; raises IllegalMove."""
        found = []
        for letter, place in self._places.items():
            if not callable(place):
                found += [TypedPlace(letter, None, card)] * (card in seen.pile(place))
                continue
            for number, pile in enumerate(getattr(seen, place(1).field), 1):
                found += [TypedPlace(letter, number, card)] * (card in pile)
        if found:
            return found
        if card in getattr(seen, "stock", ()):
            raise IllegalMove("{} is in the stock", card)
        raise IllegalMove("{} is on no pile that you see", card)

    def _place(self, typed: TypedPlace) -> Place:
        """Return the place TYPED."""
        place = self._places[typed.letter]
        return place(typed.number or 0) if callable(place) else place

    def _pile(self, game: Any, typed: TypedPlace) -> Pile:
        """Return the cards at the place TYPED."""
        pile: Pile = game.pile(self._place(typed))
        return pile

    def _meant(self, game: Any, pairs: Sequence[tuple[TypedPlace, TypedPlace]]) -> Reading:
        """Return the move that a line means which names one of PAIRS of places.

        Of several pairs, exactly one must be a legal move; raises IllegalMove if there are more.
        """
        if len(pairs) == 1:
            return self._moved(game, *pairs[0])
        found, refusals = self._legal(game, pairs)
        if not found:
            raise refusals[0]
        if len(found) > 1:
            self._refuse_several(game, [way for way in self._ways(game) if way.move in found])
        return next(iter(found.values()))

    def _legal(
        self, game: Any, pairs: Iterable[tuple[TypedPlace, TypedPlace]]
    ) -> tuple[dict[Move, Reading], list[CardGameError]]:
        """Return those of PAIRS that are legal moves, and why the others are refused."""
        found: dict[Move, Reading] = {}
        refusals = []
        for source, target in pairs:
            try:
                reading = self._moved(game, source, target)
                move = Move(reading[0].name, reading[1])
                after = game.apply(move)
            except CardGameError as error:
                refusals.append(error)
                continue
            lands = field_of(self._places[target.letter]) != "foundations"
            if lands or self._pile(after, target) != self._pile(game, target):
                found[game.canonical(move)] = reading
        return found, refusals

    def _moved(self, game: Any, source: TypedPlace, target: TypedPlace) -> Reading:
        """Return the move from SOURCE to TARGET; raises InvalidCommand if a number is missing."""
        places = self._places
        found = self._commands.get(source.letter + target.letter)
        if found is None:
            start, end = field_of(places[source.letter]), field_of(places[target.letter])
            if target.card is not None:
                raise IllegalMove(f"{{}} is in the {end}: no card can go on it", target.card)
            raise IllegalMove(f"no card goes from the {start} to the {end}")
        self._check_cards(game, found, source, target)
        needed = sum(not argument.optional for argument in found.arguments)
        numbers = [s.number for s in (source, target) if callable(places[s.letter])][:needed]
        if None in numbers:
            self._half(game, source, target.letter)
        if source.card is not None and len(found.arguments) > needed:
            pile = self._pile(game, source)
            numbers.append(pile[::-1].index(source.card) + 1)  # of two copies, the upper one
        return found, found.read(list(map(str, numbers)))

    def _check_cards(
        self, game: Any, found: Command, source: TypedPlace, target: TypedPlace
    ) -> None:
        """Check that SOURCE's card leads the move FOUND, and that TARGET's tops its pile.

        If not, the person did not mean this move. A forbidden move is left to the rules to refuse.
        """
        if target.card is not None and self._pile(game, target)[-1] is not target.card:
            self._refuse(game, target)
        if source.card is None or self._can_lead(game, found, source):
            return
        if game.takes_whole_pile(found):
            lead, where = self._pile(game, source)[0], self._place(source)
            whole = f"{{}} does not lead {where}, which moves as a whole: {{}} does"
            raise IllegalMove(whole, source.card, lead)
        self._refuse(game, source)

    def _from(self, source: TypedPlace) -> Iterator[Command]:
        """Yield the moves that take cards from SOURCE."""
        for found in self._commands.all.values():
            if letters_of(found, self._places).startswith(source.letter):
                yield found

    def _can_lead(self, game: Any, found: Command, source: TypedPlace) -> bool:
        """Can the card of SOURCE be the first of the cards that the move FOUND takes from there?

        If the move takes a number of cards, any card in view can.
        """
        pile = self._pile(game, source)
        lead = pile[0] if game.takes_whole_pile(found) else pile[-1]
        return source.card is lead or any(argument.optional for argument in found.arguments)

    def _refuse(self, game: Any, typed: TypedPlace) -> NoReturn:
        """Say which card lies on top in place of the card TYPED; raises IllegalMove."""
        top = self._pile(game, typed)[-1]
        raise IllegalMove(f"{{}} is not on top of {self._place(typed)}: {{}} is", typed.card, top)

    def _letters_of(self, move: Move) -> str:
        """Return the letters of the source and target of MOVE, or ''."""
        return letters_of(self._commands.all[move.name], self._places)

    def _ways(self, game: Any) -> Iterator[Way]:
        """Yield the legal moves between places.

        Leave out those from a foundation, so that typing a card twice does not bring it back.
        """
        for move, after in game.successors():
            places = [self._places[letter] for letter in self._letters_of(move)]
            if not places or field_of(places[0]) == "foundations":
                continue
            numbers = [*move.arguments, None, None]
            source, target = (
                TypedPlace(letter, numbers.pop(0) if callable(place) else None)
                for letter, place in zip(self._letters_of(move), places)
            )
            field, left = field_of(places[1]), self._pile(after, source)
            if callable(places[1]) and target.number is None:  # the piles that a game chooses from
                both = zip(getattr(game, field), getattr(after, field))
                onto = next((old[-1:] for old, new in both if len(new) > len(old)), ())
            else:
                onto = self._pile(game, target)[-1:]
            pairs = zip_longest(self._pile(game, source), left)
            lead = next(card for card, still in pairs if card is not still)
            order = {"foundations": 0, "waste": 0, "cells": 3}.get(field, 1 if onto else 2)
            yield Way(move, source, target, lead, next(iter(onto), None), order)

    def _of(self, game: Any, named: Named, onto: Named | None = None) -> Reading:
        """Return the move that is meant by what is NAMED, alone or with what it is put ONTO.

        Raises IllegalMove for none or several.
        """
        ways = [
            way
            for way in self._ways(game)
            if _is(way.lead, named) and (onto is None or _is(way.onto, onto))
        ]
        first = min((way.order for way in ways), default=0)
        ways = [way for way in ways if way.order == first]
        if first > 1:  # of the empty piles the first one
            ways = list({(way.source, way.move[1][2:]): way for way in ways[::-1]}.values())
        if len(ways) > 1:
            self._refuse_several(game, ways)
        if ways:
            return self._commands.find(ways[0].move.name), ways[0].move.arguments
        cards = [one for one in (named, onto) if isinstance(one, Card)]
        if isinstance(named, Card):
            places = self._places_of(named, game.seen_by(1))
            if not any(self._can_lead(game, one, at) for at in places for one in self._from(at)):
                self._refuse(game, places[0])
        if onto is None:
            raise IllegalMove("{} has no legal move", *cards)
        which = f"no {named.name.lower()} can" if isinstance(named, Rank) else "{} cannot"
        below = "{}"
        if isinstance(onto, Rank):
            below = f"{'an' if onto is Rank.ACE else 'a'} {onto.name.lower()}"
        raise IllegalMove(f"{which} go on {below} now", *cards)

    def _refuse_several(self, game: Any, ways: Sequence[Way]) -> NoReturn:
        """Show how each of WAYS is typed; raises IllegalMove."""
        seen = game.seen_by(1)
        typed = _either([f"'{self._typed(game, way, seen)}'" for way in ways])
        onto = [way.onto for way in ways if way.onto]
        if len({way.source for way in ways}) == 1 and len(set(onto)) == len(ways):
            cards = "{} can go onto " + _either(["{}"] * len(onto))
            raise IllegalMove(f"{cards}: type {typed}", ways[0].lead, *onto)
        raise IllegalMove(f"that can be {len(ways)} moves: type {typed}")

    def _typed(self, game: Any, way: Way, seen: Any) -> str:
        """Return how WAY is typed: by its cards, unless there are others like them, or places."""
        leads, onto = self._places_of(way.lead, seen), way.onto if way.order else None
        for sources, targets in (
            (leads, self._places_of(onto, seen) if onto else ()),
            (leads, (way.target,)),
            ((way.source,), (way.target,)),
        ):
            if list(self._legal(game, product(sources, targets))[0]) == [way.move]:
                source, target = sources[0], targets[0]
                return f"{self._word(source)} {self._word(target)}"
        return str(way.move)

    def _word(self, typed: TypedPlace) -> str:
        """Return the word that names the place TYPED."""
        if typed.card is not None:
            return str(typed.card).lower()
        bare = typed.number and typed.letter == next(iter(self._places))
        return f"{'' if bare else typed.letter}{typed.number or ''}"

    def _half(self, game: Any, source: TypedPlace, target: str = "") -> NoReturn:
        """Raise InvalidCommand, which lists the legal moves from SOURCE (to TARGET, if given)."""
        moves = [
            move
            for move in game.legal_moves()
            if self._letters_of(move).startswith(source.letter + target)
            and source.number in (None, *move.arguments[:1])
        ]
        choices = _listed(moves) or "no card can be moved from there"
        raise InvalidCommand(f"that is half a move: {choices}")


def _pair(words: Sequence[str]) -> list[Named]:
    """Return the two ranks, or the card and the rank, that WORDS name; [] for any others."""
    named = [RANKS.get(word) or card_in(word) for word in words if word not in ONTO]
    pair = [one for one in named if one is not None]
    return pair if len(pair) == len(named) == 2 and any(isinstance(p, Rank) for p in pair) else []


def _is(card: Card | None, named: Named) -> bool:
    return card is named or card is not None and card.rank is named


def _either(choices: Sequence[str]) -> str:
    *first, last = choices
    return f"{', '.join(first)} or {last}" if first else last


def letters_of(found: Command, places: Letters) -> str:
    """Return the letters of the source and target of the command FOUND, or ''."""
    short = found.shorts[0] if found.shorts else ""
    return short if len(short) == 2 and places.keys() >= set(short) else ""


def example_of(found: Command, places: Letters) -> str:
    """Return the short way to type the move FOUND, such as 31 for tabtab; '' for other commands."""
    letters, first = letters_of(found, places), next(iter(places), "")
    numbers = ["3", "1" if callable(places.get(letters[:1])) else "4"]
    needed = sum(not argument.optional for argument in found.arguments)
    parts = []
    for letter, number in zip(letters, numbers):
        numbered = callable(places[letter]) and needed > 0
        needed -= numbered
        parts.append(("" if letter == first and numbered else letter) + number * numbered)
    return "".join(parts)


def card_in(word: str) -> Card | None:
    """Return the card that WORD names, or None."""
    try:
        return parse_card(word)
    except InvalidCommand:
        return None


def _leading_card(word: str) -> Card | None:
    """Return the card that WORD names, the first of a run such as QC-JH, or None."""
    first, dash, last = word.partition("-")
    return card_in(first) if not dash or card_in(last) is not None else None


def field_of(place: Place | Callable[[int], Place]) -> str:
    """Return the name of the game's field that holds PLACE."""
    return (place(1) if callable(place) else place).field


def word_for(place: Place | Callable[[int], Place]) -> str:
    """Return the word for PLACE on the board: 'waste', 'tableau', 'foundation'."""
    name = (place(1) if callable(place) else place).name
    return name.removeprefix("the ").split()[0]


def _listed(moves: Sequence[Move]) -> str:
    return ", ".join(map(str, moves))
