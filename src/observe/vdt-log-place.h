/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-log-file.h"

G_BEGIN_DECLS

/* How deep folders are followed below `sessions`, `archived_sessions` and `subagents` (G25). */
#define VDT_LOG_MAX_DEPTH 8

/**
 * VdtLogPlace:
 *
 * What a folder below a home is for, which says what counts in it. Inside observe only.
 */
typedef enum
{
  VDT_PLACE_NONE,
  VDT_PLACE_HOME,
  VDT_PLACE_CODEX_LIVE,
  VDT_PLACE_CODEX_ARCHIVED,
  VDT_PLACE_CLAUDE_PROJECTS,
  VDT_PLACE_CLAUDE_PROJECT,
  VDT_PLACE_CLAUDE_SESSION,
  VDT_PLACE_CLAUDE_SUBAGENTS,
  VDT_PLACE_CLAUDE_REGISTRY,
} VdtLogPlace;

/**
 * VdtLogFolder:
 * @newest_ns: for the observer to note how new it is; a listing leaves it 0
 *
 * A folder that a listing looked into.
 */
struct _VdtLogFolder
{
  VdtLogHome *home;
  VdtLogPlace place;
  char *path;
  gint64 newest_ns;
};

/**
 * VdtLogSide:
 *
 * A small file beside the logs, see [enum@VdtLogSideKind] in vdt-log-sink.h.
 */
typedef struct
{
  VdtLogHome *home;
  int kind;
  char *path;
  VdtFileId id;
} VdtLogSide;

typedef enum
{
  VDT_LISTING_PLAIN = 0,
  VDT_LISTING_FOLDERS = 1 << 0, /* fill `folders` */
  VDT_LISTING_SIDES = 1 << 1,   /* fill `sides` */
} VdtListingFlags;

VdtLogListing *vdt_log_listing_new_full (GPtrArray *homes,
                                         VdtListingFlags flags,
                                         GCancellable *cancellable) G_GNUC_WARN_UNUSED_RESULT;

gboolean vdt_log_home_is_usual (VdtLogHome *home);
VdtLogPlace vdt_log_place_child (VdtLogPlace place, VdtRuntime runtime, const char *name);
gboolean vdt_log_place_is_deep (VdtLogPlace place);
gboolean vdt_log_place_takes (VdtLogPlace place, const char *name, gboolean *compressed);
gboolean vdt_log_place_is_registry_entry (const char *name);
VdtLogFile *vdt_log_file_new_found (VdtLogHome *home,
                                    VdtLogPlace place,
                                    const char *folder,
                                    const char *name,
                                    const char *parent_id,
                                    const struct stat *st) G_GNUC_WARN_UNUSED_RESULT;

gboolean vdt_log_file_may_have_become (VdtLogFile *old, VdtLogFile *now);

guint vdt_file_id_hash (gconstpointer id);
gboolean vdt_file_id_equal (gconstpointer a, gconstpointer b);

G_END_DECLS
