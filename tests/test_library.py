"""The library: what `import cardgames` offers to programs."""

import doctest
import inspect
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import cardgames
from cardgames import Game, Move, library
from cardgames.games import GAMES, NAMES, model, strategies
from cardgames.games.rummy.game import Meld
from cardgames.model.cards import pile
from cardgames.screen.look import UNICODE, Look
from tests import odd, stub, user
from tests.docs import text_of, topic
from tests.parts import SHARE, SHELF
from tests.program import ROOT, environment, run_here, shown_here
from tests.samples import sample
from tests.seated import brief_computers, player_of, session_of
from tests.walks import Case, every_case, every_game, positions

SIGNATURES = {
    "deal": "(game, seed=None, *, deck=None, microsoft=None, variant=None, **options)",
    "read": "(position, text)",
    "board": "(position, cards='unicode')",
    "playout": "(position, strategy, *, limit=10000, seed=1)",
    "simulate": "(game, games=1000, *, strategy='', seed=1, jobs=1, executor=None, limit=10000, "
    "variant=None, keep=False, **options)",
    "arena": "(game, players, games=100, *, seed=1, skip=0, jobs=1, seconds=10.0, limit=10000, "
    "variant=None, **options)",
    "solve": "(position, limit=100000)",
    "hint": "(position)",
    "review": "(script, every=False)",
    "load": "(script, seats=None)",
}
"""The public functions. Programs rely on them: change none, and add arguments at the end only."""
TYPES = (
    *("Match", "Game", "Move", "Card", "Rank", "Suit", "DECK", "BACK", "Outcome", "Advice"),
    *("Playout", "Simulation", "Arena", "Solution", "Verdict", "Board", "Report"),
    *("CardGameError", "IllegalMove", "InvalidCommand", "ScriptError", "PartError"),
)
ODD: Any = 7
"""Nothing that any function takes."""
STOCK = cardgames.deal("klondike", seed=4).stock
NONSENSE: list[tuple[str, dict[str, Any], str]] = [
    ("klondike", {"down": "x"}, "down of a position of Klondike cannot be 'x'"),
    ("klondike", {"down": (1,) * 7}, "down of a position of Klondike cannot be (1, 1, 1"),
    ("klondike", {"tableau": ((),) * 8}, "a position has 52 cards, but this one has 24"),
    ("klondike", {"foundations": (pile("AC 2C"), (), (), ())}, "52 cards, but this one has 54"),
    ("klondike", {"stock": 24 * STOCK[:1]}, f"once, but this one has {STOCK[0]} 24 times"),
    ("klondike", {"stock": (*STOCK[1:], STOCK[1])}, f"but this one has {STOCK[1]} twice"),
    ("klondike", {"foundations": ()}, "foundations of Klondike has 4 parts, not 0"),
    (
        "klondike",
        {"cells": (STOCK[:1],), "stock": STOCK[1:]},
        "cells of a position of Klondike can",
    ),
    ("klondike", {"base": cardgames.Rank.TWO}, "base of a position of Klondike cannot be"),
    (
        "klondike",
        {"tableau": ((),) * 7, "down": (0,) * 7, "waste": tuple({*cardgames.DECK} - {*STOCK})},
        "waste of a position of Klondike cannot be",
    ),
    ("canfield", {"redeals": -1}, "redeals of a position of Canfield cannot be -1"),
    ("canfield", {"base": 1}, "base of a position of Canfield cannot be 1"),
    ("clock", {"up": (5,) * 13}, "up of a position of Clock cannot be (5, 5, 5"),
    ("mod10", {"current": 8}, "current of a position of Mod10 cannot be 8"),
    ("mod10", {"dealt": 10**5000}, "dealt of a position of Mod10 cannot be <int>"),
    ("slap", {"challenger": 2, "chances": 1}, "challenger of a position of Slap cannot be 2"),
    ("slap", {"options": None}, "options of a position of Slap cannot be None"),
    ("klondike", {"options": None}, "options of a position of Klondike cannot be None"),
    ("rummy", {"dealer": 3}, "dealer of a position of Rummy cannot be 3"),
    ("rummy", {"now": 3}, "now of a position of Rummy cannot be 3"),
    ("rummy", {"scores": (0,)}, "scores of Rummy has 2 parts, not 1"),
]
"""Changes to a dealt position that no move leads to, and what is said of them."""


