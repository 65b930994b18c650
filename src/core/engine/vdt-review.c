/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-review.h"

#include <string.h>

struct _VdtReviewItem
{
  GObject parent_instance;

  VdtReviewCard *card;
};

G_DEFINE_FINAL_TYPE (VdtReviewItem, vdt_review_item, G_TYPE_OBJECT)

static void
vdt_review_item_finalize (GObject *object)
{
  VdtReviewItem *self = VDT_REVIEW_ITEM (object);

  vdt_review_card_unref (self->card);
  G_OBJECT_CLASS (vdt_review_item_parent_class)->finalize (object);
}

static void
vdt_review_item_class_init (VdtReviewItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = vdt_review_item_finalize;
}

static void
vdt_review_item_init (VdtReviewItem *self)
{
}

/**
 * vdt_review_item_new:
 * @card: (transfer full): a ranked card
 *
 * Returns: (transfer full): an item
 */
VdtReviewItem *
vdt_review_item_new (VdtReviewCard *card)
{
  VdtReviewItem *self = g_object_new (VDT_TYPE_REVIEW_ITEM, NULL);

  self->card = card;
  return self;
}

/**
 * vdt_review_item_get_card:
 * @self: an item
 *
 * Returns: (transfer none): its card
 */
const VdtReviewCard *
vdt_review_item_get_card (VdtReviewItem *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW_ITEM (self), NULL);

  return self->card;
}

/* --- the queue -------------------------------------------------------------------------------- */

struct _VdtReview
{
  GObject parent_instance;

  VdtReviewOps ops;
  gpointer data;
  GPtrArray *items; /* VdtReviewItem, in rank order */
  VdtReviewState state;
  guint n_cards;
  VdtTime next_digest;
  VdtTime reviewed_at;
};

typedef enum
{
  PROP_STATE = 1,
  PROP_N_CARDS,
  PROP_NEXT_DIGEST,
  PROP_REVIEWED_AT,
  N_PROPS,
} VdtReviewProps;

static GParamSpec *properties[N_PROPS];

static void list_iface_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (VdtReview,
                               vdt_review,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_iface_init))

static GType
review_get_item_type (GListModel *model)
{
  return VDT_TYPE_REVIEW_ITEM;
}

static guint
review_get_n_items (GListModel *model)
{
  return VDT_REVIEW (model)->items->len;
}

static gpointer
review_get_item (GListModel *model, guint position)
{
  VdtReview *self = VDT_REVIEW (model);

  return position < self->items->len ? g_object_ref (g_ptr_array_index (self->items, position))
                                     : NULL;
}

static void
list_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = review_get_item_type;
  iface->get_n_items = review_get_n_items;
  iface->get_item = review_get_item;
}

static void
vdt_review_finalize (GObject *object)
{
  VdtReview *self = VDT_REVIEW (object);

  g_ptr_array_unref (self->items);
  G_OBJECT_CLASS (vdt_review_parent_class)->finalize (object);
}

static void
vdt_review_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  VdtReview *self = VDT_REVIEW (object);

  switch ((VdtReviewProps) id)
    {
    case PROP_STATE:
      g_value_set_int (value, self->state);
      break;
    case PROP_N_CARDS:
      g_value_set_uint (value, self->n_cards);
      break;
    case PROP_NEXT_DIGEST:
      g_value_set_int64 (value, self->next_digest);
      break;
    case PROP_REVIEWED_AT:
      g_value_set_int64 (value, self->reviewed_at);
      break;
    case N_PROPS:
      break;
    }
}

