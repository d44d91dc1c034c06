"""What every game must offer and obey, tried by playing at random under each of its variants.

A new game is tested as soon as it stands in `games.py`; these tests say what it still lacks.
"""

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cardgames import games
from cardgames.cli.seating import new_session, text_player
from cardgames.model.arguments import Word, Words
from cardgames.model.cards import BACK, DECK, Card
from cardgames.model.commands import Commands
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.errors import IllegalMove, InvalidCommand, ScriptError
from cardgames.model.game import Game, Move, Options, Setup
from cardgames.play.session import Session
from cardgames.text.look import Look
from cardgames.text.textplayer import TextPlayer
from cardgames.text.wording import help_text
from tests.seated import player_of

NAMES = [listing.name for listing in games.GAMES]


class Case(NamedTuple):
    """A game played by the options of one of its variants, or with one option changed."""

    game: type[Game]
    options: Options

    def setup(self, seed: int) -> Setup:
        return Setup(self.game, self.options, seed)

    def __str__(self) -> str:
        return " ".join([self.game.name, *self.options.words()])


def cases() -> list[Case]:
    found = []
    for name in NAMES:
        game = games.model(name)
        bundles: list[Mapping[str, Any]] = [{}, *game.options_type.variants.values()]
        for declared in game.options_type.declared():
            argument = declared.metadata["argument"]
            if isinstance(argument, Word):
                bundles += [{declared.name: word} for word in argument.words]
            if isinstance(argument, Words):
                bundles.append({declared.name: argument.words})
        found += [Case(game, game.options_type(**bundle)) for bundle in bundles]
    return list(dict.fromkeys(found))


every_case = pytest.mark.parametrize("case", cases(), ids=str)
every_game = pytest.mark.parametrize("name", NAMES)


def wander(session: Session, random: Random, moves: int) -> Iterator[Move]:
    """Make random legal moves until there are none, or so many."""
    for _ in range(moves):
        if session.outcome() is not None:
            return
        legal = list(session.game.legal_moves())
        if not legal:
            return
        move = legal[random.below(len(legal))]
        session.make(move)
        yield move


def walks(case: Case, games_: int = 3, moves: int = 200) -> Iterator[Session]:
    """Sessions after each move of some random games."""
    for seed in range(games_):
        session = new_session(case.setup(seed))
        yield session
        for _ in wander(session, Random(seed), moves):
            yield session


def table(session: Session) -> TextPlayer:
    """A text player of the session whom nobody watches."""
    player: TextPlayer = player_of(session)
    return player


def cards_in(value: Any) -> list[Card]:
    """Every card in a position."""
    if isinstance(value, Card):
        return [value]
    if dataclasses.is_dataclass(value):
        return cards_in(tuple(getattr(value, f.name) for f in dataclasses.fields(value)))
    if isinstance(value, tuple):
        return [card for item in value for card in cards_in(item)]
    return []


