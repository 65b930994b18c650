/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vedettectl"

#include "config.h"

#include "vdt-cli.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "vdt-format.h"
#include "vdt-paths.h"

static const char *const by_names[] = {
  [VDT_USAGE_BY_DAY] = "day",   [VDT_USAGE_BY_SESSION] = "session", [VDT_USAGE_BY_MODEL] = "model",
  [VDT_USAGE_BY_HOME] = "home", [VDT_USAGE_BY_TOTAL] = "total",
};

static void
print_json (VdtCli *cli, const VdtScanResult *result, const VdtUsageTable *table)
{
  VdtJsonWriter *writer = vdt_json_writer_new ();

  vdt_json_writer_begin_object (writer);
  vdt_json_writer_key (writer, "schema");
  vdt_json_writer_string (writer, "vedette.usage.v1");
  vdt_json_writer_key (writer, "generated_at");
  vdt_json_writer_time (writer, cli->now);
  vdt_json_writer_key (writer, "timezone");
  vdt_json_writer_string (writer, vdt_zone_get_name (cli->zone));
  vdt_json_writer_key (writer, "totals");
  vdt_json_writer_begin_object (writer);
  vdt_cli_write_tokens (writer, &table->totals);
  vdt_json_writer_end_object (writer);
  vdt_json_writer_key (writer, "rows");
  vdt_json_writer_begin_array (writer);
  for (guint i = 0; i < table->rows->len; i++)
    {
      const VdtUsageRow *row = g_ptr_array_index (table->rows, i);

      vdt_json_writer_begin_object (writer);
      vdt_json_writer_key (writer, "key");
      vdt_json_writer_string (writer, row->key);
      vdt_json_writer_key (writer, "runtime");
      vdt_json_writer_string (writer, vdt_runtime_to_string (row->runtime));
      vdt_cli_write_tokens (writer, &row->tokens);
      vdt_json_writer_end_object (writer);
    }
  vdt_json_writer_end_array (writer);
  vdt_cli_write_diagnostics (writer, result);
  vdt_json_writer_end_object (writer);
  vdt_cli_print_json (writer);
}

#define N_COLUMNS 8

static char *
cell_count (VdtCount count)
{
  return vdt_count_known (count) ? vdt_format_integer (count) : g_strdup (_ ("unknown"));
}

static void
add_cells (GPtrArray *cells, const char *key, const char *runtime, const VdtTokens *tokens)
{
  g_ptr_array_add (cells, g_strdup (key));
  g_ptr_array_add (cells, g_strdup (runtime));
  g_ptr_array_add (cells, vdt_format_integer (tokens->calls));
  g_ptr_array_add (cells, cell_count (tokens->uncached_input));
  g_ptr_array_add (cells, cell_count (tokens->cache_read));
  g_ptr_array_add (cells, cell_count (tokens->cache_creation));
  g_ptr_array_add (cells, cell_count (tokens->output));
  g_ptr_array_add (cells, cell_count (tokens->total));
}

/* What a person knows a row by: a home by its folder; ids say nothing. */
static char *
describe_key (VdtScanResult *result, VdtUsageBy by, const char *key)
{
  for (guint i = 0; by == VDT_USAGE_BY_HOME && key != NULL && i < result->homes->len; i++)
    {
      const VdtLogHome *home = g_ptr_array_index (result->homes, i);
      g_autofree char *shown = vdt_path_for_display (home->path);

      if (strcmp (home->id, key) == 0)
        return vdt_cli_inert (shown);
    }
  return vdt_cli_inert (key != NULL ? key : _ ("unknown"));
}

/* The sessions by their native ids, which the rows of a table by session bear. */
static GHashTable *
index_sessions (VdtScanResult *result)
{
  GPtrArray *sessions = vdt_catalog_get_sessions (result->catalog);
  GHashTable *index = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < sessions->len; i++)
    {
      VdtCatalogSession *session = g_ptr_array_index (sessions, i);

      if (session->logs->len > 0)
        g_hash_table_insert (index, session->native_id, session);
    }
  return index;
}

