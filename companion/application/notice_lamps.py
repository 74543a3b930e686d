"""What the lamps beside the screen say."""

from __future__ import annotations

from companion.core.screen import NoticeKind, Screen
from hardware.lamps import Pattern

LAMP_OF_NOTICE = {
    NoticeKind.QUESTION: ("notice", Pattern.SLOW),
    NoticeKind.ILLEGAL: ("error", Pattern.FAST),
    NoticeKind.DISAGREE: ("error", Pattern.SLOW),
    NoticeKind.TROUBLE: ("error", Pattern.DOUBLE),
}


def lamp_patterns(screen: Screen) -> dict[str, Pattern]:
    """Which lamp says what: `turn` while somebody is to move, `notice` for a question, `error` for a broken rule."""
    on_turn = any(seat.on_turn for seat in screen.seats)
    lamps = {"turn": Pattern.STEADY if on_turn else Pattern.OFF, "notice": Pattern.OFF, "error": Pattern.OFF}
    if screen.notice is not None and screen.notice.kind in LAMP_OF_NOTICE:
        lamp, pattern = LAMP_OF_NOTICE[screen.notice.kind]
        lamps[lamp] = pattern
    return lamps
