"""Cards that go up together: `finish`, and safe cards that go up by themselves."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cardgames.cli.playing import SCRIPTS, new_session
from cardgames.games.klondike.game import Klondike, KlondikeOptions
from cardgames.model.cards import Suit
from cardgames.model.deal import Random
from cardgames.model.errors import CardGameError, IllegalMove
from cardgames.patience.game import way_home
from cardgames.play.script import Script
from cardgames.play.session import Session
from cardgames.text.commands import session_after
from tests import test_canfield as canfield
from tests import test_klondike as klondike
from tests.program import run_here
from tests.seated import Memory, placed, player_of, type_lines

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()


def founded(*heights: int) -> str:
    """Foundations of clubs, diamonds, hearts and spades with these numbers of cards."""
    suits = zip(Suit, heights)
    return "/".join(" ".join(f"{r}{suit.value}" for r in RANKS[:height]) for suit, height in suits)


def near_the_end(tableau: str = "KC QC/KD QD/KH QH", **options: Any) -> Klondike:
    """A position in which the queen of spades is below the king in the waste."""
    up = founded(11, 11, 11, 11)
    return klondike.position(tableau, "", "QS KS", up, options=KlondikeOptions(**options))


ONES = KlondikeOptions(draw=1)


def state(session: Session) -> tuple[Any, ...]:
    history = session.history
    return session.game, history.made, session.moves_made, session.undos, session.hints


def assert_replays(player: Any) -> None:
    session = player.session
    again = session_after(player, Script(session.setup, session.log, "the log"))
    assert state(again) == state(session)


class TestTheWayHome:
    def test_it_is_moves_to_foundations_and_turns_of_the_stock(self) -> None:
        game = near_the_end(draw=1)
        way = way_home(game.seen_by(1))
        for move in way:
            game = game.apply(move)
        assert game.outcome() is not None and len(way) == 11
        assert {move.name for move in way} == {"tabfnd", "wstfnd", "card"}

    @pytest.mark.parametrize("game", [
        near_the_end(draw=3),  # the king always comes up first
        near_the_end(draw=1, redeals=0), near_the_end("KC|QC/KD QD/KH QH", draw=1),
        near_the_end("QC KC/KD QD/KH QH", draw=1),
        canfield.position("KD QD", founded(13, 11, 13, 13)),
        klondike.position("", "KS QS", "", founded(13, 13, 13, 11), 0, ONES),  # a first pass
    ])  # fmt: skip
    def test_otherwise_nothing_is_certain(self, game: Any) -> None:
        assert way_home(game.seen_by(1)) == []


class TestFinish:
    def test_it_is_offered_once_and_again_after_an_undo(self) -> None:
        player = placed(near_the_end("KC/KD QD/KH QH/QC", draw=1))
        player.console.echo = True
        offer = "Every card can go up now: 'finish' makes the {} moves.\n"
        for line, told in (("tf4", 10), ("tf1", 0), ("finish", 0), ("undo", 9)):
            type_lines(player, line)
            assert "".join(player.screen.remarks) == (offer.format(told) if told else "")
            player.screen.remarks.clear()

    def test_it_is_one_step_without_help(self) -> None:
        player = placed(near_the_end(draw=1))
        player.do("finish")
        session = player.session
        assert session.outcome() is not None and session.log == ["finish"]
        assert (session.hints, session.history.computer, session.moves_made) == (0, "", 11)
        player.do("undo")
        assert (session.moves_made, session.undos) == (0, 1)
        player.do("redo")
        assert session.outcome() is not None

    def test_its_script_replays_alike_after_each_line(self) -> None:
        script = SCRIPTS.read("transcripts/klondike/win.in")
        player = player_of(new_session(script.setup), Memory())
        played = (line for line in script.lines if line and line[0] != "#")
        while len(way_home(player.game.seen_by(1))) < 3:
            type_lines(player, next(played))
        for line in ("finish", "undo", "undo 2", "redo 2", "finish", "undo", "redo"):
            type_lines(player, line)
            assert_replays(player)
        assert player.session.outcome() is not None
        with pytest.raises(IllegalMove, match="the game is over"):
            player.do("finish")


class TestByThemselves:
    def test_safe_cards_go_up_after_a_move_and_are_named_and_marked(self) -> None:
        player = placed(klondike.position("KD/AC/2C", "9S", "", ""))
        player.wishes.safe_go_up = player.look.color = player.look.notes = True
        type_lines(player, "card")
        assert player.session.log == ["card", "tabfnd 2", "tabfnd 3"]
        assert player.screen.remarks == ["AC and 2C went up by themselves.\n"]
        moved = player.moved(player.beside(player.game).before, player.game)
        assert {*map(str, moved)} == {"9S", "AC", "2C"}
        type_lines(player, "undo", "redo")
        assert player.session.log[-2:] == ["undo 3", "redo 3"]

    def test_one_undo_is_for_both_and_a_number_is_of_moves(self) -> None:
        player = placed(klondike.position("KD/AC/2C", "9S 8S", options=KlondikeOptions(draw=1)))
        player.wishes.safe_go_up = True
        type_lines(player, "card", "card", "undo", "undo", "redo", "undo 1", "redo 1")
        undone = ["undo 1", "undo 3", "redo 3", "undo 1", "redo 1"]
        assert player.session.log == ["card", "tabfnd 2", "tabfnd 3", "card", *undone]

    def test_cards_brought_up_by_finish_do_not_belong_to_the_move_before(self) -> None:
        player = placed(near_the_end(draw=1))
        player.wishes.safe_go_up = True
        type_lines(player, "tf1", "undo 1", "finish", "undo")
        assert player.session.log[-2:] == ["finish", "undo 1"]

    @pytest.mark.parametrize(("draw", "stock", "up"), [(1, "AD", 2), (2, "AD 9S", 1)])
    def test_the_order_of_the_waste_is_left_alone(self, draw: int, stock: str, up: int) -> None:
        player = placed(klondike.position("KD/AC", stock, options=KlondikeOptions(draw=draw)))
        player.wishes.safe_go_up = True
        type_lines(player, "card")
        assert player.game.founded() == up

    def test_a_card_that_was_brought_back_stays(self) -> None:
        player = placed(canfield.position("", "AC 2C", "3D/KH//"))
        player.wishes.safe_go_up = True
        type_lines(player, "fndtab 1 1")
        assert player.session.log == ["fndtab 1 1"]

    @pytest.mark.parametrize("name", ["canfield", "klondike"])
    @pytest.mark.parametrize("draw", [1, 3])
    def test_a_script_replays_alike_after_each_line(self, name: str, draw: int) -> None:
        setup = SCRIPTS.read(f"transcripts/{name}/win.in").setup  # of a deck that is easily won
        options = replace(setup.options, draw=draw)
        player = player_of(new_session(setup._replace(options=options)), Memory())
        player.wishes.safe_go_up = True
        random = Random(draw)
        for number in range(120):
            moves = [str(move) for move in player.legal_moves()]
            odd = ("undo", "undo", "undo", "redo", "redo", "undo 1", "finish")
            wanted = odd if random.below(8) == 0 or not moves else moves
            with suppress(CardGameError):
                type_lines(player, wanted[random.below(len(wanted))])
            if number % 8 == 0:
                assert_replays(player)
        undone = [line for line in player.session.log if line[:5] in ("undo ", "redo ")]
        assert any(int(line[5:]) > 1 for line in undone)

    def test_a_pipe_does_it_only_by_the_option(self, tmp_path: Path) -> None:
        home = {"XDG_CONFIG_HOME": str(tmp_path)}
        assert run_here("config", "auto-up", "safe", **home).returncode == 0
        words = ("klondike", "--seed", "11", "--echo")
        script = "tabtab 1 4\nscore\n"
        plain = run_here(*words, stdin=script, **home).stdout
        assert plain == run_here(*words, stdin=script).stdout and b"went up" not in plain
        told = run_here(*words, "--auto-up", "safe", stdin=script).stdout
        assert b"AH went up by itself." in told and b"1 of 52" in told

    def test_what_was_recorded_with_it_can_be_piped_with_it_again(self) -> None:
        """The moves that it makes now are then in the script, too."""
        script = "tabtab 1 4\ntabfnd 3\nundo 2\nredo 2\nscore\n"
        words = ("klondike", "--seed", "11", "--strict", "--auto-up")
        plain, again = (run_here(*words, how, stdin=script) for how in ("off", "safe"))
        assert plain.returncode == again.returncode == 0
        assert plain.stdout.splitlines()[-1] == again.stdout.splitlines()[-1]


@pytest.mark.parametrize(("name", "founds"), [("pyramid", False), ("acesup", False), ("fan", True)])
def test_the_help_speaks_of_foundations_where_there_are_some(name: str, founds: bool) -> None:
    told = run_here(name, "--seed", "1", stdin="help up\nhelp finish\nup all\n").stdout.decode()
    assert ("to the foundations, or all" in told) is ("moves to foundations" in told) is founds
    assert ("Take off safe cards" in told) is ("Take off all cards, once" in told) is not founds
