/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-usage-digest.h"

G_BEGIN_DECLS

/**
 * VdtCodexOwn:
 * @calls: (element-type VdtCall): the log's own calls, in order
 * @own_start: the record from which on the log is its own; what stands before is a replay
 * @replayed: calls of the replay
 * @undecided: calls that cannot be told from a replay and are left out
 *
 * What of a rollout is its own work (usage.md; rulings: *Calls and tokens*).
 */
typedef struct
{
  GArray *calls;
  guint32 own_start;
  guint replayed;
  guint undecided;
} VdtCodexOwn;

gboolean vdt_codex_lineage_inherits (const VdtUsageDigest *digest);
void vdt_codex_own_init (VdtCodexOwn *own,
                         const VdtUsageDigest *digest,
                         const char *stem,
                         const VdtUsageDigest *const *parents,
                         guint n_parents,
                         const VdtUsageDigest *base);
void vdt_codex_own_clear (VdtCodexOwn *own);

G_END_DECLS
