/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-activity-page.h"

#include <glib/gi18n-lib.h>

#include "vdt-chart-card.h"
#include "vdt-columns.h"
#include "vdt-paint.h"
#include "vdt-paths.h"

struct _VdtActivityPage
{
  AdwBin parent_instance;

  /* Template widgets */
  GtkStack *stack;
  GtkSearchBar *search_bar;
  GtkSearchEntry *search_entry;
  GtkStack *results;
  VdtColumns *columns;
  GtkListBox *places;
  GtkProgressBar *progress_bar;
  GtkLabel *progress_files;
  GtkLabel *progress_bytes;
  GtkButton *show_found;
  GtkLabel *unread_lines;

  /* Borrowed: children of the columns */
  VdtQuotaList *quotas;
  VdtChartCard *chart;

  /* Owned */
  VdtPresenter *presenter;
  VdtSessionLists *lists;
  GListModel *sessions;
  GListModel *homes;

  VdtEngineState state;
  gboolean found_shown;
  gboolean scanning_shown;
  guint scanning_id;
};

typedef enum
{
  SIGNAL_SESSION_ACTIVATED,
  SIGNAL_RANGE_CHANGED,
  SIGNAL_PAGE_CHANGED,
  N_SIGNALS,
} VdtActivityPageSignals;

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VdtActivityPage, vdt_activity_page, ADW_TYPE_BIN)

static guint
n_sessions (VdtActivityPage *self)
{
  return self->sessions != NULL ? g_list_model_get_n_items (self->sessions) : 0;
}

static const char *
page_for (VdtActivityPage *self)
{
  switch (self->state)
    {
    case VDT_ENGINE_WELCOME:
      return "welcome";
    case VDT_ENGINE_OFF:
      return "off";
    case VDT_ENGINE_SCANNING:
      if (self->found_shown && n_sessions (self) > 0)
        return "content";
      return self->scanning_shown ? "scanning" : "blank";
    case VDT_ENGINE_READY:
      return n_sessions (self) > 0 ? "content" : "empty";
    }
  return "blank";
}

static void
update_page (VdtActivityPage *self)
{
  const char *page = page_for (self);
  guint n = n_sessions (self);

  if (n > 0)
    {
      /* Translators: a button during the first scan; %u is how many sessions were found so far */
      g_autofree char *label = g_strdup_printf (_ ("Show Sessions Found (%u)"), n);

      gtk_button_set_label (self->show_found, label);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->show_found), n > 0);
  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), page) == 0)
    return;
  gtk_stack_set_visible_child_name (self->stack, page);
  if (!g_str_equal (page, "content"))
    gtk_search_bar_set_search_mode (self->search_bar, FALSE);
  g_signal_emit (self, signals[SIGNAL_PAGE_CHANGED], 0);
}

static void
lists_changed_cb (VdtActivityPage *self)
{
  gboolean nothing = vdt_session_lists_get_n_rows (self->lists) == 0 && n_sessions (self) > 0;

  gtk_stack_set_visible_child_name (self->results, nothing ? "nothing" : "found");
  update_page (self);
}

static void
search_changed_cb (VdtActivityPage *self)
{
  vdt_session_lists_set_search (self->lists,
                                gtk_editable_get_text (GTK_EDITABLE (self->search_entry)));
}

static void
clear_search_cb (VdtActivityPage *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search_entry), "");
  gtk_search_bar_set_search_mode (self->search_bar, FALSE);
}

static void
show_found_cb (VdtActivityPage *self)
{
  vdt_activity_page_show_found (self);
}

static gboolean
scanning_cb (gpointer data)
{
  VdtActivityPage *self = data;

  self->scanning_id = 0;
  vdt_activity_page_show_scanning (self);
  return G_SOURCE_REMOVE;
}

static char *
place_words (VdtHome *home)
{
  const char *runtime = vdt_format_runtime (vdt_home_get_runtime (home));
  const char *problem = vdt_home_get_problem (home);

  if (problem != NULL)
    return g_strdup_printf ("%s · %s", runtime, problem);
  if (vdt_home_get_n_files (home) == 0)
    return g_strdup_printf ("%s · %s", runtime, _ ("no session logs yet"));
  return g_strdup_printf ("%s · %s", runtime, _ ("no recent sessions"));
}

