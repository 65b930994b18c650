# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small made-up homes of both runtimes, the same ones for the same seed.

They hold what real homes hold at their worst: repeats, copies, forks, sub-agents, segments, backups, torn and
glued lines, times out of order, odd numbers. They keep to what the rulings decide: where a ruling leaves an
answer open, nothing is made that would ask for it.
"""

import copy
import datetime
import json
import os
import random
import shutil
import subprocess

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
START = 1_792_000_000_000  # milliseconds; 14 October 2026
NOW = "2026-10-20T12:00:00Z"
NOW_MS = 1_792_497_600_000
ZONES = ("UTC", "America/New_York", "Asia/Kolkata", "Pacific/Kiritimati")
WORDS = "add retry parser index ledger cache queue probe gate fence colour label".split()
ODD = (-5, 1.5, "12", True, 1e300, 2**63, [], {})


def stamp(ms):
    when = EPOCH + datetime.timedelta(milliseconds=ms)
    return when.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (ms % 1000)


def line_of(data):
    return json.dumps(data, separators=(",", ":")).encode()


class Maker:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.words = 0

    def chance(self, p):
        return self.rng.random() < p

    def hex(self, n):
        return "%0*x" % (n, self.rng.getrandbits(4 * n))

    def uuid7(self, ms):
        t = "%012x" % ms
        return "%s-%s-7%s-9%s-%s" % (t[:8], t[8:], self.hex(3), self.hex(3), self.hex(12))

    def uuid4(self):
        return "%s-%s-4%s-a%s-%s" % (self.hex(8), self.hex(4), self.hex(3), self.hex(3), self.hex(12))

    def said(self):
        self.words += 1
        return "%s %s %d" % (self.rng.choice(WORDS), self.rng.choice(WORDS), self.words)

    # ------------------------------------------------------------ damage

    def bytes_of(self, lines, tear):
        """The lines as a file: what damages it loses nothing, unless `tear`."""
        out = b""
        end = b"\r\n" if self.chance(0.05) else b"\n"
        if self.chance(0.03):
            out += b"\xef\xbb\xbf"
        for data in lines:
            raw = line_of(data)
            if self.chance(0.02):
                out += end if self.chance(0.5) else b"  " + end
            if self.chance(0.02) and data is not lines[-1]:
                out += raw[: self.rng.randrange(2, max(3, len(raw) // 2))]  # torn, glued to the next one
                if self.chance(0.5):
                    out += end
            if self.chance(0.01):
                out += b"\0" * self.rng.randrange(1, 50)
            if self.chance(0.01):
                out += self.rng.choice((b"nonsense", b"\xff\xfe\xff", b"{", b'{"type":')) + end
            if tear and self.chance(0.01):
                raw = raw[: len(raw) // 2]
            out += raw
            # Two records on one line; never in a last line without a newline, where the rulings say no word.
            out += b" " if self.chance(0.01) and data is not lines[-1] else end
        if self.chance(0.1) and out.endswith(end + line_of(lines[-1]) + end):
            out = out[: -len(end)]
        elif self.chance(0.1):
            out += b'{"timestamp":"2026-10-1'
        return out


# ---------------------------------------------------------------- Codex

FIELDS = ("input_tokens", "cached_input_tokens", "output_tokens", "reasoning_output_tokens", "total_tokens")


class Thread:
    def __init__(self, maker, at, like=None, **meta):
        self.maker = maker
        rng = maker.rng
        self.clock = at
        self.id = maker.uuid7(at)
        self.file_id = self.id
        self.segment_of = None
        self.dialect = like.dialect if like else rng.choice(("plain", "turns", "turns", "paginated", "records"))
        self.lines = []
        self.turn_ends = []  # how many lines there were after each turn
        self.totals_at = {0: [dict.fromkeys(FIELDS, 0)]}  # the counters after so many lines
        self.counters = [dict.fromkeys(FIELDS, 0)]
        self.current = 0
        self.writes_cache = rng.random() < 0.2
        self.ordinal = 0
        self.began = at
        self.meta = {"id": self.id, "timestamp": stamp(at), "cwd": "/home/dev/src/" + rng.choice(WORDS)}
        self.meta.update(source="cli", model_provider="openai", cli_version="0.1")
        if self.dialect in ("paginated", "records"):
            self.meta["history_mode"] = "paginated"
        if self.dialect != "plain":
            self.meta["session_id"] = self.id
        self.meta.update(meta)
        self.gone = False
        self.parent = None
        self.root = self
        self.how = None  # how the parent's lines were copied
        self.spent = []  # the total of each call this thread really made
        self.usages = []  # the same with the line it stands after
        self.mimic = None  # the usage that the next call has to have
        self.with_meta()

    def with_meta(self):
        self.put("session_meta", self.meta, self.began)

    def put(self, kind, payload, at=None):
        line = {"timestamp": stamp(self.clock if at is None else at), "type": kind, "payload": payload}
        if self.dialect in ("paginated", "records"):
            line["ordinal"] = self.ordinal
            self.ordinal += 1
        self.lines.append(line)
        self.totals_at[len(self.lines)] = copy.deepcopy(self.counters)

    def name(self):
        when = EPOCH + datetime.timedelta(milliseconds=self.began)
        ids = self.id if self.file_id == self.id else self.id + "_" + self.file_id
        return "rollout-%s-%s.jsonl" % (when.strftime("%Y-%m-%dT%H-%M-%S"), ids)

    def limits(self):
        rng = self.maker.rng
        if rng.random() < 0.4:
            return None
        reset = self.clock // 1000 + rng.randrange(-3600, 400000)
        first = {"used_percent": rng.randrange(0, 1010) / 10, "window_minutes": rng.choice((300, 299, 10080, 43200))}
        first["resets_at"] = rng.choice((reset, reset, None))
        second = rng.choice((None, {"used_percent": rng.randrange(0, 100), "window_minutes": 1440, "resets_at": reset}))
        limits = {"primary": rng.choice((first, first, None)), "secondary": second}
        limits["plan_type"] = rng.choice(("pro", None))
        bucket = rng.choice(("codex", "codex", None, "codex_other"))
        if bucket:
            limits["limit_id"] = bucket
        return limits

    def count(self, info):
        self.put("event_msg", {"type": "token_count", "info": info, "rate_limits": self.limits()})

    def call(self, turn):
        rng = self.maker.rng
        if len(self.counters) > 1:
            self.current = rng.randrange(len(self.counters))
        total = self.counters[self.current]
        size = rng.randrange(200, 4000)
        least = min((c["total_tokens"] for c in self.counters if c["total_tokens"]), default=0)
        fresh = least > 500 and rng.random() < 0.08
        if fresh:
            # A drop: the counter restarts, or a second writer comes in with its own.
            size = rng.randrange(100, least // 3)
            if rng.random() < 0.5 or len(self.counters) > 1:
                total = self.counters[self.current] = dict.fromkeys(FIELDS, 0)
            else:
                self.current = len(self.counters)
                total = dict.fromkeys(FIELDS, 0)
                self.counters.append(total)
        last = {"input_tokens": size, "cached_input_tokens": rng.randrange(0, size)}
        last["output_tokens"] = rng.randrange(1, 40 + size // 10)
        last["reasoning_output_tokens"] = rng.randrange(0, last["output_tokens"])
        last["total_tokens"] = last["input_tokens"] + last["output_tokens"]
        if self.mimic and not fresh:
            last, self.mimic = dict(self.mimic), None
        self.usages.append((len(self.lines), None if fresh else dict(last)))
        self.spent.append(last["total_tokens"])
        for field in FIELDS:
            total[field] += last[field]
        written = copy.deepcopy(total)
        if self.writes_cache:
            last["cache_write_input_tokens"] = 0
            written["cache_write_input_tokens"] = 0
        self.clock += rng.randrange(1, 120_000)
        records = self.dialect == "records" or (self.dialect == "paginated" and len(self.lines) > 12)
        if records:
            self.dialect = "records"
            payload = {"thread_id": self.id, "response_id": "resp_" + self.maker.hex(8), "usage": last}
            if turn:
                payload["turn_id"] = turn
            payload["thread_token_usage"] = written
            self.put("token_usage_record", payload)
            if rng.random() < 0.1:
                return
        info = {"total_token_usage": written, "last_token_usage": last, "model_context_window": 272000}
        if len(self.counters) == 1 and not fresh and rng.random() < 0.12:
            info["last_token_usage"] = None  # then the line before it tells
        self.count(info)
        while rng.random() < 0.25:
            self.clock += rng.randrange(1, 5000)
            self.count(copy.deepcopy(info) if rng.random() < 0.7 else None)

    def turn(self):
        maker, rng = self.maker, self.maker.rng
        self.clock += rng.randrange(2_000, 4_000_000)
        turn = maker.uuid7(self.clock) if self.dialect != "plain" else None
        if turn and rng.random() < 0.7:
            self.put("event_msg", {"type": "task_started", "turn_id": turn, "model_context_window": 272000})
        context = {"cwd": self.meta["cwd"], "model": rng.choice(("gpt-5.5", "gpt-5.2-codex")), "effort": "medium"}
        if turn:
            context["turn_id"] = turn
        self.put("turn_context", context)
        said = maker.said()
        if self.dialect in ("paginated", "records"):
            item = {"type": "UserMessage", "id": maker.hex(6), "content": [{"type": "text", "text": said}]}
            self.put("event_msg", {"type": "item_completed", "thread_id": self.id, "turn_id": turn, "item": item})
        else:
            self.put("event_msg", {"type": "user_message", "message": said, "images": []})
        for _ in range(rng.choice((0, 1, 1, 2, 3))):
            self.call(turn)
        if rng.random() < 0.1:
            settings = {"model": rng.choice(("gpt-5.5", "gpt-6")), "service_tier": rng.choice((None, "priority"))}
            self.put("event_msg", {"type": "thread_settings_applied", "thread_settings": settings})
        if rng.random() < 0.08:
            self.put("compacted", {"message": "Summary.", "replacement_history": []})
        if turn:
            self.clock += 50
            self.put("event_msg", {"type": "task_complete", "turn_id": turn, "last_agent_message": None})
        self.turn_ends.append(len(self.lines))

    def take_over(self, other, cut):
        """The counters as the other thread left them after so many lines."""
        self.counters = copy.deepcopy(other.totals_at[cut])
        self.current = 0

    def copy_lines(self, parent, cut, how):
        """The parent's lines, as a fork writes them."""
        rng = self.maker.rng
        at = self.began + 5
        if how == "spread":
            at = self.began + 3000
        for line in parent.lines[:cut]:
            line = copy.deepcopy(line)
            if how != "kept":
                line["timestamp"] = stamp(at)
                at += rng.randrange(0, 3) if how == "at once" else rng.randrange(500, 7000)
            if "ordinal" in line or self.dialect in ("paginated", "records"):
                line["ordinal"] = self.ordinal
                self.ordinal += 1
            self.lines.append(line)
        self.clock = max(self.clock, at) + 1500
        self.take_over(parent, cut)
        self.totals_at[len(self.lines)] = copy.deepcopy(self.counters)


