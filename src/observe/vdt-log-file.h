/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-file-id.h"
#include "vdt-log-home.h"
#include "vdt-time.h"

G_BEGIN_DECLS

typedef enum
{
  VDT_LOG_CODEX_LIVE,      /* sessions/…/rollout-*.jsonl[.zst] */
  VDT_LOG_CODEX_ARCHIVED,  /* archived_sessions/… */
  VDT_LOG_CLAUDE_SESSION,  /* projects/<folder>/<session>.jsonl */
  VDT_LOG_CLAUDE_SUBAGENT, /* agent-*.jsonl, beside the session or below <session>/subagents */
} VdtLogKind;

/**
 * VdtLogFile:
 * @path: absolute, below the home's real path
 * @stem: the file name without its endings
 * @name_id: (nullable): the id that the name bears: Codex the thread's, Claude the session's or
 *   the agent's (without `agent-`)
 * @segment_id: (nullable): the second id of a Codex segment's name (formats A)
 * @parent_id: (nullable): the session whose folder a sub-agent's file lies in
 * @id: what the kernel said of it when it was found (`lstat` of its resolved path)
 *
 * A log as found on disk. Immutable; reference counted, any thread.
 */
typedef struct
{
  VdtLogHome *home;
  VdtLogKind kind;
  gboolean compressed;
  char *path;
  char *stem;
  char *name_id;
  char *segment_id;
  char *parent_id;
  VdtFileId id;
} VdtLogFile;

/**
 * VdtLogListing:
 * @files: (element-type VdtLogFile): newest time of change first
 * @unreadable: (element-type utf8): folders and files that could not be listed
 * @duplicates: how many names were met twice by way of links
 * @complete: %FALSE where it was cancelled, or cut by a bound
 * @shadowed: (element-type VdtLogFile): `x.jsonl.zst` that lie beside their `x.jsonl`
 * @folders: (nullable): what was looked into; for the observer
 * @sides: (nullable): small files beside the logs; for the observer
 */
typedef struct
{
  GPtrArray *files;
  GPtrArray *unreadable;
  guint duplicates;
  gboolean complete;
  GPtrArray *shadowed;
  GPtrArray *folders;
  GPtrArray *sides;
} VdtLogListing;

typedef struct _VdtLogFolder VdtLogFolder;

VdtLogFile *vdt_log_file_ref (VdtLogFile *file);
void vdt_log_file_unref (VdtLogFile *file);
VdtLogFile *vdt_log_file_new_from_path (VdtLogHome *home, const char *path);
VdtLogFile *vdt_log_file_new_remembered (VdtLogHome *home, const char *path, const VdtFileId *id);
VdtLogListing *vdt_log_listing_new (GPtrArray *homes, GCancellable *cancellable);
void vdt_log_listing_free (VdtLogListing *listing);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtLogFile, vdt_log_file_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtLogListing, vdt_log_listing_free)

G_END_DECLS
