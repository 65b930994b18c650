/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include <string.h>

#include "vdt-catalog.h"
#include "vdt-claude-limit.h"

/* What a chart can show; of a longer conversation the newest part. */
#define MAX_POINTS 500

/* Best title of a session over its logs, oldest first (rulings: *Title*). */
typedef struct
{
  const char *custom;
  const char *thread;
  const char *first;
  const char *generated;
  const char *summary;
  const char *slash;
} Titles;

static void
titles_add (Titles *titles, const VdtTalkSummary *talk)
{
  /* names may change: the newest counts; a conversation begins once: the oldest counts */
  if (talk->custom_title != NULL)
    titles->custom = talk->custom_title;
  if (talk->thread_name != NULL)
    titles->thread = talk->thread_name;
  if (talk->ai_title != NULL)
    titles->generated = talk->ai_title;
  if (titles->first == NULL)
    titles->first = talk->first_text;
  if (titles->summary == NULL)
    titles->summary = talk->own_summary;
  if (titles->slash == NULL)
    titles->slash = talk->slash_command;
}

static char *
choose_title (VdtCatalog *catalog, const VdtCatalogSession *session, const Titles *titles)
{
  VdtSideFiles *side = vdt_catalog_get_side_files (catalog);
  const VdtCatalogLog *log = g_ptr_array_index (session->logs, session->logs->len - 1);
  const char *title = NULL;

  if (session->runtime == VDT_RUNTIME_CODEX)
    {
      title = vdt_side_files_get_thread_name (side, log->file->home, session->native_id);
      if (title == NULL)
        title = titles->thread;
    }
  else if (log->file->kind == VDT_LOG_CLAUDE_SESSION)
    {
      char *custom = vdt_side_files_get_custom_title (side, log->file->path);

      if (custom != NULL)
        return custom;
    }
  if (titles->custom != NULL)
    title = titles->custom;
  if (title == NULL)
    title = titles->first;
  if (title == NULL)
    title = titles->generated;
  if (title == NULL)
    title = titles->summary;
  if (title == NULL)
    title = titles->slash;
  return g_strdup (title);
}

static int
compare_points (gconstpointer a, gconstpointer b)
{
  const VdtContextPoint *x = a;
  const VdtContextPoint *y = b;

  return x->time < y->time ? -1 : x->time > y->time;
}

static void
add_points (VdtSessionInfo *info, const VdtUsageDigest *usage, const VdtCodexOwn *own)
{
  const GArray *calls = usage->runtime == VDT_RUNTIME_CODEX ? own->calls : usage->calls;
  g_autoptr (GArray) points = g_array_new (FALSE, TRUE, sizeof (VdtContextPoint));

  for (guint i = 0; calls != NULL && i < calls->len; i++)
    {
      const VdtCall *call = &g_array_index (calls, VdtCall, i);
      VdtContextPoint point = { .time = call->time,
                                .used_tokens = call->context,
                                .window_tokens = info->context.window_tokens };

      if ((call->flags & VDT_CALL_MAIN) == 0 || !vdt_time_known (call->time))
        continue;
      g_array_append_val (points, point);
    }
  for (guint i = 0; i < usage->compactions->len; i++)
    {
      const VdtCompaction *boundary = &g_array_index (usage->compactions, VdtCompaction, i);
      VdtContextPoint point = { .time = boundary->time,
                                .used_tokens = boundary->post_tokens,
                                .window_tokens = info->context.window_tokens,
                                .compacted = TRUE };

      if (vdt_time_known (boundary->time))
        g_array_append_val (points, point);
    }
  g_array_sort (points, compare_points);
  if (points->len > MAX_POINTS)
    g_array_remove_range (points, 0, points->len - MAX_POINTS);
  info->points = g_steal_pointer (&points);
}

