"""What cards do: few kinds of effect, many cards. The cards' own data stands in `effects.toml` (`effects_data.py`).

A card has *continuous* effects, which hold while it is in play and are computed whenever somebody asks, and *plays*:
what is done once, with its price, its moment and its target. An effect speaks of other cards by a `Filter`. What an
effect means `values.py`, `strength.py` and `resolve.py` say; nothing here names a card.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

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


class Role(StrEnum):
    """What a Group does with the Power that is asked for."""

    ATTACK = "attack"
    AID = "aid"
    OPPOSE = "oppose"
    DEFENCE = "defence"
    SELF_DEFENCE = "self_defence"


class Until(StrEnum):
    """What has no end is permanent (INWO-322)."""

    ATTACK = "attack"
    TURN = "turn"
    ALWAYS = "always"


class Timing(StrEnum):
    """When a card is played or an ability used."""

    ANY_TIME = "any_time"
    OWN_TURN = "own_turn"
    OWN_MAIN = "own_main"
    DECLARATION = "declaration"
    ATTACK = "attack"
    AFTER_ROLL = "after_roll"
    ANSWER = "answer"
    WITH_TOKEN = "with_token"


class Aim(StrEnum):
    """What a play is aimed at."""

    NOTHING = "nothing"
    GROUP = "group"
    RESOURCE = "resource"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Filter:
    """Which cards: with any of some traits, all of others, none of others, a Power within bounds. Empty: every one."""

    any: tuple[Trait, ...] = ()
    all: tuple[Trait, ...] = ()
    none: tuple[Trait, ...] = ()
    power_least: int | None = None
    power_most: int | None = None

    def fits(self, traits: Collection[Trait], power: int = 0) -> bool:
        return (
            (not self.any or any(trait in traits for trait in self.any))
            and all(trait in traits for trait in self.all)
            and not any(trait in traits for trait in self.none)
            and (self.power_least is None or power >= self.power_least)
            and (self.power_most is None or power <= self.power_most)
        )


EVERY = Filter()

# --- continuous effects ---


@dataclass(frozen=True, slots=True)
class AttackBonus:
    """AB: so much more for attacks. Direct: only where the card in scope leads; else for any attempt of its owner."""

    amount: int
    modes: tuple[Mode, ...] = ORDINARY
    direct: bool = False
    attacker: Filter = EVERY
    target: Filter = EVERY
    per: Filter | None = None


@dataclass(frozen=True, slots=True)
class DefenceBonus:
    """DB: so much more against attacks on what is in scope."""

    amount: int
    modes: tuple[Mode, ...] = ORDINARY
    scope: Scope = Scope.SELF
    target: Filter = EVERY
    attacker: Filter = EVERY


@dataclass(frozen=True, slots=True)
class Change:
    """PW and RS: another Power, Global Power or Resistance; set first, then multiplied, then added (INWO-140).

    `per` counts Groups of the owner (all players' with `per_all`): the amount is added for each. Upward: a set value
    never lowers. `equals_power`: Global Power is Power.
    """

    of: tuple[str, ...] = ("power",)
    amount: int = 0
    times: int = 1
    value: int | None = None
    upward: bool = True
    scope: Scope = Scope.SELF
    to: Filter = EVERY
    per: Filter | None = None
    per_all: bool = False
    roles: tuple[Role, ...] = ()
    modes: tuple[Mode, ...] = ()
    equals_power: bool = False


@dataclass(frozen=True, slots=True)
class Alignments:
    """AL: traits gained or lost. What is gained takes its opposite away (INWO-9)."""

    add: tuple[Trait, ...] = ()
    remove: tuple[Trait, ...] = ()
    reverse: bool = False
    scope: Scope = Scope.SELF
    to: Filter = EVERY
    goals: bool = True
    keeps_opposite: bool = False


@dataclass(frozen=True, slots=True)
class AlignmentModifier:
    """AM: what a shared alignment or a pair of opposites counts, in place of 4 and -4 against control."""

    shared: int | None = None
    opposed: int | None = None
    modes: tuple[Mode, ...] = ORDINARY
    scope: Scope = Scope.SELF
    target: Filter = EVERY


@dataclass(frozen=True, slots=True)
class Immunity:
    """IM: those who fit cannot attack what is in scope, aid attacks on it, or touch it with abilities (INWO-194)."""

    against: Filter
    scope: Scope = Scope.SELF
    attacks: bool = True
    aid: bool = True
    abilities: bool = True


@dataclass(frozen=True, slots=True)
class Ban:
    """IM: what is in scope cannot be attacked so, or (not `as_target`) cannot attack so; `other` is the other Group."""

    modes: tuple[Mode, ...] = (*ORDINARY, *INSTANTS)
    as_target: bool = True
    scope: Scope = Scope.SELF
    who: Filter = EVERY
    other: Filter = EVERY


@dataclass(frozen=True, slots=True)
class AidRight:
    """AP: a right to help with full Power, or (`full` = False) a ban on helping, with whom the attack is on or by."""

    full: bool = True
    sides: tuple[Role, ...] = (Role.AID, Role.OPPOSE)
    modes: tuple[Mode, ...] = (*ORDINARY, *INSTANTS)
    scope: Scope = Scope.SELF
    who: Filter = EVERY
    target: Filter = EVERY
    attacker: Filter = EVERY
    privileged: bool = False


@dataclass(frozen=True, slots=True)
class TokenGain:
    """TK: how many tokens more than one come when tokens are laid; with a negative amount fewer."""

    extra: int
    scope: Scope = Scope.SELF
    to: Filter = EVERY


@dataclass(frozen=True, slots=True)
class Devastation:
    """DS: cannot be devastated (`resists`), or needs another Power for relief."""

    resists: bool = True
    relief_times: int | None = None
    scope: Scope = Scope.SELF
    to: Filter = EVERY


@dataclass(frozen=True, slots=True)
class Silence:
    """CA: what is in scope has no abilities, or spends no tokens, while this holds."""

    abilities: bool = True
    tokens: bool = False
    scope: Scope = Scope.SELF
    to: Filter = EVERY


@dataclass(frozen=True, slots=True)
class Continuous:
    """All that holds while a card is in play, or until a play's end.

    `copies` allows several of a Group, each for itself (INWO-167).
    """

    attack: tuple[AttackBonus, ...] = ()
    defence: tuple[DefenceBonus, ...] = ()
    change: tuple[Change, ...] = ()
    alignments: tuple[Alignments, ...] = ()
    modifier: tuple[AlignmentModifier, ...] = ()
    immune: tuple[Immunity, ...] = ()
    ban: tuple[Ban, ...] = ()
    aid: tuple[AidRight, ...] = ()
    tokens: tuple[TokenGain, ...] = ()
    devastation: tuple[Devastation, ...] = ()
    silence: tuple[Silence, ...] = ()
    plot_limit: int = 0
    more_plots: int = 0
    more_groups: int = 0
    more_arrows: int = 0
    goal_cards: int = 0
    plots_when_destroying: int = 0
    saves_failed: bool = False
    copies: bool = False
    free_move: bool = False


NOTHING = Continuous()
