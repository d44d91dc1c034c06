"""Automatic moves: every game makes, records, reports and takes them back in the same way."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from cardgames import games
from cardgames.cli.playing import read_setup
from cardgames.games.canfield.game import Canfield
from cardgames.games.clock.game import Clock
from cardgames.games.mod10.game import Mod10
from cardgames.games.rummy.game import Rummy
from cardgames.games.slap.game import Slap
from cardgames.model.errors import IllegalMove
from cardgames.model.game import HUMAN, Game, Move, Outcome
from cardgames.play.script import Journal
from tests.parts import SHARE
from tests.program import run_here, shown_here
from tests.samples import sample
from tests.seated import Memory, brief_computers, player_of, seated, session_of, type_lines
from tests.walks import every_game

pytestmark = pytest.mark.usefixtures("brief_hints")

PAIR = Slap.read_deck("2C 3C 5C 7C 4D 3D 6D 8D")[::-1]
"""The fourth card makes a pair."""


def said(playing: Any) -> str:
    """Return the texts since the last call, with those that wait for the next board."""
    text: str = playing.console.said + "".join(playing.take_news())
    playing.console.said = ""
    return text.replace("\n  ", " ")


class TestNews:
    @pytest.mark.parametrize("line", ["undo 2", "restart"])
    def test_nobody_is_told_another_person_s_future(self, line: str) -> None:
        """The second player hears only the final moves of the first, not those taken back."""
        playing = seated(Rummy, 3, humans=2)
        type_lines(playing, "draw", "discard 1", line)
        assert "draws" not in said(playing)
        type_lines(playing, "take", "discard 2")
        news = said(playing)
        assert " takes " in news and " draws " not in news and news.count(" discards ") == 1

    def test_a_new_deal_and_a_loaded_game_have_no_old_news(self, tmp_path: Path) -> None:
        playing = seated(Rummy, 5, players=3)
        type_lines(playing, "draw", "discard 1", "new 12")
        other = player_of(session_of(Rummy, 12, players=3), Memory())
        other.advance()
        assert said(playing) == said(other)
        file = tmp_path / "game"
        type_lines(playing, "draw", "discard 1", f"save {file}", f"load {file}")
        assert playing.take_news() == []

    def test_a_pile_that_was_taken_back_is_not_shown_as_taken(self) -> None:
        playing = seated(Slap, deck=PAIR)
        type_lines(playing, "play 500", "wait 600", "play 500", "wait 2000")
        assert "a pair" in playing._taken()
        type_lines(playing, "undo 2")
        assert playing._taken() == ""


class TestWatching:
    def test_every_move_is_told(self) -> None:
        playing = seated(Rummy, 41, target=1)
        type_lines(playing, "auto")
        text, log = said(playing), playing.session.log
        for verb in ("draw", "take", "discard"):
            assert text.count(f" {verb}s ") == sum(f"2: {verb}" in line for line in log)
        mine = [line for line in text.splitlines() if line.startswith("You") and "discard" in line]
        assert len(mine) == sum(line.startswith("1: discard") for line in log)
        type_lines(playing, "undo")
        assert said(playing) == ""

    @every_game
    def test_the_end_tells_undos_and_hints(self, name: str) -> None:
        playing = seated(games.model(name))
        type_lines(playing, str(next(playing.legal_moves())), "undo", "hint")
        text = playing.ending(Outcome(1, "all is done")).replace("\n  ", " ")
        assert "1 undo" in text and "1 hint" in text


AUTOMATIC = [(Clock, {}), (Mod10, {}), (Rummy, {"target": 1}), (Slap, {})]
"""The games that `auto` plays to the end, with options that make them short."""


class TestAuto:
    @pytest.mark.parametrize(("game", "options"), AUTOMATIC)
    @brief_computers()
    def test_it_is_one_recorded_step(self, game: type[Game], options: Any, tmp_path: Path) -> None:
        playing = seated(game, 2, **options)
        type_lines(playing, str(next(playing.legal_moves())))
        before, start = playing.game, len(playing.session.log)
        type_lines(playing, "auto", f"save {tmp_path / 'game'}")
        end, log = playing.game, playing.session.log
        assert playing.session.outcome() is not None
        assert log[start] == "auto" and log[start + 1 :]
        assert all(":" in line for line in log[start + 1 :])
        again = seated(game, 9, **options)
        type_lines(again, f"load {tmp_path / 'game'}")
        assert (again.game, again.session.log) == (end, log)
        type_lines(playing, "undo")
        assert playing.game is before and HUMAN in playing.session.seats
        type_lines(playing, "redo")
        assert playing.game is end

    @pytest.mark.parametrize("words", [
        *("canfield", "mod10 --auto greedy", "rummy --humans 0 --target 1"),
        *("slap", "slap --players computer,computer"),
    ])  # fmt: skip
    def test_a_record_of_it_is_replayed(self, words: str, tmp_path: Path) -> None:
        record = str(tmp_path / "game")
        name, *options = words.split()
        options = options if "--auto" in options else [*options, "--auto"]
        shown_here(name, "--seed", "4", *options, "--record", record)
        game, setup = Path(record).read_text(), read_setup(f"# cardgames {name} --seed 4")
        assert run_here("replay", "--strict", record).returncode == 0
        again = player_of(session_of(setup.game))
        type_lines(again, f"load {record}")
        assert again.session.script() == game

    @pytest.mark.parametrize(("game", "options"), AUTOMATIC)
    def test_ctrl_c_takes_it_back_wherever_it_comes(self, game: type[Game], options: Any) -> None:
        playing = seated(game, 5, **options)
        type_lines(playing, str(next(playing.legal_moves())))
        before, log = playing.game, playing.session.log[:]
        for calls in (*range(1, 60, sample(15, 3)), *range(60, 150, sample(45, 30))):
            with pytest.raises(KeyboardInterrupt), interrupted_after(calls):
                playing.do("auto")
            assert (playing.game, playing.session.log) == (before, log)
        assert HUMAN in playing.session.seats
        with pytest.raises(IllegalMove, match="no move to make again"):
            playing.do("redo")

    @pytest.mark.parametrize("person", [True, False])
    @brief_computers()
    def test_one_that_finds_no_move_is_a_step_in_scripts_alone(self, person: bool) -> None:
        playing = seated(Canfield, 42)
        playing.console.interactive = person
        type_lines(playing, "auto quick")
        made, position = playing.session.history.made, playing.game
        type_lines(playing, "auto")
        assert playing.session.log.count("auto") == (not person)
        assert playing.session.history.steps == (1 if person else 2)
        assert playing.game is position and playing.session.history.made == made

    @pytest.mark.parametrize("name", SHARE)
    @brief_computers()
    def test_it_ends_with_the_board_and_the_score(self, name: str) -> None:
        playing = seated(games.model(name), 4)
        playing.console.echo, playing.console.said = True, ""
        type_lines(playing, "auto")
        text, board = said(playing), playing.board(playing.game)
        score = playing.last_score().rstrip() or f"\n{playing._score_sheet()}"
        assert text.index(board.replace("\n  ", " ")) < text.rindex(score)


@contextmanager
def interrupted_after(calls: int) -> Iterator[None]:
    """Interrupt the block at this number of calls after `auto` has been found."""
    left = calls
    begun = False

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal left, begun
        begun = begun or frame.f_code.co_name == "play_on"
        left -= begun and event == "call" and Path(frame.f_code.co_filename).parent.name == "play"
        if left == 0:
            sys.setprofile(None)
            raise KeyboardInterrupt

    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(None)


class TestSeatsInScripts:
    """The seat before a move must belong to a computer that may act now."""

    NO_COMPUTER = "player 1 is not a computer: leave out '1:' before the move"
    NOT_YET = "it is not player 2's turn, but player 1's"

    @pytest.mark.parametrize(("words", "line", "refusal"), [
        ("slap", "3: slap", "there is no player 3: only 1 to 2"), ("slap", "2: play", NOT_YET),
        ("canfield", "1: c", NO_COMPUTER),
        ("canfield", "2: c", "there is no player 2: this is a game for one"),
        ("rummy", "2: draw", NOT_YET), ("rummy --humans 2", "1: draw", NO_COMPUTER),
        ("rummy --humans 2", "2: draw", NOT_YET),
        *[("slap --players human,human", f"{seat}: slap 300", refusal) for seat, refusal in (
            (2, "player 2 is not a computer: type 'slap 2 300'"), (1, NO_COMPUTER))],
    ])  # fmt: skip
    def test_others_are_refused(self, words: str, line: str, refusal: str) -> None:
        result = run_here(*words.split(), "--seed", "1", "--strict", stdin=f"{line}\n")
        assert result.returncode == 1
        assert f"Error: line 1: {refusal}" in result.stderr.decode()

    def test_a_computer_slaps_out_of_turn(self) -> None:
        playing = seated(Slap, deck=PAIR)
        type_lines(playing, "play 500", "2: play 500", "play 500", "2: play 500", "2: slap 400")
        assert playing.game.side(2).won == 1

    def test_after_auto_a_line_may_name_your_seat_until_that_is_undone(self) -> None:
        playing = seated(Rummy, 41, target=1)
        type_lines(playing, "auto")
        first = next(line for line in playing.session.log if line.startswith("1:"))
        again = seated(Rummy, 41, target=1)
        type_lines(again, "auto", first)
        assert again.session.log == playing.session.log
        type_lines(again, "undo")
        with pytest.raises(IllegalMove, match="player 1 is not a computer"):
            again.do(first)

    def test_your_own_move_takes_your_seat_back(self) -> None:
        session = session_of(Mod10, 2)
        session.hand_over("hint")
        session.make(Move("deal", (), 1))
        session.make(Move("deal"))
        assert session.seats == (HUMAN,)
        with pytest.raises(IllegalMove, match="player 1 is not a computer"):
            session.make(Move("deal", (), 1))

    @pytest.mark.parametrize(("game", "options"), AUTOMATIC[2:])
    def test_records_without_auto_replay(
        self, game: type[Game], options: Any, tmp_path: Path
    ) -> None:
        playing = seated(game, 2, **options)
        type_lines(playing, "auto", f"save {tmp_path / 'game'}")
        file = tmp_path / "game"
        file.write_text(file.read_text().replace("auto\n", ""))
        again = seated(game, 9, **options)
        type_lines(again, f"load {file}")
        assert again.game == playing.game
        with pytest.raises(IllegalMove, match="no move to take back"):
            again.do("undo")


class TestRecords:
    """The record of a game replays, even if a script supplied the computers' moves."""

    @pytest.mark.parametrize(("words", "lines"), [
        ("rummy --seed 15", "draw,discard 1,hint,2: draw,2: discard 7D"),
        ("rummy --seed 15", "draw,discard 1,sort rank,2: take"),
        ("slap --seed 3", "play,2: slap,2: play,play"),
        ("slap --seed 3 --players computer,computer", "restart,1: play 500,2: wait 100"),
    ])  # fmt: skip
    def test_it_replays(self, words: str, lines: str, tmp_path: Path) -> None:
        record = str(tmp_path / "record")
        script = lines.replace(",", "\n") + "\nscore\n"
        text = shown_here(*words.split(), "--record", record, stdin=script).splitlines()[-1]
        Path(record).write_text(Path(record).read_text() + "score\n")
        result = run_here("replay", "--strict", record)
        assert result.returncode == 0, result.stderr
        assert text == result.stdout.decode().splitlines()[-1]

    def test_a_drawn_game_does_not_go_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        playing = seated(Slap, deck=PAIR)
        playing.do("play 500")
        monkeypatch.setattr(playing.session.history, "earlier", playing.game)
        with pytest.raises(IllegalMove, match="the game is over: the play repeats every"):
            playing.do("2: play 500")

    def test_many_lines_of_computers_are_appended_to_the_record(self, tmp_path: Path) -> None:
        """The file is not rewritten for each line."""
        session, file = session_of(Slap, 3), tmp_path / "record"
        journal = Journal(str(file))
        session.make(Slap.parse("play 500"))
        same = set()
        for _ in range(5):
            session.follow(Slap.parse("2: wait 10"))
            journal.record(session)
            same.add(file.stat().st_ino)
        assert len(same) == 1 and file.read_text() == session.script()
