"""People at several terminals: what is told is read back and checked, and strangers are put out."""

import json
import os
import random
import re
import socket
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from cardgames import games
from cardgames.cli.playing import SCRIPTS
from cardgames.diary.keeping import Sitting
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.options import RummyOptions
from cardgames.model.deal import Random
from cardgames.model.errors import CardGameError, IllegalMove, InvalidCommand
from cardgames.model.game import Setup
from cardgames.play import remote
from cardgames.play.guest import Hosting
from cardgames.play.remote import Remote, followed, position
from cardgames.play.session import Recorder, Session
from cardgames.screen.look import Look
from cardgames.seats import wire
from cardgames.seats.seat import line, see
from cardgames.seats.wire import Door, Wire, tables
from tests import hostile
from tests.hostile import changed
from tests.program import run_here
from tests.samples import sample
from tests.seated import Memory, player_of, session_of

TABLES: list[dict[str, Any]] = [
    {"target": 40},
    {"players": 3, "restock": "shuffle", "dead_after": 100},
    {"players": 6},
    {"ace": "round", "melds_per_turn": "one", "restock": "block", "dead_hand": "lowest"},
]
GREETING = b'{"join":1,"game":"rummy"}\n'


def played(options: RummyOptions, seed: int, most: int) -> Iterator[tuple[Rummy, int, Any, Rummy]]:
    """A game at random: each position, the seat that moves, its move, and the next position."""
    game, luck = Setup(Rummy, options, seed).dealt(), Random(seed)
    for _ in range(most):
        if game.outcome() is not None:
            return
        moves = [*game.legal_moves()]
        down = [move for move in moves if move.name in ("meld", "off")] or moves
        move = down[luck.below(len(down))]
        before, game = game, game.after(move)
        assert isinstance(before, Rummy) and isinstance(game, Rummy)
        yield before, before.turn, move, game


def read(options: RummyOptions, game: Rummy, seat: int) -> Rummy:
    told = json.loads(line(see(game.seen_by(seat))))["see"]
    return position(Setup(Rummy, options, 0), told, seat)


@pytest.mark.parametrize("given", TABLES, ids=str)
def test_positions_are_read_back_and_moves_are_found_right(given: dict[str, Any]) -> None:
    options = RummyOptions(**given)
    for before, by, move, after in played(options, 1, sample(25, 3000)):
        for seat in range(1, options.players + 1):
            found = read(options, after, seat)
            assert found == after.seen_by(seat)
            move = move._replace(seat=by)
            assert followed(read(options, before, seat), move, found, seat) == found


def test_a_host_that_shows_the_hand_of_a_rival_is_refused() -> None:
    game = Setup(Rummy, RummyOptions(), 1).dealt()
    shown, facts = (json.loads(line(see(one)))["see"] for one in (game, game.seen_by(1)))
    facts["hands"][1] = shown["hands"][1]
    with pytest.raises(InvalidCommand, match="hidden or shown"):
        position(Setup(Rummy, RummyOptions(), 1), facts, 1)


def story(seed: int, most: int, **given: Any) -> list[dict[str, Any]]:
    options = RummyOptions(humans=2, **given)
    return hostile.story(Setup(Rummy, options, seed), played(options, seed, most))


class Person(Memory):
    interactive = True

    def pause(self, text: str) -> str:
        return ""


def guest_of(messages: list[dict[str, Any]]) -> tuple[Any, socket.socket]:
    """The text player of a guest, who has read the first two of MESSAGES, and the host's end."""
    ours, theirs = socket.socketpair()
    for message in messages[:2]:
        theirs.sendall(line(message))
    ends = [Wire(ours)]
    computers = partial(games.computer, "rummy")
    session = Remote(Rummy, computers, lambda: ends.pop() if ends else None)
    return games.player("rummy")(session, Person(), Look(), SCRIPTS), theirs


TYPED = (
    "hand;table;seen;last;scores;score;melds;moves;show;sort rank;options;rules;help;draw;take;"
    "meld all;meld 1 2 3;discard 1;off 1;x k;look back;review;undo;new;save f;redo;restart;auto;"
    "load f;leave 1;giveup"
).split(";")
def type_at(player: Any, line: str) -> None:
    try:
        player.advance()
        player._show_position()
        player.do(line)
    except CardGameError as error:
        player.console.said += str(error)


