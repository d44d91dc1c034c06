"""Short and loose forms of typed lines, and their meaning in the notation.

Each table is a part of the specification: a typed line, and its notation or its refusal.
"""

from pathlib import Path
from typing import Any

import pytest

from cardgames.cli.playing import text_player
from cardgames.games import NAMES, model
from cardgames.model.commands import Commands
from cardgames.model.deal import Random
from cardgames.model.errors import CardGameError, InvalidCommand, closest, slips_between
from cardgames.model.game import Game, Move
from cardgames.play.language import TRIED, commands_in
from cardgames.play.places import MOVING, card_in, field_of
from cardgames.text.commands import Leave
from tests import test_canfield, test_klondike, test_mod10, test_rummy
from tests.program import run_here, shown_here
from tests.samples import sample
from tests.seated import Memory, player_of, session_of, type_lines
from tests.walks import every_game

CANFIELD = test_canfield.position(
    reserve="2H 9S",
    foundations="10D/10C JC",
    tableau="6D 5S/KC QD/JD/QS",
    stock="4C 5C 6C 7C",
    waste="2S JH",
)
"""Pile 1 begins with 6D; the foundations begin with tens."""

KLONDIKE = test_klondike.position(
    tableau="2C 3C|KD/4S 5S|10S 9D 8C/10H/10C/QC JH/9S/",
    waste="3D 9H",
    foundations="AS 2S/AH",
    stock="4C 5C 6C",
)
"""Pile 2 has 10S 9D 8C face up, and 5S under them face down; pile 7 is empty."""

MOD10 = test_mod10.position("KC KD/2C 6D 5C 3C/9S 5H 6S AS/4D/2H/4H/2S")

RUMMY = test_rummy.position(
    "4H 5H 6H 7C 8C 9C KS QD QC 9S 10H/2C 3C 4C",
    discards="JD",
    melds="2: 7H 8H 9H/2: 6D 7D 8D",
    stock="KD 10S",
    drawn=True,
)
"""It is your turn, and you have drawn."""


def seat(game: Game | str) -> Any:
    """Return a text player at this position, or at the first position of the game so named."""
    named = model(game) if isinstance(game, str) else type(game)
    player = player_of(session_of(named), Memory())
    if isinstance(game, Game):
        player.session.history.now = game
        player.session.history._positions[0] = game
    return player


def meaning(game: Game | str, line: str) -> str:
    """Return the notation of LINE, or its refusal."""
    try:
        found, arguments = seat(game).read(line)
    except CardGameError as error:
        return f"refused: {error}"
    return str(Move(found.name, arguments))


def says(game: Game | str, line: str, wanted: str) -> None:
    """Check that the notation of LINE is WANTED, or that its refusal begins with it."""
    found = meaning(game, line)
    assert found.startswith(wanted) if wanted.startswith("refused") else found == wanted


@pytest.mark.parametrize(
    ("name", "places", "bare", "enter"),
    [
        ("canfield", "t tableau, f foundations, r reserve, w waste", "", "card"),
        ("klondike", "t tableau, f foundations, w waste", "", "card"),
        ("clock", "", "move", "move"),
        ("mod10", "", "pick", "deal"),
        ("rummy", "", "meld", ""),
        ("slap", "", "", ""),
    ],
)
def test_what_each_game_declares(name: str, places: str, bare: str, enter: str) -> None:
    short_forms = text_player(name).short_forms
    declared = [f"{letter} {field_of(place)}" for letter, place in short_forms.places.items()]
    assert (", ".join(declared), short_forms.bare, short_forms.enter) == (places, bare, enter)


PLACES = [
    ("6d 3", "tabtab 1 3"),
    ("6d to 3", "tabtab 1 3"),
    ("6d onto 3", "tabtab 1 3"),
    ("6d on 3", "tabtab 1 3"),
    ("6d -> 3", "tabtab 1 3"),
    ("6d->3", "tabtab 1 3"),
    ("6D qs", "tabtab 1 4"),
    ("jh qs", "wsttab 4"),
    ("jd qs", "tabtab 3 4"),
    ("six of diamonds to 3", "tabtab 1 3"),
    ("r3", "restab 3"),
    ("r 3", "restab 3"),
    ("rf", "resfnd"),
    ("wf", "wstfnd"),
    ("w f", "wstfnd"),
    ("w3", "wsttab 3"),
    ("w 3", "wsttab 3"),
    ("13", "tabtab 1 3"),
    ("1 3", "tabtab 1 3"),
    ("t1 t3", "tabtab 1 3"),
    ("t1t3", "tabtab 1 3"),
    ("t 1 3", "tabtab 1 3"),
    ("3f", "tabfnd 3"),
    ("3 f", "tabfnd 3"),
    ("jd f", "tabfnd 3"),
    ("jd 10d", "tabfnd 3"),
    ("9s f", "resfnd"),
    ("f2 3", "fndtab 2 3"),
    ("jc 3", "fndtab 2 3"),
    ("move 6d to 3", "tabtab 1 3"),
    ("put 6d on qs", "tabtab 1 4"),
]


