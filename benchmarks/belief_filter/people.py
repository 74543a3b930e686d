"""People whose companion believes what the beam says."""

from __future__ import annotations

from typing import Any

from benchmarks.belief_filter.session import FilteringSession
from benchmarks.clumsy.people import People
from companion.session.session import Session


class FilteredPeople(People):
    def _sit_down(self) -> Session[Any, Any]:
        return FilteringSession(self.history, lambda _: None, self._concluded, run=self._explain)
