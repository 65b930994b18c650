/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-meter-bar.h"

#include <adwaita.h>
#include <math.h>

#include "vdt-paint.h"

#define BAR_HEIGHT  6
#define MOVE_MSEC   250
#define STRIPE_STEP 7.
#define NOTCH_AT    (VDT_LOOK_NEAR_LIMIT / 100.)

struct _VdtMeterBar
{
  GtkWidget parent_instance;

  VdtFill fill;
  VdtLevel level;
  double fraction; /* where it goes */
  double shown;    /* where it is */
  AdwAnimation *animation;
};

G_DEFINE_FINAL_TYPE (VdtMeterBar, vdt_meter_bar, GTK_TYPE_WIDGET)

static void
level_color (VdtMeterBar *self, double alpha, GdkRGBA *rgba)
{
  const char *name = "accent_bg_color";

  if (self->level == VDT_LEVEL_NEAR)
    name = "warning_bg_color";
  else if (self->level == VDT_LEVEL_LIMIT)
    name = "error_bg_color";
  vdt_paint_named (GTK_WIDGET (self), name, alpha, rgba);
}

static void
draw_outline (VdtMeterBar *self, cairo_t *cr, double width, double top)
{
  static const double dashes[] = { 3., 2. };
  GdkRGBA rgba;

  vdt_paint_foreground (GTK_WIDGET (self), vdt_paint_is_high_contrast () ? 1. : .42, &rgba);
  vdt_paint_rounded (cr, .5, top + .5, width - 1., BAR_HEIGHT - 1., BAR_HEIGHT / 2.);
  gdk_cairo_set_source_rgba (cr, &rgba);
  cairo_set_line_width (cr, 1.);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0.);
  cairo_stroke (cr);
}

static void
draw_fill (VdtMeterBar *self, cairo_t *cr, double width, double top)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean high_contrast = vdt_paint_is_high_contrast ();
  double filled = round (width * CLAMP (self->shown, 0., 1.));
  GdkRGBA rgba;

  cairo_translate (cr, 0., top);
  vdt_paint_rounded (cr, 0., 0., width, BAR_HEIGHT, BAR_HEIGHT / 2.);
  cairo_save (cr);
  cairo_clip (cr);
  vdt_paint_foreground (widget, .15, &rgba);
  gdk_cairo_set_source_rgba (cr, &rgba);
  cairo_paint (cr);
  if (filled > 0.)
    {
      cairo_save (cr);
      vdt_paint_rounded (cr, 0., 0., MAX (filled, BAR_HEIGHT), BAR_HEIGHT, BAR_HEIGHT / 2.);
      cairo_clip (cr);
      level_color (self, self->fill == VDT_FILL_FADED ? .5 : 1., &rgba);
      if (self->fill == VDT_FILL_STRIPED)
        vdt_paint_stripes (cr, &rgba, filled, BAR_HEIGHT,
                           high_contrast ? 2 * STRIPE_STEP : STRIPE_STEP);
      else
        {
          gdk_cairo_set_source_rgba (cr, &rgba);
          cairo_paint (cr);
        }
      cairo_restore (cr);
    }
  vdt_paint_named (widget, "window_bg_color", 1., &rgba);
  gdk_cairo_set_source_rgba (cr, &rgba);
  cairo_rectangle (cr, floor (width * NOTCH_AT), 0., 1., BAR_HEIGHT);
  cairo_fill (cr);
  cairo_restore (cr);
  if (high_contrast)
    {
      vdt_paint_rounded (cr, .5, .5, width - 1., BAR_HEIGHT - 1., BAR_HEIGHT / 2.);
      vdt_paint_foreground (widget, 1., &rgba);
      gdk_cairo_set_source_rgba (cr, &rgba);
      cairo_set_line_width (cr, 1.);
      cairo_stroke (cr);
    }
}