@pytest.mark.parametrize(("line", "means"), PLACES)
def test_two_places_are_a_move(line: str, means: str) -> None:
    says(CANFIELD, line, means)


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("tf3", "tabfnd 3"),
        ("tt31", "tabtab 3 1"),
        ("tt 31", "tabtab 3 1"),
        ("ft23", "fndtab 2 3"),
        ("u3", "undo 3"),
        ("red2", "redo 2"),
        ("ne42", "new 42"),
    ],
)
def test_digits_may_be_glued_to_a_short_form(line: str, means: str) -> None:
    says(CANFIELD, line, means)


@pytest.mark.parametrize(
    ("game", "line", "means"),
    [
        ("clock", "7", "move 7"),
        ("clock", "12", "move 12"),
        ("clock", "m12", "move 12"),
        (MOD10, "3", "pick 3"),
        (MOD10, "3 1 2 4", "pick 3 1 2 4"),
        (MOD10, "3 9S 5H 6S", "pick 3 9S 5H 6S"),
        (MOD10, "9s 5h 6s", "pick 3 9S 5H 6S"),
        (MOD10, "pick up 6s,5h,9s", "pick 3 6S 5H 9S"),
        (MOD10, "pick up from stack 3", "pick 3"),
        (MOD10, "6s", "pick 3 1 2 3"),
        (MOD10, "5h 9s", "pick 3 1 2 3"),
        (MOD10, "as", "refused: stack 3 has no triplet with AS"),
        (MOD10, "5h as", "refused: stack 3 has no triplet with 5H and AS"),
        (MOD10, "jc", "refused: JC is in no stack"),
        (MOD10, "p3", "pick 3"),
        (MOD10, "p3 1 2 4", "pick 3 1 2 4"),
        (RUMMY, "4h 5h 6h", "meld 4H 5H 6H"),
        (RUMMY, "1 2 3", "meld 7C 8C 9C"),
        ("slap", "s280", "slap 280"),
        ("slap", "7", "refused: unknown command '7'"),
    ],
)
def test_numbers_and_cards_alone_are_the_bare_move(game: Game | str, line: str, means: str) -> None:
    says(game, line, means)


@pytest.mark.parametrize(
    ("game", "line", "means"),
    [
        ("canfield", "sco", "score"),
        ("canfield", "resta", "refused: 'resta' could be restab, restart"),
        ("rummy", "disc 9s", "discard 9S"),
        ("slap", "sl 280", "slap 280"),
        ("mod10", "hid", "hide"),
        ("klondike", "HEL tabtab", "help tabtab"),
    ],
)
def test_the_beginning_of_a_name_is_enough(game: str, line: str, means: str) -> None:
    says(game, line, means)


class TestRule1TheLetterR:
    """`r` is the reserve, not redo; redo is `red`, and restart has no short form."""

    def test_it_is_the_reserve(self) -> None:
        game = test_canfield.position(reserve="2C 5H", tableau="6C/KD/6S/QD")
        says(game, "r", "refused: that is half a move: restab 1, restab 3")

    @pytest.mark.parametrize("name", ["clock", "klondike", "mod10", "rummy", "slap"])
    @pytest.mark.parametrize("line", ["r", "r2"])
    def test_it_is_refused_where_there_is_none(self, name: str, line: str) -> None:
        says(name, line, f"refused: unknown command '{line}'")

    @every_game
    def test_redo_is_red_and_restart_is_typed_in_full(self, name: str) -> None:
        commands = seat(name).commands.all
        assert commands["redo"].shorts == ("red",) and commands["restart"].shorts == ()
        says(name, "red", "redo")
        says(name, "re", "refused: 're' could be ")


