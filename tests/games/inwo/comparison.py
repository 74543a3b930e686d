"""The product held against the independent reckoner: attacks, helpers, immunities, bans, goals and winners.

Positions come out of random evenings, and out of tables that are laid at random with any cards at all; in each there
are attacks by anybody on anything, with helpers, agents, Plots and abilities in effect.
`python -m tests.games.inwo.comparison 100000 --seed 1` prints how many were compared and how many differed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import click

from companion.conformance.playouts import playout
from companion.core.choices import Choices
from companion.core.fast_dataclasses import replace
from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.attack import Attack, Help
from companion.games.inwo.card_values import Purpose, power
from companion.games.inwo.catalog import Kind, Side, Subtype
from companion.games.inwo.effects import INSTANTS, Mode, Role, Until
from companion.games.inwo.goals import groups_for_goal, meets_goal, total_power, winners
from companion.games.inwo.rules_declare import no_ban, secret_from_secret, target_not_immune
from companion.games.inwo.settings import SETTINGS
from companion.games.inwo.state import (
    SEATS,
    Claim,
    Destroyed,
    Lasts,
    LinkedPlot,
    Order,
    Placed,
    Player,
    Resource,
    State,
    evolve,
)
from companion.games.inwo.strength import strength
from tests.games.inwo.reckoner import Reckoner

EVENING = GAME.evening
CARDS = EVENING.catalog.cards
GROUPS = sorted(card.id for card in CARDS.values() if card.is_group)
RESOURCES = sorted(card.id for card in CARDS.values() if card.kind is Kind.RESOURCE)
ILLUMINATI = sorted(card.id for card in CARDS.values() if card.kind is Kind.ILLUMINATI)
PLOTS = sorted(card.id for card in CARDS.values() if card.kind is Kind.PLOT)
SIDES = tuple(Side)
ATTACKS_EACH = 12
"""So many attacks are thought of in each position."""


@dataclass
class Compared:
    """How many comparisons there were of each kind, and those in which the two differ."""

    count: Counter[str] = field(default_factory=Counter)
    different: list[str] = field(default_factory=list)

    def hold(self, what: str, product: object, reckoned: object, said: Any) -> None:
        self.count[what] += 1
        if product != reckoned:
            self.different.append(f"{what}: {product}, reckoned {reckoned}: {said}")


def compare(attacks: int, seed: int = 1) -> Compared:
    """Compares at least so many attacks, of random evenings and of random tables by turns."""
    random, done = Random(seed), Compared()
    evenings = _evenings(random)
    while done.count["strength"] < attacks:
        state = next(evenings) if random.random() < 0.3 else random_table(random)
        if state.attack is not None:
            done.hold("strength", strength(state).total, Reckoner(state).strength(), state)
            continue
        state = _disturbed(state, random)
        _goals(state, random, done)
        for _ in range(ATTACKS_EACH):
            under_way = _attacked(state, random)
            if under_way is not None:
                _attack(state, under_way, done)
    return done


def _evenings(random: Random) -> Iterator[State]:
    """Positions of random games, each some actions after the one before."""
    while True:
        settings = {"card_values": random.choice(("printed", "corrected"))}
        steps = playout(GAME, random.randint(2, 6), random.randrange(10**9), settings=settings, most=400)
        for number, (_, _, state) in enumerate(steps):
            if number % 8 == 0 and not state.is_setup and len(state.alive) > 1:
                yield state


def random_table(random: Random) -> State:
    """Players with any Groups and Resources whatever, without regard to how the cards would lie."""
    groups, resources = random.sample(GROUPS, len(GROUPS)), random.sample(RESOURCES, len(RESOURCES))
    players = []
    for seat in SEATS[: random.randint(2, 5)]:
        structure = [Placed(random.choice(ILLUMINATI))]
        if random.random() < 0.7:  # else two factions of one Illuminati, which the position keeps apart by seats
            free = [each for each in ILLUMINATI if all(each != other.illuminati for other in players)]
            structure = [Placed(random.choice(free))]
        for _ in range(random.randint(1, 9)):
            master = random.choice(structure).card
            structure.append(Placed(groups.pop(), master, random.choice(SIDES), tokens=random.randint(0, 2)))
        held = [Resource(resources.pop(), _linked(structure, random)) for _ in range(random.randint(0, 4))]
        players.append(
            Player(
                seat,
                structure[0].card,
                structure=tuple(structure),
                resources=tuple(held),
                turns=random.randint(1, 5),
                agents=tuple(random.sample(ILLUMINATI, random.choice((0, 0, 0, 1)))),
                unseen_groups=tuple(groups[-3:]),
                groups=3,
            )
        )
        del groups[-3:]
    settings = {
        "card_values": random.choice(("printed", "corrected")),
        "self_defence": random.choice(("multiplied", "permanent_twice")),
    }
    return State(tuple(players), round=3, evening=EVENING, choices=Choices.of(SETTINGS, settings))


def _linked(structure: Sequence[Placed], random: Random) -> str | None:
    return random.choice(structure).card if random.random() < 0.5 else None


def _disturbed(state: State, random: Random) -> State:
    """With New World Orders, linked Plots, effects that last, ruins and destroyed Groups."""
    free = set(PLOTS) - {link.card for link in state.links} - {order.card for order in state.orders}
    chosen = random.sample(sorted(free), 60)
    orders = [card for card in chosen if Subtype.NWO in CARDS[card].subtypes]
    links = [card for card in chosen if any(play.link for play in state.effects(card).play)]
    laid = {CARDS[order.card].colour for order in state.orders}
    for card in orders[: random.randint(0, 3)]:
        if CARDS[card].colour not in laid:
            laid.add(CARDS[card].colour)
            state = replace(state, orders=(*state.orders, Order(card, random.choice(state.seats))))
    in_play = [placed.card for player in state.players for placed in player.structure]
    for card in links[: random.randint(0, 5)]:
        link = LinkedPlot(card, random.choice(in_play), random.choice(state.seats))
        state = replace(state, links=(*state.links, link))
    for seat, player in state.each():
        structure = tuple(
            replace(each, devastated=True) if CARDS[each.card].kind is Kind.PLACE and random.random() < 0.1 else each
            for each in player.structure
        )
        away = [card for card in GROUPS if not state.in_play(card)]
        gone = [_gone(card, random) for card in random.sample(away, random.choice((0, 0, 2, 6)))]
        removed = tuple(other for other in state.seats if other != seat and random.random() < 0.05)
        state = evolve(state, seat, structure=structure, destroyed=(*player.destroyed, *gone), removed=removed)
    return _lasting(state, random, chosen, in_attack=False)


def _gone(card: str, random: Random) -> Destroyed:
    return Destroyed(card, CARDS[card].alignments, uncounted=random.random() < 0.1)


def _lasting(state: State, random: Random, plots: Sequence[str], *, in_attack: bool) -> State:
    """With effects of Plots and abilities that last: until the attack ends, or longer."""
    in_play = [card for player in state.players for card in player.cards_in_play]
    groups = [placed.card for player in state.players for placed in player.structure]
    most = random.choice((0, 0, 1, 3))
    for card in random.sample([*plots, *in_play], min(len(in_play), 25)):
        ways = state.effects(card).play or state.effects(card).uses
        if not ways or not most:
            continue
        use = random.randrange(len(ways))
        way = ways[use]
        for each in (*way.lasting, *way.in_defence):
            if (each.until == "attack") == in_attack:
                target = random.choice(groups) if way.aim == "group" else None
                lasts = Lasts(card, _seat(state, card, random), target, each.until, use, each in way.in_defence)
                state, most = replace(state, lasting=(*state.lasting, lasts)), most - 1
                break
        else:
            if in_attack and way.boost:
                lasts = Lasts(card, _seat(state, card, random), None, Until.ATTACK, use)
                state, most = replace(state, lasting=(*state.lasting, lasts)), most - 1
    return state


def _seat(state: State, card: str, random: Random) -> str:
    return state.controller(card) or state.holder(card) or random.choice(state.seats)


def _attacked(state: State, random: Random) -> State | None:
    """The position with an attack under way, by anybody on anything."""
    seat = random.choice(state.alive)
    groups = [placed.card for placed in state.player(seat).structure]
    targets = [placed.card for player in state.players for placed in player.structure if placed.master is not None]
    mode = random.choice((Mode.CONTROL, Mode.CONTROL, Mode.DESTROY, Mode.DESTROY, Mode.DISASTER))
    attacker = random.choice(groups)
    targets = [card for card in targets if card != attacker]
    if mode is Mode.CONTROL:
        targets = [card for card in targets if state.controller(card) != seat]
        if random.random() < 0.2 or not targets:
            targets = [card for card in state.player(seat).unseen_groups if CARDS[card].is_group]
    if not targets:
        return None
    target = random.choice(targets)
    from_hand = not state.in_play(target)
    attack = Attack(seat, mode, target, attacker, from_hand=from_hand, privileged=random.random() < 0.1)
    if mode in INSTANTS:
        attack = _by_a_card(state, seat, target, random)
    state = replace(state, attack=attack)
    helpers = [(seat, placed.card) for seat, player in state.each() for placed in player.structure]
    helps = tuple(
        Help(seat, card, random.choice((Role.AID, Role.OPPOSE)))
        for seat, card in random.sample(helpers, min(len(helpers), random.randint(0, 5)))
        if card not in {target, attack.attacker, attack.helper}
    )
    if not from_hand and random.random() < 0.3:
        helps = (*helps, Help(state.controller(target) or seat, target, Role.SELF_DEFENCE, random.randint(1, 2)))
    agents = random.choice((None, None, None, seat))
    attack = replace(
        attack, helps=helps, agents=agents, agents_aid=random.random() < 0.5, by_hand=random.choice((0, 0, 3))
    )
    state = replace(state, attack=attack)
    state = _lasting(state, random, random.sample(PLOTS, 25), in_attack=True)
    played = tuple((lasts.player, lasts.card) for lasts in state.lasting if lasts.until == "attack")
    played = tuple(each for each in played if CARDS[each[1]].kind is Kind.PLOT)
    return replace(state, attack=replace(attack, played=played, used=played))


def _by_a_card(state: State, seat: str, target: str, random: Random) -> Attack:
    ways = [
        (card, use, way.attack)
        for card in (*PLOTS, "c_i_a")
        for use, way in enumerate(state.effects(card).play or state.effects(card).uses)
        if way.attack is not None
    ]
    card, use, said = random.choice(ways)
    helper = None
    if said.helper is not None:
        own = [placed.card for placed in state.player(seat).structure if placed.card != target]
        helper = random.choice([*own, None])
    frozen = power(state, target, Purpose(Role.DEFENCE, (said.mode,))) if said.instant else None
    return Attack(seat, said.mode, target, card=card, use=use, helper=helper, frozen=frozen, spent=True)


def _attack(before: State, state: State, done: Compared) -> None:
    attack, reckoner = state.open_attack, Reckoner(state)
    done.hold("strength", strength(state).total, reckoner.strength(), state)
    if attack.frozen is not None:
        frozen = Reckoner(before).power(attack.target, "defence", attack.mode.value)
        done.hold("Power when played", attack.frozen, frozen, state)
    if attack.attacker is not None and not attack.from_hand:
        declared = act.DeclareAttack(attack.player, attack.attacker, attack.mode, attack.target)
        refused = any(rule(before, declared) is not None for rule in (target_not_immune, secret_from_secret, no_ban))
        forbidden = Reckoner(before).forbidden(attack.player, attack.attacker, attack.mode.value, attack.target)
        done.hold("forbidden", refused, forbidden, state)


def _goals(state: State, random: Random, done: Compared) -> None:
    goals = [card.id for card in CARDS.values() if Subtype.GOAL in card.subtypes]
    reckoner = Reckoner(state)
    for seat in state.alive:
        shown = random.choice((None, random.choice(goals)))
        done.hold("goal", meets_goal(state, seat, shown), reckoner.meets(seat, shown), (seat, shown, state))
        done.hold(
            "towards the basic goal",
            groups_for_goal(state, seat, shown),
            reckoner.towards_basic(seat, shown),
            (seat, shown, state),
        )
        done.hold("Power together", total_power(state, seat), reckoner.goal_power(seat), (seat, state))
    claims = tuple(Claim(seat, random.choice((None, None, random.choice(goals)))) for seat in state.alive)
    claimed = replace(state, claims=claims)
    done.hold("winners", winners(claimed), Reckoner(claimed).winners(), claimed)


@click.command()
@click.argument("attacks", default=10_000)
@click.option("--seed", default=1, show_default=True)
def main(attacks: int, seed: int) -> None:
    """Print how many comparisons there were of each kind, and the first twenty that differ."""
    done = compare(attacks, seed)
    for line in done.different[:20]:
        click.echo(line)
    counted = ", ".join(f"{count} {what}" for what, count in sorted(done.count.items()))
    click.echo(f"{done.count.total()} comparisons, {len(done.different)} different: {counted}")


if __name__ == "__main__":
    main()
