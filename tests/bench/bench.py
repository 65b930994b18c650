#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Time vedettectl on made-up logs, beside a peer where it can be had, and print a table.

Each figure is the median of some runs with a warm page cache; the two programs take turns. Totals are
compared with what the logs were made to hold. Exits 1 when ours are wrong.
"""
import argparse
import datetime
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PEER = "ccusage@20.0.24"
NOW = "2026-11-30T11:14:00+00:00"
NUMBERS = {"uncached_input_tokens": "inputTokens", "cache_read_tokens": "cacheReadTokens",
           "cache_creation_tokens": "cacheCreationTokens", "output_tokens": "outputTokens"}
ABOUT = {"main": "800 files, 864 MB, 96,000 calls", "one-file": "one Claude file of 499 MB",
         "one-line": "a line of 50 MiB", "one-gib": "one Codex file of 1 GiB", "many": "10,000 small files"}


def note(*words):
    print("bench:", *words, file=sys.stderr, flush=True)


def corpus(cache, names, scale):
    done = subprocess.run([sys.executable, os.path.join(HERE, "make-corpus.py"), "--scale", str(scale), cache, *names],
                          stdout=subprocess.PIPE, text=True, check=True)
    return dict(zip(names, done.stdout.split()))


def peer_program(cache):
    """The peer's own program, fetched once; None where that does not work."""
    folder = os.path.join(cache, "peer")

    def find():
        for place, _, files in os.walk(os.path.join(folder, "node_modules", "@ccusage")):
            if os.path.basename(place) == "bin" and "ccusage" in files:
                return os.path.join(place, "ccusage")
        return None

    if find() is None:
        if shutil.which("npm") is None:
            note("npm is not installed, so there is no peer to compare with")
            return None
        note("fetching", PEER)
        done = subprocess.run(["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error",
                               "--ignore-scripts", PEER], stdout=sys.stderr, check=False)
        if done.returncode or find() is None:
            note("it could not be fetched, so there is no peer to compare with")
            return None
    program = find()
    os.chmod(program, 0o755)
    return program


def warm(folder):
    """Every byte into the page cache."""
    for place, _, files in os.walk(folder):
        for name in files:
            with open(os.path.join(place, name), "rb", buffering=0) as log:
                while log.read(1 << 22):
                    pass


class Program:
    def __init__(self, name, command, environment):
        self.name, self.command, self.environment = name, command, environment
        self.wall, self.cpu, self.memory, self.output = [], [], [], b""

    def run(self, folder):
        """One run; the clock and the peak memory come from time(1), which is small itself."""
        figures = os.path.join(folder, "figures")
        begun = time.perf_counter()
        done = subprocess.run(["time", "-f", "%U %S %M", "-o", figures, *self.command], env=self.environment,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False)
        wall = time.perf_counter() - begun
        if done.returncode:
            raise RuntimeError(f"{self.name}: exit {done.returncode}: {done.stderr.decode('utf-8', 'replace')[-400:]}")
        with open(figures, encoding="utf-8") as lines:
            user, system, peak = lines.read().split("\n")[-2].split()
        self.wall.append(wall)
        self.cpu.append(float(user) + float(system))
        self.memory.append(int(peak) / 1024)
        self.output = done.stdout

    def median(self):
        return statistics.median(self.wall), statistics.median(self.cpu), max(self.memory)


