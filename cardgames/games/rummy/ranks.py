"""Cards of Rummy counted in words: 'two nines and a seven'."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from cardgames.model.cards import Card, Rank

COUNTS: Final = ("no", "a", "two", "three", "four")
"""How many cards of one rank there are, in words."""


def of_rank(count: int, rank: Rank) -> str:
    """Return COUNT cards of RANK in words: 'a king', 'an ace', 'two sixes'."""
    word = rank.name.lower()
    if count == 1:
        return f"{'an' if word[0] in 'ae' else 'a'} {word}"
    return f"{COUNTS[count]} {word}{'es' if word.endswith('x') else 's'}"


def ranks_of(cards: Iterable[Card]) -> str:
    """Return the ranks of CARDS in words, the commonest first: 'two nines and a seven'."""
    counts = Counter(sorted(card.rank for card in cards))
    return listed([of_rank(count, rank) for rank, count in counts.most_common()])


def listed(words: Sequence[str], link: str = "and") -> str:
    """Return WORDS as a list in a sentence: 'a, b and c'."""
    *first, last = words
    return f"{', '.join(first)} {link} {last}" if first else last
