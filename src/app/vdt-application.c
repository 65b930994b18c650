/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-app"

#include "config.h"

#include "vdt-application.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "vdt-alerts.h"
#include "vdt-autostart.h"
#include "vdt-format.h"
#include "vdt-paths.h"
#include "vdt-settings.h"
#include "vdt-status-item.h"
#include "vdt-tray-menu.h"
#include "vdt-ui.h"
#include "vdt-window.h"
#include "vdt-zone.h"

/* What the made-up logs of the demo take for now. */
#define DEMO_NOW "2026-11-30T11:14:00Z"
/* … and for the last time that somebody looked through Review. */
#define DEMO_SINCE "2026-11-30T09:30:00Z"

/* When a pause until tomorrow ends, in minutes after midnight. */
#define MORNING (7 * 60 + 30)

struct _VdtApplication
{
  AdwApplication parent_instance;

  /* options */
  gboolean demo;
  gboolean background;
  char **codex_homes;
  char **claude_homes;

  GSettings *settings;
  VdtEngine *engine;
  VdtTrayMenu *tray_menu;
  VdtStatusItem *item;
  VdtNotifier *notifier;
  VdtAlerts *alerts;
  char *demo_folder; /* where the demo stores; goes with it */
  GtkWindow *window;
  gboolean held; /* a tray host keeps us alive without a window */
  guint no_tray_source;
  guint notifier_source;
  gboolean notifier_asked;
  gboolean no_notices_told;
};

/* A tray may come a little later than we do. */
#define TRAY_PATIENCE_S 5
#define NO_TRAY_ID      "no-tray"
#define NO_NOTICES_ID   "no-notices"
#define PAUSED_ID       "paused"

G_DEFINE_FINAL_TYPE (VdtApplication, vdt_application, ADW_TYPE_APPLICATION)

static void
forget_window (VdtApplication *self)
{
  self->window = NULL;
  vdt_engine_set_attended (self->engine, FALSE);
}

/* Both pages of the window show who waits. */
static void
follow_attention (VdtApplication *self)
{
  vdt_engine_set_attended (self->engine, self->window != NULL &&
                                           gtk_widget_get_visible (GTK_WIDGET (self->window)) &&
                                           gtk_window_is_active (self->window));
}

static void
close_no_tray (VdtApplication *self, const char *id)
{
  if (self->settings != NULL && g_str_equal (id, NO_TRAY_ID))
    g_settings_set_boolean (self->settings, "tray-missing-told", TRUE);
}

/* Says that nothing shows the icon, since closing the window ends everything then, and how to get
 * a tray where there is a way. */
static gboolean
tell_no_tray (gpointer user_data)
{
  VdtApplication *self = user_data;
  const char *desktop = g_getenv ("XDG_CURRENT_DESKTOP");
  VdtNotice notice = {
    .id = NO_TRAY_ID,
    .kind = VDT_NOTICE_INFO,
    .text = _ ("Nothing here shows tray icons, so closing the window ends watching."),
    .dismissible = TRUE,
  };

  self->no_tray_source = 0;
  if (self->window == NULL || self->held || self->settings == NULL || self->demo ||
      !g_settings_get_boolean (self->settings, "agent-workspace-enabled") ||
      g_settings_get_boolean (self->settings, "tray-missing-told"))
    return G_SOURCE_REMOVE;
  if (desktop != NULL && strstr (desktop, "GNOME") != NULL)
    notice.text = _ ("GNOME shows tray icons with the AppIndicator extension only. Without it, "
                     "closing the window ends watching.");
  vdt_banner_add (vdt_window_get_banner (VDT_WINDOW (self->window)), &notice);
  return G_SOURCE_REMOVE;
}

static void
follow_no_tray (VdtApplication *self)
{
  if (self->window == NULL)
    return;
  if (self->held)
    vdt_banner_remove (vdt_window_get_banner (VDT_WINDOW (self->window)), NO_TRAY_ID);
  else if (self->no_tray_source == 0)
    self->no_tray_source = g_timeout_add_seconds (TRAY_PATIENCE_S, tell_no_tray, self);
}

