# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Claude Code transcripts: files, calls and whose they are, meters."""

import os
import re

from naive_base import Call, Diagnostics, bytes_of_file, count_of, records_of, walk

KNOWN_KINDS = {
    "user",
    "assistant",
    "system",
    "summary",
    "ai-title",
    "custom-title",
    "agent-name",
    "last-prompt",
    "mode",
    "permission-mode",
    "queue-operation",
    "attachment",
    "progress",
    "file-history-snapshot",
    "file-history-delta",
    "cost-state",
    "api-request",
    "api-request-shape",
    "api-request-blob",
    "atis-latch",
    "tools-used",
    "worktree-state",
    "pr-link",
    "frame-link",
    "bridge-session",
    "relocated",
    "started",
    "result",
}


def dict_or_empty(value):
    return value if isinstance(value, dict) else {}


def text_or_none(value):
    return value if isinstance(value, str) and value else None


def is_cli_words(data):
    """"`<synthetic>` model, API error records | not a call, never touch a meter"."""
    return data.get("isApiErrorMessage") is True or dict_or_empty(data.get("message")).get("model") == "<synthetic>"


class TranscriptFile:
    def __init__(self, home, path, native, parent, data, diag):
        self.home = home
        self.path = path
        self.native = native
        self.is_agent = path_is_agent(path)
        self.parent = parent
        self.records = records_of(data, diag)
        if self.is_agent and parent is None:
            # 2.0.37–2.0.77: `agent-<id>.jsonl` beside the session, whose id is in the records
            named = [text_or_none(record.data.get("sessionId")) for record in self.records]
            self.parent = next((name for name in named if name), None)
        for record in self.records:
            kind = record.data.get("type")
            if not isinstance(kind, str) or kind not in KNOWN_KINDS:
                diag.add("unknown_records")

    def uuids(self):
        return {u for u in (text_or_none(record.data.get("uuid")) for record in self.records) if u}

    def is_main(self, record):
        """On the main chain of this file; an agent's file is all its own chain."""
        return self.is_agent or record.data.get("isSidechain") is not True


def path_is_agent(path):
    return os.path.basename(path).startswith("agent-")


class Reply:
    """One record of a reply, with its usage."""

    def __init__(self, key, file, record, usage, order):
        self.key = key
        self.file = file
        self.record = record
        self.usage = usage
        self.order = order


def usage_of(record, diag):
    """The four outer numbers and the thinking part: nested details repeat or split them."""
    message = dict_or_empty(record.data.get("message"))
    usage = message.get("usage")
    if record.data.get("type") != "assistant" or not isinstance(usage, dict) or is_cli_words(record.data):
        return None  # "A reply without `usage` | no call"
    details = dict_or_empty(usage.get("output_tokens_details"))
    return {
        "uncached_input_tokens": count_of(usage.get("input_tokens"), diag),
        "cache_read_tokens": count_of(usage.get("cache_read_input_tokens"), diag),
        "cache_creation_tokens": count_of(usage.get("cache_creation_input_tokens"), diag),
        "output_tokens": count_of(usage.get("output_tokens"), diag),
        "reasoning_output_tokens": count_of(details.get("thinking_tokens"), diag),
    }


def best_of(replies):
    """"Repeats of one `message.id` that differ | the last one; where a later one has fewer output tokens,
    the one with most". An unknown number is less than any."""

    def output(reply):
        known = reply.usage["output_tokens"]
        return -1 if known is None else known

    best = replies[0]
    for reply in replies[1:]:
        if output(reply) >= output(best):
            best = reply
    return best


