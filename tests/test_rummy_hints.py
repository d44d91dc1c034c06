"""The choices that a hint of Rummy compares: worlds, figures, and how they are shown."""

import re
from itertools import product
from typing import Any

import pytest

from cardgames.games.rummy import judge as effort
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hints import names_of, verdict
from cardgames.games.rummy.judge import Choices, End, Tried, TurnPlan
from cardgames.games.rummy.melds import NUMBERS, bits
from cardgames.games.rummy.strategy import STRATEGIES
from cardgames.model.cards import pile
from cardgames.model.game import Advice, Move
from cardgames.text.wording import Look
from tests.samples import sample
from tests.seated import answer, placed, seated
from tests.test_rummy import after, position
from tests.test_rummy_strategy import positions

pytestmark = pytest.mark.usefixtures("brief_hints")

ADVISER: Any = STRATEGIES["hint"]()
LEADER = "9H 10H JH JC KC 6C 4D AH 3S KS 6D"


@pytest.fixture(autouse=True)
def six_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "AGAINST_ONE", effort.Budget(((3, 4), (6, 3)), 1000, 2))


def seen(hand: str = LEADER) -> Rummy:
    game = position(f"{hand} / AC 2H JD 9C 2D 7S QS", discards="4S", stock="8C 10S", drawn=True)
    return game.seen_by(1)


def hint(game: Rummy, every: bool = False, look: Look | None = None) -> str:
    player = placed(game)
    player.look = player.screen.look = look or Look()
    return answer(player, "hint all" if every else "hint")


class TestChoices:
    def test_the_same_worlds_are_seen_by_all_that_stay(self) -> None:
        choices = Choices(seen(), Move("discard", pile("KS")))
        assert [len(one.ends) for one in choices[:3]] == [6, 6, 6] and choices.worlds == 6
        assert [len(one.ends) for one in choices[4:]] == [3] * len(choices[4:])

    def test_all_discards_are_compared_if_they_are_asked_for(self) -> None:
        few, more = (Choices(seen(), Move("discard", pile("KS"))) for _ in range(2))
        every = more.in_full()
        assert {one.card for one in every} == set(pile(LEADER)) > {one.card for one in few}
        for game in [game for game in positions(5)[::18] if game.drawn]:
            move = next(move for move in game.legal_moves() if move.name != "draw")
            hand = {card for card in game.hands[game.turn - 1] if card is not game.taken}
            assert {one.card for one in Choices(game.seen_by(game.turn), move).in_full()} >= hand
        same = {one.plan: one.ends for one in every}
        assert all(same[one.plan][: len(one.ends)] == one.ends for one in few)
        assert every[0].plan == few[0].plan


@pytest.mark.parametrize(("counts", "wins", "preferred"), [
    # better in what can be counted
    ((4, -4, 10), (True, True), True), ((4, -3, 5), (True, True), True),
    ((4, -4, 5), (True, True), False), ((5, -5, 10), (True, True), False),
    # wins more often, or less
    ((0, -9, 1), (False, True), True), ((9, 0, 10), (True, False), False),
])  # fmt: skip
def test_of_choices_alike_in_points_one_that_can_be_explained_is_first(
    counts: Any, wins: tuple[bool, bool], preferred: bool
) -> None:
    first, other = Choices(seen(), Move("discard", pile("KS")))[:2]
    first.plan = other.plan = first.plan._replace(down=())
    first.counts, other.counts = (4, -4, 5), counts
    for one, won in zip((first, other), wins):
        one.ends[:] = [End(won, 1)] * 10 + [End(False, 1)] * 30
    assert effort.is_preferred(other, first) is preferred


