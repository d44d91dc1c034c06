"""Keys: what means nothing to a line does nothing, and the command after it arrives whole."""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from random import Random

import pytest

from cardgames.screen.editor import ESCAPE, KEYS, Editor
from cardgames.screen.keyboard import ESCAPING, GLANCE, MICE, Keyboard
from tests.samples import sample
from tests.screen import Screen
from tests.test_painter_terminal import Painted

# The keys in terminfo's entries for xterm, linux, rxvt, screen, tmux, VT220, sun and cygwin.
CODES = [*range(1, 9), *range(11, 16), *range(17, 22), 23, 24, 25, 26, 28, 29, 31, 32, 33, 34]
TERMINFO = [
    *(f"[{code}{end}" for code in CODES for end in "~$^@"),
    *(f"[{code};{modifier}~" for code in CODES for modifier in range(2, 9)),
    *(f"[1;{modifier}{end}" for end in "ABCDEFHPQRS" for modifier in range(2, 9)),
    *(f"[{end}" for end in "ABCDEFGHPQRSZabcd"), *(f"[[{end}" for end in "ABCDE"),
    *(f"O{end}" for end in "ABCDEFHPQRSabcdjklmnopqrstuvwxy"), "O5P", "O2S", "\t",
    *(f"[{code}z" for code in (*range(192, 196), *range(208, 236), 247)),
]  # fmt: skip
# What terminals send besides: the mouse in three ways, the focus, pastes, answers, Alt with keys.
OTHERS = [
    "[M !!", "[M#z~", "[<0;10;5M", "[<35;120;40m", "[0;10;5M", "[I", "[O",
    "[201~", "[200~\x1b[201~",
    "[?64;1;2c", "[24;80R", "[?2004;1$y", "]11;rgb:0000/0000/0000\x07", "]11;rgb:0/0/0\x1b\\",
    "P1$r0m\x1b\\", "\x1b[A", "\x1b[D", "\x1bOB", "[27;5;9~", "[97;5u", "é",
    *"acegijklmnopqrstuvwxyz0123456789.-?!AQPX]^_ ",
]  # fmt: skip
MEANINGLESS = [key for key in (ESCAPE + each for each in TERMINFO + OTHERS) if key not in KEYS]
LATE = None
"""Stands among chunks for a pause that is longer than any within a key."""
Chunks = list[bytes | None]


def chunks_of(keys: list[str], chance: Random) -> Chunks:
    """The bytes of KEYS in pieces of 1 to 6, with pauses where a program can know what is meant."""
    data, cuts = b"", set[int]()
    for key in keys:
        # The rest of Alt-X that comes late is an X, and two Escapes are nothing else.
        if key[:1] != ESCAPE or key[1:2] in "[O" and len(key) > 2:
            cuts.update(range(len(data), len(data) + len(key)))
            cuts -= {len(data) + 1} if key[1:2] == "O" else set()  # an O may be typed after Escape
        data += key.encode()
    found, at = Chunks(), 0
    while at < len(data):
        end = at + chance.randint(1, 6)
        found.append(data[at:end])
        if end in cuts and chance.random() < 0.3:
            found.append(LATE)
        at = end
    return found


class Typed(Keyboard):
    """A keyboard whose bytes come in chunks."""

    def __init__(self, chunks: Chunks) -> None:
        super().__init__(io.StringIO())
        self._chunks, self._ready = [*chunks], b""

    @contextmanager
    def single_keys(self, keep: bool = False) -> Iterator[bool]:
        yield True

    def _has_bytes(self, seconds: float) -> bool:
        if not self._ready and seconds > ESCAPING:
            self._chunks = self._chunks[self._chunks[:1] == [LATE] :]
        if not self._ready and seconds and self._chunks and self._chunks[0] is not LATE:
            self._ready = self._chunks.pop(0) or b""
        return bool(self._ready)

    def _read(self, most: int = 4096) -> bytes:
        data, self._ready = self._ready[:most], self._ready[most:]
        return data


def line_of(chunks: Chunks, *history: str) -> str:
    words = ["card", "carry", "score"]
    editor = Editor(Typed(chunks), lambda _, a: [w for w in words if w.startswith(a)], lambda: None)
    editor.history[:] = history
    with redirect_stdout(io.StringIO()):
        return editor.read("> ", "", False, lambda: pytest.fail("the line does not end"))


