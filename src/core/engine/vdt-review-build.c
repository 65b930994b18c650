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

static void
add_decisions (VdtReviewCard *card, const GArray *decisions)
{
  for (guint i = 0; i < decisions->len; i++)
    {
      const VdtStoreDecision *stored = &g_array_index (decisions, VdtStoreDecision, i);
      VdtDecision *decision = NULL;
      VdtBlobReader reader;

      /* an answer on its way is left out */
      if (stored->status == VDT_DECISION_SUBMITTING)
        continue;
      vdt_blob_reader_init (&reader, stored->body, stored->body_len);
      decision = vdt_decision_read (&reader);
      if (decision != NULL)
        vdt_review_card_add_decision (card, stored->id, decision,
                                      (VdtDecisionStatus) stored->status, stored->revision);
    }
}

static int
compare_cards (gconstpointer a, gconstpointer b)
{
  return vdt_review_card_compare (*(VdtReviewCard *const *) a, *(VdtReviewCard *const *) b);
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
      card = vdt_review_card_new (session);
      if (session->is_subagent)
        continue;
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
      if (vdt_review_card_rank (card))
        g_ptr_array_add (cards, g_steal_pointer (&card));
    }
  g_ptr_array_sort (cards, compare_cards);
  return cards;
}
