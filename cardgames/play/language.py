"""The language that forgives: reads what a person types into the notation of the game.

Only the notation is made, logged, recorded and saved. A line in the notation is read at once; the
other forms are tried only when that fails, always in the same order:

    name or short form       undo 3, u3, x9s, turn, lay off 10h
    two places               6d kc, 6d to 3, r3, wf, 13, 3 f2
    a card                   6d, if it has one legal move
    the game's bare move     7, or 4h 5h 6h
    the beginning of a name  sco, if no other name begins so

What is half said, or could mean two things, is refused with the choices and never guessed.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from cardgames.model.arguments import Argument, Number, Several
from cardgames.model.cards import CARDS, Card, Rank, card_words
from cardgames.model.commands import Command, Commands, check_length, did_you_mean, split
from cardgames.model.errors import InvalidCommand, quoted
from cardgames.play.places import SKIPPED, Letters, Places, Reading, card_in

TRIED: Final = {
    "draw": ("card", "deal"),
    "flip": ("card", "deal"),
    "turn": ("card", "deal"),
    "deal": ("card",),
    "lay": ("off",),
}
"""Words that people try, and the commands that they may mean; the first one that the game has."""


class Dialect(NamedTuple):
    """What a game declares about its short ways."""

    places: Letters = {}
    """The places of its cards."""
    bare: str = ""
    """The move that numbers and cards alone mean."""
    least: int = 1
    """The least number of words that mean this move."""
    advice: str = ""
    """What to say to fewer words."""
    enter: str = ""
    """The move that Enter alone makes at a terminal."""
    foreign: Mapping[str, str] = {}
    """Words from other ways to play the game, and what to say to them."""

    def summary(self) -> str:
        """Return examples of the short ways, in one line."""
        alone = [letter for letter, place in self.places.items() if not callable(place)]
        moves = ["31", "3f", *[f"{letter}3" for letter in alone], "6d kc", "6d"]
        parts = [", ".join(moves)] if self.places else []
        if self.bare:
            example = " ".join("345"[: self.least])
            parts.append(f"{example} is {self.bare} {example}")
        if self.enter:
            parts.append(f"Enter is {self.enter}")
        return "; ".join([*parts, "sco is score"])


def commands_in(line: str) -> list[str]:
    """Return the commands of LINE, which semicolons separate outside quotes; at least one."""
    check_length(line)
    parts = re.findall(r"""(?:'[^']*'|"[^"]*"|[^;])+""", line)
    return [part.strip() for part in parts if part.strip()] or [""]


class Language:
    """Reads what the player of a game types."""

    def __init__(
        self,
        commands: Commands,
        moves: Collection[str],
        dialect: Dialect,
        spell: Callable[[Command, list[str]], list[str]],
    ) -> None:
        """Read COMMANDS, some of which are MOVES, in the short ways of DIALECT.

        SPELL returns the words after a command, with those of the notation in place of the names
        that only a player at the screen uses.
        """
        self._commands = commands
        self._moves = moves
        self._dialect = dialect
        self._places = Places(commands, dialect.places)
        self._spell = spell

    def read(self, line: str, game: Any) -> Reading:
        """Return what LINE means in the position GAME; raises CardGameError."""
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
        """Return the command that WORD names, with what is glued to it, or None."""
        for name in (word, *TRIED.get(word, ())):
            if (found := self._commands.get(name)) is not None:
                return found, []
        for found in self._commands.all.values():
            for short in found.shorts:
                if word.startswith(short) and _can_be_glued(found, word[len(short) :]):
                    return found, [word[len(short) :]]
        return None

    def _called(self, found: Command, words: Sequence[str]) -> Reading:
        """Return the command FOUND with its arguments, read from WORDS; raises InvalidCommand."""
        skipped = SKIPPED if found.name in self._moves else ()
        kept = [word for word in words if word.lower() not in skipped]
        if self._places.letters(found) and len(kept) == 1 and kept[0].isdecimal():
            if len(kept[0]) <= len(found.arguments):
                kept = list(kept[0])
        return found, found.read(self._spell(found, kept))

    def _bare(self, words: Sequence[str]) -> Reading | None:
        """Return the bare move, if all WORDS are numbers or cards; raises InvalidCommand."""
        dialect = self._dialect
        if not dialect.bare or not all(word.isdecimal() or card_in(word) for word in words):
            return None
        if len(words) < dialect.least:
            raise InvalidCommand(dialect.advice)
        return self._called(self._commands.find(dialect.bare), words)

    def _begun(self, words: Sequence[str]) -> Reading | None:
        """Return the command whose name begins as typed; raises InvalidCommand if several do."""
        names = self._commands.names(words[0].lower()) if len(words[0]) > 1 else []
        if len(names) > 1:
            raise InvalidCommand(f"{quoted(words[0])} could be {', '.join(names)}")
        return self._called(self._commands.find(names[0]), words[1:]) if names else None

    def _unknown(self, word: str) -> InvalidCommand:
        lower = word.lower()
        if lower in self._dialect.foreign:
            return InvalidCommand(self._dialect.foreign[lower])
        meant = [name for name, means in TRIED.items() if any(map(self._commands.get, means))]
        advice = did_you_mean(lower, [*self._commands.by_word, *meant])
        return InvalidCommand(f"unknown command {quoted(word)}{advice}")


def loosened(words: Sequence[str]) -> list[str]:
    """Return WORDS with commas and arrows as blanks, runs in full, and each card one word."""
    loose: list[str] = []
    for word in words:
        plain = " " in word or not word
        parts = [word] if plain else word.replace(",", " ").replace("->", " ").split()
        for part in parts:
            loose += _run(part)
    return card_words(loose) or list(words)


def _run(word: str) -> list[str]:
    """Return the cards of a run that is typed by its ends, as in 7C-9C, else WORD itself."""
    first, _, last = word.partition("-")
    low, high = card_in(first), card_in(last)
    if low is None or high is None or low.suit is not high.suit:
        return [word]
    end = 13 if high.rank is Rank.ACE else high.rank
    cards = [CARDS[rank, low.suit] for rank in Rank if low.rank <= rank <= end]
    return list(map(str, cards + [high] * (high.rank is Rank.ACE))) or [word]


def _can_be_glued(found: Command, rest: str) -> bool:
    """Can REST, a number or a card, follow a short form of FOUND without a blank?"""
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
    """Return what the first word after FOUND is read as."""
    first = found.arguments[0]
    return first.item if isinstance(first, Several) else first