class Claude:
    def __init__(self, homes, diag):
        self.diag = diag
        self.files = []
        for home in homes:
            self._read_home(home)
        self.calls = self._all_calls()

    # -------------------------------------------------------- files

    def _read_home(self, home):
        projects = os.path.join(home.path, "projects")
        seen = set()

        def take(path, native, parent):
            real = os.path.realpath(path)
            if real in seen or not os.path.isfile(path):
                return
            seen.add(real)
            data = bytes_of_file(path, self.diag)
            if data is not None:
                self.files.append(TranscriptFile(home, path, native, parent, data, self.diag))

        folders = set()
        for name in _names(projects):
            folder = os.path.join(projects, name)
            real = os.path.realpath(folder)
            if not os.path.isdir(folder) or real in folders:
                continue
            folders.add(real)
            inside = _names(folder)
            # The sessions first, then their agents: `<session>/subagents/**/agent-*.jsonl` at any depth
            for entry in inside:
                path = os.path.join(folder, entry)
                if entry.endswith(".jsonl"):
                    stem = entry[: -len(".jsonl")]
                    take(path, stem[len("agent-") :] if path_is_agent(path) else stem, None)
            for entry in inside:
                agents = os.path.join(folder, entry, "subagents")
                for path in walk(agents) if os.path.isdir(agents) else []:
                    base = os.path.basename(path)
                    if base.startswith("agent-") and base.endswith(".jsonl"):
                        take(path, base[len("agent-") : -len(".jsonl")], entry)

    # -------------------------------------------------------- calls

    def _all_calls(self):
        groups = {}
        order = 0
        for file in self.files:
            for record in file.records:
                usage = usage_of(record, self.diag)
                if usage is None:
                    continue
                order += 1
                # "one call per `message.id`"; "key = record `uuid`; without either, each record is its own call"
                name = text_or_none(record.data["message"].get("id"))
                if name:
                    key = ("claude message", name)
                elif text_or_none(record.data.get("uuid")):
                    key = ("claude record", record.data["uuid"])
                else:
                    key = ("claude line", order)
                groups.setdefault(key, []).append(Reply(key, file, record, usage, order))
        holders = {}  # uuid → the transcripts that have it; a backup of a transcript is the same one
        for file in self.files:
            for uuid in file.uuids():
                holders.setdefault(uuid, set()).add((file.is_agent, file.native))
        calls = []
        for key, replies in groups.items():
            self.diag.add("duplicate_calls", len(replies) - 1)
            calls.append(self._call(key, replies, holders))
        return calls

    def _call(self, key, replies, holders):
        # "keep the **last** usage seen and the **first** time"; "it belongs to the session and day where it
        # first happened (earliest timestamp)"
        times = [reply.record.time for reply in replies if reply.record.time is not None]
        first = min(times) if times else None
        earliest = []
        for reply in replies:
            if reply.record.time == first and reply.file not in earliest:
                earliest.append(reply.file)
        owner = earliest[0]
        if len(earliest) > 1:
            owner = self._owner(earliest, replies, holders)
        best = best_of(replies)
        model = text_or_none(best.record.data["message"].get("model"))
        call = Call(key, first, owner.home, owner.native, best.usage, model)
        call.file = owner
        call.row = owner.parent if owner.is_agent and owner.parent else owner.native
        return call

    def _owner(self, files, replies, holders):
        # "the one named by `requestSessionId`;"
        named = {text_or_none(reply.record.data.get("requestSessionId")) for reply in replies}
        chosen = [file for file in files if file.native in named]
        if len(chosen) == 1:
            return chosen[0]
        files = chosen or files

        # "the child's own entry shows its own part": an inline copy in the parent's log takes none of it
        files = [file for file in files if file.is_agent] or files

        # "else the file that has nothing of its own beside the shared records;"
        def own(file):
            mine = (file.is_agent, file.native)
            return [
                record
                for record in file.records
                if text_or_none(record.data.get("uuid")) and holders[record.data["uuid"]] == {mine}
            ]

        chosen = [file for file in files if not own(file)]
        if len(chosen) == 1:
            return chosen[0]
        files = chosen or files

        # "else the one whose first own record (a `uuid` that no other file has) is older; else the smaller
        # native id"
        def rank(file):
            first = min((record.time for record in own(file) if record.time is not None), default=float("inf"))
            return first, file.native, file.home.id  # of a home and its backup the smaller home id

        return min(files, key=rank)

    # -------------------------------------------------------- sessions

    def sessions(self):
        return [ClaudeSession(file) for file in self.files if file.records]


def _names(folder):
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


# ---------------------------------------------------------------- the meter

_FAMILY = re.compile(r"(opus|sonnet|haiku|fable|mythos)(?:[-.](\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?)?")
_TABLE = {"opus": (4, 7), "sonnet": (5, 0), "haiku": (5, 5), "fable": (0, 0), "mythos": (0, 0)}


def in_table(model):
    """"model in the 1M table (Opus 4.7 and later, Sonnet 5, Haiku 5.5, Fable, Mythos, and later members)"."""
    match = _FAMILY.search(model)
    if match is None:
        return False
    version = (int(match.group(2) or 0), int(match.group(3) or 0))
    return version >= _TABLE[match.group(1)]


