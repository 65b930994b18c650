# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Codex rollouts: files, lineage, calls, meters. Each rule is quoted where it is followed."""

import os
import re

from naive_base import SECOND, Call, Diagnostics, bytes_of_file, count_of, records_of, time_of, walk

USAGE_FIELDS = (
    "input_tokens",
    "cached_input_tokens",
    "cache_write_input_tokens",
    "output_tokens",
    "reasoning_output_tokens",
    "total_tokens",
)
INPUT, CACHED, WRITE, OUTPUT, REASONING, TOTAL = range(6)
ZERO = (0,) * 6

KNOWN_KINDS = {
    "session_meta",
    "response_item",
    "event_msg",
    "turn_context",
    "compacted",
    "world_state",
    "token_usage_record",
    "retained_context",
    "inter_agent_communication",
    "inter_agent_communication_metadata",
}

_NAME = re.compile(r"rollout-.*\.jsonl(\.zst)?\Z", re.DOTALL)
_IDS = re.compile(r"rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-(.+)\.jsonl\Z", re.DOTALL)
_UUID7 = re.compile(r"([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\Z")


def uuid7_ms(text):
    match = _UUID7.match(text) if isinstance(text, str) else None
    return int(match.group(1) + match.group(2), 16) if match else None


def text_or_none(value):
    return value if isinstance(value, str) and value else None


def dict_or_empty(value):
    return value if isinstance(value, dict) else {}


class Event:
    """A `token_count` with a total ("tc") or a `token_usage_record` ("tur")."""

    def __init__(self, kind, record, value, last=None, response=None):
        self.kind = kind
        self.index = record.index
        self.record = record
        self.value = value
        self.last = last
        self.response = response


