"""The rule of a shared table: what one of several people may do alone, and what all must agree to.

The people of these tables are asked by a console that has their answers ready. What they are asked
tells of a seat; what they are told waits for their next look.
"""

from pathlib import Path
from typing import Any

import pytest

from cardgames import games
from cardgames.games.rummy.game import Rummy
from cardgames.games.slap.game import Slap
from cardgames.model.errors import IllegalMove, ScriptError
from cardgames.model.game import Outcome, name_of
from cardgames.text import commands
from cardgames.text.commands import session_after
from tests.again import check_file, state
from tests.program import run_here, shown_here
from tests.seated import Memory, brief_computers, player_of, session_of, type_lines
from tests.test_terminal import Terminal

pytestmark = pytest.mark.usefixtures("brief_hints")

NAMES = "Ann,Bob,Cid"


class Asked(Memory):
    """A terminal with ANSWERS to the questions behind the curtain; curtains are passed by Enter."""

    interactive = True

    def __init__(self, *answers: str) -> None:
        super().__init__()
        self.answers = [*answers]
        self.asked: list[str] = []
        self.hidden = ""  # the text on the last curtain

    def curtain(self, text: str, answer: bool = False) -> str:
        self.hidden = text
        if not answer:
            return ""
        self.asked.append(" ".join(text.split()))
        return self.answers.pop(0) if self.answers else "n"


def at_table(
    *answers: str,
    people: int = 2,
    players: int = 0,
    seed: int = 3,
    lines: str = "",
    **options: Any,
) -> Any:
    """The text player of a table at which PEOPLE have typed LINES, each looking when in turn."""
    seats = {"humans": people, "players": players or people, "names": NAMES[: 4 * people - 1]}
    player = player_of(session_of(Rummy, seed, **seats, **options), Asked(*answers))
    player.advance()
    player._draw_curtain()
    typed(player, lines)
    return player


def typed(player: Any, lines: str) -> None:
    for line in filter(None, lines.split("; ")):
        player.do(line)
        player.advance()
        player._draw_curtain()
        player.take_news()


def refused(player: Any, line: str) -> str:
    """Type a LINE that nobody agrees to; check that nothing changes, and return the question."""
    session = player.session
    before, history, log = player.game, session.history, session.log[:]
    steps = history.steps
    with pytest.raises(IllegalMove, match="does not agree to"):
        player.do(line)
    assert player.session is session and session.history is history
    assert (player.game, session.log, history.steps) == (before, log, steps)
    return str(player.console.asked[-1])


