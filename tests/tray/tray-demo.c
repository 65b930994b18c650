/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* A status item with an invented menu, for looking at and for real-host.sh. Prints what
 * happens, one line each; reads commands: `state NAME`, `style NAME`, `dark`, `light`,
 * `relabel TEXT`, `add TEXT`, `drop`, `quit`. */

#define G_LOG_DOMAIN "tray-demo"

#include "config.h"

#include <gio/gio.h>
#include <gio/gunixinputstream.h>
#include <stdio.h>
#include <string.h>

#include "vdt-status-item.h"

typedef struct
{
  GMainLoop *loop;
  GMenu *sessions;
  GSimpleActionGroup *actions;
  VdtStatusItem *item;
  VdtTrayFacts facts;
  VdtTrayStyle style;
  gboolean dark_panel;
  guint n_added;
} Demo;

static void
say (const char *format, ...)
{
  va_list args;

  va_start (args, format);
  vprintf (format, args);
  va_end (args);
  putchar ('\n');
  fflush (stdout);
}

static void
show (Demo *demo)
{
  VdtTrayState state;

  vdt_tray_state_init (&state, &demo->facts);
  state.style = demo->style;
  state.dark_panel = demo->dark_panel;
  state.title = state.needs_attention ? "Vedette: 3 agents wait" : "Vedette";
  state.text = "Fullest quota: Claude 5-hour <b>& more</b>, 88 % used, resets 12:30";
  vdt_status_item_set_state (demo->item, &state);
}

static void
activated_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  Demo *demo = user_data;
  const char *name = g_action_get_name (G_ACTION (action));

  say ("action %s %s", name, parameter != NULL ? g_variant_get_string (parameter, NULL) : "-");
  if (g_str_equal (name, "quit"))
    g_main_loop_quit (demo->loop);
}

static void
add_session (Demo *demo, const char *label, const char *id)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "app.chat", "s", id);
  g_menu_append_item (demo->sessions, item);
}

static GMenuModel *
make_menu (Demo *demo)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) quotas = g_menu_new ();
  g_autoptr (GMenu) windows = g_menu_new ();
  g_autoptr (GMenu) chat = g_menu_new ();
  g_autoptr (GMenu) pause = g_menu_new ();
  g_autoptr (GMenu) rest = g_menu_new ();

  demo->sessions = g_menu_new ();
  add_session (demo, "Claude · tide-tables · waits · 71 % used", "s1");
  add_session (demo, "Codex · orchard__api · working · 86 % used", "s2");
  g_menu_append (quotas, "Codex 5-hour: 62 % used · resets 14:20", "app.activity");
  g_menu_append (quotas, "Claude 5-hour: 88 % used · resets 12:30", "app.activity");
  g_menu_append (chat, "Speed up the import job", "app.chat::s2");
  g_menu_append (pause, "For 30 minutes", "app.pause::30");
  g_menu_append (pause, "Until I turn them on", "app.pause::forever");
  g_menu_append (windows, "Review (8)…", "app.review");
  g_menu_append_submenu (windows, "Chat", G_MENU_MODEL (chat));
  g_menu_append (windows, "Activity", "app.activity");
  g_menu_append (windows, "Sounds", "app.sounds");
  g_menu_append (windows, "Workspace is off", NULL);
  g_menu_append_submenu (rest, "Pause Notifications", G_MENU_MODEL (pause));
  g_menu_append (rest, "_Quit", "app.quit");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (demo->sessions));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (quotas));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (windows));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (rest));
  return G_MENU_MODEL (menu);
}

static void
add_actions (Demo *demo)
{
  const char *const plain[] = { "activity", "review", "quit" };
  const char *const targeted[] = { "chat", "pause" };
  g_autoptr (GSimpleAction) sounds = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (plain) + G_N_ELEMENTS (targeted); i++)
    {
      gboolean has_target = i >= G_N_ELEMENTS (plain);
      g_autoptr (GSimpleAction) action =
        g_simple_action_new (has_target ? targeted[i - G_N_ELEMENTS (plain)] : plain[i],
                             has_target ? G_VARIANT_TYPE_STRING : NULL);

      g_signal_connect (action, "activate", G_CALLBACK (activated_cb), demo);
      g_action_map_add_action (G_ACTION_MAP (demo->actions), G_ACTION (action));
    }
  sounds = g_simple_action_new_stateful ("sounds", NULL, g_variant_new_boolean (TRUE));
  g_action_map_add_action (G_ACTION_MAP (demo->actions), G_ACTION (sounds));
}

