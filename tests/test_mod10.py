"""The rules of Mod10, by positions built by hand."""

import pytest

from cardgames.games.mod10.game import Mod10, Mod10Options, rings
from cardgames.model.cards import BACK, DECK, pile
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.errors import IllegalMove, InvalidCommand
from cardgames.model.game import Outcome
from cardgames.play.session import History, Session
from tests.seated import session_of

STACKS = "2C 3C/4C 9C/2D 3D/4D 9D/2H 3H/4H 9H/2S 3S"


def position(
    stacks: str = STACKS, deck: str = "AC AD AH", current: int = 7, pick_up: str = "any"
) -> Mod10:
    """Make a position from stacks, each from its oldest card, and a deck in dealing order."""
    piles = tuple(pile(stack) for stack in stacks.split("/"))
    assert len(piles) == 7
    return Mod10(Mod10Options(pick_up), pile(deck)[::-1], piles, current, dealt=60)


def after(game: Mod10, *moves: str) -> Mod10:
    """Return the position after some moves."""
    for move in moves:
        game = game.apply(game.parse(move))
    return game


def refusal(game: Mod10, move: str) -> str:
    """Return the message that refuses a move."""
    with pytest.raises(IllegalMove) as error:
        game.apply(game.parse(move))
    return str(error.value)


class TestDealing:
    def test_two_cards_go_to_each_stack_one_at_a_time(self) -> None:
        game = Mod10.deal(DECK[::-1], Mod10Options())
        assert game.stacks[0] == pile("AC 8C")
        assert game.stacks[6] == pile("7C AD")
        assert (len(game.deck), game.deck[-1]) == (38, pile("2D")[0])

    def test_the_first_card_goes_to_stack_1_and_the_next_to_stack_2(self) -> None:
        game = after(position(), "deal", "d")
        assert game.stacks[0] == pile("2C 3C AC")
        assert game.stacks[1] == pile("4C 9C AD")
        assert (game.current, game.deck, game.dealt) == (2, pile("AH"), 62)

    def test_it_goes_round_and_passes_over_stacks_that_are_gone(self) -> None:
        gone = position("/4C 9C//4D 9D/2H 3H/4H 9H/", current=6)
        assert after(gone, "deal").current == 2
        assert after(gone, "deal", "deal").current == 4

    def test_an_empty_deck_deals_nothing(self) -> None:
        game = position("2C 3C 5C/4C 9C/2D/4D/2H/4H/2S", deck="")
        assert refusal(game, "deal") == "the deck is empty: a triplet must be picked up first"


class TestValues:
    @pytest.mark.parametrize(
        ("cards", "total"),
        [("AC 2C 7C", 10), ("KC QC JC", 30), ("10C 9C AC", 20), ("2C 3C 5D", 10)],
    )
    def test_a_triplet_makes_10_20_or_30(self, cards: str, total: int) -> None:
        game = position(f"{cards}/4D 9D/2D 3D/4H/2H/4S/2S")
        assert after(game, "pick 1").stacks[0] == ()

    def test_other_sums_are_refused(self) -> None:
        game = position("AC 2C 8C/4C/2D/4D/2H/4H/2S")
        assert refusal(game, "pick 1 1 2 3") == "AC, 2C and 8C make 11, not 10, 20 or 30"


