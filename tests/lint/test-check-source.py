#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each rule of check-source.py finds its bad tree and leaves the good one alone."""
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(HERE, "check-source.py")
HEAD = ("/* SPDX-FileCopyrightText: 2026 The Vedette authors\n"
        " * SPDX-License-Identifier: GPL-3.0-or-later\n"
        " */\n\n")
SOURCE = HEAD + '#define G_LOG_DOMAIN "vdt"\n#include "config.h"\n'
HEADER = HEAD + "#pragma once\n"
HASH = "# SPDX-License-Identifier: GPL-3.0-or-later\n"


def run(files):
    with tempfile.TemporaryDirectory() as top:
        for name, text in files.items():
            path = os.path.join(top, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as out:
                out.write(text)
        done = subprocess.run([sys.executable, SCRIPT, top], capture_output=True, text=True, check=False,
                              env={**os.environ, "GIT_CEILING_DIRECTORIES": os.path.dirname(top)})
        return done.returncode, done.stdout


class Rules(unittest.TestCase):
    def good(self, files):
        code, out = run(files)
        self.assertEqual((code, out), (0, ""))

    def bad(self, files, *words):
        code, out = run(files)
        self.assertEqual(code, 1, "nothing was found")
        for word in words:
            self.assertIn(word, out)
        return out

    def body(self, line):
        return SOURCE + "\nstatic void\nf (void)\n{\n  " + line + "\n}\n"

    def test_a_good_tree(self):
        self.good({
            "src/base/vdt-a.h": HEADER,
            "src/base/vdt-a.c": SOURCE + '#include "vdt-a.h"\n\n#include <glib.h>\n',
            "src/core/usage/vdt-b.h": HEADER + '#include "vdt-a.h"\n',
            "src/ui/vdt-c.c": SOURCE + '#include <gtk/gtk.h>\n#include "vdt-b.h"\n',
            "src/ui/meson.build": HASH,
        })

    def test_layers(self):
        tree = {"src/base/vdt-a.h": HEADER, "src/ui/vdt-u.h": HEADER, "src/core/usage/vdt-b.h": HEADER,
                "src/store/vdt-s.h": HEADER}
        for name, include in (("src/base/vdt-x.c", "vdt-u.h"), ("src/tray/vdt-x.c", "vdt-u.h"),
                              ("src/core/usage/vdt-x.c", "vdt-s.h"), ("src/ui/vdt-x.c", "vdt-s.h"),
                              ("src/records/vdt-x.h", "vdt-b.h")):
            start = SOURCE if name.endswith(".c") else HEADER
            self.bad({**tree, name: start + f'#include "{include}"\n'}, name, "may not include " + include)
        self.good({**tree, "src/core/engine/vdt-x.c": SOURCE + '#include "vdt-s.h"\n#include "vdt-b.h"\n'})
        self.good({**tree, "src/app/vdt-x.c": SOURCE + '#include "vdt-u.h"\n'})

    def test_unknown_folder_and_header(self):
        self.bad({"src/odd/vdt-x.c": SOURCE}, "is in no layer")
        self.bad({"src/base/vdt-x.c": SOURCE + '#include "vdt-nowhere.h"\n'}, "belongs to no folder")
        self.good({"src/tray/vdt-x.c": SOURCE + '#include "vdt-sni-dbus.h"\n',
                   "src/tray/meson.build": HASH + "gdbus_codegen('vdt-sni-dbus')\n"})

    def test_libraries(self):
        for name, include in (("src/core/engine/vdt-x.c", "<gtk/gtk.h>"), ("src/base/vdt-x.c", "<sqlite3.h>"),
                              ("src/api/vdt-x.c", "<nghttp2/nghttp2.h>"), ("src/tray/vdt-x.c", "<adwaita.h>"),
                              ("src/ui/vdt-x.c", "<libnotify/notify.h>"), ("src/store/vdt-x.c", "<zstd.h>")):
            self.bad({name: SOURCE + f"#include {include}\n"}, name + ":7", "stays in")

    def test_calls(self):
        for line in ("strcpy (a, b);", "sprintf (a, b);", "gets (a);", "atoi (a);", "system (a);", "popen (a, b);",
                     "g_usleep (5);", "sleep (1);", "gint a;", "gchar *a;", "gfloat a;", "goto out;", "strtok (a, b);"):
            self.bad({"src/base/vdt-x.c": self.body(line)}, "vdt-x.c:11")
            self.bad({"tests/base/test-x.c": self.body(line)}, "test-x.c:11")

    def test_words_in_comments_and_strings_are_free(self):
        self.good({"src/base/vdt-x.c": self.body('/* goto sleep (1) */ f ("strcpy (a) \\" goto gint"); // atoi (1)')})
        self.good({"src/base/vdt-x.c": self.body("guint a; gint64 b; gsize c; f ('\"'); g ('\\'');")})

    def test_assertions_in_tests(self):
        self.bad({"tests/base/test-x.c": self.body("g_assert (a);")}, "g_assert_true")
        self.good({"src/base/vdt-x.c": self.body("g_assert (a);")})
        self.good({"tests/base/test-x.c": self.body("g_assert_true (a);")})

    def test_start_of_a_file(self):
        self.bad({"src/base/vdt-x.c": SOURCE.replace(HEAD, "")}, "licence header")
        self.bad({"src/base/vdt-x.c": HEAD + '#include "config.h"\n'}, "G_LOG_DOMAIN")
        self.bad({"src/base/vdt-x.c": HEAD + '#define G_LOG_DOMAIN "x"\n#include <glib.h>\n#include "config.h"\n'},
                 '"config.h"')
        self.bad({"src/base/vdt-x.h": HEADER, "src/base/vdt-x.c": SOURCE + "#include <glib.h>\n"}, "own header")
        self.bad({"src/base/vdt-x.h": HEAD}, "#pragma once")

    def test_licence_elsewhere(self):
        for name in ("src/meson.build", "tests/x.py", "data/x.sh", "src/ui/vdt-x.ui", "src/ui/style.css"):
            self.bad({name: "<a/>\n"}, "no SPDX")
        self.good({"tests/cases/some-case/prepare.py": "import os\n"})

    def test_lengths(self):
        long_body = SOURCE + "\nstatic void\nf (void)\n{\n" + "  a ();\n" * 79 + "}\n"
        self.bad({"src/base/vdt-x.c": long_body}, "a function of 81 lines")
        self.good({"src/base/vdt-x.c": long_body.replace("  a ();\n", "", 1)})
        self.good({"src/base/vdt-x.c": SOURCE + "struct a\n{\n" + "  int a;\n" * 200 + "};\n"})
        self.bad({"src/base/vdt-x.c": SOURCE + "\n" * 800}, "cut the file")

    def test_potfiles(self):
        tree = {"src/ui/vdt-x.c": self.body('f (_("Words"));'), "po/POTFILES.in": "# words\n"}
        self.bad(tree, "src/ui/vdt-x.c has words")
        self.good({**tree, "po/POTFILES.in": "src/ui/vdt-x.c\n"})
        self.bad({**tree, "po/POTFILES.in": "src/ui/vdt-x.c\nsrc/ui/gone.c\n"}, "gone.c does not exist")
        self.bad({"po/POTFILES.in": "src/b.c\nsrc/a.c\n", "src/a.c": HEAD, "src/b.c": HEAD}, "not sorted")
        for words in ('f (C_("a", "b"));', 'f (ngettext ("a", "b", n));', 'f (N_("a"));'):
            self.bad({"src/ui/vdt-x.c": self.body(words), "po/POTFILES.in": ""}, "is not listed")
        ui = f'<!-- {HASH[2:-1]} -->\n<interface><property name="a" translatable="yes">A</property></interface>\n'
        self.bad({"src/ui/vdt-x.ui": ui, "po/POTFILES.in": ""}, "vdt-x.ui has words")
        self.good({"src/ui/vdt-x.c": self.body("#define _(x) gettext (x)"), "po/POTFILES.in": ""})

    def test_machine_paths_and_promises(self):
        for place in ("work", "root"):
            self.bad({"README.md": f"see /{place}/here\n"}, "README.md:1", "a path of one machine")
            self.good({"README.md": f"see /home/you/{place}/here\n"})
        self.bad({"src/base/vdt-x.c": self.body("/* TO" + "DO: more */")}, "words that promise")
        self.bad({"dev": HASH + "curl https:" + "//example.org\n"}, "an address")

    def test_markup(self):
        start = f"<!-- {HASH[2:-1]} -->\n"
        self.bad({"src/ui/a.gresource.xml": start + "<gresources><gresource><file>b</file><file>a</file>"
                  "</gresource></gresources>\n"}, "not sorted")
        self.bad({"src/ui/a.ui": start + '<interface><requires lib="gtk" version="4.10"/></interface>\n'}, "above the floor")
        self.good({"src/ui/a.ui": start + '<interface><requires lib="gtk" version="4.8"/></interface>\n'})
        self.bad({"src/ui/a.ui": start + "<interface>\n"}, "not well-formed")
        self.bad({"src/ui/a.css": f"/* {HASH[2:-1]} */\na {{ color: var(--x); }}\n"}, "not at the floor")
        self.good({"src/ui/a.css": f"/* {HASH[2:-1]}; no var() here */\na {{ color: red; }}\n"})


if __name__ == "__main__":
    unittest.main()
