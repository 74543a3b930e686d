"""What a referee says where one check has several reasons: the one that holds, and a repair for the hands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.game import violation
from companion.games.inwo import GAME
from companion.games.inwo.card_plays import Denied
from companion.games.inwo.state import Claim, Order, Owed, Phase, Pile, Played, Resource, State
from tests.games.inwo.tables import beside, card, chained, do, held, player, table

OWN = beside(chained("UFOs", "C.I.A."), "UFOs", "California")
ANN = player("Ann", OWN, **held("Sniper", "Assertiveness Training"), resources=(Resource(card("Cyborg Soldiers")),))
ANN = replace(ANN, groups=1, unseen_groups=(card("Bigfoot"), card("Trekkies")))
BOB, CID = player("Bob", chained("The Network", "The Mafia")), player("Cid", chained("Discordian Society", "Japan"))
MAIN = table(ANN, BOB, CID)
KNOCKED, EARLY = replace(MAIN, phase=Phase.KNOCKED), replace(MAIN, phase=Phase.PLOTS)
OLD = table(ANN, BOB, CID, settings={"rule_line": "1.1"})
ATTACKED = do(MAIN, "A: attack to destroy UFOs -> The Mafia", "A: spend token")
BY_HAND = replace(MAIN, by_hand=Played("A", card("I Lied")))
SILENT = table(player("Ann", beside(OWN, "UFOs", "Druids")), BOB, CID, orders=(Order(card("World Hunger"), "B"),))
RICH = replace(
    ANN,
    groups=3,
    unseen_groups=tuple(map(card, ("Angel's Feather", "Bigfoot", "Japan"))),
    unseen_plots=tuple(map(card, ("Shangri-La", "Sniper", "The Network", "UFOs"))),
    agents=("the_network",),
)
WITH_CARDS, POOR = table(RICH, BOB, CID), table(replace(RICH, agents=(), unseen_plots=()), BOB, CID)
LEAVING = table(ANN, BOB, CID, settings={"leaving": "any_time"})


def owing(what: Pile, seat: str = "B") -> State:
    payers = ("the_mafia", "the_network") if what is Pile.TOKEN else ()
    return replace(MAIN, owed=(Owed(seat, what, payers),))


def setting_up(phase: Phase) -> State:
    return replace(MAIN, players=(replace(ANN, lead="c_i_a"), BOB, CID), phase=phase)


def in_the_attack(**changes: object) -> State:
    return replace(ATTACKED, attack=replace(ATTACKED.open_attack, **changes))


def powerless() -> State:
    """Cid's Conspiracy Theorists, of no Power at all, are Weird as is the target."""
    cid = player("Cid", chained("Discordian Society", "Conspiracy Theorists"))
    state = table(ANN, player("Bob", chained("The Network", "Church of Elvis")), cid)
    return do(state, "A: attack to control C.I.A. -> Church of Elvis", "A: spend token")


def goals(root: str) -> State:
    """Four goal cards in a hand, of which three lie open."""
    cards = tuple(
        map(card, ("Fratricide", "Kill for Peace", "World Hunger", "Power to the People", "Up Against the Wall"))
    )
    return table(
        replace(player("Ann", chained(root, "C.I.A.")), plots=1, unseen_plots=cards[-1:], exposed=cards[:-1]), BOB
    )


