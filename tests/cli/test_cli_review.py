#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What vedettectl says of Review, from a database: test_cli_review.py VEDETTECTL INGEST LISTEN."""
import contextlib, json, os, re, shutil, sqlite3, subprocess, sys, threading

from test_cli import UNSAFE, Home, event, main, meta, rollout, seconds, stamp, thread

INGEST, LISTEN = os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])
NOW = "2026-10-17T12:00:00Z"
AT = seconds(NOW) - 3600
WORDS = ([], ["--json"], ["show", "x"], ["timeline"], ["done", "x", "y"], ["undone", "x"], ["reply", "x", "1"])


def call(when, ident, name, **arguments):
    return {"timestamp": stamp(when), "type": "response_item",
            "payload": {"type": "function_call", "name": name, "arguments": json.dumps(arguments), "call_id": ident}}


def answer(when, ident, text="ok"):
    return {"timestamp": stamp(when), "type": "response_item",
            "payload": {"type": "function_call_output", "call_id": ident, "output": text}}


def plan(when, ident, *steps):
    return [call(when, ident, "update_plan", plan=[{"step": s, "status": t} for s, t in steps]), answer(when, ident, "Plan updated")]


def ask(when, ident, *questions, **more):
    return call(when, ident, "request_user_input", questions=[
        {"id": str(n), "header": "Size", "question": q, "options": [
            {"label": "Small", "description": "Fits."}, {"label": "Large", "description": "Is seen."}], **more}
        for n, q in enumerate(questions)])


def begin(n, when, text):
    return [meta(thread(n), when), event(when, type="task_started"), event(when + 1, type="user_message", message=text)]


class Desk(Home):
    """A home whose workspace is on, and a database once something was read into it."""

    def __init__(self, enabled=True):
        super().__init__()
        self.database = os.path.join(self.path, "data/vedette/vedette.sqlite3")
        if enabled:
            assert self.run("enable").returncode == 0

    def env(self, **more):
        return super().env(**{"GSETTINGS_BACKEND": None, "GIO_MODULE_DIR": os.path.join(self.path, "modules"),
                              "DBUS_SESSION_BUS_ADDRESS": None, "XDG_RUNTIME_DIR": self.path, **more})

    def ingest(self, now=NOW, homes=("codex",)):
        p = subprocess.run([INGEST, self.database, now, *(os.path.join(self.path, h) for h in homes)],
                           env=self.env(), stderr=subprocess.PIPE, timeout=60)
        assert p.returncode == 0, p.stderr

    def usual(self):
        """One session that asks, and two in which something changed, the second later."""
        self.file(rollout(1, AT), begin(1, AT, "print the labels") + plan(
            AT + 2, "c1", ("Measure", "completed"), ("Print", "in_progress"), ("Cut", "pending")) + [
                ask(AT + 10, "c2", "Which size?", "Which ink?")])
        self.file(rollout(2, AT), begin(2, AT, "sort the shells") + [event(AT + 60, type="task_complete")])
        self.file(rollout(3, AT), begin(3, AT, "count the tides"))
        self.ingest()

    def review(self, *args, env=None):
        return self.run("review", "--now", NOW, *args, env=env)

    def data(self, *args):
        p = self.review("--json", *args)
        assert p.returncode == 0, p.stderr
        return json.loads(p.stdout)

    def groups(self):
        return {g["agent"]["native_session_id"]: g for g in self.data()["groups"]}

    def said(self, status, *args):
        """What stderr says, and nothing on stdout."""
        p = self.review(*args)
        assert (p.returncode, p.stdout) == (status, b""), (args, p)
        return p.stderr.decode()

    def baselines(self):
        with contextlib.closing(sqlite3.connect(self.database)) as db:
            return sorted(db.execute("SELECT session_id, log, sequence FROM reviews"))


def mark(group):
    return [group["agent_id"], group["as_of_snapshot_id"]]


def earlier(snapshot):
    head, number = snapshot.rsplit("-", 1)
    return f"{head}-{int(number) - 1}"


# ---------------------------------------------------------------------------------------------


def test_off():
    with Desk(enabled=False) as desk:
        for args in WORDS:
            words = desk.said(1, *args)
            assert "vedettectl enable" in words, (args, words)
        assert not os.path.exists(os.path.dirname(desk.database))


