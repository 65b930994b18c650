/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-history-index.h"

G_BEGIN_DECLS

/* A log of one part in a folder of its own. Lines have `'` for `"`. */
typedef struct
{
  char *root;
  char *path;
  VdtRuntime runtime;
  VdtHistorySource *source;
} Log;

void log_init (Log *log, VdtRuntime runtime);
void log_clear (Log *log);
void log_add (Log *log, const char *line);
void log_add_format (Log *log, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Claude Code: @text of a person or of the agent, @secs after 09:00. @parent: NULL for null. */
void log_user (Log *log, const char *uuid, const char *parent, int secs, const char *text);
void log_agent (Log *log, const char *uuid, const char *parent, int secs, const char *text);
void log_call (Log *log, const char *uuid, const char *parent, int secs, const char *id);
void log_result (Log *log, const char *uuid, const char *parent, int secs, const char *id);

GPtrArray *log_load (Log *log, guint limit) G_GNUC_WARN_UNUSED_RESULT;
/* One line an entry: a letter for its kind, its text or its call. */
char *entries_text (GPtrArray *entries) G_GNUC_WARN_UNUSED_RESULT;
void assert_log (Log *log, const char *expected);

G_END_DECLS
