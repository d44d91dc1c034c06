"""Mod10 in text: its seven stacks, and the words for its moves."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest
from typing import Any, Final, cast

from cardgames.games.mod10.game import NO_TRIPLET, STACKS, VALUES, Mod10, Mod10Options, rings
from cardgames.model.cards import DECK, Pile
from cardgames.model.commands import Command, ShortForms, Word, command
from cardgames.model.errors import IllegalMove, counted
from cardgames.model.game import Move
from cardgames.model.strategy import Advice
from cardgames.play.places import card_in
from cardgames.play.session import Session
from cardgames.screen.look import Look, Pointed, Spot, fitted, sentence, wrapped
from cardgames.text import commands
from cardgames.text.textplayer import TextPlayer
from cardgames.text.view import Report, Shown

ROWS: Final = 16  # the most rows of a stack; a taller stack is shown without its middle
OLDEST: Final = 3  # how many of the oldest cards are always shown: as many as a triplet can take
WIDTH: Final = 7  # the width of a stack, in columns
SHOWN: Final = 6  # the most choices in a review, to fit one screen; 'review all' tells of all
GAP: Final = 3  # the greatest gap between two stacks, in columns
CARD, NEXT = 1, 2  # the kinds of spots: a card of a stack, and where the next card is dealt


class Mod10Player(TextPlayer[Mod10]):
    numbered = "stack {}"
    narrowest = 60
    short_forms = ShortForms(bare="pick", enter="deal")
    _display = Mod10Options()  # what is shown of the deck, also without a session

    def switch_to(self, session: Session) -> None:
        super().switch_to(session)
        self._display = session.setup.options

    def drawn(self, game: Mod10, shown: Shown) -> Iterable[str]:
        look = self.look
        shade = look.dim if look.notes else str
        names = [f"   [{s}] " if s == game.current else f"   {shade(f' {s} ')} " for s in STACKS]
        if look.spots and game.deck and any(game.stacks):
            names[game.next_stack() - 1] = look.spot(names[game.next_stack() - 1], NEXT)
        columns = [column(p, look, s * look.spots) for s, p in enumerate(game.stacks, 1)]
        rows = zip_longest(*columns, fillvalue=" " * WIDTH)
        room = (look.columns - 1 - len(STACKS) * WIDTH) // (len(STACKS) - 1)
        gap = " " * max(1, min(GAP, room))
        table = [gap.join(row).rstrip() for row in (names, *rows)]
        return [*table, *self._deck_text(game).splitlines()]

    def footer(self) -> str:
        """Explain the brackets and the numbers until the first triplet is picked up."""
        game, look = self.game, self.look
        if game.dealt + len(game.deck) > len(DECK) or look.columns < self.narrowest:
            return super().footer()
        where = "a stack" if game.options.pick_up == "any" else "it"
        told = f"Pick up three numbered cards of {where} making 10, 20 or 30."
        text = fitted(f"[{game.current}]: dealt last. {told}\n", min(look.columns, 79))
        return "".join(f"{look.dim(line)}\n" for line in text.splitlines()) + super().footer()

    def sentences(self, game: Mod10, seat: int) -> Iterable[str]:
        for s in STACKS:
            last = ", dealt to last" if s == game.current else ""
            cards = ", ".join(map(self.look.card, game.stacks[s - 1])) or "gone"
            yield f"Stack {s}{last}: {cards}."
        yield from self._deck_text(game).splitlines()

    def changes(self, before: Mod10, after: Mod10, seat: int) -> str:
        """Say which cards were dealt and picked up, and what is left of each stack."""
        said = []
        for s, (old, new) in enumerate(zip(before.stacks, after.stacks), 1):
            gained = [card for card in new if card not in old]
            lost = [card for card in old if card not in new]
            left = counted(len(new), "card") if new else "gone"
            said += [f"{self.look.cards(gained)} to stack {s}, {left}"] * bool(gained)
            said += [f"{self.look.cards(lost)} from stack {s}, {left}"] * bool(lost)
        return "".join(map(sentence, said)) + self._deck_text(after)

    def tell(self, move: Move, game: Mod10) -> str:
        if move.name == "deal":
            return f"a card to stack {game.next_stack()}"
        s, *places = move.arguments
        cards = [game.stacks[s - 1][place - 1] for place in places]
        total = sum(VALUES[card] for card in cards)
        return f"{self.look.cards(cards)} from stack {s}, {total}"

    def spell(self, found: Command, words: list[str]) -> list[str]:
        """Return the arguments that `words` mean; cards stand for their stack and its triplet."""
        if found.name != "pick":
            return super().spell(found, words)
        # 'pick up from stack 3' is 'pick 3'
        words = [word for word in words if word.lower() not in ("up", "from", "stack")]
        cards = [card for card in map(card_in, words) if card is not None]
        if not cards or len(cards) < len(words):
            return words
        s = next((s for s in STACKS if cards[0] in self.game.stacks[s - 1]), 0)
        if not s:
            raise IllegalMove("{} is in no stack", cards[0])
        if len(words) > 2:
            return [str(s), *words]
        stack = self.game.stacks[s - 1]
        triplets = [{stack[place - 1]: str(place) for place in t} for t in self.game.triplets(s)]
        fitting = [triplet for triplet in triplets if triplet.keys() >= {*cards}]
        if not fitting:
            named = " and ".join(["{}"] * len(cards))
            raise IllegalMove(f"stack {s} has no triplet with {named}", *cards)
        return [str(s), *(fitting[0].values() if len(fitting) == 1 else ())]

    def proposed(self, move: Move, game: Mod10) -> str:
        """Name a move in a hint; the name of a pick is its cards, then the numbers to type."""
        if move.name != "pick":
            return super().proposed(move, game)
        return f"{self.tell(move, game)} ({' '.join(map(str, move.arguments))})"

    def hint_text(self, advice: Advice) -> str:
        """Leave out the reason for a deal if the hint one move before gave the same reason."""
        last, since = self.session.hint_before(advice)
        again = last is not None and since == 1 and last.why == advice.why == NO_TRIPLET
        return super().hint_text(advice._replace(why="") if again else advice)

    def score_text(self, game: Mod10) -> str:
        gone = f"{game.score()} of 7 stacks {'is' if game.score() == 1 else 'are'} gone"
        return f"Score: {gone}; {counted(game.dealt, 'card')} dealt."

    def short_score(self, game: Mod10) -> str:
        return f"{game.score()} of 7 stacks gone"

    show_place = commands.show_place
    review = commands.review

    def in_hindsight(self, word: str) -> Report:
        """Return the report of a review; if `word` is 'all', the report tells of every choice."""
        from cardgames.games.mod10.strategy import judged
        from cardgames.text.coach import figures, headline, played

        line, every = played(self).last(), word == commands.ALL
        positions = cast(Sequence[Mod10], line.positions)
        found = list(judged(positions, line.moves))
        worst = sorted(found, key=lambda one: (one.of > 0, -one.worse_in))
        shown = found if every else worst[:SHOWN]
        lost = [one.number for one in found if not one.of]
        worse = len(found) - len(lost)
        seemed = counted(worse, "choice") if worse else "no choice"
        verdict = f"{seemed} seemed worse than another one"
        if lost:
            verdict = f"{verdict}, and " * bool(worse) + f"move {lost[0]} lost the win"
        text = [wrapped(headline(self.session, self.short_score(self.game)))]
        text.append(wrapped(f"In hindsight: {verdict}."))
        turnings = []
        for one in found:
            number, best, worse_in, of = one
            before, move = positions[number - 1], line.moves[number - 1]
            told = self.tell(move, before)
            made, better = f"{number}. {move} ({told})", f"{best} ({self.tell(best, before)})"
            if one in shown and of:
                guesses = f"in {worse_in} of {of} guesses at the unseen cards"
                text.append(wrapped(f"{made} did worse than {better} {guesses}.", 3))
            elif one in shown:
                text.append(wrapped(f"{made} lost the win.", 3))
                text.append(wrapped(f"Better: {better}.", 7))
            turning = {
                "kind": "worse" if of else "lost",
                "move": number,
                "command": str(move),
                "told": told,
                "kept_by": [str(best)],
                "moves_to_win": None,
                "played_on": len(line.moves) - number,
                "fair": None,
                "guesses": {"of": of, "worse_in": worse_in} if of else None,
            }
            turnings.append(turning)
        if len(found) > len(shown):
            text.append(f"   'review all' tells of {len(found) - SHOWN} more.\n")
        facts = {"score": self.game.score(), "positions": [], "turnings": turnings}
        facts |= {"solver": None, "chances": []}
        return Report("".join(text), figures(self.session) | facts)

    @command("t")
    def triplets(self) -> None:
        """List the triplets that can be picked up now."""
        picks = [move for move in self.legal_moves() if move.name == "pick"]
        self.say_moves(picks, "triplet to pick up")

    @command()
    def hide(self) -> None:
        """Turn the display of the next card on or off."""
        self._set(show_deck=not self.session.setup.options.show_deck)

    @command()
    def count(self) -> None:
        """Turn the display of the deck's size on or off."""
        self._set(count_deck=not self.session.setup.options.count_deck)

    @command("a", Word("STRATEGY", "hint", "greedy", optional=True))
    def auto(self, strategy: str = "hint") -> None:
        """Let the computer play to the end.

        At a terminal it shows every move; the space bar pauses, b steps back, e shows the end.
        'auto greedy' picks up whenever it can, with the preferences of 10-20-30.
        """
        commands.play_on(self, strategy)

    def pointed(self) -> Iterator[Pointed]:
        for move in self.legal_moves():
            if move.name == "deal":
                yield Pointed(move, frozenset(), (Spot(NEXT),))
            else:
                s, *places = move.arguments
                yield Pointed(move, frozenset([Spot(CARD, s, place) for place in places]))

    def line_of(self, spots: Sequence[Spot]) -> str | None:
        if spots[0].kind == NEXT:
            return "deal" if len(spots) == 1 else None
        if len({*spots}) < len(spots) or len({spot.pile for spot in spots}) > 1:
            return None
        places = " ".join([str(spot.at) for spot in sorted(spots)])
        return f"{spots[0].number} {places}" if len(spots) == 3 else ""

    def _set(self, **changes: Any) -> None:
        setup = self.session.setup
        self._display = replace(setup.options, **changes)
        self.session.setup = setup._replace(options=self._display)
        self.session.day = None  # The deal of a date must be played with the default options.
        self.show()

    def _deck_text(self, game: Mod10) -> str:
        """Return the line about the deck, if the options ask for one."""
        deck, options = game.deck, self._display
        if not deck:
            return "The deck is empty.\n"
        parts = [f"Deck: {counted(len(deck), 'card')}."] * options.count_deck
        parts += [f"Next card: {self.look.card(deck[-1])}."] * options.show_deck
        return " ".join(parts) + "\n" if parts else ""


@lru_cache(maxsize=2 * len(STACKS))  # as most commands change only one stack
def column(stack: Pile, look: Look, s: int) -> list[str]:
    """Return the lines of `stack`, seven columns wide; the middle of a tall stack is left out.

    If `s` is the number of the stack, its cards are spots; if `s` is 0, they are not.
    """
    ends = {place for ring in rings(len(stack)) for place in ring} or {1, 2}
    shade = look.dim if look.notes else str
    cells = [
        shade(f"{place if place in ends else '':>3}") + look.spot(look.cells[card], CARD, s, place)
        for place, card in enumerate(stack, 1)
    ]
    if len(cells) > ROWS:
        folded = len(cells) - ROWS + 1
        cells[OLDEST : OLDEST + folded] = [look.dim(f"{f'+{folded}':>{WIDTH}}")]
    return cells or [look.dim("   gone")]
