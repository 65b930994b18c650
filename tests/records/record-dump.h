/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-claude-record.h"
#include "vdt-codex-record.h"

G_BEGIN_DECLS

/* Appends every field that is set, one `name=value` each, blanks between. */
typedef gboolean (*DumpFunc) (GString *out, const char *line, gsize len, gboolean with_spans);

gboolean dump_codex (GString *out, const char *line, gsize len, gboolean with_spans);
gboolean dump_claude (GString *out, const char *line, gsize len, gboolean with_spans);

/* Decodes @line with `'` for `"`, and compares. */
void assert_dump (DumpFunc dump, const char *line, const char *expected);
char *quoted (const char *line) G_GNUC_WARN_UNUSED_RESULT;

/* What must hold of any record: which copy of a key counts, the order of keys, escapes in keys,
 * wrong types, broken ends. @loose lists keys whose mere presence says something. */
void
check_properties (DumpFunc dump, const char *const *lines, guint n_lines, const char *const *loose);

/* Decodes every line of the shared logs, of which @dialect tells the runtime, and compares with
 * what another reader takes for one object; FALSE where there are none. */
typedef struct
{
  GHashTable *unknown; /* starts of lines of an unknown kind */
  guint n_lines;
  guint n_malformed;
} SharedLines;

typedef gboolean (*DecodeFunc) (const char *line, gsize len, gboolean *unknown);

gboolean check_shared_lines (gboolean codex, DecodeFunc decode, SharedLines *seen);

G_END_DECLS