def test_no_database():
    with Desk() as desk:
        for args in WORDS:
            assert "start Vedette" in desk.said(1, *args), args
        assert not os.path.exists(os.path.dirname(desk.database)), "a guest makes nothing"


def test_damaged_database():
    with Desk() as desk:
        desk.file("data/vedette/vedette.sqlite3", "nothing that SQLite would know how to read\n" * 100)
        for args in WORDS:
            assert "damaged" in desk.said(1, *args), args
        assert os.listdir(os.path.dirname(desk.database)) == ["vedette.sqlite3"], "it is set aside by nobody else"


def test_other_schemas():
    with Desk() as desk:
        desk.usual()
        for version, words in ((1, "start Vedette"), (4711, "newer")):
            with contextlib.closing(sqlite3.connect(desk.database)) as db:
                db.execute(f"PRAGMA user_version = {version}")
            assert words in desk.said(1), words
            with contextlib.closing(sqlite3.connect(desk.database)) as db:
                assert db.execute("PRAGMA user_version").fetchone() == (version,)


def test_wrong_arguments():
    with Desk() as desk:
        desk.usual()
        pairs = [x for n in range(11) for x in (f"{n:024x}", "0000000000000001-1")]
        groups = desk.groups()
        a, b = mark(groups[thread(1)]), thread(1)
        for args in (["nothing"], ["show"], ["show", "x", "y"], ["timeline", "x", "y"], ["done"], ["done", "x"],
                     ["done", "x", "y", "z"], ["done", *pairs], ["done", *a, *a], ["done", *a, b, a[1]], ["undone"],
                     ["undone", "x", "y"], ["reply"], ["reply", "x"], ["reply", "x", "1", "2"], ["--limit", "5"],
                     ["show", "x", "--limit", "5"], ["timeline", "--limit", "0"], ["timeline", "--limit", "501"],
                     ["timeline", "--limit", "-1"], ["timeline", "--limit", "x"], ["done", *a, "--json"],
                     ["undone", "x", "--json"], ["reply", "x", "1", "--json"], ["--codex-home", "/"], ["--all"]):
            words = desk.said(2, *args)
            assert words.startswith("vedettectl: ") and "Usage: vedettectl review" in words, (args, words)
        assert desk.baselines() == []


def test_queue():
    with Desk() as desk:
        desk.usual()
        d = desk.data()
        assert d["schema"] == "vedette.review.v1" and d["generated_at"] == NOW
        assert d["settings"] == {
            "enabled": False, "interval_minutes": None, "next_due_at": None, "last_digest_at": None,
            "urgent_bypass": {"high_critical_decisions": True, "pane_errors": False}, "min_interval_minutes": 5,
            "max_interval_minutes": 1440, "presets": [30, 60]}
        assert d["due"] == {"is_due": False, "urgent": False, "has_work": True, "next_due_at": None}
        assert d["counts"] == {"agents_changed": 3, "pending_decisions": 2, "terminal_requests": 0, "total_cards": 3,
                               "urgent_items": 0}
        assert d["terminal_items"] == []
        # who asks comes first, then the older change
        assert [g["agent"]["native_session_id"] for g in d["groups"]] == [thread(1), thread(3), thread(2)]
        first, last = d["groups"][0], d["groups"][2]
        assert first["rank_reason"] == "pending_decision" and last["rank_reason"] == "changed"
        assert first["attention_reasons"] == ["pending_decision", "terminal_required_decision", "semantic_change"]
        assert [x["description"] for x in first["decisions"]] == ["Which size?", "Which ink?"]
        assert {x["review_status"] for x in first["decisions"]} == {"terminal_required"}
        assert first["oldest_pending_decision_at"] == stamp(AT + 10)
        assert first["changes"]["completed"] == ["Measure"]
        assert first["changes"]["goal_changed"] == {"from": None, "to": "print the labels"}
        assert first["changes"]["lifecycle_changed"]["to"] == "waiting"
        assert "new_blockers" not in first["changes"]
        assert first["has_changes"] and not first["history_truncated"]
        assert first["reviewed_snapshot_id"] is None and first["reviewed_at"] is None
        assert re.fullmatch(r"[0-9a-f]{16}-\d+", first["as_of_snapshot_id"])
        assert first["as_of_snapshot_at"] == stamp(AT + 10)
        # what status says of a session is what stands here
        status = {s["id"]: s for s in json.loads(desk.run(
            "status", "--json", "--now", NOW, "--codex-home", desk.path + "/codex").stdout)["sessions"]}
        assert first["agent"] == status[first["agent_id"]]