class RolloutFile:
    def __init__(self, home, path, data, diag):
        self.home = home
        self.path = path
        self.name = os.path.basename(path)
        if self.name.endswith(".zst"):
            self.name = self.name[:-4]
        self.data = data
        self.records = records_of(data, diag)
        self.diag = diag
        self.own_start = 0  # the first record that is this thread's own work
        self.copy_kind = "replayed"  # or "undecided": what the records before it are
        self.events = []
        self._read_meta()
        self._read_events()

    def _read_meta(self):
        self.meta = {}
        self.meta_record = None
        self.foreign = []  # ids of further session_meta
        self.head_read = False
        self.is_bare = False
        for record in self.records:
            if record.data.get("type") == "session_meta":
                payload = dict_or_empty(record.data.get("payload"))
                # "the thread id of the file's **first** `session_meta`"
                if self.meta_record is None:
                    self.meta, self.meta_record = payload, record
                    self.head_read = record.index == 0 and bool(payload)
                elif text_or_none(payload.get("id")):
                    self.foreign.append(payload["id"])
            elif record.index == 0 and "type" not in record.data and "id" in record.data:
                # "Bare | First line has `id`, `timestamp`, `instructions` and no `type`"
                self.meta = {key: record.data[key] for key in ("id", "timestamp") if key in record.data}
                self.meta_record = record
                self.head_read = self.is_bare = True
        match = _IDS.match(self.name)
        ids = match.group(1) if match else self.name[len("rollout-") : -len(".jsonl")]
        self.file_id = ids.rsplit("_", 1)[-1]  # "the id at the end of the base file's name"
        self.is_segment = "_" in ids
        self.thread = text_or_none(self.meta.get("id")) or ids.split("_", 1)[0]
        self.foreign = [other for other in self.foreign if other != self.thread]

        source = dict_or_empty(self.meta.get("source"))
        subagent = source.get("subagent")
        spawn = dict_or_empty(dict_or_empty(subagent).get("thread_spawn"))
        self.forked_from = text_or_none(self.meta.get("forked_from_id"))
        self.tree = text_or_none(self.meta.get("session_id"))
        parent_thread = text_or_none(self.meta.get("parent_thread_id"))
        self.is_subagent = bool(subagent or parent_thread or self.meta.get("thread_source") == "subagent")
        # "`parent_thread_id`, else the spawn's `parent_thread_id`, else `forked_from_id`, else
        # `session_id` where it is not the thread's own id"
        self.parent = None
        if self.is_subagent:
            candidates = [parent_thread, text_or_none(spawn.get("parent_thread_id")), self.forked_from, self.tree]
            for candidate in candidates:
                if candidate and candidate != self.thread:
                    self.parent = candidate
                    break
        self.base = self.meta.get("history_base")
        self.base = self.base if isinstance(self.base, dict) else None
        start = self.meta.get("subagent_history_start_ordinal")
        self.start_ordinal = start if isinstance(start, int) and not isinstance(start, bool) else None

    def copies_from(self):
        """The thread whose lines stand at this file's head, or None.

        "`forked_from_id`: parent thread of a fork **or** of a spawned agent that inherited history"; "Some
        real forks lack the second meta"; old ones have the second meta alone.
        """
        if self.forked_from and self.forked_from != self.thread:
            return self.forked_from
        return self.foreign[0] if self.foreign else None

    def lineage(self):
        """"recognised by lineage (`forked_from_id`, parent id, a second `session_meta`)"."""
        return self.copies_from() or self.parent

    def usage(self, data):
        return tuple(count_of(data.get(field), self.diag) for field in USAGE_FIELDS)

    def _read_events(self):
        for record in self.records:
            kind = record.data.get("type")
            payload = dict_or_empty(record.data.get("payload"))
            known = isinstance(kind, str) and kind in KNOWN_KINDS
            if not known and not self.is_bare:
                self.diag.add("unknown_records")
            if kind == "event_msg" and payload.get("type") == "token_count":
                info = payload.get("info")  # "`info: null` | brings limits only"
                if isinstance(info, dict) and isinstance(info.get("total_token_usage"), dict):
                    value = self.usage(info["total_token_usage"])
                    last = info.get("last_token_usage")
                    last = self.usage(last) if isinstance(last, dict) else None
                    self.events.append(Event("tc", record, value, last))
            elif kind == "token_usage_record" and isinstance(payload.get("usage"), dict):
                value = self.usage(payload["usage"])
                self.events.append(Event("tur", record, value, None, text_or_none(payload.get("response_id"))))

    # -------------------------------------------------------- turns and words

    def turn_of(self, record):
        kind = record.data.get("type")
        payload = dict_or_empty(record.data.get("payload"))
        if kind in ("turn_context", "token_usage_record"):
            return text_or_none(payload.get("turn_id"))
        if kind == "event_msg" and payload.get("type") in ("task_started", "turn_started"):
            return text_or_none(payload.get("turn_id"))
        return None

    def turns(self):
        return {turn for turn in map(self.turn_of, self.records) if turn}

    def user_text_of(self, record):
        kind = record.data.get("type")
        payload = dict_or_empty(record.data.get("payload"))
        content = None
        if kind == "event_msg" and payload.get("type") == "user_message":
            return text_or_none(payload.get("message"))
        if kind == "event_msg" and payload.get("type") == "item_completed":
            item = dict_or_empty(payload.get("item"))
            content = item.get("content") if item.get("type") == "UserMessage" else None
        elif kind == "response_item" and payload.get("type") == "message" and payload.get("role") == "user":
            content = payload.get("content")
        if not isinstance(content, list):
            return None
        texts = [part.get("text") for part in content if isinstance(part, dict)]
        text = "\n".join(part for part in texts if isinstance(part, str))
        # Injected blocks (`<environment_context>` and the like) are no words of a person.
        return text if text and not text.startswith("<") else None

    def user_texts(self):
        return {text for text in map(self.user_text_of, self.records) if text is not None}

    def thread_ms(self):
        ms = uuid7_ms(self.thread)
        if ms is None and self.thread_time() is not None:
            ms = self.thread_time() // 1000
        return ms

    def thread_time(self):
        when = time_of(self.meta.get("timestamp"))
        if when is None and self.meta_record is not None:
            when = self.meta_record.own_time
        return when

    def ordinal_of(self, record):
        ordinal = record.data.get("ordinal")
        return ordinal if isinstance(ordinal, int) and not isinstance(ordinal, bool) else None