class TestRule2CardsComeFirst:
    def test_td_is_a_card_and_t3_a_pile(self) -> None:
        says(CANFIELD, "td 3", "fndtab 1 3")
        says(CANFIELD, "t3 f", "tabfnd 3")

    @every_game
    def test_no_command_short_form_or_place_reads_as_a_card(self, name: str) -> None:
        player = text_player(name)
        places, typed = player.short_forms.places, Commands(model(name), player).by_word
        words = {*typed, *places, *TRIED, *MOVING, *player.short_forms.foreign}
        cards = sorted(word for word in words if card_in(word))
        assert not cards, f"these words of {name} read as cards, as tc does: {', '.join(cards)}"
        suits = set("cdhs") & set(places)
        assert not suits, f"letters of suits cannot stand for places of {name}: {', '.join(suits)}"


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("f 2 3", "fndtab 2 3"),
        ("f23", "fndtab 2 3"),
        ("r3", "restab 3"),
        ("w3", "wsttab 3"),
        ("6 d 3", "refused: unknown command '6'"),
        ("1 2 3", "refused: a move has two places: where from, and where to"),
        ("t7 3", "refused: there is no tableau pile 7: they are numbered 1 to 4"),
        ("3 f9", "refused: there is no foundation 9: they are numbered 1 to 4"),
    ],
)
def test_rule_3_a_numbered_letter_takes_the_next_digit(line: str, means: str) -> None:
    says(CANFIELD, line, means)


@pytest.mark.parametrize(
    ("game", "line", "means"),
    [
        ("clock", "m123", "refused: PILE must be an hour from 1 to 12"),
        (MOD10, "31", "refused: S must be a stack from 1 to 7, not '31'"),
        (MOD10, "p3124", "refused: S must be a stack from 1 to 7, not '3124'"),
    ],
)
def test_rule_3_numbers_of_two_digits_are_never_glued(
    game: Game | str, line: str, means: str
) -> None:
    says(game, line, means)


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("3 f2", "tabfnd 3"),
        ("wf 2", "wstfnd"),
        ("3", "refused: that is half a move: tabfnd 3, tabtab 3 4"),
        ("f2", "refused: that is half a move: fndtab 2 2"),
        ("t f", "refused: that is half a move: tabfnd 3"),
        ("t f2", "refused: that is half a move: tabfnd 3"),
        ("f", "refused: that is half a move: fndtab 2 2"),
        ("1", "refused: that is half a move: no card can be moved from there"),
        ("tf", "refused: tabfnd needs a pile: tf 1 to tf 4"),
        ("wt", "refused: wsttab needs a pile: wt 1 to wt 4"),
        ("tw", "refused: no card goes from the tableau to the waste"),
        ("3 r", "refused: no card goes from the tableau to the reserve"),
    ],
)
def test_rule_4_half_a_move_is_refused_with_the_choices(line: str, means: str) -> None:
    says(CANFIELD, line, means)


class TestRule5TheCardLeads:
    def test_the_first_of_a_moved_pile(self) -> None:
        game = test_canfield.position(tableau="JD 10S/QS/7H 6S/8C")
        says(game, "jd 2", "tabtab 1 2")
        whole = "refused: 10S does not lead tableau pile 1, which moves as a whole: JD does"
        says(game, "10s 2", whole)
        says(game, "10s 3", whole)

    def test_the_top_for_a_foundation(self) -> None:
        game = test_canfield.position(tableau="QD JD/QS/7H/8C")
        says(game, "jd f", "tabfnd 1")
        says(game, "qd f", "refused: QD is not on top of tableau pile 1: JD is")

    def test_the_card_moved_onto_is_the_top_of_its_pile(self) -> None:
        says(CANFIELD, "jh kc", "refused: KC is not on top of tableau pile 2: QD is")

    @pytest.mark.parametrize("card", ["2h", "4c", "ac"])
    def test_it_is_looked_for_only_in_what_the_player_sees(self, card: str) -> None:
        """2H lies under the top of the reserve, 4C in the stock."""
        says(CANFIELD, f"{card} 3", f"refused: {card.upper()} is on no pile that you see")

    def test_a_card_that_lies_face_down_is_not_seen(self) -> None:
        says(KLONDIKE, "5s 3", "refused: 5S is on no pile that you see")
        says(KLONDIKE, "5s", "refused: 5S is on no pile that you see")


