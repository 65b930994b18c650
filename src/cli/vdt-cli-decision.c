/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vedettectl"

#include "config.h"

#include "vdt-cli-decision.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "vdt-format.h"

static void
write_options (VdtJsonWriter *writer, const VdtDecision *decision)
{
  vdt_json_writer_key (writer, "options");
  vdt_json_writer_begin_array (writer);
  for (guint i = 0; i < decision->n_options; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i + 1);

      vdt_json_writer_begin_object (writer);
      vdt_cli_write_text (writer, "id", id);
      vdt_cli_write_text (writer, "label", decision->options[i].label);
      vdt_cli_write_text (writer, "description", decision->options[i].description);
      vdt_json_writer_key (writer, "recommended");
      vdt_json_writer_boolean (writer, decision->options[i].recommended);
      vdt_json_writer_end_object (writer);
    }
  vdt_json_writer_end_array (writer);
}

/**
 * vdt_cli_write_decision:
 * @writer: stands where a value is due
 * @agent_id: our id of the session
 * @id: our id of the decision
 * @decision: what is asked
 * @status: where it stands
 * @revision: which state of it that is
 * @review_status: (nullable): in Review: who can answer
 *
 * Writes a *DecisionItem* (facts 1.5). Nothing of a terminal is known, so there is neither a
 * binding nor the fingerprint of a prompt.
 */
void
vdt_cli_write_decision (VdtJsonWriter *writer,
                        const char *agent_id,
                        const char *id,
                        const VdtDecision *decision,
                        VdtDecisionStatus status,
                        gint64 revision,
                        const char *review_status)
{
  g_autofree char *fingerprint = vdt_decision_options_fingerprint (decision);
  g_autofree char *recommendation =
    decision->recommendation > 0 ? g_strdup_printf ("%u", decision->recommendation) : NULL;

  vdt_json_writer_begin_object (writer);
  vdt_cli_write_text (writer, "id", id);
  vdt_cli_write_text (writer, "agent_id", agent_id);
  vdt_cli_write_text (writer, "native_event_id", decision->native_id);
  vdt_cli_write_text (writer, "title", decision->title);
  vdt_cli_write_text (writer, "description", decision->description);
  vdt_cli_write_text (writer, "kind", vdt_decision_kind_to_string (decision->kind));
  vdt_cli_write_text (writer, "priority", vdt_priority_to_string (decision->priority));
  write_options (writer, decision);
  vdt_cli_write_text (writer, "options_fingerprint", fingerprint);
  vdt_cli_write_text (writer, "recommendation", recommendation);
  vdt_json_writer_key (writer, "multi_select");
  vdt_json_writer_boolean (writer, decision->multiple);
  vdt_json_writer_key (writer, "allow_custom");
  vdt_json_writer_boolean (writer, FALSE);
  vdt_cli_write_text (writer, "status", vdt_decision_status_to_string (status));
  vdt_json_writer_key (writer, "revision");
  vdt_json_writer_int (writer, revision);
  vdt_json_writer_key (writer, "binding_revision");
  vdt_json_writer_null (writer);
  vdt_json_writer_key (writer, "prompt_fingerprint");
  vdt_json_writer_null (writer);
  vdt_json_writer_key (writer, "created_at");
  vdt_json_writer_time (writer, decision->created_at);
  if (review_status != NULL)
    vdt_cli_write_text (writer, "review_status", review_status);
  vdt_json_writer_end_object (writer);
}

/* Every line of @text behind @indent; whatever a log holds, a terminal is not moved by it. */
static void
print_lines (const char *text, const char *indent)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *inert = vdt_cli_inert (lines[i]);

      if (*inert != '\0')
        printf ("%s%s\n", indent, inert);
    }
}

/**
 * vdt_cli_print_decision:
 * @cli: what was asked for
 * @session: who asks
 * @id: our id of the decision
 * @decision: what is asked
 *
 * Prints it for a person.
 */
void
vdt_cli_print_decision (VdtCli *cli,
                        const VdtSessionInfo *session,
                        const char *id,
                        const VdtDecision *decision)
{
  const char *bold = vdt_cli_use_colour () ? "\033[1m" : "";
  const char *plain = vdt_cli_use_colour () ? "\033[0m" : "";
  g_autofree char *title = vdt_cli_inert (decision->title);
  g_autofree char *project = vdt_cli_inert (session->project != NULL ? session->project : "");
  g_autofree char *asked = vdt_time_known (decision->created_at)
                             ? vdt_format_duration (MAX (0, cli->now - decision->created_at))
                             : g_strdup ("");

  printf ("%s%s%s\n", bold, title, plain);
  printf ("  %s  %s  %s  %s\n", vdt_format_runtime (session->runtime), project, asked, id);
  if (decision->priority >= VDT_PRIORITY_HIGH)
    printf ("  %s\n", _ ("The agent calls it urgent."));
  if (strcmp (decision->description, decision->title) != 0)
    print_lines (decision->description, "  ");
  for (guint i = 0; i < decision->n_options; i++)
    {
      g_autofree char *label = vdt_cli_inert (decision->options[i].label);
      g_autofree char *detail = vdt_cli_inert (decision->options[i].description);

      printf ("  %u. %s%s%s\n", i + 1, label, *detail != '\0' ? ": " : "", detail);
    }
  printf ("\n");
}
