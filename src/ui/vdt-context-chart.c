/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-context-chart.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "vdt-paint.h"

#define PLOT_HEIGHT 96
#define GAP         6

struct _VdtContextChart
{
  GtkWidget parent_instance;

  GArray *points;
  VdtTime start;
  VdtTime end;
  char *start_label;
  char *middle_label;
  char *compacted_label;
  char *description;
};

/* Where the plot lies; x runs from 0 at the start to 1 at the end. */
typedef struct
{
  VdtContextChart *chart;
  cairo_t *cr;
  double left;
  double width;
  double top;
  double height;
  double full_width;
  gboolean rtl;
} Plot;

G_DEFINE_FINAL_TYPE (VdtContextChart, vdt_context_chart, GTK_TYPE_WIDGET)

static double
plot_x (const Plot *plot, double share)
{
  double x = plot->left + share * plot->width;

  return plot->rtl ? plot->full_width - x : x;
}

static double
plot_y (const Plot *plot, double share)
{
  return plot->top + (1. - share) * plot->height;
}

static double
time_share (VdtContextChart *self, VdtTime time)
{
  if (self->end <= self->start)
    return 1.;
  return CLAMP ((double) (time - self->start) / (double) (self->end - self->start), 0., 1.);
}

/* How full, 0 … 1; below 0 where that is unknown. */
static double
point_share (const VdtContextPoint *point)
{
  if (!vdt_count_known (point->used_tokens) || point->window_tokens <= 0 ||
      point->used_tokens > point->window_tokens)
    return -1.;
  return (double) point->used_tokens / (double) point->window_tokens;
}

static const VdtContextPoint *
point_at (VdtContextChart *self, guint i)
{
  return &g_array_index (self->points, VdtContextPoint, i);
}

static void
draw_axes (const Plot *plot)
{
  static const int marks[] = { 0, 50, 100 };
  GtkWidget *widget = GTK_WIDGET (plot->chart);
  int text_height = vdt_paint_text_height (widget);
  double start_align = plot->rtl ? 1. : 0.;
  GdkRGBA line, dim;

  vdt_paint_foreground (widget, vdt_paint_is_high_contrast () ? .5 : .1, &line);
  vdt_paint_foreground (widget, vdt_paint_is_high_contrast () ? 1. : .58, &dim);
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      double y = floor (plot_y (plot, marks[i] / 100.)) + .5;
      g_autofree char *label =
        marks[i] == 0 ? g_strdup ("0") : vdt_format_percent (marks[i], VDT_WORDS_USED);

      gdk_cairo_set_source_rgba (plot->cr, &line);
      cairo_set_line_width (plot->cr, 1.);
      cairo_move_to (plot->cr, plot_x (plot, 0.), y);
      cairo_line_to (plot->cr, plot_x (plot, 1.), y);
      cairo_stroke (plot->cr);
      vdt_paint_text (widget, plot->cr, label, plot_x (plot, 0.) + (plot->rtl ? GAP : -GAP),
                      y - text_height / 2., plot->rtl ? 0. : 1., &dim);
    }
  vdt_paint_text (widget, plot->cr, plot->chart->start_label, plot_x (plot, 0.),
                  plot_y (plot, 0.) + 3., start_align, &dim);
  if (plot->chart->middle_label != NULL)
    vdt_paint_text (widget, plot->cr, plot->chart->middle_label, plot_x (plot, .5),
                    plot_y (plot, 0.) + 3., .5, &dim);
  vdt_paint_text (widget, plot->cr, _ ("now"), plot_x (plot, 1.), plot_y (plot, 0.) + 3.,
                  1. - start_align, &dim);
}

static void
draw_run (const Plot *plot, guint first, guint last)
{
  VdtContextChart *self = plot->chart;
  double end =
    last + 1 < self->points->len ? time_share (self, point_at (self, last + 1)->time) : 1.;
  GdkRGBA rgba;

  for (int pass = 0; pass < 2; pass++)
    {
      cairo_new_path (plot->cr);
      for (guint i = first; i <= last; i++)
        {
          double x = plot_x (plot, time_share (self, point_at (self, i)->time));
          double y = plot_y (plot, point_share (point_at (self, i)));

          if (i == first)
            cairo_move_to (plot->cr, x, pass == 0 ? plot_y (plot, 0.) : y);
          else
            cairo_line_to (plot->cr, x, plot_y (plot, point_share (point_at (self, i - 1))));
          cairo_line_to (plot->cr, x, y);
        }
      cairo_line_to (plot->cr, plot_x (plot, end),
                     plot_y (plot, point_share (point_at (self, last))));
      vdt_paint_named (GTK_WIDGET (self), "accent_bg_color", pass == 0 ? .22 : 1., &rgba);
      gdk_cairo_set_source_rgba (plot->cr, &rgba);
      if (pass == 0)
        {
          cairo_line_to (plot->cr, plot_x (plot, end), plot_y (plot, 0.));
          cairo_close_path (plot->cr);
          cairo_fill (plot->cr);
        }
      else
        {
          cairo_set_line_width (plot->cr, 2.);
          cairo_set_line_join (plot->cr, CAIRO_LINE_JOIN_ROUND);
          cairo_stroke (plot->cr);
        }
    }
}