/* Once, and only in the window: then it goes on without. */
static void
follow_notifier (VdtApplication *self)
{
  const VdtNotice notice = {
    .id = NO_NOTICES_ID,
    .kind = VDT_NOTICE_LOSS,
    .text = _ ("Notices cannot be shown: no notification service answers."),
    .dismissible = TRUE,
  };

  if (self->window == NULL || self->notifier == NULL || self->settings == NULL || self->demo)
    return;
  if (vdt_notifier_get_available (self->notifier))
    vdt_banner_remove (vdt_window_get_banner (VDT_WINDOW (self->window)), NO_NOTICES_ID);
  else if (self->notifier_asked && !self->no_notices_told)
    {
      self->no_notices_told = TRUE;
      vdt_banner_add (vdt_window_get_banner (VDT_WINDOW (self->window)), &notice);
    }
}

static gboolean
on_notifier_asked_cb (gpointer user_data)
{
  VdtApplication *self = user_data;

  self->notifier_source = 0;
  self->notifier_asked = TRUE;
  follow_notifier (self);
  return G_SOURCE_REMOVE;
}

/* Says in the window, too, that notices are paused, with the way out. */
static void
follow_pause (VdtApplication *self)
{
  VdtTime until = VDT_TIME_UNKNOWN;
  g_autofree char *text = NULL;
  VdtNotice notice = {
    .id = PAUSED_ID,
    .kind = VDT_NOTICE_INFO,
    .button = _ ("Resume"),
    .action = "app.resume-notifications",
  };

  if (self->window == NULL)
    return;
  vdt_banner_remove (vdt_window_get_banner (VDT_WINDOW (self->window)), PAUSED_ID);
  if (!vdt_engine_is_paused (self->engine, &until))
    return;
  if (vdt_time_known (until))
    {
      g_autoptr (VdtZone) zone = vdt_zone_new (NULL, NULL);
      g_autofree char *end = vdt_format_moment (until, vdt_engine_get_now (self->engine), zone);

      text = g_strdup_printf (_ ("Notifications are paused until %s."), end);
    }
  else
    text = g_strdup (_ ("Notifications are paused."));
  notice.text = text;
  vdt_banner_add (vdt_window_get_banner (VDT_WINDOW (self->window)), &notice);
}

static char *
steal_token (VdtApplication *self)
{
  char *token =
    self->notifier != NULL ? vdt_notifier_steal_activation_token (self->notifier) : NULL;

  if (token == NULL && self->item != NULL)
    token = vdt_status_item_steal_activation_token (self->item);
  return token;
}

static void
show_window (VdtApplication *self)
{
  g_autofree char *token = steal_token (self);

  if (self->window == NULL)
    {
      self->window =
        GTK_WINDOW (vdt_window_new (GTK_APPLICATION (self), self->engine, self->settings));
      g_signal_connect_object (self->window, "destroy", G_CALLBACK (forget_window), self,
                               G_CONNECT_SWAPPED);
      gtk_window_set_hide_on_close (self->window, self->held);
      g_signal_connect_object (vdt_window_get_banner (VDT_WINDOW (self->window)), "dismissed",
                               G_CALLBACK (close_no_tray), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->window, "notify::is-active", G_CALLBACK (follow_attention),
                               self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->window, "notify::visible", G_CALLBACK (follow_attention), self,
                               G_CONNECT_SWAPPED);
      vdt_window_set_review (VDT_WINDOW (self->window), vdt_engine_get_review (self->engine));
      follow_no_tray (self);
      follow_notifier (self);
      follow_pause (self);
    }
  if (token != NULL)
    gtk_window_set_startup_id (self->window, token);
  gtk_window_present (self->window);
}

/* Closing to the tray keeps running only while something shows the icon: never into nothing. */
static void
follow_host (VdtApplication *self)
{
  gboolean has_host = self->item != NULL && vdt_status_item_get_has_host (self->item);

  if (has_host != self->held)
    {
      self->held = has_host;
      if (has_host)
        g_application_hold (G_APPLICATION (self));
      else
        g_application_release (G_APPLICATION (self));
    }
  if (self->window == NULL)
    return;
  follow_no_tray (self);
  gtk_window_set_hide_on_close (self->window, self->held);
  if (!has_host && !gtk_widget_get_visible (GTK_WIDGET (self->window)))
    show_window (self);
}

