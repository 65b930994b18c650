/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Folders and files for tests. Every function ends the test where the system refuses. */

char *tree_new (void);
void tree_free (char *root);
char *tree_path (const char *root, const char *relative);
void tree_mkdir (const char *root, const char *relative);
void tree_write (const char *root, const char *relative, const char *text);
void tree_link (const char *root, const char *relative, const char *target);

gboolean tree_leave_root (void);
void tree_back_to_root (void);

void log_write (const char *path, const char *data, gsize len);
void log_append (const char *path, const char *data, gsize len);
void log_overwrite (const char *path, gsize at, const char *data, gsize len);
void log_replace (const char *path, const char *data, gsize len);
void log_write_packed (const char *path, const char *data, gsize len);
void log_set_mtime (const char *path, gint64 ns);
char *log_expected (const char *data, gsize len);
void assert_same_text (const char *a, const char *b);

G_END_DECLS
