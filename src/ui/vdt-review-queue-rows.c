/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The queue's rows as others count and find them. */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-review-queue-private.h"

/**
 * vdt_review_queue_get_row:
 * @self: a queue
 * @agent_id: our id of a session
 *
 * Returns: (transfer none) (nullable): its row
 */
VdtReviewRow *
vdt_review_queue_get_row (VdtReviewQueue *self, const char *agent_id)
{
  g_return_val_if_fail (VDT_IS_REVIEW_QUEUE (self), NULL);

  return g_hash_table_lookup (self->rows, agent_id);
}

/**
 * vdt_review_queue_get_nth:
 * @self: a queue
 * @index: which row, counted over all tiers
 *
 * Returns: (transfer none) (nullable): the row
 */
VdtReviewRow *
vdt_review_queue_get_nth (VdtReviewQueue *self, guint index)
{
  g_return_val_if_fail (VDT_IS_REVIEW_QUEUE (self), NULL);

  for (guint i = 0; i < VDT_N_REVIEW_TIERS; i++)
    {
      guint n = vdt_review_group_get_n_rows (self->tiers[i]);

      if (index < n)
        return vdt_review_group_get_row (self->tiers[i], index);
      index -= n;
    }
  return NULL;
}

/**
 * vdt_review_queue_get_n_rows:
 * @self: a queue
 *
 * Returns: how many rows are shown
 */
guint
vdt_review_queue_get_n_rows (VdtReviewQueue *self)
{
  guint n = 0;

  g_return_val_if_fail (VDT_IS_REVIEW_QUEUE (self), 0);

  for (guint i = 0; i < VDT_N_REVIEW_TIERS; i++)
    n += vdt_review_group_get_n_rows (self->tiers[i]);
  return n;
}

/**
 * vdt_review_queue_get_group:
 * @self: a queue
 * @tier: a tier
 *
 * Returns: (transfer none): its group
 */
VdtReviewGroup *
vdt_review_queue_get_group (VdtReviewQueue *self, VdtReviewTier tier)
{
  g_return_val_if_fail (VDT_IS_REVIEW_QUEUE (self), NULL);
  g_return_val_if_fail (tier < VDT_N_REVIEW_TIERS, NULL);

  return self->tiers[tier];
}
