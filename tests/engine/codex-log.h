/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Lines of a small rollout. */
char *codex_log_path (const char *home, const char *id);
char *codex_log_meta (const char *id, const char *parent);
char *codex_log_count (int minute, int total, int last);
void codex_log_write (const char *path, const char *id, const char *parent, int total);

G_END_DECLS
