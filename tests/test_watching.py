"""Watching computers play: the pace, and what each key does."""

from collections.abc import Iterator

import pytest

from cardgames.text.terminal import QUICKEST, RUNNING, SLOWEST, STOPPED, Watching


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
    assert [watching.wait(), watching.wait(4), watching.wait()] == [True, True, True]
    assert keys.waits == [0.5, 2.0, 0.5]


@pytest.mark.parametrize("key", ["x", "\r", "q", "gg"])
def test_other_keys_skip_the_rest(key: str) -> None:
    assert Watching(Keys(key).pressed, 1).wait() is False
    stopped = Watching(Keys(" ", key).pressed, 1)
    assert [stopped.wait(), stopped.wait()] == [None, False]


def test_space_stops_and_steps_and_g_goes_on() -> None:
    keys = Keys(" ", " ", " ", "g", "")
    watching = Watching(keys.pressed, 1)
    assert watching.wait() is None and watching.keys == STOPPED
    assert [watching.wait(), watching.wait()] == [True, True] and watching.keys == STOPPED
    assert watching.wait() is True and watching.keys == RUNNING
    assert watching.wait() is True
    assert keys.waits == [1, None, None, None, 1]


def test_plus_and_minus_change_the_pace() -> None:
    keys = Keys("+", "+", "-", "-", "-", "")
    watching = Watching(keys.pressed, 1)
    assert all(watching.wait() for _ in range(6))
    assert keys.waits == [1, 0.5, 0.25, 0.5, 1, 2]


@pytest.mark.parametrize(("key", "bound"), [("+", QUICKEST), ("-", SLOWEST)])
def test_the_pace_has_bounds(key: str, bound: float) -> None:
    keys = Keys(*[key] * 20)
    watching = Watching(keys.pressed, 1)
    assert all(watching.wait() for _ in range(20)) and keys.waits[-1] == bound


def test_the_pace_can_be_changed_while_it_stands_still() -> None:
    keys = Keys(" ", "+", " ", "g", "")
    watching = Watching(keys.pressed, 1)
    assert [watching.wait() for _ in range(5)] == [None, None, True, True, True]
    assert keys.waits[-1] == 0.5


def test_without_a_keyboard_a_pause_ends() -> None:
    watching = Watching(Keys(None, " ", None).pressed, 1)
    assert [watching.wait(), watching.wait(), watching.wait()] == [True, None, False]
