"""The computer players of Rummy, who see only what a person in their seat sees, and their reasons.

Easy and medium play by a simple rule, and easy makes slips. Hard weighs each discard by the cards
that it and its rivals still hope for. Against one rival it holds its melds back; against several it
plays candidates out in imagined worlds, in a way of its own: the evaluation that hints use
(`judge.py`), given as little time, won 91 of 300 hands among four, where this one won 123.

Each reason of a hint is true of the position, and what speaks for a discard is not true of the next
best one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final, NamedTuple

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hand import (
    NOBODY,
    Hand,
    Play,
    against_one,
    discards,
    end_turn,
    ends_hand,
    lay_down,
    parting_with,
    play_out,
    play_turn,
    simple,
    takes,
    to_lay_down,
)
from cardgames.games.rummy.judge import (
    LEAST,
    LIKELY,
    MOST_DISCARDS,
    Choices,
    Gap,
    Plan,
    Tried,
    coming_to,
    is_clear,
)
from cardgames.games.rummy.melds import (
    BITS,
    NUMBERS,
    all_melds,
    best_split,
    homes,
    is_run,
    listed,
    melds_in,
    named,
    numbers,
)
from cardgames.model.cards import DECK, Card, Pile
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Advice, Game, Move, Setup, name_of
from cardgames.model.strategy import Result, Strategy

SLIPS: Final = 15
"""The percentage of decisions that easy makes at random."""
HEATS: Final = ((24, 5), (40, 3), (100, 1))
"""For each round of comparison: the worlds to try candidates in, and the number of these kept."""
ENOUGH: Final = 16_000
"""Thinking stops after this number of imagined turns in all, so that a move is fast."""
AHEAD: Final = 10
"""The number of further turns of each player that are played in an imagined world."""
WIN: Final = 400
"""The worth of winning the hand, besides its points."""
FEW: Final = 3
"""A rival with at most this number of cards is close to going out."""
SAFE: Final = "on the table it counts nothing against you"
OUT: Final = "it ends the hand"
WAY_OUT: Final = "you can go out in this turn"
ONLY: Final = "you may discard no other card"
MELDED: Final = "every other card that you may discard is in a meld"
MOST: Final = 2
"""The most reasons that are given for a discard."""


class Candidate(NamedTuple):
    """A way to end the turn, which hard tries in imagined worlds."""

    down: bool
    """Does the player first lay down all possible cards?"""
    card: int
    """The number of the card to discard."""


class Computer(Strategy):
    """Lays down cards at once; discards the most valuable one that is not close to a meld."""

    def takes(self, hand: Hand) -> bool:
        """Should the player take the top discard, rather than draw?"""
        return takes(hand)

    def play(self, hand: Hand) -> Play:
        """Return the next step of the turn, once a card has been drawn or taken."""
        return simple(hand)

    def turn(self, hand: Hand) -> None:
        """Play a turn."""
        hand.take() if self.takes(hand) else hand.draw()
        end_turn(hand, self.play)

    def advise(self, game: Rummy) -> Iterator[Advice]:
        """Yield the move that looks best."""
        yield Advice(self.move(game), "")

    def choose(self, game: Any, before: Game | None) -> Advice:
        """Return the move that looks best; no move of Rummy leads back to an earlier position."""
        return next(self.advise(game.seen_by(game.player())))

    def move(self, game: Rummy) -> Move:
        """Return the move that looks best."""
        hand = game.now
        if hand.own >> 52:
            raise IllegalMove(f"the hand of player {game.turn}, who is to move, is hidden")
        if hand.drawn:
            return move_of(self.play(hand), game)
        return Move("take" if self.takes(hand) else "draw")

    def result(self, setup: Setup) -> Result:
        """Let computers play the match of SETUP to its end, each at the level of its seat."""
        game: Any = setup.dealt()
        seats = range(1, setup.options.players + 1)
        players = [PLAYERS[setup.options.level_of(seat)] for seat in seats]
        while (outcome := game.outcome()) is None:
            now = game.now.copy()
            while not now.over:
                players[now.turn].turn(now)
            game = replace(game, now=now).ended()
        return Result(outcome.winner, game.score(), game.hand, game.extra())


class Medium(Computer):
    """Plays by the simple rule alone, and so fast."""

    def turn(self, hand: Hand) -> None:
        """Play a turn."""
        play_turn(hand)


class Easy(Computer):
    """Plays like medium, but makes some decisions at random."""

    def takes(self, hand: Hand) -> bool:
        """Should the player take the top discard, rather than draw?"""
        if hand.luck().below(100) < SLIPS:
            return not hand.may_draw()
        return super().takes(hand)

    def play(self, hand: Hand) -> Play:
        """Return the next step of the turn, once a card has been drawn or taken."""
        luck = hand.luck()
        if luck.below(100) >= SLIPS:
            return super().play(hand)
        cards = list(numbers(hand.own & ~hand.taken))
        return Play(1 << cards[luck.below(len(cards))], False)


class Hard(Computer):
    """Holds melds back from a single rival; against several, tries candidates in imagined hands."""

    def play(self, hand: Hand) -> Play:
        """Return the next step of the turn, once a card has been drawn or taken."""
        if len(hand.hands) == 2:
            return against_one(hand)
        down, card = best_in_worlds(hand)
        if down and (cards := to_lay_down(hand)):
            return Play(cards, True)
        return parting_with(card, hand)


class Adviser(Hard):
    """Plays as hard does; a hint also compares the choices, and says why.

    A plan for the turn that was told is continued as long as it is followed.
    """

    _told: Any = None
    """The choices compared last; None if there were none."""

    def explain(self, game: Any, before: Game | None, every: bool = False) -> Advice:
        """Return the move to make, and the choices compared; EVERY leaves no discard out."""
        seen = game.seen_by(game.player())
        choices = self._continued(seen) or self._compared(seen)
        full = choices.in_full() if choices is not None and every else choices
        if choices is None or len(full) < 2 and not choices.goes_on:
            return Advice(move := self.move(seen), why(seen, move))
        move, *then = moves_of(choices[0].plan, seen)
        is_one = len(choices) < 2 and not choices.goes_on
        reason = why(seen, move, None if is_one else choices)
        return Advice(move, reason, tuple(then), choices=full)

    def _compared(self, seen: Rummy) -> Any:
        """Compare the choices in SEEN; return None if the hand can be won at once."""
        out = seen.drawn and ends_hand(seen.now)
        self._told = None if out else Choices(seen, self.move(seen))
        return self._told

    def _continued(self, seen: Rummy) -> Any:
        """Return what is left in SEEN of the choices told last, if the plan was followed."""
        if self._told is None:
            return None
        plan = self._told[0].plan
        laid = laid_between(self._told.game, seen, plan.down)
        if laid is None or len(laid) == len(plan.down) and not (plan.draws or plan.card != NOBODY):
            return None
        return self._told.after(seen, laid) if laid else self._told


PLAYERS: Final = {"easy": Easy(), "medium": Medium(), "hard": Hard()}
"""The computer players by their levels."""


def best_in_worlds(hand: Hand) -> Candidate:
    """Return the candidate that does best in imagined worlds; HEATS says when to drop bad ones."""
    down = hand.copy()
    lay_down(down)
    if down.over or hand.made and down.hands != hand.hands:
        return Candidate(True, 0)
    ways = [hand, down] if down.hands != hand.hands else [hand]
    totals = {
        Candidate(way is down, card): 0.0 for way in ways for card in discards(way)[:MOST_DISCARDS]
    }
    worlds, turns = random_worlds(hand), 0
    for count, left in HEATS:
        for world in islice(worlds, count):
            if turns > ENOUGH or len(totals) == 1:
                break
            for one in totals:
                end = end_in(world, hand, down if one.down else hand, one.card)
                totals[one] += worth(end, hand.turn)
                turns += end.turns - hand.turns
        best = sorted(totals, key=totals.__getitem__, reverse=True)[:left]
        totals = {one: totals[one] for one in best}
    return next(iter(totals))


def end_in(world: Hand, hand: Hand, way: Hand, card: int) -> Hand:
    """Discard CARD from WAY, the hand with melds laid down or held back; play on; return the end.

    WORLD supplies the hidden cards. A player who holds melds back now does so in later turns, too.
    """
    round = way.copy()
    round.hands = world.hands[:]
    round.hands[hand.turn] = way.own
    round.stock = world.stock[:]
    round.chance = world.chance
    round.discard(card)
    holds = way is hand and way.rules.tables.has_meld(hand.own)
    play_out(round, AHEAD * len(round.hands), hand.turn if holds else NOBODY)
    return round


def worth(end: Hand, seat: int) -> float:
    """Return the worth to SEAT of END, the position at the end of an imagined hand."""
    if end.winner == NOBODY:
        return 0
    won = WIN + end.points()
    return won if end.winner == seat else -won / (len(end.hands) - 1)


def random_worlds(hand: Hand) -> Iterator[Hand]:
    """Yield worlds with the hidden cards dealt at random, the same for all that looks the same."""
    random, cards, seen = hand.luck(), hand.hidden(), hand.seen_by(hand.turn)
    while True:
        for _ in range(LIKELY):
            random.shuffle(cards)
            world = seen.filled(iter(cards), random.below(1 << 31))
            rivals = world.hands[: hand.turn] + world.hands[hand.turn + 1 :]
            if not any(map(world.rules.tables.has_meld, rivals)):
                break
        yield world


def laid_between(game: Rummy, later: Rummy, down: Sequence[int]) -> tuple[int, ...] | None:
    """Return which of the cards DOWN lead from GAME to LATER if they are laid down, in any order.

    Return None if none do.
    """
    if game == later:
        return ()
    if (game.hand, game.now.turns) != (later.hand, later.now.turns):
        return None
    for cards in down:
        if not cards & later.now.hands[game.now.turn]:
            try:
                after = game.apply(move_of(Play(cards, True), game))
            except IllegalMove:
                continue
            more = laid_between(after, later, [other for other in down if other != cards])
            if more is not None:
                return (cards, *more)
    return None


def moves_of(plan: Plan, game: Rummy) -> list[Move]:
    """Return the moves in GAME that carry out PLAN."""
    if plan.draws:
        return [Move(plan.draws)]
    found = list[Move]()
    for cards in plan.down:
        game = game.apply(found[-1]) if found else game
        found.append(move_of(Play(cards, True), game))
    return [*found, *[Move("discard", (DECK[plan.card],))] * (plan.card != NOBODY)]


def move_of(play: Play, game: Rummy) -> Move:
    """Return the move in GAME that carries out PLAY: a meld, a card laid off, or a discard."""
    cards = play.cards
    if not play.down:
        return Move("discard", (DECK[cards.bit_length() - 1],))
    if cards & (cards - 1):
        return Move("meld", all_melds(game.options.ace)[cards])
    (card,) = named(cards)
    places = homes(card, [meld.cards for meld in game.melds], game.options.ace)
    if len(places) == 1:
        return Move("off", (card,))
    return Move("off", (card, next(n for n in places if is_run(game.melds[n - 1].cards))))


STRATEGIES: Final = {"hint": Adviser, "easy": Easy, "medium": Medium, "hard": Hard}
"""The computer players: the one that gives hints, and one for each level."""


def why(game: Rummy, move: Move, choices: Choices | None = None) -> str:
    """Say why to make MOVE in GAME, as the player to move sees it; it begins the first of CHOICES.

    Without CHOICES there is no other move worth comparing, or the hand can be won at once.
    """
    cards = [card for card in move.arguments if isinstance(card, Card)]
    if move.name == "draw":
        return _why_draw(game)
    if move.name == "take":
        return _why_take(game)
    if len(cards) == game.now.own.bit_count():
        return OUT
    if choices is None:
        if ends_hand(game.now):
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
    return ONLY if (game.now.own & ~game.now.taken).bit_count() == 1 else MELDED


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


def _others(choices: Choices) -> list[Tried]:
    """Return the best choices that discard another card than the first, each card once."""
    card = choices[0].card
    if card is None:
        return []
    found = dict[Card, Tried]()
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


def rather(game: Rummy, first: Tried, other: Tried) -> dict[str, str]:
    """Return what speaks for the discard of FIRST, and not for that of the OTHER choice, by kind.

    They are compared by what is left in the hand once the plan of FIRST is carried out.
    """
    tables, table = game.now.rules.tables, all_melds(game.options.ace)
    card, instead = first.card, other.card
    assert card is not None and instead is not None
    rest = game.now.own & ~BITS[card] & ~sum(first.plan.down)
    kept, said = tables.split(rest), dict[str, str]()
    wanted = _wanted(game, instead)
    if wanted and not _wanted(game, card):
        said["wanted"] = wanted
    for cards in (*first.plan.down, *kept.melds):
        if cards & BITS[instead] and cards in table:
            said["part"] = f"{instead} is part of {_text(table[cards])}"
    loose = rest & ~kept.cards
    if loose & BITS[instead]:
        said |= _partners(game, card, rest, instead, loose | BITS[card])
    if first.uses < other.uses:
        ways, more = (f"{n} way{'s' * (n > 1)}" for n in (first.uses, other.uses))
        said["uses"] = f"a rival could use it in {ways}, {instead} in {other.uses}"
        if not first.uses:
            said["uses"] = f"no rival can use {card}, but {instead} in {more}"
    if tables.values[NUMBERS[card]] > tables.values[NUMBERS[instead]]:
        said["worth"] = f"it counts more than {instead}"
    if first.outs > other.outs and not said:
        said["outs"] = f"it leaves you {first.outs} outs, {instead} only {other.outs}"
    return said


def _partners(game: Rummy, card: Card, rest: int, other: Card, loose: int) -> dict[str, str]:
    """Say whether fewer cards go with CARD, of those of REST, than with the OTHER, of LOOSE."""
    tables, coming = game.now.rules.tables, coming_to(game.now)
    some = tables.outs(NUMBERS[card], rest, coming)[0]
    more = tables.outs(NUMBERS[other], loose, coming)[0]
    if not tables.mates[NUMBERS[card]] & rest and more:
        mates = named(tables.mates[NUMBERS[other]] & loose)
        cards = [str(mate) for mate in mates if tables.completing(other, mate) & coming]
        return {"alone": f"nothing you hold goes with it, while {other} goes with {listed(cards)}"}
    if some < more:
        kind, few = pool(game)[1], f"only {some}" if some else "none"
        make = "make" if some > 1 else "makes"
        return {"fewer": f"{few} of the {kind} {make} a meld with it, {more} with {other}"}
    return {}


def _wanted(game: Rummy, card: Card) -> str:
    """Say which cards, known to be in a rival's hand, make a meld with CARD; '' for none."""
    for seat, held in enumerate(game.held, 1):
        for meld in melds_in((*held, card), game.options.ace) if seat != game.turn else ():
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
    helping = sum([helps(game, card) for card in cards])
    return f"{lacks}; {_share(helping, len(cards), kind)} would"