def with_cards(value: Any, change: Callable[[Card], Card]) -> Any:
    """The position with every card changed, in the order of `cards_in`."""
    if isinstance(value, Card):
        return change(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        return dataclasses.replace(
            value, **{f.name: with_cards(getattr(value, f.name), change) for f in fields}
        )
    if isinstance(value, tuple):
        items = [with_cards(item, change) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    return value


def with_hidden_cards_shuffled(game: Game, seat: int, random: Random) -> Game:
    """The position with the cards that SEAT cannot know in another order."""
    seen = cards_in(game.seen_by(seat))
    hidden = [card for card, sight in zip(cards_in(game), seen, strict=True) if sight is BACK]
    random.shuffle(hidden)
    sights = iter(seen)
    changed: Game = with_cards(game, lambda card: hidden.pop() if next(sights) is BACK else card)
    return changed


class TestParts:
    """A game is one folder, one line in games.py, and one folder of transcripts."""

    @every_game
    @pytest.mark.parametrize("part", ["game.py", "textplayer.py", "strategy.py", "rules.txt"])
    def test_the_folder_is_complete(self, name: str, part: str) -> None:
        folder = Path(str(games.__file__)).parent / name
        assert (folder / part).is_file(), f"cardgames/games/{name}/{part} is missing"

    @every_game
    def test_the_model_tells_what_it_is(self, name: str) -> None:
        game = games.model(name)
        assert issubclass(game, Game), f"{game.__name__} must derive from cardgames.model.game.Game"
        assert game.name == name, f"{game.__name__}.name must be {name!r}, as in games/__init__.py"
        assert dataclasses.is_dataclass(game), f"{game.__name__} must be a frozen dataclass"
        parameters = getattr(game, "__dataclass_params__", None)
        assert parameters and parameters.frozen, f"{game.__name__} must be frozen"
        assert game.commands.all, f"{game.__name__} must declare its moves with @command"

    @every_game
    def test_the_computer_players_are_listed(self, name: str) -> None:
        assert games.listing(name).strategies == tuple(games.strategies(name))
        assert games.listing(name).strategies[0] == "hint"

    @every_game
    @pytest.mark.parametrize("method", ["deal", "outcome"])
    def test_the_model_has_what_every_model_needs(self, name: str, method: str) -> None:
        game = games.model(name)
        given = any(method in vars(base) for base in game.__mro__ if base not in Game.__mro__)
        assert given, f"{game.__name__} must define {method}"

    @every_game
    def test_the_text_player_shows_the_board(self, name: str) -> None:
        player = text_player(name)
        assert issubclass(player, TextPlayer)
        given = any("board" in vars(base) for base in player.__mro__[: -len(TextPlayer.__mro__)])
        assert given, f"{player.__name__} must define board"

    @every_game
    def test_no_two_commands_have_the_same_word(self, name: str) -> None:
        commands = Commands(games.model(name), text_player(name)).all.values()
        words = [word for item in commands for word in (item.name, *item.shorts)]
        assert len(words) == len(set(words)), sorted(w for w in words if words.count(w) > 1)

    @every_game
    def test_every_command_says_what_it_does_in_a_line(self, name: str) -> None:
        for item in Commands(games.model(name), text_player(name)).all.values():
            assert item.summary.endswith("."), f"the docstring of {item.name} needs a first line"


@every_case
def test_all_52_cards_are_there_always(case: Case) -> None:
    for session in walks(case):
        assert sorted(map(str, cards_in(session.game))) == sorted(map(str, DECK))


@every_case
def test_the_text_of_a_move_is_read_as_the_move(case: Case) -> None:
    for session in walks(case, moves=60):
        for move in session.game.legal_moves():
            assert session.game.parse(str(move)) == move


@every_case
def test_the_legal_moves_are_accepted_and_no_others(case: Case) -> None:
    """A move that is accepted leads where a legal one leads, if it is not one itself."""
    for session in walks(case, games_=2, moves=80):
        game, table_ = session.game, session.game.commands.all
        legal = list(game.legal_moves())
        assert len(set(legal)) == len(legal)
        assert all(is_accepted(game, move) for move in legal)
        reached = {game.apply(move) for move in legal}
        for move in every_move(table_):
            assert move in legal or not is_accepted(game, move) or game.apply(move) in reached


def every_move(table_: dict[str, Any]) -> list[Move]:
    return [Move(item.name, call) for item in table_.values() for call in item.every_call()]


def is_accepted(game: Game, move: Move) -> bool:
    before = dataclasses.replace(game)  # type: ignore[type-var]
    try:
        getattr(game, game.commands.all[move.name].method)(*move.arguments)
    except IllegalMove as error:
        assert str(error) and "\n" not in str(error)
        return False
    finally:
        assert game == before
    return game.outcome() is None


@every_case
def test_undo_leads_to_the_deal_and_redo_to_the_end(case: Case) -> None:
    session = new_session(case.setup(1))
    positions = [session.game]
    for _ in wander(session, Random(1), 400):
        positions.append(session.game)
    for position in reversed(positions[:-1]):
        session.undo(1)
        assert session.game == position
    for position in positions[1:]:
        session.redo(1)
        assert session.game == position
    session.restart()
    assert session.game == positions[0]
    session.redo(len(positions) - 1)
    assert session.game == positions[-1]


@every_case
def test_a_saved_script_leads_to_the_same_session(case: Case, tmp_path: Path) -> None:
    session = new_session(case.setup(2))
    player, random = table(session), Random(2)
    for number in range(200):
        legal = list(player.legal_moves())
        if legal:
            with suppress(IllegalMove):  # a computer may be faster, or it may be its turn
                player.make(legal[random.below(len(legal))])
        if number % 7 == 6 and session.moves_made >= 3:
            session.undo(3)
            session.redo(2)
        if number == 50:
            session.new()
    file = tmp_path / "game.txt"
    player.save(str(file))
    again = table(new_session(case.setup(3)))
    again.load(str(file))
    assert again.game == session.game
    assert again.session.script() == session.script() == file.read_text()
    assert (again.session.moves_made, again.session.undos) == (session.moves_made, session.undos)


@every_case
def test_hints_are_legal_and_do_not_take_back_the_last_move(case: Case) -> None:
    for seed in range(1):
        session = new_session(case.setup(seed))
        before = None
        for _ in range(2000):
            hint = session.hint() if session.outcome() is None else None
            if hint is None or hint.move is None:
                break
            assert hint.why
            now = session.game
            session.make(hint.move)
            assert session.game != before, f"{hint.move} takes back the last move"
            before = now
        else:
            pytest.fail(f"seed {seed}: the hints lead nowhere")


@every_case
def test_a_hint_after_any_move_does_not_take_it_back(case: Case) -> None:
    for seed in range(2):
        session = new_session(case.setup(seed))
        before = session.game
        for number, _ in enumerate(wander(session, Random(seed), 100)):
            hint = session.hint() if number % 4 == 0 and not session.outcome() else None
            if hint is not None and hint.move is not None:
                assert session.game.apply(hint.move) != before
            before = session.game


@every_case
def test_nothing_hidden_is_shown(case: Case) -> None:
    looks = [Look(style, notes=True) for style in ("ascii", "unicode", "words")]
    for number, session in enumerate(walks(case, games_=2, moves=60)):
        player = table(session)
        viewer = player.viewer(session.game)
        other = with_hidden_cards_shuffled(session.game, viewer, Random(number))
        for look in looks:
            player.look = look
            assert told(player, session.game) == told(player, other)
        if number % 20 == 0:
            mover = session.game.player()
            other = with_hidden_cards_shuffled(session.game, mover, Random(number))
            assert hints(session.game) == hints(other)


def told(player: TextPlayer, game: Game) -> list[str]:
    """All that a player is told of a position."""
    shown = [player.board(game), player.score_text(game)]
    if player.viewer(game) == game.player():
        shown += [f"{move} {player.tell(move, game)}" for move in game.legal_moves()]
    return shown


def hints(game: Game) -> list[Any]:
    if game.outcome() is not None:
        return []
    return list(games.strategies(game.name)["hint"]().advise(game.seen_by(game.player())))


@every_game
def test_the_help_fits_a_terminal(name: str) -> None:
    commands = Commands(games.model(name), text_player(name))
    lines = help_text(commands, Commands(TextPlayer)).splitlines()
    assert max(map(len, lines)) <= 79
    assert len(lines) <= 23


@every_case
def test_boards_fit_a_terminal(case: Case) -> None:
    for session in walks(case, games_=3, moves=100):
        lines = table(session).board(session.game).splitlines()
        assert max(map(len, lines)) <= 80
        assert len(lines) <= 23


@every_game
def test_a_deck_that_is_not_one_is_refused(name: str) -> None:
    game = games.model(name)
    with pytest.raises(InvalidCommand):
        game.deal((*DECK[1:], DECK[1]), game.options_type())


@every_case
def test_the_command_line_of_a_setup_leads_to_the_setup(case: Case) -> None:
    from cardgames.cli.header import read_setup

    deck = shuffled_deck(Random(9))
    for setup in (case.setup(-5), case.setup(42)._replace(deck=deck)):
        assert read_setup(f"# {setup.command_line()}") == setup
    with pytest.raises(ScriptError, match="(?i)no such option"):
        read_setup(f"# cardgames {case.game.name} --seed 1 --no-such-thing")
