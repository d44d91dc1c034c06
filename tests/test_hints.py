"""Hints of patiences in words: plans of cards and purposes, told once and then continued."""

import re
from collections.abc import Iterator
from functools import reduce
from importlib import import_module
from typing import Any

import pytest

from cardgames import games
from cardgames.games.canfield.game import Canfield
from cardgames.games.klondike.game import Klondike
from cardgames.model.cards import BACK
from cardgames.model.deal import Random
from cardgames.model.game import Move
from cardgames.model.strategy import ADVISER, SOLVER, Advice, Odds
from cardgames.patience import quick
from cardgames.patience.advice import ROUNDS, Approach, Trial, compared, halve, pick
from cardgames.patience.deep import GamePlan
from cardgames.patience.game import NO_WAY, Patience
from cardgames.patience.search import DealKnowledge, Verdict
from cardgames.text.coach import LINES
from tests.docs import CONTRIBUTING
from tests.parts import SHARE
from tests.samples import sample
from tests.seated import Memory, answer, brief_computers, player_of, session_of
from tests.test_klondike import position

SPADES_UP = "AS 2S 3S 4S 5S 6S 7S 8S 9S"


def moves(text: str) -> tuple[Move, ...]:
    """The moves in a line, parted by semicolons."""
    return tuple(Klondike.parse(part) for part in text.split(";"))


def hint(at: Any, plan: str, why: str = "it wins", odds: Odds | None = None, **said: bool) -> str:
    """The hint for a plan at a position, in one line."""
    first, *then = moves(plan)
    coach = player_of(session_of(Klondike)).coach
    told = coach.plan(at, Advice(first, why, tuple(then), odds=odds), **said)
    assert told.count("\n") <= LINES
    return " ".join(told.split())


BOARD = position("3D/4C/5H/6S/QH", stock="9D 8D 7D JS AC", waste="KH", redeals=1)
"""Draws three cards: AC, JS and 7D come together, then 8D and 9D."""
CARD_UP = "it turns up a card of tableau pile 4"


class TestAPlan:
    def test_is_told_by_its_first_act_with_what_to_type_and_by_its_last(self) -> None:
        plan = "tabtab 1 2; tabtab 2 3; tabtab 3 4"
        said = "Hint: 3D onto 4C (3d 4c), on the way to 5H-3D onto 6S"
        assert hint(BOARD, plan, CARD_UP) == f"{said}: {CARD_UP}."
        assert hint(BOARD, "tabtab 1 2", CARD_UP) == f"Hint: 3D onto 4C (3d 4c): {CARD_UP}."
        told = hint(BOARD, "tabtab 1 2; tabtab 2 3", "it wins, in 2 moves")
        assert told == "Hint: 3D onto 4C (3d 4c): it wins, in 2 moves."

    def test_that_goes_on_only_says_what_comes_then(self) -> None:
        told = hint(BOARD, "tabtab 1 2; tabtab 2 3", "it wins", Odds(3, 8), goes_on=True)
        assert told == "Hint: 3D onto 4C (3d 4c), then 4C-3D onto 5H."
        told = hint(BOARD, "tabtab 3 4", CARD_UP, Odds(3, 8), goes_on=True)
        assert told == f"Hint: 5H onto 6S (5h 6s): {CARD_UP}."

    def test_does_not_say_twice_where_a_card_goes(self) -> None:
        at = position("10S/3D/4C", foundations=SPADES_UP)
        why = "it brings 10S to its foundation"
        assert hint(at, "tabfnd 1", why) == "Hint: 10S to its foundation (10s f)."
        told = hint(at, "tabtab 2 3; tabfnd 1", why)
        assert told == "Hint: 3D onto 4C (3d 4c), on the way to 10S to its foundation."

    def test_leaves_out_what_has_no_room_in_two_lines(self) -> None:
        odds = Odds(7, 8, instead=moves("tabtab 3 4"), as_good=True)
        plan, why = "tabtab 1 2; tabtab 2 3", "it turns up a card"
        told = hint(BOARD, plan, why, odds)
        wins = "It wins in 7 of 8 orders of the hidden cards"
        other = "5H onto 6S (5h 6s) is about as good."
        assert told == f"Hint: 3D onto 4C (3d 4c): {why}. {wins}; {other}"
        told = hint(BOARD, plan, f"{CARD_UP}, and that is what this is for", odds)
        assert told == f"Hint: 3D onto 4C (3d 4c). {wins}; {other}"


