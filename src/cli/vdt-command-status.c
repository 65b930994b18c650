/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vedettectl"

#include "config.h"

#include "vdt-cli.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "vdt-cli-session.h"
#include "vdt-format.h"
#include "vdt-paths.h"

#define RECENT (7 * VDT_DAY)

static int
compare_infos (gconstpointer a, gconstpointer b)
{
  const VdtSessionInfo *x = *(const VdtSessionInfo *const *) a;
  const VdtSessionInfo *y = *(const VdtSessionInfo *const *) b;

  if (x->last_event_at != y->last_event_at)
    return x->last_event_at > y->last_event_at ? -1 : 1;
  return strcmp (x->id, y->id);
}

/* A log of the first dialect has no times but the file's own. */
static VdtTime
last_seen (const VdtSessionInfo *info, const VdtCatalogSession *session)
{
  const VdtCatalogLog *log = g_ptr_array_index (session->logs, session->logs->len - 1);

  if (vdt_time_known (info->last_event_at))
    return info->last_event_at;
  if (vdt_time_known (info->created_at))
    return info->created_at;
  return log->file->id.mtime_ns / 1000000;
}

static GPtrArray *
list_sessions (VdtCli *cli, VdtScanResult *result)
{
  GPtrArray *sessions = vdt_catalog_get_sessions (result->catalog);
  GPtrArray *infos = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_session_info_unref);

  for (guint i = 0; i < sessions->len; i++)
    {
      VdtCatalogSession *session = g_ptr_array_index (sessions, i);
      g_autoptr (VdtSessionInfo) info = NULL;

      if (!vdt_catalog_session_is_listed (session))
        continue;
      info = vdt_catalog_make_info (result->catalog, session);
      if (cli->all || last_seen (info, session) >= cli->now - RECENT)
        g_ptr_array_add (infos, g_steal_pointer (&info));
    }
  g_ptr_array_sort (infos, compare_infos);
  return infos;
}

static void
write_quota (VdtJsonWriter *writer,
             const VdtLogHome *home,
             const VdtQuotaReading *reading,
             VdtTime now)
{
  VdtQuotaState state = vdt_quota_reading_get_state (reading, now);

  vdt_json_writer_begin_object (writer);
  vdt_cli_write_text (writer, "home", home->id);
  vdt_cli_write_text (writer, "runtime", vdt_runtime_to_string (home->runtime));
  vdt_cli_write_text (writer, "bucket", reading->bucket);
  vdt_cli_write_text (writer, "plan", reading->plan);
  vdt_cli_write_text (writer, "window", vdt_quota_window_to_string (reading->window));
  vdt_json_writer_key (writer, "window_minutes");
  vdt_json_writer_count (writer, reading->minutes);
  vdt_json_writer_key (writer, "used_percent");
  if (reading->percent_known && (state == VDT_QUOTA_REPORTED || state == VDT_QUOTA_STALE))
    vdt_json_writer_double (writer, reading->used_percent);
  else
    vdt_json_writer_null (writer);
  vdt_json_writer_key (writer, "resets_at");
  vdt_json_writer_time (writer, reading->resets_at);
  vdt_cli_write_text (writer, "state", vdt_quota_state_to_string (state));
  vdt_json_writer_key (writer, "as_of");
  vdt_json_writer_time (writer, reading->as_of);
  vdt_json_writer_key (writer, "age_seconds");
  if (vdt_time_known (reading->as_of))
    vdt_json_writer_int (writer, MAX (0, (now - reading->as_of) / VDT_SECOND));
  else
    vdt_json_writer_null (writer);
  vdt_cli_write_text (writer, "source", vdt_quota_source_to_string (reading->source));
  vdt_json_writer_end_object (writer);
}