static void
vdt_meter_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  VdtMeterBar *self = VDT_METER_BAR (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  double top = floor ((height - BAR_HEIGHT) / 2.);
  cairo_t *cr = NULL;

  if (width < BAR_HEIGHT || height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  if (vdt_paint_is_rtl (widget))
    {
      cairo_translate (cr, width, 0.);
      cairo_scale (cr, -1., 1.);
    }
  if (self->fill == VDT_FILL_NONE)
    draw_outline (self, cr, width, top);
  else
    draw_fill (self, cr, width, top);
  cairo_destroy (cr);
}

static void
vdt_meter_bar_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 48 : BAR_HEIGHT;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 120 : BAR_HEIGHT;
}

static void
animate_cb (double value, gpointer data)
{
  VdtMeterBar *self = data;

  self->shown = value;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
vdt_meter_bar_dispose (GObject *object)
{
  VdtMeterBar *self = VDT_METER_BAR (object);

  if (self->animation != NULL)
    adw_animation_pause (self->animation);
  g_clear_object (&self->animation);

  G_OBJECT_CLASS (vdt_meter_bar_parent_class)->dispose (object);
}

static void
vdt_meter_bar_class_init (VdtMeterBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_meter_bar_dispose;
  widget_class->snapshot = vdt_meter_bar_snapshot;
  widget_class->measure = vdt_meter_bar_measure;

  gtk_widget_class_set_css_name (widget_class, "meterbar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
vdt_meter_bar_init (VdtMeterBar *self)
{
  AdwAnimationTarget *target = adw_callback_animation_target_new (animate_cb, self, NULL);

  self->fill = VDT_FILL_NONE;
  self->animation = adw_timed_animation_new (GTK_WIDGET (self), 0., 0., MOVE_MSEC, target);
  adw_timed_animation_set_easing (ADW_TIMED_ANIMATION (self->animation), ADW_EASE_OUT_CUBIC);
}

/**
 * vdt_meter_bar_new:
 *
 * Returns: (transfer floating): a bar with nothing to fill
 */
GtkWidget *
vdt_meter_bar_new (void)
{
  return g_object_new (VDT_TYPE_METER_BAR, NULL);
}

/**
 * vdt_meter_bar_set:
 * @self: a bar
 * @fill: how it is drawn
 * @level: how near the limit it is
 * @fraction: how far it is filled, 0 … 1
 */
void
vdt_meter_bar_set (VdtMeterBar *self, VdtFill fill, VdtLevel level, double fraction)
{
  gboolean jump = FALSE;

  g_return_if_fail (VDT_IS_METER_BAR (self));

  if (self->fill == fill && self->level == level && self->fraction == fraction)
    return;
  /* What was not there before has nowhere to come from. */
  jump = self->fill == VDT_FILL_NONE || fill == VDT_FILL_NONE ||
         !gtk_widget_get_mapped (GTK_WIDGET (self));
  self->fill = fill;
  self->level = level;
  self->fraction = fraction;
  if (jump)
    {
      adw_animation_pause (self->animation);
      self->shown = fraction;
    }
  else
    {
      adw_timed_animation_set_value_from (ADW_TIMED_ANIMATION (self->animation), self->shown);
      adw_timed_animation_set_value_to (ADW_TIMED_ANIMATION (self->animation), fraction);
      adw_animation_play (self->animation);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * vdt_meter_bar_get_fraction:
 * @self: a bar
 *
 * Returns: how far it is filled, or about to be
 */
double
vdt_meter_bar_get_fraction (VdtMeterBar *self)
{
  g_return_val_if_fail (VDT_IS_METER_BAR (self), 0.);

  return self->fraction;
}

/**
 * vdt_meter_bar_get_fill:
 * @self: a bar
 *
 * Returns: how it is drawn
 */
VdtFill
vdt_meter_bar_get_fill (VdtMeterBar *self)
{
  g_return_val_if_fail (VDT_IS_METER_BAR (self), VDT_FILL_NONE);

  return self->fill;
}

/**
 * vdt_meter_bar_get_level:
 * @self: a bar
 *
 * Returns: how near the limit it is
 */
VdtLevel
vdt_meter_bar_get_level (VdtMeterBar *self)
{
  g_return_val_if_fail (VDT_IS_METER_BAR (self), VDT_LEVEL_NORMAL);

  return self->level;
}
