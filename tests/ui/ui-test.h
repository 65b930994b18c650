/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

void ui_test_init (int *argc, char ***argv);
GtkWidget *ui_test_show (GtkWidget *child, int width, int height);
void ui_test_frames (GtkWidget *widget, guint n);
gboolean ui_test_key (GtkWidget *widget, guint key, GdkModifierType modifiers);
GtkWidget *ui_test_find (GtkWidget *root, GType type, guint nth);
GtkWidget *ui_test_find_label (GtkWidget *root, const char *text);

#define ui_test_wait_until(condition)                                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    while (!(condition))                                                                           \
      g_main_context_iteration (NULL, TRUE);                                                       \
  }                                                                                                \
  G_STMT_END

G_END_DECLS
