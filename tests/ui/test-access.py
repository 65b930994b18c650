#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Review as a screen reader and a keyboard find it.

  test-access.py DEMO    on a display and a bus of its own; 77 where it cannot be looked at

Debian's python3 has the bindings; another one that comes first in PATH may not.
"""
import os
import re
import shutil
import subprocess
import sys
import time


def skip(why):
    print(f"test-access: skipped: {why}")
    sys.exit(77)


# The bindings warn of programs that are new on the bus; only the demo's warnings are ours.
demo_environment = dict(os.environ)
os.environ.pop("G_DEBUG", None)

try:
    import gi

    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi, GLib
except (ImportError, ValueError) as error:
    skip(f"no Atspi: {error}")
for tool in ("xdotool", "openbox"):
    if shutil.which(tool) is None:
        skip(f"no {tool}")

PATIENCE = 20.0
# What a person can do something with, or reads one by one.
SPOKEN = {Atspi.Role.PUSH_BUTTON, Atspi.Role.TOGGLE_BUTTON, Atspi.Role.LIST_ITEM, Atspi.Role.LIST}

HOLDERS = {Atspi.Role.PANEL, Atspi.Role.GROUPING, Atspi.Role.PAGE_TAB, Atspi.Role.TOGGLE_BUTTON,
           Atspi.Role.RADIO_BUTTON}

count = 0
failed = 0


def check(ok, what):
    global count, failed
    count += 1
    failed += not ok
    print(f"{'ok' if ok else 'not ok'} {count} /access/{what}", flush=True)
    return ok


def pump():
    """Lets what came over the bus arrive: the caches of Atspi live on the main loop."""
    context = GLib.MainContext.default()
    while context.iteration(False):
        pass


def until(function):
    """What function returns as soon as that is something, else None."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        pump()
        try:
            result = function()
        except GLib.Error:
            result = None
        if result:
            return result
        # a poll of another process: nothing here can be waited for
        time.sleep(0.05)
    return None


def children(node):
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child is not None:
            yield child


def walk(node):
    """All below a node, in reading order; GTK 4.8 does not tell what is on screen."""
    for child in children(node):
        try:
            yield child
            yield from walk(child)
        except GLib.Error:
            continue


def find(root, role, name):
    for node in walk(root):
        if node.get_role() == role and node.get_name() == name:
            return node
    return None


def named(root, name):
    for node in walk(root):
        if node.get_name() == name and node.get_role() in HOLDERS:
            return node
    return None


def focused(root):
    for node in walk(root):
        if node.get_state_set().contains(Atspi.StateType.FOCUSED) and node.get_role() in SPOKEN:
            return node
    return None


def focused_name(root):
    node = focused(root)
    return node.get_name() if node is not None else None


def says(root, text):
    return any(node.get_name() == text for node in walk(root))


def press(*keys):
    subprocess.run(["xdotool", "key", "--clearmodifiers", *keys], check=True)


def has_keyboard():
    focus = subprocess.run(["xdotool", "getwindowfocus", "getwindowname"], capture_output=True,
                           text=True, check=False)
    return focus.stdout.strip() == "Vedette"


def application(name):
    desktop = Atspi.get_desktop(0)
    for app in children(desktop):
        if app.get_name() == name and app.get_child_count() > 0:
            # asked each time: the cache loses what GTK moves
            app.set_cache_mask(Atspi.Cache.NONE)
            app.clear_cache()
            return app
    return None


CARDS = [
    "Which schema may I drop?",
    "Retry failed uploads",
    "Where should offline data live?",
    "Plan the parser rewrite",
    "Fix the harbour clock drift",
    "Run the release checklist",
    "Speed up the import job",
    "Upgrade the test runner",
]
OPTIONS = [
    ("1. One database file, recommended by the agent",
     "Simple to back up. Updates replace the file."),
    ("2. One file a harbour", "Small updates. More files to keep in step."),
    ("3. Ask me again later", "The agent goes on with the online tables."),
]


def described(node):
    """What a reader adds to the name: GTK 4.8 tells the words, later ones who has them."""
    if node.get_description():
        return node.get_description()
    return " ".join(relation.get_target(index).get_name()
                    for relation in node.get_relation_set()
                    if relation.get_relation_type() == Atspi.RelationType.DESCRIBED_BY
                    for index in range(relation.get_n_targets()))


def is_nameless(node):
    """Where a widget has no name GTK 4.8 says what it is made of."""
    return re.fullmatch(r"\s*|(Gtk|Adw|Vdt)[A-Z]\w*", node.get_name()) is not None