def fork(maker, parent, at):
    rng = maker.rng
    cut = rng.choice(parent.turn_ends)
    child = Thread(maker, max(at, parent.clock + 2000), like=parent, forked_from_id=parent.id)
    child.parent = parent
    if "history_base" in parent.meta or (parent.dialect in ("paginated", "records") and rng.random() < 0.6):
        based(child, parent, cut)
    else:
        child.how = rng.choice(("at once", "spread", "kept"))
        child.copy_lines(parent, cut, child.how)
        after = [usage for line, usage in parent.usages if line >= cut]
        if after and after[0] and len(child.counters) == 1 and rng.random() < 0.4:
            child.mimic = after[0]  # its own first turn looks like the parent's next
        for _ in range(rng.randrange(0, 3)):
            child.turn()
    return child


def based(child, parent, cut):
    """A fork or a segment that holds its own lines alone."""
    ordinal = parent.lines[cut - 1]["ordinal"] + 1
    offset = sum(len(line_of(line)) + 1 for line in parent.lines[:cut])
    child.lines.clear()
    child.meta["history_base"] = {"thread_id": parent.file_id, "end_ordinal_exclusive": ordinal}
    child.meta["history_base"]["end_byte_offset"] = offset
    child.meta["history_mode"] = "paginated"
    child.ordinal = ordinal
    child.take_over(parent, cut)
    child.with_meta()
    for _ in range(child.maker.rng.randrange(1, 3)):
        child.turn()


