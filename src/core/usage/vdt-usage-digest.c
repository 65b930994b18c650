/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-usage"

#include "config.h"

#include "vdt-usage-digest.h"

#include <string.h>

#include "vdt-claude-window.h"
#include "vdt-macros.h"
#include "vdt-text.h"
#include "vdt-usage-digest-private.h"

static void
digest_reading_clear (gpointer data)
{
  vdt_quota_reading_clear (&((VdtDigestReading *) data)->reading);
}

static void
limit_message_clear (gpointer data)
{
  g_free (((VdtLimitMessage *) data)->text);
}

/**
 * vdt_usage_digest_new:
 * @runtime: whose log it is
 * @is_agent_file: whether it is a sub-agent's own log
 *
 * Returns: (transfer full): an empty digest
 */
VdtUsageDigest *
vdt_usage_digest_new (VdtRuntime runtime, gboolean is_agent_file)
{
  VdtUsageDigest *digest = g_new0 (VdtUsageDigest, 1);

  digest->runtime = runtime;
  digest->is_agent_file = is_agent_file;
  digest->names = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (digest->names, g_strdup (""));
  digest->calls = g_array_new (FALSE, TRUE, sizeof (VdtCall));
  digest->codex_counts = g_array_new (FALSE, TRUE, sizeof (VdtCodexCount));
  digest->turns = g_array_new (FALSE, FALSE, sizeof (guint64));
  digest->user_texts = g_array_new (FALSE, FALSE, sizeof (guint64));
  digest->compactions = g_array_new (FALSE, FALSE, sizeof (VdtCompaction));
  digest->readings = g_array_new (FALSE, TRUE, sizeof (VdtDigestReading));
  g_array_set_clear_func (digest->readings, digest_reading_clear);
  digest->limit_messages = g_array_new (FALSE, TRUE, sizeof (VdtLimitMessage));
  g_array_set_clear_func (digest->limit_messages, limit_message_clear);
  digest->lineage.base_end_ordinal = VDT_COUNT_UNKNOWN;
  digest->lineage.subagent_start_ordinal = VDT_COUNT_UNKNOWN;
  digest->lineage.start_time = VDT_TIME_UNKNOWN;
  digest->first_usage_record = G_MAXUINT32;
  digest->fast = -1;
  digest->last_time = digest->model_time = digest->reply_time = VDT_TIME_UNKNOWN;
  digest->turn_born = VDT_TIME_UNKNOWN;
  digest->reply_context = digest->largest_prompt = digest->window = VDT_COUNT_UNKNOWN;
  return digest;
}

/**
 * vdt_usage_digest_free:
 * @digest: (nullable): a digest
 */
void
vdt_usage_digest_free (VdtUsageDigest *digest)
{
  if (digest == NULL)
    return;
  vdt_usage_digest_seal (digest);
  g_ptr_array_unref (digest->names);
  g_array_unref (digest->calls);
  g_array_unref (digest->codex_counts);
  g_array_unref (digest->turns);
  g_array_unref (digest->user_texts);
  g_array_unref (digest->compactions);
  g_array_unref (digest->readings);
  g_array_unref (digest->limit_messages);
  g_free (digest->lineage.thread_id);
  g_free (digest->lineage.tree_id);
  g_free (digest->lineage.forked_from);
  g_free (digest->lineage.parent_thread);
  g_free (digest->lineage.spawn_parent);
  g_free (digest->lineage.base_id);
  g_free (digest->session_id);
  g_free (digest->cli_version);
  g_free (digest->provider);
  g_free (digest->model);
  g_free (digest->effort);
  g_free (digest);
}

/**
 * vdt_usage_digest_seal:
 * @digest: a digest that will not be fed for a while
 *
 * Gives back the memory that only feeding needs; it is made again when it is.
 */
void
vdt_usage_digest_seal (VdtUsageDigest *digest)
{
  g_clear_pointer ((GHashTable **) &digest->call_index, g_hash_table_unref);
}

