"""Slap by the clock of a terminal, with a keyboard and a clock that the test controls."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from click import unstyle

from cardgames.games.slap import board
from cardgames.games.slap.board import after_game, excuse
from cardgames.games.slap.game import Slap
from cardgames.model.cards import Pile
from cardgames.model.errors import InvalidCommand
from cardgames.model.game import Move
from cardgames.play.session import MoveMade
from cardgames.screen.look import WORDS, Look
from tests.seated import Memory, player_of, session_of
from tests.test_slap import after
from tests.test_slap import table as dealt

# The fourth card makes a pair, before your turn; the computer slaps it after 653 ms.
PAIR = "2C 3C 5C 7C 4D 3D 6D 8D"
# You play at 100 and 800 ms; the computer plays at 600, and at 1300, which makes the pair.
FIRST = "100_ 800_"
TWO, PRACTICE = {"players": "human,human"}, {"practice": True}


class Clocked(Memory):
    interactive = timed = by_keys = True

    def __init__(self) -> None:
        super().__init__()
        self.now = self.zero = 0

    def start_clock(self, ms: int = 0) -> None:
        self.zero = self.now - ms

    def clock(self) -> int:
        return self.now - self.zero

    def redraw(self, board: str, news: str = "", room: int = 0) -> None:
        """Nobody looks."""

    def waits(self, at: int, until: int | None) -> bool:
        """Let the time pass to AT, unless something happens by itself before, UNTIL then."""
        first = until is not None and max(self.now, self.zero + until) < at
        self.now = max(self.now, self.zero + (until or 0) if first else at)
        return not first


class Desk(Clocked):
    in_place = True

    def __init__(self, pressed: Any, until: int = 0, slow: int = 0) -> None:
        """Press keys, or type lines, each after its time; in a text, _ is the space bar."""
        super().__init__()
        if isinstance(pressed, str):
            pressed = [(int(each[:-1]), each[-1].replace("_", " ")) for each in pressed.split()]
        self._pressed = [*pressed, (until or 100_000, "\x04")]
        self._slow = slow  # the time that it takes to paint a screen, in ms
        self.screens: list[str] = []
        self.painted: list[int] = []  # when each screen was painted, in ms from the start
        self.prompts: list[str] = []

    def typed_alone(self) -> bool:
        return True

    def redraw(self, board: str, news: str = "", room: int = 0) -> None:
        self.screens.append(unstyle(board + news))
        self.painted.append(self.now)
        self.now += self._slow

    def read_live(
        self, prompt: str, keys: Mapping[str, str], until: int | None, enter: str = ""
    ) -> tuple[str | None, int]:
        self.prompts.append(prompt)
        at, key = self._pressed[0]
        if not self.waits(at, until):
            return "", self.clock()
        del self._pressed[0]
        if key == "\n":
            return enter, self.clock()
        return None if key == "\x04" else keys.get(key, key), self.clock()


class Late(Desk):
    def read_live(self, *arguments: Any) -> tuple[str | None, int]:
        """Read a key 40 ms after it was pressed."""
        found = super().read_live(*arguments)
        self.now += 40
        return found


def deck(text: str) -> Pile:
    return Slap.read_deck(text)[::-1]


def played(
    cards: str, pressed: Any, until: int = 0, kind: Any = Desk, own: str = "", **options: Any
) -> tuple[Any, Any]:
    """Play CARDS at a desk of this KIND, with one's OWN keys; return the desk and the session."""
    desk = kind(pressed, until)
    player = player_of(session_of(Slap, deck=deck(cards), **options), desk)
    player.wishes.own_keys = tuple(own)
    player.play()
    assert player.session.outcome() is None or not player.screen.remarks
    return desk, player.session


def last_log(desk: Desk) -> list[str]:
    lines = desk.screens[-1].splitlines()
    return [line for line in lines[-board.LOG - 1 : -1] if line]


