"""Sessions: moves, undo and redo, new deals, and counts."""

from cardgames.games.canfield.game import Canfield, CanfieldOptions
from cardgames.model.cards import DECK
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Move
from cardgames.model.strategy import QUICK
from cardgames.play.session import History
from tests.seated import session_of
from tests.test_canfield import position

CARD = Move("card")


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


def test_restart_goes_back_to_the_same_deal_which_is_counted_as_undo() -> None:
    session = session_of(Canfield, 42)
    session.new()
    dealt = session.game
    session.make(CARD)
    session.undo(1)
    session.make(CARD)
    session.undo(session.history.steps, "restart")
    assert session.game is dealt
    assert (session.moves_made, session.undos) == (0, 2)
    session.redo(1)
    assert session.moves_made == 1


def test_the_hint_goes_back_where_the_last_move_closed_the_only_way() -> None:
    """Stock and waste are empty. JD, taken from its foundation, can only go back there."""
    session = session_of(Canfield, 42)
    before = position(reserve="QD", foundations="10D JD", tableau="QS/9D/9H/2C")
    closed = before.apply(before.parse("fndtab 1 1"))
    session.history = History(before)
    session.history.begin_step()
    session.history.add(before.parse("fndtab 1 1"), closed, counted=True)
    hint = session.hint()
    assert hint is not None
    assert str(hint.move) == "tabfnd 1"
    assert session.computer(QUICK).next_move(closed, before) is None
