/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-review-parts.h"

#include <adwaita.h>

#include "vdt-compat.h"
#include "vdt-inline-icon.h"
#include "vdt-paint.h"

/**
 * vdt_review_label_new:
 * @first_class: a style class
 * @second_class: (nullable): another one
 *
 * Returns: (transfer floating): a label that wraps, for plain text
 */
GtkWidget *
vdt_review_label_new (const char *first_class, const char *second_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0.);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, first_class);
  if (second_class != NULL)
    gtk_widget_add_css_class (label, second_class);
  return label;
}

/**
 * vdt_review_list_new:
 *
 * Returns: (transfer floating): a boxed list whose rows are read and do nothing
 */
GtkWidget *
vdt_review_list_new (void)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  return list;
}

/**
 * vdt_review_row_new_with_words:
 * @title: its title; no markup
 * @subtitle: (nullable): its subtitle; no markup
 *
 * Returns: (transfer floating): a row that is read and does nothing, all of its words shown
 */
GtkWidget *
vdt_review_row_new_with_words (const char *title, const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle != NULL ? subtitle : "");
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  vdt_access_label (row, title);
  if (subtitle != NULL)
    vdt_access_description (row, subtitle);
  return row;
}

/**
 * vdt_review_icon_new:
 * @icon_name: a glyph
 *
 * Returns: (transfer floating): it on a round ground, for the eye only
 */
GtkWidget *
vdt_review_icon_new (const char *icon_name)
{
  GtkWidget *icon = g_object_new (GTK_TYPE_IMAGE, "icon-name", icon_name, "accessible-role",
                                  GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_widget_set_valign (icon, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (icon, "round-icon");
  return icon;
}

/**
 * vdt_review_key_button_new:
 * @label: what it does
 * @key: (nullable): the key that does the same, shown behind the words
 * @action: the action
 *
 * Returns: (transfer floating): a button
 */
GtkWidget *
vdt_review_key_button_new (const char *label, const char *key, const char *action)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *words = gtk_label_new (label);

  gtk_label_set_ellipsize (GTK_LABEL (words), PANGO_ELLIPSIZE_END);
  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), words);
  if (key != NULL)
    {
      GtkWidget *cap = g_object_new (GTK_TYPE_LABEL, "label", key, "accessible-role",
                                     GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

      gtk_widget_add_css_class (cap, "keycap");
      gtk_widget_add_css_class (cap, "caption");
      gtk_widget_set_valign (cap, GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (box), cap);
    }
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  vdt_access_label (button, label);
  return button;
}

/**
 * vdt_review_status_new:
 * @icon_name: its glyph
 * @label: (out) (transfer none): where its words go
 *
 * Returns: (transfer floating): a line that screen readers say by themselves when it changes
 */
GtkWidget *
vdt_review_status_new (const char *icon_name, GtkWidget **label)
{
  GtkWidget *box = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_HORIZONTAL, "spacing",
                                 6, "accessible-role", GTK_ACCESSIBLE_ROLE_STATUS, NULL);
  GtkWidget *icon = vdt_inline_icon_new (icon_name);

  *label = vdt_review_label_new ("caption", NULL);
  gtk_widget_set_hexpand (*label, TRUE);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), *label);
  return box;
}

/**
 * vdt_review_status_set:
 * @status: a status line
 * @label: its label
 * @text: (nullable): what it says; `NULL` hides it
 */
void
vdt_review_status_set (GtkWidget *status, GtkWidget *label, const char *text)
{
  gboolean is_news =
    text != NULL && (!gtk_widget_get_visible (status) ||
                     g_strcmp0 (gtk_label_get_label (GTK_LABEL (label)), text) != 0);

  gtk_widget_set_visible (status, text != NULL);
  if (!is_news)
    return;
  gtk_label_set_label (GTK_LABEL (label), text);
  vdt_access_label (status, text);
  vdt_compat_announce (status, text);
}
