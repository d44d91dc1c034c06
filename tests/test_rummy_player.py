"""Rummy at the screen: what a player sees and types, and what the table tells again."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from cardgames.cli.playing import read_setup
from cardgames.games.rummy import board
from cardgames.games.rummy.board import ends_hand, last_table, looked_back, open_table
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.melds import meld_rules
from cardgames.games.rummy.options import RummyOptions
from cardgames.games.rummy.strategy import STRATEGIES
from cardgames.model.cards import DECK, pile
from cardgames.model.deal import Random
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Setup
from cardgames.screen.look import Look
from tests.program import run_here, shown_here
from tests.seated import Memory, placed, player_of, seated, session_of, type_lines
from tests.test_painter_terminal import Painted
from tests.test_rummy import position


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_large_screen_shows_large_cards(players: int) -> None:
    for seed in range(3):
        player = seated(Rummy, seed, players=players)
        type_lines(player, "draw")
        plain = player.board(player.game).splitlines()
        player.look = Look(columns=120)
        player.look.large, player.look.lines = True, 50
        shown = board.picture(player.game, 1, player.look, "suit").splitlines()
        assert max(map(len, shown)) < 120 and len(shown) <= len(plain) + 2
        cards = re.findall(r"\+(10|[2-9AJQK])([CDHS])[-+]", "\n".join(shown))
        assert sorted(map("".join, cards)) == sorted(map(str, player.game.hands[0]))
        numbers = re.findall(r"\d+", shown[-4])
        assert [*map(int, numbers)] == [*range(1, len(cards) + 1)]
        open_ = board.open_table(player.game, player.look).splitlines()
        assert len(open_) < 45 and max(map(len, open_)) < 120
        assert len(re.findall(r"\+(10|[2-9AJQK])[CDHS][-+]", "\n".join(open_))) >= 2


@pytest.mark.parametrize("style", ["ascii", "unicode", "words"])
def test_six_players_fit_the_screen(style: str) -> None:
    for seed in range(3):
        player = seated(Rummy, seed, players=6, dead_after=1)
        player.look = Look(style)
        random = Random(seed)
        for _ in range(150):
            if player.session.outcome() is not None:
                break
            moves = list(player.legal_moves())
            player.make(moves[random.below(len(moves))])
            player.advance()
            lines = "".join([*player.take_news(), player.board(player.game)]).splitlines()
            assert max(map(len, lines)) <= 80
            assert len(lines) <= 23 or style == "words"


class TestTyping:
    def test_numbers_follow_the_order_on_the_screen(self) -> None:
        player = seated(Rummy, 6)
        player.do("sort rank")
        player.do("d")
        first = board.sorted_hand(player.game, 1, "rank")[0].cards[0]
        player.do("x 1")
        assert f"discard {first}" in player.session.log

    @pytest.mark.parametrize(("line", "move"), [
        ("take qh", "take"), ("take the queen", "take"), ("take q", "take"),
        ("take the discard", "take"), ("draw a card", "draw"), ("draw card", "draw"),
        ("draw; x king", "discard KD"), ("draw; discard the king", "discard KD"),
        ("draw; discard a king", "discard KD"), ("draw; x nine", "discard 9H"),
        ("draw; x a", "discard AC"),
    ])  # fmt: skip
    def test_what_hints_and_news_print_can_be_typed(self, line: str, move: str) -> None:
        player = placed(position("9H KD AC 2S / 3C", discards="2H QH", stock="5D 10S"))
        player.do(line)
        assert move in player.session.log[-2:]

    def test_after_the_end_nothing_is_melded(self) -> None:
        player = seated(Rummy, 6)
        player.do("giveup")
        for line in ("meld all", "meld 4H 5H 6H"):
            with pytest.raises(IllegalMove, match="the game is over"):
                player.do(line)

    @pytest.mark.parametrize(("line", "message"), [
        ("take 7c", "only the top discard can be taken: {}"),
        ("take the king", "only the top discard can be taken: {}"),
        ("draw; take qh", "you have drawn a card in this turn"),
        ("draw; x seven", "you hold no seven"), ("draw; x q", "you hold no Q"),
        ("draw; x king", "which king do you mean: {} or {}?"),
        ("meld all", "draw or take a card first"),
        ("draw; meld all", "there is no meld in your hand"),
    ])  # fmt: skip
    def test_what_cannot_be_meant_is_refused(self, line: str, message: str) -> None:
        player = placed(position("9H KD KC AC 2S / 3C", discards="2H QH", stock="5D 10S"))
        with pytest.raises(IllegalMove) as error:
            player.do(line)
        assert message in error.value.args[0]

    def test_meld_all_makes_every_meld_of_the_best_split(self) -> None:
        hand = "4H 5H 6H 7C 7D 7S 7H 2C KD / 3C"
        player = placed(position(hand, drawn=True))
        player.do("meld all")
        assert player.session.log == ["meld 7C 7D 7S", "meld 4H 5H 6H 7H"]
        player = placed(position(hand, drawn=True, melds_per_turn="one"))
        player.do("m ALL")
        assert len(player.session.log) == 1
        player = placed(position("4H 5H 6H 7C 7D 7S / 3C QS", drawn=True))
        player.do("meld all")
        assert player.game.last is not None and player.game.last.winner == 1
        player = placed(position("4H 5H 6H 7C 7D 7S / 3C", drawn=True, go_out="discard"))
        player.do("meld all")
        assert len(player.session.log) == 1

    def test_a_person_sees_the_pair_with_most_outs(self) -> None:
        game = position("4H 5H 5S 9C KD / 3C", discards="3H 6H 2C")
        marked = [
            group.cards
            for notes in (False, True)
            for group in board.sorted_hand(game, 1, "suit", notes)
            if group.brackets == "()"
        ]
        assert marked == [pile("4H 5H"), pile("5H 5S")]
        player = placed(game)
        player.look = Look(notes=True)
        player.do("draw")
        card = board.sorted_hand(player.game, 1, "suit", True)[0].cards[0]
        player.do("x1")
        assert player.session.log[-1] == f"discard {card}"


def test_the_moves_by_which_a_computer_won_answer_no_question(tmp_path: Path) -> None:
    """They are made before the script says them again."""
    player, easy = seated(Rummy, 2, target=1), STRATEGIES["easy"]()
    while player.session.outcome() is None:
        type_lines(player, str(easy.choose(player.game, None).move))
    (tmp_path / "match").write_text(script := player.session.script())
    replayed = shown_here("replay", str(tmp_path / "match"), "--strict")
    piped = shown_here("rummy", "--echo", "--seed", "2", "--target", "1", stdin=script)
    for told in (replayed, piped):
        assert "the target of 1, after 1 hand" in told and "Another game?" not in told
        assert told.endswith("discard> 2: discard 5H\n")


@pytest.mark.usefixtures("brief_hints")
def test_what_computers_play_for_several_people_replays(tmp_path: Path) -> None:
    """Nobody has to look first where computers play for all."""
    file = str(tmp_path / "game.txt")
    words = "rummy --players 3 --humans 2 --level easy --seed 1 --target 1".split()
    played = shown_here(*words, stdin=f"draw; x1\nauto\nsave {file}\n")
    end = played[played.rindex(" wins: ") - len("Player 1") :].partition("Saved")[0]
    assert shown_here("replay", file, "--strict").endswith(end)


@pytest.mark.parametrize("way", ["pipe", "replay", "load"])
def test_a_line_ends_at_the_turn_of_another_person_however_it_is_played(
    way: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    file.write_text("# cardgames rummy --humans 2 --seed 1\ndraw; x1; hand\n")
    words, stdin = ["rummy", "--humans", "2"], f"load {file}\n"
    if way != "load":
        words, stdin = ["replay", str(file)], ""
    if way == "pipe":
        words, stdin = ["rummy", "--humans", "2", "--seed", "1"], "draw; x1; hand\n"
    result = run_here(*words, "--strict", stdin=stdin)
    assert result.returncode == 1
    assert b"who must look first" in result.stdout + result.stderr


def test_redo_tells_what_the_computers_do() -> None:
    player = seated(Rummy, 10, players=3)
    type_lines(player, "draw")
    player.take_news()
    type_lines(player, "discard 1")
    told = player.take_news()
    type_lines(player, "undo")
    assert player.take_news() == []
    type_lines(player, "redo")
    assert player.take_news() == told != []


class TestLastTable:
    @pytest.mark.parametrize("options", [{}, {"restock": "block"}])
    def test_it_is_as_the_last_move_of_a_hand_leaves_it(self, options: dict[str, object]) -> None:
        player = seated(Rummy, 3, level="easy", target=150, **options)
        player.do("auto")
        ends = [event for event in player.session.history.backwards() if ends_hand(event)]
        assert len(ends) > 2
        for event in ends:
            table = last_table(event)
            assert sorted(map(str, table.all_cards())) == sorted(map(str, DECK))
            assert table.scores == event.after.scores and table.hand == event.before.hand
            assert table.hands == event.after.last.hands
            assert all(meld_rules("low").as_meld(one.cards) == one.cards for one in table.melds)

    def test_a_person_sees_it_before_the_next_hand_is_dealt(self) -> None:
        class Screen(Memory):
            interactive = True

            def pause(self, text: str) -> None:
                self.said += text

        screen = Screen()
        player = player_of(session_of(Rummy, 1), screen)
        player.advance()
        while player.game.hand == 1:
            type_lines(player, "discard 1" if player.game.drawn else "draw")
        table = last_table(next(e for e in player.session.history.backwards() if ends_hand(e)))
        shown_ = screen.said.partition("Press Enter for the next hand. ")[0]
        assert shown_.endswith(board.picture(table, 0, player.look, "suit"))
        assert " hand 1 and " in shown_


class TestTarget:
    def test_scripts_always_name_it(self, tmp_path: Path) -> None:
        for players in (2, 6):
            setup = Setup(Rummy, RummyOptions(players=players), 1)
            assert "--target 100" in setup.command_line()
            assert read_setup(f"# {setup.command_line()}").options == setup.options

    def test_an_old_record_without_one_replays(self, tmp_path: Path) -> None:
        old = tmp_path / "old.txt"
        old.write_text("# cardgames rummy --players 6 --seed 1\nscore\nsave new.txt overwrite\n")
        result = run_here("replay", "--strict", str(old), cwd=tmp_path)
        assert b"the target is 100." in result.stdout and result.returncode == 0


CARD = re.compile(r"\b(?:10|[2-9AJQK])[CDHS]\b")
SHORT = {"level": "easy", "target": 1}
"""Options for computers to play a match to its end in no time."""


@pytest.mark.usefixtures("brief_hints")
class TestOpenTable:
    @pytest.mark.parametrize(
        ("lines", "columns", "players"), [(24, 80, 6), (20, 60, 4), (15, 40, 2)]
    )
    def test_every_hand_is_whole_and_fits(self, lines: int, columns: int, players: int) -> None:
        player = player_of(session_of(Rummy, 3, players=players, humans=0, level="easy"))
        look = Look(notes=True, columns=columns)
        player.watch()
        for event in player.session.history.backwards():
            table = open_table(event.before, look)
            assert {str(card) for hand in event.before.hands for card in hand} <= {
                *CARD.findall(table)
            }
            assert max(map(len, table.splitlines())) <= columns
        assert len(open_table(player.session.history.line(0)[0][0], look).splitlines()) <= lines - 5

    @pytest.mark.parametrize("humans", [0, 1, 2])
    def test_it_lies_open_only_where_no_person_plays(self, humans: int) -> None:
        player = player_of(session_of(Rummy, 3, players=3, humans=humans, **SHORT), Memory())
        board, other = player.board(player.game), str(player.game.hands[2][0])
        assert (other in CARD.findall(board)) is (humans == 0)
        if humans == 1:
            player.session.hand_over("hint")
            assert other not in CARD.findall(player.board(player.game))


class TestLookBack:
    def test_it_has_the_deal_and_every_move(self) -> None:
        player = player_of(session_of(Rummy, 3, target=60), Memory())
        type_lines(player, "auto")
        events = [*player.session.history.backwards()][::-1]
        pictures = [*looked_back(events, Look(columns=40))]
        assert len(pictures) == len(events) + 1
        assert pictures[0][1] == "Hand 1 as it was dealt.\n"
        for number, event in enumerate(events, 1):
            board, news = pictures[number]
            assert news.startswith(f"Hand {event.before.hand}, move {number} of {len(events)}.\n")
            assert max(map(len, news.splitlines())) <= 40
            if ends_hand(event):
                left = {str(card) for hand in event.after.last.hands for card in hand}
                assert left <= {*CARD.findall(board)}

    def test_after_the_end_it_is_the_match_or_one_hand(self) -> None:
        player = player_of(session_of(Rummy, 3, target=60), Memory())
        type_lines(player, "auto")
        ended = []
        for line in ("look back 1", "look back"):
            player.console.said = ""
            type_lines(player, line)
            ended.append(player.console.said.count("going out"))
        assert ended == [1, player.game.hand]

    def test_a_hand_in_progress_stays_closed(self) -> None:
        player = seated(Rummy, 3)
        for line in ("look back", "look back 1", "look back 2"):
            with pytest.raises(IllegalMove, match="has not ended: look back at it after its end"):
                player.do(line)


def test_one_point_stands_in_the_column_of_points() -> None:
    game = replace(session_of(Rummy, 3).game, scores=(1, 2))
    (line,) = board.players_text(game, Look(columns=100))
    assert "    1 point   Computer 2" in line and "    2 points" in line


ENDS = ("Another game? [y/N]", "Press Enter to go on.")
"""The last line at the end, where a small screen shows the ending alone."""


def test_computers_are_watched_with_steps_back(opened: list[Painted]) -> None:
    words = "rummy --humans 0 --level easy --seed 3 --target 10 --cards ascii --no-color"
    opened.append(Painted(*words.split(), "--no-journal", size=(15, 40)))
    table, game = opened[0], session_of(Rummy, 3, humans=0).game
    table.until(lambda seen: any("[space] pause" in line for line in seen))
    table.type("x")
    seen = table.until(lambda seen: "'x' does nothing here. The keys:" in seen)
    assert {str(card) for card in game.hands[0]} & {*CARD.findall("\n".join(seen))}
    table.type("b" * 9)
    table.until(lambda seen: "[space] step [b] back [g] go on [e] end" in seen[-1])
    board = table.view.lines[0]
    table.type(" ")
    table.type("b")
    table.until(lambda seen: seen[0] == board)
    table.type("e")
    table.until(lambda seen: seen[-1] in ENDS)
    table.type("look back\n")
    table.until(lambda seen: any(re.match(r"Hand \d+ as it was dealt", at) for at in seen))
    table.type("  b")
    table.until(lambda seen: any(re.match(r"Hand \d+, move 1 of", at) for at in seen))
    table.type("e")
    table.until(lambda seen: seen[-1] in ENDS)
