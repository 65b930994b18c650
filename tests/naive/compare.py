#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compare vedettectl with the naive reader: on named homes, on all fixtures, on random homes.

  compare.py VEDETTECTL [--fixtures DIR | --shared-fixtures] [--random N SEED] [codex:DIR | claude:DIR | DIR] …

A plain DIR is taken for what it holds. Prints a line a difference and closes with `N passed, N failed`.
"""

import sys

sys.dont_write_bytecode = True  # the source tree stays as it is

import argparse
import json
import os
import shutil
import subprocess
import tempfile

import random_homes
import vedette_naive

GROUPINGS = ("day", "session", "model", "home")
NUMBERS = (
    "calls",
    "uncached_input_tokens",
    "cache_read_tokens",
    "cache_creation_tokens",
    "output_tokens",
    "reasoning_output_tokens",
    "total_tokens",
)
DIAGNOSTICS = ("malformed_lines", "oversized_lines", "duplicate_calls", "replayed_calls", "undecided_calls")
MORE_DIAGNOSTICS = ("files", "records", "bad_values", "torn_tail", "unreadable_files")
CONTEXT = ("state", "used_tokens", "window_tokens", "percent", "window_origin")
QUOTA = ("state", "used_percent", "window_minutes", "resets_at", "as_of", "age_seconds", "source", "plan", "bucket")
FIXTURES_NOW = "2026-12-01T12:00:00Z"  # a day after the newest of them
TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SKIPPED = 77


class Compare:
    def __init__(self, ctl, more, quiet, tolerant=False):
        self.ctl = ctl
        self.diagnostics = DIAGNOSTICS + (MORE_DIAGNOSTICS if more else ())
        self.limit = 1 if quiet else 12  # lines a home
        self.complaints = []  # of GLib or a sanitizer, on stderr
        self.tolerant = tolerant
        self.passed = 0
        self.failed = 0

    # -------------------------------------------------------- the two

    def product(self, argv):
        run = subprocess.run([self.ctl] + argv, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
        if run.returncode:
            words = run.stderr.decode("utf-8", "replace").strip()[-300:]
            raise ValueError("exit %d: %s" % (run.returncode, words))
        words = run.stderr.decode("utf-8", "replace").strip()
        if any(sign in words for sign in ("CRITICAL **", "WARNING **", "ERROR: ", "runtime error:")):
            self.complaints.append("%s says: %s" % (argv[0], words.splitlines()[0][:200]))
        return json.loads(run.stdout)

    def both(self, argv):
        return self.product(argv), vedette_naive.run(argv)

    # -------------------------------------------------------- a set of homes

    def check(self, name, args, truth=None):
        return self.judge(name, lambda: self.usage(args, truth or {}) + self.status(args))

    def check_together(self, name, args):
        """Many homes at once. Those of a stand-in server use one id for unlike replies, so that whose numbers
        count hangs on which file is the last: the calls alone are compared."""

        def errors():
            got, want = self.both(["usage", "--json", "--by", "day"] + args)
            out = differences("totals", got.get("totals"), want["totals"], ("calls",))
            out += differences("diagnostics", got.get("diagnostics"), want["diagnostics"], DIAGNOSTICS)
            return out + self.rows("by day", got.get("rows"), want["rows"], ("key", "runtime"), ("calls",))

        return self.judge(name, errors)

    def judge(self, name, find):
        self.complaints.clear()
        try:
            errors = find()
            errors += [] if self.tolerant else self.complaints
        except (ValueError, subprocess.TimeoutExpired) as error:
            errors = [str(error)]
        if not errors:
            self.passed += 1
            return True
        self.failed += 1
        for error in errors[: self.limit]:
            print("FAIL %s: %s" % (name, error))
        if len(errors) > self.limit:
            print("     … and %d more" % (len(errors) - self.limit))
        sys.stdout.flush()
        return False

    def usage(self, args, truth):
        errors = []
        for by in GROUPINGS:
            got, want = self.both(["usage", "--json", "--by", by] + args)
            if by == GROUPINGS[0]:
                errors += differences("totals", got.get("totals"), want["totals"], NUMBERS)
                errors += differences("diagnostics", got.get("diagnostics"), want["diagnostics"], self.diagnostics)
            errors += self.rows("by " + by, got.get("rows"), want["rows"], ("key", "runtime"), NUMBERS)
            if by == "session":
                errors += self.against_truth(truth, got, "vedettectl") + self.against_truth(truth, want, "naive")
        return errors

    def against_truth(self, truth, document, who):
        """A random home knows what its threads were really spent on."""
        rows = {r["key"]: (r["calls"], r["total_tokens"]) for r in document["rows"] if r["runtime"] == "codex"}
        return [
            "%s: thread %s was spent on %s, not %s" % (who, root, spent, rows.get(root, (0, 0)))
            for root, spent in sorted(truth.items())
            if rows.get(root, (0, 0)) != spent
        ]

    def status(self, args):
        got, want = self.both(["status", "--json", "--all"] + args)
        errors = self.rows("sessions", got.get("sessions"), want["sessions"], ("id", "native_session_id"), ())
        mine = {(item["id"], item["native_session_id"]): item for item in want["sessions"]}
        for item in got.get("sessions", []):
            other = mine.get((item.get("id"), item.get("native_session_id")))
            if other is None:
                continue
            name = "session " + item["native_session_id"]
            errors += differences(name + " context", item.get("context"), other["context"], CONTEXT)
            errors += differences(name + " tokens", item.get("tokens"), other["tokens"], NUMBERS + ("complete",))
            errors += differences(name, item, other, ("parent_session_id", "is_subagent", "forked_from"))
        errors += self.rows("quota", merged(got.get("quotas")), merged(want["quotas"]), ("home", "window", "which"), QUOTA)
        errors += self.rows("reset", got.get("resets"), want["resets"], ("home", "kind"), ("available", "state"))
        return errors

    def rows(self, name, got, want, key, fields):
        def table(rows):
            out = {}
            for row in rows or []:
                out.setdefault(tuple(row.get(k) for k in key), []).append(row)
            return out

        got, want = table(got), table(want)
        errors = []
        for one in sorted(set(got) | set(want), key=repr):
            left, right = got.get(one, []), want.get(one, [])
            label = "%s %s" % (name, " ".join(str(part) for part in one))
            if len(left) != len(right):
                errors.append("%s: vedettectl has %d rows, naive %d" % (label, len(left), len(right)))
                continue
            for a, b in zip(left, right):
                errors += differences(label, a, b, fields)
        return errors


def merged(rows):
    """The main bucket is one row whatever it is called; windows of another length are told apart by it."""
    out = []
    for row in rows or []:
        bucket = row.get("bucket")
        which = ("main" if bucket in (None, "codex") else bucket, row.get("window_minutes"))
        out.append({**row, "which": which if row.get("window") == "other" else which[:1]})
    return out


def plain(value):
    """Times to the millisecond, numbers whatever their form."""
    if isinstance(value, str) and len(value) > 19 and value[10:11] == "T" and value.endswith("Z"):
        head, _, fraction = value[:-1].partition(".")
        return head + "." + (fraction + "000")[:3]
    if isinstance(value, float) and value == int(value):
        return int(value)
    return value


def differences(name, got, want, fields):
    if not isinstance(got, dict):
        return ["%s: missing" % name]
    return [
        "%s %s: vedettectl %s, naive %s" % (name, field, got.get(field), want.get(field))
        for field in fields
        if plain(got.get(field)) != plain(want.get(field))
    ]


# ---------------------------------------------------------------- fixtures


def fixture_homes(root, scratch):
    """Every plausible home below a folder, as (name, arguments): whole ones, and loose logs put into one."""
    homes = []
    for folder, folders, files in sorted(os.walk(root)):
        name = os.path.relpath(folder, root)
        inside = [part for part in name.split(os.sep) if part in ("projects", "sessions", "archived_sessions")]
        if inside:
            continue
        if "projects" in folders:
            homes.append((name, ["--claude-home", home_copy(folder, scratch, len(homes), files)]))
        if "archived_sessions" in folders or ("sessions" in folders and "projects" not in folders):
            homes.append((name, ["--codex-home", folder]))
        if "projects" in folders or "sessions" in folders:
            folders[:] = []
            continue
        logs = [file for file in sorted(files) if file.endswith((".jsonl", ".jsonl.zst", ".claude.json"))]
        if logs:
            homes += loose(name, folder, logs, scratch, len(homes))
    return homes


def home_copy(folder, scratch, number, files):
    """A Claude home in place, or with its account file under the name it had."""
    if "dot-claude.json" not in files:
        return folder
    place = os.path.join(scratch, "home-%d" % number)
    shutil.copytree(folder, place)
    shutil.copyfile(os.path.join(folder, "dot-claude.json"), os.path.join(place, ".claude.json"))
    return place


def loose(name, folder, logs, scratch, number):
    out = []
    for runtime in ("codex", "claude"):
        place = os.path.join(scratch, "loose-%d-%s" % (number, runtime))
        inside = os.path.join(place, "sessions" if runtime == "codex" else "projects/-loose")
        for log in logs:
            codex = log.startswith("rollout-") or (log.endswith(".jsonl") and is_codex(os.path.join(folder, log)))
            if codex != (runtime == "codex"):
                continue
            target = log if not codex or log.startswith("rollout-") else "rollout-2026-01-01T00-00-00-" + log
            target = os.path.join(place, target) if log == ".claude.json" else os.path.join(inside, target)
            os.makedirs(inside, exist_ok=True)
            shutil.copyfile(os.path.join(folder, log), target)
        if os.path.isdir(place):
            out.append((name, ["--%s-home" % runtime, place]))
    return out


def is_codex(path):
    with open(path, "rb") as file:
        return b'"session_meta"' in file.read(4096)


def named_home(text):
    runtime, _, path = text.partition(":")
    if runtime not in ("codex", "claude") or not path:
        path = text
        runtime = "claude" if os.path.isdir(os.path.join(path, "projects")) else "codex"
    return (text, ["--%s-home" % runtime, path])


# ---------------------------------------------------------------- all


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vedettectl")
    parser.add_argument("homes", nargs="*")
    parser.add_argument("--fixtures", metavar="DIR")
    parser.add_argument("--shared-fixtures", action="store_true", help="those of VEDETTE_SHARED, if they are there")
    parser.add_argument("--random", nargs=2, type=int, metavar=("N", "SEED"))
    parser.add_argument("--keep", metavar="DIR", help="leave the random homes that differ there")
    parser.add_argument("--now", default=FIXTURES_NOW)
    parser.add_argument("--more", action="store_true", help="compare the rest of the diagnostics too")
    parser.add_argument("--tolerate-complaints", action="store_true", help="let warnings on stderr pass")
    parser.add_argument("-q", action="store_true", help="one line a failing home")
    args = parser.parse_args()
    if args.shared_fixtures:
        args.fixtures = os.path.join(os.environ.get("VEDETTE_SHARED", os.path.join(TOP, "..", "shared")), "fixtures")
        if not os.path.isdir(args.fixtures):
            print("skipped: no shared fixtures (VEDETTE_SHARED)")
            return SKIPPED
    ctl = os.path.abspath(args.vedettectl)
    compare = Compare(ctl, args.more, args.q, args.tolerate_complaints)
    with tempfile.TemporaryDirectory(prefix="vedette-compare-") as scratch:
        os.environ["HOME"] = os.path.join(scratch, "nobody")  # no account file but the homes' own
        for name in ("CODEX_HOME", "CLAUDE_CONFIG_DIR"):
            os.environ.pop(name, None)
        os.environ["TZ"] = "UTC"
        clock = ["--now", args.now, "--timezone", "UTC"]
        homes = [named_home(text) for text in args.homes]
        if args.fixtures:
            homes += fixture_homes(args.fixtures, scratch)
        for name, home in homes:
            compare.check(name, home + clock)
        if args.fixtures:
            together = sum((home for _, home in homes), [])
            compare.check_together("all %d homes at once" % len(homes), together + clock)
        if args.random:
            for seed in range(args.random[1], args.random[1] + args.random[0]):
                folder = os.path.join(scratch, "seed-%d" % seed)
                os.makedirs(folder)
                random_args, truth = random_homes.build(folder, seed)
                if not compare.check("seed %d" % seed, random_args, truth) and args.keep:
                    shutil.copytree(folder, os.path.join(args.keep, "seed-%d" % seed), dirs_exist_ok=True)
                shutil.rmtree(folder)
    print("%d passed, %d failed" % (compare.passed, compare.failed))
    return 1 if compare.failed or not compare.passed else 0


if __name__ == "__main__":
    sys.exit(main())
