"""Rummy in a terminal: a match set up in words, and several people at one keyboard."""

from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.options import RummyOptions
from cardgames.games.slap.options import SlapOptions
from cardgames.model.cards import DECK, Suit
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Spoken
from tests.seated import Memory, player_of, session_of, type_lines
from tests.test_terminal import Terminal, plain


def test_a_match_is_set_up_in_words(opened: list[Terminal], tmp_path: Path) -> None:
    words = ("rummy", "--cards", "ascii", "--no-color")
    opened.append(Terminal(*words, XDG_STATE_HOME=str(tmp_path), PAGER="cat"))
    table = opened[0]
    table.see("Enter to play one computer to 100; or: short (to 50), players, levels, names")
    table.see("'2 people'> ")
    table.talk(
        "peo\t4 harder\n", "people 4 harder",
        "Error: 'harder' is not understood: type '4 hard' or '2 people'",
        "players 9\n", "'--players': N must be a number from 2 to 6, not '9'",
        "3 people, players 2\n", "3 people do not fit a table of 2",
        "variant bicycl\n", "'bicycl' is not one of: basic, bicycle,",
        "rules\n", "The short way",
        "stats\n", "'stats' is not for this game: quit first, or type it in the shell:",
        "help\n", "The score that wins the match.",
        "3, names Ann,Bob\n", "Rummy --players 3 --names Ann,Bob --target 150", "draw or take> ",
        "config\n", "'config' is not for this game: quit first, or type it in the shell:",
        "exit\n", ends=0,
    )  # fmt: skip


def test_enter_deals_the_usual_match(opened: list[Terminal], tmp_path: Path) -> None:
    words = ("rummy", "--cards", "ascii", "--no-color")
    opened.append(Terminal(*words, XDG_STATE_HOME=str(tmp_path)))
    opened[0].talk("'2 people'> ", "\n", "Rummy, seed ", "draw or take> ")


def test_ctrl_c_drops_the_line_and_twice_leaves(opened: list[Terminal]) -> None:
    opened.append(Terminal("rummy"))
    opened[0].see("'2 people'> ")
    opened[0].type("4 har")
    opened[0].interrupt()
    opened[0].see("Ctrl-C again leaves the game.")
    opened[0].interrupt()
    assert opened[0].end() == 130


@pytest.mark.parametrize(("words", "changes"), [
    (("--seed", "3"), {}), (("--variant", "pagat"), {}), ((), {"CARDGAMES_RUMMY_TARGET": "50"}),
])  # fmt: skip
def test_who_has_said_how_to_play_is_not_asked(
    opened: list[Terminal], words: tuple[str, ...], changes: dict[str, str]
) -> None:
    opened.append(Terminal("rummy", *words, **changes))
    assert "Enter to play" not in opened[0].see("draw or take> ")


@pytest.mark.parametrize("typed", ["\x04", "quit\n"], ids=["Ctrl-D", "quit"])
def test_who_leaves_at_the_curtain_sees_no_hand(opened: list[Terminal], typed: str) -> None:
    opened.append(Terminal("rummy", "--humans", "2", "--seed", "4"))
    opened[0].see("Player 2, press Enter to see your hand.", "> ")
    opened[0].type(typed)
    assert opened[0].end() == 0
    assert "hand" not in opened[0].output


@pytest.mark.parametrize("spoken", [RummyOptions.spoken, SlapOptions.spoken])
def test_the_offer_fits_its_lines(spoken: Spoken) -> None:
    assert len(spoken.question) < 80 and len(spoken.example) < 30


PLAIN = ("--cards", "ascii", "--no-color", "--no-journal")


@pytest.fixture
def table(opened: list[Terminal]) -> Terminal:
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
    table.answer("", "draw or take> ")
    table.type("draw; x1\n")
    assert "deals" not in table.see("press Enter to see your hand.")


@pytest.mark.parametrize("typed", ["Ann,Bob", "names Ann,Bob", " Ann ,  Bob "])
def test_names_are_typed_before_the_first_look(table: Terminal, typed: str) -> None:
    table.answer("Ann,You")
    assert "Error: 'You' is what a player without a name is called" in table.see("press Enter")
    table.answer(typed)
    seen = plain(table.see("press Enter to see your hand."))
    assert "the order of play is " in seen and "Ann" in seen and "Type names" not in seen
    table.answer("", ": draw or take> ")
    table.type("options\n", "--names Ann,Bob")