def test_queue_settings():
    with Desk() as desk:
        desk.usual()
        with open(os.path.join(desk.path, "config/vedette/vedette.ini"), "a", encoding="utf-8") as f:
            f.write("review-interval-minutes=3\n")
        with contextlib.closing(sqlite3.connect(desk.database)) as db, db:
            db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", [
                ("review.interval", str(300000)), ("review.next_due", str(int(seconds(NOW) - 60) * 1000)),
                ("review.last_digest", str(int(AT) * 1000))])
        d = desk.data()
        assert d["settings"]["enabled"] and d["settings"]["interval_minutes"] == 5, d["settings"]
        assert d["due"]["is_due"] and d["due"]["next_due_at"] == stamp(seconds(NOW) - 60)
        assert d["settings"]["last_digest_at"] == stamp(AT)
        # who looked at something is not to be told of it so soon
        desk.said(0, "done", *mark(desk.groups()[thread(2)]))
        assert desk.data()["due"] == {"is_due": False, "urgent": False, "has_work": True,
                                      "next_due_at": stamp(seconds(NOW) + 300)}


def test_urgent():
    with Desk() as desk:
        desk.file(rollout(1, AT), begin(1, AT, "plain words") + [ask(AT + 1, "c1", "URGENT: really?")])
        desk.file(rollout(2, AT), begin(2, AT, "its own word") + [ask(AT + 9, "c1", "Really?", priority="high")])
        desk.ingest()
        d = desk.data()
        assert [g["rank_reason"] for g in d["groups"]] == ["urgent_decision", "pending_decision"]
        assert d["groups"][0]["agent"]["title"] == "its own word"
        assert d["due"]["urgent"] and d["counts"]["urgent_items"] == 1
        lines = desk.review().stdout.decode().splitlines()
        assert lines[:2] == ["Urgent", "  its own word"], lines
        assert "Decisions" in lines


def test_queue_text():
    with Desk() as desk:
        desk.usual()
        text = desk.review().stdout.decode()
        groups = desk.groups()
        assert text.startswith("Decisions\n  print the labels\n    Codex · p · 59 min · "), text
        assert "\n\nChanged\n  count the tides\n" in text, text
        for group in groups.values():
            assert "\n    " + " ".join(mark(group)) + "\n" in text, text
        for group in groups.values():
            desk.said(0, "done", *mark(group))
        text = desk.review().stdout.decode()
        assert "nothing new" in text and "Changed" not in text, text


def test_empty_queue():
    with Desk() as desk:
        desk.file(rollout(2, AT), begin(2, AT, "sort the shells"))
        desk.ingest()
        desk.said(0, "done", *mark(desk.groups()[thread(2)]))
        assert desk.review().stdout == b"There is nothing to review.\n"
        d = desk.data()
        assert d["groups"] == [] and not d["due"]["has_work"] and d["counts"]["total_cards"] == 0


def test_show():
    with Desk() as desk:
        desk.usual()
        group = desk.groups()[thread(1)]
        for name in (group["agent_id"], thread(1)):
            d = desk.data("show", name)
            assert d["schema"] == "vedette.resume.v1" and d["agent"] == group["agent"]
            assert d["goal"] == "print the labels" and d["current_task"] == "Print" and d["next_action"] == "Cut", d
            assert d["progress"] == {"completed": 1, "total": 3, "percent": 33, "source": "plan"}
            assert d["blockers"] == [] and d["estimated_completion"] is None
            assert d["changes"] == group["changes"] and d["decisions"] == group["decisions"]
            assert d["baseline_snapshot_id"] is None and d["as_of_snapshot_id"] == group["as_of_snapshot_id"]
        text = desk.review("show", thread(1)).stdout.decode()
        for words in ("print the labels", "Goal: print the labels", "Plan: 1 of 3 finished", "Which size?", "1. Small",
                      "Not reviewed yet", "Finished: Measure", " ".join(mark(group))):
            assert words in text, (words, text)
        desk.said(0, "done", *mark(group))
        d = desk.data("show", thread(1))
        assert d["baseline_snapshot_id"] == group["as_of_snapshot_id"] and d["changes"] == {}
        assert d["reviewed_at"] == NOW and d["goal"] == "print the labels"
        assert "nothing new" in desk.review("show", thread(1)).stdout.decode()
        # no beginning of an id will do
        for name in (group["agent_id"][:23], thread(1)[:35], "", "no\x1b[31mne\n"):
            words = desk.said(1, "show", name)
            assert "no session" in words and not UNSAFE.search(words.rstrip("\n")), words