static void
vdt_review_class_init (VdtReviewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->finalize = vdt_review_finalize;
  object_class->get_property = vdt_review_get_property;
  properties[PROP_STATE] = g_param_spec_int ("state", NULL, NULL, VDT_REVIEW_LOADING,
                                             VDT_REVIEW_FAILED, VDT_REVIEW_LOADING, flags);
  properties[PROP_N_CARDS] = g_param_spec_uint ("n-cards", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_NEXT_DIGEST] =
    g_param_spec_int64 ("next-digest", NULL, NULL, G_MININT64, G_MAXINT64, VDT_TIME_UNKNOWN, flags);
  properties[PROP_REVIEWED_AT] =
    g_param_spec_int64 ("reviewed-at", NULL, NULL, G_MININT64, G_MAXINT64, VDT_TIME_UNKNOWN, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
vdt_review_init (VdtReview *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->next_digest = VDT_TIME_UNKNOWN;
  self->reviewed_at = VDT_TIME_UNKNOWN;
}

/**
 * vdt_review_new:
 * @ops: who carries out what is asked; copied
 * @data: for @ops
 *
 * Returns: (transfer full): an empty queue
 */
VdtReview *
vdt_review_new (const VdtReviewOps *ops, gpointer data)
{
  VdtReview *self = g_object_new (VDT_TYPE_REVIEW, NULL);

  self->ops = *ops;
  self->data = data;
  return self;
}

/**
 * vdt_review_get_state:
 * @self: a queue
 *
 * Returns: whether it was read
 */
VdtReviewState
vdt_review_get_state (VdtReview *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW (self), VDT_REVIEW_FAILED);

  return self->state;
}

/**
 * vdt_review_get_n_cards:
 * @self: a queue
 *
 * Returns: how many sessions are to be looked at, also those beyond what the list holds
 */
guint
vdt_review_get_n_cards (VdtReview *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW (self), 0);

  return self->n_cards;
}

/**
 * vdt_review_count_tier:
 * @self: a queue
 * @tier: a tier
 *
 * Returns: how many cards of the list are of it
 */
guint
vdt_review_count_tier (VdtReview *self, VdtReviewTier tier)
{
  guint n = 0;

  g_return_val_if_fail (VDT_IS_REVIEW (self), 0);

  for (guint i = 0; i < self->items->len; i++)
    if (vdt_review_item_get_card (g_ptr_array_index (self->items, i))->tier == tier)
      n++;
  return n;
}

/**
 * vdt_review_get_next_digest:
 * @self: a queue
 *
 * Returns: when the next digest is due; unknown where there is none
 */
VdtTime
vdt_review_get_next_digest (VdtReview *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW (self), VDT_TIME_UNKNOWN);

  return self->next_digest;
}

/**
 * vdt_review_get_reviewed_at:
 * @self: a queue
 *
 * Returns: when something was acknowledged last; unknown for never
 */
VdtTime
vdt_review_get_reviewed_at (VdtReview *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW (self), VDT_TIME_UNKNOWN);

  return self->reviewed_at;
}

/**
 * vdt_review_find:
 * @self: a queue
 * @agent_id: our id of a session
 *
 * Returns: (transfer none) (nullable): its item
 */
VdtReviewItem *
vdt_review_find (VdtReview *self, const char *agent_id)
{
  g_return_val_if_fail (VDT_IS_REVIEW (self), NULL);

  for (guint i = 0; i < self->items->len; i++)
    {
      VdtReviewItem *item = g_ptr_array_index (self->items, i);

      if (strcmp (item->card->session->id, agent_id) == 0)
        return item;
    }
  return NULL;
}

/**
 * vdt_review_refresh:
 * @self: a queue
 *
 * Asks for it to be read again.
 */
void
vdt_review_refresh (VdtReview *self)
{
  g_return_if_fail (VDT_IS_REVIEW (self));

  self->ops.refresh (self, self->data);
}

/**
 * vdt_review_acknowledge:
 * @self: a queue
 * @targets: (array length=n_targets): what was shown, each session once
 * @n_targets: 1 … %VDT_REVIEW_MAX_TARGETS
 * @func: (nullable): told what came of it
 * @user_data: for @func
 *
 * *Done*: the baselines move to the snapshots that were shown, all or none (V31).
 */
