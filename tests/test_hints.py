"""Hints of patiences in words: plans of cards and purposes, told once and then continued."""

from collections.abc import Iterator
from typing import Any

import pytest

from cardgames.games.canfield.game import Canfield
from cardgames.games.klondike.game import Klondike
from cardgames.model.cards import BACK
from cardgames.model.game import Advice, Game, Move, Odds
from cardgames.text.look import UNICODE, WORDS, Look
from tests.samples import sample
from tests.seated import Memory, brief_computers, player_of, session_of
from tests.test_klondike import position

SPADES_UP = "AS 2S 3S 4S 5S 6S 7S 8S 9S"


def moves(text: str) -> tuple[Move, ...]:
    """The moves in a line, parted by semicolons."""
    return tuple(Klondike.parse(part) for part in text.split(";"))


def hint(
    at: Any, plan: str, why: str = "it wins", odds: Odds | None = None, goes_on: bool = False
) -> str:
    """The hint for a plan at a position, in one line."""
    first, *then = moves(plan)
    player = player_of(session_of(Klondike))
    writer = player.words_of_plans()
    return " ".join(writer.hint(at, Advice(first, why, tuple(then), odds=odds), goes_on).split())


BOARD = position("3D/4C/5H/6S/QH", stock="9D 8D 7D JS AC", waste="KH")
"""Draws three cards: AC, JS and 7D come together, then 8D and 9D."""


class TestAPlan:
    def test_is_told_in_cards_with_its_purpose(self) -> None:
        told = hint(BOARD, "tabtab 1 2; tabtab 2 3; tabtab 3 4", "it turns up a card")
        assert told == (
            "Hint: tabtab 1 2 (3D onto 4C), then 4C-3D onto 5H, 5H-3D onto 6S: it turns up a card."
        )

    def test_names_four_parts_and_counts_the_others(self) -> None:
        four = "tabfnd 1; tabfnd 2; tabfnd 3; tabfnd 4"
        at = position("AC/2C/3C/4C/5C/6C")
        said = (
            "Hint: tabfnd 1 (AC to its foundation), then 2C to its foundation, "
            "3C to its foundation, 4C to its foundation"
        )
        assert hint(at, four) == f"{said}: it wins."
        assert hint(at, f"{four}; tabfnd 5") == f"{said}, 5C to its foundation: it wins."
        assert hint(at, f"{four}; tabfnd 5; tabfnd 6") == f"{said}, ... and 2 more: it wins."

    def test_says_that_its_last_move_must_wait(self) -> None:
        """It could be made at once, but then the other would not be made."""
        told = hint(BOARD, "tabtab 1 2; tabtab 3 4", "it turns up a card")
        last = "and only then 5H onto 6S: it turns up a card."
        assert told == f"Hint: tabtab 1 2 (3D onto 4C), {last}"

    def test_does_not_say_twice_where_a_card_goes(self) -> None:
        at = position("10S", foundations=SPADES_UP)
        told = hint(at, "tabfnd 1", "it brings 10S to its foundation")
        assert told == "Hint: tabfnd 1 (10S to its foundation)."


class TestTurning:
    def test_is_a_command_with_the_card_that_comes(self) -> None:
        assert hint(BOARD, "card; card").startswith("Hint: turn 9D (2 times): it wins.")
        assert hint(BOARD, "card").startswith("Hint: turn 7D: it wins.")

    def test_of_unknown_cards_names_none(self) -> None:
        hidden = BOARD.changed(stock=(BACK,) * 5, waste=())
        whole, one = hint(hidden, "card; card"), hint(hidden, "card")
        assert whole == "Hint: card 2 (turn the whole stock): it wins."
        assert one == "Hint: card (turn 3 from the stock): it wins."
        rest = hidden.changed(waste=BOARD.waste)
        assert hint(rest, "card; card") == "Hint: card 2 (turn the rest of the stock): it wins."


class TestGoingOn:
    def test_only_says_what_the_move_makes_possible(self) -> None:
        told = hint(BOARD, "tabtab 1 2; tabtab 2 3", "it wins", Odds(3, 8), goes_on=True)
        assert told == "Hint: tabtab 1 2 (3D onto 4C), then 4C-3D onto 5H."

    def test_that_may_come_later(self) -> None:
        at = position("3D/4C/5H/6S/10S/JH")
        told = hint(at, "tabtab 3 4; tabtab 5 6; tabtab 2 4", goes_on=True)
        assert told == "Hint: tabtab 3 4 (5H onto 6S), later 4C onto 5H."

    def test_a_move_for_its_own_sake_is_planned(self) -> None:
        told = hint(BOARD, "tabtab 3 4; tabtab 1 2", goes_on=True)
        assert told == "Hint: tabtab 3 4 (5H onto 6S), as planned."

    def test_the_last_move_of_a_plan_is_told_with_its_purpose(self) -> None:
        told = hint(BOARD, "tabtab 3 4", "it turns up a card", Odds(3, 8), goes_on=True)
        assert told == "Hint: tabtab 3 4 (5H onto 6S): it turns up a card."

    def test_turns_for_the_sake_of_a_card_are_told_with_it(self) -> None:
        at = position("10S/7C/8C", stock="6D 5D 4D", waste="9H")
        told = hint(at, "wsttab 1; card; wsttab 2; tabtab 3 1", goes_on=True)
        assert told == "Hint: wsttab 1 (9H onto 10S), later 8C onto 9H."
        told = hint(at, "wsttab 1; card; card; tabtab 3 1", goes_on=True)
        assert told.startswith("Hint: wsttab 1 (9H onto 10S), then turn 2 times")