def own(position: Game) -> Move | None:
    return next(position.legal_moves(), None)


def python(code: str) -> bytes:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, cwd=ROOT, env=environment()).stdout


def hidden(name: str) -> Any:
    return cardgames.deal(name, seed=4).seen_by(1)


class TestFace:
    def test_what_is_public(self) -> None:
        classes = [game.model for game in GAMES]
        assert cardgames.__all__ == (*SIGNATURES, *TYPES, *classes)
        assert {*dir(cardgames)} >= {*cardgames.__all__} and not hasattr(cardgames, "deals")
        assert [getattr(cardgames, name) for name in classes] == [*map(model, NAMES)]
        assert not hasattr(cardgames, "Nothing")

    def test_the_types_are_those_of_the_list_of_games(self) -> None:
        assert stub.STUB.read_text() == stub.text(), "make accept writes it anew"

    def test_a_star_imports_all_of_it(self) -> None:
        found: dict[str, object] = {}
        exec("from cardgames import *", found)
        assert {*found} >= {*cardgames.__all__}

    @pytest.mark.parametrize("name", SIGNATURES)
    def test_functions_stay_as_they_are_and_have_types(self, name: str) -> None:
        function = getattr(cardgames, name)
        found = inspect.signature(function).parameters
        bare = [part.replace(annotation=part.empty) for part in found.values()]
        assert str(inspect.Signature(bare)) == SIGNATURES[name]
        assert get_type_hints(function).keys() >= {*found, "return"}

    def test_the_import_loads_nothing(self) -> None:
        code = "import sys, cardgames; print(*[n for n in sys.modules if 'cardgames' in n], end='')"
        assert python(code) == b"cardgames"

    def test_a_game_is_loaded_when_it_is_picked(self) -> None:
        code = (
            "import sys, cardgames\n"
            "def loaded(): return {n for n in sys.modules if n.startswith('cardgames.games.')}\n"
            "cardgames.Move, hasattr(cardgames, 'Nothing')\nbefore = loaded()\n"
            "cardgames.Golf\nprint(sorted(before), sorted(loaded() - before), end='')"
        )
        told = b"[] ['cardgames.games.patiences', 'cardgames.games.patiences.golf']"
        assert python(code) == told

    @pytest.mark.parametrize("name", ["", *{*SIGNATURES, *TYPES} - {"DECK", "BACK"}])
    def test_each_name_has_examples_that_run(self, name: str) -> None:
        item = getattr(cardgames, name) if name else cardgames
        found = doctest.DocTestFinder().find(item, name or "cardgames", globs={})
        assert any(test.examples for test in found)
        assert sum(doctest.DocTestRunner().run(test).failed for test in found) == 0


class TestPage:
    """What `help python` says."""

    TEXT = text_of(topic("python"))
    PILES = dict(re.findall(r"^  ([a-z0-9]+) +((?:\w+, )*\w+)\b", TEXT, re.MULTILINE))
    KINDS = ("tableau", "foundations", "stock", "waste", "reserve", "cells")

    @every_game
    def test_the_piles_of_each_game_are_its_own(self, name: str) -> None:
        """A game that was added to the shelf has those that its rules name."""
        position = cardgames.deal(name, seed=1)
        told = self.PILES[name].split(", ") if name in self.PILES else []
        assert told or name in SHELF
        assert all(hasattr(position, pile) for pile in told)
        if told and hasattr(position, "layout"):
            assert {*told} == {*position.layout.kinds} & {*self.KINDS}

    def test_it_has_every_exception(self) -> None:
        errors = [
            name
            for name in cardgames.__all__
            if isinstance(found := getattr(cardgames, name), type) and issubclass(found, ValueError)
        ]
        assert "PartError" in errors and all(name in self.TEXT for name in errors)
        raised: list[tuple[Callable[[], object], type[Exception]]] = [
            (lambda: cardgames.deal("klondike", 1).after("wstfnd"), cardgames.IllegalMove),
            (lambda: cardgames.deal("klondike", 1).after("fly"), cardgames.InvalidCommand),
            (lambda: cardgames.review("fly\n"), cardgames.ScriptError),
            (lambda: cardgames.simulate("clock", 2).merge(cardgames.simulate("clock", 2)),
             cardgames.PartError),
        ]  # fmt: skip
        for call, error in raised:
            with pytest.raises(error):
                call()


