/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-window.h"

#include <glib/gi18n-lib.h>

#include "vdt-compat.h"
#include "vdt-paint.h"
#include "vdt-preferences.h"
#include "vdt-ui.h"
#include "vdt-window-keys.h"
#include "vdt-window-size.h"

struct _VdtWindow
{
  AdwApplicationWindow parent_instance;

  /* Template widgets */
  AdwHeaderBar *header;
  GtkButton *back_button;
  GtkToggleButton *search_button;
  GtkMenuButton *menu_button;
  AdwViewSwitcher *switcher;
  AdwWindowTitle *window_title;
  AdwViewSwitcherBar *switcher_bar;
  VdtAdaptive *adaptive;
  VdtBanner *banner;
  AdwToastOverlay *toasts;
  AdwViewStack *stack;

  /* Borrowed */
  VdtActivityPage *activity;         /* child of the stack */
  VdtReviewPage *review_page;        /* child of the stack */
  AdwViewStackPage *review_in_stack; /* the stack's page of it */
  GtkWidget *terminal_shortcut;      /* in the shortcuts window */

  /* Owned */
  VdtPresenter *presenter;
  GSettings *settings;
  GListModel *homes;
  GActionGroup *actions;
  VdtReview *review;
  VdtPreferences *preferences; /* weak */
  AdwToast *toast;             /* that is shown or about to be */
  VdtKeepingOps keeping;
  gpointer keeping_data;

  VdtEngineState state;
};

G_DEFINE_FINAL_TYPE (VdtWindow, vdt_window, ADW_TYPE_APPLICATION_WINDOW)

static gboolean
is_on (VdtWindow *self)
{
  return self->state == VDT_ENGINE_SCANNING || self->state == VDT_ENGINE_READY;
}

static guint
n_pages (VdtWindow *self)
{
  g_autoptr (GtkSelectionModel) pages = adw_view_stack_get_pages (self->stack);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (pages)); i++)
    {
      g_autoptr (AdwViewStackPage) page = g_list_model_get_item (G_LIST_MODEL (pages), i);

      if (adw_view_stack_page_get_visible (page))
        n++;
    }
  return n;
}

static void
update_title (VdtWindow *self, gboolean many, gboolean in_card)
{
  GtkWidget *visible = adw_view_stack_get_visible_child (self->stack);
  g_autofree char *place = in_card ? vdt_review_page_get_place (self->review_page) : NULL;
  const char *title = "Vedette";

  if (many && visible != NULL)
    title = adw_view_stack_page_get_title (adw_view_stack_get_page (self->stack, visible));
  adw_window_title_set_title (self->window_title, title);
  adw_window_title_set_subtitle (self->window_title, place != NULL ? place : "");
}

