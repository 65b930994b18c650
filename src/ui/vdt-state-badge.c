/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-state-badge.h"

#include "vdt-paint.h"

struct _VdtStateBadge
{
  GtkWidget parent_instance;

  GtkWidget *overlay;
  GtkWidget *main_icon;
  GtkWidget *extra_icon;

  VdtBadge badge;
  VdtBadge extra;
};

G_DEFINE_FINAL_TYPE (VdtStateBadge, vdt_state_badge, GTK_TYPE_WIDGET)

static void
vdt_state_badge_dispose (GObject *object)
{
  VdtStateBadge *self = VDT_STATE_BADGE (object);

  g_clear_pointer (&self->overlay, gtk_widget_unparent);

  G_OBJECT_CLASS (vdt_state_badge_parent_class)->dispose (object);
}

static void
vdt_state_badge_class_init (VdtStateBadgeClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_state_badge_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "statebadge");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static GtkWidget *
hidden_image (void)
{
  return g_object_new (GTK_TYPE_IMAGE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
}

static void
vdt_state_badge_init (VdtStateBadge *self)
{
  self->overlay = gtk_overlay_new ();
  self->main_icon = hidden_image ();
  self->extra_icon = hidden_image ();
  gtk_widget_add_css_class (self->main_icon, "badge-main");
  gtk_widget_add_css_class (self->extra_icon, "badge-extra");
  gtk_widget_set_halign (self->extra_icon, GTK_ALIGN_END);
  gtk_widget_set_valign (self->extra_icon, GTK_ALIGN_END);
  gtk_widget_set_visible (self->extra_icon, FALSE);
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), self->main_icon);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->extra_icon);
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
}

/**
 * vdt_state_badge_new:
 * @small: whether it is one of the second level, 24 instead of 32 pixels
 *
 * Returns: (transfer floating): a badge that shows nothing yet
 */
GtkWidget *
vdt_state_badge_new (gboolean small)
{
  GtkWidget *self = g_object_new (VDT_TYPE_STATE_BADGE, NULL);

  if (small)
    gtk_widget_add_css_class (self, "small");
  return self;
}

static void
show_badge (GtkWidget *image, VdtBadge *place, VdtBadge badge)
{
  const char *old_class = vdt_badge_get_style_class (*place);
  const char *new_class = vdt_badge_get_style_class (badge);

  if (*place == badge)
    return;
  if (old_class != NULL)
    gtk_widget_remove_css_class (image, old_class);
  if (new_class != NULL)
    gtk_widget_add_css_class (image, new_class);
  if (badge == VDT_BADGE_NONE)
    gtk_image_clear (GTK_IMAGE (image));
  else
    gtk_image_set_from_icon_name (GTK_IMAGE (image), vdt_badge_get_icon_name (badge));
  *place = badge;
}

/**
 * vdt_state_badge_set:
 * @self: a badge
 * @badge: the state
 * @extra: what else is to be known, or none
 */
void
vdt_state_badge_set (VdtStateBadge *self, VdtBadge badge, VdtBadge extra)
{
  g_return_if_fail (VDT_IS_STATE_BADGE (self));

  show_badge (self->main_icon, &self->badge, badge);
  show_badge (self->extra_icon, &self->extra, extra);
  gtk_widget_set_visible (self->extra_icon, extra != VDT_BADGE_NONE);
}

/**
 * vdt_state_badge_get_badge:
 * @self: a badge
 *
 * Returns: the state it shows
 */
VdtBadge
vdt_state_badge_get_badge (VdtStateBadge *self)
{
  g_return_val_if_fail (VDT_IS_STATE_BADGE (self), VDT_BADGE_NONE);

  return self->badge;
}

/**
 * vdt_state_badge_get_extra:
 * @self: a badge
 *
 * Returns: what else it shows
 */
VdtBadge
vdt_state_badge_get_extra (VdtStateBadge *self)
{
  g_return_val_if_fail (VDT_IS_STATE_BADGE (self), VDT_BADGE_NONE);

  return self->extra;
}
