#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Killed at any moment while it stores, the engine loses nothing that a log holds and counts nothing twice.

usage: killed.py INGEST [--seed N]

VEDETTE_SOAK says how often (25)."""

import argparse
import os
import random
import select
import sqlite3
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "naive"))
import ingested
import random_homes
import replay


def is_sound(database):
    if not os.path.exists(database):
        return True
    connection = sqlite3.connect(database)
    try:
        return connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
    finally:
        connection.close()


def without_views(content):
    """What the screen showed last of a session is made anew from the rest at each start."""
    content["sessions"] = [row[:-1] for row in content["sessions"]]
    return content


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ingest")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    args = parser.parse_args()
    times = int(os.environ.get("VEDETTE_SOAK", "25"))
    print(f"# seed {args.seed}, killed {times} times")
    rng = random.Random(args.seed)
    with tempfile.TemporaryDirectory(prefix="vedette-killed-") as top:
        homes = []
        for i in range(8):
            place = os.path.join(top, "made", str(i))
            random_homes.build(place, rng.randrange(1 << 30))
            homes += list(replay.find_homes(place))
        replay.end_lines(homes)
        replay.drop_twins(homes)
        whole = os.path.join(top, "one", "v.sqlite3")
        ingested.ingest(args.ingest, homes, whole)
        want = without_views(ingested.content(whole))

        database = os.path.join(top, "data", "v.sqlite3")
        grower = replay.Grower(homes, rng)
        unsound = []
        n_ready = 0
        for i in range(times):
            engine = ingested.Ingest(args.ingest, homes, database)
            for _ in range(rng.randrange(1, 4)):
                grower.grow(1.0 / (times - i + 1))
            # Anywhere from its first steps to some time after it has read everything.
            moment = rng.random() * 0.25
            ready, _, _ = select.select([engine.process.stdout], [], [], moment)
            if ready and rng.random() < 0.5:
                n_ready += 1
                select.select([], [], [], rng.random() * 0.1)
            engine.kill()
            if not is_sound(database):
                unsound.append(f"after kill {i + 1}")
        grower.grow(1)
        ingested.ingest(args.ingest, homes, database)
        print(f"# {n_ready} of them after all was read")
        fine = replay.check("the database can always be opened", unsound)
        fine &= replay.check("nothing lost, nothing twice",
                             ingested.difference(want, without_views(ingested.content(database))))
    print("1..2")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
