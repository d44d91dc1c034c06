"""No text of a patience tells a card that its player cannot know.

In positions of many games the hidden cards are shuffled. What is printed about the position, and
the refusal of any line that is typed there, must stay the same; `test_hidden.py` does so for the
boards of all games, and for what computers do.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from cardgames import games
from cardgames.model.cards import DECK
from cardgames.model.deal import Random
from cardgames.model.errors import CardGameError
from tests.parts import SHARE
from tests.samples import sample
from tests.seated import answer, placed, session_of
from tests.walks import with_hidden_cards_shuffled

pytestmark = pytest.mark.usefixtures("brief_hints")

GAMES = sample(2, 40)
MOVES = 60
ASKING = ("hint", "hint 9", "hint all", "moves", "show", "score", "show waste", "show stock")
PATIENCES = [name for name in SHARE if games.model(name).options_type().seats() == ("human",)]


@pytest.mark.parametrize("name", PATIENCES)
def test_what_is_asked_and_what_is_typed_is_answered_alike(name: str) -> None:
    for seed in range(GAMES):
        random = Random(seed)
        session = session_of(games.model(name), seed)
        for _ in range(random.below(MOVES)):
            legal = () if session.outcome() else tuple(session.game.legal_moves())
            if legal:
                session.make(legal[random.below(len(legal))])
        shuffled = with_hidden_cards_shuffled(session.game, 1, random)
        if shuffled == session.game:
            continue  # nothing is hidden
        player, other = placed(session.game), placed(shuffled)
        for line in (*ASKING, *lines(random)):
            assert answered(player, line) == answered(other, line), line


def answered(player: Any, line: str) -> str:
    """The answer to LINE, or its refusal; a move that is made is taken back."""
    try:
        said = answer(player, line)
    except CardGameError as error:
        return str(error)
    if made := player.session.history.steps:
        player.session.undo(made)
        return "made"
    return said


def lines(random: Random) -> Iterator[str]:
    """Lines that name cards, whether they can be seen or not, alone and as parts of moves."""
    for _ in range(6):
        one, two, pile = DECK[random.below(52)], DECK[random.below(52)], 1 + random.below(4)
        yield from (f"{one}", f"{one} {pile}", f"{one} to {two}", f"turn {one}")
        yield f"{one} to foundation"
    yield from ("card 3", "q on k", "finish", "triplets")