def test_a_hostile_host_crashes_no_guest() -> None:
    """Whatever a host tells is refused in words, or can be played on."""
    luck, ends = random.Random(2), set[str]()
    with patch.multiple(remote, ANSWER=0.0, AGAIN=0.001):
        for number in range(sample(15, 5000)):
            messages = story(number % 5, 12, players=2 + number % 2)
            at = luck.randrange(len(messages))
            messages[at] = changed(messages[at], luck)
            typed = [*luck.choices(TYPED, k=len(messages)), *TYPED]
            ends.add(hostile.told_to_a_guest(Rummy, messages, typed, Person()))
    assert any(end.startswith("the host has sent something impossible: ") for end in ends), ends


@pytest.mark.parametrize(("change", "answer"), [
    ({"table": 2}, "the host's messages are of version 2, those here of 1: install the same"),
    ({"options": {"decks": 3}}, "no option 'decks' is known here: install the same version"),
])  # fmt: skip
def test_a_host_of_another_version_is_named(change: dict[str, Any], answer: str) -> None:
    known = story(5, 0)
    with pytest.raises(InvalidCommand, match=answer):
        guest_of([known[0] | change, *known[1:]])


def test_a_guest_is_answered_where_it_types() -> None:
    *known, question = story(5, 0)
    player, host = guest_of(known)
    host.sendall(line(question))
    player.session.attend()
    player.advance()
    for typed, answer in {
        "discard 3h": "draw or take a card first",
        "undo": "nobody can take moves back while people play at several terminals",
        "new": "nobody can begin a new game",
        "auto": "nobody can let computers play",
        "save f": "the game is kept where it is hosted",
        "review": "all hands lie open only where the match is hosted",
        "leave 1": "only the host",
    }.items():
        with pytest.raises(CardGameError, match=answer):
            player.do(typed)
    host.setblocking(False)
    with pytest.raises(BlockingIOError):
        host.recv(1)
    player.do("draw")
    assert json.loads(host.recv(999)) == {"move": "draw", "made": 0}
    host.close()


def test_a_guest_who_types_before_the_host_has_answered_stays() -> None:
    *known, question = story(5, 0)
    player, host = guest_of(known)
    host.sendall(line(question))
    player.session.attend()
    player.advance()
    game = Setup(Rummy, RummyOptions(humans=2), 5).dealt()
    draw = game.parse("draw")
    player.session.make(draw)
    view = game.after(draw).seen_by(2)
    host.sendall(line(see(view, 2, draw)) + line(see(view, moves=view.legal_moves())))
    with pytest.raises(IllegalMove, match="the host is busy"):
        player.session.make(draw)
    player.advance()
    assert not player.session.closed and player.session.game == view
    host.close()


def test_a_guest_is_told_when_the_host_comes_back_with_another_match() -> None:
    player, host = guest_of(story(5, 0))
    for seed, said in ((5, "The host is there again.\n"), (6, "there again, with another game.\n")):
        host.close()
        player.session.attend()
        ours, host = socket.socketpair()
        player.session._connect = partial(Wire, ours)
        for message in story(seed, 0):
            host.sendall(line(message))
        with patch.object(remote, "AGAIN", 0):
            player.session.attend()
        player.session.attend()
        player.advance()
        assert player.screen.remarks[-1].endswith(said)
    host.close()


def test_a_host_types_nothing_that_shows_the_cards_of_a_guest() -> None:
    session = session_of(Rummy, seed=5, humans=2)
    player = player_of(session, Person())
    session.elsewhere = (session.game.player(),)
    for typed in ("moves", "hint", "x k", "meld all", "meld 1 2 3", "off 1", "draw"):
        with pytest.raises(IllegalMove, match="it is the turn of player 2"):
            player.do(typed)
    assert "player 1's hand" in player.whole(player.game).lower()


class Guests:
    """A table with a free seat 2, and guests who come to its door."""

    def __init__(self, folder: Path, **given: Any) -> None:
        self.session = session_of(Rummy, **{"seed": 5, "humans": 2} | given)
        self.door = Door(str(folder), "rummy")
        self.hosting = Hosting(self.session, self.door, (2,))
        self.folder = folder

    def comes(self, said: bytes) -> socket.socket:
        ((_, _, end),) = tables([str(self.folder)], "rummy")
        end.settimeout(5)
        end.sendall(said)
        self.looks()
        return end

    def looks(self) -> list[str]:
        for _ in range(4):
            self.hosting.attend()
        found = [*self.hosting.happened()]
        self.hosting.tell()
        self.session.event()
        return found


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Guests]:
    found = Guests(tmp_path)
    yield found
    found.hosting.close("")
    assert not [*tmp_path.iterdir()]


