/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-quota-ring.h"

#include <adwaita.h>
#include <math.h>

#include "vdt-paint.h"

#define DIAMETER  66
#define MOVE_MSEC 250
#define N_DOTS    12
/* How much of the ring's width is line; the picture is 66 wide with lines of 7. */
#define LINE_SHARE 9.

struct _VdtQuotaRing
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *number;
  GtkWidget *word;
  GtkWidget *icon;

  VdtRing ring;
  VdtLevel level;
  double percent;
  double shown;
  double even;
  AdwAnimation *animation;
};

G_DEFINE_FINAL_TYPE (VdtQuotaRing, vdt_quota_ring, GTK_TYPE_WIDGET)

static double
angle_of (double percent)
{
  return -G_PI_2 + 2. * G_PI * CLAMP (percent, 0., 100.) / 100.;
}

static void
draw_arc (VdtQuotaRing *self, cairo_t *cr, double radius, double line)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const char *name = "accent_bg_color";
  GdkRGBA rgba;

  vdt_paint_foreground (widget, .15, &rgba);
  gdk_cairo_set_source_rgba (cr, &rgba);
  cairo_set_line_width (cr, line);
  cairo_new_path (cr);
  cairo_arc (cr, 0., 0., radius, 0., 2. * G_PI);
  cairo_stroke (cr);

  if (self->level == VDT_LEVEL_NEAR)
    name = "warning_bg_color";
  else if (self->level == VDT_LEVEL_LIMIT)
    name = "error_bg_color";
  if (self->shown > 0.)
    {
      gboolean whole = self->shown >= 100.;

      vdt_paint_named (widget, name, self->ring == VDT_RING_STALE ? .5 : 1., &rgba);
      gdk_cairo_set_source_rgba (cr, &rgba);
      cairo_set_line_cap (cr, whole ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
      cairo_new_path (cr);
      cairo_arc (cr, 0., 0., radius, angle_of (0.),
                 whole ? angle_of (0.) + 2. * G_PI : angle_of (self->shown));
      cairo_stroke (cr);
    }
  if (self->even >= 0.)
    {
      double a = angle_of (self->even);

      cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
      vdt_paint_foreground (widget, 1., &rgba);
      gdk_cairo_set_source_rgba (cr, &rgba);
      /* Cut out of the ring first, whatever is behind it. */
      for (int pass = 0; pass < 2; pass++)
        {
          double reach = line / 2. + (pass == 0 ? 1. : 2.);

          cairo_set_operator (cr, pass == 0 ? CAIRO_OPERATOR_DEST_OUT : CAIRO_OPERATOR_OVER);
          cairo_set_line_width (cr, pass == 0 ? 4. : 2.);
          cairo_new_path (cr);
          cairo_move_to (cr, (radius - reach) * cos (a), (radius - reach) * sin (a));
          cairo_line_to (cr, (radius + reach) * cos (a), (radius + reach) * sin (a));
          cairo_stroke (cr);
        }
    }
}

static void
draw_empty (VdtQuotaRing *self, cairo_t *cr, double radius, double line)
{
  gboolean dotted = self->ring == VDT_RING_UNKNOWN;
  double turn = 2. * G_PI * radius / N_DOTS;
  double dashes[] = { turn * .55, turn * .45 };
  GdkRGBA rgba;

  vdt_paint_foreground (GTK_WIDGET (self), vdt_paint_is_high_contrast () ? 1. : .35, &rgba);
  gdk_cairo_set_source_rgba (cr, &rgba);
  cairo_set_line_width (cr, dotted ? line : 2.);
  if (dotted)
    cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0.);
  cairo_new_path (cr);
  cairo_arc (cr, 0., 0., radius, -G_PI_2, 3. * G_PI_2);
  cairo_stroke (cr);
}

static void
vdt_quota_ring_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  VdtQuotaRing *self = VDT_QUOTA_RING (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  double diameter = MIN (width, height);
  double line = diameter / LINE_SHARE;
  double radius = diameter / 2. - line / 2. - 1.;
  cairo_t *cr = NULL;

  if (radius > 1.)
    {
      cr =
        gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (-2, -2, width + 4, height + 4));
      cairo_translate (cr, width / 2., height / 2.);
      if (self->ring == VDT_RING_REPORTED || self->ring == VDT_RING_STALE)
        draw_arc (self, cr, radius, line);
      else
        draw_empty (self, cr, radius, line);
      if (vdt_paint_is_high_contrast () && self->ring != VDT_RING_UNKNOWN &&
          self->ring != VDT_RING_ENDED)
        {
          GdkRGBA rgba;

          vdt_paint_foreground (widget, 1., &rgba);
          gdk_cairo_set_source_rgba (cr, &rgba);
          cairo_set_line_width (cr, 1.);
          cairo_new_path (cr);
          cairo_arc (cr, 0., 0., radius + line / 2., 0., 2. * G_PI);
          cairo_new_sub_path (cr);
          cairo_arc (cr, 0., 0., radius - line / 2., 0., 2. * G_PI);
          cairo_stroke (cr);
        }
      cairo_destroy (cr);
    }
  GTK_WIDGET_CLASS (vdt_quota_ring_parent_class)->snapshot (widget, snapshot);
}

