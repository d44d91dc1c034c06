"""The hints of Rummy: the choices that are compared, their figures and reasons, and the text."""

import re
from itertools import product
from typing import Any
from unittest.mock import Mock

import pytest

import cardgames
from cardgames.games.rummy import judge as effort
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hints import names_of, verdict
from cardgames.games.rummy.judge import Choices, End, Tried, TurnPlan
from cardgames.games.rummy.melds import NUMBERS, bits, is_run
from cardgames.games.rummy.strategy import ONLY, STRATEGIES, rather, why
from cardgames.model.cards import BACK, DECK, Card, Pile, pile
from cardgames.model.game import Move
from cardgames.model.strategy import Advice
from cardgames.screen.look import Look
from tests.samples import sample
from tests.seated import answer, placed, seated
from tests.test_rummy import after, position
from tests.test_rummy_strategy import positions

pytestmark = pytest.mark.usefixtures("brief_hints")

ADVISER: Any = STRATEGIES["hint"]()
LEADER = "9H 10H JH JC KC 6C 4D AH 3S KS 6D"


@pytest.fixture(autouse=True)
def six_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "FOR_TWO", effort.Budget(((3, 4), (6, 3)), 1000, 2))


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
        dealt = cardgames.deal("rummy", seed=3)
        dealt = dealt.after(next(dealt.legal_moves()))
        told = cardgames.hint(dealt)  # a program is told the best
        everything = STRATEGIES["hint"]().explain(dealt, None, every=True)  # type: ignore[call-arg]
        assert told is not None and len(told.choices) < len(everything.choices)


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

    def test_the_discard_that_was_told_stays(self, monkeypatch: pytest.MonkeyPatch) -> None:
        player = placed(position("5C 6C 7C 9D 10D JD KH 2S 4S / AC 2H", discards="KC", drawn=True))
        told = " ".join(answer(player, "hint").split())
        assert re.match(r"Hint: meld[^:]*:.* then discard", told), told
        advice = player.session.computer("hint").explain(player.game, None)
        first, *then = plan = [advice.move, *advice.then]
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

    def test_the_only_discard_is_told_again(self) -> None:
        adviser: Any = STRATEGIES["hint"]()
        game = after(position("AC / 2D", discards="9S"), "take")
        assert [adviser.explain(game, None).why for _ in range(2)] == [ONLY, ONLY]

    def test_hint_and_hint_all_show_the_same_plans(self) -> None:
        for seed in range(sample(2, 4)):
            for game in [game for game in positions(seed)[seed % 5 :: 31] if game.drawn]:
                player = placed(game)
                told = [answer(player, line).splitlines() for line in ("hint", "hint all")]
                rows, more = ([row.split("%")[0] for row in rows if "%" in row] for rows in told)
                assert rows == more[: len(rows)]
                assert len(set(more)) == len(more)


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
        player = seated(Rummy, 6)
        monkeypatch.setattr(effort.Judge, "go_on", Mock(side_effect=KeyboardInterrupt))
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


@pytest.mark.parametrize(("usual", "style", "said"), [
    ([0, 1, 2], "ascii", "hold, KS|part, KS|meld, KS"),
    ([1, 2], "ascii", "hold, KS|part, KS|all, KS"),
    ([0, 2], "words", "hold and discard king of spades|meld and discard king of spades"),
    ([0], "ascii", "KS"),
])  # fmt: skip
def test_a_choice_is_named_by_how_much_it_lays_down(
    usual: list[int], style: str, said: str
) -> None:
    down = [bits(pile(meld)) for meld in ("9H 10H JH", "JC QC KC")]
    choices = Choices(seen(), Move("discard", pile("KS")))
    choices.usual = [TurnPlan("", tuple(down[:count])) for count in usual]
    plans = [TurnPlan("", tuple(down[:count]), NUMBERS[DECK[-1]]) for count in sorted({0, *usual})]
    shown = [Tried(plan, choices.game.now) for plan in plans]
    assert "|".join(names_of(choices, shown, Look(style)).values()) == said


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
        found = dict(zip(choices, [0, *gaps]))
        choices.gap = lambda one: effort.Gap(found[one], 0.1, 0, 0)
        called = {one: f"'{one.card}'" for one in found}
        assert verdict(choices, called) == said.format(*called.values())

    def test_in_words_cards_are_named_and_each_sentence_begins_a_line(self) -> None:
        for columns, game in product((50, 80), (seen(), positions(0)[22])):
            told = hint(game, True, Look("words", columns=columns))
            assert not re.search(r"\b(10|[2-9AJQK])[CDHS]\b", told)
            assert not re.search(r"\. +(Discard|Hold|Meld|In \d)", told)


