/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vedettectl"

#include "config.h"

#include "vdt-command-review.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "vdt-cli-changes.h"
#include "vdt-cli-decision.h"
#include "vdt-cli-session.h"
#include "vdt-format.h"

/* Bounds and suggestions of the digest's interval (V40), in minutes. */
#define MIN_INTERVAL 5
#define MAX_INTERVAL 1440

static const int presets[] = { 30, 60 };

typedef struct
{
  guint n_changed;
  guint n_pending;
  guint n_urgent;
} Counts;

/* --- what is put into words for programs ------------------------------------------------------ */

static void
write_mark (VdtJsonWriter *writer, const char *prefix, const VdtSnapshotRef *ref)
{
  g_autofree char *id = g_strconcat (prefix, "_snapshot_id", NULL);
  g_autofree char *sequence = g_strconcat (prefix, "_snapshot_sequence", NULL);
  g_autofree char *at = g_strconcat (prefix, "_snapshot_at", NULL);

  vdt_cli_write_text (writer, id, ref->id);
  vdt_json_writer_key (writer, sequence);
  if (ref->id != NULL)
    vdt_json_writer_int (writer, ref->sequence);
  else
    vdt_json_writer_null (writer);
  vdt_cli_write_time (writer, at, ref->id != NULL ? ref->at : VDT_TIME_UNKNOWN);
}

/**
 * vdt_cli_write_card_marks:
 * @writer: a writer inside an object
 * @card: a card
 *
 * Writes which snapshot is the newest, and up to which one a person has looked.
 */
void
vdt_cli_write_card_marks (VdtJsonWriter *writer, const VdtReviewCard *card)
{
  write_mark (writer, "as_of", &card->as_of);
  write_mark (writer, "reviewed", &card->reviewed);
  vdt_cli_write_time (writer, "reviewed_at", card->reviewed_at);
}

/**
 * vdt_cli_write_card_decisions:
 * @writer: stands where a value is due
 * @card: a card
 *
 * Writes the open decisions. No terminal is known, so all of them are answered in the agent's own.
 */
void
vdt_cli_write_card_decisions (VdtJsonWriter *writer, const VdtReviewCard *card)
{
  vdt_json_writer_begin_array (writer);
  for (guint i = 0; i < card->decisions->len; i++)
    {
      const VdtReviewDecision *open = g_ptr_array_index (card->decisions, i);

      vdt_cli_write_decision (writer, card->session->id, open->id, open->decision, open->status,
                              open->revision, "terminal_required");
    }
  vdt_json_writer_end_array (writer);
}

static void
write_reasons (VdtJsonWriter *writer, guint attention)
{
  static const struct
  {
    VdtAttention bit;
    const char *word;
  } reasons[] = {
    { VDT_ATTENTION_URGENT_DECISION, "urgent_decision" },
    { VDT_ATTENTION_AGENT_ERROR, "agent_error" },
    { VDT_ATTENTION_EXTRACTION_DEGRADED, "extraction_degraded" },
    { VDT_ATTENTION_PENDING_DECISION, "pending_decision" },
    { VDT_ATTENTION_TERMINAL_REQUIRED, "terminal_required_decision" },
    { VDT_ATTENTION_NEW_BLOCKER, "new_blocker" },
    { VDT_ATTENTION_SEMANTIC_CHANGE, "semantic_change" },
  };

  if ((attention & VDT_ATTENTION_PENDING_DECISION) != 0)
    attention |= VDT_ATTENTION_TERMINAL_REQUIRED;
  vdt_json_writer_begin_array (writer);
  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    if ((attention & reasons[i].bit) != 0)
      vdt_json_writer_string (writer, reasons[i].word);
  vdt_json_writer_end_array (writer);
}

/* Decisions come oldest first. */
static VdtTime
oldest_pending (const VdtReviewCard *card)
{
  for (guint i = 0; i < card->decisions->len; i++)
    {
      const VdtReviewDecision *open = g_ptr_array_index (card->decisions, i);

      if (open->status == VDT_DECISION_PENDING && vdt_time_known (open->decision->created_at))
        return open->decision->created_at;
    }
  return VDT_TIME_UNKNOWN;
}

static void
write_group (VdtJsonWriter *writer, const VdtReviewCard *card)
{
  vdt_json_writer_begin_object (writer);
  vdt_cli_write_text (writer, "agent_id", card->session->id);
  vdt_json_writer_key (writer, "agent");
  vdt_cli_write_session (writer, card->session);
  vdt_cli_write_card_marks (writer, card);
  vdt_cli_write_boolean (writer, "has_changes", vdt_change_set_get_size (card->changes) > 0);
  vdt_cli_write_boolean (writer, "history_truncated", card->history_truncated);
  vdt_json_writer_key (writer, "changes");
  vdt_cli_write_changes (writer, card->changes);
  vdt_json_writer_key (writer, "decisions");
  vdt_cli_write_card_decisions (writer, card);
  vdt_cli_write_time (writer, "oldest_pending_decision_at", oldest_pending (card));
  vdt_cli_write_text (writer, "rank_reason", vdt_review_tier_to_string (card->tier));
  vdt_json_writer_key (writer, "attention_reasons");
  write_reasons (writer, card->attention);
  vdt_json_writer_end_object (writer);
}