def bare(**more):
    return {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC", **more}


def ours(ctl, homes, empty, *command):
    words = [ctl, *command, "--json", "--now", NOW, "--timezone", "UTC"]
    for kind, path in homes.items():
        words += [f"--{kind}-home", path]
    return Program("vedettectl", words, bare(HOME=empty))


def theirs(program, homes, empty):
    names = {"codex": "CODEX_HOME", "claude": "CLAUDE_CONFIG_DIR"}
    return Program("ccusage", [program, "daily", "--json", "--offline", "--timezone", "UTC"],
                   bare(HOME=empty, **{names[kind]: path for kind, path in homes.items()}))


def agree(got, expected, names):
    return all(int(got.get(names[key]) or 0) == expected.get(key, 0) for key in NUMBERS)


def measure(programs, runs, scratch):
    for number in range(runs):
        order = programs if number % 2 == 0 else programs[::-1]
        for program in order:
            program.run(scratch)


def seconds(value):
    return f"{value * 1000:.0f} ms" if value < 1 else f"{value:.2f} s"


def row_of(what, mine, peer, verdict):
    wall, cpu, memory = mine.median()
    row = [what, seconds(wall), seconds(cpu), f"{memory:.0f} MiB"]
    if peer:
        their_wall, their_cpu, their_memory = peer.median()
        row += [seconds(their_wall), seconds(their_cpu), f"{their_memory:.0f} MiB", f"{their_wall / wall:.1f}×"]
    else:
        row += ["–", "–", "–", "–"]
    return row + [verdict]


def bench_set(name, folder, ctl, program, runs, scratch):
    with open(os.path.join(folder, "expected.json"), encoding="utf-8") as made:
        expected = json.load(made)["expected"]
    homes = {kind: os.path.join(folder, kind) for kind in ("codex", "claude")
             if os.path.isdir(os.path.join(folder, kind))}
    note(ABOUT[name])
    warm(folder)
    mine = ours(ctl, homes, scratch, "usage")
    peer = theirs(program, homes, scratch) if program else None
    try:
        measure([mine] + ([peer] if peer else []), runs, scratch)
    except RuntimeError as error:
        if not str(error).startswith("ccusage"):
            raise
        note(error)
        peer = None
        mine.wall, mine.cpu, mine.memory = [], [], []
        measure([mine], runs, scratch)
    totals = json.loads(mine.output)["totals"]
    right = agree(totals, expected, {key: key for key in NUMBERS}) and totals["calls"] == expected["calls"]
    if not right:
        note(f"WRONG totals: {totals}, made: {expected}")
    verdict = "right" if right else "**wrong**"
    if peer:
        same = agree(json.loads(peer.output)["totals"], expected, NUMBERS)
        verdict += ", peer's agree" if same else ", peer's differ"
    rows = [row_of(f"`usage`, {ABOUT[name]}", mine, peer, verdict)]
    if name in ("main", "many"):
        state = ours(ctl, homes, scratch, "status")
        measure([state], runs, scratch)
        rows.append(row_of(f"`status`, {ABOUT[name]}", state, None, ""))
    return rows, right


def bench_live(build, folder, idle, scratch):
    """The live engine on a copy, since it appends to a log: what it prints, a line a figure."""
    note("the live engine,", ABOUT["many"])
    copy = os.path.join(scratch, "live")
    shutil.copytree(folder, copy)
    logs = sorted(os.path.join(place, name) for place, _, names in os.walk(os.path.join(copy, "claude"))
                  for name in names if name.endswith(".jsonl"))
    done = subprocess.run(
        [os.path.join(build, "tests/engine/bench-engine"), "--codex-home", os.path.join(copy, "codex"),
         "--claude-home", os.path.join(copy, "claude"), "--append-to", logs[0], "--idle", str(idle)],
        env=bare(HOME=scratch, GIO_USE_VFS="local", GSETTINGS_BACKEND="memory"), stdout=subprocess.PIPE, text=True,
        check=True)
    shutil.rmtree(copy)
    return done.stdout.splitlines()


def machine():
    model = platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            model = next(x.split(":", 1)[1].strip() for x in lines if x.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, help="a release build")
    parser.add_argument("--cache", required=True, help="where the logs and the peer are kept")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--scale", type=int, default=1, help="logs N times smaller, to try the bench itself")
    parser.add_argument("--idle", type=int, default=60, metavar="SECONDS", help="how long the live engine does nothing")
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument("names", nargs="*", metavar="SET", help=f"of {', '.join(ABOUT)} (all)")
    options = parser.parse_args()
    names = options.names or list(ABOUT)
    ctl = os.path.abspath(os.path.join(options.build, "src/cli/vedettectl"))
    if not os.access(ctl, os.X_OK):
        sys.exit(f"bench: there is no {ctl}")
    os.makedirs(options.cache, exist_ok=True)
    folders = corpus(options.cache, names, options.scale)
    program = None if options.no_peer else peer_program(options.cache)

    rows, live, right = [], [], True
    with tempfile.TemporaryDirectory(prefix="vedette-bench-") as scratch:
        for name in names:
            more, good = bench_set(name, folders[name], ctl, program, options.runs, scratch)
            rows += more
            right = right and good
            if name == "many":
                live = bench_live(options.build, folders[name], options.idle, scratch)
    if options.scale != 1:
        print(f"Scale 1/{options.scale}: not for the README.\n")
    print(f"{machine()}; {datetime.date.today().isoformat()}; median of {options.runs} runs, warm page cache; "
          f"peer: {PEER if program else 'none'}.\n")
    print("| what | time | CPU | peak | peer's time | peer's CPU | peer's peak | ratio | totals |")
    print("|---|---|---|---|---|---|---|---|---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    if live:
        print(f"\nThe live engine, {ABOUT['many']}:\n")
        for line in live:
            print(f"- {line}")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
