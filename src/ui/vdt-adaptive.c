/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-adaptive.h"

#include "vdt-paint.h"

#define NARROW_BELOW 560.
#define WIDE_FROM    980.
#define MIN_WIDTH    360

struct _VdtAdaptive
{
  GtkWidget parent_instance;

  GtkWidget *child;
  VdtWidth width;
  VdtWidth next;
  double narrow_below;
  guint idle_id;
};

typedef enum
{
  SIGNAL_WIDTH_CHANGED,
  N_SIGNALS,
} VdtAdaptiveSignals;

static guint signals[N_SIGNALS];

static void buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (VdtAdaptive,
                               vdt_adaptive,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, buildable_init))

static const char *const classes[] = {
  [VDT_WIDTH_NARROW] = "narrow",
  [VDT_WIDTH_MEDIUM] = "medium",
  [VDT_WIDTH_WIDE] = "wide",
};

static VdtWidth
width_of (double room, double narrow_below)
{
  if (room < narrow_below)
    return VDT_WIDTH_NARROW;
  return room < WIDE_FROM ? VDT_WIDTH_MEDIUM : VDT_WIDTH_WIDE;
}

/**
 * vdt_width_of:
 * @pixels: a width
 * @text_scale: how large the text is, 1 being usual
 *
 * Returns: what that width is good for
 */
VdtWidth
vdt_width_of (double pixels, double text_scale)
{
  return width_of (pixels / MAX (text_scale, .1), NARROW_BELOW);
}

static void
set_width (VdtAdaptive *self, VdtWidth width)
{
  gtk_widget_remove_css_class (GTK_WIDGET (self), classes[self->width]);
  gtk_widget_add_css_class (GTK_WIDGET (self), classes[width]);
  self->width = width;
  g_signal_emit (self, signals[SIGNAL_WIDTH_CHANGED], 0, (int) width);
}

static gboolean
idle_cb (gpointer data)
{
  VdtAdaptive *self = data;

  self->idle_id = 0;
  if (self->next != self->width)
    set_width (self, self->next);
  return G_SOURCE_REMOVE;
}

static void
vdt_adaptive_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  VdtAdaptive *self = VDT_ADAPTIVE (widget);
  int needed = 0;

  self->next = width_of (width / vdt_paint_text_scale (widget), self->narrow_below);
  if (self->next != self->width && self->idle_id == 0)
    {
      self->idle_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, idle_cb, self, NULL);
      g_source_set_name_by_id (self->idle_id, "vdt-adaptive");
    }
  if (self->child == NULL || !gtk_widget_should_layout (self->child))
    return;
  /* For the one frame in which the form is still that of another width. */
  gtk_widget_measure (self->child, GTK_ORIENTATION_HORIZONTAL, -1, &needed, NULL, NULL, NULL);
  width = MAX (width, needed);
  gtk_widget_measure (self->child, GTK_ORIENTATION_VERTICAL, width, &needed, NULL, NULL, NULL);
  gtk_widget_allocate (self->child, width, MAX (height, needed), baseline, NULL);
}

static void
vdt_adaptive_measure (GtkWidget *widget,
                      GtkOrientation orientation,
                      int for_size,
                      int *minimum,
                      int *natural,
                      int *minimum_baseline,
                      int *natural_baseline)
{
  VdtAdaptive *self = VDT_ADAPTIVE (widget);
  int child_min = 0, child_nat = 0;

  if (self->child != NULL)
    {
      if (orientation == GTK_ORIENTATION_VERTICAL && for_size >= 0)
        {
          int width_min = 0;

          gtk_widget_measure (self->child, GTK_ORIENTATION_HORIZONTAL, -1, &width_min, NULL, NULL,
                              NULL);
          for_size = MAX (for_size, width_min);
        }
      gtk_widget_measure (self->child, orientation, for_size, &child_min, &child_nat, NULL, NULL);
    }
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN (child_min, MIN_WIDTH) : child_min;
  *natural = MAX (child_nat, *minimum);
}

static GtkSizeRequestMode
vdt_adaptive_get_request_mode (GtkWidget *widget)
{
  VdtAdaptive *self = VDT_ADAPTIVE (widget);

  return self->child != NULL ? gtk_widget_get_request_mode (self->child)
                             : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
vdt_adaptive_dispose (GObject *object)
{
  VdtAdaptive *self = VDT_ADAPTIVE (object);

  g_clear_handle_id (&self->idle_id, g_source_remove);
  g_clear_pointer (&self->child, gtk_widget_unparent);

  G_OBJECT_CLASS (vdt_adaptive_parent_class)->dispose (object);
}

static void
vdt_adaptive_class_init (VdtAdaptiveClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_adaptive_dispose;
  widget_class->size_allocate = vdt_adaptive_size_allocate;
  widget_class->measure = vdt_adaptive_measure;
  widget_class->get_request_mode = vdt_adaptive_get_request_mode;

  signals[SIGNAL_WIDTH_CHANGED] =
    g_signal_new ("width-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  gtk_widget_class_set_css_name (widget_class, "adaptive");
}

static void
vdt_adaptive_init (VdtAdaptive *self)
{
  self->width = VDT_WIDTH_WIDE;
  self->next = VDT_WIDTH_WIDE;
  self->narrow_below = NARROW_BELOW;
  gtk_widget_add_css_class (GTK_WIDGET (self), classes[self->width]);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

static void
add_child (GtkBuildable *buildable, GtkBuilder *builder, GObject *child, const char *type)
{
  if (GTK_IS_WIDGET (child))
    vdt_adaptive_set_child (VDT_ADAPTIVE (buildable), GTK_WIDGET (child));
}

static void
buildable_init (GtkBuildableIface *iface)
{
  iface->add_child = add_child;
}

/**
 * vdt_adaptive_new:
 *
 * Returns: (transfer floating): an empty bin, wide until it is laid out
 */
GtkWidget *
vdt_adaptive_new (void)
{
  return g_object_new (VDT_TYPE_ADAPTIVE, NULL);
}

/**
 * vdt_adaptive_set_child:
 * @self: a bin
 * @child: (nullable): what is in it
 */
void
vdt_adaptive_set_child (VdtAdaptive *self, GtkWidget *child)
{
  g_return_if_fail (VDT_IS_ADAPTIVE (self));

  if (self->child == child)
    return;
  g_clear_pointer (&self->child, gtk_widget_unparent);
  self->child = child;
  if (child != NULL)
    gtk_widget_set_parent (child, GTK_WIDGET (self));
}

/**
 * vdt_adaptive_set_narrow_below:
 * @self: a bin
 * @pixels: the width, at usual text, below which it is narrow
 *
 * For a bin inside another one, whose child needs other room than a whole window.
 */
void
vdt_adaptive_set_narrow_below (VdtAdaptive *self, double pixels)
{
  g_return_if_fail (VDT_IS_ADAPTIVE (self));

  self->narrow_below = pixels;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/**
 * vdt_adaptive_get_width_class:
 * @self: a bin
 *
 * Returns: how wide it is
 */
VdtWidth
vdt_adaptive_get_width_class (VdtAdaptive *self)
{
  g_return_val_if_fail (VDT_IS_ADAPTIVE (self), VDT_WIDTH_WIDE);

  return self->width;
}
