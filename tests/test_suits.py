"""Builds and foundations by other ranks and suits than usual, tried by games made for tests."""

from typing import Any

import pytest

from cardgames.model.cards import DECK, Rank, parse_card
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Options
from cardgames.patience.building import BuildingSpace
from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Reserve, Stock, Tableau, Waste
from cardgames.patience.search import Search, Verdict
from cardgames.text.layout import rules_of
from tests.positions import after, piles, refused, shown
from tests.seated import type_lines
from tests.test_kit import player_at


def made(*kinds: Any, **values: Any) -> Any:
    return type("Made", (Patience,), {"name": "made", "piles": kinds, **values})


def at(game: Any, tableau: str, foundations: str = "", **fields: Any) -> Any:
    layout = game.laid_out(Options())
    up = piles(foundations, layout.foundations.count)
    return game(Options(), piles(tableau, layout.tableau.count), foundations=up, **fields)


def verdict(game: Any, limit: int = 2000) -> Verdict:
    space = BuildingSpace(game)
    return Search(space, space.first).run(limit)


FIVE = (1,) * 5
COLOR = made(Tableau(FIVE, build="color", run="suit", together="run"), Foundations(4))
BOTH = made(Tableau(FIVE, build="suit", ways="both"), Foundations(4))
AROUND = made(Tableau(FIVE, build="suit", ways="both", around=True), Foundations(4, start="card"))
UP = made(Tableau(FIVE, build="color", ways="up", together="run", fill="none"), Foundations(4))
RUNS = made(Tableau(FIVE, build="any", ways="both", together="run"), Foundations(4))
BOARD = "5H/4H/6H/6D/6C"


@pytest.mark.parametrize(("game", "move", "tableau"), [
    (at(COLOR, BOARD), "tabtab 1 4", "/4H/6H/6D 5H/6C"),
    (at(COLOR, "5H 4H/5D/6H/6D/6C"), "tabtab 1 4", "/5D/6H/6D 5H 4H/6C"),
    (at(BOTH, BOARD), "tabtab 1 2", "/4H 5H/6H/6D/6C"),
    (at(BOTH, BOARD), "tabtab 1 3", "/4H/6H 5H/6D/6C"),
    (at(AROUND, "KH/AH", "5C", base=Rank.FIVE), "tabtab 2 1", "KH AH"),
    (at(AROUND, "4H/5H", "5C", base=Rank.FIVE), "tabtab 1 2", "/5H 4H"),
    (at(UP, "5H 6D/4D"), "tabtab 1 2", "/4D 5H 6D"),
    (at(RUNS, "9C 5H 4H/5D"), "tabtab 1 2", "9C 5H/5D 4H"),
])  # fmt: skip
def test_a_move(game: Any, move: str, tableau: str) -> None:
    assert f"{shown(after(game, move), 'tableau')}/".startswith(f"{tableau}/")
    assert move in map(str, game.legal_moves())


@pytest.mark.parametrize(("game", "move", "why"), [
    (at(COLOR, BOARD), "tabtab 1 5", "5H goes on a red 6, and 6C is black"),
    (at(COLOR, "5H 4D/6D"), "tabtab 1 2 2", "only 1 card of tableau pile 1 can move"),
    (at(BOTH, BOARD), "tabtab 1 4", "5H goes on 4H or 6H, and 6D is of another suit"),
    (at(BOTH, "2H/AH/9H/KH"), "tabtab 1 3", "2H goes on AH or 3H, not on 9H"),
    (at(BOTH, "2H/AH/9H/KH"), "tabtab 4 2", "KH goes on QH, not on AH"),
    (at(AROUND, "5H/4H", "5C", base=Rank.FIVE), "tabtab 1 2",
     "5H is of the base rank: it must go to a foundation"),
    (at(UP, "5H/4D"), "tabtab 2 1", "4D goes on a red 3, not on 5H"),
    (at(UP, "AH/4D"), "tabtab 1 2", "AH goes on no other card"),
    (at(RUNS, "9C 5H 4H 3H/4D"), "tabtab 1 2",
     "1 or 3 cards of tableau pile 1 fit there: say how many, as in 'tabtab 1 2 1'"),
])  # fmt: skip
def test_what_is_refused(game: Any, move: str, why: str) -> None:
    assert why in refused(game, move)