class TestPlans:
    """What a hint told is continued as long as the person follows it."""

    def melding(self) -> Any:
        player = placed(position("5C 6C 7C 9D 10D JD KH 2S 4S / AC 2H", discards="KC", drawn=True))
        told = " ".join(answer(player, "hint").split())
        assert re.match(r"Hint: meld[^:]*:.* then discard", told), told
        return player

    def test_the_discard_that_was_told_stays(self, monkeypatch: pytest.MonkeyPatch) -> None:
        player = self.melding()
        first, *then = plan = plan_told(player)
        monkeypatch.setattr(effort.Judge, "heats", lambda *_: pytest.fail("compared anew"))
        for move, following in zip(plan, then):
            answer(player, str(move))
            for line in ("hint", "hint all", "hint"):
                said = answer(player, line)
                assert said.startswith(f"Hint: {following} (") and "as planned" in said
                assert "clearly worse" not in said.lower() or line == "hint all"
        assert first != then[-1]

    def test_melds_may_be_laid_down_in_another_order(self) -> None:
        game = position("5C 6C 7C KC KD KH 9D 2S / AC 2H JD 9C", drawn=True).seen_by(1)
        down = tuple(bits(pile(cards)) for cards in ("5C 6C 7C", "KC KD KH"))
        adviser: Any = STRATEGIES["hint"]()
        adviser._told = told = Choices(game, game.parse("meld 5C 6C 7C"))
        told[:] = [Tried(TurnPlan("", down, NUMBERS[pile("2S")[0]]), game.now)]
        for moves in (["meld KC KD KH"], ["meld 5C 6C 7C"], ["meld KC KD KH", "meld 7C 5C 6C"]):
            assert len(adviser._continued(after(game, *moves)).laid) == len(moves)
        assert adviser._continued(game) is told
        assert adviser._continued(after(game, "discard 2S")) is None
        told[:] = [Tried(TurnPlan("", down[:1]), game.now)]
        assert adviser._continued(after(game, "meld KC KD KH")) is None

    def test_hint_and_hint_all_show_the_same_plans(self) -> None:
        for seed in range(sample(2, 4)):
            for game in [game for game in positions(seed)[seed % 5 :: 31] if game.drawn]:
                player = placed(game)
                few, every = (answer(player, line) for line in ("hint", "hint all"))
                rows = [line.split("%")[0].strip() for line in few.splitlines() if "%" in line]
                more = [line.split("%")[0].strip() for line in every.splitlines() if "%" in line]
                assert rows == more[: len(rows)]
                assert len(set(more)) == len(more)


def plan_told(player: Any) -> list[Move]:
    advice = player.session.computer("hint").explain(player.game, None)
    return [advice.move, *advice.then]


