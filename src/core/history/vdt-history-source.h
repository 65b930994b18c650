/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "vdt-count.h"
#include "vdt-file-id.h"
#include "vdt-runtime.h"
#include "vdt-time.h"

G_BEGIN_DECLS

#define VDT_HISTORY_MAX_PARTS 64

/**
 * VdtHistoryPart:
 * @path: a log
 * @end_offset: what is inherited of it, in bytes of its plain text; `G_MAXUINT64` for all
 * @end_ordinal: the same by the number of the first record that is not; unknown for all
 */
typedef struct
{
  char *path;
  guint64 end_offset;
  VdtCount end_ordinal;
} VdtHistoryPart;

/**
 * VdtHistorySource:
 * @session_id: the session's id of ours
 * @is_agent_file: whether it is a sub-agent's own log
 * @parts: (element-type VdtHistoryPart): what the session's history is made of, oldest first; the
 *   last one is the current log
 *
 * Where the history of one session is. Immutable, any thread.
 */
typedef struct
{
  gatomicrefcount ref_count;
  char *session_id;
  VdtRuntime runtime;
  gboolean is_agent_file;
  GArray *parts;
} VdtHistorySource;

VdtHistorySource *vdt_history_source_new (const char *session_id,
                                          VdtRuntime runtime,
                                          gboolean is_agent_file) G_GNUC_WARN_UNUSED_RESULT;
VdtHistorySource *vdt_history_source_ref (VdtHistorySource *source);
void vdt_history_source_unref (VdtHistorySource *source);
gboolean vdt_history_source_add (VdtHistorySource *source,
                                 const char *path,
                                 guint64 end_offset,
                                 VdtCount end_ordinal);
const VdtHistoryPart *vdt_history_source_get_part (const VdtHistorySource *source, guint part);
GArray *vdt_history_source_stat (const VdtHistorySource *source,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtHistorySource, vdt_history_source_unref)

G_END_DECLS