class TestSlapsMeantForAnEarlierPile:
    @pytest.mark.parametrize("after_it", [10, 299, 480, 550, 1000, 1001])
    def test_up_to_a_second_after_the_computer_it_is_too_late(self, after_it: int) -> None:
        """Also after the next card; later it is wrong."""
        at = slap_of_the_computer() + 1300
        desk, session = played(PAIR, f"{FIRST} {at + after_it}s", at + after_it, penalty="card")
        ms = at - 1300
        told = f"Too late: the computer slapped after {ms} ms, you after {ms + after_it}."
        assert (last_log(desk)[-1] == told) is (after_it <= 1000)
        assert session.game.side(1).wrong == (after_it > 1000) and "Error" not in desk.screens[-1]

    @pytest.mark.parametrize(("ms", "wrong"), [(10, 0), (119, 0), (120, 1)])
    def test_what_nobody_can_have_seen_counts_as_nothing(self, ms: int, wrong: int) -> None:
        desk, session = played(PAIR, f"100_ {600 + ms}s", 600 + ms, penalty="card")
        assert session.game.side(1).wrong == wrong
        assert ("Too early" in desk.screens[-1]) is not bool(wrong)
        assert ("slap" in " ".join(session.log)) is bool(wrong)

    def test_the_clock_runs_on_after_it_though_the_key_is_read_late(self) -> None:
        def painted(pressed: str) -> int:
            desk, _ = played(PAIR, pressed, 1000, kind=Late)
            shown = zip(desk.painted, desk.screens)
            return int(next(at for at, screen in shown if "The computer plays 4D" in screen))

        assert painted("100_ 150s") == painted("100_")

    @pytest.mark.parametrize("penalty", ["none", "each", "strict"])
    def test_a_slap_key_is_one_slap_until_it_was_silent(self, penalty: str) -> None:
        """Whatever the slap did, and also while cards come and go; nothing is painted for it."""
        held = " ".join(f"{130 + 33 * n}s" for n in range(30))
        desk, session = played(PAIR, f"100_ {held} 1700s", 1700, penalty=penalty)
        assert [line.split()[0] for line in session.log].count("slap") <= 1
        bare, _ = played(PAIR, "100_ 130s 1700s", 1700, penalty=penalty)
        assert desk.screens == bare.screens

    def test_of_two_people_each_has_a_silence_of_their_own(self) -> None:
        pressed = "100d 400j 700s 720k 990s 1100k"
        _, session = played(PAIR, pressed, 1200, penalty="each", **TWO)
        assert [side.wrong for side in session.game.sides] == [1, 2]

    def test_a_key_that_was_there_when_the_clock_ran_out_came_before(self) -> None:
        class Stopped(Desk):
            """A program that is stopped for a while, so that it reads a key late."""

            def read_live(self, *prompt_keys_until_enter: Any) -> tuple[str | None, int]:
                line, at = super().read_live(*prompt_keys_until_enter)
                if line == "slap" and (until := prompt_keys_until_enter[2]) is not None:
                    self.now += 900
                    at = min(self.clock(), until)
                return line, at

        desk, session = played(PAIR, f"{FIRST} 1500s", 1600, Stopped)
        assert session.game.side(1).won == 1
        assert "a pair, 3C 3D" in " ".join(last_log(desk)) and "0 ms later" not in desk.screens[-1]

    def test_a_slap_after_a_card_on_a_pair_is_too_late_for_it(self) -> None:
        """A rival who plays as people do may have overlooked the pair."""
        paired = after(dealt("2C 3C 5C", "2D 4D"), "play, play")
        event = MoveMade(paired, Move("play", (500,)), after(paired, "play"))
        told = "Too late: you played after 500 ms, and slapped after 580.\n"
        assert excuse(event.after, [event], 1, 80) == told
        assert excuse(event.after, [event], 1, 130) == ""
        covered = moves_of(paired, "play 20, play 20")[::-1]  # nobody saw the last card of them
        assert excuse(paired, covered, 1, 10).startswith("Too early: ")

    @pytest.mark.parametrize(("grace", "ms", "wrong"), [
        (250, 30, 0), (250, 250, 0), (250, 251, 1), (0, 119, 0), (0, 130, 1), (500, 490, 0),
    ])  # fmt: skip
    def test_a_slap_when_the_other_has_just_covered_the_pile_is_forgiven(
        self, grace: int, ms: int, wrong: int
    ) -> None:
        pressed, options = f"100d 500j 1000d {1000 + ms}k", {"penalty": "strict", **TWO}
        cards = "2C 3C 5C 2D 4D 6D"
        desk, session = played(cards, pressed, 1000 + ms, grace=grace, **options)
        told = f"Too late: player 1 played after 500 ms, player 2 slapped after {500 + ms}."
        assert (told in last_log(desk)) is not bool(wrong)
        assert session.game.side(2).wrong == wrong and len(session.game.under) == wrong

    def test_a_slap_that_is_right_again_is_no_late_one(self) -> None:
        """The third card of a rank makes a pair, too."""
        pressed = "100d 500j 1000d 1200k"
        _, session = played("2C 2H 5C 2D 4D 6D", pressed, 1201, grace=250, **TWO)
        assert session.log[-1] == "slap 2 200" and session.game.side(2).won == 1

    @pytest.mark.parametrize(("at", "played_it"), [(799, False), (800, True)])
    def test_a_card_does_not_follow_the_last_one_at_once(self, at: int, played_it: bool) -> None:
        desk, session = played("2C 3C 2D 4D", f"100d 500j {at}d", at + 1, interval=300, **TWO)
        assert (session.log[-1] == "play 300") is played_it
        assert ("too soon" in " ".join(last_log(desk))) is not played_it

    def test_no_command_wins_time_to_think(self) -> None:
        """Its answer fills a small screen for ten seconds, until a key is pressed."""

        class Small(Desk):
            def show_aside(self) -> bool:
                shown, self.said = "Score" in self.said, ""
                self.now += 10_000 * shown
                return shown

        pressed = [(100, " "), (800, " "), (1400, "score"), (11_450, "s")]
        desk, session = played(PAIR, pressed, 11_451, Small, speed="slow")
        assert (session.game.side(1).won, session.game.side(2).won) == (0, 1)
        assert "Too late: the computer slapped" in desk.screens[-1]

    @pytest.mark.parametrize(("moves", "last"), [
        ("play 500, play 500, play 500, play 500", "2: slap"),  # there is a pair
        ("play 500", "play 500"),
    ])  # fmt: skip
    def test_who_comes_back_to_a_pair_has_not_won_time(self, moves: str, last: str) -> None:
        """The table is in view until the space bar lets the clock run; the computer has seen it."""
        desk = Desk([(5000, " "), (5100, "s")], 5101)
        player = player_of(session_of(Slap, deck=deck(PAIR)), desk)
        for move in moves.split(", "):
            player.session.make(player.game.parse(move))
        player.session.mark_told()
        player.welcome_back()
        player.play()
        assert player.session.log[-1].startswith(last)

    def test_the_clock_runs_on_after_a_wrong_slap(self) -> None:
        """Also while the screen is painted, here for 50 ms."""
        _, session = played(PAIR, "100d 450s 900j", kind=partial(Desk, slow=50), **TWO)
        assert session.log == ["play 50", "slap 1 300", "play 750"]

    @pytest.mark.parametrize(("lines", "log"), [
        ("play, wait 500, slap 10", "play 500, 2: play 500, slap 10"),
        ("play, 2: play, play 5000", "play 500, 2: play 500, play 5000"),
        ("play, 2: wait 5, 2: play", "play 500, 2: wait 5, 2: play 500"),
        ("play, 2: play, new, play, play",
         "play 500, 2: play 500, new, play 500, 2: play 500, play 500"),
    ])  # fmt: skip
    def test_a_script_is_taken_at_its_word(self, lines: str, log: str) -> None:
        player = player_of(session_of(Slap, deck=deck(PAIR), penalty="card"), Memory())
        for line in lines.split(", "):
            player.do(line)
        assert ", ".join(player.session.log) == log


