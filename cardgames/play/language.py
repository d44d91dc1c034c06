"""The reader of typed lines: it turns short and loose forms into the notation of the game.

Only the notation is logged, recorded and saved. A line in the notation is read at once. Otherwise
these forms are tried, in this order:

    name or short form       undo 3, u3, x9s, turn, lay off 10h
    two places               6d kc, 6d to 3, r3, wf, 13, 3 f2
    a card                   6d, if it has one legal move
    a move without its name  7, or 4h 5h 6h
    the beginning of a name  sco, if no other name begins so

The reader never guesses: it refuses half a move or a line with two meanings, and shows the choices.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Final, NamedTuple, NoReturn

from cardgames.model.cards import CARDS, Card, Pile, Place, Rank, card_words, parse_card
from cardgames.model.commands import (
    Argument,
    Command,
    Commands,
    Letters,
    Number,
    Reading,
    Several,
    ShortForms,
    check_length,
    split,
)
from cardgames.model.errors import IllegalMove, InvalidCommand, did_you_mean, quoted
from cardgames.model.game import Move

MOVING: Final = ("move", "put")
"""Words that may begin any move, and are skipped."""
SKIPPED: Final = ("to", "onto", "on", "->", "the", "card", "discard", "off")
"""Words within a move that are skipped."""
TRIED: Final = {
    "draw": ("card", "deal"),
    "flip": ("card", "deal"),
    "turn": ("card", "deal"),
    "deal": ("card",),
    "lay": ("off",),
}
"""Words that people try, each with commands; it means the first of these that the game has."""


class Reader:
    """Reads the lines that the player of a game types."""

    def __init__(
        self,
        commands: Commands,
        moves: Collection[str],
        short_forms: ShortForms,
        spell: Callable[[Command, list[str]], list[str]],
    ) -> None:
        """Read COMMANDS, typed in full or by SHORT_FORMS; MOVES names the commands that are moves.

        SPELL takes a command and the words after it, and returns these words in the notation.
        """
        self._commands = commands
        self._moves = moves
        self._short_forms = short_forms
        self._places = MoveReader(commands, short_forms.places)
        self._spell = spell

    def read(self, line: str, game: Any) -> Reading:
        """Return the command that LINE means in the position GAME; raises CardGameError."""
        words = split(line)
        refusal: InvalidCommand | None = None
        if (found := self._commands.get(words[0])) is not None:
            try:
                return found, found.read(words[1:])
            except InvalidCommand as error:
                refusal = error
        words = loosened(words)
        if (named := self._named(words[0].lower())) is not None:
            try:
                return self._called(named[0], named[1] + words[1:])
            except InvalidCommand as error:
                refusal = error
        try:
            reading = self._places.read(words, game) or self._bare(words)
        except InvalidCommand as error:
            raise refusal or error from None
        if reading is None and refusal is None:
            reading = self._begun(words)
        if reading is None:
            raise refusal or self._unknown(words[0])
        return reading

    def _named(self, word: str) -> tuple[Command, list[str]] | None:
        """Return the command that WORD names, with any number or card glued to it; or None."""
        for name in (word, *TRIED.get(word, ())):
            if (found := self._commands.get(name)) is not None:
                return found, []
        for found in self._commands.all.values():
            for short in found.shorts:
                if word.startswith(short) and _can_be_glued(found, word[len(short) :]):
                    return found, [word[len(short) :]]
        return None

    def _called(self, found: Command, words: Sequence[str]) -> Reading:
        """Return the command FOUND with the arguments that WORDS name; raises InvalidCommand."""
        skipped = SKIPPED if found.name in self._moves else ()
        kept = [word for word in words if word.lower() not in skipped]
        if self._places.letters(found) and len(kept) == 1 and kept[0].isdecimal():
            if len(kept[0]) <= len(found.arguments):
                kept = list(kept[0])
        return found, found.read(self._spell(found, kept))

    def _bare(self, words: Sequence[str]) -> Reading | None:
        """Return the move with the arguments WORDS if they are numbers or cards, else None."""
        short_forms = self._short_forms
        if not short_forms.bare or not all(word.isdecimal() or card_in(word) for word in words):
            return None
        if len(words) < short_forms.least:
            raise InvalidCommand(short_forms.advice)
        return self._called(self._commands.find(short_forms.bare), words)

    def _begun(self, words: Sequence[str]) -> Reading | None:
        """Return the only command that WORDS[0] abbreviates, or None; raises InvalidCommand."""
        names = self._commands.names(words[0].lower()) if len(words[0]) > 1 else []
        if len(names) > 1:
            raise InvalidCommand(f"{quoted(words[0])} could be {', '.join(names)}")
        return self._called(self._commands.find(names[0]), words[1:]) if names else None

    def _unknown(self, word: str) -> InvalidCommand:
        lower = word.lower()
        if lower in self._short_forms.foreign:
            return InvalidCommand(self._short_forms.foreign[lower])
        meant = [name for name, means in TRIED.items() if any(map(self._commands.get, means))]
        advice = did_you_mean(lower, [*self._commands.by_word, *meant])
        return InvalidCommand(f"unknown command {quoted(word)}{advice}")


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

    def read(self, words: Sequence[str], game: Any) -> Reading | None:
        """Return the move from place to place, or of one card; None if WORDS name no place or card.

        Raises InvalidCommand for half a move, IllegalMove for a card that does not fit the move.
        """
        if words[0].lower() in MOVING:
            words = words[1:]
        symbols = self._symbols(words)
        places = list(self._typed_places(symbols, game.seen_by(1))) if symbols else []
        if not places:
            return None
        if len(places) > 2:
            raise InvalidCommand("a move has two places: where from, and where to")
        if len(places) == 2:
            return self._moved(game, *places)
        card = places[0].card
        return self._half(game, places[0]) if card is None else self._only_move(game, card)

    def _symbols(self, words: Sequence[str]) -> list[str | Card]:
        """Return the cards, letters and digits in WORDS; [] if they hold anything else."""
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

    def _typed_places(self, symbols: list[str | Card], seen: Any) -> Iterator[TypedPlace]:
        """Yield the places that SYMBOLS name; the letter of numbered piles takes the next digit."""
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
                yield TypedPlace(symbol, None)

    def _numbered(self, letter: str, number: int, seen: Any) -> TypedPlace:
        """Return the place with this LETTER and NUMBER; raises InvalidCommand if there is none."""
        place = self._places[letter]
        last = len(getattr(seen, field_of(place)))
        if callable(place) and not 1 <= number <= last:
            raise InvalidCommand(f"there is no {place(number)}: they are numbered 1 to {last}")
        return TypedPlace(letter, number)

    def _place_of(self, card: Card, seen: Any) -> TypedPlace:
        """Return the place where CARD lies in view; raises IllegalMove."""
        for letter, place in self._places.items():
            if not callable(place):
                if card in seen.pile(place):
                    return TypedPlace(letter, None, card)
                continue
            for number, pile in enumerate(getattr(seen, place(1).field), 1):
                if card in pile:
                    return TypedPlace(letter, number, card)
        raise IllegalMove("{} is on no pile that you see", card)

    def _pile(self, game: Any, typed: TypedPlace) -> Pile:
        """Return the cards at the place TYPED."""
        place = self._places[typed.letter]
        pile: Pile = game.pile(place(typed.number or 0) if callable(place) else place)
        return pile

    def letters(self, found: Command) -> str:
        """Return the letters of the source and target of command FOUND, or ''."""
        short = found.shorts[0] if found.shorts else ""
        return short if len(short) == 2 and self._places.keys() >= set(short) else ""

    def _moved(self, game: Any, source: TypedPlace, target: TypedPlace) -> Reading:
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

    def _check_cards(self, game: Any, card: Card | None, target: TypedPlace, move: Move) -> None:
        """Check that CARD is the first that MOVE moves, and that TARGET's card tops its pile.

        If not, the person did not mean this move. A forbidden move is left to the rules to refuse.
        """
        if target.card is not None and self._pile(game, target)[-1] is not target.card:
            raise IllegalMove("{} is not on top of its pile", target.card)
        lead = self._lead(game, move) if card is not None else None
        if lead not in (card, None):
            raise IllegalMove(f"{{}} does not lead: {move} moves from {{}} on", card, lead)

    def _lead(self, game: Any, move: Move) -> Card | None:
        """Return the first of the cards that MOVE moves; None if it moves none or is forbidden."""
        letters = self.letters(self._commands.all[move.name])
        if not letters:
            return None
        source = TypedPlace(letters[0], move.arguments[0] if move.arguments else None)
        try:
            left = self._pile(game.apply(move), source)
        except IllegalMove:
            return None
        return next((card for card in self._pile(game, source) if card not in left), None)

    def _only_move(self, game: Any, card: Card) -> Reading:
        """Return the only legal move of CARD; raises IllegalMove if there are none or several.

        Ignore moves from a foundation, so that typing a card twice does not bring it back.
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
        """Does MOVE take a card from a foundation?"""
        letter = self.letters(self._commands.all[move.name])[0]
        return field_of(self._places[letter]) == "foundations"

    def _half(self, game: Any, source: TypedPlace, target: str = "") -> NoReturn:
        """Raise InvalidCommand, which lists the legal moves from SOURCE (to TARGET, if given)."""
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
    """Return the name of the game's field that holds PLACE."""
    return (place(1) if callable(place) else place).field


