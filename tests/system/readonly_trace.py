# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what `strace -ff -y` wrote and says which calls break the promise of reading only.

A call that names something below a protected folder, by path or by descriptor, must be on a short
list of calls that only read. So a call that nobody thought of is a violation, not a gap."""
import os, re

STRACE = ["strace", "-ff", "-y", "-qq", "-s", "0", "-e", "trace=%file,%desc,%network"]

# Calls on a path or a descriptor that change nothing, whatever their arguments.
HARMLESS = set("""
access faccessat faccessat2 stat lstat newfstatat fstat stat64 lstat64 fstat64 fstatat64 statx
statfs fstatfs statfs64 fstatfs64 readlink readlinkat getdents getdents64 read pread64 readv preadv
preadv2 lseek _llseek close close_range dup dup2 dup3 fadvise64 fadvise64_64 readahead
inotify_add_watch inotify_rm_watch getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr
chdir fchdir poll ppoll select pselect6 epoll_ctl getcwd name_to_handle_at
""".split())
OPENS = {"open", "openat", "openat2", "creat"}
WRITING_FLAGS = re.compile(r"\b(O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|O_TMPFILE|__O_TMPFILE"
                           r"|O_EXCL|O_PATH\|O_RDWR)\b")
READING_FLAGS = re.compile(r"\b(O_RDONLY|O_PATH|O_SEARCH)\b")
HARMLESS_FCNTL = {"F_GETFD", "F_SETFD", "F_GETFL", "F_SETFL", "F_DUPFD", "F_DUPFD_CLOEXEC",
                  "F_GET_SEALS"}
HARMLESS_IOCTL = {"TCGETS", "TIOCGWINSZ", "FIONREAD", "FS_IOC_GETFLAGS", "FS_IOC_FIEMAP"}
# What comes after the descriptor in these is data, which may well hold the name of a log.
DATA = set("""
write writev pwrite64 pwritev pwritev2 send sendto sendmsg sendmmsg recv recvfrom recvmsg recvmmsg
execve execveat
""".split())
SECRET = re.compile(r"(^|/)(auth\.json|\.credentials\.json|[^/]*\.key)$")

CALL = re.compile(r"^(?:\d+ +)?([a-z_0-9]+)\((.*)$", re.S)
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"', re.S)
DESCRIPTOR = re.compile(r"(?:\b\d+|AT_FDCWD)<((?:[^<>\\]|\\.)*)>", re.S)
ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|[0-7]{1,3}|.)", re.S)
NAMED = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "f": "\f"}


def unescape(text):
    def one(match):
        code = match.group(1)
        if code[0] == "x" and len(code) == 3:
            return chr(int(code[1:], 16))
        if code[0].isdigit():
            return chr(int(code, 8))
        return NAMED.get(code, code)
    return os.fsdecode(ESCAPE.sub(one, text).encode("latin-1", "replace"))


class Call:
    """One line of a trace: what was called, with which descriptors, paths and result."""

    def __init__(self, line):
        match = CALL.match(line)
        self.name, rest = (match.group(1), match.group(2)) if match else (None, "")
        arguments, _, result = rest.rpartition(" = ")
        if not arguments:  # cut off when the program ended
            arguments, result = rest, "?"
        self.line = line
        self.arguments = arguments
        self.failed = result.startswith("-1")
        self.bare = DESCRIPTOR.sub("", STRING.sub('""', arguments))
        outside = STRING.sub('""', arguments)
        self.descriptors = [unescape(d) for d in DESCRIPTOR.findall(outside)]
        self.result = [unescape(d) for d in DESCRIPTOR.findall(result)]
        self.strings = [unescape(s) for s in STRING.findall(arguments)]

    def paths(self, folder):
        """What the strings of the call name, as far as it takes paths."""
        start = self.descriptors[0] if self.descriptors else folder
        if self.name in DATA:
            return self.strings[:1] if self.name.startswith("exec") else []
        return [os.path.join(start, s) for s in self.strings]


class Checker:
    """Collects violations and what was opened for reading."""

    def __init__(self, protected, folder="/"):
        self.protected = [p.rstrip("/") for root in protected
                          for p in {os.path.abspath(root), os.path.realpath(root)}]
        self.folder = folder
        self.violations = []
        self.opened = set()
        self.calls = 0
        self.programs = []
        self.resolved = {}

    def is_protected(self, path):
        path = path.removesuffix(" (deleted)")
        return any(path == root or path.startswith(root + "/") for root in self.protected)

    def resolve(self, path):
        """With links on the way followed, as the kernel would: all but the last name."""
        parent, name = os.path.split(os.path.normpath(path))
        if parent not in self.resolved:
            self.resolved[parent] = os.path.realpath(parent)
        return os.path.join(self.resolved[parent], name)

    def touches(self, call):
        names = call.descriptors[:1] if call.name in DATA else call.descriptors
        if any(self.is_protected(n) for n in names + call.result):
            return True
        return any(self.is_protected(p) or self.is_protected(self.resolve(p))
                   for p in call.paths(self.folder))

    def flag(self, what, call):
        self.violations.append((what, call.line[:400]))

    def check_open(self, call, touches):
        names = [p for p in call.paths(self.folder)] + call.result
        if any(SECRET.search(n) for n in names):
            self.flag("secret", call)
        if not touches:
            return
        if call.name == "creat" or WRITING_FLAGS.search(call.bare):
            self.flag("open for writing", call)
        elif not READING_FLAGS.search(call.bare):
            self.flag("open with unknown flags", call)
        elif not call.failed:
            self.opened.update(n.removesuffix(" (deleted)") for n in call.result)

    def check_network(self, call):
        family = re.search(r"\b([AP]F_[A-Z0-9_]+)", call.bare)
        if call.name in ("socket", "socketpair"):
            if family is None or family.group(1) not in ("AF_UNIX", "AF_LOCAL"):
                self.flag("socket", call)
        elif family is not None and family.group(1) not in ("AF_UNIX", "AF_LOCAL", "AF_UNSPEC"):
            self.flag("socket", call)

    def check_touching(self, call):
        if call.name == "fcntl" or call.name == "fcntl64":
            command = re.search(r"\bF_[A-Z0-9_]+", call.bare)
            if command is None or command.group(0) not in HARMLESS_FCNTL:
                self.flag("fcntl", call)
        elif call.name == "ioctl":
            command = re.search(r", *([A-Z][A-Z0-9_]+)", call.bare)
            if command is None or command.group(1) not in HARMLESS_IOCTL:
                self.flag("ioctl", call)
        elif call.name in ("mmap", "mmap2"):
            if "MAP_SHARED" in call.bare and "PROT_WRITE" in call.bare:
                self.flag("mmap for writing", call)
        elif call.name not in HARMLESS:
            self.flag(call.name, call)

    def check_line(self, line):
        call = Call(line)
        if call.name is None:
            return
        self.calls += 1
        touches = self.touches(call)
        self.check_network(call)
        if call.name.startswith("exec"):
            if not call.failed:
                self.programs.append(call.strings[0] if call.strings else "?")
            if touches:
                self.flag(call.name, call)
        elif call.name in OPENS:
            self.check_open(call, touches)
        elif touches:
            self.check_touching(call)
        if call.name in ("io_uring_setup", "open_by_handle_at"):  # would go round this check
            self.flag(call.name, call)

    def check_files(self, prefix):
        """All traces that strace has written beside each other as PREFIX.ID."""
        folder, name = os.path.split(prefix)
        found = [f for f in sorted(os.listdir(folder)) if f.startswith(name + ".")]
        for file in found:
            with open(os.path.join(folder, file), encoding="latin-1", newline="\n") as lines:
                for line in lines:
                    self.check_line(line.rstrip("\n"))
        return len(found)


# --- does it notice? ----------------------------------------------------------------------------

HOME = "/h/.codex"
PLANTED = [
    ("open for writing", f'openat(AT_FDCWD</>, "{HOME}/a.jsonl", O_RDWR|O_CLOEXEC) = 7<{HOME}/a>'),
    ("open for writing", f'openat(AT_FDCWD</>, "{HOME}/n", O_WRONLY|O_CREAT, 0600) = -1 EACCES (x)'),
    ("open for writing", f'openat(5<{HOME}>, "a.jsonl", O_RDONLY|O_TRUNC) = 7<{HOME}/a.jsonl>'),
    ("open for writing", f'openat(AT_FDCWD</>, "/proc/self/fd/9", O_RDWR) = 7<{HOME}/a.jsonl>'),
    ("open for writing", f'creat("{HOME}/b", 0600) = 4<{HOME}/b>'),
    ("open for writing", f'openat(AT_FDCWD</h>, ".codex/b", O_WRONLY) = 4<{HOME}/b>'),
    ("rename", f'rename("{HOME}/a.jsonl", "/tmp/a") = 0'),
    ("rename", f'rename("/tmp/a", "{HOME}/a.jsonl") = 0'),
    ("renameat2", f'renameat2(3</tmp>, "a", 4<{HOME}>, "b", RENAME_NOREPLACE) = 0'),
    ("link", f'link("{HOME}/a.jsonl", "/tmp/a") = 0'),
    ("symlinkat", f'symlinkat("x", 4<{HOME}>, "b") = 0'),
    ("unlink", f'unlink("{HOME}/a.jsonl") = -1 ENOENT (No such file or directory)'),
    ("unlinkat", f'unlinkat(4<{HOME}>, "a.jsonl", 0) = 0'),
    ("mkdir", f'mkdir("{HOME}/d", 0700) = -1 EEXIST (File exists)'),
    ("chmod", f'chmod("{HOME}/a.jsonl", 0600) = 0'),
    ("fchmod", f'fchmod(4<{HOME}/a.jsonl>, 0600) = 0'),
    ("lchown", f'lchown("{HOME}/a.jsonl", 0, 0) = 0'),
    ("utimensat", f'utimensat(4<{HOME}/a.jsonl>, NULL, NULL, 0) = 0'),
    ("setxattr", f'setxattr("{HOME}/a.jsonl", "user.x", "", 1, 0) = 0'),
    ("flock", f'flock(4<{HOME}/a.jsonl>, LOCK_SH) = 0'),
    ("fcntl", f'fcntl(4<{HOME}/a.jsonl>, F_SETLK, {{l_type=F_RDLCK}}) = 0'),
    ("fcntl", f'fcntl(4<{HOME}/a.jsonl>, F_OFD_SETLKW, {{l_type=F_RDLCK}}) = 0'),
    ("ftruncate", f'ftruncate(4<{HOME}/a.jsonl (deleted)>, 0) = 0'),
    ("truncate", f'truncate("{HOME}/a.jsonl", 0) = 0'),
    ("fallocate", f'fallocate(4<{HOME}/a.jsonl>, 0, 0, 1) = 0'),
    ("write", f'write(4<{HOME}/a.jsonl>, ""..., 10) = 10'),
    ("sendfile", f'sendfile(4<{HOME}/a.jsonl>, 5</tmp/x>, NULL, 1) = 1'),
    ("ioctl", f'ioctl(4<{HOME}/a.jsonl>, FS_IOC_SETFLAGS, [0]) = 0'),
    ("mmap for writing", f'mmap(NULL, 1, PROT_READ|PROT_WRITE, MAP_SHARED, 4<{HOME}/a>, 0) = 0x7'),
    ("mknod", f'mknod("{HOME}/f", S_IFIFO|0600) = 0'),
    ("secret", f'openat(4<{HOME}>, "auth.json", O_RDONLY) = 5<{HOME}/auth.json>'),
    ("secret", 'openat(AT_FDCWD</>, "/else/.credentials.json", O_RDONLY) = -1 ENOENT (x)'),
    ("secret", f'openat(AT_FDCWD</>, "{HOME}/sessions/1.ab.key", O_RDONLY|O_NONBLOCK) = 5<x>'),
    ("secret", f'openat(AT_FDCWD</>, "/proc/self/fd/3", O_RDONLY) = 5<{HOME}/auth.json>'),
    ("socket", 'socket(AF_INET, SOCK_STREAM|SOCK_CLOEXEC, IPPROTO_TCP) = 9<TCP:[1]>'),
    ("socket", 'socket(AF_INET6, SOCK_DGRAM, IPPROTO_IP) = -1 EAFNOSUPPORT (x)'),
    ("socket", 'socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE) = 9<NETLINK:[1]>'),
    ("socket", 'connect(9<socket:[1]>, {sa_family=AF_INET, sin_port=htons(443)}, 16) = 0'),
    ("execve", f'execve("{HOME}/bin/x", ["x"], 0x7ff /* 9 vars */) = 0'),
    ("some_new_call", f'some_new_call(4<{HOME}/a.jsonl>, 1) = 0'),
    ("io_uring_setup", 'io_uring_setup(8, {flags=0}) = 4<anon_inode:[io_uring]>'),
]
CLEAN = [
    f'openat(AT_FDCWD</>, "{HOME}/a.jsonl", O_RDONLY|O_NONBLOCK|O_NOATIME) = 7<{HOME}/a.jsonl>',
    f'openat(4<{HOME}>, "sessions", O_RDONLY|O_DIRECTORY) = 5<{HOME}/sessions>',
    f'newfstatat(4<{HOME}>, "auth.json", {{st_mode=S_IFREG|0600, st_size=1}}, 0) = 0',
    f'read(7<{HOME}/a.jsonl>, ""..., 65536) = 12',
    f'fcntl(7<{HOME}/a.jsonl>, F_GETFL) = 0x8000 (flags O_RDONLY|O_LARGEFILE)',
    f'mmap(NULL, 9, PROT_READ, MAP_PRIVATE, 7<{HOME}/a.jsonl>, 0) = 0x7f',
    f'write(2<pipe:[1]>, "{HOME}/a.jsonl"..., 9) = 9',
    f'execve("/usr/bin/vedette", ["vedette", "--codex-home", "{HOME}"], 0x7ff /* 9 vars */) = 0',
    'openat(AT_FDCWD</>, "/data/vedette.sqlite3", O_RDWR|O_CREAT, 0600) = 9</data/vedette.sqlite3>',
    'unlink("/h/.codex-other-name") = 0',
    'socket(AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC, 0) = 9<socket:[1]>',
    'connect(9<socket:[1]>, {sa_family=AF_UNIX, sun_path="/run/bus"}, 110) = 0',
    f'inotify_add_watch(8<anon_inode:inotify>, "{HOME}/sessions", IN_MODIFY) = 1',
    '--- SIGCHLD {si_signo=SIGCHLD} ---',
]


def self_check():
    """Each planted violation must be found, by its name, and nothing in clean lines."""
    problems = []
    for what, line in PLANTED:
        checker = Checker([HOME])
        checker.check_line(line)
        found = [v[0] for v in checker.violations]
        if found != [what]:
            problems.append(f"wanted {what}, found {found or 'nothing'}: {line}")
    checker = Checker([HOME])
    for line in CLEAN:
        checker.check_line(line)
    problems += [f"wrongly {what}: {line}" for what, line in checker.violations]
    if checker.opened != {f"{HOME}/a.jsonl", f"{HOME}/sessions"}:
        problems.append(f"what was opened: {sorted(checker.opened)}")
    return problems
