/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-day-table.h"

#include <glib/gi18n-lib.h>

#include "vdt-day-chart.h"
#include "vdt-format.h"
#include "vdt-paint.h"

typedef enum
{
  COLUMN_DAY,
  COLUMN_CODEX,
  COLUMN_CLAUDE,
  COLUMN_TOTAL,
  N_COLUMNS,
} VdtDayColumn;

#define VDT_TYPE_DAY_ITEM (vdt_day_item_get_type ())
G_DECLARE_FINAL_TYPE (VdtDayItem, vdt_day_item, VDT, DAY_ITEM, GObject)

struct _VdtDayItem
{
  GObject parent_instance;

  gint64 day;
  char *cells[N_COLUMNS];
};

G_DEFINE_FINAL_TYPE (VdtDayItem, vdt_day_item, G_TYPE_OBJECT)

struct _VdtDayTable
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkWidget *view;
  GListStore *items;
  GtkSingleSelection *selection;
};

G_DEFINE_FINAL_TYPE (VdtDayTable, vdt_day_table, GTK_TYPE_WIDGET)

static void
vdt_day_item_finalize (GObject *object)
{
  VdtDayItem *self = VDT_DAY_ITEM (object);

  for (guint i = 0; i < N_COLUMNS; i++)
    g_free (self->cells[i]);

  G_OBJECT_CLASS (vdt_day_item_parent_class)->finalize (object);
}

static void
vdt_day_item_class_init (VdtDayItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = vdt_day_item_finalize;
}

static void
vdt_day_item_init (VdtDayItem *self)
{
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  VdtDayColumn column = GPOINTER_TO_INT (data);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), column == COLUMN_DAY ? 0. : 1.);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "numeric");
  if (column == COLUMN_TOTAL)
    gtk_widget_add_css_class (label, "strong");
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  VdtDayItem *day = gtk_list_item_get_item (item);

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)),
                       day->cells[GPOINTER_TO_INT (data)]);
}

static const char *
column_title (VdtDayColumn column)
{
  switch (column)
    {
    case COLUMN_DAY:
      return _ ("Day");
    case COLUMN_CODEX:
      return vdt_format_runtime (VDT_RUNTIME_CODEX);
    case COLUMN_CLAUDE:
      return vdt_format_runtime (VDT_RUNTIME_CLAUDE);
    case COLUMN_TOTAL:
      return _ ("Total");
    case N_COLUMNS:
      break;
    }
  return NULL;
}

/* Headings of numbers stand over the numbers; the floor has no call for it, so what the heading is
 * made of is looked for, and left alone where it is not found. */
static void
align_headings (GtkWidget *view)
{
  GtkWidget *header = gtk_widget_get_first_child (view);
  GtkWidget *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;

  for (title = title != NULL ? gtk_widget_get_next_sibling (title) : NULL; title != NULL;
       title = gtk_widget_get_next_sibling (title))
    {
      GtkWidget *box = gtk_widget_get_first_child (title);
      GtkWidget *label = box != NULL ? gtk_widget_get_first_child (box) : NULL;

      if (!GTK_IS_LABEL (label))
        continue;
      gtk_widget_set_hexpand (label, TRUE);
      gtk_label_set_xalign (GTK_LABEL (label), 1.);
      /* Nothing is sorted here. */
      if (gtk_widget_get_next_sibling (label) != NULL)
        gtk_widget_set_visible (gtk_widget_get_next_sibling (label), FALSE);
    }
}

static void
vdt_day_table_dispose (GObject *object)
{
  VdtDayTable *self = VDT_DAY_TABLE (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->items);

  G_OBJECT_CLASS (vdt_day_table_parent_class)->dispose (object);
}

static void
vdt_day_table_class_init (VdtDayTableClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_day_table_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "daytable");
}

static void
vdt_day_table_init (VdtDayTable *self)
{
  self->items = g_list_store_new (VDT_TYPE_DAY_ITEM);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->items)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  self->view = gtk_column_view_new (GTK_SELECTION_MODEL (self->selection));
  for (int i = 0; i < N_COLUMNS; i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      GtkColumnViewColumn *column = NULL;

      g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), GINT_TO_POINTER (i));
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), GINT_TO_POINTER (i));
      column = gtk_column_view_column_new (column_title (i), factory);
      gtk_column_view_column_set_expand (column, TRUE);
      gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), column);
      g_object_unref (column);
    }
  align_headings (self->view);
  gtk_widget_add_css_class (self->view, "day-table");
  vdt_access_label (self->view, _ ("Tokens by day"));
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scroller), 230);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->view);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

