/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vedettectl"

#include "config.h"

#include "vdt-cli.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "vdt-settings.h"
#include "vdt-text.h"

/**
 * vdt_cli_find_homes:
 * @cli: what was asked for
 *
 * Returns: (transfer full) (element-type VdtLogHome): the homes that options, environment and
 *   settings name
 */
GPtrArray *
vdt_cli_find_homes (VdtCli *cli)
{
  g_auto (GStrv) codex = vdt_settings_get_homes (cli->settings, "codex-homes");
  g_auto (GStrv) claude = vdt_settings_get_homes (cli->settings, "claude-homes");
  VdtHomeSources sources = {
    .codex_options = (const char *const *) cli->codex_homes,
    .claude_options = (const char *const *) cli->claude_homes,
    .codex_settings = (const char *const *) codex,
    .claude_settings = (const char *const *) claude,
    .codex_home_env = g_getenv ("CODEX_HOME"),
    .claude_config_dir_env = g_getenv ("CLAUDE_CONFIG_DIR"),
    .user_home = g_get_home_dir (),
  };

  return vdt_log_homes_discover (&sources);
}

/**
 * vdt_cli_scan:
 * @cli: what was asked for
 * @with_talk: whether titles and states are wanted too
 * @newer_than: leave older logs alone that cannot matter; unknown for all
 *
 * Finds the homes and reads their logs.
 *
 * Returns: (transfer full): what there is
 */
VdtScanResult *
vdt_cli_scan (VdtCli *cli, gboolean with_talk, VdtTime newer_than)
{
  VdtScanOptions options = { .with_talk = with_talk, .newer_than = newer_than };
  g_autoptr (GPtrArray) homes = vdt_cli_find_homes (cli);

  return vdt_scan_run (homes, g_get_home_dir (), &options, NULL);
}

/* Marks that turn the direction of the text around them. */
static gboolean
is_direction_mark (gunichar c)
{
  return c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
         (c >= 0x2066 && c <= 0x2069);
}

/**
 * vdt_cli_inert:
 * @text: what a log or a file name says
 *
 * Makes it safe to print to a terminal: no escape sequence, control character, line break or
 * mark of direction is left in it.
 *
 * Returns: (transfer full): valid UTF-8 on one line
 */
char *
vdt_cli_inert (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *clean = vdt_text_strip_controls (valid);
  GString *out = g_string_sized_new (strlen (clean));

  for (const char *p = clean; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '\n' || c == '\t' || c == 0x2028 || c == 0x2029)
        g_string_append_c (out, ' ');
      else if (!is_direction_mark (c))
        g_string_append_unichar (out, c);
    }
  return g_string_free (out, FALSE);
}

/**
 * vdt_cli_warn_unreadable:
 * @result: what there is
 *
 * Says on stderr what could not be read; a folder that is named and not there too.
 */
void
vdt_cli_warn_unreadable (const VdtScanResult *result)
{
  for (guint i = 0; i < result->homes->len; i++)
    {
      const VdtLogHome *home = g_ptr_array_index (result->homes, i);

      if (!home->readable)
        {
          g_autofree char *named = vdt_cli_inert (home->named);

          fprintf (stderr, "vedettectl: %s: %s\n", named,
                   home->problem != NULL ? home->problem : _ ("cannot be read"));
        }
    }
  for (guint i = 0; i < result->unreadable->len; i++)
    {
      g_autofree char *text = vdt_cli_inert (g_ptr_array_index (result->unreadable, i));

      fprintf (stderr, "vedettectl: %s\n", text);
    }
}

/**
 * vdt_cli_use_colour:
 *
 * Returns: whether a person looks at stdout and wants colours
 */
gboolean
vdt_cli_use_colour (void)
{
  const char *no_color = g_getenv ("NO_COLOR");

  return isatty (STDOUT_FILENO) && (no_color == NULL || *no_color == '\0');
}

/**
 * vdt_cli_write_text:
 * @writer: a writer inside an object
 * @key: the member's name
 * @value: (nullable): a text
 */
void
vdt_cli_write_text (VdtJsonWriter *writer, const char *key, const char *value)
{
  vdt_json_writer_key (writer, key);
  vdt_json_writer_string (writer, value);
}

/**
 * vdt_cli_write_time:
 * @writer: a writer inside an object
 * @key: the member's name
 * @value: a time; unknown is `null`
 */
void
vdt_cli_write_time (VdtJsonWriter *writer, const char *key, VdtTime value)
{
  vdt_json_writer_key (writer, key);
  vdt_json_writer_time (writer, value);
}

/**
 * vdt_cli_write_int:
 * @writer: a writer inside an object
 * @key: the member's name
 * @value: a number
 */
void
vdt_cli_write_int (VdtJsonWriter *writer, const char *key, gint64 value)
{
  vdt_json_writer_key (writer, key);
  vdt_json_writer_int (writer, value);
}