class TestTurning:
    def test_is_typed_with_the_card_that_comes(self) -> None:
        told = hint(BOARD, "card; card; tabtab 1 2", CARD_UP)
        assert told == f"Hint: 3D onto 4C (turn 9d; 3d 4c): {CARD_UP}."
        assert hint(BOARD, "card", CARD_UP) == f"Hint: turn to 7D (turn 7d): {CARD_UP}."

    def test_by_a_number_if_the_card_came_up_before(self) -> None:
        again = BOARD.changed(stock=BOARD.stock[:3], waste=())
        assert hint(again, "card; card; card") == "Hint: turn 3 times to 9D (turn 3): it wins."

    def test_of_unknown_cards_names_none(self) -> None:
        hidden = BOARD.changed(stock=(BACK,) * 5, waste=())
        whole, one = hint(hidden, "card; card"), hint(hidden, "card")
        assert whole == "Hint: turn the whole stock (turn 2): it wins."
        assert one == "Hint: turn 3 from the stock (turn 1): it wins."
        rest = hidden.changed(waste=BOARD.waste)
        assert hint(rest, "card; card") == "Hint: turn the rest of the stock (turn 2): it wins."


@pytest.mark.parametrize(("odds", "told"), [
    (Odds(14, 16), "It wins in 14 of 16 orders."),
    (Odds(14, 16, instead=moves("tabtab 1 2"), instead_won=8),
     "It wins in 14 of 16 orders; with 3D onto 4C (3d 4c) first, in 8."),
    (Odds(14, 16, instead=moves("card; tabtab 1 2"), as_good=True),
     "It wins in 14 of 16 orders; 3D onto 4C (turn 7d; 3d 4c) is about as good."),
    (Odds(6, 8, instead=moves("tabtab 1 2")),
     "It wins in 6 of 8 orders; with 3D onto 4C (3d 4c) first, in none."),
    (Odds(0, 16), "No win was found in 16 orders, but some are undecided."),
    (Odds(0, 16, hopeless=True), "It seems lost: no way wins in any of 16 orders."),
    (Odds(0, 1, hopeless=True), "Every card is known, and the game cannot be won from here."),
])  # fmt: skip
def test_odds_are_told_with_a_new_plan(odds: Odds, told: str) -> None:
    assert hint(BOARD, "tabtab 3 4", odds=odds, brief=True).endswith(f": it wins. {told}")


class TestComparing:
    """What is said of another first act, by how many orders it is behind."""

    def test_what_lies_between_tells_nothing(self) -> None:
        chosen, plan = trial("tabtab 1 2", 8), "card; tabtab 3 4"
        for behind, as_good in (0, True), (1, True), (2, None), (3, False), (8, False):
            odds = compared(weighed(chosen, trial(plan, 8 - behind)), chosen)
            told = Odds(8, 8, False, moves(plan), 8 - behind, as_good=bool(as_good))
            assert odds == (Odds(8, 8) if as_good is None else told)

    def test_of_those_about_as_good_the_shortest_is_told(self) -> None:
        chosen, long = trial("tabtab 1 2", 8), trial("tabtab 3 4; tabtab 1 2; tabtab 2 3", 8)
        ways = chosen, long, trial("tabtab 2 3; tabtab 3 4", 7), trial("tabtab 1 2; card", 8)
        assert compared(weighed(*ways), chosen).instead == moves("tabtab 2 3")

    def test_a_shorter_way_that_loses_one_order_in_16_is_chosen(self) -> None:
        """With 8 orders none may be lost; turns of the stock in a row count once."""
        best = trial("tabtab 1 2; tabtab 2 3", 8)
        for plan, worth, better in (
            ("card; card; tabtab 3 4", 8, False),
            ("tabtab 3 4", 7.5, True),
            ("tabtab 3 4", 7, False),
        ):
            other = trial(plan, worth)
            assert pick(weighed(best, other)) is (other if better else best)


def trial(plan: str, worth: float) -> Trial:
    """A way with this plan that was tried in 8 orders."""
    worlds: Any = [None] * 8
    found: Any = Trial(Approach((), None), GamePlan(BOARD, moves(plan)), worlds, 0)
    found.rounds, won = len(ROUNDS), int(worth)
    worths = [1.0] * won + [worth - won] * (worth > won)
    found.found = [*worths, *[0.0] * 8][:8]
    return found


def weighed(*trials: Trial) -> list[Trial]:
    found = list(trials)
    halve(found)
    return found


