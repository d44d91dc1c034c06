"""Watching computers play: the pace, and what each key does."""

from collections.abc import Iterator

import pytest

from cardgames.text.keyboard import (
    AGAIN,
    BACK,
    END,
    ON,
    QUICKEST,
    RUNNING,
    SLOWEST,
    STOPPED,
    Watching,
)


class Keys:
    """Keys that are pressed one after the other; '' where a picture stood its time."""

    def __init__(self, *keys: str | None) -> None:
        self._keys: Iterator[str | None] = iter(keys)
        self.waits: list[float | None] = []

    def pressed(self, seconds: float | None) -> str | None:
        self.waits.append(seconds)
        return next(self._keys)


def test_pictures_follow_at_a_pace() -> None:
    keys = Keys("", "", "")
    watching = Watching(keys.pressed, 0.5)
    assert watching.keys == RUNNING
    assert [watching.wait(), watching.wait(4), watching.wait()] == [ON, ON, ON]
    assert keys.waits == [0.5, 2.0, 0.5]


def test_e_alone_shows_the_end() -> None:
    assert Watching(Keys("e").pressed, 1).wait() is END
    stopped = Watching(Keys(" ", "e").pressed, 1)
    assert [stopped.wait(), stopped.wait()] == [AGAIN, END]


@pytest.mark.parametrize("key", ["x", " ", "b", "\r", "+"])
def test_any_key_skips_the_end_of_a_win(key: str) -> None:
    watching = Watching(Keys("", key).pressed, 1, skips=True)
    assert [watching.wait(), watching.wait(), watching.keys] == [ON, END, "[any key] end\n"]


@pytest.mark.parametrize(
    ("key", "name"), [("x", "'x'"), ("q", "'q'"), ("\n", "Enter"), ("\r", "Enter"), ("\0", "'")]
)
def test_any_other_key_stops_and_says_which_keys_there_are(key: str, name: str) -> None:
    watching = Watching(Keys(key, key, " ").pressed, 1)
    for _ in range(2):
        assert watching.wait() is AGAIN
        told = watching.keys
        assert told.startswith(name) and told.endswith(f"The keys:\n{STOPPED}")
        assert "\0" not in told
    assert watching.wait() is ON and watching.keys == STOPPED


def test_space_stops_and_steps_and_g_goes_on() -> None:
    keys = Keys(" ", " ", " ", "g", "")
    watching = Watching(keys.pressed, 1)
    assert watching.wait() is AGAIN and watching.keys == STOPPED
    assert [watching.wait(), watching.wait()] == [ON, ON] and watching.keys == STOPPED
    assert watching.wait() is ON and watching.keys == RUNNING
    assert watching.wait() is ON
    assert keys.waits == [1, None, None, None, 1]


def test_keys_that_come_together_count_one_by_one() -> None:
    watching = Watching(Keys("   b", "").pressed, 1)
    assert [watching.wait() for _ in range(5)] == [AGAIN, ON, ON, BACK, AGAIN]


def test_plus_and_minus_change_the_pace() -> None:
    keys = Keys("+", "+", "-", "-", "-", "")
    watching = Watching(keys.pressed, 1)
    assert all(watching.wait() is ON for _ in range(6))
    assert keys.waits == [1, 0.5, 0.25, 0.5, 1, 2]


@pytest.mark.parametrize(("key", "bound"), [("+", QUICKEST), ("-", SLOWEST)])
def test_the_pace_has_bounds(key: str, bound: float) -> None:
    keys = Keys(*[key] * 20)
    watching = Watching(keys.pressed, 1)
    assert all(watching.wait() is ON for _ in range(20)) and keys.waits[-1] == bound


def test_the_pace_can_be_changed_while_it_stands_still() -> None:
    keys = Keys(" ", "+", " ", "g", "")
    watching = Watching(keys.pressed, 1)
    assert [watching.wait() for _ in range(5)] == [AGAIN, AGAIN, ON, ON, ON]
    assert keys.waits[-1] == 0.5


def test_without_a_keyboard_a_pause_ends() -> None:
    watching = Watching(Keys(None, " ", None).pressed, 1)
    assert [watching.wait(), watching.wait(), watching.wait()] == [ON, AGAIN, END]


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        (["", "", ""], "abc"),
        (["", "", "b", "b", "b", " ", " ", " "], "abcbaabc"),
        (["", "b", "g", "", ""], "ababc"),
        (["", "e"], "ab"),
        (["x", " ", "e"], "aab"),
    ],
)
def test_b_steps_back_and_space_forward(keys: list[str], shown: str) -> None:
    seen = []
    watching, pictures = Watching(Keys(*keys).pressed, 1), [("a", ""), ("b", ""), ("c", "")]
    paint = lambda board, news, keys: seen.append(board)  # noqa: E731
    assert watching.run(paint, pictures, 0) is ("e" not in keys)
    assert "".join(seen) == shown


@pytest.mark.parametrize("line", [RUNNING, STOPPED])
def test_the_keys_fit_a_narrow_screen(line: str) -> None:
    assert len(line) <= 40 + 1