class TestPickingUp:
    @pytest.mark.parametrize("places", ["1 2 3", "1 2 7", "1 6 7", "5 6 7"])
    def test_the_three_cards_are_neighbors_on_the_ring_with_an_end(self, places: str) -> None:
        """All cards are tens, so the places alone decide."""
        game = position("10C JC QC KC 10D JD QD/4C/2D/4D/2H/4H/2S")
        picked = [game.stacks[0][int(place) - 1] for place in places.split()]
        left = after(game, f"pick 1 {places}")
        assert left.stacks[0] == tuple(card for card in game.stacks[0] if card not in picked)

    @pytest.mark.parametrize("places", ["2 3 4", "3 4 5", "1 3 5", "1 3 7", "2 6 7"])
    def test_other_cards_cannot_be_picked_up_together(self, places: str) -> None:
        game = position("10C JC QC KC 10D JD QD/4C/2D/4D/2H/4H/2S")
        told = refusal(game, f"pick 1 {places}")
        assert told.endswith(
            "cannot be picked up together: of stack 1 only 1 2 7, 1 6 7, 5 6 7 and 1 2 3 can"
        )

    @pytest.mark.parametrize("places", ["1 2 3", "1 2 4", "1 3 4", "2 3 4"])
    def test_of_four_cards_any_three_will_do(self, places: str) -> None:
        game = position("10C JC QC KC/4C/2D/4D/2H/4H/2S")
        assert len(after(game, f"pick 1 {places}").stacks[0]) == 1

    def test_the_cards_go_to_the_bottom_of_the_deck_the_oldest_to_be_dealt_first(self) -> None:
        game = position("2C 6D 5C 3C/4C/2D/4D/2H/4H/2S", deck="AC")
        picked = after(game, "pick 1 3 1 4")
        assert picked.deck == pile("AC 2C 5C 3C")[::-1]
        assert picked.stacks[0] == pile("6D")

    @pytest.mark.parametrize("names", ["2C 5C 3C", "3C 2C 5C", "1 5C 4", "3c three-of-clubs"])
    def test_cards_are_named_by_place_or_name_in_any_order(self, names: str) -> None:
        game = position("2C 6D 5C 3C/4C/2D/4D/2H/4H/2S")
        if "-" in names:
            with pytest.raises(InvalidCommand, match="pick is typed so: pick S"):
                game.parse(f"pick 1 {names}")
        else:
            assert after(game, f"p 1 {names}") == after(game, "pick 1 1 3 4")

    def test_the_only_triplet_needs_no_name(self) -> None:
        game = position("2C 6D 5C 3C/4C/2D/4D/2H/4H/2S")
        assert after(game, "pick 1") == after(game, "pick 1 1 3 4")

    def test_one_of_several_triplets_must_be_named(self) -> None:
        game = position("2C 5D 5C 3C/4C/2D/4D/2H/4H/2S")
        assert refusal(game, "pick 1") == (
            "stack 1 has 2 triplets, name one: 1 2 4 (2C 5D 3C), 1 3 4 (2C 5C 3C)"
        )

    @pytest.mark.parametrize(
        ("move", "why"),
        [
            ("pick 1", "stack 1 has no triplet"),
            ("pick 1 1 2 3", "stack 1 has the places 1 to 2"),
            ("pick 1 0 1 2", "stack 1 has the places 1 to 2"),
            ("pick 1 1 2 2", "3C is named twice: a triplet is three cards"),
            ("pick 1 2C 3C KS", "KS is not in stack 1"),
            ("pick 2", "stack 2 is gone"),
        ],
    )
    def test_what_cannot_be_picked_up(self, move: str, why: str) -> None:
        assert refusal(position("2C 3C//2D/4D/2H/4H/2S"), move) == why

    @pytest.mark.parametrize("move", ["pick 8", "pick 0 1 2 3", "pick 1 2", "pick 1 x y z", "pick"])
    def test_what_is_not_understood(self, move: str) -> None:
        with pytest.raises(InvalidCommand):
            Mod10.parse(move)


class TestStricterGames:
    stacks = "2C 3C 5C/4C 6C 10C/2D/4D/2H/4H/2S"

    def test_any_stack_is_open_by_default(self) -> None:
        assert after(position(self.stacks, current=2), "pick 1").stacks[0] == ()

    @pytest.mark.parametrize("rule", ["current", "must"])
    def test_only_the_stack_dealt_to_last(self, rule: str) -> None:
        game = position(self.stacks, current=2, pick_up=rule)
        assert refusal(game, "pick 1") == (
            "stack 1 is not the last one dealt to: pick up only from stack 2"
        )
        assert after(game, "pick 2").stacks[1] == ()

    def test_current_lets_you_deal_on(self) -> None:
        game = after(position(self.stacks, current=2, pick_up="current"), "deal")
        assert game.current == 3

    def test_must_forbids_a_deal_while_there_is_a_triplet(self) -> None:
        game = position(self.stacks, current=2, pick_up="must")
        assert refusal(game, "deal") == "stack 2 has a triplet: it must be picked up first"
        assert after(game, "pick 2", "deal").current == 3

    def test_must_lets_you_choose_among_several(self) -> None:
        game = position("2C 5D 5C 3C/4C/2D/4D/2H/4H/2S", current=1, pick_up="must")
        assert list(map(str, game.legal_moves())) == ["pick 1 1 2 4", "pick 1 1 3 4"]


class TestEnd:
    def test_won_when_all_stacks_are_gone(self) -> None:
        game = after(position("//2C 3C 5C////", deck=""), "pick 3")
        assert game.outcome() == Outcome(1, "all seven stacks are gone")
        assert list(game.legal_moves()) == []

    def test_lost_when_the_deck_is_empty_and_no_stack_has_a_triplet(self) -> None:
        game = after(position(deck="AC"), "deal")
        assert game.outcome() == Outcome(0, "the deck is empty, and no stack has a triplet")

    def test_with_an_empty_deck_a_triplet_still_fills_it(self) -> None:
        game = position("2C 3C 5C 9S/4C/2D/4D/2H/4H/2S", deck="", current=4)
        assert game.outcome() is None
        assert after(game, "pick 1 1 2 3", "deal").current == 5

    def test_where_only_the_last_stack_is_open_its_triplets_alone_count(self) -> None:
        stacks = "2C 3C 5C/4C/2D/4D/2H/4H/2S"
        for rule in ("current", "must"):
            assert position(stacks, deck="", current=4, pick_up=rule).outcome() == Outcome(
                0, "the deck is empty, and stack 4, the last one, has no triplet"
            )
            assert position(stacks, deck="", current=1, pick_up=rule).outcome() is None


