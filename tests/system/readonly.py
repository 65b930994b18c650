#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Proves that Vedette only reads: the whole app and every command of vedettectl run under strace
on copies of all logs of the tree, and no call may change, lock or touch anything below a home,
open a credential, or make a socket that leaves the computer.

  with-display.sh readonly.py --build DIR [--keep DIR]

Needs a display and a session bus of its own (`tests/ui/with-display.sh`). Exit status 77, which
means skipped, where there is no strace or it may not trace. The reference logs beside the
checkout (VEDETTE_SHARED, `../shared`) take part where they are present."""
import argparse, hashlib, json, os, re, shutil, signal, socket, sqlite3, stat, subprocess, sys
import tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import readonly_trace  # noqa: E402

MAX_HOMES = 200  # the app watches up to 256
READY_S = 240
ANSWER_S = 120
ROLLOUT = re.compile(rb'"session_meta"|"response_item"|"event_msg"')


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def fail(text):
    print(f"FAILED: {text}", flush=True)
    sys.exit(1)


def say(text):
    print(f"# {text}", flush=True)


def wait_for(condition, seconds, what):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            fail(f"no {what} within {seconds} s")
        time.sleep(0.1)


# --- homes --------------------------------------------------------------------------------------

def files_below(folder):
    return [os.path.join(where, name) for where, _, names in os.walk(folder) for name in names]


class Homes:
    """Copies of logs below one folder, laid out as homes of the two runtimes."""

    def __init__(self, root):
        self.root = root
        self.folders = []  # (runtime, path)

    def add(self, runtime, name):
        path = os.path.join(self.root, runtime + "-" + name)
        self.folders.append((runtime, path))
        return path

    def lay_over(self, runtime, source):
        """Into the first home that has none of its files yet, so that few homes hold all."""
        names = [os.path.relpath(f, source) for f in files_below(source)]
        number = 0
        while True:
            path = os.path.join(self.root, f"{runtime}-all-{number}")
            if not any(os.path.lexists(os.path.join(path, n)) for n in names):
                break
            number += 1
        if (runtime, path) not in self.folders:
            self.folders.append((runtime, path))
        shutil.copytree(source, path, symlinks=True, dirs_exist_ok=True)

    def add_loose(self, files):
        """Single logs without a home around them."""
        codex, claude = self.add("codex", "loose"), self.add("claude", "loose")
        for number, file in enumerate(files):
            with open(file, "rb") as log:
                is_codex = ROLLOUT.search(log.read(65536)) is not None
            target = (os.path.join(codex, "sessions/2026/01/01", "rollout-2026-01-01T00-00-00-"
                                   f"00000000-0000-4000-8000-{number:012d}.jsonl") if is_codex else
                      os.path.join(claude, "projects/-loose",
                                   f"00000000-0000-4000-9000-{number:012d}.jsonl"))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copyfile(file, target)


def add_cases(homes):
    cases = os.path.join(TOP, "tests/cases")
    for name in sorted(os.listdir(cases)):
        folder = os.path.join(cases, name)
        if not os.path.exists(os.path.join(folder, "case.json")):
            continue
        with open(os.path.join(folder, "case.json"), encoding="utf-8") as file:
            case = json.load(file)
        prepared = os.path.exists(os.path.join(folder, "prepare.py"))
        if prepared:  # makes what git cannot hold; may refer to its own place
            scratch = os.path.join(homes.root, "case-" + name)
            os.makedirs(scratch)
            for part in os.listdir(folder):
                if os.path.isdir(os.path.join(folder, part)):
                    shutil.copytree(os.path.join(folder, part), os.path.join(scratch, part),
                                    symlinks=True)
            subprocess.run([sys.executable, os.path.join(folder, "prepare.py"), scratch], check=True)
            folder = scratch
        for runtime in ("codex", "claude"):
            for part in case.get(runtime, [runtime]):
                source = os.path.join(folder, part)
                if os.path.isdir(source) and prepared:
                    homes.folders.append((runtime, source))
                elif os.path.isdir(source):
                    homes.lay_over(runtime, source)


def add_demo(homes):
    demo = os.path.join(TOP, "data/demo")
    for name in sorted(os.listdir(demo)):
        if os.path.isdir(os.path.join(demo, name)):
            homes.lay_over(name.partition("-")[0], os.path.join(demo, name))


def add_fixtures(homes, fixtures):
    loose = []
    for where, folders, names in os.walk(fixtures):
        folders.sort()
        claude = "projects" in folders
        if claude or "sessions" in folders or "archived_sessions" in folders:
            homes.lay_over("claude" if claude else "codex", where)
            folders.clear()
            continue
        loose += [os.path.join(where, n) for n in sorted(names) if n.endswith(".jsonl")]
    homes.add_loose(loose)


def plant_secrets(homes):
    """What must stay closed: as files in every other home, else as FIFOs, which would block."""
    planted = 0
    for number, (_, home) in enumerate(homes.folders):
        real = os.path.realpath(home)
        if not os.path.isdir(real):
            continue
        os.makedirs(os.path.join(real, "sessions"), exist_ok=True)
        for name in ("auth.json", ".credentials.json", "sessions/1234.abcdef.key"):
            path = os.path.join(real, name)
            if os.path.lexists(path):
                continue
            if number % 2:
                os.mkfifo(path, 0o600)
            else:
                with open(path, "w", encoding="utf-8") as file:
                    file.write('{"token":"must stay closed"}\n')
            planted += 1
    return planted


def set_times(root, now):
    """Known times, all of the last days, so that nothing counts as too old to be opened."""
    number = 0
    for where, folders, names in sorted(os.walk(root, topdown=False)):
        for name in sorted(names) + sorted(folders):
            number += 1
            when = now - 60 - number * 53 % (3 * 86400)
            os.utime(os.path.join(where, name), (when, when), follow_symlinks=False)


def snapshot(roots):
    """All that could change: kind, mode, owner, file number, links, size, times, content."""
    state = {}
    for root in roots:
        for path in [root] + [os.path.join(where, name)
                              for where, folders, names in os.walk(root)
                              for name in folders + names]:
            st = os.lstat(path)
            content = os.readlink(path) if stat.S_ISLNK(st.st_mode) else None
            if stat.S_ISREG(st.st_mode) and os.access(path, os.R_OK):
                with open(path, "rb") as file:
                    content = hashlib.sha256(file.read()).hexdigest()
            state[path] = (st.st_mode, st.st_uid, st.st_gid, st.st_ino, st.st_nlink, st.st_size,
                           st.st_mtime_ns, st.st_ctime_ns, content)
    return state


# --- runs ---------------------------------------------------------------------------------------

class Bench:
    """A person's scratch folders, and programs that run there under strace."""

    def __init__(self, work, build, homes):
        self.work, self.build, self.homes = work, build, homes
        self.user = os.path.join(work, "user")
        self.data = os.path.join(work, "data")
        self.traces = os.path.join(work, "trace")
        os.makedirs(self.traces)
        for folder in (self.user, self.data, os.path.join(work, "modules")):
            os.makedirs(folder, exist_ok=True)
        self.env = dict(os.environ, HOME=self.user, XDG_DATA_HOME=self.data,
                        XDG_CONFIG_HOME=os.path.join(work, "config"),
                        XDG_CACHE_HOME=os.path.join(work, "cache"),
                        GSETTINGS_SCHEMA_DIR=os.path.join(build, "data"),
                        # without dconf, which would keep the settings in a process of its own
                        GIO_MODULE_DIR=os.path.join(work, "modules"),
                        GDK_BACKEND="x11", GSK_RENDERER="cairo", GTK_A11Y="none")
        for name in ("GSETTINGS_BACKEND", "CODEX_HOME", "CLAUDE_CONFIG_DIR", "MALLOC_CHECK_"):
            self.env.pop(name, None)
        # the leak checker cannot work beside strace
        self.env["ASAN_OPTIONS"] = self.env.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
        self.options = [x for runtime, home in homes.folders for x in (f"--{runtime}-home", home)]

    def start(self, name, command, **rest):
        prefix = os.path.join(self.traces, name)
        return subprocess.Popen(readonly_trace.STRACE + ["-o", prefix] + command, env=self.env,
                                cwd="/", stdin=subprocess.DEVNULL, **rest)

    def traced_bytes(self, name):
        return sum(os.path.getsize(os.path.join(self.traces, f)) for f in os.listdir(self.traces)
                   if f.startswith(name + "."))

    def ask(self, query, *values):
        """The first row of an answer of the app's database; None while there is none yet."""
        path = os.path.join(self.data, "vedette", "vedette.sqlite3")
        try:
            database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        except sqlite3.Error:
            return None
        try:
            return database.execute(query, values).fetchone()
        except sqlite3.Error:
            return None
        finally:
            database.close()

    def rows(self, table):
        return (self.ask(f"SELECT count(*) FROM {table}") or (0,))[0]

    def has_read(self, log):
        found = self.ask('SELECT "offset", file FROM log_files WHERE path = ?', log)
        st = os.stat(log)
        return found is not None and found == (st.st_size, st.st_ino)

    def has_lost(self, log):
        found = self.ask("SELECT deleted_at FROM log_files WHERE path = ?", log)
        return found is None or found[0] is not None


