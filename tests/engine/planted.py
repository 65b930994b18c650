#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is never to be kept is planted wherever a log may hold it, and looked for in the database's files.

usage: planted.py INGEST

What may be kept is planted too: a search that finds nothing at all proves nothing."""

import base64
import itertools
import json
import os
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import ingested

counter = itertools.count(1)
hidden = {}
visible = {}


def hide(where):
    word = f"PLANTED-{next(counter):04d}-{os.urandom(6).hex()}"
    hidden[word] = where
    return word


def show(where):
    word = f"SHOWN-{next(counter):04d}-{os.urandom(6).hex()}"
    visible[word] = where
    return word


class Clock:
    def __init__(self):
        self.seconds = 0

    def __call__(self):
        self.seconds += 1
        return f"2026-11-30T10:{self.seconds // 60:02d}:{self.seconds % 60:02d}.000Z"


def codex_call(name, arguments, call_id):
    return {"type": "function_call", "name": name, "arguments": arguments, "call_id": call_id}


def codex(paginated, thread):
    clock = Clock()
    lines = []

    def line(kind, payload):
        record = {"timestamp": clock(), "type": kind, "payload": payload}
        if paginated:
            record["ordinal"] = len(lines)
        lines.append(record)

    def item(payload):
        line("response_item", payload)

    def event(payload):
        line("event_msg", payload)

    def done(kind, **fields):
        event({"type": "item_completed", "thread_id": thread, "turn_id": "t1", "item": {"type": kind, **fields}})

    meta = {"id": thread, "timestamp": "2026-11-30T10:00:00Z", "cwd": "/home/dev/orchard", "cli_version": "0.171.0",
            "source": "cli", "model_provider": "openai", "base_instructions": {"text": hide("base instructions")},
            "instructions": hide("instructions"), "originator": "codex_cli_rs"}
    if paginated:
        meta["history_mode"] = "paginated"
    line("session_meta", meta)
    event({"type": "task_started", "turn_id": "t1"})
    line("turn_context", {"turn_id": "t1", "cwd": "/home/dev/orchard", "model": "gpt-5.5",
                          "developer_instructions": hide("developer instructions"),
                          "user_instructions": hide("user instructions")})
    line("world_state", {"full": True, "state": {"x": hide("world state")}})
    item({"type": "message", "role": "developer", "content": [{"type": "input_text", "text": hide("developer")}]})
    item({"type": "message", "role": "user", "content": [
        {"type": "input_text", "text": f"<environment_context>{hide('environment')}</environment_context>"}]})
    item({"type": "message", "role": "user", "content": [
        {"type": "input_text", "text": f"<user_shell_command>{hide('shell command')}</user_shell_command>"}]})
    ask = "Speed up " + show("codex user")
    item({"type": "message", "role": "user", "content": [{"type": "input_text", "text": ask}]})
    if paginated:
        done("UserMessage", content=[{"type": "text", "text": ask}, {"type": "image", "image_url": hide("picture")}])
    else:
        event({"type": "user_message", "message": ask, "images": [hide("pictures")]})
    item({"type": "reasoning", "summary": [{"type": "summary_text", "text": hide("reasoning summary")}],
          "content": [{"type": "reasoning_text", "text": hide("reasoning")}],
          "encrypted_content": hide("encrypted reasoning")})
    event({"type": "agent_reasoning", "text": hide("agent reasoning")})
    event({"type": "agent_reasoning_raw_content", "text": hide("raw reasoning")})
    done("Reasoning", summary_text=[hide("reasoning item")], raw_content=[hide("raw reasoning item")])
    item(codex_call("exec_command", json.dumps({"cmd": hide("command")}), "c1"))
    item({"type": "function_call_output", "call_id": "c1", "output": hide("output")})
    item({"type": "custom_tool_call", "name": "apply_patch", "input": hide("patch"), "call_id": "c2"})
    item({"type": "custom_tool_call_output", "call_id": "c2", "output": hide("patch output")})
    item({"type": "local_shell_call", "call_id": "c3", "status": "completed",
          "action": {"type": "exec", "command": ["sh", hide("local shell")]}})
    item({"type": "web_search_call", "action": {"type": "search", "query": hide("web search")}})
    done("CommandExecution", command=[hide("command item")], aggregated_output=hide("aggregated output"),
         cwd="file:///home/dev/orchard", status="completed")
    done("FileChange", changes={hide("changed path"): {"type": "add", "content": hide("changed content")}},
         status="completed")
    done("McpToolCall", server="s", tool="t", arguments={"q": hide("mcp arguments")}, result=hide("mcp result"))
    done("WebSearch", query=hide("web search item"))
    done("HookPrompt", text=hide("hook prompt"))
    event({"type": "exec_command_end", "call_id": "c1", "stdout": hide("exec end"), "command": [hide("exec command")]})
    event({"type": "patch_apply_end", "call_id": "c2", "stdout": hide("patch end"), "changes": {hide("patched"): {}}})
    plan = {"explanation": hide("plan explanation"), "plan": [{"step": show("codex plan"), "status": "in_progress"}]}
    item(codex_call("update_plan", json.dumps(plan), "c4"))
    item({"type": "function_call_output", "call_id": "c4", "output": "Plan updated"})
    question = {"questions": [{"id": "a", "header": "Print", "question": "Print " + show("codex question"),
                               "options": [{"label": "Yes", "description": show("codex option")}]}]}
    item(codex_call("request_user_input", json.dumps(question), "c5"))
    item({"type": "function_call_output", "call_id": "c5",
          "output": json.dumps({"answers": {"a": {"answers": [hide("answer")]}}})})
    line("retained_context", {"type": "verified_answer", "call_id": "c5",
                              "questions": [{"question": "Print?", "answer": hide("retained answer")}]})
    line("inter_agent_communication", {"author": "/main", "recipient": "/main/a", "content": hide("between agents")})
    item({"type": "agent_message", "author": "/main/a", "content": [{"type": "text", "text": hide("another agent")}]})
    item({"type": "additional_tools", "tools": [{"name": "x", "description": hide("tool definitions")}]})
    line("compacted", {"message": hide("compaction summary"), "replacement_history": [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": hide("replacement")}]}]})
    line("of_tomorrow", {"text": hide("unknown kind")})
    event({"type": "event_of_tomorrow", "text": hide("unknown event")})
    answer = "Done " + show("codex agent")
    if paginated:
        done("AgentMessage", content=[{"type": "Text", "text": answer}])
        done("ItemOfTomorrow", text=hide("unknown item"))
    else:
        event({"type": "agent_message", "message": answer})
    item({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": answer}]})
    event({"type": "task_complete", "turn_id": "t1", "last_agent_message": answer})
    item({"type": "ghost_snapshot", "ghost_commit": hide("ghost")})
    return lines


def claude(session):
    clock = Clock()
    lines = []

    def line(kind, **fields):
        lines.append({"type": kind, "timestamp": clock(), "uuid": f"u{len(lines)}", "sessionId": session,
                      "parentUuid": None, "isSidechain": False, "cwd": "/home/dev/tides", "version": "2.1.332",
                      **fields})

    def user(content, **fields):
        line("user", message={"role": "user", "content": content}, **fields)

    def reply(*blocks, stop="tool_use", **fields):
        line("assistant", message={"id": f"m{len(lines)}", "role": "assistant", "model": "claude-opus-5-5",
                                   "content": list(blocks), "stop_reason": stop,
                                   "usage": {"input_tokens": 1, "output_tokens": 1}}, **fields)

    def call(name, call_id, **arguments):
        return {"type": "tool_use", "id": call_id, "name": name, "input": arguments}

    def result(call_id, text, **fields):
        user([{"type": "tool_result", "tool_use_id": call_id, "content": text}], **fields)

    line("file-history-snapshot", snapshot={"path": hide("file history")})
    user("Add " + show("claude user"))
    user("Caveat: " + hide("caveat"), isMeta=True)
    user(f"<bash-input>{hide('bash input')}</bash-input>")
    user(f"<bash-stdout>{hide('bash output')}</bash-stdout><bash-stderr>{hide('bash errors')}</bash-stderr>")
    user(f"<command-name>/review</command-name><command-args>{show('command')}</command-args>")
    user(f"<local-command-stdout>{hide('local command')}</local-command-stdout>")
    user(f"<system-reminder>{hide('reminder')}</system-reminder>")
    user(f"<task-notification>{hide('notification')}</task-notification>", origin={"kind": "task-notification"})
    user([{"type": "text", "text": "look " + show("beside a picture")},
          {"type": "image", "source": {"type": "base64", "data": base64.b64encode(hide("picture").encode()).decode()}},
          {"type": "document", "source": {"data": hide("document")}}])
    reply({"type": "thinking", "thinking": hide("thinking"), "signature": hide("signature")},
          {"type": "redacted_thinking", "data": hide("redacted thinking")})
    reply({"type": "text", "text": "I look " + show("claude agent")}, call("Bash", "b1", command=hide("bash command"),
                                                                         description=hide("bash description")))
    result("b1", hide("bash result"), toolUseResult={"stdout": hide("tool stdout"), "stderr": hide("tool stderr")})
    reply(call("Write", "w1", file_path="/x", content=hide("written content")))
    result("w1", [{"type": "text", "text": hide("result parts")}], toolUseResult=hide("result string"))
    reply(call("Task", "s1", prompt=hide("agent prompt"), description=hide("agent description")))
    reply(call("TodoWrite", "d1", todos=[{"content": show("claude plan"), "status": "in_progress",
                                          "activeForm": hide("active form")}]))
    result("d1", "ok", toolUseResult={"oldTodos": [], "newTodos": [{"content": hide("new todos")}]})
    reply(call("TaskCreate", "d2", subject=show("claude task"), description=hide("task description")))
    result("d2", "Task #1 created", toolUseResult={"task": {"id": "1", "subject": hide("task result")}})
    reply(call("AskUserQuestion", "q1", questions=[
        {"question": "Which " + show("claude question"), "header": "Colour", "multiSelect": False,
         "options": [{"label": show("claude option"), "description": "blue", "preview": hide("option preview")}]}]))
    result("q1", hide("answer text"), toolUseResult={"answers": {"Which": hide("answer")}, "annotations": hide("notes")})
    reply(call("ExitPlanMode", "p1", plan="# " + show("plan"), planFilePath=hide("plan file")))
    result("p1", hide("approval"), toolUseResult={"plan": hide("approved plan"), "filePath": hide("approved file")})
    line("progress", data={"type": "agent_progress", "message": {"content": hide("progress")}})
    line("attachment", attachment={"type": "hook_success", "content": hide("hook")})
    line("attachment", attachment={"type": "file", "content": hide("attached file")})
    line("attachment", attachment={"type": "nested_memory", "content": hide("memory")})
    line("attachment", attachment={"type": "prompt_snapshot", "content": hide("prompt snapshot")})
    line("attachment", attachment={"type": "queued_command", "prompt": "and " + show("queued"),
                                   "origin": {"kind": "human"}})
    line("api-request", request={"system": hide("api request")})
    line("api-request-shape", shape=hide("api request shape"))
    line("api-request-blob", blob=hide("api request blob"))
    line("system", subtype="local_command", content=f"<local-command-stdout>{hide('notice')}</local-command-stdout>")
    line("system", subtype="informational", content=hide("informational"))
    line("system", subtype="compact_boundary", compactMetadata={"trigger": "auto", "preTokens": 1})
    user("This session is being continued " + hide("compaction summary"), isCompactSummary=True)
    lines.append({"type": "user", "isSidechain": True, "uuid": "sc", "sessionId": session, "timestamp": clock(),
                  "message": {"role": "user", "content": hide("inline sub-agent")}})
    line("cost-state", totalCostUSD=1, modelUsage={hide("cost"): {}})
    line("record-of-tomorrow", text=hide("unknown kind"))
    reply({"type": "block_of_tomorrow", "text": hide("unknown block")}, {"type": "text", "text": "Done."}, stop="end_turn")
    return lines


def write(path, lines):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as log:
        for line in lines:
            log.write(json.dumps(line) + "\n")


def forms(word):
    """The shapes in which it could be kept."""
    raw = word.encode()
    yield raw
    yield word.encode("utf-16-le")
    yield raw.hex().encode()
    # in base64 at each of the three places that it can begin
    for pad in range(3):
        yield base64.b64encode(b"x" * pad + raw)[4 if pad else 0:-4]


def main():
    with tempfile.TemporaryDirectory(prefix="vedette-planted-") as top:
        legacy, paginated = "01a12f8e-0900-7903-98d3-ad69c9b8d03e", "01a12f8e-0a00-7903-98d3-ad69c9b8d04f"
        session = "3d9e5a30-5ed3-4a8e-8a7a-7a6a8d2d1f10"
        sessions = os.path.join(top, "codex", "sessions", "2026", "11", "30")
        for thread, new in ((legacy, False), (paginated, True)):
            write(os.path.join(sessions, f"rollout-2026-11-30T10-00-00-{thread}.jsonl"), codex(new, thread))
        project = os.path.join(top, "claude", "projects", "-home-dev-tides")
        write(os.path.join(project, session + ".jsonl"), claude(session))
        write(os.path.join(project, session, "subagents", "agent-a1.jsonl"),
              [{"type": "user", "isSidechain": True, "agentId": "a1", "uuid": "x1", "sessionId": session,
                "timestamp": "2026-11-30T10:00:00Z", "message": {"role": "user", "content": "do " + "this"}},
               {"type": "assistant", "isSidechain": True, "agentId": "a1", "uuid": "x2", "sessionId": session,
                "timestamp": "2026-11-30T10:00:01Z",
                "message": {"id": "ma", "role": "assistant", "model": "claude-opus-5-5",
                            "content": [{"type": "text", "text": hide("sub-agent's reply")}],
                            "usage": {"input_tokens": 1, "output_tokens": 1}}}])
        data = os.path.join(top, "data")
        engine = ingested.Ingest(sys.argv[1], [("codex", os.path.join(top, "codex")),
                                               ("claude", os.path.join(top, "claude"))],
                                 os.path.join(data, "vedette.sqlite3"))
        engine.wait_ready()
        found, seen = {}, set()
        # while it runs, with the journal beside it, and after it was closed
        for moment in ("open", "closed"):
            if moment == "closed":
                engine.close()
            for name in sorted(os.listdir(data)):
                with open(os.path.join(data, name), "rb") as file:
                    content = file.read()
                for word, where in hidden.items():
                    if any(form in content for form in forms(word)):
                        found[where] = f"{name} while {moment}"
                seen.update(word for word in visible if word.encode() in content)
        missing = [where for word, where in visible.items() if word not in seen]
        print(f"# {len(hidden)} words planted that are not to be kept, {len(visible)} that are")
        print(f"{'not ok' if found else 'ok'} - nothing that is never kept is in the database")
        for where, file in found.items():
            print(f"# {where}: in {file}")
        print(f"{'not ok' if missing else 'ok'} - what is kept is")
        for where in missing:
            print(f"# {where} is missing")
        print("1..2")
        return 1 if found or missing else 0


if __name__ == "__main__":
    sys.exit(main())