@pytest.mark.parametrize(("game", "card", "safe"), [
    # what would go onto the card can go up instead
    (at(BOTH, "5H/KH", "AH 2H 3H 4H"), "5H", True),
    (at(AROUND, "6H/KH", "5H", base=Rank.FIVE), "6H", True),
    # but around the corner, only the base card carries the last one
    (at(AROUND, "5H/4H", "5C", base=Rank.FIVE), "5H", False),
    (at(RUNS, "AH/2C"), "AH", False), (at(UP, "AH/2C"), "AH", False),
    (at(made(Tableau(FIVE, around=True), Foundations(4)), "AH/2C"), "AH", False),
])  # fmt: skip
def test_a_card_is_safe_when_nothing_can_need_it(game: Any, card: str, safe: bool) -> None:
    assert game.is_safe(parse_card(card)) is safe


NARROW = "AC 5C/4D/4C 3C 2C"


@pytest.mark.parametrize(("build", "wins"), [("suit", False), ("any", True)])
def test_a_search_makes_the_moves_of_the_rules(build: str, wins: bool) -> None:
    kinds = Tableau((1,) * 3, build=build, ways="both", fill="none"), Foundations(4)
    game = at(made(*kinds), NARROW, "AD 2D 3D")
    assert (verdict(game) is Verdict.WINNABLE) is wins


def test_the_rules_tell_how_the_tableau_is_built() -> None:
    told = " ".join(rules_of(made(AROUND.piles[0], Foundations(4), Stock(), Waste())).split())
    assert "The tableau is built up or down in suit. The ranks go around" in told
    assert "is built up in one color." in " ".join(rules_of(UP).split())
    with pytest.raises(ValueError, match="ways is one of: down, up, both"):
        Tableau(FIVE, ways="sideways")


SINGLE = Tableau(FIVE, build="none")
MEET = made(Foundations(8, order="meet"), Tableau(FIVE, build="suit", ways="both"))
TWOS = made(Foundations(8, order="twos"), SINGLE, Stock("tableau"), packs=2)
STEPS = made(Foundations(4, order="steps", mixed=True), SINGLE)
MIXED = made(Foundations(4, mixed=True), Tableau((0,) * 3, build="any", ways="any"), Reserve(52))