def run_command(bench, number, arguments, homes):
    name = f"ctl{number:02d}"
    command = [os.path.join(bench.build, "src/cli/vedettectl")] + arguments
    process = bench.start(name, command + (bench.options if homes else []),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        out, errors = process.communicate(timeout=ANSWER_S)
    except subprocess.TimeoutExpired:
        process.kill()
        fail(f"vedettectl {' '.join(arguments)}: no answer in {ANSWER_S} s")
    if process.returncode != 0:
        fail(f"vedettectl {' '.join(arguments)}: exit {process.returncode}: "
             f"{errors.decode('utf-8', 'replace').strip()[:400]}")
    return out


class Quiet:
    """True once the database has sessions and the program has been silent for a while."""

    def __init__(self, bench, wanted_sessions):
        self.bench, self.wanted = bench, wanted_sessions
        self.last, self.since = None, 0

    def __call__(self):
        now = time.monotonic()
        state = (self.bench.traced_bytes("app") // 65536, self.bench.rows("sessions"),
                 self.bench.rows("log_files"))
        if state != self.last:
            self.last, self.since = state, now
        return state[1] >= self.wanted and now - self.since > 2


def app_action(application_id, name):
    path = "/" + application_id.replace(".", "/")
    return subprocess.run(["gdbus", "call", "--session", "--timeout", "20", "--dest",
                           application_id, "--object-path", path, "--method",
                           "org.gtk.Actions.Activate", name, "[]", "{}"],
                          capture_output=True).returncode == 0


def change_logs(bench):
    """What agents do while they are watched: a log grows, one is replaced, one goes."""
    logs = [f for runtime, home in bench.homes.folders if "-all-" in home and runtime == "claude"
            for f in sorted(files_below(os.path.join(home, "projects"))) if f.endswith(".jsonl")
            and os.path.isfile(f) and not os.path.islink(f) and bench.has_read(f)]
    if len(logs) < 3:
        fail("too few logs to change")
    with open(logs[0], "rb+") as log:
        line = log.readline()
        log.seek(0, os.SEEK_END)
        log.write(line if line.endswith(b"\n") else line + b"\n")
    shutil.copyfile(logs[1], logs[1] + ".new")
    os.replace(logs[1] + ".new", logs[1])
    os.unlink(logs[2])
    return logs[:3]


def run_app(bench, application_id):
    process = bench.start("app", [os.path.join(bench.build, "src/app/vedette")] + bench.options)
    try:
        wait_for(Quiet(bench, 1), READY_S, "sessions in the database")
        say(f"{bench.rows('sessions')} sessions of {bench.rows('log_files')} logs")
        sessions = bench.rows("sessions")
        before = snapshot([home for _, home in bench.homes.folders if os.path.isdir(home)])
        if not app_action(application_id, "preferences"):
            fail("the app does not answer on the bus")
        grown, replaced, gone = change_logs(bench)
        changed = snapshot([home for _, home in bench.homes.folders if os.path.isdir(home)])
        wait_for(lambda: bench.has_read(grown), READY_S, "look at the log that grew")
        wait_for(lambda: bench.has_read(replaced), READY_S, "look at the log that was replaced")
        wait_for(lambda: bench.has_lost(gone), READY_S, "notice of the log that is gone")
        app_action(application_id, "quit")
        process.wait(timeout=60)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=30)
    if process.returncode != 0:
        fail(f"the app ended with {process.returncode}")
    return before, changed, sessions


