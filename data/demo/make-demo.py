#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the demo homes beside this file: made-up sessions in the formats of real ones.

Everything is about one moment, NOW, and the same on every run. The homes are codex, codex-work and
claude; `./dev run --demo` lays them into a home folder of their own.
"""
import datetime
import hashlib
import json
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
UTC = datetime.timezone.utc
NOW = datetime.datetime(2026, 11, 30, 11, 14, tzinfo=UTC)
FIRST_DAY = datetime.date(2026, 11, 17)

# Million tokens a day of the two agents, from 17 to 29 November; the 30th is what the live sessions spend.
CODEX_DAYS = [3.1, 4.2, 1.0, .4, 5.2, 4.8, 6.4, 5.0, 2.2, .9, .3, 4.4, 7.1]
CLAUDE_DAYS = [2.0, 3.1, .8, 0, 2.9, 4.0, 3.3, 4.6, 1.4, 0, .6, 3.8, 4.9]


def at(clock, day=30):
    hour, minute, second = (clock + ":00").split(":")[:3]
    return datetime.datetime(2026, 11, day, int(hour), int(minute), int(second), tzinfo=UTC)


def stamp(time):
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03d}Z"


def digest(*parts):
    return hashlib.sha256("/".join(map(str, parts)).encode()).hexdigest()


def uuid4(*parts):
    d = digest(*parts)
    return f"{d[:8]}-{d[8:12]}-4{d[13:16]}-a{d[17:20]}-{d[20:32]}"


def uuid7(time, *parts):
    d = digest(*parts)
    ms = f"{int(time.timestamp() * 1000):012x}"
    return f"{ms[:8]}-{ms[8:]}-7{d[:3]}-9{d[3:6]}-{d[6:18]}"


def write(path, records):
    path = os.path.join(HERE, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="\n") as log:
        for record in records:
            log.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")


class Codex:
    """One thread of Codex, in the dialect that current versions write, or an older one (LEGACY)."""

    WINDOW = 272000

    def __init__(self, home, project, start, model="gpt-5-codex", effort="high", fast=False, parent=None,
                 nickname=None, legacy=False):
        self.legacy = legacy
        self.home, self.start, self.time, self.model = home, start, start, model
        self.id = uuid7(start, home, project, start, nickname)
        self.cwd = "/home/dev/src/" + project
        self.records, self.total, self.turn, self.quota = [], [0, 0, 0, 0], None, None
        meta = {"id": self.id, "session_id": parent.id if parent else self.id, "timestamp": stamp(start),
                "cwd": self.cwd, "originator": "codex-tui", "cli_version": "0.171.0", "source": "cli",
                "thread_source": "user", "model_provider": "openai", "history_mode": "paginated",
                "git": {"branch": "main"}}
        if legacy:
            meta["cli_version"] = "0.142.5"
            del meta["history_mode"]
        if parent:
            meta.update(thread_source="subagent", parent_thread_id=parent.id, agent_nickname=nickname,
                        source={"subagent": {"thread_spawn": {"parent_thread_id": parent.id, "depth": 1,
                                                              "agent_nickname": nickname, "agent_role": "explorer"}}})
        self.add("session_meta", meta)
        self.effort = effort
        if legacy:
            return
        settings = {"model": model, "model_provider_id": "openai", "cwd": self.cwd, "reasoning_effort": effort,
                    "service_tier": "priority" if fast else None, "approval_policy": "on-request"}
        self.add("event_msg", {"type": "thread_settings_applied", "thread_id": self.id, "thread_settings": settings})

    def add(self, kind, payload, time=None):
        self.time = time or self.time
        order = {} if self.legacy else {"ordinal": len(self.records)}
        self.records.append({"timestamp": stamp(self.time), **order, "type": kind, "payload": payload})

    def item(self, item, time=None):
        self.add("event_msg", {"type": "item_completed", "thread_id": self.id, "turn_id": self.turn, "item": item}, time)

    def ask(self, time, text):
        """A turn begins with what the person typed."""
        self.turn = uuid7(time, self.id, "turn", len(self.records))
        self.add("event_msg", {"type": "task_started", "turn_id": self.turn, "started_at": int(time.timestamp()),
                               "model_context_window": self.WINDOW, "collaboration_mode_kind": "default"}, time)
        self.add("turn_context", {"turn_id": self.turn, "cwd": self.cwd, "approval_policy": "on-request",
                                  "model": self.model, "effort": self.effort, "summary": "auto"})
        self.add("response_item", {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]})
        if self.legacy:
            self.add("event_msg", {"type": "user_message", "message": text, "images": [], "text_elements": []})
            return
        self.item({"type": "UserMessage", "id": uuid7(time, self.id, "item", len(self.records)),
                   "content": [{"type": "text", "text": text, "text_elements": []}]})

    def call(self, time, used, output=900, fresh=.06):
        """One reply of the model after which the context holds USED tokens."""
        prompt = used - output
        usage = [prompt, int(prompt * (1 - fresh)), output, output // 3]
        self.total = [a + b for a, b in zip(self.total, usage)]
        number = len(self.records)
        last, total = self.usage(usage), self.usage(self.total)
        if not self.legacy:
            self.add("token_usage_record", {"thread_id": self.id, "turn_id": self.turn,
                                            "response_id": "resp_" + digest(self.id, number)[:16], "usage": last}, time)
        self.add("event_msg", {"type": "token_count", "info": {
            "total_token_usage": total, "last_token_usage": last, "model_context_window": self.WINDOW},
            "rate_limits": self.quota}, time)

    @staticmethod
    def usage(numbers):
        prompt, cached, output, reasoning = numbers
        return {"input_tokens": prompt, "cached_input_tokens": cached, "output_tokens": output,
                "reasoning_output_tokens": reasoning, "total_tokens": prompt + output}

    def limits(self, five_hour, weekly, resets=("14:20", "09:00"), plan="pro"):
        window = lambda percent, minutes, when: None if percent is None else {
            "used_percent": percent, "window_minutes": minutes, "resets_at": int(when.timestamp())}
        self.quota = {"limit_id": "codex", "limit_name": None,
                      "primary": window(five_hour, 300, at(resets[0])),
                      "secondary": window(weekly, 10080, at(resets[1]) + datetime.timedelta(days=4)),
                      "plan_type": plan}

    def command(self, time, line, output="", code=0):
        call = "call_" + digest(self.id, len(self.records))[:12]
        self.add("response_item", {"type": "function_call", "name": "exec_command",
                                   "arguments": json.dumps({"cmd": line}), "call_id": call}, time)
        self.item({"type": "CommandExecution", "id": call, "command": ["bash", "-lc", line], "cwd": "file://" + self.cwd,
                   "status": "completed" if code == 0 else "failed", "aggregated_output": output, "exit_code": code})
        self.add("response_item", {"type": "function_call_output", "call_id": call, "output": output})

    def answer(self, time, text, end=True):
        if self.legacy:
            self.add("event_msg", {"type": "agent_message", "message": text, "phase": "final_answer"}, time)
            self.done(time, text)
            return
        self.item({"type": "AgentMessage", "id": "msg_" + digest(self.id, len(self.records))[:12],
                   "content": [{"type": "Text", "text": text}], "phase": "final_answer" if end else "commentary"}, time)
        if end:
            self.done(time, text)

    def done(self, time, text=None, error=None):
        done = {"type": "task_complete", "turn_id": self.turn, "last_agent_message": text,
                "completed_at": int(time.timestamp())}
        if error:
            done["error"] = error
        self.add("event_msg", done, time)

    def compact(self, time, summary):
        self.add("compacted", {"message": summary, "replacement_history": [], "window_number": 2}, time)
        self.item({"type": "ContextCompaction", "id": uuid7(time, self.id, "compaction")})

    def save(self):
        name = self.start.strftime("rollout-%Y-%m-%dT%H-%M-%S-") + self.id + ".jsonl"
        write(os.path.join(self.home, "sessions", self.start.strftime("%Y/%m/%d"), name), self.records)


class Claude:
    """One session of Claude Code."""

    def __init__(self, project, start, model, agent_of=None, agent=None):
        self.cwd, self.model, self.start = "/home/dev/src/" + project, model, start
        self.parent, self.agent = agent_of, agent
        self.id = agent_of.id if agent_of else uuid4("claude", project, start)
        self.records, self.last, self.count = [], None, 0

    def add(self, time, kind, **fields):
        uuid = uuid4(self.id, self.agent, len(self.records))
        record = {"parentUuid": self.last, "isSidechain": self.agent is not None, "type": kind, **fields, "uuid": uuid,
                  "timestamp": stamp(time), "userType": "external", "entrypoint": "cli", "cwd": self.cwd,
                  "sessionId": self.id, "version": "2.1.332", "gitBranch": "main"}
        if self.agent:
            record["agentId"] = self.agent
        self.records.append(record)
        self.last = uuid

    def ask(self, time, text):
        extra = {} if self.agent else {"origin": {"kind": "human"}, "promptSource": "typed"}
        self.add(time, "user", message={"role": "user", "content": text}, **extra)

    def slash(self, time, name, arguments):
        self.ask(time, f"<command-message>{name}</command-message>\n<command-name>/{name}</command-name>\n"
                       f"<command-args>{arguments}</command-args>")

    def reply(self, time, used, blocks, output=700, fresh=.03, stop="tool_use"):
        """One reply, a record a block, after which the context holds USED tokens."""
        self.count += 1
        prompt = used - output
        created = int(prompt * fresh)
        usage = {"input_tokens": 6, "cache_creation_input_tokens": created,
                 "cache_read_input_tokens": prompt - created - 6, "output_tokens": output}
        name = digest(self.id, self.agent, self.count)[:20]
        for block in blocks:
            self.add(time, "assistant", requestId="req_" + name, message={
                "id": "msg_" + name, "type": "message", "role": "assistant", "model": self.model,
                "content": [block], "stop_reason": stop, "stop_sequence": None, "usage": usage})

    def say(self, time, used, text, **more):
        self.reply(time, used, [{"type": "text", "text": text}], stop="end_turn", **more)

    def use(self, time, used, tool, arguments, words=None, result=None, **more):
        call = "toolu_" + digest(self.id, self.agent, "tool", len(self.records))[:20]
        blocks = [{"type": "text", "text": words}] if words else []
        self.reply(time, used, blocks + [{"type": "tool_use", "id": call, "name": tool, "input": arguments}], **more)
        if result is not None:
            self.add(time + datetime.timedelta(seconds=4), "user", toolUseResult=result, message={
                "role": "user", "content": [{"type": "tool_result", "tool_use_id": call, "content": result}]})

    def end(self, time):
        self.add(time, "system", subtype="turn_duration", durationMs=61000, isMeta=False)

    def note(self, **record):
        self.records.append({**record, "sessionId": self.id})

    def save(self):
        folder = os.path.join("claude/projects", self.cwd.replace("/", "-"))
        if self.agent:
            write(os.path.join(folder, self.id, "subagents", f"agent-{self.agent}.jsonl"), self.records)
        else:
            write(os.path.join(folder, self.id + ".jsonl"), self.records)


def spread(total, ceiling, floor):
    """Context sizes that climb from FLOOR to CEILING again and again and add up to TOTAL."""
    sizes, size = [], floor
    left = int(total * 1_000_000)
    while left > ceiling:
        sizes.append(size)
        left -= size
        size = floor if size > ceiling * .9 else int(size * 1.22)
    return sizes + ([left] if left > 20000 else [])


def past_codex():
    talks = [(0, 4, "tide-tables", "Store the harbour list in one file"),
             (4, 7, "orchard-api", "Move the orchard API to the new router"),
             (7, 13, "quill", "Split the lexer from the parser")]
    for first, last, project, title in talks:
        begin = at("08:30", 17 + first)
        talk = Codex("codex", project, begin, legacy=True)
        for day in range(first, last):
            if not CODEX_DAYS[day]:
                continue
            morning = at("08:40", 17 + day)
            talk.ask(morning, title if day == first else "Go on where you stopped yesterday.")
            for number, size in enumerate(spread(CODEX_DAYS[day], 260000, 120000)):
                talk.call(morning + datetime.timedelta(minutes=1 + 9 * number), size)
            talk.answer(talk.time + datetime.timedelta(minutes=2), "Done, and the tests pass.")
        talk.save()


def past_claude():
    talks = [(0, 3, "quill", "claude-opus-4-7", "Write the style guide"),
             (4, 8, "tide-tables", "claude-opus-4-7", "Draw the tide curve"),
             (8, 13, "orchard-api", "claude-sonnet-5", "Describe the public API")]
    for first, last, project, model, title in talks:
        talk = Claude(project, at("13:00", 17 + first), model)
        for day in range(first, last):
            if not CLAUDE_DAYS[day]:
                continue
            noon = at("13:10", 17 + day)
            talk.ask(noon, title if day == first else "Let us go on.")
            sizes = spread(CLAUDE_DAYS[day], 620000, 260000)
            for number, size in enumerate(sizes):
                time = noon + datetime.timedelta(minutes=1 + 17 * number)
                if number + 1 < len(sizes):
                    talk.use(time, size, "Bash", {"command": "make check"}, result="ok")
                else:
                    talk.say(time, size, "That part is finished.")
            talk.end(time + datetime.timedelta(seconds=2))
        talk.save()


def import_job():
    """Working, with two sub-agents, compacted once: the one whose details are worth a look."""
    job = Codex("codex", "orchard-api", at("09:50"), fast=True)
    job.ask(at("09:50:20"), "Speed up the import job")
    before = [8, 18, 30, 41, 55, 68, 82, 91]
    after = [14, 22, 31, 47, 55, 62, 71, 80, 86]
    for number, percent in enumerate(before):
        job.limits(20 + 3 * number, 38)
        job.call(at("09:52") + datetime.timedelta(minutes=6 * number), int(job.WINDOW * percent / 100))
        if number == 1:
            job.command(job.time, "make profile", "import: 41.2 s, 88 % in row checks\n")
    job.answer(at("10:40"), "The row checks take most of the time; I group them now.", end=False)
    job.compact(at("10:41"), "Import job: row checks are grouped by table; two helpers measure the queries.")
    for number, percent in enumerate(after):
        job.limits(min(62, 45 + 2 * number + 1), 41)
        job.call(at("10:43") + datetime.timedelta(seconds=225 * number), int(job.WINDOW * percent / 100))
    job.command(at("11:12"), "make bench", "import: 9.8 s\n")
    job.limits(62, 41)
    job.call(at("11:13"), 233900)
    for clock, nickname, title, sizes in (
            ("11:02", "Hazel", "Survey the slow queries", [24000, 38000, 52000, 61000, 68000, 75000]),
            ("10:49", "Rowan", "Collect table sizes", [18000, 33000, 45000])):
        helper = Codex("codex", "orchard-api", at(clock), parent=job, nickname=nickname, effort="medium")
        helper.ask(at(clock), title)
        for number, size in enumerate(sizes):
            helper.call(at(clock) + datetime.timedelta(seconds=110 * (number + 1)), size)
        if nickname == "Rowan":
            helper.answer(at("10:58"), "42 tables; three of them hold nine tenths of the rows.")
        helper.save()
    job.save()


def codex_now():
    import_job()

    runner = Codex("codex", "orchard-api", at("08:02"))
    runner.ask(at("08:02"), "Upgrade the test runner")
    for number, size in enumerate((52000, 98000, 151000, 203000)):
        runner.call(at("08:05") + datetime.timedelta(minutes=9 * number), size)
    runner.compact(at("08:46"), "Runner upgraded; two flaky tests rewritten.")
    runner.done(at("08:47"))
    runner.save()

    uploads = Codex("codex", "tide-tables", at("10:31"))
    uploads.ask(at("10:31"), "Retry failed uploads")
    for number, size in enumerate((84000, 190000, 248000, 263900)):
        uploads.limits(50 + number, 40)
        uploads.call(at("10:36") + datetime.timedelta(minutes=8 * number), size)
    uploads.done(at("11:06"), error={"message": "stream disconnected before completion",
                                     "codex_error_info": {"http_connection_failed": {"http_status_code": 502}}})
    uploads.save()

    # The second account: its window has ended, and the weekly one was never told.
    guide = Codex("codex-work", "quill", at("08:31"), effort=None)
    guide.limits(18, None, ("09:40", "09:00"), plan=None)
    guide.ask(at("08:31"), "Draft the user guide")
    guide.add("event_msg", {"type": "token_count", "info": None, "rate_limits": guide.quota}, at("08:33"))
    guide.add("event_msg", {"type": "turn_aborted", "turn_id": guide.turn, "reason": "interrupted"}, at("08:36"))
    guide.save()
    write("codex-work/session_index.jsonl",
          [{"id": guide.id, "thread_name": "Draft the user guide", "updated_at": stamp(at("08:36"))}])


def claude_now():
    tides = Claude("tide-tables", at("10:40"), "claude-sonnet-4-5-20250929")
    tides.ask(at("10:40"), "Add offline mode to the tide tables")
    for number, size in enumerate((71000, 102000, 131000)):
        tides.use(at("10:44") + datetime.timedelta(minutes=6 * number), size, "Read", {"file_path": "src/tables.c"}, result="…")
    tides.use(at("11:02"), 142000, "AskUserQuestion", {"questions": [{
        "question": "Where should the tables be kept while there is no connection?", "header": "Storage",
        "multiSelect": False, "options": [
            {"label": "One database file (Recommended)", "description": "Simple to back up. Updates replace the file."},
            {"label": "One file for each harbour", "description": "Small downloads, many files."},
            {"label": "Only the harbours in use", "description": "Least space; others need a connection."}]}]},
        words="One question before I go on.")
    tides.save()

    parser = Claude("quill", at("10:52"), "claude-opus-4-7")
    parser.ask(at("10:52"), "Plan the parser rewrite")
    parser.use(at("10:58"), 61000, "Grep", {"pattern": "parse_"}, result="38 files")
    parser.use(at("11:11"), 103000, "ExitPlanMode", {"plan": (
        "# Parser rewrite\n\n1. Split the lexer from the parser\n2. One function for each rule\n"
        "3. Keep the old parser until both agree on all samples\n4. Remove the old one")})
    parser.save()

    # Waits for a permission: only the live registry tells, which `./dev run --demo` lays beside it.
    release = Claude("orchard-api", at("11:04"), "claude-opus-4-7")
    release.ask(at("11:04"), "Run the release checklist")
    release.use(at("11:08"), 74000, "Bash", {"command": "make distcheck"}, result="ok")
    release.use(at("11:13:20"), 92000, "Bash", {"command": "git push --tags"}, words="The tag can go out now.")
    release.save()

    review = Claude("orchard-api", at("08:58"), "claude-opus-4-7")
    review.slash(at("08:58"), "review", "staged changes")
    review.use(at("09:01"), 182000, "Task", {"description": "Look at the callers", "prompt": "Look at the callers",
                                             "subagent_type": "Explore"}, result="No caller depends on the old order.")
    review.say(at("09:12"), 240500, "Two findings: a missing bound check in import.c, and a comment that no longer fits.")
    review.end(at("09:12:02"))
    review.save()
    helper = Claude("orchard-api", at("09:01"), "claude-haiku-4-5", agent_of=review, agent="a" + digest("helper")[:16])
    helper.ask(at("09:01"), "Look at the callers")
    helper.say(at("09:04"), 41000, "No caller depends on the old order.")
    helper.save()

    clock = Claude("tide-tables", at("09:44"), "claude-sonnet-5")
    clock.ask(at("09:44"), "Fix the harbour clock drift")
    for number, size in enumerate((184000, 391000, 549900)):
        clock.use(at("10:02") + datetime.timedelta(minutes=15 * number), size, "Bash", {"command": "make check"}, result="ok",
                  words="The drift comes from the summer time table." if number == 2 else None)
    clock.note(type="ai-title", aiTitle="Fix the harbour clock drift")
    clock.save()

    account = {"numStartups": 128, "cachedUsageUtilization": {
        "fetchedAtMs": int(at("11:06").timestamp() * 1000),
        "utilization": {"five_hour": {"utilization": 88, "resets_at": "2026-11-30T12:30:00+00:00"},
                        "seven_day": {"utilization": 23, "resets_at": "2026-12-04T08:00:00+00:00"},
                        "seven_day_opus": None}}}
    with open(os.path.join(HERE, "claude", ".claude.json"), "w", encoding="utf-8", newline="\n") as out:
        json.dump(account, out, indent=1)
        out.write("\n")


def live_registry(home, pid):
    """What Claude Code would say of a living process: PID waits for a permission."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
        start = stat.read().rsplit(")", 1)[1].split()[19]
    session = uuid4("claude", "orchard-api", at("11:04"))
    since = int(at("11:13:20").timestamp() * 1000)
    entry = {"pid": pid, "sessionId": session, "cwd": "/home/dev/src/orchard-api", "startedAt": since - 560000,
             "procStart": start, "version": "2.1.332", "kind": "interactive", "entrypoint": "cli", "status": "waiting",
             "updatedAt": since, "statusUpdatedAt": since, "waitingFor": "permission prompt"}
    os.makedirs(os.path.join(home, "sessions"), exist_ok=True)
    with open(os.path.join(home, "sessions", f"{pid}.json"), "w", encoding="utf-8") as out:
        json.dump(entry, out)


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "--live":
        live_registry(sys.argv[2], int(sys.argv[3]))
        return
    for home in ("codex", "codex-work", "claude"):
        shutil.rmtree(os.path.join(HERE, home), ignore_errors=True)
    past_codex()
    past_claude()
    codex_now()
    claude_now()


if __name__ == "__main__":
    main()