ONTO_THE_DECK = "Put the card back onto the deck."
ANSWER = "Answer it, or say that nobody has an answer."
SAID = [
    (EARLY, "A: knock", "INWO-38", "The main phase begins when the tokens have been laid.", "Put it back until then."),
    (KNOCKED, "A: knock", "INWO-38", "Ann has knocked, and this turn is over.", "Put it back."),
    (
        replace(MAIN, turn_used=(Denied.MAIN,)),
        "A: attack to destroy UFOs -> The Mafia",
        "INWO-38",
        "Ann does nothing in this turn but to draw and to lay tokens.",
        "Put it back, and knock.",
    ),
    (
        MAIN,
        "A: take over Trekkies -> UFOs at bottom",
        "INWO-32",
        "An automatic takeover is made before the tokens are laid.",
        "Take the card back.",
    ),
    (KNOCKED, "A: acquire Bigfoot", "INWO-32", "Ann has knocked, and this turn is over.", "Take the card back."),
    (MAIN, "A: draw Plot", "INWO-30", "A Plot is drawn first of all in a turn.", ONTO_THE_DECK),
    (
        replace(EARLY, turn_used=(Denied.PLOT,)),
        "A: draw Plot",
        "INWO-30",
        "Ann draws no more Plots as this turn begins.",
        ONTO_THE_DECK,
    ),
    (
        replace(EARLY, turn_used=(Denied.GROUP,)),
        "A: draw Group",
        "INWO-31",
        "Ann draws no more Group cards before the tokens are laid.",
        ONTO_THE_DECK,
    ),
    (
        replace(EARLY, phase=Phase.TAKEOVER),
        "A: draw Group",
        "INWO-31",
        "Ann draws no more Group cards before the tokens are laid.",
        ONTO_THE_DECK,
    ),
    (KNOCKED, "A: draw Group", "INWO-31", "It is too late to draw a Group card.", ONTO_THE_DECK),
    (
        EARLY,
        "A: link Cyborg Soldiers to C.I.A.",
        "INWO-112-R",
        "Links are made in one's own main phase.",
        "Take the marker off.",
    ),
    (
        replace(OLD, phase=Phase.KNOCKED),
        "A: link Cyborg Soldiers to C.I.A.",
        "INWO-112-R",
        "Links are made in one's own turn, before the knock.",
        "Take the marker off.",
    ),
    (owing(Pile.HAND), "A: knock", "INWO-250", "Bob has to discard a card.", "Lay it open on the pile of Bob."),
    (owing(Pile.EXPOSED), "A: knock", "INWO-250", "Bob has to lay a Plot open.", "Lay it open before Bob."),
    (owing(Pile.TOKEN), "A: knock", "INWO-250", "Bob moved a Group and has to pay for it.", "Say whose token pays."),
    (
        owing(Pile.TOKEN),
        "A: discard Sniper",
        "INWO-68",
        "Bob moved a Group and has to pay for it.",
        "Take the card back.",
    ),
    (
        owing(Pile.TOKEN, "A"),
        "A: discard Sniper",
        "INWO-68",
        "Ann moved a Group and has to pay for it.",
        "Take the card back.",
    ),
    (owing(Pile.EXPOSED), "A: expose Sniper", "INWO-250", "Bob has to lay a Plot open.", "Take the card back."),
    (
        owing(Pile.TOKEN, "A"),
        "A: expose Sniper",
        "INWO-250",
        "Ann moved a Group and has to pay for it.",
        "Take the card back.",
    ),
    (
        owing(Pile.PLOT),
        "A: play Sniper on The Mafia",
        "INWO-252",
        "Bob has to discard a card.",
        "Lay it open on the pile of Bob.",
    ),
    (
        owing(Pile.TOKEN, "A"),
        "A: remove token UFOs",
        "INWO-240",
        "UFOs does not pay for this move.",
        "Take a token off one of these: The Mafia, The Network.",
    ),
    (KNOCKED, "B: begin", "INWO-29", "Cid is next: play goes to the right.", "Leave the turn to Cid."),
    (
        replace(KNOCKED, interrupted="B"),
        "C: begin",
        "INWO-29",
        "Bob is next: a card has put that turn off.",
        "Leave the turn to Bob.",
    ),
    (replace(KNOCKED, claims=(Claim("B"),)), "A: leave the game", "INWO-296", "A claim of victory is open.", ANSWER),
    (replace(LEAVING, claims=(Claim("B"),)), "A: leave the game", "INWO-296", "A claim of victory is open.", ANSWER),
    (
        MAIN,
        "A: leave the game",
        "INWO-290-R2",
        "Who leaves the game does so at the end of his own turn.",
        "Play the turn to its end.",
    ),
    (MAIN, "A: claim", "INWO-43", "Victory is claimed after the knock.", "Wait for it."),
    (replace(OLD, on_turn="B"), "A: claim", "INWO-43", "Victory is claimed after the knock.", "Wait for it."),
    (
        replace(OLD, phase=Phase.PLOTS),
        "A: claim",
        "INWO-43",
        "The player on turn claims before he knocks.",
        "Claim in the main phase.",
    ),
    (
        replace(OLD, phase=Phase.KNOCKED),
        "A: claim",
        "INWO-43",
        "The player on turn claims before he knocks.",
        "Claim in another turn.",
    ),
    (
        setting_up(Phase.ILLUMINATI),
        "A: lead Trekkies at left",
        "INWO-20",
        "Leads are picked when all Illuminati lie open.",
        "Put the card back until then.",
    ),
    (setting_up(Phase.LEADS), "A: lead Trekkies at left", "INWO-20", "Ann has picked a lead.", "Put the card back."),
    (
        in_the_attack(barred=("C",)),
        "C: oppose Discordian Society",
        "INWO-16",
        "A card keeps Cid out of this attack.",
        "Lay everything back.",
    ),
    (
        in_the_attack(barred=("A",)),
        "A: play Assertiveness Training on Japan",
        "INWO-16",
        "A card keeps Ann out of this attack.",
        "Take the card back.",
    ),
    (
        in_the_attack(privileged=True),
        "C: oppose Discordian Society",
        "INWO-190",
        "The attack is privileged: Cid takes no part in it.",
        "Lay everything back.",
    ),
    (
        powerless(),
        "C: oppose Conspiracy Theorists",
        "INWO-148",
        "Conspiracy Theorists has no Power to give.",
        "Lay its token back.",
    ),
    (
        goals("The Network"),
        "A: expose Up Against the Wall",
        "INWO-299",
        "Ann holds more than one goal card.",
        "Discard or return the others first.",
    ),
    (
        goals("UFOs"),
        "A: expose Up Against the Wall",
        "INWO-299",
        "Ann holds more than 3 goal cards.",
        "Discard or return the others first.",
    ),
    (ATTACKED, "B: defend The Network", "INWO-152", "The Network is not the target.", "Let it oppose."),
    (
        ATTACKED,
        "B: oppose The Mafia",
        "INWO-152",
        "The Mafia is the target: it defends itself, and does nothing else.",
        "Let it defend itself, or lay its token back.",
    ),
    (
        in_the_attack(agents="C"),
        "C: agents oppose",
        "INWO-169",
        "Cid has shown agents in this attack, and one card of them serves in it.",
        "Take the card back.",
    ),
    (
        ATTACKED,
        "B: agents oppose",
        "INWO-169",
        "Bob controls The Mafia; agents are cards of those who do not.",
        "Take the card back; the Group itself may defend itself.",
    ),
    (
        in_the_attack(silent=("B",)),
        "B: no more",
        "INWO-143",
        "Bob has nothing to add, and has said so already.",
        "Wait for the others.",
    ),
    (
        replace(KNOCKED, claims=(Claim("B"),)),
        "B: no more",
        "INWO-143",
        "Bob claims victory, and only the others are asked for an answer.",
        "Wait for the others.",
    ),
    (
        BY_HAND,
        "A: remove UFOs to discard",
        "INWO-93",
        "UFOs is an Illuminati, and no card removes those.",
        "Leave it there.",
    ),
    (
        BY_HAND,
        "A: remove Hawaii to discard",
        "INWO-93",
        "Hawaii is not in play.",
        "Name a card that lies in a structure or beside one.",
    ),
    (
        replace(WITH_CARDS, gone=("angels_feather",)),
        "A: acquire Angel's Feather",
        "INWO-102",
        "Angel's Feather is Unique, and one was destroyed.",
        "Take the copy back.",
    ),
    (
        WITH_CARDS.with_player("B", replace(BOB, resources=(Resource("angels_feather"),))),
        "A: acquire Angel's Feather",
        "INWO-102",
        "Angel's Feather is Unique, and one is in play.",
        "Take the copy back.",
    ),
    (
        replace(WITH_CARDS, turn_used=("Resource for a token",)),
        "A: acquire Bigfoot",
        "INWO-100",
        "A token has brought a Resource in this turn.",
        "Take the card back.",
    ),
    (WITH_CARDS, "A: spare UFOs", "INWO-282", "Ann plays UFOs too, and has no agents against that.", "Put it back."),
    (
        WITH_CARDS,
        "A: spare The Network",
        "INWO-282",
        "Ann has such an agent already, and needs no second one.",
        "Put it back.",
    ),
    (WITH_CARDS, "A: spare Shangri-La", "INWO-282", "No rival plays Shangri-La.", "Put it back."),
    (POOR, "A: spare The Network", "INWO-282", "Ann does not hold The Network.", "Put it back."),
    (MAIN, "A: use The Network", "INWO-16", "The Network does not lie before Ann.", "Lay everything back."),
    (SILENT, "A: use Druids on Hawaii", "INWO-16", "Druids has no ability now.", "Lay everything back."),
    (
        owing(Pile.PUPPET, "A"),
        "A: discard Sniper",
        "INWO-68",
        "A Group of the structure has to go.",
        "Take the card back, and discard a Group in play.",
    ),
    (
        owing(Pile.EXPOSED, "A"),
        "A: discard Sniper",
        "INWO-68",
        "This Plot has to be laid open, not thrown away.",
        "Lay it open before its player.",
    ),
    (
        owing(Pile.GROUP_DECK, "A"),
        "A: discard Sniper",
        "INWO-68",
        "This card is of the other deck.",
        "Take it back, and discard the right one.",
    ),
    (
        MAIN,
        "A: buy Plot with C.I.A.",
        "INWO-56",
        "A Plot costs one token of the Illuminati or two of other Groups.",
        "Lay the tokens back, or pay so.",
    ),
    (
        MAIN,
        "A: buy Plot with C.I.A. + C.I.A.",
        "INWO-72",
        "C.I.A. does not have so many tokens.",
        "Lay the token back.",
    ),
    (
        MAIN,
        "A: buy Plot with The Mafia",
        "INWO-57",
        "The Mafia is no Group of Ann.",
        "Lay the token back; Groups pay for Plots.",
    ),
    (
        MAIN,
        "A: link Cyborg Soldiers to The Mafia",
        "INWO-112",
        "The Mafia is no Group of Ann.",
        "Link the Resource to an own Group.",
    ),
    (
        WITH_CARDS,
        "A: link Cyborg Soldiers to UFOs",
        "INWO-112",
        "Cyborg Soldiers cannot be linked to UFOs.",
        "Take the marker off; the card says what it may be linked to.",
    ),
    (MAIN, "A: give A Plot", "INWO-48", "Nobody gives to himself.", "Leave the card there."),
    (KNOCKED, "A: proceed", "INWO-34", "Ann has knocked, and this turn is over.", "Leave the turn to who is next."),
    (MAIN, "A: proceed", "INWO-34", "The tokens have been laid.", "Go on with the main phase, or knock."),
    (
        replace(EARLY, turn_used=(Denied.PLOTS,)),
        "A: draw Plot",
        "INWO-52",
        "Ann draws no Plots in this turn.",
        "Put the card back.",
    ),
    (
        EARLY.with_player("A", replace(ANN, unseen_plots=())),
        "A: draw Plot",
        "INWO-52",
        "Ann has no Plots left to draw.",
        "Go on without.",
    ),
    (MAIN, "A: call off", "INWO-141", "No attack is under way.", "Lay everything back."),
    (
        in_the_attack(attacker=None, card="tornado"),
        "A: call off",
        "INWO-128",
        "An attack that a card makes is not called off.",
        "Go on with it.",
    ),
    (
        in_the_attack(attacker=None, card="tornado", spent=False),
        "A: spend token",
        "INWO-128",
        "A card makes this attack, and no Group pays for it.",
        "Lay the token back.",
    ),
]


@pytest.mark.parametrize(("state", "notation", "rule", "reason", "repair"), SAID)
def test_the_reason_is_the_one_that_holds(state: State, notation: str, rule: str, reason: str, repair: str) -> None:
    """INWO-16 to INWO-299, where one check refuses for several reasons."""
    found = violation(GAME, state, GAME.read_action(notation))

    assert found is not None
    assert (rule, reason, repair) == (found.rule.id, str(found.reason), str(found.repair))