class TestInAGame:
    def test_asked_again_it_tells_the_whole_plan_again(self) -> None:
        why = "it costs nothing and shows every card"
        whole = f"Hint: turn the whole stock (turn 12): {why}.\n"
        rest = "Hint: turn the rest of the stock (turn 11).\n"
        lines = ("hint", "hint", "card", "hint", "undo", "hint")
        assert answers(Canfield, *lines) == [whole, whole, "", rest, "", whole]
        said = answers(Canfield, "hint", "new 4", "card", "hint")  # another deal begins anew
        assert "the rest of the stock" in said[-1]

    def test_in_the_midst_of_a_plan_it_compares_nothing_with_its_beginning(self) -> None:
        lines = ("turn 8", "hint", "turn 1", "hint", "hint", "hint all")
        said = [" ".join(text.split()) for text in answers(Klondike, *lines)]
        assert " is about as good" in said[1] and "It wins in 5 of 8 orders" in said[4]
        assert said[4].endswith("of the hidden cards.")
        assert said[5].startswith("Plan: turn ") and "; qd ks" in said[5]

    def test_that_nothing_wins_is_said_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        player = player_of(session_of(Klondike))
        advice = Advice(*moves("tabtab 3 4"), CARD_UP, at=BOARD, odds=Odds(0, 8))
        assert "No win" in player.coach.hint(advice)
        monkeypatch.setattr(player.session, "hint_before", lambda advice: (advice, 2))
        assert player.coach.hint(advice) == f"Hint: 5H onto 6S (5h 6s): {CARD_UP}.\n"


def answers(game: Any, *lines: str) -> list[str]:
    """What is said after each of LINES, in deal 1."""
    player = player_of(session_of(game, 1), Memory())
    return [answer(player, line) for line in lines]


PATIENCES = [name for name in SHARE if issubclass(games.model(name), Patience)]
OPEN_GAMES = [one.name for one in games.GAMES if one.family == games.OPEN]


@pytest.mark.parametrize("name", PATIENCES)
def test_everything_in_a_hint_can_be_typed(name: str) -> None:
    """Each form reads back as its move; what is typed follows the hints to the end of a plan."""
    with brief_computers():
        read = 0
        for seed in range(1, sample(2, 9)):
            hints = list(followed(name, seed))
            assert not [one for one, other in zip(hints, hints[1:]) if one == other]
            for said in hints:
                assert not NOTATION.search(said), said
                told, _, reason = said.partition(": ")[2].partition(": ")
                assert not reason or not told.endswith(reason.partition(".")[0])
            read += len(hints)
        assert read > 3


NOTATION = re.compile(r"\b(tab|wst|res|cel|fnd)(tab|fnd|cel|wst)\b|and only then")


def followed(name: str, seed: int) -> Iterator[str]:
    """The hints of a game that is played by typing what they say; each is also read back."""
    player = player_of(session_of(games.model(name), seed), Memory())
    session = player.session
    for _ in range(sample(16, 60)):
        if session.outcome() is not None:
            return
        said = " ".join(answer(player, "hint").split())
        if not said.startswith("Hint: ") or said.startswith(("Hint: undo", "Hint: none")):
            return
        assert player.console.said.count("\n") <= LINES, said
        yield said
        typed = re.findall(r"\(([^()]+)\)", said)
        adviser: Any = session.computer("hint")
        advice = adviser.explain(session.game, session.history.before)
        if typed[0].endswith(("move", "moves")):
            player.do("finish")
            continue
        if advice.odds and advice.odds.instead and len(typed) > 1:
            assert made(player, typed[1]) == list(advice.odds.instead)
        if player.session.moves_made % 7 == 0:
            reads_back(player, advice)
        plan = [advice.move, *advice.then]
        done = made(player, typed[0])
        assert done == plan[: len(done)] and done
        player.do(typed[0])


def made(player: Any, line: str) -> list[Move]:
    """The moves that LINE makes; they are taken back."""
    steps, count = player.session.history.steps, player.session.history.made
    player.do(line)
    history = player.session.history
    found = history.line(history.made)[1][count:]
    player.session.undo(history.steps - steps)
    return [move._replace(seat=0) for move in found]


def reads_back(player: Any, advice: Advice) -> None:
    """Paste the plan that `hint all` shows, and what `hint 3` does."""
    game, plan = player.game, (advice.move, *advice.then)
    told = player.told(plan, advice.at or game.seen_by(1))
    rows = [line.split("  ")[1] for line in answer(player, "hint 3").splitlines()]
    assert rows == [line for line, _ in told[:3]]
    typed = " ".join(answer(player, "hint all").split()).removeprefix("Plan: ")
    assert typed == "; ".join([line for line, _ in told])
    same = made(player, typed)
    end = after = game
    for one, other in zip(same, plan):
        end, after = end.apply(one), after.apply(other)
    assert len(same) == len(plan) and end == after



