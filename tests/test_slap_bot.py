"""A bot that knows only what the screen says plays whole games, in virtual time."""

from collections import Counter

import pytest

from tests.slap_bot import is_pair, played

PILE = """\
                                           .-------.
                                           | 4     |
                           9C      2C   {}  |   D   |
                          you   comp.   you |     4 |
                                           '-------'
"""
ANSWERS = ("You slap after", "You slap wrongly", "Too late: ", "Too early: ", "The end")


@pytest.mark.parametrize(("below", "pair"), [("4H", True), ("5H", False)])
def test_it_reads_the_pile(below: str, pair: bool) -> None:
    assert is_pair(PILE.format(below)) is pair


def test_every_slap_is_answered_and_no_row_moves() -> None:
    late = 0
    for seed in (1, 2):
        bot, session = played(seed, rival="human", penalty="card")
        assert session.outcome() is not None
        assert len(bot.heights) == 1, "all tables have the same number of rows"
        for before, after in bot.slaps:
            told = [line for line in after.splitlines() if line and not line.startswith("Round")]
            new = Counter(after.splitlines()) - Counter(before.splitlines())
            assert any(line.startswith(ANSWERS) for line in new), f"{before}\n{after}"
            late += told[-1].startswith("Too late: the computer slapped after ")
    assert late, "some of its slaps come too late"