/* Nothing tells the colour of a panel. Those of these desktops are as the windows are; those of
 * all others, and bars of plain window managers, are dark unless somebody changes them. */
static gboolean
panel_is_dark (void)
{
  static const char *const like_windows[] = { "KDE", "MATE", "LXDE", "LXQt", "Deepin" };
  const char *desktop = g_getenv ("XDG_CURRENT_DESKTOP");

  for (guint i = 0; desktop != NULL && i < G_N_ELEMENTS (like_windows); i++)
    if (strstr (desktop, like_windows[i]) != NULL)
      return adw_style_manager_get_dark (adw_style_manager_get_default ());
  return TRUE;
}

static void
follow_tray_state (VdtApplication *self)
{
  VdtTrayFacts facts;
  VdtTrayState state;
  g_autofree char *title = NULL;
  g_autofree char *text = NULL;

  if (self->item == NULL)
    return;
  vdt_tray_menu_get_facts (self->tray_menu, &facts, &title, &text);
  vdt_tray_state_init (&state, &facts);
  if (self->settings != NULL)
    state.style = (VdtTrayStyle) g_settings_get_enum (self->settings, "tray-style");
  state.dark_panel = panel_is_dark ();
  state.title = title;
  state.text = text;
  vdt_status_item_set_state (self->item, &state);
}

static void
follow_words (VdtApplication *self)
{
  vdt_tray_menu_set_words (self->tray_menu,
                           (VdtMeterWords) g_settings_get_enum (self->settings, "meter-words"));
}

static void
on_scroll_cb (VdtApplication *self, int delta, VdtScrollAxis axis)
{
  if (axis == VDT_SCROLL_VERTICAL)
    vdt_tray_menu_scroll (self->tray_menu, delta);
}

/* @agent_id: (nullable): whose card */
static void
show_card (VdtApplication *self, const char *agent_id)
{
  show_window (self);
  vdt_window_show_review (VDT_WINDOW (self->window), agent_id);
}

static void
show_queue (VdtApplication *self)
{
  show_card (self, NULL);
}

static void
show_first_page (VdtApplication *self)
{
  show_window (self);
  vdt_window_show_page (VDT_WINDOW (self->window), "activity");
}

static void
start_notices (VdtApplication *self)
{
  GApplication *application = G_APPLICATION (self);

  self->notifier = vdt_notifier_new_for_platform (g_application_get_dbus_connection (application));
  self->alerts = vdt_alerts_new (self->engine, self->notifier);
  g_signal_connect_object (self->alerts, "open", G_CALLBACK (show_card), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->alerts, "open-activity", G_CALLBACK (show_first_page), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->notifier, "notify::available", G_CALLBACK (follow_notifier), self,
                           G_CONNECT_SWAPPED);
  self->notifier_source = g_timeout_add_seconds (TRAY_PATIENCE_S, on_notifier_asked_cb, self);
  if (self->settings != NULL)
    g_signal_connect_object (self->settings, "changed::notifications-paused-until",
                             G_CALLBACK (follow_pause), self, G_CONNECT_SWAPPED);
}

