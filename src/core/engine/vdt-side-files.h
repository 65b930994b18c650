/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-claude-account.h"
#include "vdt-live-registry.h"
#include "vdt-log-home.h"

G_BEGIN_DECLS

/**
 * VdtSideFiles:
 *
 * What the small files beside the logs say: names of threads and sessions, Claude's account cache
 * and its live registry, and the project a folder belongs to. Reads files; not thread-safe.
 */
typedef struct _VdtSideFiles VdtSideFiles;

VdtSideFiles *vdt_side_files_new (const char *user_home) G_GNUC_WARN_UNUSED_RESULT;
void vdt_side_files_free (VdtSideFiles *side);
void vdt_side_files_forget (VdtSideFiles *side, const VdtLogHome *home);
const char *
vdt_side_files_get_thread_name (VdtSideFiles *side, const VdtLogHome *home, const char *thread_id);
char *vdt_side_files_get_custom_title (VdtSideFiles *side,
                                       const char *log_path) G_GNUC_WARN_UNUSED_RESULT;
const VdtLiveEntry *
vdt_side_files_get_live (VdtSideFiles *side, const VdtLogHome *home, const char *session_id);
guint vdt_side_files_count_bad_values (VdtSideFiles *side, const VdtLogHome *home);
void vdt_side_files_forget_account (VdtSideFiles *side, const VdtLogHome *home);
gboolean vdt_side_files_has_live (VdtSideFiles *side, const VdtLogHome *home);
GPtrArray *vdt_side_files_reload_live (VdtSideFiles *side,
                                       const VdtLogHome *home) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_side_files_find_bad_account (VdtSideFiles *side,
                                       const VdtLogHome *home) G_GNUC_WARN_UNUSED_RESULT;
const VdtClaudeAccount *vdt_side_files_get_account (VdtSideFiles *side, const VdtLogHome *home);
const char *vdt_side_files_get_project (VdtSideFiles *side, const char *cwd);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtSideFiles, vdt_side_files_free)

G_END_DECLS
