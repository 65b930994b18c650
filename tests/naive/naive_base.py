# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What both readers need: lines, numbers, times, sums and homes. Plain code, no speed."""

import datetime
import decimal
import hashlib
import json
import os
import re
import subprocess
import sys
import shutil
import zoneinfo

MAX_LINE = 64 * 1024 * 1024
MAX_DEPTH = 1024
MAX_COUNT = 2**63 - 1
SECOND = 1_000_000  # all times are whole microseconds since 1970, UTC

# The C scanner of json recurses once a level.
sys.setrecursionlimit(8 * MAX_DEPTH)
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)


class WrongArguments(Exception):
    pass


class Diagnostics(dict):
    NAMES = (
        "files",
        "bytes",
        "records",
        "malformed_lines",
        "oversized_lines",
        "unknown_records",
        "duplicate_calls",
        "replayed_calls",
        "undecided_calls",
        "bad_values",
        "torn_tail",
        "unreadable_files",
        "skipped_files",
    )

    def __init__(self):
        super().__init__((name, 0) for name in self.NAMES)

    def add(self, name, n=1):
        self[name] += n


# ---------------------------------------------------------------- numbers


def _number(text):
    try:
        return decimal.Decimal(text)
    except decimal.InvalidOperation:  # an exponent beyond all bounds
        return decimal.Decimal("Infinity")


def _no_constant(text):
    raise ValueError(text + " is no JSON")


DECODER = json.JSONDecoder(parse_float=_number, parse_constant=_no_constant)


def count_of(value, diag):
    """A token count, or None.

    "the value counts: `1e2` is 100; whole numbers are exact up to 2^63−1; a fraction, a negative, a
    string, a boolean or more than that is unknown and counts in `diagnostics.bad_values`; null is just
    not reported"
    """
    if value is None:
        return None
    good = isinstance(value, (int, decimal.Decimal)) and not isinstance(value, bool)
    if good and isinstance(value, decimal.Decimal):
        # The bound first: 1e999999 as a whole number would take all memory.
        good = value.is_finite() and abs(value) <= MAX_COUNT and value == value.to_integral_value()
    if not good or value < 0 or value > MAX_COUNT:
        diag.add("bad_values")
        return None
    return int(value)