class TestRewinding:
    """What a player alone has done in turn, and what showed nobody a card, is taken back freely."""

    @pytest.mark.parametrize(("lines", "undo"), [
        ("take", "undo"), ("take", "restart"), ("draw; x1; take", "undo"), ("take; undo", "redo"),
        ("draw; x1; draw; undo; take", "undo"),
    ])  # fmt: skip
    def test_free(self, lines: str, undo: str) -> None:
        player = at_table("y", lines=lines)
        asked = len(player.console.asked)
        player.do(undo)
        assert len(player.console.asked) == asked and player.session.log[-1].startswith(undo)

    def test_a_meld_that_nobody_else_has_seen_is_free_after_a_take(self) -> None:
        """The others have not looked, so that it has shown them nothing."""
        player = at_table()
        meld = next(m for m in taken_and_melded(player) if m)
        typed(player, meld)
        player.do("undo")
        assert not player.console.asked
        for seat in (1, 2):  # as if the others sat at other terminals, and had seen the meld
            player.session.redo(1)
            player.session.history.untold(seat)
            assert bool(commands.stepping(player.session, player.game.turn, 1)) is (
                seat != player.game.turn
            )
            player.session.undo(1)

    @pytest.mark.parametrize(("lines", "undo", "question"), [
        ("draw", "undo", "take back the last move, which showed hidden cards"),
        ("draw", "restart", "take back the last move, which showed hidden cards"),
        ("draw; x1", "undo", "take back the last move (Ann's)"),
        ("draw; x1; draw", "undo 2", "take back the last 2 moves (Ann's)"),
        ("draw; x1; take; x2; draw", "undo 3", "take back the last 3 moves (Bob's)"),
        ("draw; x1", "undo 2", "go back to the deal"),
        ("draw; x1", "undo all", "go back to the deal"),
        ("draw; x1; undo; undo", "redo 2", None),
    ])  # fmt: skip
    def test_asked(self, lines: str, undo: str, question: str | None) -> None:
        player = at_table("y", "y", lines=lines)
        player.console.answers, player.console.asked = [], []
        asker = player._looking
        if question is None:
            player.do(undo)  # it makes moves of the one in turn again
            assert not player.console.asked
            return
        one, two = (name_of(player.game.options, seat) for seat in (asker, 3 - asker))
        assert refused(player, undo) == f"{one} asks to {question}: {two}, do you agree? [y/N]"

    def test_moves_of_another_are_made_again_only_if_they_agree(self) -> None:
        player = at_table("y", lines="draw; x1; draw; x1; undo 4")
        assert "make the last 4 moves (Bob's) again" in refused(player, "redo 4")
        player.do("redo 2")
        assert len(player.console.asked) == 2

    def test_each_of_the_others_is_asked_and_told_when_they_look_next(self) -> None:
        player = at_table("y", "y", people=3, lines="draw")
        first = player.game.turn
        player.do("undo")
        assert len(player.console.asked) == 2 and player.session.undos == 1
        told = f"{name_of(player.game.options, first)} has taken back the last move, which showed"
        typed(player, "take")
        assert not any(told in line for line in player.take_news())
        player.do("x1")
        player.advance()
        news = " ".join("".join(player.take_news()).split())
        assert player.game.turn != first and news.startswith(told) and "consent of all" in news
        assert not any(told in line for line in player.take_news())

    def test_nobody_is_asked_what_is_refused_anyway(self) -> None:
        player = at_table(lines="draw")
        for line in ("undo 2", "redo", "look back", "load nothing", "review 4", "leave 3", "x 99"):
            with pytest.raises((IllegalMove, ScriptError, ValueError)):
                player.do(line)
        player.wishes.may_undo = False
        with pytest.raises(IllegalMove, match="--no-undo"):
            player.do("undo")
        assert not player.console.asked

    def test_a_person_alone_at_the_table_asks_nobody(self) -> None:
        lines = "draw; undo; draw; x1; undo 2; new; auto; undo"
        player = at_table(people=1, players=3, lines=lines, target=1)
        assert not player.console.asked


def taken_and_melded(player: Any) -> list[str]:
    """Take a discard that makes a meld, after turns in which it does not; return what melds it."""
    while player.game.hand == 1:
        game = player.game
        card, hand = game.discards[-1], game.hands[game.turn - 1]
        melds = [m for m in game.options.melds.melds_in((*hand, card)) if card in m]
        if melds:
            typed(player, "take")
            return [f"meld {' '.join(map(str, melds[0]))}"]
        typed(player, "draw; x1")
    raise AssertionError("no discard makes a meld")


