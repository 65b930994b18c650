#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of this project that no compiler and no formatter checks.

  check-source.py [FOLDER]    prints FILE:LINE: what is wrong, a line each; exits 1 if there is any
"""
import os
import re
import subprocess
import sys
import xml.etree.ElementTree

MAX_FILE_LINES = 800
MAX_FUNCTION_LINES = 80

# Which folder of src may include headers of which others. `core/` stands for all below it.
LAYERS = {
    "base": [],
    "records": ["base"],
    "observe": ["base", "records"],
    "store": ["base"],
    "core/usage": ["base", "records"],
    "core/context": ["base", "records", "store"],
    "core/review": ["base", "store"],
    "core/history": ["base", "records"],
    "core/export": ["base", "records"],
    "core/terminal": ["base", "store"],
    "core/account": ["base", "records"],
    "core/remote": ["base", "records"],
    # The engine is where observers, store and rules meet.
    "core/engine": ["base", "records", "observe", "store", "core/"],
    "push": ["base"],
    "api": ["base", "core/"],
    "tray": ["base"],
    "notify": ["base"],
    "ui": ["base", "core/"],
    "cli": ["base", "core/"],
    "app": ["base", "core/", "push", "api", "tray", "notify", "ui"],
}

# Libraries that stay in their layer: pattern of the include, folders.
LIBRARIES = [
    (r"<(gtk|gdk|gsk)/", ["ui", "app"]),
    (r"<adwaita\.h>", ["ui", "app"]),
    (r"<cairo", ["tray", "ui"]),
    (r"<sqlite3\.h>", ["store"]),
    (r"<nghttp2/", ["push"]),
    (r"<gnutls/", ["push"]),
    (r"<libsoup/", ["api"]),
    (r"<libnotify/", ["notify"]),
    (r"<zstd", ["records"]),
]

# Calls and words that are not used: pattern, what to do instead.
BLOCKED = [
    (r"\b(strcpy|strcat|stpcpy)\s*\(", "unbounded copy: g_strlcpy, g_strconcat or GString"),
    (r"\bv?sprintf\s*\(", "unbounded print: g_snprintf or g_strdup_printf"),
    (r"\bgets\s*\(", "no bound: use the line reader"),
    (r"\bato(i|l|ll|f)\s*\(", "no error: g_ascii_string_to_signed or g_ascii_strtoll"),
    (r"\bstrtok(_r)?\s*\(", "g_strsplit"),
    (r"\b(system|popen)\s*\(", "no shell: GSubprocess"),
    (r"\b(tmpnam|tempnam|mktemp)\s*\(", "a race: g_file_open_tmp, g_dir_make_tmp"),
    (r"\balloca\s*\(|\bg_(alloca|newa)\s*\(", "no unbounded stack: g_new"),
    (r"\b(g_usleep|usleep|sleep|nanosleep)\s*\(", "nothing sleeps: a source, a condition, a virtual clock"),
    (r"\bg(int|char|float|double|short|long)\b", "the C type: int, char, float, double, short, long"),
    (r"\bgoto\b", "no goto: g_autoptr and small functions"),
]
BLOCKED_IN_TESTS = [
    (r"\bg_assert\s*\(", "vanishes without assertions: g_assert_true, g_assert_cmpint …"),
    (r"\bassert\s*\(", "g_assert_true, g_assert_cmpint …"),
]

TRANSLATED = re.compile(r"\b(?:_|N_|C_|NC_|Q_|ngettext|g_dngettext|g_dpgettext2)\s*\(")
PROMISES = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
# Folders of one machine; what stands inside a longer path is data.
MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:work|root)/")
FLOOR = {"gtk": (4, 8), "libadwaita": (1, 2), "Adw": (1, 2)}


def files_of(top):
    """The files that belong to the tree, relative to its top."""
    listed = subprocess.run(["git", "-C", top, "ls-files", "-z", "--cached", "--others",
                             "--exclude-standard"], capture_output=True, check=False)
    if listed.returncode == 0:
        names = [n for n in listed.stdout.decode().split("\0") if n]
    else:
        names = [os.path.relpath(os.path.join(folder, name), top)
                 for folder, _, files in os.walk(top) for name in files]
    return sorted(n for n in set(names) if os.path.isfile(os.path.join(top, n)))


def read(top, name):
    with open(os.path.join(top, name), encoding="utf-8", errors="replace") as text:
        return text.read()


def blank(text, keep_strings=False):
    """C text without comments (and strings), every line at its place."""
    out = []
    for found in re.finditer(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[^/"\']+|.',
                             text, re.DOTALL):
        piece = found.group()
        if piece.startswith(("/*", "//")):
            piece = "\n" * piece.count("\n")
        elif piece[0] in "\"'" and len(piece) > 1 and not keep_strings:
            piece = piece[0] + piece[-1]
        out.append(piece)
    return "".join(out)


def layer_of(name):
    """The layer that a file of src belongs to, or None."""
    parts = name.split("/")
    if parts[0] != "src" or len(parts) < 3:
        return None
    return "/".join(parts[1:3]) if parts[1] == "core" and len(parts) > 3 else parts[1]


def may_use(layer, other):
    return layer == other or any(other == allowed or (allowed.endswith("/") and other.startswith(allowed))
                                 for allowed in LAYERS.get(layer, []))


def check_includes(name, text, owners, build_text):
    layer = layer_of(name)
    if layer is None:
        return
    if layer not in LAYERS:
        yield 1, f"folder src/{layer} is in no layer"
        return
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r'\s*#\s*include\s*(?:"([^"]+)"|(<[^>]+>))', line)
        if not found:
            continue
        own, system = found.groups()
        if system:
            for pattern, folders in LIBRARIES:
                if re.match(pattern, system) and layer.split("/")[0] not in folders:
                    yield number, f"{system} stays in src/{', src/'.join(folders)}"
            continue
        if own == "config.h":
            continue
        base = os.path.basename(own)
        if base in owners:
            for other in owners[base]:
                if not may_use(layer, other):
                    yield number, f"src/{layer} may not include {base} of src/{other}"
        elif base.rsplit(".", 1)[0] not in build_text:
            yield number, f"{base} belongs to no folder of src"


def check_calls(name, text):
    rules = BLOCKED + (BLOCKED_IN_TESTS if name.startswith("tests/") else [])
    for number, line in enumerate(blank(text).splitlines(), 1):
        for pattern, instead in rules:
            found = re.search(pattern, line)
            if found:
                yield number, f"{found.group().strip()}: {instead}"


def check_start(name, text, names):
    """Licence, then log domain, config.h and the own header."""
    lines = text.splitlines()
    if lines[:2] != ["/* SPDX-FileCopyrightText: 2026 The Vedette authors",
                     " * SPDX-License-Identifier: GPL-3.0-or-later"]:
        yield 1, "the file does not begin with the licence header"
    if not name.startswith("src/"):
        return
    if name.endswith(".h"):
        if "#pragma once" not in text:
            yield 1, "no #pragma once"
        return
    includes = [(n, x) for n, x in enumerate(lines, 1) if re.match(r"#\s*include\b", x)]
    if not includes:
        return
    if not any(x.startswith("#define G_LOG_DOMAIN") for x in lines[:includes[0][0]]):
        yield includes[0][0], "G_LOG_DOMAIN is not defined before the first include"
    if includes[0][1] != '#include "config.h"':
        yield includes[0][0], 'the first include is not "config.h"'
    own = name[:-2] + ".h"
    if own in names:
        second = includes[1][1] if len(includes) > 1 else ""
        stem = os.path.basename(own)[:-2]
        if second not in (f'#include "{stem}.h"', f'#include "{stem}-private.h"'):
            yield includes[0][0], "the second include is not the own header"


def check_length(name, text):
    lines = blank(text).splitlines()
    total = len(text.splitlines())
    if total > MAX_FILE_LINES:
        yield total, f"{total} lines: cut the file by subject (at most {MAX_FILE_LINES})"
    start = None
    for number, line in enumerate(lines, 1):
        if line == "{" and start is None:
            start = number
        elif line.startswith("}") and start is not None:
            if line == "}" and number - start + 1 > MAX_FUNCTION_LINES:
                yield start, f"a function of {number - start + 1} lines (at most {MAX_FUNCTION_LINES})"
            start = None


def check_licence(name, text):
    """Scripts, build files and markup say their licence too; data of the cases does not."""
    if name.startswith("tests/cases/") and name not in ("tests/cases/run", "tests/cases/meson.build"):
        return
    base = os.path.basename(name)
    wanted = base.endswith((".py", ".sh", ".bash", ".fish", ".css", ".ui", ".sql", ".po", ".supp.in")) \
        or base in ("meson.build", "dev", "run", "pre-commit", "commit-msg") \
        or base.endswith((".gresource.xml", ".in.in", ".gschema.xml.in"))
    if wanted and "SPDX-License-Identifier: " not in "\n".join(text.splitlines()[:8]):
        yield 1, "no SPDX-License-Identifier in the first lines"


def check_paths(name, text):
    if name == "LICENSE" or name.startswith("tests/cases/"):
        return
    for number, line in enumerate(text.splitlines(), 1):
        if MACHINE_PATH.search(line):
            yield number, "a path of one machine"
        if name.startswith(("src/", "data/")) and PROMISES.search(line):
            yield number, "words that promise work: do it, or leave it out"
        if name in ("dev", ".ci/run") and re.search(r"\bhttps?://", line):
            yield number, "an address: the machine's own configuration knows it"


def check_markup(name, text):
    if name.endswith(".css"):
        for number, line in enumerate(blank(text).splitlines(), 1):
            found = re.search(r"\b(var|color-mix)\s*\(|^\s*font-size", line)
            if found:
                yield number, f"{found.group().strip()}: not at the floor, or a size; named colours and classes only"
    if not name.endswith((".ui", ".gresource.xml")):
        return
    try:
        root = xml.etree.ElementTree.fromstring(text)
    except xml.etree.ElementTree.ParseError as error:
        yield error.position[0], "not well-formed"
        return
    for required in root.iter("requires"):
        version = tuple(int(x) for x in (required.get("version") or "0").split("."))
        floor = FLOOR.get(required.get("lib") or "")
        if floor is None or version > floor:
            yield 1, f"requires {required.get('lib')} {required.get('version')}, above the floor"
    for resource in root.iter("gresource"):
        listed = [(f.text or "").strip() for f in resource.iter("file")]
        if listed != sorted(listed):
            yield 1, "the files are not sorted"


def check_potfiles(top, names):
    listed_in = "po/POTFILES.in"
    if listed_in not in names:
        return
    listed = [line.strip() for line in read(top, listed_in).splitlines()
              if line.strip() and not line.startswith("#")]
    if listed != sorted(listed):
        yield listed_in, 1, "not sorted"
    for name in listed:
        if name not in names:
            yield listed_in, 1, f"{name} does not exist"
    for name in names:
        if not name.startswith(("src/", "data/")) or name in listed:
            continue
        text = read(top, name) if name.endswith((".c", ".h", ".ui")) else ""
        if (name.endswith((".c", ".h")) and TRANSLATED.search(re.sub(r"^\s*#.*$", "", blank(text), flags=re.M))) \
                or (name.endswith(".ui") and re.search(r'translatable="(yes|true|1)"', text)) \
                or name.endswith((".desktop.in.in", ".metainfo.xml.in.in", ".gschema.xml.in")):
            yield listed_in, 1, f"{name} has words for people and is not listed"


def check(top):
    names = files_of(top)
    owners = {}
    build_text = ""
    for name in names:
        if name.startswith("src/") and name.endswith(".h"):
            owners.setdefault(os.path.basename(name), []).append(layer_of(name) or "")
        if name.startswith("src/") and name.endswith("meson.build"):
            build_text += read(top, name)
    for name in names:
        if name.endswith((".png", ".zst", ".gz", ".mo")):
            continue
        text = read(top, name)
        checks = [check_licence(name, text), check_paths(name, text), check_markup(name, text)]
        if name.endswith((".c", ".h")) and name.startswith(("src/", "tests/")):
            checks += [check_includes(name, text, owners, build_text), check_calls(name, text),
                       check_start(name, text, set(names)), check_length(name, text)]
        for found in checks:
            for number, message in found:
                yield name, number, message
    yield from check_potfiles(top, names)


def main():
    top = sys.argv[1] if len(sys.argv) > 1 else "."
    count = 0
    for name, number, message in check(top):
        print(f"{name}:{number}: {message}")
        count += 1
    if count:
        print(f"{count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