static void
update_header (VdtWindow *self)
{
  gboolean many = n_pages (self) > 1 && is_on (self);
  gboolean narrow = vdt_adaptive_get_width_class (self->adaptive) == VDT_WIDTH_NARROW;
  GtkWidget *visible = adw_view_stack_get_visible_child (self->stack);
  gboolean on_activity = visible == GTK_WIDGET (self->activity);
  gboolean in_card = visible == GTK_WIDGET (self->review_page) &&
                     vdt_review_page_get_detail_shown (self->review_page);
  gboolean searchable =
    on_activity && g_strcmp0 (vdt_activity_page_get_page (self->activity), "content") == 0;

  update_title (self, many, in_card);
  adw_header_bar_set_title_widget (self->header, many && !narrow ? GTK_WIDGET (self->switcher)
                                                                 : GTK_WIDGET (self->window_title));
  adw_view_switcher_bar_set_reveal (self->switcher_bar, many && narrow && !in_card);
  /* Strict centring costs twice the wider side. */
  adw_header_bar_set_centering_policy (self->header, narrow ? ADW_CENTERING_POLICY_LOOSE
                                                            : ADW_CENTERING_POLICY_STRICT);
  gtk_widget_set_visible (GTK_WIDGET (self->back_button), in_card);
  gtk_widget_set_visible (GTK_WIDGET (self->search_button), searchable);
  /* On another page a letter is not to go to a search that nobody sees. */
  gtk_search_bar_set_key_capture_widget (vdt_activity_page_get_search_bar (self->activity),
                                         on_activity ? GTK_WIDGET (self) : NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.search", searchable);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.refresh", is_on (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.show-review",
                                 self->review != NULL && is_on (self));
}

/* The switchers show a number only; screen readers are to hear what it counts. */
static void
name_switch (GtkWidget *switcher, const char *title, const char *name)
{
  for (GtkWidget *child = gtk_widget_get_first_child (switcher); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      g_autofree char *label = NULL;

      if (!GTK_IS_TOGGLE_BUTTON (child))
        {
          name_switch (child, title, name);
          continue;
        }
      if (g_object_class_find_property (G_OBJECT_GET_CLASS (child), "label") != NULL)
        g_object_get (child, "label", &label, NULL);
      if (g_strcmp0 (label, title) != 0)
        continue;
      vdt_access_label (child, name);
    }
}

static void
update_review (VdtWindow *self)
{
  guint n = self->review != NULL ? vdt_review_get_n_cards (self->review) : 0;
  const char *title = adw_view_stack_page_get_title (self->review_in_stack);
  g_autofree char *name =
    n > 0 ? g_strdup_printf (ngettext ("Review, %u to review", "Review, %u to review", n), n)
          : g_strdup (title);

  adw_view_stack_page_set_badge_number (self->review_in_stack, n);
  adw_view_stack_page_set_needs_attention (self->review_in_stack,
                                           self->review != NULL &&
                                             (vdt_review_count_tier (self->review,
                                                                     VDT_REVIEW_URGENT) > 0 ||
                                              vdt_review_count_tier (self->review,
                                                                     VDT_REVIEW_DECISION) > 0));
  name_switch (GTK_WIDGET (self->switcher), title, name);
  name_switch (GTK_WIDGET (self->switcher_bar), title, name);
}

static void
back_cb (VdtWindow *self)
{
  vdt_review_page_close_detail (self->review_page);
}

static void
width_changed_cb (VdtWindow *self, int width)
{
  vdt_activity_page_set_width_class (self->activity, (VdtWidth) width);
  vdt_review_page_set_width_class (self->review_page, (VdtWidth) width);
  update_header (self);
}

/* Who waits is looked at in Review, where it is; of others the details open. */
static void
session_activated_cb (VdtWindow *self, VdtSessionRow *row)
{
  const VdtSessionInfo *info = vdt_session_get_info (vdt_session_row_get_session (row));

  if (info->lifecycle == VDT_LIFECYCLE_WAITING && self->review != NULL &&
      vdt_review_find (self->review, info->id) != NULL)
    {
      vdt_window_show_review (self, info->id);
      return;
    }
  vdt_session_row_set_expanded (row, !vdt_session_row_get_expanded (row));
}

static void
words_changed_cb (VdtWindow *self)
{
  vdt_presenter_set_words (self->presenter, g_settings_get_enum (self->settings, "meter-words")
                                              ? VDT_WORDS_LEFT
                                              : VDT_WORDS_USED);
}

static void
interval_changed_cb (VdtWindow *self)
{
  int minutes = g_settings_get_int (self->settings, "review-interval-minutes");

  /* What is between 1 and 4 counts as 5. */
  vdt_review_page_set_interval (self->review_page, minutes > 0 ? (guint) MAX (minutes, 5) : 0);
}

static void
review_toast_cb (VdtWindow *self, const char *text, GVariant *undo)
{
  if (undo != NULL)
    vdt_window_add_toast_with_action (self, text, _ ("Undo"), "win.undo-review", undo);
  else
    vdt_window_add_toast (self, text);
}

static void
turn_on_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  VdtWindow *self = VDT_WINDOW (widget);

  if (self->settings != NULL)
    g_settings_set_boolean (self->settings, "welcome-seen", TRUE);
  if (self->actions != NULL)
    g_action_group_change_action_state (self->actions, "enabled", g_variant_new_boolean (TRUE));
  else if (self->settings != NULL)
    g_settings_set_boolean (self->settings, "agent-workspace-enabled", TRUE);
}

static void
refresh_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  VdtWindow *self = VDT_WINDOW (widget);

  if (self->actions != NULL)
    g_action_group_activate_action (self->actions, "refresh", NULL);
  if (self->review != NULL)
    vdt_review_refresh (self->review);
}

static void
show_review_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  vdt_window_show_review (VDT_WINDOW (widget), g_variant_get_string (parameter, NULL));
}

static void
undo_review_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree const char **ids = g_variant_get_strv (parameter, NULL);

  vdt_review_page_undo (VDT_WINDOW (widget)->review_page, ids);
}

