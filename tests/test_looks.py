"""The look at a terminal: boards and texts in its width, colors, and words for speech."""

import re
from typing import Any

import pytest

from cardgames import games
from cardgames.cli.playing import look_for, new_session
from cardgames.games.klondike.game import Klondike
from cardgames.games.rummy.game import Rummy
from cardgames.model.cards import DECK, pile
from cardgames.model.commands import Commands
from cardgames.model.strategy import Advice
from cardgames.screen.console import Screen
from cardgames.screen.look import ASCII, FOUR_COLORS, UNICODE, WORDS, Look, fitted
from cardgames.text.commands import rules_text
from cardgames.text.textplayer import TextPlayer
from cardgames.text.wording import command_help, help_text
from tests.docs import picture
from tests.samples import sample
from tests.seated import Memory, player_of, session_of, type_lines
from tests.walks import Case, every_case, every_game, positions

WIDTHS = {"clock": (60, 79, 80, 120), "mod10": (60, 79, 80, 120)}
"""The terminal widths that these boards must fit; the widths of other games begin at 40."""
ESCAPES = re.compile(r"\033\[[0-9;]*m")


def player_at(look: Look, name: str = "canfield", seed: int = 1, **options: Any) -> Any:
    """Return a text player at a terminal with this look."""
    player = player_of(session_of(games.model(name), seed, **options), Memory())
    player.look = look
    return player


TURNED = "Queen of clubs turned, on jack of spades and eight of clubs, waste 3 cards."


def test_a_board_is_told_whole_when_another_deal_is_taken_up() -> None:
    player = player_at(Look(WORDS, notes=True))
    player.screen.shown = player.game
    player.switch_to(session_of(games.model("canfield"), 1))
    assert player.screen.shown is not None
    player.switch_to(session_of(games.model("canfield"), 2))
    assert player.screen.shown is None


class TestPictures:
    @every_game
    def test_the_readme_shows_what_the_program_prints(self, name: str) -> None:
        shown = picture(name)
        if shown is None:
            pytest.skip("test_parts.py says that it is missing")
        player = player_at(Look(UNICODE, notes=True), name, shown.seed)
        player.advance()
        type_lines(player, *shown.typed)
        drawn = player.board(player.game)
        assert drawn == shown.board, f"this is the picture of {name} for README.md:\n{drawn}"

    @every_case
    def test_boards_fit_terminals_of_every_width(self, case: Case) -> None:
        player: TextPlayer = player_of(new_session(case.setup(0)))
        for columns in WIDTHS.get(case.game.name, (40, 60, 80, 120)):
            for style in (ASCII, UNICODE):
                player.look = Look(style, notes=True, columns=columns)
                for game, *_ in positions(case, count=1, moves=100)[:: sample(6, 2)]:
                    lines = player.board(game).splitlines()
                    assert columns != 80 or len(lines) <= 23
                    wide = f"draw this board of {case} for {columns} columns:"
                    assert max(map(len, lines)) <= columns, "\n".join([wide, *lines])
                    assert not any(line.endswith(" ") for line in lines)

    @every_game
    def test_the_last_column_stays_free_in_every_width(self, name: str) -> None:
        """In that column some terminals would begin a new line."""
        player = player_at(Look(notes=True), name)
        for player.look.columns in range(player.narrowest, 101):
            assert max(map(len, player.board(player.game).splitlines())) < player.look.columns

    @every_game
    def test_colors_add_nothing_but_escapes(self, name: str) -> None:
        plain, colored = (player_at(Look(UNICODE, on, notes=True), name) for on in (False, True))
        assert ESCAPES.sub("", colored.board(colored.game)) == plain.board(plain.game)