class TestUser:
    def test_the_script_of_a_user_runs(self, capsys: pytest.CaptureFixture[str]) -> None:
        user.main()
        assert capsys.readouterr().out

    def test_its_types_are_right(self) -> None:
        api = pytest.importorskip("mypy.api", reason="mypy is not installed")
        told, errors, status = api.run(["--strict", "--no-error-summary", str(user.__file__)])
        assert (told, errors, status) == ("", "", 0)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: cardgames.deal("klondkie"), "is called 'klondkie': did you mean klondike?"),
        (lambda: cardgames.deal("bridge"), "is called 'bridge': there are canfield, klondike,"),
        (lambda: cardgames.deal("canfield", draw=7), "draw: N must be a number from 1 to 3"),
        (lambda: cardgames.deal("canfield", build="purple"), "not one of: colors, any, suit"),
        (lambda: cardgames.deal("canfield", drwa=1), "no option 'drwa': did you mean draw?"),
        (lambda: cardgames.deal("canfield", variant="x"), "it has canfield, superior, rainbow"),
        (lambda: cardgames.deal("mod10", show_deck="yes"), "it is True or False, not 'yes'"),
        (lambda: cardgames.deal("rummy", humans=3), "3 people do not fit a table of 2"),
        (lambda: cardgames.deal("klondike", deck="AC"), "the deck lacks 51 of its 52 cards"),
        (lambda: cardgames.deal("klondike", seed=2.5), "seed must be a whole number, not '2.5'"),
        (lambda: cardgames.solve(cardgames.deal("slap")), "only for Canfield, "),
        (lambda: cardgames.solve(cardgames.deal("klondike"), 10**9 + 1), "from 1 to 1000000000"),
        (lambda: cardgames.read(cardgames.deal("clock"), "rules"), "is not a move but the command"),
        (lambda: cardgames.board(cardgames.deal("clock"), "emoji"), "cards are ascii, unicode"),
        (lambda: cardgames.playout(cardgames.deal("clock"), "best"), "a function or one of hint"),
        (lambda: cardgames.simulate("clock", 3, strategy=lambda game: "x"), "deal 1, unknown"),
        (lambda: cardgames.simulate("slap", 9, strategy=own, players="computer,computer"), "leave"),
        (lambda: cardgames.simulate("clock", 9, strategy=lambda game: None, jobs=2), "at the top"),
        (lambda: cardgames.hint(hidden("rummy")), "the hand of player 2, who is to move, is"),
        (lambda: cardgames.playout(hidden("slap"), "hint"), "some cards are hidden in this"),
        (lambda: cardgames.playout(hidden("canfield"), own), "some cards are hidden in this"),
        (lambda: cardgames.solve(hidden("klondike")), "some cards are hidden in this position"),
        (lambda: cardgames.playout(cardgames.deal("slap"), "hint", seed=[]), "seed must be"),
        (lambda: cardgames.playout(cardgames.deal("slap"), lambda game: "2: slap 1"), "leave out"),
        (lambda: cardgames.deal("rummy", 4).after("1: draw"), "not the turn of player 1, but 2's"),
        (lambda: cardgames.deal("clock").after(Move("move", (), 7)), "not the turn of player 7"),
        (lambda: cardgames.simulate("clock", 3).merge(ODD), "simulations, not 7"),
        (lambda: cardgames.simulate("clock", 3).merge({}), "simulations, not {}"),  # type: ignore
        (lambda: cardgames.simulate("clock", 3, executor=ODD), "Executor, not 7"),
        (lambda: cardgames.simulate("clock", 3, jobs=4097), "from 1 to 4096"),
        (lambda: cardgames.board(Game()), "is what cardgames.deal returns, not <Game: no position"),
        (lambda: cardgames.deal("clock").after(Move(ODD)), "there is no move called 7"),
        (lambda: cardgames.deal("clock", 1, deck="AC"), "the deck lacks 51 of its 52 cards"),
        (lambda: cardgames.deal("slap", 1, deck=""), "the deck needs at least two cards"),
        (lambda: cardgames.deal("clock", 10**5000), "seed must be a whole number"),
        (lambda: cardgames.Card(14, "S"), "14 is not a valid Rank"),
        (lambda: cardgames.deal("clock").seen_by(2), "the only seat is 1: there is no seat 2"),
        (lambda: cardgames.deal("slap").seen_by(0), "the seats are 1 to 2: there is no seat 0"),
        (lambda: cardgames.deal("rummy", players=4).seen_by(99), "1 to 4: there is no seat 99"),
        (lambda: cardgames.review(ODD), "a script is its text, or the path"),
        (lambda: cardgames.review("card\n"), "line 1"),
        (lambda: cardgames.review("# cardgames bridge"), "no game is dealt by 'cardgames bridge'"),
    ],
)
def test_what_is_wrong_is_named(call: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError) as refused:
        call()
    assert told in str(refused.value)