# --- does strace really show it? ----------------------------------------------------------------

def do_forbidden(home):
    """Everything that must be noticed, for real; run under strace by check_with_strace()."""
    import fcntl, mmap
    log = os.path.join(home, "a.jsonl")
    fd = os.open(log, os.O_RDWR)
    os.write(fd, b"x\n")
    os.ftruncate(fd, 2)
    mmap.mmap(fd, 2)
    fcntl.flock(fd, fcntl.LOCK_SH)
    fcntl.lockf(fd, fcntl.LOCK_UN)
    os.utime(fd)
    os.fchmod(fd, 0o600)
    os.chmod(log, 0o644)
    os.chown(log, -1, -1)
    os.link(log, log + ".link")
    os.rename(log + ".link", os.path.join(os.path.dirname(home), "stolen"))
    os.symlink("x", log + ".symlink")
    os.unlink(log + ".symlink")
    os.mkdir(os.path.join(home, "d"))
    os.rmdir(os.path.join(home, "d"))
    try:
        os.setxattr(log, "user.vedette", b"x")
    except OSError:  # not on every file system
        pass
    os.chdir(home)
    os.close(os.open("relative", os.O_WRONLY | os.O_CREAT))
    for path in ("auth.json", "/nowhere/.credentials.json", "sessions/1.ab.key"):
        try:
            os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        except OSError:
            pass
    try:
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close()
    except OSError:
        pass


