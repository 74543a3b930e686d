"""Days, hours and minutes as people read them. Stamps are ISO 8601 in UTC, as the journal has them."""

from __future__ import annotations

from datetime import UTC, datetime

from companion.core.text import Text, say, say_plural

MINUTE, HOUR, DAY = 60, 3600, 86400
Moment = datetime


def now() -> Moment:
    return datetime.now(UTC)


def since(stamp: str, now: Moment) -> Text:
    """How long ago something was stopped. A clock that has jumped is not believed."""
    then = _moment(stamp)
    seconds = -1.0 if then is None else (now - then).total_seconds()
    if seconds < 0:
        return say("Stopped earlier.")
    if seconds < 2 * MINUTE:
        return say("Stopped just now.")
    if seconds < HOUR:
        return say_plural("Stopped {count} minute ago.", "Stopped {count} minutes ago.", int(seconds // MINUTE))
    if seconds < DAY:
        return say_plural("Stopped {count} hour ago.", "Stopped {count} hours ago.", int(seconds // HOUR))
    return say_plural("Stopped {count} day ago.", "Stopped {count} days ago.", int(seconds // DAY))


def day(stamp: str) -> str:
    """The day and the minute, as the house reads them: `2026-11-22, 19:40`."""
    moment = _moment(stamp)
    return "" if moment is None else moment.astimezone().strftime("%Y-%m-%d, %H:%M")


def minute(stamp: str) -> str:
    """`19:40`; empty where it is not known."""
    moment = _moment(stamp)
    return "" if moment is None else moment.astimezone().strftime("%H:%M")


def duration(seconds: float) -> Text:
    """`1 h 47 min`, `19 minutes`, `less than a minute`."""
    hours, minutes = divmod(round(seconds / MINUTE), 60)
    if hours:
        return say("{hours} h {minutes} min", hours=hours, minutes=minutes)
    return say_plural("{count} minute", "{count} minutes", minutes) if minutes else say("less than a minute")


def _moment(stamp: str) -> datetime | None:
    """None where it is not known, or a failing disk has changed it."""
    try:
        return datetime.fromisoformat(stamp)
    except ValueError:
        return None


def greeting(now: Moment) -> Text:
    hour = now.astimezone().hour
    if 5 <= hour < 11:
        return say("Good morning")
    return say("Good day") if 11 <= hour < 17 else say("Good evening")
