"""What every game obeys, tried by playing at random under each of its variants.

A new game is tested as soon as it can be played; `test_parts.py` says what it still lacks.
"""

import dataclasses
from collections import Counter
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from cardgames import games
from cardgames.cli.playing import new_session, read_setup
from cardgames.model.cards import DECK
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.errors import IllegalMove, InvalidCommand, ScriptError
from cardgames.model.game import Game, Move
from tests.parts import SHARE
from tests.samples import sample
from tests.seated import player_of
from tests.walks import NAMES, Case, cards_in, cases, every_case, positions, walk

pytestmark = pytest.mark.usefixtures("brief_hints")


@every_case
def test_all_cards_are_there_always_and_the_text_of_a_move_is_read_as_the_move(case: Case) -> None:
    fresh = Counter(case.game.fresh_deck(case.options))
    for game, legal, _ in positions(case)[:: sample(8, 1)]:
        assert Counter(cards_in(game)) == fresh
        assert all(game.parse(str(move)) == move for move in legal)


@every_case
def test_the_legal_moves_are_accepted_and_no_others(case: Case) -> None:
    """A move that is accepted leads where a legal one leads, if it is not one itself.

    The position stays as it is all the while.
    """
    for game, legal, _ in positions(case, count=2, moves=80)[:: sample(12, 2)]:
        assert len(set(legal)) == len(legal)
        before = dataclasses.replace(game)  # type: ignore[type-var]
        assert all(is_accepted(game, move) for move in legal)
        reached = {game.apply(move) for move in legal}
        for move in every_move(type(game)):
            assert move in legal or not is_accepted(game, move) or game.apply(move) in reached
        assert game == before


@cache
def every_move(game: type[Game]) -> list[Move]:
    declared = game.commands.all.values()
    return [Move(item.name, call) for item in declared for call in item.every_call()]


def is_accepted(game: Game, move: Move) -> bool:
    try:
        getattr(game, game.commands.all[move.name].method)(*move.arguments)
    except IllegalMove as error:
        assert str(error) and "\n" not in str(error)
        return False
    return game.outcome() is None


@every_case
def test_undo_leads_to_the_deal_and_redo_to_the_end(case: Case) -> None:
    session = new_session(case.setup(1))
    reached = [place.game for place in walk(case, 1)]
    for place in walk(case, 1):
        assert session.game == place.game
        if place.made is not None:
            session.make(place.made)
    for position in reversed(reached[:-1]):
        session.undo(1)
        assert session.game == position
    for position in reached[1:]:
        session.redo(1)
        assert session.game == position
    session.undo(session.history.steps, "restart")
    assert session.game == reached[0]
    session.redo(len(reached) - 1)
    assert session.game == reached[-1]


@pytest.mark.parametrize("case", [case for case in cases() if case.game.cycles], ids=str)
def test_a_position_that_came_up_before_is_known_after_undo_and_restart(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here a game comes back to the same few positions again and again, and plays on.

    All is checked against a list of the positions, which is searched from its beginning.
    """
    key = case.game.key
    monkeypatch.setattr(case.game, "key", lambda game: sum(map(ord, repr(key(game)))) % 7)
    monkeypatch.setattr(case.game, "outcome_if_repeated", lambda *_: None)
    session, random = new_session(case.setup(1)), Random(1)
    line, now = [session.game], 0
    for number in range(100):
        legal = list(session.game.legal_moves()) if session.outcome() is None else []
        chosen, back = random.below(10), random.below(now + 1)
        if number % 40 == 39:
            session.undo(session.history.steps, "restart")
            now = 0
        elif chosen < 2 and now < len(line) - 1:
            session.redo(1)
            now += 1
        elif back and (chosen < 4 or not legal):
            session.undo(back)
            now -= back
        elif legal:
            session.make(legal[random.below(len(legal))])
            now += 1
            line[now:] = [session.game]
        keys = [position.key() for position in line[: now + 1]]
        first = keys.index(session.game.key())
        assert session.game is line[now]
        assert session.history.earlier is (line[first] if first < now else None)


@every_case
def test_a_saved_script_leads_to_the_same_session(case: Case, tmp_path: Path) -> None:
    session = new_session(case.setup(2))
    player, random = player_of(session), Random(2)
    player.advance()
    for number in range(sample(17, 80)):
        legal = list(player.legal_moves())
        if legal:
            with suppress(IllegalMove):  # a computer may be faster, or it may be its turn
                player.make(legal[random.below(len(legal))])
        player.advance()
        if number % 7 == 6 and session.moves_made >= 3:
            session.undo(3)
            session.redo(2)
        if number == 15:
            session.new()
            player.advance()
    file = tmp_path / "game.txt"
    player.save(str(file))
    again = player_of(new_session(case.setup(3)))
    again.load(str(file))
    assert again.game == session.game
    assert again.session.script() == session.script() == file.read_text()
    assert (again.session.moves_made, again.session.undos) == (session.moves_made, session.undos)


@pytest.mark.parametrize("name", SHARE)
def test_hints_are_legal_and_lead_to_an_end(name: str) -> None:
    game = games.model(name)
    match = {"target": 1} if hasattr(game.options_type(), "target") else {}  # of a hand
    session = new_session(Case(game, game.options_type(**match)).setup(0))
    before = None
    for _ in range(2000):
        hint = session.hint() if session.outcome() is None else None
        if hint is None or hint.move is None:
            return
        assert hint.why
        now = session.game
        session.make(hint.move)
        assert session.game != before, f"{hint.move} takes back the last move"
        before = now
    raise AssertionError("the hints lead nowhere")


@every_case
def test_a_hint_after_any_move_does_not_take_it_back(case: Case) -> None:
    for seed in range(sample(1, 2)):
        session = new_session(case.setup(seed))
        for number, (before, _, made) in enumerate(walk(case, seed)[:-1]):
            assert made is not None
            session.make(made)
            asked = number % sample(44, 22) == 6 and not session.outcome()
            hint = session.hint() if asked else None
            if hint is not None and hint.move is not None:
                assert hint.why and session.game.apply(hint.move) != before


def test_a_deck_that_is_not_one_is_refused() -> None:
    for game in map(games.model, NAMES):
        with pytest.raises(InvalidCommand):
            game.deal((*DECK[1:], DECK[1]), game.options_type())


def test_the_command_line_of_a_setup_leads_to_the_setup() -> None:
    for case in cases():
        deck = shuffled_deck(Random(9), case.game.fresh_deck(case.options))
        for setup in (case.setup(-5), case.setup(42)._replace(deck=deck)):
            assert read_setup(f"# {setup.command_line()}") == setup
        with pytest.raises(ScriptError, match="no such option"):
            read_setup(f"# cardgames {case.game.name} --seed 1 --no-such-thing")
