#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fill a folder with seeds for the fuzzers: one file for each kind of line in the cases' logs."""
import hashlib
import json
import os
import sys

CASES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cases")
LONGEST = 16 * 1024
A_KIND = 8


def kind_of(line):
    """What a line is, so that a thousand user messages do not make a thousand seeds."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return "broken"
    if not isinstance(record, dict):
        return "no object"
    payload = record.get("payload")
    inner = payload.get("type") if isinstance(payload, dict) else record.get("subtype")
    return f"{record.get('type')}/{inner}"


def main():
    target = sys.argv[1]
    os.makedirs(target, exist_ok=True)
    seen = {}
    for folder, folders, files in os.walk(CASES):
        folders.sort()
        for name in sorted(files):
            if not name.endswith((".jsonl", ".json")) or name == "case.json":
                continue
            with open(os.path.join(folder, name), "rb") as log:
                lines = log.read().split(b"\n")
            for line in lines:
                if not line or len(line) > LONGEST:
                    continue
                kind = kind_of(line)
                seen[kind] = seen.get(kind, 0) + 1
                if seen[kind] > A_KIND:
                    continue
                path = os.path.join(target, hashlib.sha256(line).hexdigest()[:24])
                with open(path, "wb") as seed:
                    seed.write(line)
            # Several lines together, for what looks at a file as a whole.
            whole = b"\n".join(lines)[:LONGEST]
            if seen.setdefault("whole " + name[:8], 0) < A_KIND:
                seen["whole " + name[:8]] += 1
                with open(os.path.join(target, hashlib.sha256(whole).hexdigest()[:24]), "wb") as seed:
                    seed.write(whole)
    print(f"{len(os.listdir(target))} seeds")


if __name__ == "__main__":
    main()
