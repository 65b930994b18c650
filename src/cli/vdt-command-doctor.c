/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vedettectl"

#include "config.h"

#include "vdt-cli.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "vdt-format.h"
#include "vdt-paths.h"

/* Of so many logs of a home it is said what was skipped. */
#define MAX_TROUBLED 10

typedef struct
{
  guint files;
  guint sessions;
  guint subagents;
  VdtReadCounts counts;
  VdtTime newest;
} HomeReport;

static void
report_home (VdtScanResult *result, const VdtLogHome *home, HomeReport *report)
{
  GPtrArray *logs = vdt_catalog_get_logs (result->catalog);
  GPtrArray *sessions = vdt_catalog_get_sessions (result->catalog);

  *report = (HomeReport){ .newest = VDT_TIME_UNKNOWN };
  report->counts.bad_values = vdt_side_files_count_bad_values (result->side, home);
  for (guint i = 0; i < logs->len; i++)
    {
      const VdtCatalogLog *log = g_ptr_array_index (logs, i);
      const VdtReadCounts *counts = &log->digest->usage->counts;
      VdtTime changed = log->file->id.mtime_ns / 1000000;

      if (strcmp (log->file->home->id, home->id) != 0)
        continue;
      report->files++;
      report->counts.bytes += counts->bytes;
      report->counts.records += counts->records;
      report->counts.malformed_lines += counts->malformed_lines;
      report->counts.oversized_lines += counts->oversized_lines;
      report->counts.unknown_records += counts->unknown_records;
      report->counts.bad_values += counts->bad_values;
      if (!vdt_time_known (report->newest) || changed > report->newest)
        report->newest = changed;
    }
  for (guint i = 0; i < sessions->len; i++)
    {
      const VdtCatalogSession *session = g_ptr_array_index (sessions, i);

      if (session->logs->len == 0 || strcmp (session->home_id, home->id) != 0)
        continue;
      if (session->parent != NULL)
        report->subagents++;
      else
        report->sessions++;
    }
}

static void
write_count (VdtJsonWriter *writer, const char *key, guint64 value)
{
  vdt_json_writer_key (writer, key);
  vdt_json_writer_int (writer, (gint64) value);
}

static void
write_home (VdtJsonWriter *writer, VdtScanResult *result, const VdtLogHome *home)
{
  g_autofree char *path = g_filename_display_name (home->path);
  HomeReport report;

  report_home (result, home, &report);
  vdt_json_writer_begin_object (writer);
  vdt_cli_write_text (writer, "id", home->id);
  vdt_cli_write_text (writer, "runtime", vdt_runtime_to_string (home->runtime));
  vdt_cli_write_text (writer, "path", path);
  vdt_cli_write_text (writer, "origin", vdt_home_origin_to_string (home->origin));
  vdt_json_writer_key (writer, "readable");
  vdt_json_writer_boolean (writer, home->readable);
  vdt_cli_write_text (writer, "problem", home->problem);
  write_count (writer, "files", report.files);
  write_count (writer, "sessions", report.sessions);
  write_count (writer, "subagents", report.subagents);
  write_count (writer, "bytes", report.counts.bytes);
  write_count (writer, "records", report.counts.records);
  write_count (writer, "malformed_lines", report.counts.malformed_lines);
  write_count (writer, "oversized_lines", report.counts.oversized_lines);
  write_count (writer, "unknown_records", report.counts.unknown_records);
  write_count (writer, "bad_values", report.counts.bad_values);
  vdt_json_writer_key (writer, "newest_change");
  vdt_json_writer_time (writer, report.newest);
  vdt_json_writer_end_object (writer);
}

static const char *
database_state (const char *path, gint64 *size)
{
  struct stat st;

  *size = -1;
  if (stat (path, &st) != 0)
    return "absent";
  if (!S_ISREG (st.st_mode))
    return "not_a_file";
  *size = (gint64) st.st_size;
  return "present";
}

