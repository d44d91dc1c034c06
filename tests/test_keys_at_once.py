"""A key acts at once: nothing waits after it. These tests show it by counting, not by a clock."""

import os
import select
from collections.abc import Iterator
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

import pytest

from cardgames.screen import keyboard, live
from cardgames.screen.console import END_OF_LINE
from cardgames.screen.keyboard import ESCAPING, PASTING, Keyboard
from cardgames.screen.live import LiveConsole

KEYS = {" ": "play", "s": "slap", "k": "slap 2"}
PASTED_S = "\x1b[200~s\x1b[201~"
COMMANDS = ("score", "slap", "show", "play", "step")


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The waits for further input, in seconds; none of them takes any time."""
    waited: list[float] = []
    real = select.select

    def looked(streams: Any, _: Any, __: Any, seconds: float) -> Any:
        waited.append(seconds)
        return real(streams, [], [], 0)

    monkeypatch.setattr(keyboard, "select", looked)
    return waited


@pytest.fixture
def pipe() -> Iterator[tuple[int, Keyboard]]:
    reading, writing = os.pipe()
    with os.fdopen(reading) as stream:
        yield writing, Keyboard(stream)
    os.close(writing)


@pytest.mark.parametrize(("typed", "read", "waited"), [
    *((key, key, []) for key in ("s", " ", "k", "sk", "score\r")),
    ("\x1b[Ak", "k", []), (PASTED_S, "s", []),
    ("\x1b", "\x1b", [ESCAPING]), ("s\x1b[", "s", [ESCAPING]), ("\x1b[200~s", "s", [PASTING]),
])  # fmt: skip
def test_only_the_rest_of_a_sequence_or_of_a_marked_paste_is_waited_for(
    typed: str, read: str, waited: list[float], waits: list[float], pipe: tuple[int, Keyboard]
) -> None:
    writing, keys = pipe
    os.write(writing, typed.encode())
    assert keys.pressed(5) == read
    assert [seconds for seconds in waits[1:] if seconds] == waited  # the first is for the key


class Pressed(LiveConsole):
    """A terminal with keys at hand; it counts how often it looks for one, and never waits."""

    def __init__(self, *typed: str) -> None:
        super().__init__(
            lambda before, start: [word for word in COMMANDS if word.startswith(start)]
        )
        self.by_keys, self.looked, self.resized = True, 0, False
        self.written: list[str] = []
        self._typing = iter(typed)
        self._keyboard.pressed = self._next  # type: ignore[method-assign]

    def _next(self, seconds: float) -> str:
        self.looked += 1
        return next(self._typing)

    def write(self, text: str) -> None:
        self.written.append(text.lstrip(f"\r{END_OF_LINE}"))

    def _resized(self) -> bool:
        return self.resized

    def next_command(self) -> str | None:
        return self.read_live("> ", KEYS, None)[0]

    def clock(self) -> int:
        """It stood at 900 ms when the key was read."""
        return 900


@pytest.mark.parametrize("key", KEYS)
def test_a_key_is_looked_for_once(key: str) -> None:
    """That is so for a right slap and a wrong one, which the console cannot tell apart."""
    console = Pressed(key)
    assert console.next_command() == KEYS[key] and console.looked == 1


@pytest.mark.parametrize(("until", "at"), [(653, 653), (1000, 900), (None, 900)])
def test_a_key_that_was_there_when_the_clock_ran_out_came_before(
    until: int | None, at: int
) -> None:
    """A line, which ends when Enter is pressed, has the time at which it was read."""
    assert Pressed("s").read_live("> ", KEYS, until) == (KEYS["s"], at)
    assert Pressed("score\r").read_live("> ", KEYS, until) == ("score", 900)
    assert Pressed("\n").read_live("> ", KEYS, until, "n") == ("n", 900)


def test_a_key_that_was_typed_with_a_line_came_after_it() -> None:
    """The line has held up what was due: a key that comes along must not be before that."""
    console = Pressed("score\rs")
    assert console.read_live("> ", KEYS, 653) == ("score", 900)
    assert console.read_live("> ", KEYS, 653) == (KEYS["s"], 900)


def test_time_goes_on_while_the_program_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever stops it to look at the table has no more time than others."""
    now = [100.0]
    for module in (live, keyboard):
        monkeypatch.setattr(module, "monotonic", lambda: now[0])
    monkeypatch.setattr("os.kill", lambda process, number: now.append(now.pop() + 10))
    monkeypatch.setattr(keyboard, "tty", SimpleNamespace(setcbreak=lambda file, when: None))
    monkeypatch.setattr("signal.signal", lambda number, handler: None)
    console = LiveConsole(lambda before, start: [])
    console.start_clock(200)
    console._keyboard._stop(20, None)
    assert console.clock() == 10_200


