"""The door from other threads: in order, nothing lost, on the UI thread."""

from __future__ import annotations

import threading

from tests.ui.conftest import Touchscreen
from ui.inbox import Inbox


def test_a_thousand_messages_arrive_in_order_on_the_ui_thread(small: Touchscreen) -> None:
    handled: list[tuple[object, threading.Thread]] = []
    inbox = Inbox(lambda message: handled.append((message, threading.current_thread())))

    def post() -> None:
        for number in range(1000):
            inbox.post(number)

    worker = threading.Thread(target=post)
    worker.start()
    while worker.is_alive():
        small.touch.frames()
    small.touch.frames(2)
    assert list(range(1000)) == [message for message, _ in handled]
    assert {threading.main_thread()} == {thread for _, thread in handled}


def test_messages_of_several_threads_keep_each_threads_order(small: Touchscreen) -> None:
    handled: list[tuple[str, int]] = []
    inbox = Inbox(handled.append)
    workers = [
        threading.Thread(target=lambda name=name: [inbox.post((name, number)) for number in range(200)])
        for name in "abc"
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    small.touch.frames(2)
    for name in "abc":
        assert list(range(200)) == [number for sender, number in handled if sender == name]


def test_a_message_posted_while_handling_comes_after_those_waiting(small: Touchscreen) -> None:
    handled: list[str] = []

    def handle(message: object) -> None:
        handled.append(str(message))
        if message == "first":
            inbox.post("answer")

    inbox = Inbox(handle)
    inbox.post("first")
    inbox.post("second")
    small.touch.frames(2)
    assert ["first", "second", "answer"] == handled


def test_nothing_is_handled_before_the_frame(small: Touchscreen) -> None:
    handled: list[object] = []
    inbox = Inbox(handled.append)
    inbox.post("later")
    assert [] == handled
    small.touch.frames(2)
    assert ["later"] == handled