STRANGERS: dict[str, tuple[bytes, str]] = {
    "HTTP": (b"GET / HTTP/1.1\r\n\r\n", "not a message"),
    "a number": (b"5\n", "not a message"),
    "deep": (b"[" * 20_000 + b"\n", "not a message"),
    "bytes": (b"\xff\x00\x1b[2J\n", "not a message"),
    "another version": (b'{"join":2}\n', "'join' 1"),
    "no version": (b'{"join":true}\n', "'join' 1"),
    "another game": (b'{"join":1,"game":"golf"}\n', "'game' must be 'rummy'"),
    "a seat in words": (b'{"join":1,"seat":"2"}\n', "'seat' must be a number"),
    "a seat below 0": (b'{"join":1,"seat":-1}\n', "'seat' must be a number from 1, or 0"),
    "a seat of the host": (b'{"join":1,"seat":1}\n', "no seat 1"),
}


@pytest.mark.parametrize("kind", STRANGERS)
def test_strangers_are_put_out_in_words(kind: str, table: Guests) -> None:
    said, answer = STRANGERS[kind]
    with table.comes(said) as end:
        assert answer in json.loads(end.makefile().readline())["bye"]
        assert end.recv(9) == b""
    with table.comes(GREETING) as end:
        assert json.loads(end.makefile().readline())["you"] == 2


def test_who_says_nothing_or_too_much_is_put_out(table: Guests) -> None:
    with table.comes(b"") as silent, table.comes(b"x" * 100_000) as loud:
        with patch.object(wire, "HANDSHAKE", 0.0):
            table.looks()
        assert b"say who you are" in silent.recv(99)
        assert table.door.files()[1:] == []
        loud.close()


def test_other_users_cannot_come(table: Guests) -> None:
    assert os.stat(table.door.name).st_mode & 0o777 == 0o600
    assert os.stat(table.folder).st_mode & 0o777 == 0o700


def test_a_socket_that_a_killed_host_has_left_is_removed(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(tmp_path / "rummy.1"))
    assert tables([str(tmp_path), str(tmp_path / "none")], "rummy") == []
    assert not [*tmp_path.iterdir()]


def test_idle_strangers_keep_nobody_out(table: Guests) -> None:
    idle = [tables([str(table.folder)], "rummy")[0].end for _ in range(17)]
    with table.comes(GREETING) as end:
        assert json.loads(end.makefile().readline())["you"] == 2
    assert b"say who you are" in idle[0].recv(99)
    with patch.object(wire, "PATIENCE", 0.01), pytest.raises(InvalidCommand, match="is busy"):
        while True:
            idle += [one.end for one in tables([str(table.folder)], "rummy")]
    for end in idle:
        end.close()