def test_show_without_history():
    """Where a session stands remains when what led there is deleted, or too old to be kept (V17, V20)."""
    with Desk() as desk:
        desk.file(rollout(1, AT), begin(1, AT, "print the labels") + plan(
            AT + 2, "c1", ("Measure", "completed"), ("Ink", "blocked"), ("Print", "in_progress"), ("Cut", "pending")))
        desk.ingest()
        before = desk.data("show", thread(1))
        assert before["blockers"] == ["Ink"] and before["changes"]["new_blockers"] == ["Ink"], before
        with contextlib.closing(sqlite3.connect(desk.database)) as db, db:
            db.execute("DELETE FROM snapshots")
            db.execute("DELETE FROM messages")
        d = desk.data("show", thread(1))
        assert d["changes"] == {} and d["history_truncated"], d
        for key in ("goal", "current_task", "next_action", "blockers", "progress"):
            assert d[key] == before[key] and d[key], (key, d)
        text = desk.review("show", thread(1)).stdout.decode()
        for words in ("Goal: print the labels", "Works on: Print", "Next: Cut", "Blocked: Ink"):
            assert words in text, (words, text)


def test_two_of_one_name():
    with Desk() as desk:
        lines = begin(1, AT, "print the labels")
        desk.file(rollout(1, AT, "codex"), lines)
        desk.file(rollout(1, AT, "codex-other"), lines + [event(AT + 9, type="user_message", message="another")])
        desk.ingest(homes=("codex", "codex-other"))
        ids = sorted(s["id"] for s in json.loads(desk.run("sessions", "--json", "--now", NOW, *desk.homes()).stdout)["sessions"])
        assert len(ids) == 2, ids
        words = desk.said(1, "show", thread(1))
        assert all(i in words for i in ids), words
        assert desk.review("show", ids[0]).returncode == 0


def test_reading_marks_nothing():
    with Desk() as desk:
        desk.usual()
        for args in ([], ["--json"], ["show", thread(1)], ["show", thread(1), "--json"], ["timeline"],
                     ["timeline", thread(2), "--json"]):
            assert desk.review(*args).returncode == 0, args
        assert desk.baselines() == []


def test_done():
    with Desk() as desk:
        desk.usual()
        ident, snapshot = mark(desk.groups()[thread(2)])
        # a step on the way, then all of it
        assert "advanced: 1 " in desk.said(0, "done", ident, earlier(snapshot))
        group = desk.groups()[thread(2)]
        assert group["reviewed_snapshot_id"] == earlier(snapshot) and list(group["changes"]) == ["lifecycle_changed"]
        assert "advanced: 1 " in desk.said(0, "done", thread(2), snapshot)
        assert thread(2) not in desk.groups()
        before = desk.baselines()
        # again, and back: nothing moves
        for old in (snapshot, earlier(snapshot)):
            assert "unchanged: 1 " in desk.said(0, "done", ident, old)
            assert desk.baselines() == before
        # more happens
        path = os.path.join(desk.path, rollout(2, AT))
        with open(path, "a", encoding="utf-8") as f:
            for line in plan(AT + 90, "c9", ("Wash", "completed")):
                f.write(json.dumps(line) + "\n")
        desk.ingest()
        group = desk.groups()[thread(2)]
        assert group["reviewed_snapshot_id"] == snapshot and group["changes"]["completed"] == ["Wash"], group
        assert "unchanged: 1 " in desk.said(0, "done", ident, snapshot)