def choice(game: Rummy, card: str, *down: str) -> Tried:
    seen = game.seen_by(game.turn)
    plan = TurnPlan("", tuple(bits(pile(meld)) for meld in down), NUMBERS[pile(card)[0]])
    return Tried(plan, seen.now)


def for_it(game: Rummy, card: str, other: str, *down: str) -> list[str]:
    seen = game.seen_by(game.turn)
    return list(rather(seen, choice(game, card, *down), choice(game, other)).values())


def drawn(hand: str, *others: str, **changes: Any) -> Rummy:
    rivals = others or ("AC 2H JD 9C",)
    return position(" / ".join([hand, *rivals]), drawn=True, **changes)


HELD = (frozenset[Card](), frozenset(pile("6S 7S")))
QUEENS, ROUND = "QC QD 3S / AC", frozenset(pile("QH 5S"))
KNOWN = "2H completes no meld; the stock brings QH, and QH completes QC QD QH"


@pytest.mark.parametrize(("game", "card", "other", "said"), [
    (drawn("8C 7C KH KD", discards="9S 6C"), "8C", "KH",
     "only 1 of the unseen cards makes a meld with it, 2 with KH"),
    (drawn("8C 7C KH KD QH"), "8C", "KH",
     "only 2 of the unseen cards make a meld with it, 3 with KH"),
    (drawn("8C 7C KH KD", "AC 2H", discards="9C 6C"), "8C", "KH",
     "none of the unseen cards makes a meld with it, 2 with KH"),
    (drawn("8S KH", "6S 7S JD", discards="2C", held=HELD), "KH", "8S",
     "computer 2 holds 6S 7S, which 8S completes"),
    (drawn("KH 9D", discards="KD KC"), "KH", "9D", "a rival could use it in 1 way, 9D in 6"),
])  # fmt: skip
def test_what_speaks_for_a_discard(game: Rummy, card: str, other: str, said: str) -> None:
    assert for_it(game, card, other)[0] == said


@pytest.mark.parametrize(("game", "move", "said"), [
    (drawn("5C 6C 7C 9D 10D JD KH", "AC", melds_per_turn="one", made=1), "discard KH",
     "every other card that you may discard is in a meld"),
    (after(position("AC / 2D", discards="9S"), "take"), "discard AC", ONLY),
    (position("QC QD 3S 7H / AC", discards="2H QH"), "take", "QH completes QC QD QH"),
    (position("QC / AC", discards="7H", melds="2: 2C 3C 4C/2: 4H 5H 6H"), "take",
     "7H fits meld 2, 4H 5H 6H"),
    (position("QC QD 3S 7H / AC", discards="2H QH"), "draw",
     "QH completes QC QD QH, but all would know that you hold it"),
    # who remembers the discards knows the next card
    (position(QUEENS, discards="2H", stock="QH 5S", restocked=ROUND), "draw", KNOWN),
    (position(QUEENS, discards="QH 2H", stock=""), "draw", KNOWN),
    (position("QC / AC", discards="7H", melds="2: 4H 5H 6H", lay_off="after-meld"), "draw",
     "7H completes no meld, and you may not lay it off yet; "),
    (position("QC JD / AC", discards="2H", stock="", restock="shuffle"), "take",
     "there is no card to draw"),
    (drawn("5C 6C 7C 2S 9D", "JD 9C"), "meld 5C 6C 7C",
     "on the table it counts nothing against you, and somebody has only 2 cards left"),
])  # fmt: skip
def test_what_a_move_is_good_for(game: Rummy, move: str, said: str) -> None:
    assert why(game.seen_by(game.turn), game.parse(move)).startswith(said)


