#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The summary counts subtests, skips and failures, and never calls an empty run a success."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(HERE, "summarise.py")


def run(*arguments, stdin=""):
    return subprocess.run([sys.executable, SCRIPT, *arguments], input=stdin, text=True,
                          capture_output=True, check=False)


class Summary(unittest.TestCase):
    def log(self, *entries):
        handle, path = tempfile.mkstemp()
        self.addCleanup(os.unlink, path)
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            for entry in entries:
                out.write(json.dumps(entry) + "\n")
        return path

    def check(self, closing, code, *entries):
        done = run(self.log(*entries))
        self.assertEqual(done.stdout.splitlines()[-1], closing)
        self.assertEqual(done.returncode, code)
        return done

    def test_subtests_are_counted(self):
        self.check("2 passed, 0 failed, 1 skipped", 0,
                   {"name": "a", "result": "OK",
                    "stdout": "1..3\n# Start of x tests\nok 1 /x/a\nok 2 /x/b\nok 3 /x/c # SKIP no bus\n"})

    def test_nested_blocks_are_counted_once(self):
        self.check("2 passed, 0 failed, 0 skipped", 0,
                   {"name": "a", "result": "OK",
                    "stdout": "TAP version 14\n# Subtest: x\n    ok 1 /x/a\n    ok 2 /x/b\n    1..2\nok 1 x\n1..1\n"})

    def test_failures_and_reasons(self):
        done = self.check("1 passed, 1 failed, 0 skipped", 1,
                          {"name": "v / a", "result": "FAIL", "stdout": "ok 1 /a\nnot ok 2 /b - why\n"})
        self.assertIn("FAIL a /b", done.stderr)

    def test_a_crash_without_a_failed_line_is_a_failure(self):
        self.check("1 passed, 1 failed, 0 skipped", 1,
                   {"name": "a", "result": "ERROR", "stdout": "ok 1 /a\n"})

    def test_expected_failures_are_not_passes(self):
        self.check("0 passed, 0 failed, 1 skipped", 0,
                   {"name": "a", "result": "OK", "stdout": "not ok 1 - x # TODO contradicts\n"})

    def test_plain_programs(self):
        done = self.check("1 passed, 0 failed, 1 skipped", 0, {"name": "a", "result": "OK", "stdout": ""},
                          {"name": "b", "result": "SKIP", "stderr": "no Xvfb\n"})
        self.assertIn("SKIP b: no Xvfb", done.stderr)

    def test_nothing_ran(self):
        self.check("0 passed, 1 failed, 0 skipped", 1)
        self.assertEqual(run("/nonexistent").returncode, 1)

    def test_sum(self):
        handle, path = tempfile.mkstemp()
        self.addCleanup(os.unlink, path)
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write("3 passed, 0 failed, 1 skipped\n4 passed, 0 failed\n")
        done = run("--sum", path)
        self.assertEqual((done.stdout, done.returncode), ("7 passed, 0 failed, 1 skipped\n", 0))
        with open(path, "a", encoding="utf-8") as out:
            out.write("\n")
        self.assertEqual(run("--sum", path).returncode, 1)

    def test_pick(self):
        tests = [{"name": "a", "cmd": ["/b/tests/store/test-a"]}, {"name": "b", "cmd": ["/b/tests/ui/b"]}]
        self.assertEqual(run("--pick", "store", stdin=json.dumps(tests)).stdout, "a\n")
        self.assertEqual(run("--pick", "net", stdin=json.dumps(tests)).returncode, 1)


if __name__ == "__main__":
    unittest.main()