def percent_of(value, diag):
    """"clamp nothing: above 100 shown as reported, others unknown, `diagnostics.bad_values`"."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, decimal.Decimal)):
        diag.add("bad_values")
        return None
    number = float(value) if abs(value) < 10**300 else float("inf")
    if number < 0 or number == float("inf"):
        diag.add("bad_values")
        return None
    return number


# ---------------------------------------------------------------- times

_RFC3339 = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)\Z", re.ASCII
)
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def time_of(text):
    """Microseconds of an RFC 3339 time, or None."""
    match = _RFC3339.match(text) if isinstance(text, str) else None
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(part) for part in match.groups()[:6])
    micro = int((match.group(7) or "0").ljust(6, "0")[:6])
    zone = match.group(8)
    offset = 0
    if zone not in "Zz":
        if int(zone[1:3]) > 23 or int(zone[4:6]) > 59:
            return None
        offset = (int(zone[1:3]) * 60 + int(zone[4:6])) * (-1 if zone[0] == "-" else 1)
    try:
        when = datetime.datetime(year, month, day, hour, minute, second, tzinfo=datetime.timezone.utc)
    except ValueError:
        return None
    return int((when - _EPOCH).total_seconds()) * SECOND + micro - offset * 60 * SECOND


def datetime_of(micros):
    return _EPOCH + datetime.timedelta(microseconds=micros)


def text_of(micros):
    """"Times in JSON | UTC, `Z`"."""
    if micros is None:
        return None
    when = datetime_of(micros)
    text = when.strftime("%Y-%m-%dT%H:%M:%S").rjust(19, "0")
    if when.microsecond:
        text += ".%03d" % (when.microsecond // 1000)
    return text + "Z"


def zone_named(name):
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise WrongArguments("no such time zone: " + name)


def local_zone_name():
    name = os.environ.get("TZ", "").lstrip(":")
    if name:
        try:
            zoneinfo.ZoneInfo(name)
            return name
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            return "UTC"
    link = os.path.realpath("/etc/localtime")
    return link.split("/zoneinfo/", 1)[1] if "/zoneinfo/" in link else "UTC"


def micros_of_wall(zone, year, month, day, hour=0, minute=0):
    wall = datetime.datetime(year, month, day, hour, minute, tzinfo=zone)
    return int((wall.astimezone(datetime.timezone.utc) - _EPOCH).total_seconds()) * SECOND


def bound_of(text, zone, is_until):
    """"`YYYY-MM-DD` (in that zone) or RFC 3339; `until` is exclusive for a time, inclusive for a date"."""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        try:
            day = datetime.date(int(text[:4]), int(text[5:7]), int(text[8:]))
            if is_until:
                day += datetime.timedelta(days=1)
        except (ValueError, OverflowError):
            raise WrongArguments("no such day: " + text)
        return micros_of_wall(zone, day.year, day.month, day.day)
    when = time_of(text)
    if when is None:
        raise WrongArguments("neither a day nor a time: " + text)
    return when


# ---------------------------------------------------------------- sums

PARTS = (
    "uncached_input_tokens",
    "cache_read_tokens",
    "cache_creation_tokens",
    "output_tokens",
    "reasoning_output_tokens",
)


def sums_of(calls):
    """"the sum of what is known, the total too; null where nothing was ever reported […]; over no calls
    at all every number is 0". "`total_tokens` = uncached input + cache read + cache creation + output."""
    calls = list(calls)
    out = {"calls": len(calls)}
    for part in PARTS:
        known = [call.parts[part] for call in calls if call.parts[part] is not None]
        out[part] = sum(known) if known else (None if calls else 0)
    known = [out[part] for part in PARTS[:4] if out[part] is not None]
    out["total_tokens"] = sum(known) if known else None
    return out


class Call:
    """One model reply as one file tells it."""

    def __init__(self, key, time, home, native, parts, model):
        self.key = key
        self.time = time
        self.home = home
        self.runtime = home.runtime
        self.native = native
        self.row = native  # the native id of the root, set later
        self.parts = parts
        self.model = model


# ---------------------------------------------------------------- lines


class Record:
    def __init__(self, index, data, own_time, offset):
        self.index = index
        self.data = data
        self.own_time = own_time
        self.time = own_time  # "records without timestamp keep place": filled from the one before
        self.offset = offset


_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


def _too_deep(text):
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return False
    depth = 0
    for match in _TOKENS.finditer(text):
        token = match.group()
        if token in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                return True
        elif token in "]}":
            depth -= 1
    return False


def _looks_like_a_record(value):
    return (
        isinstance(value, dict)
        and "type" in value
        and any(key in value for key in ("timestamp", "uuid", "payload", "sessionId"))
    )


def objects_of_line(text, diag):
    """"every complete record is taken; the torn part is one malformed line, and reading goes on at the
    next object in it that is complete and looks like a record". Other values are no records; a run of NULs is
    none either, but before a record it does no harm."""
    if _too_deep(text):
        diag.add("malformed_lines")  # "beyond 1,024 levels the line is malformed"
        return []
    found = []
    position = 0
    in_torn_part = False  # what lies between two records counts once, whatever it is made of

    def torn():
        nonlocal in_torn_part
        if not in_torn_part:
            diag.add("malformed_lines")
        in_torn_part = True

    while True:
        begin = position
        while position < len(text) and text[position] in " \t\r\n\0":
            position += 1
        if position >= len(text):
            if "\0" in text[begin:]:
                torn()
            break
        try:
            value, position = DECODER.raw_decode(text, position)
        except (ValueError, RecursionError):
            torn()
            position = text.find("{", position + 1)
            while position >= 0:
                try:
                    value, end = DECODER.raw_decode(text, position)
                    if _looks_like_a_record(value):
                        break
                except (ValueError, RecursionError):
                    pass
                position = text.find("{", position + 1)
            if position < 0:
                break
            continue
        if isinstance(value, dict):
            found.append(value)
            in_torn_part = False
        else:
            torn()
    return found


def objects_of_tail(text, diag):
    """"a final line without newline is 'not yet' unless […] it parses"."""
    quiet = Diagnostics()
    found = objects_of_line(text, quiet)
    if not quiet["malformed_lines"]:
        return found
    diag.add("torn_tail")
    return []


def bytes_of_file(path, diag):
    """The plain bytes, or None."""
    try:
        if path.endswith(".zst"):
            tool = shutil.which("zstd")
            if tool is None:
                diag.add("skipped_files")
                return None
            run = subprocess.run([tool, "-q", "-d", "-c", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            if run.returncode:
                diag.add("unreadable_files")
            return run.stdout
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        diag.add("unreadable_files")
        return None


def records_of(data, diag):
    records = []
    diag.add("files")
    diag.add("bytes", len(data))
    offset = 0
    last_time = None
    lines = data.split(b"\n")
    for number, raw in enumerate(lines):
        is_tail = number == len(lines) - 1
        start = offset
        offset += len(raw) + 1
        if len(raw) > MAX_LINE:
            diag.add("oversized_lines")
            continue
        if number == 0 and raw.startswith(b"\xef\xbb\xbf"):
            raw = raw[3:]
        text = raw.decode("utf-8", "replace")
        for value in (objects_of_tail if is_tail else objects_of_line)(text, diag):
            record = Record(len(records), value, time_of(value.get("timestamp")), start)
            if record.own_time is None:
                record.time = last_time
            last_time = record.time
            records.append(record)
    diag.add("records", len(records))
    return records


# ---------------------------------------------------------------- homes


class Home:
    def __init__(self, runtime, path, origin):
        self.runtime = runtime
        self.path = path
        self.origin = origin
        self.real = os.path.realpath(path)
        self.readable = os.path.isdir(path)
        # "`codex:` or `claude:` + first 12 hex of SHA-256 over the real path"
        self.id = runtime + ":" + hashlib.sha256(os.fsencode(self.real)).hexdigest()[:12]


def session_id(runtime, home, native):
    text = json.dumps([runtime, home.id, native], separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:24]


def _discover(runtime):
    user = os.path.expanduser("~")
    if runtime == "codex":
        named = [n for n in [os.environ.get("CODEX_HOME", "")] if n.strip()]
        defaults, prefix, inside = [".codex"], ".codex-", "sessions"
    else:
        named = [n.strip() for n in os.environ.get("CLAUDE_CONFIG_DIR", "").split(",") if n.strip()]
        defaults, prefix, inside = [".claude", ".config/claude"], ".claude-", "projects"
    if named:
        return [Home(runtime, path, "environment") for path in named]
    homes = [Home(runtime, os.path.join(user, name), "default") for name in defaults]
    try:
        siblings = sorted(name for name in os.listdir(user) if name.startswith(prefix))
    except OSError:
        siblings = []
    homes += [Home(runtime, os.path.join(user, name), "discovered") for name in siblings]
    return [home for home in homes if os.path.isdir(os.path.join(home.path, inside))]


def homes_of(codex, claude):
    """"when either is given, discovery and environment are ignored for both runtimes"."""
    if codex or claude:
        homes = [Home("codex", path, "option") for path in codex]
        homes += [Home("claude", path, "option") for path in claude]
    else:
        homes = _discover("codex") + _discover("claude")
    out = {}
    for home in homes:  # "A directory named twice | once"
        out.setdefault((home.runtime, home.real), home)
    return list(out.values())


def walk(folder):
    """Every plain file below a folder: "symlinks resolved, followed once, loops refused"."""
    seen = set()
    found = []

    def visit(path):
        real = os.path.realpath(path)
        if real in seen:
            return
        seen.add(real)
        try:
            names = sorted(os.listdir(path))
        except OSError:
            return
        for name in names:
            child = os.path.join(path, name)
            if os.path.isdir(child):
                visit(child)
            elif os.path.isfile(child):
                found.append(child)

    if os.path.isdir(folder):
        visit(folder)
    return found