def test_two_people_are_told_how_a_slap_is_typed() -> None:
    player = player_of(session_of(Slap, deck=deck(PAIR), **TWO), Memory())
    player.do("play")
    with pytest.raises(InvalidCommand, match="slap takes the player first, then the milliseconds"):
        player.do("slap 300 1")


def slap_of_the_computer() -> int:
    _, session = played(PAIR, FIRST, 2500)
    return int(next(line for line in session.log if line.startswith("2: slap")).split()[-1])


LEADS = dealt("2C 3C", "4C 5C")
WATCHED = dealt("2C", "4C", players="computer,computer")
PLAYED = after(LEADS, "play, play")
BOTH_PLAYED = after(dealt("2C 3C", "4C 5C", **TWO), "play, play")


class TestKeys:
    @pytest.mark.parametrize(("game", "stopped", "columns", "prompt"), [
        (LEADS, False, 80, "[space] play               [:] command > "),
        (after(LEADS, "play"), False, 80, "                 [s] slap  [:] command > "),
        (after(dealt("JC 3C", "4C 5C"), "play, play"), False, 80,
         "[space] collect  [s] slap  [:] command > "),
        (after(dealt("JC 3C", "4C 5C", **TWO), "play, play"), False, 80,
         "1: [d] collect  [s] slap  2:              [k] slap > "),
        (WATCHED, False, 80, "[space] stop          [:] command > "),
        (WATCHED, True, 80, "[space] step  [g] go  [:] command > "),
        (WATCHED, True, 30, "space g | : > "),
        (LEADS, True, 80, "[space] go on              [:] command > "),
        (LEADS, True, 39, "space go on              : command > "),
        (LEADS, True, 20, "space | : > "),
        (PLAYED, False, 44, "[space] play     [s] slap  [:] command > "),
        (PLAYED, False, 40, "space play     s slap  : command > "),
        (PLAYED, False, 30, "space s | : > "),
        (BOTH_PLAYED, False, 60, "1: [d] play     [s] slap  2:              [k] slap > "),
        (BOTH_PLAYED, False, 44, "1: d play    s slap  2:           k slap > "),
        (BOTH_PLAYED, False, 40, "d s |   k | : > "),
        # Who is in time-out is offered no slap.
        (after(dealt("2C 3C", "4C 5C", penalty="timeout"), "play, slap"), False, 30,
         "        | : > "),
    ])  # fmt: skip
    def test_what_the_prompt_offers(
        self, game: Slap, stopped: bool, columns: int, prompt: str
    ) -> None:
        assert board.prompt_of(game, stopped, columns, keys(game)) == prompt
        assert len(prompt) < columns

    @pytest.mark.parametrize(
        ("hands", "effect"),
        [("2C 3C 2D 4D", "after 300 ms: a pair"), ("2C 3C 5D 4D", "wrongly after 300 ms")],
    )
    @pytest.mark.parametrize(("key", "players"), [("k", "human,human"), ("s", "human,computer")])
    def test_a_slap_is_on_the_screen_in_the_moment_of_its_key(
        self, hands: str, effect: str, key: str, players: str
    ) -> None:
        pressed = f"100_ 600j 900{key}" if players == "human,human" else f"100_ 900{key}"
        desk, _ = played(hands, pressed, 1000, players=players, speed="5000")
        shown = next(n for n, screen in enumerate(desk.screens) if effect in screen)
        assert desk.painted[shown] == 900

    def test_read_aloud_each_is_said_once(self) -> None:
        desk = Desk(FIRST, 1200)
        player = player_of(session_of(Slap, deck=deck(PAIR)), desk)
        player.look.style, player.look.spoken, desk.in_place = WORDS, True, False
        player.play()
        said = [prompt for prompt in desk.prompts if prompt != "> "]
        assert len(said) == len(set(said)) and len(said) < len(desk.prompts)

    def test_own_keys_take_the_place_of_the_usual_ones(self) -> None:
        game = BOTH_PLAYED
        own = keys(game, "a", " ", "\u00f6", "l")
        assert board.keys_of(game, False, own) == {
            "a": "play", " ": "slap 1", "\u00f6": board.OUT_OF_TURN, "l": "slap 2",
        }  # fmt: skip
        assert board.prompt_of(game, False, 80, own).startswith("1: [a] play     [space] slap  2: ")
        assert "player 2 plays by \u00f6 and slaps by l" in board.described(game, own)
        assert keys(game, "x", "y") == keys(game), "those of one person"
        used = board.keys_of(LEADS, False, keys(LEADS, "u", "s"))
        assert used == {"u": "play", "s": "slap"}, "no space bar"
        none = dealt("2C", "4C", slaps="none")
        assert board.keys_of(none, False, keys(none))["s"] == board.NOTHING

    def test_a_clock_that_stands_still_can_go_on(self) -> None:
        assert board.keys_of(LEADS, True, keys(LEADS)) == {" ": "go", "s": board.NOTHING}
        game = dealt("2C", "4C", **TWO)
        two = board.keys_of(game, True, keys(game))
        assert two == {" ": "go"} | dict.fromkeys("dsjk", board.NOTHING)

    @pytest.mark.parametrize(("players", "own", "told"), [
        ("human,human", "ab", "are for one player: these are used, d,s,j,k."),
        ("human,computer", "abcd", "are for two players: these are used, space,s."),
        ("human,human", "abcd", ""), ("computer,computer", "ab", ""),
    ])  # fmt: skip
    def test_chosen_keys_for_another_number_of_people_are_told(
        self, players: str, own: str, told: str
    ) -> None:
        desk, _ = played(PAIR, "", 50, own=own, players=players)
        assert told in " ".join(desk.screens[-1].split())
        assert ("that you chose" in desk.screens[-1]) is bool(told)

    def test_a_word_without_the_letter_that_was_a_key_is_refused_with_the_whole_word(self) -> None:
        typed = [(100, "core"), (200, "lap 300"), (300, "xyzzy"), (400, "2: play 500")]
        told = played(PAIR, typed, 500)[0].screens[-1].splitlines()
        assert "Error: there is no command 'core'. Type a colon first: :score" in told
        assert "Error: there is no command 'lap 300'. Type a colon first: :slap 300" in told
        assert [line for line in told if "xyzzy" in line and "colon" not in line]
        assert [line for line in told if "Error: computers play for themselves" in line]

    def test_enter_alone_does_nothing_but_answers_no_to_the_question(self) -> None:
        _, session = played("2C 2D", [(100, "\n")], 200)
        assert session.log == []
        desk, session = played("2C 2D", [(100, " "), (3000, "\n"), (3100, "score")])
        assert session.outcome() is not None and len(desk._pressed) == 2, "the game is left"

    @pytest.mark.parametrize(("own", "answer"), [("", "y"), ("ny", "y"), ("yn", "yes")])
    def test_y_and_n_answer_the_question_also_if_they_are_keys(self, own: str, answer: str) -> None:
        pressed = [(100, own[:1] or " "), (3000, answer)]
        _, session = played("2C 2D", pressed, 3100, own=own)
        assert session.log[-1] == "new"


