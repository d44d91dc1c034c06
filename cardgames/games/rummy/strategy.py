"""The computer players of Rummy, who see only what a person in their seat sees, and their reasons.

Easy and medium play by a simple rule, and easy makes slips. Hard weighs each discard by the cards
that it and its rivals still hope for. Against one rival it holds its melds back; against several it
plays its plans out in imagined worlds, as hints do (`judge.py`).

Each reason of a hint is true of the position, and what speaks for a discard is not true of the next
best one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hand import (
    NOBODY,
    Hand,
    Play,
    against_one,
    end_turn,
    parting_with,
    play_turn,
    simple,
    takes,
    to_lay_down,
)
from cardgames.games.rummy.judge import (
    LEAST,
    Choice,
    Choices,
    Gap,
    Plan,
    best_in_worlds,
    hand_of,
    is_clear,
    pool,
)
from cardgames.games.rummy.melds import (
    all_melds,
    best_split,
    fits,
    homes,
    is_run,
    listed,
    melds_in,
    named,
    near,
    numbers,
    worth,
)
from cardgames.model.cards import DECK, Card, Pile
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Advice, Game, Move, Setup
from cardgames.model.names import name_of
from cardgames.model.strategy import Result, Strategy

SLIPS: Final = 15
"""The percentage of decisions that easy makes at random."""
FEW: Final = 3
"""A rival with at most this number of cards is close to going out."""
SAFE: Final = "on the table it counts nothing against you"
OUT: Final = "it ends the hand"
WAY_OUT: Final = "you can go out in this turn"
ONLY: Final = "you may discard no other card"
MELDED: Final = "every other card that you may discard is in a meld"
MOST: Final = 2
"""The most reasons that are given for a discard."""


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
        out = seen.drawn and goes_out(seen)
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
        ways, more = (f"{n} way{'s' * (n > 1)}" for n in (first.uses, other.uses))
        said["uses"] = f"a rival could use it in {ways}, {instead} in {other.uses}"
        if not first.uses:
            said["uses"] = f"no rival can use {card}, but {instead} in {more}"
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
    if not game.now.may_draw():
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
    if game.now.may_lay_off() and any(fits(card, meld.cards, ace) for meld in game.melds):
        return True
    return any(card in meld for meld in melds_in((*hand_of(game), card), ace))


def next_card(game: Rummy) -> Card | None:
    """Return the card that a draw would bring; None if the player cannot know it."""
    if not game.stock:
        return game.discards[0] if game.options.restock == "turn" else None
    return game.stock[-1] if game.now.order_known else None


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
