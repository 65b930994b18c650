/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef void (*LineFunc) (const char *path, const char *line, gsize len, gpointer data);

guint32 test_seed (void);
void random_document (GRand *rand, GString *out);
void random_mutation (GRand *rand, GString *document);
void random_noise (GRand *rand, GString *out, gsize len);
gboolean json_glib_takes (JsonParser *parser, const char *text, gsize len);
char *shared_path (const char *name);
gboolean foreach_shared_line (const char *name, LineFunc func, gpointer data);

/* The other parts of the JSON reader's test program */
void add_string_tests (void);
void add_property_tests (void);

G_END_DECLS