def segment(maker, parent, at):
    """What a revert writes: the same thread goes on from an earlier turn in a file of its own."""
    cut = maker.rng.choice(parent.turn_ends)
    child = Thread(maker, max(at, parent.clock + 2000), like=parent)
    child.segment_of = parent
    child.root = parent.root
    child.file_id = maker.uuid7(child.began)
    child.id = parent.id
    child.meta["id"] = parent.id
    child.meta["session_id"] = parent.meta.get("session_id", parent.id)
    for key in ("forked_from_id", "parent_thread_id", "source", "thread_source"):
        if key in parent.meta:
            child.meta[key] = parent.meta[key]
    based(child, parent, cut)
    return child


def spawn(maker, parent):
    """A sub-agent: its own counter from zero, at times with the parent's words copied."""
    rng = maker.rng
    at = rng.randrange(parent.began + 1000, parent.clock + 1000)
    source = {"subagent": {"thread_spawn": {"parent_thread_id": parent.id, "depth": 1}}}
    child = Thread(maker, at, like=parent, source=source, thread_source="subagent", session_id=parent.root.id)
    child.root = parent.root
    child.parent = parent
    child.dialect = "turns" if parent.dialect == "plain" else parent.dialect
    if rng.random() < 0.6:
        child.meta["parent_thread_id"] = parent.id
    child.clock += 1100
    if child.dialect in ("paginated", "records") and rng.random() < 0.5:
        child.meta["forked_from_id"] = parent.id
        for line in parent.lines[:3]:
            if line["type"] in ("session_meta", "turn_context"):
                child.put(line["type"], copy.deepcopy(line["payload"]), child.began + 1)
        child.meta["subagent_history_start_ordinal"] = child.ordinal
    for _ in range(rng.randrange(1, 3)):
        child.turn()
    return child


