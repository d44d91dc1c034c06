"""Standard streams that are closed, full or read by nobody; foreign words on the way to them."""

import os
import subprocess
import sys
from io import BytesIO, StringIO
from pathlib import Path
from unittest.mock import Mock

import pytest

from cardgames.screen.console import LARGEST_LINE, Console, Incoming, screen_size
from tests.kept import keep, result
from tests.program import PROGRAM, environment, run, run_here
from tests.samples import sample

FULL = "Error: cannot write standard output: No space left on device"

ENDLESS = "Error: cannot read standard input: line 1 is longer than 1 MiB"

CASES = f"""\
0  canfield <&-
0  canfield >&-                  | Error: line 1: unknown command 'foo'; help lists the commands
0  canfield 2>&-
0  canfield <&- >&- 2>&-
2  canfield --draw 9 2>&-
0  rules clock >&-
0  simulate clock --games 3 2>&-
2  canfield >/dev/full           | {FULL}
2  --help >/dev/full             | {FULL}
2  canfield 2>/dev/full
2  canfield --draw 9 2>/dev/full
2  simulate clock --games 3 2>/dev/full
2  clock --auto >/dev/full 2>/dev/full
2  klondike </dev/zero          | {ENDLESS}
2  slap --echo --strict </dev/zero | {ENDLESS}
2  canfield 0>/dev/null          | Error: cannot read standard input: Bad file descriptor
0  rules clock 1>&3
0  canfield 2>&3
"""
"""The exit status, the command line, and the last line on standard error; nobody reads stream 3."""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_each_command_ends_with_a_status_whatever_its_streams_are() -> None:
    cases = [line.split(maxsplit=1) for line in CASES.splitlines()[:: sample(3, 1)]]
    script = "exec 3> >(:); sleep 0.1\n" + "".join(
        f'said=$({{ echo foo | "$0" {rest.partition("|")[0]}; echo "$?" >&4; }} 2>&1 >/dev/null'
        f" 4>&5 5>&-); echo \"${{said##*$'\\n'}}\" >&5\n"
        for _, rest in cases
    )
    result = subprocess.run(
        ["bash", "-c", f"{{ {script} }} 5>&1", PROGRAM],
        capture_output=True, text=True, env=environment(), check=False,
    )  # fmt: skip
    lines = result.stdout.split("\n")
    found = list(zip(lines[::2], lines[1::2]))
    assert found == [(status, rest.partition("|")[2].strip()) for status, rest in cases]


def test_a_file_never_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    """Else what is written there would go into the record."""
    file = tmp_path / "game.txt"
    subprocess.run(
        ["bash", "-c", f'"$0" canfield --seed 1 --record {file} <&- >&- 2>&-', PROGRAM],
        env=environment(), check=True,
    )  # fmt: skip
    assert file.read_text() == "# cardgames canfield --seed 1\n"


def test_a_foreign_word_does_nothing_to_the_terminal() -> None:
    title, red = "\x1b]0;x\a", "\x1b[31mx"
    for words in (
        [red], ["canfield", f"--{red}"], ["canfield", "--variant", title],
        ["canfield", "--deck", title], ["canfield", "--record", f"/{red}/y"], ["replay", title],
        ["simulate", "clock", "--games", title],
    ):  # fmt: skip
        result = run_here(*words)
        assert result.returncode == 2
        lines = result.stderr.decode().splitlines()
        assert all(line.isprintable() for line in lines) and "Error: " in lines[-1], words


def test_what_the_system_refuses_is_not_called_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("cardgames.simulation.deals.simulate", refuse)
    result = run_here("simulate", "clock", "--games", "3")
    assert result.returncode == 2
    assert result.stderr == b"Error: Resource temporarily unavailable\n"


class TestLongLines:
    """Lines of 1 MiB are read and cut off; from a longer one on, nothing is read."""

    def test_the_longest_is_cut_off_and_a_longer_one_is_not_read_to_its_end(self) -> None:
        longest = b"x" * (LARGEST_LINE - 1) + b"\n"
        for last in (b"", b"card\n", b"card"):
            cut, *rest = Incoming(BytesIO(longest + last))
            assert (set(cut), len(cut)) == ({"x"}, 4000)
            assert rest == [last.decode()] * bool(last)
        stream = BytesIO(b"card\n" + b"x" * (10 * LARGEST_LINE))
        lines = iter(Incoming(stream))
        assert next(lines) == "card\n"
        with pytest.raises(OSError, match="line 2 is longer than 1 MiB"):
            next(lines)
        assert stream.tell() < 2 * LARGEST_LINE

    def test_a_mark_of_the_byte_order_does_no_harm(self) -> None:
        stream = BytesIO(b"\xef\xbb\xbf\xe2\x80\x8bcard\n\xef\xbb\xbfcard")
        assert [*Incoming(stream)] == ["card\n", "\ufeffcard"]

    def test_what_was_played_before_it_is_shown_and_recorded(self, tmp_path: Path) -> None:
        """Also where the input is a file, for which output is held back."""
        game, record = tmp_path / "game", tmp_path / "record"
        game.write_bytes(b"card\n" + b"x" * (2 * LARGEST_LINE) + b"\ncard\n")
        with game.open("rb") as script:
            result = subprocess.run(
                [PROGRAM, "canfield", "--seed", "1", "--record", str(record)],
                stdin=script, capture_output=True, env=environment(), check=False,
            )  # fmt: skip
        played = run("canfield", "--seed", "1", stdin="card\n")
        assert (result.returncode, result.stdout) == (2, played.stdout)
        assert result.stderr.decode().endswith(f"{ENDLESS.replace('1 is', '2 is')}\n")
        assert record.read_text() == "# cardgames canfield --seed 1\ncard\n"

    def test_nor_is_an_answer(self, tmp_path: Path) -> None:
        (tmp_path / "cardgames").mkdir()
        keep(tmp_path / "cardgames" / "diary.sqlite", result())
        typed, state = b"x" * (10 * LARGEST_LINE), str(tmp_path)
        told = run_here("diary", "--forget", "all", stdin=typed, XDG_STATE_HOME=state)
        assert told.returncode == 2 and told.stderr.decode().endswith(f"{ENDLESS}\n")


@pytest.mark.parametrize("apart", [False, True], ids=["one file", "two files"])
def test_boards_and_errors_for_the_lines_of_a_file_are_written_together(
    apart: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where both go to one file, they keep their order."""
    streams = Mock(wraps=StringIO()), Mock(wraps=StringIO())
    with open(tmp_path / "out", "w") as one, open(tmp_path / "err", "w") as other:
        streams[0].fileno, streams[1].fileno = one.fileno, (other if apart else one).fileno
        monkeypatch.setattr(sys, "stdout", streams[0])
        monkeypatch.setattr(sys, "stderr", streams[1])
        console = Console(["line\n"] * 1000, quiet=False, held=True)
    while console.read("") is not None:
        console.show("board\n")
        console.note("error\n")
    console.flush()
    written = [[call.args[0] for call in stream.write.call_args_list] for stream in streams]
    assert sum(map(len, written)) <= 40
    texts = ["board\n" * 1000, "error\n" * 1000] if apart else ["board\nerror\n" * 1000, ""]
    assert ["".join(pieces) for pieces in written] == texts


@pytest.mark.parametrize("size", ["9" * 5000, "9" * 20, "-1", "0", "x"])
def test_a_screen_of_an_absurd_size_is_one_of_the_usual_size(
    size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", size)
    monkeypatch.setenv("LINES", size)
    monkeypatch.setattr(os, "get_terminal_size", Mock(side_effect=OSError))
    assert screen_size() == (80, 24)