class TestOpeningAndEnding:
    @pytest.mark.parametrize(("line", "question"), [
        ("new", "begin a new game"), ("new 5", "begin a new game"), ("auto", "let computers play"),
    ])  # fmt: skip
    def test_a_game_that_goes_on_is_not_ended(self, line: str, question: str) -> None:
        player = at_table(lines="draw")
        assert question in refused(player, line)
        player.console.answers = ["y"]
        player.do(line)
        typed(player, "giveup" if line != "auto" else "")
        asked = len(player.console.asked)
        player.do("new")  # the game is over: nothing is taken from anybody
        assert len(player.console.asked) == asked and player.session.log[-1] == "new"

    def test_another_game_is_loaded_only_if_all_agree(self, tmp_path: Path) -> None:
        file = tmp_path / "game"
        player = at_table(lines=f"draw; save {file}; x1")
        assert "asks to go on with /" in refused(player, f"load {file}")
        player.console.answers = ["y"]
        before = player.session
        player.do(f"load {file}")
        assert player.session is not before

    @pytest.mark.parametrize("line", ["look back", "look back 1", "review 1", "review all"])
    def test_hands_of_a_match_are_not_opened(self, line: str) -> None:
        player = hand_played("n")
        assert "hand 1, " in refused(player, line)
        player.console.answers = ["y"]
        with brief_computers():
            player.do(line)
        assert "going out" in player.console.said or "Hand 1" in player.console.said

    def test_review_of_ones_own_choices_opens_nothing(self) -> None:
        player = hand_played()
        typed(player, "draw; x1")
        typed(player, "draw; review")
        assert not player.console.asked

    def test_after_a_look_at_open_hands_curtains_come_back(self) -> None:
        player = hand_played("y")
        player.do("look back")
        assert player.viewer(player.game) != player._looking
        player._draw_curtain()
        assert player.viewer(player.game) == player._looking

    def test_what_was_done_before_an_agreed_look_back_can_be_asked_for_only(self) -> None:
        """To give up, look at all hands and take it back would be a way to look alone."""
        player = hand_played()
        typed(player, "take; giveup; undo")
        assert not player.console.asked and player.session.outcome() is None
        typed(player, "giveup; look back")
        assert "take back the last move" in refused(player, "undo")

    def test_a_look_at_a_hand_that_is_over_binds_nobody_in_the_next(self) -> None:
        player = hand_played("y")
        typed(player, "look back; take; undo")
        assert len(player.console.asked) == 1

    def test_after_the_end_the_same_person_asks(self) -> None:
        player = hand_played(target=1)
        assert player.session.outcome() is not None
        assert refused(player, "undo") == refused(player, "undo")

    def test_other_people_sit_down_behind_a_curtain(self, tmp_path: Path) -> None:
        file = tmp_path / "game"
        file.write_text("# cardgames rummy --seed 3 --humans 2 --names Dan,Eve\n")
        player = at_table(people=1, players=2)
        typed(player, f"load {file}")
        assert player.game.turn == 1 and " press Enter to see your hand." in player.console.hidden

    def test_at_the_end_of_a_hand_a_refusal_is_told_there(self) -> None:
        player = hand_played("n", looks=1)
        assert "does not agree to look back at hand 1" in player.console.said

    @pytest.mark.parametrize("answer", ["y", "n"])
    def test_after_a_question_there_the_next_hand_comes_behind_a_curtain(self, answer: str) -> None:
        player = hand_played(answer, looks=1, seed=4)
        who = name_of(player.game.options, player.game.turn)
        assert f"{who}, do you agree?" in player.console.asked[-1], "who was asked is the next"
        assert f"{who}, press Enter to see your hand." in player.console.hidden

    def test_who_has_refused_is_asked_again(self) -> None:
        """After a question, nobody is taken for the one who was asked last."""
        player = hand_played("y", "n", "y", "n", people=3, looks=2)
        (one, two), again = player.console.asked[:2], player.console.asked[2:]
        assert [one, two] == again


def hand_played(
    *answers: str, people: int = 2, looks: int = 0, target: int = 500, seed: int = 3
) -> Any:
    """A table at which hand 1 has just ended, and a person LOOKS back so many times at once."""
    player = at_table(*answers, people=people, seed=seed, target=target)
    pauses = iter(["look back"] * looks)
    player.console.pause = lambda text: next(pauses, "")
    computers = player.session.computer
    while player.game.hand == 1 and player.session.outcome() is None:
        move = computers("medium").next_move(player.game, None)
        typed(player, str(move))
    return player