# ---------------------------------------------------------------- counters


def identity(value):
    """A cumulative value for comparing: a field that is not written says as much as 0 (a migration of the
    file writes zeros where 0.142 wrote nothing)."""
    return tuple(part or 0 for part in value)


def scalar(value):
    if value[TOTAL] is not None:
        return value[TOTAL]
    known = [value[i] for i in (INPUT, OUTPUT) if value[i] is not None]
    return sum(known) if known else None


class Counters:
    """The cumulative counters of one file.

    "Several counters interleaved in one file | a value continues the counter that stood at its total less
    its `last_token_usage`; where none did, the line before it, unless it is a drop: then a new counter
    starts at zero. A value that some counter of the file stands at is a repeat."
    """

    def __init__(self):
        self.stands = []  # [value as written, last known value of each field]
        self.before = None  # the one of the line before

    def put(self, value):
        """Lets a counter stand at an inherited value."""
        self.before = [value, tuple(part or 0 for part in value)]
        self.stands.append(self.before)

    def step(self, value, last):
        """The growth, field by field, or None for a repeat."""
        for one in self.stands:
            if identity(one[0]) == identity(value):  # "unchanged total = repeat, not a call"
                self.before = one
                return None
        found = None
        if last is not None:
            for one in self.stands:
                pairs = [
                    (value[i] - last[i], one[0][i])
                    for i in range(len(value))
                    if None not in (value[i], last[i], one[0][i])
                ]
                if pairs and all(a == b for a, b in pairs) and value[TOTAL] is not None and last[TOTAL] is not None:
                    found = one
                    break
        if found is None and self.before is not None:
            now, then = scalar(value), scalar(self.before[0])
            if now is None or then is None or now >= then:
                found = self.before
        if found is None:  # "a drop = the counter restarted, the new value counts from zero"
            found = [value, ZERO]
            self.stands.append(found)
        known = found[1]
        growth = tuple(
            None if value[i] is None else max(0, value[i] - known[i]) for i in range(len(value))
        )
        found[0] = value
        found[1] = tuple(known[i] if value[i] is None else value[i] for i in range(len(value)))
        self.before = found
        return growth


def parts_of(usage):
    """"part of input: `cache_creation_tokens`; uncached = input − cached − cache write, never below 0"."""
    uncached = usage[INPUT]
    if uncached is not None:
        uncached = max(0, uncached - (usage[CACHED] or 0) - (usage[WRITE] or 0))
    return {
        "uncached_input_tokens": uncached,
        "cache_read_tokens": usage[CACHED],
        "cache_creation_tokens": usage[WRITE],
        "output_tokens": usage[OUTPUT],
        "reasoning_output_tokens": usage[REASONING],
    }


# ---------------------------------------------------------------- the reader