@pytest.mark.parametrize(("name", "changes", "told"), NONSENSE)
def test_an_impossible_position_is_refused(name: str, changes: dict[str, Any], told: str) -> None:
    position = replace(cardgames.deal(name, seed=4), **changes)
    assert repr(position).startswith(f"<{position.title()}: ")
    asked: tuple[Callable[[Any], object], ...] = (
        *(cardgames.board, cardgames.hint, cardgames.solve),
        *(lambda game: cardgames.playout(game, own), lambda game: cardgames.read(game, "draw")),
    )
    for ask in asked:
        with pytest.raises(cardgames.InvalidCommand) as refused:
            ask(position)
        assert told in str(refused.value)


@pytest.mark.parametrize("name", ["klondike", "freecell", "pyramid", "montecarlo", "gaps"])
def test_methods_of_a_position_refuse_it_or_judge_it(name: str) -> None:
    dealt: Any = cardgames.deal(name, seed=4)
    moves, (first, *piles) = [*dealt.legal_moves()], dealt.tableau
    back = (cardgames.BACK,)
    for odd in ((), piles, (first + back, *piles), (back + first, *piles), (first * 2, *piles)):
        position = replace(dealt, tableau=tuple(odd))
        asked = [lambda game=position: [*game.legal_moves()], partial(position.seen_by, 1)]
        for ask in (*asked, *[partial(position.after, move) for move in moves]):
            with suppress(cardgames.CardGameError):
                ask()
    if name == "gaps":
        with pytest.raises(cardgames.InvalidCommand, match="a position has 52 cards, but"):
            list(replace(dealt, tableau=()).legal_moves())


@every_case
def test_a_position_that_can_be_reached_is_possible(case: Case) -> None:
    for game, _, _ in positions(case)[:: sample(3, 1)]:
        library.check_valid(game)


@pytest.mark.parametrize("name", ["klondike", "canfield"])
def test_piles_are_built_as_the_rules_say(name: str) -> None:
    position: Any = cardgames.deal(name, seed=4)
    *stock, card, other = position.stock
    piles = (*position.tableau[0], card), *position.tableau[1:]
    started = (*position.foundations[0], other), *position.foundations[1:]
    for changes in ({"tableau": piles, "stock": (*stock, other)}, {"foundations": started}):
        with pytest.raises(cardgames.InvalidCommand, match=f"{next(iter(changes))} of a position"):
            cardgames.board(replace(position, **{"stock": (*stock, card), **changes}))


def test_some_cards_are_all_hidden_or_all_known() -> None:
    canfield: Any = hidden("canfield")
    klondike: Any = hidden("klondike")
    known = cardgames.deal("canfield", seed=4).reserve[0], *canfield.reserve[1:]
    *piles, last = klondike.tableau
    mixed = *piles, (cardgames.deal("klondike", seed=4).tableau[6][0], *last[1:])
    for position in (replace(canfield, reserve=known), replace(klondike, tableau=mixed)):
        with pytest.raises(cardgames.InvalidCommand, match="of a position"):
            cardgames.hint(position)