static void
write_reset (VdtJsonWriter *writer,
             const VdtLogHome *home,
             const char *kind,
             VdtCount available,
             VdtTime as_of)
{
  vdt_json_writer_begin_object (writer);
  vdt_cli_write_text (writer, "home", home->id);
  vdt_cli_write_text (writer, "kind", kind);
  vdt_json_writer_key (writer, "available");
  vdt_json_writer_count (writer, available);
  vdt_cli_write_text (writer, "state", vdt_count_known (available) ? "known" : "unknown");
  vdt_json_writer_key (writer, "as_of");
  vdt_json_writer_time (writer, vdt_count_known (available) ? as_of : VDT_TIME_UNKNOWN);
  vdt_json_writer_end_object (writer);
}

static void
write_resets (VdtJsonWriter *writer, VdtScanResult *result)
{
  vdt_json_writer_key (writer, "resets");
  vdt_json_writer_begin_array (writer);
  for (guint i = 0; i < result->homes->len; i++)
    {
      const VdtLogHome *home = g_ptr_array_index (result->homes, i);
      const VdtClaudeAccount *account = NULL;

      if (home->runtime == VDT_RUNTIME_CODEX)
        {
          /* only Codex itself knows, and it is asked only when a person wants it */
          write_reset (writer, home, "codex_reset_credits", VDT_COUNT_UNKNOWN, VDT_TIME_UNKNOWN);
          continue;
        }
      account = vdt_side_files_get_account (result->side, home);
      write_reset (writer, home, "claude_limit_reset", VDT_COUNT_UNKNOWN, VDT_TIME_UNKNOWN);
      write_reset (writer, home, "claude_grants",
                   account != NULL ? account->grants : VDT_COUNT_UNKNOWN,
                   account != NULL ? account->fetched_at : VDT_TIME_UNKNOWN);
    }
  vdt_json_writer_end_array (writer);
}

static void
write_homes (VdtJsonWriter *writer, VdtScanResult *result)
{
  vdt_json_writer_key (writer, "homes");
  vdt_json_writer_begin_array (writer);
  for (guint i = 0; i < result->homes->len; i++)
    {
      const VdtLogHome *home = g_ptr_array_index (result->homes, i);
      g_autofree char *path = g_filename_display_name (home->path);

      vdt_json_writer_begin_object (writer);
      vdt_cli_write_text (writer, "id", home->id);
      vdt_cli_write_text (writer, "runtime", vdt_runtime_to_string (home->runtime));
      vdt_cli_write_text (writer, "path", path);
      vdt_cli_write_text (writer, "origin", vdt_home_origin_to_string (home->origin));
      vdt_json_writer_key (writer, "readable");
      vdt_json_writer_boolean (writer, home->readable);
      vdt_json_writer_end_object (writer);
    }
  vdt_json_writer_end_array (writer);
}

static void
print_json (VdtCli *cli, VdtScanResult *result, GPtrArray *infos, gboolean only_sessions)
{
  VdtJsonWriter *writer = vdt_json_writer_new ();

  vdt_json_writer_begin_object (writer);
  vdt_cli_write_text (writer, "schema",
                      only_sessions ? "vedette.sessions.v1" : "vedette.status.v1");
  vdt_json_writer_key (writer, "generated_at");
  vdt_json_writer_time (writer, cli->now);
  if (!only_sessions)
    write_homes (writer, result);
  vdt_json_writer_key (writer, "sessions");
  vdt_json_writer_begin_array (writer);
  for (guint i = 0; i < infos->len; i++)
    vdt_cli_write_session (writer, g_ptr_array_index (infos, i));
  vdt_json_writer_end_array (writer);
  if (!only_sessions)
    {
      vdt_json_writer_key (writer, "quotas");
      vdt_json_writer_begin_array (writer);
      for (guint i = 0; i < result->homes->len; i++)
        {
          const VdtLogHome *home = g_ptr_array_index (result->homes, i);
          g_autoptr (GArray) quotas = vdt_catalog_get_quotas (result->catalog, home, cli->zone);

          for (guint j = 0; j < quotas->len; j++)
            write_quota (writer, home, &g_array_index (quotas, VdtQuotaReading, j), cli->now);
        }
      vdt_json_writer_end_array (writer);
      write_resets (writer, result);
    }
  vdt_cli_write_diagnostics (writer, result);
  vdt_json_writer_end_object (writer);
  vdt_cli_print_json (writer);
}

