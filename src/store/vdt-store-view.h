/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-store-arena.h"
#include "vdt-store-rows.h"

G_BEGIN_DECLS

/**
 * VdtStoreViewQuery:
 * @max_sessions: at most so many
 * @quota_since: also all readings from then on, for pace; unknown: only the newest of each
 * @day_bounds: (array length=n_day_bounds): starts of days, ascending, and the end of the last
 * @n_day_bounds: one more than days; 0 for no sums; at most %VDT_STORE_MAX_DAYS
 *
 * What to read for a first screen.
 */
typedef struct
{
  guint max_sessions;
  VdtTime quota_since;
  const VdtTime *day_bounds;
  guint n_day_bounds;
} VdtStoreViewQuery;

/**
 * VdtStoreView:
 * @generation: of the database it was read from
 * @sessions: newest event first; those without any time last
 * @quotas: by home, bucket, window and span, the newest of each first
 * @days: day `i` of runtime `r` is `days[i * VDT_N_RUNTIMES + r]`; calls whose time is unknown
 *   are in none
 * @n_days: days, not entries
 * @homes: by id
 * @meta: (element-type utf8 utf8): what was kept with [func@vdt_store_batch_put_meta]
 *
 * The answer, as of one moment. Everything in it lives as long as it does.
 */
typedef struct
{
  guint generation;
  VdtStoreSession *sessions;
  guint n_sessions;
  VdtStoreQuota *quotas;
  guint n_quotas;
  VdtStoreTokens *days;
  guint n_days;
  VdtStoreHome *homes;
  guint n_homes;
  GHashTable *meta;
  /*< private >*/
  VdtStoreArena *bytes;
} VdtStoreView;

/**
 * VdtStoreLogFiles:
 * @generation: of the database they were read from
 * @files: in the order of their row numbers
 * @next: what to ask for next as `after`; 0 when these were the last
 *
 * One page of log files.
 */
typedef struct
{
  guint generation;
  VdtStoreLogFile *files;
  guint n_files;
  gint64 next;
  /*< private >*/
  VdtStoreArena *bytes;
} VdtStoreLogFiles;

/**
 * VdtStoreCalls:
 * @generation: of the database they were read from
 * @calls: in the order of their row numbers
 * @next: what to ask for next as `after`; 0 when these were the last
 *
 * One page of calls.
 */
typedef struct
{
  guint generation;
  VdtStoreCall *calls;
  guint n_calls;
  gint64 next;
  /*< private >*/
  VdtStoreArena *bytes;
} VdtStoreCalls;

/**
 * VdtStoreCounts:
 * @schema: the number of the newest migration applied
 * @bytes: the size of the database without its journal
 */
typedef struct
{
  guint schema;
  gint64 log_files;
  gint64 sessions;
  gint64 calls;
  gint64 quota_readings;
  gint64 conversations;
  gint64 bytes;
} VdtStoreCounts;

void vdt_store_view_free (VdtStoreView *view);
void vdt_store_log_files_free (VdtStoreLogFiles *files);
void vdt_store_calls_free (VdtStoreCalls *calls);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtStoreView, vdt_store_view_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtStoreLogFiles, vdt_store_log_files_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtStoreCalls, vdt_store_calls_free)

G_END_DECLS