/* State, titles and times of all its logs; segments are one session. */
static void
add_talk (VdtCatalog *catalog, const VdtCatalogSession *session, VdtSessionInfo *info)
{
  VdtSideFiles *side = vdt_catalog_get_side_files (catalog);
  Titles titles = { 0 };
  const char *cwd = NULL;
  VdtTalkSummary talk = { 0 };

  for (guint i = 0; i < session->logs->len; i++)
    {
      const VdtCatalogLog *log = g_ptr_array_index (session->logs, i);

      if (log->digest->talk == NULL)
        continue;
      vdt_talk_get_summary (log->digest->talk, &talk);
      titles_add (&titles, &talk);
      if (talk.cwd != NULL)
        cwd = talk.cwd;
      if (vdt_time_known (talk.created_at) &&
          (!vdt_time_known (info->created_at) || talk.created_at < info->created_at))
        info->created_at = talk.created_at;
      if (vdt_time_known (talk.last_event_at) &&
          (!vdt_time_known (info->last_event_at) || talk.last_event_at > info->last_event_at))
        info->last_event_at = talk.last_event_at;
      info->n_snapshots += talk.sequence;
      if (i + 1 == session->logs->len)
        {
          info->urgent = talk.urgent;
          if (log->file->kind == VDT_LOG_CLAUDE_SESSION)
            {
              const VdtLiveEntry *live =
                vdt_side_files_get_live (side, log->file->home, session->native_id);

              if (live != NULL)
                vdt_live_apply (&talk, live);
            }
          info->lifecycle = talk.lifecycle;
          info->waiting_for = talk.waiting_for;
          info->state_since = talk.state_since;
          info->pending_decisions = talk.pending_decisions;
          info->queued_messages = talk.queued_messages;
          info->plan_total = talk.plan_total;
          info->plan_completed = talk.plan_completed;
          info->goal = g_strdup (talk.first_text);
          info->current_task = g_strdup (talk.current_task);
          info->next_action = g_strdup (talk.next_action);
          info->blockers = vdt_talk_dup_blockers (log->digest->talk);
        }
    }
  info->title = choose_title (catalog, session, &titles);
  info->project = cwd != NULL ? g_strdup (vdt_side_files_get_project (side, cwd)) : NULL;
}

/**
 * vdt_catalog_get_decisions:
 * @session: a session that has logs
 *
 * Returns: (transfer full) (element-type VdtDecision): what it asks and nobody has answered
 */
GPtrArray *
vdt_catalog_get_decisions (const VdtCatalogSession *session)
{
  const VdtCatalogLog *log = g_ptr_array_index (session->logs, session->logs->len - 1);

  if (log->digest->talk == NULL)
    return g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_decision_unref);
  return vdt_talk_get_decisions (log->digest->talk);
}

/* The file name bears the id of what the log goes on from: without it the beginning is missing. */
static gboolean
is_complete (VdtCatalog *catalog, const VdtCatalogSession *session)
{
  for (guint i = 0; i < session->logs->len; i++)
    {
      const VdtCatalogLog *log = g_ptr_array_index (session->logs, i);
      const VdtLedgerFile *file =
        vdt_ledger_get_file (vdt_catalog_get_ledger (catalog), log->ledger_file);

      if (!log->digest->usage->complete || log->digest->usage->partial || file->own.undecided > 0)
        return FALSE;
    }
  return TRUE;
}

/**
 * vdt_catalog_make_info:
 * @catalog: a resolved catalog
 * @session: one of its sessions that has logs
 *
 * Returns: (transfer full): everything a screen shows of it
 */
VdtSessionInfo *
vdt_catalog_make_info (VdtCatalog *catalog, VdtCatalogSession *session)
{
  const VdtCatalogLog *log = g_ptr_array_index (session->logs, session->logs->len - 1);
  const VdtUsageDigest *usage = log->digest->usage;
  const VdtLedgerFile *file =
    vdt_ledger_get_file (vdt_catalog_get_ledger (catalog), log->ledger_file);
  VdtSessionInfo *info = vdt_session_info_new ();

  info->id = g_strdup (session->id);
  info->native_id = g_strdup (session->native_id);
  info->home_id = g_strdup (session->home_id);
  info->runtime = session->runtime;
  info->is_subagent = session->parent != NULL || file->is_subagent;
  if (session->parent != NULL)
    {
      info->parent_id = g_strdup (session->root->id);
      info->parent_native_id = g_strdup (session->parent->native_id);
    }
  if (!info->is_subagent)
    info->forked_from = g_strdup (usage->lineage.forked_from);
  info->model = g_strdup (usage->model);
  info->effort = g_strdup (usage->effort);
  info->provider = g_strdup (usage->provider);
  info->fast = usage->fast;
  info->source_deleted = TRUE;
  for (guint i = 0; i < session->logs->len; i++)
    {
      const VdtCatalogLog *one = g_ptr_array_index (session->logs, i);

      info->source_deleted = info->source_deleted && one->deleted;
      info->unknown_records += MIN (one->digest->usage->counts.unknown_records, G_MAXINT / 2);
    }
  vdt_usage_digest_get_meter (usage, &info->context);
  info->tokens = session->root == session ? session->tree : session->own;
  info->tokens_complete = is_complete (catalog, session);
  add_talk (catalog, session, info);
  add_points (info, usage, &file->own);
  return info;
}

/* Per bucket and kind of window the newest record that has it wins. */
static void
offer_reading (GArray *quotas, const VdtQuotaReading *reading)
{
  VdtQuotaReading copy;

  for (guint i = 0; i < quotas->len; i++)
    {
      VdtQuotaReading *known = &g_array_index (quotas, VdtQuotaReading, i);

      if (!vdt_quota_reading_same_window (known, reading))
        continue;
      if (reading->as_of > known->as_of)
        {
          vdt_quota_reading_clear (known);
          vdt_quota_reading_copy (known, reading);
        }
      return;
    }
  vdt_quota_reading_copy (&copy, reading);
  g_array_append_val (quotas, copy);
}