void
vdt_review_acknowledge (VdtReview *self,
                        const VdtReviewTarget *targets,
                        guint n_targets,
                        VdtReviewDoneFunc func,
                        gpointer user_data)
{
  g_return_if_fail (VDT_IS_REVIEW (self));
  g_return_if_fail (n_targets >= 1 && n_targets <= VDT_REVIEW_MAX_TARGETS);

  self->ops.acknowledge (self, targets, n_targets, func, user_data, self->data);
}

/**
 * vdt_review_unreview:
 * @self: a queue
 * @agent_id: our id of a session
 * @func: (nullable): told what came of it
 * @user_data: for @func
 *
 * *Mark Unreviewed*: the baseline goes back to where it stood before.
 */
void
vdt_review_unreview (VdtReview *self,
                     const char *agent_id,
                     VdtReviewDoneFunc func,
                     gpointer user_data)
{
  g_return_if_fail (VDT_IS_REVIEW (self));

  self->ops.unreview (self, agent_id, func, user_data, self->data);
}

/* --- for whoever fills it --------------------------------------------------------------------- */

static void
set_state (VdtReview *self, VdtReviewState state)
{
  if (self->state == state)
    return;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static gboolean
same_card (VdtReview *self, guint index, const VdtReviewCard *card)
{
  VdtReviewItem *item = g_ptr_array_index (self->items, index);

  return vdt_review_card_equal (item->card, card);
}

/**
 * vdt_review_set_cards:
 * @self: a queue
 * @cards: (transfer none) (element-type VdtReviewCard): ranked, in order, at most
 *   %VDT_REVIEW_MAX_CARDS
 * @n_cards: how many there are in all
 *
 * Replaces what is different; what is alike keeps its item.
 */
void
vdt_review_set_cards (VdtReview *self, GPtrArray *cards, guint n_cards)
{
  g_autoptr (GPtrArray) fresh = NULL;
  guint head = 0;
  guint tail = 0;
  guint n_removed = 0;
  guint n_added = 0;

  g_return_if_fail (VDT_IS_REVIEW (self));

  while (head < self->items->len && head < cards->len &&
         same_card (self, head, g_ptr_array_index (cards, head)))
    head++;
  while (
    tail < self->items->len - head && tail < cards->len - head &&
    same_card (self, self->items->len - 1 - tail, g_ptr_array_index (cards, cards->len - 1 - tail)))
    tail++;
  n_removed = self->items->len - head - tail;
  n_added = cards->len - head - tail;
  fresh = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < cards->len; i++)
    {
      if (i < head)
        g_ptr_array_add (fresh, g_object_ref (g_ptr_array_index (self->items, i)));
      else if (i >= head + n_added)
        g_ptr_array_add (fresh,
                         g_object_ref (g_ptr_array_index (self->items, i - n_added + n_removed)));
      else
        g_ptr_array_add (fresh,
                         vdt_review_item_new (vdt_review_card_ref (g_ptr_array_index (cards, i))));
    }
  g_ptr_array_unref (self->items);
  self->items = g_steal_pointer (&fresh);
  if (n_removed > 0 || n_added > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), head, n_removed, n_added);
  if (self->n_cards != n_cards)
    {
      self->n_cards = n_cards;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_CARDS]);
    }
  set_state (self, VDT_REVIEW_READY);
}

/**
 * vdt_review_set_failed:
 * @self: a queue that could not be read
 */
void
vdt_review_set_failed (VdtReview *self)
{
  g_return_if_fail (VDT_IS_REVIEW (self));

  set_state (self, VDT_REVIEW_FAILED);
}

/**
 * vdt_review_set_times:
 * @self: a queue
 * @next_digest: when the next digest is due, or unknown
 * @reviewed_at: when something was acknowledged last, or unknown
 */
void
vdt_review_set_times (VdtReview *self, VdtTime next_digest, VdtTime reviewed_at)
{
  g_return_if_fail (VDT_IS_REVIEW (self));

  if (self->next_digest != next_digest)
    {
      self->next_digest = next_digest;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NEXT_DIGEST]);
    }
  if (self->reviewed_at != reviewed_at)
    {
      self->reviewed_at = reviewed_at;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_REVIEWED_AT]);
    }
}
