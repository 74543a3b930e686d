"""What the lamps beside the screen say."""

from __future__ import annotations

from companion.config import BUTTONS, SEAT_LAMPS
from companion.core.screen import NoticeKind, Screen
from hardware.lamps import Pattern

LAMP_OF_NOTICE = {
    NoticeKind.QUESTION: ("notice", Pattern.SLOW),
    NoticeKind.ILLEGAL: ("error", Pattern.FAST),
    NoticeKind.DISAGREE: ("error", Pattern.SLOW),
    NoticeKind.TROUBLE: ("error", Pattern.DOUBLE),
}


BUZZES = {NoticeKind.QUESTION: Pattern.BEEP, NoticeKind.ILLEGAL: Pattern.BEEPS, NoticeKind.DISAGREE: Pattern.BEEPS}


def lamp_patterns(screen: Screen) -> dict[str, Pattern]:
    """Which lamp says what: `turn` while somebody is to move, `notice` for a question, `error` for a broken rule.

    A lamp a seat for those who are to move, in the order in which they sit; one in a button while it does something.
    """
    on_turn = any(seat.on_turn for seat in screen.seats)
    lamps = {"turn": _steady(on_turn), "notice": Pattern.OFF, "error": Pattern.OFF}
    lamps |= {lamp: _steady(seat.on_turn) for lamp, seat in zip(SEAT_LAMPS, screen.seats, strict=False)}
    lamps |= {key: _steady(any(each.key == key and each.enabled for each in screen.buttons)) for key in BUTTONS}
    notice = screen.notice
    if notice is not None:
        lamps["confirm"] = Pattern.OFF if notice.foremost is None else Pattern.SLOW
        lamps["why"] = _steady(bool(notice.why))
        lamps["buzzer"] = BUZZES.get(notice.kind, Pattern.OFF)
        if notice.kind in LAMP_OF_NOTICE:
            lamp, pattern = LAMP_OF_NOTICE[notice.kind]
            lamps[lamp] = pattern
    return lamps


def _steady(on: bool) -> Pattern:
    return Pattern.STEADY if on else Pattern.OFF