def keys(game: Slap, *chosen: str) -> board.Keys:
    return board.keys_for(game.options.people(), chosen)


class TestTable:
    @pytest.mark.parametrize(("columns", "told"), [
        (80, "Round 1, 0 cards played; slow, sandwich, run, flush, penalty card."),
        (66, "Round 1, 0 cards played; slow, sandwich, run, flush, ..."),
        (44, "Round 1, 0 cards played; slow, ..."), (30, "Round 1, 0 cards played; ..."),
        (26, "Round 1, 0 cards played."),
    ])  # fmt: skip
    def test_options_are_told_in_words_that_are_never_cut(self, columns: int, told: str) -> None:
        rules = ("sandwich", "run", "flush")
        timed = {"grace": 250, "interval": 300}
        game = dealt("2C", "3C", speed="slow", penalty="card", rules=rules, **timed)
        assert board.status(game, Look(columns=columns), stopped=False) == f"{told}\n"

    def test_the_last_event_is_whole_and_no_part_of_an_earlier_one_is_shown(self) -> None:
        told = "Player 1 slaps wrongly after 1499 ms: free, as player 1 has paid already."
        look = Look(columns=40)
        look.lines = 15
        shown = board.table(LEADS, look, ["You play.\n", told])
        assert " ".join(shown.split()).endswith(told)
        won = after(dealt("JC 3C", "4C 5C"), "play, play")
        assert board.awaited(won, short=True) == "You have won the pile."
        shown = board.table(LEADS, look, [told, "You play.\n"])
        assert shown.splitlines()[-2:] == ["", "You play."]

    @pytest.mark.parametrize(
        ("columns", "lines"), [(120, 50), (100, 36), (80, 24), (60, 20), (44, 18), (40, 15)]
    )
    def test_everything_has_its_place(self, columns: int, lines: int) -> None:
        """All positions take the same number of rows, and the top card stays in its place."""
        look, log = Look(columns=columns, notes=True), ["You play 2C.\n"] * 30
        look.lines, look.large = lines, None
        game = dealt("2C 3C 5C 7C JC 9C", "4D 3D 6D 8D 10D", penalty="card")
        rows, places = set(), set()
        eight = ", ".join(["play"] * 8)
        for moves in ("", "play", "play, slap", "play, play, slap 2", "play, play, play", eight):
            shown = board.table(after(game, moves) if moves else game, look, log)
            text = shown + board.status(game, look, stopped=False)
            rows.add(text.count("\n"))
            assert max(map(len, text.splitlines())) < columns
            places |= {
                (number, line.rindex(".-------."))
                for number, line in enumerate(text.splitlines())
                if ".-------." in line
            }
        assert len(rows) == len(places) == 1 and rows.pop() <= lines - 3
        stalled = board.table(after(dealt("2C", "2D"), "play, play"), look, log)
        assert max(map(len, stalled.splitlines())) < columns

    def test_a_won_pile_is_seen_to_go(self) -> None:
        at = 1300 + slap_of_the_computer()
        desk, _ = played(PAIR, FIRST, at + 450)
        going, gone = desk.screens[-2:]
        assert "^^^ 4 cards to the computer ^^^" in going and "| 3 " in going
        assert "^^^" not in gone and "| 3 " not in gone
        assert going.count("\n") == gone.count("\n")