class TestRule6TheRulesRefuse:
    def test_a_card_stands_for_its_place_and_the_error_names_the_rule(self) -> None:
        player = seat(CANFIELD)
        for line in ("6d qs", "1 4", "tabtab 1 4"):
            with pytest.raises(CardGameError, match="6D cannot go on QS: the tableau is built"):
                player.do(line)

    @pytest.mark.parametrize(
        ("line", "means"),
        [
            ("jh", "wsttab 4"),
            ("10h", "refused: 10H is on no pile that you see"),
            ("6d", "refused: 6D has no legal move"),
            ("jd", "tabfnd 3"),
            ("move jh", "wsttab 4"),
        ],
    )
    def test_a_card_alone_makes_its_obvious_move(self, line: str, means: str) -> None:
        says(CANFIELD, line, means)


class TestRule7Beginnings:
    def test_a_whole_name_wins(self) -> None:
        says(RUMMY, "meld 4h 5h 6h", "meld 4H 5H 6H")
        says(RUMMY, "meld", "refused: meld needs cards: m CARD...")
        says(RUMMY, "mel", "refused: 'mel' could be meld, melds")

    def test_what_is_ambiguous_is_listed(self) -> None:
        says("canfield", "ta", "refused: 'ta' could be tabfnd, tabtab")

    @pytest.mark.parametrize("letter", "befgijklnopsvyz")
    def test_one_letter_is_never_a_beginning(self, letter: str) -> None:
        found = meaning("canfield", letter)
        assert found.startswith(("refused: unknown command", "refused: that is half a move"))


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("9s", "refused: a meld is three cards or more: x 9S discards one"),
        ("9s 10h", "refused: a meld is three cards or more"),
        ("4", "refused: a meld is three cards or more"),
        ("x9s", "discard 9S"),
        ("X9S", "discard 9S"),
        ("x10h", "discard 10H"),
        ("xqd", "discard QD"),
        ("x 4", "discard 4H"),
        ("x4", "discard 4H"),
        ("x11", "discard KS"),
        ("x 12", "refused: the cards of the hand are numbered 1 to 11"),
        ("x k", "discard KS"),
        ("x q", "refused: which Q do you mean: QC or QD?"),
        ("x j", "refused: you hold no J"),
        ("x a", "refused: you hold no A"),
        ("m 4h,5h,6h", "meld 4H 5H 6H"),
        ("4h, 5h, 6h", "meld 4H 5H 6H"),
        ("7c-9c", "meld 7C 8C 9C"),
        ("m 7c-9c", "meld 7C 8C 9C"),
        ("draw card", "draw"),
        ("draw the card", "draw"),
        ("take discard", "take"),
        ("take the discard", "take"),
        ("discard the 9s", "discard 9S"),
        ('discard "six of hearts"', "discard 6H"),
        ("x six of hearts", "discard 6H"),
        ('m "four of hearts" five of hearts 6h', "meld 4H 5H 6H"),
        ("lay off 10h", "off 10H"),
        ("lay 10h off", "off 10H"),
        ("off 10h on 1", "off 10H 1"),
        ("off 9", "off 10H"),
        ("off 9 2", "off 10H 2"),
        ("o k 1", "off KS 1"),
        ("o10h", "off 10H"),
        ("pass", "refused: nobody passes in this Rummy: draw or take a card"),
        ("knock", "refused: nobody knocks in this Rummy: meld and lay off"),
    ],
)
def test_rule_8_rummy(line: str, means: str) -> None:
    says(RUMMY, line, means)


def test_rule_9_a_blank_line_of_a_script_means_nothing() -> None:
    """What Enter does at a terminal is tested in test_terminal.py."""
    said = shown_here("clock", "--seed", "3", "--echo", stdin="\n\nscore\n")
    assert "0 moves" in said and "> move" not in said


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("2 4", "tabtab 2 4"),
        ("9d 4", "tabtab 2 4 2"),
        ("8c 6", "tabtab 2 6 1"),
        ("9d 10c", "tabtab 2 4 2"),
        ("9d", "tabtab 2 4"),
        ("jh 10c", "tabtab 5 4 1"),
        ("qc kd", "tabtab 5 1 2"),
        ("10s", "tabtab 2 5"),
        ("r3", "refused: unknown command 'r3'"),
        ("w4", "wsttab 4"),
        ("9h 4", "wsttab 4"),
    ],
)
def test_rule_10_in_klondike_the_card_says_how_many_move(line: str, means: str) -> None:
    says(KLONDIKE, line, means)


def test_rule_10_the_number_is_left_out_of_what_is_recorded() -> None:
    player = seat(KLONDIKE)
    player.do("9d 4")
    assert player.session.log == ["tabtab 2 4"]
    assert [str(card) for card in player.game.tableau[3]] == ["10C", "9D", "8C"]