def test_done_batch():
    with Desk() as desk:
        desk.usual()
        groups = desk.groups()
        one, two, three = (mark(groups[thread(n)]) for n in (1, 2, 3))
        for wrong in ([three[0], one[1]], [three[0], "0000000000000001-1"], [three[0], "x"],
                      [three[0], three[1].rsplit("-", 1)[0] + "-99"]):
            assert "nothing was done" in desk.said(1, "done", *one, *two, *wrong), wrong
            assert desk.baselines() == [], wrong
        assert "no session" in desk.said(1, "done", *one, "f" * 24, two[1])
        assert desk.baselines() == []
        desk.said(0, "done", *two)
        words = desk.said(0, "done", *one, *two, *three)
        assert "advanced: 2 " in words and "unchanged: 1 " in words, words
        assert len(desk.baselines()) == 3
        # a decision stays until it is answered
        assert list(desk.groups()) == [thread(1)] and not desk.groups()[thread(1)]["has_changes"]


def test_undone():
    with Desk() as desk:
        desk.usual()
        ident, snapshot = mark(desk.groups()[thread(2)])
        assert "unchanged" in desk.said(0, "undone", ident)
        desk.said(0, "done", ident, earlier(snapshot))
        desk.said(0, "done", ident, snapshot)
        desk.said(0, "undone", thread(2))
        assert desk.groups()[thread(2)]["reviewed_snapshot_id"] == earlier(snapshot)
        # what was before that is not known
        assert "unchanged" in desk.said(0, "undone", ident)
        assert desk.groups()[thread(2)]["reviewed_snapshot_id"] == earlier(snapshot)
        assert "no session" in desk.said(1, "undone", "f" * 24)


def test_timeline():
    with Desk() as desk:
        desk.usual()
        groups = desk.groups()
        d = desk.data("timeline")
        assert d["schema"] == "vedette.timeline.v1"
        at = [seconds(e["at"]) for e in d["events"]]
        assert at == sorted(at, reverse=True) and {e["agent_id"] for e in d["events"]} == {
            g["agent_id"] for g in groups.values()}
        one = desk.data("timeline", thread(1))["events"]
        assert one[0]["id"] == groups[thread(1)]["as_of_snapshot_id"] and one[0]["type"] == "decision"
        assert one[0]["changes"]["decisions_added"] == ["Which size?", "Which ink?"]
        assert "completed" in [e["type"] for e in one] and {e["agent_id"] for e in one} == {groups[thread(1)]["agent_id"]}
        assert desk.data("timeline", thread(1), "--limit", "1")["events"] == one[:1]
        text = desk.review("timeline", "--limit", "2").stdout.decode()
        assert text.count(" · ") == 2 and "sort the shells" in text, text
        assert "no session" in desk.said(1, "timeline", "nobody")


def test_reply():
    with Desk() as desk:
        desk.usual()
        first = desk.groups()[thread(1)]["decisions"][0]["id"]
        before = desk.data()
        assert "no open decision" in desk.said(1, "reply", "f" * 24, "1")
        for option in ("3", "0", "", "Small", "01", "+1", "-1", "1 ", "1.0"):
            assert "no such option" in desk.said(1, "reply", "--", first, option), option
        assert "own terminal" in desk.said(1, "reply", first, "2")
        assert desk.data() == before
        # what the log says was answered is open no more
        with open(os.path.join(desk.path, rollout(1, AT)), "a", encoding="utf-8") as f:
            f.write(json.dumps(answer(AT + 99, "c2", "{}")) + "\n")
        desk.ingest()
        assert "no open decision" in desk.said(1, "reply", first, "1")
        # order of the checks: where it stands comes before what is chosen
        assert "no open decision" in desk.said(1, "reply", first, "9")


def test_uncertain_reply():
    with Desk() as desk:
        desk.usual()
        first = desk.groups()[thread(1)]["decisions"][0]["id"]
        with contextlib.closing(sqlite3.connect(desk.database)) as db, db:
            db.execute("UPDATE decisions SET status = 2 WHERE id = ?", (first,))
        assert "not pending" in desk.said(1, "reply", first, "9")
        assert desk.data()["counts"]["pending_decisions"] == 1