/* A run ends before a gap and before a compaction. */
static void
draw_steps (const Plot *plot)
{
  VdtContextChart *self = plot->chart;
  guint i = 0;

  while (i < self->points->len)
    {
      guint last = i;

      if (point_share (point_at (self, i)) < 0.)
        {
          i++;
          continue;
        }
      while (last + 1 < self->points->len && !point_at (self, last + 1)->compacted &&
             point_share (point_at (self, last + 1)) >= 0.)
        last++;
      draw_run (plot, i, last);
      i = last + 1;
    }
}

static void
draw_compactions (const Plot *plot)
{
  static const double dashes[] = { 2., 3. };
  VdtContextChart *self = plot->chart;
  GtkWidget *widget = GTK_WIDGET (self);
  double newest = -1.;
  GdkRGBA rgba;

  vdt_paint_foreground (widget, 1., &rgba);
  for (guint i = 0; i < self->points->len; i++)
    {
      double x;

      if (!point_at (self, i)->compacted)
        continue;
      newest = time_share (self, point_at (self, i)->time);
      x = floor (plot_x (plot, newest)) + .5;
      gdk_cairo_set_source_rgba (plot->cr, &rgba);
      cairo_set_line_width (plot->cr, 1.5);
      cairo_set_dash (plot->cr, dashes, G_N_ELEMENTS (dashes), 0.);
      cairo_move_to (plot->cr, x, plot->top - 2.);
      cairo_line_to (plot->cr, x, plot_y (plot, 0.));
      cairo_stroke (plot->cr);
      cairo_set_dash (plot->cr, NULL, 0, 0.);
    }
  if (newest >= 0.)
    {
      gboolean fits =
        newest * plot->width + GAP + vdt_paint_text_width (widget, self->compacted_label) <=
        plot->width;
      double side = fits != plot->rtl ? 0. : 1.;

      vdt_paint_text (widget, plot->cr, self->compacted_label,
                      plot_x (plot, newest) + (side == 0. ? GAP : -GAP), plot->top - 2., side,
                      &rgba);
    }
}

static void
vdt_context_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  static const double dashes[] = { 4., 4. };
  VdtContextChart *self = VDT_CONTEXT_CHART (widget);
  g_autofree char *widest = vdt_format_percent (100., VDT_WORDS_USED);
  int text_height = vdt_paint_text_height (widget);
  int width = gtk_widget_get_width (widget);
  Plot plot = { .chart = self, .full_width = width, .rtl = vdt_paint_is_rtl (widget) };
  GdkRGBA rgba;

  if (vdt_context_chart_is_empty (self))
    return;
  plot.left = vdt_paint_text_width (widget, widest) + GAP;
  plot.width = width - plot.left - 1.;
  plot.top = ceil (text_height / 2.) + 1.;
  plot.height = gtk_widget_get_height (widget) - plot.top - text_height - 4.;
  if (plot.width < 20. || plot.height < 20.)
    return;
  plot.cr =
    gtk_snapshot_append_cairo (snapshot,
                               &GRAPHENE_RECT_INIT (0, 0, width, gtk_widget_get_height (widget)));
  draw_axes (&plot);
  vdt_paint_named (widget, "warning_bg_color", 1., &rgba);
  gdk_cairo_set_source_rgba (plot.cr, &rgba);
  cairo_set_line_width (plot.cr, 1.);
  cairo_set_dash (plot.cr, dashes, G_N_ELEMENTS (dashes), 0.);
  cairo_move_to (plot.cr, plot_x (&plot, 0.),
                 floor (plot_y (&plot, VDT_LOOK_NEAR_LIMIT / 100.)) + .5);
  cairo_line_to (plot.cr, plot_x (&plot, 1.),
                 floor (plot_y (&plot, VDT_LOOK_NEAR_LIMIT / 100.)) + .5);
  cairo_stroke (plot.cr);
  cairo_set_dash (plot.cr, NULL, 0, 0.);
  draw_steps (&plot);
  draw_compactions (&plot);
  cairo_destroy (plot.cr);
}

static void
vdt_context_chart_measure (GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = 120;
      *natural = 480;
    }
  else
    {
      *minimum = PLOT_HEIGHT + 2 * vdt_paint_text_height (widget);
      *natural = *minimum;
    }
}

