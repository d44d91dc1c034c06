"""Reads moves between places: '6d kc', 'r3', 'waste to 4', 'jh to foundation', 'js q' or '6d'.

A named card must be the card that the move takes, or the top card of the pile where that card goes.
Otherwise the line is refused before the rules see it: their message would name another card.

A card typed alone goes to its foundation. If it cannot go there, it goes onto the only card that
takes it; if there is no such card, to the first empty pile, and if there is none, to a cell. If
several cards take it, the line is refused, and the message shows what to type.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product, zip_longest
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn, TypeAlias

from cardgames.model.cards import Card, Pile, Place, Rank, parse_card
from cardgames.model.commands import Command, Commands, Letters, Number, Reading
from cardgames.model.errors import CardGameError, IllegalMove, InvalidCommand, listed, quoted
from cardgames.model.game import Move
from cardgames.patience.kinds.tables import rank_word, with_article

if TYPE_CHECKING:
    from cardgames.patience.game import Patience

MOVING: Final = ("move", "put")  # words that may begin any move, and are skipped
ONTO: Final = frozenset(("to", "onto", "on"))  # words between two places
SKIPPED: Final = (*ONTO, "->", "the", "its", "card", "discard", "off")  # words to skip in a move
EMPTY: Final = "empty"  # the first empty pile, as in 'kd to the empty pile'
# The words for ranks, as in 'q on k'. The words 2 to 9 are not ranks, but numbers of piles.
RANKS: Final = {
    word: rank
    for rank in (Rank.ACE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
    for word in (rank.label.lower(), rank.name.lower())
}
SHOWN: Final = 10  # the most moves that the refusal of half a move lists
FEW: Final = 10  # with up to so many piles of a kind, '31' means pile 3 and pile 1
Named: TypeAlias = Card | Rank  # a card, or any card of a rank


class TypedPlace(NamedTuple):
    """A place that a person has typed, perhaps by typing a card that lies there."""

    letter: str
    number: int | None
    card: Card | None = None


class Way(NamedTuple):
    """A legal move between places."""

    move: Move
    source: TypedPlace
    target: TypedPlace
    lead: Card  # the first card that the move takes
    onto: Card | None  # the card on which the move puts `lead`
    order: int  # 0 (best) to a foundation or waste, 1 onto a card, 2 to an empty pile, 3 to a cell
    at: int  # the place of `lead` in its pile
    to: int  # the number of the target pile, even if the game chooses it; 0 if it has no number


class MoveReader:
    def __init__(self, commands: Commands, places: Letters) -> None:
        self._commands = commands
        self._places = places
        self._bare = next(iter(places), "")  # the letter of the piles that a number alone names
        firsts = {letter: at(1) if callable(at) else at for letter, at in places.items()}
        self._fields = {letter: place.field for letter, place in firsts.items()}
        self._words = {word_for(place): letter for letter, place in places.items()}
        # The letters of the source and target of each command, or ''.
        self._ends = {name: letters_of(found, places) for name, found in commands.all.items()}

    def read(self, words: Sequence[str], game: "Patience") -> Reading | None:
        """Return the move that the words describe by places or cards; None if they name neither.

        Raises InvalidCommand for half a move, and IllegalMove for a card that does not fit the
        move.
        """
        if not self._places:
            return None
        moving = words[0].lower() in MOVING
        words = [word for word in map(str.lower, words[moving:]) if word not in ("the", "pile")]
        seen, pair = game.seen_by(1), _pair(words)
        # With ten piles, 10 beside a card may mean the tenth pile or the rank ten.
        numbered = [letter for letter, place in self._places.items() if callable(place)]
        lasts = {letter: len(getattr(seen, self._fields[letter])) for letter in numbered}
        tenth = lasts.get(self._bare, 0) >= FEW
        as_pile = tenth and "10" in words and any(isinstance(one, Card) for one in pair)
        if pair and not as_pile:
            return self._of(game, *pair)
        places = list(self._typed_places(self._symbols(words, lasts), seen))
        if len(places) > 2:
            raise InvalidCommand("a move has two places: where from, and where to")
        if len(places) == 2:
            sources, targets = places
            several = len(sources) * len(targets) > 1
            ways = [
                way
                for way in (self.ways(game) if several or as_pile else ())
                for source, target in product(sources, targets)
                if way.source == source._replace(card=None)
                and source.card in (None, way.lead)
                and way.target.letter == target.letter
                and way.target.number in (None, target.number)
                and target.card in (None, way.onto)
            ]
            if as_pile and not ways and not ONTO.isdisjoint(words):
                return self._of(game, *pair)
            return several and self._one(game, ways) or self._moved(game, sources[0], targets[0])
        if places:
            source = places[0][0]
            if source.card is not None:
                return self._of(game, source.card)
            commands = self._from(source)
            if source.number and [len(found.arguments) for found in commands] == [1]:
                return commands[0], (source.number,)  # only one kind of move starts at this pile
            return self._half(game, source)
        if moving and words:
            raise InvalidCommand("that is no move: 'help move' tells how moves are typed")
        return None

    def typed(self, game: "Patience", move: Move) -> str:
        """Return a line to type for the move: a short form if one is clear, or the full command."""
        wanted = game.canonical(move)
        ways = [*self.ways(game)] if self._ends[move.name] else []
        found = (way for way in ways if game.canonical(way.move) == wanted)
        return next((self.line_for(game, way, ways) for way in found), str(move))

    def line_for(self, game: "Patience", way: Way, ways: Sequence[Way]) -> str:
        """Return a line to type for `way`, as `typed` does; `ways` has all ways of the position."""
        # A form that fits two ways would be refused, so neither can be typed in that form.
        forms = Counter(form for one in ways for form in self._forms(one))
        wanted = game.canonical(way.move)
        for line in [form for form in self._forms(way) if forms[form] == 1]:
            with suppress(CardGameError):
                found, arguments = self.read(line.split(), game) or (None, ())
                if found and game.canonical(Move(found.name, arguments)) == wanted:
                    return line
        return str(way.move)

    def short(self, move: Move) -> str:
        """Return the places of a move in short form, such as '1e', '31' or 'w3'; '' if it has none.

        The number of cards is left out.
        """
        if not self._ends[move.name]:
            return ""
        source, target = map(self._sign, self._ends_of(move))
        lasts = lasts_of(self._commands.all[move.name])
        apart = max(lasts, default=0) > FEW and source[-1:].isdecimal() and target.isdecimal()
        return f"{source} {target}" if apart else source + target

    def _sign(self, at: TypedPlace) -> str:
        """Return the letter and number of a place; for piles of the usual kind, only the number."""
        return f"{at.letter}{at.number or ''}".removeprefix(self._bare if at.number else "")

    def _ends_of(self, move: Move) -> list[TypedPlace]:
        """Return the source and target of a move, without numbers that the game chooses."""
        numbers, places = [*move.arguments, None, None], self._places
        return [
            TypedPlace(letter, numbers.pop(0) if callable(places[letter]) else None)
            for letter in self._ends[move.name]
        ]

    def _symbols(self, words: Sequence[str], lasts: Mapping[str, int]) -> list[str | Card]:
        """Return the cards, letters and numbers in the words; [] if there is anything else.

        `lasts` has the number of piles for each letter. Raises InvalidCommand.
        """
        known = set(self._places) | set("0123456789")
        usual = lasts.get(self._bare, 0)
        part = "10|." if usual >= FEW else "."
        if max(lasts.values(), default=0) > FEW:
            part = "[0-9]+|."
        apart = len(re.findall("[0-9]+", " ".join(words))) > 1  # then each is the number of a pile
        symbols: list[str | Card] = []
        for word, after in zip(words, [*words[1:], ""]):
            first, dash, last = word.partition("-")
            card = card_in(first)  # the first card, if the word is a run
            if card is not None and (not dash or card_in(last) is not None):
                symbols.append(card)
            elif known.issuperset(word):
                for found in re.findall(part, word):
                    most = lasts.get(str(symbols[-1]) if symbols else "", usual)
                    whole = apart or not found[1:]
                    symbols += [found] if whole else numbers_in(found, most, usual)
            elif (letter := self._words.get(word.removesuffix("s"))) is not None:
                symbols += [letter] if after.isdecimal() else [letter, ""]  # '' means: no number
            elif word == EMPTY:
                symbols.append(EMPTY)
            elif word not in SKIPPED:
                return []
        return symbols

    def _typed_places(
        self, symbols: list[str | Card], seen: "Patience"
    ) -> Iterator[list[TypedPlace]]:
        """Yield a list of places for each place that is named; a card may lie in several places."""
        first, places = self._bare, self._places
        waiting = symbols[::-1]
        while waiting:
            symbol = waiting.pop()
            if isinstance(symbol, Card):
                yield self._places_of(symbol, seen)
            elif symbol == EMPTY:
                piles = getattr(seen, self._fields[first])
                if () not in piles:
                    raise IllegalMove(f"no {word_for(places[first])} pile is empty")
                yield [TypedPlace(first, piles.index(()) + 1)]
            elif symbol.isdecimal():
                yield [self._numbered(first, int(symbol), seen)]
            elif symbol and callable(places[symbol]) and waiting and str(waiting[-1]).isdecimal():
                yield [self._numbered(symbol, int(str(waiting.pop())), seen)]
            elif symbol:
                yield [TypedPlace(symbol, None)]

    def _numbered(self, letter: str, number: int, seen: "Patience") -> TypedPlace:
        """Return the place with this letter and number; raises InvalidCommand if there is none."""
        place, last = self._places[letter], len(getattr(seen, self._fields[letter]))
        if callable(place) and not 1 <= number <= last:
            name = str(place(1)).removesuffix("1")
            there = f"they are numbered 1 to {last}"
            raise InvalidCommand(f"there is no {name}{str(number)[:9]}: {there}")
        return TypedPlace(letter, number)

    def _places_of(self, card: Card, seen: "Patience") -> list[TypedPlace]:
        """Return the visible places of a card and its copy; raises IllegalMove if there is none."""
        found = []
        for letter, place in self._places.items():
            piles = getattr(seen, self._fields[letter])
            numbered = enumerate(piles, 1) if callable(place) else [(None, piles)]
            found += [TypedPlace(letter, n, card) for n, pile in numbered if card in pile]
        if found:
            return found
        if card in getattr(seen, "stock", ()):
            raise IllegalMove("{} is in the stock", card)
        raise IllegalMove("{} is on no pile that you see", card)

    def _place(self, typed: TypedPlace) -> Place:
        place = self._places[typed.letter]
        return place(typed.number or 0) if callable(place) else place

    def _pile(self, game: "Patience", typed: TypedPlace) -> Pile:
        pile: Pile = game.pile(self._place(typed))
        return pile

    def _called(self, letter: str) -> str:
        """Return the word for a letter's places: 'cells', or 'hole' if there is only one."""
        place = self._places[letter]
        return self._fields[letter] if callable(place) else word_for(place)

    def _moved(self, game: "Patience", source: TypedPlace, target: TypedPlace) -> Reading:
        """Return the move from one place to another, legal or not; raises the errors of `read`."""
        found = self._commands.get(source.letter + target.letter)
        if found is None:
            start, end = self._called(source.letter), self._called(target.letter)
            if target.card is not None:
                raise IllegalMove(f"{{}} is in the {end}: no card can go on it", target.card)
            ends = [self._called(self._ends[one.name][1]) for one in self._from(source)]
            only = f", only to the {listed(ends, 'or')}" if ends else ""
            raise IllegalMove(f"no card goes from the {start} to the {end}{only}")
        if target.card is not None and self._pile(game, target)[-1] is not target.card:
            self._refuse(game, target)
        if source.card is not None and not self._can_lead(game, found, source):
            if not game.takes_whole_pile(found):
                self._refuse(game, source)
            lead, where = self._pile(game, source)[0], self._place(source)
            whole = f"{{}} does not lead {where}, which moves as a whole: {{}} does"
            raise IllegalMove(whole, source.card, lead)
        several = _takes_several(found)
        numbers = [at.number for at in (source, target) if callable(self._places[at.letter])]
        del numbers[len(found.arguments) - several :]  # drop the piles that the game chooses itself
        if numbers and numbers[-1] is None and found.arguments[len(numbers) - 1].optional:
            numbers.pop()
        if None in numbers:
            self._half(game, source, target.letter)
        # A card inside a pile says how many cards move: all from this card on.
        if source.card is not None and several:
            pile = self._pile(game, source)
            numbers.append(pile[::-1].index(source.card) + 1)  # the upper copy, if there are two
        return found, found.read(list(map(str, numbers)))

    def _from(self, source: TypedPlace) -> list[Command]:
        found = self._commands.all.items()
        return [one for name, one in found if self._ends[name].startswith(source.letter)]

    def _can_lead(self, game: "Patience", found: Command, source: TypedPlace) -> bool:
        """Can the card that names the source be the first card that the move takes?"""
        pile = self._pile(game, source)
        lead = pile[0] if game.takes_whole_pile(found) else pile[-1]
        return source.card is lead or _takes_several(found)

    def _refuse(self, game: "Patience", typed: TypedPlace) -> NoReturn:
        """Raise IllegalMove: the typed card is not on top. The message names the top card."""
        top = self._pile(game, typed)[-1]
        raise IllegalMove(f"{{}} is not on top of {self._place(typed)}: {{}} is", typed.card, top)

    def ways(self, game: "Patience") -> Iterator[Way]:
        for move, after in game.successors():
            if not self._ends[move.name]:
                continue
            source, target = self._ends_of(move)
            # the first card whose place in the pile is now empty or has another card
            pairs = zip_longest(self._pile(game, source), self._pile(after, source))
            at, lead = next((n, card) for n, (card, left) in enumerate(pairs) if card is not left)
            field = self._fields[target.letter]
            order = {"foundations": 0, "waste": 0, "cells": 3}.get(field, 1)
            if field in ("foundations", "cells"):  # the game chooses the pile
                both = enumerate(zip(getattr(game, field), getattr(after, field)), 1)
                to, onto = next(((n, o) for n, (o, new) in both if len(new) > len(o)), (0, ()))
            else:
                to, onto = target.number or 0, self._pile(game, target)
                order += field == "tableau" and not onto
            yield Way(move, source, target, lead, onto[-1] if onto else None, order, at, to)

    def _of(self, game: "Patience", named: Named, onto: Named | None = None) -> Reading:
        """Return the only move of a card, or of any card of a rank; raises IllegalMove.

        Unless `onto` is None, the move must go onto this card, or onto any card of this rank.
        """
        ways = [
            way
            for way in self.ways(game)
            if _is(way.lead, named) and (onto is None or _is(way.onto, onto))
            if self._fields[way.source.letter] != "foundations"  # a card typed twice stays there
        ]
        if not ways and onto is None:  # of a pair that goes off, either card may be typed
            commands = self._commands.all
            pairs = (way for way in self.ways(game) if commands[way.move.name].any_order)
            ways = [way for way in pairs if _is(way.onto, named)]
        first = min((way.order for way in ways), default=0)
        ways = [way for way in ways if way.order == first]
        if first > 1:  # of several empty piles, only the first is offered: it is the last put in
            ways = list({(way.source, way.move.arguments[2:]): way for way in ways[::-1]}.values())
        if reading := self._one(game, ways):
            return reading
        if isinstance(named, Card):
            places = self._places_of(named, game.seen_by(1))
            leads = any(self._can_lead(game, one, at) for at in places for one in self._from(at))
            if not leads and self._pile(game, places[0])[-1] is not named:
                self._refuse(game, places[0])
        if onto is None:
            raise IllegalMove("{} has no legal move", named)
        cards = [one for one in (named, onto) if isinstance(one, Card)]
        upper, lower = (one.rank if isinstance(one, Card) else one for one in (named, onto))
        on = "{}" if onto in cards else with_article(lower)
        above, tableau = Rank(upper % 13 + 1), game.layout.tableau
        top = above is game.base and not tableau.around
        down = tableau.build != "none" and tableau.ways == "down"
        # on a foundation, a card goes onto the next lower rank
        if not down or upper.above(lower) == 1 or lower is above and not top:
            card = "{}" if named in cards else rank_word(upper)
            raise IllegalMove(f"no {card} can go on {on} now", *cards)
        card = "{}" if named in cards else with_article(upper)
        if top:
            raise IllegalMove(f"{card} goes on no other card", *cards)
        raise IllegalMove(f"{card} goes on {with_article(above)}, not on {on}", *cards)

    def _one(self, game: "Patience", ways: Sequence[Way]) -> Reading | None:
        """Return the move of the only way, or None for no way; raises IllegalMove for several."""
        if len(ways) < 2:
            return next(((self._commands.find(w.move.name), w.move.arguments) for w in ways), None)
        forms = Counter(form for way in self.ways(game) for form in self._forms(way))
        typed = [next(form for form in self._forms(way) if forms[form] == 1) for way in ways]
        onto = [way.onto for way in ways]
        what, cards = f"that can be {len(ways)} moves", []
        one_source = len({way.source for way in ways}) == 1
        if one_source and None not in onto and len(set(onto)) == len(ways):
            either = listed(["{}"] * len(ways), "or")
            what, cards = f"{{}} can go onto {either}", [ways[0].lead, *onto]
        raise IllegalMove(f"{what}: type " + listed([f"'{form}'" for form in typed], "or"), *cards)

    def _forms(self, way: Way) -> Iterator[str]:
        """Yield the forms in which a way can be typed, the best first; the last form is unique."""
        source, target = map(self._sign, (way.source, way.target))
        lead = str(way.lead).lower()
        yield from [f"{lead} {way.onto}".lower()] * (way.order == 1)
        yield from (f"{lead} {target}", f"{source} {target}", str(way.move))

    def _half(self, game: "Patience", source: TypedPlace, target: str = "") -> NoReturn:
        """Raise InvalidCommand for half a move; the message lists the legal moves from there."""
        moves = [
            str(move)
            for move in game.legal_moves()
            if self._ends[move.name].startswith(source.letter + target)
            and source.number in (None, *move.arguments[:1])
        ]
        if not moves:
            raise InvalidCommand("no card can be moved from there")
        more = f" and {len(moves) - SHOWN} more; 'moves' lists all" if moves[SHOWN:] else ""
        raise InvalidCommand(f"that is half a move: {', '.join(moves[:SHOWN])}{more}")


