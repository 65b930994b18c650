/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-store-batch.h"

#include "vdt-store-batch-private.h"

struct _VdtStoreBatch
{
  guint generation;
  GArray *changes;
  GStringChunk *bytes;
};

/**
 * vdt_store_batch_new:
 * @generation: of the database that the changes were made from, as a read's answer or
 *   [property@VdtStore:generation] says it
 *
 * Returns: (transfer full): an empty batch
 */
VdtStoreBatch *
vdt_store_batch_new (guint generation)
{
  VdtStoreBatch *batch = g_new0 (VdtStoreBatch, 1);

  batch->generation = generation;
  batch->changes = g_array_new (FALSE, TRUE, sizeof (VdtBatchChange));
  batch->bytes = g_string_chunk_new (4096);
  return batch;
}

/**
 * vdt_store_batch_free:
 * @batch: (nullable) (transfer full): a batch that was not given away
 */
void
vdt_store_batch_free (VdtStoreBatch *batch)
{
  if (batch == NULL)
    return;
  g_array_unref (batch->changes);
  g_string_chunk_free (batch->bytes);
  g_free (batch);
}

/**
 * vdt_store_batch_get_size:
 * @batch: a batch
 *
 * Returns: how many changes it has
 */
guint
vdt_store_batch_get_size (const VdtStoreBatch *batch)
{
  return batch->changes->len;
}

guint
vdt_store_batch_get_generation (const VdtStoreBatch *batch)
{
  return batch->generation;
}

const VdtBatchChange *
vdt_store_batch_get_change (const VdtStoreBatch *batch, guint index)
{
  g_assert (index < batch->changes->len);
  return &g_array_index (batch->changes, VdtBatchChange, index);
}

static const char *
keep_text (VdtStoreBatch *batch, const char *text)
{
  return text != NULL ? g_string_chunk_insert (batch->bytes, text) : NULL;
}

static const guint8 *
keep_bytes (VdtStoreBatch *batch, const guint8 *bytes, gsize len)
{
  if (bytes == NULL)
    return NULL;
  return (const guint8 *) g_string_chunk_insert_len (batch->bytes, (const char *) bytes,
                                                     (gssize) len);
}

static VdtBatchChange *
add_change (VdtStoreBatch *batch, VdtBatchKind kind)
{
  VdtBatchChange change = { 0 };

  change.kind = kind;
  g_array_append_val (batch->changes, change);
  return &g_array_index (batch->changes, VdtBatchChange, batch->changes->len - 1);
}

static void
add_pair (VdtStoreBatch *batch, VdtBatchKind kind, const char *key, const char *value)
{
  VdtBatchChange *change = add_change (batch, kind);

  change->pair.key = keep_text (batch, key);
  change->pair.value = keep_text (batch, value);
}

/**
 * vdt_store_batch_put_log_file:
 * @batch: a batch
 * @file: (transfer none): inserted, or all of the row with its path replaced; its state is not
 *   kept where the session of its home and native id was forgotten
 *
 * Returns: whether it was taken: `FALSE` where its state is over %VDT_STORE_MAX_BLOB or its
 *   offset over 2^63 - 1
 */
gboolean
vdt_store_batch_put_log_file (VdtStoreBatch *batch, const VdtStoreLogFile *file)
{
  VdtStoreLogFile *kept = NULL;

  g_return_val_if_fail (file->path != NULL && file->home_id != NULL && file->stem != NULL, FALSE);

  if (file->state_len > VDT_STORE_MAX_BLOB || file->offset > G_MAXINT64)
    return FALSE;
  kept = &add_change (batch, VDT_BATCH_PUT_LOG_FILE)->log_file;
  *kept = *file;
  kept->home_id = keep_text (batch, file->home_id);
  kept->path = keep_text (batch, file->path);
  kept->stem = keep_text (batch, file->stem);
  kept->native_id = keep_text (batch, file->native_id);
  kept->state = keep_bytes (batch, file->state, file->state_len);
  return TRUE;
}

/**
 * vdt_store_batch_put_session:
 * @batch: a batch
 * @session: (transfer none): inserted, or all of the row with its id replaced but
 *   `history_deleted_at`
 *
 * A session that was forgotten is not put back by what happened before it was.
 *
 * Returns: whether it was taken: `FALSE` where its view is over %VDT_STORE_MAX_BLOB
 */
