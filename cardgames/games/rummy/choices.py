"""The choices of a turn of Rummy side by side, as a hint shows them.

Each is a plan that is played out in the same imagined worlds. All of it is known to the player.
"""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from operator import ge
from typing import Any, Final, NamedTuple

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.judging import Gap, Judge, Plan, Trial, plan_made, plans
from cardgames.games.rummy.lookup import named, numbers
from cardgames.games.rummy.melds import bits
from cardgames.games.rummy.playout import ALL, NOBODY, Round, View, view_of
from cardgames.model.cards import BACK, DECK, Pile
from cardgames.model.game import Move

STEP: Final = 4
"""The number of worlds after which it is asked whether the effort is enough."""


class Effort(NamedTuple):
    """How long plans are played out, so that a hint takes half a second at most."""

    heats: tuple[tuple[int, int], ...]
    """For each round in which plans are compared: the worlds seen by then, and the plans kept."""
    enough: int
    """The number of imagined turns after which the effort is enough."""
    every: int
    """The least number of worlds that each plan has seen if all are wanted."""


AGAINST_ONE: Final = Effort(((12, 6), (40, 3), (320, 3)), 7_500, 24)
AMONG_SEVERAL: Final = Effort(((40, 6), (100, 4), (320, 3)), 34_000, 100)
"""Among several, turns are imagined faster."""
SURE: Final = 60
"""What fewer worlds than this show is only rough: standard errors cannot be trusted."""
LEAST: Final = 0.5
"""The least number of points by which a plan must be better for anybody to care."""
SHOWN: Final = 3
"""The most choices that a hint compares."""


class Choice:
    """A plan for the rest of the turn, with what the player can count of it."""

    def __init__(self, game: Rummy, view: View, trial: Trial) -> None:
        """Count for the plan of TRIAL what can be counted in GAME, of which VIEW is the numbers."""
        self.trial = trial
        self.plan: Plan = trial.plan
        self.card = None if self.plan.card == NOBODY else DECK[self.plan.card]
        """The discard, or None."""
        after = _after(view.round, self.plan)
        self.outs = _outs(after, bits(pool(game)[0]))
        """The number of cards that may come and would then complete a meld, or fit one."""
        self.uses = _uses(after, self.plan.card)
        """The number of ways in which a rival may be able to use the discard."""
        value = view.round.rules.tables.values[self.plan.card] if self.card else 0
        self.counts = (self.outs, -self.uses, value)
        """What can be counted of the choice: the more, the better."""

    def __repr__(self) -> str:
        down = [f"lay down {' '.join(map(str, named(cards)))}" for cards in self.plan.down]
        acts = [self.plan.draws, *down, f"discard {self.card}" if self.card else ""]
        return f"<Choice: {', '.join(filter(None, acts))}>"


