/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What has another name on another release of the toolkit. Main thread only. */

void vdt_compat_show_about (GtkWindow *parent);
void vdt_compat_choose_folder_async (GtkWindow *parent,
                                     const char *title,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
GFile *vdt_compat_choose_folder_finish (GAsyncResult *result,
                                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
void vdt_compat_announce (GtkWidget *widget, const char *text);

G_END_DECLS