class TestFoundations:
    @pytest.mark.parametrize(("game", "move", "foundations"), [
        (at(MEET, "2C/QC", "AC/AD/AH/AS/KC"), "tabfnd 1", "AC 2C/AD/AH/AS/KC"),
        (at(MEET, "2C/QC", "AC/AD/AH/AS/KC"), "tabfnd 2", "AC/AD/AH/AS/KC QC"),
        (at(MEET, "KH", "AC/AD/AH/AS/KC"), "tabfnd 1", "AC/AD/AH/AS/KC/KH"),
        (at(TWOS, "3C", "AC////2C"), "tabfnd 1", "AC 3C////2C"),
        (at(TWOS, "4C", "AC////2C"), "tabfnd 1", "AC////2C 4C"),
        (at(TWOS, "2C", "AC 3C 5C 7C 9C JC KC////"), "tabfnd 1", "AC 3C 5C 7C 9C JC KC 2C/"),
        (at(TWOS, "2C", "AC 3C 5C 7C 9C JC KC////"), "tabfnd 1 5",
         "AC 3C 5C 7C 9C JC KC////2C"),
        (at(STEPS, "4H", "AC/2D/3H/"), "tabfnd 1", "AC/2D 4H/3H/"),
        (at(STEPS, "4H", "AC/2D/3H/"), "tabfnd 1 4", "AC/2D/3H/4H"),
        (at(MIXED, "2H", "AC"), "tabfnd 1", "AC 2H"),
    ])  # fmt: skip
    def test_a_move(self, game: Any, move: str, foundations: str) -> None:
        assert f"{shown(after(game, move), 'foundations')}/".startswith(foundations)
        assert move in map(str, game.legal_moves())
        assert all(after(game, move).possible().values())

    @pytest.mark.parametrize(("game", "move", "why"), [
        (at(MEET, "3C", "AC/AD/AH/AS/KC"), "tabfnd 1",
         "3C cannot go up: foundations of its suit wait for 2C or QC"),
        (at(TWOS, "4C", "AC 3C"), "tabfnd 1 1",
         "4C cannot go on foundation 1: it waits for 5C"),
        (at(TWOS, "AC/2C"), "tabfnd 1 2", "foundation 1 is free: the card goes there first"),
        (at(STEPS, "8H", "AC/2D/3H/"), "tabfnd 1",
         "8H cannot go up: foundations wait for a 2, a 4 or a 6"),
        (at(STEPS, "8H", "AC/2D/3H/"), "tabfnd 1 4",
         "8H cannot go on foundation 4: it waits for a 4"),
    ])  # fmt: skip
    def test_what_is_refused(self, game: Any, move: str, why: str) -> None:
        assert why in refused(game, move)

    @pytest.mark.parametrize("line", ["1 f4", "1f4", "4h f4", "tabfnd 1 4"])
    def test_a_foundation_is_named(self, line: str) -> None:
        player, _ = player_at(at(STEPS, "4H", "AC/2D/3H/"))
        type_lines(player, line)
        assert shown(player.game, "foundations") == "AC/2D/3H/4H"

    def test_what_starts(self) -> None:
        deck = shuffled_deck(Random(1), DECK)
        copies = made(Foundations(4, start="copies"), Tableau((7,) * 7)).deal(deck, Options())
        first = copies.tableau[0][0]
        assert first is deck[-1] and copies.base is first.rank
        assert [one[:1] and one[0].rank for one in copies.foundations] == [first.rank] * 3 + [()]
        steps = Foundations(4, start="each", order="steps", mixed=True)
        each = made(steps, Tableau((12,) * 4, build="none"))
        ranks = [one[0].rank for one in each.deal(deck, Options()).foundations]
        assert ranks == [1, 2, 3, 4]

    def test_kings_are_sunk(self) -> None:
        game = made(Tableau((4,) * 13, sunk=True), Foundations(4))
        dealt = game.deal((*DECK[:50], DECK[51], DECK[50]), Options()).tableau
        assert [*map(str, dealt[0])] == ["KH", "KD", "KC", "QS"]
        assert [*map(str, dealt[1])] == ["KS", "QH", "QD", "QC"]

    def test_a_search_chooses_the_foundation(self) -> None:
        """The four must go onto the fourth foundation, or the eight stays in its way."""
        rest = [[*range(1, 14)], [2, 4, 6, 8, 10, 12, 1, 3, 5, 7, 9, 11, 13]]
        rest += [[3, 6, 9, 12, 2, 5, 8, 11, 1, 4, 7, 10, 13]]
        up = "/".join(" ".join(f"{Rank(r).label}H" for r in ranks) for ranks in rest)
        last = " ".join(f"{Rank((4 * n - 1) % 13 + 1).label}C" for n in range(13, 0, -1))
        game = at(STEPS, last, up)
        space = BuildingSpace(game)
        assert verdict(game) is Verdict.WINNABLE and space.to_play(space.first) > 0

    def test_both_ways_of_a_suit_meet_in_one_state(self) -> None:
        up = "AC 2C 3C 4C 5C 6C////KC QC JC 10C 9C 8C"
        spaces = [BuildingSpace(at(MEET, "AD/7C", up)), BuildingSpace(at(MEET, "AD 7C", up))]
        assert {space.first[:8] for space in spaces} == {bytes([52, 5, 2, 3, 52, 49, 50, 51])}

    @pytest.mark.parametrize("kinds", [
        lambda: made(Foundations(4, mixed=True), Tableau(FIVE)),
        lambda: Foundations(4, order="twos", back="any"),
    ])  # fmt: skip
    def test_what_does_not_go_together(self, kinds: Any) -> None:
        with pytest.raises(ValueError, match="foundations"):
            kinds()

    def test_the_rules_tell_the_order(self) -> None:
        told = [" ".join(rules_of(one).split()) for one in (MEET, TWOS, STEPS, MIXED)]
        assert "The first four foundations are built up in one suit, from the ace" in told[0]
        assert "built up in one suit by twos, the first four from the ace" in told[1]
        assert "built up in any suits, the first from the ace by ones" in told[2]
        assert "Any card may go on any pile" in told[3]
