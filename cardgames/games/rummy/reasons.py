"""The reasons that the hints give for moves of Rummy, with outs and odds.

Each reason is true of the position and uses only what the player to move can see. What speaks for
a discard is not true of the next best one.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from cardgames.games.rummy.choices import LEAST, Choice, Choices, hand_of, is_clear, pool
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.judging import Gap
from cardgames.games.rummy.lookup import named
from cardgames.games.rummy.melds import (
    all_melds,
    best_split,
    fits,
    homes,
    listed,
    melds_in,
    near,
    worth,
)
from cardgames.model.cards import DECK, Card, Pile
from cardgames.model.game import Move
from cardgames.model.names import name_of

FEW: Final = 3
"""A rival with at most this number of cards is close to going out."""
SAFE: Final = "on the table it counts nothing against you"
OUT: Final = "it ends the hand"
WAY_OUT: Final = "you can go out in this turn"
ONLY: Final = "you may discard no other card"
MELDED: Final = "every other card that you may discard is in a meld"
MOST: Final = 2
"""The most reasons that are given for a discard."""


def why(game: Rummy, move: Move, choices: Choices | None = None) -> str:
    """Say why to make MOVE in GAME, as the player to move sees it; it begins the first of CHOICES.

    Without CHOICES there is no other move worth comparing, or the hand can be won at once.
    """
    cards = [card for card in move.arguments if isinstance(card, Card)]
    if move.name == "draw":
        return _why_draw(game)
    if move.name == "take":
        return _why_take(game)
    if len(cards) == len(hand_of(game)):
        return OUT
    if choices is None:
        if goes_out(game):
            return WAY_OUT
        return _why_only(game) if move.name == "discard" else _why_down(game)
    if choices.is_dead:
        return f"nobody wins in any of {choices.worlds} imagined deals: the hand may run dead"
    parts = ["as planned" * choices.goes_on]
    for_it = ", and ".join(_for_the_discard(choices))
    if move.name != "discard":
        then = f"then discard {choices[0].card}" if choices[0].card else ""
        parts += [_why_down(game), ": ".join(filter(None, [then, for_it]))]
    else:
        parts.append(for_it)
    return "; ".join(filter(None, [*parts, _why_held(choices)]))


def _why_only(game: Rummy) -> str:
    """Say why no other discard is worth comparing."""
    return ONLY if len([m for m in game.legal_moves() if m.name == "discard"]) == 1 else MELDED


def _for_the_discard(choices: Choices) -> Iterator[str]:
    """Yield what speaks for the discard of the first of CHOICES, and not for the other best ones.

    If nothing speaks against all of these, each one has a reason of its own.
    """
    first = choices[0]
    others = _others(choices)
    if not others:
        return
    found = [rather(choices.game, first, other) for other in others]
    common = [kind for kind in found[0] if all(kind in speaking for speaking in found)]
    if common:
        yield from [found[0][kind] for kind in common[:MOST]]
        return
    yield from [next(iter(speaking.values())) for speaking in found if speaking]
    played = dict[str, list[str]]()
    for other, speaking in zip(others, found):
        if not speaking:
            played.setdefault(_played(choices.gap(other)), []).append(str(other.card))
    yield from [said.format(listed(cards)) for said, cards in played.items()]


def _others(choices: Choices) -> list[Choice]:
    """Return the best choices that discard another card than the first, each card once."""
    card = choices[0].card
    if card is None:
        return []
    found = dict[Card, Choice]()
    for one in choices.front:
        if one.card not in (None, card):
            found.setdefault(one.card, one)
    more = [one for one in choices if one.card not in (None, card)]
    return list(found.values()) or more[:1]


def _played(gap: Gap) -> str:
    """Say what GAP shows where nothing that can be counted speaks for the first choice."""
    if is_clear(gap):
        return "played out it does better than {}, though nothing simple shows why"
    if gap.chance > gap.chance_error:
        return "played out it won more often than {}"
    if gap.points >= LEAST:
        return "played out it did better than {}, perhaps by chance"
    return "{} would do as well"


def rather(game: Rummy, first: Choice, other: Choice) -> dict[str, str]:
    """Return what speaks for the discard of FIRST, and not for that of the OTHER choice, by kind.

    They are compared by what is left in the hand once the plan of FIRST is carried out.
    """
    ace, down = game.options.ace, [set(named(cards)) for cards in first.plan.down]
    card, instead = first.card, other.card
    assert card is not None and instead is not None
    rest = tuple(c for c in hand_of(game) if c is not card and not any(c in laid for laid in down))
    kept = best_split(rest, ace).melds
    said = dict[str, str]()
    wanted = _wanted(game, instead)
    if wanted and not _wanted(game, card):
        said["wanted"] = wanted
    table = all_melds(ace)
    laid = [table[cards] for cards in first.plan.down if cards in table]
    for meld in [*laid, *kept]:
        if instead in meld:
            said["part"] = f"{instead} is part of {_text(meld)}"
    loose = [one for one in rest if not any(one in meld for meld in kept)]
    if instead in loose:
        said |= _partners(game, (card, rest), (instead, [*loose, card]))
    if first.uses < other.uses:
        ways = {0: "no way", 1: "1 way"}.get(first.uses, f"{first.uses} ways")
        said["uses"] = f"a rival could use it in {ways}, {instead} in {other.uses}"
    if worth((card,), ace) > worth((instead,), ace):
        said["worth"] = f"it counts more than {instead}"
    if first.outs > other.outs and not said:
        said["outs"] = f"it leaves you {first.outs} outs, {instead} only {other.outs}"
    return said


def _partners(
    game: Rummy, one: tuple[Card, Sequence[Card]], other: tuple[Card, Sequence[Card]]
) -> dict[str, str]:
    """Say whether fewer cards go with ONE than with the OTHER; each has cards it may go with."""
    ace = game.options.ace
    mine = _pairs(*one, ace)
    theirs = [pair for pair in _pairs(*other, ace) if _completing(game, [pair])]
    some, more = len(_completing(game, mine)), len(_completing(game, theirs))
    instead = other[0]
    if not mine and more:
        cards = dict.fromkeys(str(two) for pair in theirs for two in pair if two is not instead)
        goes = f"while {instead} goes with {listed(list(cards))}"
        return {"alone": f"nothing you hold goes with it, {goes}"}
    if some < more:
        kind, few = pool(game)[1], f"only {some}" if some else "none"
        make = "make" if some > 1 else "makes"
        return {"fewer": f"{few} of the {kind} {make} a meld with it, {more} with {instead}"}
    return {}


def _wanted(game: Rummy, card: Card) -> str:
    """Say which cards, known to be in a rival's hand, make a meld with CARD; '' for none."""
    ace = game.options.ace
    for seat, held in enumerate(game.held, 1):
        if seat != game.turn:
            for meld in melds_in((*held, card), ace):
                if card in meld:
                    rest = _text(other for other in meld if other is not card)
                    return f"{name_of(game.options, seat)} holds {rest}, which {card} completes"
    return ""


