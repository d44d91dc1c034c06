"""A program at a seat is a stranger: what it does wrong is named in one line, and it is ended."""

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from cardgames import games
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.options import RummyOptions
from cardgames.games.slap.options import SlapOptions
from cardgames.model.cards import DECK
from cardgames.model.errors import InvalidCommand
from cardgames.model.game import HUMAN, Game, Setup
from cardgames.model.strategy import CUT_SHORT, Playout
from cardgames.seats import program
from cardgames.seats.program import Bot, end_all
from cardgames.seats.seat import VERSION, Fault, Function, Seat, hello, over, play, see
from tests.docs import sample, text_of, topic

LIMIT = 0.3
BEFORE = 3
"""The number of right answers before a fault."""
HEAD = f"""
import json, os, sys, time
def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()
def first(message, more=""):
    say(json.dumps({{"move": message["moves"][0], "more": 1}}) + "\\n" + more)
def messages():
    for line in sys.stdin:
        message = json.loads(line)
        if "moves" in message:
            yield message
asked = messages()
for number in range({BEFORE}):
    first(next(asked))
message = next(asked)
"""
FAULTS = {
    "silent": ("time.sleep(9)", "stalled", f"gives no answer in {LIMIT:g} seconds"),
    "dead": ("sys.exit('out of\\x1b[2J cards')", "dead", "has ended, with status 1 "
             "(its last words: out of\\x1b[2J cards)"),
    "killed": ("os.kill(os.getpid(), 9)", "dead", "was ended by SIGKILL"),
    "closes its output": ("os.close(1); time.sleep(9)", "dead", "has closed its output"),
    "garbage": ("say('hello \\x1b[2J\\n')", "illegal",
                "answers with something that is not JSON: 'hello \\x1b[2J'"),
    "deep": ("say('[' * 9999 + '\\n')", "illegal", "answers with something that is not JSON"),
    "long": ("say('x' * 3_000_000)", "illegal", "sends a line of more than 64 KiB"),
    "illegal": ("say('{\"move\": \"meld KS\"}\\n')", "illegal",
                "makes an illegal move, 'meld KS': "),
    "seated": ("say('{\"move\": \"2: draw\"}\\n')", "illegal", "leave out the seat"),
    "other names": ("say('{\"mvoe\": \"draw\"}\\n')", "illegal", 'like {"move":"..."}'),
    "a wrong type": ("say('{\"move\": 5}\\n')", "illegal", "with a 'move' of 5, not a text"),
    "unasked": ("first(message, '{\"move\": 1}\\n')", "illegal",
                "answers without being asked: '{\"move\": 1}'"),
    "forks": ("os.fork() and os._exit(0); time.sleep(9)", "dead", "has ended"),
}  # fmt: skip


@pytest.fixture(autouse=True)
def nobody_stays() -> Iterator[None]:
    yield
    end_all()


def command(file: Path, code: str) -> str:
    file.write_text(code)
    return f"{sys.executable} -S -E {file}"


def rummy(*seats: Seat, most: int = 400) -> Playout:
    """A game of Rummy between SEATS."""
    setup = Setup(Rummy, RummyOptions(humans=2), 4)
    next_move = games.seated("rummy", [HUMAN] * 2)
    played, fault = play(setup.dealt(), dict(enumerate(seats, 1)), next_move, most, setup)
    if fault is not None:
        assert played.outcome == (3 - fault.seat, f"forfeited: {fault}")
        raise fault
    return played


def first(position: Any) -> Any:
    return next(position.legal_moves(), None)


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_named_in_one_line(fault: str, tmp_path: Path) -> None:
    code, kind, words = FAULTS[fault]
    one = Bot(command(tmp_path / "bot.py", HEAD + code), LIMIT if kind == "stalled" else 60)
    with pytest.raises(Fault) as raised:
        rummy(Function(first), one)
    text = str(raised.value)
    assert (raised.value.kind, raised.value.seat) == (kind, 2)
    assert text.isprintable() and text.startswith(one.command) and words in text
    assert not program._running


def test_a_program_that_does_not_read_is_stalled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "STARTING", LIMIT)
    one = Bot(command(tmp_path / "bot.py", "import time; time.sleep(9)"), LIMIT)
    one.begin(Setup(Rummy, RummyOptions(), 4), 1)
    with pytest.raises(Fault, match="does not read what it is told, for 0.3 seconds"):
        one._write({"see": "x" * 200_000})


def test_a_program_that_writes_many_errors_goes_on(tmp_path: Path) -> None:
    code = "first(message)\nfor message in asked:\n  sys.stderr.write('x' * 99_999)\n"
    code += "  first(message)"
    one = Bot(command(tmp_path / "bot.py", HEAD + code), 60)
    assert len(rummy(Function(first), one, most=40).moves) == 40
    assert len(one._errors) <= program.KEPT


@pytest.mark.parametrize("words", ["nobody-has-this", "."])
def test_what_cannot_be_started_says_so(words: str) -> None:
    why = "No such file or directory|Permission denied|Is a directory"
    with pytest.raises(Fault, match=f"cannot be started: ({why})$"):
        rummy(Function(first), Bot(words))


@pytest.mark.parametrize("words", ["", "'", "a\0b"])
def test_what_is_no_command_says_so(words: str) -> None:
    with pytest.raises(InvalidCommand, match="is not a command"):
        Bot(words)


