/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-window-keys.h"

#include "vdt-window.h"

/* Whether a key that is pressed with the focus there is Review's: the page hears what is pressed
 * inside it, and letters that are pressed where text is entered, or in a menu, are meant for that.
 */
static gboolean
is_for_review (GtkWidget *page, GtkWidget *focus)
{
  if (!gtk_widget_get_mapped (page))
    return FALSE;
  if (focus == NULL)
    return TRUE;
  return !gtk_widget_is_ancestor (focus, page) && !GTK_IS_EDITABLE (focus) &&
         !GTK_IS_TEXT_VIEW (focus) && gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) == NULL;
}

static gboolean
review_key_cb (GtkWidget *widget, GVariant *args, gpointer data)
{
  GtkWidget *page = GTK_WIDGET (vdt_window_get_review_page (VDT_WINDOW (widget)));
  guint n_keys = 0;
  const VdtReviewKey *key = vdt_review_page_get_keys (&n_keys) + g_variant_get_uint32 (args);

  if (!is_for_review (page, gtk_window_get_focus (GTK_WINDOW (widget))))
    return FALSE;
  if (key->by != 0)
    return gtk_widget_activate_action (page, key->action, "i", key->by);
  return gtk_widget_activate_action (page, key->action, NULL);
}

/* For the window's class alone. */
void
vdt_window_install_keys (GtkWidgetClass *widget_class)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } bindings[] = {
    { GDK_KEY_f, GDK_CONTROL_MASK, "win.search" },
    { GDK_KEY_F5, 0, "win.refresh" },
    { GDK_KEY_comma, GDK_CONTROL_MASK, "win.preferences" },
    { GDK_KEY_question, GDK_CONTROL_MASK, "win.show-help-overlay" },
    { GDK_KEY_question, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "win.show-help-overlay" },
    { GDK_KEY_d, GDK_CONTROL_MASK, "win.toggle-table" },
    { GDK_KEY_w, GDK_CONTROL_MASK, "window.close" },
    { GDK_KEY_q, GDK_CONTROL_MASK, "app.quit" },
  };
  guint n_keys = 0;
  const VdtReviewKey *keys = vdt_review_page_get_keys (&n_keys);

  for (guint i = 0; i < G_N_ELEMENTS (bindings); i++)
    gtk_widget_class_add_binding_action (widget_class, bindings[i].key, bindings[i].modifiers,
                                         bindings[i].action, NULL);
  for (int i = 0; i < 2; i++)
    gtk_widget_class_add_binding_action (widget_class, GDK_KEY_1 + i, GDK_CONTROL_MASK,
                                         "win.show-page", "i", i);
  for (guint i = 0; i < n_keys; i++)
    gtk_widget_class_add_binding (widget_class, keys[i].key, keys[i].modifiers, review_key_cb, "u",
                                  i);
}
