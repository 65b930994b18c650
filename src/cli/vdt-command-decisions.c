/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vedettectl"

#include "config.h"

#include "vdt-cli.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "vdt-cli-decision.h"
#include "vdt-format.h"

typedef struct
{
  VdtSessionInfo *session;
  VdtDecision *decision;
  char *id;
} OpenDecision;

static void
open_decision_free (gpointer data)
{
  OpenDecision *open = data;

  vdt_session_info_unref (open->session);
  vdt_decision_unref (open->decision);
  g_free (open->id);
  g_free (open);
}

/* Oldest first; those of one call stay in its order. */
static int
compare_open (gconstpointer a, gconstpointer b)
{
  const OpenDecision *x = *(const OpenDecision *const *) a;
  const OpenDecision *y = *(const OpenDecision *const *) b;

  if (x->decision->created_at != y->decision->created_at)
    return x->decision->created_at < y->decision->created_at ? -1 : 1;
  return strcmp (x->session->id, y->session->id);
}

/* g_ptr_array_sort() is stable only since GLib 2.78. */
static void
sort_open (GPtrArray *open)
{
  for (guint i = 1; i < open->len; i++)
    for (guint j = i;
         j > 0 && compare_open (&g_ptr_array_index (open, j - 1), &g_ptr_array_index (open, j)) > 0;
         j--)
      {
        gpointer moved = g_ptr_array_index (open, j);

        g_ptr_array_index (open, j) = g_ptr_array_index (open, j - 1);
        g_ptr_array_index (open, j - 1) = moved;
      }
}

static GPtrArray *
list_open (VdtScanResult *result)
{
  GPtrArray *sessions = vdt_catalog_get_sessions (result->catalog);
  GPtrArray *open = g_ptr_array_new_with_free_func (open_decision_free);

  for (guint i = 0; i < sessions->len; i++)
    {
      VdtCatalogSession *session = g_ptr_array_index (sessions, i);
      g_autoptr (GPtrArray) decisions = NULL;
      g_autoptr (VdtSessionInfo) info = NULL;

      if (!vdt_catalog_session_is_listed (session))
        continue;
      decisions = vdt_catalog_get_decisions (session);
      if (decisions->len > 0)
        info = vdt_catalog_make_info (result->catalog, session);
      for (guint j = 0; j < decisions->len; j++)
        {
          OpenDecision *one = g_new0 (OpenDecision, 1);

          one->session = vdt_session_info_ref (info);
          one->decision = vdt_decision_ref (g_ptr_array_index (decisions, j));
          one->id = vdt_decision_make_id (info->id, one->decision->native_id);
          g_ptr_array_add (open, one);
        }
    }
  sort_open (open);
  return open;
}

static void
print_json (VdtCli *cli, GPtrArray *open)
{
  VdtJsonWriter *writer = vdt_json_writer_new ();

  vdt_json_writer_begin_object (writer);
  vdt_json_writer_key (writer, "schema");
  vdt_json_writer_string (writer, "vedette.decisions.v1");
  vdt_json_writer_key (writer, "generated_at");
  vdt_json_writer_time (writer, cli->now);
  vdt_json_writer_key (writer, "decisions");
  vdt_json_writer_begin_array (writer);
  for (guint i = 0; i < open->len; i++)
    {
      const OpenDecision *one = g_ptr_array_index (open, i);

      vdt_cli_write_decision (writer, one->session->id, one->id, one->decision,
                              VDT_DECISION_PENDING, 1, NULL);
    }
  vdt_json_writer_end_array (writer);
  vdt_json_writer_end_object (writer);
  vdt_cli_print_json (writer);
}

/**
 * vdt_command_decisions:
 * @cli: what was asked for
 *
 * Open questions and plans of all sessions, read from the logs.
 *
 * Returns: the exit status
 */
int
vdt_command_decisions (VdtCli *cli)
{
  g_autoptr (VdtScanResult) result = vdt_cli_scan (cli, TRUE, VDT_TIME_UNKNOWN);
  g_autoptr (GPtrArray) open = list_open (result);

  vdt_cli_warn_unreadable (result);
  if (cli->json)
    {
      print_json (cli, open);
      return VDT_EXIT_OK;
    }
  for (guint i = 0; i < open->len; i++)
    {
      const OpenDecision *one = g_ptr_array_index (open, i);

      vdt_cli_print_decision (cli, one->session, one->id, one->decision);
    }
  if (open->len == 0)
    printf ("%s\n", _ ("No agent waits for a decision."));
  return VDT_EXIT_OK;
}
