"""What the table of Rummy shows and tells again, and how long a match is."""

from pathlib import Path

import pytest

from cardgames.cli.dealing import read_setup
from cardgames.cli.simulate import read_plan
from cardgames.games.rummy import board
from cardgames.games.rummy.board import ends_hand, last_table
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.melds import as_meld
from cardgames.games.rummy.options import RummyOptions
from cardgames.games.rummy.textplayer import RummyPlayer
from cardgames.model.cards import DECK
from cardgames.model.game import Setup
from cardgames.text.wording import WORDS, Look
from tests.program import run_here, shown_here
from tests.seated import Memory, player_of, session_of, type_lines
from tests.test_rummy import position


def seated(seed: int = 10, **options: object) -> RummyPlayer:
    """A player at the first moment at which a person can act, with nothing left to be told."""
    player: RummyPlayer = player_of(session_of(Rummy, seed, **options), Memory())
    player.advance()
    player.take_news()
    return player


def answer(player: RummyPlayer, line: str) -> str:
    """What is said to a command."""
    console = player.console
    assert isinstance(console, Memory)
    console.said = ""
    player.do(line)
    player.advance()
    return console.said


class TestPicture:
    def test_points_are_called_so(self) -> None:
        game = position("QC JD / AC / 2C", scores=(1, 0, 115), target=200)
        assert board.players_text(game, Look()) == [
            ">You         2 cards    1 point   Computer 2  1 card     0 points ",
            " Computer 3  1 card   115 points ",
        ]

    def test_on_a_narrow_screen_two_players_still_stand_side_by_side(self) -> None:
        lines = board.players_text(position("QC JD / AC"), Look(columns=60))
        assert lines == [">You         2 cards    0 pts  Computer 2  1 card     0 pts "]

    def test_the_size_of_the_discard_pile_is_shown(self) -> None:
        game = position("QC / AC", discards="2C 3C 9H")
        assert board.piles_text(game, Look()) == (
            "Hand 1, stock 2 cards, 3 discards, the top one [9H]"
        )
        game = position("QC 9S / AC", discards="", drawn=True, took=True)
        assert board.piles_text(game, Look()) == "Hand 1, stock 2 cards, no discards"

    def test_cards_that_fit_a_meld_of_the_table_are_marked(self) -> None:
        melds = "2: 5H 6H 7H / 1: 7C 8C 9C"
        game = position("8H QC QD 3S JS 10C / AC", melds=melds, discards="2S")
        lines = board.hand_text(game, 1, Look(), "suit")
        assert lines[0] == "Your hand, 51 points deadwood; + fits a meld on the table"
        assert lines[2].split() == ["(10C+", "QC)", "QD", "8H+", "3S", "JS"]

    def test_marks_move_no_other_card(self) -> None:
        text = "8H 10C 10H QC QD QH / AC"
        marked = position(text, melds="2: 5H 6H 7H / 1: JC JD JH", discards="9C")
        plain = position(text)
        for before, after in zip(
            board.hand_text(plain, 1, Look(), "rank")[2].split("10")[1:],
            board.hand_text(marked, 1, Look(), "rank")[2].split("10")[1:],
        ):
            assert len(before) == len(after)

    def test_in_words_the_cards_that_fit_are_named(self) -> None:
        game = position("8H QC / AC", melds="2: 5H 6H 7H")
        lines = board.hand_text(game, 1, Look(WORDS), "suit")
        assert lines[-1] == "  Fits a meld on the table: eight of hearts."

    def test_nothing_is_explained_where_nothing_fits(self) -> None:
        lines = board.hand_text(position("8H QC / AC"), 1, Look(), "suit")
        assert lines[0] == "Your hand, 18 points deadwood"


class TestToldAgain:
    def test_last_tells_what_happened_since_your_last_turn(self) -> None:
        player = seated(10, players=3)
        type_lines(player, "draw", "discard 1")
        drawn, *news = "".join(player.take_news()).splitlines(keepends=True)
        assert drawn.startswith("You draw") and len(news) == 2
        assert "".join(news) == answer(player, "last") == answer(player, "last")

    def test_in_the_middle_of_your_turn_too(self) -> None:
        player = seated(10, players=3)
        type_lines(player, "draw", "discard 1")
        news = answer(player, "last")
        type_lines(player, "draw")
        said = answer(player, "la")
        assert said.startswith(news) and said.removeprefix(news).startswith("You draw ")

    def test_at_the_beginning_nothing_has_happened(self) -> None:
        player = seated(10, players=4)
        assert answer(player, "last") == "Nothing has happened since your last turn.\n"

    def test_the_end_of_a_hand_is_told_again(self) -> None:
        player = seated(1, players=2, level="medium", target=1000)
        while player.game.hand == 1:
            type_lines(player, "discard 1" if player.game.drawn else "draw")
        assert "Scores: " in answer(player, "last")

    def test_a_person_hears_no_card_that_another_drew(self) -> None:
        player = seated(3, humans=2)
        type_lines(player, "draw", "discard 1")
        assert "draws a card and discards" in answer(player, "last")

    def test_redo_tells_what_the_computers_do(self) -> None:
        player = seated(10, players=3)
        type_lines(player, "draw")
        player.take_news()
        type_lines(player, "discard 1")
        told = player.take_news()
        type_lines(player, "undo")
        assert player.take_news() == []
        type_lines(player, "redo")
        assert player.take_news() == told != []


