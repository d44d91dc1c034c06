"""The report on hands of Rummy: the choices of people that were clearly worse than another one.

Each is judged by what that player could know then. It is picked in a few imagined worlds, and told
only if it also does worse in many fresh ones.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from cardgames.games.rummy import board
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hand import NOBODY
from cardgames.games.rummy.judge import (
    Gap,
    Judge,
    Plan,
    Tried,
    is_clear,
    is_likely,
    plan_made,
    plans,
    same_plan,
)
from cardgames.games.rummy.melds import named
from cardgames.games.rummy.strategy import moves_of
from cardgames.model.cards import DECK
from cardgames.model.errors import IllegalMove
from cardgames.model.names import name_of
from cardgames.play.session import MoveMade
from cardgames.text.reviewing import Report, figures, row
from cardgames.text.wording import Look, counted, deal_text, game_text, wrapped

FEW: Final = 24
"""The worlds in which choices are picked."""
FRESH: Final = 200
"""The further worlds in which a choice that was picked must do worse, too."""
PICKED: Final = 5
"""The most choices of a hand that are tried in fresh worlds."""
MOST: Final = 3
"""The most choices of a hand that a report tells of."""
DISCARDS: Final = 4
"""The most discards that a choice is compared with, with melds held and with melds laid down."""


class Turn(NamedTuple):
    """A person's turn."""

    number: int
    """Which turn of that person it is in the hand, from 1 on."""
    moves: Sequence[MoveMade]
    after: Sequence[MoveMade]
    """The moves of the player who was next."""


class Moment(NamedTuple):
    """A choice that was made, and the best other one."""

    turn: Turn
    at: MoveMade
    """The first move of the choice."""
    judge: Judge
    made: Tried
    better: Tried

    def then(self) -> Sequence[MoveMade]:
        """Return what happened then: the draw, or what the next player did with the discard."""
        return self.turn.after if self.made.plan.card != NOBODY else [self.at]

    def gap(self, since: int = 0) -> Gap:
        """Return by how much the other choice is better in the worlds from number SINCE on."""
        return self.better.better_than(self.made, since)


def report(player: Any, word: str) -> Report:
    """Return the report on the hands that WORD means: a number, 'all', or the latest ones."""
    session = player.session
    events = [*session.history.backwards()][::-1]
    known = "Each choice is judged by what the player then knew."
    text = [wrapped(f"{game_text(session)}, {deal_text(session)}. {known}")]
    told, count = list[dict[str, Any]](), 0
    hands = hands_meant(events, player, word)
    for hand in hands:
        moves = [event for event in events if event.before.hand == hand]
        moments = list(compared(moves, judged_seats(player, hand), player.console.progress))
        worst = worst_of(moments)
        if moments and (worst or len(hands) > 1):
            text.append(_heading(hand, moves, bool(worst)))
        text += [told_of(one, player) for one in worst]
        told += [_figures_of(hand, one) for one in worst]
        count += len(moments)
    if not count:
        raise IllegalMove("there is no choice of a person yet that could be compared")
    worse = f"{len(told) or 'none'} {'was' if len(told) < 2 else 'were'} clearly worse than another"
    text.append(wrapped(f"Of {counted(count, 'choice')} {worse}."))
    facts = {"score": player.game.score(), "turnings": [], "compared": count, "choices": told}
    return Report("".join(text), figures(session) | facts)


def hands_meant(events: Sequence[MoveMade], player: Any, word: str) -> list[int]:
    """Return the numbers of the hands that WORD means; raises IllegalMove for one not dealt yet.

    Without a word it is the hand in progress or, before a choice in it, the one before; after the
    end it is the whole match.
    """
    last = player.game.hand
    every = list(range(1, last + 1))
    if word.isdecimal():
        if int(word) > last:
            raise IllegalMove(f"hand {word} has not been dealt yet")
        return [int(word)]
    if word or player.session.outcome() is not None:
        return every
    now = [event for event in events if event.before.hand == last]
    begun = any(turn.moves for turn in _turns(now, judged_seats(player, last)))
    return [last if begun or last == 1 else last - 1]