def test_inert_output():
    with Desk() as desk:
        bad = "\x1b[31mred\x1b]0;owned\x07 \u202eback\u2066 \x9b2J\r\x08 line\ttab"
        desk.file(rollout(1, AT), begin(1, AT, bad) + plan(AT + 2, "c1", (bad, "completed"), (bad + "2", "in_progress"),
                                                           (bad + "3", "pending")) + [ask(AT + 3, "c2", bad)])
        desk.ingest()
        for args in ([], ["show", thread(1)], ["timeline"]):
            text = desk.review(*args).stdout.decode()
            assert "owned" in text or "red" in text, text
            assert not UNSAFE.search(text), (args, UNSAFE.search(text), text)


def test_beside_a_writer():
    """Who owns the database holds its lock for a while: that is waited for, and reading waits for nothing."""
    with Desk() as desk:
        desk.usual()
        ident, snapshot = mark(desk.groups()[thread(2)])
        with contextlib.closing(sqlite3.connect(desk.database, isolation_level=None, check_same_thread=False)) as db:
            db.execute("BEGIN IMMEDIATE")
            db.execute("INSERT INTO meta VALUES ('test', '1')")
            assert len(desk.groups()) == 3
            let_go = threading.Timer(0.5, lambda: db.execute("COMMIT"))
            let_go.start()
            assert "advanced: 1 " in desk.said(0, "done", ident, snapshot)
            let_go.join()
        with contextlib.closing(sqlite3.connect(desk.database)) as db:
            assert db.execute("SELECT value FROM meta WHERE key = 'test'").fetchone() == ("1",)
            assert db.execute("SELECT value FROM meta WHERE key = 'store.clean'").fetchone() == ("1",)


def test_tells_the_app():
    if shutil.which("dbus-daemon") is None:
        return "no dbus-daemon"
    with Desk() as desk, contextlib.ExitStack() as stack:
        desk.usual()
        ident, snapshot = mark(desk.groups()[thread(2)])
        bus = stack.enter_context(subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--print-address"],
                                                   env=desk.env(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL))
        stack.callback(bus.terminate)
        env = desk.env(DBUS_SESSION_BUS_ADDRESS=bus.stdout.readline().decode().strip())
        # nobody is there: nobody is started, and it is done all the same
        assert desk.review("done", ident, earlier(snapshot), env=env).returncode == 0
        app = stack.enter_context(subprocess.Popen([LISTEN], env=env, stdout=subprocess.PIPE))
        stack.callback(app.terminate)
        assert app.stdout.readline() == b"ready\n"
        assert desk.review("done", ident, snapshot, env=env).returncode == 0
        assert app.stdout.readline() == b"refreshed\n"
        app.wait(20)
        # a bus that is gone
        env = desk.env(DBUS_SESSION_BUS_ADDRESS="unix:path=" + desk.path + "/nothing")
        assert desk.review("undone", ident, env=env).returncode == 0
    return None


def test_decisions():
    """Read from the logs, so they need neither workspace nor database."""
    with Desk(enabled=False) as desk:
        desk.file(rollout(1, AT), begin(1, AT, "print the labels") + [ask(AT + 10, "c2", "Which size?", "Which ink?")])
        desk.file(rollout(2, AT), begin(2, AT, "sort the shells") + [ask(AT + 5, "c2", "Which shells?"), answer(AT + 6, "c2")])
        desk.file(rollout(3, AT), begin(3, AT, "count the tides") + [ask(AT + 7, "c2", "Which tides?", priority="critical")])
        decisions = desk.json("decisions", now=NOW)["decisions"]
        assert [d["description"] for d in decisions] == ["Which tides?", "Which size?", "Which ink?"], decisions
        assert [d["priority"] for d in decisions] == ["critical", "normal", "normal"]
        assert all("review_status" not in d for d in decisions)
        text = desk.text("decisions")
        assert "Which tides?" in text and "1. Small: Fits." in text and decisions[1]["id"] in text, text
        assert "The agent calls it urgent." in text and "Which shells?" not in text, text
        assert not os.path.exists(os.path.dirname(desk.database))
    with Desk(enabled=False) as desk:
        assert "No agent waits for a decision." in desk.text("decisions")


if __name__ == "__main__":
    sys.exit(main(dict(globals())))
