/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-source-popover.h"

#include <glib/gi18n-lib.h>

#include "vdt-paint.h"

struct _VdtSourcePopover
{
  GtkPopover parent_instance;

  GtkWidget *title_label;
  GtkWidget *value_label;
  GtkWidget *source_label;
};

G_DEFINE_FINAL_TYPE (VdtSourcePopover, vdt_source_popover, GTK_TYPE_POPOVER)

static void
copy_cb (VdtSourcePopover *self)
{
  g_autofree char *text = vdt_source_popover_get_text (self);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  gtk_popover_popdown (GTK_POPOVER (self));
}

static GtkWidget *
add_label (GtkWidget *box, const char *style_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0.);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
  gtk_widget_add_css_class (label, style_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
vdt_source_popover_class_init (VdtSourcePopoverClass *klass)
{
}

static void
vdt_source_popover_init (VdtSourcePopover *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Copy"));

  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_widget_set_margin_start (box, 6);
  gtk_widget_set_margin_end (box, 6);
  self->title_label = add_label (box, "heading");
  self->value_label = add_label (box, "numeric");
  self->source_label = add_label (box, "caption");
  gtk_widget_add_css_class (self->source_label, "dim-label");
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  g_signal_connect_object (button, "clicked", G_CALLBACK (copy_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), button);
  gtk_popover_set_child (GTK_POPOVER (self), box);
  gtk_popover_set_position (GTK_POPOVER (self), GTK_POS_BOTTOM);
}

/**
 * vdt_source_popover_new:
 *
 * Returns: (transfer floating): a popover, to be made a child of the number it explains; made when
 *   it is first wanted, since a list has hundreds of numbers
 */
GtkWidget *
vdt_source_popover_new (void)
{
  return g_object_new (VDT_TYPE_SOURCE_POPOVER, NULL);
}

/**
 * vdt_source_popover_set:
 * @self: a popover
 * @title: what the number is of
 * @value: the number in words
 * @source: state, source and age, one a line
 */
void
vdt_source_popover_set (VdtSourcePopover *self,
                        const char *title,
                        const char *value,
                        const char *source)
{
  g_return_if_fail (VDT_IS_SOURCE_POPOVER (self));

  gtk_label_set_label (GTK_LABEL (self->title_label), title);
  gtk_label_set_label (GTK_LABEL (self->value_label), value);
  gtk_label_set_label (GTK_LABEL (self->source_label), source);
  vdt_access_label (GTK_WIDGET (self), title);
}

/**
 * vdt_source_popover_get_text:
 * @self: a popover
 *
 * Returns: (transfer full): what *Copy* copies
 */
char *
vdt_source_popover_get_text (VdtSourcePopover *self)
{
  g_return_val_if_fail (VDT_IS_SOURCE_POPOVER (self), NULL);

  return g_strdup_printf ("%s\n%s\n%s", gtk_label_get_label (GTK_LABEL (self->title_label)),
                          gtk_label_get_label (GTK_LABEL (self->value_label)),
                          gtk_label_get_label (GTK_LABEL (self->source_label)));
}
