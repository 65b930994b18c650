/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-compat.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

/* This file alone is built without the upper bound on the toolkit's version: what is newer than
 * the floor is used where it is there, since the old way is deprecated there. */

#define WEBSITE "https://github.com/vedette/vedette"

/**
 * vdt_compat_show_about:
 * @parent: over which window
 *
 * Shows what this program is.
 */
void
vdt_compat_show_about (GtkWindow *parent)
{
#if ADW_CHECK_VERSION(1, 5, 0)
  AdwDialog *about = adw_about_dialog_new ();
#else
  GtkWidget *about = adw_about_window_new ();
#endif

  /* Both have the same properties. */
  g_object_set (about, "application-name", "Vedette", "application-icon", VDT_BASE_ID, "version",
                VDT_VERSION, "developer-name", _ ("The Vedette authors"), "license-type",
                GTK_LICENSE_GPL_3_0, "website", WEBSITE, "comments",
                _ ("A lookout for Codex and Claude Code"),
                /* Translators: put your names here, one a line */
                "translator-credits", _ ("translator-credits"), NULL);
#if ADW_CHECK_VERSION(1, 5, 0)
  adw_dialog_present (about, GTK_WIDGET (parent));
#else
  gtk_window_set_transient_for (GTK_WINDOW (about), parent);
  gtk_window_set_modal (GTK_WINDOW (about), TRUE);
  gtk_window_present (GTK_WINDOW (about));
#endif
}

#if GTK_CHECK_VERSION(4, 10, 0)
static void
selected_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GError) error = NULL;
  GFile *folder = gtk_file_dialog_select_folder_finish (GTK_FILE_DIALOG (source), result, &error);

  if (folder != NULL)
    g_task_return_pointer (task, folder, g_object_unref);
  else if (g_error_matches (error, GTK_DIALOG_ERROR, GTK_DIALOG_ERROR_DISMISSED))
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "no folder was chosen");
  else
    g_task_return_error (task, g_steal_pointer (&error));
}
#else
static void
response_cb (GtkNativeDialog *dialog, int response, gpointer data)
{
  g_autoptr (GTask) task = data;

  if (response == GTK_RESPONSE_ACCEPT)
    g_task_return_pointer (task, gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)),
                           g_object_unref);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "no folder was chosen");
  gtk_native_dialog_destroy (dialog);
  g_object_unref (dialog);
}
#endif

/**
 * vdt_compat_choose_folder_async:
 * @parent: over which window
 * @title: what is asked
 * @cancellable: (nullable): a cancellable
 * @callback: called when a folder was chosen, or none
 * @user_data: for @callback
 *
 * Asks for a folder.
 */
void
vdt_compat_choose_folder_async (GtkWindow *parent,
                                const char *title,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, vdt_compat_choose_folder_async);
#if GTK_CHECK_VERSION(4, 10, 0)
  {
    g_autoptr (GtkFileDialog) dialog = gtk_file_dialog_new ();

    gtk_file_dialog_set_title (dialog, title);
    gtk_file_dialog_select_folder (dialog, parent, cancellable, selected_cb, task);
  }
#else
  {
    GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new (title, parent, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, NULL,
                                   NULL);

    gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
    g_signal_connect (dialog, "response", G_CALLBACK (response_cb), task);
    gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
  }
#endif
}

/**
 * vdt_compat_choose_folder_finish:
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full): the folder, or `NULL` with `G_IO_ERROR_CANCELLED` where none was chosen
 */
GFile *
vdt_compat_choose_folder_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * vdt_compat_announce:
 * @widget: what it is about
 * @text: what a screen reader is to say
 *
 * Says something that is seen anyway; on the floor, which has no call for it, nothing more.
 */
void
vdt_compat_announce (GtkWidget *widget, const char *text)
{
#if GTK_CHECK_VERSION(4, 14, 0)
  gtk_accessible_announce (GTK_ACCESSIBLE (widget), text,
                           GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
#endif
}