@pytest.mark.parametrize("seed", range(sample(150, 5000)))
def test_keys_that_mean_nothing_leave_the_line_as_it_is(seed: int) -> None:
    chance, command = Random(seed), "27 to 4"
    keys = [*command]
    for key in chance.sample(MEANINGLESS, 8):
        keys.insert(chance.randint(0, len(keys)), key)
    if chance.random() < 0.5:  # what was begun before is dropped
        keys = ["x", *chance.sample(MEANINGLESS, 2), "y", ESCAPE, *keys]
    at = keys.index(ESCAPE) + 1 if ESCAPE in keys else 0
    chunks = [*chunks_of(keys[:at], chance), LATE, *chunks_of([*keys[at:], "\r"], chance)]
    assert line_of(chunks) == command, chunks


def test_the_keys_of_a_clock_and_of_an_animation_come_alone() -> None:
    chance = Random(1)
    for key in MEANINGLESS:
        keyboard, seen = Typed(chunks_of([key, "s", key, "4", key, " "], chance)), ""
        while len(seen) < 3:
            pressed = keyboard.pressed(GLANCE)
            assert pressed, (key, seen)
            seen += pressed.replace(ESCAPE, "")
        assert seen == "s4 ", key


@pytest.mark.parametrize(("typed", "line"), [
    ("ab\x1b[DX\r", "aXb"), ("ab\x1bOD\x7fX\r", "Xb"), ("ab\x01X\x05Y\r", "XabY"),
    ("ab\x1b[HX\x1b[FY\r", "XabY"), ("one two\x1b[1;5DX\r", "one Xtwo"),
    ("one two\x1bb\x1bbX\r", "Xone two"), ("one two\x01\x1bfX\r", "oneX two"),
    ("one two\x1b\x7fX\r", "one X"), ("one two-3\x17X\r", "one X"),
    ("one two\x01\x1bdX\r", "X two"),
    ("one two\x01\x1b[3~\x04X\r", "Xe two"), ("one two\x02\x02\x15\x05\x19\r", "woone t"),
    ("one\x01\x0btwo \x19\r", "two one"), ("ab\x14\r", "ba"), ("one\x17two\x1f\x1f\r", "one"),
    ("ca\t3\r", "car3"), ("sc\t3\r", "score 3"), ("\x1b[A\r", "second"),
    ("\x10\x10\x0e\r", "second"),
    ("new\x1b[A\x1b[B\r", "new"), ("\x12fir\r", "first"), ("\x12s\x12\r", "first"),
    ("new\x12fir\x07\x05!\r", "new!"), ("\x1b<\r", "first"), ("A♦️é\x7f\r", "A♦️"),
    ("\x1b[27\r", "27"), ("\x1bO27\r", "27"), ("\x00\x1c27\x1d\r", "27"),
])  # fmt: skip
def test_what_keys_do(typed: str, line: str) -> None:
    assert line_of([typed.encode()], "first", "second") == line


@pytest.mark.parametrize(("chunks", "line"), [
    ([b"\x1b", LATE, b"27\r"], "27"), ([b"27\x1b", LATE, b"[15", LATE, b"~3\r"], "273"),
    ([b"27\x1b", LATE, b"OP3\r"], "273"), ([b"27\x1b", LATE, b"O", LATE, b"ff\r"], "Off"),
    ([b"\x1b[", LATE, b"27\r"], "27"), ([b"\xe2\x99", LATE, b"\xa6\r"], "♦"),
    ([b"27\x1b", LATE, b"\x1f\r"], "27"), ([b"2\x1b[M \xff", LATE, b"\xe9" b"7\r"], "27"),
])  # fmt: skip
def test_what_comes_late_is_known_for_what_it_is(chunks: Chunks, line: str) -> None:
    assert line_of(chunks) == line


