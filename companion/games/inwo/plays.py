"""What cards do once: plays with their price, moment and target, goals, and all that a card does together."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.inwo.catalog import Trait
from companion.games.inwo.effects import EVERY, NOTHING, Aim, Continuous, Filter, Mode, Timing, Until


@dataclass(frozen=True, slots=True)
class Cost:
    """What a play costs: tokens of the card itself, of the target, of Illuminati, of Groups that fit; discards.

    `groups` are tokens of Groups that fit `by`, whose Power together is at least `power`, or the target's Resistance.
    """

    own: bool = False
    target: bool = False
    illuminati: int = 0
    groups: int = 0
    by: Filter = EVERY
    power: int = 0
    resistance_of_target: bool = False
    discards: int = 0


FREE = Cost()


@dataclass(frozen=True, slots=True)
class Against:
    """Another Power of an attack, against targets that fit."""

    power: int
    target: Filter


@dataclass(frozen=True, slots=True)
class CardAttack:
    """IA: an attack that the card itself makes (INWO-200). The first of `against` that fits replaces `power`.

    One Group that fits `helper` may add its Power for its token. It destroys where the strength exceeds the roll by
    more than `destroys_over`; a disaster devastates otherwise, and anything else destroys whenever it succeeds.
    What is not instant follows the rules of ordinary attacks (INWO-211).
    """

    power: int
    mode: Mode
    against: tuple[Against, ...] = ()
    helper: Filter | None = None
    needs_helper: bool = False
    destroys_over: int | None = None
    instant: bool = True
    per_rival_card: Filter | None = None
    per_amount: int = 0


@dataclass(frozen=True, slots=True)
class Lasting:
    """A continuous effect on the target of a play (or what its scopes say), until something ends."""

    until: Until
    effect: Continuous


@dataclass(frozen=True, slots=True)
class GiveTokens:
    """TK: a token for the target, or for every own Group that fits; `most_power` limits their Power together."""

    to: Filter = EVERY
    every: bool = False
    amount: int = 1
    most_power: int | None = None
    empty_only: bool = True
    not_captured: bool = True


@dataclass(frozen=True, slots=True)
class TakeTokens:
    """TR: tokens off the target, or off every Group that fits: of rivals, or of all."""

    to: Filter = EVERY
    every: bool = False
    rivals_only: bool = False
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Die:
    """DI: the roll again, another sum, or so much more."""

    again: bool = False
    value: int | None = None
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Play:
    """What happens once. The fields below `one_in_game` are its effects, done in this order.

    `lasting` holds from now on; of a card that is played with a token (INWO-62), `in_defence` holds where it is played
    by itself. `own_target`: the target is the player's own, a rival's (False), or anybody's.
    """

    timing: Timing = Timing.ANY_TIME
    cost: Cost = FREE
    once_a_turn: bool = False
    once_a_game: bool = False
    aim: Aim = Aim.NOTHING
    target: Filter = EVERY
    own_target: bool | None = None
    modes: tuple[Mode, ...] = ()
    not_in_attack: bool = False
    link: bool = False
    one_each: bool = False
    one_in_game: bool = False
    lasting: tuple[Lasting, ...] = ()
    in_defence: tuple[Lasting, ...] = ()
    attack: CardAttack | None = None
    give_tokens: tuple[GiveTokens, ...] = ()
    take_tokens: tuple[TakeTokens, ...] = ()
    privilege: str | None = None
    cancels: tuple[str, ...] = ()
    cancels_of: Filter = EVERY
    die: tuple[Die, ...] = ()
    outcome: str | None = None
    relieve: bool = False
    devastate: bool = False
    destroy_target: bool = False
    return_target: bool = False
    take_target: bool = False
    draw_plots: int = 0
    draw_groups: int = 0
    discard_cards: int = 0
    orders_gone: bool = False
    revive: Filter | None = None
    revive_to_play: bool = False
    takeovers: int = 0
    moves: int = 0
    looks_at: str = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """GO: how a player wins, or what counts more. `alone`: cannot be combined with another goal."""

    doubles: Filter | None = None
    resources: Filter | None = None
    total_power: int = 0
    all_alignments: bool = False
    destroy: Trait | None = None
    control: Trait | None = None
    removed_rivals: int = 0
    destroyed_lower: bool = False
    destroyed_wins: int = 0
    everywhere: Filter | None = None
    everywhere_power: int = 0
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Effects:
    """All that a card does."""

    always: Continuous = NOTHING
    play: Play | None = None
    uses: tuple[Play, ...] = ()
    goal: Goal | None = None
    links_to: Filter | None = None


NO_EFFECTS = Effects()
