"""People who share a keyboard never see each other's cards, whatever they type.

Every game with hands of people's own is played by lines drawn at random. What is on the screen
between two curtains may name no card that is hidden from the person who looks. Nothing of another
is taken back or made for them, no drawn card is put back and no game ended unless all agree.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice, takewhile
from pathlib import Path
from typing import NamedTuple

import pytest

from cardgames import games
from cardgames.cli.playing import new_session
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.melds import named
from cardgames.model.cards import BACK, Card
from cardgames.model.game import Game, title
from cardgames.play.session import History, MoveMade, Session
from cardgames.screen.console import Show
from cardgames.text.textplayer import TextPlayer
from tests.drawing import RARE, Drawn
from tests.parts import NAMES
from tests.samples import sample
from tests.seated import Memory, player_of
from tests.tables import tables
from tests.walks import Case, cards_in, positions

LINES = 50
"""The number of lines that are typed in a game."""
PICTURES = 9
"""The number of moves of computers that somebody watches before a key skips the others."""
SINCE = 24
"""The number of moves in which what the others do is told."""
NAMED = re.compile(r"\b(?:10|[2-9AJQK])[CDHS]\b")
TYPED = re.compile(r"(10|[1-9TAJQK])\W*(?:OF\W+)?([CDHS♣♦♥♠])|(\w+)\W+OF\W+(\w)")
EXAMPLES = re.compile(r"(?:as in|such as|: x|o) \S+(?: or \S+)?|You have seen [^:]*")
"""What an error or a help text names as an example, or an undo as seen."""
SYMBOLS = dict(zip("♣♦♥♠", "CDHS"))


def hidden_hands() -> list[Case]:
    """Each table of people at which one of them sees a card that is hidden from another."""
    found = []
    for game in map(games.model, NAMES):
        shared = [options for (people, _), options in tables(game).items() if people > 1]
        found += [case for options in shared if hides(case := Case(game, options))]
    return [short(case) for case in found]


def short(case: Case) -> Case:
    """The same in a match that ends soon, if the game has matches."""
    if not hasattr(case.options, "target"):
        return case
    return case._replace(options=replace(case.options, target=1))  # type: ignore[type-var]


def hides(case: Case) -> bool:
    """Does a seat see a card in the first moves that the next seat does not?"""
    some = [place.game for place in positions(case, count=1, moves=8)]
    return any(seen(game, 1) != seen(game, 2) for game in some)


def seen(game: Game, seat: int) -> set[Card]:
    """The cards that SEAT can know, of those that the position tells apart by their places."""
    return {card for card in cards_in(game.seen_by(seat)) if card is not BACK}


def told_of(game: Game) -> set[Card]:
    """The cards in sets, which are never hidden: what is known of hands, and of those before."""
    if isinstance(game, Rummy):
        before = game.last.hands if game.last else ()
        piles = [*game.held, named(game.now.restocked), *before]
        return {card for cards in piles for card in cards}
    return {card for card in in_sets(game) if card is not BACK}


def in_sets(value: object) -> list[Card]:
    """The cards of every set in a position."""
    if isinstance(value, (frozenset, set)):
        return [card for card in value if isinstance(card, Card)]
    if isinstance(value, tuple):
        return [card for item in value for card in in_sets(item)]
    names = getattr(value, "__dataclass_fields__", ())
    return [card for name in names for card in in_sets(getattr(value, name))]


def typed_cards(line: str) -> set[str]:
    """The cards that a person has named, which an error may repeat."""
    found = set()
    for rank, suit, word, letter in TYPED.findall(line.upper()):
        rank, suit = rank or word, SYMBOLS.get(suit or letter, suit or letter)
        found.add({"T": "10", "TEN": "10", "1": "A"}.get(rank, rank) + suit)
    return found


class Table(NamedTuple):
    """What a shared table was when a line was typed."""

    session: Session
    history: History
    events: list[MoveMade]
    people: list[int]
    looking: int
    over: bool


class Keyboard(Memory):
    """A keyboard that people share; it checks all that is shown to the one who looks."""

    interactive = True
    player: TextPlayer

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.auto = -1 if seed else LINES // 2
        """When computers play to the end, once at each table, as that takes long."""
        self.drawn = Drawn(seed)
        self.looking = 0
        self.curtains = self.questions = 0
        self.typed: list[str] = []
        self.agreed: set[int] = set()
        self.open = False
        """Have all agreed to see open hands, and has no curtain come since?"""
        self.before: Table | None = None

    def curtain(self, text: str, answer: bool = False) -> str:
        assert not NAMED.search(text)
        options, text = self.player.session.setup.options, " ".join(text.split())
        self.looking = next(
            seat
            for seat in options.people()
            for name in [title(options, seat)]
            if re.search(rf"\b{name}, (press|do you agree)", text, re.IGNORECASE)
        )
        self.said = ""
        self.open = answer and ("open" in text or "review" in text)
        self.curtains += not answer
        self.questions += answer
        if not answer or self.drawn.chance(3):
            return ""
        self.agreed.add(self.looking)
        return "y"

    def check_consent(self) -> None:
        """Check that all others have agreed to what the last line did, if it needs that."""
        session, was = self.player.session, self.before
        history, over = session.history, session.outcome() is not None
        events = [*history.backwards()][::-1]
        self.before = now = Table(session, history, events, session.people, self.looking, over)
        agreed, self.agreed = self.agreed, set()
        if was is None or len(was.people) < 2 or was.over and history is not was.history:
            return
        others = {*was.people} - {was.looking}
        needed, lost, made = history is not was.history, was.events, now.events
        if not needed:
            pairs = takewhile(lambda pair: pair[0].after is pair[1].after, zip(lost, made))
            kept = sum(1 for _ in pairs)
            lost, made = lost[kept:], made[kept:]
        for event in lost + made if not needed else ():
            of_another = event.before.player() in others and not event.move.seat
            needed |= of_another or event in lost and event.move.name == "draw"
        needed |= bool(history.computer and made)
        assert not needed or others <= agreed, (self.typed[-1:], others, agreed, lost, made)

    def pause(self, text: str) -> None:
        self.say(text)

    def page(self, text: str) -> None:
        """Leave out the rules, which name cards as examples."""

    def say(self, text: str) -> None:
        if self.open:
            return
        named = set(NAMED.findall(EXAMPLES.sub("", " ".join(text.split()))))
        named -= typed_cards(self.typed[-1]) if self.typed else set()
        secret = named and named - set(map(str, self.known(named)))
        assert not secret, f"seat {self.looking} may not know {secret}: {self.typed[-1:]}\n{text}"

    def known(self, named: set[str]) -> set[Card]:
        """The cards that the person who looks can know now, or knew when they were told of."""
        history = self.player.session.history
        found = seen(history.now, self.looking) | told_of(history.now)
        since = history.made if history.computer else SINCE
        for before, move, _ in islice(history.backwards(), since):
            if named <= set(map(str, found)):
                break
            found |= seen(before, self.looking) | told_of(before) | {*move.arguments}
        return found

    note = say

    @contextmanager
    def scene(self, pace: float, stopped: bool = False, skips: bool = False) -> Iterator[Show]:
        pictures = iter(range(PICTURES))

        def show(board: str, news: str, moments: int) -> bool:
            self.say(board + news)
            return next(pictures, None) is not None

        yield show

    def _next_line(self, prompt: str) -> str | None:
        self.check_consent()
        if len(self.typed) == LINES:
            return None
        line = self.drawn.line(self.player)
        while line.lower().startswith("a"):
            line = self.drawn.line(self.player)
        if len(self.typed) == self.auto:
            line = "auto"
        if self.drawn.chance(4):  # ask for something, perhaps when the turn has passed
            moves = self.player.game.commands.all
            asked = [name for name in self.player.commands.all if name not in RARE | {*moves}]
            line += f"; {self.drawn.one(asked)}"
        self.typed.append(line)
        return line


TABLES = hidden_hands()
assert {case.game.name for case in TABLES} >= {"rummy"}


@pytest.mark.usefixtures("brief_hints")
@pytest.mark.parametrize("case", TABLES, ids=str)
def test_no_screen_holds_cards_of_somebody_who_does_not_look(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    curtains = questions = 0
    for seed in range(sample(1, 8)):
        keyboard = Keyboard(seed)
        player = keyboard.player = player_of(new_session(case.setup(seed)), keyboard)
        player.play()
        curtains += keyboard.curtains
        questions += keyboard.questions
    assert curtains > sample(1, 6) and questions > 0
