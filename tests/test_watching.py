"""Watching computers play: the pace, and what each key does."""

from contextlib import suppress
from math import inf
from string import ascii_lowercase

import pytest

from cardgames.screen.keyboard import RUNNING, SKIPPED, STOPPED, animation


class Watched:
    """An animation in which KEYS are pressed one after the other; '' lets a picture stand."""

    def __init__(self, *keys: str | None, pace: float = 1, skips: bool = False) -> None:
        self.show = animation(self.painted, self.next_key, pace, skips=skips)
        self.pressed, self.waits = iter(keys), list[float]()
        self.seen, self.lines = "", list[str]()

    def painted(self, board: str, news: str, keys: str) -> None:
        self.seen += board
        self.lines.append(keys)

    def next_key(self, seconds: float) -> str | None:
        key = next(self.pressed)
        self.waits.append(seconds)
        return key

    def play(self) -> bool:
        """Show the pictures a, b, c ... as long as there are keys; return whether it goes on."""
        with suppress(StopIteration):
            for board in ascii_lowercase:
                if not self.show(board, "", 1):
                    return False
        return True


def test_a_picture_can_stand_longer() -> None:
    watched = Watched("", "", "", pace=0.5)
    assert all(watched.show(board, "", times) for board, times in [("a", 1), ("b", 4), ("c", 1)])
    assert watched.waits == [0.5, 2.0, 0.5] and watched.seen == "abc"


@pytest.mark.parametrize(("pressed", "seen", "waits"), [
    (["", "", ""], "abcd", [1, 1, 1]), (["", "e"], "ab", [1, 1]), ([" ", "e"], "aa", [1, inf]),
    ([" ", " ", " ", "g", ""], "aabcde", [1, inf, inf, inf, 1]),
    (["   b", ""], "aabcbb", [1, inf]),  # together, they count one by one
    (["", "", "b", "b", "b", " ", " "], "abcbaabc", [1, 1, 1, *[inf] * 4]),
    (["", "b", "g", "", ""], "ababcd", [1, 1, inf, 1, 1]),
    (["x", " ", "e"], "aab", [1, inf, inf]),
    (["+", "+", "-", "-", "-", ""], "abcdefg", [1, 0.5, 0.25, 0.5, 1, 2]),
    (["+"] * 8, "abcdefghi", [*(0.5**n for n in range(7)), 1 / 64]),
    (["-"] * 5, "abcdef", [1, 2, 4, 8, 8]),
    ([" ", "+", " ", "g", ""], "aaabcd", [1, inf, inf, inf, 0.5]),
    ([None, " ", None], "abb", [1, 1, inf]),  # without a keyboard a pause ends
])  # fmt: skip
def test_what_each_key_does(pressed: list[str | None], seen: str, waits: list[float]) -> None:
    watched = Watched(*pressed)
    assert watched.play() is not (pressed[-1] in ("e", None))
    assert (watched.seen, watched.waits) == (seen, waits)
    assert watched.lines[-1] == (STOPPED if waits[-1] == inf else RUNNING)


@pytest.mark.parametrize("key", ["x", " ", "b", "\r", "+"])
def test_any_key_skips_the_end_of_a_win(key: str) -> None:
    watched = Watched("", key, skips=True)
    assert not watched.play() and watched.seen == "ab"
    assert watched.lines == [SKIPPED, SKIPPED] == ["[any key] end\n"] * 2


@pytest.mark.parametrize(
    ("key", "name"), [("x", "'x'"), ("q", "'q'"), ("\n", "Enter"), ("\r", "Enter"), ("\0", "'")]
)
def test_any_other_key_stops_and_says_which_keys_there_are(key: str, name: str) -> None:
    watched = Watched(key, key, " ")
    assert watched.play() and watched.seen == "aaab"
    for told in watched.lines[1:3]:
        assert told.startswith(name) and told.endswith(f"The keys:\n{STOPPED}")
        assert "\0" not in told
    assert (watched.lines[0], watched.lines[3]) == (RUNNING, STOPPED)


@pytest.mark.parametrize("line", [RUNNING, STOPPED])
def test_the_keys_fit_a_narrow_screen(line: str) -> None:
    assert len(line) <= 40 + 1