/**
 * vdt_usage_digest_clear_touched:
 * @digest: a digest all of whose calls are stored
 */
void
vdt_usage_digest_clear_touched (VdtUsageDigest *digest)
{
  digest->touched = G_MAXUINT32;
}

/**
 * vdt_usage_digest_clear_recount:
 * @digest: a digest all of whose calls a ledger has counted
 */
void
vdt_usage_digest_clear_recount (VdtUsageDigest *digest)
{
  digest->recount = digest->calls->len;
}

/**
 * vdt_usage_digest_get_name:
 * @digest: a digest
 * @index: from a call
 *
 * Returns: (nullable): the model's name, or `NULL` where the log named none
 */
const char *
vdt_usage_digest_get_name (const VdtUsageDigest *digest, guint16 index)
{
  return index > 0 && index < digest->names->len ? g_ptr_array_index (digest->names, index) : NULL;
}

/**
 * vdt_call_get_tokens:
 * @call: a call
 * @tokens: (out caller-allocates): its seven numbers
 */
void
vdt_call_get_tokens (const VdtCall *call, VdtTokens *tokens)
{
  tokens->calls = 1;
  tokens->uncached_input = call->uncached_input;
  tokens->cache_read = call->cache_read;
  tokens->cache_creation = call->cache_creation;
  tokens->output = call->output;
  tokens->reasoning = call->reasoning;
  tokens->total = vdt_count_add (vdt_count_add (call->uncached_input, call->cache_read),
                                 vdt_count_add (call->cache_creation, call->output));
}

/**
 * vdt_usage_digest_get_meter:
 * @digest: a digest
 * @meter: (out caller-allocates): how full the log's own context is
 */
void
vdt_usage_digest_get_meter (const VdtUsageDigest *digest, VdtContextMeter *meter)
{
  *meter = (VdtContextMeter){
    .state = VDT_CONTEXT_UNKNOWN,
    .used_tokens = digest->reply_context,
    .as_of = digest->reply_time,
  };
  if (digest->runtime == VDT_RUNTIME_CODEX)
    {
      meter->window_tokens = digest->window;
      meter->window_origin =
        vdt_count_known (digest->window) ? VDT_WINDOW_RECORD : VDT_WINDOW_UNKNOWN;
    }
  else
    meter->window_origin =
      vdt_claude_window (digest->model, digest->largest_prompt, &meter->window_tokens);

  if (digest->compacted)
    {
      meter->state = VDT_CONTEXT_COMPACTED;
      meter->used_tokens = VDT_COUNT_UNKNOWN;
    }
  else if (vdt_count_known (meter->used_tokens) && vdt_count_known (meter->window_tokens) &&
           meter->used_tokens <= meter->window_tokens)
    meter->state =
      meter->window_origin == VDT_WINDOW_DEFAULT ? VDT_CONTEXT_ASSUMED : VDT_CONTEXT_REPORTED;
}

/* Hash of a string's value, escapes resolved; 0 only where there is none. */
guint64
vdt_digest_hash (const VdtJsonString *string)
{
  guint64 hash = 0;

  if (string->data == NULL || string->len == 0)
    return 0;
  if (string->escaped)
    {
      g_autofree char *plain = vdt_json_string_dup (string, 0);

      hash = vdt_text_hash64 (plain, strlen (plain));
    }
  else
    hash = vdt_text_hash64 (string->data, string->len);
  return hash != 0 ? hash : 1;
}

void
vdt_digest_set_text (char **place, const VdtJsonString *string)
{
  if (string->data == NULL || string->len == 0)
    return;
  if (*place != NULL && !string->escaped && strlen (*place) == string->len &&
      memcmp (*place, string->data, string->len) == 0)
    return;
  g_free (*place);
  *place = vdt_json_string_dup (string, VDT_DIGEST_NAME_BYTES);
}

