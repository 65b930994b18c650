/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "ui-test.h"

#include <locale.h>

#include "vdt-ui.h"

/* Starts the toolkit and the test framework; the display comes from with-display.sh. */
void
ui_test_init (int *argc, char ***argv)
{
  setlocale (LC_ALL, "");
  gtk_test_init (argc, argv, NULL);
  adw_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  vdt_ui_init ();
}

/* A window with only @child in it, on screen; destroy it afterwards. */
GtkWidget *
ui_test_show (GtkWidget *child, int width, int height)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_child (GTK_WINDOW (window), child);
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  gtk_window_present (GTK_WINDOW (window));
  ui_test_frames (window, 3);
  return window;
}

static gboolean
frame_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  guint *n = data;

  (*n)--;
  return *n > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* Waits until @widget was drawn @n times. */
void
ui_test_frames (GtkWidget *widget, guint n)
{
  gtk_widget_add_tick_callback (widget, frame_cb, &n, NULL);
  ui_test_wait_until (n == 0);
}

/* Does what the shortcut of that key on @widget does, as a key press would. */
gboolean
ui_test_key (GtkWidget *widget, guint key, GdkModifierType modifiers)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
        continue;
      for (guint k = 0; k < g_list_model_get_n_items (G_LIST_MODEL (controller)); k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);
          GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

          if (GTK_IS_KEYVAL_TRIGGER (trigger) &&
              gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == key &&
              gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) == modifiers &&
              gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget,
                                            gtk_shortcut_get_arguments (shortcut)))
            return TRUE;
        }
    }
  return FALSE;
}

static GtkWidget *
find (GtkWidget *root, GType type, const char *label, guint *nth)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = NULL;

      if (g_type_is_a (G_OBJECT_TYPE (child), type) &&
          (label == NULL || g_strcmp0 (gtk_label_get_label (GTK_LABEL (child)), label) == 0))
        {
          if (*nth == 0)
            return child;
          (*nth)--;
        }
      found = find (child, type, label, nth);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The @nth widget of @type below @root, in reading order. */
GtkWidget *
ui_test_find (GtkWidget *root, GType type, guint nth)
{
  return find (root, type, NULL, &nth);
}

/* The label below @root that says @text. */
GtkWidget *
ui_test_find_label (GtkWidget *root, const char *text)
{
  guint nth = 0;

  return find (root, GTK_TYPE_LABEL, text, &nth);
}
