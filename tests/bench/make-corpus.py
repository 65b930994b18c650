#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the logs that the benchmarks read; the same bytes for the same seed.

  make-corpus.py FOLDER [--scale N] [NAME...]

Sets (each a folder with `codex` and `claude` homes, as far as it has them, and `expected.json`):
  main       864,000,000 bytes: 400 Claude and 400 Codex files, 48,000 calls each. Every Claude reply
             stands in three records with the same message id and usage, every Codex count twice.
  one-file   one Claude file of 499,000,000 bytes
  one-line   a Claude file that holds a line of 50 MiB
  one-gib    one Codex file of 1 GiB
  many       10,000 small session files, half of them of each agent
Record kinds, their order and sizes follow what current versions of the agents write; all text is made up.
"""
import argparse
import bisect
import datetime
import hashlib
import json
import os
import random
import shutil
import sys

VERSION = 1
UTC = datetime.timezone.utc
LAST_DAY = datetime.datetime(2026, 11, 29, 8, 0, tzinfo=UTC)
CLAUDE_MODELS = ["claude-opus-4-7", "claude-sonnet-5", "claude-haiku-4-5-20251001"]
CODEX_MODELS = ["gpt-5-codex", "gpt-5.5"]
PROJECTS = ["orchard-api", "tide-tables", "quill", "lamp-post", "river_maps", "attic"]
WORDS = ("the of and to in is that for it as with on be at this have from or by not are but all can out "
         "function return value error buffer length index table import parse record state window token "
         "session module header static const struct pointer test build check commit branch merge file path "
         "line read write open close queue worker thread signal reply request server client socket").split()


class Text:
    """Text that is already escaped for JSON, cut from one block at line ends."""

    def __init__(self, rng, size=2 << 20):
        lines = []
        total = 0
        self.ends = []
        while total < size:
            words = [rng.choice(WORDS) for _ in range(rng.randint(3, 14))]
            kind = rng.random()
            if kind < .25:
                line = "    " * rng.randint(1, 4) + f'{words[0]}_{words[1]} ("{words[2]}", {rng.randint(0, 9999)});'
            elif kind < .35:
                line = f"src/{words[0]}/{words[1]}-{words[2]}.c:{rng.randint(1, 900)}:\t{' '.join(words)}"
            elif kind < .40:
                line = "— " + " ".join(words) + " … naïve café ✓"
            elif kind < .45:
                line = "C:\\build\\" + "\\".join(words[:3])
            else:
                line = " ".join(words)
            escaped = json.dumps(line + "\n", ensure_ascii=False)[1:-1]
            lines.append(escaped)
            total += len(escaped.encode())
            self.ends.append(total)
        self.block = "".join(lines).encode()
        self.rng = rng

    def cut(self, size):
        """Exactly SIZE bytes; what no line fills is blanks."""
        if size <= 0:
            return b""
        half = self.ends[len(self.ends) // 2]
        out = [self.block[:half]] * (size // half)
        size %= half
        start = self.rng.randrange(len(self.ends) // 2)
        begin = self.ends[start]
        stop = bisect.bisect_right(self.ends, begin + size) - 1
        piece = self.block[begin:self.ends[stop]] if stop > start else b""
        return b"".join(out) + piece + b" " * (size - len(piece))


def stamp(time):
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03d}Z"


def hexes(rng, digits):
    return f"{rng.getrandbits(digits * 4):0{digits}x}"


def uuid(rng, version="4"):
    d = hexes(rng, 32)
    return f"{d[:8]}-{d[8:12]}-{version}{d[13:16]}-a{d[17:20]}-{d[20:]}"


def uuid7(rng, time):
    ms = f"{int(time.timestamp() * 1000):012x}"
    d = hexes(rng, 20)
    return f"{ms[:8]}-{ms[8:]}-7{d[:3]}-9{d[3:6]}-{d[6:18]}"


def compact(record):
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()


HOLE = "@@hole@@"


def with_hole(record):
    """A record as two halves around the place where text goes."""
    before, after = compact(record).split(HOLE.encode())
    return before, after


class Log:
    """One file of a given size; what is left over goes into the texts of its calls."""

    def __init__(self, rng, text, start):
        self.rng, self.text, self.time = rng, text, start
        self.parts = []     # bytes, or the number of a hole
        self.holes = []     # weights
        self.counted = {"calls": 0, "uncached_input_tokens": 0, "cache_read_tokens": 0, "cache_creation_tokens": 0,
                        "output_tokens": 0}

    def tick(self, low, high):
        self.time += datetime.timedelta(milliseconds=self.rng.randint(low, high))
        return stamp(self.time)

    def line(self, record, weight=None):
        if weight is None:
            self.parts.append(compact(record) + b"\n")
            return
        before, after = with_hole(record)
        self.parts.append(before)
        self.parts.append(len(self.holes))
        self.holes.append(weight)
        self.parts.append(after + b"\n")

    def save(self, path, size, copies=None):
        """COPIES: holes (by number) that must hold what another one holds."""
        copies = copies or {}
        originals = set(copies.values())
        fixed = sum(len(p) for p in self.parts if isinstance(p, bytes))
        room = size - fixed
        if room < 0:
            raise ValueError(f"{path}: {fixed} bytes are needed, {size} wanted")
        shares = [0 if n in copies else w * (2 if n in originals else 1) for n, w in enumerate(self.holes)]
        scale = room / sum(shares)
        lengths = [0 if n in copies else int(w * scale) for n, w in enumerate(self.holes)]
        for copy, original in copies.items():
            lengths[copy] = lengths[original]
        lengths[next(n for n in reversed(range(len(lengths))) if n not in copies and n not in originals)] += \
            room - sum(lengths)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        texts = {}
        with open(path, "wb", buffering=1 << 20) as out:
            for part in self.parts:
                if isinstance(part, bytes):
                    out.write(part)
                elif part in copies:
                    out.write(texts.pop(copies[part]))
                else:
                    text = self.text.cut(lengths[part])
                    if part in originals:
                        texts[part] = text
                    out.write(text)
        when = self.time.timestamp()
        os.utime(path, (when, when))
        if os.path.getsize(path) != size:
            raise ValueError(f"{path}: wrong size")


class ClaudeLog(Log):
    def __init__(self, rng, text, start, project):
        super().__init__(rng, text, start)
        self.session = uuid(rng)
        self.cwd = "/home/dev/src/" + project
        self.model = rng.choice(CLAUDE_MODELS)
        self.last = None
        self.context = 0

    def path(self, home):
        return os.path.join(home, "projects", self.cwd.replace("/", "-").replace("_", "-"), self.session + ".jsonl")

    def record(self, kind, time, **fields):
        own = uuid(self.rng)
        record = {"parentUuid": self.last, "isSidechain": False, "type": kind, **fields, "uuid": own, "timestamp": time,
                  "userType": "external", "entrypoint": "cli", "cwd": self.cwd, "sessionId": self.session,
                  "version": "2.1.332", "gitBranch": "main"}
        self.last = own
        return record

    def prompt(self):
        time = self.tick(20_000, 600_000)
        self.line({"type": "file-history-snapshot", "messageId": uuid(self.rng), "snapshot": {
            "messageId": uuid(self.rng), "trackedFileBackups": {}, "timestamp": time}, "isSnapshotUpdate": False})
        self.line(self.record("user", time, message={"role": "user", "content": HOLE}, origin={"kind": "human"},
                              promptSource="typed"), .12)
        self.line(self.record("attachment", time, attachment={"type": "skill_listing", "content": HOLE}), .25)

    def call(self, last):
        """One reply in three records: thinking, text, tool; all with the same usage."""
        self.context = self.context + self.rng.randint(400, 6000) if self.context < 170_000 else 21_000
        read = int(self.context * self.rng.uniform(.85, .99))
        usage = {"input_tokens": self.rng.randint(1, 12), "cache_creation_input_tokens": self.context - read,
                 "cache_read_input_tokens": read, "output_tokens": self.rng.randint(20, 2400),
                 "server_tool_use": {"web_search_requests": 0, "web_fetch_requests": 0}, "service_tier": "standard",
                 "cache_creation": {"ephemeral_1h_input_tokens": 0, "ephemeral_5m_input_tokens": self.context - read},
                 "inference_geo": "not_available", "iterations": [], "speed": "standard"}
        name, request, tool = hexes(self.rng, 24), hexes(self.rng, 24), "toolu_" + hexes(self.rng, 22)
        blocks = [({"type": "thinking", "thinking": "", "signature": HOLE}, .3),
                  ({"type": "text", "text": HOLE}, self.rng.uniform(.05, .5))]
        if last:
            blocks.append(({"type": "text", "text": HOLE}, .2))
        else:
            blocks.append(({"type": "tool_use", "id": tool, "name": self.rng.choice(["Bash", "Read", "Edit", "Grep"]),
                            "input": {"command": HOLE, "description": "Look at it"}}, self.rng.uniform(.05, .6)))
        for index, (block, weight) in enumerate(blocks):
            self.line(self.record("assistant", self.tick(200, 4000), message={
                "id": "msg_" + name, "type": "message", "role": "assistant", "model": self.model, "content": [block],
                "stop_reason": "end_turn" if last else "tool_use", "stop_sequence": None, "usage": usage},
                apiBlockIndex=index, requestId="req_" + request), weight)
        counted = self.counted
        counted["calls"] += 1
        counted["uncached_input_tokens"] += usage["input_tokens"]
        counted["cache_read_tokens"] += read
        counted["cache_creation_tokens"] += self.context - read
        counted["output_tokens"] += usage["output_tokens"]
        if last:
            self.line(self.record("system", self.tick(5, 50), subtype="turn_duration", durationMs=41000, isMeta=False))
        else:
            # Most results are short, a few are very long: files that were read, builds.
            weight = self.rng.lognormvariate(0, 1.3)
            self.line(self.record("user", self.tick(50, 9000), message={"role": "user", "content": [
                {"tool_use_id": tool, "type": "tool_result", "content": HOLE, "is_error": False}]}), weight)

    def fill(self, calls):
        """COPIES is empty: Claude writes each text once."""
        left = calls
        while left:
            turn = min(left, self.rng.randint(4, 22))
            self.prompt()
            for number in range(turn):
                self.call(number + 1 == turn)
            left -= turn
        return {}


class CodexLog(Log):
    WINDOW = 272000

    def __init__(self, rng, text, start, project):
        super().__init__(rng, text, start)
        self.id = uuid7(rng, start)
        self.start = start
        self.cwd = "/home/dev/src/" + project
        self.model = rng.choice(CODEX_MODELS)
        self.total = [0, 0, 0, 0]
        self.context = 0
        self.turn = None
        self.copies = {}

    def path(self, home):
        return os.path.join(home, "sessions", self.start.strftime("%Y/%m/%d"),
                            self.start.strftime("rollout-%Y-%m-%dT%H-%M-%S-") + self.id + ".jsonl")

    def event(self, kind, payload, weight=None, time=None):
        self.line({"timestamp": time or stamp(self.time), "type": kind, "payload": payload}, weight)
        return len(self.holes) - 1

    def head(self):
        self.event("session_meta", {
            "id": self.id, "session_id": self.id, "timestamp": stamp(self.start), "cwd": self.cwd,
            "originator": "codex-tui", "cli_version": "0.142.5", "source": "cli", "thread_source": "user",
            "model_provider": "openai", "base_instructions": {"text": self.text.cut(9000).decode("utf-8", "ignore")},
            "git": {"commit_hash": hexes(self.rng, 40), "branch": "main"}})

    def prompt(self):
        time = self.tick(20_000, 600_000)
        self.turn = uuid7(self.rng, self.time)
        self.event("event_msg", {"type": "task_started", "turn_id": self.turn, "started_at": int(self.time.timestamp()),
                                 "model_context_window": self.WINDOW, "collaboration_mode_kind": "default"})
        self.event("turn_context", {"turn_id": self.turn, "cwd": self.cwd, "approval_policy": "on-request",
                                    "sandbox_policy": {"type": "workspace-write", "network_access": False},
                                    "model": self.model, "effort": "high", "summary": "auto",
                                    "developer_instructions": HOLE}, .4, time)
        said = self.event("response_item", {"type": "message", "role": "user",
                                            "content": [{"type": "input_text", "text": HOLE}]}, .08)
        self.copies[self.event("event_msg", {"type": "user_message", "message": HOLE, "images": [], "local_images": [],
                                             "text_elements": []}, .08)] = said

    def call(self, last):
        self.context = self.context + self.rng.randint(400, 6000) if self.context < 250_000 else 24_000
        cached = int(self.context * self.rng.uniform(.7, .98)) // 128 * 128
        output = self.rng.randint(20, 2400)
        usage = [self.context, cached, output, output // 3]
        self.total = [a + b for a, b in zip(self.total, usage)]
        self.event("response_item", {"type": "reasoning", "summary": [], "content": None, "encrypted_content": HOLE}, .35,
                   self.tick(300, 6000))
        counted = self.counted
        counted["calls"] += 1
        counted["uncached_input_tokens"] += self.context - cached
        counted["cache_read_tokens"] += cached
        counted["output_tokens"] += output
        if last:
            said = self.event("event_msg", {"type": "agent_message", "message": HOLE, "phase": "final_answer"}, .2)
            self.copies[self.event("response_item", {"type": "message", "role": "assistant", "content": [
                {"type": "output_text", "text": HOLE}], "phase": "final_answer"}, .2)] = said
        else:
            tool = "call_" + hexes(self.rng, 24)
            self.event("response_item", {"type": "function_call", "name": "exec_command", "arguments":
                                         '{"cmd":"sed -n 1,200p ' + HOLE + '"}', "call_id": tool}, .02)
            self.event("response_item", {"type": "function_call_output", "call_id": tool, "output": HOLE},
                       self.rng.lognormvariate(0, 1.3), self.tick(50, 9000))
        count = {"type": "token_count", "info": {"total_token_usage": self.numbers(self.total),
                                                 "last_token_usage": self.numbers(usage),
                                                 "model_context_window": self.WINDOW},
                 "rate_limits": {"limit_id": "codex", "limit_name": None, "primary": {
                     "used_percent": float(self.rng.randint(1, 95)), "window_minutes": 300,
                     "resets_at": int(self.time.timestamp()) + 9000}, "secondary": {
                     "used_percent": float(self.rng.randint(1, 95)), "window_minutes": 10080,
                     "resets_at": int(self.time.timestamp()) + 300000}, "credits": None, "plan_type": "pro"}}
        self.event("event_msg", count, time=self.tick(1, 9))
        self.event("event_msg", count, time=self.tick(1, 9))
        if last:
            self.event("event_msg", {"type": "task_complete", "turn_id": self.turn, "last_agent_message": None,
                                     "completed_at": int(self.time.timestamp()), "duration_ms": 41000})

    @staticmethod
    def numbers(usage):
        prompt, cached, output, reasoning = usage
        return {"input_tokens": prompt, "cached_input_tokens": cached, "output_tokens": output,
                "reasoning_output_tokens": reasoning, "total_tokens": prompt + output}

    def fill(self, calls):
        self.head()
        left = calls
        while left:
            turn = min(left, self.rng.randint(4, 22))
            self.prompt()
            for number in range(turn):
                self.call(number + 1 == turn)
            left -= turn
        return self.copies


def shares(rng, count, total, least, spread):
    """COUNT whole numbers that add up to TOTAL, none below LEAST, of very different size."""
    weights = [rng.lognormvariate(0, spread) for _ in range(count)]
    room = total - least * count
    out = [least + int(room * w / sum(weights)) for w in weights]
    out[0] += total - sum(out)
    return out


def add(total, part):
    for key, value in part.items():
        total[key] = total.get(key, 0) + value


def make_logs(rng, text, folder, counts, total_bytes, days, least_call=5600, least_file=24000):
    """Logs of both agents (numbers of files and calls in COUNTS) that have TOTAL_BYTES together."""
    plan = []
    for kind, (files, calls) in counts.items():
        plan += [(kind, n) for n in shares(rng, files, calls, max(1, calls // files // 8), .9)]
    room = total_bytes - sum(n * least_call + least_file for _, n in plan)
    if room < 0:
        raise ValueError("too many calls for so few bytes")
    all_calls = sum(n for _, n in plan)
    sizes = [n * least_call + least_file + int(room * n / all_calls) for _, n in plan]
    sizes[-1] += total_bytes - sum(sizes)
    expected = {}
    for (kind, calls), size in zip(plan, sizes):
        start = LAST_DAY - datetime.timedelta(days=rng.randrange(days), seconds=rng.randrange(36000))
        make = ClaudeLog if kind == "claude" else CodexLog
        log = make(rng, text, start, rng.choice(PROJECTS))
        copies = log.fill(calls)
        log.save(log.path(os.path.join(folder, kind)), size, copies)
        add(expected, log.counted)
    return expected


def make_main(rng, text, folder, scale):
    files, calls = 400 // scale, 48000 // scale
    return make_logs(rng, text, folder, {"claude": (files, calls), "codex": (files, calls)}, 864_000_000 // scale, 60)


def make_one_file(rng, text, folder, scale):
    return make_logs(rng, text, folder, {"claude": (1, 55_000 // scale)}, 499_000_000 // scale, 1)


def make_one_gib(rng, text, folder, scale):
    return make_logs(rng, text, folder, {"codex": (1, 90_000 // scale)}, (1 << 30) // scale, 1)


def make_one_line(rng, text, folder, scale):
    log = ClaudeLog(rng, text, LAST_DAY, "attic")
    log.fill(40)
    # The weight of the long result leaves nothing worth speaking of to the others.
    log.line(log.record("user", log.tick(50, 90), message={"role": "user", "content": [
        {"tool_use_id": "toolu_long", "type": "tool_result", "content": HOLE, "is_error": False}]}), 1e7)
    log.fill(40)
    log.save(log.path(os.path.join(folder, "claude")), (50 << 20) // scale + 700_000)
    return log.counted


def make_many(rng, text, folder, scale):
    count = 5000 // scale
    return make_logs(rng, text, folder, {"claude": (count, count * 2), "codex": (count, count * 2)},
                     count * 2 * 44_000, 90, least_call=6000, least_file=24000)


SETS = {"main": make_main, "one-file": make_one_file, "one-line": make_one_line, "one-gib": make_one_gib,
        "many": make_many}


def make(top, name, scale):
    folder = os.path.join(top, name if scale == 1 else f"{name}-{scale}")
    done = os.path.join(folder, "expected.json")
    with open(os.path.abspath(__file__), "rb") as own:
        key = hashlib.sha256(own.read()).hexdigest()[:16]
    if os.path.exists(done):
        with open(done, encoding="utf-8") as old:
            if json.load(old).get("made_by") == key:
                return folder
    print(f"make-corpus: {name}", file=sys.stderr, flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    rng = random.Random(f"vedette-{VERSION}-{name}-{scale}")
    expected = SETS[name](rng, Text(rng), folder, scale)
    with open(done, "w", encoding="utf-8") as out:
        json.dump({"made_by": key, "expected": expected}, out)
    return folder


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--scale", type=int, default=1, help="make everything N times smaller")
    parser.add_argument("names", nargs="*", metavar="NAME", help="sets to make (all)")
    options = parser.parse_intermixed_args()
    for name in options.names or SETS:
        print(make(options.folder, name, options.scale))


if __name__ == "__main__":
    main()