ANSWERS: dict[str, tuple[bytes, str]] = {
    "illegal": (b'{"move":"meld KS"}\n', "makes an illegal move, 'meld KS'"),
    "garbage": (b"hello \x1b[2J\n", "answers with something that is not JSON"),
    "a wrong field": (b'{"move":5}\n', "answers with a 'move' of 5"),
    "twice": (b'{"move":"draw"}\n' * 3, "answers without being asked"),
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_a_guest_who_answers_wrongly_leaves_and_can_come_back(kind: str, table: Guests) -> None:
    said, why = ANSWERS[kind]
    with table.comes(GREETING) as end:
        assert table.session.game.player() == 2
        end.sendall(said)
        (told_,) = table.looks() + table.looks()
        assert why in told_ and "'cardgames join rummy' comes back" in told_ and "\x1b" not in told_
    with table.comes(GREETING):
        assert table.session.game.player() == 2 and not table.session.history.made


def test_an_answer_to_a_question_that_is_no_more_is_dropped(table: Guests) -> None:
    with table.comes(GREETING) as end:
        end.sendall(b'{"move":"draw","made":7}\n{"move":"draw","made":0,"more":[]}\n')
        table.hosting.attend()
        move = table.session.event()
        assert move is not None and str(move) == "2: draw"


def test_a_game_is_kept_from_the_moment_that_a_guest_sits_down(table: Guests) -> None:
    sitting = Sitting(table.session)
    assert sitting.follow() is None
    with table.comes(GREETING):
        assert sitting.follow() == "" and sitting.due
        table.session.new()  # another game: the guest stays
        another = Sitting(table.session)
        assert another.follow() == "" and another.due


def test_another_guest_takes_the_seat_only_by_its_number(table: Guests) -> None:
    with table.comes(GREETING) as first, table.comes(GREETING) as second:
        assert b"no seat is free" in second.recv(999)
        with table.comes(b'{"join":1,"seat":2}\n') as third:
            assert b"somebody else has taken this seat" in first.recv(99_999)
            assert b'"you":2' in third.recv(99_999)


def test_who_gives_up_loses_or_leaves_the_seat_to_a_computer(tmp_path: Path) -> None:
    for players, left in ((2, False), (3, True)):
        guests = Guests(tmp_path, players=players)
        with guests.comes(GREETING) as end:
            end.sendall(b'{"giveup":true}\n')
            (news,) = guests.looks()
            assert news == f"Player 2 gives up{': a computer plays on' * left}.\n"
            assert guests.session.history.left == ((2,) if left else ())
            said = end.recv(99_999)
            assert (b'"over":{"winner":1' in said, b'"left":[2]' in said) == (not left, left)
        guests.hosting.close("")


def test_nobody_sits_down_where_a_computer_plays_on(tmp_path: Path) -> None:
    guests = Guests(tmp_path, players=3)
    guests.session.leave(2)
    with guests.comes(GREETING) as end:
        assert b"no seat is free: a computer plays on there until the game ends" in end.recv(999)
    guests.session.new()
    with guests.comes(GREETING) as end:
        assert b'"you":2' in end.recv(99_999)
    guests.hosting.close("")


def test_a_host_who_has_left_names_the_seat_that_another_leaves() -> None:
    player = player_of(session_of(Rummy, seed=5, players=4, humans=3), Person())
    player.session.elsewhere = (2, 3)
    player.do("leave")
    assert player.console.said.startswith("Player 1 has left: a computer of the level ")
    with pytest.raises(IllegalMove, match="name the seat of .* as in 'leave 2'"):
        player.do("leave")


def test_help_leaves_out_what_is_refused_at_several_terminals() -> None:
    player = player_of(session_of(Rummy, seed=5, humans=2), Person())
    player.session.elsewhere = (2,)
    player.do("help")
    assert not re.search(r"\b(undo|redo|restart|new|load|auto)\b", player.console.said)
    player.do("help undo")
    assert player.console.said.endswith("Not while people play at several terminals.\n")


def test_what_is_not_written_down_is_told_to_nobody(tmp_path: Path) -> None:
    order, guests = list[str](), Guests(tmp_path, seed=3)

    class Writes(Recorder):
        def record(self, session: Session) -> str:
            order.append(f"written {session.history.made}")
            return ""

    player = player_of(guests.session, Person())
    player.recording.recorders.append(Writes())
    sends = Wire.send

    def noted(self: Wire, message: dict[str, Any], wait: float = 1.0) -> None:
        order.append(f"told {guests.session.history.made}")
        sends(self, message, wait)

    with guests.comes(GREETING), patch.object(Wire, "send", noted):
        order.clear()
        for typed in ("draw", "discard 1"):
            player.do(typed)
            player.advance()
    assert [*dict.fromkeys(order)] == ["written 1", "told 1", "written 2", "told 2"]
    guests.hosting.close("")


@pytest.mark.parametrize(("words", "answer"), [
    ("join golf", "Golf cannot be joined: only Rummy and Slap can"),
    ("join chess", "no game is called 'chess': 'cardgames help'"),
    ("join -- -oProxyCommand=x:rummy", "'-oProxyCommand=x' is not an address"),
    ("join me@host;x:rummy", "'me@host;x' is not an address"),
    ("join rummy", "a person joins at a terminal"),
])  # fmt: skip
def test_what_makes_no_sense_is_refused(words: str, answer: str, tmp_path: Path) -> None:
    done = run_here(*words.split(), XDG_STATE_HOME=str(tmp_path), XDG_RUNTIME_DIR=str(tmp_path))
    assert done.returncode == 2 and answer in done.stderr.decode()


@pytest.mark.parametrize(("given", "seats", "answer"), [
    ({}, (3,), "the seats are 1 to 2: --players"), ({}, (1,), "a person at this terminal plays"),
    ({"players": 3}, (3,), "so --seat 2=join is needed, too"), ({}, (0, 2), "--seat 0"),
])  # fmt: skip
def test_people_have_the_first_seats(given: Any, seats: Any, answer: str) -> None:
    with pytest.raises(InvalidCommand, match=answer):
        RummyOptions(**given).joined(seats)
    assert RummyOptions(players=4).joined((2, 3)).humans == 3
