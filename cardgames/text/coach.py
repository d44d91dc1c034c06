"""The coach of a patience: explains its rules, words its hints, and says if it can be won.

A hint tells a plan by its first act (a move, with the turns of the stock before it) and by what it
leads to. Whether the game can be won is asked of the knowledge of its deal, as a review asks it.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from inspect import cleandoc
from itertools import groupby
from textwrap import fill
from typing import Any, Final, NamedTuple

from cardgames.model.cards import BACK, BUILDS
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Advice, Game, Move, Odds
from cardgames.patience.founding import ALL_UP, WINS, turns_to
from cardgames.patience.game import TURN, Patience
from cardgames.patience.piles import STARTS, Layout, letters_of
from cardgames.patience.search import MOST_LOOKED_AT, Solution, Verdict
from cardgames.play.places import MoveReader, example_of
from cardgames.play.review import Bounds, LineOfPlay, bounds_of, halved
from cardgames.text.wording import COLUMNS, WORDS, counted, fitted, options_text, review_text

LINES: Final = 2  # the most lines of a hint; cards in words take one more
NEVER: Final = "This deal could not be won.\n"


class Part(NamedTuple):
    """A part of a plan: one move, or several turns of the stock."""

    typed: str  # '4c 5d', 'turn kd'
    text: str  # '4C onto 5D', 'turn 7 times to KD'
    turns: bool = False

    def both(self) -> str:
        return f"{self.text} ({self.typed})"


class Coach:
    """Speaks of the plans and chances of the game that PLAYER, a PatienceTextPlayer, plays."""

    def __init__(self, player: Any) -> None:
        self._player = player
        self._typed = MoveReader(player.commands, player.short_forms.places).typed

    # Hints.

    def hint(self, advice: Advice) -> str:
        """Return the lines of a hint; of a plan that was told before, only how it goes on."""
        if advice.why == ALL_UP:
            return f"Hint: finish ({counted(1 + len(advice.then), 'move')}): {ALL_UP}.\n"
        last, since = self._player.session.hint_before(advice)
        at = advice.at or self._player.game.seen_by(1)
        if last is None:
            return self.plan(at, advice)
        goes_on = (last.move, *last.then)[since:] == (advice.move, *advice.then)
        if last.odds == advice.odds and last.odds is not None and not last.odds.won:
            advice = advice._replace(odds=None)  # once is enough
        return self.plan(at, advice, goes_on, brief=last.odds is not None)

    def plan(self, at: Any, advice: Advice, goes_on: bool = False, brief: bool = False) -> str:
        """Return the lines of a hint for the position AT.

        If it GOES_ON with the plan told last, it says what comes then instead of the odds. If
        BRIEF, it does not say again what the orders are of. What has no room is left out.
        """
        assert advice.move is not None
        look, odds, instead = self._player.look, "", ""
        acts = self.acts(at, (advice.move, *advice.then))
        first, aim = acts[0], acts[-1].text
        if goes_on and len(acts) > 1:
            return _hint(f"{first.both()}, then {acts[1].text}.")
        why = look.named(advice.why)
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
            told = _hint(f"{text}{'.' if odds else ''}")
            if told.count("\n") <= LINES + (look.style == WORDS):
                break
        return told

    def parts(self, at: Any, moves: Sequence[Move]) -> Iterator[Part]:
        """Yield the parts of the plan that makes MOVES, one after the other, from AT."""
        for turns, same in groupby(moves, lambda move: move == TURN and at.layout.turns):
            before, count = at, 0
            for count, move in enumerate(same, 1):
                if not turns:
                    yield Part(self._typed(at, move), self._player.tell(move, at))
                at = at.apply(move)
            if turns:
                yield self._turning(before, count, at)

    def acts(self, at: Any, moves: Sequence[Move]) -> list[Part]:
        """Return the parts of the plan, each move as one part with the turns before it."""
        acts: list[Part] = []
        for part in self.parts(at, moves):
            if acts and acts[-1].turns:
                acts[-1] = Part(f"{acts[-1].typed}; {part.typed}", part.text)
            else:
                acts.append(part)
        return acts

    def _turning(self, before: Any, count: int, after: Any) -> Part:
        """Return the part that turns the stock COUNT times, from BEFORE to AFTER."""
        typed, top = f"turn {count}", after.waste[-1:]
        if top in ((), (BACK,)):
            stock = "the rest of the stock" if before.waste else "the whole stock"
            text = self._player.tell(TURN, before) if count == 1 else f"turn {stock}"
            return Part(typed, text, True)
        with suppress(IllegalMove):  # of the player, who may not know the card
            if turns_to(before, top[0]) == count:
                typed = f"turn {top[0].label.lower()}"
        times = "" if count == 1 else f" {counted(count, 'time')}"
        return Part(typed, f"turn{times} to {self._player.look.card(top[0])}", True)

    # Whether the game can be won, and when it last could be.

    def verdict(self, asked: int | None, most: int) -> str:
        """Say whether the game can be won; if not, when it could be won last.

        The solver looks at ASKED positions at most (None: as many as 'solution' has it look at);
        the person may raise that limit up to MOST.
        """
        limit = MOST_LOOKED_AT if asked is None else asked
        solution = self._solution(limit)
        if solution.verdict is Verdict.WINNABLE:
            moves = counted(len(solution.moves), "move")
            return f"It can be won, in {moves}: 'solution' plays them.\n"
        if solution.verdict is Verdict.LOST:
            back = self.way_back()
            return back if back == NEVER else f"It {_lost(back)}.\n{back}"
        more = f": 'winnable {min(10 * limit, most)}' looks at more" if limit < most else ""
        return f"{_finding(solution).capitalize()}{more}.\n"

    def check_winnable(self) -> None:
        """Check that the game is not over and can be won; raises IllegalMove."""
        self._player.session.check_going()
        solution = self._solution(MOST_LOOKED_AT)
        if solution.verdict is Verdict.LOST:
            back = self.way_back()
            why = "this deal could not be won" if back == NEVER else f"the game {_lost(back)}"
            raise IllegalMove(f"there is no solution: {why}")
        if not solution.moves:
            raise IllegalMove(f"no solution was found: {_finding(solution)}")

    def _solution(self, limit: int) -> Solution:
        """Return the solution, also if only the review of the moves up to now decides."""
        session = self._player.session
        found: Solution = session.solver().solution(session.game, limit)
        if found.verdict is Verdict.UNDECIDED and limit >= MOST_LOOKED_AT:
            line = LineOfPlay(*session.history.line(session.history.made))
            bounds_of(line, session.knowledge())
            found = session.solver().solution(session.game, limit)
        return found

    def parting(self, limit: int) -> str:
        """Say of a game given up if it can be won, or when it could be; '' if unknown."""
        session = self._player.session
        verdict = session.knowledge().verdict(session.game, limit)
        if verdict is Verdict.WINNABLE:
            return "It could still be won.\n"
        return self.way_back(limit) if verdict is Verdict.LOST else ""

    def way_back(self, limit: int = 0) -> str:
        """Say when the game, which is lost, could last be won; '' if that is not found out.

        The solver looks at LIMIT positions at most in each position, unasked; 0: as a review does.
        """
        session = self._player.session
        history, knowledge = session.history, session.knowledge()
        line, within = LineOfPlay(*history.line(history.made)), Bounds(-1, history.made)
        if limit:
            bounds = halved(line, knowledge, within, 10 * limit, (limit,))
        else:
            bounds = bounds_of(line, knowledge, within)
        if bounds.won < 0:
            return NEVER if bounds.lost == 0 else ""
        back = history.steps_after(bounds.won)
        _, moves = history.after(history.steps - back)
        word = "until" if bounds.lost == bounds.won + 1 == moves + 1 else "at"
        when = f"{word} move {moves}" if moves else "at the deal"
        more = review_text(won=False) if limit else ""
        return f"It could be won {when}: undo {back} goes back there.\n{more}"


def _hint(text: str) -> str:
    return fitted(f"Hint: {text}\n", COLUMNS - 1)


def _odds(odds: Odds, brief: bool) -> str:
    """Say in how many orders of the hidden cards a win was found."""
    orders = f"{odds.of} orders{'' if brief else ' of the hidden cards'}"
    if odds.hopeless and odds.of == 1:
        return "Every card is known now: the game can no longer be won"
    if odds.hopeless:
        return f"It seems lost: no way wins in any of {orders}"
    if not odds.won:
        return f"No win was found in {orders}, but some are undecided"
    return f"It wins in {odds.won} of {orders}"


def _lost(back: str) -> str:
    """Return a verb phrase for a lost game; BACK, from `way_back`, says whether it was ever won."""
    return "cannot be won any more" if back else "cannot be won"


def _finding(solution: Solution) -> str:
    """Say that a search was too short."""
    looked = counted(solution.positions, "position")
    return f"{looked} {'was' if solution.positions == 1 else 'were'} not enough to find out"


# The rules in words: from the game's file, or made from the piles and moves of a patience.

WIDTH: Final = 77
NUMBERS: Final = "no one two three four five six seven eight nine ten eleven twelve".split()
# What moves together, and what fills an empty pile, for each name in the tables of piles.
TOGETHER: Final = {
    "built": "All face-up cards of a pile, or the last of them, move together.",
    "open": "Any face-up card moves with all cards that lie on it, in order or not.",
    "run": "Cards at the end of a pile that are a run{run} move together.",
    "room": "Cards at the end of a pile that are a run{run} move together, as many as could move "
    "one by one by way of free cells{spaces}.",
    "top": "Only the top card of a pile moves.",
    "whole": "A pile moves as a whole.",
}
FILLS: Final = {
    "any": "Any card fills an empty pile.",
    "king": "Only a king, with the cards on it, fills an empty pile.",
    "none": "An empty pile stays empty.",
    "reserve": "An empty pile is filled from the reserve at once; later any card fills it.",
}


def rules_text(game: type[Game], played: str = "") -> str:
    """Return the rules of GAME and its options, after the text PLAYED on the present options."""
    from importlib.resources import files

    file = files(game.__module__.rpartition(".")[0]).joinpath("rules.txt")
    if issubclass(game, Patience) and not file.is_file():
        text = rules_of(game)
    else:
        text = file.read_text(encoding="utf-8")
    options = f"\n{options_text(game)}" if game.options_type.declared() else ""
    return f"{played}{text}{options}"


def rules_of(game: type[Patience]) -> str:
    """Return the rules of GAME by its usual options, in lines of 79 columns at most."""
    layout, title = game.laid_out(game.options_type()), game.title()
    sections = [
        "\n".join([title, "=" * len(title)]),
        _filled(_aim(layout)),
        "The deal\n" + _filled(_deal(layout)),
        "The play\n" + _filled(_play(layout)),
    ]
    if more := cleandoc(game.__doc__ or "").partition("\n")[2].strip():
        sections += [_filled([text]) for text in more.split("\n\n")]
    return "\n\n".join([*sections, "The short way\n" + "\n".join(_moves(game))]) + "\n"


def _filled(sentences: Iterator[str] | list[str]) -> str:
    return fill(" ".join(sentences), WIDTH, initial_indent="  ", subsequent_indent="  ")


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def _aim(layout: Layout) -> Iterator[str]:
    packs = "a pack" if layout.packs == 1 else f"{_number(layout.packs)} packs"
    yield f"A patience for one, with {packs} of 52 cards."
    if layout.foundations.runs:
        yield "The aim is to build runs in one suit, from king down to ace, in the tableau."
        yield "Such a run goes to a foundation as soon as it is complete."
    elif layout.foundations.count:
        yield "The aim is to bring all cards to the foundations."
    else:
        yield "The aim is to play all cards of the tableau to the waste."


def _deal(layout: Layout) -> Iterator[str]:
    start, kinds, cells = STARTS[str(layout.foundations.start)], layout.tableau, layout.cells
    if start is not None:
        yield f"The {start.name.lower()}s are put on the foundations first."
    if layout.reserve.dealt:
        yield f"The reserve gets {_number(layout.reserve.dealt)} cards."
    if layout.foundations.start == "card":
        yield "The next card starts the first foundation, and gives the base rank."
    yield f"The tableau has {_number(kinds.count)} piles, dealt row by row from left to right:"
    down = "face up"
    if any(kinds.down):
        tops = all(size - down == 1 for size, down in zip(kinds.sizes, kinds.down))
        down = "only the last one face up" if tops else f"{_listed(kinds.down)} of them face down"
    yield f"{_listed(kinds.sizes)}, {down}."
    if cells.count:
        filled = f", and {_number(cells.dealt)} of them get a card" if cells.dealt else ""
        yield f"There are {_number(cells.count)} cells for one card each{filled}."
    if layout.waste and layout.waste.dealt:
        yield "The next card begins the waste."
    if layout.stock:
        yield f"The other {layout.stocked} cards are the stock, face down."


def _listed(sizes: Sequence[int]) -> str:
    """Return the sizes of piles in words: '7 cards each', '0, 1 and 2', '6 in four piles'."""
    sets = [(size, len(list(same))) for size, same in groupby(sizes)]
    if len(sets) == 1:
        return f"{counted(sizes[0], 'card')} each"
    if len(sets) > 2:
        return f"{', '.join(map(str, sizes[:-1]))} and {counted(sizes[-1], 'card')}"
    return " and ".join(
        f"{counted(size, 'card')} in {_number(count)} pile{'s' * (count > 1)}"
        for size, count in sets
        if size
    )


def _play(layout: Layout) -> Iterator[str]:
    foundations, kinds = layout.foundations, layout.tableau
    if foundations.count and not foundations.runs:
        card = "ace" if foundations.start in ("empty", "aces") else "base rank"
        yield f"A foundation is built up in one suit, from the {card}."
        stay = foundations.back == "none"
        yield "Cards there stay there." if stay else "Its top card may come back to the tableau."
    if kinds.build == kinds.fill == "none":
        yield "No card is moved within the tableau, and an empty pile stays empty."
    else:
        how = f"is built down {BUILDS[str(kinds.build)][1]}"
        yield f"The tableau {'is not built on' if kinds.build == 'none' else how}."
        run = "" if kinds.run == kinds.build else f" {BUILDS[str(kinds.run)][1]}"
        spaces = " and empty piles" if kinds.fill == "any" else ""
        yield TOGETHER[str(kinds.together)].format(run=run, spaces=spaces)
        yield FILLS[str(kinds.fill)]
    if any(kinds.down):
        yield "A face-down card that comes to the top of its pile is turned up."
    if layout.cells.count:
        yield "The top card of a pile may go to a free cell, and from there to where it fits."
    if layout.reserve.dealt:
        yield "The top card of the reserve may go to where it fits."
    if layout.taking:
        yield f"The top card of a pile goes to the waste {layout.taking.rule}."
    stock = layout.stock
    if stock and stock.to == "tableau":
        yield "The stock deals a row: a card to each pile, as far as it goes."
        yield from ["No pile may be empty then."] * stock.full
    elif stock:
        cards = "one card" if stock.draw == 1 else f"{_number(stock.draw)} cards"
        yield f"The stock is turned to the waste, {cards} at a time."
        if layout.waste and layout.waste.gives:
            yield "The top card of the waste may go to where it fits."
        again = "the waste becomes the stock again"
        if stock.redeals is None:
            yield f"When the stock is empty, {again}."
        else:
            times = f"T{again[1:]} {_number(stock.redeals)} times."
            yield times if stock.redeals else "It is turned only once."


def _moves(game: type[Patience]) -> Iterator[str]:
    """Yield a line for each move: the short way to type it, its notation, and what it does."""
    letters, moves = letters_of(game.laid_out(game.largest())), game.commands.all.values()
    rows = [(example_of(one, letters) or one.shorts[0], one.usage, one.summary) for one in moves]
    short, usage = (max(len(row[column]) for row in rows) for column in (0, 1))
    for typed, notation, summary in rows:
        yield f"  {typed:<{short}}  {notation:<{usage}}  {summary}"