static void
start_tray (VdtApplication *self)
{
  GApplication *application = G_APPLICATION (self);

  self->tray_menu = vdt_tray_menu_new (self->engine);
  self->item = vdt_status_item_new_for_platform (g_application_get_dbus_connection (application),
                                                 vdt_tray_menu_get_model (self->tray_menu),
                                                 G_ACTION_GROUP (self));
  g_signal_connect_object (self->item, "activate", G_CALLBACK (show_window), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->item, "secondary-activate", G_CALLBACK (show_queue), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->item, "scroll", G_CALLBACK (on_scroll_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->item, "notify::has-host", G_CALLBACK (follow_host), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->item, "menu-about-to-show", G_CALLBACK (vdt_tray_menu_update),
                           self->tray_menu, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tray_menu, "state-changed", G_CALLBACK (follow_tray_state), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (follow_tray_state), self, G_CONNECT_SWAPPED);
  if (self->settings != NULL)
    {
      g_signal_connect_object (self->settings, "changed::tray-style",
                               G_CALLBACK (follow_tray_state), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->settings, "changed::meter-words", G_CALLBACK (follow_words),
                               self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->settings, "changed::agent-workspace-enabled",
                               G_CALLBACK (follow_no_tray), self, G_CONNECT_SWAPPED);
      follow_words (self);
    }
}

/* Whatever the menu shows comes from these; each touches only what is different. */
static void
follow_engine (VdtApplication *self)
{
  g_signal_connect_object (self->engine, "notify", G_CALLBACK (vdt_tray_menu_update),
                           self->tray_menu, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->engine, "progress-changed", G_CALLBACK (vdt_tray_menu_update),
                           self->tray_menu, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->engine, "tick", G_CALLBACK (vdt_tray_menu_update), self->tray_menu,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (vdt_engine_get_review (self->engine), "notify::n-cards",
                           G_CALLBACK (vdt_tray_menu_update), self->tray_menu, G_CONNECT_SWAPPED);
  if (self->settings != NULL)
    g_signal_connect_object (self->settings, "changed::notifications-paused-until",
                             G_CALLBACK (vdt_tray_menu_update), self->tray_menu, G_CONNECT_SWAPPED);
}

static VdtEngine *
make_engine (VdtApplication *self)
{
  g_autofree char *database = vdt_path_database ();
  VdtEngineConfig config = {
    .settings = self->settings,
    .database_path = database,
    .codex_homes = (const char *const *) self->codex_homes,
    .claude_homes = (const char *const *) self->claude_homes,
  };

  if (self->demo)
    {
      /* a folder of its own, gone with it */
      self->demo_folder = g_dir_make_tmp ("vedette-demo-XXXXXX", NULL);
      g_free (database);
      database = self->demo_folder != NULL
                   ? g_build_filename (self->demo_folder, "vedette.sqlite3", NULL)
                   : NULL;
      config.settings = NULL;
      config.database_path = database;
      config.review_since = vdt_time_from_rfc3339 (DEMO_SINCE, strlen (DEMO_SINCE));
      config.now_offset = vdt_time_from_rfc3339 (DEMO_NOW, strlen (DEMO_NOW)) - vdt_time_now ();
    }
  return vdt_engine_new (&config);
}

static void
vdt_application_startup (GApplication *application)
{
  VdtApplication *self = VDT_APPLICATION (application);
  const struct
  {
    const char *action;
    const char *const *keys;
  } accels[] = {
    { "app.quit", (const char *const[]){ "<Control>q", NULL } },
    { "app.preferences", (const char *const[]){ "<Control>comma", NULL } },
    { "window.close", (const char *const[]){ "<Control>w", NULL } },
  };

  G_APPLICATION_CLASS (vdt_application_parent_class)->startup (application);
  vdt_ui_init ();
  gtk_window_set_default_icon_name (VDT_APP_ID);
  for (guint i = 0; i < G_N_ELEMENTS (accels); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), accels[i].action,
                                           accels[i].keys);
  if (self->settings != NULL && !self->demo)
    vdt_autostart_follow (self->settings);
  self->engine = make_engine (self);
  start_tray (self);
  start_notices (self);
  follow_engine (self);
  follow_tray_state (self);
  vdt_engine_start (self->engine);
}

static gboolean
on_no_host_cb (gpointer user_data)
{
  g_autoptr (VdtApplication) self = user_data;

  if (!self->held && self->window == NULL)
    show_window (self);
  g_application_release (G_APPLICATION (self));
  return G_SOURCE_REMOVE;
}

static void
vdt_application_activate (GApplication *application)
{
  VdtApplication *self = VDT_APPLICATION (application);

  if (self->background && self->window == NULL)
    {
      /* started with the session: a tray may come a little later than we do */
      self->background = FALSE;
      g_application_hold (application);
      g_timeout_add_seconds (TRAY_PATIENCE_S, on_no_host_cb, g_object_ref (self));
      return;
    }
  show_window (self);
}

static void
drop_demo_folder (VdtApplication *self)
{
  static const char *const endings[] = { "", "-wal", "-shm", ".lock" };

  if (self->demo_folder == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *name = g_strconcat ("vedette.sqlite3", endings[i], NULL);
      g_autofree char *path = g_build_filename (self->demo_folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (self->demo_folder);
  g_clear_pointer (&self->demo_folder, g_free);
}

static void
vdt_application_shutdown (GApplication *application)
{
  VdtApplication *self = VDT_APPLICATION (application);

  if (self->window != NULL)
    gtk_window_destroy (self->window);
  g_clear_handle_id (&self->no_tray_source, g_source_remove);
  g_clear_handle_id (&self->notifier_source, g_source_remove);
  g_clear_object (&self->alerts);
  g_clear_object (&self->notifier);
  g_clear_object (&self->item);
  g_clear_object (&self->tray_menu);
  if (self->engine != NULL)
    vdt_engine_shutdown (self->engine);
  g_clear_object (&self->engine);
  drop_demo_folder (self);
  g_clear_object (&self->settings);
  G_APPLICATION_CLASS (vdt_application_parent_class)->shutdown (application);
}

/* The demo's logs ship with the program, and lie in the source tree where it is not installed. */
static gboolean
set_demo_homes (VdtApplication *self)
{
  const char *override = g_getenv ("VEDETTE_DEMO_DIR");
  g_autofree char *installed = g_build_filename (VDT_DATADIR, "vedette", "demo", NULL);
  const char *folder = override != NULL ? override : installed;

  if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    {
      g_printerr (_ ("vedette: the demo logs are not at %s; set VEDETTE_DEMO_DIR\n"), folder);
      return FALSE;
    }
  self->codex_homes = g_new0 (char *, 3);
  self->codex_homes[0] = g_build_filename (folder, "codex", NULL);
  self->codex_homes[1] = g_build_filename (folder, "codex-work", NULL);
  self->claude_homes = g_new0 (char *, 2);
  self->claude_homes[0] = g_build_filename (folder, "claude", NULL);
  return TRUE;
}

static int
vdt_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  VdtApplication *self = VDT_APPLICATION (application);
  g_autoptr (GError) error = NULL;

  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("Vedette %s\n", VDT_VERSION);
      return 0;
    }
  if (self->demo)
    {
      /* other made-up logs may be named; the clock is the demo's all the same */
      if (self->codex_homes == NULL && self->claude_homes == NULL && !set_demo_homes (self))
        return 1;
      g_application_set_flags (application, G_APPLICATION_NON_UNIQUE);
    }
  self->settings = vdt_settings_open (&error);
  /* without settings nobody can have turned the workspace on */
  if (self->settings == NULL && !self->demo)
    {
      g_printerr ("vedette: %s\n", error->message);
      return 1;
    }
  return -1;
}

/* One that waits is answered from its card. */
static void
show_tray_session (GSimpleAction *action, GVariant *target, gpointer user_data)
{
  VdtApplication *self = user_data;
  const char *id = g_variant_get_string (target, NULL);

  if (vdt_review_find (vdt_engine_get_review (self->engine), id) != NULL &&
      vdt_engine_session_waits (self->engine, id))
    show_card (self, id);
  else
    show_first_page (self);
}

static void
show_session (GSimpleAction *action, GVariant *target, gpointer user_data)
{
  show_window (user_data);
  vdt_window_show_page (VDT_WINDOW (VDT_APPLICATION (user_data)->window), "activity");
}

static void
show_activity (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  show_session (action, NULL, user_data);
}

static void
show_review (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  show_queue (user_data);
}

static void
show_session_card (GSimpleAction *action, GVariant *target, gpointer user_data)
{
  show_card (user_data, g_variant_get_string (target, NULL));
}

/* Another process has moved a baseline. */
static void
refresh_review (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  vdt_review_refresh (vdt_engine_get_review (VDT_APPLICATION (user_data)->engine));
}

/* Half past seven of the next day, also where its clocks are changed. */
static VdtTime
next_morning (VdtTime now)
{
  g_autoptr (VdtZone) zone = vdt_zone_new (NULL, NULL);

  return vdt_zone_start_of_day (zone, vdt_zone_local_day (zone, now) + 1) + MORNING * VDT_MINUTE;
}

static void
pause_notifications (GSimpleAction *action, GVariant *target, gpointer user_data)
{
  VdtApplication *self = user_data;
  const char *how_long = g_variant_get_string (target, NULL);
  const VdtTime now = vdt_engine_get_now (self->engine);
  gint64 minutes = 0;
  VdtTime until = -1;

  if (self->settings == NULL)
    return;
  if (strcmp (how_long, "tomorrow") == 0)
    until = next_morning (now);
  else if (g_ascii_string_to_signed (how_long, 10, 1, 24 * 60, &minutes, NULL))
    until = now + minutes * VDT_MINUTE;
  else if (strcmp (how_long, "always") != 0)
    return;
  g_settings_set_int64 (self->settings, "notifications-paused-until", until);
}

static void
resume_notifications (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  VdtApplication *self = user_data;

  if (self->settings != NULL)
    g_settings_set_int64 (self->settings, "notifications-paused-until", 0);
}

static void
test_notice (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  vdt_alerts_show_test (VDT_APPLICATION (user_data)->alerts);
}

static void
show_preferences (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  show_window (user_data);
  vdt_window_show_preferences (VDT_WINDOW (VDT_APPLICATION (user_data)->window), NULL);
}

static void
quit (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_application_quit (user_data);
}

static void
vdt_application_finalize (GObject *object)
{
  VdtApplication *self = VDT_APPLICATION (object);

  g_clear_object (&self->settings);
  g_strfreev (self->codex_homes);
  g_strfreev (self->claude_homes);
  G_OBJECT_CLASS (vdt_application_parent_class)->finalize (object);
}

static void
vdt_application_class_init (VdtApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = vdt_application_finalize;
  application_class->startup = vdt_application_startup;
  application_class->activate = vdt_application_activate;
  application_class->shutdown = vdt_application_shutdown;
  application_class->handle_local_options = vdt_application_handle_local_options;
}

static void
vdt_application_init (VdtApplication *self)
{
  const GActionEntry actions[] = {
    { .name = "activity", .activate = show_activity },
    { .name = "show-session", .parameter_type = "s", .activate = show_tray_session },
    { .name = "show-quota", .parameter_type = "s", .activate = show_session },
    { .name = "review", .activate = show_review },
    { .name = "show-card", .parameter_type = "s", .activate = show_session_card },
    { .name = "review-refresh", .activate = refresh_review },
    { .name = "pause-notifications", .parameter_type = "s", .activate = pause_notifications },
    { .name = "resume-notifications", .activate = resume_notifications },
    { .name = "test-notice", .activate = test_notice },
    { .name = "preferences", .activate = show_preferences },
    { .name = "quit", .activate = quit },
    { .name = "nothing", .activate = NULL },
  };
  const GOptionEntry options[] = {
    { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Print the version"), NULL },
    { "demo", 0, 0, G_OPTION_ARG_NONE, &self->demo,
      N_ ("Show made-up sessions; reads and stores nothing of yours"), NULL },
    { "background", 0, 0, G_OPTION_ARG_NONE, &self->background,
      N_ ("Start in the tray, without a window"), NULL },
    { "codex-home", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->codex_homes,
      N_ ("Watch this Codex folder and no others; may be given again"), N_ ("DIR") },
    { "claude-home", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->claude_homes,
      N_ ("Watch this Claude Code folder and no others; may be given again"), N_ ("DIR") },
    { NULL },
  };
  GAction *nothing = NULL;

  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  nothing = g_action_map_lookup_action (G_ACTION_MAP (self), "nothing");
  g_simple_action_set_enabled (G_SIMPLE_ACTION (nothing), FALSE);
}

/**
 * vdt_application_new:
 *
 * Returns: (transfer full): the app
 */
VdtApplication *
vdt_application_new (void)
{
  return g_object_new (VDT_TYPE_APPLICATION, "application-id", VDT_APP_ID, "flags",
                       G_APPLICATION_DEFAULT_FLAGS, NULL);
}