/* What a session is called, to stand behind its row. */
static char *
describe_session (VdtScanResult *result, GHashTable *index, const VdtUsageRow *row)
{
  VdtCatalogSession *session = row->key != NULL ? g_hash_table_lookup (index, row->key) : NULL;
  g_autoptr (VdtSessionInfo) info = NULL;

  if (session == NULL)
    return NULL;
  info = vdt_catalog_make_info (result->catalog, session);
  return info->title != NULL ? vdt_cli_inert (info->title) : NULL;
}

static void
print_table (VdtScanResult *result, const VdtUsageTable *table, VdtUsageBy by)
{
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) sessions = index_sessions (result);
  const char *const heads[N_COLUMNS] = {
    "", "", _ ("Calls"), _ ("Uncached"), _ ("Cached"), _ ("Cache write"), _ ("Output"), _ ("Total")
  };
  const char *bold = vdt_cli_use_colour () ? "\033[1m" : "";
  const char *plain = vdt_cli_use_colour () ? "\033[0m" : "";
  int widths[N_COLUMNS] = { 0 };
  guint n_rows = 0;

  for (guint i = 0; i < N_COLUMNS; i++)
    g_ptr_array_add (cells, g_strdup (heads[i]));
  for (guint i = 0; i < table->rows->len; i++)
    {
      const VdtUsageRow *row = g_ptr_array_index (table->rows, i);
      g_autofree char *key = describe_key (result, by, row->key);

      add_cells (cells, key, vdt_format_runtime (row->runtime), &row->tokens);
    }
  add_cells (cells, _ ("Total"), "", &table->totals);
  n_rows = cells->len / N_COLUMNS;
  for (guint i = 0; i < cells->len; i++)
    {
      int width = (int) g_utf8_strlen (g_ptr_array_index (cells, i), -1);

      widths[i % N_COLUMNS] = MAX (widths[i % N_COLUMNS], width);
    }
  for (guint row = 0; row < n_rows; row++)
    {
      gboolean strong = row == 0 || row + 1 == n_rows;
      g_autofree char *title =
        by == VDT_USAGE_BY_SESSION && !strong
          ? describe_session (result, sessions, g_ptr_array_index (table->rows, row - 1))
          : NULL;

      fputs (strong ? bold : "", stdout);
      for (guint column = 0; column < N_COLUMNS; column++)
        {
          const char *cell = g_ptr_array_index (cells, row * N_COLUMNS + column);
          int pad = widths[column] - (int) g_utf8_strlen (cell, -1);

          if (column < 2)
            printf ("%s%*s  ", cell, pad, "");
          else
            printf ("%*s%s%s", pad, "", cell, column + 1 < N_COLUMNS ? "  " : "");
        }
      printf ("%s%s%s\n", title != NULL ? "  " : "", title != NULL ? title : "",
              strong ? plain : "");
    }
}

/**
 * vdt_command_usage:
 * @cli: what was asked for
 *
 * Returns: the exit status
 */
int
vdt_command_usage (VdtCli *cli)
{
  g_autoptr (VdtScanResult) result = NULL;
  g_autoptr (VdtUsageTable) table = NULL;
  guint by = 0;

  while (cli->by != NULL && by < G_N_ELEMENTS (by_names) && strcmp (cli->by, by_names[by]) != 0)
    by++;
  if (by == G_N_ELEMENTS (by_names))
    return vdt_cli_usage_error (cli, _ ("--by: “%s” is none of day, session, model, home, total"),
                                cli->by);
  /* Titles are for people only, and take longer. */
  result = vdt_cli_scan (cli, !cli->json && by == VDT_USAGE_BY_SESSION, VDT_TIME_UNKNOWN);
  table = vdt_usage_table_new (result->catalog, (VdtUsageBy) by, cli->zone, cli->since, cli->until);
  vdt_cli_warn_unreadable (result);
  if (cli->json)
    print_json (cli, result, table);
  else if (table->totals.calls == 0)
    printf ("%s\n", _ ("No calls found."));
  else
    print_table (result, table, (VdtUsageBy) by);
  return VDT_EXIT_OK;
}
