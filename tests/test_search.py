"""The search that the patiences share, held to a plain one over the same space."""

from typing import Any

import pytest

from cardgames.games.canfield.game import Canfield, CanfieldOptions
from cardgames.games.canfield.strategy import MOST_TRIES, CanfieldSpace
from cardgames.games.klondike.game import Klondike, KlondikeOptions
from cardgames.games.klondike.strategy import KlondikeSpace
from cardgames.model.deal import Random, shuffled_deck
from cardgames.patience.search import REPORT_EVERY, Search, Verdict

MOST = 3000


def searching(seed: int) -> Search[Any]:
    space = KlondikeSpace(Klondike.deal(shuffled_deck(Random(seed)), KlondikeOptions()))
    return Search(space, space.first)


class TestLimits:
    """Deal 2 takes more than 3000 states, and deal 8 takes 71 to win."""

    @pytest.mark.parametrize(("seed", "limit", "verdict"), [
        (8, 0, Verdict.UNDECIDED), (8, 70, Verdict.UNDECIDED), (8, 71, Verdict.WINNABLE),
        (4, 3, Verdict.LOST),
    ])  # fmt: skip
    def test_no_more_positions_are_looked_at(self, seed: int, limit: int, verdict: Verdict) -> None:
        search = searching(seed)
        assert (search.run(limit), search.positions) == (verdict, limit)

    def test_a_search_goes_on_where_it_ended(self) -> None:
        bit_by_bit = searching(8)
        for limit in range(70):
            assert bit_by_bit.run(limit) is Verdict.UNDECIDED
        assert bit_by_bit.run(500) is Verdict.WINNABLE
        assert len(bit_by_bit.path()) > 3

    def test_a_search_that_goes_on_still_finds_what_is_lost(self) -> None:
        search = searching(23)
        assert {search.run(limit) for limit in range(300)} == {Verdict.UNDECIDED}
        assert search.run(500) is Verdict.LOST
        assert search.positions > 350  # one state after another, where it had left off

    def test_the_work_is_limited_too(self) -> None:
        few, many = searching(2), searching(2)
        assert few.run(3000, most_work=100) is Verdict.UNDECIDED
        assert many.run(3000, most_work=1000) is Verdict.UNDECIDED
        assert 0 < few.positions < many.positions < 3000

    def test_tries_in_relaxations_are_work(self) -> None:
        """In this deal of Canfield they take three times as long as the space themselves."""
        game = Canfield.deal(shuffled_deck(Random(1)), CanfieldOptions())
        space = CanfieldSpace(game)
        search = Search(space, space.first)
        search.run(3000, most_work=2000)
        assert 2000 < search.work() < 2000 + 2 * MOST_TRIES and space.tries > 800
        again = Search(space, space.first)
        assert again.work() == 0  # what it knows by now costs nothing

    def test_progress_is_told_in_equal_parts(self) -> None:
        told: list[tuple[int, int]] = []
        search = searching(2)
        search.run(3 * REPORT_EVERY + 5, lambda count: told.append((count, search.positions)))
        assert told == [(REPORT_EVERY, count * REPORT_EVERY) for count in (1, 2, 3)]

    def test_it_tells_how_near_it_came(self) -> None:
        search = searching(2)
        assert search.nearness() == 0
        search.run(500)
        assert 0 < search.nearness() < 1