static void
places_changed_cb (VdtActivityPage *self)
{
  GtkWidget *child = NULL;
  guint n = self->homes != NULL ? g_list_model_get_n_items (self->homes) : 0;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->places))) != NULL)
    gtk_list_box_remove (self->places, child);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (VdtHome) home = g_list_model_get_item (self->homes, i);
      g_autofree char *path = vdt_path_for_display (vdt_home_get_path (home));
      g_autofree char *words = place_words (home);
      GtkWidget *row = adw_action_row_new ();
      GtkWidget *icon = gtk_image_new_from_icon_name ("vedette-folder-symbolic");

      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), path);
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), words);
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), icon);
      vdt_access_label (row, path);
      vdt_access_description (row, words);
      gtk_list_box_append (self->places, row);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->places), n > 0);
}

static void
activated_cb (VdtActivityPage *self, VdtSessionRow *row)
{
  g_signal_emit (self, signals[SIGNAL_SESSION_ACTIVATED], 0, row);
}

static void
range_cb (VdtActivityPage *self, guint n_days)
{
  g_signal_emit (self, signals[SIGNAL_RANGE_CHANGED], 0, n_days);
}

static void
vdt_activity_page_dispose (GObject *object)
{
  VdtActivityPage *self = VDT_ACTIVITY_PAGE (object);

  g_clear_handle_id (&self->scanning_id, g_source_remove);
  if (self->lists != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->lists, self);
      vdt_session_lists_set_sessions (self->lists, NULL);
    }
  g_clear_object (&self->lists);
  g_clear_object (&self->presenter);
  g_clear_object (&self->sessions);
  g_clear_object (&self->homes);
  /* The bin would unparent its child a second time. */
  adw_bin_set_child (ADW_BIN (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), VDT_TYPE_ACTIVITY_PAGE);

  G_OBJECT_CLASS (vdt_activity_page_parent_class)->dispose (object);
}

