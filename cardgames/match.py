"""A game as an object for programs in Python: dealt, played move by move, kept and loaded."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from os import PathLike, fsdecode
from typing import Any
from weakref import finalize

from cardgames import games
from cardgames.cli.options import Cards
from cardgames.cli.playing import SCRIPTS, dealing, followed, new_session, player_of
from cardgames.games import strategies
from cardgames.model.cards import Card
from cardgames.model.commands import Whole
from cardgames.model.deal import NUMBERS, SEEDS
from cardgames.model.errors import IllegalMove, InvalidCommand, brief, counted, did_you_mean, quoted
from cardgames.model.game import HUMAN, Game, Move, Options, Outcome, Setup, seat_and_words
from cardgames.play.guest import Guest, let_go
from cardgames.play.script import Script
from cardgames.play.session import Session
from cardgames.seats.program import Bot
from cardgames.seats.seat import Function, Player
from cardgames.text.textplayer import TextPlayer


class Match:
    """A game in progress, with its moves and its players; `str(match)` is its script.

    `game`, `seed`, `deck`, `microsoft`, `variant` and the options are the same as in `deal`. The
    dict `seats` has, by the number of the seat, each player who replaces a person or a computer: a
    function as in `playout`, the name of a computer player, or the command of a program ('cardgames
    help bots').

    `make` makes the moves of people, and `step` makes those of all other players. No move is made
    without a call. A call that fails raises CardGameError and leaves the match as it was. Only one
    thread may use a match at a time. `copy` and `pickle` make another match with the same moves:
    its programs are started anew, and a function is pickled by its name. The programs end with
    `close`, with a `with` block, or when the match is no longer used.

    >>> import cardgames
    >>> match = cardgames.Match("rummy", seed=3, level="hard")
    >>> while match.outcome is None:
    ...     if match.step() is None:  # it is the turn of the person, in seat 1
    ...         move = match.make(next(match.position.legal_moves()))
    >>> match, match.moves[-1].seat, match.scores
    (<Match: Rummy, 240 moves, 122 points reach the target of 100>, 2, (40, 122))
    """

    def __init__(
        self,
        game: str,
        seed: int | None = None,
        *,
        deck: str | Sequence[Card | str] | None = None,
        microsoft: int | None = None,
        variant: str | None = None,
        seats: Mapping[int, Player] | None = None,
        **options: Any,
    ) -> None:
        setup = setup_for(game, seed, deck, microsoft, variant, options)
        setup, guests = _with_seats(setup, seats or {})
        self._begin(new_session(setup), guests)

    def _begin(self, session: Session, guests: Mapping[int, Player]) -> None:
        self._session, self._guests = session, guests
        self._player = player_of(session)
        bots = list[Bot]()
        for seat, who in guests.items():
            decider = Bot(who) if isinstance(who, str) else Function(who)
            session.guests[seat] = Guest(session, seat, decider)
            bots += [decider] if isinstance(decider, Bot) else []
        self._end = finalize(self, _close, bots)

    @property
    def position(self) -> Any:
        """The current position, with every card known."""
        return self._session.game

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made so far, each with the `seat` that made it (0 in a game for one)."""
        positions, moves = self._session.history.line(self._session.history.made)
        return tuple(map(self._seated, positions, moves))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self._session.outcome()

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat so far, in the unit of the game's own `score`."""
        return self._session.game.standing()

    @property
    def setup(self) -> Setup:
        """What was dealt: the class `game`, its `options`, the `seed`, and the `deck` or None."""
        return self._session.deal[0]

    def make(self, move: Move | str) -> Move | None:
        """Make a move for the person whose turn it is; return it with its seat.

        A text means what it means at the prompt; a Move must be one that `position.after` accepts.
        A move with the seat of a computer, a function or a program is made for that player. In
        Slap, automatic moves may come first; if they prevent this move, return None.

        Raises IllegalMove or InvalidCommand, and then changes nothing.

        >>> import cardgames
        >>> match = cardgames.Match("canfield", seed=9)
        >>> print(match.make("2s 3d"))
        tabtab 3 1
        """
        session, player = self._session, self._player
        move = self._read(move)
        session.check_going()
        game, made = session.game, session.history.made
        people = [seat for seat in session.people if seat not in session.away]
        turn = move.seat or (0 if game.clockwork else game.player())
        if game.clockwork and move.seat:  # made at its own time, even if computers would act before
            own = move.name not in game.clockwork and turn in people
            session.make(game.unseated(move) if own else move)
        elif turn in people:
            if move.seat and not game.may_act(move):
                raise IllegalMove(f"it is not the turn of player {turn}, but {game.player()}'s")
            player.make(game.unseated(move))
        elif move.seat:
            session.make(move)
        elif game.clockwork:
            player.make(move)
        else:
            raise IllegalMove(f"it is the turn of player {turn}: step() lets them move")
        session.tell()
        # In Slap a slap of another player may have come first.
        last = self._last() if session.history.made > made else None
        return last if last and last.name == move.name else None

    def _read(self, move: Move | str) -> Move:
        game = self._session.game
        if isinstance(move, str):
            by_seat = ":" in move and seat_and_words(move)[0]
            return game.parse(move) if by_seat else read_move(self._player, move)
        if not isinstance(move, Move):
            raise InvalidCommand(f"a move is a Move, or a text as at the prompt, not {brief(move)}")
        game.commands.check(move.name, move.arguments)
        if move.seat not in range(len(self._session.seats) + 1):
            raise IllegalMove(f"there is no player {brief(move.seat)}")
        return move

    def step(self) -> Move | None:
        """Let the computer, function or program whose turn it is make a move; return the move.

        Return None if it is a person's turn, or if the game is over. A player who gives up loses.
        But if there are three or more people, or if the seat is that of a computer, the player only
        leaves, and a computer plays on. Raises CardGameError for a fault of a program, and
        IllegalMove or InvalidCommand if the move of a function cannot be made. An error in the
        function itself is raised unchanged.

        >>> import cardgames
        >>> def first(position):
        ...     return next(position.legal_moves(), None)
        >>> print(cardgames.Match("klondike", seed=2, seats={1: first}).step())
        card
        """
        if (move := self._player.event()) is not None:
            self._session.make(move)
            self._session.tell()
            return self._last()
        return self.step() if self._given_up() else None

    def _given_up(self) -> bool:
        """If a function or program is to move and gives up, let it go, and return True."""
        session, seat = self._session, self._session.game.player()
        guest = session.guests.get(seat)
        over = session.game.clockwork or session.outcome() is not None
        if over or guest is None or not guest.gives_up:
            return False
        let_go(session, seat)
        if session.outcome() is None:
            session.away = tuple([other for other in session.away if other != seat])
        session.tell()
        return True

    def undo(self, n: int = 1) -> None:
        """Take back the last `n` moves of people, each with the moves of others that followed it.

        Raises IllegalMove if people have made fewer moves.

        >>> import cardgames
        >>> match = cardgames.Match("clock", seed=1)
        >>> match.make("move"), match.undo(), len(match.moves), match.redo(), len(match.moves)
        (Move(name='move', arguments=(), seat=0), None, 0, None, 1)
        """
        self._player.undo(Whole("n", 1, 999_999).checked(n))

    def redo(self, n: int = 1) -> None:
        """Make again the last `n` moves that were taken back; raises IllegalMove like `undo`."""
        self._session.redo(Whole("n", 1, 999_999).checked(n), by_moves=True)

    def close(self) -> None:
        """End the programs that have seats in this match."""
        self._end()

    def _last(self) -> Move:
        made = next(self._session.history.backwards())
        return self._seated(made.before, made.move)

    def _seated(self, game: Game, move: Move) -> Move:
        return move._replace(seat=0) if self._session.alone else game.seated(move)

    def __enter__(self) -> "Match":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __str__(self) -> str:
        return self._session.script()

    def __repr__(self) -> str:
        session = self._session
        outcome = session.outcome()
        ended = f", {outcome.reason}" if outcome else ""
        return f"<Match: {session.game.title()}, {counted(session.history.made, 'move')}{ended}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (str(self), self._guests)


def load(
    script: str | PathLike[str], seats: Mapping[int, Player] | None = None
) -> Match:
    """Return the match of a script, which is `str(match)` or what the command `save` writes.

    `script` is the path of a file, or the text itself. A text has a line break, or begins with '#'.
    `seats` names players, as in `Match`, for the seats that functions and programs had. Without
    `seats`, you can make the moves of such a seat with `make("2: draw")`. Moves of computers that
    the script leaves out are made again, except the last ones: `step` makes those.

    Raises a ScriptError that names the line if the script cannot be read or played.

    >>> import cardgames
    >>> match = cardgames.load("# cardgames klondike --seed 42\\ncard\\n")
    >>> match, cardgames.load(str(match)).position == match.position
    (<Match: Klondike, 1 move>, True)
    """
    session = followed(script_in(script))
    # The last moves of computers are not in the script: `step` makes them again.
    session.cut_unasked()
    session.from_script = True
    setup, guests = _with_seats(session.setup, seats or {}, loading=True)
    session.away = setup.away
    match = Match.__new__(Match)
    match._begin(session, guests)
    return match


def session_of(script: str | PathLike[str] | Match) -> Session:
    return script._session if isinstance(script, Match) else followed(script_in(script))


def _close(bots: list[Bot]) -> None:
    for bot in bots:
        bot.close()


def _with_seats(
    setup: Setup, seats: Mapping[int, Player], loading: bool = False
) -> tuple[Setup, dict[int, Player]]:
    """Return the setup with these players, and the functions and programs among them by seat.

    If `loading` is true, only seats that had functions and programs before can be filled. Raises
    InvalidCommand.
    """
    if not isinstance(seats, Mapping):
        raise InvalidCommand(f"seats are a dict such as {{2: 'hard'}}, not {brief(seats)}")
    game, options, guests = setup.game, setup.options, dict[int, Player]()
    for number, who in seats.items():
        there = options.seats()
        seat = Whole("seat", 1, len(there)).checked(number)
        if not (callable(who) or isinstance(who, str)):
            wanted = "a function, the name of a computer player, or the command of a program"
            raise InvalidCommand(f"at seat {seat} plays {wanted}, not {brief(who)}")
        if isinstance(who, str) and who in strategies(game.name) and not loading:
            if there[seat - 1] == HUMAN:
                right = f"playout(match, {who!r}) plays on for them"
                raise InvalidCommand(f"seat {seat} is that of a person: {right}")
            options = options.at_level(seat, who)
            continue
        if loading and seat not in setup.away:
            raise InvalidCommand(f"no function and no program had seat {seat} in this script")
        guests[seat] = who
    away = setup.away if loading else tuple(sorted(guests))
    return setup._replace(options=options, away=away), guests


def script_in(script: str | PathLike[str]) -> Script:
    """Return the script with this text or at this path; raises ScriptError."""
    if not isinstance(script, (str, PathLike)):
        raise InvalidCommand(f"a script is its text, or the path of its file, not {brief(script)}")
    if isinstance(script, str) and (script.startswith("#") or "\n" in script):
        return SCRIPTS.parse(script.encode(errors="replace"), "the script")
    return SCRIPTS.read(fsdecode(script))


def read_move(player: TextPlayer[Game], text: str) -> Move:
    """Return the move that `text` means at the prompt; raises CardGameError."""
    found, arguments = player.read(text)
    if found.name not in player.game.commands.all:
        raise InvalidCommand(f"{quoted(text)} is not a move but the command {found.name}")
    return Move(found.name, arguments)


def setup_for(
    game: str,
    seed: int | None,
    deck: str | Sequence[Card | str] | None,
    microsoft: int | None,
    variant: str | None,
    options: Mapping[str, Any],
) -> Setup:
    """Return the setup that the arguments of `deal` describe; raises InvalidCommand."""
    model = model_of(game)
    chosen = options_for(model, variant, options)
    if isinstance(deck, (tuple, list)) and all(isinstance(one, (Card, str)) for one in deck):
        deck = " ".join(map(str, deck))
    if deck is not None and not isinstance(deck, str):
        raise InvalidCommand(f"a deck is a text such as 'AC 10D ...', not {brief(deck)}")
    cards = None if deck is None else Cards(model).parse(deck)
    number = None if seed is None else Whole("seed", *SEEDS).checked(seed)
    named = 0 if microsoft is None else Whole("microsoft", *NUMBERS).checked(microsoft)
    return dealing(model, chosen, number, cards, named)


def model_of(game: str) -> type[Game]:
    """Return the class of the game with this name; raises InvalidCommand."""
    if isinstance(game, str):
        with suppress(KeyError):
            return games.model(game)
    known = f": there are {', '.join(games.NAMES)}"
    if isinstance(game, str):
        raise games.unknown(game, otherwise=known)
    raise InvalidCommand(f"no game is called {brief(game)}{known}")


def options_for(model: type[Game], variant: str | None, given: Mapping[str, Any]) -> Options:
    """Return the options of a variant with the changes in `given`; raises InvalidCommand."""
    options = model.options_type
    names = [declared.name for declared in options.declared()]
    for name in given:
        if name not in names:
            advice = did_you_mean(name, names, f": it has {', '.join(names)}")
            raise InvalidCommand(f"{model.title()} has no option {brief(name)}{advice}")
    if variant is None:
        return options.of_new_game(given)
    if not isinstance(variant, str) or variant not in options.variants:
        known = ", ".join(options.variants) or "none"
        raise InvalidCommand(f"{model.title()} has no variant {brief(variant)}: it has {known}")
    return options.of_new_game({**options.variants[variant], **given})