class TestLastTable:
    @pytest.mark.parametrize("options", [{}, {"restock": "block"}])
    def test_it_is_as_the_last_move_of_a_hand_leaves_it(self, options: dict[str, object]) -> None:
        player = seated(3, level="easy", target=150, **options)
        player.do("auto")
        ends = [event for event in player.session.history.backwards() if ends_hand(event)]
        assert len(ends) > 2
        for event in ends:
            table = last_table(event)
            assert sorted(map(str, table.all_cards())) == sorted(map(str, DECK))
            assert table.scores == event.after.scores and table.hand == event.before.hand
            assert table.hands == event.after.last.hands
            assert all(as_meld(meld.cards, "low") == meld.cards for meld in table.melds)

    def test_a_person_sees_it_before_the_next_hand_is_dealt(self) -> None:
        class Screen(Memory):
            interactive = True

            def pause(self, text: str) -> None:
                self.said += text

        screen = Screen()
        player: RummyPlayer = player_of(session_of(Rummy, 1), screen)
        player.advance()
        while player.game.hand == 1:
            type_lines(player, "discard 1" if player.game.drawn else "draw")
        table = last_table(next(e for e in player.session.history.backwards() if ends_hand(e)))
        shown_ = screen.said.partition("Press Enter for the next hand. ")[0]
        assert shown_.endswith(board.picture(table, 0, player.look, "suit"))
        assert " hand 1 and " in shown_

    def test_it_is_that_of_the_end_of_the_match(self) -> None:
        player = seated(3, target=1)
        player.do("auto")
        event = next(player.session.history.backwards())
        table = last_table(event)
        assert board.melds_text(table, Look()) == board.melds_text(player.game, Look())
        assert board.piles_text(table, Look()) == board.piles_text(player.game, Look())


class TestScoreSheet:
    def test_it_has_a_line_for_each_hand(self) -> None:
        player = seated(1, target=60)
        player.do("auto")
        lines = answer(player, "scores").splitlines()
        start = lines.index("Points by hand; 60 win the match:")
        names, *hands, total = [line.split() for line in lines[start + 1 :]]
        assert names == ["hand", "You", "Computer", "2"]
        assert [line[0] for line in hands] == [str(n) for n in range(1, player.game.hand + 1)]
        for seat in (1, 2):
            points = [int(line[seat]) for line in hands if line[seat] != "-"]
            assert sum(points) == int(total[seat]) == player.game.scores[seat - 1]

    def test_the_end_of_a_match_shows_it(self) -> None:
        player = seated(1, target=60)
        player.do("auto")
        outcome = player.game.outcome()
        assert outcome is not None and "Points by hand" in player.ending(outcome)

    def test_undo_takes_back_its_lines(self) -> None:
        player = seated(1, target=60)
        player.do("auto")
        assert "\n1 " in answer(player, "scores")
        type_lines(player, "undo")
        assert "\n1 " not in answer(player, "scores")

    def test_six_players_fit_the_screen(self) -> None:
        player = seated(1, players=6, target=1, names="Ann,Bartholome")
        player.do("auto")
        for columns in (40, 60, 80):
            player.look = Look(columns=columns)
            lines = answer(player, "scores").partition("Points by hand")[2].splitlines()
            assert max(map(len, lines)) < columns

    def test_it_is_read_aloud_in_sentences(self) -> None:
        player = seated(1, target=1)
        player.look = Look(WORDS, notes=True)
        player.do("auto")
        said = answer(player, "scores")
        assert "\nHand 1: " in said and "\nTotal: " in said


class TestTarget:
    @pytest.mark.parametrize("players", [2, 3, 6])
    def test_a_new_match_has_fifty_points_for_each_player(self, players: int) -> None:
        text = shown_here("rummy", "--players", str(players), "--seed", "1", stdin="score\n")
        assert f"the target is {50 * players}." in text

    def test_a_target_that_is_named_is_kept(self) -> None:
        text = shown_here(
            "rummy", "--players", "6", "--target", "100", "--seed", "1", stdin="score\n"
        )
        assert "the target is 100." in text

    def test_a_script_that_names_no_target_means_100(self) -> None:
        assert read_setup("# cardgames rummy --players 6 --seed 1").options.target == 100

    def test_scripts_always_name_it(self, tmp_path: Path) -> None:
        for players in (2, 6):
            setup = Setup(Rummy, RummyOptions(players=players), 1)
            assert "--target 100" in setup.command_line()
            assert read_setup(f"# {setup.command_line()}").options == setup.options

    def test_an_old_record_without_one_replays(self, tmp_path: Path) -> None:
        old = tmp_path / "old.txt"
        old.write_text("# cardgames rummy --players 6 --seed 1\nscore\nsave new.txt overwrite\n")
        result = run_here("replay", "--strict", str(old), cwd=tmp_path)
        assert b"the target is 100." in result.stdout and result.returncode == 0

    def test_a_simulation_names_it(self) -> None:
        plan = read_plan("cardgames simulate rummy --players 6 --target 100 --games 1")
        assert read_plan(plan.origin()["command"]).options.target == 100
        assert read_plan("cardgames simulate rummy --players 6").options.target == 300
