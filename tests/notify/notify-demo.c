/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Notifications to look at, and what dbusmock.py and real-dunst.sh drive. Prints what happens,
 * one line each; reads commands: `show ID TITLE|BODY`, `urgent ID TITLE|BODY`, `withdraw ID`,
 * `withdraw-all`, `quit`. */

#define G_LOG_DOMAIN "notify-demo"

#include "config.h"

#include <gio/gio.h>
#include <gio/gunixinputstream.h>
#include <stdio.h>

#include "vdt-notifier.h"

typedef struct
{
  GMainLoop *loop;
  VdtNotifier *notifier;
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
show (Demo *demo, const char *id, const char *text, gboolean urgent)
{
  static const VdtNotificationAction actions[] = {
    { VDT_NOTIFICATION_ACTION_DEFAULT, "Open" },
    { VDT_NOTIFICATION_ACTION_OPEN_REVIEW, "Open Review" },
  };
  g_auto (GStrv) parts = g_strsplit (text, "|", 2);
  const VdtNotification notification = {
    .id = id,
    .title = parts[0],
    .body = parts[1],
    .urgency = urgent ? VDT_NOTIFICATION_CRITICAL : VDT_NOTIFICATION_NORMAL,
    .actions = actions,
    .n_actions = G_N_ELEMENTS (actions),
    .category = "x-vedette.review",
  };

  vdt_notifier_show (demo->notifier, &notification);
}

static void
obey (Demo *demo, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 3);
  guint n = g_strv_length (words);

  if (n == 3 && g_str_equal (words[0], "show"))
    show (demo, words[1], words[2], FALSE);
  else if (n == 3 && g_str_equal (words[0], "urgent"))
    show (demo, words[1], words[2], TRUE);
  else if (n == 2 && g_str_equal (words[0], "withdraw"))
    vdt_notifier_withdraw (demo->notifier, words[1]);
  else if (g_str_equal (line, "withdraw-all"))
    vdt_notifier_withdraw_all (demo->notifier);
  else if (g_str_equal (line, "quit"))
    g_main_loop_quit (demo->loop);
  else
    say ("what is %s?", line);
}

static void
line_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Demo *demo = user_data;
  GDataInputStream *stream = G_DATA_INPUT_STREAM (source);
  g_autofree char *line = g_data_input_stream_read_line_finish (stream, result, NULL, NULL);

  if (line == NULL)
    {
      g_main_loop_quit (demo->loop);
      return;
    }
  obey (demo, line);
  g_data_input_stream_read_line_async (stream, G_PRIORITY_DEFAULT, NULL, line_cb, demo);
}

static void
activated_cb (VdtNotifier *notifier, const char *id, const char *action, gpointer user_data)
{
  g_autofree char *token = vdt_notifier_steal_activation_token (notifier);

  say ("activated %s %s %s", id, action, token != NULL ? token : "-");
}

static void
closed_cb (VdtNotifier *notifier, const char *id, gpointer user_data)
{
  say ("closed %s", id);
}

static void
available_cb (GObject *object, GParamSpec *pspec, gpointer user_data)
{
  say ("available %d", vdt_notifier_get_available (VDT_NOTIFIER (object)));
}

int
main (void)
{
  Demo demo = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_autoptr (GInputStream) input = NULL;
  g_autoptr (GDataInputStream) lines = NULL;

  if (bus == NULL)
    {
      say ("no session bus: %s", error->message);
      return 1;
    }
  g_set_application_name ("Vedette");
  demo.loop = g_main_loop_new (NULL, FALSE);
  demo.notifier = vdt_notifier_new_for_platform (bus);
  g_signal_connect (demo.notifier, "activated", G_CALLBACK (activated_cb), NULL);
  g_signal_connect (demo.notifier, "closed", G_CALLBACK (closed_cb), NULL);
  g_signal_connect (demo.notifier, "notify::available", G_CALLBACK (available_cb), NULL);

  input = g_unix_input_stream_new (0, FALSE);
  lines = g_data_input_stream_new (input);
  g_data_input_stream_read_line_async (lines, G_PRIORITY_DEFAULT, NULL, line_cb, &demo);
  g_main_loop_run (demo.loop);

  g_object_unref (demo.notifier);
  g_main_loop_unref (demo.loop);
  return 0;
}
