# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Quota windows and reset rows."""

import decimal
import os
import re

from naive_base import (
    DECODER,
    SECOND,
    count_of,
    datetime_of,
    micros_of_wall,
    percent_of,
    time_of,
    zone_named,
    WrongArguments,
)
from naive_claude import dict_or_empty, is_cli_words, text_or_none

LAST_TIME = 253402300799 * SECOND  # the end of the year 9999
STALE_AFTER = 15 * 60 * SECOND
MINUTES = {"five_hour": 300, "weekly": 10080}


class Reading:
    def __init__(self, home, bucket, window, minutes, percent, resets_at, as_of, source, plan=None):
        self.home = home
        self.bucket = bucket
        self.window = window
        self.minutes = minutes
        self.percent = percent
        self.resets_at = resets_at
        self.as_of = as_of
        self.source = source
        self.plan = plan


def kind_of(minutes):
    """"five-hour and weekly: ±1 % of 300 and 10,080 minutes; monthly: 28 to 31 days (40,320 … 44,640), ±1 %"."""
    if minutes is None:
        return "other"
    if 300 * 0.99 <= minutes <= 300 * 1.01:
        return "five_hour"
    if 10080 * 0.99 <= minutes <= 10080 * 1.01:
        return "weekly"
    if 40320 * 0.99 <= minutes <= 44640 * 1.01:
        return "monthly"
    return "other"


def _seconds(value, diag):
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, decimal.Decimal)):
        diag.add("bad_values")
        return None
    if value < 0 or value > LAST_TIME // SECOND:
        diag.add("bad_values")
        return None
    return int(value * SECOND)


def codex_readings(codex, diag):
    for home, when, limits in codex.readings():
        for slot in ("primary", "secondary"):
            window = limits.get(slot)
            if not isinstance(window, dict):
                continue  # "both windows null | no reading"
            minutes = count_of(window.get("window_minutes"), diag)
            # "Unix seconds; older logs give seconds until reset: event time + offset"
            resets_at = _seconds(window.get("resets_at"), diag)
            if window.get("resets_at") is None and window.get("resets_in_seconds") is not None:
                offset = _seconds(window["resets_in_seconds"], diag)
                unsound = offset is None or when is None or when + offset > LAST_TIME
                resets_at = None if unsound else when + offset
            yield Reading(
                home,
                text_or_none(limits.get("limit_id")),
                kind_of(minutes),
                minutes,
                percent_of(window.get("used_percent"), diag),
                resets_at,
                when,
                "codex_rollout",
                text_or_none(limits.get("plan_type")),
            )


# ---------------------------------------------------------------- Claude's account file


class Account:
    def __init__(self, path):
        self.data = {}
        self.fetched = None
        self.cache = {}
        try:
            with open(path, "rb") as file:
                text = file.read().decode("utf-8", "replace").lstrip("\ufeff")
            value, end = DECODER.raw_decode(text.lstrip())
            self.data = dict_or_empty(value) if not text.lstrip()[end:].strip() else {}
            self.cache = dict_or_empty(self.data.get("cachedUsageUtilization"))
            fetched = self.cache.get("fetchedAtMs")
            # "`as_of` its own fetch time, else the file's mtime"
            good = isinstance(fetched, (int, decimal.Decimal)) and not isinstance(fetched, bool)
            if good and 0 < fetched * 1000 <= LAST_TIME:
                self.fetched = int(fetched * 1000)
            else:
                self.fetched = os.stat(path).st_mtime_ns // 1000
        except (OSError, ValueError, RecursionError):
            pass


def account_of(home):
    """"`~/.claude.json` | belongs to the home whose real path is `$HOME/.claude` […] `~/.claude` may have
    both […]: the one fetched later"."""
    inside = Account(os.path.join(home.path, ".claude.json"))
    user = os.path.expanduser("~")
    if home.real != os.path.realpath(os.path.join(user, ".claude")):
        return inside
    outside = Account(os.path.join(user, ".claude.json"))
    return inside if (inside.fetched or 0) > (outside.fetched or 0) else outside


