"""Sessions: moves, undo and redo, new deals, and counts."""

import pytest

from cardgames.games.canfield.game import Canfield, CanfieldOptions
from cardgames.model.cards import DECK
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Move
from cardgames.play.session import History, Session
from tests.seated import player_of, session_of
from tests.test_canfield import position

CARD = Move("card")


@pytest.fixture
def session() -> Session:
    return session_of(Canfield, 42)


def test_undo_and_redo_stop_at_the_ends(session: Session) -> None:
    with pytest.raises(IllegalMove, match="there is no move to take back"):
        session.undo(1)
    session.make(CARD)
    with pytest.raises(IllegalMove, match="there is only 1 move to take back"):
        session.undo(2)
    session.undo(1)
    with pytest.raises(IllegalMove, match="there is only 1 move to make again"):
        session.redo(2)
    session.make(CARD)
    with pytest.raises(IllegalMove, match="there is no move to make again"):
        session.redo(1)


def test_a_new_game_goes_on_with_the_generator_and_a_new_seed_starts_it_anew() -> None:
    random, options = Random(42), CanfieldOptions()
    first, second = shuffled_deck(random), shuffled_deck(random)
    other = shuffled_deck(Random(7))
    session = session_of(Canfield, 42)
    for deck, deals in ((first, 1), (second, 2)):
        assert (session.game, session.deals) == (Canfield.deal(deck, options), deals)
        session.new()
    session.new(7)
    assert (session.game, session.seed, session.deals) == (Canfield.deal(other, options), 7, 1)
    session = session_of(Canfield, 7, DECK)  # a given deck is dealt before the seed
    assert (session.game, session.deals) == (Canfield.deal(DECK, options), 0)
    session.new()
    assert (session.game, session.deals) == (Canfield.deal(other, options), 1)


def test_the_log_is_in_the_words_of_a_script(session: Session) -> None:
    player = player_of(session)
    for line in ("C", "card", "u 2", "RED", "hi", "restart", "ne 7", "ne"):
        player.do(line)
    assert session.script().splitlines() == [
        "# cardgames canfield --seed 42",
        *("card", "card", "undo 2", "redo 1", "hint", "restart", "new 7", "new"),
    ]


def test_the_hint_is_undo_where_the_last_move_closed_the_only_way(session: Session) -> None:
    """Stock and waste are empty. JD, taken from its foundation, can only go back there."""
    before = position(reserve="QD", foundations="10D JD", tableau="QS/9D/9H/2C")
    closed = before.apply(before.parse("fndtab 1 1"))
    session.history = History(before)
    session.history.begin_step()
    session.history.add(before.parse("fndtab 1 1"), closed, counted=True)
    hint = session.hint()
    assert hint is not None
    assert (hint.move, hint.why) == (None, "the last move has closed the only way on")
