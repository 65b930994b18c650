#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Notifications against the notification daemon of python-dbusmock.

  dbusmock-daemon.py NOTIFY-DEMO    exits with 77 where there is no dbusmock
"""
import fcntl
import os
import queue
import subprocess
import sys
import threading
import unittest

SYSTEM_PYTHON = "/usr/bin/python3"

try:
    import dbus
    import dbusmock
except ImportError as error:
    # The module comes with the system's own Python, which may not be the first in the path.
    if os.access(SYSTEM_PYTHON, os.X_OK) and "VEDETTE_SYSTEM_PYTHON" not in os.environ:
        os.environ["VEDETTE_SYSTEM_PYTHON"] = "1"
        os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.argv])
    print(f"skipped: {error}")
    sys.exit(77)

DEMO = sys.argv[1] if len(sys.argv) > 1 else ""
PATIENCE = 20


class Lines:
    """Lines of a pipe, with a bound on the wait."""

    def __init__(self, pipe):
        self.queue = queue.Queue()
        self.seen = []
        threading.Thread(target=self._read, args=(pipe,), daemon=True).start()

    def _read(self, pipe):
        with pipe:
            for line in pipe:
                self.queue.put(line.decode().rstrip("\n"))

    def until(self, wanted):
        """The next line that wanted() takes."""
        while True:
            try:
                line = self.queue.get(timeout=PATIENCE)
            except queue.Empty:
                raise AssertionError(f"it did not come; these did: {self.seen}") from None
            self.seen.append(line)
            if wanted(line):
                return line


class Notifications(dbusmock.DBusTestCase):
    @classmethod
    def setUpClass(cls):
        os.environ["NOTIFY_IGNORE_PORTAL"] = "1"
        cls.start_session_bus()
        cls.bus = cls.get_dbus(system_bus=False)

    def start_daemon(self, capabilities):
        self.daemon, self.mock = self.spawn_server_template(
            "notification_daemon", {"capabilities": capabilities}, stdout=subprocess.PIPE)
        self.addCleanup(self.stop, self.daemon)
        # dbusmock gives a pipe that does not block.
        flags = fcntl.fcntl(self.daemon.stdout, fcntl.F_GETFL)
        fcntl.fcntl(self.daemon.stdout, fcntl.F_SETFL, flags & ~os.O_NONBLOCK)
        self.asked = Lines(self.daemon.stdout)

    def start(self, capabilities):
        self.start_daemon(capabilities)
        self.demo = subprocess.Popen([DEMO], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(self.stop, self.demo)
        self.said = Lines(self.demo.stdout)
        self.said.until("available 1".__eq__)

    def stop(self, process):
        if process.poll() is None:
            process.terminate()
        process.wait(PATIENCE)
        if process.stdin is not None:
            process.stdin.close()

    def tell(self, line):
        self.demo.stdin.write(line.encode() + b"\n")
        self.demo.stdin.flush()

    def notified(self):
        return self.asked.until(lambda line: " Notify " in line)

    def emit(self, signal, signature, *arguments):
        self.mock.EmitSignal("org.freedesktop.Notifications", signal, signature,
                             dbus.Array(arguments, signature="v"),
                             dbus_interface=dbusmock.MOCK_IFACE)

    def test_markup_and_actions(self):
        self.start("actions body body-markup")
        self.tell("urgent a An agent needs a decision|1 < 2 & more")
        call = self.notified()
        self.assertIn('"Vedette" 0 "', call)
        self.assertIn('"An agent needs a decision" "1 &lt; 2 &amp; more"', call)
        self.assertIn('"Open Review"', call)
        self.assertIn('"open-review"', call)
        self.assertRegex(call, r"['\"]urgency['\"]: 2|\('urgency', 2\)")

        self.emit("ActivationToken", "us", dbus.UInt32(1), "the-token")
        self.emit("ActionInvoked", "us", dbus.UInt32(1), "open-review")
        self.said.until("activated a open-review the-token".__eq__)

    def test_plain(self):
        self.start("body")
        self.tell("show a Review is due|1 < 2 & more")
        call = self.notified()
        self.assertIn('"Review is due" "1 < 2 & more" []', call)

    def test_replace_and_close(self):
        self.start("actions body")
        self.tell("show a First|one")
        self.assertIn('"Vedette" 0 "', self.notified())
        self.tell("show a Second|two")
        self.assertIn('"Vedette" 1 "', self.notified())
        self.tell("show b Third|three")
        self.assertIn('"Vedette" 0 "', self.notified())
        self.emit("NotificationClosed", "uu", dbus.UInt32(1), dbus.UInt32(2))
        self.said.until("closed a".__eq__)
        self.tell("withdraw b")
        self.asked.until(lambda line: line.endswith(" CloseNotification 2"))
        self.said.until("closed b".__eq__)
        self.assertEqual(self.said.seen, ["available 1", "closed a", "closed b"])

    def test_quit_takes_them_along(self):
        self.start("actions body")
        self.tell("show a Review is due|now")
        self.notified()
        self.tell("quit")
        self.asked.until(lambda line: line.endswith(" CloseNotification 1"))
        self.assertEqual(self.demo.wait(PATIENCE), 0)

    def test_daemon_goes_and_returns(self):
        self.start("actions body body-markup")
        self.tell("show a Review is due|now")
        self.notified()
        # That it was asked does not mean yet that it answered.
        self.emit("ActionInvoked", "us", dbus.UInt32(1), "default")
        self.said.until("activated a default -".__eq__)
        self.daemon.terminate()
        missing = {"closed a", "available 0"}
        while missing:
            missing.remove(self.said.until(missing.__contains__))
        self.start_daemon("body")
        self.said.until("available 1".__eq__)
        self.tell("show a Again|1 < 2")
        call = self.notified()
        self.assertIn('"Vedette" 0 "', call)
        self.assertIn('"Again" "1 < 2" []', call)


if __name__ == "__main__":
    if not os.access(DEMO, os.X_OK):
        sys.exit(f"usage: {sys.argv[0]} NOTIFY-DEMO")
    unittest.main(argv=sys.argv[:1], verbosity=2)