def account_readings(home, account, diag):
    utilization = dict_or_empty(account.cache.get("utilization"))
    for field, window in (("five_hour", "five_hour"), ("seven_day", "weekly")):
        entry = utilization.get(field)
        if not isinstance(entry, dict):
            continue
        resets_at = None
        if entry.get("resets_at") is not None:
            resets_at = time_of(entry["resets_at"])
            if resets_at is None or not 0 <= resets_at <= LAST_TIME:
                diag.add("bad_values")
                resets_at = None
        yield Reading(
            home,
            None,
            window,
            MINUTES[window],
            percent_of(entry.get("utilization"), diag),
            resets_at,
            account.fetched,
            "claude_account_file",
        )


# ---------------------------------------------------------------- Claude's limit messages

_OLD = re.compile(r"limit reached\s*\|\s*(\d{1,12})\b", re.IGNORECASE)
_SAID = re.compile(
    r"(?:hit your (?P<hit>[^\n·∙|]*?)\s*limit|(?P<reached>[^\n·∙|]*?)\s*limit reached)"
    r"[^\n]*?\bresets\s+(?:at\s+)?(?P<when>[^\n]+)",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"(?:(?P<month>[A-Z][a-z]{2})[a-z]*\.?\s+(?P<day>\d{1,2})(?:,?\s+(?P<year>\d{4}))?(?:,|\s+at)?\s+)?"
    r"(?P<hour>\d{1,2})(?::(?P<minute>\d\d))?\s*(?P<half>am|pm)?(?:\s*\((?P<zone>[^)]+)\))?",
    re.IGNORECASE,
)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()


def _words_of(record):
    message = dict_or_empty(record.data.get("message"))
    content = message.get("content")
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = [part.get("text") for part in parts if isinstance(part, dict) and part.get("type") == "text"]
    return "\n".join(text for text in texts if isinstance(text, str))


def _reset_of(text, said_at, zone):
    """"a time without a date is the next such time after the record, a date without a year the next such
    date; in the zone it names, else `--timezone` or the local one"."""
    match = _WHEN.match(text)
    if match is None:
        return None
    if match.group("zone"):
        try:
            zone = zone_named(match.group("zone").strip())
        except WrongArguments:
            return None
    hour, minute = int(match.group("hour")), int(match.group("minute") or 0)
    if match.group("half"):
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match.group("half").lower() == "pm" else 0)
    elif match.group("minute") is None:
        return None
    if hour > 23 or minute > 59:
        return None
    local = datetime_of(said_at).astimezone(zone)
    try:
        if match.group("month"):
            month = _MONTHS.index(match.group("month").lower()[:3]) + 1
            day = int(match.group("day"))
            if match.group("year"):
                return micros_of_wall(zone, int(match.group("year")), month, day, hour, minute)
            for year in range(local.year, local.year + 9):
                try:
                    when = micros_of_wall(zone, year, month, day, hour, minute)
                except ValueError:  # 29 February
                    continue
                if when > said_at:
                    return when
            return None
        when = micros_of_wall(zone, local.year, local.month, local.day, hour, minute)
        if when <= said_at:
            after = datetime_of(micros_of_wall(zone, local.year, local.month, local.day, 12) + 86400 * SECOND)
            after = after.astimezone(zone)
            when = micros_of_wall(zone, after.year, after.month, after.day, hour, minute)
        return when
    except ValueError:
        return None


def message_readings(claude, zone, diag):
    """"a record made by the CLI (`<synthetic>` or API error) that says a limit is reached or hit **and** when
    it resets"."""
    for file in claude.files:
        for record in file.records:
            if record.data.get("type") != "assistant" or not is_cli_words(record.data) or record.time is None:
                continue
            words = _words_of(record)
            old = _OLD.search(words)
            said = _SAID.search(words)
            if old:
                named, resets_at = "", int(old.group(1)) * SECOND
            elif said:
                named = (said.group("hit") or said.group("reached") or "").lower()
                resets_at = _reset_of(said.group("when"), record.time, zone)
            else:
                continue
            if resets_at is None or resets_at > LAST_TIME:
                continue
            # "window from its words (session or 5-hour, weekly), else *other*; a model it names […] is the
            # bucket, lower case"
            window = "other"
            if "session" in named or "5-hour" in named:
                window = "five_hour"
            elif "week" in named:
                window = "weekly"
            model = re.search(r"\b(opus|sonnet|haiku|fable|mythos)\b", named)
            bucket = model.group(1) if model else None
            yield Reading(
                file.home, bucket, window, MINUTES.get(window), 100.0, resets_at, record.time, "claude_limit_message"
            )


