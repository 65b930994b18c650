#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Count what a test run did, down to the subtests of TAP, and close with one plain line.

  summarise.py TESTLOG            Meson's testlog.json
  summarise.py --sum FILE...      add up closing lines written earlier
  summarise.py --pick FOLDER      names of the tests built under tests/FOLDER (Meson's
                                  introspection on standard input)
"""
import argparse
import json
import re
import sys

RESULT = re.compile(r"^(\s*)(not ok|ok)\b\s*(?:\d+)?\s*-?\s*(.*)$")
DIRECTIVE = re.compile(r"#\s*(SKIP|TODO)\S*\s*(.*)$", re.IGNORECASE)
CLOSING = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$")


def tap_results(text):
    """(kind, name, reason) of every subtest; a line that closes a nested block is not one."""
    out = []
    deepest = 0
    for line in text.splitlines():
        found = RESULT.match(line)
        if not found:
            continue
        depth = len(found.group(1))
        if depth < deepest:
            deepest = depth
            continue
        deepest = depth
        name = found.group(3)
        directive = DIRECTIVE.search(name)
        kind, reason = ("pass" if found.group(2) == "ok" else "fail"), ""
        if directive:
            name = name[:directive.start()].strip()
            reason = directive.group(2).strip()
            if directive.group(1).upper() == "SKIP":
                kind = "skip"
            elif kind == "fail":
                kind = "skip"
                reason = "expected to fail: " + reason
        out.append((kind, name.strip(), reason))
    return out


def test_results(entry):
    """The results of one entry of Meson's log."""
    name = entry["name"].split(" / ")[-1]
    parts = [(kind, f"{name} {sub}".strip(), reason)
             for kind, sub, reason in tap_results(entry.get("stdout") or "")]
    result = entry["result"]
    if result in ("FAIL", "TIMEOUT", "ERROR", "INTERRUPT", "UNEXPECTEDPASS"):
        if not any(kind == "fail" for kind, _, _ in parts):
            parts.append(("fail", name, result.lower()))
    elif not parts:
        if result in ("OK", "EXPECTEDFAIL"):
            parts = [("pass", name, "")]
        elif result == "SKIP":
            parts = [("skip", name, reason_of(entry))]
        else:
            parts = [("fail", name, "unknown result " + result)]
    return parts


def reason_of(entry):
    """Why a whole program was skipped: the last thing it said."""
    for stream in ("stderr", "stdout"):
        lines = [x.strip() for x in (entry.get(stream) or "").splitlines() if x.strip()]
        if lines:
            return lines[-1].lstrip("# ")
    return "no reason given"


def summarise(path):
    counts = {"pass": 0, "fail": 0, "skip": 0}
    try:
        with open(path, encoding="utf-8", errors="replace") as log:
            entries = [json.loads(line) for line in log if line.strip()]
    except OSError as error:
        print(f"no test log: {error.strerror}", file=sys.stderr)
        entries = []
    for entry in entries:
        for kind, name, reason in test_results(entry):
            counts[kind] += 1
            if kind != "pass":
                print(f"{kind.upper()} {name}" + (f": {reason}" if reason else ""), file=sys.stderr)
    if not entries:
        counts["fail"] += 1
        print("FAIL no test ran", file=sys.stderr)
    return close(counts)


def close(counts):
    print(f"{counts['pass']} passed, {counts['fail']} failed, {counts['skip']} skipped", flush=True)
    return 1 if counts["fail"] or not (counts["pass"] or counts["skip"]) else 0


def add_up(paths):
    counts = {"pass": 0, "fail": 0, "skip": 0}
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                found = CLOSING.match(line.strip())
                if not found:
                    # A run that ended without its closing line has failed somewhere.
                    counts["fail"] += 1
                    continue
                counts["pass"] += int(found.group(1))
                counts["fail"] += int(found.group(2))
                counts["skip"] += int(found.group(3) or 0)
    return close(counts)


def pick(folders):
    names = []
    for test in json.load(sys.stdin):
        program = test["cmd"][0]
        if any(f"/tests/{folder}/" in program for folder in folders):
            names.append(test["name"])
    print("\n".join(sorted(set(names))))
    return 0 if names else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sum", action="store_true", dest="add")
    parser.add_argument("--pick", action="append", metavar="FOLDER")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    if options.pick:
        return pick(options.pick)
    if options.add:
        return add_up(options.files)
    if len(options.files) != 1:
        parser.error("one test log")
    return summarise(options.files[0])


if __name__ == "__main__":
    sys.exit(main())
