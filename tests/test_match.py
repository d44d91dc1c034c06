"""A game as an object: played step by step, taken back, kept and loaded."""

import copy
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from shlex import quote
from typing import Any, get_type_hints

import pytest

import cardgames
from cardgames import Match, Move, load
from cardgames.seats import program
from tests.program import run_here
from tests.seated import brief_computers

FACE = {
    "moves", "outcome", "position", "scores", "setup",
    "make", "step", "undo", "redo", "close",
}  # fmt: skip
"""The public attributes of a match. Programs rely on them."""
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("rummy", {}), ("rummy", {"players": 4, "humans": 2}), ("rummy", {"humans": 0}),
    ("slap", {}), ("slap", {"players": "computer,computer"}), ("klondike", {}), ("mod10", {}),
]  # fmt: skip
ODD: Any = 7


def first(position: Any) -> Move | None:
    return next(position.legal_moves(), None)


def discards(position: Any) -> Move:
    moves: list[Move] = [*position.legal_moves()]
    return next((move for move in moves if move.name in ("draw", "discard")), moves[0])


def bot(folder: Path, code: str) -> str:
    (folder / "bot.py").write_text(code)
    return f"{quote(sys.executable)} {quote(str(folder / 'bot.py'))}"


def test_the_face_is_small_and_typed() -> None:
    assert {name for name in vars(Match) if name[0] != "_"} == FACE
    for name in ("make", "step", "undo", "redo", "close", "__init__"):
        assert "return" in get_type_hints(getattr(Match, name))


@pytest.mark.parametrize(("name", "options"), TABLES, ids=str)
def test_a_script_is_the_match_wherever_it_is_kept(name: str, options: dict[str, Any]) -> None:
    """Also in the middle of the turn of a computer, and after moves were taken back."""
    chance, match = Random(1), Match(name, 3, **options)
    dealt = match.position
    for _ in range(50):
        if match.step() is None:
            if match.outcome or not (legal := [*match.position.legal_moves()]):
                break
            match.make(chance.choice(legal))
        if chance.random() < 0.1 and not options.get("players") == "computer,computer":
            if any(move.seat in (0, 1) for move in match.moves) and options.get("humans") != 0:
                match.undo()
                if chance.random() < 0.5:
                    match.redo()
        if chance.random() < 0.2:
            again = load(str(match))
            assert (again.position, again.moves) == (match.position, match.moves)
            assert (again.outcome, again.setup) == (match.outcome, match.setup)
    for move in match.moves:
        dealt = dealt.after(move)
    assert dealt == match.position
    for other in (copy.copy(match), pickle.loads(pickle.dumps(match))):
        assert (other.moves, other.position) == (match.moves, match.position)


def test_a_bot_plays_against_computers_step_by_step() -> None:
    match = Match("rummy", 3, level="hard", target=30)
    assert match.setup.options.level == "hard" and match.setup.seed == 3
    while match.outcome is None:
        if match.step() is None:
            match.make(discards(match.position.seen_by(1)))
    assert match.outcome.winner == 2 and match.scores[1] >= 30 > match.scores[0]
    assert {move.seat for move in match.moves} == {1, 2}
    assert match.step() is None and repr(match).startswith("<Match: Rummy, ")
    with pytest.raises(cardgames.IllegalMove, match="the game is over"):
        match.make("draw")
    match.undo()
    assert match.outcome is None and match.position.player() == 1


def test_the_moves_of_a_playout_are_a_script(tmp_path: Path) -> None:
    tables: list[tuple[str, Any]] = [
        ("rummy", ["easy", first]), ("slap", "hint"), ("klondike", "quick")
    ]  # fmt: skip
    for name, strategy in tables:
        match = Match(name, 2)
        played = cardgames.playout(match, strategy, limit=40)
        for move in played.moves:
            assert match.make(move) is not None
        assert match.position == played.end and match.moves == played.moves
        assert all(move.seat for move in played.moves) or name == "klondike"
        path = tmp_path / f"{name}.txt"
        path.write_text(str(match))
        assert load(path).position == load(str(path)).position == played.end
        if name == "klondike":
            with brief_computers():
                assert cardgames.review(match) == cardgames.review(path)
        assert run_here("replay", str(path), "--strict").returncode == 0


def slapping(position: Any) -> str | None:
    return None if position.pending else "slap 300" if position.rule() else "play"


def test_functions_and_programs_have_seats_in_slap(tmp_path: Path) -> None:
    code = "import json\nwhile line := input():\n    said = json.loads(line)\n"
    code += "    if 'moves' in said:\n        first = {'move': said['moves'][0]}\n"
    code += "        print(json.dumps(first), flush=True)\n"
    for seats in ({2: slapping}, {1: slapping, 2: slapping}, {2: bot(tmp_path, code)}):
        with Match("slap", 1, seats=seats) as match:
            for _ in range(30):
                assert match.step() or match.make("play")
            made = {move.seat for move in match.moves if move.name == "play"}
            assert made == {1, 2} and load(str(match)).position == match.position
    played = cardgames.simulate("slap", 2, strategy=["hint", slapping])
    assert played.lost == 2 and played.plan.strategy == "hint,slapping"
    with pytest.raises(cardgames.IllegalMove, match="^move 1, 1: collect 500: no pile is won"):
        cardgames.playout(cardgames.deal("slap", 1), lambda position: "collect")