def judged_seats(player: Any, hand: int) -> set[int]:
    """Return the seats whose choices in HAND are judged: people's, and while it is played, one's.

    Nobody may read of cards that another person still holds.
    """
    people = set(player.session.setup.options.people())
    going_on = hand == player.game.hand and player.session.outcome() is None
    return people & {player.viewer(player.game)} if going_on else people


def _turns(moves: Sequence[MoveMade], seats: set[int]) -> Iterator[Turn]:
    """Yield the turns of the people in SEATS among the MOVES of a hand, without those of `auto`."""
    turns = [list(made) for _, made in groupby(moves, lambda event: event.before.now.turns)]
    numbers = dict.fromkeys(seats, 0)
    for made, after in zip(turns, [*turns[1:], []]):
        seat = made[0].before.turn
        if seat in seats:
            numbers[seat] += 1
            if not any(event.move.seat for event in made):
                yield Turn(numbers[seat], made, after)


def compared(moves: Sequence[MoveMade], seats: set[int], progress: Any) -> Iterator[Moment]:
    """Yield the choices of people in SEATS among the MOVES of a hand, compared in few worlds."""
    for turn in _turns(moves, seats):
        progress(f"hand {moves[0].before.hand}, turn {turn.number}")
        draw, *rest = turn.moves
        complete = rest and rest[-1].move.name == "discard" and not _goes_out(rest[-1])
        for made in [[draw], rest][: 1 + bool(complete)]:
            if (found := moment(turn, made)) is not None:
                yield found


def _goes_out(event: MoveMade) -> bool:
    """Did the player go out by the move of EVENT?"""
    return board.ends_hand(event) and event.after.last.winner == event.before.turn


def moment(turn: Turn, made: Sequence[MoveMade]) -> Moment | None:
    """Compare what was MADE in TURN with other plans; return None if there was no other one."""
    game: Rummy = made[0].before
    seen = game.seen_by(game.turn).now
    own = plan_made([event.move for event in made])
    others = [plan for plan in plans(seen, DISCARDS) if not same_plan(plan, own)]
    others += [
        plan
        for down in dict.fromkeys(plan.down for plan in others)
        if not same_plan(plan := own._replace(down=down), own)
        and _is_left(own.card, down)
        and not any(same_plan(plan, other) for other in others)
    ]
    if not others:
        return None
    judge, trials = Judge(seen), [Tried(plan, seen) for plan in (own, *others)]
    judge.go_on(trials, FEW)
    return Moment(turn, made[0], judge, trials[0], decisive(trials[0], trials[1:]))


def _is_left(card: int, down: Sequence[int]) -> bool:
    """Is CARD still in the hand once cards are laid DOWN?"""
    return card != NOBODY and not any(cards >> card & 1 for cards in down)


def decisive(made: Tried, others: Sequence[Tried]) -> Tried:
    """Return the one of OTHERS that shows best what was wrong with the plan MADE.

    It differs in one decision, the discard or what is laid down, unless that makes nothing better.
    """
    laid = sum(made.plan.down)
    discards = [one for one in others if sum(one.plan.down) == laid]
    layings = [one for one in others if one.plan.card == made.plan.card != NOBODY]
    for trials in (discards, layings):
        trials.sort(key=lambda trial: -trial.points)
    single = [trials[0] for trials in (discards, layings) if trials]
    single = [one for one in single if is_likely(one.better_than(made))]
    return max(single or others, key=lambda trial: trial.points)