/**
 * vdt_day_table_new:
 *
 * Returns: (transfer floating): an empty table
 */
GtkWidget *
vdt_day_table_new (void)
{
  return g_object_new (VDT_TYPE_DAY_TABLE, NULL);
}

/**
 * vdt_day_table_set_days:
 * @self: a table
 * @days: (element-type VdtDayUsage): oldest first; not kept
 * @today: the calendar day it is
 */
void
vdt_day_table_set_days (VdtDayTable *self, GArray *days, gint64 today)
{
  g_autoptr (GPtrArray) items = NULL;

  g_return_if_fail (VDT_IS_DAY_TABLE (self));
  g_return_if_fail (days != NULL);

  items = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = days->len; i-- > 0;)
    {
      const VdtDayUsage *usage = &g_array_index (days, VdtDayUsage, i);
      VdtDayItem *item = g_object_new (VDT_TYPE_DAY_ITEM, NULL);

      item->day = usage->day;
      item->cells[COLUMN_DAY] = vdt_day_label (usage->day, today);
      item->cells[COLUMN_CODEX] = vdt_format_tokens (usage->tokens[VDT_RUNTIME_CODEX].total);
      item->cells[COLUMN_CLAUDE] = vdt_format_tokens (usage->tokens[VDT_RUNTIME_CLAUDE].total);
      item->cells[COLUMN_TOTAL] = vdt_format_tokens (vdt_day_usage_total (usage));
      g_ptr_array_add (items, item);
    }
  g_list_store_splice (self->items, 0, g_list_model_get_n_items (G_LIST_MODEL (self->items)),
                       items->pdata, items->len);
}

/**
 * vdt_day_table_get_n_rows:
 * @self: a table
 *
 * Returns: how many days it has
 */
guint
vdt_day_table_get_n_rows (VdtDayTable *self)
{
  g_return_val_if_fail (VDT_IS_DAY_TABLE (self), 0);

  return g_list_model_get_n_items (G_LIST_MODEL (self->items));
}

/**
 * vdt_day_table_get_text:
 * @self: a table
 * @row: which, from the newest
 *
 * Returns: (transfer full): its cells with tabs between them
 */
char *
vdt_day_table_get_text (VdtDayTable *self, guint row)
{
  g_autoptr (VdtDayItem) item = NULL;

  g_return_val_if_fail (VDT_IS_DAY_TABLE (self), NULL);

  item = g_list_model_get_item (G_LIST_MODEL (self->items), row);
  g_return_val_if_fail (item != NULL, NULL);
  return g_strdup_printf ("%s\t%s\t%s\t%s", item->cells[COLUMN_DAY], item->cells[COLUMN_CODEX],
                          item->cells[COLUMN_CLAUDE], item->cells[COLUMN_TOTAL]);
}

/**
 * vdt_day_table_show_day:
 * @self: a table
 * @day: a calendar day
 *
 * Selects the day and brings it into view.
 */
void
vdt_day_table_show_day (VdtDayTable *self, gint64 day)
{
  g_return_if_fail (VDT_IS_DAY_TABLE (self));

  for (guint i = 0; i < vdt_day_table_get_n_rows (self); i++)
    {
      g_autoptr (VdtDayItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);
      GtkWidget *list = NULL;

      if (item->day != day)
        continue;
      gtk_single_selection_set_selected (self->selection, i);
      /* The floor has no call for it; the list inside a column view has the action. */
      list = gtk_widget_get_last_child (self->view);
      if (list != NULL)
        gtk_widget_activate_action (list, "list.scroll-to-item", "u", i);
      return;
    }
}

/**
 * vdt_day_table_get_selected:
 * @self: a table
 *
 * Returns: the row that is selected, from the newest
 */
guint
vdt_day_table_get_selected (VdtDayTable *self)
{
  g_return_val_if_fail (VDT_IS_DAY_TABLE (self), GTK_INVALID_LIST_POSITION);

  return gtk_single_selection_get_selected (self->selection);
}
