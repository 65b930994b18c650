/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-session-group.h"

#include "vdt-paint.h"

struct _VdtSessionGroup
{
  GtkWidget parent_instance;

  GtkWidget *header;
  GtkWidget *title;
  GtkWidget *description;
  GtkWidget *list;

  char *key;
  guint n_rows;
};

typedef enum
{
  SIGNAL_ROW_ACTIVATED,
  SIGNAL_LEAVE,
  N_SIGNALS,
} VdtSessionGroupSignals;

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VdtSessionGroup, vdt_session_group, GTK_TYPE_WIDGET)

static int
compare_ranks (GtkListBoxRow *a, GtkListBoxRow *b, gpointer data)
{
  guint one = vdt_session_row_get_rank (VDT_SESSION_ROW (a));
  guint two = vdt_session_row_get_rank (VDT_SESSION_ROW (b));

  return one < two ? -1 : one > two;
}

static void
activated_cb (VdtSessionGroup *self, GtkListBoxRow *row)
{
  g_signal_emit (self, signals[SIGNAL_ROW_ACTIVATED], 0, row);
}

/* Arrows go on in the next group, as if all were one list. */
static gboolean
keynav_failed_cb (VdtSessionGroup *self, GtkDirectionType direction)
{
  gboolean handled = FALSE;

  if (direction == GTK_DIR_UP || direction == GTK_DIR_DOWN)
    g_signal_emit (self, signals[SIGNAL_LEAVE], 0, direction, &handled);
  return handled;
}

static void
vdt_session_group_dispose (GObject *object)
{
  VdtSessionGroup *self = VDT_SESSION_GROUP (object);

  g_clear_pointer (&self->header, gtk_widget_unparent);
  g_clear_pointer (&self->list, gtk_widget_unparent);

  G_OBJECT_CLASS (vdt_session_group_parent_class)->dispose (object);
}

static void
vdt_session_group_finalize (GObject *object)
{
  g_free (VDT_SESSION_GROUP (object)->key);

  G_OBJECT_CLASS (vdt_session_group_parent_class)->finalize (object);
}

static void
vdt_session_group_class_init (VdtSessionGroupClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_session_group_dispose;
  object_class->finalize = vdt_session_group_finalize;

  signals[SIGNAL_ROW_ACTIVATED] =
    g_signal_new ("row-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 1, VDT_TYPE_SESSION_ROW);
  signals[SIGNAL_LEAVE] = g_signal_new ("leave", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                        g_signal_accumulator_true_handled, NULL, NULL,
                                        G_TYPE_BOOLEAN, 1, GTK_TYPE_DIRECTION_TYPE);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "sessiongroup");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
vdt_session_group_init (VdtSessionGroup *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 9);
  self->header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_widget_add_css_class (self->header, "group-header");
  self->title = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0.);
  gtk_label_set_ellipsize (GTK_LABEL (self->title), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->title, "heading");
  self->description = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->description), 0.);
  gtk_label_set_ellipsize (GTK_LABEL (self->description), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->description, "caption");
  gtk_widget_add_css_class (self->description, "dim-label");
  gtk_widget_add_css_class (self->description, "numeric");
  gtk_widget_set_valign (self->title, GTK_ALIGN_BASELINE);
  gtk_widget_set_valign (self->description, GTK_ALIGN_BASELINE);
  gtk_box_append (GTK_BOX (self->header), self->title);
  gtk_box_append (GTK_BOX (self->header), self->description);
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_list_box_set_sort_func (GTK_LIST_BOX (self->list), compare_ranks, NULL, NULL);
  gtk_widget_add_css_class (self->list, "boxed-list");
  gtk_widget_set_parent (self->header, GTK_WIDGET (self));
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "keynav-failed", G_CALLBACK (keynav_failed_cb), self,
                           G_CONNECT_SWAPPED);
}

/**
 * vdt_session_group_new:
 * @key: tells groups apart
 *
 * Returns: (transfer floating): an empty group
 */
GtkWidget *
vdt_session_group_new (const char *key)
{
  VdtSessionGroup *self = g_object_new (VDT_TYPE_SESSION_GROUP, NULL);

  self->key = g_strdup (key);
  return GTK_WIDGET (self);
}

/**
 * vdt_session_group_get_key:
 * @self: a group
 *
 * Returns: (transfer none): what tells it from others
 */
const char *
vdt_session_group_get_key (VdtSessionGroup *self)
{
  g_return_val_if_fail (VDT_IS_SESSION_GROUP (self), NULL);

  return self->key;
}

/**
 * vdt_session_group_set_heading:
 * @self: a group
 * @title: its title
 * @description: what follows it, dimmed
 */
void
vdt_session_group_set_heading (VdtSessionGroup *self, const char *title, const char *description)
{
  g_autofree char *name = NULL;

  g_return_if_fail (VDT_IS_SESSION_GROUP (self));

  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_label_set_label (GTK_LABEL (self->description), description);
  name = g_strdup_printf ("%s, %s", title, description);
  vdt_access_label (self->list, name);
  vdt_access_label (GTK_WIDGET (self), name);
}

/**
 * vdt_session_group_get_title:
 * @self: a group
 *
 * Returns: (transfer none): its title
 */
const char *
vdt_session_group_get_title (VdtSessionGroup *self)
{
  g_return_val_if_fail (VDT_IS_SESSION_GROUP (self), NULL);

  return gtk_label_get_label (GTK_LABEL (self->title));
}

/**
 * vdt_session_group_add:
 * @self: a group
 * @row: a row that is nowhere else, its rank set
 */
void
vdt_session_group_add (VdtSessionGroup *self, VdtSessionRow *row)
{
  g_return_if_fail (VDT_IS_SESSION_GROUP (self));

  gtk_list_box_append (GTK_LIST_BOX (self->list), GTK_WIDGET (row));
  self->n_rows++;
}

/**
 * vdt_session_group_remove:
 * @self: a group
 * @row: one of its rows
 */
void
vdt_session_group_remove (VdtSessionGroup *self, VdtSessionRow *row)
{
  g_return_if_fail (VDT_IS_SESSION_GROUP (self));

  gtk_list_box_remove (GTK_LIST_BOX (self->list), GTK_WIDGET (row));
  self->n_rows--;
}

/**
 * vdt_session_group_sort:
 * @self: a group
 *
 * Puts its rows in the order of their ranks; no row loses focus by it.
 */
void
vdt_session_group_sort (VdtSessionGroup *self)
{
  g_return_if_fail (VDT_IS_SESSION_GROUP (self));

  gtk_list_box_invalidate_sort (GTK_LIST_BOX (self->list));
}

/**
 * vdt_session_group_get_row:
 * @self: a group
 * @index: which
 *
 * Returns: (transfer none) (nullable): its row
 */
VdtSessionRow *
vdt_session_group_get_row (VdtSessionGroup *self, guint index)
{
  g_return_val_if_fail (VDT_IS_SESSION_GROUP (self), NULL);

  return (VdtSessionRow *) gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), (int) index);
}

/**
 * vdt_session_group_get_n_rows:
 * @self: a group
 *
 * Returns: how many rows it has
 */
guint
vdt_session_group_get_n_rows (VdtSessionGroup *self)
{
  g_return_val_if_fail (VDT_IS_SESSION_GROUP (self), 0);

  return self->n_rows;
}