class TestHints:
    def test_the_moves_of_a_hint_can_be_made_and_what_is_held_is_true(self) -> None:
        for seed in range(sample(3, 8)):
            for game in positions(seed)[seed % 5 :: 27]:
                advice: Advice = ADVISER.explain(game, None)
                assert advice.move is not None
                after(game, *map(str, (advice.move, *advice.then)))
                check_held(game, advice)

    def test_one_that_is_broken_off_leaves_all_as_it_was(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def interrupted(*_: Any) -> None:
            raise KeyboardInterrupt

        player = seated(Rummy, 6)
        monkeypatch.setattr(effort.Judge, "go_on", interrupted)
        for line in ("hint", "hint all"):
            with pytest.raises(KeyboardInterrupt):
                player.do(line)
        assert player.session.hints == 0 and player.session.log == []

    def test_that_nobody_wins_is_said_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(effort.Judge, "_end", lambda *_: End(False, 0))
        for every in (False, True):
            told = " ".join(hint(seen(), every).split())
            assert re.fullmatch(
                r"Hint: discard \w+ \(\d+ points? less\): nobody wins in any of 6 imagined deals:"
                r" the hand may run dead\.",
                told,
            )

    @pytest.mark.parametrize("end", [End(False, -3), End(True, 0)])
    def test_a_hand_that_somebody_wins_is_not_dead(
        self, monkeypatch: pytest.MonkeyPatch, end: End
    ) -> None:
        monkeypatch.setattr(effort.Judge, "_end", lambda *_: end)
        assert "nobody wins" not in hint(seen())

    def test_a_draw_is_compared_with_the_discard(self) -> None:
        told = hint(position("QC QD 3S 7H / AC 2C 3H", discards="2H QH")).splitlines()
        assert told[0] == "Hint: take (QH): QH completes QC QD QH."
        assert told[1] == "In 6 deals    wins   points"
        assert told[2].split()[:2] == ["take", "QH"] and told[3].split()[0] == "draw"


def check_held(game: Rummy, advice: Advice) -> None:
    moves = list(map(str, game.legal_moves()))
    if kept := re.search(r"(?:^|; )([^;]*) stays? in your hand", advice.why):
        for meld in re.split(", | and ", kept[1]):
            assert f"meld {meld}" in moves and f"meld {meld}" not in map(str, advice.then)
    if later := re.search(r"(\S+) can be laid off later", advice.why):
        assert any(move.split()[:2] == ["off", later[1]] for move in moves)


class TestText:
    def test_it_fits(self) -> None:
        for game in [seen(), *positions(3)[20:28:3]]:
            advice: Advice = ADVISER.explain(game, None, every=True)
            player = placed(game)
            for columns, style in product((40, 44, 60, 80), ("ascii", "unicode", "words")):
                player.look = player.screen.look = Look(style, columns=columns)
                player.console.said = ""
                player.screen.say(player.hint_text(advice))
                assert max(map(len, player.console.said.splitlines())) < columns

    def test_ways_are_told_apart_only_where_they_differ(self) -> None:
        told = hint(seen()).splitlines()
        rows = [line.split()[:2] for line in told if line.startswith("  ") and "%" in line]
        assert len(rows) == 3 and {row[0] for row in rows} <= {"hold,", "meld,"}
        told = hint(seen(LEADER.replace("JH", "QD"))).splitlines()
        assert not any("hold," in line for line in told)

    def test_a_card_laid_off_is_no_meld(self) -> None:
        hand = "8H 8C 8D QD JH 4H KD / AC 2H JD 4S"
        rules: Any = {"melds_per_turn": "one", "made": 1}
        told = hint(position(hand, melds="2: 5C 6C 7C", drawn=True, **rules)).splitlines()
        assert {line.split()[0] for line in told if "%" in line} == {"off,", "hold,"}

    @pytest.mark.parametrize(("gaps", "said"), [
        ([0, 0], "A toss-up between {0}, {1} and {2}."),
        ([0, 4.4], "A toss-up between {0} and {1}; {2} is clearly worse, by 4 points."),
        ([4, 0], "A toss-up between {0} and {2}; {1} is clearly worse, by 4 points."),
        ([0.6, 12], "{1} and {2} are clearly worse, by 1 and 12 points."),
        ([0.5, 1.4], "{1} and {2} are clearly worse, each by 1 point."),
        ([0.4], "A toss-up between {0} and {1}."), ([1.2], "{1} is clearly worse, by 1 point."),
    ])  # fmt: skip
    def test_what_is_said_of_differences(self, gaps: list[float], said: str) -> None:
        choices: Any = Choices(seen(), Move("discard", pile("KS")))
        shown = choices[: len(gaps) + 1]
        found = dict(zip(map(id, shown), [0, *gaps]))
        choices.gap = lambda one: effort.Gap(found[id(one)], 0.1, 0, 0)
        names = [f"'{name}'" for name in names_of(choices, shown, Look())]
        cards = [one.card for one in shown]
        called = [str(c) if cards.count(c) == 1 else name for c, name in zip(cards, names)]
        assert verdict(choices, shown, Look()) == said.format(*called)

    def test_in_words_cards_are_named_and_each_sentence_begins_a_line(self) -> None:
        for columns, game in product((50, 80), (seen(), positions(0)[22])):
            told = hint(game, True, Look("words", columns=columns))
            assert not re.search(r"\b(10|[2-9AJQK])[CDHS]\b", told)
            assert not re.search(r"\. +(Discard|Hold|Meld|In \d)", told)
