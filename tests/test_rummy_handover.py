"""Several people at one keyboard: how they begin, hand the screen over, and see the end."""

import pytest

from cardgames.games.rummy.game import Rummy
from cardgames.text.look import WORDS, Look
from tests.program import shown
from tests.seated import Memory, player_of, session_of
from tests.test_terminal import Terminal, opened, plain  # noqa: F401

PLAIN = ("--cards", "ascii", "--no-color", "--no-journal")


@pytest.fixture
def table(opened: list[Terminal]) -> Terminal:  # noqa: F811
    words = ("rummy", "--players", "3", "--humans", "2", "--seed", "2", *PLAIN)
    opened.append(Terminal(*words))
    return opened[0]


def test_the_first_who_looks_learns_who_deals_and_who_sits_where(table: Terminal) -> None:
    dealer = session_of(Rummy, 2, players=3, humans=2).game.dealer
    names = {1: "player 1", 2: "player 2", 3: "computer 3"}
    order = ", ".join(names[(dealer + place) % 3 + 1] for place in range(3))
    seen = plain(table.see("press Enter to see your hand."))
    deals = f"{names[dealer].capitalize()} deals; the order of play is {order}.\n"
    assert deals + "Type names, such as Ann,Bob, to use them.\n" in seen
    table.see("> ")
    table.type("\n")
    table.see("draw or take> ")
    table.type("draw; x1\n")
    assert "deals" not in table.see("press Enter to see your hand.")


@pytest.mark.parametrize("typed", ["Ann,Bob", "names Ann,Bob", " Ann ,  Bob "])
def test_names_are_typed_before_the_first_look(table: Terminal, typed: str) -> None:
    table.see("> ")
    table.type("Ann,You\n")
    assert "Error: 'You' is what a player without a name is called" in table.see("press Enter")
    table.see("> ")
    table.type(f"{typed}\n")
    seen = plain(table.see("press Enter to see your hand."))
    assert "the order of play is " in seen and "Ann" in seen and "Type names" not in seen
    table.see("> ")
    table.type("\n")
    table.see(": draw or take> ")
    table.type("options\n")
    table.see("--names Ann,Bob")


def test_what_is_typed_at_the_handover_is_carried_out_after_the_look(table: Terminal) -> None:
    table.see("> ")
    table.type("draw\n")
    seen = plain(table.see("meld, off or discard> "))
    assert "deadwood" in seen and "You" not in seen
    table.type("x1\n")
    table.see("press Enter to see your hand.")
    table.type("draw, x1\n")
    table.see("Error: ")


def test_a_move_with_a_comma_is_no_name(table: Terminal) -> None:
    table.see("> ")
    table.type("meld 4H,5H\n")
    table.see("Error: draw or take a card first")


def test_nobody_s_line_opens_the_curtain_for_another() -> None:
    """A line typed at the end of a hand, where only Enter was needed, is not the next person's."""
    from cardgames.text.terminal import TerminalConsole

    console = TerminalConsole(lambda before, start: [])
    asked: list[str] = []
    console._next_line = lambda prompt: asked.append(prompt) or "\n"  # type: ignore
    console.read_next("draw")
    assert console.curtain("Ann, press Enter") == "\n" and asked == ["> "]
    assert console._unread is None


def test_the_end_gives_the_totals_once() -> None:
    for stdin in ("auto\n", "auto\nscores\n"):
        told = shown("rummy", "--seed", "3", "--target", "30", stdin=stdin)
        assert told.count("total ") == stdin.count("\n")
        end = told[told.rindex("win hand 4") :]
        assert end.count("total ") == 1 and "Score" not in end
    told = shown("rummy", "--seed", "3", "--target", "1", stdin="auto\n")
    assert "total " in told  # after one hand, too


def test_words_have_commas_between_cards() -> None:
    look = Look(WORDS)
    assert look.named("QC QD stays; 10H, 9S") == (
        "queen of clubs, queen of diamonds stays; ten of hearts, nine of spades"
    )
    player = player_of(session_of(Rummy, 3), Memory())
    player.look.style = WORDS
    player.advance()
    player.do("draw")
    player.do("moves")
    assert "discard queen of clubs, queen of diamonds, queen of" in player.console.said
    assert " | " not in player.console.said
