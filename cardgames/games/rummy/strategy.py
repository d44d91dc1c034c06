"""The computer players of Rummy, who see no more than a person would, and the reasons for moves.

Easy and medium follow a simple rule, and easy makes slips. To judge a discard, hard looks at the
cards that it and its rivals still hope for. Against one rival it holds its melds back; against
several it plays plans out in sampled worlds. In a test with four players and equal thinking time,
the rollouts of this module won 123 of 300 hands; those of `judge.py`, which hints use, won 91.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hand import NEAR, NOBODY, Hand, Play, against_one, discards, simple
from cardgames.games.rummy.judge import LEAST, LIKELY, MOST_DISCARDS, Choices, Tried, TurnPlan
from cardgames.games.rummy.melds import BITS, NUMBERS, named, numbers
from cardgames.model.cards import DECK, Card, Pile, cards_in
from cardgames.model.errors import IllegalMove, listed
from cardgames.model.game import Game, Move, Setup, name_of
from cardgames.model.strategy import Advice, Result, Strategy

SLIPS: Final = 15  # the percentage of decisions in which easy slips: it draws, or discards any card
HEATS: Final = ((24, 5), (40, 3), (100, 1))  # for each round: new worlds, and number of plans kept
ENOUGH: Final = 16_000  # thinking stops after this number of sampled turns, to keep moves fast
AHEAD: Final = 10  # the number of further turns that each player plays in a sampled world
WIN: Final = 400  # the worth of winning the hand, in addition to its points
ONLY: Final = "you may discard no other card"
MELDED: Final = "every other card that you may discard is in a meld"
MOST: Final = 2  # the most reasons given for a discard


class Medium(Strategy):
    """Lays down cards at once; discards the most valuable card that is not close to a meld."""

    takes = staticmethod(Hand.takes)  # should the player take the top discard, rather than draw?
    play = staticmethod(simple)  # returns the next step of the turn, after the draw

    def turn(self, hand: Hand) -> None:
        hand.take() if self.takes(hand) else hand.draw()
        hand.end_turn(self.play)

    def advise(self, game: Rummy) -> Iterator[Advice]:
        yield Advice(self.move(game), "")

    def move(self, game: Rummy) -> Move:
        hand = game.now
        if hand.own >> 52:
            raise IllegalMove(f"the hand of player {game.turn}, who is to move, is hidden")
        if hand.drawn:
            return game.move_of(self.play(hand))
        return Move("take" if self.takes(hand) else "draw")

    def result(self, setup: Setup) -> Result:
        """Let computers play a match to its end, each at the level of its seat."""
        game = setup.dealt()
        assert isinstance(game, Rummy)
        seats = range(1, setup.options.players + 1)
        players = [STRATEGIES[setup.options.level_of(seat)]() for seat in seats]
        while (outcome := game.outcome()) is None:
            now = game.now.copy()
            while not now.over:
                players[now.turn].turn(now)
            game = replace(game, now=now).ended()
        return Result(outcome.winner, game.score(), game.hand, game.extra())


class Easy(Medium):
    def takes(self, hand: Hand) -> bool:
        return not hand.may_draw() if hand.luck().below(100) < SLIPS else hand.takes()

    def play(self, hand: Hand) -> Play:
        luck = hand.luck()
        if luck.below(100) >= SLIPS:
            return simple(hand)
        cards = list(numbers(hand.own & ~hand.taken))
        return 1 << cards[luck.below(len(cards))], False


class Hard(Medium):
    """Holds melds back against one rival; against several, tries out plans in sampled worlds."""

    def play(self, hand: Hand) -> Play:
        if len(hand.hands) == 2:
            return against_one(hand)
        plan = best_in_worlds(hand)
        return (plan.down[0], True) if plan.down else hand.parting_with(plan.card)


class Adviser(Hard):
    """Plays like `Hard`; its hints also compare the choices and give reasons."""

    _told: Choices | None = None  # the choices that were compared last

    def explain(self, game: Any, before: Game | None, every: bool = False) -> Advice:
        """Return the best move and the compared choices; if `every`, add all other discards."""
        seen: Rummy = game.seen_by(game.player())
        choices = self._continued(seen)
        if choices is None:
            can_win = seen.drawn and seen.now.ends_hand()  # a sure win needs no comparison
            choices = self._told = None if can_win else Choices(seen, self.move(seen))
        full = choices.in_full() if choices is not None and every else choices
        if choices is None or full is None or len(full) < 2 and not choices.laid:
            return Advice(move := self.move(seen), why(seen, move))
        move, *then = choices.left(choices[0].plan).moves(seen)
        is_one = len(choices) < 2 and not choices.laid
        reason = why(seen, move, None if is_one else choices)
        return Advice(move, reason, tuple(then), choices=full)

    def _continued(self, seen: Rummy) -> Choices | None:
        """Return what is left of the choices in `_told` if the moves since followed the first."""
        told = self._told
        if told is None:
            return None
        plan = told.left(told[0].plan)
        done = TurnPlan(down=tuple([cards for cards in plan.down if not cards & seen.now.own]))
        way = done.carried_out(told.game.now)
        if plan == done or (told.game.hand, way) != (seen.hand, seen.now):
            return None
        return told.after(seen, done.down) if done.down else told


# The computer players: the one that gives hints, and one for each level
STRATEGIES: Final = {"hint": Adviser, "easy": Easy, "medium": Medium, "hard": Hard}


def best_in_worlds(hand: Hand) -> TurnPlan:
    """Return the plan for the rest of the turn that does best in sampled worlds."""
    down, laid = hand.laid_down()
    if down.over or hand.made and laid:
        return TurnPlan(down=laid)
    ways = {(): hand, laid: down}
    candidates = [
        TurnPlan("", way, card) for way in ways for card in discards(ways[way])[:MOST_DISCARDS]
    ]
    totals = dict.fromkeys(candidates, 0.0)
    # A player who holds melds back now does so in later turns, too.
    holder = hand.turn if hand.rules.melds.has_meld(hand.own) else NOBODY
    worlds, turns = random_worlds(hand), 0
    for count, left in HEATS:
        for world in islice(worlds, count):
            if turns > ENOUGH or len(totals) == 1:
                break
            for plan in totals:
                end = plan.carried_out(world)
                last = end.turns + AHEAD * len(end.hands)
                end.play_out(last, simple, NOBODY if plan.down else holder)
                turns += end.turns - hand.turns
                if end.winner != NOBODY:
                    won = WIN + end.points()
                    totals[plan] += won if end.winner == hand.turn else -won / (len(end.hands) - 1)
        best = sorted(totals, key=totals.__getitem__, reverse=True)[:left]
        totals = {plan: totals[plan] for plan in best}
    return next(iter(totals))


def random_worlds(hand: Hand) -> Iterator[Hand]:
    """Yield worlds dealt at random; they depend only on what the player to move sees."""
    random, cards, seen = hand.luck(), hand.hidden(), hand.seen_by(hand.turn)
    while True:
        for _ in range(LIKELY):
            random.shuffle(cards)
            world = seen.filled(iter(cards), random.below(1 << 31))
            rivals = world.hands[: hand.turn] + world.hands[hand.turn + 1 :]
            if not any(map(world.rules.melds.has_meld, rivals)):
                break
        yield world


def why(game: Rummy, move: Move, choices: Choices | None = None) -> str:
    """Say why to make `move`, the first move of the first choice.

    `choices` is None if no other move is worth comparing, or if the hand can be won at once.
    """
    if move.name == "draw":
        return _why_draw(game)
    if move.name == "take":
        return _why_take(game)
    if len(cards_in(move.arguments)) == game.now.own.bit_count():
        return "it ends the hand"
    if choices is None:
        if game.now.ends_hand():
            return "you can go out in this turn"
        if move.name == "discard":
            return ONLY if (game.now.own & ~game.now.taken).bit_count() == 1 else MELDED
        return _why_down(game)
    if choices.is_dead:
        return f"nobody wins in any of {choices.worlds} imagined deals: the hand may run dead"
    planned, down = "as planned" if choices.laid else "", ""
    for_it = ", and ".join(_for_the_discard(choices))
    if move.name != "discard":
        down, then = _why_down(game), f"then discard {choices[0].card}" * bool(choices[0].card)
        for_it = ": ".join(filter(None, [then, for_it]))
    return "; ".join(filter(None, [planned, down, for_it, _why_held(choices)]))


def _for_the_discard(choices: Choices) -> Iterator[str]:
    """Yield reasons why the first choice's discard is better than those of other good choices.

    If no kind of reason applies to all the other discards, yield one reason for each of them.
    """
    first, by_card = choices[0], dict[Card | None, Tried]()
    differ = [one for one in choices if one.card not in (None, first.card)]
    for one in differ:
        if one in choices.front:
            by_card.setdefault(one.card, one)
    others = [*by_card.values()] or differ[:1]
    if first.card is None or not others:
        return
    found = [rather(choices.game, first, other) for other in others]
    common = [kind for kind in found[0] if all(kind in speaking for speaking in found)]
    if common:
        yield from [found[0][kind] for kind in common[:MOST]]
        return
    yield from [next(iter(speaking.values())) for speaking in found if speaking]
    played = dict[str, list[str]]()
    for other, speaking in zip(others, found):
        if not speaking:  # no reason was found
            gap, said = choices.gap(other), "{} would do as well"
            if gap.is_clear:
                said = "played out it does better than {}, though nothing simple shows why"
            elif gap.chance > gap.chance_error:
                said = "played out it won more often than {}"
            elif gap.points >= LEAST:
                said = "played out it did better than {}, perhaps by chance"
            played.setdefault(said, []).append(str(other.card))
    yield from [said.format(listed(cards)) for said, cards in played.items()]


def rather(game: Rummy, first: Tried, other: Tried) -> dict[str, str]:
    """Return, by kind, the reasons why the discard of `first` is better than that of `other`."""
    rules = game.options.melds
    card, instead = first.card, other.card
    assert card is not None and instead is not None
    rest, said = first.rest.own, dict[str, str]()
    kept = rules.split(rest)
    wanted = _wanted(game, instead)
    if wanted and not _wanted(game, card):
        said["wanted"] = wanted
    for cards in (*first.plan.down, *kept.melds):
        if cards & BITS[instead] and cards in rules.melds:
            said["part"] = f"{instead} is part of {_text(rules.melds[cards])}"
    loose = rest & ~kept.cards
    if loose & BITS[instead]:
        loose, coming = loose | BITS[card], game.now.coming
        some = rules.outs(NUMBERS[card], rest, coming)[0]
        outs = rules.outs(NUMBERS[instead], loose, coming)[0]
        if not rules.mates[NUMBERS[card]] & rest and outs:
            mates = named(rules.mates[NUMBERS[instead]] & loose)
            partners = [str(mate) for mate in mates if rules.completing(instead, mate) & coming]
            goes = f"{instead} goes with {listed(partners)}"
            said["alone"] = f"nothing you hold goes with it, while {goes}"
        elif some < outs:
            few = f"{f'only {some}' if some else 'none'} of the {pool(game)[1]}"
            make = "make" if some > 1 else "makes"
            said["fewer"] = f"{few} {make} a meld with it, {outs} with {instead}"
    if first.uses < other.uses:
        ways, more = (f"{n} way{'s' * (n > 1)}" for n in (first.uses, other.uses))
        said["uses"] = f"a rival could use it in {ways}, {instead} in {other.uses}"
        if not first.uses:
            said["uses"] = f"no rival can use {card}, but {instead} in {more}"
    if rules.values[NUMBERS[card]] > rules.values[NUMBERS[instead]]:
        said["worth"] = f"it counts more than {instead}"
    if first.outs > other.outs and not said:
        said["outs"] = f"it leaves you {first.outs} outs, {instead} only {other.outs}"
    return said


def _wanted(game: Rummy, card: Card) -> str:
    for seat, held in enumerate(game.held, 1):
        for meld in game.options.melds.melds_in((*held, card)) if seat != game.turn else ():
            if card in meld:
                rest = _text(other for other in meld if other is not card)
                return f"{name_of(game.options, seat)} holds {rest}, which {card} completes"
    return ""


def _why_held(choices: Choices) -> str:
    """Say why to hold back cards that another choice lays down; '' if none are held back."""
    laid, table = choices[0].plan.down, choices.game.options.melds.melds
    down = [cards for one in choices for cards in one.plan.down if cards not in laid]
    melds = [table[cards] for cards in dict.fromkeys(down) if cards in table]
    if melds:
        stay, them = ("stays", "it") if len(melds) == 1 else ("stay", "them")
        named = listed(list(map(_text, melds)))
        return f"{named} {stay} in your hand, where nobody can lay off on {them}"
    return f"{DECK[down[0].bit_length() - 1]} can be laid off later, too" if down else ""


def _why_draw(game: Rummy) -> str:
    """Say why not to take the top discard, and how many cards of the stock would help."""
    top, stock = game.discards[-1], game.stock
    if helps(game, top):
        return f"{_use(game, top)}, but all would know that you hold it"
    lacks = f"{top} completes no meld"
    if game.homes(top):
        lacks += ", and you may not lay it off yet"
    elif game.melds:
        lacks += " and fits none"
    next_card = stock[-1] if stock and game.now.order_known else None
    if not stock and game.options.restock == "turn":
        next_card = game.discards[0]
    if next_card is not None:
        tells = f", and {_use(game, next_card)}" if helps(game, next_card) else ""
        return f"{lacks}; the stock brings {next_card}{tells}"
    cards, kind = pool(game)
    helping = sum([helps(game, card) for card in cards])
    return f"{lacks}; {helping or 'none'} of {len(cards)} {kind} would"


def _why_take(game: Rummy) -> str:
    card, own, rules = game.discards[-1], game.now.own, game.options.melds
    if not game.now.may_draw():
        return "there is no card to draw"
    if helps(game, card):
        return _use(game, card)
    pairs = [_text(named(1 << n | BITS[card])) for n in numbers(rules.mates[NUMBERS[card]] & own)]
    if not pairs:
        return "you know which card you get"
    cards, kind = pool(game)
    found = rules.outs(NUMBERS[card], own, game.now.coming)[0]
    complete = "completes" if found < 2 else "complete"
    pair = listed(pairs, "or")
    return f"{found or 'none'} of {len(cards)} {kind} {complete} {pair}, if you take it"


def _use(game: Rummy, card: Card) -> str:
    rules, hand = game.options.melds, (*named(game.now.own), card)
    for meld in (*rules.best_split(hand), *rules.melds_in(hand)):
        if card in meld:
            return f"{card} completes {_text(meld)}"
    number = game.homes(card)[0]
    return f"{card} fits meld {number}, {_text(game.melds[number - 1].cards)}"


def _why_down(game: Rummy) -> str:
    fewest = game.now.fewest_of_rivals()
    near = f", and somebody has only {fewest} card{'s' * (fewest > 1)} left" * (fewest <= NEAR)
    return f"on the table it counts nothing against you{near}"


def helps(game: Rummy, card: Card) -> bool:
    now, cards = game.now, BITS[card]
    fits = now.may_lay_off() and (now.runs | now.groups) & cards
    return bool(fits) or now.rules.melds.completes(NUMBERS[card], now.own)


def pool(game: Rummy) -> tuple[Pile, str]:
    """Return all cards that the next draw may bring, and words for them, such as 'unseen cards'."""
    known = game.now.order_known
    return named(game.now.coming), "cards of the stock" if known else "unseen cards"


def _text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
