"""Rummy in text: the table as a player sees it, and computers in the other seats.

People at one keyboard take turns in looking at the screen. A curtain hides the screen until the
next person is there, and nobody can act for another person.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import takewhile
from typing import Any, Final

from cardgames.games.rummy import board
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.melds import bits
from cardgames.games.rummy.options import Names
from cardgames.model.cards import DECK, Card, Pile, Rank, parse_card
from cardgames.model.commands import Command, Number, Reading, Word, command
from cardgames.model.errors import IllegalMove, InvalidCommand, counted, listed, quoted
from cardgames.model.game import Move, Outcome, name_of, seat_and_words, title, winner_text
from cardgames.model.strategy import ADVISER, Advice
from cardgames.play.session import History, Session
from cardgames.screen.look import WORDS, Pointed, Spot, fitted, wrapped
from cardgames.text import commands
from cardgames.text.textplayer import NO, YES, TextPlayer
from cardgames.text.view import Report
from cardgames.text.wording import LEAVES, help_used_text, length_text

# The words for ranks. Numbers are left out, as they mean places in the hand.
RANKS: Final = {rank.name.lower(): rank for rank in Rank} | {
    rank.label.lower(): rank for rank in Rank if rank.label.isalpha()
}
JUDGED: Final = "'review' judges your choices"
SHOWN_AGAIN: Final = f"'look back' shows this hand again, open; {JUDGED}.\n"
NOBODY: Final = -1  # the value of `_looking` if it is unknown who looks
MOST_NAMED: Final = 5  # the most cards that a message about an undo names
# Matches a line that gives names to the players: 'Ann,Bob' or 'names Ann,Bob'
NAMES: Final = r"\s*(?:names?\s+(?=\S)|(?=[^,]*,))(.*)"


class RummyPlayer(board.RummyView, TextPlayer[Rummy]):
    _looking = 0  # the seat of the person who looked at the screen last; 0 before the first look
    _typing = 0  # the seat of the person who typed the last line before the end; 0 if none did
    _warned: History | None = None  # the history for which `check_undo` has announced seen cards

    def switch_to(self, session: Session) -> None:
        if session is self.session or session.setup.options != self.session.setup.options:
            self._looking = 0  # these people have just sat down
            self._untold = dict[int, list[str]]()  # by seat: the news for its next look
        super().switch_to(session)

    def viewer(self, game: Rummy) -> int:
        people = self.session.here
        if len(self.session.people) > 1 and self.session.history.computer:
            return 0  # while computers play for all, nobody sees a hand
        if game.player() in people and game.outcome() is None:
            return game.player()
        return self._looking if self._looking in people else next(iter(people), 0)

    @property
    def _several(self) -> bool:
        """Do several people look at this screen?"""
        return len({*self.game.options.people()} - {*self.session.elsewhere}) > 1

    def latest(self, game: Rummy, before: Any) -> str:
        """Return what is new or, if several people look at this screen, the whole board."""
        whole = self._several and before is not game
        return super().latest(game, None if whole else before)

    def prompt(self) -> str:
        turn, session = self.game.turn, self.session
        if session.elsewhere:
            over = session.outcome() is not None
            if session.gone or over or turn not in session.here:
                waited = "another match" if over else name_of(self.game.options, turn)
                return f"Waiting for {'the host' if session.gone else waited}> "
        who = f"{title(self.game.options, turn)}: " * self._several
        return f"{who}{'meld, off or discard' if self.game.drawn else 'draw or take'}> "

    def hint_text(self, advice: Advice) -> str:
        from cardgames.games.rummy.hints import hint_text

        return hint_text(advice, super().hint_text(advice), self.look)

    def last_score(self) -> str:
        return ""  # the score sheet at the end shows the scores

    def review_offer(self, outcome: Outcome) -> str:
        if not self.session.hosts:
            return ""
        offers = ["'look back' shows the match again, open"] * bool(self.game.last)
        offers += [JUDGED] * bool(self.game.options.people())
        return f"{'; '.join(offers)}.\n" if offers else ""

    def ending(self, outcome: Outcome) -> str:
        assert outcome.winner is not None  # if a person gives up, somebody else wins
        won = winner_text(self.game.options, outcome.winner)
        ended = f"{won}: {outcome.reason}, after {length_text(self.session)}."
        told = wrapped(f"{ended} {help_used_text(self.session)}".rstrip())
        return self._score_sheet() * bool(self.game.last) + told

    def read(self, line: str) -> Reading:
        """Read `line`; for 'off', replace each number with its card in the hand.

        After other words, the last number stays: it may name a meld.
        """
        found, arguments = super().read(line)
        if found.name == "off":
            cards = arguments[:-1] or arguments
            named = [numbered(c, self._hand()) if isinstance(c, int) else c for c in cards]
            return found, (*named, *arguments[len(named) :])
        return found, arguments

    def spell(self, found: Command, words: list[str]) -> list[str]:
        """Return `words`, the arguments of `found`, with cards in place of numbers and ranks."""
        if found.name == "take" and words:
            top = None if self.game.drawn else self.game.discards[-1]
            if top is not None and (len(words) > 1 or not names(words[0], top)):
                raise IllegalMove("only the top discard can be taken: {}", top)
            return []
        article = words[:1] and words[0].lower() in ("a", "an")
        if article and (found.name == "draw" or found.name == "discard" and words[1:]):
            words = words[1:]
        if found.name not in ("meld", "off", "discard"):
            return super().spell(found, words)
        hand, off = self._hand(), found.name == "off"  # for 'off', `read` replaces the numbers
        return [word if off and word.isdecimal() else card_meant(word, hand) for word in words]

    def carry_out(self, line: str) -> None:
        """Carry out a command; refuse it if the turn has passed to a person who has not looked."""
        seat = self.viewer(self.game)
        if seat not in (0, self._looking) and not self._asking:
            who = title(self.game.options, seat)
            raise IllegalMove(f"it is the turn of {who}, who must look first")
        name, *rest = line.lower().split() or [""]
        found, now = self.commands.get(name), self.game.now
        if rest != ["all"] or found is None or found.name != "meld":
            super().carry_out(line)
            return
        self.session.check_going()
        self._check_turn()
        if not now.drawn:
            raise IllegalMove("draw or take a card first")
        melds = self.game.options.melds.best_split(self.game.hands[now.turn])
        if not melds:
            raise IllegalMove("there is no meld in your hand")
        # 'meld all' is carried out as a 'meld' command for each meld that the rules allow.
        after, made = now.copy(), list[Pile]()
        for meld in melds:
            if after.may_meld() and after.may_part_with(bits(meld)):
                after.lay_down(bits(meld))
                made.append(meld)
        for number, meld in enumerate(made or melds):
            if number:
                self.advance()
            super().carry_out(str(Move("meld", meld)))

    def _hand(self) -> list[Card]:
        """Return the hand of the player to move in the order on the screen, card 1 first."""
        self._check_turn()
        groups = board.sorted_hand(self.game, self.game.turn, self.order, self.look.notes)
        return [card for group in groups for card in group.cards]

    def hand_shown(self) -> list[Card]:
        """Return the hand on the screen if its player is to move; otherwise return []."""
        shown = self.viewer(self.game) == self.game.turn and not board.is_open(self.game)
        return self._hand() if shown else []

    how_to_point = board.POINTING

    def pointed(self) -> Iterator[Pointed]:
        hand = self.hand_shown()
        return board.pointed(self.game, hand, self.legal_moves() if hand else ())

    def line_of(self, spots: Sequence[Spot]) -> str | None:
        return board.line_of(spots, self.hand_shown(), self.pointed(), self.typed)

    def _check_turn(self) -> None:
        """Raise IllegalMove if the player to move is not at this terminal."""
        seat = self.game.turn
        if self.session.elsewhere and seat not in self.session.here:
            self.session.check_going()
            raise IllegalMove(f"it is the turn of {name_of(self.game.options, seat)}")

    def legal_moves(self) -> Iterator[Move]:
        self._check_turn()
        return super().legal_moves()

    def make(self, move: Move) -> None:
        seat, options, made = self.game.turn, self.game.options, self.session.history.made
        if seat not in self.session.here and self.game.outcome() is None:
            script = seat in self.session.away  # does a script name this seat's moves?
            how = f", whose moves are typed like '{seat}: draw'" * script
            raise IllegalMove(f"it is the turn of {name_of(options, seat)}{how}")
        super().make(move)
        if self.session.history.made > made:  # otherwise the host sends the move back
            self.happened()

    def happened(self) -> None:
        """If a hand has just ended, show its result, and wait until the person has read it."""
        event = next(self.session.history.backwards(), None)
        if event is None or not board.ends_hand(event) or not self.console.interactive:
            return
        self.record()
        if self.session.outcome() is None:
            last = board.last_table(event)
            offers = event.before.hand == 1 and not self.session.elsewhere
            news = "".join(self.take_news()) + SHOWN_AGAIN * offers
            refusal = ""

            def show() -> None:
                self.screen.measure()
                table = self.in_room(board.picture(last, 0, self.look, self.order))
                told = fitted(news, self.look.columns) + refusal
                self.console.show("" if self.look.spoken else table, told)

            usual, self.console.on_resize = self.console.on_resize, show
            try:
                while True:
                    show()
                    line = self.console.pause("Press Enter for the next hand. ") or ""
                    if line.lower().split() != ["look", "back"]:
                        break
                    try:
                        self.look_back()
                        refusal = ""
                    except IllegalMove as error:
                        refusal, self._looking = self.screen.line(error), NOBODY
            finally:
                self.console.on_resize = usual
            self.console.read_next(line)

    @command(Word("back", "back"), Number("HAND", 1, 9999, optional=True), name="look")
    def look_back(self, back: str = "", hand: int | None = None) -> None:
        """Look through the last hand again, or the match.

        After the end, you see the match. 'look back 2' shows hand 2. All hands lie open. At a
        terminal, b steps back, the space bar steps forward, and e ends.
        """
        self._check_open()
        events = [*self.session.history.forwards()]
        ended = sum(map(board.ends_hand, events))
        if (hand or 1) > ended:
            raise IllegalMove(f"hand {hand or 1} has not ended: look back at it after its end")
        self._open([hand or ended], "look", "looked", "back at {}, with all hands open")
        if hand or self.session.outcome() is None:
            events = [event for event in events if event.before.hand == (hand or ended)]
        shown = board.looked_back(events, self.look)
        pictures = ((self.in_room(table), told) for table, told in shown)
        if self.look.spoken or not self.console.look_through(pictures, self.pace):
            self.screen.say("".join(board.news(events, 0, self.look, is_open=True)))
        else:
            self.screen.shown = None
        self._looking = NOBODY if self.shared else self._looking

    def _open(self, hands: Sequence[int], does: str, done: str, how: str) -> None:
        """At a shared table, ask the others whether these hands, all ended, may be shown."""
        if not self.shared or not hands:
            return
        what = how.format(f"hand {listed(list(map(str, hands)))}")
        self.agree(f"{does} {what}", f"has {done} {what}")
        history, opened = self.session.history, self.session.history.made + 1
        if self.session.outcome() is None:  # after the end, all hands have been opened
            opened = sum(before.hand <= hands[-1] for before, _, _ in history.backwards())
        history.opened = max(history.opened, opened)

    @command("hi", commands.number_or_all(100, "number of moves"))
    def hint(self, steps: int = 1) -> None:
        """Propose a move, say why, and compare the best choices; 'hint all' compares all.

        Each choice is played out in the same imagined deals, which fit what you know. You see how
        often it wins the hand, and the points that it brings on average. The first choice is the
        advice; the other lines show how far they differ from it, with a margin for chance. Outs are
        the cards that may come and would help you. Uses are the ways in which a rival could use the
        discard.
        """
        self._check_turn()
        commands.hint(self, steps)

    @command("rev", commands.number_or_all(9999, "number of a hand"))
    def review(self, n: int | None = None) -> None:
        """Tell which choices were clearly worse than others.

        Each choice is judged by what you knew then. The review covers this hand or, until you have
        made a choice in it, the previous hand; after the end it covers the match. 'review 2' covers
        hand 2, and 'review all' covers all hands. Reviews before the end are counted.
        """
        self._check_open()
        word = "" if n is None else str(n or commands.ALL)
        if self.shared:
            from cardgames.games.rummy.hints import hands_meant

            over, viewer = self.session.outcome() is not None, self.viewer(self.game)
            meant = hands_meant(self.session, word, viewer)
            hands = [n for n in meant if over or n < self.game.hand]
            self._open(hands, "review", "reviewed", "{}, and what each of you held there")
        commands.show_report(self, word)

    def _check_open(self) -> None:
        """Raise IllegalMove if another terminal hosts the match, as hands then stay hidden here."""
        if not self.session.hosts:
            raise IllegalMove("all hands lie open only where the match is hosted, after its end")

    def in_hindsight(self, word: str) -> Report:
        from cardgames.games.rummy.hints import report

        viewer, progress = self.viewer(self.game), self.console.progress
        return report(self.session, word, viewer, self.look, progress)

    @command(Word("ORDER", "suit", "rank"))
    def sort(self, order: str) -> None:
        """Sort your hand by suit or by rank."""
        self.order = order
        self.session.log.append(f"sort {order}")
        self.show()

    @command("ha")
    def hand(self) -> None:
        """Show your hand."""
        game, seat = self.game, self.viewer(self.game)
        self._say(board.hand_text(game, seat, self.look, self.order) if seat else [])

    @command("ta", name="table")
    def show_melds(self) -> None:
        """Show the melds with all their cards."""
        self._say(board.melds_text(self.game, self.look, whole=True))

    @command()
    def last(self) -> None:
        """Tell again what happened since your last turn."""
        seat = self.viewer(self.game)
        backwards = self.session.history.backwards()
        events = board.since_last_turn(backwards, seat or self.game.turn)
        told = "".join(self.news(events, seat))
        self.screen.say(told or "Nothing has happened since your last turn.\n")

    @command()
    def scores(self) -> None:
        """Show the score sheet, and how the last hand ended."""
        game = self.game
        if game.last is not None:
            number = game.hand - (game.outcome() is None)
            self.screen.say(board.hand_end(game, number, game.last, self.look, total=False))
        self.screen.say(self._score_sheet())

    def _score_sheet(self) -> str:
        ended = filter(board.ends_hand, self.session.history.backwards())
        ends = [event.after.last for event in ended][::-1]
        return board.score_sheet(ends, self.game, self.look)

    @command("me")
    def melds(self) -> None:
        """List every meld that your hand can make now."""
        seat = self.viewer(self.game)
        melds = self.game.options.melds.melds_in(self.game.hands[seat - 1]) if seat else []
        self._say([f"  {self.look.cards(meld)}" for meld in melds] or ["There is no meld."])

    @command("se")
    def seen(self) -> None:
        """List the discards, and other cards to remember."""
        self._say(self.remembered(self.game, self.viewer(self.game)))

    leave = commands.leave

    @command("a")
    def auto(self) -> None:
        """Let computers play for all people, to the end.

        At a terminal you see every move; the space bar pauses, b steps back, e shows the end.
        """
        commands.play_on(self, ADVISER)

    def say_moves(self, moves: Iterable[Move], kind: str) -> None:
        """List `moves`, with all discards in one line; leave out melds that are in longer melds."""
        every = list(moves)
        melds, allowed = ([m for m in every if m.name == name] for name in ("meld", "discard"))
        sets = [set(meld.arguments) for meld in melds]
        short = [meld for meld in melds if any(set(meld.arguments) < other for other in sets)]
        shown = [move for move in every if move not in (*short, *allowed)]
        if shown or not every:
            super().say_moves(shown, kind)
        if discards := [card for card in self._hand() if Move("discard", (card,)) in allowed]:
            between = ", " if self.look.style == WORDS else " | "
            word = self.typed(allowed[0]).split()[0]
            self.screen.say(wrapped(f"  {word} {between.join(map(self.look.card, discards))}"))

    def _say(self, lines: list[str]) -> None:
        self.screen.say("".join(f"{line.rstrip()}\n" for line in lines))

    # Several people at one keyboard: a curtain hides the screen until the next person is there.

    def do(self, line: str) -> None:
        self._looking = self.viewer(self.game) or self._looking
        if not self._asking:
            self._typing = self._looking
        super().do(line)

    def check_undo(self, steps: int) -> None:
        """Check an undo as usual; at a terminal, also name the hidden cards that were seen."""
        super().check_undo(steps)
        history = self.session.history
        if not self.console.interactive or steps <= 0:
            return
        target: Any = history.after(history.steps - steps)[0]
        events = takewhile(lambda event: event.after is not target, history.backwards())
        # the seat that looks next; 0 if computers have played for all people
        reader = self.viewer(self.game) and self.viewer(target)
        seen, heard = set[tuple[int, Card]](), history.told(reader)
        for number, (before, move, after) in enumerate(events):  # the last one first
            if history.made - number <= heard or before.turn == reader and not move.seat:
                seen |= after.known(reader)
        if (new := seen - target.known(reader)) and self._warned is not history:
            self._warned = history
            told = "All have seen hidden cards: this game counts as one with undo.\n"
            if reader:
                cards = sorted({card for _, card in new}, key=DECK.index)
                named, others = self.look.cards(cards[:MOST_NAMED]), len(cards) - MOST_NAMED
                more = f" and {counted(others, 'other card')}" if others > 0 else ""
                told = f"You have seen {named}{more}: this game counts as one with undo.\n"
            self.screen.remarks.append(fitted(told, self.look.columns))

    def asker(self, what: str) -> int:
        return self._typing if self._typing in self.session.people else self.viewer(self.game)

    def ask(self, seat: int, question: str) -> bool:
        """Ask the question on a curtain; after it, another curtain hides the hands of others."""
        if self.session.elsewhere:
            return super().ask(seat, question)
        self._looking, self.screen.shown = seat, None  # set first, as Ctrl-C may end the question
        text = fitted(wrapped(f"{question} [y/N]"), self.look.columns).rstrip()
        answer = self.console.curtain(text, answer=True)
        return (answer or "").strip().lower() in YES

    def inform(self, seat: int, news: str) -> None:
        """Keep the `news` until the person in `seat` looks at the screen again."""
        self._untold.setdefault(seat, []).append(wrapped(news.rstrip()))

    def take_news(self) -> list[str]:
        return [*self._untold.pop(self.viewer(self.game), []), *super().take_news()]

    def _next_line(self) -> str | None:
        self._draw_curtain()
        return super()._next_line()

    def _show_board(self) -> None:
        self._draw_curtain()  # after an error the board is shown before a line is read
        super()._show_board()

    def _draw_curtain(self) -> None:
        """If it is another person's turn, hide the screen until that person presses Enter."""
        seat = self.viewer(self.game)
        if self._several and seat not in (0, self._looking) and not self._asking:
            self.recording.update(self.session)
            line = self._line_at_curtain(LEAVES if self._interrupted else "")
            if line is None or line.strip().lower() in NO:
                self.input_ended = line is None
                raise commands.Leave
            self._looking, self._interrupted = self.viewer(self.game), False
            self.screen.shown = None
            self.console.read_next(line)

    def _line_at_curtain(self, told: str) -> str | None:
        """Show `told` and whose turn it is; return the typed line, or None at the end of input."""
        first = not self._looking  # the first person is told the seating, and may give names
        while True:
            about = self.seating(self.game) + self._offered() if first else ""
            who = title(self.game.options, self.viewer(self.game))
            asked = f"{told}{about}{who}, press Enter to see your hand."
            line = self.console.curtain(fitted(asked, self.look.columns).rstrip())
            names = re.fullmatch(NAMES, line or "", re.IGNORECASE)
            word = (line or "").strip()
            if word.lower() in (*YES, *NO[:2]):  # a surplus answer to the previous question
                told = f"{quoted(word)} answers nothing here.\n"
                continue
            verb = (word.lower().split() or [""])[0]
            begins_command = self.commands.get(verb) or self.commands.complete("", verb)
            if begins_command or not (first and self._offered()):
                return line  # Enter alone also comes here, as every command begins with ''
            if names:
                told = self._name(names[1])
            elif word.isalpha() and word.lower() not in NO:
                told = f"{quoted(word)} is no command; give names as in Ann,Bob.\n"
            else:
                return line

    def _offered(self) -> str:
        """Return the offer to name the players; '' if they have names, or a person has acted."""
        fresh = all(seat_and_words(line)[0] for line in self.session.log)
        offers = fresh and not (self.game.options.names or self.session.elsewhere)
        return "Type names, such as Ann,Bob, to use them.\n" * offers

    def _name(self, names: str) -> str:
        """Begin the game again with these names; if the names are refused, return the error."""
        session = self.session
        try:
            options = replace(self.game.options, names=Names("NAMES").parse(names))
            named = Session(session.setup._replace(options=options), session.computers)
        except InvalidCommand as error:
            return self.screen.line(error)
        named.day = session.day
        self.switch_to(named)
        self.advance()
        return ""


def card_meant(word: str, hand: Sequence[Card]) -> str:
    """Return the card of `hand` that `word` means, if it is a number or a rank; otherwise `word`.

    Raises CardGameError.
    """
    if word.isascii() and word.isdecimal() and len(word) < 3:
        return str(numbered(int(word), hand))
    rank = RANKS.get(word.lower())
    if rank is None:
        return word
    held = [card for card in hand if card.rank is rank]
    if len(held) == 1:
        return str(held[0])
    named = word.lower() if len(word) > 1 else word.upper()
    if not held:
        raise IllegalMove(f"you hold no {named}")
    choices = " or ".join(["{}"] * len(held))
    raise IllegalMove(f"which {named} do you mean: {choices}?", *held)


def names(word: str, card: Card) -> bool:
    with suppress(InvalidCommand):
        return parse_card(word) is card
    return word.lower() in (card.rank.label.lower(), card.rank.name.lower())


def numbered(number: int, hand: Sequence[Card]) -> Card:
    """Return the card at place `number` in `hand`, counted from 1; raises InvalidCommand."""
    if not 1 <= number <= len(hand):
        raise InvalidCommand(f"the cards of the hand are numbered 1 to {len(hand)}")
    return hand[number - 1]
