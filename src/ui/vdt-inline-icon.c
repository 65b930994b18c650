/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-inline-icon.h"

struct _VdtInlineIcon
{
  GtkWidget parent_instance;

  GtkWidget *image;
};

G_DEFINE_FINAL_TYPE (VdtInlineIcon, vdt_inline_icon, GTK_TYPE_WIDGET)

static void
vdt_inline_icon_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  gtk_widget_measure (VDT_INLINE_ICON (widget)->image, orientation, for_size, minimum, natural,
                      NULL, NULL);
}

static void
vdt_inline_icon_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate (VDT_INLINE_ICON (widget)->image, width, height, -1, NULL);
}

static void
vdt_inline_icon_dispose (GObject *object)
{
  VdtInlineIcon *self = VDT_INLINE_ICON (object);

  g_clear_pointer (&self->image, gtk_widget_unparent);

  G_OBJECT_CLASS (vdt_inline_icon_parent_class)->dispose (object);
}

static void
vdt_inline_icon_class_init (VdtInlineIconClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_inline_icon_dispose;
  widget_class->measure = vdt_inline_icon_measure;
  widget_class->size_allocate = vdt_inline_icon_size_allocate;

  gtk_widget_class_set_css_name (widget_class, "inlineicon");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
vdt_inline_icon_init (VdtInlineIcon *self)
{
  self->image =
    g_object_new (GTK_TYPE_IMAGE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  gtk_widget_set_parent (self->image, GTK_WIDGET (self));
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
}

/**
 * vdt_inline_icon_new:
 * @icon_name: (nullable): what to show
 *
 * Returns: (transfer floating): the icon
 */
GtkWidget *
vdt_inline_icon_new (const char *icon_name)
{
  GtkWidget *self = g_object_new (VDT_TYPE_INLINE_ICON, NULL);

  vdt_inline_icon_set (VDT_INLINE_ICON (self), icon_name);
  return self;
}

/**
 * vdt_inline_icon_set:
 * @self: an icon
 * @icon_name: (nullable): what to show
 */
void
vdt_inline_icon_set (VdtInlineIcon *self, const char *icon_name)
{
  g_return_if_fail (VDT_IS_INLINE_ICON (self));

  gtk_image_set_from_icon_name (GTK_IMAGE (self->image), icon_name);
}
