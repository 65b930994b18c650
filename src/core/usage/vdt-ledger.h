/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-codex-lineage.h"
#include "vdt-usage-digest.h"

G_BEGIN_DECLS

/**
 * VdtLedgerFile:
 * @digest: what was read of the log; must outlive the ledger or be replaced
 * @home_id, @native_id, @stem: of the log; @stem is the file name without endings
 * @owner_id: the session that records name as their own: the native id, and for a sub-agent's
 *   log of Claude its session's
 * @tail_id: (nullable): the id at the end of a rollout's name, which a `history_base` names
 * @is_subagent: whether it is a sub-agent's own log
 *
 * A log as the ledger sees it. All texts must outlive the ledger.
 */
typedef struct
{
  const VdtUsageDigest *digest;
  const char *home_id;
  const char *native_id;
  const char *owner_id;
  const char *stem;
  const char *tail_id;
  gboolean is_subagent;
  gpointer user_data;
  guint n_counted;   /* calls of the digest that the ledger has seen */
  guint32 family;    /* the same for logs that share calls, also by way of others */
  gboolean in_doubt; /* whose some of its calls are follows from what else the logs hold */

  /* What came out; Codex only. */
  VdtCodexOwn own;
} VdtLedgerFile;

/**
 * VdtLedgerCall:
 *
 * A call, once over all logs, and the log it belongs to.
 * @shared: whether other logs speak of it too
 * @in_doubt: whether it took a look into the logs to tell whose it is: it may be another's once
 *   one of them has grown
 */
typedef struct
{
  VdtCall call;
  guint32 file;
  gboolean shared;
  gboolean in_doubt;
} VdtLedgerCall;

/**
 * VdtOwnerFunc:
 * @files: (array length=n_files): logs of more than one session that hold the same calls at the
 *   same times, the smaller native ids first
 * @n_files: how many, 2 or more
 * @user_data: as given
 *
 * Tells which of several logs is the original by what only one of them holds (rulings: *Which
 * session owns a call*). May read the logs.
 *
 * Returns: an index, or -1 where they do not tell
 */
typedef int (*VdtOwnerFunc) (VdtLedgerFile *const *files, guint n_files, gpointer user_data);

/**
 * VdtLedger:
 *
 * Every call of every log, each once (usage.md, *Calls and tokens*). Pure but for the owner
 * function. Not thread-safe.
 */
typedef struct _VdtLedger VdtLedger;

/**
 * VdtLedgerChange:
 * @calls: whether any call is new or has changed
 * @earliest: the time of the earliest one of these whose time is known, else unknown
 * @elsewhere: (nullable) (element-type guint64): takes the keys of those of which their own log
 *   says nothing new: another log that theirs goes on from was read on
 */
typedef struct
{
  gboolean calls;
  VdtTime earliest;
  GArray *elsewhere;
} VdtLedgerChange;

#define VDT_LEDGER_NO_CHANGE ((VdtLedgerChange){ .earliest = VDT_TIME_UNKNOWN })

VdtLedger *vdt_ledger_new (VdtOwnerFunc owner_func, gpointer user_data) G_GNUC_WARN_UNUSED_RESULT;
void vdt_ledger_free (VdtLedger *ledger);
guint vdt_ledger_add (VdtLedger *ledger, const VdtLedgerFile *file);
void vdt_ledger_clear_files (VdtLedger *ledger);
void vdt_ledger_resolve (VdtLedger *ledger);
gboolean vdt_ledger_update (VdtLedger *ledger, guint file, VdtLedgerChange *change);
guint vdt_ledger_get_n_files (const VdtLedger *ledger);
VdtLedgerFile *vdt_ledger_get_file (VdtLedger *ledger, guint file);
guint vdt_ledger_get_n_calls (const VdtLedger *ledger);
const VdtLedgerCall *vdt_ledger_get_call (const VdtLedger *ledger, guint index);
gboolean vdt_ledger_find_call (VdtLedger *ledger, guint64 key, guint *index);
gint64 vdt_ledger_get_duplicates (const VdtLedger *ledger);
gint64 vdt_ledger_get_replayed (const VdtLedger *ledger);
gint64 vdt_ledger_get_undecided (const VdtLedger *ledger);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtLedger, vdt_ledger_free)

G_END_DECLS