static void
search_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkSearchBar *bar = vdt_activity_page_get_search_bar (VDT_WINDOW (widget)->activity);

  gtk_search_bar_set_search_mode (bar, TRUE);
  gtk_widget_child_focus (GTK_WIDGET (bar), GTK_DIR_TAB_FORWARD);
}

static void
preferences_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  vdt_window_show_preferences (VDT_WINDOW (widget), "general");
}

static void
choose_folders_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  vdt_window_show_preferences (VDT_WINDOW (widget), "homes");
}

static void
toggle_table_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  vdt_activity_page_toggle_table (VDT_WINDOW (widget)->activity);
}

static void
about_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  vdt_compat_show_about (GTK_WINDOW (widget));
}

static void
show_page_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  VdtWindow *self = VDT_WINDOW (widget);
  g_autoptr (GtkSelectionModel) pages = adw_view_stack_get_pages (self->stack);
  int index = g_variant_get_int32 (parameter);
  g_autoptr (AdwViewStackPage) page = NULL;

  if (index < 0 || index >= (int) g_list_model_get_n_items (G_LIST_MODEL (pages)))
    return;
  page = g_list_model_get_item (G_LIST_MODEL (pages), index);
  if (!adw_view_stack_page_get_visible (page) || !is_on (self))
    return;
  adw_view_stack_set_visible_child (self->stack, adw_view_stack_page_get_child (page));
  if (adw_view_stack_page_get_child (page) == GTK_WIDGET (self->review_page))
    gtk_widget_grab_focus (GTK_WIDGET (self->review_page));
}