class Choices(Sequence[Choice]):
    """The choices of a turn: the one to make, then the others, as a rule the best first."""

    def __init__(self, game: Rummy, move: Move) -> None:
        """Compare the plans in GAME, as its player sees it, for one who would make MOVE.

        MOVE stays the first choice unless another one is likely better, by a standard error: it was
        well chosen, and figures from few worlds are rough. One that is as good, and better in what
        can be counted, is preferred, too.
        """
        self.game = game
        self.every = False
        """Is no discard left out?"""
        self._view = view_of(game)
        self._judge = Judge(self._view)
        self._start = self._view
        self._laid: tuple[int, ...] = ()
        self._trials, self._front = _compared(self._judge, self._view, move, self._choice)
        self._found = list(map(self._choice, self._trials))
        self._usual = [one.plan for one in self._found]

    def __getitem__(self, number: Any) -> Any:
        return self._found[number]

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return repr(self._found)

    @property
    def worlds(self) -> int:
        """The number of worlds in which the first choice was played out."""
        return len(self._found[0].trial.ends)

    @property
    def goes_on(self) -> bool:
        """Is a part of the plan of the first choice made already?"""
        return bool(self._laid)

    @property
    def front(self) -> list[Choice]:
        """The best choices: those that were never dropped."""
        return [one for one, trial in zip(self, self._trials) if trial in self._front]

    @property
    def is_dead(self) -> bool:
        """Does nobody win in any of the imagined worlds?"""
        return self.worlds > 0 and not any(
            end.won or end.points for trial in self._trials for end in trial.ends
        )

    def in_full(self) -> "Choices":
        """Return the same choices, and with them every other discard."""
        full = copy(self)
        if not self.every:
            full._add_the_rest()
        return full

    def after(self, game: Rummy, laid: tuple[int, ...]) -> "Choices":
        """Return what is left of the choices in GAME, where the cards LAID of the plan are down."""
        left = copy(self)
        left.game, left.every, left._laid = game, False, (*self._laid, *laid)
        left._trials = [one for one in self._trials if set(laid) <= set(one.plan.down)]
        left._view = view_of(game)
        left._found = list(map(left._choice, left._trials))
        left._usual = [one.plan for one in left._found]
        return left

    @property
    def laid(self) -> list[int]:
        """The sets of cards that the usual plans lay down, the smallest first."""
        return sorted({sum(plan.down) for plan in self._usual}, key=int.bit_count)

    @property
    def lays_melds(self) -> bool:
        """Does any plan lay down a meld, and not only single cards?"""
        return any(cards & (cards - 1) for plan in self._usual for cards in plan.down)

    def is_rough(self, choice: Choice) -> bool:
        """Did CHOICE see too few worlds to say for sure how good it is?"""
        return len(choice.trial.ends) < SURE

    def gap(self, other: Choice) -> Gap:
        """Return by how much the first choice is better than the OTHER one."""
        return self._found[0].trial.better_than(other.trial)

    def points(self, choice: Choice) -> float:
        """Return the points that CHOICE brings on average.

        It may have seen fewer worlds than the first choice. So it is measured by the gap in those.
        """
        return self._found[0].trial.points - self.gap(choice).points

    def chance(self, choice: Choice) -> float:
        """Return the chance of winning the hand by CHOICE, measured in the same way."""
        return min(1.0, max(0.0, self._found[0].trial.chance - self.gap(choice).chance))

    def _add_the_rest(self) -> None:
        """Add the discards that were left out, and play them out roughly."""
        self.every = True
        if not self.game.drawn:
            return
        first, *others = self._trials
        rest = _other_discards(self._start, first.plan, self._trials)
        others += [Trial(plan) for plan in rest if set(self._laid) <= set(plan.down)]
        least = _effort(self._start).every if first.ends else SURE
        self._judge.go_on([one for one in (first, *others) if len(one.ends) < least], least)
        others.sort(key=lambda other: first.better_than(other).points)
        self._trials = [first, *others]
        self._found = list(map(self._choice, self._trials))

    def _choice(self, trial: Trial) -> Choice:
        """Return the choice of what is left of the plan of TRIAL."""
        down = tuple(cards for cards in trial.plan.down if cards not in self._laid)
        left = Trial(trial.plan._replace(down=down))
        left.ends = trial.ends
        return Choice(self.game, self._view, left)


def _compared(
    judge: Judge, view: View, move: Move, choice: Callable[[Trial], Choice]
) -> tuple[list[Trial], list[Trial]]:
    """Return the plans that were played out, and the best of them, which were never dropped.

    The one to follow comes first, then the others, the best first; those dropped early come last.
    CHOICE counts what can be counted of a plan.
    """
    trials = [Trial(plan) for plan in plans(view)]
    own = [trial for trial in trials if _begins(trial.plan, move)]
    if not own:
        own = [Trial(plan_made([move]))]
        trials += own
    if len(trials) == 1:
        return trials, trials
    front = _heats(judge, trials, own, _effort(view))
    first = _best([trial for trial in front if trial in own])
    while better := [trial for trial in front if is_likely(trial.better_than(first))]:
        first = _best(better)
    if preferred := [one for one in front if is_preferred(choice(one), choice(first))]:
        first = _best(preferred)
    others = sorted(trials, key=lambda other: first.better_than(other).points)
    others.sort(key=lambda other: -len(other.ends))
    found = [first, *(other for other in others if other is not first)]
    return found, [one for one in found[:SHOWN] if len(one.ends) == len(first.ends)]


def _effort(view: View) -> Effort:
    """Return how long plans are played out."""
    return AGAINST_ONE if len(view.round.hands) == 2 else AMONG_SEVERAL


def is_preferred(one: Choice, first: Choice) -> bool:
    """Should ONE be advised rather than FIRST, so that the hint can say why?

    It must do about as well in the worlds, and better in what can be counted.
    """
    gap = first.trial.better_than(one.trial)
    if one.card is None or first.card is None or is_likely(gap):
        return False
    if gap.chance < -2 * gap.chance_error:
        return True
    if gap.chance > gap.chance_error or sum(one.plan.down) != sum(first.plan.down):
        return False
    mine, theirs = one.counts, first.counts
    return mine != theirs and all(map(ge, mine, theirs))


