"""The computer players of Slap, and its clock: the automatic moves and their times.

A computer that plays or slaps looks only at the cards on the table, never at a hand. Its reaction
times depend only on the deal and the number of cards played, so an undo does not change them.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from cardgames.games.slap.game import Slap, signs_of
from cardgames.games.slap.options import HUMAN_LIKE, LONGEST, TENS, of_seat
from cardgames.model.deal import Random, stream
from cardgames.model.game import Move, Setup
from cardgames.model.strategy import Advice, Result, Strategy, deck_in

PLAYS_AFTER: Final = 500  # ms from the beginning of a computer's turn to its card
COLLECTED_AFTER: Final = 1000  # ms from the last card of a won pile to its collection
# The reaction time at each speed, in percent of the time at medium speed.
PERCENT: Final = {"slow": 200, "medium": 100, "fast": 60}
# The percentages for a computer that imitates people. A fast computer is like the quickest tenth of
# people. The mean of this tenth is 1.755 standard deviations lower than the mean of all people. In
# a test with four keys, a standard deviation is an eighth of the mean (Deary and Der, 2005). So the
# quickest tenth needs 78% of the mean time: 300 ms.
QUICKEST_TENTH: Final = {**PERCENT, "fast": 78}

# The reactions of a steady computer of medium speed: the shortest, the range above it, the mean.
STEADY_LEAST: Final = 300
STEADY_SPREAD: Final = 500
STEADY_MEAN: Final = 549.5

# The rules in the order in which a person checks them, from the easiest to the hardest to see. The
# order is our guess.
SEEN_IN_ORDER: Final = ("pair", "marriage", "sandwich", "ten-sum", "divorce", "run", "flush")
FOR_EACH: Final = 38  # ms to check each rule that comes before the right one (Sternberg, 1966)
SHORTEST: Final = 190  # the shortest time in which a person sees a pair, in ms
SPREAD: Final = 81  # the range of each of the three random times added to SHORTEST, in ms
TAIL: Final = 50  # ms of a further delay; after each delay, another one comes with a chance of 1/2
HUMAN_MEAN: Final = 384.5  # the mean reaction to a pair, in ms: recognition (Laming, 1968)
MISSES: Final = 20  # a person overlooks one pile in this many (Head and Helton, 2012)
SECOND_LOOK: Final = 1500  # ms after which a person sees an overlooked pile after all; our guess
ERRS: Final = 100  # a person wrongly slaps one pile in this many, if wrong slaps cost; our guess


class Watchful(Strategy):
    """Slaps each pile that can be slapped, and otherwise collects or plays."""

    def advise(self, game: Slap) -> Iterator[Advice]:
        rule = game.rule()
        if rule and not game.side(1).timeout:
            yield Advice(Move("slap"), f"the rule '{rule}' allows it")
        elif game.pending:
            yield Advice(Move("collect"), "the pile is won")
        elif game.side(game.turn).hand:
            why = "it cannot be slapped by you" if rule else "there is nothing to slap"
            yield Advice(Move("play"), why)
        else:
            yield Advice(Move("slap", (2,)), f"the rule '{rule}' allows it")

    def result(self, setup: Setup) -> Result:
        options = setup.options
        if options.slaps == "none" and TENS not in options.rules:
            hands = "".join(deck_in(signs_of(tens=False), setup))[::-1]
            half = len(hands) // 2
            result = play_game(hands[:half], hands[half:], options.out_of_cards == "plays-on")
            if result is not None:
                return result
        # `play_out` would check each move, and take an eighth more time.
        game = setup.dealt()
        assert isinstance(game, Slap)
        passed = set[Hashable]()
        while (outcome := game.outcome()) is None and (key := game.key()) not in passed:
            passed.add(key)
            event = next_event(game, (1, 2), setup.seed, 1)
            assert event is not None, "one of two computers can always go on"
            game = game.carry_out(event)
        winner = None if outcome is None else outcome.winner
        return Result(winner, game.score(), game.length(0), game.extra())


def next_event(game: Slap, computers: Sequence[int], *seed: int) -> Move | None:
    """Return the automatic move that comes next if no person moves first; None if there is none.

    The `computers` play and slap, and winners collect their piles. All chance depends on the seed.
    """
    found = reflex(game, computers, *seed)
    slap = found and Move("slap", (max(found.ms, game.now),), found.seat)
    if found is not None and found.seen:
        return slap
    other, seat = None, game.turn
    if game.pending:
        other = Move("collect", (max(COLLECTED_AFTER, game.now),), game.pending)
    elif seat in computers and game.side(seat).hand:
        # A steady computer does not play while anyone can slap the pile.
        nobody = all(side.timeout for side in game.sides)
        if not game.rule() or is_human(game, seat) or nobody:
            when = max(game.since + PLAYS_AFTER, game.now, game.options.interval)
            when = min(LONGEST, when)
            other = Move("play", (when,), seat)
    if slap is None or other is None:
        return slap or other
    return min(other, slap, key=lambda move: int(move.arguments[0]))


def timed(game: Slap, move: Move, seat: int) -> Move | None:
    """Return a move of a seat at another terminal, with the earliest time at which it can be made.

    Return None if the seat waits, or if it is out of turn and may not make the move then. If the
    seat is in turn, an illegal move is returned, too: the rules will refuse it.
    """
    in_turn = seat == game.player() and move.name not in ("slap", "wait")
    if not in_turn and move.name not in [one.name for one in game.open_to(seat)]:
        return None
    *_, ms = game.with_time(move)
    least = max(game.options.interval * (move.name == "play"), game.soonest.get(move.name, 0))
    return Move(move.name, (max(ms, game.now, least),), seat)


def earliest(
    game: Slap, own: Mapping[int, Move | None], computers: Sequence[int], *seed: int
) -> Move | None:
    """Return the earliest move: the automatic one, or one of `own`, the moves of seats elsewhere.

    If several moves are the earliest, one of them is chosen at random.
    """
    found = [timed(game, move, seat) for seat, move in own.items() if move is not None]
    moves = [move for move in (next_event(game, computers, *seed), *found) if move is not None]
    least = min([move.arguments[0] for move in moves], default=0)
    moves = [move for move in moves if move.arguments[0] == least]
    return moves[stream(*seed, game.cards, 3).below(len(moves))] if moves else None


class Reflex(NamedTuple):
    """A slap that a computer will make."""

    ms: int  # its time, in milliseconds after the last card landed
    seat: int
    seen: bool = True  # has it seen that a rule fits? If not, another move may come before the slap


def reflex(game: Slap, computers: Sequence[int], *seed: int) -> Reflex | None:
    """Return the first slap, right or wrong, that a computer makes at the pile, or None.

    A computer that sees at once that a rule fits comes before one that errs or looks twice.
    """
    rule, options = game.rule(), game.options
    errs = HUMAN_LIKE in options.rival and "none" not in (options.penalty, options.slaps)
    if not (rule or errs):
        return None
    slappers = [seat for seat in computers if not game.side(seat).timeout]
    kinds = {(is_human(game, seat), of_seat(options.speed, seat)) for seat in slappers}
    if len(kinds) == 1 and not is_human(game, slappers[0]):
        return _steady(game, slappers, *seed) if rule else None
    found = []
    for seat in slappers:
        if is_human(game, seat):
            found.append(_human(game, seat, stream(*seed, game.cards, seat)))
        elif rule:
            found.append(_steady(game, [seat], *seed, seat))
    return min(filter(None, found), key=lambda each: (not each.seen, each.ms), default=None)


def is_human(game: Slap, seat: int) -> bool:
    """Does the computer at `seat` imitate a person, with varying reactions and slips?"""
    return of_seat(game.options.rival, seat) == HUMAN_LIKE


def _steady(game: Slap, slappers: Sequence[int], *seed: int) -> Reflex:
    """Return the slap of one of `slappers`, steady computers of equal speed, chosen at random."""
    random = stream(*seed, game.cards)
    delay = STEADY_LEAST + random.below(STEADY_SPREAD)
    seat = slappers[random.below(len(slappers))]
    return Reflex(_at_speed(game, seat, delay, STEADY_MEAN), seat)


def _human(game: Slap, seat: int, random: Random) -> Reflex | None:
    """Return the slap, right or wrong, of a computer that imitates a person; None if it has none.

    The reaction time is the sum of a nearly normal and a nearly exponential part, as Hohle (1965)
    found. Both parts are sums of whole numbers, so they are the same on every machine.
    """
    rule = game.rule()
    reaction = SHORTEST + sum(random.below(SPREAD) for _ in range(3)) + random.below(TAIL)
    while random.below(2):
        reaction += TAIL
    reaction += FOR_EACH * SEEN_IN_ORDER.index(rule or "pair")
    slip = random.below(MISSES * ERRS)  # one draw for both slips: a pile allows only one of them
    seen = bool(rule) and slip % MISSES > 0
    if rule and not seen:
        reaction += SECOND_LOOK
    at = _at_speed(game, seat, reaction, HUMAN_MEAN)
    errs = len(game.pile) > 1 and slip % ERRS == 0 and at > game.now
    return Reflex(at, seat, seen) if rule or errs else None


def _at_speed(game: Slap, seat: int, ms: int, mean: float) -> int:
    speed = of_seat(game.options.speed, seat)
    percent = QUICKEST_TENTH if is_human(game, seat) else PERCENT
    if speed in percent:
        return ms * percent[speed] // 100
    return ms * 2 * int(speed) // int(2 * mean)


# Beggar-My-Neighbour on strings of digits: a card is the number of cards that are paid to it.

LONG: Final = 2000  # the number of rounds after which a game is given up, as it may never end
Round: TypeAlias = tuple[int, int, str, int, int | None]  # what `play_round` returns


@cache
def _paid(chances: int, cards: str) -> tuple[int, int | None, str]:
    """Pay up to `chances` cards to an honor, from the top of the hand `cards`.

    Return the number of cards paid, the number that the other player must pay in return (None if
    the round is over), and the cards paid. Raises KeyError if the hand runs out of cards.
    """
    plain = len(cards) - len(cards.lstrip("0"))
    paid = cards[: min(plain + 1, chances)]
    if paid[-1:] > "0":
        return len(paid), int(paid[-1]), paid
    if len(paid) < chances:
        raise KeyError(cards)
    return chances, None, paid


@cache
def _led(mine: str, theirs: str) -> Round:
    """Return what `play_round` returns for up to three cards of each hand; the leader has `mine`.

    Raises KeyError if a hand with fewer than three cards runs out.
    """
    found = *_, last, chances = play_round(mine, theirs)
    if chances is not None and len((mine, theirs)[last]) < 3:
        raise KeyError
    return found


def play_game(mine: str, theirs: str, plays_on: bool) -> Result | None:
    """Play a game to its end; player 1 has `mine`, and leads. Return None if it takes too long.

    If `plays_on`, a player without cards is skipped; otherwise, a player without cards loses when
    it is the player's turn. This function is 35 times as fast as the moves of Slap.
    """
    seat = 1  # the player whose hand is `mine`: the leader, when a round begins
    i = j = 0  # the numbers of cards played from each hand; cutting a hand would copy it
    for rounds in range(LONG):
        leader, at, other = seat, i, j
        try:
            p, q, pile, last, chances = _led(mine[i : i + 3], theirs[j : j + 3])
            i, j = i + p, j + q
            while chances == 0:
                p, q, cards, last, chances = _led(mine[i : i + 3], theirs[j : j + 3])
                i, j, pile = i + p, j + q, pile + cards
            if last:
                mine, theirs, i, j, seat = theirs, mine, j, i, 3 - seat
            while chances is not None:
                p, chances, cards = _paid(chances, mine[i : i + 4])
                pile += cards
                mine, theirs, i, j, seat = theirs, mine, j, i + p, 3 - seat
        except KeyError:  # a hand runs out of cards: play the whole round again, card by card
            if seat != leader:
                mine, theirs, seat = theirs, mine, leader
            p, q, pile, last, chances = play_round(mine[at:], theirs[other:], plays_on)
            i, j, over = at + p, other + q, chances is not None
            # `last` has won or, if the game is over, has no card. `mine` must be the winner's hand.
            if (last == 1) is not over:
                mine, theirs, i, j, seat = theirs, mine, j, i, 3 - seat
            if over:
                left = len(mine) - i if seat == 1 else len(theirs) - j
                rounds += not plays_on
                return Result(None if plays_on else seat, left, i + j, (rounds, 0))
        mine += pile
        if j == len(theirs):
            return Result(seat, (len(mine) - i) * (seat == 1), i + j, (rounds + 1, 0))
    return None


def play_round(mine: str, theirs: str, plays_on: bool = False) -> Round:
    """Play a round card by card until it is won or a hand is empty; the leader has `mine`.

    For `plays_on` see `play_game`. Return five values. The first two are the numbers of cards that
    the leader and the other player played, and the third is all these cards. If the round is won,
    the last two values are the winner (0 is the leader) and None. Otherwise they are the player
    without a card, and the number of cards still to be paid.
    """
    hands, at = (mine, theirs), [0, 0]
    turn = challenger = chances = 0
    pile = ""
    while True:
        if at[turn] == len(hands[turn]):
            other = 1 - turn
            if not plays_on or at[other] == len(hands[other]):
                return at[0], at[1], pile, turn, chances
            turn = other
        card = hands[turn][at[turn]]
        at[turn] += 1
        pile += card
        if card > "0":
            challenger, chances, turn = turn, int(card), 1 - turn
        elif chances == 0:
            turn = 1 - turn
        elif chances == 1:
            return at[0], at[1], pile, challenger, None
        else:
            chances -= 1


STRATEGIES: Final = {"hint": Watchful}
