/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vedettectl"

#include "config.h"

#include "vdt-command-review.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "vdt-cli-changes.h"
#include "vdt-cli-decision.h"
#include "vdt-cli-session.h"
#include "vdt-format.h"

#define DEFAULT_EVENTS 50

/* --- show ------------------------------------------------------------------------------------- */

static void
write_progress (VdtJsonWriter *writer, const VdtSessionInfo *info)
{
  vdt_json_writer_key (writer, "progress");
  if (info->plan_total == 0)
    {
      vdt_json_writer_null (writer);
      return;
    }
  vdt_json_writer_begin_object (writer);
  vdt_cli_write_int (writer, "completed", info->plan_completed);
  vdt_cli_write_int (writer, "total", info->plan_total);
  vdt_cli_write_int (writer, "percent", (gint64) info->plan_completed * 100 / info->plan_total);
  vdt_cli_write_text (writer, "source", "plan");
  vdt_json_writer_end_object (writer);
}

static void
show_json (VdtCli *cli, const VdtReviewCard *card)
{
  const VdtSessionInfo *info = card->session;
  VdtJsonWriter *writer = vdt_json_writer_new ();

  vdt_json_writer_begin_object (writer);
  vdt_cli_write_text (writer, "schema", "vedette.resume.v1");
  vdt_cli_write_time (writer, "generated_at", cli->now);
  vdt_json_writer_key (writer, "agent");
  vdt_cli_write_session (writer, card->session);
  vdt_json_writer_key (writer, "changes");
  vdt_cli_write_changes (writer, card->changes);
  vdt_json_writer_key (writer, "decisions");
  vdt_cli_write_card_decisions (writer, card);
  vdt_cli_write_text (writer, "goal", info->goal);
  vdt_cli_write_text (writer, "current_task", info->current_task);
  write_progress (writer, info);
  vdt_json_writer_key (writer, "blockers");
  vdt_json_writer_begin_array (writer);
  for (guint i = 0; info->blockers != NULL && info->blockers[i] != NULL; i++)
    vdt_json_writer_string (writer, info->blockers[i]);
  vdt_json_writer_end_array (writer);
  vdt_cli_write_text (writer, "next_action", info->next_action);
  vdt_json_writer_key (writer, "estimated_completion");
  vdt_json_writer_null (writer);
  vdt_cli_write_text (writer, "baseline_snapshot_id", card->reviewed.id);
  vdt_cli_write_card_marks (writer, card);
  vdt_cli_write_boolean (writer, "history_truncated", card->history_truncated);
  vdt_json_writer_end_object (writer);
  vdt_cli_print_json (writer);
}

static void
print_line (const char *format, const char *text)
{
  g_autofree char *inert = NULL;
  g_autofree char *line = NULL;

  if (text == NULL)
    return;
  inert = vdt_cli_inert (text);
  line = g_strdup_printf (format, inert);
  printf ("  %s\n", line);
}

static void
print_context (const VdtSessionInfo *info)
{
  print_line (_ ("Goal: %s"), info->goal);
  print_line (_ ("Works on: %s"), info->current_task);
  print_line (_ ("Next: %s"), info->next_action);
  for (guint i = 0; info->blockers != NULL && info->blockers[i] != NULL; i++)
    print_line (_ ("Blocked: %s"), info->blockers[i]);
  if (info->plan_total > 0)
    {
      printf ("  ");
      /* Translators: how many items of a plan are finished, and how many there are */
      printf (_ ("Plan: %u of %u finished"), info->plan_completed, info->plan_total);
      printf ("\n");
    }
}

static void
show_text (VdtCli *cli, const VdtReviewCard *card)
{
  g_autofree char *count = vdt_cli_describe_count (card);
  g_autofree char *reviewed = vdt_time_known (card->reviewed_at)
                                ? vdt_format_duration (MAX (0, cli->now - card->reviewed_at))
                                : NULL;

  vdt_cli_print_session (cli, card->session);
  print_context (card->session);
  printf ("\n");
  for (guint i = 0; i < card->decisions->len; i++)
    {
      const VdtReviewDecision *open = g_ptr_array_index (card->decisions, i);

      vdt_cli_print_decision (cli, card->session, open->id, open->decision);
    }
  if (reviewed != NULL)
    /* Translators: how long ago a person said that a session was looked at, and "3 changes" */
    printf (_ ("Reviewed %s ago; since then: %s"), reviewed, count);
  else
    /* Translators: %s is "3 changes" or "nothing new" */
    printf (_ ("Not reviewed yet: %s"), count);
  printf ("\n");
  if (card->history_truncated)
    printf ("  %s\n", _ ("Older changes are no longer kept."));
  vdt_cli_print_changes (card->changes, "  ");
  printf ("\n%s", card->session->id);
  if (card->as_of.id != NULL)
    printf (" %s", card->as_of.id);
  printf ("\n");
}

/**
 * vdt_cli_review_show:
 * @cli: what was asked for
 * @arguments: which session
 *
 * Where a session stands and what changed since a person looked. Moves nothing (V25, V28).
 *
 * Returns: the exit status
 */