def codex_files(maker):
    rng = maker.rng
    threads = []
    for _ in range(rng.randrange(1, 4)):
        thread = Thread(maker, START + rng.randrange(0, 400_000_000))
        for _ in range(rng.randrange(1, 5)):
            thread.turn()
        threads.append(thread)
    for _ in range(rng.randrange(0, 5)):
        parent = rng.choice(threads)
        at = START + rng.randrange(0, 480_000_000)
        kind = rng.random()
        if kind < 0.5:
            threads.append(fork(maker, parent, at))
        elif kind < 0.65 and parent.dialect in ("paginated", "records") and parent.turn_ends:
            if not any(t.segment_of is parent for t in threads):
                threads.append(segment(maker, parent, at))
        else:
            threads.append(spawn(maker, parent))
        if not threads[-1].turn_ends:
            threads[-1].turn()
    bases = {t.meta["history_base"]["thread_id"] for t in threads if "history_base" in t.meta}
    for thread in threads:
        # A base that is gone leaves its heirs without a start: no ruling says what they are worth.
        thread.gone = len(threads) > 1 and thread.file_id not in bases and maker.chance(0.15)
    return threads


def truth_of(threads):
    """{root id: (calls, tokens)} of what the files that are left were really spent on. A root is left out where
    the rulings do not decide from the files that are left."""
    truth = {}
    open_roots = set()
    for thread in threads:
        calls, tokens = truth.get(thread.root.id, (0, 0))
        if not thread.gone:
            calls, tokens = calls + len(thread.spent), tokens + sum(thread.spent)
            if thread.how == "spread" and thread.parent.gone and thread.dialect == "plain":
                open_roots.add(thread.root.id)
        truth[thread.root.id] = (calls, tokens)
    return {root: spent for root, spent in truth.items() if root not in open_roots}


