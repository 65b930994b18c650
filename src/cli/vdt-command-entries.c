/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vedettectl"

#include "config.h"

#include "vdt-cli.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "vdt-history-index.h"
#include "vdt-lookup.h"

#define MAX_LIMIT 200

/* The payload of a tool's entry; NULL where it is not asked for. */
static char *
load_payload (VdtCli *cli, const VdtHistorySource *source, const VdtHistoryEntry *entry)
{
  g_autoptr (GError) error = NULL;
  char *payload = NULL;

  if (!cli->with_tools || entry->role != VDT_HISTORY_TOOL || entry->text_bytes == 0)
    return NULL;
  payload = vdt_history_load_payload (source, entry, &error);
  if (payload == NULL)
    fprintf (stderr, "vedettectl: %s\n", error->message);
  return payload;
}

static void
print_json (VdtCli *cli, const VdtLookup *lookup, GPtrArray *entries)
{
  g_autofree char *epoch = g_uuid_string_random ();
  VdtJsonWriter *writer = vdt_json_writer_new ();

  vdt_json_writer_begin_object (writer);
  vdt_cli_write_text (writer, "schema", "vedette.entries.v1");
  vdt_cli_write_time (writer, "generated_at", cli->now);
  vdt_cli_write_text (writer, "session_id", lookup->id);
  vdt_cli_write_text (writer, "native_session_id", lookup->native_id);
  vdt_cli_write_text (writer, "runtime", vdt_runtime_to_string (lookup->source->runtime));
  vdt_cli_write_text (writer, "epoch", epoch);
  vdt_cli_write_int (writer, "revision", 1);
  vdt_json_writer_key (writer, "entries");
  vdt_json_writer_begin_array (writer);
  for (guint i = 0; i < entries->len; i++)
    {
      const VdtHistoryEntry *entry = g_ptr_array_index (entries, i);
      g_autofree char *payload = load_payload (cli, lookup->source, entry);

      vdt_history_entry_write (entry, payload, writer);
    }
  vdt_json_writer_end_array (writer);
  vdt_json_writer_end_object (writer);
  vdt_cli_print_json (writer);
}

static const char *
describe_speaker (const VdtHistoryEntry *entry)
{
  if (entry->queued)
    return _ ("You, still in the queue");
  switch (entry->kind)
    {
    case VDT_HISTORY_TOOL_CALL:
      return _ ("Tool call");
    case VDT_HISTORY_TOOL_RESULT:
      return entry->is_error ? _ ("Tool result, failed") : _ ("Tool result");
    case VDT_HISTORY_ERROR:
      return _ ("Error");
    case VDT_HISTORY_SUMMARY:
      return _ ("Summary of what came before");
    case VDT_HISTORY_MESSAGE:
    default:
      return entry->role == VDT_HISTORY_USER ? _ ("You") : _ ("Agent");
    }
}

static void
print_text (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *inert = vdt_cli_inert (lines[i]);

      if (*inert != '\0' || lines[i + 1] != NULL)
        printf ("  %s\n", inert);
    }
}

static void
print_entry (VdtCli *cli, const VdtHistorySource *source, const VdtHistoryEntry *entry)
{
  const char *bold = vdt_cli_use_colour () ? "\033[1m" : "";
  const char *plain = vdt_cli_use_colour () ? "\033[0m" : "";
  g_autofree char *payload = load_payload (cli, source, entry);
  g_autofree char *name = entry->tool_name != NULL ? vdt_cli_inert (entry->tool_name) : NULL;
  g_autofree char *size = NULL;

  printf ("%s%s%s", bold, describe_speaker (entry), plain);
  if (name != NULL)
    printf (" %s", name);
  if (vdt_time_known (entry->sent_at) && !entry->sent_at_synthetic)
    {
      g_autofree char *local = vdt_time_to_rfc3339 (vdt_zone_local (cli->zone, entry->sent_at));

      printf (" · %.10s %.5s", local, local + strlen ("2026-11-30T"));
    }
  if (entry->role == VDT_HISTORY_TOOL)
    {
      size = g_format_size (entry->text_bytes);
      printf (" · %s", size);
    }
  printf ("\n");
  print_text (payload != NULL ? payload : entry->text);
}

/**
 * vdt_command_entries:
 * @cli: what was asked for
 *
 * What was said in one session, read from its logs.
 *
 * Returns: the exit status
 */
int
vdt_command_entries (VdtCli *cli)
{
  const guint limit = cli->limit > 0 ? MIN ((guint) cli->limit, MAX_LIMIT) : MAX_LIMIT;
  g_autoptr (GPtrArray) homes = vdt_cli_find_homes (cli);
  g_autoptr (GError) error = NULL;
  g_autoptr (VdtLookup) lookup = NULL;
  g_autoptr (VdtHistoryIndex) index = NULL;
  g_autoptr (GPtrArray) entries = NULL;

  if (cli->arguments == NULL || cli->arguments[0] == NULL || cli->arguments[1] != NULL)
    return vdt_cli_usage_error (cli, "%s", _ ("name one session, by its whole id"));
  lookup = vdt_lookup_find (homes, cli->arguments[0], NULL, &error);
  if (lookup != NULL)
    index = vdt_history_index_new (lookup->source, NULL, &error);
  if (index != NULL)
    entries = vdt_history_index_load (index, vdt_history_index_window (index, limit), NULL, &error);
  if (entries == NULL)
    {
      g_autofree char *inert = vdt_cli_inert (error->message);

      fprintf (stderr, "vedettectl: %s\n", inert);
      return VDT_EXIT_FAILED;
    }
  if (cli->json)
    print_json (cli, lookup, entries);
  for (guint i = 0; !cli->json && i < entries->len; i++)
    print_entry (cli, lookup->source, g_ptr_array_index (entries, i));
  return VDT_EXIT_OK;
}
