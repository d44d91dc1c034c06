"""The reader of typed lines: it turns short and loose forms into the notation of the game.

Only the notation is logged, recorded and saved. A line in the notation is read at once. Any other
line is tried in these forms, in this order:

    name or short form       undo 3, u3, x9s, draw, card 5, wf, lay off 10h
    two places               6d kc, 6d to 3, r3, 13, waste to 4, jh to foundation
    a rank and another card  q on k, qh k, q kc: if only one legal move fits these words
    a card                   6d: to its foundation, or the only card or first pile that takes it
    a move without its name  7, or 4h 5h 6h
    the beginning of a name  sco, if only one name begins with these letters

This module reads names of commands, and moves without names; `places.py` reads places and cards. If
no form fits, `plain.py` reads the line once more as plain words.

The reader never guesses: it refuses half a move or a line with two meanings, and shows the choices.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from cardgames.model.cards import CARDS, DASHES, DECK, Rank, as_typed, card_words, turned
from cardgames.model.commands import Command, Commands, Number, Reading, Several, ShortForms, split
from cardgames.model.errors import CardGameError, InvalidCommand, did_you_mean, quoted
from cardgames.model.game import Move
from cardgames.play.places import FEW, RANKS, SKIPPED, card_in, lasts_of, letters_of, numbers_in
from cardgames.play.plain import COLORS, TALK, PlainReader, is_plain, polite, without_talk

# Words that people try, each with the commands that it may mean; a game has some of these.
TRIED: Final = {
    "draw": ("card", "deal"),
    "flip": ("card", "deal"),
    "turn": ("card", "deal"),
    "stock": ("card", "deal", "draw"),
    "deck": ("card", "deal", "draw"),
    "d": ("card",),
    "deal": ("card",),
    "lay": ("off",),
}
ARTICLES: Final = ("a", "an", "another", "one")
# Words that could mean several commands, each with an explanation
ADVICE: Final = {"next": "'new' deals the next game, 'hint' proposes a move"}
MANY, LONG = 500, 40  # the most lines that are remembered; lines of this length are not


@dataclass(eq=False, repr=False)
class Reader:
    commands: Commands  # the commands that can be typed, in full or by `short_forms`
    moves: Collection[str]  # the names of those commands that are moves
    short_forms: ShortForms
    # Takes a command and the words after it; returns these words in the notation
    spell: Callable[[Command, list[str]], list[str]]
    # Says where to type words that the game does not know, or returns ''
    elsewhere: Callable[[Sequence[str]], str]

    # Lines read before: a line in the notation means the same in every position.
    _known: dict[str, Reading] = field(default_factory=dict, init=False)

    @cached_property
    def _places(self) -> PlainReader:
        return PlainReader(self.commands, self.short_forms.places)

    def read(self, line: str, game: Any) -> Reading:
        """Return the command that a line means in a position; raises CardGameError."""
        if (reading := self._known.get(line)) is not None:
            return reading
        words = split(line)
        if [word.lower() for word in words[:2]] == ["give", "up"]:
            words[:2] = ["giveup"]
        refusal: InvalidCommand | None = None
        if (found := self.commands.get(words[0])) is not None:
            try:
                reading = found, found.read(words[1:])
            except InvalidCommand as error:
                refusal = error
            else:
                if len(line) < LONG and len(self._known) < MANY:
                    self._known[line] = reading
                return reading
        words = loosened(words)
        refusals = []
        for found, after in self._named(words[0].lower(), words[1:]):
            try:
                return self._called(found, after, game)
            except InvalidCommand as error:
                refusals.append(_about_short_form(words[0], found, after) or error)
        refusal = next(iter(refusals), refusal)
        try:
            reading = self._places.read(words, game) or self._bare(words, game)
        except InvalidCommand as error:
            raise refusal or error from None
        if reading is None and refusal is None and len(words[0]) > 1:
            names = self.commands.names(words[0].lower())
            if len(names) > 1:
                raise InvalidCommand(f"{quoted(words[0])} could be {', '.join(names)}")
            if names:
                reading = self._called(self.commands.find(names[0]), words[1:], game)
        if reading is None:
            raise refusal or self._unknown(words)
        return reading

    def plainly(self, line: str, game: Any, error: CardGameError) -> Reading:
        """Read a refused line as plain words, and return the command that it means.

        Raises CardGameError: the refusal `error`, unless the plain words lead to a clearer one.
        """
        words = split(line)
        # 'da' is no command here; a digit may mean a pile or a number, so 'd5' is no card
        cards = [turned(word) if word[1:] == "10" or word.isalpha() else word for word in words]
        if cards != words:
            with suppress(InvalidCommand):
                return self.read(" ".join(cards), game)
        if len(words) == 1 and words[0].isalpha() and not is_plain(words[0]):
            raise error
        if (kept := polite(words)) and kept != words:
            with suppress(CardGameError):
                return self.read(" ".join(kept), game)
        only = [word for word in map(str.lower, kept) if word not in TALK and word not in ARTICLES]
        if len(only) == 1 and only[0] in TRIED:  # as in 'a card from the deck'
            with suppress(CardGameError):
                return self.read(only[0], game)
        if not self.short_forms.places:
            if words := without_talk(kept, {*self.commands.by_word, *TRIED}):
                with suppress(CardGameError):
                    if (found := self.read(" ".join(words), game))[0].name in self.moves:
                        return found
            raise error
        # A command with wrong arguments is no move; but 'a', 'q' and 'red' may begin one.
        if not kept or self.commands.get(kept[0]) and kept[0].lower() not in (*RANKS, *COLORS):
            raise error
        reading = self._places.plain(loosened(kept), game)
        if reading is None and card_in(kept[0]) is not None:
            raise InvalidCommand("that is no move: 'help move' tells how moves are typed")
        if reading is None:
            raise error
        return reading

    def forms(self, move: Move) -> Iterator[str]:
        """Yield short lines that may stand for a move, the usual one first."""
        found, after = self.commands.all[move.name], " ".join(map(str, move.arguments))
        if short := self._places.short(move):
            yield short
        if after and found.name == self.short_forms.bare:
            yield after
        for word in found.shorts:
            yield f"{word}{after}" if after.isdecimal() else f"{word} {after}".rstrip()

    def _named(self, word: str, after: list[str]) -> Iterator[tuple[Command, list[str]]]:
        """Yield each command that a word names, with the words after it; 'u3' is read as 'u 3'."""
        named = [self.commands.get(name) for name in (word, *TRIED.get(word, ()))]
        for found in filter(None, named):
            again = self.commands.get("turn") if found.name == "card" else None
            if again and len(after) == 1 and after[0].isdecimal() and after != ["1"]:
                yield again, after  # 'card 5' is 'turn 5'; 'card 1' is refused, as in older scripts
            yield found, after
        if any(named):
            return
        for found in self.commands.all.values():
            for short in found.shorts:
                if word.startswith(short) and _can_be_glued(found, word[len(short) :]):
                    yield found, [word[len(short) :], *after]
                    return

    def _called(self, found: Command, words: Sequence[str], game: Any) -> Reading:
        skipped = SKIPPED if found.name in (*self.moves, "turn") else ()
        kept = [word for word in words if word.lower() not in skipped]
        ends = letters_of(found, self.short_forms.places)
        if ends and len(kept) == len(found.arguments) + 1 == 2 and all(map(str.isdecimal, kept)):
            # A place that the game chooses itself may be named, too: 'tf 3 2' is '3f2'.
            if reading := self._places.read([f"{at}{n}" for at, n in zip(ends, kept)], game):
                return reading
        if ends and len(kept) == 1 and kept[0].isdecimal():
            lasts = lasts_of(found)
            if max(lasts, default=0) > FEW:
                kept = numbers_in(kept[0], *lasts) if lasts[1:] else kept
            elif len(kept[0]) <= len(found.arguments):
                kept = list(kept[0])
        return found, found.read(self.spell(found, kept))

    def _bare(self, words: Sequence[str], game: Any) -> Reading | None:
        """Return a move that is typed as bare numbers or cards; None if there are other words."""
        short_forms = self.short_forms
        if not short_forms.bare or not all(word.isdecimal() or card_in(word) for word in words):
            return None
        if len(words) < short_forms.least:
            raise InvalidCommand(short_forms.advice)
        return self._called(self.commands.find(short_forms.bare), words, game)

    def _unknown(self, words: Sequence[str]) -> InvalidCommand:
        if advice := self.elsewhere(words):
            return InvalidCommand(advice)
        word, lower = words[0], words[0].lower()
        if lower in self.short_forms.foreign:
            return InvalidCommand(self.short_forms.foreign[lower])
        if lower in ADVICE:
            return InvalidCommand(f"unknown command {quoted(word)}: {ADVICE[lower]}")
        meant = [name for name, means in TRIED.items() if any(map(self.commands.get, means))]
        advice = did_you_mean(lower, [*self.commands.by_word, *meant])
        return InvalidCommand(f"unknown command {quoted(word)}{advice}")


def loosened(words: Sequence[str]) -> list[str]:
    """Return the words split at commas and arrows; each card is one word, and '4h-6h' is three."""
    loose: list[str] = []
    for word in map(as_typed, words):
        plain = " " in word or not word
        for part in [word] if plain else word.replace(",", " ").replace("->", " ").split():
            first, _, last = re.sub(f"[{DASHES}]", "-", part).partition("-")
            low, high = card_in(first), card_in(last)
            if low is None or high is None or low.suit is not high.suit:
                loose.append(part)
                continue
            end = 13 if high.rank is Rank.ACE else high.rank
            run = [CARDS[rank, low.suit] for rank in Rank if low.rank <= rank <= end]
            loose += list(map(str, run + [high] * (high.rank is Rank.ACE))) or [part]
    return card_words(loose) or list(words)


def _about_short_form(short: str, found: Command, after: Sequence[str]) -> InvalidCommand | None:
    """Return an error if a word follows a short form that takes only a number; if not, None."""
    number = found.argument(1)
    if short.lower() not in found.shorts or not isinstance(number, Number) or not number.optional:
        return None
    if not any(len(word) > 1 and word.isalpha() for word in after):
        return None
    return InvalidCommand(f"{short} is short for {found.name}; type it like this: {found.usage}")


def _can_be_glued(found: Command, rest: str) -> bool:
    """Can `rest` follow a short form of the command without a blank, as in 'u3'?"""
    if not found.arguments or not rest:
        return False
    item = found.arguments[0]
    if isinstance(item, Several):
        item = item.item
    takes_cards = item.holds(DECK[0])
    if rest.isascii() and rest.isdecimal():
        return takes_cards or isinstance(item, Number)
    # The letter of a rank may stand for the only card of that rank in a hand.
    return takes_cards and (rest in ("a", "j", "q", "k") or card_in(rest) is not None)