class Codex:
    def __init__(self, homes, diag):
        self.diag = diag
        self.files = []
        for home in homes:
            self.files += self._files_of_home(home)
        self.by_thread = {}
        for file in self.files:
            self.by_thread.setdefault(file.thread, []).append(file)
        for file in self.files:
            self._find_own_start(file)
        for file in self.files:
            for longer in self.by_thread[file.thread]:
                # A byte prefix of a longer file is cut where that one is.
                if len(longer.data) > len(file.data) and longer.data.startswith(file.data):
                    file.own_start = min(longer.own_start, len(file.records))
                    file.copy_kind = longer.copy_kind
        self.calls, self.incomplete = self._all_calls()

    # -------------------------------------------------------- files

    def _files_of_home(self, home):
        paths = []
        for folder in ("sessions", "archived_sessions"):
            paths += walk(os.path.join(home.path, folder))
        chosen = []
        seen = set()
        for path in paths:
            name = os.path.basename(path)
            if not _NAME.match(name) or ".compress" in name or ".decompress" in name:
                continue
            # "`x.jsonl` beside `x.jsonl.zst` (take the plain one)"
            if name.endswith(".zst") and os.path.isfile(path[: -len(".zst")]):
                continue
            real = os.path.realpath(path)
            if real not in seen:
                seen.add(real)
                chosen.append(path)
        # "live and archived where one is a byte prefix of the other (take the longer)": the shorter one is read
        # too, as all it holds are copies: each counts once, and the longer is the session's current file.
        files = []
        for path in chosen:
            data = bytes_of_file(path, self.diag)
            if data is not None:
                files.append(RolloutFile(home, path, data, self.diag))
        return files

    def files_of_thread(self, thread, home):
        """Those of the same home first; a backup in another home tells as much."""
        files = self.by_thread.get(thread, [])
        return [f for f in files if f.home is home] or files

    def base_file(self, file):
        """"`history_base.thread_id` is **not always a thread id**: it is the id at the end of the base
        file's name"."""
        wanted = file.base.get("thread_id")
        found = [f for f in self.files if f.file_id == wanted and f is not file]
        return next((f for f in found if f.home is file.home), found[0] if found else None)

    def records_before_the_cut(self, file, base):
        """"Current history = base up to `end_ordinal_exclusive`, then the segment"."""
        ordinal = file.base.get("end_ordinal_exclusive")
        offset = file.base.get("end_byte_offset")
        out = []
        for record in base.records:
            mine = base.ordinal_of(record)
            if isinstance(ordinal, int) and mine is not None:
                if mine >= ordinal:
                    break
            elif isinstance(offset, int) and record.offset >= offset:
                break
            out.append(record)
        return out

    def before_the_cut(self, file, base):
        cut = {record.index for record in self.records_before_the_cut(file, base)}
        return [event for event in base.events if event.index in cut]

    def inherited(self, file, seen=()):
        """The events of the `history_base` chain up to each cut."""
        base = self.base_file(file) if file.base is not None and file not in seen else None
        if base is None:
            return []
        return self.inherited(base, seen + (file,)) + self.before_the_cut(file, base)

    def history(self, file):
        return self.inherited(file) + file.events

    # -------------------------------------------------------- lineage

    def _find_own_start(self, file):
        parent = file.lineage()
        if parent is None or file.base is not None:
            return  # "Nothing to skip in the file"
        parents = [f for f in self.files_of_thread(parent, file.home) if f is not file]
        if not parents and file.parent and file.parent != parent:
            parents = [f for f in self.files_of_thread(file.parent, file.home) if f is not file]
        if parents:
            best = max((self._match(file, candidate) for candidate in parents), key=lambda pair: pair)
            file.own_start = best[1]
        else:
            self._boundary_in_the_file(file)

    def _match(self, file, parent):
        """"recognised by lineage […] **and** by the sequence of cumulative values of the parent, whatever
        the timestamps". Gives (matched values, index of the first own record)."""
        sequence = []
        responses = set()
        for event in self.history(parent):
            if event.kind == "tur":
                responses.add(event.response)
            elif not sequence or sequence[-1] != identity(event.value):
                sequence.append(identity(event.value))
        turns = parent.turns()
        words = parent.user_texts()
        has_turns = bool(file.turns())
        events = {event.index: event for event in file.events}
        thread_ms = file.thread_ms()
        matched = 0  # values of the sequence that the child has repeated
        last = -1  # the child's newest record that is proven to be a copy
        for record in file.records:
            if record is file.meta_record:
                continue
            ordinal = file.ordinal_of(record)
            if file.start_ordinal is not None and ordinal is not None and ordinal >= file.start_ordinal:
                return matched, record.index
            # "A child's own first turn that looks like the parent's next | decided by turn id; else own if a
            # user message the parent does not have comes before it"
            turn = file.turn_of(record)
            if turn and turn not in turns:
                ms = uuid7_ms(turn)
                if ms is None or thread_ms is None or ms > thread_ms:
                    return matched, self._end(file, last, record.index)
            if not has_turns:
                said = file.user_text_of(record)
                if said is not None and said not in words:
                    return matched, self._end(file, last, record.index)
            event = events.get(record.index)
            if event is None:
                continue
            if event.kind == "tur":
                if event.response is not None and event.response not in responses:
                    return matched, self._end(file, last, last + 1)
                last = record.index
            elif matched > 0 and identity(event.value) == sequence[matched - 1]:
                last = record.index
            elif matched < len(sequence) and identity(event.value) == sequence[matched]:
                last = record.index
                matched += 1
            else:
                return matched, self._end(file, last, last + 1)
        return matched, self._end(file, last, len(file.records))

    def _end(self, file, last, index):
        """A spawned agent that has inherited nothing has no copy: it is its own from its first line."""
        return index if last >= 0 or file.copies_from() else 0

    def _boundary_in_the_file(self, file):
        """"A child whose parent's file is gone"."""
        if file.copies_from() is None:
            return  # a spawned agent without `forked_from_id` has inherited no history
        rest = [record for record in file.records if record is not file.meta_record]
        thread_ms = file.thread_ms()
        # "a turn id younger than the thread (they are UUIDv7), `subagent_history_start_ordinal` […] proves
        # the start of its own work". These two cannot lie, so they go before the times.
        for record in rest:
            ordinal = file.ordinal_of(record)
            if file.start_ordinal is not None and ordinal is not None and ordinal >= file.start_ordinal:
                file.own_start = record.index
                return
            ms = uuid7_ms(file.turn_of(record))
            if ms is not None and thread_ms is not None and ms > thread_ms:
                file.own_start = record.index
                return
        # "lines older than the thread or in its first second are the copy, what follows them is its own"
        began = file.thread_time()
        end = None
        for record in rest:
            if began is None or record.time is None or record.time >= began + SECOND:
                break
            end = record.index + 1
        if end is not None:
            file.own_start = end
            return
        # "or a counter that restarts"
        before = None
        for event in file.events:
            if event.kind == "tc":
                now = scalar(event.value)
                if before is not None and now is not None and now < before:
                    file.own_start = event.index
                    return
                before = now
        # "and with no proof at all nothing is"
        file.own_start = len(file.records)
        file.copy_kind = "undecided"

    # -------------------------------------------------------- calls

    def counters_before(self, file):
        """What the counters stood at where this file begins."""
        counters = Counters()
        for event in self.inherited(file):
            if event.kind == "tc":
                counters.step(event.value, event.last)
        return counters

    def values_of_kin(self, file):
        """The values that a counter may go on from: the parent's, and those of the thread's other segments."""
        kin = file.lineage()
        others = list(self.files_of_thread(kin, file.home)) if kin else []
        if file.is_segment:
            others += [f for f in self.files_of_thread(file.thread, file.home) if f is not file]
        return {identity(event.value) for other in others for event in self.history(other) if event.kind == "tc"}

    def _calls_of(self, file):
        counters = self.counters_before(file)
        first_record = next((e.index for e in file.events if e.kind == "tur"), None)
        model = self.model_at_start(file)
        at = 0
        times_of_value = {}
        nameless = 0
        calls = []
        copied = set()
        for event in file.events:
            for record in file.records[at : event.index]:
                model = _model_of(record) or model
            at = event.index
            is_copy = event.index < file.own_start
            if event.kind == "tc":
                if not counters.stands:
                    self._inherit(file, counters, event)
                usage = counters.step(event.value, event.last)
                if usage is None:
                    continue
                # "from a file's first one on, one call per `response_id` across all files; `token_count`
                # then only feeds meters"
                if first_record is not None and event.index > first_record:
                    continue
                value = identity(event.value)
                nth = times_of_value[value] = times_of_value.get(value, 0) + 1
                # "Codex counts without a response id are the same where thread, file name and cumulative
                # value are (a home and its backup)". A restarted counter may pass one value twice.
                key = ("codex count", file.thread, file.name, value, nth)
            else:
                usage = event.value
                key = ("codex response", event.response)
                if event.response is None:
                    nameless += 1
                    key = ("codex record", file.thread, file.name, nameless)
            if is_copy:
                copied.add(key)
                continue
            calls.append(Call(key, event.record.time, file.home, file.thread, parts_of(usage), model))
        self.diag.add(file.copy_kind + "_calls", len(copied))
        return calls

    def _inherit(self, file, counters, event):
        """"`total_token_usage` **goes on from the parent** in forks and segments […] Subtract the inherited
        part": where neither copied lines nor a base say what the counter stood at, the total less the last
        usage does. A spawned agent that inherited no history only if its parent stood there; "a child whose
        own counter starts at zero subtracts nothing"."""
        if event.last is None:
            return
        start = tuple(
            None if value is None or last is None else value - last for value, last in zip(event.value, event.last)
        )
        if not any(start) or any(part is not None and part < 0 for part in start):
            return
        if file.copies_from() or file.base is not None or file.is_segment or identity(start) in self.values_of_kin(file):
            counters.put(start)

    def _all_calls(self):
        merged = {}
        incomplete = set()
        for file in self.files:
            if file.copy_kind == "undecided":
                incomplete.add((file.home.id, file.thread))
            for call in self._calls_of(file):
                old = merged.get(call.key)
                if old is None:
                    merged[call.key] = call
                    continue
                self.diag.add("duplicate_calls")
                # "it belongs to the home where it is earliest"; of two at one time, to the smaller home id
                if rank_of(call) < rank_of(old):
                    merged[call.key] = call
        for call in merged.values():
            call.row = self.root_of(call.native, call.home)
        return list(merged.values()), incomplete

    def root_of(self, thread, home):
        """"inside the parent: […] its row in `--by session` (the root's row, however deep; also where the
        root's file is gone and only its id is known) […] Forks are no sub-agents"."""
        seen = set()
        while thread not in seen:
            seen.add(thread)
            files = self.files_of_thread(thread, home)
            file = files[0] if files else None
            if file is None or not file.is_subagent or file.parent is None:
                return thread
            if not self.files_of_thread(file.parent, home) and file.tree and file.tree != thread:
                return file.tree
            thread = file.parent
        return thread

    def model_at_start(self, file, seen=()):
        if file.base is None or file in seen:
            return None
        base = self.base_file(file)
        if base is None:
            return None
        model = self.model_at_start(base, tuple(seen) + (file,))
        for record in self.records_before_the_cut(file, base):
            model = _model_of(record) or model
        return model

    # -------------------------------------------------------- sessions

    def sessions(self):
        groups = {}
        for file in self.files:
            if file.records:
                groups.setdefault((file.home.id, file.thread), []).append(file)
        return [CodexSession(self, files) for files in groups.values()]

    def readings(self):
        """Every (home, time, rate_limits): "records inside a replayed prefix do not count"."""
        for file in self.files:
            for record in file.records[file.own_start :]:
                payload = dict_or_empty(record.data.get("payload"))
                if record.data.get("type") == "event_msg" and payload.get("type") == "token_count":
                    if isinstance(payload.get("rate_limits"), dict):
                        yield file.home, record.time, payload["rate_limits"]


