"""What one of several ways to play a card does, in a few words: so that a button can be told from its neighbours."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.text import Text, say, say_plural, verbatim
from companion.games.inwo import actions as act
from companion.games.inwo.card_plays import Denied, Pile, Play, PlotTo
from companion.games.inwo.card_targets import play_in
from companion.games.inwo.effects import Continuous
from companion.games.inwo.names import SIDE, trait_name
from companion.games.inwo.state import State

REMOVALS = {
    "perishes": say("it is destroyed itself"),
    "destroy_target": say("destroy it"),
    "return_target": say("back to the hand"),
}
LOOKS = {
    Pile.PLOT: say("look at Plots"),
    Pile.GROUP: say("look at Group cards"),
    Pile.PLOT_DECK: say("look into the Plots deck"),
    Pile.GROUP_DECK: say("look into the Groups deck"),
}
PRICES = {
    Pile.PLOT_DECK: say("for the top of the Plots deck"),
    Pile.GROUP_DECK: say("for the top of the Groups deck"),
    Pile.GROUP: say("for Group cards of the hand"),
}
DENIED = {
    Denied.PLOT: say("no Plot is drawn"),
    Denied.GROUP: say("no Group card is drawn"),
    Denied.PLOTS: say("no Plots are drawn"),
    Denied.MAIN: say("nothing but draws and tokens"),
}
PLOT_TO = {
    PlotTo.DISCARD: say("discard the Plot"),
    PlotTo.DECK: say("the Plot goes below its deck"),
    PlotTo.HIDDEN: say("hide exposed Plots"),
    PlotTo.STOLEN: say("take the Plot"),
}


def play_summary(state: State, action: act.PlayCard | act.UseAbility) -> Text | None:
    """None where the card is played in one way only."""
    effects = state.effects(action.card)
    ways, play = effects.play or effects.uses, play_in(state, action)
    if play is None or len(ways) < 2:
        return None
    said = _said(play)
    if said is None:
        return say("way {number}", number=action.number)
    alike = [str(_said(other)) for other in ways].count(str(said)) > 1
    return say("{what}, way {number}", what=said, number=action.number) if alike else said


def _said(play: Play) -> Text | None:
    words = (*_price(play), *_in_an_attack(play), *_on_the_table(play), *_in_hands(play))
    what = words[0] if words else None
    if not play.rolled:
        return what
    least, most = play.rolled
    roll = verbatim(str(least) if least == most else f"{least}\N{EN DASH}{most}")
    return say("rolled {roll}", roll=roll) if what is None else say("rolled {roll}: {what}", roll=roll, what=what)


def _price(play: Play) -> Iterator[Text]:
    for cost in play.cost[:1]:
        if cost.itself and play.rolled and not play.destroy_target:
            yield say("this card is discarded")
        if cost.itself and play.rolled and play.destroy_target:
            yield say("both are discarded")
        yield from (PRICES[pile] for pile in cost.discards if pile in PRICES)
        if cost.all_illuminati:
            yield say("for all tokens of the Illuminati")


def _in_an_attack(play: Play) -> Iterator[Text]:
    if play.boost_power is not None:
        yield say("its Power counts once more") if play.boost > 0 else say("its Power counts once more against it")
    elif play.boost:
        yield say("strength {points}", points=_signed(play.boost))
    for die in play.die:
        yield say("roll again") if die.again else say("roll {points}", points=_signed(die.amount))
    if play.fails:
        yield say("the attack fails")
    if play.cancels:
        yield say("cancel")
    if play.attack is not None and not play.after:
        yield say("attack")


def _on_the_table(play: Play) -> Iterator[Text]:
    if play.rewrites is not None:
        yield from _holding(Continuous(alignments=(play.rewrites,)))
    if play.attack is not None and play.after:
        yield say("attack with a Power of {power}", power=play.attack.power)
    if play.buried:
        yield say("nothing brings it back") if play.from_pile else say("it leaves the game")
    for lasting in play.lasting:
        yield from _holding(lasting.effect)
    for taking in play.take_tokens:
        yield from (say("tokens of {trait} Groups", trait=trait_name(trait)) for trait in taking.to.any)
        yield say("take a token away")
    if play.spares_gone:
        yield say("spares of the own Illuminati are gone")
    if len(play.arrows) == 1:
        yield say("control arrow at {edge}", edge=SIDE[play.arrows[0]])
    yield from (words for verb, words in REMOVALS.items() if getattr(play, verb))


def _in_hands(play: Play) -> Iterator[Text]:
    yield from (DENIED[denied] for denied in play.denies)
    yield from _from_decks(play)
    if play.plot_to is not None:
        yield PLOT_TO[play.plot_to]
    if play.draw_plots and not play.draw_groups:
        yield say_plural("draw a Plot", "draw {count} Plots", play.draw_plots)
    if play.draw_groups and not play.draw_plots:
        yield say("draw a Group card")
    if play.steals_of_target:
        yield say("take a hidden Plot")
    if play.exposes_all_but is not None:
        yield say("expose all others") if play.exposes_all_but else say("expose all")
    if count := play.discards_of_target.count(Pile.EXPOSED):
        yield say_plural("expose a Plot each", "expose {count} Plots each", count)
    if play.looks_at is not None:
        yield LOOKS[play.looks_at]


def _from_decks(play: Play) -> Iterator[Text]:
    if play.draws_of_target:
        yield say_plural("take a Plot of theirs", "take {count} Plots of theirs", play.draws_of_target)
    if play.draws_of_rivals:
        yield say("take a Plot of every rival")
    if play.loses:
        yield say_plural("they take a Plot of yours", "they take {count} Plots of yours", play.loses)
    if play.takes_group:
        yield say("take the Group card")


def _holding(effect: Continuous) -> Iterator[Text]:
    for rule in effect.alignments:
        yield from (say("becomes {trait}", trait=trait_name(trait)) for trait in rule.add)
        yield from (say("is no longer {trait}", trait=trait_name(trait)) for trait in rule.remove)
    for change in effect.change:
        yield from (say("{trait} Groups", trait=trait_name(trait)) for trait in change.to.any)


def _signed(points: int) -> Text:
    return verbatim(f"{points:+d}".replace("-", "\N{MINUS SIGN}"))