def test_what_is_laid_down_goes_with_nothing() -> None:
    game = drawn("QD QH QS AS 10D 2C", discards="KC")
    assert not any("goes with" in said for said in for_it(game, "AS", "10D", "QD QH QS"))
    game = drawn("9D 10D QD 9H JD 9S 2C", "AC 2H", discards="KC")
    assert not any("part" in said for said in for_it(game, "2C", "9S", "9D 10D JD QD"))
    assert for_it(game, "2C", "10D", "9D 10D JD QD")[0] == "10D is part of 9D 10D JD QD"


def unseen(game: Rummy) -> list[Card]:
    seen = game.seen_by(game.turn)
    if seen.stock and BACK not in seen.stock:
        return list(seen.stock)
    sides = zip([*game.hands, game.stock], [*seen.hands, seen.stock])
    return [card for cards, backs in sides for card, back in zip(cards, backs) if back is BACK]


def groups(text: str) -> list[Pile]:
    card = r"(?:10|[2-9AJQK])[CDHS]"
    return [pile(found) for found in re.findall(rf"{card}(?: {card})*", text)]


def check_discard(
    game: Rummy, card: Card, other: Card, said: str, down: tuple[Pile, ...] = ()
) -> None:
    """Check what is said for the discard of CARD after melds laid DOWN, and not of the OTHER one.

    Cards that are laid down or stay in a meld go with no other card.
    """
    gone = {card for meld in down for card in meld}
    hand = [card for card in game.hands[game.turn - 1] if card not in gone]
    rules, seen = game.options.melds, unseen(game)
    threes = [set(meld) for meld in rules.melds_in(DECK) if len(meld) == 3]
    melds = rules.best_split(tuple(one for one in hand if one != card))
    kept = {one for meld in melds for one in meld}

    def partners(one: Card) -> set[Card]:
        others = [two for two in hand if two != one and (one is card or two not in kept)]
        live = [meld for meld in threes if one is card or meld & {*seen}]
        return {two for two in others if any({one, two} <= meld for meld in live)}

    def completing(one: Card) -> int:
        pairs = [{one, two} for two in partners(one)]
        return len({c for c in seen if any({*pair, c} in threes for pair in pairs)})

    if named := re.search(r"nothing you hold goes with it, while (\S+) goes with (.*)", said):
        assert not partners(card) and partners(other) == {c for p in groups(named[2]) for c in p}
    elif share := re.search(r"(none|\d+) of the .* makes? a meld with it, (\d+) with", said):
        some = 0 if share[1] == "none" else int(share[1])
        assert completing(card) == some < int(share[2]) == completing(other)
    elif ways := re.search(r"(?:in (\d+) ways?|no rival can use \S+), \S+.* in (\d+)", said):
        assert uses(game, card) == int(ways[1] or 0) < int(ways[2]) == uses(game, other)
    elif "part of" in said:
        (meld,) = groups(said.partition(" part of ")[2])
        assert other in meld and card not in meld
        assert meld in melds or set(meld) in map(set, down)
    elif left := re.search(r"it leaves you (\d+) outs, \S+ only (\d+)", said):
        first = choice(game, str(card), *(" ".join(map(str, meld)) for meld in down))
        assert first.outs == int(left[1]) > int(left[2]) == choice(game, str(other)).outs
    elif "holds" in said:
        (pair,) = groups(said.partition("holds ")[2].partition(",")[0])
        assert {*pair, other} in threes and any(set(pair) <= held for held in game.held)
    else:
        assert said == f"it counts more than {other}"
        assert rules.values[NUMBERS[card]] > rules.values[NUMBERS[other]]


