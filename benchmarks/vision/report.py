"""What is printed: tables of text, each figure that misses its goal marked, and a list of the misses at the end."""

from __future__ import annotations


class Report:
    """Prints as it goes, and remembers which goals were missed and how many readings were wrong."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.missed: list[str] = []
        self.wrong = 0

    def title(self, text: str) -> None:
        self.line(f"\n{text}")

    def line(self, text: str) -> None:
        self.lines.append(text)
        print(text, flush=True)

    def mark(self, reached: bool, what: str) -> str:
        """A blank, or `!` for a missed goal, which is then named at the end."""
        if not reached:
            self.missed.append(what)
        return " " if reached else "!"

    def summary(self, seconds: float) -> None:
        self.title(
            f"Goals missed: {'; '.join(self.missed) or 'none'}. Wrong readings: {self.wrong}. Took {seconds:.0f} s."
        )