def _why_held(choices: Choices) -> str:
    """Say why to hold melds or cards back that could be laid down; '' if there are none."""
    laid, table = choices[0].plan.down, all_melds(choices.game.options.ace)
    down = [cards for one in choices for cards in one.plan.down if cards not in laid]
    melds = [table[cards] for cards in dict.fromkeys(down) if cards in table]
    if melds:
        stay, them = ("stays", "it") if len(melds) == 1 else ("stay", "them")
        named = listed(list(map(_text, melds)))
        return f"{named} {stay} in your hand, where nobody can lay off on {them}"
    return f"{DECK[down[0].bit_length() - 1]} can be laid off later, too" if down else ""


def _why_draw(game: Rummy) -> str:
    """Say why not to take the top discard, and how many cards of the stock would help."""
    if not game.discards:
        return "there is no discard to take"
    top = game.discards[-1]
    if helps(game, top):
        return f"{_use(game, top)}, but all would know that you hold it"
    lacks = f"{top} completes no meld{_misfit(game, top)}"
    card = next_card(game)
    if card is not None:
        tells = f", and {_use(game, card)}" if helps(game, card) else ""
        return f"{lacks}; the stock brings {card}{tells}"
    cards, kind = pool(game)
    helping = sum(helps(game, card) for card in cards)
    return f"{lacks}; {_share(helping, len(cards), kind)} would"