class TestRepetition:
    def going_round(self, rule: str) -> Session:
        """Return a session in which 9S, AS and 10H are picked up and dealt over and over."""
        session = session_of(Mod10, pick_up=rule)
        first = position("////3S 5S 9S AS//", deck="10H", current=5, pick_up=rule)
        session.history = History(first)
        for move in ("deal", "pick 5 3 4 5", "deal"):
            session.make(Mod10.parse(move))
            assert not session.repeated()
        session.make(Mod10.parse("deal"))
        return session

    def test_a_repeated_position_is_a_draw_under_must(self) -> None:
        session = self.going_round("must")
        assert session.outcome() == Outcome(None, "the position has come back")
        with pytest.raises(IllegalMove, match="the game is over: the position has come back"):
            session.make(Mod10.parse("deal"))
        session.undo(1)
        assert session.outcome() is None

    @pytest.mark.parametrize("rule", ["any", "current"])
    def test_other_rules_only_report_it(self, rule: str) -> None:
        session = self.going_round(rule)
        assert session.repeated() and session.outcome() is None
        session.make(Mod10.parse("deal"))

    def test_the_same_values_in_the_same_places_are_the_same_position(self) -> None:
        one = position("10C/4C/2D/4D/2H/4H/2S", deck="JD 9H")
        other = position("KC/4S/2D/4D/2H/4H/2S", deck="QD 9C")
        assert one != other
        assert one.key() == other.key()
        assert one.key() != position("10C/4C/2D/4D/2H/4H/2S", deck="JD 9H", current=1).key()

    def test_undo_forgets_what_came_up(self) -> None:
        session = session_of(Mod10)
        for _ in range(3):
            session.make(Mod10.parse("deal"))
            assert not session.repeated()
            session.undo(1)


class TestSight:
    def test_cards_that_were_never_dealt_are_hidden(self) -> None:
        game = Mod10.deal(shuffled_deck(Random(3)), Mod10Options())
        assert game.seen_by(1).deck == (BACK,) * 38
        assert after(game, "deal").seen_by(1).deck == (BACK,) * 37

    def test_cards_that_were_picked_up_are_remembered(self) -> None:
        game = after(position("2C 3C 5C/4C/2D/4D/2H/4H/2S", deck="AC 2S"), "pick 1")
        assert game.seen_by(1) == game, "60 cards were dealt"
        early = Mod10(Mod10Options(), pile("AC AD AH"), game.stacks, dealt=50)
        assert early.seen_by(1).deck == (pile("AC")[0], BACK, BACK)


class TestDecks:
    def test_a_deck_of_values_is_one_of_cards(self) -> None:
        text = " ".join(str(min(card.rank.value, 10)) for card in DECK)
        assert sorted(map(str, Mod10.read_deck(text))) == sorted(map(str, DECK))
        assert Mod10.read_deck(text.replace(" ", ", ")) == Mod10.read_deck(text)

    def test_cards_may_be_named_as_in_every_game(self) -> None:
        assert Mod10.read_deck("10D TD ace of spades") == pile("10D 10D AS")

    @pytest.mark.parametrize("text", ["1 1 1 1 1", "11", "0", "9" * 99])
    def test_a_value_that_no_card_has_is_refused(self, text: str) -> None:
        with pytest.raises(InvalidCommand, match="is left in the deck"):
            Mod10.read_deck(text)


@pytest.mark.parametrize("size", range(3, 40))
def test_a_ring_holds_an_end_and_neighbors(size: int) -> None:
    """Any three neighbors on the ring that include place 1 or the last place do, and no others."""
    around = [
        tuple(sorted((start + step) % size + 1 for step in range(3))) for start in range(size)
    ]
    with_an_end = {ring for ring in around if ring[0] == 1 or ring[2] == size}
    assert set(rings(size)) == with_an_end
    assert len(rings(size)) == len(with_an_end)


def test_positions_by_other_rules_differ_but_not_by_what_is_shown() -> None:
    usual, shown, strict = (
        Mod10.deal(DECK, Mod10Options(**options))
        for options in ({}, {"show_deck": True}, {"pick_up": "must"})
    )
    assert usual == shown != strict and hash(usual) == hash(shown)