def _listed(moves: Sequence[Move]) -> str:
    return ", ".join(map(str, moves))


def commands_in(line: str) -> list[str]:
    """Return the commands of LINE, split at semicolons outside quotes; [''] if there are none."""
    check_length(line)
    parts = re.findall(r"""(?:'[^']*'|"[^"]*"|[^;])+""", line)
    return [part.strip() for part in parts if part.strip()] or [""]


def loosened(words: Sequence[str]) -> list[str]:
    """Return WORDS split at commas and arrows, each card as one word, and a run as its cards."""
    loose: list[str] = []
    for word in words:
        plain = " " in word or not word
        parts = [word] if plain else word.replace(",", " ").replace("->", " ").split()
        for part in parts:
            loose += _run(part)
    return card_words(loose) or list(words)


def _run(word: str) -> list[str]:
    """Return the cards of a run such as 7C-9C; for any other WORD, the word itself."""
    first, _, last = word.partition("-")
    low, high = card_in(first), card_in(last)
    if low is None or high is None or low.suit is not high.suit:
        return [word]
    end = 13 if high.rank is Rank.ACE else high.rank
    cards = [CARDS[rank, low.suit] for rank in Rank if low.rank <= rank <= end]
    return list(map(str, cards + [high] * (high.rank is Rank.ACE))) or [word]


def _can_be_glued(found: Command, rest: str) -> bool:
    """Can REST follow a short form of FOUND without a blank, as the number in u3 does?"""
    if not found.arguments or not rest:
        return False
    if rest.isascii() and rest.isdecimal():
        return _takes_cards(found) or isinstance(_item(found), Number)
    return _takes_cards(found) and card_in(rest) is not None


def _takes_cards(found: Command) -> bool:
    """Can the first argument of FOUND be a card?"""
    try:
        return bool(found.arguments) and isinstance(_item(found).parse("AC"), Card)
    except InvalidCommand:
        return False


def _item(found: Command) -> Argument:
    """Return the argument that reads the first word after FOUND."""
    first = found.arguments[0]
    return first.item if isinstance(first, Several) else first