@pytest.mark.parametrize("columns", [20, 24, 40])
def test_the_cursor_is_in_sight_in_a_row_of_its_own(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for prompt in ("> ", "Number or name> ", "x" * columns, "y" * (columns + 17)):
        for typed in ("27", "six" * 30, "♦é漢" * 20):
            written, screen = io.StringIO(), Screen(10, columns)
            keys = Typed([f"{typed}\x02\x02\x02!\r".encode()])
            editor = Editor(keys, lambda *_: [], lambda: None)
            with redirect_stdout(written):
                editor.read(prompt, "", False, lambda: None)
            screen.write(written.getvalue().replace("\n", "\r\n").removesuffix("\r\n"))
            assert "!" in screen.lines[-1] and "".join(screen.lines).startswith(prompt.rstrip())
            if typed.isascii():
                assert screen.cells[screen.line][screen.column - 1] == "!"


# In every place that reads lines or keys.

PLACES = {
    "menu": ([], [], "help", "options may follow"),
    "setup": (["rummy"], [], "2 people", "press Enter to see your hand"),
    "game": (["klondike", "--seed", "3"], [], "27", "(tabtab 2 7)"),
    "question": (["clock", "--seed", "5"], ["run"], "y", "Clock, seed 5, game 2."),
    "page": (["canfield", "--seed", "3"], ["help"], "c", "(card)"),
    "curtain": (["rummy", "--humans", "2", "--seed", "3"], [], "", "Player 1: draw or take"),
    "Slap": (["slap", "--seed", "3"], [], "score", "> score"),
    "Slap, a line": (["slap", "--seed", "3"], [":"], "score", "> score"),
    "animation": (["clock", "--seed", "5"], ["auto"], "e", "Another game?"),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_command_after_any_keys_arrives_whole(opened: list[Painted], place: str) -> None:
    arguments, typed, command, answer = PLACES[place]
    chance = Random(place)
    clicks = MICE if place.startswith("Slap") else ()  # they slap there
    keys = [key for key in MEANINGLESS if not key.startswith(clicks)]
    for _ in range(sample(1, 20)):
        lines = 12 if place == "page" else 24
        opened.append(Painted(*arguments, "--no-color", size=(lines, 80)))
        table = opened[-1]
        table.until(lambda now: ">" in now[-1])
        for line in typed:
            table.type(line if line == ":" else f"{line}\n")
        if typed:
            wait = {"run": "[y/N]", "help": "go on.", ":": "> :", "auto": "[space]"}[typed[0]]
            table.until(lambda now: any(wait in line for line in now))
        for chunk in chunks_of(chance.sample(keys, 10), chance):
            os.write(table.screen, chunk or b"")
        table.type(command if place == "animation" else f"{command}\r")
        table.until(lambda now: any(answer in line for line in now))


def test_within_a_paste_only_letters_and_ends_of_lines_count() -> None:
    for control in ("\x1b[A", "\x15", "\x01", "\x1b", "\x12", "\x1bOD", "\x04", "\x7f"):
        pasted = f"\x1b[200~27 {control}to\t4{control}\x1b[201~"
        assert line_of([f"{pasted}!\x02?\r".encode()], "first") == "27 to 4?!"
        keyboard = Typed([pasted.encode()])
        assert keyboard.pressed(GLANCE) == "27 to 4"


def test_a_search_says_when_nothing_is_found() -> None:
    for sought, told in (("zz", "'zz' (not found) > "), ("fir", "'fir' > first")):
        editor = Editor(Typed([f"\x12{sought}".encode(), LATE, b"\r"]), lambda *_: [], lambda: None)
        editor.history[:] = ["first"]
        with redirect_stdout(io.StringIO()) as written:
            editor.read("> ", "", False, lambda: None)
        assert told in written.getvalue()


def test_a_warning_of_ctrl_c_goes_with_the_next_key(opened: list[Painted]) -> None:
    opened += [
        Painted("klondike", "--seed", "4", "--no-color"),
        Painted("slap", "--seed", "4", "--no-color"),
    ]
    for table, key in zip(opened, "h:"):
        table.until(lambda now: ">" in now[-1])
        for _ in range(2):
            table.interrupt()
            table.until(lambda now: now[-2] == "Ctrl-C again leaves the game." and ">" in now[-1])
            table.type(key)
            typed = f"> {key}"
            table.until(lambda now, typed=typed: now[-1].endswith(typed) and now[-2][:4] != "Ctrl")
            table.type("\x7f")
            table.until(lambda now: now[-1].endswith(">"))


def test_the_mouse_waits_for_its_rest_but_not_for_a_new_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardgames.screen.keyboard.LATE", -1.0)
    keys = Typed([b"\x1b[<0;3", LATE, b"0;4M"])
    keys._hears = True
    assert keys.key() == "\x1b[<0;30;4M", "never the text <0;30;4M"
    keys._ready = b"\x1b[<0;30;4M\x1b[<0;30;4mc\x1b[<0;1;1M"
    keys.drop_clicks()
    assert [keys.key(), keys.key()] == ["c", "\x1b[<0;1;1M"]