@pytest.mark.parametrize(
    "changes",
    [
        *({"turn": 7}, {"turn": "x"}, {"stock": ["x"]}, {"stock": ()}, {"hands": [1, 2, 4]}),
        *({"discards": []}, {"taken": 5}, {"runs": 1}, {"out": 0}, {"over": True}, {"held": [1]}),
        *({"rules": None}, {"discards": [99]}, {"melded": 1}, {"hands": [0, 0]}, {"drawn": 2.5}),
    ],
    ids=str,
)
def test_a_hand_of_rummy_is_one(changes: dict[str, Any]) -> None:
    position: Any = cardgames.deal("rummy", seed=4)
    for seen in (position, position.seen_by(1)):
        with pytest.raises(cardgames.InvalidCommand):
            cardgames.board(replace(seen, now=replace(seen.now, **changes)))


def test_hidden_cards_of_rummy_can_be_filled_in() -> None:
    position: Any = cardgames.deal("rummy", seed=4)
    seen = position.seen_by(1)
    hidden = [card for card in position.all_cards() if card not in seen.all_cards()]
    filled = seen.with_hidden(hidden)
    assert sorted(map(str, filled.all_cards())) == sorted(map(str, cardgames.DECK))
    assert filled.seen_by(1) == seen and filled.hands[0] == position.hands[0]
    with brief_computers():
        assert cardgames.hint(filled).move in list(filled.legal_moves())
    with pytest.raises(cardgames.InvalidCommand, match="41 cards are hidden in this position"):
        seen.with_hidden(hidden[1:])


def test_a_meld_on_the_table_is_one() -> None:
    position: Any = cardgames.deal("rummy", seed=4)
    meld, now = Meld(position.stock[:3], 1), position.now.copy()
    now.stock = now.stock[3:]
    with pytest.raises(cardgames.InvalidCommand, match="melds of a position of Rummy"):
        cardgames.board(replace(position, melds=(meld,), now=now))


def test_an_error_in_a_strategy_keeps_its_traceback() -> None:
    def wrong(game: Any) -> Any:
        return game.after("nonsense")

    with pytest.raises(ValueError, match="deal 1, ") as raised:
        cardgames.simulate("clock", 3, strategy=wrong)
    assert "wrong" in [entry.name for entry in raised.traceback]


def test_odd_values_raise_no_other_errors() -> None:
    assert list(odd.faults(sample(200, 100_000), seed=1)) == []


class TestDealing:
    def test_words_and_values_are_the_same(self) -> None:
        one = cardgames.deal("klondike", 5, variant="vegas", redeals="unlimited", draw="3")
        assert one == cardgames.deal("klondike", seed=5)
        rules = cardgames.deal("slap", 5, rules=["run", "sandwich"], speed=["fast", "slow"])
        assert rules == cardgames.deal("slap", 5, rules="sandwich,run", speed="fast,slow")

    def test_a_deck_may_have_a_seed_as_on_the_command_line(self) -> None:
        for name in NAMES:
            game = model(name)
            deck = " ".join(map(str, reversed(game.fresh_deck(game.options_type()))))
            assert cardgames.deal(name, 5, deck=deck) == cardgames.deal(name, deck=deck)
        few = cardgames.deal("slap", 5, deck="KC QD JS 2H")
        assert "1 card" in cardgames.board(few.after("play"))

    @every_game
    def test_what_a_player_sees_allows_the_same_moves(self, name: str) -> None:
        game = model(name)
        for position, legal, _ in positions(Case(game, game.options_type()), 1, 60)[::4]:
            if legal:
                assert (*position.seen_by(position.player()).legal_moves(),) == legal


@every_case
def test_a_player_may_go_on_though_cards_are_hidden(case: Case) -> None:
    for number, place in enumerate(positions(case, 1, 40)[:: sample(24, 1)]):
        odd.imagined(place.game, number)


def test_nothing_that_is_returned_shows_an_address() -> None:
    for name in SHARE:
        position = cardgames.deal(name, seed=3)
        played = cardgames.playout(position, own, limit=9)
        many = cardgames.simulate(name, 1, strategy=own, limit=20)
        with brief_computers():
            hint = cardgames.hint(position)
        choices = hint.choices if hint else ()
        shown = repr([position, played, hint, choices, many, many.plan, many.tally, many.score])
        assert " at 0x" not in shown and ("<Choice: d" in shown) == (name == "rummy")


