/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-quota-list.h"

#include <glib/gi18n-lib.h>

#include "vdt-inline-icon.h"
#include "vdt-paint.h"

struct _VdtQuotaList
{
  GtkWidget parent_instance;

  GtkWidget *header;
  GtkWidget *words;
  GtkWidget *age_icon;
  GtkWidget *age;
  GtkWidget *cards;

  VdtPresenter *presenter;
  GListModel *homes;
  GHashTable *watched; /* VdtHome → itself */
};

G_DEFINE_FINAL_TYPE (VdtQuotaList, vdt_quota_list, GTK_TYPE_WIDGET)

static void
update_header (VdtQuotaList *self)
{
  const VdtLens *lens = vdt_presenter_get_lens (self->presenter);
  VdtTime newest = VDT_TIME_UNKNOWN;
  g_autofree char *age = NULL;
  g_autofree char *text = NULL;

  gtk_label_set_label (GTK_LABEL (self->words), vdt_format_words (lens->words));
  for (guint i = 0; self->homes != NULL && i < g_list_model_get_n_items (self->homes); i++)
    {
      g_autoptr (VdtHome) home = g_list_model_get_item (self->homes, i);

      newest = MAX (newest, vdt_home_get_newest_reading (home));
    }
  gtk_widget_set_visible (self->age, vdt_time_known (newest));
  gtk_widget_set_visible (self->age_icon, vdt_time_known (newest));
  if (!vdt_time_known (newest))
    return;
  age = vdt_format_duration (lens->now - newest);
  text = g_strdup_printf (_ ("%s ago"), age);
  gtk_label_set_label (GTK_LABEL (self->age), text);
}

/* Makes the cards be those of the homes, in their order, and keeps the ones that stay. */
static void
sync_cb (VdtQuotaList *self)
{
  GtkWidget *before = NULL;
  GtkWidget *card = NULL;

  for (guint i = 0; self->homes != NULL && i < g_list_model_get_n_items (self->homes); i++)
    {
      g_autoptr (VdtHome) home = g_list_model_get_item (self->homes, i);

      if (!g_hash_table_contains (self->watched, home))
        {
          g_hash_table_add (self->watched, g_object_ref (home));
          g_signal_connect_object (home, "changed", G_CALLBACK (sync_cb), self, G_CONNECT_SWAPPED);
        }
      if (vdt_home_get_n_quotas (home) == 0)
        continue;
      for (card = gtk_widget_get_first_child (self->cards); card != NULL;
           card = gtk_widget_get_next_sibling (card))
        if (vdt_quota_card_get_home (VDT_QUOTA_CARD (card)) == home)
          break;
      if (card == NULL)
        {
          card = vdt_quota_card_new (home, self->presenter);
          gtk_box_insert_child_after (GTK_BOX (self->cards), card, before);
        }
      else if (gtk_widget_get_prev_sibling (card) != before)
        gtk_box_reorder_child_after (GTK_BOX (self->cards), card, before);
      before = card;
    }
  card = before != NULL ? gtk_widget_get_next_sibling (before)
                        : gtk_widget_get_first_child (self->cards);
  while (card != NULL)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (card);

      gtk_box_remove (GTK_BOX (self->cards), card);
      card = next;
    }
  gtk_widget_set_visible (GTK_WIDGET (self), before != NULL);
  update_header (self);
}

static void
unwatch (VdtQuotaList *self)
{
  GHashTableIter iter;
  gpointer home;

  g_hash_table_iter_init (&iter, self->watched);
  while (g_hash_table_iter_next (&iter, &home, NULL))
    g_signal_handlers_disconnect_by_func (home, sync_cb, self);
  g_hash_table_remove_all (self->watched);
}

static void
vdt_quota_list_dispose (GObject *object)
{
  VdtQuotaList *self = VDT_QUOTA_LIST (object);

  if (self->watched != NULL)
    unwatch (self);
  g_clear_pointer (&self->watched, g_hash_table_unref);
  g_clear_object (&self->homes);
  g_clear_object (&self->presenter);
  g_clear_pointer (&self->header, gtk_widget_unparent);
  g_clear_pointer (&self->cards, gtk_widget_unparent);

  G_OBJECT_CLASS (vdt_quota_list_parent_class)->dispose (object);
}

