/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-session-blob.h"

/* Raise when the layout changes: older views are left out until the logs were read. */
#define VIEW_VERSION 3

static void
put_tokens (GByteArray *blob, const VdtTokens *tokens)
{
  vdt_blob_put_int (blob, tokens->calls);
  vdt_blob_put_int (blob, tokens->uncached_input);
  vdt_blob_put_int (blob, tokens->cache_read);
  vdt_blob_put_int (blob, tokens->cache_creation);
  vdt_blob_put_int (blob, tokens->output);
  vdt_blob_put_int (blob, tokens->reasoning);
  vdt_blob_put_int (blob, tokens->total);
}

static void
get_tokens (VdtBlobReader *reader, VdtTokens *tokens)
{
  tokens->calls = vdt_blob_get_int (reader);
  tokens->uncached_input = vdt_blob_get_int (reader);
  tokens->cache_read = vdt_blob_get_int (reader);
  tokens->cache_creation = vdt_blob_get_int (reader);
  tokens->output = vdt_blob_get_int (reader);
  tokens->reasoning = vdt_blob_get_int (reader);
  tokens->total = vdt_blob_get_int (reader);
}

/**
 * vdt_session_info_write:
 * @info: what a screen shows of a session
 * @blob: where to append
 */
void
vdt_session_info_write (const VdtSessionInfo *info, GByteArray *blob)
{
  const char *const texts[] = { info->id,
                                info->native_id,
                                info->home_id,
                                info->title,
                                info->project,
                                info->host,
                                info->model,
                                info->effort,
                                info->provider,
                                info->parent_id,
                                info->parent_native_id,
                                info->forked_from,
                                info->current_task,
                                info->goal,
                                info->next_action };
  const guint n_blockers = info->blockers != NULL ? g_strv_length (info->blockers) : 0;
  guint n_points = 0;

  vdt_blob_put_int (blob, VIEW_VERSION);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    vdt_blob_put_string (blob, texts[i]);
  vdt_blob_put_int (blob, n_blockers);
  for (guint i = 0; i < n_blockers; i++)
    vdt_blob_put_string (blob, info->blockers[i]);
  vdt_blob_put_int (blob, info->runtime);
  vdt_blob_put_int (blob, info->fast);
  vdt_blob_put_int (blob, (info->is_subagent ? 1 : 0) | (info->source_deleted ? 2 : 0) |
                            (info->duplicate ? 4 : 0) | (info->tokens_complete ? 8 : 0) |
                            (info->urgent ? 16 : 0));
  vdt_blob_put_int (blob, info->lifecycle);
  vdt_blob_put_int (blob, info->waiting_for);
  vdt_blob_put_int (blob, info->state_since);
  vdt_blob_put_int (blob, info->created_at);
  vdt_blob_put_int (blob, info->last_event_at);
  vdt_blob_put_int (blob, info->context.state);
  vdt_blob_put_int (blob, info->context.used_tokens);
  vdt_blob_put_int (blob, info->context.window_tokens);
  vdt_blob_put_int (blob, info->context.window_origin);
  vdt_blob_put_int (blob, info->context.as_of);
  put_tokens (blob, &info->tokens);
  vdt_blob_put_int (blob, info->pending_decisions);
  vdt_blob_put_int (blob, info->queued_messages);
  vdt_blob_put_int (blob, info->unknown_records);
  vdt_blob_put_int (blob, info->plan_total);
  vdt_blob_put_int (blob, info->plan_completed);
  vdt_blob_put_int (blob, info->n_snapshots);
  n_points = info->points != NULL ? info->points->len : 0;
  vdt_blob_put_int (blob, n_points);
  for (guint i = 0; i < n_points; i++)
    {
      const VdtContextPoint *point = &g_array_index (info->points, VdtContextPoint, i);

      vdt_blob_put_int (blob, point->time);
      vdt_blob_put_int (blob, point->used_tokens);
      vdt_blob_put_int (blob, point->window_tokens);
      vdt_blob_put_int (blob, point->compacted);
    }
}