def test_a_program_gets_a_bare_environment_and_a_session_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "1")
    code = "sys.exit(f\"{'SECRET' in os.environ} {os.getsid(0) == os.getpid()} {sys.argv[1:]}\")"
    one = Bot(command(tmp_path / "bot.py", HEAD + code) + " 'a b' '$HOME'", 5)
    with pytest.raises(Fault, match=r"words: False True \['a b', '\$HOME'\]"):
        rummy(Function(first), one)


def test_whatever_it_leaves_running_is_ended(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    code = f"child = os.fork()\nif child:\n  open({str(pid)!r}, 'w').write(str(child))\n"
    code += "  for message in asked: first(message)\nelse:\n  time.sleep(60)"
    one = Bot(command(tmp_path / "bot.py", HEAD.replace("message = next(asked)", "") + code), 5)
    rummy(Function(first), one, most=40)
    end_all()
    child = int(pid.read_text())
    with pytest.raises(ProcessLookupError):
        for _ in range(1000):  # until its new parent has waited for it
            os.kill(child, 0)
            if Path(f"/proc/{child}/stat").read_text().split(") ")[1][0] == "Z":
                raise ProcessLookupError


def test_a_program_gives_up(tmp_path: Path) -> None:
    code = HEAD + "say('{\"giveup\": true}\\n'); sys.stdin.read()"
    played = rummy(Function(first), Bot(command(tmp_path / "bot.py", code), 5))
    assert (played.outcome.winner, played.outcome.reason) == (1, "stuck")


def test_a_fault_at_the_end_forfeits_the_game_as_it_ended() -> None:
    """The rival hears that; the moves lead to the last position."""
    heard = []

    class Listening(Function):
        listens = True

        def end(self, view: Any, winner: int | None, reason: str) -> None:
            heard.append(reason)
            if len(heard) == 1:
                raise Fault("dead", "has ended", 1)

    setup, seats = Setup(Rummy, RummyOptions(humans=2), 4), (Listening(first), Listening(first))
    next_move = games.seated("rummy", [HUMAN] * 2)
    played, fault = play(setup.dealt(), dict(enumerate(seats, 1)), next_move, 40, setup)
    assert fault is not None and played.outcome == (2, "forfeited: has ended")
    assert heard == [CUT_SHORT.reason, "forfeited: has ended"]
    assert reduce(Game.after, played.moves, setup.dealt()) == played.end


class TestTheTopic:
    BOTS = text_of(topic("bots"))

    def shown(self) -> list[Any]:
        """The messages that the topic shows."""
        pieces = re.findall(r"(?:^    [{\"].*\n)+", self.BOTS, re.MULTILINE)
        lines = [line for piece in pieces for line in re.split(r"(?<=\})\n", piece) if line]
        return [json.loads(line) for line in lines]

    def test_its_messages_are_those_that_are_sent(self) -> None:
        setup = Setup(Rummy, RummyOptions(humans=2), 4)
        game = setup.dealt()
        (move, *moves) = game.legal_moves()
        sent = [
            hello(setup, 2, 10), see(game, 1, move), see(game, 1, move, [move, *moves]),
            {"move": "draw"}, {"giveup": True}, over(1, "118 points reach 100"),
            see(games.model("slap").deal(DECK, SlapOptions()), 1, move, [move]),
            {"move": "slap 350"},
        ]  # fmt: skip
        shown = self.shown()
        assert shown[0]["table"] == VERSION and len(shown) == len(sent)
        for mine, real in zip(shown, sent):
            assert mine.keys() == real.keys()
            assert mine.get("see", {}).keys() <= real.get("see", {}).keys()
        assert (shown[3:6], shown[7]) == (sent[3:6], sent[7])

    def test_its_bots_have_ten_lines(self) -> None:
        assert len(sample(topic("bots"), "flush=True").splitlines()) <= 10
        assert len(sample(topic("bots"), "readline").splitlines()) <= 14

    def test_its_bot_in_python_plays_every_game(self, tmp_path: Path) -> None:
        bot = command(tmp_path / "bot.py", sample(topic("bots"), "flush=True"))
        one = Bot(bot)
        assert rummy(Function(first), one, most=300).moves
        for name in ("golf", "klondike", "clock", "mod10"):
            setup = Setup(games.model(name), games.model(name).options_type(), 4)
            next_move = games.seated(name, [HUMAN])
            played, _ = play(setup.dealt(), {1: one}, next_move, 60, setup)
            alone, _ = play(setup.dealt(), {1: Function(first)}, next_move, 60)
            assert played.moves == alone.moves

    @pytest.mark.skipif(not shutil.which("node"), reason="node is not here")
    def test_its_bot_in_javascript_plays_rummy(self, tmp_path: Path) -> None:
        (tmp_path / "bot.js").write_text(sample(topic("bots"), "readline"))
        one = Bot(f"node {tmp_path / 'bot.js'}")
        played = rummy(Function(first), one, most=60)
        assert len(played.moves) == 60


def test_an_answer_to_a_question_that_ctrl_c_has_ended_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = HEAD + "first(message)\nfor message in asked: first(message)"
    one = Bot(command(tmp_path / "bot.py", code), 5)
    setup = Setup(Rummy, RummyOptions(humans=2), 4)
    game = setup.dealt()
    one.begin(setup, game.player())
    view = game.seen_by(game.player())

    def interrupted() -> bytes:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(one, "_answer", interrupted)
        with pytest.raises(KeyboardInterrupt):
            one.choose(view)
    assert str(one.choose(view)) == str(one.choose(view)) == "draw"