static void
clear (VdtContextChart *self)
{
  g_clear_pointer (&self->points, g_array_unref);
  g_clear_pointer (&self->start_label, g_free);
  g_clear_pointer (&self->middle_label, g_free);
  g_clear_pointer (&self->compacted_label, g_free);
  g_clear_pointer (&self->description, g_free);
}

static void
vdt_context_chart_finalize (GObject *object)
{
  clear (VDT_CONTEXT_CHART (object));

  G_OBJECT_CLASS (vdt_context_chart_parent_class)->finalize (object);
}

static void
vdt_context_chart_class_init (VdtContextChartClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->finalize = vdt_context_chart_finalize;
  widget_class->snapshot = vdt_context_chart_snapshot;
  widget_class->measure = vdt_context_chart_measure;

  gtk_widget_class_set_css_name (widget_class, "contextchart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
vdt_context_chart_init (VdtContextChart *self)
{
}

/**
 * vdt_context_chart_new:
 *
 * Returns: (transfer floating): an empty chart
 */
GtkWidget *
vdt_context_chart_new (void)
{
  return g_object_new (VDT_TYPE_CONTEXT_CHART, NULL);
}

static char *
describe (VdtContextChart *self, const VdtSessionInfo *info, const VdtLens *lens)
{
  g_autoptr (GString) text = g_string_new (NULL);
  double percent;

  if (info->context.state != VDT_CONTEXT_COMPACTED && info->context.state != VDT_CONTEXT_UNKNOWN &&
      vdt_context_meter_get_percent (&info->context, &percent))
    {
      g_autofree char *now = vdt_format_percent (percent, VDT_WORDS_USED);

      /* Translators: how full a context window is; %s is a percentage */
      g_string_append_printf (text, _ ("Now %s."), now);
    }
  else
    g_string_append (text, _ ("Now unknown."));
  for (guint i = 1; i < self->points->len; i++)
    {
      double before = point_share (point_at (self, i - 1));
      double after = point_share (point_at (self, i));
      g_autofree char *moment = NULL;

      if (!point_at (self, i)->compacted)
        continue;
      moment = vdt_format_moment (point_at (self, i)->time, lens->now, lens->zone);
      g_string_append_c (text, ' ');
      if (before >= 0. && after >= 0.)
        /* Translators: a time, then two percentages */
        g_string_append_printf (text, _ ("Compacted at %s from %.0f to %.0f %%."), moment,
                                before * 100., after * 100.);
      else
        g_string_append_printf (text, _ ("Compacted at %s."), moment);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * vdt_context_chart_update:
 * @self: a chart
 * @info: the session to show
 * @lens: how it is looked at
 */
void
vdt_context_chart_update (VdtContextChart *self, const VdtSessionInfo *info, const VdtLens *lens)
{
  g_autofree char *name = NULL;

  g_return_if_fail (VDT_IS_CONTEXT_CHART (self));

  clear (self);
  if (info->points == NULL || info->points->len == 0)
    {
      gtk_widget_queue_draw (GTK_WIDGET (self));
      return;
    }
  self->points = g_array_ref (info->points);
  self->start = point_at (self, 0)->time;
  self->end = MAX (lens->now, point_at (self, self->points->len - 1)->time);
  self->start_label = vdt_format_moment (self->start, lens->now, lens->zone);
  if (self->end - self->start >= VDT_MINUTE)
    self->middle_label =
      vdt_format_moment (self->start + (self->end - self->start) / 2, lens->now, lens->zone);
  for (guint i = 0; i < self->points->len; i++)
    if (point_at (self, i)->compacted)
      {
        g_autofree char *moment =
          vdt_format_moment (point_at (self, i)->time, lens->now, lens->zone);

        g_free (self->compacted_label);
        /* Translators: %s is a time such as "10:41" */
        self->compacted_label = g_strdup_printf (_ ("compacted %s"), moment);
      }
  self->description = describe (self, info, lens);
  /* Translators: name of a chart for screen readers; %s is a time such as "09:52" */
  name = g_strdup_printf (_ ("Context fill from %s to now"), self->start_label);
  vdt_access_label (GTK_WIDGET (self), name);
  vdt_access_description (GTK_WIDGET (self), self->description);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * vdt_context_chart_is_empty:
 * @self: a chart
 *
 * Returns: whether there is nothing to draw
 */
gboolean
vdt_context_chart_is_empty (VdtContextChart *self)
{
  g_return_val_if_fail (VDT_IS_CONTEXT_CHART (self), TRUE);

  return self->points == NULL;
}

/**
 * vdt_context_chart_get_description:
 * @self: a chart
 *
 * Returns: (transfer none) (nullable): what it shows in words
 */
const char *
vdt_context_chart_get_description (VdtContextChart *self)
{
  g_return_val_if_fail (VDT_IS_CONTEXT_CHART (self), NULL);

  return self->description;
}