class TestOnlyTheNotationIsMade:
    def test_it_is_what_the_log_holds(self) -> None:
        player = seat(CANFIELD)
        player.do("jd f; turn; undo all")
        assert player.session.log == ["tabfnd 3", "card", "undo 2"]

    def test_it_is_what_is_recorded_to_the_last_command_of_a_line(self, tmp_path: Path) -> None:
        game = ["canfield", "--seed", "9", "--record", "game.txt"]
        assert run_here(*game, stdin="ad 2s; undo all; draw; 31; bye", cwd=tmp_path).returncode == 0
        script = (tmp_path / "game.txt").read_text().splitlines()
        assert script[1:] == ["restab 3", "undo 1", "card", "tabtab 3 1"]

    @pytest.mark.parametrize("line", ["13", "6d 3", "tt31", "tabt 1 3", "draw", "r3"])
    def test_the_notation_itself_stays_strict(self, line: str) -> None:
        with pytest.raises(CardGameError):
            type(CANFIELD).parse(line)

    @pytest.mark.parametrize("line", ["2: x9s", "2: draw card", "2: disc 9S"])
    def test_a_line_with_a_seat_stays_strict(self, line: str) -> None:
        with pytest.raises(InvalidCommand):
            seat(RUMMY).do(line)


class TestSeveralCommandsInALine:
    def test_semicolons_separate_them(self) -> None:
        player = seat("canfield")
        player.do("card;card ; undo;")
        assert player.session.log == ["card", "card", "undo 1"]

    def test_it_stops_at_the_first_error(self) -> None:
        player = seat("canfield")
        with pytest.raises(CardGameError, match="unknown command 'xyzzy'"):
            player.do("card; xyzzy; card")
        assert player.session.log == ["card"]

    @pytest.mark.parametrize(
        ("line", "commands"),
        [
            ("save 'a;b'; card", ["save 'a;b'", "card"]),
            ('save "a;b"', ['save "a;b"']),
            (";;", [""]),
            ("card", ["card"]),
        ],
    )
    def test_not_inside_quotes(self, line: str, commands: list[str]) -> None:
        assert commands_in(line) == commands

    def test_what_happens_by_itself_follows_each(self) -> None:
        player = seat("rummy")
        player.advance()
        type_lines(player, "draw; x1; draw")
        turns = [line for line in player.session.log if ":" not in line]
        assert turns[0] == turns[2] == "draw" and turns[1].startswith("discard")

    def test_a_line_ends_where_the_turn_passes_to_another_person(self) -> None:
        """Otherwise the rest could show the hand of somebody who has not sat down yet."""
        player = player_of(session_of(model("rummy"), humans=2), Memory())
        player._looking = player.game.turn
        with pytest.raises(CardGameError, match="who must look first"):
            player.do("draw; x1; hand")
        assert len(player.session.log) == 2 and "deadwood" not in player.console.said

    def test_they_go_on_at_the_question(self) -> None:
        player = seat("canfield")
        player.do("card; quit; y")
        assert player.session.log == ["card", "new"]
        with pytest.raises(Leave):
            player.do("quit; n")


class TestWordsPeopleTry:
    @every_game
    @pytest.mark.parametrize("line", ["exit", "bye", "EXIT", "help; bye"])
    def test_leaving_at_once(self, name: str, line: str) -> None:
        with pytest.raises(Leave):
            seat(name).do(line)

    @pytest.mark.parametrize("word", ["draw", "flip", "turn", "deal"])
    @pytest.mark.parametrize(
        ("name", "means"), [("canfield", "card"), ("klondike", "card"), ("mod10", "deal")]
    )
    def test_turning_the_stock(self, name: str, means: str, word: str) -> None:
        says(name, word, means)

    @pytest.mark.parametrize("name", ["clock", "slap"])
    def test_where_there_is_no_stock_there_is_nothing_to_turn(self, name: str) -> None:
        says(name, "turn", "refused: unknown command 'turn'")

    @every_game
    def test_help_and_undo_all(self, name: str) -> None:
        says(name, "?", "help")
        with pytest.raises(CardGameError, match="there is no move to take back"):
            seat(name).do("undo all")

    def test_undo_all_takes_back_every_move(self) -> None:
        player = seat("canfield")
        player.do("card; card; card; undo all")
        assert player.game == session_of(model("canfield")).game