static void
offer_log (VdtCatalog *catalog, GArray *quotas, const VdtCatalogLog *log, VdtZone *zone)
{
  const VdtUsageDigest *usage = log->digest->usage;
  const VdtLedgerFile *file =
    vdt_ledger_get_file (vdt_catalog_get_ledger (catalog), log->ledger_file);

  for (guint i = 0; i < usage->readings->len; i++)
    {
      const VdtDigestReading *kept = &g_array_index (usage->readings, VdtDigestReading, i);

      if (kept->line >= file->own.own_start)
        offer_reading (quotas, &kept->reading);
    }
  for (guint i = 0; i < usage->limit_messages->len; i++)
    {
      const VdtLimitMessage *message = &g_array_index (usage->limit_messages, VdtLimitMessage, i);
      VdtQuotaReading reading;

      if (vdt_claude_limit_parse (&reading, message->text, message->time, zone))
        {
          offer_reading (quotas, &reading);
          vdt_quota_reading_clear (&reading);
        }
    }
}

static int
compare_quotas (gconstpointer a, gconstpointer b)
{
  const VdtQuotaReading *x = a;
  const VdtQuotaReading *y = b;
  int order = (vdt_quota_reading_is_main (y) ? 1 : 0) - (vdt_quota_reading_is_main (x) ? 1 : 0);

  if (order == 0)
    order = g_strcmp0 (x->bucket, y->bucket);
  if (order == 0)
    order = (int) x->window - (int) y->window;
  if (order == 0)
    order = x->minutes < y->minutes ? -1 : x->minutes > y->minutes;
  return order;
}

/* The one row of a home without any reading. */
static gboolean
is_placeholder (const VdtQuotaReading *reading)
{
  return reading->source == VDT_QUOTA_SOURCE_NONE;
}

/**
 * vdt_catalog_offer_quotas:
 * @catalog: a catalog that was brought up to date
 * @quotas: (element-type VdtQuotaReading): the newest readings of a home so far
 * @log: one of its logs
 * @zone: the local zone, for limit messages that name none
 *
 * Lets the readings of one log take the place of older ones, and of the row without numbers;
 * the order is that of [func@catalog_get_quotas].
 */
void
vdt_catalog_offer_quotas (VdtCatalog *catalog,
                          GArray *quotas,
                          const VdtCatalogLog *log,
                          VdtZone *zone)
{
  offer_log (catalog, quotas, log, zone);
  if (quotas->len > 1)
    for (guint i = quotas->len; i-- > 0;)
      if (is_placeholder (&g_array_index (quotas, VdtQuotaReading, i)))
        g_array_remove_index (quotas, i);
  g_array_sort (quotas, compare_quotas);
}

static void
quota_clear (gpointer data)
{
  vdt_quota_reading_clear (data);
}

/**
 * vdt_catalog_get_quotas:
 * @catalog: a resolved catalog
 * @home: a home
 * @zone: the local zone, for limit messages that name none
 *
 * Returns: (transfer full) (element-type VdtQuotaReading): the newest reading of each window of
 *   each bucket, main ones first. A home with sessions and no reading ever has one row without
 *   numbers
 */
GArray *
vdt_catalog_get_quotas (VdtCatalog *catalog, const VdtLogHome *home, VdtZone *zone)
{
  GArray *quotas = g_array_new (FALSE, TRUE, sizeof (VdtQuotaReading));
  GPtrArray *logs = vdt_catalog_get_logs (catalog);

  g_array_set_clear_func (quotas, quota_clear);
  for (guint i = 0; i < logs->len; i++)
    {
      const VdtCatalogLog *log = g_ptr_array_index (logs, i);

      if (strcmp (log->file->home->id, home->id) == 0)
        offer_log (catalog, quotas, log, zone);
    }
  if (home->runtime == VDT_RUNTIME_CLAUDE)
    {
      const VdtClaudeAccount *account =
        vdt_side_files_get_account (vdt_catalog_get_side_files (catalog), home);

      for (guint i = 0; account != NULL && i < account->readings->len; i++)
        offer_reading (quotas, &g_array_index (account->readings, VdtQuotaReading, i));
    }
  if (quotas->len == 0 && vdt_catalog_home_has_sessions (catalog, home))
    {
      VdtQuotaReading unknown = { .runtime = home->runtime,
                                  .window = VDT_QUOTA_WINDOW_OTHER,
                                  .minutes = VDT_COUNT_UNKNOWN,
                                  .resets_at = VDT_TIME_UNKNOWN,
                                  .as_of = VDT_TIME_UNKNOWN };

      g_array_append_val (quotas, unknown);
    }
  g_array_sort (quotas, compare_quotas);
  return quotas;
}