class TestLeaving:
    def test_of_three_people_one_leaves_and_a_computer_plays_on(self) -> None:
        player = at_table(people=3)
        seat = player.game.turn
        who = name_of(player.game.options, seat)
        player.do("giveup")
        assert player.session.log[-1] == f"leave {seat}" and player.session.outcome() is None
        player.advance()
        assert player.session.seats[seat - 1] == "medium" and player.game.turn != seat
        assert player.session.people == [one for one in (1, 2, 3) if one != seat]
        told = f"{who} has left: a computer of the level 'medium' plays on."
        for _ in range(2):
            assert told in " ".join("".join(player.take_news()).split())
            type_lines(player, "draw", "x1")
            player._draw_curtain()
        assert not player.console.asked

    def test_it_is_taken_back_only_if_the_others_agree(self) -> None:
        player = at_table(people=3, lines="giveup")
        assert "take back the last move (" in refused(player, "undo")
        asked = player.console.asked
        assert len(asked) == 1
        player.console.answers = ["y", "y"]
        player.do("undo")
        assert player.session.people == [1, 2, 3] and len(asked) == 3

    def test_of_two_players_the_other_wins(self) -> None:
        player = at_table(lines="draw")
        seat = player.game.turn
        player.do("giveup")
        assert player.session.outcome() == Outcome(3 - seat, "given up")
        assert player.session.log[-1] == f"leave {seat}"

    def test_who_comes_back_learns_no_card_that_the_computer_has_drawn(self) -> None:
        player = at_table("y", "y", people=3, lines="draw; x1")
        seat, told = player.game.turn, player.game
        typed(player, "giveup")
        drawn = {card for _, card in player.game.known(seat) - told.known(seat)}
        player.do("undo")
        remarks = " ".join(player.screen.remarks)
        assert drawn and player.game.turn == seat
        assert "You have seen" not in remarks and not any(str(card) in remarks for card in drawn)

    def test_nobody_makes_another_leave(self) -> None:
        player = at_table(people=3, lines="draw")
        other = player.game.turn % 3 + 1
        asked = refused(player, f"leave {other}")
        assert f"let a computer play on for {name_of(player.game.options, other)}" in asked
        player.console.answers = ["y", "y"]
        player.do(f"leave {other}")
        assert other not in player.session.people
        player.console.asked.clear()
        assert "take back the last move (" in refused(player, "undo")

    def test_who_stays_alone_with_computers_cannot_leave_but_gives_up(self) -> None:
        player = at_table(people=2, players=3, lines="giveup")
        with pytest.raises(IllegalMove, match="only one person plays: 'giveup' gives"):
            player.do("leave")
        player.do("giveup")
        assert player.session.log[-1] == "giveup" and player.session.outcome() is not None
        assert not player.console.asked

    @pytest.mark.parametrize(("options", "line", "refusal"), [
        ({"humans": 1}, "leave", "only one person plays: "),
        ({"humans": 1}, "leave 1", "only one person plays: "),
        ({"humans": 0}, "leave 1", "no person plays: "),
        ({"humans": 2, "players": 3}, "leave 3", "no person can leave seat 3: a computer plays"),
        ({"humans": 2, "players": 3}, "leave 4", "no person can leave seat 4: the seats are"),
        ({"humans": 2, "players": 3}, "giveup; leave 1", "the game is over: given up"),
    ])  # fmt: skip
    def test_where_it_makes_no_sense_it_is_refused(
        self, options: dict[str, int], line: str, refusal: str
    ) -> None:
        player = player_of(session_of(Rummy, 3, **options), Memory())
        with pytest.raises(IllegalMove, match=refusal):
            player.do(line)

    @pytest.mark.parametrize("lines", [
        "draw,leave 1,draw,x1", "leave 2,draw,x1,draw,x1", "draw,x1,leave 1,undo 1,redo 1,draw",
        "leave 1,leave 2,draw", "leave 1,leave 2,giveup", "leave 3,undo 1,draw,x1,leave 2",
        "leave 2,auto", "draw,leave 3,hint,new,draw",
    ])  # fmt: skip
    def test_a_script_with_it_leads_to_the_same_game(
        self, lines: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        player = player_of(session_of(Rummy, 3, humans=3, players=4, target=20))
        player.advance()
        type_lines(player, *lines.split(","))
        Path("saved").write_text(player.session.script(), encoding="utf-8")
        check_file("saved", state(player.session))
        moves = [line for line in player.session.log if ":" in line]
        bare = [line for line in player.session.script().splitlines() if line not in moves]
        again = session_after(player, player.scripts.parse("\n".join(bare).encode(), "bare"))
        assert again.game == player.game, "the computers play by themselves what the script omits"
        if "auto" in lines:
            return
        some = [line for line in player.session.script().splitlines() if line[:2] != "4:"]
        again = session_after(player, player.scripts.parse("\n".join(some).encode(), "some"))
        assert again.game == player.game, "a script may leave out the moves of some computers"

    def test_moves_of_who_left_are_no_moves_of_people(self) -> None:
        player = player_of(session_of(Rummy, 3, humans=3, players=3, target=1))
        player.advance()
        type_lines(player, "leave 1", "draw", "x1")
        assert player.session.moves_made == 2
        type_lines(player, "auto")
        made = sum(line.startswith(("2: ", "3: ")) for line in player.session.log)
        assert player.session.moves_made == 2 + made


class TestSlap:
    """Two people share the keys: who types is asked, and then the other is."""

    class Desk(Memory):
        interactive = True
        by_keys = timed = False

        def __init__(self, *keys: str) -> None:
            super().__init__()
            self.keys = [*keys]

        def read(self, prompt: str, enter: str = "") -> str | None:
            self.say(prompt)
            return self.keys.pop(0) if self.keys else None

    def at_desk(self, *keys: str) -> Any:
        player = player_of(session_of(Slap, 3, players="human,human"), self.Desk(*keys))
        type_lines(player, "play 500", "play 500")
        return player

    @pytest.mark.parametrize("seat", [1, 2])
    def test_who_gives_up_is_asked(self, seat: int) -> None:
        player = self.at_desk(str(seat))
        player.do("giveup")
        assert player.session.outcome() == Outcome(3 - seat, "given up")
        assert player.session.log[-1] == f"leave {seat}"

    @pytest.mark.parametrize("key", ["", "3", "no", "n"])
    def test_nobody_gives_up_if_nobody_is_named(self, key: str) -> None:
        player = self.at_desk(key)
        with pytest.raises(IllegalMove, match="type 1 or 2, to say who gives up"):
            player.do("giveup")
        assert player.session.outcome() is None

    @pytest.mark.parametrize("line", ["undo", "restart", "new", "auto"])
    def test_the_other_agrees(self, line: str) -> None:
        player = self.at_desk("1", "n", "1", "y")
        history, steps = player.session.history, player.session.history.steps
        with pytest.raises(IllegalMove, match="Player 2 does not agree to"):
            player.do(line)
        assert player.session.history is history and history.steps == steps
        player.do(line)
        assert player.session.history is not history or history.steps != steps
        assert "with the consent of all" in player.console.said + "".join(player.screen.remarks)


    def test_the_clock_stands_still_while_they_are_asked(self) -> None:
        class Clocked(self.Desk):  # type: ignore[name-defined, misc]
            timed = by_keys = True
            began = -1

            def read_live(self, prompt: str, keys: dict[str, str], until: object) -> Any:
                if not self.keys:
                    raise KeyboardInterrupt
                return keys[self.keys.pop(0)], 9000

            def redraw(self, board: str, news: str = "", room: int = 0) -> None:
                """Nobody looks."""

            def start_clock(self, ms: int) -> None:
                self.began = ms

            def clock(self) -> int:
                return 9000

            def redraw(self, *shown: object, **more: object) -> None:
                """Nobody looks."""

        player = player_of(session_of(Slap, 3, players="human,human"), Clocked("1", "n", "2"))
        player._moment = 700
        with pytest.raises(IllegalMove, match="Player 2 does not agree"):
            player.do("new")
        assert player.console.began == 700
        player.console.began = -1
        with pytest.raises(KeyboardInterrupt):
            player.do("new")
        assert player.console.began == 700


class TestScripts:
    """In scripts and pipes nobody is asked, and a line means what it always meant."""

    LINES = "draw\nx1\nundo\nredo\nundo 2\ndraw\nundo\nnew 5\ndraw\nx1\nnew\nauto\nundo\ngiveup\n"

    @pytest.mark.parametrize("words", [
        "rummy --players 3 --humans 3 --target 20", "rummy --humans 2",
    ])  # fmt: skip
    def test_nobody_is_asked(self, words: str) -> None:
        shown = shown_here(*words.split(), "--seed", "3", "--strict", stdin=self.LINES)
        assert "agree" not in shown and ": given up, after" in shown and "has left" not in shown

    def test_giving_up_ends_a_match_of_three_as_ever(self) -> None:
        session = session_of(Rummy, 3, humans=3, players=3)
        type_lines(player_of(session), "giveup")
        assert session.log == ["giveup"] and session.outcome() is not None


class TestInTheShell:
    PLAIN = ("--cards", "ascii", "--no-color")

    @pytest.mark.parametrize(("lines", "asks"), [("draw\n", True), ("draw\ngiveup\n", False)])
    @pytest.mark.parametrize("command", ["replay", "review"])
    def test_hands_of_an_unfinished_game_are_shown_only_if_all_agree(
        self, opened: list[Terminal], tmp_path: Path, command: str, lines: str, asks: bool
    ) -> None:
        file = tmp_path / "game"
        file.write_text(f"# cardgames rummy --humans 2 --names Ann,Bob --seed 3\n{lines}")
        assert "agree" not in shown_here(command, str(file))
        opened.append(Terminal(command, str(file), *self.PLAIN))
        if asks:
            opened[0].see("Somebody asks to show all hands of this unfinished game: Ann")
            opened[0].type("y\n", "Bob, do you agree? [y/N]:")
            opened[0].type("\n", "Error: Bob does not agree to show all hands")
        assert opened[0].end() == (2 if asks else 0)
        assert "deadwood" not in opened[0].output or not asks

    def test_a_game_whose_people_see_the_same_is_shown(self) -> None:
        assert not commands.sees_apart(session_of(Slap, 3, players="human,human"))
        assert not commands.sees_apart(session_of(games.model("canfield"), 3))
        assert commands.sees_apart(session_of(Rummy, 3, humans=2, players=2))
        script = "# cardgames rummy --humans 2 --seed 3\n"
        assert run_here("replay", "-", stdin=script).returncode == 0
