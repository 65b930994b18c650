#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What vedettectl answers, and how it fails: test_cli.py VEDETTECTL."""
import contextlib, datetime, json, os, re, shutil, socket, subprocess, sys, tempfile, traceback

CTL = os.path.abspath(sys.argv[1])
NOW = "2026-10-17T12:00:00Z"
DAY = 86400
# what a terminal would obey, and what turns the direction of the text around it
UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def seconds(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def stamp(when):
    return datetime.datetime.fromtimestamp(when, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class Home:
    """A scratch folder with homes in it."""

    def __init__(self):
        self.dir = tempfile.TemporaryDirectory(prefix="vedette-cli-")
        self.path = self.dir.name
        for name in ("user", "config", "data", "modules"):
            os.mkdir(os.path.join(self.path, name))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.dir.cleanup()

    def file(self, name, lines, when=None):
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(lines if isinstance(lines, str) else "".join(json.dumps(l) + "\n" for l in lines))
        when = seconds(NOW) if when is None else when
        os.utime(path, (when, when))
        return path

    def env(self, **more):
        env = {k: os.environ[k] for k in ("PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS",
                                          "GSETTINGS_SCHEMA_DIR", "GSETTINGS_BACKEND") if k in os.environ}
        env.update(HOME=os.path.join(self.path, "user"), TZ="UTC", LC_ALL="C.UTF-8",
                   XDG_CONFIG_HOME=os.path.join(self.path, "config"),
                   XDG_DATA_HOME=os.path.join(self.path, "data"))
        env.update(more)
        return {k: v for k, v in env.items() if v is not None}

    def run(self, *args, env=None, **how):
        how.setdefault("stdin", subprocess.DEVNULL)
        how.setdefault("stdout", subprocess.PIPE)
        return subprocess.run([CTL, *args], env=env or self.env(), stderr=subprocess.PIPE, timeout=60, **how)

    def homes(self):
        out = []
        for kind in ("codex", "claude"):
            for name in sorted(os.listdir(self.path)):
                if name.startswith(kind):
                    out += [f"--{kind}-home", os.path.join(self.path, name)]
        return out

    def json(self, command, *args, now=NOW):
        p = self.run(command, "--json", "--now", now, *self.homes(), *args)
        assert p.returncode == 0, (p.returncode, p.stderr)
        return json.loads(p.stdout)

    def text(self, command, *args, env=None):
        p = self.run(command, "--now", NOW, *self.homes(), *args, env=env)
        assert p.returncode == 0, (p.returncode, p.stderr)
        return p.stdout.decode("utf-8")


def reply(ident, when, n=10, **more):
    line = {"type": "assistant", "timestamp": stamp(when), "uuid": "u-" + ident,
            "message": {"id": ident, "role": "assistant", "model": "claude-opus-4-7", "stop_reason": "end_turn",
                        "content": [{"type": "text", "text": "ok"}],
                        "usage": {"input_tokens": n, "output_tokens": 1}}}
    line.update(more)
    return line


def prompt(text, when, **more):
    line = {"type": "user", "parentUuid": None, "timestamp": stamp(when), "uuid": f"u-{when}-{text[:8]}", "cwd": "/w/p",
            "message": {"role": "user", "content": text}}
    line.update(more)
    return line


def meta(ident, when, **more):
    return {"timestamp": stamp(when), "type": "session_meta",
            "payload": {"id": ident, "timestamp": stamp(when), "cwd": "/w/p", **more}}


def event(when, **payload):
    return {"timestamp": stamp(when), "type": "event_msg", "payload": payload}


def count(when, total, last):
    usage = lambda n: {"input_tokens": n, "cached_input_tokens": 0, "output_tokens": 0,
                       "reasoning_output_tokens": 0, "total_tokens": n}
    return event(when, type="token_count", info={"total_token_usage": usage(total), "last_token_usage": usage(last),
                                                 "model_context_window": 272000})


def thread(n):
    return f"01990000-0000-7000-8000-{n:012d}"


def rollout(n, when, home="codex"):
    t = datetime.datetime.fromtimestamp(when, datetime.timezone.utc)
    return f"{home}/sessions/{t:%Y/%m/%d}/rollout-{t:%Y-%m-%dT%H-%M-%S}-{thread(n)}.jsonl"


# ---------------------------------------------------------------------------------------------


def test_wrong_arguments():
    wrong = [
        [], ["nothing"], ["--json"], ["status", "--nonsense"], ["status", "extra"], ["usage", "extra"],
        ["status", "--now"], ["status", "--now", "yesterday"], ["status", "--now", ""],
        ["status", "--now", "2026-10-17"], ["status", "--now", "2026-13-17T00:00:00Z"],
        ["status", "--now", "2026-10-17T24:00:00Z"], ["status", "--now", "1969-12-31T23:59:59Z"],
        ["status", "--timezone", "Nowhere/Atlantis"], ["status", "--timezone", ""], ["usage", "--by", "hour"],
        ["usage", "--by", ""], ["usage", "--by"], ["usage", "--since", "2026-02-30"], ["usage", "--since", "2026-00-01"],
        ["usage", "--since", "soon"], ["usage", "--since", ""], ["usage", "--until", "2026-13-01"],
        ["usage", "--until", "2026-10-17T10:00"], ["usage", "--since", "2026-10-17", "--until", "2026-10-15"],
        ["usage", "--all"], ["status", "--by", "day"], ["status", "--since", "2026-10-17"], ["enable", "now"],
        ["enable", "--json"], ["disable", "--all"], ["doctor", "--by", "day"], ["status", "--codex-home"],
        ["--version=1"], ["-x"], ["decisions", "extra"],
    ]
    with Home() as home:
        for args in wrong:
            p = home.run(*args)
            words = p.stderr.decode()
            assert p.returncode == 2, (args, p.returncode, words)
            assert p.stdout == b"", (args, p.stdout)
            assert words.startswith("vedettectl: "), (args, words)
            assert "Usage: vedettectl" in words, (args, words)
            if args and args[0] in ("status", "usage", "enable", "disable", "doctor"):
                assert f"Usage: vedettectl {args[0]} " in words, (args, words)


def test_help_and_version():
    with Home() as home:
        for args in (["--help"], ["-h"], ["help"], ["--version"]):
            p = home.run(*args)
            assert p.returncode == 0 and p.stdout and not p.stderr, args
        assert re.fullmatch(rb"vedettectl \d+\.\d+\.\d+\n", home.run("--version").stdout)
        for command in ("status", "usage", "sessions", "decisions", "review", "doctor", "enable", "disable"):
            assert command.encode() in home.run("--help").stdout
            p = home.run(command, "--help")
            assert p.returncode == 0 and p.stdout, command


def test_right_moments():
    with Home() as home:
        os.makedirs(os.path.join(home.path, "claude/projects"))
        for args in (["--since", "2026-10-17"], ["--since", "2026-10-17", "--until", "2026-10-17"],
                     ["--until", "2026-10-17T10:00:00+02:00"], ["--since", "1970-01-01"], ["--until", "9999-12-31"],
                     ["--since", "2026-10-17T00:00:00Z", "--until", "2026-10-17T00:00:00Z"],
                     ["--timezone", "Pacific/Kiritimati", "--since", "2024-02-29"]):
            home.json("usage", *args)


def test_missing_home():
    with Home() as home:
        there = os.path.join(home.path, "nothing")
        plain = home.file("a-file", "x")
        for path in (there, plain, plain + "/below"):
            p = home.run("status", "--json", "--now", NOW, "--claude-home", path)
            answer = json.loads(p.stdout)
            assert p.returncode == 0
            assert [h["readable"] for h in answer["homes"]] == [False]
            assert answer["homes"][0]["origin"] == "option"
            assert answer["sessions"] == [] and answer["quotas"] == []
            assert path in p.stderr.decode(), p.stderr
        loop = os.path.join(home.path, "loop")
        os.symlink(loop, loop)
        assert not json.loads(home.run("status", "--json", "--codex-home", loop).stdout)["homes"][0]["readable"]
        # named without a single letter: nothing is there to be read, and nothing stands in for it
        assert home.run("usage", "--json", "--codex-home", there).returncode == 0


def test_forbidden_home():
    if os.geteuid() == 0:
        return "the superuser may read everything"
    with Home() as home:
        path = os.path.join(home.path, "codex")
        os.makedirs(path + "/sessions")
        os.chmod(path, 0)
        try:
            p = home.run("status", "--json", "--codex-home", path)
            assert p.returncode == 0 and not json.loads(p.stdout)["homes"][0]["readable"]
        finally:
            os.chmod(path, 0o700)
    return None


def test_empty_homes():
    with Home() as home:
        os.makedirs(os.path.join(home.path, "claude/projects"))
        os.makedirs(os.path.join(home.path, "codex/sessions"))
        usage = home.json("usage")
        assert usage["schema"] == "vedette.usage.v1" and usage["rows"] == []
        assert set(usage["totals"].values()) == {0}
        assert set(usage["diagnostics"].values()) == {0}
        status = home.json("status")
        assert status["schema"] == "vedette.status.v1" and status["quotas"] == []
        assert {r["kind"]: r["state"] for r in status["resets"]} == {
            "codex_reset_credits": "unknown", "claude_limit_reset": "unknown", "claude_grants": "unknown"}
        assert home.json("sessions")["schema"] == "vedette.sessions.v1"
        assert home.json("doctor")["schema"] == "vedette.doctor.v1"
        for command in ("usage", "status", "sessions", "doctor"):
            assert home.text(command).strip()


def test_no_homes():
    with Home() as home:
        for command in ("usage", "status", "sessions", "doctor"):
            p = home.run(command, "--json")
            assert p.returncode == 0 and not p.stderr, (command, p.stderr)
            assert "schema" in json.loads(p.stdout)
            assert home.run(command).returncode == 0


def test_odd_files():
    """A socket, a pipe, a folder, a dead link where a file should be: passed over, and at once."""
    with Home() as home:
        at = seconds(NOW) - 3600
        home.file("claude/projects/p/real.jsonl", [prompt("hello", at), reply("m1", at + 1)])
        home.file(rollout(1, at), [meta(thread(1), at), count(at, 100, 100)])
        day = os.path.dirname(os.path.join(home.path, rollout(1, at)))
        project = os.path.join(home.path, "claude/projects/p")
        with contextlib.ExitStack() as stack:
            names = [(project, "{}.jsonl"), (day, "rollout-2026-10-17T11-00-00-01990000-0000-7000-8000-0000000000{}.jsonl")]
            for folder, name in names:
                os.mkfifo(os.path.join(folder, name.format("11")))
                os.mkdir(os.path.join(folder, name.format("12")))
                os.symlink(os.path.join(folder, "gone"), os.path.join(folder, name.format("13")))
                s = stack.enter_context(contextlib.closing(socket.socket(socket.AF_UNIX)))
                here = os.getcwd()
                os.chdir(folder)
                s.bind(name.format("14"))
                os.chdir(here)
            for path in ("claude/.claude.json", "codex/session_index.jsonl", "claude/sessions/7.json",
                         "claude/projects/p/real/custom-title.json"):
                os.makedirs(os.path.dirname(os.path.join(home.path, path)), exist_ok=True)
                os.mkfifo(os.path.join(home.path, path))
            usage = home.json("usage")
            assert usage["totals"]["calls"] == 2, usage
            assert len(home.json("status")["sessions"]) == 2
            assert home.run("doctor", *home.homes()).returncode == 0


def test_broken_files():
    with Home() as home:
        at = seconds(NOW) - 3600
        good = json.dumps(reply("m1", at))
        path = home.file("claude/projects/p/s.jsonl", "")
        with open(path, "wb") as f:
            f.write(b"\xef\xbb\xbf" + good.encode() + b"\r\n\x00\x00\nnot json\n\xff\xfe\n[]\n\n")
            f.write(json.dumps({"type": "of tomorrow"}).encode() + b"\n" + json.dumps(reply("m2", at)).encode()[:-5])
        os.utime(path, (at, at))
        d = home.json("usage")["diagnostics"]
        assert home.json("usage")["totals"]["calls"] == 1
        assert d["unknown_records"] == 1 and d["torn_tail"] == 1 and d["malformed_lines"] >= 3, d


def hostile_home(home):
    at = seconds(NOW) - 3600
    bad = "\x1b[31mred\x1b]0;owned\x07 \u202ebackwards\u2066 \x9b2J\r\x08 line\ttab"
    home.file("claude/projects/p/s.jsonl",
              [prompt(bad, at, cwd="/w/\x1b[2Jdir\u202e"),
               reply("m1", at, message={"id": "m1", "model": bad, "role": "assistant", "content": [],
                                        "usage": {"input_tokens": 1, "output_tokens": 1}})])
    home.file("claude/projects/p/s\x1b[31m.jsonl", [prompt("x", at), reply("m2", at)])
    home.file(rollout(1, at), [
        meta("id\x1b[5m\u202e", at), event(at, type="user_message", message=bad),
        {"timestamp": stamp(at), "type": "turn_context", "payload": {"model": "m\x1b[7m\n\u2067", "cwd": "/w/\x07"}},
        count(at, 100, 100),
        event(at, type="token_count", info=None, rate_limits={
            "limit_id": "codex\x1b[1m\u202e", "plan_type": "pro\x07",
            "primary": {"used_percent": 5, "window_minutes": 300, "resets_at": int(seconds(NOW)) + 100}})])


def test_inert_output():
    with Home() as home:
        hostile_home(home)
        for args in (["status"], ["sessions"], ["doctor"], ["usage"], ["usage", "--by", "session"],
                     ["usage", "--by", "model"], ["usage", "--by", "home"], ["usage", "--by", "total"]):
            for more in ({}, {"TERM": "xterm-256color"}, {"NO_COLOR": "1"}, {"CLICOLOR_FORCE": "1"}):
                text = home.text(*args, env=home.env(**more))
                assert not UNSAFE.search(text), (args, UNSAFE.search(text), text)
        # as data they are kept
        titles = [s["title"] for s in home.json("sessions")["sessions"]]
        assert any("\u202e" in t for t in titles if t), titles
        p = home.run("status", "--claude-home", os.path.join(home.path, "no\x1b[31m\nhome"))
        assert not UNSAFE.search(p.stderr.decode().rstrip("\n")), p.stderr


def on_terminal(home, env, *args):
    """What is written to a terminal."""
    import pty
    leader, follower = pty.openpty()
    p = subprocess.Popen([CTL, *args, "--now", NOW, *home.homes()], env=env, stdin=subprocess.DEVNULL, stdout=follower,
                         stderr=subprocess.DEVNULL)
    os.close(follower)
    out = b""
    with contextlib.suppress(OSError):
        while True:
            piece = os.read(leader, 65536)
            if not piece:
                break
            out += piece
    os.close(leader)
    assert p.wait(60) == 0
    return out


def test_colour():
    with Home() as home:
        hostile_home(home)
        assert b"\x1b[1m" in on_terminal(home, home.env(TERM="xterm"), "status")
        assert b"\x1b" not in on_terminal(home, home.env(TERM="xterm", NO_COLOR="1"), "status")
        assert b"\x1b[1m" in on_terminal(home, home.env(TERM="xterm", NO_COLOR=""), "status")
        assert b"\x1b" not in on_terminal(home, home.env(TERM="xterm"), "status", "--json")


def test_quota_lines():
    with Home() as home:
        at = seconds(NOW)
        window = lambda percent, minutes, hours: {"used_percent": percent, "window_minutes": minutes,
                                                  "resets_at": at + hours * 3600}
        home.file(rollout(1, at - 600), [
            meta(thread(1), at - 600),
            event(at - 300, type="token_count", info=None, rate_limits={
                "limit_id": "codex", "primary": window(62, 300, 2), "secondary": window(41, 10080, 50)}),
            event(at - 200, type="token_count", info=None, rate_limits={
                "limit_id": "codex_bengalfox", "limit_name": "gpt-5.5-sonic", "primary": window(3, 300, 1)})])
        text = home.text("status")
        for words in ("5-hour window: 62 % used", "Weekly: 41 % used", "5-hour window · gpt-5.5-sonic: 3 % used"):
            assert words in text.replace("\u202f", " ").replace("\u00a0", " "), text


def test_barred_homes():
    # something stands where a home is looked for: that is said, and is not the same as nothing
    with Home() as home:
        user = os.path.join(home.path, "user")
        with open(os.path.join(user, ".codex"), "w", encoding="utf-8"):
            pass
        os.symlink("nowhere", os.path.join(user, ".claude"))
        p = home.run("doctor")
        text = p.stdout.decode()
        assert "No homes found" not in text and "This is not a folder" in text, text
        assert "The folder does not exist" in text, text
        homes = json.loads(home.run("status", "--json").stdout)["homes"]
        assert [h["readable"] for h in homes] == [False, False], homes


def test_torn_packed_log():
    if shutil.which("zstd") is None:
        return "no zstd"
    with Home() as home:
        at = seconds(NOW)
        path = home.file(rollout(1, at - 600), [meta(thread(1), at - 600), count(at - 300, 1000, 1000)] +
                         [event(at - 200, type="agent_message", message=f"{i * 7919}") for i in range(2000)])
        subprocess.run(["zstd", "-q", "--rm", path], check=True)
        whole = os.path.getsize(path + ".zst")
        os.truncate(path + ".zst", whole - 300)
        p = home.run("usage", "--json", "--now", NOW, *home.homes())
        assert b"unpacking" in p.stderr and json.loads(p.stdout)["diagnostics"]["unreadable_files"] == 1, p
        assert "unpacking" in home.text("doctor")
        with open(path + ".zst", "wb") as packed:
            packed.write(b"garbage")
        assert "unpacking" in home.text("doctor")
    return None


def test_trouble_is_found():
    with Home() as home:
        at = seconds(NOW)
        home.file("claude/projects/p/good.jsonl", [prompt("good", at), reply("m1", at)])
        home.file("claude/projects/p/bad.jsonl", json.dumps(prompt("bad", at)) + "\n{broken\n")
        home.file("claude/.claude.json", '{"cachedUsageUtilization":')
        text = home.text("doctor")
        assert "1 in " in text and "bad.jsonl" in text and "good.jsonl" not in text, text
        assert ".claude.json cannot be read" in text, text
        home.file("claude/.claude.json", [{"cachedUsageUtilization": {"fetchedAtMs": at * 1000, "utilization": {
            "five_hour": {"utilization": -5, "resets_at": stamp(at + 60)}}}}])
        assert home.json("status")["diagnostics"]["bad_values"] == 1


def test_old_reading_of_long_window():
    # newer logs say nothing of quotas: an older one whose window still runs is looked for
    with Home() as home:
        now = seconds(NOW)
        home.file(rollout(1, now - 10 * DAY), [
            meta(thread(1), now - 10 * DAY),
            event(now - 10 * DAY, type="token_count", info=None, rate_limits={"limit_id": "codex", "primary": {
                "used_percent": 70, "window_minutes": 43200, "resets_at": now + 15 * DAY}})], now - 10 * DAY)
        for n in range(2, 40):
            at = now - (40 - n) * 3600 * 5
            home.file(rollout(n, at), [meta(thread(n), at), count(at, 100, 100)], at)
        short, full = home.json("status"), home.json("status", "--all")
        assert short["quotas"] == full["quotas"] and short["quotas"][0]["window"] == "monthly", short["quotas"]
        assert short["diagnostics"]["files"] <= 39


def test_rows_have_names():
    with Home() as home:
        at = seconds(NOW) - 3600
        home.file("claude/projects/p/a.jsonl", [prompt("sort the shells", at), reply("m1", at)])
        assert "  sort the shells\n" in home.text("usage", "--by", "session")
        assert os.path.join(home.path, "claude") + "  Claude" in home.text("usage", "--by", "home")


def test_quiet_agent():
    with Home() as home:
        at = seconds(NOW) - 3600
        home.file("claude/projects/p/a.jsonl", [prompt("go on", at)])
        assert "working · nothing new for 1 h" in home.text("status"), home.text("status")


def test_huge_titles():
    with Home() as home:
        at = seconds(NOW) - 3600
        home.file("claude/projects/p/a.jsonl", [prompt("é🚀" * 200000, at), reply("m1", at)])
        home.file("claude/projects/p/b.jsonl", [{"type": "custom-title", "customTitle": "y" * 100000}, reply("m2", at)])
        for s in home.json("status")["sessions"]:
            assert len(s["title"]) == 121 and s["title"].endswith("…"), len(s["title"])
        assert max(len(l) for l in home.text("status").splitlines()) < 400


def test_json_is_one_document():
    with Home() as home:
        hostile_home(home)
        for args in (["status"], ["sessions"], ["usage"], ["usage", "--by", "model"], ["doctor"]):
            p = home.run(*args, "--json", "--now", NOW, *home.homes())
            decoder = json.JSONDecoder()
            text = p.stdout.decode("utf-8")
            document, end = decoder.raw_decode(text)
            assert text[end:] == "\n" and "schema" in document and document["generated_at"] == NOW, args


def test_broken_stdout():
    with Home() as home:
        hostile_home(home)
        for args in (["status"], ["status", "--json"], ["usage", "--json"], ["doctor"], ["--help"], ["--version"]):
            read, write = os.pipe()
            os.close(read)
            more = [] if args[0].startswith("-") else home.homes()
            p = home.run(*args, *more, stdout=write)
            os.close(write)
            # told by the signal or by the answer, never taken for success, never a crash
            assert p.returncode in (-13, 1), (args, p.returncode, p.stderr)
            with open("/dev/full", "wb") as full:
                p = home.run(*args, *more, stdout=full)
            assert p.returncode == 1 and b"vedettectl: " in p.stderr, (args, p.returncode, p.stderr)
            p = subprocess.run(["/bin/sh", "-c", 'exec "$0" "$@" >&-', CTL, *args, *more], env=home.env(),
                               stderr=subprocess.PIPE, timeout=60)
            assert p.returncode == 1, (args, p.returncode, p.stderr)


def test_settings():
    if "GSETTINGS_SCHEMA_DIR" not in os.environ:
        return "no schema folder named"
    with Home() as home:
        # in memory: nothing is kept, nothing fails
        memory = home.env(GSETTINGS_BACKEND="memory")
        assert home.run("enable", env=memory).returncode == 0
        assert json.loads(home.run("doctor", "--json", env=memory).stdout)["workspace_enabled"] is False
        assert os.listdir(os.path.join(home.path, "config")) == []
        # without dconf: a keyfile, and it is kept
        keyfile = home.env(GSETTINGS_BACKEND=None, GIO_MODULE_DIR=os.path.join(home.path, "modules"))
        enabled = lambda: json.loads(home.run("doctor", "--json", env=keyfile).stdout)["workspace_enabled"]
        assert enabled() is False
        for command, state, word in (("enable", True, b"on"), ("enable", True, b"already"), ("disable", False, b"off"),
                                     ("disable", False, b"already"), ("enable", True, b"on")):
            p = home.run(command, env=keyfile)
            assert p.returncode == 0 and word in p.stdout, (command, p.stdout, p.stderr)
            assert enabled() is state, command
        with open(os.path.join(home.path, "config/vedette/vedette.ini")) as f:
            assert "agent-workspace-enabled=true" in f.read()
        # homes from there
        os.makedirs(os.path.join(home.path, "elsewhere/projects"))
        with open(os.path.join(home.path, "config/vedette/vedette.ini"), "a") as f:
            f.write(f"claude-homes=['{home.path}/elsewhere']\n")
        homes = json.loads(home.run("status", "--json", env=keyfile).stdout)["homes"]
        assert [(h["origin"], h["path"]) for h in homes] == [("setting", os.path.realpath(home.path + "/elsewhere"))]
        # without the schema: enable says so, reading does without
        bare = home.env(GSETTINGS_SCHEMA_DIR=None, XDG_DATA_DIRS="/nonexistent")
        p = home.run("enable", env=bare)
        assert p.returncode == 1 and b"schema" in p.stderr and p.stdout == b"", (p.returncode, p.stderr)
        assert json.loads(home.run("doctor", "--json", env=bare).stdout)["workspace_enabled"] is None
        assert home.run("usage", "--json", env=bare).returncode == 0
    return None


def test_settings_not_saved():
    if "GSETTINGS_SCHEMA_DIR" not in os.environ:
        return "no schema folder named"
    with Home() as home:
        home.file("config/vedette", "a file where the folder should be")
        p = home.run("enable", env=home.env(GSETTINGS_BACKEND=None, GIO_MODULE_DIR=os.path.join(home.path, "modules")))
        assert p.returncode == 1 and b"vedettectl: " in p.stderr, (p.returncode, p.stdout, p.stderr)
    return None


def test_doctor():
    with Home() as home:
        hostile_home(home)
        home.file("claude/projects/p/bad.jsonl", "junk\n")
        d = home.json("doctor")
        claude = [h for h in d["homes"] if h["runtime"] == "claude"][0]
        assert claude["files"] == 3 and claude["malformed_lines"] == 1, claude
        assert d["database"]["state"] == "absent" and d["database"]["bytes"] is None
        text = home.text("doctor")
        assert "malformed lines, skipped: 1" in text and "codex_rollout" in text, text
        assert not os.path.exists(os.path.join(home.path, "data/vedette")), "a reading command stores nothing"


# --- status reads only what matters, and says the same ---------------------------------------


def sessions_by_id(answer):
    return {s["native_session_id"]: s for s in answer["sessions"]}


def assert_same_as_all(home, now=NOW):
    # the newest log of a home is read anyway: let it be none of those that matter
    decoy = seconds(NOW) - 8 * DAY
    for kind in {name[:5] for name in os.listdir(home.path)} & {"codex", "claud"}:
        if kind == "claud":
            home.file("claude/projects/zzz/decoy.jsonl", [prompt("decoy", decoy), reply("decoy", decoy)], decoy)
        else:
            home.file(rollout(99, decoy), [meta(thread(99), decoy), count(decoy, 3, 3)], decoy)
    answer = home.json("status", now=now)
    by_id = {s["id"]: s for s in answer["sessions"]}
    everything = {s["id"]: s for s in home.json("status", "--all", now=now)["sessions"]}
    some = sessions_by_id(answer)
    assert some, "nothing is listed"
    for ident, session in by_id.items():
        differences = {k: (v, everything[ident][k]) for k, v in session.items() if v != everything[ident][k]}
        assert not differences, (session["native_session_id"], differences)
    for ident, session in everything.items():
        last = session["last_event_at"]
        if last is not None and seconds(last) >= seconds(now) - 7 * DAY:
            assert ident in by_id, f"{session['native_session_id']} is missing"
    return some


def test_recent_fork_of_old_parent():
    with Home() as home:
        now = seconds(NOW)
        old, new = now - 300 * DAY, now - DAY
        for depth in range(12):  # each is a fork of the one before; all but the last are old
            lines = []
            when = old + depth * DAY if depth < 11 else new
            lines.append(meta(thread(depth), when, **({"forked_from_id": thread(depth - 1)} if depth else {})))
            for k in range(depth + 1):
                if k:
                    lines.append(meta(thread(k - 1), when)) if k == 1 else None
                lines.append(event(when + 5 * k, type="user_message", message=f"turn {k}"))
                lines.append(count(when + 5 * k, 100 * (k + 1), 100))
            home.file(rollout(depth, when), lines, when + 100)
        # old ones that have nothing to do with it
        for n in range(20, 40):
            home.file(rollout(n, old - DAY), [meta(thread(n), old - DAY), count(old - DAY, 5, 5)], old - DAY)
        some = assert_same_as_all(home)
        assert some[thread(11)]["tokens"]["calls"] == 1, some[thread(11)]["tokens"]
        assert home.json("status")["diagnostics"]["files"] < 32


def test_old_subagents_of_recent_session():
    with Home() as home:
        now = seconds(NOW)
        home.file("claude/projects/p/s1.jsonl",
                  [prompt("start", now - 30 * DAY), reply("m1", now - 30 * DAY), reply("m2", now - DAY)], now - DAY)
        home.file("claude/projects/p/s1/subagents/agent-a1.jsonl",
                  [prompt("go", now - 29 * DAY, isSidechain=True, agentId="a1", sessionId="s1"),
                   reply("m3", now - 29 * DAY, isSidechain=True)], now - 29 * DAY)
        # the flat form: only its lines say whose it is
        home.file("claude/projects/p/agent-a2.jsonl",
                  [prompt("go", now - 28 * DAY, isSidechain=True, agentId="a2", sessionId="s1"),
                   reply("m4", now - 28 * DAY, isSidechain=True)], now - 28 * DAY)
        some = assert_same_as_all(home)
        assert some["s1"]["tokens"]["calls"] == 4, some["s1"]["tokens"]


def test_old_codex_subagents():
    with Home() as home:
        now = seconds(NOW)
        root, child, grandchild = thread(1), thread(2), thread(3)
        spawned = lambda parent: {"session_id": root, "parent_thread_id": parent, "thread_source": "subagent",
                                  "source": {"subagent": {"thread_spawn": {"parent_thread_id": parent}}}}
        home.file(rollout(1, now - 40 * DAY), [meta(root, now - 40 * DAY, session_id=root), count(now - 40 * DAY, 100, 100),
                                               count(now - DAY, 150, 50)], now - DAY)
        home.file(rollout(2, now - 39 * DAY), [meta(child, now - 39 * DAY, **spawned(root)),
                                               count(now - 39 * DAY, 10, 10)], now - 39 * DAY)
        home.file(rollout(3, now - 38 * DAY), [meta(grandchild, now - 38 * DAY, **spawned(child)),
                                               count(now - 38 * DAY, 7, 7)], now - 38 * DAY)
        some = assert_same_as_all(home)
        assert some[root]["tokens"]["total_tokens"] == 167, some[root]["tokens"]


def test_recent_subagent_of_old_session():
    with Home() as home:
        now = seconds(NOW)
        home.file("claude/projects/p/s1.jsonl", [prompt("start", now - 30 * DAY), reply("m1", now - 30 * DAY)],
                  now - 30 * DAY)
        home.file("claude/projects/p/s1/subagents/agent-a1.jsonl",
                  [prompt("go", now - DAY, isSidechain=True, agentId="a1", sessionId="s1"),
                   reply("m3", now - DAY, isSidechain=True)], now - DAY)
        some = assert_same_as_all(home)
        assert some["a1"]["parent_session_id"] == "s1"


def test_recent_claude_fork():
    """Copies of an old session's lines in a recent one; in another project only the marked ones are known."""
    for marked in (False, True):
        for folder in ("p", "q", "p-longer") if marked else ("p",):
            with Home() as home:
                now = seconds(NOW)
                shared = [prompt("start", now - 30 * DAY)] + [reply(f"m{i}", now - 30 * DAY + i) for i in range(5)]
                home.file("claude/projects/p/aaa.jsonl", shared + [reply("own", now - 29 * DAY)], now - 29 * DAY)
                copied = [dict(l, sessionId="bbb", **({"requestSessionId": "aaa"} if marked else {})) for l in shared]
                home.file(f"claude/projects/{folder}/bbb.jsonl", copied + [reply("new", now - DAY)], now - DAY)
                some = assert_same_as_all(home)
                assert some["bbb"]["tokens"]["calls"] == 1, (marked, folder, some["bbb"]["tokens"])


def test_old_segments():
    with Home() as home:
        now = seconds(NOW)
        segments = [f"01990000-0000-7000-9000-{n:012d}" for n in range(12)]
        for n, segment in enumerate(segments):
            when = now - (60 - n) * DAY if n < 11 else now - DAY
            t = datetime.datetime.fromtimestamp(when, datetime.timezone.utc)
            tail = thread(1) if n == 0 else f"{thread(1)}_{segment}"
            base = {} if n == 0 else {"history_base": {"thread_id": thread(1) if n == 1 else segments[n - 1],
                                                       "end_ordinal_exclusive": 3 * n, "end_byte_offset": 0}}
            lines = [meta(thread(1), when, history_mode="paginated", **base), count(when, 100 * (n + 1), 100)]
            if n == 0:
                lines.append(event(when, type="item_completed", thread_id=thread(1), item={
                    "type": "UserMessage", "id": "i", "content": [{"type": "text", "text": "the first words"}]}))
            for k, line in enumerate(lines):
                line["ordinal"] = 3 * n + k
            home.file(f"codex/sessions/{t:%Y/%m/%d}/rollout-{t:%Y-%m-%dT%H-%M-%S}-{tail}.jsonl", lines, when)
        some = assert_same_as_all(home)
        assert some[thread(1)]["tokens"]["total_tokens"] == 1200, some[thread(1)]["tokens"]


def test_old_backup_home():
    with Home() as home:
        now = seconds(NOW)
        lines = [meta(thread(1), now - 20 * DAY), count(now - 20 * DAY, 100, 100)]
        home.file(rollout(1, now - 20 * DAY, "codex-backup"), lines, now - 20 * DAY)
        home.file(rollout(1, now - 20 * DAY, "codex"), lines + [count(now - DAY, 150, 50)], now - DAY)
        assert_same_as_all(home)


def test_clock_of_another_year():
    """Files follow the machine's clock, --now need not."""
    with Home() as home:
        later = datetime.datetime.now(datetime.timezone.utc).timestamp() + 400 * DAY
        at = later - DAY
        home.file("claude/projects/p/s1.jsonl", [prompt("start", at), reply("m1", at)],
                  datetime.datetime.now(datetime.timezone.utc).timestamp())
        home.file("claude/projects/p/s2.jsonl", [prompt("start", at), reply("m2", at)],
                  datetime.datetime.now(datetime.timezone.utc).timestamp() - DAY)
        assert len(assert_same_as_all(home, stamp(later))) == 2


def main(functions):
    tests = [(name[5:], func) for name, func in functions.items() if name.startswith("test_")]
    print(f"1..{len(tests)}", flush=True)
    failed = 0
    for number, (name, func) in enumerate(tests, 1):
        try:
            skip = func()
            print(f"ok {number} - {name}" + (f" # SKIP {skip}" if skip else ""), flush=True)
        except Exception:  # pylint: disable=broad-except
            failed += 1
            for line in traceback.format_exc().splitlines():
                print("# " + line[:2000])
            print(f"not ok {number} - {name}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(dict(globals())))
