"""The text player of all patiences: its commands and its texts.

The kinds of piles of a game determine what is shown and how moves are typed; `layout.py` draws the
boards. A game that has its own board in scripts derives a class with its own method `picture`.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any, ClassVar, Final

from cardgames.model.cards import BACK, Card, Pile, parse_card
from cardgames.model.commands import Command, Number, ShortForms, Word, command
from cardgames.model.errors import IllegalMove, InvalidCommand, counted, listed
from cardgames.model.game import Move, Outcome
from cardgames.model.strategy import ADVISER, SOLVER, Advice
from cardgames.patience.game import (
    TURN,
    Patience,
    gone_up,
    move_up,
    safe_move,
    turns_to,
    unasked_move,
    way_home,
)
from cardgames.patience.kinds.beside import redeals_left
from cardgames.patience.kinds.kind import Kind
from cardgames.patience.piles import letters_of
from cardgames.screen.look import clock_text, dollars, moves_text, sentence, wrapped
from cardgames.text import commands, wording
from cardgames.text.layout import Drawing, fan, plain
from cardgames.text.textplayer import TextPlayer
from cardgames.text.view import Report, Shown

if TYPE_CHECKING:
    from cardgames.text.coach import Coach

# Kinds of numbered piles: the word for each kind, and the game's field that holds its piles.
NUMBERED: Final = [
    (field.removesuffix("s"), field) for field in ("foundations", "tableau", "cells", "reserves")
]
MOST: Final = 10_000_000  # the most positions that the solver looks at on demand
TO_WON: Final = "to-won", "to won"  # after `undo`: go back to a position that can be won
SOON: Final = 2_000  # the most positions that the solver looks at after a win
UNASKED: Final = 1_500  # the most positions that the solver looks at if no player has asked
WON_IN: Final = 3.0  # the most seconds for showing the last moves of a win
STOPPED: Final = "the solver was stopped, and has found out nothing"
OFFER: Final = "Every card can go up now: "  # the beginning of the message that offers `finish`


class Turning(Number):
    """The argument of `turn`: a number of turns, or the card to turn to."""

    def __init__(self) -> None:
        wanted = "a number of turns from 1 to 99, or a card"
        super().__init__("N|CARD", 1, 99, what="number of turns", wanted=wanted)

    def parse(self, word: str) -> int | Card:
        try:
            return parse_card(word)
        except InvalidCommand:
            number: int = super().parse(word)
            return number


@command(Turning())
def turn(player: "PatienceTextPlayer", until: int | Card) -> None:
    """Turn cards several times, or until a card is on top.

    The card must be one that you know: in the waste, or in a stock that has been turned once.
    Each turn is a move of its own, for undo and in scripts. 'card 5' is the same as 'turn 5'.
    """
    player.session.check_going()
    turns = turns_to(player.game, until) if isinstance(until, Card) else until
    game = player.game
    for made in range(turns):
        try:
            game = game.apply(TURN)
        except IllegalMove as error:
            if not made:
                raise
            possible = "1 turn is" if made == 1 else f"{made} turns are"
            raise IllegalMove(f"only {possible} possible: then {error}") from None
    for _ in range(turns):
        player.session.make(TURN)
    if turns:
        player.screen.console.show_meaning(f"{TURN}, {turns} times" if turns > 1 else str(TURN))
    else:
        player.screen.say("It is on top of the waste already.\n")


@command(Word("all", "all", optional=True))
def up(player: "PatienceTextPlayer", every: str | None = None) -> None:
    """Move safe cards to the foundations, or all that fit.

    A card is safe on its foundation when no card still in play could be built on it in the tableau.
    """
    moved = []
    while (move := (move_up if every else safe_move)(player.game)) is not None:
        moved.append((str(move), player.tell(move, player.game)))
        player.session.make(move)
    none = "No card can go up.\n" if every else "No card is safe to move up.\n"
    player.screen.say(moves_text(moved) or none)


@command()
def finish(player: "PatienceTextPlayer") -> None:
    """Move all cards up, once that is sure to work.

    It works when no card is hidden, and moves to foundations and turns of the stock are all that is
    needed. One undo takes back all these moves.
    """
    player.session.check_going()
    seen = player.game.seen_by(1)
    way = way_home(seen)
    if not way:
        hidden, why = seen.hidden(), "some are in the way"
        if hidden:
            why = f"{counted(hidden, 'card')} {'is' if hidden == 1 else 'are'} hidden"
        raise IllegalMove(f"it is not certain yet that every card can go up: {why}")
    player.session.make_all(way, "finish")
    player._outlook = ""  # so that the offer of `finish` is shown again after an undo


@command(Word("all", "all", optional=True), name="up")
def off(player: "PatienceTextPlayer", every: str | None = None) -> None:
    """Take off safe cards, or all that can go.

    A card is safe to take off when no other card can need it.
    """
    up(player, every)


@command(name="finish")
def finish_off(player: "PatienceTextPlayer") -> None:
    """Take off all cards, once that is sure to work.

    It works when no card is hidden, and taking cards off and turning the stock are enough.
    One undo takes back all these moves.
    """
    finish(player)


@command("a", Word("STRATEGY", "fair", "quick", SOLVER, optional=True), name="auto")
def auto_by(player: "PatienceTextPlayer", strategy: str = ADVISER) -> None:
    """Let the computer play to the end.

    At a terminal it shows every move; the space bar pauses, b steps back, e shows the end.
    'fair' plays as the hints do, 'quick' looks less far ahead, and 'solver' knows the hidden
    cards.
    """
    player.check_computer(strategy)
    commands.play_on(player, strategy)
    session = player.session
    if player.console.interactive and session.outcome() is None and session.is_stuck():
        player.screen.say(player.coach.way_back(UNASKED))


@command("win?", Number("N", 1, MOST, what="number of positions to look at", optional=True))
def winnable(player: "PatienceTextPlayer", n: int | None = None) -> None:
    """Say whether the game can still be won.

    The solver knows the hidden cards, so its verdicts are counted. It looks at 100,000 positions,
    or at as many as you say.
    """
    player.session.check_going()
    told = ""
    if not player.session.replaying:
        with player.screen.breakable(STOPPED):
            told = player.coach.verdict(n, MOST)
    player.session.ask("winnable" if n is None else f"winnable {n}", "verdict")
    player.screen.say(told)


@command()
def solution(player: "PatienceTextPlayer") -> None:
    """Let the solver play on to a win, if there is one.

    The solver knows the hidden cards. One undo takes back all its moves.
    """
    auto_by(player, SOLVER)


class PatienceTextPlayer(TextPlayer[Patience]):
    boards_only = True
    numbered = "tableau {}"
    large = (80, 30)
    solved: ClassVar[bool] = False  # has the game a solver?
    # the position whose board was last shown to a script, and the lines of this board
    _pictured: tuple[Patience | None, list[str]] = (None, [])
    telling: ClassVar[list[Kind]] = []  # the kinds of piles that describe moves in their own words

    show_place = commands.show_place

    def __init_subclass__(cls, game: type[Patience], solved: bool = False) -> None:
        """Add the commands that the game needs; a `solved` game has those of the solver, too."""
        super().__init_subclass__()
        layout = game.laid_out(game.largest())
        turns = TURN.name if layout.stock and TURN.name in game.commands.all else ""
        cls.short_forms = ShortForms(letters_of(layout), enter=turns)
        if layout.turns:
            cls.stuck = "no card can come into play any more"
        elif game.founding:
            cls.stuck = layout.foundations.stuck
        cls.solved, cls.telling = solved, layout.telling
        founded = (off, finish_off) if layout.foundations.short == "off" else (up, finish)
        ways: list[Any] = [*founded] if game.founding else []
        ways += [auto_by if solved else commands.auto, *([turn] if layout.turns else [])]
        for way in [*ways, *([winnable, solution, commands.review] if solved else [])]:
            setattr(cls, way.command.method, way)

    @classmethod
    def of(cls, game: type[Patience], solved: bool) -> "type[PatienceTextPlayer]":
        """Make the class of text players for `game`."""
        return type(f"{game.__name__}Player", (cls,), {}, game=game, solved=solved)

    @cached_property
    def coach(self) -> "Coach":
        from cardgames.text.coach import Coach  # loaded when it is needed, not at the start

        return Coach(self, self.solved)

    # Boards and what is on them.

    def drawn(self, game: Patience, shown: Shown) -> Iterable[str]:
        if not self.look.notes:
            if game is not self._pictured[0]:  # after a refusal, a script's board is shown again
                self._pictured = game, list(self.picture(game))
            return self._pictured[1]
        look, large = self.look, self.look.has_room(*self.large)
        if shown.before is not None:
            look = look.marking(self.moved(shown.before, game))
        return Drawing(look, game, self.notes(game), shown.status).lines(large)

    def picture(self, game: Patience) -> Iterable[str]:
        return plain(self.look, game)

    def moved(self, before: Patience, game: Patience) -> list[Card]:
        """Return the cards that moved from the position `before` to `game`; they are marked."""
        for kind in self.telling:
            if told := kind.told(before, game):
                return [told[1]]
        moved = [card for _, _, cards, _ in arrivals(before, game) for card in cards]
        return [*moved, *(game.waste[-1:] if len(game.waste) > len(before.waste) else ())]

    def notes(self, game: Patience) -> list[str]:
        """Return the notes below stock and waste: the score, and how many redeals are left."""
        profit = f", {dollars(game.score())}" if self.in_dollars(game) else ""
        layout = game.layout
        up = layout.foundations.short if layout.foundations.count else "off"
        notes = [f"{game.founded()} of {layout.wanted} {up}{profit}"]
        if hasattr(game.options, "redeals") and layout.redeals is not None:
            notes.append(redeals_left(layout.redeals - game.redeals))
        return [*notes, *[note for kind in layout.noting for note in kind.notes(game)]]

    def beside(self, game: Patience) -> Shown:
        """Return the last position, if moved cards are marked, and the status lines.

        Only a person at a terminal gets status lines.
        """
        session, history, before = self.session, self.session.history, None
        if game is not history.now or not self.look.notes:
            return Shown()
        if self.look.color and history.made:
            steps = self.steps_of_one(forth=False)
            before = history.before if steps == 1 else history.after(history.steps - steps)[0]
        if not self.console.interactive:
            return Shown(before=before)
        moves = "1 move" if history.people_moves == 1 else f"{history.people_moves} moves"
        time = f" in {clock_text(self.wishes.clock())}" if self.wishes.clock else ""
        score = [points] if (points := self.points_text()) else []
        undone = [counted(session.undos, "undo")] if session.undos else []
        seed = [f"seed {session.seed}"] * (session.deals == 1)
        return Shown(before=before, status=[*score, moves + time, *undone, *seed])

    def points_text(self) -> str:
        """Return the points so far, such as 'score 488'; '' if they are not shown."""
        history = self.session.history
        if not self.wishes.points or not self.game.scoring:
            return ""
        return f"score {self.game.points(history.line(history.made)[0])}"

    def sentences(self, game: Patience, seat: int) -> Iterable[str]:
        kinds = game.layout
        if kinds.claims:
            yield f"Base rank: {game.base.name.lower()}."
        for name, field in NUMBERED:
            if kinds.tableau.rows and field == "tableau":
                yield from self._rows_in_words(game)
                continue
            for number, pile in enumerate(getattr(game, field), 1):
                down = game.face_down(number) if name == "tableau" else 0
                hidden = f", {down} face down" if down else ""
                tops = name == "foundation" and not kinds.foundations.open
                seen = pile[-1:] if tops else pile[down:]
                called = f"{name.capitalize()} {number}"
                if name == "foundation":
                    cards = counted(len(pile), "card")
                    called = kinds.foundations.called.format(number=number, cards=cards)
                yield f"{called}{hidden}: {self.named(seen)}."
        if kinds.reserve.dealt:
            reserve = game.reserve if kinds.reserve.seen else game.reserve[-1:]
            yield f"Reserve, {counted(len(game.reserve), 'card')}: {self.named(reserve)}."
        if kinds.waste:
            top, *below = [self.look.card(card) for card in fan(game)[::-1]] or ["empty"]
            waste = f"{kinds.waste.noun.capitalize()}, {counted(len(game.waste), 'card')}"
            yield f"{waste}: {top}{_on(below)}."
        if kinds.stock:
            yield f"Stock, {counted(len(game.stock), 'card')}."

    def _rows_in_words(self, game: Patience) -> Iterator[str]:
        last, seen = 0, game.tableau_seen()
        for number, row in enumerate(game.layout.tableau.rows, 1):
            first, last = last + 1, last + len(row)
            cards = [pile[-1] if pile else None for pile in seen[first - 1 : last]]
            told = ", ".join(
                "face down" if card is BACK else self.look.card(card) if card else "empty"
                for card in cards
            )
            where = f"tableau {first}" if first == last else f"tableau {first} to {last}"
            yield f"Row {number}, {where}: {told}."

    def in_full(self, game: Patience, seat: int) -> Iterator[str]:
        """Yield the sentences about all places, with the known cards of waste and stock."""
        seen, waste = game.seen_by(seat), game.layout.waste
        known = {
            waste.noun.capitalize() if waste else "": (seen.waste, "the top card last"),
            "Stock": (seen.stock[::-1], "as you have seen them, the next one first"),
        }
        for line in self.sentences(game, seat):
            name = line.partition(",")[0]
            pile, order = known.get(name, ((), ""))
            told = f"{name}, {counted(len(pile), 'card')}, {order}: {self.named(pile)}."
            yield told if pile and BACK not in pile else line

    def named(self, pile: Pile) -> str:
        return ", ".join(map(self.look.card, pile)) or "empty"

    # Sentences about moves.

    def tell(self, move: Move, game: Patience) -> str:
        """Say which cards `move` brings where; the piles before and after the move show this."""
        if move == TURN:
            if not game.layout.turns:
                return str(game.layout.row_kind.row_told)
            if game.stock:
                return f"turn {min(game.layout.draw, len(game.stock))} from the stock"
            return "turn the waste over" if game.waste else "nothing is left to turn"
        after = game.apply(move)
        for kind in self.telling:
            if told := kind.told(game, after):
                return self.look.named(told[0])
        up, _ = grown(game.foundations, after.foundations)
        if up and not game.layout.by_runs:
            return f"{' and '.join(map(self.look.card, up))} {game.layout.foundations.goes}"
        cards, onto = grown(game.tableau, after.tableau)
        if cards:
            where = f"onto {self.look.card(onto[-1])}" if onto else "to the empty pile"
            return f"{self.look.run.join(self._ends(cards))} {where}"
        if up:
            run = f"{self.look.run.join(self._ends(up[::-1]))} goes up"
            if game.route(move).source != "tableau":
                return run
            t1, t2 = move.arguments[:2]
            moved = self._ends(game.tableau[t1 - 1][len(after.tableau[t1 - 1]) :])
            to = self.look.card(game.tableau[t2 - 1][-1])
            return f"{self.look.run.join(moved)} onto {to}, and {run}"
        if len(after.waste) > len(game.waste):
            return f"{self.look.card(after.waste[-1])} to the {waste_noun(game)}"
        ways = [f"{self.named(new)} to {kind} {n}" for kind, n, new, _ in arrivals(game, after)]
        return "".join(ways[-1:])  # the card goes to a cell: cells come last in `arrivals`

    def changes(self, before: Patience, after: Patience, seat: int) -> str:
        return "".join(map(sentence, self._changed(before, after)))

    def _changed(self, before: Patience, after: Patience) -> Iterator[str]:
        """Yield phrases about the piles that have changed, and about cards that were turned up."""
        for kind in self.telling:
            if told := kind.told(before, after):
                yield self.look.named(told[0])
                return
        if after.layout.redeal and after.redeals > before.redeals:
            yield "the tableau is dealt again"
            return
        for name, number, cards, pile in arrivals(before, after):
            size = f", {counted(len(pile), 'card')}" if name == "tableau" else ""
            between = " and " if len(cards) == 2 else " down to "
            yield f"{between.join(self._ends(cards))} to {name} {number}{size}"
        stock, waste = (counted(len(pile), "card") for pile in (after.stock, after.waste))
        turned, turns = len(after.stock) < len(before.stock), after.layout.turns
        if after.stock and not before.stock and not after.waste and turns:
            yield f"the waste is turned over, stock {stock}"
        elif len(after.waste) > len(before.waste):
            new = added(before.waste, after.waste)
            top, *below = [self.look.card(card) for card in fan(after)[::-1] if card in new]
            to = waste_noun(after)
            how = f"turned{_on(below)}, waste" if turned else f"to the {to},"
            yield f"{top} {how} {waste}"
        elif len(after.waste) < len(before.waste):
            yield self._top_now(waste_noun(after), after.waste)
        if turned and not after.stock:
            yield "the stock is empty"
        elif turned and not turns:
            yield f"stock {stock}"
        for t, (was, now) in enumerate(zip(before.down, after.down), 1):
            if now < was:
                yield f"{self.named(after.tableau[t - 1][-1:])} turned up on tableau {t}"
            elif now > was:
                yield f"tableau {t}, {counted(now, 'card')} face down"
        if after.reserve != before.reserve:
            yield self._top_now("reserve", after.reserve)
        for number, (old, new) in enumerate(zip(before.reserves, after.reserves), 1):
            if len(new) < len(old):
                left = f"{counted(len(new), 'card')}: {self.named(new[-1:])}" if new else "empty"
                yield f"reserve {number}, {left}"

    def _ends(self, cards: Pile) -> list[str]:
        """Return the names of the first and the last of `cards`; a single card is named once."""
        ends = cards[:1] if len(cards) == 1 else (cards[0], cards[-1])
        return [self.look.card(card) for card in ends]

    def _top_now(self, name: str, pile: Pile) -> str:
        """Say what lies on top of `pile`, called `name`: 'waste 2 cards: queen of hearts'."""
        if not pile:
            return f"the {name} is empty"
        return f"{name} {counted(len(pile), 'card')}: {self.named(pile[-1:])}"

    # The score.

    def in_dollars(self, game: Patience) -> bool:
        """Is a profit in dollars shown, and not only the number of cards on the foundations?"""
        if game.casino is None or not self.look.notes:
            return bool(game.cost)
        return wording.variant_of(game.options) in game.casino

    def score_text(self, game: Patience) -> str:
        told = self.founded_text(game)
        if self.in_dollars(game):
            return f"{dollars(game.score())}: {told}."
        return f"{told[0].upper()}{told[1:]}."

    def score_now(self) -> str:
        points = self.points_text()
        if not points:
            return super().score_now()
        return f"{points.capitalize()}: {self.founded_text(self.game)}."

    def last_score(self) -> str:
        """Return the score; at a terminal, leave out the number of cards that are up.

        At a terminal, the ending is on the same screen and has this number.
        """
        score, colon, told = self.score_now().partition(":")
        if not self.console.interactive:
            return f"{score}{colon}{told}\n"
        return f"{score}.\n" if colon else ""

    def founded_text(self, game: Patience) -> str:
        founded, wanted, where = game.founded(), game.layout.wanted, where_up(game)
        one = where.replace("the foundations", "a foundation")
        if not founded:
            return f"no card is {one} yet"
        if founded == 1:
            return f"1 of {wanted} cards is {one}"
        return f"{founded} of {wanted} cards are {where}"

    def short_score(self, game: Patience) -> str:
        """Return the profit, if the game shows one; otherwise, the number of cards that are up."""
        return dollars(game.score()) if self.in_dollars(game) else counted(game.founded(), "card")

    # Hints and advice.

    def hint_text(self, advice: Advice) -> str:
        return str(self.coach.hint(advice))

    def no_hint(self, advice: Advice | None) -> str:
        told = super().no_hint(advice)
        return f"{told}{self.coach.lost_since(UNASKED)}" if self.solved else told

    def told(self, plan: Sequence[Move], at: Patience) -> list[tuple[str, str]]:
        """Return each part of a plan that begins in position `at`: as it is typed, and in words."""
        return [(part.typed, part.text) for part in self.coach.parts(at, plan)]

    def outlook(self, game: Patience) -> str:
        """Say that all cards can go up, or that `game` is stuck and when it could last be won."""
        if self.wishes.tell_lost and self.solved and (news := self.coach.loss(UNASKED)):
            return news
        if game.layout.turns and game.stock and not game.redeals:
            return ""  # nothing is certain about a stock that nobody has seen
        if way := way_home(game.with_backs(1)):
            if self._outlook.startswith(OFFER):
                return self._outlook  # the caller shows only a message that has changed
            what = f"the {counted(len(way), 'move')}" if len(way) > 1 else "the last move"
            return f"{OFFER}'finish' makes {what}.\n"
        told = super().outlook(game)
        if told and self.solved and self.console.interactive:
            return f"{told}{self.coach.way_back(UNASKED)}"
        return told

    def parting(self) -> str:
        """Tell a person who leaves for good whether the game can be won, or when it last could be.

        Return '' if the game is kept, because the person may go on with it later.
        """
        over = self.session.outcome() is not None
        if not self.solved or self.account or over or not self.session.history.steps:
            return ""
        return self.coach.parting(UNASKED)

    def show_last_moves(self) -> None:
        """Show the moves made since the last board, one by one; any key ends this."""
        shown, history = self.screen.shown, self.session.history
        since = history.since(shown) or 0 if shown and not self.look.spoken else 0
        pictures = [
            (self.board(after), sentence(self.tell(move, before)))
            for before, move, after in islice(history.backwards(), since)
        ]
        if since > 1:
            self.console.look_through(pictures[::-1], min(self.pace, WON_IN / since), skips=True)

    def review_offer(self, outcome: Outcome) -> str:
        """Return the offer of a review.

        After a win, first say which move nearly lost the game, if any. After a loss, do not say
        that the game could be won unless this is proved.
        """
        offer, session = super().review_offer(outcome), self.session
        with suppress(KeyboardInterrupt):
            if outcome.winner != 1:
                return self.coach.after_loss(SOON)
            if not session.shown and session.history.helped_from is None:
                return f"{self.coach.course(SOON)}{offer}"
        return offer

    def in_hindsight(self, word: str) -> Report:
        """Return the report of a review; the `word` 'all' adds the chances."""
        told = f"{self.game.founded()} of {self.game.layout.wanted} cards {where_up(self.game)}"
        profit = f", {dollars(self.game.score())}" * self.in_dollars(self.game)
        return self.coach.report(told + profit, every=word == commands.ALL)

    # Commands, and what happens by itself.

    def spell(self, found: Command, words: list[str]) -> list[str]:
        """Return `words`, the arguments of the command `found`, in notation.

        For example, '3 times to kd' becomes 'kd'.
        """
        if found.name == "undo" and self.solved and " ".join(words).lower() in TO_WON:
            with self.screen.breakable(STOPPED):
                words = [str(self.coach.steps_to_won())]
        if found.name == "turn":
            words = [word for word in words if word.lower() not in ("time", "times", "to")]
            words = words[1:] if len(words) == 2 and words[0].isdecimal() else words
        return words

    def play_deal(self, computer: str) -> int:
        self.check_computer(computer)
        return super().play_deal(computer)

    def check_computer(self, computer: str) -> None:
        """If `computer` is the solver, check that the game can be won; raises IllegalMove."""
        if computer == SOLVER and not self.session.replaying:  # replayed games were checked before
            with self.screen.breakable(STOPPED):
                self.coach.check_winnable()

    def follow_up(self) -> None:
        """Compare the move with any move in `retried`; then move safe cards up if this is wanted.

        `retried` has the move that was made in the same position before a review.
        """
        if self.retried and not self.session.replaying:
            self.screen.remarks += self.coach.retried(*self.retried)
        made, named = list[Move](), list[str]()
        while self.wishes.safe_go_up and self.session.outcome() is None:
            move = unasked_move(self.game, self.session.history.before)
            if move is None:
                break
            if (card := gone_up(self.game, self.game.apply(move))) is not None:
                named.append(self.look.card(card))
            made.append(move)
            self.session.make(move)
        self.unasked = made
        if named:
            told = f"{listed(named)} went up by {'themselves' if named[1:] else 'itself'}."
            self.screen.remarks.append(wrapped(told))

    def steps_of_one(self, forth: bool) -> int:
        """Count the steps of one move: the move itself, and the cards that went up after it."""
        if not self.wishes.safe_go_up:
            return 1
        steps, undone = self.session.history.steps, self.session.history.undone
        after = range(steps + 2, steps + undone + 1) if forth else range(steps, 1, -1)
        return 1 + sum(1 for _ in takewhile(self._came_unasked, after))

    def _came_unasked(self, number: int) -> bool:
        """Is step `number` an automatic move, which brings a card up after the previous step?"""
        before, now = (self.session.history.step(one) for one in (number - 1, number))
        single = len(before) == len(now) == 1  # a step of `finish` may have several moves
        return single and unasked_move(now[0].before, before[0].before) == now[0].move


def where_up(game: Patience) -> str:
    foundations = game.layout.foundations
    return foundations.where if foundations.count else "off the tableau"


def waste_noun(game: Patience) -> str:
    """Return a game's word for its waste; '' if it has no waste."""
    waste = game.layout.waste
    return waste.noun if waste else ""


def _on(below: list[str]) -> str:
    """Return words that name the cards `below` the top of the waste, from top to bottom."""
    return f", on {' and '.join(below)}" if below else ""


def grown(before: Sequence[Pile], after: Sequence[Pile]) -> tuple[Pile, Pile]:
    """Return the new and the old cards of the first pile that grew; () and () if no pile grew."""
    for old, new in zip(before, after):
        if len(new) > len(old):
            return new[len(old) :], old
    return (), ()


def arrivals(before: Patience, after: Patience) -> Iterator[tuple[str, int, Pile, Pile]]:
    """Yield the kind, number, new cards and all cards of each numbered pile that got cards."""
    for name, field in NUMBERED:
        piles = zip(getattr(before, field), getattr(after, field))
        for number, (old, new) in enumerate(piles, 1):
            if new is not old and (cards := added(old, new)):
                yield name, number, cards, new


def added(old: Pile, new: Pile) -> Pile:
    """Return the cards at the end of pile `new` that are not in `old`."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(old, new)))
    return new[same:]