/* 0 for no digest. */
static int
get_interval (VdtCli *cli)
{
  const int minutes = g_settings_get_int (cli->settings, "review-interval-minutes");

  return minutes > 0 ? CLAMP (minutes, MIN_INTERVAL, MAX_INTERVAL) : 0;
}

static void
write_settings (VdtCli *cli, VdtJsonWriter *writer, const VdtGuestQueue *queue)
{
  const int interval = get_interval (cli);

  vdt_json_writer_begin_object (writer);
  vdt_cli_write_boolean (writer, "enabled", interval > 0);
  vdt_json_writer_key (writer, "interval_minutes");
  if (interval > 0)
    vdt_json_writer_int (writer, interval);
  else
    vdt_json_writer_null (writer);
  vdt_cli_write_time (writer, "next_due_at", interval > 0 ? queue->next_due : VDT_TIME_UNKNOWN);
  vdt_cli_write_time (writer, "last_digest_at", queue->last_digest);
  vdt_json_writer_key (writer, "urgent_bypass");
  vdt_json_writer_begin_object (writer);
  vdt_cli_write_boolean (writer, "high_critical_decisions", TRUE);
  vdt_cli_write_boolean (writer, "pane_errors", FALSE);
  vdt_json_writer_end_object (writer);
  vdt_cli_write_int (writer, "min_interval_minutes", MIN_INTERVAL);
  vdt_cli_write_int (writer, "max_interval_minutes", MAX_INTERVAL);
  vdt_json_writer_key (writer, "presets");
  vdt_json_writer_begin_array (writer);
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    vdt_json_writer_int (writer, presets[i]);
  vdt_json_writer_end_array (writer);
  vdt_json_writer_end_object (writer);
}

static Counts
count (const VdtGuestQueue *queue)
{
  Counts counts = { .n_changed = queue->n_more };

  for (guint i = 0; i < queue->cards->len; i++)
    {
      const VdtReviewCard *card = g_ptr_array_index (queue->cards, i);

      counts.n_changed += vdt_change_set_get_size (card->changes) > 0 ? 1 : 0;
      counts.n_urgent += card->tier == VDT_REVIEW_URGENT ? 1 : 0;
      for (guint j = 0; j < card->decisions->len; j++)
        {
          const VdtReviewDecision *open = g_ptr_array_index (card->decisions, j);

          counts.n_pending += open->status == VDT_DECISION_PENDING ? 1 : 0;
        }
    }
  return counts;
}

static void
print_json (VdtCli *cli, const VdtGuestQueue *queue)
{
  VdtJsonWriter *writer = vdt_json_writer_new ();
  const Counts counts = count (queue);
  const guint n_cards = queue->cards->len + queue->n_more;
  const VdtTime due = get_interval (cli) > 0 ? queue->next_due : VDT_TIME_UNKNOWN;

  vdt_json_writer_begin_object (writer);
  vdt_cli_write_text (writer, "schema", "vedette.review.v1");
  vdt_cli_write_time (writer, "generated_at", cli->now);
  vdt_json_writer_key (writer, "settings");
  write_settings (cli, writer, queue);
  vdt_json_writer_key (writer, "due");
  vdt_json_writer_begin_object (writer);
  vdt_cli_write_boolean (writer, "is_due", vdt_time_known (due) && cli->now >= due);
  vdt_cli_write_boolean (writer, "urgent", counts.n_urgent > 0);
  vdt_cli_write_boolean (writer, "has_work", n_cards > 0);
  vdt_cli_write_time (writer, "next_due_at", due);
  vdt_json_writer_end_object (writer);
  vdt_json_writer_key (writer, "counts");
  vdt_json_writer_begin_object (writer);
  vdt_cli_write_int (writer, "agents_changed", counts.n_changed);
  vdt_cli_write_int (writer, "pending_decisions", counts.n_pending);
  vdt_cli_write_int (writer, "terminal_requests", 0);
  vdt_cli_write_int (writer, "total_cards", n_cards);
  vdt_cli_write_int (writer, "urgent_items", counts.n_urgent);
  vdt_json_writer_end_object (writer);
  vdt_json_writer_key (writer, "groups");
  vdt_json_writer_begin_array (writer);
  for (guint i = 0; i < queue->cards->len; i++)
    write_group (writer, g_ptr_array_index (queue->cards, i));
  vdt_json_writer_end_array (writer);
  vdt_json_writer_key (writer, "terminal_items");
  vdt_json_writer_begin_array (writer);
  vdt_json_writer_end_array (writer);
  vdt_json_writer_end_object (writer);
  vdt_cli_print_json (writer);
}

/* --- and for a person ------------------------------------------------------------------------- */

