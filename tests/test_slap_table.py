"""Slap at two terminals: whoever was first wins, and nobody gains more than the allowance."""

import json
import random
import re
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from math import inf
from pathlib import Path
from typing import Any
from unittest.mock import Mock, patch

import pytest

import cardgames
from cardgames import games
from cardgames.cli.playing import SCRIPTS, followed, new_session
from cardgames.games.slap.game import Slap
from cardgames.games.slap.options import UNSEEN, SlapOptions
from cardgames.model.deal import Random
from cardgames.model.errors import CardGameError, IllegalMove, InvalidCommand
from cardgames.model.game import Move, Setup
from cardgames.play import remote
from cardgames.play.guest import Hosting
from cardgames.play import remote
from cardgames.play.remote import Remote, position
from cardgames.seats.seat import answered, line, over, see
from cardgames.seats.wire import LEAST_ALLOWANCE, MOST_ALLOWANCE, Chair, Timekeeper
from tests import hostile
from tests.hostile import changed, nested
from tests.program import run_here
from tests.samples import sample
from tests.seated import player_of
from tests.test_slap_live import Desk, deck

RULES: dict[str, Any] = {"players": "human,human", "penalty": "card"}


class Hand:
    """The time that a test hands in, in seconds."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def measured(*trips: float) -> tuple[Timekeeper, Hand]:
    time = Hand()
    clock = Timekeeper(time)
    clock.note_sent(0)
    while "ping" in (asked := clock.ping()):
        time.now += trips[asked["ping"] % len(trips)] / 1000
        assert not clock.pong(asked["ping"] + 1) and clock.pong(asked["ping"])
    return clock, time


@pytest.mark.parametrize(("trips", "allowance"), [
    ([1], LEAST_ALLOWANCE), ([60], 120), ([60, 60, 60, 900, 60], 120), ([5000], MOST_ALLOWANCE),
])  # fmt: skip
def test_the_allowance_is_twice_the_way_there_and_back(trips: Any, allowance: int) -> None:
    clock, _ = measured(*trips)
    assert clock.allowance == allowance
    assert not clock.pong(5)


@pytest.mark.parametrize(("said", "at", "counts"), [
    (300, 360, 300), (300, 500, 380), (300, 200, 200), (10, 29, None), (10, 31, 10),
])  # fmt: skip
def test_a_time_that_comes_late_is_moved_up(said: int, at: int, counts: int | None) -> None:
    """The way takes 60 ms: before 30 ms a card cannot have arrived."""
    clock, time = measured(60)
    assert clock.counted(300) is None, "no card was sent since"
    clock.note_sent(0)
    time.now += at / 1000
    assert clock.counted(said) == counts


class Line:
    """A line to a guest, each way in DELAY ms on the clock of a desk, and the guest."""

    source, ended = None, ""

    def __init__(self, desk: Any, delay: int, slaps: tuple[int, int]) -> None:
        """The guest plays after 500 ms, and slaps pairs after SLAPS: ms, and what it says."""
        self.desk, self.delay, self.slaps = desk, delay, slaps
        self.coming: list[tuple[int, bytes]] = []
        self.made = 0
        self.told: list[Any] = []

    def send(self, message: dict[str, Any]) -> None:
        self.told.append(message)
        self.made += "move" in message
        if "ping" in message:
            self._say({"pong": message["ping"]}, 0)
        elif "moves" in message:
            ranks = [card[:-1] for card in message["see"]["pile"][-2:]]
            if len(ranks) == 2 and ranks[0] == ranks[1]:
                self._say({"move": f"slap {self.slaps[1]}", "made": self.made}, self.slaps[0])
            elif "play" in message["moves"]:
                self._say({"move": "play 500", "made": self.made}, 500)

    def _say(self, message: dict[str, Any], after: int) -> None:
        self.coming.append((self.desk.now + 2 * self.delay + after, line(message)))

    def lines(self) -> Iterator[bytes]:
        due = sorted(each for each in self.coming if each[0] <= self.desk.now)
        self.coming = [each for each in self.coming if each[0] > self.desk.now]
        yield from [said for _, said in due]

    def close(self, why: str, said: str = "") -> None:
        self.ended = why


class HostDesk(Desk):
    """The terminal of the host, whose clock goes on to what comes next: a key, or a line."""

    line: Line
    link: Any

    def read_live(
        self, prompt: str, keys: Any, until: int | None, enter: str = ""
    ) -> tuple[str | None, int]:
        arrives = min([at for at, _ in self.line.coming], default=inf)
        ends = inf if until is None else self.zero + until
        if arrives <= min(ends, self._pressed[0][0]):
            self.now = int(arrives)
            is_new = self.link.attend()
            return ("", self.clock()) if is_new else self.read_live(prompt, keys, until, enter)
        return super().read_live(prompt, keys, until, enter)


class Shut:
    """A door to which nobody comes."""

    def files(self) -> list[Any]:
        return []

    def guests(self) -> Iterator[Any]:
        yield from ()


def match(
    cards: str, pressed: str, delay: int, slaps: tuple[int, int], **options: Any
) -> tuple[Any, HostDesk]:
    """A match between the host, who has PRESSED keys, and the guest of a Line."""
    desk = HostDesk(pressed, until=20_000)
    setup = Setup(Slap, SlapOptions(**RULES | options), 1, deck(cards), None, (2,))
    session = new_session(setup)
    player = player_of(session, desk)
    hosting = Hosting(session, Shut(), (2,))  # type: ignore[arg-type]
    chair: Chair = hosting._guests[2].decider
    chair._now = lambda: desk.now / 1000
    desk.line = Line(desk, delay, slaps)
    chair.sit(desk.line)  # type: ignore[arg-type]
    player.play()
    return player, desk


def test_a_guest_who_answers_no_ping_or_never_plays_does_not_hold_up_the_table() -> None:
    desk, time = HostDesk(""), Hand()
    setup = Setup(Slap, SlapOptions(**RULES), 1, deck("2C 3C 4C 2D 4D 6D"), None, (2,))
    session = new_session(setup)
    hosting = Hosting(session, Shut(), (2,))  # type: ignore[arg-type]
    chair: Chair = hosting._guests[2].decider
    chair._now = time
    for ends in (-1, 3, 4):  # the last ping that is answered; 4: all are
        hosting._guests[2].forget()
        chair.sit(Line(desk, 0, (0, 0)))  # type: ignore[arg-type]
        hosting.attend()
        hosting.tell()
        for _ in range(5):
            chair.wire.coming = [each for each in chair.wire.coming  # type: ignore
                                 if json.loads(each[1]).get("pong", 9) <= ends]  # fmt: skip
            hosting.attend()
        time.now += 10.1
        told = [hosting.attend(), *hosting.happened()][-1]
        assert ("has not answered 5 pings" in str(told)) == (chair.wire is None) == (ends < 4)
    session.make(Move("play"))
    hosting.tell()
    time.now += 59
    with pytest.raises(IllegalMove, match="or here after 60 seconds without a move"):
        hosting.check_empty(2)
    time.now += 2
    hosting.check_empty(2)
    session.make(Move("play")._replace(seat=2))
    with pytest.raises(IllegalMove, match="at the table"):
        hosting.check_empty(2)


def first(delay: int, host: int, guest: int, said: int) -> tuple[int, int]:
    """Who slaps a pair first, and after how many ms."""
    allowance = min(MOST_ALLOWANCE, max(LEAST_ALLOWANCE, 4 * delay))
    pair = 3000 + allowance + 2 * delay + 500  # when the host sees it
    player, _ = match("2C 3C 5C 2D 4D 6D", f"3000_ {pair + host}s", delay, (guest, said))
    slap = next(move for move in player.session.history.line(3)[1] if move.name == "slap")
    again = followed(SCRIPTS.parse(player.session.script().encode(), "the match"))
    assert (again.game, again.log) == (player.session.game, player.session.log)
    return slap.seat or 1, slap.arguments[0]


def test_whoever_was_first_wins_though_the_line_is_slow() -> None:
    assert first(50, host=350, guest=300, said=300) == (2, 300)
    assert first(50, host=300, guest=350, said=350) == (1, 300)
    assert first(100, host=300, guest=299, said=299) == (2, 299)
    assert first(0, host=300, guest=300, said=300) == (1, 300), "equal times are the host's"


def test_a_won_pile_waits_for_a_slap_that_came_before_it_was_collected() -> None:
    player, _ = match("4C 2C 2H QD 5D 6D", "3000_ 4200_ 5000_", 50, (990, 990))
    assert "2: collect" not in " ".join(player.session.log[:5])
    assert player.session.log[4] == "2: slap 990"


@pytest.mark.parametrize("delay", [0, 20, 50, 300])
def test_no_lie_gains_more_than_the_allowance(delay: int) -> None:
    """A guest says that its clock is slow, or fast, or tells the least time that there is."""
    allowance = min(MOST_ALLOWANCE, max(LEAST_ALLOWANCE, 4 * delay))
    for host, late in ((300, 0), (700, 1), (450, 250), (300, 500)):
        guest = host + allowance + late
        for said in (10, UNSEEN, guest // 2, 2 * guest):
            assert first(delay, host, guest, said)[0] == 1, (host, guest, said)
    assert first(50, host=700, guest=750, said=UNSEEN) == (2, 650), "what remains possible"


def test_a_guest_is_told_of_a_wrong_slap_and_of_the_end() -> None:
    player, desk = match("2C 3C 2D 3D 9S", "3000_ 3400s", 10, (300, 300))
    wrong, right = "slap 360", "slap 300"
    assert [*player.session.log][1::2] == [wrong, f"2: {right}"]
    assert [each["move"] for each in desk.line.told if "by" in each][1::2] == [wrong, right]
    end = {"winner": 2, "reason": "player 2 has all 5 cards"}
    assert desk.line.told[-1] == {"over": end}
    assert match("2C 3C 4C 2D 3D", "3000_ 3400s", 10, (300, 300))[1].line.told[-1]["over"]


def test_a_card_that_was_slapped_wrongly_is_slapped_by_no_seat_again() -> None:
    options = SlapOptions(**RULES)
    game: Any = Setup(Slap, options, 1, deck("2C 3C 4C 5C 6C 7C")).dealt()
    fresh = game.after("play").after("play")
    spent = fresh.after("slap 400")
    for typed, right in (("slap 2 350", "slap 350"), ("slap 1", "slap")):
        with pytest.raises(InvalidCommand, match=f"'{typed}': leave out the seat: {right}$"):
            answered(fresh, line({"move": typed}), 2)
    for seat in (1, 2):
        assert not fresh.is_spent() and answered(fresh, b'{"move":"slap 400"}', seat)
        assert spent.is_spent() and "slap" not in {move.name for move in spent.open_to(seat)}
        with pytest.raises(InvalidCommand, match="'slap 500': it must be one of: "):
            answered(spent, b'{"move":"slap 500"}', seat)


class Quick:
    """A program at a seat, which slaps at once."""

    def next_move(self) -> Move:
        return Move("slap")


def test_equal_times_at_a_terminal_are_by_lot_and_programs_are_seen_to_be_waited_for() -> None:
    found = set[int]()
    says = Mock(return_value=nullcontext())
    for seed in range(8):
        setup = Setup(Slap, SlapOptions(**RULES), seed, deck("2C 3C 4C 2D 5C 6C"))
        player = player_of(new_session(setup), Desk(""))
        for _ in range(2):
            player.session.make(Move("play"))
        player.session.guests.update({1: Quick(), 2: Quick()})
        player.console.thinking = says
        found.add(player.event().seat)
    assert found == {1, 2}
    assert [call.args for call in says.mock_calls[:2]] == [
        ("Waiting for player 1",), ("Waiting for player 2",),
    ]  # fmt: skip


def seen(options: SlapOptions, seed: int, most: int) -> Iterator[tuple[Any, int, Any, Any]]:
    """A game at random: each position, the seat that moves, its move, and the next position."""
    game: Any = Setup(Slap, options, seed).dealt()
    luck = Random(seed)
    for _ in range(most):
        moves = [move._replace(seat=seat) for seat in (1, 2) for move in game.open_to(seat)]
        if not moves:
            return
        move = moves[luck.below(len(moves))]
        move = move._replace(arguments=(max(game.now, 300) + luck.below(900),))
        before, game = game, game.after(move)
        yield before, move.seat, move._replace(seat=0), game


@pytest.mark.parametrize("given", [{"rules": "all", "penalty": "strict"}, {"penalty": "pile"}])
def test_positions_are_read_back_and_moves_are_found_right(given: Any) -> None:
    options = SlapOptions(players="human,human", **given)

    def read(game: Slap, seat: int) -> Slap:
        told = json.loads(line(see(game.seen_by(seat))))["see"]
        found: Slap = position(Setup(Slap, options, 0), told, seat)
        return found

    for before, by, move, after in seen(options, 3, sample(40, 3000)):
        move = move._replace(seat=by)
        for seat in (1, 2):
            found = read(after, seat)
            assert found == after.seen_by(seat)
            assert remote.followed(read(before, seat), move, found, seat) == found
        with pytest.raises(CardGameError):
            remote.followed(read(before, 2), move, read(before, 2), 2)


def story(seed: int) -> list[dict[str, Any]]:
    options = SlapOptions(**RULES)
    found = hostile.story(Setup(Slap, options, seed), seen(options, seed, 15))
    measures = [{"ping": 0}, {"trip": 3, "allowance": 20}]
    return [*found[:2], *measures, *found[2:], over(None, "nobody has won")]


class Person(Desk):
    def __init__(self) -> None:
        super().__init__("")


def told_to_a_guest(messages: list[dict[str, Any]]) -> str:
    typed = [*["moves"] * len(messages), *TYPED]
    return hostile.told_to_a_guest(Slap, messages, typed, Person())


TYPED = "play slap collect moves hint show score undo new auto step go giveup options".split()


def test_a_hostile_host_crashes_no_guest() -> None:
    luck, ends = random.Random(3), set[str]()
    with patch.multiple(remote, ANSWER=0.0, AGAIN=0.001):
        for number in range(sample(15, 3000)):
            messages = story(number % 5)
            at = luck.randrange(len(messages))
            messages[at] = changed(messages[at], luck) if number else messages[at]
            ends.add(told_to_a_guest(messages))
    assert "" in ends and any("has sent something impossible: " in end for end in ends), ends


@pytest.mark.parametrize("name", ["sides", "pile", "turn", "paid"])
def test_what_is_nested_deeply_is_refused_in_a_line(name: str) -> None:
    for around in (lambda one: [{"sides": one}], lambda one: [one]):
        for depth in (100, 300, 420):
            messages = story(1)
            messages[1]["see"][name] = nested(depth, around)
            end = told_to_a_guest(messages)
            assert end.startswith("the host has sent something impossible: "), end
            assert len(end) < 120, end
            with pytest.raises(InvalidCommand):
                answered(None, line({"move": nested(depth, around)}), 2)


@pytest.mark.parametrize(("place", "more"), [
    (4, {"trip": 3, "allowance": 20}), (3, {"trip": 1 << 20, "allowance": 20}), (4, {"ping": 1}),
    (3, {"ping": 0}), (3, {"ping": 5}), (3, {"ping": "\ud800"}),
])  # fmt: skip
def test_the_line_is_measured_once_and_only_where_that_is_awaited(place: int, more: Any) -> None:
    messages = story(1)
    messages.insert(place, more)
    end = told_to_a_guest(messages)
    assert re.match("the host has sent something impossible: '(ping|trip|allowance)'", end), end


def test_the_news_that_nobody_can_read_yet_are_bounded() -> None:
    messages = [message for seed in range(60) for message in story(seed)[:2]]
    for message in messages[::2]:
        message["made"] = 1
    ends: list[Any] = [hostile.Host([*messages, *story(1)[2:5]])]
    with patch.object(remote, "select"):
        session = Remote(Slap, partial(games.computer, "slap"), lambda: ends.pop())
    assert len([*session.happened()]) <= remote.MOST_NEWS


def test_the_guest_of_slap_has_seat_2() -> None:
    assert SlapOptions().joined((2,)).players == "human,human"
    for options, seat, why in ((SlapOptions(), 1, "has seat 2"), (SlapOptions(), 3, "--seat 3"),
                               (SlapOptions(practice=True), 2, "stops the clock")):  # fmt: skip
        with pytest.raises(InvalidCommand, match=why):
            options.joined((seat,))
    assert SlapOptions().at_level(2, "fast").speed == "medium,fast"


BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if moves := message.get("moves"):
        pile = message["see"]["pile"][-2:]
        is_pair = len({card[:-1] for card in pile}) < len(pile)
        move = "slap 10" if is_pair else moves[0].replace("slap", "wait")
        print(json.dumps({"move": move}), flush=True)
"""


def test_a_program_slaps_at_the_time_that_it_says_but_not_at_once(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    bot = f"{sys.executable} -S -E {tmp_path / 'bot.py'}"
    words = "slap", "--deck", "2C 3C 4C 2D 3D 5D", "--seat", f"2={bot}"
    shown = run_here(*words, stdin="play\nwait 600\nslap 200\nsave game\n", cwd=tmp_path)
    assert b"The computer slaps after 120 ms: a pair, 2C 2D." in shown.stdout
    made = (tmp_path / "game").read_text()
    assert "--seat 2=join" in made and "2: slap 120\n" in made
    assert b"after 120 ms" in run_here("replay", "game", cwd=tmp_path).stdout


def test_functions_and_computers_meet_in_an_arena() -> None:
    def slaps(position: Any) -> str:
        return "slap" if position.rule() else "collect" if position.pending else "play"

    report = cardgames.arena("slap", ["hint", slaps], games=4, speed="slow")
    (hint, own) = [row.split() for row in str(report).splitlines()[4:6]]
    assert (hint[-5], own[-5]) == ("0", "4")