gboolean
vdt_store_batch_put_session (VdtStoreBatch *batch, const VdtStoreSession *session)
{
  VdtStoreSession *kept = NULL;

  g_return_val_if_fail (session->id != NULL && session->view != NULL, FALSE);
  g_return_val_if_fail (session->home_id != NULL && session->native_id != NULL, FALSE);

  if (session->view_len > VDT_STORE_MAX_BLOB)
    return FALSE;
  kept = &add_change (batch, VDT_BATCH_PUT_SESSION)->session;
  *kept = *session;
  kept->id = keep_text (batch, session->id);
  kept->home_id = keep_text (batch, session->home_id);
  kept->native_id = keep_text (batch, session->native_id);
  kept->parent_id = keep_text (batch, session->parent_id);
  kept->view = keep_bytes (batch, session->view, session->view_len);
  return TRUE;
}

/**
 * vdt_store_batch_put_call:
 * @batch: a batch
 * @call: (transfer none): inserted, or merged with the row of the same key
 * @mode: how
 *
 * A call of a forgotten session is not put back where it was made before.
 */
void
vdt_store_batch_put_call (VdtStoreBatch *batch, const VdtStoreCall *call, VdtStoreCallMode mode)
{
  VdtBatchChange *change = NULL;

  g_return_if_fail (call->session_id != NULL && call->home_id != NULL);

  change = add_change (batch, VDT_BATCH_PUT_CALL);
  change->mode = mode;
  change->call = *call;
  change->call.session_id = g_string_chunk_insert_const (batch->bytes, call->session_id);
  change->call.home_id = g_string_chunk_insert_const (batch->bytes, call->home_id);
  if (call->model != NULL)
    change->call.model = g_string_chunk_insert_const (batch->bytes, call->model);
}

/**
 * vdt_store_batch_put_quota:
 * @batch: a batch
 * @quota: (transfer none): inserted, or all of the row with its key replaced
 *
 * Returns: whether it was taken: `FALSE` where its time is unknown, since then nobody can say
 *   whether it is the newest
 */
gboolean
vdt_store_batch_put_quota (VdtStoreBatch *batch, const VdtStoreQuota *quota)
{
  VdtStoreQuota *kept = NULL;

  g_return_val_if_fail (quota->home_id != NULL, FALSE);

  if (!vdt_time_known (quota->as_of))
    return FALSE;
  kept = &add_change (batch, VDT_BATCH_PUT_QUOTA)->quota;
  *kept = *quota;
  kept->home_id = keep_text (batch, quota->home_id);
  kept->bucket = keep_text (batch, quota->bucket);
  kept->bucket_name = keep_text (batch, quota->bucket_name);
  kept->plan = keep_text (batch, quota->plan);
  kept->session_id = keep_text (batch, quota->session_id);
  return TRUE;
}

/**
 * vdt_store_batch_begin_conversation:
 * @batch: a batch
 * @talk: (transfer none): inserted, or all of the row with its key replaced
 *
 * What is put after it, up to the next one, is said in it. Reading a log again puts the same
 * rows in the place of the same rows. What was deleted on request does not come back.
 */
void
vdt_store_batch_begin_conversation (VdtStoreBatch *batch, const VdtStoreConversation *talk)
{
  VdtStoreConversation *kept = NULL;

  g_return_if_fail (talk->session_id != NULL && talk->home_id != NULL && talk->place != NULL);

  kept = &add_change (batch, VDT_BATCH_BEGIN_CONVERSATION)->conversation;
  *kept = *talk;
  kept->session_id = keep_text (batch, talk->session_id);
  kept->home_id = keep_text (batch, talk->home_id);
  kept->place = keep_text (batch, talk->place);
}

/**
 * vdt_store_batch_put_utterance:
 * @batch: a batch in which a conversation was begun
 * @said: (transfer none): what was said
 */
void
vdt_store_batch_put_utterance (VdtStoreBatch *batch, const VdtStoreUtterance *said)
{
  VdtStoreUtterance *kept = NULL;

  g_return_if_fail (said->text != NULL);

  kept = &add_change (batch, VDT_BATCH_PUT_UTTERANCE)->utterance;
  *kept = *said;
  kept->text = keep_text (batch, said->text);
}

/**
 * vdt_store_batch_put_snapshot:
 * @batch: a batch in which a conversation was begun
 * @snapshot: (transfer none): what changed
 *
 * Returns: whether it was taken: `FALSE` where it is larger than %VDT_STORE_MAX_BLOB
 */
gboolean
vdt_store_batch_put_snapshot (VdtStoreBatch *batch, const VdtStoreSnapshot *snapshot)
{
  VdtStoreSnapshot *kept = NULL;

  g_return_val_if_fail (snapshot->changes != NULL && snapshot->sequence > 0, FALSE);

  if (snapshot->changes_len > VDT_STORE_MAX_BLOB)
    return FALSE;
  kept = &add_change (batch, VDT_BATCH_PUT_SNAPSHOT)->snapshot;
  *kept = *snapshot;
  kept->changes = keep_bytes (batch, snapshot->changes, snapshot->changes_len);
  return TRUE;
}

