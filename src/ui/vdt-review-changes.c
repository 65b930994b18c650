/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-review-changes.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "vdt-paint.h"
#include "vdt-review-look.h"
#include "vdt-review-parts.h"

struct _VdtReviewChanges
{
  GtkWidget parent_instance;

  GtkWidget *since;
  GtkWidget *title;
  GtkWidget *truncated;
  GtkWidget *list;

  guint n_rows;
};

G_DEFINE_FINAL_TYPE (VdtReviewChanges, vdt_review_changes, GTK_TYPE_WIDGET)

static void
vdt_review_changes_dispose (GObject *object)
{
  VdtReviewChanges *self = VDT_REVIEW_CHANGES (object);

  g_clear_pointer (&self->since, gtk_widget_unparent);
  g_clear_pointer (&self->title, gtk_widget_unparent);
  g_clear_pointer (&self->truncated, gtk_widget_unparent);
  g_clear_pointer (&self->list, gtk_widget_unparent);

  G_OBJECT_CLASS (vdt_review_changes_parent_class)->dispose (object);
}

static void
vdt_review_changes_class_init (VdtReviewChangesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_review_changes_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "reviewchanges");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
vdt_review_changes_init (VdtReviewChanges *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 6);
  self->since = vdt_review_label_new ("caption", "dim-label");
  gtk_widget_add_css_class (self->since, "numeric");
  self->title = vdt_review_label_new ("title-2", "numeric");
  self->truncated = vdt_review_label_new ("caption", "dim-label");
  self->list = vdt_review_list_new ();
  gtk_widget_set_margin_top (self->list, 9);
  gtk_widget_set_parent (self->since, GTK_WIDGET (self));
  gtk_widget_set_parent (self->title, GTK_WIDGET (self));
  gtk_widget_set_parent (self->truncated, GTK_WIDGET (self));
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));
}

static void
add_change (VdtReviewChanges *self, const VdtChangeItem *item, const VdtLens *lens)
{
  VdtChangeLook look = { 0 };
  GtkWidget *row = NULL;

  vdt_change_look_init (&look, item, lens);
  row = vdt_review_row_new_with_words (look.title, look.subtitle);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), vdt_review_icon_new (look.icon_name));
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
  self->n_rows++;
  vdt_change_look_clear (&look);
}

/**
 * vdt_review_changes_set_card:
 * @self: the changes
 * @card: whose
 * @lens: how they are looked at
 *
 * Shows the changes of a card; is invisible where it has none.
 */
void
vdt_review_changes_set_card (VdtReviewChanges *self, const VdtReviewCard *card, const VdtLens *lens)
{
  GtkWidget *child = NULL;
  guint n;

  g_return_if_fail (VDT_IS_REVIEW_CHANGES (self));

  while ((child = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), child);
  self->n_rows = 0;
  n = vdt_change_set_get_size (card->changes);
  for (guint i = 0; i < n; i++)
    add_change (self, vdt_change_set_get (card->changes, i), lens);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  vdt_review_changes_update (self, card, lens);
}

/**
 * vdt_review_changes_update:
 * @self: the changes
 * @card: whose they are already
 * @lens: how they are looked at now
 */
void
vdt_review_changes_update (VdtReviewChanges *self, const VdtReviewCard *card, const VdtLens *lens)
{
  g_autofree char *title = NULL;
  g_autofree char *since = NULL;

  g_return_if_fail (VDT_IS_REVIEW_CHANGES (self));

  title = vdt_review_n_changes_words (card);
  since = vdt_review_baseline_words (card, lens);
  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_label_set_label (GTK_LABEL (self->since), since);
  gtk_widget_set_visible (self->truncated, card->history_truncated);
  if (card->history_truncated)
    {
      g_autofree char *text = vdt_review_truncated_words (card, lens);

      gtk_label_set_label (GTK_LABEL (self->truncated), text);
    }
  vdt_access_label (GTK_WIDGET (self), title);
  vdt_access_description (GTK_WIDGET (self), since);
  vdt_access_label (self->list, title);
}

/**
 * vdt_review_changes_get_n_rows:
 * @self: the changes
 *
 * Returns: how many are listed
 */
guint
vdt_review_changes_get_n_rows (VdtReviewChanges *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW_CHANGES (self), 0);

  return self->n_rows;
}