def test_what_is_returned_is_shown_in_a_short_line() -> None:
    klondike = cardgames.deal("klondike", seed=42)
    solution = cardgames.solve(klondike)
    moves = len(solution.moves)
    with brief_computers():
        hint = cardgames.hint(cardgames.deal("freecell", seed=1))
        report = cardgames.review("# cardgames klondike --seed 42\ncard\n")
    for value, shown in (
        (solution, f"<Solution: winnable in {moves} moves, {solution.positions:,} positions>"),
        (cardgames.solve(cardgames.deal("klondike", seed=4)), "<Solution: lost, "),
        (cardgames.playout(klondike, own, limit=9), "<Playout: 9 moves, the limit of moves was r"),
        (hint, f"<Advice: {hint.move}, as {hint.why}>" if hint else ""),
        (report, "<Report: Klondike, seed 42: not won, 1 move, "),
    ):
        assert repr(value).startswith(shown) and repr(value).endswith(">")
        assert len(repr(value)) < 100 and repr(value).isprintable()


@every_game
def test_a_board_is_that_of_a_terminal(name: str) -> None:
    player = player_of(session_of(model(name), 4))
    player.look = Look(UNICODE, notes=True)
    shown = player.board(player.game)
    assert cardgames.board(cardgames.deal(name, 4)).splitlines() == shown.splitlines()


def test_a_notebook_shows_colors_and_no_script() -> None:
    html = cardgames.board(cardgames.deal("canfield", 9), "four-color")._repr_html_()
    assert html.startswith("<pre") and html.endswith("</pre>") and "\033" not in html
    assert '<span style="color:#1565c0">4♦</span>' in html
    assert html.count("<span") == html.count("</span>") and "script" not in html


class TestStrategies:
    def test_a_position_comes_back_though_its_redeals_are_counted(self) -> None:
        game = cardgames.playout(cardgames.deal("canfield", seed=1), lambda position: "card")
        assert (game.outcome.winner, game.outcome.reason) == (None, "a position has come back")
        assert game.end.redeals == 2
        few = cardgames.playout(
            cardgames.deal("canfield", seed=1, redeals=1),
            lambda position: next((m for m in position.legal_moves() if m.name == "card"), None),
        )
        assert few.outcome.reason == "stuck" and few.end.redeals == 1

    def test_too_many_moves_are_lost_and_counted(self) -> None:
        def plays(game: Any) -> str | None:
            return None if game.pending else "play"

        played = cardgames.simulate("slap", 2, strategy=plays, limit=9)
        assert (played.lost, played.cut_short) == (2, 2)

    @every_game
    def test_it_sees_what_its_seat_can_know(self, name: str) -> None:
        seen = list[Game]()

        def watching(game: Game) -> Move | None:
            seen.append(game)
            return own(game)

        cardgames.playout(cardgames.deal(name, seed=1), watching, limit=100)
        assert all(game == game.seen_by(game.player()) for game in seen)

    def test_a_function_that_plays_as_a_computer_does_has_its_results(self) -> None:
        medium = strategies("rummy")["medium"]()
        played = cardgames.simulate("rummy", 3, strategy=lambda game: medium.next_move(game, None))
        named = cardgames.simulate("rummy", 3)
        rows = [(result[:3], result.extra[:4]) for result in named.tally.found]
        assert rows == [(result[:3], result.extra[:4]) for result in played.tally.found]

    def test_in_slap_the_faster_one_slaps(self) -> None:
        def slaps(ms: int) -> int:
            game = cardgames.playout(
                cardgames.deal("slap", seed=1),
                lambda game: f"slap {ms}" if game.rule() else None if game.pending else "play",
            )
            return int(game.end.side(1).won)

        assert slaps(290) > 0 == slaps(801)

    def test_who_makes_no_move_loses_to_the_other(self) -> None:
        played = cardgames.playout(cardgames.deal("slap", seed=1), lambda game: None)
        assert (played.outcome.winner, played.outcome.reason) == (2, "stuck")

    @pytest.mark.parametrize(("seed", "slap"), [(1, "2: slap 633"), (2, "2: slap 416")])
    def test_the_others_play_alike_for_ever_with_one_seed(self, seed: int, slap: str) -> None:
        deal = cardgames.deal("slap", seed=1)
        played = cardgames.playout(deal, lambda game: "play", limit=8, seed=seed)
        assert slap in map(str, played.moves)


