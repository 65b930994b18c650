/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-review-build.h"

#include <string.h>

/**
 * vdt_snapshot_id_make:
 * @log: a conversation's number
 * @sequence: a snapshot's number in it
 *
 * Returns: (transfer full): the snapshot's id: opaque, and the same after a restart
 */
char *
vdt_snapshot_id_make (gint64 log, gint64 sequence)
{
  return g_strdup_printf ("%016" G_GINT64_MODIFIER "x-%" G_GINT64_FORMAT, (guint64) log, sequence);
}

/**
 * vdt_snapshot_id_parse:
 * @id: what may be a snapshot's id
 * @log: (out): the conversation's number
 * @sequence: (out): the snapshot's number in it
 *
 * Returns: whether it is one
 */
gboolean
vdt_snapshot_id_parse (const char *id, gint64 *log, gint64 *sequence)
{
  g_autofree char *head = NULL;
  guint64 number = 0;

  if (strlen (id) < 18 || id[16] != '-')
    return FALSE;
  head = g_strndup (id, 16);
  if (!g_ascii_string_to_unsigned (head, 16, 0, G_MAXUINT64, &number, NULL) ||
      !g_ascii_string_to_signed (id + 17, 10, 1, G_MAXINT64 / 2, sequence, NULL))
    return FALSE;
  *log = (gint64) number;
  return TRUE;
}

static void
set_ref (VdtSnapshotRef *ref, const VdtStoreMark *mark)
{
  ref->sequence = mark->number;
  ref->at = mark->at;
  if (mark->log != 0 && mark->sequence > 0)
    ref->id = vdt_snapshot_id_make (mark->log, mark->sequence);
}

static gint64
question_number (const VdtReviewDecision *decision)
{
  const char *colon = strrchr (decision->decision->native_id, ':');

  return colon != NULL ? g_ascii_strtoll (colon + 1, NULL, 10) : 0;
}

/* The questions of one call come in its own order; how they are stored says nothing of it. */
static void
sort_questions (GPtrArray *decisions, guint first)
{
  for (guint i = first + 1; i < decisions->len; i++)
    for (guint j = i; j > first && question_number (g_ptr_array_index (decisions, j - 1)) >
                                     question_number (g_ptr_array_index (decisions, j));
         j--)
      {
        gpointer moved = g_ptr_array_index (decisions, j);

        g_ptr_array_index (decisions, j) = g_ptr_array_index (decisions, j - 1);
        g_ptr_array_index (decisions, j - 1) = moved;
      }
}

static void
add_decisions (VdtReviewCard *card, const GArray *decisions)
{
  gint64 call = 0;
  guint first = 0;

  for (guint i = 0; i < decisions->len; i++)
    {
      const VdtStoreDecision *stored = &g_array_index (decisions, VdtStoreDecision, i);
      VdtDecision *decision = NULL;
      VdtBlobReader reader;

      /* an answer on its way is left out */
      if (stored->status == VDT_DECISION_SUBMITTING)
        continue;
      if (stored->call != call)
        {
          sort_questions (card->decisions, first);
          first = card->decisions->len;
        }
      call = stored->call;
      vdt_blob_reader_init (&reader, stored->body, stored->body_len);
      decision = vdt_decision_read (&reader);
      if (decision != NULL)
        vdt_review_card_add_decision (card, stored->id, decision,
                                      (VdtDecisionStatus) stored->status, stored->revision);
    }
  sort_questions (card->decisions, first);
}

static int
compare_cards (gconstpointer a, gconstpointer b)
{
  return vdt_review_card_compare (*(VdtReviewCard *const *) a, *(VdtReviewCard *const *) b);
}

/**
 * vdt_review_build_card:
 * @row: what the store says of a session; its changes go over to the card
 * @session: (transfer full): what is known of it
 *
 * Returns: (transfer full): a card that is filled, and not yet ranked
 */
VdtReviewCard *
vdt_review_build_card (VdtStoreReviewRow *row, VdtSessionInfo *session)
{
  VdtReviewCard *card = vdt_review_card_new (session);

  set_ref (&card->as_of, &row->newest);
  set_ref (&card->reviewed, &row->baseline);
  card->reviewed_at = row->reviewed_at;
  card->history_truncated = row->truncated;
  card->last_text = g_strdup (row->last_text);
  card->last_is_user = row->last_is_user;
  card->last_at = row->last_at;
  vdt_change_set_free (card->changes);
  card->changes = g_steal_pointer (&row->changes);
  add_decisions (card, row->decisions);
  return card;
}

/**
 * vdt_review_build:
 * @stored: what the store says
 * @find: (scope call): gives what is known of a session
 * @user_data: for @find
 *
 * Makes cards of it, in the order they are to be looked at. Sub-agents have none: they are looked
 * at with their parents. A pure function.
 *
 * Returns: (transfer full) (element-type VdtReviewCard): ranked cards
 */
GPtrArray *
vdt_review_build (const VdtStoreReview *stored, VdtFindSessionFunc find, gpointer user_data)
{
  GPtrArray *cards = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_review_card_unref);

  for (guint i = 0; i < stored->rows->len; i++)
    {
      VdtStoreReviewRow *row = g_ptr_array_index (stored->rows, i);
      g_autoptr (VdtReviewCard) card = NULL;
      VdtSessionInfo *session = find (row->session_id, user_data);

      if (session == NULL)
        continue;
      card = vdt_review_build_card (row, session);
      if (session->is_subagent)
        continue;
      if (vdt_review_card_rank (card))
        g_ptr_array_add (cards, g_steal_pointer (&card));
    }
  g_ptr_array_sort (cards, compare_cards);
  return cards;
}
