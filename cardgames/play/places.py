"""The reader of moves between places: 6d kc, r3, waste to 4, jh to foundation, q on k, or 6d alone.

A card that is named must be the one that the move takes, or lie on top where the move goes. If not,
the line is refused before the rules see it, so that no rule speaks of a card that was not meant.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final, NamedTuple, NoReturn

from cardgames.model.cards import Card, Pile, Place, Rank, parse_card
from cardgames.model.commands import Command, Commands, Letters, Reading
from cardgames.model.errors import CardGameError, IllegalMove, InvalidCommand
from cardgames.model.game import Move

MOVING: Final = ("move", "put")
"""Words that may begin any move, and are skipped."""
ONTO: Final = ("to", "onto", "on")
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


class TypedPlace(NamedTuple):
    """A place that a person has typed."""

    letter: str
    number: int | None
    card: Card | None = None
    """The card that was typed to name the pile it lies on."""


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
        if len(words) == 3 and words[1] in ONTO and {words[0], words[2]} <= RANKS.keys():
            return self._only_pair(game, RANKS[words[0]], RANKS[words[2]])
        seen = game.seen_by(1)
        places = list(self._typed_places(self._symbols(words, seen), seen))
        if len(places) > 2:
            raise InvalidCommand("a move has two places: where from, and where to")
        if len(places) == 2:
            return self._meant(game, [(one, two) for one in places[0] for two in places[1]])
        if places:
            source = places[0][0]
            if source.card is not None:
                return self._only(game, source)
            ways = list(self._from(source))
            if source.number and len(ways) == len(ways[0].arguments) == 1:
                return ways[0], (source.number,)  # the only move that such a pile has
            return self._half(game, source)
        if moving and words:
            raise InvalidCommand("that is no move: 'help move' tells how moves are typed")
        return None

    def typed(self, game: Any, move: Move) -> str:
        """Return MOVE in GAME as it can be typed: by cards and letters, if they mean it alone."""
        after = game.apply(move)
        lead, letters = self._lead(game, move, after), self._letters_of(move)
        if lead is None:
            return move.name
        source, target = (self._places[letter] for letter in letters)
        to, cards = letters[1], [lead, self._carrier(game, after, move)]
        ways = [f"{lead} {to}"]
        if field_of(target) == "tableau":
            to = str(move.arguments[callable(source)])
            ways = [" ".join(map(str, cards))] * (None not in cards) + [f"{lead} {to}"]
        ways += [f"{letters[0]}{move.arguments[0] if callable(source) else ''} {to}"]
        for line in map(str.lower, ways):
            try:
                found, arguments = self.read(line.split(), game) or (None, ())
            except CardGameError:
                continue
            if found and game.canonical(Move(found.name, arguments)) == game.canonical(move):
                return line
        return str(move)

    def _symbols(self, words: Sequence[str], seen: Any) -> list[str | Card]:
        """Return the cards, letters and numbers in WORDS; [] if they hold anything else.

        After a place in words there is '', unless its number follows. Each digit is a number, but
        where there are ten piles, 10 is one, too.
        """
        known = set(self._places) | set("0123456789")
        numbers = (
            r"10|." if len(getattr(seen, field_of(next(iter(self._places.values()))))) > 9 else "."
        )
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
        if len(found) == 1:
            return next(iter(found.values()))
        if found:
            raise IllegalMove(f"that can be {len(found)} moves: {_listed(list(found))}")
        raise refusals[0]

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

    def _lead(self, game: Any, move: Move, after: Any) -> Card | None:
        """Return the first card that MOVE takes from GAME to AFTER; None if it takes none."""
        letters = self._letters_of(move)
        if not letters:
            return None
        source = TypedPlace(letters[0], move.arguments[0] if move.arguments else None)
        pairs = zip_longest(self._pile(game, source), self._pile(after, source))
        return next((card for card, left in pairs if card is not left), None)

    def _letters_of(self, move: Move) -> str:
        """Return the letters of the source and target of MOVE, or ''."""
        return letters_of(self._commands.all[move.name], self._places)

    def _leading(self, game: Any) -> Iterator[tuple[Move, Card, Any]]:
        """Yield each legal move between places, the first card it takes, and the position after it.

        Ignore moves from a foundation, so that typing a card twice does not bring it back.
        """
        for move in game.legal_moves():
            after = game.apply(move)
            lead = self._lead(game, move, after)
            if lead is not None and not self._leaves_foundation(move):
                yield move, lead, after

    def _only(self, game: Any, source: TypedPlace) -> Reading:
        """Return the only legal move of SOURCE's card; raises IllegalMove for none or several."""
        moves = [move for move, lead, _ in self._leading(game) if lead is source.card]
        if not moves:
            if not any(self._can_lead(game, found, source) for found in self._from(source)):
                self._refuse(game, source)
            raise IllegalMove("{} has no legal move", source.card)
        if len(moves) > 1:
            several = f"{{}} has {len(moves)} legal moves: {_listed(moves)}"
            raise IllegalMove(several, source.card)
        return self._commands.find(moves[0].name), moves[0].arguments

    def _only_pair(self, game: Any, rank: Rank, onto: Rank) -> Reading:
        """Return the only legal move of a card of RANK onto one of ONTO; raises IllegalMove."""
        moves = []
        for move, lead, after in self._leading(game):
            carrier = self._carrier(game, after, move)
            if lead.rank is rank and carrier is not None and carrier.rank is onto:
                moves.append(move)
        upper, lower = rank.name.lower(), ("an " if onto is Rank.ACE else "a ") + onto.name.lower()
        if not moves:
            raise IllegalMove(f"no {upper} can go on {lower} now")
        if len(moves) > 1:
            raise IllegalMove(f"{upper} on {lower} can be {len(moves)} moves: {_listed(moves)}")
        return self._commands.find(moves[0].name), moves[0].arguments

    def _carrier(self, game: Any, after: Any, move: Move) -> Card | None:
        """Return the card on which MOVE from GAME to AFTER has put another; None if none."""
        target = self._places[self._letters_of(move)[1]]
        now, before = (
            getattr(position, field_of(target)) if callable(target) else (position.pile(target),)
            for position in (after, game)
        )
        grown = (old for old, new in zip(before, now) if len(new) > len(old))
        below: Pile = next(grown, ())
        return below[-1] if below else None

    def _leaves_foundation(self, move: Move) -> bool:
        """Does MOVE take a card from a foundation?"""
        letter = self._letters_of(move)[0]
        return field_of(self._places[letter]) == "foundations"

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