static void
vdt_quota_list_class_init (VdtQuotaListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_quota_list_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "quotalist");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
dim_label (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_set_valign (label, GTK_ALIGN_BASELINE);
  return label;
}

static void
vdt_quota_list_init (VdtQuotaList *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (widget);
  GtkWidget *title = gtk_label_new (_ ("Quotas"));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 9);
  self->watched = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  self->header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_widget_add_css_class (self->header, "group-header");
  gtk_widget_add_css_class (title, "heading");
  gtk_widget_set_valign (title, GTK_ALIGN_BASELINE);
  self->words = dim_label ();
  gtk_label_set_xalign (GTK_LABEL (self->words), 0.);
  gtk_widget_set_hexpand (self->words, TRUE);
  self->age_icon = vdt_inline_icon_new ("vedette-history-symbolic");
  gtk_widget_add_css_class (self->age_icon, "dim-label");
  self->age = dim_label ();
  gtk_widget_set_tooltip_text (self->age, _ ("Age of the newest reading"));
  gtk_box_append (GTK_BOX (self->header), title);
  gtk_box_append (GTK_BOX (self->header), self->words);
  gtk_box_append (GTK_BOX (self->header), self->age_icon);
  gtk_box_append (GTK_BOX (self->header), self->age);
  self->cards = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  gtk_widget_set_parent (self->header, widget);
  gtk_widget_set_parent (self->cards, widget);
  gtk_widget_set_visible (widget, FALSE);
  vdt_access_label (widget, _ ("Quotas"));
}

/**
 * vdt_quota_list_new:
 * @presenter: how quotas are looked at
 *
 * Returns: (transfer floating): the list, without homes
 */
GtkWidget *
vdt_quota_list_new (VdtPresenter *presenter)
{
  VdtQuotaList *self = NULL;

  g_return_val_if_fail (VDT_IS_PRESENTER (presenter), NULL);

  self = g_object_new (VDT_TYPE_QUOTA_LIST, NULL);
  self->presenter = g_object_ref (presenter);
  g_signal_connect_object (presenter, "changed", G_CALLBACK (update_header), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

/**
 * vdt_quota_list_set_homes:
 * @self: a list
 * @homes: (nullable): a #GListModel of #VdtHome, fullest running window first
 */
void
vdt_quota_list_set_homes (VdtQuotaList *self, GListModel *homes)
{
  g_return_if_fail (VDT_IS_QUOTA_LIST (self));

  if (self->homes == homes)
    return;
  if (self->homes != NULL)
    g_signal_handlers_disconnect_by_func (self->homes, sync_cb, self);
  unwatch (self);
  g_set_object (&self->homes, homes);
  if (homes != NULL)
    g_signal_connect_object (homes, "items-changed", G_CALLBACK (sync_cb), self, G_CONNECT_SWAPPED);
  sync_cb (self);
}

/**
 * vdt_quota_list_get_n_cards:
 * @self: a list
 *
 * Returns: how many cards it shows
 */
guint
vdt_quota_list_get_n_cards (VdtQuotaList *self)
{
  guint n = 0;

  g_return_val_if_fail (VDT_IS_QUOTA_LIST (self), 0);

  for (GtkWidget *card = gtk_widget_get_first_child (self->cards); card != NULL;
       card = gtk_widget_get_next_sibling (card))
    n++;
  return n;
}

/**
 * vdt_quota_list_get_card:
 * @self: a list
 * @index: which
 *
 * Returns: (transfer none) (nullable): the card
 */
VdtQuotaCard *
vdt_quota_list_get_card (VdtQuotaList *self, guint index)
{
  GtkWidget *card = NULL;

  g_return_val_if_fail (VDT_IS_QUOTA_LIST (self), NULL);

  card = gtk_widget_get_first_child (self->cards);
  while (card != NULL && index-- > 0)
    card = gtk_widget_get_next_sibling (card);
  return (VdtQuotaCard *) card;
}
