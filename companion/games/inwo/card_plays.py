"""What cards do once: plays with their price, moment and target, goals, and all that a card does together."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from companion.games.inwo.catalog import Side, Trait
from companion.games.inwo.effects import (
    EVERY,
    NOTHING,
    Aim,
    Alignments,
    Continuous,
    Event,
    Filter,
    Mode,
    Scope,
    Timing,
    Until,
    When,
)


class Pile(StrEnum):
    """Where a card that has to be discarded comes from: the hand, or unseen from the top of a deck (INWO-68).

    A `puppet` lies in play. An `exposed` one is not thrown away: a hidden Plot of the hand has to be laid open. A
    `token` comes off a Group.
    """

    HAND = "hand"
    TOKEN = "token"
    PLOT = "plot"
    GROUP = "group"
    PUPPET = "puppet"
    PLOT_DECK = "plot_deck"
    GROUP_DECK = "group_deck"
    EXPOSED = "exposed"


@dataclass(frozen=True, slots=True)
class Cost:
    """What a play costs: tokens of the card itself, of the target, of Illuminati, of Groups that fit; discards.

    `groups` are tokens of Groups that fit `by`, whose Power together is at least `power`, or the target's Resistance
    (twice it where the target fits `doubled`, and its position at a rival's), or more than the target's Power.
    `outside`: none of them takes part in the attack; `shares_alignment`: with the target, or with what that is
    linked to (`one_shares`: one of them does); `master_of_target`: it is the target's master; `anybody`: they may be of
    others, who agree. `discards` say
    where cards come from that are thrown away; the card itself goes with `itself`.
    """

    own: bool = False
    target: bool = False
    illuminati: int = 0
    all_illuminati: bool = False
    groups: int = 0
    by: Filter = EVERY
    power: int = 0
    resistance_of_target: bool = False
    doubled: Filter | None = None
    power_of_target: bool = False
    outside: bool = False
    shares_alignment: bool = False
    one_shares: bool = False
    master_of_target: bool = False
    anybody: bool = False
    discards: tuple[Pile, ...] = ()
    itself: bool = False


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
    """TK: a token for the target, or for every own Group that fits."""

    to: Filter = EVERY
    every: bool = False
    empty_only: bool = True
    not_captured: bool = True


@dataclass(frozen=True, slots=True)
class TakeTokens:
    """TR: tokens off the target, or off every Group that fits: of rivals, of the player himself, or of all."""

    to: Filter = EVERY
    every: bool = False
    own_only: bool = False
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Die:
    """DI: the roll again, another sum, or so much more."""

    again: bool = False
    value: int | None = None
    amount: int = 0


class PlotTo(StrEnum):
    """What becomes of an exposed Plot that is the target."""

    DISCARD = "discard"
    DECK = "deck"
    HIDDEN = "hidden"
    STOLEN = "stolen"


class Denied(StrEnum):
    """What a player cannot do in a turn: one draw, any draw of Plots, or anything after the tokens are laid."""

    PLOT = "plot"
    GROUP = "group"
    PLOTS = "plots"
    MAIN = "main"


@dataclass(frozen=True, slots=True)
class Offer:
    """TK and TR: the player goes on and chooses Groups that fit, one after the other, to lay a token on or to empty.

    They are his own, of rivals, or of all. At most so many, or of so much Power together unless there is only
    one; of those who fit `single` one. For each that gets a token a card of `pile` is discarded. What they do in the
    attack under way is cancelled, where it `cancels`.
    """

    to: Filter = EVERY
    give: bool = True
    of: Literal["own", "rivals", "all"] = "own"
    most: int = 0
    most_power: int | None = None
    single: Filter | None = None
    empty_only: bool = False
    pile: Pile | None = None
    cancels: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """What happens once. The fields below `one_in_game` are its effects, done in this order.

    The first of `cost` that is paid counts. `when` must hold; `succeeds` is what the roll has to have come to.
    `lasting` holds from now on; of a card that is played with a token (INWO-62), `in_defence` holds where it is
    played by itself. `after` is what the latest action has to have brought about: by the player himself
    (`after_own`), or by a rival to him (False); to a card that fits `after_card`, which is the target unless that is
    `elsewhere`. `dice` is the least that was rolled; `with_agents`: the player's own agents aid; `draw_limit`: he
    controls as many such Groups as he draws cards. `boost` is so much more (or less) strength for the attack under
    way; of a Power (the card's own or the target's, `boost_power`) so many times that. `own_target`: the target is
    the player's own, a rival's (False), or anybody's; `attacked`: that of the attack; `taking_part`: it does in the
    attack; `captured`: in this turn; `killed`: by an assassination. `unlinked`: the Resource is linked to nothing.
    `times_a_turn` counts all ways of the card together; `rolled`: least and most of a roll of the player's own.
    `cancels_of`: cards that fit, or that are aimed at what fits `cancels_at`. `looks_at` is what the player may see;
    nothing on the table tells. `recovers`: what was just discarded comes into the hand; `revives`: a destroyed Group
    may be played again, and `brings` it into play at once; `unlinks` a Plot; `adds`: a second card adds its Power to
    the attack; `spares_gone`: spares of the own Illuminati are; `agents_gone`: a rival's agents are.
    `steals_of_target` are hidden Plots of a hand, `discards` what the player has to lay down himself afterwards.
    `from_pile`: the destroyed Group itself, not a copy of the hand; `buried`: nothing brings it back; `rewrites` its
    alignments. `draws_of_rivals`: of each; `loses`: so many go to the target. `denies` the target (or the player
    himself) something in this turn, `again`: another automatic takeover; `undone`: the one just made, which
    `may_repeat`. `acquires` a Resource of the hand, linked to the card itself (`link_here`), or in the place of a
    Unique one in play. `unmasks` another Illuminati, `takes_group` a card of a rival's hand, `everybody_loses` a
    puppet. `salvages` what was scrapped, for the player. `arrows` are new outgoing arrows of the target, at those of
    these edges that have none (`has_arrows`: it has one already). `ties` the card itself to its target, and to no
    other any more; `dies_with`: where that is destroyed, it is. `bars` the target from the attack under way.
    `perishes`: the card itself is destroyed, for the player who is attacked.
    """

    timing: Timing = Timing.ANY_TIME
    cost: tuple[Cost, ...] = (FREE,)
    times_a_turn: int = 0
    rolled: tuple[int, ...] = ()
    once_a_game: bool = False
    once_an_attack: bool = False
    once_on_each: bool = False
    after: tuple[Event, ...] = ()
    after_own: bool | None = None
    after_card: Filter = EVERY
    elsewhere: bool = False
    dice: int = 0
    with_agents: bool = False
    draw_limit: Filter | None = None
    aim: Aim = Aim.NOTHING
    target: Filter = EVERY
    own_target: bool | None = None
    when: When | None = None
    succeeds: bool | None = None
    not_in_attack: bool = False
    not_privileged: bool = False
    unlinked: bool = False
    attacked: bool = False
    taking_part: bool = False
    captured: bool = False
    killed: bool = False
    link: bool = False
    one_in_game: bool = False
    lasting: tuple[Lasting, ...] = ()
    in_defence: tuple[Lasting, ...] = ()
    boost: int = 0
    boost_power: Scope | None = None
    attack: CardAttack | None = None
    give_tokens: tuple[GiveTokens, ...] = ()
    take_tokens: tuple[TakeTokens, ...] = ()
    privilege: str | None = None
    cancels: tuple[str, ...] = ()
    cancels_of: Filter = EVERY
    cancels_at: Filter | None = None
    steals_cancelled: bool = False
    die: tuple[Die, ...] = ()
    fails: bool = False
    relieve: bool = False
    destroy_target: bool = False
    return_target: bool = False
    plot_to: PlotTo | None = None
    draw_plots: int = 0
    draw_groups: int = 0
    draws_of_target: int = 0
    groups_for_attacker: int = 0
    steals_of_target: int = 0
    discards_of_target: tuple[Pile, ...] = ()
    exposes_all_but: int | None = None
    discards: tuple[Pile, ...] = ()
    orders_gone: bool = False
    recovers: bool = False
    revives: bool = False
    brings: bool = False
    unlinks: bool = False
    adds: bool = False
    spares_gone: bool = False
    agents_gone: bool = False
    takeovers: int = 0
    moves: int = 0
    looks_at: Pile | None = None
    from_pile: bool = False
    buried: bool = False
    rewrites: Alignments | None = None
    draws_of_rivals: int = 0
    loses: int = 0
    denies: tuple[Denied, ...] = ()
    again: bool = False
    undone: bool = False
    may_repeat: bool = False
    acquires: bool = False
    link_here: bool = False
    unmasks: bool = False
    takes_group: bool = False
    everybody_loses: bool = False
    spoils_relief: bool = False
    seizes: bool = False
    salvages: bool = False
    arrows: tuple[Side, ...] = ()
    has_arrows: bool = False
    ties: bool = False
    dies_with: bool = False
    bars: bool = False
    perishes: bool = False
    offer: Offer | None = None

    @property
    def is_cancelling(self) -> bool:
        return bool(self.cancels)

    @property
    def cancels_actions(self) -> bool:
        """Of Groups in the attack under way; the others only plays that wait to take effect."""
        return "action" in self.cancels

    def cancels_any(self, kinds: Collection[str]) -> bool:
        return any(kind in kinds for kind in self.cancels)


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
    """All that a card does.

    `source` says how that is known: the printed card as it is transcribed in public (`card`), or a public list that
    describes it (`list`). `sometimes` holds under conditions, `unlinked` for the Illuminati where a Resource is linked
    to nothing. `play` are the ways in which a Plot may be played, `uses` the abilities of what lies in play.
    Of what is `one_each` a player has one. A Resource is discarded whose player controls no Group that it `needs`.
    """

    source: Literal["card", "list"]
    always: Continuous = NOTHING
    sometimes: tuple[Continuous, ...] = ()
    unlinked: Continuous = NOTHING
    play: tuple[Play, ...] = ()
    uses: tuple[Play, ...] = ()
    goal: Goal | None = None
    links_to: Filter | None = None
    needs: Filter | None = None
    one_each: bool = False

    @property
    def continuous(self) -> tuple[Continuous, ...]:
        return (self.always, *self.sometimes)


NO_EFFECTS = Effects("list")