int
vdt_cli_review_show (VdtCli *cli, const char *const *arguments)
{
  g_autoptr (VdtGuest) guest = NULL;
  g_autoptr (VdtSessionInfo) info = NULL;
  g_autoptr (VdtReviewCard) card = NULL;
  GError *error = NULL;

  if (g_strv_length ((char **) arguments) != 1)
    return vdt_cli_usage_error (cli, _ ("“review %s” takes one session"), "show");
  guest = vdt_cli_open_guest (cli);
  if (guest == NULL)
    return VDT_EXIT_FAILED;
  info = vdt_cli_find_agent (guest, arguments[0]);
  if (info == NULL)
    return VDT_EXIT_FAILED;
  card = vdt_guest_load_card (guest, info->id, &error);
  if (card == NULL)
    return vdt_cli_fail_guest (error);
  if (cli->json)
    show_json (cli, card);
  else
    show_text (cli, card);
  return VDT_EXIT_OK;
}

/* --- timeline --------------------------------------------------------------------------------- */

/* The kinds of facts 1.5 *timeline*: the first that fits. */
static const char *
event_type (const VdtChangeSet *changes)
{
  static const struct
  {
    VdtChangeKind kind;
    const char *type;
  } types[] = {
    { VDT_CHANGE_DECISION, "decision" },    { VDT_CHANGE_DECISION_RESOLVED, "decision" },
    { VDT_CHANGE_COMPLETED, "completed" },  { VDT_CHANGE_BLOCKER, "blocker" },
    { VDT_CHANGE_BLOCKER_GONE, "blocker" }, { VDT_CHANGE_CURRENT_TASK, "progress" },
    { VDT_CHANGE_NEXT_ACTION, "progress" }, { VDT_CHANGE_GOAL, "context" },
    { VDT_CHANGE_HEALTH, "context" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (vdt_change_set_has (changes, types[i].kind))
      return types[i].type;
  return "activity";
}

static void
timeline_json (VdtCli *cli, GPtrArray *events)
{
  VdtJsonWriter *writer = vdt_json_writer_new ();

  vdt_json_writer_begin_object (writer);
  vdt_cli_write_text (writer, "schema", "vedette.timeline.v1");
  vdt_cli_write_time (writer, "generated_at", cli->now);
  vdt_json_writer_key (writer, "events");
  vdt_json_writer_begin_array (writer);
  for (guint i = 0; i < events->len; i++)
    {
      const VdtGuestEvent *event = g_ptr_array_index (events, i);

      vdt_json_writer_begin_object (writer);
      vdt_cli_write_text (writer, "id", event->snapshot_id);
      vdt_cli_write_text (writer, "agent_id", event->session_id);
      vdt_cli_write_time (writer, "at", event->at);
      vdt_cli_write_text (writer, "type", event_type (event->changes));
      vdt_json_writer_key (writer, "changes");
      vdt_cli_write_changes (writer, event->changes);
      vdt_json_writer_end_object (writer);
    }
  vdt_json_writer_end_array (writer);
  vdt_json_writer_end_object (writer);
  vdt_cli_print_json (writer);
}

static void
timeline_text (VdtCli *cli, VdtGuest *guest, GPtrArray *events)
{
  for (guint i = 0; i < events->len; i++)
    {
      const VdtGuestEvent *event = g_ptr_array_index (events, i);
      const VdtSessionInfo *info = vdt_guest_get_session (guest, event->session_id);
      g_autofree char *age = vdt_format_duration (MAX (0, cli->now - event->at));
      g_autofree char *title =
        vdt_cli_inert (info != NULL && info->title != NULL ? info->title : _ ("Untitled"));

      printf ("%s · %s\n  %s %s\n", age, title, event->session_id, event->snapshot_id);
      vdt_cli_print_changes (event->changes, "  ");
    }
  if (events->len == 0)
    printf ("%s\n", _ ("Nothing has changed yet."));
}

/**
 * vdt_cli_review_timeline:
 * @cli: what was asked for
 * @arguments: which session, or nothing for all
 *
 * What changed, newest first. Moves nothing.
 *
 * Returns: the exit status
 */
int
vdt_cli_review_timeline (VdtCli *cli, const char *const *arguments)
{
  const guint n = cli->limit != 0 ? (guint) cli->limit : DEFAULT_EVENTS;
  g_autoptr (VdtGuest) guest = NULL;
  g_autoptr (VdtSessionInfo) info = NULL;
  g_autoptr (GPtrArray) events = NULL;
  GError *error = NULL;

  if (arguments[0] != NULL && arguments[1] != NULL)
    return vdt_cli_usage_error (cli, _ ("“review %s” takes one session"), "timeline");
  guest = vdt_cli_open_guest (cli);
  if (guest == NULL)
    return VDT_EXIT_FAILED;
  if (arguments[0] != NULL)
    {
      info = vdt_cli_find_agent (guest, arguments[0]);
      if (info == NULL)
        return VDT_EXIT_FAILED;
    }
  events = vdt_guest_load_timeline (guest, info != NULL ? info->id : NULL, n, &error);
  if (events == NULL)
    return vdt_cli_fail_guest (error);
  if (cli->json)
    timeline_json (cli, events);
  else
    timeline_text (cli, guest, events);
  return VDT_EXIT_OK;
}