static void
get_points (VdtBlobReader *reader, GArray *points)
{
  gsize n = vdt_blob_get_length (reader, 4);

  for (gsize i = 0; i < n && !reader->failed; i++)
    {
      VdtContextPoint point = { .time = vdt_blob_get_int (reader) };

      point.used_tokens = vdt_blob_get_int (reader);
      point.window_tokens = vdt_blob_get_int (reader);
      point.compacted = vdt_blob_get_int (reader) != 0;
      g_array_append_val (points, point);
    }
}

static char **
get_blockers (VdtBlobReader *reader)
{
  const gsize n = vdt_blob_get_length (reader, 1);
  g_autoptr (GStrvBuilder) blockers = NULL;

  if (n == 0)
    return NULL;
  blockers = g_strv_builder_new ();
  for (gsize i = 0; i < n && !reader->failed; i++)
    {
      g_autofree char *text = vdt_blob_get_string (reader);

      if (text != NULL)
        g_strv_builder_add (blockers, text);
    }
  return g_strv_builder_end (blockers);
}

/**
 * vdt_session_info_read:
 * @data: (array length=len): what [func@vdt_session_info_write] wrote
 * @len: its length
 *
 * Returns: (transfer full) (nullable): the same again; `NULL` where it is damaged or of another
 *   release
 */
VdtSessionInfo *
vdt_session_info_read (gconstpointer data, gsize len)
{
  g_autoptr (VdtSessionInfo) info = vdt_session_info_new ();
  char **const texts[] = { &info->id,
                           &info->native_id,
                           &info->home_id,
                           &info->title,
                           &info->project,
                           &info->host,
                           &info->model,
                           &info->effort,
                           &info->provider,
                           &info->parent_id,
                           &info->parent_native_id,
                           &info->forked_from,
                           &info->current_task,
                           &info->goal,
                           &info->next_action };
  VdtBlobReader reader;
  gint64 flags = 0;

  vdt_blob_reader_init (&reader, data, len);
  if (vdt_blob_get_int (&reader) != VIEW_VERSION)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    *texts[i] = vdt_blob_get_string (&reader);
  info->blockers = get_blockers (&reader);
  info->runtime =
    vdt_blob_get_int (&reader) == VDT_RUNTIME_CODEX ? VDT_RUNTIME_CODEX : VDT_RUNTIME_CLAUDE;
  info->fast = vdt_blob_get_int_in (&reader, -1, 1);
  flags = vdt_blob_get_int (&reader);
  info->is_subagent = (flags & 1) != 0;
  info->source_deleted = (flags & 2) != 0;
  info->duplicate = (flags & 4) != 0;
  info->tokens_complete = (flags & 8) != 0;
  info->urgent = (flags & 16) != 0;
  info->lifecycle = vdt_blob_get_int_in (&reader, VDT_LIFECYCLE_OBSERVING, VDT_LIFECYCLE_OFFLINE);
  info->waiting_for = vdt_blob_get_int_in (&reader, VDT_WAITING_NOTHING, VDT_WAITING_PERMISSION);
  info->state_since = vdt_blob_get_int (&reader);
  info->created_at = vdt_blob_get_int (&reader);
  info->last_event_at = vdt_blob_get_int (&reader);
  info->context.state = vdt_blob_get_int_in (&reader, VDT_CONTEXT_UNKNOWN, VDT_CONTEXT_COMPACTED);
  info->context.used_tokens = vdt_blob_get_int (&reader);
  info->context.window_tokens = vdt_blob_get_int (&reader);
  info->context.window_origin =
    vdt_blob_get_int_in (&reader, VDT_WINDOW_UNKNOWN, VDT_WINDOW_DEFAULT);
  info->context.as_of = vdt_blob_get_int (&reader);
  get_tokens (&reader, &info->tokens);
  info->pending_decisions = (guint) vdt_blob_get_int (&reader);
  info->queued_messages = (guint) vdt_blob_get_int (&reader);
  info->unknown_records = (guint) vdt_blob_get_int (&reader);
  info->plan_total = (guint) vdt_blob_get_int (&reader);
  info->plan_completed = (guint) vdt_blob_get_int (&reader);
  info->n_snapshots = vdt_blob_get_int (&reader);
  info->points = g_array_new (FALSE, FALSE, sizeof (VdtContextPoint));
  get_points (&reader, info->points);
  if (reader.failed || info->id == NULL || info->native_id == NULL || info->home_id == NULL)
    return NULL;
  return g_steal_pointer (&info);
}