WRONG = "slaps wrongly after 800 ms: 2C is no pair; "
FREE = "free, as player 1 has paid already."


def test_in_practice_the_lesson_alone_says_why_a_slap_is_wrong() -> None:
    desk, _ = played("2C 3C 4D 6D", "100_ 800s", 801, penalty="card", **PRACTICE)
    assert last_log(desk)[-2:] == [
        "You slap wrongly after 200 ms: a card is paid.",
        "Wrong: 2C 4D has no pair on top.",
    ]
    assert "   2 cards in the pile, 1 under it          computer\n" in desk.screens[-1]


@pytest.mark.parametrize(("cards", "pressed", "options", "told"), [
    (PAIR, "100s", {}, "You slap where no card lies."),
    ("JC 3C 5D 6D", "100_ 1700s", {},
     "Too late: you collected after 1000 ms, and slapped after 1100."),
    ("5D 6D 7D JC 3C 4C", "100_ 700_ 1800s", {},
     "Too late: the computer collected after 1000 ms, you slapped after 1100."),
    ("2C 3C 4C 2D 3D 5D", "100d 400j 700s 900d 1100j 1350k", TWO,
     "Player 2 slaps after 250 ms: a pair, 3C 3D."),
    ("2C 3C 4C 2D 6D 5D", "100d 400j 700s 900d 1100j 1350k", TWO,
     "Too late: player 1 slapped after 300 ms, player 2 after 950."),
    (PAIR, "100d 400s 700k", {"penalty": "pile", **TWO},
     "Player 2 has been given the pile already: this slap does not count."),
    # A wrong slap takes one line, and a second one that is free says why.
    *((PAIR, "100_ 800s", {"penalty": penalty},
       f"You slap wrongly after 200 ms: 2C 4D is no pair{told}")
      for penalty, told in (
          ("none", "."), ("card", "; a card is paid."), ("timeout", "; out for 5 cards."),
          ("strict", "; a card is paid, out for 2."), ("pile", "; the pile goes to the computer."),
      )),
    (PAIR, "100d 400s 900s", {"penalty": "card", **TWO}, f"Player 1 {WRONG}{FREE}"),
    (PAIR, "100d 400s 900k", {"penalty": "card", **TWO}, f"Player 2 {WRONG}{FREE}"),
    (PAIR, "100d 400s 900s", {"penalty": "each", **TWO}, f"Player 1 {WRONG}{FREE}"),
    (PAIR, "100d 400s 900k", {"penalty": "each", **TWO}, f"Player 2 {WRONG}a card is paid."),
    # Practice says why a slap is wrong, or which one was missed.
    ("2C 3C 4D 6D", "100_ 800s", PRACTICE, "Wrong: 2C 4D has no pair on top."),
    ("2C 3C 4D 6D", "100_ 800s", {"rules": ("run", "tens"), **PRACTICE},
     "Wrong: 2C 4D has no pair or run on top."),
    ("2C 3C 8D 6D", "100_ 800s", {"rules": ("run",), **PRACTICE},
     "Wrong: 2C 8D is a sum of ten, which counts only with --rules ten-sum."),
    (PAIR, "100_ 800_ 1400_", PRACTICE, "Missed: a pair, 3-3; you played on it."),
    ("2C 3C 2D 4D", "100d 400j 700s 1500d 2000k", {**TWO, **PRACTICE},
     "Wrong: 3C has no pair on top."),
])  # fmt: skip
def test_what_the_last_line_of_the_log_says(
    cards: str, pressed: str, options: dict[str, Any], told: str
) -> None:
    """Of two people who practice, nobody is told that the other was faster."""
    desk, _ = played(cards, pressed, int(pressed.split()[-1][:-1]) + 1, **options)
    assert " ".join(" ".join(last_log(desk)).split()).endswith(told)
    assert ("Paused." in desk.screens[-1]) is ("practice" in options)


