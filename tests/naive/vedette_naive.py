#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A second `usage` and `status`, written from the specification alone, to check vedettectl's numbers."""

import sys

sys.dont_write_bytecode = True  # the source tree stays as it is

import argparse
import json
import os
import re
import time

import naive_base as base
from naive_claude import Claude
from naive_codex import Codex
from naive_quota import account_of, codex_readings, quota_rows, reset_rows

WEEK = 7 * 86400 * base.SECOND


class Reader:
    def __init__(self, args):
        self.diag = base.Diagnostics()
        self.homes = base.homes_of(args.codex_home, args.claude_home)
        self.codex = Codex([h for h in self.homes if h.runtime == "codex"], self.diag)
        self.claude = Claude([h for h in self.homes if h.runtime == "claude"], self.diag)
        self.calls = self.codex.calls + self.claude.calls


def key_of(call, by, zone):
    """"keys: day `YYYY-MM-DD`, native id, model, home id, `total`"."""
    if by == "session":
        return call.row
    if by == "model":
        return call.model
    if by == "home":
        return call.home.id
    if by == "total":
        return "total"
    if call.time is None:
        return None  # "Unknown is `null`"
    return base.datetime_of(call.time).astimezone(zone).strftime("%Y-%m-%d")


def usage(args, zone_name, zone, now):
    since = base.bound_of(args.since, zone, False) if args.since is not None else None
    until = base.bound_of(args.until, zone, True) if args.until is not None else None
    reader = Reader(args)
    calls = reader.calls
    list(codex_readings(reader.codex, reader.diag))  # for their bad values
    if since is not None:
        calls = [call for call in calls if call.time is not None and call.time >= since]
    if until is not None:
        calls = [call for call in calls if call.time is not None and call.time < until]
    groups = {}
    for call in calls:
        groups.setdefault((key_of(call, args.by, zone), call.runtime), []).append(call)
    # "Rows are sorted by key, equal keys by runtime."
    order = sorted(groups, key=lambda pair: (pair[0] or "", pair[1]))
    rows = [{"key": key, "runtime": runtime, **base.sums_of(groups[key, runtime])} for key, runtime in order]
    return {
        "schema": "vedette.usage.v1",
        "generated_at": base.text_of(now),
        "timezone": zone_name,
        "totals": base.sums_of(calls),
        "rows": rows,
        "diagnostics": reader.diag,
    }


def project_of(cwd):
    """"last element of the newest main-chain `cwd` […]; `…/<name>/.claude/worktrees/<x>` gives `<name>`; a
    worktree whose `.git` file can be read gives its repository's root name"."""
    if not cwd:
        return None
    match = re.match(r"(.*?)/\.claude/worktrees/[^/]+", cwd)
    if match:
        return os.path.basename(match.group(1)) or None
    try:
        with open(os.path.join(cwd, ".git"), encoding="utf-8", errors="replace") as file:
            match = re.match(r"gitdir:\s*(.*)/\.git/worktrees/[^/]+\s*\Z", file.read(4096))
            if match:
                return os.path.basename(match.group(1)) or None
    except OSError:
        pass
    return os.path.basename(cwd.rstrip("/")) or None


def tokens_of(session, sessions, reader):
    """"Spend of sub-agents | inside the parent: its `tokens` […]; the child's own entry shows its own part"."""
    if session.runtime == "claude":
        mine = [
            call
            for call in reader.claude.calls
            if call.file is session.file
            or (not session.is_subagent and call.home is session.home and call.row == session.native)
        ]
    else:
        mine = [
            call
            for call in reader.codex.calls
            if call.home is session.home
            and (call.native == session.native or (not session.is_subagent and call.row == session.native))
        ]
    return {**base.sums_of(mine), "complete": session.complete}


def context_of(session):
    out = session.context()
    used, window = out["used_tokens"], out["window_tokens"]
    if out["state"] in ("reported", "assumed") and used is not None and window:
        # "Percent has one decimal, rounded half up"
        tenths = (used * 2000 + window) // (2 * window)
        out["percent"] = tenths / 10
    out["as_of"] = base.text_of(out["as_of"])
    return out


def status(args, zone, now):
    reader = Reader(args)
    sessions = reader.codex.sessions() + reader.claude.sessions()
    accounts = {h.id: account_of(h) for h in reader.homes if h.runtime == "claude"}
    quotas = quota_rows(reader.homes, reader.codex, reader.claude, accounts, sessions, now, zone, reader.diag)
    for row in quotas:
        row["resets_at"] = base.text_of(row["resets_at"])
        row["as_of"] = base.text_of(row["as_of"])
    resets = reset_rows(reader.homes, accounts)
    for row in resets:
        row["as_of"] = base.text_of(row["as_of"])
    listed = sessions
    if not args.all:
        listed = [s for s in sessions if s.last_event is not None and s.last_event >= now - WEEK]
    listed = sorted(listed, key=lambda s: (-(s.last_event or 0), s.native))
    items = [
        {
            "id": base.session_id(session.runtime, session.home, session.native),
            "runtime": session.runtime,
            "native_session_id": session.native,
            "home": session.home.id,
            "project": project_of(session.cwd),
            "parent_session_id": session.parent,
            "is_subagent": session.is_subagent,
            "forked_from": session.forked_from,
            "model": session.model,
            "effort": session.effort,
            "fast": session.fast,
            "provider": session.provider,
            "context": context_of(session),
            "tokens": tokens_of(session, sessions, reader),
            "created_at": base.text_of(session.created),
            "last_event_at": base.text_of(session.last_event),
        }
        for session in listed
    ]
    homes = [
        {"id": h.id, "runtime": h.runtime, "path": h.path, "origin": h.origin, "readable": h.readable}
        for h in reader.homes
    ]
    return {
        "schema": "vedette.status.v1",
        "generated_at": base.text_of(now),
        "homes": homes,
        "sessions": items,
        "quotas": quotas,
        "resets": resets,
        "diagnostics": reader.diag,
    }


def run(argv):
    """The document that a command line asks for."""
    parser = argparse.ArgumentParser(prog="vedette_naive.py", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("usage", "status"):
        command = commands.add_parser(name)
        command.add_argument("--codex-home", action="append", default=[])
        command.add_argument("--claude-home", action="append", default=[])
        command.add_argument("--now")
        command.add_argument("--timezone")
        command.add_argument("--since")
        command.add_argument("--until")
        command.add_argument("--json", action="store_true")
        if name == "usage":
            command.add_argument("--by", default="day", choices=("day", "session", "model", "home", "total"))
        else:
            command.add_argument("--all", action="store_true")
    args = parser.parse_args(argv)
    try:
        zone_name = args.timezone or base.local_zone_name()
        zone = base.zone_named(zone_name)
        now = time.time_ns() // 1000
        if args.now is not None:
            now = base.time_of(args.now)
            if now is None:
                raise base.WrongArguments("no time: " + args.now)
        return usage(args, zone_name, zone, now) if args.command == "usage" else status(args, zone, now)
    except base.WrongArguments as error:
        parser.error(str(error))


if __name__ == "__main__":
    json.dump(run(sys.argv[1:]), sys.stdout, indent=1)
    sys.stdout.write("\n")
