/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-review-group.h"

#include <glib/gi18n-lib.h>

#include "vdt-paint.h"
#include "vdt-review-look.h"

struct _VdtReviewGroup
{
  GtkWidget parent_instance;

  GtkWidget *header;
  GtkWidget *title;
  GtkWidget *count;
  GtkWidget *finish; /* of what changed alone */
  GtkWidget *list;

  VdtReviewTier tier;
  guint n_rows;
};

G_DEFINE_FINAL_TYPE (VdtReviewGroup, vdt_review_group, GTK_TYPE_WIDGET)

static int
compare_ranks (GtkListBoxRow *a, GtkListBoxRow *b, gpointer data)
{
  guint one = vdt_review_row_get_rank (VDT_REVIEW_ROW (a));
  guint two = vdt_review_row_get_rank (VDT_REVIEW_ROW (b));

  return one < two ? -1 : one > two;
}

static void
vdt_review_group_dispose (GObject *object)
{
  VdtReviewGroup *self = VDT_REVIEW_GROUP (object);

  g_clear_pointer (&self->header, gtk_widget_unparent);
  g_clear_pointer (&self->list, gtk_widget_unparent);

  G_OBJECT_CLASS (vdt_review_group_parent_class)->dispose (object);
}

static void
vdt_review_group_class_init (VdtReviewGroupClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_review_group_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "reviewgroup");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
vdt_review_group_init (VdtReviewGroup *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 9);
  self->header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_widget_add_css_class (self->header, "group-header");
  self->title = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->title), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->title, "heading");
  self->count = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->count, "numeric");
  gtk_widget_add_css_class (self->count, "caption");
  gtk_widget_add_css_class (self->count, "dim-label");
  gtk_box_append (GTK_BOX (self->header), self->title);
  gtk_box_append (GTK_BOX (self->header), self->count);
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_SINGLE);
  gtk_list_box_set_activate_on_single_click (GTK_LIST_BOX (self->list), FALSE);
  gtk_list_box_set_sort_func (GTK_LIST_BOX (self->list), compare_ranks, NULL, NULL);
  gtk_widget_add_css_class (self->list, "boxed-list");
  gtk_widget_set_parent (self->header, GTK_WIDGET (self));
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static void
add_finish (VdtReviewGroup *self)
{
  self->finish = gtk_button_new ();
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->finish), "review.finish");
  gtk_widget_add_css_class (self->finish, "flat");
  gtk_widget_add_css_class (self->finish, "small-flat");
  gtk_widget_set_hexpand (self->finish, TRUE);
  gtk_widget_set_halign (self->finish, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (self->header), self->finish);
}

/**
 * vdt_review_group_new:
 * @tier: a tier
 *
 * Returns: (transfer floating): its group, empty
 */
GtkWidget *
vdt_review_group_new (VdtReviewTier tier)
{
  VdtReviewGroup *self = g_object_new (VDT_TYPE_REVIEW_GROUP, NULL);

  self->tier = tier;
  gtk_label_set_label (GTK_LABEL (self->title), vdt_review_tier_words (tier));
  if (tier == VDT_REVIEW_CHANGED)
    add_finish (self);
  return GTK_WIDGET (self);
}

/**
 * vdt_review_group_get_list:
 * @self: a group
 *
 * Returns: (transfer none): the list of its rows
 */
GtkListBox *
vdt_review_group_get_list (VdtReviewGroup *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW_GROUP (self), NULL);

  return GTK_LIST_BOX (self->list);
}

/**
 * vdt_review_group_get_row:
 * @self: a group
 * @index: which
 *
 * Returns: (transfer none) (nullable): its row
 */
VdtReviewRow *
vdt_review_group_get_row (VdtReviewGroup *self, guint index)
{
  g_return_val_if_fail (VDT_IS_REVIEW_GROUP (self), NULL);

  return (VdtReviewRow *) gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), (int) index);
}

/**
 * vdt_review_group_get_n_rows:
 * @self: a group
 *
 * Returns: how many rows it has
 */
