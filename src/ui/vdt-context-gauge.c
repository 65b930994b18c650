/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-context-gauge.h"

#include <glib/gi18n-lib.h>

#include "vdt-inline-icon.h"
#include "vdt-meter-bar.h"
#include "vdt-paint.h"
#include "vdt-source-popover.h"

#define WIDE_WIDTH 196

struct _VdtContextGauge
{
  GtkWidget parent_instance;

  GtkWidget *words;
  GtkWidget *icon;
  GtkWidget *lead;
  GtkWidget *rest;
  GtkWidget *bar;
  GtkWidget *source;

  VdtMeterLook look;
  gboolean narrow;
};

G_DEFINE_FINAL_TYPE (VdtContextGauge, vdt_context_gauge, GTK_TYPE_WIDGET)

static void
pressed_cb (VdtContextGauge *self, int n_press, double x, double y, GtkGestureClick *gesture)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  vdt_context_gauge_show_source (self);
}

static void
vdt_context_gauge_dispose (GObject *object)
{
  VdtContextGauge *self = VDT_CONTEXT_GAUGE (object);

  g_clear_pointer (&self->words, gtk_widget_unparent);
  g_clear_pointer (&self->bar, gtk_widget_unparent);
  g_clear_pointer (&self->source, gtk_widget_unparent);

  G_OBJECT_CLASS (vdt_context_gauge_parent_class)->dispose (object);
}

static void
vdt_context_gauge_finalize (GObject *object)
{
  VdtContextGauge *self = VDT_CONTEXT_GAUGE (object);

  vdt_meter_look_clear (&self->look);

  G_OBJECT_CLASS (vdt_context_gauge_parent_class)->finalize (object);
}

static void
vdt_context_gauge_class_init (VdtContextGaugeClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_context_gauge_dispose;
  object_class->finalize = vdt_context_gauge_finalize;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "contextgauge");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_METER);
}

static GtkWidget *
quiet_label (const char *style_class)
{
  GtkWidget *label =
    g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (label, style_class);
  return label;
}

static void
apply_form (VdtContextGauge *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (widget);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), self->narrow ? GTK_ORIENTATION_HORIZONTAL
                                                                        : GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), self->narrow ? 10 : 4);
  if (self->narrow)
    gtk_widget_insert_after (self->words, widget, self->bar);
  else
    gtk_widget_insert_before (self->words, widget, self->bar);
  gtk_widget_set_halign (self->words, GTK_ALIGN_END);
  gtk_widget_set_hexpand (self->bar, self->narrow);
  gtk_widget_set_valign (self->bar, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (self->rest, !self->narrow);
  gtk_widget_set_size_request (widget, self->narrow ? -1 : WIDE_WIDTH, -1);
  gtk_widget_set_hexpand (widget, self->narrow);
}

static void
vdt_context_gauge_init (VdtContextGauge *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();

  self->words = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  self->icon = vdt_inline_icon_new ("vedette-error-symbolic");
  gtk_widget_set_visible (self->icon, FALSE);
  self->lead = quiet_label ("strong");
  self->rest = quiet_label ("dim-label");
  gtk_box_append (GTK_BOX (self->words), self->icon);
  gtk_box_append (GTK_BOX (self->words), self->lead);
  gtk_box_append (GTK_BOX (self->words), self->rest);
  self->bar = vdt_meter_bar_new ();
  gtk_widget_set_parent (self->words, widget);
  gtk_widget_set_parent (self->bar, widget);
  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  g_signal_connect_object (click, "pressed", G_CALLBACK (pressed_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->words, GTK_EVENT_CONTROLLER (click));
  vdt_access_label (widget, _ ("Context"));
  apply_form (self);
}

/**
 * vdt_context_gauge_new:
 *
 * Returns: (transfer floating): a gauge that shows nothing yet
 */
GtkWidget *
vdt_context_gauge_new (void)
{
  return g_object_new (VDT_TYPE_CONTEXT_GAUGE, NULL);
}

static void
fill_source (VdtContextGauge *self)
{
  vdt_source_popover_set (VDT_SOURCE_POPOVER (self->source), _ ("Context"), self->look.value,
                          self->look.source);
}

static void
set_level_class (GtkWidget *widget, VdtLevel level)
{
  gtk_widget_remove_css_class (widget, "warning");
  gtk_widget_remove_css_class (widget, "error");
  if (level == VDT_LEVEL_NEAR)
    gtk_widget_add_css_class (widget, "warning");
  else if (level == VDT_LEVEL_LIMIT)
    gtk_widget_add_css_class (widget, "error");
}

/**
 * vdt_context_gauge_update:
 * @self: a gauge
 * @info: the session to show
 * @lens: how it is looked at
 */
void
vdt_context_gauge_update (VdtContextGauge *self, const VdtSessionInfo *info, const VdtLens *lens)
{
  g_return_if_fail (VDT_IS_CONTEXT_GAUGE (self));

  vdt_meter_look_clear (&self->look);
  vdt_meter_look_init (&self->look, info, lens);
  gtk_label_set_label (GTK_LABEL (self->lead), self->look.lead);
  gtk_label_set_label (GTK_LABEL (self->rest), self->look.rest);
  gtk_widget_set_visible (self->icon, self->look.level != VDT_LEVEL_NORMAL);
  set_level_class (self->icon, self->look.level);
  set_level_class (self->lead, self->look.level);
  vdt_meter_bar_set (VDT_METER_BAR (self->bar), self->look.fill, self->look.level,
                     self->look.fraction);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), self->look.source);
  if (self->source != NULL)
    fill_source (self);
  vdt_access_value (GTK_WIDGET (self), self->look.percent, self->look.known, self->look.value);
  vdt_access_description (GTK_WIDGET (self), self->look.source);
}

/**
 * vdt_context_gauge_set_narrow:
 * @self: a gauge
 * @narrow: whether bar and number share a line
 */
void
vdt_context_gauge_set_narrow (VdtContextGauge *self, gboolean narrow)
{
  g_return_if_fail (VDT_IS_CONTEXT_GAUGE (self));

  narrow = !!narrow;
  if (self->narrow == narrow)
    return;
  self->narrow = narrow;
  apply_form (self);
}

/**
 * vdt_context_gauge_show_source:
 * @self: a gauge
 *
 * Opens the popover that says where the number comes from.
 */
void
vdt_context_gauge_show_source (VdtContextGauge *self)
{
  g_return_if_fail (VDT_IS_CONTEXT_GAUGE (self));

  if (self->source == NULL)
    {
      self->source = vdt_source_popover_new ();
      gtk_widget_set_parent (self->source, GTK_WIDGET (self));
    }
  fill_source (self);
  gtk_popover_popup (GTK_POPOVER (self->source));
}

/**
 * vdt_context_gauge_get_look:
 * @self: a gauge
 *
 * Returns: (transfer none): what it shows
 */
const VdtMeterLook *
vdt_context_gauge_get_look (VdtContextGauge *self)
{
  g_return_val_if_fail (VDT_IS_CONTEXT_GAUGE (self), NULL);

  return &self->look;
}