def worst_of(moments: Sequence[Moment]) -> list[Moment]:
    """Return those of MOMENTS that are clearly worse in fresh worlds, too, in their order."""
    picked = [one for one in moments if is_likely(one.gap())]
    picked.sort(key=lambda one: -one.gap().points)
    for one in picked[:PICKED]:
        one.judge.go_on([one.made, one.better], FEW + FRESH)
    worse = [one for one in picked[:PICKED] if is_clear(one.gap(FEW))]
    worse.sort(key=lambda one: -one.gap(FEW).points)
    return [one for one in moments if one in worse[:MOST]]


def _heading(hand: int, moves: Sequence[MoveMade], found: bool) -> str:
    """Return the line about HAND: how it ended, if it did, and whether any choice was FOUND."""
    end = moves[-1] if moves and board.ends_hand(moves[-1]) else None
    told = f"Hand {hand}"
    if end is not None:
        last, options = end.after.last, end.after.options
        won = (
            f"{name_of(options, last.winner)}, {counted(last.points, 'point')}"
            if last.winner
            else "nobody"
        )
        told += f" ({won})"
    return f"{told}{':' if found else ': no choice was clearly worse than another.'}\n"


def told_of(one: Moment, player: Any) -> str:
    """Return the lines about a choice: what was better, by how much, and what happened then."""
    game: Rummy = one.at.before
    look, gap = player.look, one.gap(FEW)
    who = f" of {name_of(game.options, game.turn)}" * (len(game.options.people()) > 1)
    made, better = _plans_told(one, look)
    points = f"{gap.points:.1f} points more (+- {2 * gap.error:.1f})"
    better_wins, made_wins = (f"{_chance(trial):.0%}" for trial in (one.better, one.made))
    chances = f"wins {better_wins} instead of {made_wins}"
    if better_wins == made_wins:
        chances = f"though it wins as often ({made_wins})"
    lines = row(f"Turn {one.turn.number}{who}: {made}.", 3)
    lines += row(f"Better: {better}: {points}, {chances}.", 5)
    then = board.news(one.then(), game.turn, look)[:1]
    return lines + "".join([row(f"Then: {' '.join(text.split())}", 5) for text in then])


def _plans_told(one: Moment, look: Look) -> Iterator[str]:
    """Yield the plan that was made, and the better one; leave out what both lay down."""
    game, plans = one.at.before, [one.made.plan, one.better.plan]
    if sum(plans[0].down) == sum(plans[1].down):
        plans = [plan._replace(down=()) for plan in plans]
    held = plans[0].down if not plans[1].down else ()
    yield plan_text(plans[0], game, look)
    kept = [f"hold {look.cards(named(cards))}" for cards in held]
    yield ", ".join([*kept, plan_text(plans[1], game, look)])


def plan_text(plan: Plan, game: Rummy, look: Look) -> str:
    """Return PLAN in words: 'draw', 'take 7S', 'meld 3D 4D 5D and discard KH'."""
    if plan.draws:
        return "draw" if plan.draws == "draw" else f"take {look.card(game.discards[-1])}"
    parts = []
    for cards in plan.down:
        verb = "meld" if cards & (cards - 1) else "lay off"
        parts.append(f"{verb} {look.cards(named(cards))}")
    if plan.card != NOBODY:
        parts.append(f"discard {look.card(DECK[plan.card])}")
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def _chance(trial: Tried) -> float:
    """Return the share of fresh worlds in which TRIAL wins the hand."""
    return sum(end.won for end in trial.ends[FEW:]) / FRESH


def _figures_of(hand: int, one: Moment) -> dict[str, Any]:
    """Return the figures of ONE choice in HAND."""
    gap, game = one.gap(FEW), one.at.before
    made, better = (moves_of(trial.plan, game) for trial in (one.made, one.better))
    return {
        "hand": hand,
        "turn": one.turn.number,
        "seat": game.turn,
        "made": list(map(str, made)),
        "better": list(map(str, better)),
        "points": round(gap.points, 2),
        "error": round(gap.error, 2),
        "wins": [round(_chance(one.made), 3), round(_chance(one.better), 3)],
    }
