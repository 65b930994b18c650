/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-sqlite.h"
#include "vdt-store-batch-private.h"

G_BEGIN_DECLS

/**
 * VdtStoreTalk:
 * @cut_line: nothing up to this record comes back
 * @cut_at: nor what happened up to then
 * @cut_noted: whether it was noted that something was left out for that
 *
 * The conversation that the changes of a batch belong to.
 */
typedef struct
{
  gint64 log;
  gint64 cut_line;
  VdtTime cut_at;
  gboolean cut_noted;
} VdtStoreTalk;

gboolean vdt_store_talk_apply (VdtSqlite *sqlite,
                               VdtStoreTalk *talk,
                               const VdtBatchChange *change,
                               GError **error);
gboolean
vdt_store_talk_delete (VdtSqlite *sqlite, const char *session_id, VdtTime now, GError **error);
gboolean
vdt_store_talk_prune (VdtSqlite *sqlite, VdtTime before, guint64 *n_removed, GError **error);

G_END_DECLS
