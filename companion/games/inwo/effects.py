"""What cards do: few kinds of effect, many cards. The cards' own data stands in `effects.toml` (`card_effects.py`).

A card has *continuous* effects, which hold while it is in play and are computed whenever somebody asks, and *plays*:
what is done once, with its price, its moment and its target. An effect speaks of other cards by a `Filter`. What an
effect means `card_values.py`, `strength.py` and `resolve.py` say; nothing here names a card.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from companion.core.fast_dataclasses import KeepsHash, keeps_hash
from companion.games.inwo.catalog import Trait


class Mode(StrEnum):
    """What an attack is for."""

    CONTROL = "control"
    DESTROY = "destroy"
    DISASTER = "disaster"
    ASSASSINATION = "assassination"
    INSTANT = "instant"


ORDINARY = (Mode.CONTROL, Mode.DESTROY)
INSTANTS = (Mode.DISASTER, Mode.ASSASSINATION, Mode.INSTANT)
DESTRUCTIVE = (Mode.DESTROY, *INSTANTS)


class Scope(StrEnum):
    """Whom an effect reaches, seen from the card that has it. A linked card stands for what it is linked to."""

    SELF = "self"
    OTHERS = "others"
    OWN = "own"
    RIVALS = "rivals"
    ALL = "all"
    MASTER = "master"
    PUPPETS = "puppets"
    TARGET = "target"


class Role(StrEnum):
    """What a Group does with the Power that is asked for."""

    ATTACK = "attack"
    AID = "aid"
    OPPOSE = "oppose"
    DEFENCE = "defence"
    SELF_DEFENCE = "self_defence"
    RELIEF = "relief"


class Until(StrEnum):
    """What has no end is permanent (INWO-322). `own_turn`: until the next one of the player concerned begins."""

    ATTACK = "attack"
    TURN = "turn"
    OWN_TURN = "own_turn"
    ALWAYS = "always"


class Timing(StrEnum):
    """When a card is played or an ability used."""

    ANY_TIME = "any_time"
    OWN_TURN = "own_turn"
    TURN_START = "turn_start"
    RIVALS_START = "rivals_start"
    RIVALS_DRAW = "rivals_draw"
    OWN_MAIN = "own_main"
    DECLARATION = "declaration"
    ATTACK = "attack"
    AFTER_ROLL = "after_roll"
    ANSWER = "answer"
    WITH_TOKEN = "with_token"


class Aim(StrEnum):
    """What a play is aimed at: in play, an exposed Plot, one of the own hand, just discarded, destroyed, linked.

    A Resource that was just destroyed or discarded out of play is `scrapped`.
    Of a hand: a Resource or an Illuminati of the own, a Group card of a rival's that was drawn from it.
    """

    NOTHING = "nothing"
    GROUP = "group"
    RESOURCE = "resource"
    PLAYER = "player"
    PLOT = "plot"
    ORDER = "order"
    HAND = "hand"
    DISCARDED = "discarded"
    DESTROYED = "destroyed"
    LINKED = "linked"
    OWN_RESOURCE = "own_resource"
    OWN_ILLUMINATI = "own_illuminati"
    RIVALS_GROUP = "rivals_group"
    SCRAPPED = "scrapped"


@keeps_hash
class Event(StrEnum):
    """What a card may answer to: seen from its player, or from the card itself.

    An attack of his destroyed a Group; one by this very card failed; one on what is in scope is over, or has failed;
    this card helped to relieve a Place. What was destroyed in it is what is in scope (`lost`: who did it draws). The
    dice of an attack led by what is in scope showed eleven or twelve: it is `crashed`. It led or helped in one that is
    over: it `acted`. The others only plays answer to: a Group was captured or taken over, a Place devastated, a Plot
    drawn, tokens laid, a Resource in play destroyed or discarded (`scrapped`).
    """

    DESTROYED = "destroyed"
    FAILED = "failed"
    ATTACKED = "attacked"
    REPELLED = "repelled"
    RELIEVED = "relieved"
    LOST = "lost"
    CRASHED = "crashed"
    CAPTURED = "captured"
    TAKEN_OVER = "taken_over"
    DEVASTATED = "devastated"
    DREW = "drew"
    LAID = "laid"
    ACTED = "acted"
    SCRAPPED = "scrapped"


@dataclass(frozen=True, slots=True)
class Filter(KeepsHash):
    """Which cards: with any of some traits, all of others, none of others, a Power within bounds. Empty: every one."""

    any: tuple[Trait, ...] = ()
    all: tuple[Trait, ...] = ()
    none: tuple[Trait, ...] = ()
    power_least: int | None = None
    power_most: int | None = None

    @property
    def asked(self) -> tuple[Trait, ...]:
        return (*self.any, *self.all)

    @property
    def asks_power(self) -> bool:
        return self.power_least is not None or self.power_most is not None

    def fits(self, traits: Collection[Trait], power: int = 0) -> bool:
        return (
            (not self.any or any(trait in traits for trait in self.any))
            and all(trait in traits for trait in self.all)
            and not any(trait in traits for trait in self.none)
            and (self.power_least is None or power >= self.power_least)
            and (self.power_most is None or power <= self.power_most)
        )


EVERY = Filter()


@dataclass(frozen=True, slots=True)
class When:
    """While an effect holds: what must be so of the attack under way, or of what lies in play.

    `part` is what the card itself does in the attack (a linked card stands for its Group); the target has its defence.
    `attacker` leads, or is the card that attacks; or it aids, where `aided`. `master` is that of the target. `involved`
    takes part in any way. `in_play` lies in play, with the same player where `own`. A privilege counts even when it
    has been negated.
    """

    part: tuple[Role, ...] = ()
    modes: tuple[Mode, ...] = ()
    attacker: Filter = EVERY
    aided: bool = False
    target: Filter = EVERY
    master: Filter | None = None
    involved: Filter | None = None
    own_target: bool | None = None
    own_attack: bool | None = None
    privileged: bool | None = None
    in_play: Filter | None = None
    own: bool = False


# --- continuous effects ---


@dataclass(frozen=True, slots=True)
class AttackBonus:
    """AB: so much more for attacks. Direct: only where what is in scope leads; else for any attempt of its owner.

    `rival`: only against the player of that Illuminati.
    """

    amount: int
    modes: tuple[Mode, ...] = ORDINARY
    direct: bool = False
    scope: Scope = Scope.SELF
    attacker: Filter = EVERY
    target: Filter = EVERY
    rival: Trait | None = None


@dataclass(frozen=True, slots=True)
class DefenceBonus:
    """DB: so much more against attacks on what is in scope, led (or `aided`) by an attacker who fits."""

    amount: int
    modes: tuple[Mode, ...] = ORDINARY
    scope: Scope = Scope.SELF
    target: Filter = EVERY
    attacker: Filter = EVERY
    aided: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """PW and RS: another Power, Global Power or Resistance; set first, then multiplied, then added (INWO-140).

    `per` counts cards of the owner, this one excepted where `per_other`: the amount is added for each. Upward: a set
    value never lowers. `equals_power`: Global Power is Power.
    """

    of: tuple[str, ...] = ("power",)
    amount: int = 0
    times: int = 1
    value: int | None = None
    upward: bool = True
    scope: Scope = Scope.SELF
    to: Filter = EVERY
    per: Filter | None = None
    per_other: bool = False
    roles: tuple[Role, ...] = ()
    modes: tuple[Mode, ...] = ()
    equals_power: bool = False


@dataclass(frozen=True, slots=True)
class Alignments:
    """AL: traits gained or lost. What is gained takes its opposite away (INWO-9)."""

    add: tuple[Trait, ...] = ()
    remove: tuple[Trait, ...] = ()
    scope: Scope = Scope.SELF
    to: Filter = EVERY
    goals: bool = True
    keeps_opposite: bool = False


@dataclass(frozen=True, slots=True)
class AlignmentModifier:
    """AM: what a shared alignment or a pair of opposites counts, in place of 4 and -4 against control.

    `of` are the alignments of the target for which that is so; empty: all. `master` is what one that the target shares
    with its master counts for its Resistance.
    """

    of: tuple[Trait, ...] = ()
    shared: int | None = None
    opposed: int | None = None
    master: int | None = None
    modes: tuple[Mode, ...] = ORDINARY
    scope: Scope = Scope.SELF
    target: Filter = EVERY


@dataclass(frozen=True, slots=True)
class Immunity:
    """IM: those who fit cannot attack what is in scope, aid attacks on it, or touch it with abilities (INWO-194)."""

    against: Filter
    scope: Scope = Scope.SELF
    who: Filter = EVERY
    attacks: bool = True
    aid: bool = True
    abilities: bool = True


@dataclass(frozen=True, slots=True)
class Ban:
    """IM: what is in scope cannot be attacked so, or (not `as_target`) cannot attack so; or only not `privileged`.

    `other` is the other Group, or the card that attacks by itself; `by`: only for the player of that Illuminati.
    """

    modes: tuple[Mode, ...] = (*ORDINARY, *INSTANTS)
    as_target: bool = True
    scope: Scope = Scope.SELF
    who: Filter = EVERY
    other: Filter = EVERY
    by: Trait | None = None
    privileged: bool = False


@dataclass(frozen=True, slots=True)
class AidRight:
    """AP: a right to help with `full` Power, or where it `bars` a ban on helping, with whom the attack is on or by.

    It may reach into privileged attacks (which ends the privilege, unless it `keeps` it), reach Secret Groups, cost
    no token (`free`), and come after the roll (`late`).
    With `sides` of the attack itself it lets a Group attack a Secret one. In instant attacks it counts where `modes`
    names them (INWO-202).
    """

    full: bool = True
    bars: bool = False
    sides: tuple[Role, ...] = (Role.AID, Role.OPPOSE)
    modes: tuple[Mode, ...] = ORDINARY
    scope: Scope = Scope.SELF
    who: Filter = EVERY
    target: Filter = EVERY
    attacker: Filter = EVERY
    privileged: bool = False
    keeps: bool = False
    secret: bool = False
    free: bool = False
    late: bool = False


@dataclass(frozen=True, slots=True)
class TokenGain:
    """TK: how many tokens more than one come when tokens are laid; with a negative amount fewer.

    `per_puppet`: so many for each puppet that fits. Where it `saves`, they come to what lies there (but INWO-36).
    """

    extra: int = 0
    scope: Scope = Scope.SELF
    to: Filter = EVERY
    per_puppet: Filter | None = None
    saves: bool = False


@dataclass(frozen=True, slots=True)
class Relief:
    """DS: what is in scope is relieved by itself: when the turn is over, or when its player's next begins."""

    scope: Scope
    own_turn: bool = False


