/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What the parts of a card's detail are made of. Main thread only. */

GtkWidget *vdt_review_label_new (const char *first_class,
                                 const char *second_class) G_GNUC_WARN_UNUSED_RESULT;
GtkWidget *vdt_review_list_new (void) G_GNUC_WARN_UNUSED_RESULT;
GtkWidget *vdt_review_row_new_with_words (const char *title,
                                          const char *subtitle) G_GNUC_WARN_UNUSED_RESULT;
GtkWidget *vdt_review_icon_new (const char *icon_name) G_GNUC_WARN_UNUSED_RESULT;
GtkWidget *vdt_review_key_button_new (const char *label,
                                      const char *key,
                                      const char *action) G_GNUC_WARN_UNUSED_RESULT;
GtkWidget *vdt_review_status_new (const char *icon_name,
                                  GtkWidget **label) G_GNUC_WARN_UNUSED_RESULT;
void vdt_review_status_set (GtkWidget *status, GtkWidget *label, const char *text);

G_END_DECLS