FORBIDDEN = {"open for writing", "write", "ftruncate", "mmap for writing", "flock", "fcntl",
             "utimensat", "fchmod", "chmod|fchmodat|fchmodat2", "chown|fchownat|lchown",
             "link|linkat", "rename|renameat|renameat2", "symlink|symlinkat", "unlink|unlinkat",
             "mkdir|mkdirat", "rmdir|unlinkat", "setxattr", "secret", "socket"}


def check_with_strace(work):
    home = os.path.join(work, "planted", ".codex")
    os.makedirs(os.path.join(home, "sessions"))
    for name in ("a.jsonl", "auth.json", "sessions/1.ab.key"):
        with open(os.path.join(home, name), "w", encoding="utf-8") as file:
            file.write("{}\n")
    prefix = os.path.join(work, "planted", "trace")
    subprocess.run(readonly_trace.STRACE + ["-o", prefix, sys.executable, "-B",
                                            os.path.abspath(__file__), "--do-forbidden", home],
                   check=True, timeout=120)
    checker = readonly_trace.Checker([home])
    checker.check_files(prefix)
    found = [what for what, _ in checker.violations]
    for wanted in sorted(FORBIDDEN):
        if not set(wanted.split("|")) & set(found):
            fail(f"a planted “{wanted}” was not noticed; found {sorted(set(found))}")
    if found.count("secret") != 3:
        fail(f"{found.count('secret')} of 3 opened credentials were noticed")
    if not any("relative" in line for _, line in checker.violations):
        fail("a relative path was not noticed")
    say(f"planted violations are noticed: {len(found)}")


# --- the test -----------------------------------------------------------------------------------

def compare(before, after, when):
    differences = [path for path in sorted(set(before) | set(after))
                   if before.get(path) != after.get(path)]
    for path in differences[:10]:
        print(f"{when}: {path}: {before.get(path)} became {after.get(path)}")
    if differences:
        fail(f"{when}: {len(differences)} files changed")