def write_codex(maker, folder, threads, second):
    rng = maker.rng
    zstd = shutil.which("zstd")
    for thread in threads:
        if thread.gone:
            continue
        data = maker.bytes_of(thread.lines, tear=False)
        when = EPOCH + datetime.timedelta(milliseconds=thread.began)
        place = rng.choice(("sessions/" + when.strftime("%Y/%m/%d"), "archived_sessions", "sessions"))
        path = os.path.join(folder, place, thread.name())
        put(path, data)
        luck = rng.random()
        if luck < 0.06 and zstd:
            subprocess.run([zstd, "-q", "--rm", path], check=True)
        elif luck < 0.1 and zstd:
            subprocess.run([zstd, "-q", "-k", path], check=True)
        elif luck < 0.16 and not place.startswith("archived"):
            lines = data.split(b"\n")
            put(os.path.join(folder, "archived_sessions", thread.name()), b"\n".join(lines[: len(lines) // 2]) + b"\n")
        elif luck < 0.2 and second:
            put(os.path.join(second, "sessions", thread.name()), data)


# ---------------------------------------------------------------- Claude


class Talk:
    def __init__(self, maker, at, agent=None, session=None):
        self.maker = maker
        self.clock = at
        self.native = agent or maker.uuid4()
        self.session = session or self.native
        self.agent = agent
        self.lines = []
        self.last = None
        self.model = maker.rng.choice(
            ("claude-sonnet-4-5-20250929", "claude-opus-4-7", "claude-opus-4-20250514", "glm-5-air", "claude-x[1m]")
        )
        self.cwd = "/home/dev/src/" + maker.rng.choice(WORDS)
        self.copied = False  # is a copy, or has one
        self.is_last = False  # nothing may be copied from it any more

    def put(self, kind, side=None, **more):
        maker = self.maker
        line = {"parentUuid": self.last, "isSidechain": bool(self.agent or side), "cwd": self.cwd, "type": kind}
        line.update(sessionId=self.session, uuid=maker.uuid4(), timestamp=stamp(self.clock), version="2.1.210")
        if self.agent or side:
            line["agentId"] = self.agent or side
        line.update(more)
        self.lines.append(line)
        self.last = line["uuid"]
        return line

    def prompt(self, side=None):
        self.clock += self.maker.rng.randrange(1000, 3_000_000)
        self.put("user", side, message={"role": "user", "content": self.maker.said()})

    def usage(self):
        rng = self.maker.rng
        usage = {
            "input_tokens": rng.randrange(0, 50),
            "cache_creation_input_tokens": rng.randrange(0, 3000),
            "cache_read_input_tokens": rng.choice((rng.randrange(0, 190_000), rng.randrange(0, 190_000), 205_000)),
            "output_tokens": rng.randrange(20, 900),
        }
        if rng.random() < 0.3:
            usage["output_tokens_details"] = {"thinking_tokens": rng.randrange(0, 20)}
        if rng.random() < 0.05:
            usage[rng.choice(("input_tokens", "cache_creation_input_tokens"))] = rng.choice(ODD)
        if rng.random() < 0.03:
            usage.pop("cache_creation_input_tokens")
        return usage

    def reply(self, side=None):
        maker, rng = self.maker, self.maker.rng
        usage = self.usage()
        name = "msg_" + maker.hex(10) if rng.random() > 0.05 else None
        blocks = rng.choice((1, 1, 2, 3)) if name else 1
        outs = sorted(rng.randrange(1, 20) for _ in range(blocks - 1)) + [usage["output_tokens"]]
        if rng.random() < 0.1:
            outs.reverse()
        for out in outs:
            self.clock += rng.randrange(10, 4000)
            message = {"model": self.model, "role": "assistant", "content": [{"type": "text", "text": "Done."}]}
            if name:
                message["id"] = name
            message.update(stop_reason="end_turn", usage={**usage, "output_tokens": out})
            line = self.put("assistant", side, message=message)
            if rng.random() < 0.8:
                line["requestId"] = "req_" + maker.hex(6)

    def error(self):
        rng = self.maker.rng
        self.clock += 500
        text = rng.choice(
            (
                "API Error: Rate limit reached",
                "You've hit your session limit · resets 3pm (UTC)",
                "You've hit your weekly limit · resets Oct 20 at 4:30am (Asia/Kolkata)",
                "5-hour limit reached ∙ resets 6pm",
                "Opus weekly limit reached ∙ resets Oct 24 at 6am (UTC)",
                "Claude AI usage limit reached|1792500000",
            )
        )
        zero = dict.fromkeys(("input_tokens", "output_tokens"), 0)
        message = {"model": "<synthetic>", "id": self.maker.uuid4(), "role": "assistant", "usage": zero}
        message["content"] = [{"type": "text", "text": text}]
        self.put("assistant", message=message, isApiErrorMessage=True)

    def go_on(self):
        rng = self.maker.rng
        for _ in range(rng.randrange(1, 4)):
            self.prompt()
            for _ in range(rng.randrange(0, 3)):
                self.reply()
            luck = rng.random()
            if luck < 0.1:
                self.error()
            elif luck < 0.2:
                self.clock += 1000
                meta = rng.choice(({}, {"postTokens": rng.randrange(1000, 20000)}))
                self.put("system", subtype="compact_boundary", parentUuid=None, compactMetadata=meta)
            elif luck < 0.3 and not self.agent:
                side = self.maker.hex(8)
                self.prompt(side)
                self.reply(side)
            elif luck < 0.35:
                self.lines.append({"type": "custom-title", "customTitle": "A talk", "sessionId": self.session})
            if rng.random() < 0.1:
                self.model = "claude-sonnet-4-5-20250929"


def copy_of_talk(maker, talk):
    """A fork or a resume: the lines again under another id, then both may go on."""
    rng = maker.rng
    child = Talk(maker, talk.clock + 5000)
    child.model, child.cwd = talk.model, talk.cwd
    # A copy with uuids of its own beside one that shares them: no ruling says which of three came first.
    kind = rng.choice(("kept", "kept", "marked", "restamped", "kept" if talk.copied else "new uuids"))
    child.copied = talk.copied = True
    child.is_last = talk.is_last = kind == "new uuids"
    shift = rng.randrange(60_000, 90_000_000)
    for line in talk.lines[: rng.randrange(1, len(talk.lines) + 1)]:
        if line["isSidechain"] if "isSidechain" in line else True:
            continue
        line = copy.deepcopy(line)
        line["sessionId"] = child.native
        if kind == "marked" and line["type"] == "assistant":
            line["requestSessionId"] = talk.native
        if kind == "restamped":
            at = datetime.datetime.fromisoformat(line["timestamp"][:-1] + "+00:00") - EPOCH
            line["timestamp"] = stamp(at // datetime.timedelta(milliseconds=1) + shift)
        if kind == "new uuids":
            line["uuid"] = maker.uuid4()
        child.lines.append(line)
    if kind == "restamped":
        child.clock += shift
    if maker.chance(0.7):
        child.go_on()
    if maker.chance(0.4):
        talk.go_on()
    return child


def write_claude(maker, folder, second):
    rng = maker.rng
    talks = []
    for _ in range(rng.randrange(1, 4)):
        talk = Talk(maker, START + rng.randrange(0, 400_000_000))
        talk.go_on()
        talks.append(talk)
    for _ in range(rng.randrange(0, 3)):
        parent = rng.choice(talks)
        if not parent.is_last:
            talks.append(copy_of_talk(maker, parent))
    place = os.path.join(folder, "projects", "-home-dev-src-shop")
    for talk in talks:
        agents = os.path.join(place, talk.native, "subagents")
        for _ in range(rng.choice((0, 0, 1, 2))):
            name = maker.hex(8)
            agent = Talk(maker, talk.clock, agent=name, session=talk.native)
            agent.go_on()
            lines = agent.lines
            where = rng.choice((agents, os.path.join(agents, "workflows", "wf-1"), place))
            put(os.path.join(where, "agent-" + name + ".jsonl"), maker.bytes_of(lines, tear=True))
            if rng.random() < 0.2:
                talk.lines += copy.deepcopy(lines)  # the old inline form beside the file
        lines = list(talk.lines)
        if rng.random() < 0.2 and len(lines) > 2:
            at = rng.randrange(len(lines) - 1)
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
        if rng.random() < 0.1:
            at = rng.randrange(len(lines))
            lines.insert(at, copy.deepcopy(lines[at]))
        if rng.random() < 0.07:
            continue  # its agents are orphans now, its copies originals
        data = maker.bytes_of(lines, tear=True)
        put(os.path.join(place, talk.native + ".jsonl"), data)
        # A backup shares every uuid: no ruling says whether a fork's original then has any of its own.
        if second and not talk.copied and rng.random() < 0.3:
            put(os.path.join(second, "projects", "-home-dev-src-shop", talk.native + ".jsonl"), data)
    if rng.random() < 0.5:
        cache = {"fetchedAtMs": NOW_MS - rng.randrange(0, 40_000_000), "utilization": {}}
        for field in ("five_hour", "seven_day"):
            reset = stamp(NOW_MS + rng.randrange(-9_000_000, 300_000_000))
            entry = {"utilization": rng.randrange(0, 1100) / 10, "resets_at": rng.choice((reset, None))}
            cache["utilization"][field] = rng.choice((entry, entry, None))
        flags = {"tengu_cedar_ember": maker.chance(0.5)}
        account = {"cachedUsageUtilization": cache, "cachedGrowthBookFeatures": flags}
        cache["utilization"]["cedar_ember"] = rng.choice((None, {"grants": [{"resets_left": 2}, {"resets_left": 1}]}))
        put(os.path.join(folder, ".claude.json"), json.dumps(account).encode())


# ---------------------------------------------------------------- all


def put(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def build(folder, seed):
    """Writes the homes of a seed; gives the arguments that name them, and the truth about Codex."""
    maker = Maker(seed)
    homes = {"codex": [], "claude": []}
    truth = {}
    for runtime in ("codex", "claude"):
        if not maker.chance(0.75):
            continue
        first = os.path.join(folder, runtime + "-a")
        second = os.path.join(folder, runtime + "-b") if maker.chance(0.4) else None
        if runtime == "codex":
            threads = codex_files(maker)
            write_codex(maker, first, threads, second)
            truth = truth_of(threads)
        else:
            write_claude(maker, first, second)
        homes[runtime] = [home for home in (first, second) if home and os.path.isdir(home)]
    args = ["--now", NOW, "--timezone", maker.rng.choice(ZONES)]
    for runtime in ("codex", "claude"):
        for home in homes[runtime]:
            args += ["--%s-home" % runtime, home]
    return (args, truth) if homes["codex"] or homes["claude"] else build(folder, seed + 1_000_003)