static void
print_sessions (VdtCli *cli, GPtrArray *infos)
{
  guint shown = 0;

  /* who waits comes first; sub-agents are not counted in a person's list */
  for (int waiting = 1; waiting >= 0; waiting--)
    for (guint i = 0; i < infos->len; i++)
      {
        const VdtSessionInfo *info = g_ptr_array_index (infos, i);
        gboolean waits = info->lifecycle == VDT_LIFECYCLE_WAITING;

        if (info->is_subagent || waits != (waiting == 1))
          continue;
        vdt_cli_print_session (cli, info);
        shown++;
      }
  if (shown == 0)
    printf ("%s\n", cli->all ? _ ("No sessions found.") : _ ("No sessions in the last 7 days."));
}

static void
print_quotas (VdtCli *cli, VdtScanResult *result)
{
  const char *bold = vdt_cli_use_colour () ? "\033[1m" : "";
  const char *plain = vdt_cli_use_colour () ? "\033[0m" : "";

  for (guint i = 0; i < result->homes->len; i++)
    {
      const VdtLogHome *home = g_ptr_array_index (result->homes, i);
      g_autoptr (GArray) quotas = vdt_catalog_get_quotas (result->catalog, home, cli->zone);
      g_autofree char *shown = vdt_path_for_display (home->path);
      g_autofree char *path = vdt_cli_inert (shown);

      if (quotas->len == 0)
        continue;
      printf ("\n%s%s%s %s\n", bold, vdt_format_runtime (home->runtime), plain, path);
      for (guint j = 0; j < quotas->len; j++)
        {
          const VdtQuotaReading *reading = &g_array_index (quotas, VdtQuotaReading, j);
          g_autofree char *window = vdt_format_window (reading);
          g_autofree char *words = NULL;
          g_autofree char *line = NULL;
          g_autofree char *inert = NULL;

          if (reading->source == VDT_QUOTA_SOURCE_NONE)
            {
              printf ("  %s\n", _ ("no quota reported yet"));
              continue;
            }
          words = vdt_format_quota (reading, VDT_WORDS_USED, cli->now, cli->zone);
          /* Translators: a quota's window and how it stands: "Weekly: 41 % used · resets …" */
          line = g_strdup_printf (_ ("%s: %s"), window, words);
          inert = vdt_cli_inert (line);
          printf ("  %s\n", inert);
        }
    }
}

/* Without --all, logs untouched for longer cannot hold a session of the list. Files follow the
 * machine's clock, whatever --now says. */
static VdtScanResult *
scan (VdtCli *cli)
{
  return vdt_cli_scan (cli, TRUE,
                       cli->all ? VDT_TIME_UNKNOWN : MIN (cli->now, vdt_time_now ()) - RECENT);
}

/**
 * vdt_command_status:
 * @cli: what was asked for
 *
 * Returns: the exit status
 */
int
vdt_command_status (VdtCli *cli)
{
  g_autoptr (VdtScanResult) result = scan (cli);
  g_autoptr (GPtrArray) infos = list_sessions (cli, result);

  vdt_cli_warn_unreadable (result);
  if (cli->json)
    {
      print_json (cli, result, infos, FALSE);
      return VDT_EXIT_OK;
    }
  print_sessions (cli, infos);
  print_quotas (cli, result);
  return VDT_EXIT_OK;
}

/**
 * vdt_command_sessions:
 * @cli: what was asked for
 *
 * Returns: the exit status
 */
int
vdt_command_sessions (VdtCli *cli)
{
  g_autoptr (VdtScanResult) result = scan (cli);
  g_autoptr (GPtrArray) infos = list_sessions (cli, result);

  vdt_cli_warn_unreadable (result);
  if (cli->json)
    print_json (cli, result, infos, TRUE);
  else
    print_sessions (cli, infos);
  return VDT_EXIT_OK;
}