static void
vdt_quota_ring_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  VdtQuotaRing *self = VDT_QUOTA_RING (widget);
  int width, height, needed;

  /* The words must lie inside the line, whatever the size of the text. */
  gtk_widget_measure (self->box, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (self->box, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  needed = (int) ceil (hypot (width, height * .6) * LINE_SHARE / (LINE_SHARE - 2.)) + 2;
  *minimum = MAX (DIAMETER, needed);
  *natural = *minimum;
}

static void
vdt_quota_ring_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  VdtQuotaRing *self = VDT_QUOTA_RING (widget);
  GtkAllocation allocation = { 0, 0, width, height };

  gtk_widget_size_allocate (self->box, &allocation, -1);
}

static void
animate_cb (double value, gpointer data)
{
  VdtQuotaRing *self = data;

  self->shown = value;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
vdt_quota_ring_dispose (GObject *object)
{
  VdtQuotaRing *self = VDT_QUOTA_RING (object);

  if (self->animation != NULL)
    adw_animation_pause (self->animation);
  g_clear_object (&self->animation);
  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (vdt_quota_ring_parent_class)->dispose (object);
}

static void
vdt_quota_ring_class_init (VdtQuotaRingClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_quota_ring_dispose;
  widget_class->snapshot = vdt_quota_ring_snapshot;
  widget_class->measure = vdt_quota_ring_measure;
  widget_class->size_allocate = vdt_quota_ring_size_allocate;

  gtk_widget_class_set_css_name (widget_class, "quotaring");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_METER);
}

static GtkWidget *
quiet_child (GType type, const char *style_class)
{
  GtkWidget *child = g_object_new (type, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_widget_add_css_class (child, style_class);
  return child;
}

static void
vdt_quota_ring_init (VdtQuotaRing *self)
{
  AdwAnimationTarget *target = adw_callback_animation_target_new (animate_cb, self, NULL);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->number = quiet_child (GTK_TYPE_LABEL, "ring-number");
  self->word = quiet_child (GTK_TYPE_LABEL, "ring-word");
  self->icon = quiet_child (GTK_TYPE_IMAGE, "ring-icon");
  gtk_widget_add_css_class (self->number, "numeric");
  /* A number and its sign keep their order in every script. */
  gtk_widget_set_direction (self->number, GTK_TEXT_DIR_LTR);
  gtk_box_append (GTK_BOX (self->box), self->number);
  gtk_box_append (GTK_BOX (self->box), self->word);
  gtk_box_append (GTK_BOX (self->box), self->icon);
  gtk_widget_set_halign (self->box, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->box, GTK_ALIGN_CENTER);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  self->even = -1.;
  self->animation = adw_timed_animation_new (GTK_WIDGET (self), 0., 0., MOVE_MSEC, target);
  adw_timed_animation_set_easing (ADW_TIMED_ANIMATION (self->animation), ADW_EASE_OUT_CUBIC);
}

/**
 * vdt_quota_ring_new:
 *
 * Returns: (transfer floating): a ring of an unknown quota
 */
GtkWidget *
vdt_quota_ring_new (void)
{
  return g_object_new (VDT_TYPE_QUOTA_RING, NULL);
}

static void
move_to (VdtQuotaRing *self, double percent, gboolean jump)
{
  self->percent = percent;
  if (jump || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      adw_animation_pause (self->animation);
      self->shown = percent;
    }
  else if (self->shown != percent)
    {
      adw_timed_animation_set_value_from (ADW_TIMED_ANIMATION (self->animation), self->shown);
      adw_timed_animation_set_value_to (ADW_TIMED_ANIMATION (self->animation), percent);
      adw_animation_play (self->animation);
    }
}

/**
 * vdt_quota_ring_update:
 * @self: a ring
 * @look: what to show; not kept
 * @name: its name for screen readers, such as `Codex, home ~/.codex, 5-hour window`
 */
void
vdt_quota_ring_update (VdtQuotaRing *self, const VdtQuotaLook *look, const char *name)
{
  gboolean running = FALSE;

  g_return_if_fail (VDT_IS_QUOTA_RING (self));
  g_return_if_fail (look != NULL);

  running = look->ring == VDT_RING_REPORTED || look->ring == VDT_RING_STALE;
  move_to (self, running ? look->percent : 0.,
           self->ring == VDT_RING_UNKNOWN || self->ring == VDT_RING_ENDED);
  self->ring = look->ring;
  self->level = look->level;
  self->even = look->even;
  gtk_widget_set_visible (self->number, running);
  gtk_widget_set_visible (self->word, running);
  gtk_widget_set_visible (self->icon, !running);
  gtk_label_set_label (GTK_LABEL (self->number), running ? look->number : "");
  gtk_label_set_label (GTK_LABEL (self->word), running ? look->word : "");
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), look->ring == VDT_RING_ENDED
                                                          ? "vedette-hourglass-symbolic"
                                                          : "vedette-unknown-symbolic");
  vdt_access_label (GTK_WIDGET (self), name);
  vdt_access_value (GTK_WIDGET (self), look->percent, running, look->value);
  vdt_access_description (GTK_WIDGET (self), look->description);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * vdt_quota_ring_get_ring:
 * @self: a ring
 *
 * Returns: how it is drawn
 */
VdtRing
vdt_quota_ring_get_ring (VdtQuotaRing *self)
{
  g_return_val_if_fail (VDT_IS_QUOTA_RING (self), VDT_RING_UNKNOWN);

  return self->ring;
}