def test_a_function_has_a_seat() -> None:
    seen: list[Any] = []

    def watching(position: Any) -> Move:
        seen.append(position)
        return discards(position)

    match = Match("rummy", 3, seats={2: watching})
    match.make("draw")
    match.make(discards(match.position))
    script = str(match)
    played = [match.step(), match.step(), match.step()]
    assert [move and move.seat for move in played] == [2, 2, None]
    assert cardgames.BACK in seen[0].hands[0] and cardgames.BACK not in seen[0].hands[1]
    assert script.splitlines()[0].endswith("--seed 3 --seat 2=join")
    assert load(script).step() is None and str(load(script).make("2: draw")) == "2: draw"
    assert load(script, {2: watching}).step() == played[0]
    assert pickle.loads(pickle.dumps(Match("klondike", 1, seats={1: first}))).step() is not None
    assert cardgames.playout(match, "easy", limit=9).moves


def test_a_program_has_a_seat_and_is_ended(tmp_path: Path) -> None:
    plays = bot(
        tmp_path,
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    moves = json.loads(line).get('moves')\n"
        "    if moves: print(json.dumps({'move': moves[0]}), flush=True)\n",
    )
    before = {*program._running}
    with Match("klondike", 1, seats={1: plays}) as match:
        assert str(match.step()) == str(match.moves[0]) and {*program._running} - before
    assert {*program._running} == before
    match = Match("klondike", 1, seats={1: plays})
    match.step()
    del match
    assert {*program._running} == before, "the last use of a match has ended its program"


def test_a_program_that_faults_changes_nothing(tmp_path: Path) -> None:
    match = Match("klondike", 1, seats={1: bot(tmp_path, "import sys; sys.exit('oh no')")})
    script = str(match)
    for told in (r"has ended, with status 1 \(its last words: oh no\)", "has ended"):
        with pytest.raises(cardgames.CardGameError, match=told):
            match.step()
    assert str(match) == script and match.make("1: card") is not None


def in_klondike(*given: Any) -> Callable[[], object]:
    return lambda: Match("klondike", 1).make(*given)


@pytest.mark.parametrize(("given", "ended"), [
    ({"humans": 2}, (1, "given up")), ({"humans": 3, "players": 3}, None), ({}, None)
])  # fmt: skip
def test_who_gives_up_loses_or_leaves_the_seat_to_a_computer(given: Any, ended: Any) -> None:
    match = Match("rummy", 3, seats={2: lambda position: None}, **given)
    while match.position.player() != 2:
        match.make(next(match.position.legal_moves()))
    move = match.step()
    assert (match.outcome, move and move.seat) == (ended, None if ended else 2)
    assert load(str(match)).position == match.position
    alone = Match("klondike", 3, seats={1: lambda position: None})
    assert alone.step() is None and alone.outcome == (0, "given up")


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: Match("bridge"), "no game is called 'bridge': there are canfield"),
        (lambda: Match("rummy", seats={3: "hard"}), "seat must be a number from 1 to 2, not '3'"),
        (lambda: Match("rummy", seats={1: "hard"}), "seat 1 is that of a person: playout"),
        (lambda: Match("rummy", seats={2: ODD}), "at seat 2 plays a function, the name of a"),
        (lambda: Match("rummy", seats=ODD), "seats are a dict such as {2: 'hard'}, not 7"),
        (lambda: Match("rummy", seats={2: "'"}), "is not a command: No closing quotation"),
        (lambda: Match("rummy", 0).make("draw"), "it is the turn of player 2: step() lets them"),
        (lambda: Match("rummy", 3).make("2: draw"), "it is not player 2's turn, but player 1's"),
        (lambda: Match("klondike", 1).undo(), "there is no move to take back"),
        (lambda: Match("klondike", 1).redo(ODD), "there is no move to make again"),
        (lambda: Match("klondike", 1).undo(0), "n must be a number from 1"),
        (in_klondike("undo"), "'undo' is not a move but the command undo"),
        (in_klondike(ODD), "a move is a Move, or a text as at the prompt, not 7"),
        (in_klondike(Move("fly")), "there is no move called 'fly'"),
        (in_klondike(Move("card", (), ODD)), "there is no player 7"),
        (in_klondike("2: card"), "there is no player 2: this is a game for one"),
        (lambda: load("no such file"), "cannot read no such file: No such file"),
        (lambda: load(ODD), "a script is its text, or the path of its file, not 7"),
        (lambda: load("card\n"), "the script, line 1: a script begins with a remark"),
        (lambda: load("# cardgames clock --seed 1\nfly\n"), "the script, line 2: unknown command"),
        (lambda: load("# cardgames clock --seed 1\n", {1: first}), "no program had seat 1 in this"),
    ],
)
def test_what_is_wrong_is_named(call: Callable[[], object], told: str) -> None:
    with pytest.raises(cardgames.CardGameError) as refused:
        call()
    assert told in str(refused.value) and "\n" not in str(refused.value)
