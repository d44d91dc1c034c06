"""The coach: hints in words, whether a game can be won, and reports on a game in hindsight.

A hint names the first act of a plan and the plan's aim. An act is a move, with any turns of the
stock before it. The functions at the end of this file are for the reports of all games.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby, takewhile
from typing import Any, Final, NamedTuple

from cardgames.model.cards import BACK
from cardgames.model.errors import IllegalMove, counted
from cardgames.model.game import Move
from cardgames.model.strategy import Advice, Odds
from cardgames.patience.advice import Chance, Choice, chances
from cardgames.patience.game import ALL_UP, TURN, WINS, Patience, turns_to
from cardgames.patience.quick import in_lost_game, is_open
from cardgames.patience.search import MOST_LOOKED_AT, Solution, Verdict
from cardgames.play import review
from cardgames.play.charts import Strip
from cardgames.play.places import MoveReader
from cardgames.play.review import Bounds, LineOfPlay, Lines, LosingMove, Review
from cardgames.play.script import Script
from cardgames.play.session import Session
from cardgames.screen.look import ASCII, COLUMNS, WORDS, Look, fitted, wrapped
from cardgames.text import wording
from cardgames.text.commands import AnyTextPlayer, session_after
from cardgames.text.view import Report
from cardgames.text.wording import deal_text, game_text

LINES: Final = 2  # the most lines of a hint; one more if cards are spelled in words
TOO_SHORT: Final = "the search was too short to find out"
SHOWN: Final = 3  # the most losing moves in a report, so that the report fits the screen
PARTS: Final = 3  # the most parts of a better plan in a report
NEVER: Final = "This deal could not be won.\n"
UNSURE: Final = "'review' looks where it could still be won, if anywhere.\n"


class Part(NamedTuple):
    """A part of a plan: one move, or several turns of the stock."""

    typed: str  # '4c 5d', 'turn kd'
    text: str  # '4C onto 5D', 'turn 7 times to KD'
    turns: bool = False

    def both(self) -> str:
        return f"{self.text} ({self.typed})"


class Coach:
    """Puts hints, chances and reports into words for the patience of `player`."""

    def __init__(self, player: AnyTextPlayer, solved: bool) -> None:
        """Make a coach for `player`; `solved` says whether the game has a solver."""
        self._player = player
        self._solved = solved
        # Which game the person knows is lost: its session, and where it begins in the session's log
        self._told_lost: tuple[Session, int] | None = None
        self._typed = MoveReader(player.commands, player.short_forms.places).typed

    @property
    def _session(self) -> Session:
        return self._player.session

    @property
    def _look(self) -> Look:
        return self._player.look

    # Hints.

    def hint(self, advice: Advice) -> str:
        """Return the lines of a hint. A hint that continues the last plan names two acts."""
        if advice.why == ALL_UP:
            return f"Hint: finish ({counted(1 + len(advice.then), 'move')}): {ALL_UP}.\n"
        seen = self._player.game.seen_by(1)
        if is_open(advice) and self._solved and seen.hidden() < 2:
            # use what `winnable` has found out, without a new search
            known = self._session.solver().knowledge.verdict(self._player.game, 0, 0)
            advice = in_lost_game(advice) if known is Verdict.LOST else advice
        last, since = self._session.hint_before(advice)
        at = advice.at or seen
        if last is None:
            return self.plan(at, advice)
        goes_on = (last.move, *last.then)[since:] == (advice.move, *advice.then)
        if last.odds == advice.odds and last.odds is not None and not last.odds.won:
            advice = advice._replace(odds=None)  # the last hint named the same odds
        return self.plan(at, advice, goes_on, brief=last.odds is not None)

    def plan(self, at: Patience, advice: Advice, goes_on: bool = False, brief: bool = False) -> str:
        """Return the lines of a hint for the position `at`, without the parts that do not fit.

        If `goes_on`, the hint continues the last plan, and names the second act instead of the
        odds. If `brief`, the hint says 'orders', not 'orders of the hidden cards'.
        """
        assert advice.move is not None
        odds = instead = ""
        acts = self.acts(at, (advice.move, *advice.then))
        first, aim = acts[0], acts[-1].text
        if goes_on and len(acts) > 1:
            return fitted(f"Hint: {first.both()}, then {acts[1].text}.\n", COLUMNS - 1)
        why = self._look.named(advice.why)
        leads = f", on the way to {aim}" if len(acts) > 1 and not why.startswith(WINS) else ""
        if advice.odds and not goes_on:
            odds = f" {_odds(advice.odds, brief)}"
            if advice.odds.instead:
                other = self.acts(at, advice.odds.instead)[0].both()
                wins = f"with {other} first, in {advice.odds.instead_won or 'none'}"
                instead = f"; {f'{other} is about as good' if advice.odds.as_good else wins}"
        reason = "" if goes_on and first.turns else f": {why}"
        for text in (
            f"{first.both()}{leads}{'' if why.endswith(aim) else reason}.{odds}{instead}",
            f"{first.both()}{'' if why.endswith(first.text) else reason}.{odds}{instead}",
            f"{first.both()}.{odds}{instead}",
            f"{first.both()}.{odds}",
        ):
            told = fitted(f"Hint: {text}{'.' if odds else ''}\n", COLUMNS - 1)
            if told.count("\n") <= LINES + (self._look.style == WORDS):
                break
        return told

    def parts(self, at: Patience, moves: Sequence[Move]) -> Iterator[Part]:
        """Yield, in order, the parts of a plan: the plan makes `moves` from the position `at`."""
        for turns, same in groupby(moves, lambda move: move == TURN and at.layout.turns):
            before, count = at, 0
            for count, move in enumerate(same, 1):
                if not turns:
                    yield Part(self._typed(at, move), self._player.tell(move, at))
                at = at.apply(move)
            if turns:
                yield self._turning(before, count, at)

    def acts(self, at: Patience, moves: Sequence[Move]) -> list[Part]:
        """Return the acts of the plan: its parts, but turns and the next move are one act."""
        acts: list[Part] = []
        for part in self.parts(at, moves):
            if acts and acts[-1].turns:
                acts[-1] = Part(f"{acts[-1].typed}; {part.typed}", part.text)
            else:
                acts.append(part)
        return acts

    def _turning(self, before: Patience, count: int, after: Patience) -> Part:
        typed, top = f"turn {count}", after.waste[-1:]
        if top in ((), (BACK,)):
            stock = "the rest of the stock" if before.waste else "the whole stock"
            text = self._player.tell(TURN, before) if count == 1 else f"turn {stock}"
            return Part(typed, text, True)
        with suppress(IllegalMove):  # the player may not know the card
            if turns_to(before, top[0]) == count:
                typed = f"turn {top[0].label.lower()}"
        times = "" if count == 1 else f" {counted(count, 'time')}"
        return Part(typed, f"turn{times} to {self._look.card(top[0])}", True)

    # Whether the game can be won, and when it last could be.

    def verdict(self, asked: int | None, most: int) -> str:
        """Search `asked` positions, and say whether the game can be won.

        If the game is lost, say when it could last be won. If the search is too short to find out,
        name the command for a longer search, of at most `most` positions.
        """
        limit = asked or MOST_LOOKED_AT
        solution = self._solution(limit)
        if solution.verdict is Verdict.WINNABLE:
            moves = counted(len(solution.moves), "move")
            return f"It can be won, in {moves}: 'solution' plays them.\n"
        if solution.verdict is Verdict.LOST:
            back = self.way_back()
            return back if back == NEVER else f"It cannot be won{' any more' * bool(back)}.\n{back}"
        more = f": 'winnable {min(10 * limit, most)}' looks at more" if limit < most else ""
        return f"{_finding(solution).capitalize()}{more}.\n"

    def check_winnable(self) -> None:
        """Check that the game is not over and can be won; raises IllegalMove."""
        self._session.check_going()
        solution = self._solution(MOST_LOOKED_AT)
        if solution.verdict is Verdict.LOST:
            back = self.way_back()
            why = f"the game cannot be won{' any more' * bool(back)}"
            never = "this deal could not be won"
            raise IllegalMove(f"there is no solution: {never if back == NEVER else why}")
        if not solution.moves:
            raise IllegalMove(f"no solution was found: {_finding(solution)}")

    def _solution(self, limit: int) -> Solution:
        """Ask the solver; if it is undecided, review the moves made, and ask the solver again."""
        session = self._session
        found: Solution = session.solver().solution(session.game, limit)
        if found.verdict is Verdict.UNDECIDED and limit >= MOST_LOOKED_AT:
            line = LineOfPlay(*session.history.line(session.history.made))
            review.bounds_of(line, session.solver().knowledge)
            found = session.solver().solution(session.game, limit)
        return found

    def parting(self, limit: int) -> str:
        """Tell a person who leaves that the game can still be won, or when it last could be won.

        Return '' if this is unknown. Each search looks at `limit` positions at most.
        """
        session = self._session
        verdict = session.solver().knowledge.verdict(session.game, limit)
        if verdict is Verdict.WINNABLE:
            return "It could still be won.\n"
        return self.way_back(limit) if verdict is Verdict.LOST else ""

    def way_back(self, limit: int = 0) -> str:
        """Say when the lost game could last be won; return '' if this is unknown.

        Each search looks at `limit` positions at most; 0 means as many as in a review.
        """
        history, bounds = self._session.history, self._lost_bounds(limit)
        if bounds.won < 0:
            return NEVER if bounds.lost == 0 else ""
        back = history.steps_after(bounds.won)
        _, moves = history.after(history.steps - back)
        word = "until" if bounds.lost == bounds.won + 1 == moves + 1 else "at"
        when = f"{word} move {moves}" if moves else "at the deal"
        more = wording.review_text(won=False, could_win=True) if limit else ""
        return f"It could be won {when}: undo {back} goes back there.\n{more}"

    def loss(self, limit: int) -> str:
        """If a person does not know yet that the game is lost, say so, and count this as a hint.

        Otherwise, return ''.
        """
        session, this = self._session, (self._session, self._session.begun)
        verdict = session.solver().knowledge.verdict(session.game, limit)
        before = self._told_lost == this
        if verdict is not Verdict.UNDECIDED:
            self._told_lost = this if verdict is Verdict.LOST else None
        if before or verdict is not Verdict.LOST:
            return ""
        session.ask("hint")
        return f"The game is lost; that you know it counts as a hint.\n{self.way_back(limit)}"

    def _lost_bounds(self, limit: int = 0) -> Bounds:
        """Return until when the lost game could be won, and from when it was lost."""
        history, knowledge = self._session.history, self._session.solver().knowledge
        line, within = LineOfPlay(*history.line(history.made)), Bounds(-1, history.made)
        if limit:
            return review.halved(line, knowledge, within, 10 * limit, (limit,))
        return review.bounds_of(line, knowledge, within)

    def steps_to_won(self) -> int:
        """Return how many steps to take back, so that the lost game can be won again.

        The answer counts as a verdict, unless the game is over or stuck. Raises IllegalMove.
        """
        session = self._session
        if session.outcome() is None and not session.is_stuck():
            session.ask("winnable", "verdict")
        solution = self._solution(MOST_LOOKED_AT)
        if solution.verdict is Verdict.WINNABLE:
            if session.history.given_up:
                return 1
            raise IllegalMove("nothing is taken back: the game can still be won")
        if solution.verdict is Verdict.UNDECIDED:
            raise IllegalMove(f"it is not known where it could be won: {_finding(solution)}")
        if (bounds := self._lost_bounds()).won < 0:
            never = "this deal could not be won" if bounds.lost == 0 else TOO_SHORT
            raise IllegalMove(f"nothing is taken back: {never}")
        return int(session.history.steps_after(bounds.won))

    def lost_since(self, limit: int) -> str:
        """Say when the game could last be won. This text follows a hint that has found no move.

        If cards are hidden, or `limit` positions are too few, name the command `review` instead.
        """
        session, when = self._session, ""
        if not self._player.game.seen_by(1).hidden():
            if session.solver().knowledge.verdict(session.game, limit) is Verdict.LOST:
                when = self.way_back(limit).partition("\n")[0]
        return f"{when}\n" if when else UNSURE

    def after_loss(self, limit: int) -> str:
        """Offer a review after a loss. If the deal is proved lost, say this instead.

        Each search looks at `limit` positions at most.
        """
        history, knowledge = self._session.history, self._session.solver().knowledge
        for game in (history.now, history.position(history.made)):
            verdict = knowledge.verdict(game, limit)
            if verdict is Verdict.WINNABLE:
                return wording.review_text(won=False, could_win=True)
        return NEVER if verdict is Verdict.LOST else UNSURE

    # The report in hindsight. It names hidden cards, so a report during a game is counted.

    def report(self, result: str, every: bool) -> Report:
        """Return the report on a game that has this `result`; `every` adds a table of chances."""
        player, session = self._player, self._session
        found = review.review(played(player), session.solver().knowledge)
        # First the move that was not taken back; then the moves after which most moves were made.
        turnings = found.turnings
        shown = sorted(turnings, key=lambda one: (one.taken_back, -one.played_on))[:SHOWN]
        space = session.solver().space
        text = [wrapped(headline(session, result)), self._hindsight(found)]
        choices: list[Choice | None] = []
        for one in turnings:
            fair = None
            if one.kept_by and (every or one in shown) and not self._by_computer(one):
                better = first_act(one.before, one.kept_by)
                pair = chances(one.before, ((one.move,), better), space, one.number - 1)
                fair = Choice(*pair) if pair else None
            choices.append(fair)
            if one in shown:
                text += self._told(one, fair)
        table = [*self._table(found)] if every else []
        if more := len(turnings) - len(shown):
            also = counted(more, "more move")
            text.append(f"{also} lost the win, and {_was(more)} taken back.\n")
        if every and found.line.positions[0].seen_by(1).hidden():
            locked = "reserve" if player.game.layout.reserve.dealt else "face down"
            text.append("Orders of the hidden cards that could be won, from what you knew:\n")
            text.append(f"   after move  {locked:>9}  won\n")
            for number, left, now in table:
                unclear = f", {now.undecided} unclear" if now.undecided else ""
                won = f"{now.won} of {now.orders}{unclear}"
                text.append(f"   {number or 'the deal':>10}  {left:>9}  {won}\n")
        told = figures(session) | _figures(player, found, choices, table)
        style, wide = self._look.style, min(self._look.columns, COLUMNS)
        drawn = [line for strip in strips(told) for line in strip.lines(wide, style == ASCII)]
        text[2:2] = [f"{line}\n" for line in drawn if style != WORDS]
        return Report("".join(text), told)

    def _hindsight(self, found: Review) -> str:
        """Say until when the game could be won; return '' if it is known which move lost it."""
        (won, lost), made = found.bounds, len(found.line.moves)
        outcome, at = self._session.outcome(), found.line.positions[-1]
        first = f"it could be won {f'after move {won}' if won else 'at the deal'}"
        then = f"it could not be won any more after move {lost}"
        if won == made and outcome is not None and outcome.winner == 1:
            told = self._won(found)
        elif won == made:
            told = "you could still have won when you gave up" if outcome else "it can still be won"
            # moves that once led to a win also prove this; then a search may find no win
            if way := self._session.solver().solution(at).moves:
                told += f": {self._way(at, way)}"
        elif lost == 0:
            told = "this deal could not be won"
        elif won == lost - 1:
            return ""
        elif won < 0 and lost > made:
            told = f"{TOO_SHORT} whether the deal could be won"
        elif won < 0:
            told = f"{then}; {TOO_SHORT} more"
        elif lost > made:
            told = f"{first}; {TOO_SHORT} whether it still can be"
        else:
            told = f"{first}, and {then}; {TOO_SHORT} which move lost it"
        return wrapped(f"In hindsight, {told}.")

    def _won(self, found: Review) -> str:
        """Say how the win was kept, and by whom."""
        told = "you never lost the win"
        if found.turnings:
            told = "you took back each move that lost the win"
        helped, shown = self._session.history.helped_from, self._session.shown
        if helped == 0:
            return "the computer played this game, from the deal to the win"
        if helped is not None:
            took_over = f"the computer played on from move {helped + 1} to the win"
            return f"{told}, and {took_over}" if found.turnings else took_over
        return f"{told}, but had seen the computer play on" if shown else told

    def _told(self, turning: LosingMove, fair: Choice | None) -> Iterator[str]:
        """Yield the lines about `turning`, a losing move; `fair` compares it with a better move."""
        move, before, on = turning.move, turning.before, turning.played_on
        buried = ","
        # A turn buries the top card of the waste: should this card have been played before?
        early = takewhile(lambda kept: kept != TURN, turning.kept_by) if move == TURN else ()
        if any(before.route(kept).source == "waste" for kept in early):
            buried = f", buried {self._look.card(before.waste[-1])} and"
        if turning.taken_back:
            then = ", and was taken back " + (f"after {on} more" if on else "at once")
        else:
            then = f"; {on} more {_was(on)} played" if on else ""
        made = self.named(move, before)
        by = " by the computer" * self._by_computer(turning)
        yield wrapped(f"Move {turning.number}, {made}{by}{buried} lost the win{then}.")
        if turning.kept_by:
            yield wrapped(f"Better: {self._way(before, turning.kept_by)}.", 2)
        if fair is not None:
            (better,) = self.acts(before, first_act(before, turning.kept_by))
            yield wrapped(judgement(fair, better.text, made), 2)

    def _by_computer(self, turning: LosingMove) -> bool:
        """Did a computer make the move `turning`, which stays in the game?"""
        helped = self._session.history.helped_from
        return helped is not None and not turning.taken_back and turning.number > helped

    def _table(self, found: Review) -> Iterator[tuple[int, int, Chance]]:
        """Yield a row for the deal and for each move that freed cards.

        A row has the number of the move, how many cards are locked, and the chance.
        """
        locked, space = None, self._session.solver().space
        for number, game in enumerate(found.line.positions):
            if game.locked() != locked:
                locked = game.locked()
                told = f"after move {number} of {len(found.line.moves)}"
                self._player.console.progress(told)
                for now in chances(game, [()], space, number):
                    yield number, locked, now

    def named(self, move: Move, before: Patience) -> str:
        """Return a noun phrase for a move: 'a turn of the stock', '6D onto 7C'."""
        if move == TURN:
            if before.layout.redeal:
                return "a redeal"
            if not before.layout.stock:
                return "a new deal of the cards"
            return f"a {'turn of' if before.layout.turns else 'row from'} the stock"
        return str(self._player.tell(move, before))

    def retried(self, at: Patience, earlier: Move) -> Iterator[str]:
        """Yield a line that compares the new moves from position `at` with the `earlier` move."""
        player, history = self._player, self._session.history
        since = history.since(at)
        moves = [one.move for one, _ in zip(history.backwards(), range(since or 0))][::-1]
        if moves and moves[-1] == TURN != earlier and player.game.layout.turns:
            return  # the comparison waits for the move after the turns
        player.retried = None
        if not moves:
            return
        with player.screen.breakable("the comparison was stopped"):
            space = self._session.solver().space
            pair = chances(at, (moves, (earlier,)), space, history.made - len(moves))
        if pair:
            after, instead = pair
            told = f"It wins in {after.won or 'none'} of {after.orders} orders of the hidden cards"
            if moves != [earlier]:
                played = self.named(earlier, at)
                told += f"; {played}, as you played, in {instead.won or 'none'}"
            if after.orders == 1:
                told = "It keeps the win" if after.won else "It does not keep the win"
            yield wrapped(f"{told}.")

    def course(self, most: int) -> str:
        """Say which move, if any, nearly lost the won game.

        Return '' if a search of `most` positions does not find out.
        """
        number: int | None = 0
        if self._session.undos:
            knowledge = self._session.solver().knowledge
            number = review.nearly_lost(played(self._player), knowledge, most)
        if number is None:
            return ""
        return f"Move {number} nearly lost it; " if number else "You never lost the win; "

    def _way(self, at: Patience, moves: Sequence[Move]) -> str:
        """Name the first few of the `moves` that win from `at`: 'QD onto KS (9 moves to a win)'."""
        parts = list(self.parts(at, moves))
        # If the last part named is turns of the stock, the move after them is named, too.
        shown = PARTS + any(part.turns for part in parts[PARTS - 1 : PARTS])
        told = ", ".join([part.text for part in parts[:shown]])
        return f"{told} ({counted(len(moves), 'move')} to a win)"


def _odds(odds: Odds, brief: bool) -> str:
    orders = f"{odds.of} orders{'' if brief else ' of the hidden cards'}"
    if odds.hopeless and odds.of == 1:
        return "Every card is known, and the game cannot be won from here"
    if odds.hopeless:
        return f"It seems lost: no way wins in any of {orders}"
    if not odds.won:
        return f"No win was found in {orders}, but some are undecided"
    return f"It wins in {odds.won} of {orders}"


def _finding(solution: Solution) -> str:
    looked, was = counted(solution.positions, "position"), _was(solution.positions)
    return f"{looked} {was} not enough to find out"


def strips(told: dict[str, Any]) -> list[Strip]:
    """Return the strips for a report that has the figures `told`."""
    after, rows = list[float | None](), {row["move"]: row for row in told.get("chances", ())}
    for span in told.get("positions", ()):
        chance = {"winnable": 1, "lost": 0}.get(span["verdict"])
        after += [chance] * (span["to"] + 1 - span["from"])
    found = [Strip("Move by move, in hindsight", after[1:])] * (len({*after[1:]}) > 1)
    if len(rows) > 1:
        known = [rows[max(at for at in rows if at <= n)] for n in range(1, len(after))]
        shares = [row["won"] / max(1, row["orders"]) for row in known]
        found.append(Strip("What you knew, at each card that came up", shares))
    return found


def first_act(at: Patience, moves: Sequence[Move]) -> Sequence[Move]:
    """Return the first act of `moves` from the position `at`: any turns of the stock and a move."""
    turns = takewhile(lambda move: move == TURN, moves[:-1]) if at.layout.turns else ()
    return moves[: len([*turns]) + 1]


def judgement(fair: Choice, better: str, made: str) -> str:
    """Say how often the moves `better` and `made` win, and whether the player could know this."""
    most, least, orders = fair.better.won, fair.after.won, fair.after.orders
    if orders == 1:
        return "You could have known: no card was hidden any more."
    verdict = "You could have known" if 4 * (most - least) >= orders else "Hard to see"
    if most <= least:
        verdict = "Nobody could know"
    if not most:
        return f"{verdict}: no win was found in {orders} orders of the hidden cards, with either."
    told = f"{better} wins in {most} of {orders} orders of the hidden cards"
    return f"{verdict}: {told}, {made} in {least or 'none'}."


def _figures(
    player: AnyTextPlayer,
    found: Review,
    choices: Sequence[Choice | None],
    table: Sequence[tuple[int, int, Chance]],
) -> dict[str, Any]:
    won, lost = found.bounds
    spans = (0, won, "winnable"), (won + 1, lost - 1, "undecided")
    return {
        "founded": player.game.founded(),
        "score": player.game.score(),
        "positions": [
            {"from": first, "to": last, "verdict": verdict}
            for first, last, verdict in (*spans, (lost, len(found.line.moves), "lost"))
            if first <= last
        ],
        "turnings": [
            {
                "kind": "taken back" if turning.taken_back else "lost",
                "move": turning.number,
                "command": str(turning.move),
                "told": player.tell(turning.move, turning.before),
                "kept_by": [str(move) for move in turning.kept_by],
                "moves_to_win": len(turning.kept_by),
                "played_on": turning.played_on,
                "fair": fair
                and {
                    "orders": fair.after.orders,
                    "better": fair.better.won,
                    "after": fair.after.won,
                    "undecided": [fair.better.undecided, fair.after.undecided],
                },
            }
            for turning, fair in zip(found.turnings, choices)
        ],
        "solver": {"positions": found.positions, "searches": found.searches},
        "chances": [
            {"move": number, "reserve": locked, **now._asdict()} for number, locked, now in table
        ],
    }


def _was(count: int) -> str:
    return "was" if count == 1 else "were"


# The reports of all games.


def played(player: AnyTextPlayer) -> Lines:
    session, lines = player.session, Lines()
    commands = [*session.dealing, *session.log[session.begun :]]
    session_after(player, Script(session.setup, commands, "the game"), lines.see)
    return lines


def headline(session: Session, result: str) -> str:
    """Return the first sentence of a report: which game it was, and its `result`."""
    outcome, moves = session.outcome(), counted(session.history.made, "move")
    ended = "won" if outcome is not None and outcome.winner == 1 else "not won"
    return f"{game_text(session)}, {deal_text(session)}: {ended}, {moves}, {result}."


def figures(session: Session) -> dict[str, Any]:
    """Return the figures about the game of `session` that need no review."""
    setup, _ = session.deal
    outcome = session.outcome()
    return {
        "game": setup.game.name,
        "options": setup.options.values(),
        "seed": None if setup.deck else setup.seed,
        "deck": setup.deck and [str(card) for card in reversed(setup.deck)],
        "moves": session.history.made,
        "outcome": outcome and outcome.result().replace("drawn", "draw"),
    }