def solved_deals(name: str, count: int) -> Iterator[Any]:
    """COUNT deals that the solver wins at once; fewer if they are rare."""
    solver: Any = games.computer(name, SOLVER)
    for seed in range(1, 4 * count):
        game: Any = session_of(games.model(name), seed).game
        if count and solver.solve(game, sample(100, 2000)).won:
            count -= 1
            yield game


JUDGED = [name for name in games.NAMES if SOLVER in games.listing(name).strategies]


@pytest.mark.parametrize("name", sample([n for n in JUDGED if n not in SHARE], JUDGED))
def test_no_hint_finds_no_way_on_where_the_solver_does(name: str) -> None:
    """A hint without a move says what was looked at, or that the game is stuck."""
    for game in solved_deals(name, sample(2, 50)):
        before, after, adviser = None, game, games.computer(name, ADVISER)
        with brief_computers():
            for _ in range(sample(8, 400)):
                advice = adviser.explain(after, before) if after.outcome() is None else None
                if advice is None or advice.move is None:
                    break
                before, after = after, after.apply(advice.move)
        if after.outcome() is None and (advice is None or advice.why in NO_WAY):
            known = DealKnowledge(games.computer(name, SOLVER).space)  # type: ignore[attr-defined]
            assert known.verdict(after, sample(500, 20_000)) is not Verdict.WINNABLE


class TestALostGame:
    """A hint never calls a move safe, or a plan one that wins, where the game is proved lost."""

    @pytest.mark.parametrize("name", OPEN_GAMES)
    def test_the_hint_says_so_at_once(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        space: Any = games.computer(name, SOLVER)
        lost, most = 0, sample(400, 2000)
        monkeypatch.setattr(quick, "MOST_PROVED", most)
        with brief_computers():
            for seed in range(7, 7 + sample(2, 60)):
                player = player_of(session_of(games.model(name), seed), Memory())
                random = Random(seed)
                for _ in range(4 * (seed - 7) % 40):
                    legal = list(player.game.legal_moves())
                    if not legal or player.session.outcome() is not None:
                        break
                    player.session.make(legal[random.below(len(legal))])
                if player.session.outcome() is not None or not any(player.game.legal_moves()):
                    continue
                found = DealKnowledge(space.space).verdict(player.game, most)
                said = " ".join(answer(player, "hint").split())
                if found is Verdict.LOST and said.startswith("Hint: ") and "undo" not in said:
                    lost += 1
                    assert "the game cannot be won from here" in said, (name, seed, said)
                    assert "safe" not in said and "it wins" not in said
                elif found is Verdict.WINNABLE:
                    assert "cannot be won" not in said
        assert lost or name != "castle"

    def test_castle_7_is_lost_at_the_deal(self) -> None:
        said = " ".join(answers(games.model("castle"), "new 7", "hint")[1].split())
        assert said == (
            "Hint: 2C to its foundation (2c f): it brings a card up. "
            "Every card is known, and the game cannot be won from here."
        )

    def test_what_winnable_has_found_out_counts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(quick, "MOST_PROVED", 0)
        castle = games.model("castle")
        assert "no other card needs it" in answers(castle, "new 7", "hint")[1]
        assert "cannot be won from here" in answers(castle, "new 7", "winnable", "hint")[2]

    def test_it_is_not_told_from_cards_that_are_hidden(self) -> None:
        with brief_computers():
            said = answers(games.model("scorpion"), "new 40", "winnable", "hint")
        assert "could not be won" in said[1] and "won from here" not in said[2]


def test_the_story_of_a_hint_names_what_there_is() -> None:
    story = CONTRIBUTING.read_text("utf-8").partition("How a hint of a patience is made")[2]
    lines = re.split(r"\n\d+\. ", story.partition("\n\n**")[0])[1:]
    assert len(lines) == 10
    for line in lines:
        files = [name for name in re.findall(r"`(\w+/[\w/]+)\.py`", line) if "NAME" not in name]
        modules = [import_module(f"cardgames.{name.replace('/', '.')}") for name in files]
        for name in re.findall(r"`([A-Za-z]\w*(?:\.\w+)?)`", line):
            found = [reduce(getattr_or_none, name.split("."), module) for module in modules]
            assert any(found), name


def getattr_or_none(of: object, name: str) -> Any:
    return getattr(of, name, None)