static void
vdt_activity_page_class_init (VdtActivityPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_activity_page_dispose;

  signals[SIGNAL_SESSION_ACTIVATED] =
    g_signal_new ("session-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 1, VDT_TYPE_SESSION_ROW);
  signals[SIGNAL_RANGE_CHANGED] =
    g_signal_new ("range-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SIGNAL_PAGE_CHANGED] =
    g_signal_new ("page-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);

  g_type_ensure (VDT_TYPE_COLUMNS);
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/vedette/Vedette/ui/vdt-activity-page.ui");
  gtk_widget_class_bind_template_child (widget_class, VdtActivityPage, stack);
  gtk_widget_class_bind_template_child (widget_class, VdtActivityPage, search_bar);
  gtk_widget_class_bind_template_child (widget_class, VdtActivityPage, search_entry);
  gtk_widget_class_bind_template_child (widget_class, VdtActivityPage, results);
  gtk_widget_class_bind_template_child (widget_class, VdtActivityPage, columns);
  gtk_widget_class_bind_template_child (widget_class, VdtActivityPage, places);
  gtk_widget_class_bind_template_child (widget_class, VdtActivityPage, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, VdtActivityPage, progress_files);
  gtk_widget_class_bind_template_child (widget_class, VdtActivityPage, progress_bytes);
  gtk_widget_class_bind_template_child (widget_class, VdtActivityPage, show_found);
  gtk_widget_class_bind_template_child (widget_class, VdtActivityPage, unread_lines);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, clear_search_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_found_cb);
}

static void
vdt_activity_page_init (VdtActivityPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_bar_connect_entry (self->search_bar, GTK_EDITABLE (self->search_entry));
  vdt_access_label (GTK_WIDGET (self->progress_bar), _ ("Logs read"));
  vdt_access_label (GTK_WIDGET (self->search_entry), _ ("Search sessions"));
  vdt_access_label (GTK_WIDGET (self->places), _ ("Places that are watched"));
}

/**
 * vdt_activity_page_new:
 * @presenter: how everything on it is looked at
 *
 * Returns: (transfer floating): the page, welcoming
 */
GtkWidget *
vdt_activity_page_new (VdtPresenter *presenter)
{
  VdtActivityPage *self = NULL;

  g_return_val_if_fail (VDT_IS_PRESENTER (presenter), NULL);

  self = g_object_new (VDT_TYPE_ACTIVITY_PAGE, NULL);
  self->presenter = g_object_ref (presenter);
  self->lists = vdt_session_lists_new (presenter);
  self->quotas = VDT_QUOTA_LIST (vdt_quota_list_new (presenter));
  self->chart = VDT_CHART_CARD (vdt_chart_card_new (presenter));
  vdt_columns_set_part (self->columns, VDT_COLUMN_WAITING,
                        vdt_session_lists_get_waiting (self->lists));
  vdt_columns_set_part (self->columns, VDT_COLUMN_QUOTAS, GTK_WIDGET (self->quotas));
  vdt_columns_set_part (self->columns, VDT_COLUMN_PROJECTS,
                        vdt_session_lists_get_projects (self->lists));
  vdt_columns_set_part (self->columns, VDT_COLUMN_CHART, GTK_WIDGET (self->chart));
  g_signal_connect_object (self->lists, "changed", G_CALLBACK (lists_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->lists, "session-activated", G_CALLBACK (activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->chart, "range-changed", G_CALLBACK (range_cb), self,
                           G_CONNECT_SWAPPED);
  update_page (self);
  return GTK_WIDGET (self);
}

/**
 * vdt_activity_page_set_state:
 * @self: a page
 * @state: what the engine does
 *
 * What was kept from before is shown at once while logs are read again; else the page of the
 * first scan comes after a second.
 */
void
vdt_activity_page_set_state (VdtActivityPage *self, VdtEngineState state)
{
  g_return_if_fail (VDT_IS_ACTIVITY_PAGE (self));

  if (state == VDT_ENGINE_SCANNING && self->state != VDT_ENGINE_SCANNING)
    {
      self->found_shown = n_sessions (self) > 0;
      self->scanning_shown = FALSE;
      if (!self->found_shown && self->scanning_id == 0)
        {
          self->scanning_id = g_timeout_add (VDT_SCANNING_AFTER, scanning_cb, self);
          g_source_set_name_by_id (self->scanning_id, "vdt-activity-page-scanning");
        }
    }
  else if (state != VDT_ENGINE_SCANNING)
    g_clear_handle_id (&self->scanning_id, g_source_remove);
  self->state = state;
  update_page (self);
}

/**
 * vdt_activity_page_set_sessions:
 * @self: a page
 * @sessions: (nullable): a #GListModel of #VdtSession, newest first
 */
void
vdt_activity_page_set_sessions (VdtActivityPage *self, GListModel *sessions)
{
  g_return_if_fail (VDT_IS_ACTIVITY_PAGE (self));

  g_set_object (&self->sessions, sessions);
  vdt_session_lists_set_sessions (self->lists, sessions);
  update_page (self);
}

/**
 * vdt_activity_page_set_homes:
 * @self: a page
 * @homes: (nullable): a #GListModel of #VdtHome, fullest running window first
 */
void
vdt_activity_page_set_homes (VdtActivityPage *self, GListModel *homes)
{
  g_return_if_fail (VDT_IS_ACTIVITY_PAGE (self));

  if (self->homes != NULL)
    g_signal_handlers_disconnect_by_func (self->homes, places_changed_cb, self);
  g_set_object (&self->homes, homes);
  if (homes != NULL)
    g_signal_connect_object (homes, "items-changed", G_CALLBACK (places_changed_cb), self,
                             G_CONNECT_SWAPPED);
  places_changed_cb (self);
  vdt_quota_list_set_homes (self->quotas, homes);
}

/**
 * vdt_activity_page_set_days:
 * @self: a page
 * @days: (element-type VdtDayUsage): oldest first; a reference is kept
 */
void
vdt_activity_page_set_days (VdtActivityPage *self, GArray *days)
{
  g_return_if_fail (VDT_IS_ACTIVITY_PAGE (self));

  vdt_chart_card_set_days (self->chart, days);
}

/**
 * vdt_activity_page_set_progress:
 * @self: a page
 * @progress: how far reading is
 */
void
vdt_activity_page_set_progress (VdtActivityPage *self, const VdtEngineProgress *progress)
{
  g_autofree char *files = NULL;
  g_autofree char *bytes = NULL;

  g_return_if_fail (VDT_IS_ACTIVITY_PAGE (self));
  g_return_if_fail (progress != NULL);

  files = g_strdup_printf (ngettext ("%u of %u file", "%u of %u files", progress->files_total),
                           progress->files_done, progress->files_total);
  bytes = vdt_format_bytes_of (progress->bytes_done, progress->bytes_total);
  gtk_label_set_label (self->progress_files, files);
  gtk_label_set_label (self->progress_bytes, bytes);
  gtk_progress_bar_set_fraction (self->progress_bar,
                                 progress->bytes_total > 0
                                   ? MIN ((double) progress->bytes_done / progress->bytes_total, 1.)
                                   : 0.);
}

/**
 * vdt_activity_page_set_unread_lines:
 * @self: a page
 * @n_lines: how many lines could not be read
 */
void
vdt_activity_page_set_unread_lines (VdtActivityPage *self, guint n_lines)
{
  g_autofree char *text = NULL;

  g_return_if_fail (VDT_IS_ACTIVITY_PAGE (self));

  text =
    g_strdup_printf (ngettext ("%u line could not be read", "%u lines could not be read", n_lines),
                     n_lines);
  gtk_label_set_label (self->unread_lines, text);
  gtk_widget_set_visible (GTK_WIDGET (self->unread_lines), n_lines > 0);
}

/**
 * vdt_activity_page_set_width_class:
 * @self: a page
 * @width: how wide the window is
 */
void
vdt_activity_page_set_width_class (VdtActivityPage *self, VdtWidth width)
{
  g_return_if_fail (VDT_IS_ACTIVITY_PAGE (self));

  vdt_columns_set_width_class (self->columns, width);
  vdt_session_lists_set_narrow (self->lists, width == VDT_WIDTH_NARROW);
}

/**
 * vdt_activity_page_get_page:
 * @self: a page
 *
 * Returns: (transfer none): `welcome`, `off`, `blank`, `scanning`, `empty` or `content`
 */
const char *
vdt_activity_page_get_page (VdtActivityPage *self)
{
  g_return_val_if_fail (VDT_IS_ACTIVITY_PAGE (self), NULL);

  return gtk_stack_get_visible_child_name (self->stack);
}

/**
 * vdt_activity_page_get_n_days:
 * @self: a page
 *
 * Returns: how many days the chart is to show
 */
guint
vdt_activity_page_get_n_days (VdtActivityPage *self)
{
  g_return_val_if_fail (VDT_IS_ACTIVITY_PAGE (self), 0);

  return vdt_chart_card_get_n_days (self->chart);
}

/**
 * vdt_activity_page_get_search_bar:
 * @self: a page
 *
 * Returns: (transfer none): its search bar
 */
GtkSearchBar *
vdt_activity_page_get_search_bar (VdtActivityPage *self)
{
  g_return_val_if_fail (VDT_IS_ACTIVITY_PAGE (self), NULL);

  return self->search_bar;
}

/**
 * vdt_activity_page_get_lists:
 * @self: a page
 *
 * Returns: (transfer none): its lists of sessions
 */
VdtSessionLists *
vdt_activity_page_get_lists (VdtActivityPage *self)
{
  g_return_val_if_fail (VDT_IS_ACTIVITY_PAGE (self), NULL);

  return self->lists;
}

/**
 * vdt_activity_page_get_quotas:
 * @self: a page
 *
 * Returns: (transfer none): its list of quota cards
 */
VdtQuotaList *
vdt_activity_page_get_quotas (VdtActivityPage *self)
{
  g_return_val_if_fail (VDT_IS_ACTIVITY_PAGE (self), NULL);

  return self->quotas;
}

/**
 * vdt_activity_page_set_search:
 * @self: a page
 * @text: what to search for
 */
void
vdt_activity_page_set_search (VdtActivityPage *self, const char *text)
{
  g_return_if_fail (VDT_IS_ACTIVITY_PAGE (self));

  gtk_search_bar_set_search_mode (self->search_bar, TRUE);
  gtk_editable_set_text (GTK_EDITABLE (self->search_entry), text);
  vdt_session_lists_set_search (self->lists, text);
}

/**
 * vdt_activity_page_toggle_table:
 * @self: a page
 *
 * Shows the table instead of the chart, or the chart again.
 */
void
vdt_activity_page_toggle_table (VdtActivityPage *self)
{
  g_return_if_fail (VDT_IS_ACTIVITY_PAGE (self));

  vdt_chart_card_set_table_shown (self->chart, !vdt_chart_card_get_table_shown (self->chart));
}

/**
 * vdt_activity_page_show_found:
 * @self: a page
 *
 * Shows what the first scan has found so far, while it goes on.
 */
void
vdt_activity_page_show_found (VdtActivityPage *self)
{
  g_return_if_fail (VDT_IS_ACTIVITY_PAGE (self));

  self->found_shown = TRUE;
  update_page (self);
}

/**
 * vdt_activity_page_show_scanning:
 * @self: a page
 *
 * Shows the page of the first scan now, not after its second.
 */
void
vdt_activity_page_show_scanning (VdtActivityPage *self)
{
  g_return_if_fail (VDT_IS_ACTIVITY_PAGE (self));

  g_clear_handle_id (&self->scanning_id, g_source_remove);
  self->scanning_shown = TRUE;
  update_page (self);
}