def _misfit(game: Rummy, card: Card) -> str:
    """Say why CARD cannot be laid off now; '' if there are no melds on the table."""
    if homes(card, [meld.cards for meld in game.melds], game.options.ace):
        return ", and you may not lay it off yet"
    return " and fits none" if game.melds else ""


def _why_take(game: Rummy) -> str:
    """Say why to take the top discard."""
    card, own, tables = game.discards[-1], game.now.own, game.now.rules.tables
    if not game.now.may_draw():
        return "there is no card to draw"
    if helps(game, card):
        return _use(game, card)
    pairs = [_text(named(1 << n | BITS[card])) for n in numbers(tables.mates[NUMBERS[card]] & own)]
    if not pairs:
        return "you know which card you get"
    cards, kind = pool(game)
    found = tables.outs(NUMBERS[card], own, coming_to(game.now))[0]
    share = f"{_share(found, len(cards), kind)} {'completes' if found < 2 else 'complete'}"
    return f"{share} {listed(pairs, 'or')}, if you take it"


def _use(game: Rummy, card: Card) -> str:
    """Say which meld CARD completes in the hand, or which meld on the table it fits."""
    ace = game.options.ace
    hand = (*named(game.now.own), card)
    for meld in (*best_split(hand, ace).melds, *melds_in(hand, ace)):
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


def helps(game: Rummy, card: Card) -> bool:
    """Would CARD complete a meld in the hand, or could the player lay it off?"""
    now, cards = game.now, BITS[card]
    fits = now.may_lay_off() and (now.runs | now.groups) & cards
    return bool(fits) or now.rules.tables.completes(NUMBERS[card], now.own)


def next_card(game: Rummy) -> Card | None:
    """Return the card that a draw would bring; None if the player cannot know it."""
    if not game.stock:
        return game.discards[0] if game.options.restock == "turn" else None
    return game.stock[-1] if game.now.order_known else None


def pool(game: Rummy) -> tuple[Pile, str]:
    """Return all cards that the next draw may bring, and words for them: 'unseen cards'."""
    known = game.now.order_known
    return named(coming_to(game.now)), "cards of the stock" if known else "unseen cards"


def _share(some: int, all_: int, kind: str) -> str:
    """Return the share of cards, such as '2 of 21 unseen cards' for 2, 21 and 'unseen cards'."""
    return f"{some} of {all_} {kind}" if some else f"none of {all_} {kind}"


def _text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
