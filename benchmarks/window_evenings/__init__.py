"""Whole evenings in the real window, by pointer events alone, at pixels found on the picture as a person finds them.

    python -m benchmarks.window_evenings [--evenings 100] [--seed 1] [--games ...] [--modes ...] [--out FOLDER]

A person knows what she wants to do and sees the picture; she looks for the way. After each touch the journal must hold
what was meant, or nothing yet because something is asked (see docs/window.md).
"""