guint
vdt_review_group_get_n_rows (VdtReviewGroup *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW_GROUP (self), 0);

  return self->n_rows;
}

/**
 * vdt_review_group_contains:
 * @self: a group
 * @row: a row
 *
 * Returns: whether it is one of its rows
 */
gboolean
vdt_review_group_contains (VdtReviewGroup *self, VdtReviewRow *row)
{
  g_return_val_if_fail (VDT_IS_REVIEW_GROUP (self), FALSE);

  return gtk_widget_get_parent (GTK_WIDGET (row)) == self->list;
}

/**
 * vdt_review_group_add:
 * @self: a group
 * @row: a row that is nowhere else, its rank set
 */
void
vdt_review_group_add (VdtReviewGroup *self, VdtReviewRow *row)
{
  g_return_if_fail (VDT_IS_REVIEW_GROUP (self));

  gtk_list_box_append (GTK_LIST_BOX (self->list), GTK_WIDGET (row));
  self->n_rows++;
}

/**
 * vdt_review_group_remove:
 * @self: a group
 * @row: one of its rows
 */
void
vdt_review_group_remove (VdtReviewGroup *self, VdtReviewRow *row)
{
  g_return_if_fail (VDT_IS_REVIEW_GROUP (self));

  gtk_list_box_remove (GTK_LIST_BOX (self->list), GTK_WIDGET (row));
  self->n_rows--;
}

static gboolean
is_sorted (VdtReviewGroup *self)
{
  for (guint i = 1; i < self->n_rows; i++)
    if (vdt_review_row_get_rank (vdt_review_group_get_row (self, i - 1)) >
        vdt_review_row_get_rank (vdt_review_group_get_row (self, i)))
      return FALSE;
  return TRUE;
}

/**
 * vdt_review_group_settle:
 * @self: a group whose rows have changed
 *
 * Puts its rows in the order of their ranks, and its heading in step.
 */
void
vdt_review_group_settle (VdtReviewGroup *self)
{
  g_autofree char *count = NULL;
  g_autofree char *name = NULL;
  g_autofree char *label = NULL;

  g_return_if_fail (VDT_IS_REVIEW_GROUP (self));

  count = vdt_format_integer (self->n_rows);
  name = g_strdup_printf ("%s, %s", vdt_review_tier_words (self->tier), count);
  if (!is_sorted (self))
    gtk_list_box_invalidate_sort (GTK_LIST_BOX (self->list));
  gtk_label_set_label (GTK_LABEL (self->count), count);
  vdt_access_label (self->list, name);
  vdt_access_label (GTK_WIDGET (self), name);
  gtk_widget_set_visible (GTK_WIDGET (self), self->n_rows > 0);
  if (self->finish == NULL)
    return;
  gtk_widget_set_visible (self->finish, self->n_rows > 1);
  if (self->n_rows > VDT_REVIEW_MAX_TARGETS)
    /* Translators: a button; %u is 10, which is how many can be done in one go */
    label = g_strdup_printf (_ ("Mark First %u Reviewed"), VDT_REVIEW_MAX_TARGETS);
  else
    label = g_strdup (_ ("Mark All Reviewed"));
  gtk_button_set_label (GTK_BUTTON (self->finish), label);
  gtk_widget_add_css_class (gtk_button_get_child (GTK_BUTTON (self->finish)), "caption");
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->finish))),
                           PANGO_ELLIPSIZE_END);
}

/**
 * vdt_review_group_select:
 * @self: a group
 * @row: (nullable): the one of its rows that is the current one; `NULL` where it is in no row of
 *   this group
 */
void
vdt_review_group_select (VdtReviewGroup *self, VdtReviewRow *row)
{
  g_return_if_fail (VDT_IS_REVIEW_GROUP (self));

  if (row != NULL)
    gtk_list_box_select_row (GTK_LIST_BOX (self->list), GTK_LIST_BOX_ROW (row));
  else
    gtk_list_box_unselect_all (GTK_LIST_BOX (self->list));
}
