"""An independent reckoner of INWO: values, strengths, immunities, goals, winners, from rules and raw card data.

It shares nothing with the product but the position that it reads: it takes printed values out of `cards.csv` and
effects out of the TOML files by itself, and reckons everything anew each time. `comparison.py` compares the two.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from tests.games.inwo.scenes import entries

_FOLDER = Path(__file__).parents[3] / "companion" / "games" / "inwo"
_FILES = ("effects.toml", "effects_groups.toml", "effects_resources.toml", "effects_plots.toml")

PAIRS = (("Government", "Corporate"), ("Liberal", "Conservative"), ("Peaceful", "Violent"), ("Straight", "Weird"))
OPPOSITES = {**dict(PAIRS), **{b: a for a, b in PAIRS}, "Fanatic": "Fanatic"}
ALIGNMENTS = frozenset((*OPPOSITES, "Criminal"))
INSTANT = {"disaster", "assassination", "instant"}
ORDINARY = ["control", "destroy"]
EVERYTHING = [*ORDINARY, *sorted(INSTANT)]

Row = dict[str, Any]


@cache
def printed_cards() -> dict[str, Row]:
    with (_FOLDER / "cards.csv").open(encoding="utf-8") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


@cache
def rules_of(card: str, corrected: bool) -> Row:
    return effects(corrected).get(card, {})


@cache
def effects(corrected: bool) -> dict[str, Row]:
    found: dict[str, Row] = {}
    for name in (*_FILES, *(("effects_errata.toml",) if corrected else ())):
        found.update(entries(name))
    return found


@cache
def number(card: str, of: str) -> int:
    return int(printed_cards()[card][of] or 0)


@cache
def kind(card: str) -> str:
    return str(printed_cards()[card]["kind"])


@cache
def printed_traits(card: str) -> frozenset[str]:
    row = printed_cards()[card]
    several = (part for name in ("subtype", "alignments", "attributes") for part in row[name].split(";") if part)
    return frozenset((card, row["kind"], *several))


def fits(filter: Row, traits: frozenset[str], power: int = 0) -> bool:
    if filter.get("any") and not traits & set(filter["any"]):
        return False
    if not traits >= set(filter.get("all", ())) or traits & set(filter.get("none", ())):
        return False
    return bool(filter.get("power_least", 0) <= power <= filter.get("power_most", 999))


class Force(NamedTuple):
    """An effect in force: of which card, for whom, on which Group, for how long, and whether it is an ability."""

    card: str
    seat: str | None
    carrier: str | None
    effect: Row
    passing: bool
    ability: bool


class Reckoner:
    """What one position comes to."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.corrected = state.choices["card_values"] == "corrected"
        self.seats = dict(zip("ABCDEF", state.players, strict=False))
        self.owner: dict[str, str] = {}
        self.master: dict[str, str | None] = {}
        for seat in reversed(self.seats):
            for placed in self.seats[seat].structure:
                self.owner[placed.card] = seat
                self.master[placed.card] = placed.master
        self.resources = {held.card: seat for seat, player in self.seats.items() for held in player.resources}
        self._traits: dict[Any, frozenset[str]] = {}
        self._values: dict[Any, int] = {}

    def rules_of(self, card: str) -> Row:
        return rules_of(card, self.corrected)

    # --- what is in force (INWO-16, INWO-110, INWO-250, INWO-272) ---

    @cached_property
    def _everything(self) -> list[Force]:
        found = [*self._in_play(), *self._beside(), *self._lasting()]
        silencing = [(by, rule) for by in found for rule in by.effect.get("silence", ()) if rule.get("abilities", True)]

        def silent(each: Force) -> bool:
            cancelled = each.card == each.carrier and not each.effect.get("instruction")  # INWO-17
            return cancelled and any(
                fits(rule.get("to", {}), printed_traits(each.card))
                and self.reaches(by, rule.get("scope", "self"), each.card)
                for by, rule in silencing
            )

        return [each for each in found if not silent(each)]

    def _in_play(self) -> Iterator[Force]:
        for seat, player in self.seats.items():
            for placed in player.structure:
                yield from self._of(placed.card, seat, placed.card, ability=kind(placed.card) != "illuminati")
            for held in player.resources:
                if held.to is not None and all(placed.card != held.to for placed in player.structure):
                    continue  # INWO-119: its Group is out of play
                yield from self._of(held.card, seat, held.to, ability=held.to is not None)
                rules = self.rules_of(held.card)
                if held.to is None and player.structure and "unlinked" in rules:
                    yield Force(held.card, seat, player.structure[0].card, rules["unlinked"], False, False)

    def _beside(self) -> Iterator[Force]:
        for link in self.state.links:
            if link.asleep is None:
                yield from self._of(link.card, self._whose(link.to, link.player), link.to, ability=False)
        for order in self.state.orders:
            yield from self._of(order.card, None, None, ability=False)

    def _lasting(self) -> Iterator[Force]:
        for lasts in self.state.lasting:
            play = self.way(lasts.card, lasts.use)
            carrier = lasts.target if play.get("aim") == "group" else None
            seat = self._whose(carrier, lasts.player) or lasts.player
            for each in play.get("in_defence" if lasts.defence else "lasting", ()):
                if each["until"] == lasts.until.value:
                    yield Force(lasts.card, seat, carrier, each["effect"], each["until"] != "always", False)

    def _whose(self, card: str | None, player: str) -> str | None:
        """Who controls a Group; of two Illuminati of one kind it is that of who played the card."""
        return (
            player
            if any(placed.card == card for placed in self.seats[player].structure)
            else self.owner.get(card or "")
        )

    def _of(self, card: str, seat: str | None, carrier: str | None, *, ability: bool) -> Iterator[Force]:
        rules = self.rules_of(card)
        for effect in (rules.get("always"), *rules.get("sometimes", ())):
            if effect:
                yield Force(card, seat, carrier, effect, False, ability)

    def way(self, card: str, use: int | None) -> Row:
        rules = self.rules_of(card)
        ways = rules.get("play") or rules.get("uses") or []
        return ways[use or 0] if (use or 0) < len(ways) else {}

    @cached_property
    def force(self) -> list[Force]:
        """Those of which the condition is met, and that are legally linked (INWO-116)."""
        always = [each for each in self._everything if "when" not in each.effect]
        legal = {pair for pair in self._pairs if self._is_legal(*pair, always)}
        always = [each for each in always if self._counts(each, legal)]
        return [
            each
            for each in self._everything
            if self._counts(each, legal)
            and ("when" not in each.effect or self._holds(each.effect["when"], each, always))
        ]

    @cached_property
    def _pairs(self) -> frozenset[tuple[str, str]]:
        return frozenset(self._linked_cards())

    def _linked_cards(self) -> Iterator[tuple[str, str]]:
        yield from ((link.card, link.to) for link in self.state.links if link.asleep is None)
        played = () if self.state.attack is None else self.state.attack.played
        for lasts in self.state.lasting:
            if lasts.until.value == "attack" and (lasts.player, lasts.card) in played and lasts.target is not None:
                yield lasts.card, lasts.target
        for player in self.seats.values():
            yield from ((held.card, held.to) for held in player.resources if held.to is not None)

    def _counts(self, each: Force, legal: set[tuple[str, str]]) -> bool:
        if each.card == each.carrier or each.carrier is None or (each.card, each.carrier) not in self._pairs:
            return True
        return (each.card, each.carrier) in legal

    def _is_legal(self, card: str, to: str, always: list[Force]) -> bool:
        rules = self.rules_of(card)
        plays = [play for play in rules.get("play", ()) if play.get("link") or play.get("timing") == "with_token"]
        wanted = [play.get("target", {}) for play in plays]
        wanted += [rules["links_to"]] if "links_to" in rules else []
        wanted = [each for each in wanted if each.get("any") or each.get("all")]
        others = [each for each in always if (each.card, each.carrier) != (card, to)]
        now = self._traits_by(to, others)
        asked = ({"any": each.get("any", ()), "all": each.get("all", ())} for each in wanted)
        return not wanted or any(fits(each, now) for each in asked)

    def _holds(self, when: Row, each: Force, always: list[Force]) -> bool:
        if "in_play" in when:
            lying = [
                card
                for seat, player in self.seats.items()
                if not when.get("own") or seat == each.seat
                for card in (*(one.card for one in player.structure), *(one.card for one in player.resources))
            ]
            lying += [] if when.get("own") else [order.card for order in self.state.orders]
            if not any(fits(when["in_play"], printed_traits(card)) for card in lying):
                return False
        asked = {name for name in when if name not in {"in_play", "own"}}
        attack = self.state.attack
        if attack is None:
            return not asked

        def fit(filter: Row, card: str) -> bool:
            return fits(filter, self._traits_by(card, always))

        lead = attack.attacker or attack.card
        aiding = [help.card for help in attack.helps if help.role.value == "aid"]
        leads = [lead] + (aiding if when.get("aided") else [])
        owner = self.defender
        parts = {help.role.value for help in attack.helps if help.card == each.carrier}
        parts |= {"attack"} if each.carrier in {attack.attacker, attack.helper} - {None} else set()
        parts |= {"defence"} if each.carrier == attack.target else set()
        involved = [lead, attack.target, attack.helper, *(help.card for help in attack.helps)]
        involved += [card for _, card in attack.used]
        master = None if owner is None else self.master.get(attack.target)
        return (
            not ("part" in when and not parts & set(when["part"]))
            and not ("modes" in when and not self._counts_for(when["modes"]))
            and not ("attacker" in when and not any(fit(when["attacker"], card) for card in leads if card))
            and not ("target" in when and not fit(when["target"], attack.target))
            and not ("master" in when and (master is None or not fit(when["master"], master)))
            and not ("involved" in when and not any(fit(when["involved"], card) for card in involved if card))
            and when.get("own_target", owner == each.seat) == (owner == each.seat)
            and when.get("own_attack", attack.player == each.seat) == (attack.player == each.seat)
            and when.get("privileged", attack.privileged or attack.negated) == (attack.privileged or attack.negated)
        )

    @property
    def defender(self) -> str | None:
        attack = self.state.attack
        return None if attack is None or attack.from_hand else self.owner.get(attack.target)

    def _is_attacked(self, card: str) -> bool:
        return self.state.attack is not None and self.state.attack.target == card

    def linked(self, one: str, other: str) -> bool:
        """Master and puppet."""
        return self.master.get(one) == other or self.master.get(other) == one

    def reaches(self, each: Force, scope: str, card: str, whose: str | None = None) -> bool:
        """`whose`: of two Illuminati of one kind that of this player."""
        seat = whose or self.owner.get(card)
        mine = seat is not None and each.seat == seat
        match scope:
            case "self":
                return each.carrier == card and each.seat == seat
            case "others":
                return mine and each.carrier != card
            case "own":
                return mine
            case "rivals":
                return each.seat is not None and each.seat != seat
            case "all":
                return True
            case "master":
                return mine and each.carrier is not None and self.master.get(each.carrier) == card
            case "puppets":
                return mine and each.carrier is not None and self.master.get(card) == each.carrier
        return self._is_attacked(card)

    def touches(self, each: Force, scope: str, card: str, whose: str | None = None) -> bool:
        """INWO-96: what is attacked out of a hand is not in play: only what is meant for it alone reaches it."""
        alone = each.carrier == card or scope == "target"
        return (card in self.owner or (alone and self._is_attacked(card))) and self.reaches(each, scope, card, whose)

    # --- traits (INWO-8, INWO-9) ---

    def traits(self, card: str, *, goal: bool = False) -> frozenset[str]:
        key = card, goal
        if key not in self._traits:
            self._traits[key] = self._traits_by(card, self.force, goal=goal)
        return self._traits[key]

    def _traits_by(self, card: str, force: list[Force], *, goal: bool = False) -> frozenset[str]:
        found = set(printed_traits(card)) | {
            link.card for link in self.state.links if link.to == card and link.asleep is None
        }
        in_play = card in self.owner or card in self.resources
        if kind(card) == "illuminati" or not (in_play or self._is_attacked(card)):
            return frozenset(found)
        for each in force:
            for rule in each.effect.get("alignments", ()):
                scope = rule.get("scope", "self")
                reached = self.touches(each, scope, card)
                if not reached or (goal and not rule.get("goals", True)):
                    continue
                if not fits(rule.get("to", {}), frozenset(found), number(card, "power")):
                    continue
                found -= set(rule.get("remove", ()))
                for new in rule.get("add", ()):
                    if new != "Fanatic" and not rule.get("keeps_opposite"):
                        found.discard(OPPOSITES.get(new, ""))
                    found.add(new)
        return frozenset(found)

    def alignments(self, card: str) -> frozenset[str]:
        return frozenset() if kind(card) == "illuminati" else self.traits(card) & ALIGNMENTS

    def shared(self, one: str, other: str) -> frozenset[str]:
        return (self.alignments(one) & self.alignments(other)) - {"Fanatic"}

    def opposed(self, one: str, other: str) -> list[str]:
        """The alignments of the other to which the one has an opposite."""
        mine = self.alignments(one)
        return sorted(each for each in self.alignments(other) if OPPOSITES.get(each) in mine)

    def _fitting(self, filter: Row, card: str) -> bool:
        asks = "power_least" in filter or "power_most" in filter
        return not filter or fits(filter, self.traits(card), self.power(card) if asks else 0)

    # --- abilities that do not work (INWO-194, INWO-197, INWO-198) ---

    def _source(self, each: Force) -> str | None:
        """Whose ability it is: the Group's, or that of the Group to which the Resource is linked (INWO-198)."""
        if not each.ability:
            return None
        group = each.card if each.card in self.owner else each.carrier
        return None if group is None or kind(group) == "illuminati" else group

    def ability_stops_at(self, each: Force, card: str) -> bool:
        """Whether an ability has no effect on a Group: that is Secret, or immune to it."""
        source = self._source(each)
        if source is None or source == card:
            return False
        if self._passes_by(each, source, card):
            return True
        by_group = each.card in self.owner
        return by_group and self.owner.get(card) != each.seat and self.immune(card, source, "abilities")

    def _ignored(self, each: Force) -> bool:
        """Bonuses by abilities when a Secret Group attacks or is attacked, and against those who are immune."""
        attack = self.state.attack
        source = self._source(each)
        if source is None:
            return False
        if any(self._passes_by(each, source, card) for card in (attack.attacker, attack.target)):
            return True
        by_group = each.card in self.owner
        other = by_group and source != attack.target and self.owner.get(attack.target) != each.seat
        return other and self.immune(attack.target, source, "abilities")

    def _passes_by(self, each: Force, source: str, card: str | None) -> bool:
        """INWO-197: what is not Secret itself has no effect on what is, but for its master and puppets (INWO-198)."""
        if card is None or card == source or mentions_secret(each.effect) or "Secret" not in self.traits(card):
            return False
        related = self.linked(source, card) and self.owner.get(card) == each.seat
        return "Secret" not in self.traits(source) and not related

    def immune(self, card: str, to: str, how: str) -> bool:
        """INWO-194, INWO-195: one-way, and never to what one controls."""
        owner = self.owner.get(card)
        if owner is None or self.owner.get(to) == owner:
            return False
        lead = self.state.attack.attacker if how == "aid" else to

        def ignored(each: Force) -> bool:
            source = self._source(each)
            parties = () if how == "abilities" or source is None else (lead, card)
            return any(self._passes_by(each, source or "", party) for party in parties)

        return any(
            rule.get(how, True)
            and not ignored(each)
            and self.reaches(each, rule.get("scope", "self"), card)
            and self._fitting(rule.get("who", {}), card)
            and self._fitting(rule["against"], to)
            for each in self.force
            for rule in each.effect.get("immune", ())
        )

    # --- values (INWO-12 to INWO-15, INWO-140) ---

    def value(self, card: str, of: str, role: str | None = None, mode: str | None = None, *, lasting: bool = False,
              goal: bool = False, steps: int = 0, whose: str | None = None) -> int:  # fmt: skip
        key = card, of, role, mode, lasting, goal, steps, whose
        if key not in self._values:
            self._values[key] = self._value(*key)
        return self._values[key]

    def _changes(
        self, card: str, of: str, role: str | None, mode: str | None, lasting: bool, goal: bool, whose: str | None
    ) -> list[tuple[Row, Force]]:
        if card not in self.owner and not self._is_attacked(card):
            return []
        found = []
        attack = self.state.attack
        as_well = "destroy" if mode is not None and attack is not None and self._counts_for(["destroy"]) else None
        for each in self.force:
            if each.passing and (lasting or goal):
                continue
            if goal and "in_play" not in each.effect.get("when", {"in_play": {}}):
                continue  # INWO-302: what is limited to one purpose
            for rule in each.effect.get("change", ()):
                if of not in rule.get("of", ["power"]) or ("roles" in rule and role not in rule["roles"]):
                    continue
                if "modes" in rule and not {mode, as_well} & set(rule["modes"]):
                    continue
                if not self.touches(each, rule.get("scope", "self"), card, whose) or self.ability_stops_at(each, card):
                    continue
                if fits(rule.get("to", {}), self.traits(card), number(card, "power")):
                    found.append((rule, each))
        return found

    def _value(
        self,
        card: str,
        of: str,
        role: str | None,
        mode: str | None,
        lasting: bool,
        goal: bool,
        steps: int,
        whose: str | None,
    ) -> int:
        result = number(card, of)
        changes = self._changes(card, of, role, mode, lasting, goal, whose)
        for rule, _ in changes:
            if "value" in rule:
                result = max(result, rule["value"]) if rule.get("upward", True) else rule["value"]
        result *= max([1, *(rule.get("times", 1) for rule, _ in changes)]) + steps
        for rule, each in changes:
            times = 1
            if "per" in rule:
                times = 0
                if each.seat is not None:
                    player = self.seats[each.seat]
                    for one in (*player.structure, *player.resources):
                        if not (rule.get("per_other") and one.card == each.carrier):
                            times += fits(rule["per"], self.traits(one.card))
            result += rule.get("amount", 0) * times
        return max(0, result)

    def power(self, card: str, role: str | None = None, mode: str | None = None, **more: Any) -> int:
        return self.value(card, "power", role, mode, **more)

    def global_power(self, card: str, role: str, mode: str, whose: str | None = None) -> int:
        power = self.power(card, role, mode, whose=whose)
        equal = any(
            rule.get("equals_power") for rule, _ in self._changes(card, "global_power", role, mode, False, False, whose)
        )
        if kind(card) == "illuminati" or equal:
            return power
        return min(power, self.value(card, "global_power", role, mode, whose=whose))

    # --- the strength of the attack (INWO-131, INWO-158, INWO-201) ---

    @property
    def mode(self) -> str:
        return str(self.state.attack.mode.value)

    @property
    def is_instant(self) -> bool:
        """INWO-211: a disaster that is not follows the rules of other attacks to destroy."""
        attack = self.state.attack
        return self.mode in INSTANT and attack.frozen is not None

    @property
    def _kinds(self) -> list[str]:
        return [self.mode, "destroy"] if self.mode in INSTANT and not self.is_instant else [self.mode]

    def _counts_for(self, modes: list[str]) -> bool:
        return any(kind in modes for kind in self._kinds)

    def strength(self) -> int:
        attack = self.state.attack
        parts = (
            self._lead(),
            self._bonuses(),
            -self._target(),
            -self._defences(),
            sum(self._help(each) for each in attack.helps),
            self._agents(),
            self._boosts(),
            attack.by_hand,
        )
        return sum(parts)

    def _lead(self) -> int:
        attack = self.state.attack
        if attack.attacker is None:
            said = self.way(attack.card, attack.use).get("attack")
            if said is None:
                return 0
            helper = 0 if attack.helper is None else self.power(attack.helper, "attack", self.mode, whose=attack.player)
            return self._card_power(said) + helper
        total = self.power(attack.attacker, "attack", self.mode, whose=attack.player)
        sign = 1 if self.mode == "control" else -1
        for trait in self.shared(attack.attacker, attack.target):
            total += self._modifier("shared", trait, 4 * sign)
        for trait in self.opposed(attack.attacker, attack.target):
            total += self._modifier("opposed", trait, -4 * sign)
        return total

    def _modifier(self, field: str, trait: str, usual: int) -> int:
        """What cards say that an alignment counts: who names it before who names none, the later before the earlier."""
        attack = self.state.attack
        found = [
            (bool(rule.get("of")), rule[field])
            for each in self.force
            for rule in each.effect.get("modifier", ())
            if field in rule
            and self.mode in rule.get("modes", ORDINARY)
            and (not rule.get("of") or trait in rule["of"])
            and self._fitting(rule.get("target", {}), attack.target)
            and attack.attacker is not None
            and self.reaches(each, rule.get("scope", "self"), attack.attacker, attack.player)
            and not self._ignored(each)
        ]
        named = [value for names, value in found if names] or [value for _, value in found]
        return int(named[-1]) if named else usual

    def _card_power(self, said: Row) -> int:
        target = self.state.attack.target
        power = next((each["power"] for each in said.get("against", ()) if self._fitting(each["target"], target)),
                     said["power"])  # fmt: skip
        if "per_rival_card" in said and self.owner.get(target) is not None:
            player = self.seats[self.owner[target]]
            cards = [*(one.card for one in player.structure), *(one.card for one in player.resources)]
            power += said["per_amount"] * sum(fits(said["per_rival_card"], printed_traits(card)) for card in cards)
        return int(power)

    def _leads_fit(self, filter: Row, *, aided: bool = False) -> bool:
        attack = self.state.attack
        leads = [attack.attacker or attack.card]
        leads += [help.card for help in attack.helps if help.role.value == "aid"] if aided else []
        return not filter or any(self._fitting(filter, card) for card in leads if card is not None)

    def _bonuses(self) -> int:
        attack, owner = self.state.attack, self.defender
        total = 0
        for each in self.force:
            rules = each.effect.get("attack", ())
            if not rules or each.seat != attack.player or self._ignored(each):
                continue
            total += max(
                sum(
                    self._bonus(each, rule)
                    for rule in rules
                    if rule.get("direct", False) == direct and as_what in rule.get("modes", ORDINARY)
                )
                for direct in (True, False)
                for as_what in self._kinds
            )
        if self.is_instant or owner in {None, attack.player}:
            return total
        mine, theirs = self.seats[attack.player], self.seats[owner]
        total += 5 if mine.illuminati == theirs.illuminati else 0
        total += 3 if theirs.illuminati in mine.agents else 0
        return total - (3 if mine.illuminati in theirs.agents else 0)

    def _bonus(self, each: Force, rule: Row) -> int:
        attack = self.state.attack
        leads = attack.attacker is not None and self.reaches(
            each, rule.get("scope", "self"), attack.attacker, attack.player
        )
        counts = (
            (leads or not rule.get("direct"))
            and self._fitting(rule.get("target", {}), attack.target)
            and self._leads_fit(rule.get("attacker", {}))
        )
        if "rival" in rule:
            counts = counts and self.defender is not None and self.seats[self.defender].illuminati == rule["rival"]
        times = 1
        if "per" in rule:
            times = sum(fits(rule["per"], self.traits(one.card)) for one in self.seats[attack.player].structure)
        return int(rule["amount"]) * times if counts else 0

    def _target(self) -> int:
        attack, owner = self.state.attack, self.defender
        if self.mode == "control":
            total = self.value(attack.target, "resistance", "defence", "control")
        else:
            total = self.power(attack.target, "defence", self.mode) if attack.frozen is None else attack.frozen
            placed = None if owner is None else self.seats[owner].placed(attack.target)
            total = total // 2 if placed is not None and placed.devastated else total
        if owner is None:
            return int(total)
        master = self.master.get(attack.target)
        if self.mode == "control" and master is not None:
            total += sum(self._modifier("master", trait, 4) for trait in self.shared(attack.target, master))
        if owner != attack.player:
            total += {1: 10, 2: 5}.get(self._distance(attack.target), 0)
        return int(total)

    def _distance(self, card: str) -> int:
        steps = 0
        while (master := self.master.get(card)) is not None:
            steps, card = steps + 1, master
        return steps

    def _defences(self) -> int:
        if self.defender is None:
            return 0
        return sum(
            max((self._defence(each, kind) for kind in self._kinds), key=abs)
            for each in self.force
            if "defence" in each.effect and not self._ignored(each)
        )

    def _defence(self, each: Force, kind: str) -> int:
        target = self.state.attack.target
        return sum(
            rule["amount"]
            for rule in each.effect["defence"]
            if kind in rule.get("modes", ORDINARY)
            and self.reaches(each, rule.get("scope", "self"), target)
            and self._fitting(rule.get("target", {}), target)
            and self._leads_fit(rule.get("attacker", {}), aided=rule.get("aided", False))
        )

    # --- helpers ---

    def _help(self, help: Any) -> int:
        attack, role = self.state.attack, help.role.value
        if role == "self_defence":
            return -int(help.tokens) * self._self_defence(help.card)
        rights = list(self._rights(help.card, role))
        barred = any(right.get("bars") for right in rights)
        barred = barred or (role == "aid" and self.immune(attack.target, help.card, "aid"))
        if barred or (not any(right.get("secret") for right in rights) and self._kept_out(help, role)):
            return 0
        full = kind(help.card) == "illuminati" or any(r.get("full", True) and not r.get("bars") for r in rights)
        if role == "aid" and self.mode != "control":
            full = full or bool(self.opposed(help.card, attack.target))
        else:
            near = self.defender is not None and self.linked(help.card, attack.target)
            near = near and role == "oppose"
            full = full or near or bool(self.shared(help.card, attack.target))
        how = self.power if full else self.global_power
        points = how(help.card, role, self.mode, whose=help.player)
        return points if role == "aid" else -points

    def _self_defence(self, card: str) -> int:
        chosen = self.state.choices["self_defence"]
        line = self.state.choices["rule_line"]
        if chosen == "multiplied" or (chosen == "as_rule_line" and line == "1.2"):
            return self.power(card, "self_defence", self.mode, steps=1)
        return self.power(card, "self_defence", self.mode) + self.power(card, lasting=True)

    def _rights(self, card: str, role: str) -> Iterator[Row]:
        """What cards say of its help in this attack."""
        attack = self.state.attack
        for each in self.force:
            for right in each.effect.get("aid", ()):
                if (
                    role in right.get("sides", ["aid", "oppose"])
                    and self._counts_for(right.get("modes", ORDINARY))
                    and self.reaches(each, right.get("scope", "self"), card)
                    and self._fitting(right.get("who", {}), card)
                    and self._fitting(right.get("target", {}), attack.target)
                    and self._leads_fit(right.get("attacker", {}))
                    and not self.ability_stops_at(each, card)
                ):
                    yield right

    def _kept_out(self, help: Any, role: str) -> bool:
        """INWO-197, INWO-198: who is not Secret takes no part in attacks on Secret Groups, nor aids theirs."""
        attack = self.state.attack
        if kind(help.card) == "illuminati" or "Secret" in self.traits(help.card):
            return False
        if "Secret" in self.traits(attack.target):
            own_hand = attack.from_hand and help.player == attack.player
            if role == "aid" or not (self.linked(help.card, attack.target) or own_hand):
                return True
        lead = attack.attacker
        return (
            role == "aid"
            and lead is not None
            and "Secret" in self.traits(lead)
            and not (self.linked(help.card, lead) and self.owner.get(help.card) == self.owner.get(lead))
        )

    def _agents(self) -> int:
        attack = self.state.attack
        barred = any(
            "bars_agents" in each.effect and self.reaches(each, each.effect["bars_agents"], attack.target)
            for each in self.force
        )
        if attack.agents is None or barred:
            return 0
        return 10 if attack.agents_aid else -6

    def _boosts(self) -> int:
        attack, total = self.state.attack, 0
        for lasts in self.state.lasting:
            if lasts.until.value != "attack":
                continue
            play = self.way(lasts.card, lasts.use)
            second = self.way(lasts.target, None).get("attack") if play.get("adds") and lasts.target else None
            if second is not None:
                total += self._card_power(second)
                continue
            times = 1
            if play.get("boost_power") == "target":
                times = attack.frozen if attack.frozen is not None else self.power(attack.target)
            elif "boost_power" in play:
                times = self.power(lasts.card, "attack", self.mode)
            total += play.get("boost", 0) * times
        return int(total)

    # --- what forbids an attack (INWO-166, INWO-194, INWO-197) ---

    def forbidden(self, seat: str, attacker: str, mode: str, target: str) -> bool:
        """Whether immunity, Secrecy or a ban keeps it from attacking. Asked where no attack goes on."""
        return (
            self.immune(target, attacker, "attacks")
            or self._secret_from(attacker, target)
            or any(
                self._bans(each, ban, seat, attacker, mode, target)
                for each in self.force
                for ban in each.effect.get("ban", ())
            )
        )

    def _secret_from(self, attacker: str, target: str) -> bool:
        if kind(attacker) == "illuminati" or "Secret" in self.traits(attacker):
            return False
        lets = any(
            right.get("secret")
            and "attack" in right.get("sides", ())
            and self.reaches(each, right.get("scope", "self"), attacker)
            and self._fitting(right.get("target", {}), target)
            for each in self.force
            for right in each.effect.get("aid", ())
        )
        return "Secret" in self.traits(target) and not lets

    def _bans(self, each: Force, ban: Row, seat: str, attacker: str, mode: str, target: str) -> bool:
        if mode not in ban.get("modes", EVERYTHING) or ban.get("privileged"):
            return False
        if ban.get("by") not in {None, self.seats[seat].illuminati}:
            return False
        bound, other = (target, attacker) if ban.get("as_target", True) else (attacker, target)
        source = self._source(each)
        if source is not None and any(self._passes_by(each, source, party) for party in (attacker, target)):
            return False
        return (
            self.reaches(each, ban.get("scope", "self"), bound, None if bound == target else seat)
            and self._fitting(ban.get("who", {}), bound)
            and self._fitting(ban.get("other", {}), other)
        )

    # --- goals (INWO-290 to INWO-303) ---

    def counting(self, seat: str) -> list[str]:
        """INWO-301: not from a devastated Place downwards, and nothing that is paralyzed."""
        player = self.seats[seat]
        ruined: set[str] = set()
        for placed in player.structure:
            if placed.devastated or placed.master in ruined:
                ruined.add(placed.card)
        return [placed.card for placed in player.structure if placed.card not in ruined]

    def goal_power(self, seat: str) -> int:
        return sum(self.power(card, goal=True, whose=seat) for card in self.counting(seat))

    def towards_basic(self, seat: str, shown: str | None) -> int:
        player = self.seats[seat]
        goals = [self.rules_of(card).get("goal", {}) for card in (player.illuminati, shown) if card]
        counted = self.counting(seat)
        double = sum(
            any(
                "doubles" in goal
                and fits(goal["doubles"], self.traits(card, goal=True), self.power(card, goal=True, whose=seat))
                for goal in goals
            )
            for card in counted
        )
        more = sum(
            fits(goal["resources"], printed_traits(held.card))
            for goal in goals
            if "resources" in goal
            for held in player.resources
        )
        lowered = sum(self.kills(seat) for goal in goals if goal.get("destroyed_lower"))
        return len(counted) + min(3, double) + more + lowered

    def kills(self, seat: str) -> int:
        player = self.seats[seat]
        return sum(not gone.uncounted for gone in player.destroyed) + len(player.removed)

    @property
    def basic_goal(self) -> int:
        chosen, players = self.state.choices["basic_goal"], len(self.seats)
        number = {2: 12, 3: 12, 4: 11}.get(players, 10) if chosen == "by_players" else int(chosen)
        return max(12, number) if players == 2 else number

    def meets(self, seat: str, shown: str | None = None) -> bool:
        if shown is not None and self.rules_of(shown).get("goal", {}).get("alone"):
            return self._met_alone(seat, self.rules_of(shown)["goal"])
        goals = [self.rules_of(card).get("goal", {}) for card in (self.seats[seat].illuminati, shown) if card]
        return self.towards_basic(seat, shown) >= self.basic_goal or any(self._met_alone(seat, goal) for goal in goals)

    def _met_alone(self, seat: str, goal: Row) -> bool:
        counted = self.counting(seat)
        if "total_power" in goal and self.goal_power(seat) >= goal["total_power"]:
            there = {trait for card in counted for trait in self.traits(card, goal=True)}
            if not goal.get("all_alignments") or there >= ALIGNMENTS:
                return True
        if "destroy" in goal:
            gone = sum(goal["destroy"] in each.alignments and not each.uncounted for each in self.seats[seat].destroyed)
            held = sum(goal["control"] in self.traits(card, goal=True) for card in counted)
            held += sum(
                goal["control"] in each.effect.get("counts_twice", ()) for each in self.force if each.seat == seat
            )
            if any(gone >= first and held >= second for first, second in ((2, 6), (3, 5), (4, 4), (5, 3), (6, 1))):
                return True
        if "removed_rivals" in goal and len(self.seats[seat].removed) >= goal["removed_rivals"]:
            return True
        if "destroyed_wins" in goal and self.kills(seat) >= goal["destroyed_wins"]:
            return True
        return "everywhere" in goal and self._everywhere(goal) >= goal["everywhere_power"]

    def _everywhere(self, goal: Row) -> int:
        return sum(
            self.power(card, goal=True, whose=seat)
            for seat, player in self.seats.items()
            if not player.out
            for card in self.counting(seat)
            if fits(goal["everywhere"], self.traits(card, goal=True))
        )

    def winners(self) -> tuple[str, ...]:
        """INWO-281, INWO-297: factions of one Illuminati never share, but by a special goal of all who have it."""
        holding = {claim.player for claim in self.state.claims if self.meets(claim.player, claim.card)}

        def wins(seat: str) -> bool:
            mine = self.seats[seat].illuminati
            alone = not any(other != seat and self.seats[other].illuminati == mine for other in holding)
            goal = self.rules_of(mine).get("goal", {}) if mine else {}
            return alone or ("everywhere" in goal and self._everywhere(goal) >= goal["everywhere_power"])

        return tuple(sorted(seat for seat in holding if wins(seat)))


_SPEAKS: dict[int, tuple[Row, bool]] = {}


def mentions_secret(effect: Row) -> bool:
    """INWO-198: cards that mention Secret Groups reach them."""
    if id(effect) not in _SPEAKS:
        _SPEAKS[id(effect)] = effect, _speaks_of_secret(effect)
    return _SPEAKS[id(effect)][1]


def _speaks_of_secret(effect: Any) -> bool:
    if isinstance(effect, dict):
        return any(
            "Secret" in value if name in {"any", "all"} else _speaks_of_secret(value) for name, value in effect.items()
        )
    return isinstance(effect, list) and any(_speaks_of_secret(each) for each in effect)