class TestTexts:
    def test_an_error_is_no_wider_than_other_texts(self) -> None:
        for columns, widest in (60, 59), (80, 78), (200, 78):
            console = Memory()
            console.interactive = True
            Screen(console, Look(notes=True, columns=columns)).note(f"Error: {'x ' * 200}\n")
            assert max(map(len, console.said.splitlines())) in (widest, widest - 1)

    @pytest.mark.parametrize("columns", [40, 60, 79])
    @every_game
    def test_rules_and_help_fit_and_keep_their_words(self, name: str, columns: int) -> None:
        commands = Commands(games.model(name), games.player(name))
        own = help_text(commands, Commands(TextPlayer), games.player(name).short_forms)
        helps = [command_help(item) for item in commands.all.values()]
        for text in [rules_text(games.model(name)), own, *helps]:
            lines = fitted(text, columns).splitlines()
            assert fitted(text, columns).split() == text.split()
            for line in lines:
                assert len(line) < columns or " " not in line.strip(), line

    def test_paragraphs_are_filled_and_rows_indented(self) -> None:
        for text, columns, shown in (
            ("  The last card of each pile is face up, the others face down. The other 24\n"
             "  cards are the stock.\n", 42,
             "  The last card of each pile is face up,\n  the others face down. The other 24\n"
             "  cards are the stock.\n"),
            ("  card (c)           Turn cards to the waste, or the waste to a new stock.\n", 40,
             "  card (c)  Turn cards to the waste, or\n      the waste to a new stock.\n"),
            ("  a   row\n" + "word " * 30, 80, "  a   row\n" + "word " * 30),
        ):  # fmt: skip
            assert fitted(text, columns) == shown
        red = " ".join(["\033[31m10♦\033[0m"] * 12)  # colors take no room
        assert [len(ESCAPES.sub("", line)) for line in fitted(red, 40).splitlines()] == [39, 9]

    @pytest.mark.parametrize("name", ["clock", "mod10"])
    def test_a_board_that_does_not_fit_is_told_in_sentences(self, name: str) -> None:
        player = player_at(Look(UNICODE, notes=True, columns=59), name)
        told = [*player.sentences(player.game, 1), "The board needs 60 columns, not 59."]
        assert player.board(player.game).splitlines() == told


class TestColors:
    def test_every_suit_of_four_colors_but_spades_has_one_and_courts_are_bold(self) -> None:
        look = Look(UNICODE, color=True, suits=FOUR_COLORS)
        shown = [look.card(card) for card in pile("2C 2D 2H 2S")]
        assert shown == ["\033[32m2♣\033[0m", "\033[94m2♦\033[0m", "\033[31m2♥\033[0m", "2♠"]
        look = look_for("four-color", None)  # in the style that the output has
        assert (look.style, look.suits) == (ASCII, FOUR_COLORS)
        shown = [Look(color=True, notes=True).card(card) for card in pile("10H JH")]
        assert shown == ["\033[31m10H\033[0m", "\033[1;31mJH\033[0m"]
        assert "\033[1" not in "".join(map(Look(color=True).card, DECK))  # a pipe


