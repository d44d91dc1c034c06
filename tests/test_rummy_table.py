"""What the table of Rummy shows, open or not, and tells again; and how long a match is."""

import re
from pathlib import Path

import pytest

from cardgames.cli.dealing import read_setup
from cardgames.games.rummy import board
from cardgames.games.rummy.board import LookBack, ends_hand, last_table, open_table
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.melds import meld_rules
from cardgames.games.rummy.options import RummyOptions
from cardgames.model.cards import DECK
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Setup
from cardgames.text.wording import Look
from tests.program import run_here
from tests.seated import Memory, answer, player_of, seated, session_of, type_lines
from tests.test_painter_terminal import Painted


def test_redo_tells_what_the_computers_do() -> None:
    player = seated(Rummy, 10, players=3)
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
        player = seated(Rummy, 3, level="easy", target=150, **options)
        player.do("auto")
        ends = [event for event in player.session.history.backwards() if ends_hand(event)]
        assert len(ends) > 2
        for event in ends:
            table = last_table(event)
            assert sorted(map(str, table.all_cards())) == sorted(map(str, DECK))
            assert table.scores == event.after.scores and table.hand == event.before.hand
            assert table.hands == event.after.last.hands
            assert all(meld_rules("low").as_meld(one.cards) == one.cards for one in table.melds)

    def test_a_person_sees_it_before_the_next_hand_is_dealt(self) -> None:
        class Screen(Memory):
            interactive = True

            def pause(self, text: str) -> None:
                self.said += text

        screen = Screen()
        player = player_of(session_of(Rummy, 1), screen)
        player.advance()
        while player.game.hand == 1:
            type_lines(player, "discard 1" if player.game.drawn else "draw")
        table = last_table(next(e for e in player.session.history.backwards() if ends_hand(e)))
        shown_ = screen.said.partition("Press Enter for the next hand. ")[0]
        assert shown_.endswith(board.picture(table, 0, player.look, "suit"))
        assert " hand 1 and " in shown_


def test_the_score_sheet_has_a_line_for_each_hand() -> None:
    player = seated(Rummy, 1, target=60)
    player.do("auto")
    lines = answer(player, "scores").splitlines()
    start = lines.index("Points by hand; 60 win the match:")
    names, *hands, total = [line.split() for line in lines[start + 1 :]]
    assert names == ["hand", "You", "Computer", "2"]
    assert [line[0] for line in hands] == [str(n) for n in range(1, player.game.hand + 1)]
    for seat in (1, 2):
        points = [int(line[seat]) for line in hands if line[seat] != "-"]
        assert sum(points) == int(total[seat]) == player.game.scores[seat - 1]


class TestTarget:
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


CARD = re.compile(r"\b(?:10|[2-9AJQK])[CDHS]\b")
SHORT = {"level": "easy", "target": 1}
"""Options for computers to play a match to its end in no time."""
SIZES = [(24, 80, 6), (20, 60, 4), (15, 40, 2)]


@pytest.mark.usefixtures("brief_hints")
class TestOpenTable:
    @pytest.mark.parametrize(("lines", "columns", "players"), SIZES)
    def test_every_hand_is_whole_and_fits(self, lines: int, columns: int, players: int) -> None:
        player = player_of(session_of(Rummy, 3, players=players, humans=0, level="easy"))
        look = Look(notes=True, columns=columns)
        player.watch()
        for event in player.session.history.backwards():
            table = open_table(event.before, look)
            assert {str(card) for hand in event.before.hands for card in hand} <= {
                *CARD.findall(table)
            }
            assert max(map(len, table.splitlines())) <= columns
        assert len(open_table(player.session.history.line(0)[0][0], look).splitlines()) <= lines - 5

    @pytest.mark.parametrize("humans", [0, 1, 2])
    def test_it_lies_open_only_where_no_person_plays(self, humans: int) -> None:
        player = player_of(session_of(Rummy, 3, players=3, humans=humans, **SHORT), Memory())
        board, other = player.board(player.game), str(player.game.hands[2][0])
        assert (other in CARD.findall(board)) is (humans == 0)
        if humans == 1:
            player.session.hand_over("hint")
            assert not player.is_open


class TestLookBack:
    def test_it_has_the_deal_and_every_move(self) -> None:
        player = player_of(session_of(Rummy, 3, target=60), Memory())
        type_lines(player, "auto")
        events = [*player.session.history.backwards()][::-1]
        pictures = LookBack(events, Look(columns=40))
        assert len(pictures) == len(events) + 1
        assert pictures[0][1] == "Hand 1 as it was dealt.\n"
        for number, event in enumerate(events, 1):
            board, news = pictures[number]
            assert news.startswith(f"Hand {event.before.hand}, move {number} of {len(events)}.\n")
            assert max(map(len, news.splitlines())) <= 40
            if ends_hand(event):
                left = {str(card) for hand in event.after.last.hands for card in hand}
                assert left <= {*CARD.findall(board)}

    def test_a_hand_in_progress_stays_closed(self) -> None:
        player = seated(Rummy, 3)
        for line in ("look back", "look back 1", "look back 2"):
            with pytest.raises(IllegalMove, match="has not ended: look back at it after its end"):
                player.do(line)


ENDS = ("Another game? [y/N]", "Press Enter to go on.")
"""The last line at the end, where a small screen shows the ending alone."""


@pytest.mark.parametrize(("lines", "columns", "players"), SIZES[2:])
def test_computers_are_watched_with_steps_back(
    opened: list[Painted], lines: int, columns: int, players: int
) -> None:
    words = ("--humans", "0", "--players", str(players), "--level", "easy", "--seed", "3")
    looks = ("--target", "10", "--cards", "ascii", "--no-color", "--no-journal")
    opened.append(Painted("rummy", *words, *looks, size=(lines, columns)))
    table, game = opened[0], session_of(Rummy, 3, players=players, humans=0).game
    table.until(lambda seen: any("[space] pause" in line for line in seen))
    table.type("x")
    seen = table.until(lambda seen: "'x' does nothing here. The keys:" in seen)
    assert {str(card) for card in game.hands[0]} & {*CARD.findall("\n".join(seen))}
    table.type("b" * 9)
    table.until(lambda seen: "[space] step [b] back [g] go on [e] end" in seen[-1])
    board = table.view.lines[0]
    table.type(" ")
    table.type("b")
    table.until(lambda seen: seen[0] == board)
    table.type("e")
    table.until(lambda seen: seen[-1] in ENDS)
    table.type("look back\n")
    table.until(lambda seen: any(re.match(r"Hand \d+ as it was dealt", at) for at in seen))
    table.type("  b")
    table.until(lambda seen: any(re.match(r"Hand \d+, move 1 of", at) for at in seen))
    table.type("e")
    table.until(lambda seen: seen[-1] in ENDS)