def rank_of(call):
    return (float("inf") if call.time is None else call.time), call.home.id


def _model_of(record):
    kind = record.data.get("type")
    payload = dict_or_empty(record.data.get("payload"))
    if kind == "turn_context":
        return text_or_none(payload.get("model"))
    if kind == "event_msg" and payload.get("type") == "thread_settings_applied":
        return text_or_none(dict_or_empty(payload.get("thread_settings")).get("model"))
    return None


class CodexSession:
    """One item of `status.sessions`: "the segments of a thread are one item"; "its meter is the segment's"."""

    runtime = "codex"

    def __init__(self, codex, files):
        # "the largest segment id is current"
        files = sorted(files, key=lambda f: (f.is_segment, f.file_id, len(f.records)))
        current = files[-1]
        self.home = current.home
        self.native = current.thread
        head = files[0]
        self.parent = head.parent
        self.is_subagent = head.is_subagent
        self.forked_from = None if head.is_subagent else head.forked_from
        self.complete = any(f.head_read for f in files) and not any(f.copy_kind == "undecided" for f in files)
        self.provider = text_or_none(head.meta.get("model_provider"))
        began = [f.thread_time() for f in files if f.thread_time() is not None]
        own = [r.own_time for f in files for r in f.records[f.own_start :] + f.records[:1] if r.own_time is not None]
        self.created = min(began) if began else (min(own) if own else None)
        self.last_event = max(own) if own else None
        self.cwd = None
        self.model = None
        self.effort = None
        self.fast = None
        self.used = self.window = self.as_of = None
        self.compacted = False
        for record in current.records:
            self._take(record, current, codex.diag)

    def _take(self, record, current, diag):
        kind = record.data.get("type")
        payload = dict_or_empty(record.data.get("payload"))
        if record is current.meta_record or kind == "turn_context":
            # "Codex: of the first `session_meta` and every `turn_context`"
            self.cwd = text_or_none(payload.get("cwd")) or self.cwd
        if kind == "turn_context":
            self.model = text_or_none(payload.get("model")) or self.model
            self.effort = text_or_none(payload.get("effort")) or self.effort
        elif kind == "compacted":
            self.compacted = True
            self.used = None
            self.as_of = record.time
        elif kind == "event_msg" and payload.get("type") in ("task_started", "turn_started"):
            # usage.md names `info.model_context_window` alone; a turn's start bears the same number before
            # the first count does.
            if payload.get("model_context_window") is not None:
                self.window = count_of(payload["model_context_window"], diag)
        elif kind == "event_msg" and payload.get("type") == "thread_settings_applied":
            settings = dict_or_empty(payload.get("thread_settings"))
            self.model = text_or_none(settings.get("model")) or self.model
            self.effort = text_or_none(settings.get("reasoning_effort")) or self.effort
            if "service_tier" in settings:
                self.fast = settings["service_tier"] == "priority"
        elif kind == "event_msg" and payload.get("type") == "token_count" and isinstance(payload.get("info"), dict):
            self._take_count(record, payload["info"], diag)

    def _take_count(self, record, info, diag):
        quiet = Diagnostics()  # bad values were counted when the events were read
        last = info.get("last_token_usage")
        if info.get("model_context_window") is not None:
            self.window = count_of(info.get("model_context_window"), diag)
        if not isinstance(last, dict):
            return
        used = count_of(last.get("total_tokens"), quiet)
        # "A zero-usage `token_count` right after a Codex compaction | not a reading: still *compacted*"
        if self.compacted and not used:
            return
        self.compacted = False
        self.used = used
        self.as_of = record.time

    def context(self):
        out = {
            "used_tokens": self.used,
            "window_tokens": self.window,
            "percent": None,
            "window_origin": "unknown" if self.window is None else "record",
            "as_of": self.as_of,
        }
        if self.compacted:
            out["state"] = "compacted"
        elif self.used is None or self.window is None or self.used > self.window:
            out["state"] = "unknown"
        else:
            out["state"] = "reported"
        return out