def _heats(judge: Judge, trials: list[Trial], own: list[Trial], effort: Effort) -> list[Trial]:
    """Play TRIALS out in more and more worlds, and return those that were never dropped.

    The best one of those that are the player's OWN stays in any case.
    """
    seen, front = 0, trials
    for count, left in effort.heats:
        while seen < count and (not seen or judge.turns < effort.enough):
            seen = min(count, seen + (STEP if seen else effort.heats[0][0]))
            judge.go_on(front, seen)
        kept = sorted(front, key=lambda trial: -trial.points)[:left]
        best = _best([trial for trial in front if trial in own])
        front = kept if best in kept else [*kept[:-1], best]
    return front


def is_clear(gap: Gap) -> bool:
    """Does GAP show for sure that one plan is better than another, and by more than a trifle?"""
    return gap.is_real and gap.points >= LEAST


def is_likely(gap: Gap) -> bool:
    """Does GAP show that one plan is probably better than another?"""
    return gap.points > max(LEAST, gap.error)


def _best(trials: Sequence[Trial]) -> Trial:
    """Return the trial with most points; the first one of equals."""
    return max(trials, key=lambda trial: trial.points)


def _begins(plan: Plan, move: Move) -> bool:
    """Does PLAN begin with MOVE?"""
    made = plan_made([move])
    if made.draws or not made.down:
        return plan == made
    return plan.down[:1] == made.down


def same_plan(one: Plan, other: Plan) -> bool:
    """Do both plans come to the same, whatever is laid down first?"""
    return (one.draws, sum(one.down), one.card) == (other.draws, sum(other.down), other.card)


def _other_discards(view: View, first: Plan, trials: Sequence[Trial]) -> Iterator[Plan]:
    """Yield plans with the discards that the TRIALS leave out.

    Cards are laid down as in the plan FIRST, unless the discard is one of them.
    """
    tried = {trial.plan.card for trial in trials}
    left = _after(view.round, first._replace(card=NOBODY)).hands[view.seat]
    for card in numbers(view.hand & ~view.round.taken):
        if card not in tried:
            yield first._replace(card=card) if left >> card & 1 else Plan("", (), card)


def _after(round: Round, plan: Plan) -> Round:
    """Return ROUND after PLAN, in which it is still the turn of the same player."""
    after = round.copy()
    for cards in plan.down:
        after.lay_down(cards)
    if plan.card != NOBODY:
        after.hands[round.turn] &= ~(1 << plan.card)
    return after


def _outs(after: Round, coming: int) -> int:
    """Return how many of the cards COMING complete a meld in the hand, or fit one on the table."""
    tables, hand = after.rules.tables, after.hands[after.turn]
    fitting = after.runs | after.groups if after.may_lay_off() else 0
    outs = coming & fitting
    for card in numbers(coming & ~outs & ~hand):
        if any(hand >> other & 1 and hand & thirds for other, thirds in tables.pairs[card]):
            outs |= 1 << card
    return (outs & ~hand).bit_count()


def _uses(after: Round, card: int) -> int:
    """Return in how many ways rivals may use CARD: with a pair of cards, or laid off on the table.

    Any cards may be the rivals' that the player does not see elsewhere.
    """
    if card == NOBODY:
        return 0
    elsewhere = after.out | after.hands[after.turn] | 1 << card
    if after.order_known:
        elsewhere |= sum(1 << other for other in after.stock)
    pairs = after.rules.tables.outs(card, 0, ALL & ~elsewhere)[1]
    if after.rules.off_after_meld and not after.melded & ~(1 << after.turn):
        return pairs
    return pairs + (after.runs >> card & 1) + (after.groups >> card & 1)


def pool(game: Rummy) -> tuple[Pile, str]:
    """Return all cards that the next draw may bring, and words for them: 'unseen cards'."""
    if game.stock_known:
        return game.stock, "cards of the stock"
    table = [meld.cards for meld in game.melds]
    seen = [hand_of(game), game.discards, *table, *game.held]
    known = {card for cards in seen for card in cards}
    return tuple(card for card in DECK if card not in known), "unseen cards"


def hand_of(game: Rummy) -> Pile:
    """Return the hand of the player to move."""
    return tuple(card for card in game.hands[game.turn - 1] if card is not BACK)
