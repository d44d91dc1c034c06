"""Moves between the places of a patience, as a person types them: 6d kc, r3, 31, 6d alone.

A card stands for the place where it lies; then the rules decide, so that errors name the rule.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from cardgames.model.cards import Card, Pile, parse_card
from cardgames.model.commands import Command, Commands
from cardgames.model.errors import IllegalMove, InvalidCommand
from cardgames.model.game import Move
from cardgames.model.piles import Place

Reading: TypeAlias = tuple[Command, tuple[Any, ...]]
"""A command and the values of its arguments."""

Letters: TypeAlias = Mapping[str, Place | Callable[[int], Place]]
"""The places of a game by their letters; those that are numbered are functions.

A bare number means the first. The short form of a move from one place to another is their letters.
"""

MOVING: Final = ("move", "put")
"""Words that people begin a move with, and that mean nothing of their own."""
SKIPPED: Final = ("to", "onto", "on", "->", "the", "card", "discard", "off")
"""Words that mean nothing between others."""


class Spot(NamedTuple):
    """A place as it was typed."""

    letter: str
    number: int | None
    card: Card | None = None
    """The card that was named in the place of the pile it lies on."""


class Places:
    """Reads the moves between the places of a game."""

    def __init__(self, commands: Commands, places: Letters) -> None:
        """Read those of COMMANDS that move cards between PLACES."""
        self._commands = commands
        self._places = places

    def read(self, words: Sequence[str], game: Any) -> Reading | None:
        """Return the move from one place to another, or of one card; None if WORDS name neither.

        Raises InvalidCommand for half a move, IllegalMove for a card that the move does not mean.
        """
        if words[0].lower() in MOVING:
            words = words[1:]
        symbols = self._symbols(words)
        spots = list(self._spots(symbols, game.seen_by(1))) if symbols else []
        if not spots:
            return None
        if len(spots) > 2:
            raise InvalidCommand("a move has two places: where from, and where to")
        if len(spots) == 2:
            return self._moved(game, *spots)
        card = spots[0].card
        return self._half(game, spots[0]) if card is None else self._only_move(game, card)

    def _symbols(self, words: Sequence[str]) -> list[str | Card]:
        """Return the cards, letters and digits that WORDS consist of; none if there are others."""
        if not self._places:
            return []
        known = set(self._places) | set("0123456789")
        symbols: list[str | Card] = []
        for word in map(str.lower, words):
            if (card := card_in(word)) is not None:
                symbols.append(card)
            elif known.issuperset(word):
                symbols += word
            elif word not in SKIPPED:
                return []
        return symbols

    def _spots(self, symbols: list[str | Card], seen: Any) -> Iterator[Spot]:
        """Yield the places that SYMBOLS name; a numbered letter takes the next digit."""
        places = self._places
        waiting = symbols[::-1]
        while waiting:
            symbol = waiting.pop()
            if isinstance(symbol, Card):
                yield self._place_of(symbol, seen)
            elif symbol.isdecimal():
                yield self._numbered(next(iter(places)), int(symbol), seen)
            elif callable(places[symbol]) and waiting and str(waiting[-1]).isdecimal():
                yield self._numbered(symbol, int(str(waiting.pop())), seen)
            else:
                yield Spot(symbol, None)

    def _numbered(self, letter: str, number: int, seen: Any) -> Spot:
        """Return the place with this LETTER and NUMBER; raises InvalidCommand if there is none."""
        place = self._places[letter]
        last = len(getattr(seen, field_of(place)))
        if callable(place) and not 1 <= number <= last:
            raise InvalidCommand(f"there is no {place(number)}: they are numbered 1 to {last}")
        return Spot(letter, number)

    def _place_of(self, card: Card, seen: Any) -> Spot:
        """Return the place where CARD is seen to lie; raises IllegalMove."""
        for letter, place in self._places.items():
            if not callable(place):
                if card in seen.pile(place):
                    return Spot(letter, None, card)
                continue
            for number, pile in enumerate(getattr(seen, place(1).field), 1):
                if card in pile:
                    return Spot(letter, number, card)
        raise IllegalMove("{} is on no pile that you see", card)

    def _pile(self, game: Any, spot: Spot) -> Pile:
        """Return the cards at SPOT."""
        place = self._places[spot.letter]
        pile: Pile = game.pile(place(spot.number or 0) if callable(place) else place)
        return pile

    def letters(self, found: Command) -> str:
        """Return the letters of the places between which a command moves; '' if it does not."""
        short = found.shorts[0] if found.shorts else ""
        return short if len(short) == 2 and self._places.keys() >= set(short) else ""

    def _moved(self, game: Any, source: Spot, target: Spot) -> Reading:
        """Return the move from SOURCE to TARGET; raises InvalidCommand if a number is missing."""
        places = self._places
        found = self._commands.get(source.letter + target.letter)
        if found is None:
            start, end = field_of(places[source.letter]), field_of(places[target.letter])
            raise IllegalMove(f"no card goes from the {start} to the {end}")
        needed = sum(not argument.optional for argument in found.arguments)
        numbers = [s.number for s in (source, target) if callable(places[s.letter])][:needed]
        if None in numbers:
            self._half(game, source, target.letter)
        if source.card is not None and len(found.arguments) > needed:
            pile = self._pile(game, source)
            numbers.append(len(pile) - pile.index(source.card))
        arguments = found.read(list(map(str, numbers)))
        self._check_cards(game, source.card, target, Move(found.name, arguments))
        return found, arguments

    def _check_cards(self, game: Any, card: Card | None, target: Spot, move: Move) -> None:
        """Check that CARD leads what MOVE moves, and that the card of TARGET is on top there.

        Else the player did not mean this pile. A move that is forbidden is left to the rules.
        """
        if target.card is not None and self._pile(game, target)[-1] is not target.card:
            raise IllegalMove("{} is not on top of its pile", target.card)
        lead = self._lead(game, move) if card is not None else None
        if lead not in (card, None):
            raise IllegalMove(f"{{}} does not lead: {move} moves from {{}} on", card, lead)

    def _lead(self, game: Any, move: Move) -> Card | None:
        """Return the first card that MOVE moves; None if it moves none, or is forbidden."""
        letters = self.letters(self._commands.all[move.name])
        if not letters:
            return None
        source = Spot(letters[0], move.arguments[0] if move.arguments else None)
        try:
            left = self._pile(game.apply(move), source)
        except IllegalMove:
            return None
        return next((card for card in self._pile(game, source) if card not in left), None)

    def _only_move(self, game: Any, card: Card) -> Reading:
        """Return the only legal move of CARD; raises IllegalMove if there are none or several.

        A card alone never leaves its foundation: typed twice, it would take itself back.
        """
        moves = [
            move
            for move in game.legal_moves()
            if self._lead(game, move) is card and not self._leaves_foundation(move)
        ]
        if not moves:
            raise IllegalMove("{} has no legal move", card)
        if len(moves) > 1:
            raise IllegalMove(f"{{}} has {len(moves)} legal moves: {_listed(moves)}", card)
        return self._commands.find(moves[0].name), moves[0].arguments

    def _leaves_foundation(self, move: Move) -> bool:
        """Does MOVE bring a card back from a foundation?"""
        letter = self.letters(self._commands.all[move.name])[0]
        return field_of(self._places[letter]) == "foundations"

    def _half(self, game: Any, source: Spot, target: str = "") -> Reading:
        """Refuse half a move with what could make it whole; raises InvalidCommand."""
        moves = [
            move
            for move in game.legal_moves()
            if self.letters(self._commands.all[move.name]).startswith(source.letter + target)
            and source.number in (None, *move.arguments[:1])
        ]
        choices = _listed(moves) or "no card can be moved from there"
        raise InvalidCommand(f"that is half a move: {choices}")


def card_in(word: str) -> Card | None:
    """Return the card that WORD names, or None."""
    try:
        return parse_card(word)
    except InvalidCommand:
        return None


def field_of(place: Place | Callable[[int], Place]) -> str:
    """Return the word for a place, without its number."""
    return (place(1) if callable(place) else place).field


def _listed(moves: Sequence[Move]) -> str:
    return ", ".join(map(str, moves))
