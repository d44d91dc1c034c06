"""Rummy in a real terminal: a match set up in words, and computers that are watched."""

from cardgames.games.rummy.game import Rummy
from tests.seated import player_of, session_of
from tests.test_terminal import Terminal, opened  # noqa: F401


def test_rummy_among_computers_is_watched_move_by_move(
    opened: list[Terminal],  # noqa: F811
) -> None:
    words = ("rummy", "--humans", "0", "--seed", "41", "--target", "1", "--cards", "ascii")
    opened.append(Terminal(*words, "--no-color"))
    table = opened[0]
    session = session_of(Rummy, 41, humans=0, target=1)
    player_of(session).go_on()
    moves = session.log
    table.see("Computer 1 draws a card.")
    table.see("[space] pause")
    table.type(" ")
    table.see("[space] step")
    assert moves[1].startswith("1: discard") or moves[1].startswith("1: meld")
    table.type(" ")
    seen = table.see("[space] step")
    assert moves[1].split()[-1] in seen
    table.type("x")
    table.see("Another game? [yn] ")
