/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-talk.h"

G_BEGIN_DECLS

typedef enum
{
  VDT_LIVE_UNKNOWN, /* never written, or a word that is not known */
  VDT_LIVE_BUSY,
  VDT_LIVE_IDLE,
  VDT_LIVE_WAITING,
  VDT_LIVE_SHELL,
} VdtLiveStatus;

/**
 * VdtLiveEntry:
 * @session_id: the native id of the session that the process runs
 * @pid: the process
 * @status: what it says it does
 * @waiting_for: (nullable): its own words for what it waits for; tells nothing by itself, since
 *   some versions say "permission prompt" for questions too (formats P)
 * @status_updated_at: since when, or unknown
 *
 * One living process of Claude Code (formats M.2).
 */
typedef struct
{
  char *session_id;
  gint64 pid;
  VdtLiveStatus status;
  char *waiting_for;
  VdtTime status_updated_at;
} VdtLiveEntry;

void vdt_live_entry_free (VdtLiveEntry *entry);
GPtrArray *vdt_live_registry_read (const char *home_path,
                                   const char *proc_dir) G_GNUC_WARN_UNUSED_RESULT;
const VdtLiveEntry *vdt_live_registry_find (GPtrArray *entries, const char *session_id);
void vdt_live_apply (VdtTalkSummary *summary, const VdtLiveEntry *entry);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtLiveEntry, vdt_live_entry_free)

G_END_DECLS