static void
add_review (VdtWindow *self)
{
  GtkWidget *page = vdt_review_page_new (self->presenter);

  self->review_page = VDT_REVIEW_PAGE (page);
  self->review_in_stack = adw_view_stack_add_titled (self->stack, page, "review", _ ("Review"));
  adw_view_stack_page_set_icon_name (self->review_in_stack, "vedette-review-symbolic");
  adw_view_stack_page_set_visible (self->review_in_stack, FALSE);
  g_signal_connect_object (page, "toast", G_CALLBACK (review_toast_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "heading-changed", G_CALLBACK (update_header), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->stack, "notify::visible-child", G_CALLBACK (update_header), self,
                           G_CONNECT_SWAPPED);
}

static void
vdt_window_constructed (GObject *object)
{
  VdtWindow *self = VDT_WINDOW (object);
  g_autoptr (GtkBuilder) builder = NULL;
  GtkWidget *activity = NULL;
  AdwViewStackPage *page = NULL;
  GtkSearchBar *bar = NULL;

  G_OBJECT_CLASS (vdt_window_parent_class)->constructed (object);

  activity = vdt_activity_page_new (self->presenter);
  self->activity = VDT_ACTIVITY_PAGE (activity);
  page = adw_view_stack_add_titled (self->stack, activity, "activity", _ ("Activity"));
  adw_view_stack_page_set_icon_name (page, "vedette-activity-symbolic");
  add_review (self);
  bar = vdt_activity_page_get_search_bar (self->activity);
  g_object_bind_property (bar, "search-mode-enabled", self->search_button, "active",
                          G_BINDING_BIDIRECTIONAL);
  g_signal_connect_object (self->activity, "page-changed", G_CALLBACK (update_header), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->activity, "session-activated", G_CALLBACK (session_activated_cb),
                           self, G_CONNECT_SWAPPED);
  builder = gtk_builder_new_from_resource ("/io/github/vedette/Vedette/ui/help-overlay.ui");
  gtk_application_window_set_help_overlay (GTK_APPLICATION_WINDOW (self),
                                           (gpointer) gtk_builder_get_object (builder,
                                                                              "help_overlay"));
  self->terminal_shortcut = GTK_WIDGET (gtk_builder_get_object (builder, "open_terminal"));
  update_header (self);
}

static void
toast_dismissed_cb (VdtWindow *self)
{
  g_clear_object (&self->toast);
}

/* What it says is of now, and what its button does is of the newest: none waits for another. */
static void
add_toast (VdtWindow *self, AdwToast *toast)
{
  if (self->toast != NULL)
    adw_toast_dismiss (self->toast);
  g_clear_object (&self->toast);
  self->toast = g_object_ref (toast);
  g_signal_connect_object (toast, "dismissed", G_CALLBACK (toast_dismissed_cb), self,
                           G_CONNECT_SWAPPED);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
vdt_window_dispose (GObject *object)
{
  VdtWindow *self = VDT_WINDOW (object);

  if (self->preferences != NULL)
    {
      VdtPreferences *preferences = self->preferences;

      g_clear_weak_pointer (&self->preferences);
      gtk_window_destroy (GTK_WINDOW (preferences));
    }
  if (self->toast != NULL)
    g_signal_handlers_disconnect_by_func (self->toast, toast_dismissed_cb, self);
  g_clear_object (&self->toast);
  g_clear_object (&self->settings);
  g_clear_object (&self->homes);
  g_clear_object (&self->actions);
  g_clear_object (&self->review);
  gtk_widget_dispose_template (GTK_WIDGET (self), VDT_TYPE_WINDOW);
  g_clear_object (&self->presenter);

  G_OBJECT_CLASS (vdt_window_parent_class)->dispose (object);
}

static void
vdt_window_class_init (VdtWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = vdt_window_constructed;
  object_class->dispose = vdt_window_dispose;

  vdt_ui_init ();
  g_type_ensure (VDT_TYPE_ADAPTIVE);
  g_type_ensure (VDT_TYPE_BANNER);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/vedette/Vedette/ui/vdt-window.ui");
  gtk_widget_class_bind_template_child (widget_class, VdtWindow, header);
  gtk_widget_class_bind_template_child (widget_class, VdtWindow, back_button);
  gtk_widget_class_bind_template_child (widget_class, VdtWindow, search_button);
  gtk_widget_class_bind_template_child (widget_class, VdtWindow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, VdtWindow, switcher);
  gtk_widget_class_bind_template_child (widget_class, VdtWindow, window_title);
  gtk_widget_class_bind_template_child (widget_class, VdtWindow, switcher_bar);
  gtk_widget_class_bind_template_child (widget_class, VdtWindow, adaptive);
  gtk_widget_class_bind_template_child (widget_class, VdtWindow, banner);
  gtk_widget_class_bind_template_child (widget_class, VdtWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, VdtWindow, stack);
  gtk_widget_class_bind_template_callback (widget_class, width_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, back_cb);

  gtk_widget_class_install_action (widget_class, "win.turn-on", NULL, turn_on_action);
  gtk_widget_class_install_action (widget_class, "win.refresh", NULL, refresh_action);
  gtk_widget_class_install_action (widget_class, "win.search", NULL, search_action);
  gtk_widget_class_install_action (widget_class, "win.preferences", NULL, preferences_action);
  gtk_widget_class_install_action (widget_class, "win.choose-folders", NULL, choose_folders_action);
  gtk_widget_class_install_action (widget_class, "win.toggle-table", NULL, toggle_table_action);
  gtk_widget_class_install_action (widget_class, "win.about", NULL, about_action);
  gtk_widget_class_install_action (widget_class, "win.show-page", "i", show_page_action);
  gtk_widget_class_install_action (widget_class, "win.show-review", "s", show_review_action);
  gtk_widget_class_install_action (widget_class, "win.undo-review", "as", undo_review_action);
  vdt_window_install_keys (widget_class);
}

static void
vdt_window_init (VdtWindow *self)
{
  self->presenter = vdt_presenter_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_window_set_icon_name (GTK_WINDOW (self), VDT_APP_ID);
  vdt_access_label (GTK_WIDGET (self->back_button), _ ("Back"));
  vdt_access_label (GTK_WIDGET (self->search_button), _ ("Search"));
  vdt_access_label (GTK_WIDGET (self->menu_button), _ ("Main Menu"));
}

/**
 * vdt_window_new_without_engine:
 * @application: (nullable): whose window it is
 * @settings: (nullable): those of the program: the window's size, and how numbers are said
 *
 * Returns: (transfer none): a window that welcomes; whoever made it sets the models
 */
GtkWidget *
vdt_window_new_without_engine (GtkApplication *application, GSettings *settings)
{
  VdtWindow *self = g_object_new (VDT_TYPE_WINDOW, "application", application, NULL);

  if (settings == NULL)
    return GTK_WIDGET (self);
  self->settings = g_object_ref (settings);
  vdt_window_size_bind (GTK_WINDOW (self), settings);
  g_signal_connect_object (settings, "changed::meter-words", G_CALLBACK (words_changed_cb), self,
                           G_CONNECT_SWAPPED);
  words_changed_cb (self);
  g_signal_connect_object (settings, "changed::review-interval-minutes",
                           G_CALLBACK (interval_changed_cb), self, G_CONNECT_SWAPPED);
  interval_changed_cb (self);
  return GTK_WIDGET (self);
}

/**
 * vdt_window_get_presenter:
 * @self: a window
 *
 * Returns: (transfer none): how everything in it is looked at
 */
VdtPresenter *
vdt_window_get_presenter (VdtWindow *self)
{
  g_return_val_if_fail (VDT_IS_WINDOW (self), NULL);

  return self->presenter;
}

/**
 * vdt_window_get_activity:
 * @self: a window
 *
 * Returns: (transfer none): its first page
 */
VdtActivityPage *
vdt_window_get_activity (VdtWindow *self)
{
  g_return_val_if_fail (VDT_IS_WINDOW (self), NULL);

  return self->activity;
}

/**
 * vdt_window_get_banner:
 * @self: a window
 *
 * Returns: (transfer none): where notices go
 */
VdtBanner *
vdt_window_get_banner (VdtWindow *self)
{
  g_return_val_if_fail (VDT_IS_WINDOW (self), NULL);

  return self->banner;
}

/**
 * vdt_window_get_width_class:
 * @self: a window
 *
 * Returns: how wide it is
 */
VdtWidth
vdt_window_get_width_class (VdtWindow *self)
{
  g_return_val_if_fail (VDT_IS_WINDOW (self), VDT_WIDTH_WIDE);

  return vdt_adaptive_get_width_class (self->adaptive);
}

/**
 * vdt_window_set_state:
 * @self: a window
 * @state: what the engine does
 *
 * While the workspace is off the header shows only the title and the menu.
 */
void
vdt_window_set_state (VdtWindow *self, VdtEngineState state)
{
  g_return_if_fail (VDT_IS_WINDOW (self));

  self->state = state;
  if (!is_on (self))
    adw_view_stack_set_visible_child_name (self->stack, "activity");
  vdt_activity_page_set_state (self->activity, state);
  update_header (self);
}

/**
 * vdt_window_set_homes:
 * @self: a window
 * @homes: (nullable): a #GListModel of #VdtHome, for Activity and Preferences
 */
void
vdt_window_set_homes (VdtWindow *self, GListModel *homes)
{
  g_return_if_fail (VDT_IS_WINDOW (self));

  g_set_object (&self->homes, homes);
  vdt_activity_page_set_homes (self->activity, homes);
}

/**
 * vdt_window_set_actions:
 * @self: a window
 * @actions: (nullable): the engine's; reachable below the window as `engine.…`
 */
void
vdt_window_set_actions (VdtWindow *self, GActionGroup *actions)
{
  g_return_if_fail (VDT_IS_WINDOW (self));

  g_set_object (&self->actions, actions);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "engine", actions);
}

/**
 * vdt_window_set_review:
 * @self: a window
 * @review: (nullable): the queue; without one there is no Review
 */
void
vdt_window_set_review (VdtWindow *self, VdtReview *review)
{
  g_return_if_fail (VDT_IS_WINDOW (self));

  if (self->review == review)
    return;
  if (self->review != NULL)
    g_signal_handlers_disconnect_by_func (self->review, update_review, self);
  g_set_object (&self->review, review);
  if (review != NULL)
    {
      g_signal_connect_object (review, "items-changed", G_CALLBACK (update_review), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (review, "notify::n-cards", G_CALLBACK (update_review), self,
                               G_CONNECT_SWAPPED);
    }
  else
    adw_view_stack_set_visible_child_name (self->stack, "activity");
  adw_view_stack_page_set_visible (self->review_in_stack, review != NULL);
  vdt_review_page_set_review (self->review_page, review);
  update_review (self);
  update_header (self);
}

/**
 * vdt_window_set_terminals:
 * @self: a window
 * @terminals: (nullable): who knows which terminal shows a session
 */
void
vdt_window_set_terminals (VdtWindow *self, VdtTerminals *terminals)
{
  g_return_if_fail (VDT_IS_WINDOW (self));

  vdt_review_page_set_terminals (self->review_page, terminals);
  /* A key that does nothing is not told of. */
  gtk_widget_set_visible (self->terminal_shortcut, terminals != NULL);
}

/**
 * vdt_window_get_review_page:
 * @self: a window
 *
 * Returns: (transfer none): its second page
 */
VdtReviewPage *
vdt_window_get_review_page (VdtWindow *self)
{
  g_return_val_if_fail (VDT_IS_WINDOW (self), NULL);

  return self->review_page;
}

/**
 * vdt_window_show_review:
 * @self: a window
 * @agent_id: (nullable): our id of the session whose card is to be shown
 *
 * Shows Review, where there is one.
 */
void
vdt_window_show_review (VdtWindow *self, const char *agent_id)
{
  g_return_if_fail (VDT_IS_WINDOW (self));

  if (self->review == NULL || !is_on (self))
    return;
  adw_view_stack_set_visible_child_name (self->stack, "review");
  if (agent_id == NULL || !vdt_review_page_select (self->review_page, agent_id))
    gtk_widget_grab_focus (GTK_WIDGET (self->review_page));
  update_header (self);
}

/**
 * vdt_window_add_page:
 * @self: a window
 * @page: a page
 * @name: its name
 * @title: its title
 * @icon_name: its icon
 *
 * The switcher is shown from the second page on.
 */
void
vdt_window_add_page (VdtWindow *self,
                     GtkWidget *page,
                     const char *name,
                     const char *title,
                     const char *icon_name)
{
  AdwViewStackPage *added = NULL;

  g_return_if_fail (VDT_IS_WINDOW (self));

  added = adw_view_stack_add_titled (self->stack, page, name, title);
  adw_view_stack_page_set_icon_name (added, icon_name);
  update_header (self);
}

/**
 * vdt_window_show_page:
 * @self: a window
 * @name: such as `activity`
 */
void
vdt_window_show_page (VdtWindow *self, const char *name)
{
  g_return_if_fail (VDT_IS_WINDOW (self));

  adw_view_stack_set_visible_child_name (self->stack, name);
  update_header (self);
}

/**
 * vdt_window_set_keeping:
 * @self: a window
 * @ops: who counts and deletes what is kept; copied
 * @data: for @ops
 *
 * For the preferences that are opened from now on.
 */
void
vdt_window_set_keeping (VdtWindow *self, const VdtKeepingOps *ops, gpointer data)
{
  g_return_if_fail (VDT_IS_WINDOW (self));

  self->keeping = *ops;
  self->keeping_data = data;
}

/**
 * vdt_window_show_preferences:
 * @self: a window with settings
 * @page: (nullable): `general` or `homes`; `NULL` for whichever was last seen
 *
 * Shows the preferences, those that are open already if there are.
 */
void
vdt_window_show_preferences (VdtWindow *self, const char *page)
{
  g_return_if_fail (VDT_IS_WINDOW (self));

  if (self->settings == NULL)
    return;
  if (self->preferences == NULL)
    {
      g_set_weak_pointer (&self->preferences,
                          VDT_PREFERENCES (vdt_preferences_new (self->settings, self->homes)));
      gtk_window_set_transient_for (GTK_WINDOW (self->preferences), GTK_WINDOW (self));
      /* for the actions of the program */
      gtk_window_set_application (GTK_WINDOW (self->preferences),
                                  gtk_window_get_application (GTK_WINDOW (self)));
      gtk_window_set_destroy_with_parent (GTK_WINDOW (self->preferences), TRUE);
      vdt_preferences_set_keeping (self->preferences, &self->keeping, self->keeping_data);
    }
  if (page != NULL)
    vdt_preferences_show_page (self->preferences, page);
  gtk_window_present (GTK_WINDOW (self->preferences));
}

/**
 * vdt_window_add_toast:
 * @self: a window
 * @text: what happened
 */
void
vdt_window_add_toast (VdtWindow *self, const char *text)
{
  g_autofree char *escaped = NULL;

  g_return_if_fail (VDT_IS_WINDOW (self));

  escaped = g_markup_escape_text (text, -1);
  add_toast (self, adw_toast_new (escaped));
}

/**
 * vdt_window_add_toast_with_action:
 * @self: a window
 * @text: what happened
 * @button: what can be done about it
 * @action: the name of the action that does it
 * @target: (nullable): the action's parameter; a floating one is taken
 */
void
vdt_window_add_toast_with_action (VdtWindow *self,
                                  const char *text,
                                  const char *button,
                                  const char *action,
                                  GVariant *target)
{
  g_autofree char *escaped = NULL;
  AdwToast *toast = NULL;

  g_return_if_fail (VDT_IS_WINDOW (self));

  escaped = g_markup_escape_text (text, -1);
  toast = adw_toast_new (escaped);
  adw_toast_set_button_label (toast, button);
  adw_toast_set_action_name (toast, action);
  adw_toast_set_action_target_value (toast, target);
  add_toast (self, toast);
}