/**
 * vdt_cli_write_boolean:
 * @writer: a writer inside an object
 * @key: the member's name
 * @value: whether it is so
 */
void
vdt_cli_write_boolean (VdtJsonWriter *writer, const char *key, gboolean value)
{
  vdt_json_writer_key (writer, key);
  vdt_json_writer_boolean (writer, value);
}

/**
 * vdt_cli_write_tokens:
 * @writer: a writer inside an object
 * @tokens: what to write
 *
 * Writes the seven numbers as members.
 */
void
vdt_cli_write_tokens (VdtJsonWriter *writer, const VdtTokens *tokens)
{
  vdt_json_writer_key (writer, "calls");
  vdt_json_writer_int (writer, tokens->calls);
  vdt_json_writer_key (writer, "uncached_input_tokens");
  vdt_json_writer_count (writer, tokens->uncached_input);
  vdt_json_writer_key (writer, "cache_read_tokens");
  vdt_json_writer_count (writer, tokens->cache_read);
  vdt_json_writer_key (writer, "cache_creation_tokens");
  vdt_json_writer_count (writer, tokens->cache_creation);
  vdt_json_writer_key (writer, "output_tokens");
  vdt_json_writer_count (writer, tokens->output);
  vdt_json_writer_key (writer, "reasoning_output_tokens");
  vdt_json_writer_count (writer, tokens->reasoning);
  vdt_json_writer_key (writer, "total_tokens");
  vdt_json_writer_count (writer, tokens->total);
}

/**
 * vdt_cli_write_diagnostics:
 * @writer: a writer inside an object
 * @result: what there is
 *
 * Writes the member `diagnostics`.
 */
void
vdt_cli_write_diagnostics (VdtJsonWriter *writer, const VdtScanResult *result)
{
  GPtrArray *logs = vdt_catalog_get_logs (result->catalog);
  VdtLedger *ledger = vdt_catalog_get_ledger (result->catalog);
  VdtReadCounts sum = { 0 };
  guint torn = 0;

  for (guint i = 0; i < logs->len; i++)
    {
      const VdtCatalogLog *log = g_ptr_array_index (logs, i);
      const VdtReadCounts *counts = &log->digest->usage->counts;

      sum.bytes += counts->bytes;
      sum.records += counts->records;
      sum.malformed_lines += counts->malformed_lines;
      sum.oversized_lines += counts->oversized_lines;
      sum.unknown_records += counts->unknown_records;
      sum.bad_values += counts->bad_values;
      torn += log->digest->torn_tail ? 1 : 0;
    }
  for (guint i = 0; i < result->homes->len; i++)
    sum.bad_values +=
      vdt_side_files_count_bad_values (result->side, g_ptr_array_index (result->homes, i));
  vdt_json_writer_key (writer, "diagnostics");
  vdt_json_writer_begin_object (writer);
  vdt_json_writer_key (writer, "files");
  vdt_json_writer_int (writer, result->n_files);
  vdt_json_writer_key (writer, "bytes");
  vdt_json_writer_int (writer, (gint64) sum.bytes);
  vdt_json_writer_key (writer, "records");
  vdt_json_writer_int (writer, (gint64) sum.records);
  vdt_json_writer_key (writer, "malformed_lines");
  vdt_json_writer_int (writer, (gint64) sum.malformed_lines);
  vdt_json_writer_key (writer, "oversized_lines");
  vdt_json_writer_int (writer, (gint64) sum.oversized_lines);
  vdt_json_writer_key (writer, "unknown_records");
  vdt_json_writer_int (writer, (gint64) sum.unknown_records);
  vdt_json_writer_key (writer, "duplicate_calls");
  vdt_json_writer_int (writer, vdt_ledger_get_duplicates (ledger));
  vdt_json_writer_key (writer, "replayed_calls");
  vdt_json_writer_int (writer, vdt_ledger_get_replayed (ledger));
  vdt_json_writer_key (writer, "undecided_calls");
  vdt_json_writer_int (writer, vdt_ledger_get_undecided (ledger));
  vdt_json_writer_key (writer, "bad_values");
  vdt_json_writer_int (writer, (gint64) sum.bad_values);
  vdt_json_writer_key (writer, "torn_tail");
  vdt_json_writer_int (writer, torn);
  vdt_json_writer_key (writer, "unreadable_files");
  vdt_json_writer_int (writer, result->unreadable->len);
  vdt_json_writer_end_object (writer);
}

/**
 * vdt_cli_print_json:
 * @writer: (transfer full): a document that is complete
 */
void
vdt_cli_print_json (VdtJsonWriter *writer)
{
  g_autofree char *text = vdt_json_writer_finish (writer);

  fputs (text, stdout);
}