def _takes_several(found: Command) -> bool:
    """Is the last argument of a move a number of cards?"""
    route = found.route
    within = route.source == route.target != ""
    return within and any(argument.optional for argument in found.arguments)


def _pair(words: Sequence[str]) -> list[Named]:
    """Return the two ranks, or the card and the rank, that the words name; [] for other words."""
    named = [RANKS.get(word) or card_in(word) for word in words if word not in ONTO]
    pair = [one for one in named if one is not None]
    return pair if len(pair) == len(named) == 2 and any(isinstance(p, Rank) for p in pair) else []


def _is(card: Card | None, named: Named) -> bool:
    return card is named or card is not None and card.rank is named


def letters_of(found: Command, places: Letters) -> str:
    """Return the letters of the source and target of a command, or ''."""
    short = found.shorts[0] if found.shorts else ""
    return short if len(short) == 2 and places.keys() >= set(short) else ""


def example_of(found: Command, places: Letters) -> str:
    """Return a short line for a move, such as '31' for 'tabtab'; '' if there is none."""
    letters, first = letters_of(found, places), next(iter(places), "")
    numbers = ["3", "1" if callable(places.get(letters[:1])) else "4"]
    needed = sum(not argument.optional for argument in found.arguments)
    parts = []
    for letter, number in zip(letters, numbers):
        numbered = callable(places[letter]) and needed > 0
        needed -= numbered
        parts.append(("" if letter == first and numbered else letter) + number * numbered)
    apart = max(lasts_of(found), default=0) > FEW and "".join(parts).isdecimal()
    return " ".join(parts) if apart else "".join(parts)


