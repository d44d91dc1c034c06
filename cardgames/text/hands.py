"""The text player of games whose players hide cards from each other.

People at one keyboard take turns in looking at the screen. A curtain hides it until the next
person is there, and nobody can act for another.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from cardgames.model.cards import DECK, Card
from cardgames.model.commands import command
from cardgames.model.errors import IllegalMove, InvalidCommand, listed, quoted
from cardgames.model.game import (
    Move,
    Options,
    Outcome,
    agreed,
    capital,
    name_of,
    seat_and_words,
    title,
    winner_text,
)
from cardgames.model.strategy import ADVISER
from cardgames.play.session import History, MoveMade, Session
from cardgames.text.commands import Leave, play_on
from cardgames.text.textplayer import LEAVES, NO, YES, TextPlayer
from cardgames.text.wording import counted, fitted, help_used_text, length_text, wrapped

VERB: Final = r"(\w+)@"  # a verb with the mark @, which must agree with the name before it
MOST_NAMED: Final = 5  # the most cards that a message about an undo names
# Said after an undo of moves that computers played for all people
ALL_SEEN: Final = "All have seen hidden cards: this game counts as one with undo.\n"
# Matches a line that gives names to the players: 'Ann,Bob' or 'names Ann,Bob'
NAMES: Final = r"\s*(?:names?\s+(?=\S)|(?=[^,]*,))(.*)"


class TablePlayer(TextPlayer):
    # The seat of the person who looked at the screen last; 0 before the first one looks
    _looking = 0
    # The history in which the message about an undo after seen cards has been shown
    _warned: History | None = None

    def viewer(self, game: Any) -> int:
        people = self._options.people()
        if len(people) > 1 and self.session.history.computer:
            return 0  # while computers play for all, nobody sees a hand
        if game.player() in people and game.outcome() is None:
            turn: int = game.player()
            return turn
        if len(people) > 1 and self._looking in people:
            return self._looking
        return people[0] if people else 0

    def prompt(self) -> str:
        who = f"{title(self._options, self.game.player())}: " * self.shared
        return f"{who}{self.awaited(self.game)}> "

    def awaited(self, game: Any) -> str:
        return ""

    @property
    def shared(self) -> bool:
        return len(self._options.people()) > 1

    def ending(self, outcome: Outcome) -> str:
        won, session = "Nobody wins", self.session
        if outcome.winner is not None:
            won = winner_text(self._options, outcome.winner)
        ended = f"{won}: {outcome.reason}, after {length_text(session)}."
        return wrapped(f"{ended} {help_used_text(session)}".rstrip())

    def do(self, line: str) -> None:
        self._looking = self.viewer(self.game) or self._looking
        super().do(line)

    def carry_out(self, line: str) -> None:
        """Carry out a command; refuse it if the turn has passed to a person who has not looked."""
        seat = self.viewer(self.game)
        if seat not in (0, self._looking) and not self._asking:
            who = title(self._options, seat)
            raise IllegalMove(f"it is the turn of {who}, who must look first")
        super().carry_out(line)

    def make(self, move: Move) -> None:
        seat = self.game.player()
        if seat not in self._options.people() and self.game.outcome() is None:
            raise IllegalMove(f"it is the turn of {name_of(self._options, seat)}")
        super().make(move)

    def check_undo(self, steps: int) -> None:
        """Check that the last STEPS steps may be taken back; raises IllegalMove.

        At a terminal the other people must agree, and a message names the hidden cards seen.
        """
        super().check_undo(steps)
        history = self.session.history
        if not self.console.interactive or not 0 < steps <= history.steps:
            return
        target, events = history.after(history.steps - steps)[0], list[MoveMade]()
        for event in history.backwards():
            events.append(event)
            if event.before is target:
                break
        seat = self.viewer(self.game)
        # nobody is asked about moves that computers made for all
        if not (history.computer and steps == 1):
            self._ask_others({event.before.player() for event in events} - {seat}, steps)
        reader = seat and self.viewer(target)  # who looks next; 0 if all have watched
        seen = {card for event in events for card in self.known(event.after, reader)}
        if (new := seen - self.known(target, reader)) and self._warned is not history:
            self._warned = history
            told = ALL_SEEN
            if reader:
                cards = sorted(new, key=DECK.index)
                named, others = self.look.cards(cards[:MOST_NAMED]), len(cards) - MOST_NAMED
                more = f" and {counted(others, 'other card')}" if others > 0 else ""
                told = f"You have seen {named}{more}: this game counts as one with undo.\n"
            self.screen.remarks.append(fitted(told, self.look.columns))

    def _ask_others(self, seats: set[int], steps: int) -> None:
        """Ask those people in SEATS whether they agree to undo STEPS; raises IllegalMove if not.

        The screen is hidden from them, as it shows the hand of the one who asks.
        """
        here = self._looking
        asker = title(self._options, here)
        what = "undo your finished turn"
        if steps == self.session.history.steps:
            what = "go back to the deal"
        elif steps > 1:
            what = f"undo {steps} steps, your finished turn among them"
        for seat in sorted(seats & set(self._options.people())):
            self._looking = seat  # if Ctrl-C interrupts now, a curtain comes first
            who = title(self._options, seat)
            question = f"{who}, {asker} asks to {what}. Do you agree? [y/N]"
            answer = self.console.curtain(fitted(question, self.look.columns), answer=True)
            if (answer or "").strip().lower() not in YES:
                refused = f"{who} does not agree: nothing is taken back"
                again = f"{asker}, press Enter to see your hand."
                line = self.console.curtain(fitted(f"{refused}.\n{again}", self.look.columns))
                self.console.read_next(line or "")
                self._looking, self.screen.shown = here, None
                raise IllegalMove(refused)

    def known(self, game: Any, seat: int) -> set[Card]:
        return set()

    def _next_line(self) -> str | None:
        self._draw_curtain()
        return super()._next_line()

    def _show_board(self) -> None:
        self._draw_curtain()  # a refusal shows the board before the next line is read
        super()._show_board()

    def seating(self, game: Any) -> str:
        return ""

    def _draw_curtain(self) -> None:
        """If it is another person's turn, hide the screen until that person presses Enter."""
        seat = self.viewer(self.game)
        if self.shared and seat not in (0, self._looking) and not self._asking:
            self._recording.update(self.session)
            line = self._line_at_curtain(LEAVES if self._interrupted else "")
            if line is None or line.strip().lower() in NO:
                self.input_ended = line is None
                raise Leave
            self._looking, self._interrupted = self.viewer(self.game), False
            self.screen.shown = None
            self.console.read_next(line)

    def _line_at_curtain(self, told: str) -> str | None:
        """Show TOLD and whose turn it is; return the typed line, or None at the end of input.

        The first person to look is also told who sits where, and may type names for all.
        """
        first = not self._looking
        while True:
            about = self.seating(self.game) + self._offered() if first else ""
            who = f"{title(self._options, self.viewer(self.game))}, press Enter to see your hand."
            line = self.console.curtain(fitted(told + about + who, self.look.columns).rstrip())
            names = re.fullmatch(NAMES, line or "", re.IGNORECASE)
            word = (line or "").strip()
            verb = (word.lower().split() or [""])[0]
            begins_command = self.commands.get(verb) or self.commands.complete("", verb)
            if begins_command or not (first and self._offered()):
                return line  # also if nothing was typed, with which every command begins
            if names:
                told = self._name(names[1])
            elif word.isalpha() and word.lower() not in NO:
                told = f"{quoted(word)} is no command; give names as in Ann,Bob.\n"
            else:
                return line

    def _offered(self) -> str:
        """Return the offer to give names; '' if there are names, or a person has acted."""
        fresh = all(seat_and_words(line)[0] for line in self.session.log)
        named = getattr(self._options, "names", None)
        return "Type names, such as Ann,Bob, to use them.\n" if fresh and named == "" else ""

    def _name(self, names: str) -> str:
        """Begin the game again with NAMES for the players; return an error if they are refused."""
        session = self.session
        (declared,) = [one for one in self._options.declared() if one.name == "names"]
        try:
            value = declared.metadata["argument"].parse(names)
            options = replace(self._options, names=value)  # type: ignore[call-arg]
            named = Session(session.setup._replace(options=options), session.computers)
        except InvalidCommand as error:
            return self.screen.line(error)
        named.day = session.day
        self.switch_to(named)
        self.advance()
        return ""

    @property
    def _options(self) -> Options:
        options: Options = self.session.setup.options
        return options


@command("a")
def auto(player: TextPlayer) -> None:
    """Let computers play for all people, to the end.

    At a terminal you see every move; the space bar pauses, b steps back, e shows the end.
    """
    play_on(player, ADVISER)


def sentences(options: Options, phrases: Iterable[tuple[int, str]]) -> str:
    """Say what the players did, in a sentence for each player.

    A phrase is a seat and what its player did, with an @ after each verb.
    """
    told = []
    for seat, group in groupby(phrases, key=lambda item: item[0]):
        name = name_of(options, seat)
        done = [re.sub(VERB, lambda found: agreed(name, found[1]), text) for _, text in group]
        told.append(wrapped(f"{capital(name)} {listed(done)}."))
    return "".join(told)