class TestLessons:
    def test_practice_stops_at_a_missed_slap_until_the_space_bar(self) -> None:
        desk, session = played(PAIR, FIRST, 60_000, practice=True)
        assert last_log(desk)[-1].startswith("Missed: a pair, 3-3; the computer slapped after ")
        assert "Paused." in desk.screens[-1] and "[space] go on" in desk.prompts[-1]
        assert session.log[-1].startswith("2: slap"), "nothing happens until a key is pressed"
        _, session = played(PAIR, f"{FIRST} 60000s 60100_", 61_000, practice=True)
        assert session.log[-1] == "2: play 500"

    def test_a_key_after_the_end_is_no_answer(self) -> None:
        desk, session = played("2C 2D", "100_ 3000s 3100_", 3200)
        assert session.outcome() is not None
        ended = {at for at, shown in zip(desk.painted, desk.screens) if "The end" in shown}
        assert len(ended) == 1, "nothing is painted for the keys, nor later"

    def test_after_the_game_each_missed_slap_is_named(self) -> None:
        events = [
            *moves_of(dealt("6C 6H 9C", "KD 2D"), "play, play, play, 2: slap 321", "sandwich"),
            *moves_of(dealt("2C 3C", "2D 4D"), "play, play, slap 650"),
            *moves_of(dealt("2C 3C", "2D 4D"), "play, play, slap 950"),
            *moves_of(dealt("2C 3C", "2D 4D"), "play, play, play"),
        ]
        assert after_game(events, Look()) == (
            "You missed 2 slaps (in brackets, when the other one slapped):\n"
            "  a sandwich, 6-K-6 (321 ms)\n"
            "  a pair, 2-2 (nobody)\n"
            "Your reactions, in ms:\n"
            "   600 to 699   1 #\n"
            "  700 or more   1 #\n"
        )

    def test_a_pipe_is_told_nothing_of_it(self) -> None:
        player = player_of(session_of(Slap, deck=deck("2C 2D")), Memory())
        player.do("play")
        player.do("wait 3000")
        assert player.session.outcome() is not None
        assert "missed 1 slap" not in player.ending(player.session.outcome())


def test_a_line_of_the_log_leaves_out_how_late_the_rival_was_if_it_has_no_room() -> None:
    paired = after(dealt("2C 3C 5C", "2D 4D"), "play, play")
    (event,) = moves_of(paired, "slap 400")
    rival = Move("slap", (600,), 2)
    whole = board.news(event, rival, Look())
    assert whole.endswith(" 200 ms later.")
    assert board.brief(event, rival, Look(columns=len(whole) + 1)) == whole
    assert board.brief(event, rival, Look(columns=len(whole))) == f"{whole.partition('.')[0]}."


def moves_of(game: Slap, moves: str, *rules: str) -> list[MoveMade]:
    position = replace(game, options=replace(game.options, rules=rules))
    made = []
    for text in moves.split(","):
        move = position.parse(text.strip())
        made.append(MoveMade(position, move, position.apply(move)))
        position = made[-1].after
    return made


def test_the_log_has_no_line_for_a_wait() -> None:
    player = player_of(session_of(Slap, 3))
    for line in ("play", "wait 700", "play"):
        player.do(line)
    assert "wait 200" in map(str, (event.move for event in player.session.history.forwards()))
    assert all(map(str.strip, player._log()))
