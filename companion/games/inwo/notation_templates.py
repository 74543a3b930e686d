"""The line in which each action is written, for reading and for writing."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.notation import Form
from companion.games.inwo import actions as act

FORMS: Mapping[type[act.Action], str | Form] = {
    act.Reveal: "{player}: reveal {card:illuminati}",
    act.Lead: "{player}: lead {card:group} at {side}",
    act.First: "first {seat}",
    act.DrawPlot: "{player}: draw Plot",
    act.DrawGroup: "{player}: draw Group",
    act.TakeOver: "{player}: take over {card:group} -> {master:structure_card} at {side}",
    act.Acquire: "{player}: acquire {card:resource}",
    act.Proceed: "{player}: proceed",
    act.Knock: "{player}: knock",
    act.Begin: "{player}: begin",
    act.Claim: "{player}: claim[ with {card:plot}]",
    act.LeaveGame: "{player}: leave the game",
    act.BuyPlot: "{player}: buy Plot with {payers:structure_cards}",
    act.Expose: "{player}: expose {card:plot}",
    act.Discard: "{player}: discard {card}",
    act.ReturnPlot: "{player}: return Plot[ {card:plot}]",
    act.GivePlot: "{player}: give {to:player} Plot[ {card:plot}]",
    act.GiveGroup: "{player}: give {to:player} Group",
    act.GiveResource: "{player}: give {to:player} Resource {card:resource}",
    act.RemoveToken: "{player}: remove token {card}",
    act.Move: "{player}: move {card:group} -> {master:structure_card} at {side}",
    act.HandOver: "{player}: hand over {card:group} to {to:player} -> {master:structure_card} at {side}",
    act.Link: "{player}: link {card:resource} to {to:structure_card}",
    act.Relieve: "{player}: relieve {card:group} with {payers:structure_cards}",
    act.DeclareAttack: "{player}: attack to {mode} {attacker:structure_card} -> {target:structure_card}",
    act.SpendToken: "{player}: spend token[ with {plots}]",
    act.GiveHelp: "{player}: {role} {card:structure_card}[ with {plots}]",
    act.ShowAgents: "{player}: agents {role}",
    act.CallOff: "{player}: call off",
    act.NoMore: "{player}: no more",
    act.Roll: "roll {first:pips}, {second:pips}",
    act.RollInAll: "roll {total:sum}",
    act.Conclude: "{player}: conclude",
    act.Capture: "{player}: capture at {side}",
    act.PlayCard: "{player}: play {card:plot}[ way {number}][ on {target}][ paid by {payers:structure_cards}]",
    act.UseAbility: "{player}: use {card}[ ability {number}][ on {target}][ paid by {payers:structure_cards}]",
    act.LetStand: "{player}: let stand",
    act.PlaySpare: "{player}: spare {card:illuminati}",
    act.ByHand: "{player}: by hand {card}",
    act.SetTokens: "{player}: tokens {card} = {count:number}",
    act.SetPlots: "{player}: Plots of {seat:player} = {count:number}",
    act.SetGroups: "{player}: Groups of {seat:player} = {count:number}",
    act.AdjustStrength: "{player}: strength {amount:signed}",
    act.Remove: "{player}: remove {card} to {where:pile}",
    act.Done: "{player}: done",
}