def lasts_of(found: Command) -> list[int]:
    """Return the highest possible number for each pile that a move names by number."""
    several = _takes_several(found)
    numbers = found.arguments[: len(found.arguments) - several]
    return [number.high for number in numbers if isinstance(number, Number)]


def numbers_in(digits: str, first: int, last: int) -> list[str]:
    """Return the one or two pile numbers that digits mean in a game with more than ten piles.

    Digits that make a number up to `first` are one pile. Other digits are split into two numbers:
    the first is at most `first`, the second at most `last`. Raises InvalidCommand if there are two
    ways to split them.
    """
    if len(digits) < 3 and int(digits) <= first:
        return [digits]
    parted = [(digits[:at], digits[at:]) for at in (1, 2) if len(digits) <= at + 2]
    ways = [
        (one, two)
        for one, two in parted
        if "0" not in (one[0], two[:1]) and two and int(one) <= first and int(two) <= last
    ]
    if len(ways) > 1:
        either = listed([f"'{one} {two}'" for one, two in ways], "or")
        raise InvalidCommand(f"{quoted(digits)} can be {either}: type a blank")
    return [*ways[0]] if ways else [digits]


def card_in(word: str) -> Card | None:
    """Return the card that a word names, or None."""
    try:
        return parse_card(word)
    except InvalidCommand:
        return None


def word_for(place: Place | Callable[[int], Place]) -> str:
    """Return the word for a place on the board: 'waste', 'tableau', 'foundation'."""
    name = (place(1) if callable(place) else place).name
    return name.removeprefix("the ").split()[0]