class TestSimulating:
    def test_it_counts_as_the_command_does(self) -> None:
        told = run_here("simulate", "clock", "--games", "40", "--win", "reveal", "--json").stdout
        played = cardgames.simulate("clock", 40, win="reveal")
        assert played.to_json() == told.decode()
        assert str(played).startswith("Clock --win reveal, strategy hint\n40 deals, seeds 1 to 40")

    def test_parts_add_up(self) -> None:
        parts = [cardgames.simulate("clock", 20, seed=seed, strategy=own) for seed in (1, 21, 41)]
        whole = cardgames.simulate("clock", 60, strategy=own)
        there: cardgames.Simulation = pickle.loads(pickle.dumps(parts[1]))
        assert there == parts[1] and parts[2].merge(parts[0], there).to_json() == whole.to_json()

    def test_processes_are_sent_functions_by_name(self) -> None:
        def local(position: Game) -> Move | None:
            return own(position)

        told = "define the function at the top of a module, or let this process play alone"
        with ProcessPoolExecutor(1) as executor:  # which starts no process yet
            for how in ({"executor": executor}, {"jobs": 2}):
                with pytest.raises(ValueError, match=told):
                    cardgames.simulate("clock", 9, strategy=local, **how)  # type: ignore[arg-type]

    def test_what_was_typed_cannot_be_sent_to_new_processes(self) -> None:
        code = (
            "import cardgames, multiprocessing\n"
            "def typed(position): pass\n"
            "multiprocessing.set_start_method('spawn')\n"
            "try: cardgames.simulate('clock', 9, strategy=typed, jobs=2)\n"
            "except ValueError as error: print(error, end='')\n"
        )
        assert python(code).endswith(b": this one was typed")


def test_a_review_of_text_and_of_a_file(tmp_path: Any) -> None:
    script = "# cardgames klondike --seed 42\ncard\n"
    (tmp_path / "game.txt").write_text(script)
    with brief_computers():
        assert cardgames.review(script) == cardgames.review(tmp_path / "game.txt")


def test_an_endless_number_in_a_list_is_no_word() -> None:
    with pytest.raises(cardgames.InvalidCommand, match="'<int>' is not one of: tens"):
        cardgames.deal("slap", rules=(10**5000,))


def test_a_list_has_a_strategy_for_each_seat() -> None:
    seen: list[Any] = []

    def first(position: Any) -> Any:
        seen.append(position)
        return next(position.legal_moves())

    played = cardgames.simulate("rummy", 2, strategy=[first, "easy"], target=20)
    assert played.plan.strategy == "first,easy" and {one.turn for one in seen} == {1}
    other = cardgames.simulate("rummy", 2, strategy=["easy", first], target=20)
    assert {one.turn for one in seen} == {1, 2} and "won by 2" in str(other)
    cardgames.playout(cardgames.deal("rummy", 4), [first, first], limit=9)
    assert cardgames.BACK in seen[0].stock
    wrongs: list[tuple[Any, str]] = [
        ([first], "for each seat, here 2, not 1"),
        ([first, "strong"], "one of"),
        (["easy", 5], "not 5"),
    ]
    for wrong, why in wrongs:
        with pytest.raises(cardgames.InvalidCommand, match=why):
            cardgames.simulate("rummy", 2, strategy=wrong)


def test_parts_of_players_by_seat_are_added_up(tmp_path: Path) -> None:
    parts = [cardgames.simulate("rummy", 2, strategy=["easy", first_move], seed=s) for s in (1, 3)]
    names = [tmp_path / str(number) for number in range(2)]
    for name, part in zip(names, parts):
        name.write_text(part.to_json())
    both = shown_here("merge", *map(str, names))
    assert both == str(parts[0].merge(parts[1])) and "4 deals" in both


def first_move(position: Game) -> Move:
    return next(position.legal_moves())
