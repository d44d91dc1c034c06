"""Rummy in text: the table as a player sees it, and computers in the other seats."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Final

from cardgames.games.rummy import view
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.melds import melds_in
from cardgames.model.arguments import Word
from cardgames.model.commands import command, split
from cardgames.model.errors import IllegalMove, InvalidCommand
from cardgames.model.game import Move, Outcome, seat_and_words
from cardgames.model.strategy import Strategy
from cardgames.text.textplayer import TextPlayer
from cardgames.text.wording import counted, wrapped

OTHERWISE: Final = "The script has the computers play otherwise.\n"


class RummyPlayer(TextPlayer):
    """Plays Rummy in text."""

    game: Rummy

    def __init__(self, *arguments: Any, **more: Any) -> None:
        """Play as a TextPlayer does."""
        super().__init__(*arguments, **more)
        self._order = "suit"
        self._ahead: list[Move] = []
        """The last moves of the computers, as far as a script has not said them too."""
        self._past: list[tuple[int, str]] = []
        """Who did what, and with the seat 0 how hands ended."""
        self._heard: dict[int, int] = {}
        """How much of that each person was told."""
        self._looking = 0
        """The seat of the person who looked at the screen last."""

    def board(self, game: Rummy) -> str:
        """The table, with the hand of the person to move."""
        seat = self.viewer(game)
        return view.picture(game.seen_by(seat), seat, self.look, self._order)

    def prompt(self) -> str:
        """What is asked for, and of whom."""
        who = f"{view.title(self.game, self.game.turn)}: " * (self.game.options.humans > 1)
        return f"{who}{view.awaited(self.game)}> "

    def tell(self, move: Move, game: Rummy) -> str:
        """What a move does."""
        return view.tell(move, game, self.look)

    def score_text(self, game: Rummy) -> str:
        """The scores of all players."""
        return f"Score: {view.scores(game)}; the target is {game.options.target}."

    def ending(self, outcome: Outcome) -> str:
        """Who won the match."""
        game = self.game
        won = "You won" if view.name_of(game, outcome.winner or 1) == "you" else ""
        lost = "You lost" if game.options.humans == 1 else ""
        who = won or f"{view.does(game, outcome.winner or 1, 'win')}"
        told = f"{who}: {outcome.reason}, after {counted(game.hand, 'hand')}."
        return wrapped(told if won or not lost else f"{lost}. {told}")

    def next_move(self, computer: Strategy) -> Move | None:
        """What the player to move does, if computers play for all."""
        seat = self.game.turn
        if seat > self.game.options.humans:
            computer = self._computer(seat)
        hint = self.session.advice(computer)
        return hint.move._replace(seat=seat) if hint and hint.move else None

    def do(self, line: str) -> None:
        """Carry out a command; cards may be named by their numbers."""
        self.let_computers_play()
        if not seat_and_words(line)[0]:
            self._ahead = []
        super().do(self._with_cards(line))

    def make(self, move: Move) -> None:
        """Make a move, and let the computers play on; raises IllegalMove."""
        if move.seat:
            self._follow(move)
        else:
            over = self.session.outcome() is not None
            if not over and self.game.turn > self.game.options.humans:
                raise IllegalMove(f"it is the turn of {view.name_of(self.game, self.game.turn)}")
            self._ahead = []
            self._happen([move])
        self.let_computers_play()

    @command(Word("ORDER", "suit", "rank"))
    def sort(self, order: str) -> None:
        """Sort your hand by suit or by rank."""
        self._order = order
        self.session.log.append(f"sort {order}")
        self.show()

    @command("ha")
    def hand(self) -> None:
        """Show your hand."""
        game, seat = self.game, self.viewer(self.game)
        self._say(view.hand_text(game, seat, self.look, self._order) if seat else [])

    @command("ta", name="table")
    def show_melds(self) -> None:
        """Show the melds with all their cards."""
        melds = enumerate(self.game.melds, 1)
        lines = [
            f"{number:>2} {view.title(self.game, meld.owner):<10} {self.look.cards(meld.cards)}"
            for number, meld in melds
        ]
        self._say([wrapped(line).rstrip() for line in lines] or ["No melds on the table."])

    @command()
    def scores(self) -> None:
        """Show all scores, and how the last hand ended."""
        if self.game.last is not None:
            self.console.say(view.hand_end(self.game, self.game.last, self.look))
        self._say(view.players_text(self.game))

    @command("me")
    def melds(self) -> None:
        """List every meld that your hand can make now."""
        seat = self.viewer(self.game)
        melds = melds_in(self.game.hands[seat - 1], self.game.options.ace) if seat else []
        self._say([f"  {self.look.cards(meld)}" for meld in melds] or ["There is no meld."])

    @command("se")
    def seen(self) -> None:
        """List the discards, and other cards to remember."""
        game = self.game
        lines = [f"Discards, the oldest first: {self.look.cards(game.discards) or 'none'}."]
        if game.restocked:
            lines.append(view.restocked(game, self.look))
        for seat, cards_held in enumerate(game.held, 1):
            if cards_held and seat != self.viewer(game):
                told = self.look.cards(sorted(cards_held, key=view.BY["suit"]))
                lines.append(f"{view.does(game, seat, 'hold')} {told}.")
        self._say([wrapped(line).rstrip() for line in lines])

    @command("a")
    def auto(self) -> None:
        """Let the computer play for you, to the end."""
        self.play_on("hint")

    def say_moves(self, moves: Iterator[Move], kind: str) -> None:  # type: ignore[override]
        """List the moves, all discards in one line, and of melds the longest."""
        listed = list(moves)
        melds = [set(move.arguments) for move in listed if move.name == "meld"]
        shown = [
            move
            for move in listed
            if move.name != "discard"
            and not (move.name == "meld" and any(set(move.arguments) < meld for meld in melds))
        ]
        super().say_moves(shown, kind) if shown or not listed else None
        allowed = {move.arguments[0] for move in listed if move.name == "discard"}
        hand = view.ordered(self.game, self.game.turn, self._order)
        if discards := [card for card in hand if card in allowed]:
            self.console.say(wrapped(f"  discard {' | '.join(map(self.look.card, discards))}"))

    def _say(self, lines: list[str]) -> None:
        self.console.say("".join(f"{line.rstrip()}\n" for line in lines))

    def viewer(self, game: Rummy) -> int:
        """The seat of the person who looks: who is to move, or was last, if that is a person."""
        people = game.options.humans
        if game.turn <= people and game.outcome() is None:
            return game.turn
        return min(people, 1) if people < 2 else self._looking or 1

    def _with_cards(self, line: str) -> str:
        """The line with cards in the place of their numbers in the hand."""
        words = split(line)
        found = self.commands.all.get(self._name(words[0]))
        if found is None or found.name not in ("meld", "off", "discard"):
            return line
        cards = view.ordered(self.game, self.game.turn, self._order)
        last = len(words) - 1 if found.name == "off" and len(words) > 2 else len(words)
        for at in range(1, last):
            if words[at].isascii() and words[at].isdecimal() and len(words[at]) < 3:
                number = int(words[at])
                if not 1 <= number <= len(cards):
                    raise InvalidCommand(f"the cards of the hand are numbered 1 to {len(cards)}")
                words[at] = str(cards[number - 1])
        return " ".join(words)

    def _name(self, word: str) -> str:
        try:
            return self.commands.find(word).name
        except InvalidCommand:
            return ""

    def _computer(self, seat: int) -> Strategy:
        from cardgames.games.rummy.strategy import COMPUTERS

        return COMPUTERS[self.game.options.level_of(seat)]()

    def _follow(self, move: Move) -> None:
        """Make the move of a computer that a script says; mostly it was made already."""
        if self.console.interactive:
            raise IllegalMove(
                "the computers play for themselves: only a script can say their moves"
            )
        if self._ahead and self._ahead[0] == move:
            del self._ahead[0]
            return
        before = self.session.position(len(self._ahead))
        self.session.make_instead(len(self._ahead), move)
        if self._ahead:
            self.news.append(OTHERWISE)
        self._ahead = []
        self._keep(before, move)

    def let_computers_play(self) -> None:
        """Let the computers play until it is a person's turn, or the match is over."""
        moves = self._computers_moves()
        if self.game.options.humans == 0 and self.console.interactive:
            with self.console.scene() as show:
                for move in moves:
                    self.session.make(move)
                    show(self.board(self.game))
        else:
            self._ahead += self._happen(moves)

    def _computers_moves(self) -> Iterator[Move]:
        while self.session.outcome() is None and self.game.turn > self.game.options.humans:
            move = self.next_move(self._computer(self.game.turn))
            assert move is not None, "there is always a move"
            yield move

    def _happen(self, moves: Iterable[Move]) -> list[Move]:
        """Make moves one after the other, and keep what they did to be told."""
        made = []
        for move in moves:
            before = self.game
            self.session.make(move)
            self._keep(before, move)
            made.append(move)
        return made

    def _keep(self, before: Rummy, move: Move) -> None:
        """Keep what a MOVE did; who draws a card is told which."""
        after = self.game
        self._past.append((before.turn, view.phrase(before, move, after, self.look, False)))
        if move.name == "draw" and not move.seat:
            phrase = view.phrase(before, move, after, self.look, True)
            self.news.append(view.sentences(after, [(before.turn, phrase)]))
        if after.last is not None and after.last is not before.last:
            self._past.append((0, view.hand_end(after, after.last, self.look)))
            if self.console.interactive and self.session.outcome() is None:
                self.console.say(self._unheard())
                self.console.pause("Press Enter for the next hand. ")

    def _unheard(self) -> str:
        """What the others did since the person who looks was last told."""
        seat = self.viewer(self.game)
        past, self._heard[seat] = self._past[self._heard.get(seat, 0) :], len(self._past)
        told = []
        for ended, items in groupby(past, key=lambda item: item[0] == 0):
            if ended:
                told += [text for _, text in items]
            else:
                others = [item for item in items if item[0] != seat]
                told.append(view.sentences(self.game, others))
        return "".join(told)

    def _show_position(self) -> None:
        if not self._asking and (unheard := self._unheard()):
            self.news.insert(0, unheard)
        super()._show_position()

    def _read(self) -> str | None:
        self.let_computers_play()
        if self.session.outcome() is not None and not self._asking:
            self.settle()
        seat = self.game.turn
        if self.game.options.humans > 1 and seat != self._looking and not self._asking:
            self.console.curtain(f"{view.title(self.game, seat)}, press Enter to see your hand.")
            self._looking = seat
        return super()._read()