def test_a_name_alone_is_answered_before_the_look(table: Terminal) -> None:
    table.answer("Ann", "'Ann' is no command; give names as in Ann,Bob.")
    assert "deadwood" not in table.see("press Enter to see your hand.")


@pytest.mark.parametrize("typed", ["draw", "dra"])
def test_what_is_typed_at_the_handover_is_carried_out_after_the_look(
    table: Terminal, typed: str
) -> None:
    table.answer(typed)
    seen = plain(table.see("meld, off or discard> "))
    assert "deadwood" in seen and "You" not in seen
    table.type("x1\n", "press Enter to see your hand.")
    table.type("draw, x1\n", "Error: ")


@pytest.mark.parametrize(("typed", "begun", "answer"), [
    ("draw\n", "> draw", "Player 2: meld, off or discard> "),
    ("draw\n\n\n", "> draw", "Player 2: meld, off or discard> "),
    ("\ndraw \nx1\nsco", "> draw; x1; sco", "Player 1, press Enter to see your hand."),
])  # fmt: skip
def test_nobody_s_line_opens_the_curtain_for_another(
    opened: list[Terminal], tmp_path: Path, typed: str, begun: str, answer: str
) -> None:
    """What is typed at the end of a hand, where only Enter is needed, waits for the next person."""
    clubs = [card for card in DECK if card.suit is Suit.CLUBS][:10]
    others = [card for card in DECK if card not in clubs]
    dealt = [card for pair in zip(clubs, others) for card in pair] + others[10:]
    (tmp_path / "deck").write_text(" ".join(map(str, dealt)))
    words = ("--humans", "2", "--target", "500", "--deck", str(tmp_path / "deck"))
    opened.append(Terminal("rummy", *words, *PLAIN))
    table = opened[0]
    table.see("Player 1, press Enter")
    for line in ("", "draw", f"meld {' '.join(map(str, clubs))}", "x1"):
        table.answer(line)
    table.see("Press Enter for the next hand. ")
    table.type(typed)
    for _ in range(2):
        table.see("Player 2, press Enter to see your hand.")
        assert "hand, " not in table.see(begun)
        table.type("\x0c")
    table.see("Player 2, press Enter to see your hand.", begun)
    table.type("\n", answer)


def test_what_was_pasted_can_be_edited_at_the_handover(table: Terminal) -> None:
    table.answer("", "draw or take> ")
    table.type("draw\nx1\ndraw\nx1\n")
    for key in ("\x0c", "\x15\n"):
        table.see("press Enter to see your hand.", "> draw; x1")
        table.type(key)
    table.see("draw or take> ")
    for key in ("\x19", "draw\n"):  # Ctrl-Y brings nothing back that another person has cut
        table.type(key)
    assert "x1" not in table.see("meld, off or discard> ")


def test_the_arrows_recall_nothing_that_another_person_has_typed(table: Terminal) -> None:
    table.answer("", "draw or take> ")
    table.type("sort rank\n", "draw or take> ")
    table.type("draw\n", "meld, off or discard> ")
    table.type("x1\n", "press Enter to see your hand.")
    table.answer("", "draw or take> ")
    table.type("\x1b[A\x1b[A\x15draw\n")
    found = table.see("meld, off or discard> ")
    assert "sort" not in found and "x1" not in found


def test_where_it_cannot_be_edited_it_is_dropped_and_told(opened: list[Terminal]) -> None:
    opened.append(Terminal("rummy", "--humans", "2", "--seed", "2", *PLAIN, TERM="dumb"))
    opened[0].answer("", "draw or take> ")
    opened[0].type("draw\nx1\ndraw\nx1\n", "What was typed before is dropped.\r\n")
    opened[0].see("press Enter to see your hand.")
    opened[0].type("\n", "draw or take> ")


def test_nobody_answers_for_another(opened: list[Terminal]) -> None:
    words = ("--humans", "2", "--names", "Ann,Bob", "--seed", "3")
    opened.append(Terminal("rummy", *words, *PLAIN))
    opened[0].see("> ")
    for line in ("", "draw", "x1", ""):
        opened[0].type(f"{line}\n", "> ")
    opened[0].type("undo\ny\n")
    assert "y" not in opened[0].see("do you agree? [y/N]").partition("dropped.")[2][:1]
    opened[0].answer("", "Bob, press Enter to see your hand.")
    opened[0].answer("", "Error: Ann does not agree to take back the last move (Ann's)")