static const char *
describe_tier (VdtReviewTier tier)
{
  switch (tier)
    {
    case VDT_REVIEW_URGENT:
      return _ ("Urgent");
    case VDT_REVIEW_ERROR:
      return _ ("Errors");
    case VDT_REVIEW_DECISION:
      return _ ("Decisions");
    case VDT_REVIEW_BLOCKED:
      return _ ("Blocked");
    case VDT_REVIEW_CHANGED:
    case VDT_N_REVIEW_TIERS:
      break;
    }
  return _ ("Changed");
}

/**
 * vdt_cli_describe_count:
 * @card: a card
 *
 * Returns: (transfer full): how much is new about the session
 */
char *
vdt_cli_describe_count (const VdtReviewCard *card)
{
  const guint n = vdt_change_set_get_size (card->changes);

  if (n == 0)
    return g_strdup (_ ("nothing new"));
  return g_strdup_printf (ngettext ("%u change", "%u changes", n), n);
}

static void
print_card (VdtCli *cli, const VdtReviewCard *card)
{
  const VdtSessionInfo *session = card->session;
  const char *bold = vdt_cli_use_colour () ? "\033[1m" : "";
  const char *plain = vdt_cli_use_colour () ? "\033[0m" : "";
  g_autofree char *title = vdt_cli_inert (session->title != NULL ? session->title : _ ("Untitled"));
  g_autofree char *project = session->project != NULL ? vdt_cli_inert (session->project) : NULL;
  g_autofree char *age =
    vdt_time_known (card->since) ? vdt_format_duration (MAX (0, cli->now - card->since)) : NULL;
  g_autofree char *changes = vdt_cli_describe_count (card);

  printf ("  %s%s%s\n    %s", bold, title, plain, vdt_format_runtime (session->runtime));
  if (project != NULL)
    printf (" · %s", project);
  if (age != NULL)
    printf (" · %s", age);
  printf (" · %s\n    %s", changes, session->id);
  if (card->as_of.id != NULL)
    printf (" %s", card->as_of.id);
  printf ("\n");
}

static void
print_text (VdtCli *cli, const VdtGuestQueue *queue)
{
  VdtReviewTier tier = VDT_N_REVIEW_TIERS;

  if (queue->cards->len == 0 && queue->n_more == 0)
    printf ("%s\n", _ ("There is nothing to review."));
  for (guint i = 0; i < queue->cards->len; i++)
    {
      const VdtReviewCard *card = g_ptr_array_index (queue->cards, i);

      if (card->tier != tier)
        printf ("%s%s\n", i > 0 ? "\n" : "", describe_tier (card->tier));
      tier = card->tier;
      print_card (cli, card);
    }
  if (queue->n_more > 0)
    {
      printf ("\n");
      printf (ngettext ("%u more session has changed.", "%u more sessions have changed.",
                        queue->n_more),
              queue->n_more);
      printf ("\n");
    }
}

static int
print_queue (VdtCli *cli)
{
  g_autoptr (VdtGuest) guest = vdt_cli_open_guest (cli);
  g_autoptr (VdtGuestQueue) queue = NULL;
  GError *error = NULL;

  if (guest == NULL)
    return VDT_EXIT_FAILED;
  queue = vdt_guest_load_queue (guest, &error);
  if (queue == NULL)
    return vdt_cli_fail_guest (error);
  if (cli->json)
    print_json (cli, queue);
  else
    print_text (cli, queue);
  return VDT_EXIT_OK;
}

/**
 * vdt_command_review:
 * @cli: what was asked for
 *
 * The Review queue, as it is stored: what it holds, one session of it, and what a person says of
 * it.
 *
 * Returns: the exit status
 */
int
vdt_command_review (VdtCli *cli)
{
  static const struct
  {
    const char *word;
    int (*func) (VdtCli *cli, const char *const *arguments);
    gboolean has_json;
    gboolean has_limit;
  } words[] = {
    { "show", vdt_cli_review_show, TRUE, FALSE },
    { "timeline", vdt_cli_review_timeline, TRUE, TRUE },
    { "done", vdt_cli_review_done, FALSE, FALSE },
    { "undone", vdt_cli_review_undone, FALSE, FALSE },
    { "reply", vdt_cli_review_reply, FALSE, FALSE },
  };
  const char *const *arguments = (const char *const *) cli->arguments;

  if (arguments == NULL || arguments[0] == NULL)
    return cli->limit == 0
             ? print_queue (cli)
             : vdt_cli_usage_error (cli, _ ("“%s” goes with “review timeline” alone"), "--limit");
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      if (strcmp (arguments[0], words[i].word) != 0)
        continue;
      if (cli->json && !words[i].has_json)
        return vdt_cli_usage_error (cli, _ ("“review %s” prints no JSON"), words[i].word);
      if (cli->limit != 0 && !words[i].has_limit)
        return vdt_cli_usage_error (cli, _ ("“%s” goes with “review timeline” alone"), "--limit");
      return words[i].func (cli, arguments + 1);
    }
  return vdt_cli_usage_error (cli, _ ("unexpected argument “%s”"), arguments[0]);
}
