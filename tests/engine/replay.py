#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""However logs grow and whenever the engine looks, the database holds the same in the end.

usage: replay.py INGEST [--steps N] [--seed N]

Made-up homes and, where a folder of shared material is at hand, all real logs: once in one go, once
grown in random pieces, cut anywhere, with a restart of the engine after each, and once grown while
it runs."""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "naive"))
import ingested
import random_homes

PATIENCE_S = 120
# Homes and pieces that came out wrong once.
ONCE_WRONG = [1, 80004947]


def find_homes(top):
    """(runtime, folder) of every home below a folder."""
    for folder, names, _ in os.walk(top):
        if "sessions" in names or "archived_sessions" in names:
            if "projects" not in names:
                yield "codex", folder
                names[:] = []
        elif "projects" in names:
            yield "claude", folder
            names[:] = []


class Grower:
    """Logs that are put back to nothing and grow again."""

    def __init__(self, homes, rng):
        self.rng = rng
        self.left = []
        for _, home in homes:
            for folder, _, names in os.walk(home):
                for name in names:
                    if name.endswith(".jsonl"):
                        path = os.path.join(folder, name)
                        with open(path, "rb") as log:
                            self.left.append([path, log.read()])
        for path, _ in self.left:
            os.remove(path)

    def grow(self, share):
        """Adds about that share of what is left to some logs, cut anywhere."""
        for entry in list(self.left):
            path, rest = entry
            if share < 1 and self.rng.random() < 0.3:
                continue
            n = len(rest) if share >= 1 else self.rng.randint(0, int(2 * share * len(rest)) + 1)
            n = min(n, len(rest))
            if n > 0:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "ab") as log:
                    log.write(rest[:n])
                entry[1] = rest[n:]
            if not entry[1]:
                if not os.path.exists(path):
                    open(path, "ab").close()
                self.left.remove(entry)


def is_torn(path):
    unpacked = subprocess.run(["zstd", "-dcq", path], capture_output=True, check=False)
    return unpacked.returncode != 0 or not unpacked.stdout.endswith(b"\n")


def drop_twins(homes):
    """Of two states of one rollout the longer counts, and of a packed and a plain one the plain: so it
    matters for a while which comes first, and only one of each is here."""
    for runtime, home in homes:
        logs = sorted((name, folder) for folder, _, names in os.walk(home) for name in names)
        plain = {name for name, _ in logs if name.endswith(".jsonl")}
        seen = set()
        for name, folder in logs:
            twin = runtime == "codex" and name in seen
            seen.add(name)
            path = os.path.join(folder, name)
            if twin or (name.endswith(".jsonl.zst") and (name[:-4] in plain or is_torn(path))):
                os.remove(path)


def end_lines(homes):
    """A last line without its newline is read once nobody writes any more: so none is here."""
    for _, home in homes:
        for folder, _, names in os.walk(home):
            for name in names:
                if name.endswith(".jsonl"):
                    with open(os.path.join(folder, name), "ab+") as log:
                        log.seek(0, os.SEEK_END)
                        if log.tell() > 0:
                            log.seek(-1, os.SEEK_END)
                            if log.read(1) != b"\n":
                                log.write(b"\n")


def check(name, words):
    print(f"{'not ok' if words else 'ok'} - {name}")
    for line in words:
        print(f"# {line}")
    return not words


def run_one(args, label, homes, folder, rng):
    fine = True
    end_lines(homes)
    drop_twins(homes)
    one_go = os.path.join(folder, "one", "v.sqlite3")
    ingested.ingest(args.ingest, homes, one_go)
    want = ingested.content(one_go)
    if not want["messages"] or not want["snapshots"] or not want["calls"]:
        sizes = [f"{table}: {len(rows)} rows" for table, rows in want.items()]
        return check(f"{label}: something to compare", sizes)

    again = os.path.join(folder, "one", "v.sqlite3")
    ingested.ingest(args.ingest, homes, again)
    fine &= check(f"{label}: a restart changes nothing", ingested.difference(want, ingested.content(again)))

    pieces = os.path.join(folder, "pieces", "v.sqlite3")
    grower = Grower(homes, rng)
    for step in range(args.steps):
        grower.grow(1 if step == args.steps - 1 else 1.5 / (args.steps - step))
        ingested.ingest(args.ingest, homes, pieces)
    fine &= check(f"{label}: in pieces, with restarts", ingested.difference(want, ingested.content(pieces)))

    live = os.path.join(folder, "live", "v.sqlite3")
    grower = Grower(homes, rng)
    engine = ingested.Ingest(args.ingest, homes, live)
    engine.wait_ready()
    for step in range(args.steps * 4):
        grower.grow(1 if step == args.steps * 4 - 1 else 1.5 / (args.steps * 4 - step))
    end = time.monotonic() + PATIENCE_S
    words = ["nothing was read"]
    while words and time.monotonic() < end:
        words = ingested.difference(want, ingested.content(live))
    engine.close()
    fine &= check(f"{label}: while it runs", ingested.difference(want, ingested.content(live)))
    return fine


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ingest")
    parser.add_argument("--steps", type=int, default=8)
    parser.add_argument("--seed", type=int, help="only this one")
    parser.add_argument("--homes", type=int, default=6)
    args = parser.parse_args()
    seeds = [args.seed] if args.seed is not None else [*ONCE_WRONG, random.randrange(1 << 30)]
    rng = None
    fine = True
    with tempfile.TemporaryDirectory(prefix="vedette-replay-") as top:
        for seed in seeds:
            print(f"# seed {seed}")
            rng = random.Random(seed)
            made = os.path.join(top, "made", str(seed))
            homes = []
            for i in range(args.homes):
                place = os.path.join(made, str(i))
                random_homes.build(place, rng.randrange(1 << 30))
                homes += list(find_homes(place))
            fine &= run_one(args, f"made-up homes", homes, os.path.join(top, "a", str(seed)), rng)
        shared = os.environ.get("VEDETTE_SHARED", "")
        real = os.path.join(shared, "fixtures")
        if shared and os.path.isdir(real):
            copy = os.path.join(top, "real")
            shutil.copytree(real, copy, symlinks=True)
            fine &= run_one(args, "real logs", list(find_homes(copy)), os.path.join(top, "b"), rng)
        else:
            print("ok - real logs # SKIP no shared material")
    print(f"1..{3 * len(seeds) + (3 if shared and os.path.isdir(real) else 1)}")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
