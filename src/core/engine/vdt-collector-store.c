/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include <string.h>

#include "vdt-collector-private.h"
#include "vdt-session-blob.h"

static void
store_log (VdtCollector *self, VdtStoreBatch *batch, const VdtCatalogLog *log, VdtKeptLog *kept)
{
  g_autoptr (GBytes) state = vdt_log_digest_write (log->digest);
  VdtStoreLogFile row = {
    .runtime = self->runtime,
    .home_id = log->file->home->id,
    .path = log->file->path,
    .stem = log->file->stem,
    .native_id = log->native_id,
    .id = kept->position.id,
    .offset = kept->position.offset,
    .head_hash = kept->position.head_hash,
    .tail_hash = kept->position.tail_hash,
    .deleted_at = log->deleted ? vdt_time_now () : VDT_TIME_UNKNOWN,
  };

  row.state = g_bytes_get_data (state, &row.state_len);
  if (row.state_len > VDT_STORE_MAX_BLOB)
    {
      /* too much to keep: after a restart the log is read again */
      row.state = NULL;
      row.state_len = 0;
      row.offset = 0;
    }
  vdt_store_batch_put_log_file (batch, &row);
  kept->dirty = FALSE;
}

static void
store_call (VdtCollector *self, VdtStoreBatch *batch, const VdtLedgerCall *call)
{
  const VdtLedgerFile *file =
    vdt_ledger_get_file (vdt_catalog_get_ledger (self->catalog), call->file);
  const VdtCatalogSession *session = vdt_catalog_get_call_session (self->catalog, call);
  VdtTokens tokens;
  VdtStoreCall row = {
    .runtime = self->runtime,
    .key_hash = call->call.key,
    .session_id = session->id,
    .home_id = session->home_id,
    .model = vdt_usage_digest_get_name (file->digest, call->call.model),
    .time = call->call.time,
  };

  vdt_call_get_tokens (&call->call, &tokens);
  row.tokens = (VdtStoreTokens){ .calls = 1,
                                 .uncached_input = tokens.uncached_input,
                                 .cache_read = tokens.cache_read,
                                 .cache_creation = tokens.cache_creation,
                                 .output = tokens.output,
                                 .reasoning = tokens.reasoning,
                                 .total = tokens.total };
  vdt_store_batch_put_call (batch, &row, VDT_STORE_CALL_REPLACE);
}

/* Calls of logs that are stored now, from the first one on that was touched since. */
static void
store_calls (VdtCollector *self, VdtStoreBatch *batch, GHashTable *stored)
{
  VdtLedger *ledger = vdt_catalog_get_ledger (self->catalog);

  for (guint i = 0; i < vdt_ledger_get_n_calls (ledger); i++)
    {
      const VdtLedgerCall *call = vdt_ledger_get_call (ledger, i);
      const VdtLedgerFile *file = vdt_ledger_get_file (ledger, call->file);

      if (call->call.key == 0 || call->call.line < file->digest->touched ||
          !g_hash_table_contains (stored, file->user_data))
        continue;
      store_call (self, batch, call);
    }
}

/* Mends the rows of calls that other logs have a say in. What is missing only because its log is
 * being read anew comes back with that log. */
static void
store_stale_calls (VdtCollector *self, VdtStoreBatch *batch)
{
  VdtLedger *ledger = vdt_catalog_get_ledger (self->catalog);
  GArray *stale = vdt_call_rows_get_stale (vdt_catalog_get_call_rows (self->catalog));

  for (guint i = 0; i < stale->len; i++)
    {
      const guint64 key = g_array_index (stale, guint64, i);
      guint index = 0;

      if (vdt_ledger_find_call (ledger, key, &index))
        store_call (self, batch, vdt_ledger_get_call (ledger, index));
      else
        vdt_store_batch_delete_call (batch, self->runtime, key);
    }
  g_array_set_size (stale, 0);
}

static void
store_session (VdtStoreBatch *batch, const VdtSessionInfo *info)
{
  g_autoptr (GByteArray) blob = g_byte_array_new ();
  VdtStoreSession row = {
    .id = info->id,
    .runtime = info->runtime,
    .home_id = info->home_id,
    .native_id = info->native_id,
    .parent_id = info->parent_id,
    .last_event_at = info->last_event_at,
    /* a log that is gone says no more how its session ends */
    .active = !info->source_deleted && (info->lifecycle == VDT_LIFECYCLE_WORKING ||
                                        info->lifecycle == VDT_LIFECYCLE_WAITING),
    .source_deleted = info->source_deleted,
  };

  vdt_session_info_write (info, blob);
  row.view = blob->data;
  row.view_len = blob->len;
  vdt_store_batch_put_session (batch, &row);
}