class ClaudeSession:
    runtime = "claude"
    provider = None
    effort = None
    fast = None
    forked_from = None

    def __init__(self, file):
        quiet = Diagnostics()  # bad values were counted with the calls
        self.file = file
        self.home = file.home
        self.native = file.native
        self.is_subagent = file.is_agent
        self.parent = file.parent
        main = [record for record in file.records if file.is_main(record)]
        # "`complete` only when the conversation's first prompt (`parentUuid: null`) […] was read". A hook's
        # attachment may stand before it and take the null; a compaction's boundary has one too.
        self.complete = any(
            record.data.get("type") in ("user", "assistant", "attachment", "system")
            and record.data.get("parentUuid", 0) is None
            and record.data.get("subtype") != "compact_boundary"
            and record.data.get("isCompactSummary") is not True
            for record in main
        )
        times = [record.own_time for record in main if record.own_time is not None]
        self.created = times[0] if times else None
        self.last_event = max(times) if times else None
        # "Claude order | boundary and replies by timestamp"; "Sort by `timestamp`, tie by file position;
        # records without timestamp keep place"
        main.sort(key=lambda record: (float("-inf") if record.time is None else record.time, record.index))
        self.cwd = None
        self.model = None
        self.used = self.as_of = None
        self.compacted = False
        self.widest = 0
        replies = {}
        for record in main:
            usage = usage_of(record, quiet)
            if usage is not None:
                name = record.data["message"].get("id")
                name = name if isinstance(name, str) and name else record.index
                replies.setdefault(name, []).append(Reply(name, file, record, usage, record.index))
        for record in main:
            self.cwd = text_or_none(record.data.get("cwd")) or self.cwd
            self._take(record, replies, quiet)

    def _take(self, record, replies, quiet):
        data = record.data
        if data.get("type") == "system" and data.get("subtype") == "compact_boundary":
            # "the boundary's own post-compaction count if it has one, else *compacted*, unknown until the
            # next reply"
            self.used = count_of(dict_or_empty(data.get("compactMetadata")).get("postTokens"), quiet)
            self.compacted = self.used is None
            self.as_of = record.time
            return
        if data.get("type") == "assistant" and not is_cli_words(data):
            # A reply without usage is no call, but it says which model answers.
            self.model = text_or_none(dict_or_empty(data.get("message")).get("model")) or self.model
        usage = usage_of(record, quiet)
        if usage is None:
            return
        name = data["message"].get("id")
        name = name if isinstance(name, str) and name else record.index
        usage = best_of(sorted(replies[name], key=lambda reply: reply.order)).usage
        self.compacted = False
        self.as_of = record.time
        prompt = [usage[part] for part in ("uncached_input_tokens", "cache_creation_tokens", "cache_read_tokens")]
        known = [part for part in prompt if part is not None]
        # "input + cache creation + cache read of the last main-chain reply […] + its output"
        self.widest = max(self.widest, sum(known))
        raw = dict_or_empty(data["message"].get("usage"))
        bad = any(
            usage[part] is None and raw.get(field) is not None
            for part, field in (
                ("uncached_input_tokens", "input_tokens"),
                ("cache_creation_tokens", "cache_creation_input_tokens"),
                ("cache_read_tokens", "cache_read_input_tokens"),
                ("output_tokens", "output_tokens"),
            )
        )
        self.used = None if bad or not known else sum(known) + (usage["output_tokens"] or 0)

    def window(self):
        if self.model is None:
            return None, "unknown"
        model = self.model.lower()
        # "A model behind Claude Code whose name does not contain `claude` | window unknown whatever it used"
        if "claude" not in model:
            return None, "unknown"
        if "[1m]" in model:
            return 1000000, "name_tag"
        if in_table(model):
            return 1000000, "model_table"
        if self.widest > 200000:
            return 1000000, "observed_over_200k"
        return 200000, "default"

    def context(self):
        window, origin = self.window()
        out = {
            "used_tokens": self.used,
            "window_tokens": window,
            "percent": None,
            "window_origin": origin,
            "as_of": self.as_of,
        }
        if self.compacted:
            out["state"] = "compacted"
        elif self.used is None or window is None or self.used > window:
            out["state"] = "unknown"
        else:
            out["state"] = "assumed" if origin == "default" else "reported"
        return out
