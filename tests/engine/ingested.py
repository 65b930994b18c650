# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests share that let the engine fill a database: running it, and comparing what came of it."""

import os
import sqlite3
import subprocess

NOW = "2026-11-30T12:00:00Z"

# What is the same whenever and however logs were read; row numbers, times of storing and what the
# file system says of a file are not. Nor are quota readings: each look keeps those that were the
# newest then, so whoever looks oftener keeps more.
CONTENT = {
    "conversations": "log, session_id, runtime, home_id, place, line, sequence, changed_at, truncated",
    "messages": "log, line, part, time, role, flags, text",
    "snapshots": "log, sequence, line, time, changes",
    "decisions": "id, log, line, session_id, call, priority, status, revision, created_at,"
                 " updated_at, body",
    "calls": "runtime, key_hash, session_id, home_id, model, time, uncached_input, cache_read,"
             " cache_creation, output, reasoning, total",
    "sessions": "id, runtime, home_id, native_id, parent_id, last_event_at, active,"
                " source_deleted, hex(view)",
    "log_files": 'path, stem, native_id, "offset", head_hash, tail_hash',
}


class Ingest:
    """A running engine; ends with its input."""

    def __init__(self, program, homes, database):
        args = [program, "--now", NOW, "--database", database]
        for runtime, path in homes:
            args += [f"--{runtime}-home", path]
        env = dict(os.environ, G_DEBUG="fatal-warnings")
        self.process = subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)

    def wait_ready(self):
        line = self.process.stdout.readline()
        if line != b"ready\n":
            raise AssertionError(f"the engine ended with {self.process.wait()}")

    def close(self):
        self.process.stdin.close()
        self.process.stdout.read()
        status = self.process.wait()
        if status != 0:
            raise AssertionError(f"the engine ended with {status}")

    def kill(self):
        self.process.kill()
        self.process.stdout.read()
        self.process.wait()
        self.process.stdin.close()


def ingest(program, homes, database):
    engine = Ingest(program, homes, database)
    engine.wait_ready()
    engine.close()


def content(database, tables=CONTENT):
    """Each table's rows, in an order of their own."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        return {table: sorted(connection.execute(f"SELECT {columns} FROM {table}").fetchall(), key=repr)
                for table, columns in CONTENT.items() if table in tables}
    finally:
        connection.close()


def first_difference(p, q):
    p, q = str(p), str(q)
    at = next((i for i, (x, y) in enumerate(zip(p, q)) if x != y), min(len(p), len(q)))
    return f"…{p[max(0, at - 8):at + 24]} and …{q[max(0, at - 8):at + 24]} at {at} of {len(p)} and {len(q)}"


def difference(one, other, limit=5):
    """Words for what differs, or an empty list."""
    words = []
    for table in one:
        a, b = one[table], other[table]
        if a == b:
            continue
        only_a = [row for row in a if row not in set(b)]
        only_b = [row for row in b if row not in set(a)]
        words.append(f"{table}: {len(a)} rows and {len(b)}; {len(only_a)} and {len(only_b)} of their own")
        for x, y in list(zip(only_a, only_b))[:limit]:
            words += [f"  first difference in column {i}: {first_difference(p, q)}"
                      for i, (p, q) in enumerate(zip(x, y)) if p != q]
        for row in only_a[:limit]:
            words.append(f"  - {row!r:.400}")
        for row in only_b[:limit]:
            words.append(f"  + {row!r:.400}")
    return words
