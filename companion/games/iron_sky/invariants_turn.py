"""What holds of every position's time: rounds, phases, whose turn it is, what is open, a battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.core.rules import Refusal, refuse
from companion.core.text import Text, say_plural
from companion.games.iron_sky.catalog import TRACK, Command, CommandCard, Resource, Side
from companion.games.iron_sky.invariants_cards import owns_card
from companion.games.iron_sky.names import RESOURCE, TITLE, amount
from companion.games.iron_sky.resources import open_token
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import Battle, Phase, Player, State, Todo
from companion.games.iron_sky.turn import earliest_end, most_ordinary_tokens

Refusals = Iterator[Refusal]


@BOOK.invariant("ISK-142")
def rounds_follow_tokens(state: State) -> Refusals:
    if state.round != (wanted := 1 + len(state.tokens)):
        yield refuse(
            say_plural(
                "It is said to be round {round}; {count} time token has been turned, which makes it round {wanted}.",
                "It is said to be round {round}; {count} time tokens have been turned, which makes it round {wanted}.",
                len(state.tokens),
                round=state.round,
                wanted=wanted,
            ),
            repair="Turn the tokens of the rounds that have ended, or make it round {wanted}.",
            wanted=wanted,
        )


@BOOK.invariant("ISK-177")
def tokens_are_printed(state: State) -> Refusals:
    for token, count in Counter(state.tokens).items():
        printed = state.profile.tokens[token]
        if count > printed.copies:
            yield refuse(
                say_plural(
                    "{count} such time token lies open, and the game has {copies}: {token}.",
                    "{count} such time tokens lie open, and the game has {copies}: {token}.",
                    count,
                    token=printed.printed_name,
                    copies=printed.copies,
                ),
                repair="Look at the open time tokens again.",
            )


@BOOK.invariant("ISK-25")
def end_comes_in_time(state: State) -> Refusals:
    return iter(()) if state.plays("random_length") else _too_many_tokens(state)


@BOOK.invariant("ISK-160")
def random_end_comes_in_time(state: State) -> Refusals:
    return _too_many_tokens(state) if state.plays("random_length") else iter(())


def _too_many_tokens(state: State) -> Refusals:
    if len(state.tokens) > (most := most_ordinary_tokens(state)):
        yield refuse(
            say_plural(
                "{count} time token lies open; the End token comes after {most} at most.",
                "{count} time tokens lie open; the End token comes after {most} at most.",
                len(state.tokens),
                most=most,
            ),
            repair="Turn back what was turned too early.",
        )


@BOOK.invariant("ISK-16")
def commanders_are_unique(state: State) -> Refusals:
    for sheet in state.profile.commanders.values():
        names = tuple(player.name for player in state.players if player.commander == sheet.id)
        if len(names) > 1:
            yield refuse(
                "{names} have the same commander, {sheet}.",
                repair="Draw another sheet for one of them.",
                names=names,
                sheet=sheet.printed_name,
            )


@BOOK.invariant("ISK-47")
def tracks_end(state: State) -> Refusals:
    for player in state.players if state.choices["surplus"] == "lost" else ():
        for resource in Resource:
            if player.held(resource) > TRACK:
                yield refuse(
                    "{name} has more than {most} {resource}.",
                    repair="Move the marker to {most}.",
                    name=player.name,
                    most=TRACK,
                    resource=RESOURCE[resource],
                )


# --- battles ---


def _battles(state: State) -> Iterator[tuple[Battle, Text]]:
    """The battle under way and the latest one, and where they are."""
    for battle in (state.battle, state.last_battle):
        if battle is not None:
            yield battle, state.site(battle.place).name


def _under_way(state: State) -> Iterator[tuple[Battle, Text]]:
    return ((battle, place) for battle, place in _battles(state) if battle is state.battle)


@BOOK.invariant("ISK-9")
def no_battle_in_orbit(state: State) -> Refusals:
    for battle, place in _battles(state):
        if state.site(battle.place).orbit:
            yield refuse(
                "A battle is said to be in {place}, and in orbit there is no enemy.",
                repair="Name the territory of the battle.",
                place=place,
            )


@BOOK.invariant("ISK-122")
def sides_fight(state: State) -> Refusals:
    for battle, _ in _battles(state):
        attacker, defender = state.player(battle.attacker.player), state.player(battle.defender.player)
        if attacker.side is defender.side:
            yield refuse(
                "{attacker} is said to fight against {defender}, who is on the same side.",
                repair="Name the attacker and the enemy commander of the board.",
                attacker=attacker.name,
                defender=defender.name,
            )


@BOOK.invariant("ISK-80")
def both_fighters_have_armies(state: State) -> Refusals:
    for battle, place in _under_way(state):
        for side in Side:
            if not state.army(battle.place, side):
                yield refuse(
                    "A battle is under way in {place}, and {side} has no army there.",
                    repair="Put the army there, or end the battle.",
                    place=place,
                    side=TITLE[side],
                )


@BOOK.invariant("ISK-122")
def commander_defends(state: State) -> Refusals:
    for battle, place in _under_way(state):
        defender = state.player(battle.defender.player)
        if defender.board != state.site(battle.place).board:
            yield refuse(
                "{name} defends {place}, which is on another board.",
                repair="Let the commander of that board defend it.",
                name=defender.name,
                place=place,
            )


@BOOK.invariant("ISK-121")
def active_side_attacks(state: State) -> Refusals:
    for battle, place in _under_way(state):
        attacker = state.player(battle.attacker.player)
        if attacker.side is not state.side or state.phase is not Phase.COMMAND:
            yield refuse(
                "{name} is said to attack {place}, and it is not the Command phase of {side}.",
                repair="Say whose turn it is, or end the battle.",
                name=attacker.name,
                side=TITLE[attacker.side],
                place=place,
            )


@BOOK.invariant("ISK-123")
def cards_are_laid_before_they_are_turned(state: State) -> Refusals:
    for battle, place in _under_way(state):
        both_laid = None not in (battle.attacker.source, battle.defender.source)
        for one in (battle.attacker, battle.defender):
            name = state.player(one.player).name
            if one.squares is not None and not both_laid:
                yield refuse(
                    "In the battle of {place} the battle card of {name} lies open before both were laid.",
                    repair="Say which battle cards lie on the table.",
                    place=place,
                    name=name,
                )
            if battle.square > 0 and one.squares is None:
                yield refuse(
                    "In the battle of {place} squares were compared, and the battle card of {name} is not known.",
                    repair="Say what it shows.",
                    place=place,
                    name=name,
                )


@BOOK.invariant("ISK-158")
def fortress_stands(state: State) -> Refusals:
    for battle, place in _under_way(state):
        if battle.fortress is not None and state.territory(battle.place).improvement is None:
            yield refuse(
                "In the battle of {place} a Fortress was decided on, and none stands there.",
                repair="Lay the card there, or take the decision back.",
                place=place,
            )


# --- phases ---


@BOOK.invariant("ISK-16")
def commanders_are_drawn(state: State) -> Refusals:
    missing = tuple(player.name for player in state.players if player.commander is None)
    if missing and state.phase is not Phase.SHEETS:
        yield refuse(
            say_plural(
                "The game has begun, and {names} has no commander.",
                "The game has begun, and {names} have no commander.",
                len(missing),
                names=missing,
            ),
            repair="Say which sheets were drawn.",
        )
    if not missing and state.phase is Phase.SHEETS:
        yield refuse(
            "Everybody has a commander, and commander sheets are still drawn.", repair="Begin with the Reich's turn."
        )


@BOOK.invariant("ISK-142")
def tokens_follow_the_uwc(state: State) -> Refusals:
    if state.side is Side.REICH and state.phase in (Phase.TOKEN, Phase.SECRETS, Phase.OVER):
        yield refuse(
            "A time token is turned after the UWC's turn, and it is said to be the Reich's.",
            repair="Say that it is the UWC's turn.",
        )


@BOOK.invariant("ISK-25")
def end_comes_late(state: State) -> Refusals:
    return iter(()) if state.plays("random_length") else _too_few_tokens(state)


@BOOK.invariant("ISK-160")
def random_end_comes_late(state: State) -> Refusals:
    return _too_few_tokens(state) if state.plays("random_length") else iter(())


def _too_few_tokens(state: State) -> Refusals:
    turned, least = len(state.tokens), earliest_end(state)
    if state.phase in (Phase.SECRETS, Phase.OVER) and turned < least:
        yield refuse(
            say_plural(
                "The game has ended after {count} time token; the End token lies under {least} at least.",
                "The game has ended after {count} time tokens; the End token lies under {least} at least.",
                turned,
                least=least,
            ),
            repair="Look at the open time tokens again.",
        )


@BOOK.invariant("ISK-27")
def secrets_are_in_use(state: State) -> Refusals:
    if state.phase is Phase.SECRETS and not state.plays("secret_operations"):
        yield refuse(
            "Secret operations are shown, and this game is played without.", repair="Say that the game is over."
        )


@BOOK.invariant("ISK-143")
def phases_end_when_all_are_done(state: State) -> Refusals:
    acting = state.phase in (Phase.COMMAND, Phase.END_OF_TURN)
    if acting and all(player.done for player in state.team(state.side)):
        yield refuse(
            "Everybody of {side} is done, and the phase goes on.",
            repair="Go on to the next phase, or say who is not done.",
            side=TITLE[state.side],
        )
    for player in state.players:
        if player.done and not (acting and player.side is state.side):
            yield refuse(
                "{name} is said to be done, and it is not the turn of {side}.",
                repair="Say that {name} is not done.",
                name=player.name,
                side=TITLE[player.side],
            )


@BOOK.invariant("ISK-140")
def command_points_are_lost(state: State) -> Refusals:
    for player in state.team(Side.REICH) if state.side is Side.UWC else ():
        if held := player.held(Resource.COMMAND):
            yield refuse(
                "{name} has {held} in the turn of the UWC; they are lost when the turn of the Reich ends.",
                repair="Move the marker to 0.",
                name=player.name,
                held=amount(Resource.COMMAND, held),
            )


# --- open commands ---


def _todos(state: State) -> Iterator[tuple[Player, Todo, CommandCard]]:
    for player in state.players:
        if player.todo is not None:
            yield player, player.todo, state.profile.cards[player.todo.card]


@BOOK.invariant("ISK-52")
def commands_are_open_in_their_phase(state: State) -> Refusals:
    for player, _, card in _todos(state):
        if state.phase is not Phase.COMMAND or player.side is not state.side or player.done:
            yield refuse(
                "{card} of {name} is not carried out yet, and it is not the Command phase of {side}.",
                repair="Say whose turn it is, or lay the card aside.",
                side=TITLE[player.side],
                card=card.printed_name,
                name=player.name,
            )


@BOOK.invariant("ISK-58")
def open_cards_are_their_players_own(state: State) -> Refusals:
    for player, _, card in _todos(state):
        if not owns_card(state, player, card.id):
            yield refuse(
                "{card} is being carried out, and is no card of {name}.",
                repair="Look at the card again.",
                card=card.printed_name,
                name=player.name,
            )


@BOOK.invariant("ISK-97")
def recruits_are_counted(state: State) -> Refusals:
    for player, todo, card in _todos(state):
        if todo.command is Command.RECRUIT and todo.left + todo.placed > card.number:
            yield refuse(
                say_plural(
                    "{name} has {count} tile to place with {card}, which shows {number}.",
                    "{name} has {count} tiles to place with {card}, which shows {number}.",
                    todo.left + todo.placed,
                    name=player.name,
                    card=card.printed_name,
                    number=card.number,
                ),
                repair="Count the placed tiles again.",
            )


@BOOK.invariant("ISK-100")
def assaults_start_at_home(state: State) -> Refusals:
    for player, todo, card in _todos(state):
        if todo.base is not None and (
            todo.command is not Command.ASSAULT or state.site(todo.base).board != player.board
        ):
            yield refuse(
                "{card} of {name} is said to have placed its tile in {place}, where no Assault of that player starts.",
                repair="Say where the tile was placed.",
                card=card.printed_name,
                name=player.name,
                place=state.site(todo.base).name,
            )


# --- optional rules ---


@BOOK.invariant("ISK-161")
def initiative_is_in_use(state: State) -> Refusals:
    battle = state.battle
    shifted = battle is not None and bool(battle.shift)
    if (shifted or any(player.initiative for player in state.players)) and not state.plays("initiative"):
        yield refuse(
            "Somebody has an Initiative marker, and this game is played without.", repair="Lay the marker aside."
        )


@BOOK.invariant("ISK-171")
def readiness_is_in_use(state: State) -> Refusals:
    for player in state.players:
        adjusted = player.todo is not None and player.todo.adjust != 0
        if (adjusted or player.readied) and open_token(state) is None:
            yield refuse(
                "{name} is said to have used a time token, and none changes a price.",
                repair="Say that none was used.",
                name=player.name,
            )