@dataclass(frozen=True, slots=True)
class Silence:
    """CA: what is in scope has no abilities, and gets and spends no tokens, while this holds."""

    scope: Scope = Scope.SELF
    to: Filter = EVERY


@dataclass(frozen=True, slots=True)
class Result:
    """What follows an event: Plots to draw, tokens, or the end of the card itself (which counts for the defender).

    `per_power` are Plots more for each Power of what was destroyed. `target` is what was attacked; `forever`: nothing
    brings it back; `uncounted`: the end of the card itself counts for no goal. A card that is nobody's (a New World
    Order) acts for the attacker.
    """

    on: Event
    scope: Scope = Scope.SELF
    target: Filter = EVERY
    modes: tuple[Mode, ...] = (*ORDINARY, *INSTANTS)
    plots: int = 0
    per_power: int = 0
    tokens: int = 0
    destroys: bool = False
    forever: bool = False
    uncounted: bool = False


@dataclass(frozen=True, slots=True)
class DrawRight:
    """HI: whoever draws may look at other cards first, or (`shown`) shows what he drew to the card's player.

    Nothing on the table tells; the button reminds.
    """

    plots: bool = True
    groups: bool = False
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Continuous:
    """All that holds while a card is in play, or until a play's end; and only `when` something is so.

    `copies` allows several of a Group, each for itself (INWO-167). `plots_per_puppet` are Plots more to draw for each
    puppet that fits; where `bars_agents` reaches, agents count nothing; `counts_twice` are the alignments as which a
    Group counts double for special goals; what is linked stays so where it `keeps_links`. An `instruction` hurts the
    card's owner: nothing cancels it (INWO-17).
    """

    when: When | None = None
    instruction: bool = False
    attack: tuple[AttackBonus, ...] = ()
    defence: tuple[DefenceBonus, ...] = ()
    change: tuple[Change, ...] = ()
    alignments: tuple[Alignments, ...] = ()
    modifier: tuple[AlignmentModifier, ...] = ()
    immune: tuple[Immunity, ...] = ()
    ban: tuple[Ban, ...] = ()
    aid: tuple[AidRight, ...] = ()
    tokens: tuple[TokenGain, ...] = ()
    relief: tuple[Relief, ...] = ()
    silence: tuple[Silence, ...] = ()
    result: tuple[Result, ...] = ()
    draws: tuple[DrawRight, ...] = ()
    bars_agents: Scope | None = None
    plot_limit: int = 0
    more_plots: int = 0
    plots_per_puppet: Filter | None = None
    counts_twice: tuple[Trait, ...] = ()
    goal_cards: int = 0
    saves_failed: bool = False
    copies: bool = False
    keeps_links: bool = False


NOTHING = Continuous()
