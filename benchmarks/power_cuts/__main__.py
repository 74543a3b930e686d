"""What survives a power cut: `python -m benchmarks.power_cuts`.

Kills the program in the middle of its writes (also of parts of them), at random and in each in turn; takes the power
away from its disk, so that what was not synced is there, gone or torn sector by sector; does the same with a disk that
forgets half of its syncs, of which SQLite promises nothing; and counts what an evening writes. `--card SECONDS` lets a
clock run for so long on an ext4 made for it, and prints what really reached the device; as root.
"""

from __future__ import annotations

import sys

import click

from benchmarks.power_cuts.card import bytes_of_a_second
from benchmarks.power_cuts.cuts import bytes_of_an_evening, kills, kills_at_every_operation, losses, rig

HOURS, ACTIONS = 4.0, 400


@click.command()
@click.option("--cuts", default=1000, show_default=True, type=click.IntRange(1), help="Of each kind.")
@click.option("--seed", default=1, show_default=True, help="Other cuts for another number.")
@click.option("--torn", "torn", multiple=True, type=int, default=(0, 512), help="Bytes of the last write that arrive.")
@click.option("--card", "card_seconds", type=click.IntRange(1), help="Only count what reaches a card; as root.")
def main(cuts: int, seed: int, torn: tuple[int, ...], card_seconds: int | None) -> None:
    """Cut the power, and say what was lost."""
    if card_seconds is not None:
        each = bytes_of_a_second(card_seconds)
        click.echo(
            f"a clock that runs writes {each / 1024:.1f} KB a second to a card with ext4, "
            f"{each * HOURS * 3600 / 2**20:.0f} MB in {HOURS:.0f} hours"
        )
        return
    with rig() as playing:
        every = kills_at_every_operation(playing, torn)
        click.echo(f"killed in every operation: {every}")
        at_random = kills(playing, cuts, seed)
        click.echo(f"killed in random ones: {at_random}")
        lost = losses(playing, cuts, seed)
        click.echo(f"the disk loses what was not synced: {lost}; {lost.repaired} journals mended")
        lied = losses(playing, cuts, seed, lies=True)
        click.echo(
            f"the disk lies about half of its syncs: {lied}; {lied.repaired} journals mended, {lied.shorter} shorter, "
            f"{lied.unreadable} without any evening left"
        )
        card = bytes_of_an_evening(playing, HOURS, ACTIONS)
    click.echo(
        f"an evening of {HOURS:.0f} hours with {ACTIONS} actions writes {card.asked / 2**20:.1f} MB in {card.syncs} "
        f"syncs, {card.pages / 2**20:.1f} MB in whole pages of the card"
    )
    sys.exit(any(tally.faults.total() for tally in (every, at_random, lost, lied)))


if __name__ == "__main__":
    main()
