"""The hints of Rummy in text, with the best choices side by side, and the report of a review.

A review reports the choices of a person that were clearly worse than another choice. Such a choice
did worse in a few sampled worlds and in many fresh ones; all these worlds fit the cards that the
person could know at the time.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from math import floor
from typing import Final, NamedTuple

from click import unstyle

from cardgames.games.rummy import board
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hand import NOBODY
from cardgames.games.rummy.judge import Choices, Gap, Judge, Tried, TurnPlan, plan_made, plans
from cardgames.games.rummy.melds import named
from cardgames.model.cards import DECK
from cardgames.model.errors import IllegalMove, counted, listed
from cardgames.model.game import capital, name_of
from cardgames.model.strategy import Advice
from cardgames.play.session import MoveMade, Session
from cardgames.screen.look import WORDS, Look, fitted, wrapped
from cardgames.text.coach import figures
from cardgames.text.view import Report
from cardgames.text.wording import deal_text, game_text

FIRST: Final = 13  # the width of the first column
ROUGH: Final = "~"  # marks the figures of a choice that was tried in few worlds
FEW: Final = 24  # the number of worlds in which choices are picked for a review
FRESH: Final = 200  # the number of fresh worlds in which a picked choice must also do worse
PICKED: Final = 5  # the most choices of a hand that are tried in fresh worlds
MOST: Final = 3  # the most choices of a hand that a report names
DISCARDS: Final = 4  # the most discards tried with melds held, and also with melds laid down


def hint_text(advice: Advice, line: str, look: Look) -> str:
    """Return a hint, and below it the choices that it compares, if there are several."""
    choices = advice.choices
    if not isinstance(choices, Choices) or choices.is_dead:
        return fitted(line, look.columns)
    parts, shown = [line], [*choices.front]
    for one in choices if choices.every else ():
        # A discard that is not shown yet is added once, in its best plan.
        if one.card is None or one.card not in [other.card for other in shown]:
            shown += [one] * (one not in shown)
    if len(shown) > 1:
        names = names_of(choices, shown, look)
        rows, mark = _table(choices, names), f"{ROUGH} roughly, from {{}}"
        if look.style == WORDS:
            rows, mark = _sentences(choices, names), "Roughly means from {}."
        parts += [f"{row}\n" for row in rows]
        # A choice is called by its card or, if two choices have that card, by its name in quotes.
        cards = [one.card for one in shown]
        called = {
            one: look.card(one.card) if one.card and cards.count(one.card) == 1 else f"'{name}'"
            for one, name in names.items()
        }
        if rough := [one for one in shown if one.is_rough]:
            few = "fewer deals"
            if better := [called[one] for one in rough if margin(choices, one)[0] > 0]:
                are = "is" if len(better) == 1 else "are"
                few += f": too few to say that {listed(better)} {are} better"
            parts.append(wrapped(mark.format(few)))
        parts += map(wrapped, filter(None, [verdict(choices, called)]))
    return "".join([fitted(part, look.columns) for part in parts])


def whole(points: float) -> int:
    return floor(points + 0.5)


def margin(choices: Choices, one: Tried) -> tuple[int, int, int]:
    """Compare a choice with the first one: return points, twice their error, wins in percent."""
    gap = choices.gap(one)
    return -whole(gap.points), whole(min(99, 2 * gap.error)), -whole(100 * gap.chance)


def _table(choices: Choices, names: dict[Tried, str]) -> Iterator[str]:
    drawn, deals = choices.game.drawn, f"In {counted(choices.worlds, 'deal')}"
    yield f"{deals:<{FIRST}} wins   points" + "  outs  uses" * drawn
    for one, name in names.items():
        wins, points = f"{one.chance:.0%}", f"{whole(one.points):+}"
        if one is not choices[0]:
            more, error, often = margin(choices, one)
            wins, points = f"{often:+}%", f"{more:+} +-{error}"
        counts = f"{one.outs:>6}{one.uses:>6}" * drawn
        blanks = " " * (FIRST - 2 - len(unstyle(name)))
        yield f"  {name}{blanks}{ROUGH * one.is_rough + wins:>5}{points:>9}{counts}"


def _sentences(choices: Choices, names: dict[Tried, str]) -> Iterator[str]:
    yield f"In {counted(choices.worlds, 'deal')}:"
    for one, name in names.items():
        points = whole(one.points)
        won = f"{counted(abs(points), 'point')} {'lost' if points < 0 else 'won'}"
        told = [f"wins {one.chance:.0%}", won]
        if one is not choices[0]:
            points, error, often = margin(choices, one)
            many, share = counted(abs(points), "point"), f"{abs(often)}%"
            more = [
                f"{much} {'more' if by > 0 else 'less'}" if by else "as much"
                for much, by in ((share, often), (many, points))
            ]
            roughly = "roughly " * one.is_rough
            told = [f"{roughly}wins {more[0]}", f"{more[1]}, give or take {error}"]
        if choices.game.drawn:
            told += [counted(one.outs, "out"), f"{counted(one.uses, 'use')} for rivals"]
        yield wrapped(f"  {capital(name)}: {', '.join(told)}.").rstrip()


def names_of(choices: Choices, shown: Sequence[Tried], look: Look) -> dict[Tried, str]:
    """Name choices: 'take 7S', '3S', or 'meld, 3S' if some lay down other cards."""
    if not choices.game.drawn:
        return {one: plan_text(one.plan, choices.game, look) for one in shown}
    link, discard = (" and ", "discard ") if look.style == WORDS else (", ", "")
    # The sets of cards that the plans lay down, the smallest set first.
    usual = [choices.left(plan).down for plan in choices.usual]
    laid = sorted({sum(down) for down in usual}, key=int.bit_count)
    melds = any(cards & (cards - 1) for down in usual for cards in down)
    least, most = ("part", "all") if laid[0] else ("hold", "meld" if melds else "off")
    ways = {0: "hold", **dict.fromkeys(laid, "part"), laid[0]: least, laid[-1]: most}
    if len(laid) == 1:
        ways[laid[0]] = ""
    names = dict[Tried, str]()
    for one in shown:
        card = discard + look.card(one.card) if one.card else ""
        names[one] = link.join(filter(None, [ways[sum(choices.left(one.plan).down)], card]))
    return names


def verdict(choices: Choices, called: dict[Tried, str]) -> str:
    """Say which choices are equally good, and how much worse the others are.

    `called` has the names of the choices.
    """
    first, *shown = called
    others = [one for one in shown if not one.is_rough or not choices.every]
    often = [one for one in others if choices.gap(one).chance < -2 * choices.gap(one).chance_error]
    more = [called[one] for one in often]
    though = f", though {listed(more)} win{'s' * (len(more) == 1)} more often" if more else ""
    worse = [one for one in others if choices.gap(one).is_clear]
    alike = [called[one] for one in (first, *others) if one not in worse]
    told = []
    if len(worse) < len(others):
        points = " in points" * bool(though)
        told.append(f"a toss-up{points} between {listed(alike)}{though}")
        though = ""
    if worse:
        by = [counted(whole(choices.gap(one).points), "point") for one in worse]
        much = f"{'each ' * (len(by) > 1)}by {by[0]}"
        if len({*by}) > 1:  # such as 'by 1 and 12 points'
            much = f"by {listed([one.split()[0] for one in by[:-1]] + by[-1:])}"
        are = "is" if len(worse) == 1 else "are"
        how = "" if choices.every and choices.game.drawn else f", {much}"
        told.append(f"{listed([called[one] for one in worse])} {are} clearly worse{how}{though}")
    return f"{capital('; '.join(told))}." if told else ""


class Turn(NamedTuple):
    number: int  # the number of this turn among the player's turns in the hand, from 1
    moves: Sequence[MoveMade]
    after: Sequence[MoveMade]  # the moves of the next turn, by the next player


class Moment(NamedTuple):
    turn: Turn
    at: MoveMade  # the first move of the choice
    judge: Judge
    made: Tried
    better: Tried

    def gap(self, since: int = 0) -> Gap:
        return self.better.better_than(self.made, since)


def report(
    session: Session, word: str, viewer: int, look: Look, progress: Callable[[str], None]
) -> Report:
    """Return the report on the hands that `word` means; see `hands_meant`."""
    events = [*session.history.forwards()]
    known = "Each choice is judged by what the player then knew."
    text = [wrapped(f"{game_text(session)}, {deal_text(session)}. {known}")]
    told, count = list[dict[str, object]](), 0
    hands = hands_meant(session, word, viewer)
    for hand in hands:
        moves = [event for event in events if event.before.hand == hand]
        moments = list(compared(moves, judged_seats(session, hand, viewer), progress))
        worst = worst_of(moments)
        if moments and (worst or len(hands) > 1):
            won = ""
            if board.ends_hand(moves[-1]):
                won = f" ({board.winner_of(moves[-1].after.last, session.setup.options)})"
            none = ": no choice was clearly worse than another."
            text.append(f"Hand {hand}{won}{':' if worst else none}\n")
        text += [told_of(one, look) for one in worst]
        told += [facts_of(one) for one in worst]
        count += len(moments)
    if not count:
        raise IllegalMove("there is no choice of a person yet that could be compared")
    worse = f"{len(told) or 'none'} {'was' if len(told) < 2 else 'were'} clearly worse than another"
    text.append(wrapped(f"Of {counted(count, 'choice')} {worse}."))
    score = session.history.now.score()
    facts = {"score": score, "turnings": [], "compared": count, "choices": told}
    return Report("".join(text), figures(session) | facts)


def hands_meant(session: Session, word: str, viewer: int) -> list[int]:
    """Return the numbers of the hands to review; raises IllegalMove if a hand is not dealt yet.

    `word` is a number, 'all' or ''. After the end of the match, '' means all hands. Before the end,
    '' means the hand in progress or, until a choice has been made in it, the previous hand.
    """
    last = session.history.now.length(0)  # the hands dealt
    if word.isdecimal():
        if int(word) > last:
            raise IllegalMove(f"hand {word} has not been dealt yet")
        return [int(word)]
    if word or session.outcome() is not None:
        return list(range(1, last + 1))
    now = [event for event in session.history.forwards() if event.before.hand == last]
    begun = any(turn.moves for turn in _turns(now, judged_seats(session, last, viewer)))
    return [last if begun or last == 1 else last - 1]


def judged_seats(session: Session, hand: int, viewer: int) -> set[int]:
    """Return the seats to judge: all people, but only the viewer while the hand goes on."""
    people = set(session.setup.options.people())
    going_on = hand == session.history.now.length(0) and session.outcome() is None
    return people & {viewer} if going_on else people


def _turns(moves: Sequence[MoveMade], seats: set[int]) -> Iterator[Turn]:
    """Yield the turns of these seats in a hand, except turns that the command `auto` played."""
    turns = [list(made) for _, made in groupby(moves, lambda event: event.before.now.turns)]
    numbers = dict.fromkeys(seats, 0)
    for made, after in zip(turns, [*turns[1:], []]):
        seat = made[0].before.turn
        if seat in seats:
            numbers[seat] += 1
            if not any(event.move.seat for event in made):
                yield Turn(numbers[seat], made, after)


def compared(
    moves: Sequence[MoveMade], seats: set[int], progress: Callable[[str], None]
) -> Iterator[Moment]:
    """Compare each choice that these seats made in a hand with other choices, in few worlds."""
    for turn in _turns(moves, seats):
        progress(f"hand {moves[0].before.hand}, turn {turn.number}")
        draw, *rest = turn.moves
        complete = rest and rest[-1].move.name == "discard"
        if complete and board.ends_hand(rest[-1]):  # a turn that wins is not compared
            complete = rest[-1].after.last.winner != rest[-1].before.turn
        for made in [[draw], rest][: 1 + bool(complete)]:
            if (found := moment(turn, made)) is not None:
                yield found


def moment(turn: Turn, made: Sequence[MoveMade]) -> Moment | None:
    """Compare moves of a turn with other plans; return None if there was no other plan."""
    game: Rummy = made[0].before
    seen = game.seen_by(game.turn).now
    own = plan_made([event.move for event in made])
    others = {plan.effect: plan for plan in plans(seen, DISCARDS)}
    for down in dict.fromkeys(plan.down for plan in others.values()):
        if own.card != NOBODY and not sum(down) >> own.card & 1:  # the discard is not laid down
            plan = own._replace(down=down)
            others.setdefault(plan.effect, plan)
    others.pop(own.effect, None)
    if not others:
        return None
    judge, trials = Judge(seen), [Tried(plan, seen) for plan in (own, *others.values())]
    judge.go_on(trials, FEW)
    return Moment(turn, made[0], judge, trials[0], decisive(trials[0], trials[1:]))


def decisive(made: Tried, others: Sequence[Tried]) -> Tried:
    """Return the plan that shows best what was wrong with the plan `made`.

    A plan that changes only the discard, or only the cards laid down, is preferred if it is likely
    to be better.
    """
    laid = sum(made.plan.down)
    discards = [one for one in others if sum(one.plan.down) == laid]
    layings = [one for one in others if one.plan.card == made.plan.card != NOBODY]
    single = [max(trials, key=lambda one: one.points) for trials in (discards, layings) if trials]
    single = [one for one in single if one.better_than(made).is_likely]
    return max(single or others, key=lambda one: one.points)


def worst_of(moments: Sequence[Moment]) -> list[Moment]:
    """Return, in order of play, the few worst moments that fresh worlds confirm."""
    picked = [one for one in moments if one.gap().is_likely]
    picked.sort(key=lambda one: -one.gap().points)
    for one in picked[:PICKED]:
        one.judge.go_on([one.made, one.better], FEW + FRESH)
    worse = [one for one in picked[:PICKED] if one.gap(FEW).is_clear]
    worse.sort(key=lambda one: -one.gap(FEW).points)
    return [one for one in moments if one in worse[:MOST]]


def told_of(one: Moment, look: Look) -> str:
    """Return the lines about a choice: a better choice, how much better, and what happened then."""
    game: Rummy = one.at.before
    gap = one.gap(FEW)
    who = f" of {name_of(game.options, game.turn)}" * (len(game.options.people()) > 1)
    made, better = one.made.plan, one.better.plan
    if sum(made.down) == sum(better.down):  # the cards that both lay down are not named
        made, better = made._replace(down=()), better._replace(down=())
    held = [f"hold {look.cards(named(cards))}" for cards in made.down if not better.down]
    instead = ", ".join([*held, plan_text(better, game, look)])
    points = f"{gap.points:.1f} points more (+- {2 * gap.error:.1f})"
    made_wins, better_wins = (f"{share:.0%}" for share in _wins(one))
    chances = f"wins {better_wins} instead of {made_wins}"
    if better_wins == made_wins:
        chances = f"though it wins as often ({made_wins})"
    lines = wrapped(f"Turn {one.turn.number}{who}: {plan_text(made, game, look)}.", 3)
    lines += wrapped(f"Better: {instead}: {points}, {chances}.", 5)
    # What happened next: the card drawn, or the next player's moves after the discard.
    then = board.news(one.turn.after if made.card != NOBODY else [one.at], game.turn, look)[:1]
    return lines + "".join([wrapped(f"Then: {' '.join(text.split())}", 5) for text in then])


def facts_of(one: Moment) -> dict[str, object]:
    """Return, in a form for JSON, a choice, a better choice, and how much better it is."""
    gap, game = one.gap(FEW), one.at.before
    made, better = (trial.plan.moves(game) for trial in (one.made, one.better))
    return {
        "hand": game.hand,
        "turn": one.turn.number,
        "seat": game.turn,
        "made": list(map(str, made)),
        "better": list(map(str, better)),
        "points": round(gap.points, 2),
        "error": round(gap.error, 2),
        "wins": _wins(one),
    }


def plan_text(plan: TurnPlan, game: Rummy, look: Look) -> str:
    if plan.draws:
        return "draw" if plan.draws == "draw" else f"take {look.card(game.discards[-1])}"
    parts = []
    for cards in plan.down:
        verb = "meld" if cards & (cards - 1) else "lay off"
        parts.append(f"{verb} {look.cards(named(cards))}")
    if plan.card != NOBODY:
        parts.append(f"discard {look.card(DECK[plan.card])}")
    return listed(parts)


def _wins(one: Moment) -> list[float]:
    """Return the shares of fresh worlds that two choices win: the one made, and the better one."""
    return [sum(end.won for end in trial.ends[FEW:]) / FRESH for trial in (one.made, one.better)]