@pytest.mark.parametrize(
    ("typed", "commands"),
    [
        (["score\r"], ["score"]), (["sc", "ore\r"], ["score"]), ([":", "s", "core\r"], ["score"]),
        (["s", "core\r"], ["slap", "core"]), (["sk"], ["slap", "slap 2"]),
        (["s\rscore\r"], ["slap", "score"]), (["S"], ["slap"]), (["f", "s"], ["f", "slap"]),
        ([":", "f", "s\r"], ["fs"]), (["\n", "s"], ["slap"]),
        # A colon begins a command, also after a letter that has begun a line by mistake.
        (["f", ":", "score\r"], ["f", "score"]), (["x", "y", ":score\r"], ["x", "y", "score"]),
        (["sh", ":", "score\r"], ["score"]), (["sc:", "o:score\r"], ["score"]),
        ([":", ":", "sco:score\r"], ["score"]), ([":score a:b\r"], ["score a:b"]),
        (["2: play 500\r", ":2: play\r"], ["2: play 500", "2: play"]),
    ],
)  # fmt: skip
def test_keys_and_lines_are_told_apart(typed: list[str], commands: list[str]) -> None:
    console = Pressed(*typed)
    assert [console.next_command() for _ in commands] == commands


def test_a_paste_that_never_ends_does_not_take_all_keys(
    monkeypatch: pytest.MonkeyPatch, pipe: tuple[int, Keyboard]
) -> None:
    """Even if somebody types on all the time."""
    monkeypatch.setattr("cardgames.screen.keyboard.LONGEST_PASTE", 0.1)
    writing, keys = pipe
    ended = Event()

    def type_on() -> None:
        os.write(writing, b"\x1b[200~card")
        while not ended.wait(0.005):
            os.write(writing, b"x")

    typist = Thread(target=type_on)
    typist.start()
    assert (keys.pressed() or "").startswith("card")
    ended.set()
    typist.join()


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ([":", "s", "\r"], ["> ", "> :", "> :s", "\n"]),
        ([":", "s\r"], ["> ", "> :", "> :s", "\n"]),
        (["score\r"], ["> ", "> score", "\n"]),
    ],
)
def test_a_line_is_shown_as_it_grows_and_a_pasted_one_whole(
    typed: list[str], written: list[str]
) -> None:
    console = Pressed(*typed)
    assert console.next_command() == "".join(typed).strip(":\r")
    assert console.written == written


def test_another_size_asks_for_another_prompt_but_drops_no_key() -> None:
    console = Pressed("", "s", ":", "", "\x08", "")
    console.resized = True
    assert [console.next_command() for _ in range(3)] == ["", "slap", ""]
    assert console.looked == 6  # it goes on with a line that has begun


def test_of_a_line_that_is_too_long_the_end_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last column stays free: a cursor there would begin another line."""
    monkeypatch.setattr(live, "screen_size", lambda: os.terminal_size((20, 24)))
    console = Pressed(":", "abcdefgh", "ijklmnopqrst", "\r")
    assert console.read_live("play> ", KEYS, None)[0] == "abcdefghijklmnopqrst"
    shown = [text for text in console.written if text.strip()]
    assert shown[-2:] == ["play> :abcdefgh", "> defghijklmnopqrst"]