static void
store_quotas (VdtCollector *self, VdtStoreBatch *batch, const VdtHomeNews *news)
{
  VdtStoreHome home = { .runtime = self->runtime,
                        .home_id = news->home->id,
                        .path = news->home->path,
                        .seen_at = vdt_time_now () };

  vdt_store_batch_put_home (batch, &home);
  for (guint i = 0; i < news->quotas->len; i++)
    {
      const VdtQuotaReading *reading = &g_array_index (news->quotas, VdtQuotaReading, i);
      VdtStoreQuota row = {
        .runtime = self->runtime,
        .home_id = news->home->id,
        .bucket = reading->bucket,
        .bucket_name = reading->bucket_name,
        .window = reading->window,
        .source = reading->source,
        .plan = reading->plan,
        .minutes = reading->minutes,
        .percent_known = reading->percent_known,
        .used_percent = reading->used_percent,
        .resets_at = reading->resets_at,
        .as_of = reading->as_of,
      };

      if (reading->window == VDT_QUOTA_WINDOW_OTHER && vdt_count_known (reading->minutes))
        row.span = reading->minutes;
      if (vdt_time_known (reading->as_of))
        vdt_store_batch_put_quota (batch, &row);
    }
}

/* Of two states of one rollout (live and archived, plain and packed) the later one is the
 * conversation. */
static gboolean
is_superseded (const VdtCatalogLog *log)
{
  gboolean behind = FALSE;

  for (guint i = 0; log->session != NULL && i < log->session->logs->len; i++)
    {
      const VdtCatalogLog *other = g_ptr_array_index (log->session->logs, i);

      if (behind && strcmp (other->file->stem, log->file->stem) == 0 &&
          log->file->home->runtime == VDT_RUNTIME_CODEX)
        return TRUE;
      behind = behind || other == log;
    }
  return FALSE;
}

/* Whether the log was read to where it ends: one that is read again is stored a part at a time,
 * and what was known of its end is no less true for that. A compressed one is told of at its end
 * alone. */
static gboolean
is_at_end (const VdtCatalogLog *log, const VdtKeptLog *kept)
{
  return !kept->ahead && kept->has_position &&
         (log->file->compressed ||
          kept->position.offset >= (guint64) MAX (kept->position.id.size, 0));
}

/**
 * vdt_collector_store:
 * @self: a collector that was just put together
 * @news: what it is about to tell
 *
 * Hands the store what a restart needs, in one transaction: how far each log was read and what
 * came of it. Waits while the store is far behind.
 */
void
vdt_collector_store (VdtCollector *self, const VdtNews *news)
{
  g_autoptr (VdtStoreBatch) batch = NULL;
  g_autoptr (GHashTable) stored = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer key = NULL;

  if (self->store == NULL)
    return;
  batch = vdt_store_batch_new (self->generation);
  for (guint i = 0; i < self->moved_away->len; i++)
    vdt_store_batch_delete_log_file (batch, g_ptr_array_index (self->moved_away, i));
  g_ptr_array_set_size (self->moved_away, 0);
  g_hash_table_iter_init (&iter, self->unstored);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      VdtCatalogLog *log = key;
      VdtKeptLog *kept = g_hash_table_lookup (self->kept, log->file->path);

      if (kept == NULL || log->digest->usage->partial)
        continue;
      /* Calls are stored as they come; where to read on only once all of it is whole. */
      g_hash_table_add (stored, log);
      if (!is_superseded (log))
        vdt_collector_store_talk (self, batch, log->file, log->digest, kept, is_at_end (log, kept));
      if (kept->ahead || !kept->has_position)
        continue;
      store_log (self, batch, log, kept);
      g_hash_table_iter_remove (&iter);
    }
  if (g_hash_table_size (stored) > 0)
    store_calls (self, batch, stored);
  store_stale_calls (self, batch);
  g_hash_table_iter_init (&iter, stored);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      VdtUsageDigest *usage = ((VdtCatalogLog *) key)->digest->usage;

      vdt_usage_digest_clear_touched (usage);
      /* Most logs that a first scan reads are never read on. */
      if (!self->scanned && !g_hash_table_contains (self->unstored, key))
        vdt_usage_digest_seal (usage);
    }
  for (guint i = 0; i < news->to_store->len; i++)
    store_session (batch, g_ptr_array_index (news->to_store, i));
  for (guint i = 0; news->homes != NULL && i < news->homes->len; i++)
    store_quotas (self, batch, g_ptr_array_index (news->homes, i));
  if (vdt_store_batch_get_size (batch) == 0)
    return;
  vdt_store_apply_async (self->store, g_steal_pointer (&batch), NULL, NULL, NULL);
  vdt_store_wait_for_room (self->store, self->stopping);
}