/**
 * vdt_store_batch_put_decision:
 * @batch: a batch in which a conversation was begun
 * @decision: (transfer none): what is asked
 *
 * Returns: whether it was taken: `FALSE` where it is larger than %VDT_STORE_MAX_BLOB
 */
gboolean
vdt_store_batch_put_decision (VdtStoreBatch *batch, const VdtStoreDecision *decision)
{
  VdtStoreDecision *kept = NULL;

  g_return_val_if_fail (decision->id != NULL && decision->body != NULL, FALSE);

  if (decision->body_len > VDT_STORE_MAX_BLOB)
    return FALSE;
  kept = &add_change (batch, VDT_BATCH_PUT_DECISION)->decision;
  *kept = *decision;
  kept->id = keep_text (batch, decision->id);
  kept->session_id = keep_text (batch, decision->session_id);
  kept->body = keep_bytes (batch, decision->body, decision->body_len);
  return TRUE;
}

/**
 * vdt_store_batch_end_decisions:
 * @batch: a batch in which a conversation was begun
 * @call: which call asked
 * @at: when that was over
 *
 * The log says that what the call asked for is answered, or void.
 */
void
vdt_store_batch_end_decisions (VdtStoreBatch *batch, gint64 call, VdtTime at)
{
  VdtStoreDecision *kept = &add_change (batch, VDT_BATCH_END_DECISIONS)->decision;

  kept->call = call;
  kept->updated_at = at;
}

/**
 * vdt_store_batch_put_home:
 * @batch: a batch
 * @home: (transfer none): inserted, or all of the row with its id replaced
 */
void
vdt_store_batch_put_home (VdtStoreBatch *batch, const VdtStoreHome *home)
{
  VdtStoreHome *kept = NULL;

  g_return_if_fail (home->home_id != NULL && home->path != NULL);

  kept = &add_change (batch, VDT_BATCH_PUT_HOME)->home;
  *kept = *home;
  kept->home_id = keep_text (batch, home->home_id);
  kept->path = keep_text (batch, home->path);
}

/**
 * vdt_store_batch_put_meta:
 * @batch: a batch
 * @key: a name; those that begin with `store.` are the store's own
 * @value: (nullable): what to keep under it; `NULL` removes it
 */
void
vdt_store_batch_put_meta (VdtStoreBatch *batch, const char *key, const char *value)
{
  g_return_if_fail (key != NULL && !g_str_has_prefix (key, "store."));

  add_pair (batch, VDT_BATCH_PUT_META, key, value);
}

/**
 * vdt_store_batch_add_meta:
 * @batch: a batch
 * @key: what
 * @value: its value; where there is one already that stays
 */
void
vdt_store_batch_add_meta (VdtStoreBatch *batch, const char *key, const char *value)
{
  g_return_if_fail (key != NULL && !g_str_has_prefix (key, "store."));
  g_return_if_fail (value != NULL);

  add_pair (batch, VDT_BATCH_ADD_META, key, value);
}

/**
 * vdt_store_batch_delete_log_file:
 * @batch: a batch
 * @path: (type filename): its path; one that is not there is no error
 */
void
vdt_store_batch_delete_log_file (VdtStoreBatch *batch, const char *path)
{
  g_return_if_fail (path != NULL);

  add_pair (batch, VDT_BATCH_DELETE_LOG_FILE, path, NULL);
}

/**
 * vdt_store_batch_delete_session:
 * @batch: a batch
 * @id: its id; one that is not there is no error
 *
 * Removes the row alone: its calls stay. See [method@VdtStore.forget_session_async].
 */
void
vdt_store_batch_delete_session (VdtStoreBatch *batch, const char *id)
{
  g_return_if_fail (id != NULL);

  add_pair (batch, VDT_BATCH_DELETE_SESSION, id, NULL);
}

/**
 * vdt_store_batch_delete_call:
 * @batch: a batch
 * @runtime: whose call
 * @key_hash: its key; one that is not there is no error
 *
 * For a call that turned out to be none: a replay.
 */
void
vdt_store_batch_delete_call (VdtStoreBatch *batch, VdtRuntime runtime, guint64 key_hash)
{
  VdtBatchChange *change = add_change (batch, VDT_BATCH_DELETE_CALL);

  change->call.runtime = runtime;
  change->call.key_hash = key_hash;
}
