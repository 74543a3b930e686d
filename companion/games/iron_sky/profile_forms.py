"""The form of every entry of a board profile. Whether a value can be right, `profile_checks` says."""

from __future__ import annotations

from companion.core.facts import Provenance
from companion.core.forms import COUNT, TABLE, TABLES, TEXT, TRUTH, WHOLE, Form, list_of, one_of
from companion.games.iron_sky.catalog import Command, Effect, Resource, Side
from companion.games.iron_sky.settings import BOARDS as BOARD_NAMES


def _pair_of(form: Form) -> Form:
    each = list_of(form)
    return Form(
        f"two of {form.expected}", lambda value: each.fits(value) and isinstance(value, list) and len(value) == 2
    )


_NAME = Form("a name", lambda value: isinstance(value, str) and any(map(str.isalnum, value)))
_RESOURCE = one_of(resource.value for resource in Resource)
_RESOURCES = Form(f"some of {_RESOURCE.expected}", lambda value: bool(value) and list_of(_RESOURCE).fits(value))
_COMMANDS = list_of(one_of(command.value for command in Command))
_SAID = {"provenance": one_of(one.value for one in Provenance)}
"""What any table may say, and none needs to."""

PROFILE = {
    "name": _NAME,
    **dict.fromkeys(("boards", "white", "commanders", "battle_cards", "specials", "operations"), TABLE),
    "tokens": TABLES,
    **_SAID,
}
BOARDS = dict.fromkeys(BOARD_NAMES, TABLE)
BOARD = {"territories": TABLES, "orange": list_of(_pair_of(WHOLE)), "sectors": TABLES, "meter": TABLES, **_SAID}
GROUND = {"number": WHOLE, "name": _NAME, "vp": WHOLE, "sector": WHOLE, "flag": TRUTH, **_SAID}
SECTOR = {"number": WHOLE, "red": list_of(WHOLE), **_SAID}
METER_STEP = {**dict.fromkeys(("money", "politics", "command", "uwc_vp", "reich_vp"), WHOLE), **_SAID}
WHITE = {"routes": list_of(_pair_of(TEXT)), **_SAID}
COMMANDER = {
    "name": _NAME,
    "side": one_of(side.value for side in Side),
    "money": WHOLE,
    "politics": WHOLE,
    "reward": _RESOURCE,
    "cards": TABLES,
    **_SAID,
}
COMMAND_CARD = {"name": _NAME, "commands": _COMMANDS, "price": WHOLE, "pay": _RESOURCES, "copies": WHOLE}
COMMAND_CARD_MAY_SAY = {"number": COUNT, "politics": TRUTH, **_SAID}
SIDES = dict.fromkeys((side.value for side in Side), TABLES)
BATTLE_CARD = {"name": _NAME, "tactic": TEXT, "attack": TEXT, "defence": TEXT, "copies": WHOLE, **_SAID}
SPECIAL = {"name": _NAME, "price": WHOLE, "pay": _RESOURCES, "effect": one_of(effect.value for effect in Effect)}
SPECIAL_MAY_SAY = {"resource": _RESOURCE, "amount": COUNT, **_SAID}
OPERATION = {"name": _NAME, "vp": COUNT, **_SAID}
TOKEN = {**dict.fromkeys(("change", "sector", "copies"), WHOLE), **_SAID}
