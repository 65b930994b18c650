/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-review-row.h"

#include "vdt-paint.h"
#include "vdt-review-look.h"
#include "vdt-state-badge.h"

/* So many never need to be cut. */
#define FEW_LETTERS 12

struct _VdtReviewRow
{
  AdwActionRow parent_instance;

  /* Borrowed */
  GtkWidget *badge;

  /* Owned */
  VdtReviewItem *item;
  VdtPresenter *presenter;

  guint rank;
};

G_DEFINE_FINAL_TYPE (VdtReviewRow, vdt_review_row, ADW_TYPE_ACTION_ROW)

/* A second line where large text or a narrow window needs it. A label that may be cut says that it
 * needs room for the mark of that, also where its words are narrower and GTK then complains. */
static int
lines_for (const char *text)
{
  return g_utf8_strlen (text, -1) > FEW_LETTERS ? 2 : 0;
}

static void
update_cb (VdtReviewRow *self)
{
  VdtReviewLook look = { 0 };

  vdt_review_look_init (&look, vdt_review_item_get_card (self->item),
                        vdt_presenter_get_lens (self->presenter));
  vdt_state_badge_set (VDT_STATE_BADGE (self->badge), look.badge, look.extra);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (self), lines_for (look.title));
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (self), lines_for (look.subtitle));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), look.title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), look.subtitle);
  vdt_access_label (GTK_WIDGET (self), look.title);
  vdt_access_description (GTK_WIDGET (self), look.description);
  vdt_review_look_clear (&look);
}

static void
vdt_review_row_dispose (GObject *object)
{
  VdtReviewRow *self = VDT_REVIEW_ROW (object);

  g_clear_object (&self->item);
  g_clear_object (&self->presenter);

  G_OBJECT_CLASS (vdt_review_row_parent_class)->dispose (object);
}

static void
vdt_review_row_class_init (VdtReviewRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = vdt_review_row_dispose;
}

static void
vdt_review_row_init (VdtReviewRow *self)
{
  /* Before any words: those of a log are no markup. */
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), TRUE);
  self->badge = vdt_state_badge_new (FALSE);
  adw_action_row_add_prefix (ADW_ACTION_ROW (self), self->badge);
  gtk_widget_add_css_class (GTK_WIDGET (self), "review-row");
}

/**
 * vdt_review_row_new:
 * @item: a card of the queue
 * @presenter: how it is looked at
 *
 * Returns: (transfer floating): its row
 */
GtkWidget *
vdt_review_row_new (VdtReviewItem *item, VdtPresenter *presenter)
{
  VdtReviewRow *self = NULL;

  g_return_val_if_fail (VDT_IS_REVIEW_ITEM (item), NULL);
  g_return_val_if_fail (VDT_IS_PRESENTER (presenter), NULL);

  self = g_object_new (VDT_TYPE_REVIEW_ROW, NULL);
  self->item = g_object_ref (item);
  self->presenter = g_object_ref (presenter);
  g_signal_connect_object (presenter, "changed", G_CALLBACK (update_cb), self, G_CONNECT_SWAPPED);
  update_cb (self);
  return GTK_WIDGET (self);
}

/**
 * vdt_review_row_set_item:
 * @self: a row
 * @item: another card of the same session
 */
void
vdt_review_row_set_item (VdtReviewRow *self, VdtReviewItem *item)
{
  g_return_if_fail (VDT_IS_REVIEW_ROW (self));
  g_return_if_fail (VDT_IS_REVIEW_ITEM (item));

  if (g_set_object (&self->item, item))
    update_cb (self);
}

/**
 * vdt_review_row_get_card:
 * @self: a row
 *
 * Returns: (transfer none): the card it shows
 */
const VdtReviewCard *
vdt_review_row_get_card (VdtReviewRow *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW_ROW (self), NULL);

  return vdt_review_item_get_card (self->item);
}

/**
 * vdt_review_row_get_id:
 * @self: a row
 *
 * Returns: (transfer none): our id of its session
 */
const char *
vdt_review_row_get_id (VdtReviewRow *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW_ROW (self), NULL);

  return vdt_review_item_get_card (self->item)->session->id;
}

/**
 * vdt_review_row_get_rank:
 * @self: a row
 *
 * Returns: its place among the rows of its tier
 */
guint
vdt_review_row_get_rank (VdtReviewRow *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW_ROW (self), 0);

  return self->rank;
}

/**
 * vdt_review_row_set_rank:
 * @self: a row
 * @rank: its place among the rows of its tier, for whoever sorts them
 */
void
vdt_review_row_set_rank (VdtReviewRow *self, guint rank)
{
  g_return_if_fail (VDT_IS_REVIEW_ROW (self));

  self->rank = rank;
}

/**
 * vdt_review_row_get_badge:
 * @self: a row
 *
 * Returns: (transfer none): its #VdtStateBadge
 */
GtkWidget *
vdt_review_row_get_badge (VdtReviewRow *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW_ROW (self), NULL);

  return self->badge;
}

/**
 * vdt_review_row_get_text:
 * @self: a row
 *
 * Returns: (transfer full): the words that are seen, a line each
 */
char *
vdt_review_row_get_text (VdtReviewRow *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW_ROW (self), NULL);

  return g_strdup_printf ("%s\n%s", adw_preferences_row_get_title (ADW_PREFERENCES_ROW (self)),
                          adw_action_row_get_subtitle (ADW_ACTION_ROW (self)));
}
