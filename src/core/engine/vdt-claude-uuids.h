/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VdtClaudeUuidsLog:
 * @path: a log
 * @native_id: of the session or agent whose it is
 */
typedef struct
{
  const char *path;
  const char *native_id;
} VdtClaudeUuidsLog;

GHashTable *vdt_claude_uuids_cache_new (void) G_GNUC_WARN_UNUSED_RESULT;
guint vdt_claude_uuids_tell_original (const VdtClaudeUuidsLog *logs,
                                      guint n_candidates,
                                      guint n_logs,
                                      GHashTable *cache);

G_END_DECLS
