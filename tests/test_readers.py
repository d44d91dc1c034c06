"""Decks, first remarks and typed lines of any text are read, or refused, in little time.

The bounds are generous: these texts take a small part of them, but half a minute if the work grows
with the square of the length.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import process_time

import pytest

import cardgames
from cardgames import games
from cardgames.cli.options import LARGEST_DECK
from cardgames.cli.playing import read_setup
from cardgames.model.cards import DECK
from cardgames.model.commands import LONGEST_LINE
from cardgames.model.errors import CardGameError
from cardgames.text.commands import Leave
from tests.parts import NAMES
from tests.program import run_here
from tests.samples import sample
from tests.seated import Memory, player_of, session_of

PARTS = ["'", "a of ", "AC-KC ", *sample([], ["a", "1", " ", "\\", ";", "\u2028", "of ", "10D "])]

every_part = pytest.mark.parametrize("part", PARTS)


@contextmanager
def soon(seconds: float = 5) -> Iterator[None]:
    """Check that the `with` block takes less than so many SECONDS of the processor."""
    start = process_time()
    yield
    assert process_time() - start < seconds


@every_part
def test_any_deck(part: str) -> None:
    text = (part * LARGEST_DECK)[:LARGEST_DECK]
    with soon():
        for game in map(games.model, sample(("klondike", "spider"), NAMES)):
            with suppress(CardGameError):
                game.deal(game.read_deck(text)[::-1], game.options_type())


@every_part
def test_any_first_remark(part: str) -> None:
    share = sample(4, 1)  # of the length, which has a share of the square of the time
    with soon(5 / share**2):
        for before in ("# cardgames ", "# cardgames canfield ", "# cardgames slap --deck '"):
            with suppress(CardGameError):
                read_setup((before + part * LARGEST_DECK)[: LARGEST_DECK // share])


@every_part
def test_any_typed_line(part: str) -> None:
    with soon():
        for name in sample(("klondike", "rummy"), NAMES):
            player = player_of(session_of(games.model(name)), Memory())
            for before in ("", "x ", "meld ", "2: ", "pick 1 ", "tabtab "):
                with suppress(CardGameError, Leave):
                    player.do((before + part * LONGEST_LINE)[:LONGEST_LINE])


def test_what_is_no_deck_is_refused_in_one_line(tmp_path: Path) -> None:
    """A deck of the command line is a file, or the cards themselves."""
    (tmp_path / "long").write_text("KS " * 30_000)
    (tmp_path / "mark").write_bytes(b"\xef\xbb\xbfKS")  # a mark of the byte order does no harm
    long = f"the deck is longer than {LARGEST_DECK} characters"  # it is not cut
    for deck, reason in (
        (str(tmp_path / "long"), long),
        ("KS " * 30_000, long),
        (str(tmp_path / "mark"), "the deck lacks 51 of its 52 cards"),
        ("no\ndeck\x1b", r"no\ndeck\x1b: No such file or directory"),
    ):
        result = run_here("canfield", "--deck", deck, "--seed", "1")
        assert result.returncode == 2
        assert reason in result.stderr.decode().split("\n")[-2]


def test_cards_in_words_may_stand_beside_plain_ones() -> None:
    deck = games.model("slap").read_deck("king of hearts - A 10 OF clubs")
    assert " ".join(map(str, deck)) == "KH 2C AC 10C"


@pytest.mark.parametrize("mark", ["utf-16", "utf-16-be", "utf-32"])
def test_text_in_utf_16_is_named_wherever_text_is_read(tmp_path: Path, mark: str) -> None:
    """A shell of Windows writes it by '>'."""
    text = f"# cardgames canfield --seed 4\n{' '.join(map(str, DECK))}\n"
    data = ("\ufeff" * (mark == "utf-16-be") + text).encode(mark)
    folder = tmp_path / "cardgames"
    folder.mkdir()
    (folder / "settings").write_bytes(data)
    file, home = tmp_path / "text", {"XDG_CONFIG_HOME": str(tmp_path)}
    file.write_bytes(data)
    asked: tuple[tuple[list[str], str | bytes], ...] = (
        (["clock", "--auto", "--deck", str(file)], ""), (["clock", "--auto", "--deck", "-"], data),
        (["replay", str(file)], ""), (["replay", "-"], data), (["review", str(file)], ""),
        (["canfield"], data), (["canfield"], f"load {file}\n"), (["config"], ""),
        (["config", "canfield", "draw", "2"], ""), (["diary", "--import", str(file)], ""),
    )  # fmt: skip
    for words, stdin in asked:
        told = run_here(*words, stdin=stdin, **home).stderr.decode()
        assert told.endswith(f": it is text in {mark[:6].upper()}: save it as UTF-8\n"), told
        assert told.count("Error: ") == 1


def test_commas_may_stand_between_the_cards_of_a_deck(tmp_path: Path) -> None:
    for name in games.NAMES:
        game = games.model(name)
        cards = [*map(str, game.fresh_deck(game.options_type()))]
        blanks = cardgames.deal(name, 1, deck=" ".join(cards))
        for between in (",", ", ", " ,\n"):
            assert cardgames.deal(name, 1, deck=between.join(cards)) == blanks
    values = [str(min(card.rank, 10)) for card in DECK]
    by_values = [cardgames.deal("mod10", 1, deck=between.join(values)) for between in (" ", ", ")]
    assert by_values[0] == by_values[1]
    deck = ",".join(map(str, DECK))
    (tmp_path / "deck").write_text(deck)
    shown = [
        run_here("klondike", "--deck", given, stdin="score\n").stdout
        for given in (deck.replace(",", " "), deck, str(tmp_path / "deck"))
    ]
    assert shown[0] and shown == [shown[0]] * 3
    (tmp_path / "a,b").write_text(deck)  # a file is read, whatever its name
    assert run_here("klondike", "--deck", str(tmp_path / "a,b")).returncode == 0