def check_names(app, where):
    nameless = [node.get_role_name() for node in walk(app)
                if node.get_role() in SPOKEN and is_nameless(node)]
    if not check(not nameless, f"{where}/everything-has-a-name"):
        print(f"# without a name: {nameless}")


def check_cards(app):
    for title in CARDS:
        row = find(app, Atspi.Role.LIST_ITEM, title)
        check(row is not None and described(row) != "", f"card/{title.lower()}")
    for group in ("Urgent, 1", "Errors, 1", "Decisions, 2", "Blocked, 2", "Changed, 2"):
        check(find(app, Atspi.Role.LIST, group) is not None, f"tier/{group.lower()}")
    for button in ("Refresh", "Mark All Reviewed", "Next"):
        check(find(app, Atspi.Role.PUSH_BUTTON, button) is not None, f"button/{button.lower()}")


def check_question(app):
    press("j", "j")
    check(until(lambda: focused_name(app) == CARDS[2]), "keys/j-moves-to-the-question")
    for name, description in OPTIONS:
        row = until(lambda: find(app, Atspi.Role.LIST_ITEM, name))
        check(row is not None and described(row) == description, f"option/{name.lower()}")
    guard = "Read only: answer it in the agent’s own terminal."
    check(until(lambda: find(app, Atspi.Role.STATUS_BAR, guard)
                or find(app, Atspi.Role.NOTIFICATION, guard)
                or says(app, guard)), "status/guard")
    press("Return")
    check(until(lambda: focused_name(app) == OPTIONS[0][0]), "keys/enter-goes-into-the-card")
    press("Down")
    check(until(lambda: focused_name(app) == OPTIONS[1][0]), "keys/arrows-read-the-options")
    press("Escape")
    check(until(lambda: focused_name(app) == CARDS[2]), "keys/escape-goes-back")


def check_arrows(app):
    press("Up", "Up")
    check(until(lambda: focused_name(app) == CARDS[0]), "keys/up-crosses-tiers")
    press("Down")
    check(until(lambda: focused_name(app) == CARDS[1]), "keys/down-crosses-tiers")
    check(until(lambda: says(app, "Stopped with an error")), "keys/selecting-reads")
    check(says(app, "8 to review"), "keys/reading-marks-nothing")


def check_whole_review(app):
    """All of it, by keys alone."""
    press("d")
    check(until(lambda: says(app, "7 to review")), "review/done")
    check(until(lambda: focused_name(app) == CARDS[2]), "review/focus-goes-on")
    press("n", "n")
    check(until(lambda: focused_name(app) == CARDS[4]), "review/next-passes-questions")
    press("n")
    check(until(lambda: says(app, "6 to review")), "review/next-marks-changes")
    press("j")
    check(until(lambda: focused_name(app) == CARDS[6]), "review/over-permission")
    press("d")
    check(until(lambda: says(app, "5 to review")), "review/done-again")
    press("ctrl+z")
    check(until(lambda: says(app, "6 to review")), "review/undo")
    check(until(lambda: focused_name(app) == CARDS[6]), "review/undo-brings-it-back")
    press("d")
    check(until(lambda: focused_name(app) == CARDS[7]), "review/and-done")
    press("d")
    check(until(lambda: says(app, "4 to review")), "review/only-questions-are-left")
    check(until(lambda: focused_name(app) in CARDS), "review/focus-is-not-lost")
    press("ctrl+1")
    check(until(lambda: focused_name(app) is None), "keys/back-to-activity")


def main(demo):
    with subprocess.Popen([demo], env=demo_environment) as process:
        try:
            app = until(lambda: application(os.path.basename(demo)))
            if not check(app is not None, "on-the-bus"):
                return 1
            check(until(has_keyboard), "has-the-keyboard")
            press("ctrl+2")
            page = until(lambda: named(app, "Review"))
            switch = "Review, 8 to review"
            check(until(lambda: named(app, switch)), "switcher-says-how-many")
            if check(page and until(lambda: says(page, "8 to review")), "keys/ctrl-2-shows-review"):
                check(until(lambda: focused_name(page) == CARDS[0]), "keys/first-card-has-the-focus")
                check_cards(page)
                check_question(page)
                check_names(page, "question")
                check_arrows(page)
                check_names(page, "changes")
                check_whole_review(page)
        finally:
            process.terminate()
    print(f"1..{count}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
