"""The text player of Klondike: its board, and what it records."""

from cardgames.games.klondike.game import Klondike, KlondikeOptions
from cardgames.text.look import Look
from tests.seated import Memory, player_of, session_of
from tests.test_klondike import RANKS, position


class TestTextPlayer:
    def test_the_number_of_cards_is_not_recorded(self) -> None:
        """The script of a game has one notation for each move."""
        session = session_of(Klondike, 3)
        player_of(session, Memory()).do("tt 2 7 1")
        assert session.log == ["tabtab 2 7"]

    def test_the_highest_pile_fits_a_terminal_of_24_lines(self) -> None:
        high = position(f"2C 3C 4C 5C 6C 7C | {' '.join(run_from_the_king())}/9C")
        player = player_of(session_of(Klondike), Memory())
        for notes in (False, True):
            player.look = Look(notes=notes)
            lines = player.board(high).splitlines()
            assert len(lines) == 21
            assert max(map(len, lines)) <= 79

    def test_the_notes_tell_the_score_the_counts_and_the_redeals_left(self) -> None:
        player = player_of(session_of(Klondike), Memory())
        player.look = Look(notes=True)
        game = position("2C | 3C", "4C", "5C 6C", redeals=1, options=KlondikeOptions(redeals=3))
        board = player.board(game)
        for note in ("-$52", "stock 1", "waste 2", "2 redeals left"):
            assert note in board


def run_from_the_king() -> list[str]:
    """A run in alternating colors from the king to the ace."""
    return [f"{rank}{'HS'[i % 2]}" for i, rank in enumerate(reversed(RANKS))]