def _misfit(game: Rummy, card: Card) -> str:
    """Say why CARD cannot be laid off now; '' if there are no melds on the table."""
    if homes(card, [meld.cards for meld in game.melds], game.options.ace):
        return ", and you may not lay it off yet"
    return " and fits none" if game.melds else ""


def _why_take(game: Rummy) -> str:
    """Say why to take the top discard."""
    card, hand = game.discards[-1], hand_of(game)
    if not game.may_draw():
        return "there is no card to draw"
    if helps(game, card):
        return _use(game, card)
    if pairs := _pairs(card, (*hand, card), game.options.ace):
        return f"{_odds(game, pairs)}, if you take it"
    return "you know which card you get"


def _use(game: Rummy, card: Card) -> str:
    """Say which meld CARD completes in the hand, or which meld on the table it fits."""
    ace = game.options.ace
    hand = (*hand_of(game), card)
    melds = [*best_split(hand, ace).melds, *melds_in(hand, ace)]
    for meld in melds:
        if card in meld:
            return f"{card} completes {_text(meld)}"
    number = homes(card, [meld.cards for meld in game.melds], ace)[0]
    return f"{card} fits meld {number}, {_text(game.melds[number - 1].cards)}"


def _why_down(game: Rummy) -> str:
    """Say why to lay down cards now rather than later."""
    rivals = [len(hand) for seat, hand in enumerate(game.hands, 1) if seat != game.turn]
    if min(rivals) <= FEW:
        left = "1 card" if min(rivals) == 1 else f"{min(rivals)} cards"
        return f"{SAFE}, and somebody has only {left} left"
    return SAFE


def goes_out(game: Rummy) -> bool:
    """Can the player go out in this turn, perhaps after several melds and cards laid off?"""
    while True:
        hand, moves = hand_of(game), list(game.legal_moves())
        if any(_parts_with(move) == len(hand) for move in moves):
            return True
        best = best_split(hand, game.options.ace).melds
        melds = [move for move in moves if move.name == "meld" and move.arguments in best]
        down = [*melds, *(move for move in moves if move.name == "off")]
        if not down:
            return False
        game = game.apply(down[0])


def _parts_with(move: Move) -> int:
    """Return the number of cards that leave the hand in MOVE."""
    return sum(isinstance(card, Card) for card in move.arguments)


def helps(game: Rummy, card: Card) -> bool:
    """Would CARD complete a meld in the hand, or could the player lay it off?"""
    ace = game.options.ace
    if game.may_lay_off() and any(fits(card, meld.cards, ace) for meld in game.melds):
        return True
    return any(card in meld for meld in melds_in((*hand_of(game), card), ace))


def next_card(game: Rummy) -> Card | None:
    """Return the card that a draw would bring; None if the player cannot know it."""
    if not game.stock:
        return game.discards[0] if game.options.restock == "turn" else None
    return game.stock[-1] if game.stock_known else None


def _odds(game: Rummy, pairs: Sequence[Pile]) -> str:
    """Say how many of the cards that may be drawn make a meld of any of PAIRS."""
    cards, kind = pool(game)
    verb = "completes" if (found := len(_completing(game, pairs))) < 2 else "complete"
    named = listed(list(map(_text, pairs)), "or")
    return f"{_share(found, len(cards), kind)} {verb} {named}"


def _share(some: int, all_: int, kind: str) -> str:
    """Return the share of cards, such as '2 of 21 unseen cards' for 2, 21 and 'unseen cards'."""
    return f"{some} of {all_} {kind}" if some else f"none of {all_} {kind}"


def _completing(game: Rummy, pairs: Iterable[Pile]) -> list[Card]:
    """Return the cards that may be drawn and would make a meld of any of PAIRS."""
    ace = game.options.ace
    found = [card for card in pool(game)[0] for pair in pairs if melds_in((*pair, card), ace)]
    return list(dict.fromkeys(found))


def _pairs(card: Card, hand: Sequence[Card], ace: str) -> list[Pile]:
    """Return each pair of CARD and a card of HAND that needs only one more card to be a meld."""
    others = [other for other in hand if other is not card]
    pairs = [pair for other in others for pair in near((card, other), ace)]
    return [tuple(sorted(pair, key=DECK.index)) for pair in pairs]


def _text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