class TestOdds:
    @pytest.mark.parametrize(
        ("odds", "told"),
        [
            (Odds(14, 16), "It wins in 14 of 16 orders of the hidden cards."),
            (
                Odds(14, 16, instead=moves("tabtab 1 2"), instead_won=9),
                "It wins in 14 of 16 orders of the hidden cards; 3D onto 4C first wins in 9.",
            ),
            (
                Odds(14, 16, instead=moves("tabtab 1 2"), instead_won=14),
                "It wins in 14 of 16 orders of the hidden cards.",
            ),
            (
                Odds(0, 16),
                "No win was found in 16 orders of the hidden cards, but some are undecided.",
            ),
            (
                Odds(0, 16, hopeless=True),
                "It seems lost: no way wins in any of 16 orders of the hidden cards.",
            ),
            (
                Odds(2, 6, instead=moves("tabtab 1 2")),
                "It wins in 2 of 6 orders of the hidden cards; 3D onto 4C first wins in none.",
            ),
            (
                Odds(0, 1, hopeless=True),
                "Every card is known now: the game can no longer be won.",
            ),
        ],
    )
    def test_are_told_with_a_new_plan(self, odds: Odds, told: str) -> None:
        assert hint(BOARD, "tabtab 3 4", odds=odds).endswith(f": it wins. {told}")


class TestInAGame:
    def test_asked_again_it_tells_the_whole_plan_again(self) -> None:
        whole = "Hint: card 12 (turn the whole stock): it costs nothing and shows every card.\n"
        rest = "Hint: card 11 (turn the rest of the stock), as planned.\n"
        player = player_of(session_of(Canfield, 1), Memory())
        said = []
        for line in ("hint", "hint", "card", "hint", "undo", "hint"):
            player.console.said = ""
            player.do(line)
            said.append(player.console.said)
        assert said == [whole, whole, "", rest, "", whole]

    @pytest.mark.parametrize(("style", "card"), [(UNICODE, "A♣"), (WORDS, "ace of clubs")])
    def test_cards_are_named_as_the_board_shows_them(self, style: str, card: str) -> None:
        player = player_of(session_of(Klondike))
        player.look = Look(style)
        (told,) = player.words_of_plans().parts(position("AC"), moves("tabfnd 1"))
        assert told.text == f"{card} to its foundation"

    def test_another_deal_begins_anew(self) -> None:
        player = player_of(session_of(Canfield, 1), Memory())
        for line in ("hint", "new 4", "card", "hint"):
            player.console.said = ""
            player.do(line)
        assert "as planned" not in player.console.said


@pytest.mark.parametrize("game", [Canfield, Klondike])
def test_no_hint_comes_twice_in_a_row_nor_repeats_its_own_words(game: type[Game]) -> None:
    with brief_computers():
        for seed in range(1, sample(3, 11)):
            said = list(followed(game, seed))
            assert len(said) > 10 or not said[-1].startswith("Hint")
            assert not [one for one, other in zip(said, said[1:]) if one == other]
            for hint in said:
                moves, _, reason = hint.partition(": ")[2].partition(": ")
                assert not reason or not moves.endswith(reason.partition(".")[0])


def followed(game: type[Game], seed: int) -> Iterator[str]:
    """The hints of a game that is played by them."""
    player = player_of(session_of(game, seed), Memory())
    session = player.session
    for _ in range(120):
        if session.outcome() is not None:
            return
        player.console.said = ""
        player.do("hint")
        yield " ".join(player.console.said.split())
        advice = session.computer("hint").choose(session.game, session.history.before)
        if advice is None or advice.move is None:
            return
        session.make(advice.move)


def test_a_hint_in_the_midst_of_a_plan_compares_nothing_with_its_beginning() -> None:
    player = player_of(session_of(Klondike, 1), Memory())
    said = []
    for line in ("turn 8", "hint", "turn 1", "hint", "hint", "hint all"):
        player.console.said = ""
        player.do(line)
        said.append(" ".join(player.console.said.split()))
    assert " first wins in " in said[1] and "It wins in 5 of 8 orders" in said[4]
    assert said[4].endswith("of the hidden cards.")
    assert said[5].startswith("Plan: card 6; wsttab 6; card 4; ")