/* Index of a model's name; 0 where there is none. */
guint16
vdt_digest_intern (VdtUsageDigest *digest, const VdtJsonString *name)
{
  g_autofree char *text = NULL;

  if (name->data == NULL || name->len == 0)
    return 0;
  for (guint i = digest->names->len - 1; i > 0; i--)
    {
      const char *known = g_ptr_array_index (digest->names, i);

      if (!name->escaped && strlen (known) == name->len &&
          memcmp (known, name->data, name->len) == 0)
        return i;
    }
  text = vdt_json_string_dup (name, VDT_DIGEST_NAME_BYTES);
  for (guint i = 1; i < digest->names->len; i++)
    if (strcmp (g_ptr_array_index (digest->names, i), text) == 0)
      return i;
  if (digest->names->len >= VDT_DIGEST_MAX_NAMES)
    return 0;
  g_ptr_array_add (digest->names, g_steal_pointer (&text));
  return digest->names->len - 1;
}

/* A record without a time keeps its place: it counts as of the time before it. */
VdtTime
vdt_digest_time (VdtUsageDigest *digest, VdtTime time)
{
  if (vdt_time_known (time))
    digest->last_time = time;
  return digest->last_time;
}

static guint
key_hash (gconstpointer key)
{
  guint64 value = *(const guint64 *) key;

  return (guint) (value ^ (value >> 32));
}

static GHashTable *
digest_index (VdtUsageDigest *digest)
{
  if (digest->call_index == NULL)
    {
      GHashTable *index = g_hash_table_new_full (key_hash, g_int64_equal, g_free, NULL);

      for (guint i = 0; i < digest->calls->len; i++)
        {
          const VdtCall *call = &g_array_index (digest->calls, VdtCall, i);

          if ((call->flags & VDT_CALL_UNIQUE) == 0)
            g_hash_table_insert (index, g_memdup2 (&call->key, sizeof call->key),
                                 GUINT_TO_POINTER (i + 1));
        }
      digest->call_index = index;
    }
  return digest->call_index;
}

VdtCall *
vdt_digest_find_call (VdtUsageDigest *digest, guint64 key)
{
  guint i = 0;

  /* The records of one reply stand together. */
  if (digest->calls->len > 0)
    {
      VdtCall *newest = &g_array_index (digest->calls, VdtCall, digest->calls->len - 1);

      if (newest->key == key && (newest->flags & VDT_CALL_UNIQUE) == 0)
        {
          digest->recount = MIN (digest->recount, digest->calls->len - 1);
          return newest;
        }
    }
  i = GPOINTER_TO_UINT (g_hash_table_lookup (digest_index (digest), &key));
  if (i == 0)
    return NULL;
  digest->recount = MIN (digest->recount, i - 1);
  return &g_array_index (digest->calls, VdtCall, i - 1);
}

/* Adds a call; the pointer is good until the next one is added. A key of 0 is a call that
 * nothing names. */
VdtCall *
vdt_digest_add_call (VdtUsageDigest *digest, guint64 key)
{
  VdtCall call = { .key = key, .records = 1, .line = digest->line };

  call.time = VDT_TIME_UNKNOWN;
  call.uncached_input = call.cache_read = call.cache_creation = VDT_COUNT_UNKNOWN;
  call.output = call.reasoning = call.context = VDT_COUNT_UNKNOWN;
  if (digest->calls->len >= VDT_DIGEST_MAX_CALLS)
    return NULL;
  if (key == 0)
    call.flags |= VDT_CALL_UNIQUE;
  g_array_append_val (digest->calls, call);
  digest->touched = MIN (digest->touched, digest->line);
  if (key != 0)
    g_hash_table_insert (digest_index (digest), g_memdup2 (&key, sizeof key),
                         GUINT_TO_POINTER (digest->calls->len));
  return &g_array_index (digest->calls, VdtCall, digest->calls->len - 1);
}