@pytest.mark.parametrize(
    ("name", "word", "meant"),
    [
        ("canfield", "taptab", "tabtab"),
        ("canfield", "crad", "card"),
        ("canfield", "wtsfnd", "wstfnd"),
        ("canfield", "rde", "red"),
        ("canfield", "exti", "exit"),
        ("canfield", "trun", "turn"),
        ("rummy", "tkae", "take"),
        ("rummy", "scroes", "scores"),
    ],
)
def test_did_you_mean(name: str, word: str, meant: str) -> None:
    says(name, word, f"refused: unknown command '{word}': did you mean {meant}?")


def test_two_letters_that_are_swapped_are_one_slip() -> None:
    assert slips_between("crad", "card") == 1
    assert slips_between("taptab", "tabtab") == 1 and slips_between("taptab", "wsttab") == 3
    assert slips_between("", "card") == slips_between("card", "") == 4
    assert closest("xy", ["xz"]) == closest("q" * 900, ["q"]) == ""


def misspelled(random: Random, word: str) -> str:
    """WORD with one slip to three."""
    for _ in range(1 + random.below(3)):
        at, letter = random.below(len(word) + 1), "abcdefghijklmnopqrstuvwxyz"[random.below(26)]
        before, here, rest = word[:at], word[at : at + 1], word[at + 1 :]
        changed = (rest[:1] + here + rest[1:], rest, letter + rest, letter + here + rest)
        word = before + changed[random.below(4)] or letter
    return word


def test_the_guess_is_the_first_of_the_words_with_the_fewest_slips() -> None:
    """Most words are too far by their letters alone, so their slips are not counted."""
    random = Random(30)
    for _ in range(sample(150, 3000)):
        name = NAMES[random.below(len(NAMES))]
        known = list(Commands(model(name), text_player(name)).by_word)
        word = misspelled(random, known[random.below(len(known))])
        slips = {name: slips_between(word, name) for name in known}
        near = [name for name in known if slips[name] <= min(len(word), len(name), 6) // 3]
        guess = min(near, key=slips.__getitem__, default="") if 2 < len(word) <= 20 else ""
        assert closest(word, known) == guess, word


@every_game
def test_the_help_shows_the_short_way_in_one_line(name: str) -> None:
    player = seat(name)
    player.do("help")
    (line,) = [line for line in player.console.said.splitlines() if "The short way" in line]
    assert text_player(name).short_forms.summary() in line


@every_game
def test_the_rules_explain_the_short_way(name: str) -> None:
    from cardgames.text.coach import rules_text

    heading = "The short way"
    assert f"\n{heading}\n" in rules_text(model(name)), (
        f"rules.txt of {name} has no line '{heading}', with what its letters and numbers mean below"
    )


@every_game
def test_a_game_declares_nothing_else(name: str) -> None:
    """The letters, the bare move and the Enter move of a game are all among its moves."""
    short_forms, commands = text_player(name).short_forms, model(name).commands
    for move in filter(None, (short_forms.bare, short_forms.enter)):
        assert move in commands.all
    letters = {letter for item in commands.all.values() for letter in "".join(item.shorts[:1])}
    assert set(short_forms.places) <= letters


@pytest.mark.parametrize("line", ["auto off", "new card", "restart card", '"" card'])
def test_words_are_skipped_in_moves_alone(line: str) -> None:
    """A slip must not deal a new game or let the computer play on."""
    playing = player_of(session_of(model("canfield")))
    with pytest.raises(InvalidCommand):
        playing.do(line)
    assert playing.session.log == []


def test_a_run_that_falls_is_no_run() -> None:
    playing = player_of(session_of(model("rummy")))
    playing.advance()
    playing.do("draw")
    with pytest.raises(InvalidCommand, match="'9C-7C' is not a card"):
        playing.do("meld 5c 5d 5s 9C-7C")


def test_a_card_alone_never_leaves_its_foundation() -> None:
    playing = player_of(session_of(model("klondike"), 0))
    for line in ("QS", "8C", "AD"):
        playing.do(line)
    with pytest.raises(CardGameError, match="AD has no legal move"):
        playing.do("AD")


@pytest.mark.parametrize(
    ("line", "told"),
    [("xk", "which K do you mean: KD or KH?"), ("xj", "you hold no J"), ("xt", "unknown command")],
)
def test_a_rank_may_be_glued_to_a_short_form(line: str, told: str) -> None:
    """Seed 15 deals you two kings, one ace and no jack."""
    player = player_of(session_of(model("rummy"), 15), Memory())
    player.advance()
    type_lines(player, "draw")
    with pytest.raises(CardGameError) as refused:
        player.do(line)
    assert told in str(refused.value)
    type_lines(player, "xa")
    assert "discard AS" in player.session.log