# ---------------------------------------------------------------- rows


def row_of(reading, now):
    state = "reported"
    percent = reading.percent
    if reading.resets_at is not None and reading.resets_at <= now:
        state, percent = "ended", None  # "*ended* | keeps `resets_at`, `used_percent` null"
    elif percent is None or reading.as_of is None:
        state, percent = "unknown", None  # without a time nobody knows of what moment it speaks
    elif now - reading.as_of > STALE_AFTER:
        state = "stale"
    if percent is not None and percent == int(percent):
        percent = int(percent)
    return {
        "home": reading.home.id,
        "runtime": reading.home.runtime,
        "bucket": reading.bucket,
        "plan": reading.plan,
        "window": reading.window,
        "window_minutes": reading.minutes,
        "used_percent": percent,
        "resets_at": reading.resets_at,
        "state": state,
        "as_of": reading.as_of,
        "age_seconds": None if reading.as_of is None else (now - reading.as_of) // SECOND,
        "source": reading.source,
    }


def quota_rows(homes, codex, claude, accounts, sessions, now, zone, diag):
    readings = list(codex_readings(codex, diag)) + list(message_readings(claude, zone, diag))
    for home in homes:
        if home.runtime == "claude":
            readings += account_readings(home, accounts[home.id], diag)
    newest = {}
    for reading in readings:
        # "per home and bucket and kind, the newest record **that has that window**"; "The unnamed bucket and
        # `codex` are one, the main one: the newest of both wins and says how it is called"
        bucket = reading.bucket
        if reading.home.runtime == "codex" and bucket == "codex":
            bucket = None
        key = (reading.home.id, bucket, reading.window, reading.minutes if reading.window == "other" else None)
        old = newest.get(key)
        if old is None or (old.as_of or float("-inf")) <= (reading.as_of or float("-inf")):
            newest[key] = reading
    rows = [row_of(reading, now) for reading in newest.values()]
    for home in homes:
        # "A home with sessions and no reading ever | one row: `window` `"other"`, state *unknown*"
        if any(s.home is home for s in sessions) and not any(row["home"] == home.id for row in rows):
            row = dict.fromkeys(("bucket", "plan", "window_minutes", "used_percent", "resets_at", "as_of"))
            row.update(age_seconds=None, source=None, home=home.id, runtime=home.runtime)
            row.update(window="other", state="unknown")
            rows.append(row)
    order = {home.id: at for at, home in enumerate(homes)}
    kinds = ("five_hour", "weekly", "monthly", "other")
    rows.sort(key=lambda r: (order[r["home"]], r["bucket"] or "", kinds.index(r["window"]), r["window_minutes"] or 0))
    return rows


def reset_rows(homes, accounts):
    """"always present for each Claude home (two kinds) and each Codex home (one)"."""
    rows = []
    for home in homes:
        if home.runtime == "codex":
            rows.append(_reset(home, "codex_reset_credits", None, None))
            continue
        account = accounts[home.id]
        rows.append(_reset(home, "claude_limit_reset", None, None))  # no file says how many are left
        rows.append(_reset(home, "claude_grants", _grants(account), account.fetched))
    return rows


def _grants(account):
    """"sum of `resets_left` where given, else the number of usable grants; a flag that is false or missing, a
    null: *unknown*. A flag is on where it is true or an object with `enabled` true"."""
    flag = dict_or_empty(account.data.get("cachedGrowthBookFeatures")).get("tengu_cedar_ember")
    if flag is not True and dict_or_empty(flag).get("enabled") is not True:
        return None
    ember = dict_or_empty(account.cache.get("utilization")).get("cedar_ember")
    grants = dict_or_empty(ember).get("grants")
    if not isinstance(grants, list):
        return None
    left = [grant.get("resets_left") for grant in grants if isinstance(grant, dict)]
    left = [n for n in left if isinstance(n, int) and not isinstance(n, bool) and n >= 0]
    if left:
        return sum(left)
    return sum(1 for grant in grants if isinstance(grant, dict) and grant.get("usable_now") is True)


def _reset(home, kind, available, as_of):
    known = available is not None
    return {
        "home": home.id,
        "kind": kind,
        "available": available,
        "state": "known" if known else "unknown",
        "as_of": as_of if known else None,
    }