static void
print_json (VdtCli *cli, VdtScanResult *result)
{
  VdtJsonWriter *writer = vdt_json_writer_new ();
  g_autofree char *database = vdt_path_database ();
  g_autofree char *shown = g_filename_display_name (database);
  gint64 size = -1;
  const char *state = database_state (database, &size);

  vdt_json_writer_begin_object (writer);
  vdt_cli_write_text (writer, "schema", "vedette.doctor.v1");
  vdt_json_writer_key (writer, "generated_at");
  vdt_json_writer_time (writer, cli->now);
  vdt_cli_write_text (writer, "version", VDT_VERSION);
  vdt_json_writer_key (writer, "workspace_enabled");
  if (cli->settings != NULL)
    vdt_json_writer_boolean (writer,
                             g_settings_get_boolean (cli->settings, "agent-workspace-enabled"));
  else
    vdt_json_writer_null (writer);
  vdt_json_writer_key (writer, "database");
  vdt_json_writer_begin_object (writer);
  vdt_cli_write_text (writer, "path", shown);
  vdt_cli_write_text (writer, "state", state);
  vdt_json_writer_key (writer, "bytes");
  vdt_json_writer_count (writer, size >= 0 ? size : VDT_COUNT_UNKNOWN);
  vdt_json_writer_end_object (writer);
  vdt_json_writer_key (writer, "homes");
  vdt_json_writer_begin_array (writer);
  for (guint i = 0; i < result->homes->len; i++)
    write_home (writer, result, g_ptr_array_index (result->homes, i));
  vdt_json_writer_end_array (writer);
  vdt_json_writer_key (writer, "unreadable");
  vdt_json_writer_begin_array (writer);
  for (guint i = 0; i < result->unreadable->len; i++)
    {
      g_autofree char *text = g_utf8_make_valid (g_ptr_array_index (result->unreadable, i), -1);

      vdt_json_writer_string (writer, text);
    }
  vdt_json_writer_end_array (writer);
  vdt_cli_write_diagnostics (writer, result);
  vdt_json_writer_end_object (writer);
  vdt_cli_print_json (writer);
}

/* For every number of a quota: where it is from and how old it is. */
static void
print_quota_sources (VdtCli *cli, VdtScanResult *result, const VdtLogHome *home)
{
  g_autoptr (GArray) quotas = vdt_catalog_get_quotas (result->catalog, home, cli->zone);

  for (guint i = 0; i < quotas->len; i++)
    {
      const VdtQuotaReading *reading = &g_array_index (quotas, VdtQuotaReading, i);
      g_autofree char *window = NULL;
      g_autofree char *words = NULL;
      g_autofree char *text = NULL;
      g_autofree char *line = NULL;
      g_autofree char *as_of = NULL;

      if (reading->source == VDT_QUOTA_SOURCE_NONE)
        {
          printf ("  %s\n", _ ("quota: none was ever reported"));
          continue;
        }
      window = vdt_format_window (reading);
      words = vdt_format_quota (reading, VDT_WORDS_USED, cli->now, cli->zone);
      /* Translators: a quota's window and how it stands: "Weekly: 41 % used · resets …" */
      text = g_strdup_printf (_ ("%s: %s"), window, words);
      line = vdt_cli_inert (text);
      as_of =
        vdt_time_known (reading->as_of) ? vdt_time_to_rfc3339 (reading->as_of) : g_strdup ("?");
      fputs ("  ", stdout);
      printf (_ ("quota: %s; from %s, as of %s\n"), line,
              vdt_quota_source_to_string (reading->source), as_of);
    }
}

static void
print_bad_account (VdtScanResult *result, const VdtLogHome *home)
{
  g_autofree char *path = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *line = NULL;

  if (home->runtime != VDT_RUNTIME_CLAUDE)
    return;
  path = vdt_side_files_find_bad_account (result->side, home);
  if (path == NULL)
    return;
  shown = vdt_path_for_display (path);
  line = vdt_cli_inert (shown);
  fputs ("  ", stdout);
  printf (
    _ ("quota: %s cannot be read, or is broken; Claude Code writes it anew when it next runs\n"),
    line);
}

static guint64
count_trouble (const VdtCatalogLog *log)
{
  const VdtReadCounts *counts = &log->digest->usage->counts;

  return counts->malformed_lines + counts->oversized_lines + counts->bad_values;
}

static int
compare_trouble (gconstpointer a, gconstpointer b)
{
  guint64 x = count_trouble (*(const VdtCatalogLog *const *) a);
  guint64 y = count_trouble (*(const VdtCatalogLog *const *) b);

  return x > y ? -1 : x < y;
}

/* The logs with most that was skipped, so that the culprit can be found. */
static void
print_troubled_logs (VdtScanResult *result, const VdtLogHome *home)
{
  GPtrArray *logs = vdt_catalog_get_logs (result->catalog);
  g_autoptr (GPtrArray) troubled = g_ptr_array_new ();

  for (guint i = 0; i < logs->len; i++)
    {
      VdtCatalogLog *log = g_ptr_array_index (logs, i);

      if (count_trouble (log) > 0 && strcmp (log->file->home->id, home->id) == 0)
        g_ptr_array_add (troubled, log);
    }
  g_ptr_array_sort (troubled, compare_trouble);
  for (guint i = 0; i < MIN (troubled->len, MAX_TROUBLED); i++)
    {
      const VdtCatalogLog *log = g_ptr_array_index (troubled, i);
      g_autofree char *shown = vdt_path_for_display (log->file->path);
      g_autofree char *line = vdt_cli_inert (shown);
      g_autofree char *number = vdt_format_integer ((gint64) count_trouble (log));

      fputs ("    ", stdout);
      /* Translators: how many lines and numbers of a log were skipped, and its path */
      printf (_ ("%s in %s"), number, line);
      fputc ('\n', stdout);
    }
}