static void
set_named_state (Demo *demo, const char *name)
{
  static const struct
  {
    const char *name;
    VdtTrayFacts facts;
  } table[] = {
    { "normal", { TRUE, FALSE, FALSE, FALSE, FALSE, 62 } },
    { "near", { TRUE, FALSE, FALSE, FALSE, FALSE, 88 } },
    { "limit", { TRUE, FALSE, FALSE, FALSE, FALSE, 97 } },
    { "review", { TRUE, FALSE, FALSE, FALSE, TRUE, 62 } },
    { "attention", { TRUE, TRUE, FALSE, FALSE, FALSE, 62 } },
    { "paused", { TRUE, FALSE, TRUE, FALSE, FALSE, 62 } },
    { "unknown", { TRUE, FALSE, FALSE, FALSE, FALSE, -1 } },
    { "offline", { TRUE, FALSE, FALSE, TRUE, FALSE, -1 } },
    { "off", { FALSE, FALSE, FALSE, FALSE, FALSE, -1 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (g_str_equal (table[i].name, name))
      demo->facts = table[i].facts;
}

static void
obey (Demo *demo, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 2);
  const char *verb = words[0] != NULL ? words[0] : "";
  const char *rest = words[0] != NULL && words[1] != NULL ? words[1] : "";

  if (g_str_equal (verb, "state"))
    set_named_state (demo, rest);
  else if (g_str_equal (verb, "style"))
    demo->style = g_str_equal (rest, "coloured")   ? VDT_TRAY_STYLE_COLOURED
                  : g_str_equal (rest, "symbolic") ? VDT_TRAY_STYLE_SYMBOLIC
                                                   : VDT_TRAY_STYLE_HIGH_CONTRAST;
  else if (g_str_equal (verb, "dark") || g_str_equal (verb, "light"))
    demo->dark_panel = g_str_equal (verb, "dark");
  else if (g_str_equal (verb, "relabel"))
    {
      g_menu_remove (demo->sessions, 0);
      g_autoptr (GMenuItem) item = g_menu_item_new (rest, NULL);

      g_menu_item_set_action_and_target (item, "app.chat", "s", "s1");
      g_menu_insert_item (demo->sessions, 0, item);
    }
  else if (g_str_equal (verb, "add"))
    {
      g_autofree char *id = g_strdup_printf ("new%u", demo->n_added++);

      add_session (demo, rest, id);
    }
  else if (g_str_equal (verb, "drop"))
    g_menu_remove (demo->sessions, 0);
  else if (g_str_equal (verb, "quit"))
    g_main_loop_quit (demo->loop);
  show (demo);
  say ("done %s", line);
}

static void
line_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Demo *demo = user_data;
  GDataInputStream *stream = G_DATA_INPUT_STREAM (source);
  g_autofree char *line = g_data_input_stream_read_line_finish (stream, result, NULL, NULL);

  if (line == NULL)
    return;
  obey (demo, line);
  g_data_input_stream_read_line_async (stream, G_PRIORITY_DEFAULT, NULL, line_cb, demo);
}

static void
activate_cb (VdtStatusItem *item, gpointer user_data)
{
  say ("activate");
}

static void
secondary_cb (VdtStatusItem *item, gpointer user_data)
{
  say ("secondary-activate");
}

static void
scroll_cb (VdtStatusItem *item, int delta, VdtScrollAxis axis, gpointer user_data)
{
  say ("scroll %d %s", delta, axis == VDT_SCROLL_VERTICAL ? "vertical" : "horizontal");
}

static void
about_to_show_cb (VdtStatusItem *item, gpointer user_data)
{
  say ("about-to-show");
}

static void
has_host_cb (GObject *object, GParamSpec *pspec, gpointer user_data)
{
  say ("host %d", vdt_status_item_get_has_host (VDT_STATUS_ITEM (object)));
}

int
main (void)
{
  Demo demo = { .style = VDT_TRAY_STYLE_COLOURED };
  g_autoptr (GError) error = NULL;
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_autoptr (GMenuModel) menu = NULL;
  g_autoptr (GInputStream) input = NULL;
  g_autoptr (GDataInputStream) lines = NULL;

  if (bus == NULL)
    {
      say ("no session bus: %s", error->message);
      return 1;
    }
  g_set_application_name ("Vedette");
  demo.loop = g_main_loop_new (NULL, FALSE);
  demo.actions = g_simple_action_group_new ();
  add_actions (&demo);
  menu = make_menu (&demo);
  demo.item = vdt_status_item_new_for_platform (bus, menu, G_ACTION_GROUP (demo.actions));
  g_signal_connect (demo.item, "activate", G_CALLBACK (activate_cb), NULL);
  g_signal_connect (demo.item, "secondary-activate", G_CALLBACK (secondary_cb), NULL);
  g_signal_connect (demo.item, "scroll", G_CALLBACK (scroll_cb), NULL);
  g_signal_connect (demo.item, "menu-about-to-show", G_CALLBACK (about_to_show_cb), NULL);
  g_signal_connect (demo.item, "notify::has-host", G_CALLBACK (has_host_cb), NULL);
  set_named_state (&demo, "limit");
  show (&demo);

  input = g_unix_input_stream_new (0, FALSE);
  lines = g_data_input_stream_new (input);
  g_data_input_stream_read_line_async (lines, G_PRIORITY_DEFAULT, NULL, line_cb, &demo);
  g_main_loop_run (demo.loop);

  g_object_unref (demo.item);
  g_dbus_connection_flush_sync (bus, NULL, NULL);
  g_object_unref (demo.sessions);
  g_object_unref (demo.actions);
  g_main_loop_unref (demo.loop);
  return 0;
}
