"""All hands of Rummy open: where only computers play, and to look back at what was played."""

import re

import pytest

from cardgames.games.rummy.board import LookBack, ends_hand, open_table
from cardgames.games.rummy.game import Rummy
from cardgames.model.errors import IllegalMove
from cardgames.text.wording import WORDS, Look
from tests.program import shown_here
from tests.seated import Memory, player_of, session_of, type_lines
from tests.test_painter_terminal import Painted
from tests.test_terminal import opened  # noqa: F401

CARD = re.compile(r"\b(?:10|[2-9AJQK])[CDHS]\b")
SHORT = {"level": "easy", "target": 1}
"""Options for computers to play a match to its end in no time."""
SIZES = [(24, 80, 6), (20, 60, 4), (18, 44, 2), (15, 40, 2)]


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

    def test_words_name_them(self) -> None:
        game = session_of(Rummy, 3, humans=0).game
        told = open_table(game, Look(WORDS)).replace("\n  ", " ")
        for seat, hand in enumerate(game.hands, 1):
            (line,) = [line for line in told.splitlines() if line.startswith(f"Computer {seat}")]
            assert all(card.name in line for card in hand)

    @pytest.mark.parametrize("humans", [0, 1, 2])
    def test_it_lies_open_only_where_no_person_plays(self, humans: int) -> None:
        player = player_of(session_of(Rummy, 3, players=3, humans=humans, **SHORT), Memory())
        board, other = player.board(player.game), str(player.game.hands[2][0])
        assert (other in CARD.findall(board)) is (humans == 0)
        if humans:
            type_lines(player, "auto")
            assert not player.is_open

    def test_what_is_drawn_is_told(self) -> None:
        told = shown_here("rummy", "--humans", "0", "--seed", "3", "--target", "1", stdin="")
        assert "draws a card" not in told and re.search(r"draws 10[CDHS]|draws [2-9AJQK]", told)


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

    def test_it_records_nothing(self) -> None:
        player = player_of(session_of(Rummy, 3, target=60), Memory())
        type_lines(player, "auto")
        log, hints = [*player.session.log], player.session.hints
        type_lines(player, "look back", "look back 1")
        assert player.session.log == log and player.session.hints == hints

    def test_a_hand_in_progress_stays_closed(self) -> None:
        player = player_of(session_of(Rummy, 3), Memory())
        player.advance()
        for line in ("look back", "look back 1", "look back 2"):
            with pytest.raises(IllegalMove, match="has not ended: look back at it after its end"):
                player.do(line)

    def test_without_a_terminal_it_tells_the_hand(self) -> None:
        words = ("rummy", "--seed", "3", "--target", "30")
        told = shown_here(*words, stdin="auto\nlook back 1\n").rpartition("played for you.\n")[2]
        end = "Computer 2 wins hand 1 and 1 point"
        assert end in told and "hand 2" not in told and "draws a card" not in told
        told = shown_here(*words, stdin="auto\nlook back\n").rpartition("played for you.\n")[2]
        assert end in told and "hand 2" in told, "the match"


ENDS = ("Another game? [y/N]", "Press Enter to go on.")
"""The last line at the end, where a small screen shows the ending alone."""


def watched(opened: list[Painted], lines: int, columns: int, *words: str) -> Painted:  # noqa: F811
    looks = ("--cards", "ascii", "--no-color", "--no-journal")
    opened.append(Painted("rummy", *words, *looks, size=(lines, columns)))
    return opened[0]


@pytest.mark.parametrize(("lines", "columns", "players"), SIZES)
def test_computers_are_watched_with_steps_back(
    opened: list[Painted],  # noqa: F811
    lines: int,
    columns: int,
    players: int,
) -> None:
    words = ("--humans", "0", "--players", str(players), "--level", "easy", "--seed", "3")
    table = watched(opened, lines, columns, *words, "--target", "10")
    game = session_of(Rummy, 3, players=players, humans=0).game
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


def test_the_way_to_the_end_tells_how_far_it_is(opened: list[Painted]) -> None:  # noqa: F811
    words = ("--humans", "0", "--players", "6", "--level", "hard", "--seed", "3")
    table = watched(opened, 24, 80, *words, "--target", "300")
    table.until(lambda seen: any("[space] pause" in line for line in seen))
    table.type("e")
    table.until(lambda seen: re.fullmatch(r"\d+ moves \.\.\.", seen[-1]) is not None)
    assert "Playing on to the end; Ctrl-C stops it." in table.view.lines
    table.interrupt()
    table.see("Ctrl-C again leaves the game.")
