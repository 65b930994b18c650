/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vedettectl"

#include "config.h"

#include "vdt-cli-changes.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "vdt-cli-session.h"
#include "vdt-text.h"

/* The names of facts 1.5, in its order; the last five go from something to something. */
static const struct
{
  const char *key;
  VdtChangeKind kind;
} kinds[] = {
  { "completed", VDT_CHANGE_COMPLETED },
  { "new_blockers", VDT_CHANGE_BLOCKER },
  { "resolved_blockers", VDT_CHANGE_BLOCKER_GONE },
  { "decisions_added", VDT_CHANGE_DECISION },
  { "decisions_resolved", VDT_CHANGE_DECISION_RESOLVED },
  { "goal_changed", VDT_CHANGE_GOAL },
  { "current_task_changed", VDT_CHANGE_CURRENT_TASK },
  { "next_action_changed", VDT_CHANGE_NEXT_ACTION },
  { "lifecycle_changed", VDT_CHANGE_LIFECYCLE },
  { "extraction_health_changed", VDT_CHANGE_HEALTH },
};

static void
write_kind (VdtJsonWriter *writer, const VdtChangeSet *changes, VdtChangeKind kind)
{
  const gboolean is_list = kind >= VDT_CHANGE_COMPLETED;

  if (is_list)
    vdt_json_writer_begin_array (writer);
  for (guint i = 0; i < vdt_change_set_get_size (changes); i++)
    {
      const VdtChangeItem *item = vdt_change_set_get (changes, i);

      if (item->kind != kind)
        continue;
      if (is_list)
        {
          vdt_json_writer_string (writer, item->to);
          continue;
        }
      vdt_json_writer_begin_object (writer);
      vdt_cli_write_text (writer, "from", item->from);
      vdt_cli_write_text (writer, "to", item->to);
      vdt_json_writer_end_object (writer);
    }
  if (is_list)
    vdt_json_writer_end_array (writer);
}

/**
 * vdt_cli_write_changes:
 * @writer: stands where a value is due
 * @changes: what changed
 *
 * Writes the `changes` of facts 1.5; what did not change is left out.
 */
void
vdt_cli_write_changes (VdtJsonWriter *writer, const VdtChangeSet *changes)
{
  vdt_json_writer_begin_object (writer);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (vdt_change_set_has (changes, kinds[i].kind))
      {
        vdt_json_writer_key (writer, kinds[i].key);
        write_kind (writer, changes, kinds[i].kind);
      }
  vdt_json_writer_end_object (writer);
}

static const char *
lifecycle_words (const char *name)
{
  for (int i = VDT_LIFECYCLE_OBSERVING; i <= VDT_LIFECYCLE_OFFLINE; i++)
    if (g_strcmp0 (vdt_lifecycle_to_string (i), name) == 0)
      return vdt_cli_describe_lifecycle (i);
  return "–";
}

static char *
describe_item (const VdtChangeItem *item)
{
  g_autofree char *plain = vdt_text_unmark (item->to != NULL ? item->to : "–");
  g_autofree char *text = vdt_cli_inert (plain);

  switch (item->kind)
    {
    case VDT_CHANGE_GOAL:
      return g_strdup_printf (_ ("Goal: %s"), text);
    case VDT_CHANGE_CURRENT_TASK:
      return g_strdup_printf (_ ("Works on: %s"), text);
    case VDT_CHANGE_NEXT_ACTION:
      return g_strdup_printf (_ ("Next: %s"), text);
    case VDT_CHANGE_LIFECYCLE:
      /* Of a session that is new nothing was known before. */
      if (g_strcmp0 (item->from, "observing") == 0)
        return g_strdup_printf (_ ("State: %s"), lifecycle_words (item->to));
      /* Translators: the state of an agent, such as "working", before and now */
      return g_strdup_printf (_ ("State: %s → %s"), lifecycle_words (item->from),
                              lifecycle_words (item->to));
    case VDT_CHANGE_HEALTH:
      return g_strdup (g_strcmp0 (item->to, "ok") == 0 ? _ ("Its log is understood again.")
                                                       : _ ("Its log is only partly understood."));
    case VDT_CHANGE_COMPLETED:
      return g_strdup_printf (_ ("Finished: %s"), text);
    case VDT_CHANGE_BLOCKER:
      return g_strdup_printf (_ ("Blocked: %s"), text);
    case VDT_CHANGE_BLOCKER_GONE:
      return g_strdup_printf (_ ("No longer blocked: %s"), text);
    case VDT_CHANGE_DECISION:
      return g_strdup_printf (_ ("Asked: %s"), text);
    case VDT_CHANGE_DECISION_RESOLVED:
      return g_strdup_printf (_ ("Settled: %s"), text);
    case VDT_N_CHANGES:
      break;
    }
  return g_steal_pointer (&text);
}

/**
 * vdt_cli_print_changes:
 * @changes: what changed
 * @indent: what each line begins with
 *
 * Prints it for a person, a line each.
 */
void
vdt_cli_print_changes (const VdtChangeSet *changes, const char *indent)
{
  for (guint i = 0; i < vdt_change_set_get_size (changes); i++)
    {
      g_autofree char *line = describe_item (vdt_change_set_get (changes, i));

      printf ("%s%s\n", indent, line);
    }
}