/* @format has one %s for the number. */
static void
print_skipped (const char *format, guint64 count)
{
  g_autofree char *number = vdt_format_integer ((gint64) count);

  if (count == 0)
    return;
  fputs ("  ", stdout);
  printf (format, number);
  fputc ('\n', stdout);
}

static void
print_home (VdtCli *cli, VdtScanResult *result, const VdtLogHome *home)
{
  g_autofree char *shown = vdt_path_for_display (home->path);
  g_autofree char *path = vdt_cli_inert (shown);
  g_autofree char *files = NULL;
  g_autofree char *sessions = NULL;
  g_autofree char *subagents = NULL;
  g_autofree char *records = NULL;
  HomeReport report;

  printf ("%s %s (%s)\n", vdt_format_runtime (home->runtime), path,
          vdt_home_origin_to_string (home->origin));
  if (!home->readable)
    {
      printf ("  %s\n", home->problem != NULL ? home->problem : _ ("cannot be read"));
      return;
    }
  report_home (result, home, &report);
  files = vdt_format_integer (report.files);
  sessions = vdt_format_integer (report.sessions);
  subagents = vdt_format_integer (report.subagents);
  records = vdt_format_integer ((gint64) report.counts.records);
  fputs ("  ", stdout);
  printf (_ ("files: %s, sessions: %s, subagents: %s, records: %s"), files, sessions, subagents,
          records);
  fputc ('\n', stdout);
  print_skipped (_ ("malformed lines, skipped: %s"), report.counts.malformed_lines);
  print_skipped (_ ("lines over 64 MiB, skipped: %s"), report.counts.oversized_lines);
  print_skipped (_ ("records of an unknown kind, skipped: %s"), report.counts.unknown_records);
  print_skipped (_ ("numbers out of range, taken as unknown: %s"), report.counts.bad_values);
  print_troubled_logs (result, home);
  print_quota_sources (cli, result, home);
  print_bad_account (result, home);
}

static void
print_calls (const VdtLedger *ledger)
{
  g_autofree char *calls = vdt_format_integer (vdt_ledger_get_n_calls (ledger));
  g_autofree char *duplicates = vdt_format_integer (vdt_ledger_get_duplicates (ledger));
  g_autofree char *replayed = vdt_format_integer (vdt_ledger_get_replayed (ledger));
  g_autofree char *undecided = vdt_format_integer (vdt_ledger_get_undecided (ledger));

  fputc ('\n', stdout);
  printf (_ ("calls: %s; further records of them: %s; replayed: %s; undecided: %s"), calls,
          duplicates, replayed, undecided);
  fputc ('\n', stdout);
}

/**
 * vdt_command_doctor:
 * @cli: what was asked for
 *
 * Says for every home what was found, skipped and why.
 *
 * Returns: the exit status
 */
int
vdt_command_doctor (VdtCli *cli)
{
  g_autoptr (VdtScanResult) result = vdt_cli_scan (cli, TRUE, VDT_TIME_UNKNOWN);
  g_autofree char *database = vdt_path_database ();
  g_autofree char *shown = vdt_path_for_display (database);
  gint64 size = -1;

  if (cli->json)
    {
      print_json (cli, result);
      return VDT_EXIT_OK;
    }
  printf ("Vedette %s\n", VDT_VERSION);
  if (cli->settings == NULL)
    printf ("%s\n", _ ("settings: the schema is not installed"));
  else if (g_settings_get_boolean (cli->settings, "agent-workspace-enabled"))
    printf ("%s\n", _ ("workspace: on"));
  else
    printf ("%s\n", _ ("workspace: off; turn it on with “vedettectl enable”"));
  printf (_ ("database: %s (%s)\n\n"), shown, database_state (database, &size));
  if (result->homes->len == 0)
    printf ("%s\n", _ ("No homes found: neither Codex nor Claude Code has run here."));
  for (guint i = 0; i < result->homes->len; i++)
    print_home (cli, result, g_ptr_array_index (result->homes, i));
  for (guint i = 0; i < result->unreadable->len; i++)
    {
      g_autofree char *text = vdt_cli_inert (g_ptr_array_index (result->unreadable, i));

      printf (_ ("not read: %s\n"), text);
    }
  print_calls (vdt_catalog_get_ledger (result->catalog));
  return VDT_EXIT_OK;
}
