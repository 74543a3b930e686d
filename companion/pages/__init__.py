"""The pages beside the live table: home, a new evening, history, clocks, rules, the menu, the result.

Each page is a small object that keeps what has been chosen on it, makes its value (`companion.core.pages`) and takes
what was touched. `Navigator` keeps which are open. None of them knows a window.
"""
