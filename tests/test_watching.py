"""Watching computers play: the pace, and what each key does."""

from collections.abc import Iterator

import pytest

from cardgames.text.keyboard import AGAIN, BACK, END, ON, RUNNING, STOPPED, Watching


class Keys:
    """Keys that are pressed one after the other; '' where a picture stood its time."""

    def __init__(self, *keys: str | None) -> None:
        self._keys: Iterator[str | None] = iter(keys)
        self.waits: list[float | None] = []

    def pressed(self, seconds: float | None) -> str | None:
        self.waits.append(seconds)
        return next(self._keys)


def nowhere(board: str, news: str, keys: str) -> None:
    """Paint nothing."""


def test_a_picture_can_stand_longer() -> None:
    keys = Keys("", "", "")
    watching = Watching(nowhere, keys.pressed, 0.5)
    assert [watching.wait(), watching.wait(4), watching.wait()] == [ON, ON, ON]
    assert keys.waits == [0.5, 2.0, 0.5]


@pytest.mark.parametrize(("pressed", "steps", "waits"), [
    (["e"], [END], [1]), ([" ", "e"], [AGAIN, END], [1, None]),
    ([" ", " ", " ", "g", ""], [AGAIN, ON, ON, ON, ON], [1, None, None, None, 1]),
    (["   b", ""], [AGAIN, ON, ON, BACK, AGAIN], [1, None]),  # together, they count one by one
    (["+", "+", "-", "-", "-", ""], [ON] * 6, [1, 0.5, 0.25, 0.5, 1, 2]),
    (["+"] * 8, [ON] * 8, [*(0.5**n for n in range(7)), 1 / 64]),
    (["-"] * 5, [ON] * 5, [1, 2, 4, 8, 8]),
    ([" ", "+", " ", "g", ""], [AGAIN, AGAIN, ON, ON, ON], [1, None, None, None, 0.5]),
    ([None, " ", None], [ON, AGAIN, END], [1, 1, None]),  # without a keyboard a pause ends
])  # fmt: skip
def test_what_each_key_does(
    pressed: list[str | None], steps: list[int], waits: list[float | None]
) -> None:
    keys = Keys(*pressed)
    watching = Watching(nowhere, keys.pressed, 1)
    assert [watching.wait() for _ in steps] == steps and keys.waits == waits
    assert watching.keys == (STOPPED if waits[-1] is None and "g" not in pressed else RUNNING)


@pytest.mark.parametrize("key", ["x", " ", "b", "\r", "+"])
def test_any_key_skips_the_end_of_a_win(key: str) -> None:
    watching = Watching(nowhere, Keys("", key).pressed, 1, skips=True)
    assert [watching.wait(), watching.wait(), watching.keys] == [ON, END, "[any key] end\n"]


@pytest.mark.parametrize(
    ("key", "name"), [("x", "'x'"), ("q", "'q'"), ("\n", "Enter"), ("\r", "Enter"), ("\0", "'")]
)
def test_any_other_key_stops_and_says_which_keys_there_are(key: str, name: str) -> None:
    watching = Watching(nowhere, Keys(key, key, " ").pressed, 1)
    for _ in range(2):
        assert watching.wait() is AGAIN
        told = watching.keys
        assert told.startswith(name) and told.endswith(f"The keys:\n{STOPPED}")
        assert "\0" not in told
    assert watching.wait() is ON and watching.keys == STOPPED


@pytest.mark.parametrize(("keys", "shown"), [
    (["", "", ""], "abc"), (["", "", "b", "b", "b", " ", " ", " "], "abcbaabc"),
    (["", "b", "g", "", ""], "ababc"), (["", "e"], "ab"), (["x", " ", "e"], "aab"),
])  # fmt: skip
def test_b_steps_back_and_space_forward(keys: list[str], shown: str) -> None:
    seen = []
    watching = Watching(lambda *shown: seen.append(shown[0]), Keys(*keys).pressed, 1)
    assert all(watching.show(board, "") for board in "abc") is ("e" not in keys)
    assert "".join(seen) == shown


@pytest.mark.parametrize("line", [RUNNING, STOPPED])
def test_the_keys_fit_a_narrow_screen(line: str) -> None:
    assert len(line) <= 40 + 1
