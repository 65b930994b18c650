/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-catalog.h"

G_BEGIN_DECLS

/**
 * VdtScanOptions:
 * @with_talk: whether titles and states are wanted too
 * @newer_than: leave logs alone that cannot matter for what happened since; unknown for all
 * @n_threads: how many read at once; 0 for as many as there are processors
 */
typedef struct
{
  gboolean with_talk;
  VdtTime newer_than;
  guint n_threads;
} VdtScanOptions;

/**
 * VdtScanResult:
 * @catalog: resolved
 * @unreadable: (element-type utf8): files and folders that could not be read
 * @n_files: logs read
 */
typedef struct
{
  VdtSideFiles *side;
  VdtCatalog *catalog;
  GPtrArray *homes;
  GPtrArray *unreadable;
  guint n_files;
  guint n_found;
} VdtScanResult;

VdtScanResult *vdt_scan_run (GPtrArray *homes,
                             const char *user_home,
                             const VdtScanOptions *options,
                             GCancellable *cancellable) G_GNUC_WARN_UNUSED_RESULT;
void vdt_scan_result_free (VdtScanResult *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtScanResult, vdt_scan_result_free)

G_END_DECLS