def uses(game: Rummy, card: Card) -> int:
    rules, seat, seen = game.options.melds, game.turn, game.seen_by(game.turn)
    known = {*game.hands[seat - 1], *game.discards, *(c for meld in game.melds for c in meld.cards)}
    if BACK not in seen.stock:
        known |= {*seen.stock}
    threes = [set(meld) for meld in rules.melds_in(DECK) if len(meld) == 3 and card in meld]
    found = sum(not known & (meld - {card}) for meld in threes)
    if game.options.lay_off == "any" or any(meld.owner != seat for meld in game.melds):
        kinds = [is_run(bits(game.melds[n - 1].cards)) for n in game.homes(card)]
        found += (True in kinds) + (False in kinds)
    return found


def check_share(game: Rummy, said: str) -> None:
    share = re.search(r"(\d+|none) of (\d+) (?:unseen cards|cards of the stock) (.*)", said)
    if share is None:
        return
    some = 0 if share[1] == "none" else int(share[1])
    cards, rules, hand = unseen(game), game.options.melds, game.hands[game.turn - 1]
    assert int(share[2]) == len(cards)
    if share[3].startswith("complete"):
        pairs = [cards for cards in groups(share[3].partition(";")[0]) if len(cards) == 2]
        assert some == sum(any(rules.melds_in((*p, card)) for p in pairs) for card in cards)
    else:
        new = [card for card in cards if any(card in m for m in rules.melds_in((*hand, card)))]
        may = game.now.may_lay_off()
        assert some == sum(card in new or may and bool(game.homes(card)) for card in cards)


def check_use(game: Rummy, said: str) -> None:
    rules, hand = game.options.melds, game.hands[game.turn - 1]
    for done in re.finditer(r"(10.|[2-9AJQK].) completes ([2-9AJQK1].*)", said):
        (card,), meld = pile(done[1]), groups(done[2])[0]
        assert meld in rules.melds_in((*hand, card)) and card in meld
    for fit in re.finditer(r"(\w+) fits meld (\d+)", said):
        assert int(fit[2]) in game.homes(pile(fit[1])[0])
    if "fits none" in said:
        assert game.melds and not game.homes(game.discards[-1])


@pytest.mark.parametrize("seed", range(sample(3, 6)))
def test_every_reason_is_true(seed: int) -> None:
    for game in positions(seed)[::5]:
        seen = game.seen_by(game.turn)
        for move in game.legal_moves():
            said = why(seen, move)
            assert "{" not in said and said and said[0] != " "
            check_share(game, said)
            check_use(game, said)
            hand = game.hands[game.turn - 1]
            cards = [card for card in move.arguments if isinstance(card, Card)]
            assert (said == "it ends the hand") == (len(cards) == len(hand))
            left = re.search(r"somebody has only (\d) card", said)
            assert left is None or int(left[1]) in [
                len(cards) for n, cards in enumerate(game.hands, 1) if n != game.turn
            ]


@pytest.mark.parametrize("seed", range(sample(3, 6)))
def test_all_that_speaks_for_a_discard_is_true_and_not_of_the_other_one(seed: int) -> None:
    for game in [game for game in positions(seed)[::7] if game.drawn]:
        hand = [card for card in game.hands[game.turn - 1] if card is not game.taken]
        for card, other in zip(hand, hand[1:]):
            for said in for_it(game, str(card), str(other)):
                check_discard(game, card, other, said)
            for meld in game.options.melds.best_split(game.hands[game.turn - 1])[:1]:
                if card not in meld:
                    for said in for_it(game, str(card), str(other), " ".join(map(str, meld))):
                        if " rival " not in said:
                            check_discard(game, card, other, said, (meld,))


def test_the_way_out_is_one() -> None:
    found = 0
    for seed in range(sample(4, 12)):
        for game in positions(seed)[::2]:
            for move in list(game.legal_moves())[:1] if game.drawn else []:
                if why(game.seen_by(game.turn), move) == "you can go out in this turn":
                    found += 1
                    assert can_go_out(game)
    assert found


def can_go_out(game: Rummy) -> bool:
    for move in game.legal_moves():
        reached = game.apply(move)
        if reached.last is not game.last:
            return True
        if reached.turn == game.turn and can_go_out(reached):
            return True
    return False