def can_trace():
    try:
        return subprocess.run(readonly_trace.STRACE + ["-o", "/dev/null", "-ff", "true"],
                              capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def application_id_of(build):
    with open(os.path.join(build, "config.h"), encoding="utf-8") as config:
        return re.search(r'#define VDT_APP_ID "([^"]+)"', config.read()).group(1)


def make_homes(work):
    homes = Homes(os.path.join(work, "homes"))
    os.makedirs(homes.root)
    add_cases(homes)
    add_demo(homes)
    fixtures = os.path.join(os.environ.get("VEDETTE_SHARED", os.path.join(TOP, "..", "shared")),
                            "fixtures")
    if os.path.isdir(fixtures):
        add_fixtures(homes, fixtures)
    else:
        say("without the reference logs, which are not here")
    planted = plant_secrets(homes)
    set_times(homes.root, int(time.time()))
    logs = [f for f in files_below(homes.root) if f.endswith((".jsonl", ".jsonl.zst"))]
    say(f"{len(homes.folders)} homes, {len(logs)} logs, {planted} secrets")
    if len(homes.folders) > MAX_HOMES or len(logs) < 100 or planted < 10:
        fail("these are not the homes that the test is about")
    return homes


def run_all(work, build):
    homes = make_homes(work)
    roots = [home for _, home in homes.folders if os.path.isdir(home)]
    bench = Bench(work, build, homes)
    first = snapshot(roots)
    commands = [(["enable"], False), (["status", "--json"], True), (["status", "--all"], True),
                (["sessions", "--all", "--json"], True), (["doctor"], True),
                (["doctor", "--json"], True)]
    commands += [(["usage", "--by", by, "--json"], True)
                 for by in ("day", "session", "model", "home", "total")]
    for number, (arguments, takes_homes) in enumerate(commands):
        run_command(bench, number, arguments, takes_homes)
    compare(first, snapshot(roots), "after vedettectl")
    before, changed, sessions = run_app(bench, application_id_of(build))
    compare(first, before, "while the app read")
    compare(changed, snapshot(roots), "while the app watched")
    run_command(bench, len(commands), ["disable"], False)

    checker = readonly_trace.Checker([homes.root])
    traces = checker.check_files(os.path.join(bench.traces, "app"))
    if traces < 4:
        fail(f"only {traces} threads of the app were traced")
    opened_by_app = set(checker.opened)
    for number in range(len(commands) + 1):
        if checker.check_files(os.path.join(bench.traces, f"ctl{number:02d}")) < 1:
            fail(f"no trace of command {number}")
    for what, line in checker.violations[:20]:
        print(f"{what}: {line}")
    if checker.violations:
        fail(f"{len(checker.violations)} forbidden calls")
    own = {os.path.join(build, "src/app/vedette"), os.path.join(build, "src/cli/vedettectl")}
    others = [p for p in checker.programs if p not in own]
    if others:
        fail(f"other programs were started: {others[:5]}")

    logs = {os.path.realpath(f) for f in files_below(homes.root) if f.endswith(".jsonl")}
    read = {f for f in opened_by_app if f.endswith((".jsonl", ".zst"))}
    say(f"{checker.calls} calls in order; the app opened {len(read)} logs, has {sessions} sessions")
    if len(read & logs) < len(logs) * 3 // 4:
        fail(f"the app opened only {len(read & logs)} of {len(logs)} logs: nothing is proven")


def remove(folder):
    for where, folders, _ in os.walk(folder):  # a case may lock a folder of its own
        for name in folders:
            path = os.path.join(where, name)
            if not os.path.islink(path):
                os.chmod(path, 0o700)
    shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=os.environ.get("VEDETTE_BUILD_DIR", "build"))
    parser.add_argument("--keep", metavar="DIR", help="work in this new folder and leave it")
    parser.add_argument("--do-forbidden", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.do_forbidden:
        return do_forbidden(options.do_forbidden)
    if shutil.which("strace") is None:
        skip("no strace")
    if shutil.which("gdbus") is None:
        skip("no gdbus")
    if not can_trace():
        skip("strace may not trace here")
    if "DISPLAY" not in os.environ or "DBUS_SESSION_BUS_ADDRESS" not in os.environ:
        skip("no display and session bus; run it in with-display.sh")
    work = options.keep or tempfile.mkdtemp(prefix="vedette-readonly-")
    os.makedirs(work, exist_ok=True)
    try:
        problems = readonly_trace.self_check()
        if problems:
            fail("the checker does not notice what it must: " + "; ".join(problems))
        check_with_strace(work)
        run_all(work, os.path.abspath(options.build))
    finally:
        if not options.keep:
            remove(work)
    print("only read")
    return 0


if __name__ == "__main__":
    sys.exit(main())
