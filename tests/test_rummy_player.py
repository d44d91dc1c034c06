"""Rummy at the screen: what a player sees and types, and the computers in the other seats."""

import re
from pathlib import Path

import pytest

from cardgames.games.rummy import board
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.strategy import STRATEGIES
from cardgames.model.cards import pile
from cardgames.model.deal import Random
from cardgames.model.errors import IllegalMove
from cardgames.text.wording import Look
from tests.program import run_here, shown_here
from tests.seated import placed, seated, type_lines
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
        first = board.ordered(player.game, 1, "rank")[0]
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
        card = board.ordered(player.game, 1, "suit", True)[0]
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
@pytest.mark.parametrize(("players", "humans"), [(3, 2)])
def test_what_computers_play_for_several_people_replays(
    players: int, humans: int, tmp_path: Path
) -> None:
    """Nobody has to look first where computers play for all."""
    file = str(tmp_path / "game.txt")
    words = f"rummy --players {players} --humans {humans} --level easy --seed 1 --target 1".split()
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