class Asked(Memory):
    interactive = True

    def __init__(self, *answers: str) -> None:
        super().__init__()
        self._answers = [*answers]
        self.asked: list[str] = []

    def curtain(self, text: str, answer: bool = False) -> str | None:
        self.asked.append(text)
        return self._answers.pop(0) if self._answers else None


def playing(console: Asked, humans: int = 2, seed: int = 3) -> Any:
    player = player_of(session_of(Rummy, seed, humans=humans, players=max(2, humans)), console)
    player.advance()
    player._looking = player.game.turn
    type_lines(player, "draw", "discard 1")
    player._looking = player.viewer(player.game)
    player.take_news()
    return player


@pytest.mark.parametrize(("answers", "ended"), [((), True), (("quit",), False)])
def test_only_the_end_of_input_at_the_curtain_leaves_the_menu_too(
    answers: tuple[str, ...], ended: bool
) -> None:
    player = player_of(session_of(Rummy, 3, humans=2), Asked(*answers))
    assert player.play() == 0 and player.input_ended is ended


@pytest.mark.parametrize("answer", ["n", "No", "y", "yes"])
def test_an_answer_too_many_opens_no_hand_and_leaves_no_table(answer: str) -> None:
    console = Asked(answer, "quit")
    player = player_of(session_of(Rummy, 3, humans=2), console)
    assert player.play() == 0 and not player._looking
    assert console.asked[1].startswith(f"'{answer}' answers nothing here.")


class TestUndo:
    def test_the_first_undo_after_a_look_says_what_was_seen(self) -> None:
        player = playing(Asked(), humans=1)
        drawn = player.game.stock[-1]
        type_lines(player, "draw")
        type_lines(player, "undo")
        told = f"You have seen {drawn}: this game counts as one with undo.\n"
        assert player.take_news().count(told) == 1
        type_lines(player, "draw", "undo")
        assert not any("You have seen" in line for line in player.take_news())
        assert player.session.undos == 2

    def test_it_tells_nobody_what_another_has_drawn(self) -> None:
        player = playing(Asked("y"))
        type_lines(player, "draw")
        drawn = player.game.hands[player.game.turn - 1][-1]
        type_lines(player, "undo 3")
        (told,) = [line for line in player.take_news() if line.startswith("You have seen")]
        assert str(drawn) not in told

    def test_all_hear_of_what_they_saw_computers_play(self) -> None:
        player = playing(Asked("y", "y"))
        type_lines(player, "auto", "undo")
        told = "All have seen hidden cards: this game counts as one with undo."
        assert [" ".join(line.split()) for line in player.take_news()].count(told) == 1

    def test_who_asks_looks_again_after_ctrl_c(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The other person may have pressed it, at the question."""
        console = Asked()
        player = playing(console)
        asker = player._looking
        monkeypatch.setattr(console, "curtain", Mock(side_effect=KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            player.do("undo")
        assert player.viewer(player.game) == asker != player._looking

    def test_who_asks_looks_again_though_one_has_agreed(self) -> None:
        console = Asked("y", "n")
        player = playing(console, humans=3)
        type_lines(player, "draw", "discard 1")
        player._looking = asker = player.viewer(player.game)
        with pytest.raises(IllegalMove, match="does not agree"):
            player.do("restart")
        assert len(console.asked) == 2 and player.viewer(player.game) == asker != player._looking

    def test_it_can_be_refused(self) -> None:
        player = playing(Asked("y", "y"))
        player.wishes.may_undo = False
        for line in ("undo", "restart"):
            with pytest.raises(IllegalMove, match="undo is off, by --no-undo"):
                player.do(line)

    def test_two_people_agree_at_a_terminal(self, opened: list[Terminal]) -> None:
        opened.append(
            Terminal("rummy", "--humans", "2", "--names", "Ann,Bob", "--seed", "3", *PLAIN)
        )
        table = opened[0]
        table.see("> ")
        for line in ("", "draw", "x1"):
            table.type(f"{line}\n", "> ")
        table.see("Bob, press Enter")
        table.type("\n", "Bob: draw or take> ")
        for answer in ("n\n", "y\n"):
            table.type("undo\n")
            seen = table.see("Bob asks to take back the last move (Ann's): Ann, do you agree?")
            assert "\033[2J" in seen, "Bob's hand is hidden"
            table.type(answer)
            if answer == "n\n":
                table.see("Bob, press Enter to see your hand.")
                table.type("\n")
                assert "Bob's hand, " in table.see("Error: Ann does not agree")
                table.see("> ")
        table.see("Ann: meld, off or discard> ")
