"""The rules of Mod10.

Source: the README of Mod10 (Michael S. Craig, 2011). Where the README is silent, the rules follow
the play of that program. The patience 10-20-30 is the strictest form of the game.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, TypeAlias

from cardgames.model.cards import BACK, DECK, ByCard, Card, Pile, check_deck, parse_card, replaced
from cardgames.model.commands import Argument, Number, Several, Switch, Word, command
from cardgames.model.errors import IllegalMove, InvalidCommand, listed
from cardgames.model.game import Expected, Game, Move, Options, Outcome, option

STACKS: Final = range(1, 8)
NO_TRIPLET: Final = "no triplet can be picked up"  # the reason why a deal is the only move
VALUES: Final = ByCard({card: min(card.rank.value, 10) for card in DECK})

Triplet: TypeAlias = tuple[int, int, int]  # places in a stack; the oldest card is at place 1


class StackPlace(Argument):
    """An argument that is a card of a stack: its place or its name."""

    def parse(self, word: str) -> Any:
        return int(word) if word.isascii() and word.isdecimal() else parse_card(word)


@dataclass(frozen=True)
class Mod10Options(Options):
    pick_up: str = option(
        "any",
        Word("RULE", "any", "current", "must"),
        "Pick up from any stack, or from the last one dealt to; 'must' forces you.",
    )
    show_deck: bool = option(False, Switch(), "Show the next card of the deck.", rule=False)
    count_deck: bool = option(False, Switch(), "Show the number of cards in the deck.", rule=False)


@dataclass(frozen=True, slots=True)
class Mod10(Game):
    """A position of Mod10: a stack begins with its oldest card, the deck ends with its top."""

    name = "mod10"
    options_type = Mod10Options
    measure = "cards dealt"
    score_unit = "stacks gone"
    expected = Expected("computer", "pick_up", {"any": 0.9933, "current": 0.96, "must": 0.277})
    cycles = True

    options: Mod10Options
    deck: Pile
    stacks: tuple[Pile, ...]
    current: int = 7  # the stack that was dealt to last
    dealt: int = 14  # the number of cards dealt, including the first fourteen

    @classmethod
    def read_deck(cls, text: str) -> Pile:
        """Read cards in dealing order; a number stands for any card of that value."""
        words = text.replace(",", " ").split()
        if not all(map(str.isdecimal, words)):
            return Game.read_deck(text)
        left = list(DECK)
        cards = []
        for word in words:
            found = next((card for card in left if str(VALUES[card]) == word), None)
            if found is None:
                raise InvalidCommand(f"no card of value {word[:9]} is left in the deck")
            left.remove(found)
            cards.append(found)
        return tuple(cards)

    @classmethod
    def deal(cls, deck: Pile, options: Any) -> "Mod10":
        """Deal two cards to each of the seven stacks, one card at a time."""
        check_deck(deck)
        dealt = deck[:-15:-1]
        return cls(options, deck[:-14], tuple(dealt[s::7] for s in range(7)))

    @command("d", name="deal")
    def deal_card(self) -> "Mod10":
        """Deal the next card of the deck to the next stack."""
        if not self.deck:
            raise IllegalMove("the deck is empty: a triplet must be picked up first")
        if self.options.pick_up == "must" and self.triplets(self.current):
            raise IllegalMove(f"stack {self.current} has a triplet: it must be picked up first")
        current = self.next_stack()
        deck, card = self.deck[:-1], self.deck[-1]
        stacks = replaced(self.stacks, current, (*self.stacks[current - 1], card))
        return replace(self, deck=deck, stacks=stacks, current=current, dealt=self.dealt + 1)

    @command("p", Number("S", 1, 7, what="stack"), Several(StackPlace("CARD"), "A B C", (0, 3)))
    def pick(self, s: int, *cards: int | Card) -> "Mod10":
        """Pick up a triplet from a stack.

        Name the three cards in any order, by their places (1 is the oldest) or as cards; if the
        stack has only one triplet, you may leave them out. The cards go to the bottom of the deck,
        and the oldest of them will be dealt first.
        """
        stack = self.stacks[s - 1]
        if not stack:
            raise IllegalMove(f"stack {s} is gone")
        if s not in self.open_stacks():
            only = f"pick up only from stack {self.current}"
            raise IllegalMove(f"stack {s} is not the last one dealt to: {only}")
        triplets = [self._named(s, cards)] if cards else self.triplets(s)
        if not triplets:
            raise IllegalMove(f"stack {s} has no triplet")
        if len(triplets) > 1:
            named = ", ".join(f"{' '.join(map(str, t))} ({{}} {{}} {{}})" for t in triplets)
            several = [stack[place - 1] for places in triplets for place in places]
            told = f"stack {s} has {len(triplets)} triplets, name one: {named}"
            raise IllegalMove(told, *several)
        triplet = triplets[0]
        picked = tuple(stack[place - 1] for place in triplet)
        left = tuple(card for place, card in enumerate(stack, 1) if place not in triplet)
        return replace(self, deck=picked[::-1] + self.deck, stacks=replaced(self.stacks, s, left))

    def possible(self) -> dict[str, bool]:
        """Does the current stack exist, and is the deck large enough for the cards never dealt?"""
        return {"current": self.current in STACKS, "dealt": self.unseen() <= len(self.deck)}

    def allowed(self) -> Iterator[Move]:
        """Yield the move 'deal' if it is legal, and a move for each triplet to pick up."""
        if self.outcome() is not None:
            return
        if self.deck and not (self.options.pick_up == "must" and self.triplets(self.current)):
            yield Move("deal")
        for s in self.open_stacks():
            yield from (Move("pick", (s, *triplet)) for triplet in self.triplets(s))

    def outcome(self) -> Outcome | None:
        """Return how the game ended: won if all stacks are gone, lost if no move is left."""
        if not any(self.stacks):
            return Outcome(1, "all seven stacks are gone")
        if self.deck or any(map(self.triplets, self.open_stacks())):
            return None
        last = f"stack {self.current}, the last one, has no triplet"
        stacks = "no stack has a triplet" if self.options.pick_up == "any" else last
        return Outcome(0, f"the deck is empty, and {stacks}")

    def key(self) -> Hashable:
        """Return the values of the cards in the deck and in each stack, and the current stack."""
        value = VALUES.get  # which is None for a hidden card
        stacks = tuple([tuple(map(value, stack)) for stack in self.stacks])
        return tuple(map(value, self.deck)), stacks, self.current

    def outcome_if_repeated(self, first: "Mod10") -> Outcome | None:
        """Return a draw if `pick_up` is 'must': the game would then repeat itself forever."""
        must = self.options.pick_up == "must"
        return Outcome(None, "the position has come back") if must else None

    def score(self) -> int:
        """Return the number of stacks that are gone: 0 to 7."""
        return self.stacks.count(())

    def length(self, moves: int) -> int:
        """Return the number of cards dealt, including the first fourteen."""
        return self.dealt

    def unseen(self) -> int:
        """Return the number of cards that were never dealt: the top cards of the deck."""
        return max(0, len(DECK) - self.dealt)

    def with_backs(self, seat: int) -> "Mod10":
        """Return this position with BACK for each card that was never dealt."""
        known = self.deck[: len(self.deck) - self.unseen()]
        return replace(self, deck=known + (BACK,) * self.unseen())

    def next_stack(self) -> int:
        """Return the number of the stack that gets the next card; stacks that are gone get none."""
        following = [(self.current + step) % 7 for step in range(7)]
        return next(s for s in following if self.stacks[s]) + 1

    def open_stacks(self) -> Sequence[int]:
        """Return the numbers of the stacks from which a triplet may be picked up."""
        return STACKS if self.options.pick_up == "any" else (self.current,)

    def triplets(self, s: int) -> list[Triplet]:
        """Return the triplets of stack `s`, in the order in which 10-20-30 prefers them."""
        stack = self.stacks[s - 1]
        return [ring for ring in rings(len(stack)) if _sum(stack, ring) % 10 == 0]

    def _named(self, s: int, names: Sequence[int | Card]) -> Triplet:
        """Return the triplet of stack `s` with these places or cards; raises IllegalMove."""
        stack, places = self.stacks[s - 1], list[int]()
        for name in names:
            if isinstance(name, Card) and name not in stack:
                raise IllegalMove(f"{{}} is not in stack {s}", name)
            places.append(stack.index(name) + 1 if isinstance(name, Card) else name)
            if not 1 <= places[-1] <= len(stack):
                raise IllegalMove(f"stack {s} has the places 1 to {len(stack)}")
        first, second, third = sorted(places)
        triplet = (first, second, third)
        cards = [stack[place - 1] for place in triplet]
        if len(set(triplet)) < 3:
            raise IllegalMove("{} is named twice: a triplet is three cards", cards[1])
        if triplet not in rings(len(stack)):
            possible = listed([" ".join(map(str, ring)) for ring in rings(len(stack))])
            together = "{}, {} and {} cannot be picked up together"
            raise IllegalMove(f"{together}: of stack {s} only {possible} can", *cards)
        if (total := _sum(stack, triplet)) % 10:
            raise IllegalMove(f"{{}}, {{}} and {{}} make {total}, not 10, 20 or 30", *cards)
        return triplet


@cache
def rings(size: int) -> list[Triplet]:
    """Return the places that a triplet can have in a stack of `size` cards.

    The three cards are neighbors on a ring that joins the newest card to the oldest, and one of the
    three is at an end of the stack. The triplets come in the order in which 10-20-30 prefers them.
    """
    if size < 3:
        return []
    ordered = [(1, 2, size), (1, size - 1, size), (size - 2, size - 1, size), (1, 2, 3)]
    return list(dict.fromkeys(ordered))


def _sum(stack: Pile, triplet: Triplet) -> int:
    i, j, k = triplet
    return VALUES[stack[i - 1]] + VALUES[stack[j - 1]] + VALUES[stack[k - 1]]
