"""The screens, a function each: it is given a `Drawing` and a value, and draws the value with `ui.components`.

    def draw(d: Drawing, more: More) -> None:
        area = title_bar(d, say("More"), close=Dismiss())
        for box, way in zip(area.inset(8).grid(2, 4, GAP), more.ways, strict=True):
            door(d, box, way.icon, way.title, way.second, way.intent, way.why_not)

Lengths are dp, y runs down. `shown.DRAWN_BY` says which function draws which value; a finger asks for an intent.
`python -m scripts.gallery --out DIR --only NAME --size 800x480` makes the pictures: whoever has screens adds what
yields them to `COLLECTIONS` of `scripts/gallery/screens.py`.
"""