class TestWords:
    def said(self, player: Any, *lines: str) -> str:
        """Return the answers to LINES, typed after the deal was shown."""
        player.advance()
        player._show_position()
        player.console.said = ""
        for line in lines:
            type_lines(player, line)
            player._show_position()
        told: str = player.console.said
        return told

    def at(self, name: str, seed: int, **options: Any) -> Any:
        return player_at(Look(WORDS, notes=True), name, seed, **options)

    def test_the_whole_board_comes_at_the_deal_and_by_show(self) -> None:
        player = self.at("canfield", 9)
        player._show_position()
        assert player.console.said == player.board(player.game)
        for line in ("new 5", "show"):
            assert self.said(player, "card", line).endswith(player.board(player.game))

    @pytest.mark.parametrize(
        ("name", "seed", "typed", "told"),
        [
            ("canfield", 9, "card", TURNED),
            ("canfield", 9, "tabtab 3 1", """
                Two of spades to tableau 1, 2 cards.
                Ace of diamonds to tableau 3, 1 card.
                Reserve 12 cards: ten of diamonds."""),
            ("klondike", 3, "tabtab 2 7", """
                Nine of hearts to tableau 7, 8 cards.
                Eight of diamonds turned up on tableau 2."""),
            ("klondike", 3, "card; wstfnd; undo", """
                Ace of hearts to foundation 1.
                Waste 2 cards: eight of hearts.
                Ace of hearts to the waste, 3 cards."""),
            ("canfield", 9, "; ".join(["card"] * 13), """
                Jack of hearts turned, waste 34 cards.
                The stock is empty.
                The waste is turned over, stock 34 cards."""),
            ("clock", 5, "move", ""), ("mod10", 5, "deal", ""), ("slap", 5, "play", ""),
            ("rummy", 5, "draw", "Your hand, 11 cards."),
        ],
    )  # fmt: skip
    def test_then_only_what_changed_is_told(
        self, name: str, seed: int, typed: str, told: str
    ) -> None:
        lines, wanted = typed.split("; "), [line.strip() for line in told.strip().splitlines()]
        said = self.said(self.at(name, seed), *lines).splitlines()
        assert said[len(said) - len(wanted) :] == wanted and 0 < len(said) <= len(lines) + 2

    @pytest.mark.parametrize(("style", "columns"), [(WORDS, 80), (WORDS, 30), (UNICODE, 30)])
    def test_each_pile_begins_a_line(self, style: str, columns: int) -> None:
        look = Look(style, notes=True, columns=columns)
        look.lines = 99
        player = player_at(look, "freecell", 3)
        piles = [*player.sentences(player.game, 1)]
        lines = player.latest(player.game, None).splitlines()
        begun = [line for line in lines if line[0] != " "][: len(piles)]
        assert all(pile.startswith(line) for line, pile in zip(begun, piles, strict=True))

    def test_no_hidden_card_is_named(self) -> None:
        case = Case(Klondike, Klondike.options_type())
        player: TextPlayer = player_at(Look(WORDS, notes=True), "klondike")
        for game, _, made in positions(case, count=1):
            if made is not None:
                after = game.apply(made)
                told = player.changes(game, after, 1) + player.changes(after, game, 1)
                seen = player.board(after) + player.board(game)
                for card in DECK:
                    assert card.name not in told.lower() or card.name in seen


class TestLegend:
    """Mod10 explains its brackets and numbers below the board."""

    def shown(self, *lines: str, look: Look | None = None, **options: Any) -> str:
        """Return the board after LINES, as a terminal shows it, and what is below it."""
        player = player_at(look or Look(UNICODE, notes=True), "mod10", 3, **options)
        for line in lines:
            player.do(line)
        text: str = player.latest(player.game, None)
        return text

    def test_it_is_there_until_the_first_triplet_is_picked_up(self) -> None:
        told = "\n[1]: dealt last. Pick up three numbered cards of a stack making 10, 20 or 30.\n"
        assert self.shown("deal").endswith(told)
        assert "Pick up" not in self.shown("deal", "pick 1")
        assert self.shown("deal", "pick 1", "undo").endswith(told)
        assert "cards of it making 10, 20 or 30.\nMod10 --" in self.shown(pick_up="must")

    def test_it_is_not_where_there_are_no_numbers_or_nobody_to_read_it(self) -> None:
        for look in Look(), Look(WORDS, notes=True), Look(UNICODE, notes=True, columns=59):
            assert "Pick up" not in self.shown(look=look)

    def test_it_fits_the_screen_and_is_dimmed_line_by_line(self) -> None:
        look = Look(UNICODE, color=True, notes=True, columns=60)
        *_, first, last = self.shown(look=look).splitlines()
        assert first == "\033[2m[7]: dealt last. Pick up three numbered cards of a stack\033[0m"
        assert last == "\033[2m  making 10, 20 or 30.\033[0m"


def test_the_cards_of_a_hint_are_alike_in_its_command_and_its_words() -> None:
    player = player_at(Look(UNICODE), "rummy")
    told = player.hint_text(Advice(Rummy.parse("meld 9H 10H JH"), "then discard JC"))
    assert "meld 9♥ 10♥ J♥" in told and "discard J♣" in told
