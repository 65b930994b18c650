/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-day-chart.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "vdt-paint.h"

#define PLOT_HEIGHT 120
#define GAP         6
#define HATCH_STEP  5.

struct _VdtDayChart
{
  GtkWidget parent_instance;

  GArray *days; /* of VdtDayUsage, oldest first */
  gint64 today;
  int selected; /* -1: none */
};

typedef struct
{
  cairo_t *cr;
  double left;
  double width; /* of one day */
  double top;
  double height;
  double full_width;
  double highest;
  gboolean rtl;
} Plot;

typedef enum
{
  SIGNAL_DAY_ACTIVATED,
  N_SIGNALS,
} VdtDayChartSignals;

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VdtDayChart, vdt_day_chart, GTK_TYPE_WIDGET)

/**
 * vdt_day_usage_total:
 * @usage: a day
 *
 * Returns: the tokens of all agents on that day, as far as they are known
 */
VdtCount
vdt_day_usage_total (const VdtDayUsage *usage)
{
  VdtCount total = VDT_COUNT_UNKNOWN;

  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    if (vdt_count_known (usage->tokens[i].total))
      total = vdt_count_known (total) ? vdt_count_add (total, usage->tokens[i].total)
                                      : usage->tokens[i].total;
  return total;
}

/**
 * vdt_day_label:
 * @day: a calendar day
 * @today: the day it is
 *
 * Returns: (transfer full): `Today` or such as `Sun 29`
 */
char *
vdt_day_label (gint64 day, gint64 today)
{
  if (day == today)
    return g_strdup (_ ("Today"));
  /* Translators: a day of the last weeks, see g_date_time_format() */
  return vdt_format_day (day, today - day < 28 ? _ ("%a %-e") : _ ("%-e %b"));
}

/**
 * vdt_day_chart_step:
 * @highest: the highest value
 *
 * Returns: a round distance between marks, at most three of which reach @highest
 */
double
vdt_day_chart_step (double highest)
{
  static const double shares[] = { 1., 2., 4., 5., 10. };
  /* There is nothing between one token and the next. */
  double power = highest > 3. ? pow (10., floor (log10 (highest / 3.))) : 1.;

  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    if (ceil (highest / (shares[i] * power) - 1e-9) <= 3.)
      return shares[i] * power;
  return 10. * power;
}

static const VdtDayUsage *
day_at (VdtDayChart *self, guint index)
{
  return &g_array_index (self->days, VdtDayUsage, index);
}

static guint
n_days (VdtDayChart *self)
{
  return self->days != NULL ? self->days->len : 0;
}

static double
highest_of (VdtDayChart *self)
{
  VdtCount highest = 0;

  for (guint i = 0; i < n_days (self); i++)
    highest = MAX (highest, vdt_day_usage_total (day_at (self, i)));
  return highest;
}

static double
day_x (const Plot *plot, guint index)
{
  double x = plot->left + index * plot->width;

  return plot->rtl ? plot->full_width - x - plot->width : x;
}

static void
draw_axis (VdtDayChart *self, const Plot *plot, double step)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean high_contrast = vdt_paint_is_high_contrast ();
  int text_height = vdt_paint_text_height (widget);
  double edge = plot->rtl ? plot->full_width - plot->left : plot->left;
  GdkRGBA line, dim;

  vdt_paint_foreground (widget, high_contrast ? .5 : .1, &line);
  vdt_paint_foreground (widget, high_contrast ? 1. : .58, &dim);
  for (double value = 0.; value <= plot->highest + step / 2.; value += step)
    {
      double y = floor (plot->top + plot->height * (1. - value / plot->highest)) + .5;
      g_autofree char *label = vdt_format_tokens ((VdtCount) value);

      gdk_cairo_set_source_rgba (plot->cr, &line);
      cairo_set_line_width (plot->cr, 1.);
      cairo_move_to (plot->cr, edge, y);
      cairo_line_to (plot->cr, plot->rtl ? 0. : plot->full_width, y);
      cairo_stroke (plot->cr);
      vdt_paint_text (widget, plot->cr, label, edge + (plot->rtl ? GAP : -GAP),
                      y - text_height / 2., plot->rtl ? 0. : 1., &dim);
    }
}

static void
draw_bar (VdtDayChart *self, const Plot *plot, guint index)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean high_contrast = vdt_paint_is_high_contrast ();
  double x = floor (day_x (plot, index) + plot->width * .18);
  double width = MAX (floor (plot->width * .64), 1.);
  double bottom = plot->top + plot->height;

  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    {
      VdtCount total = day_at (self, index)->tokens[i].total;
      double height;
      GdkRGBA rgba;

      if (!vdt_count_known (total) || total == 0)
        continue;
      height = MAX (plot->height * (double) total / plot->highest, 1.);
      vdt_paint_named (widget, i == VDT_RUNTIME_CODEX ? "accent_bg_color" : "purple_3", 1., &rgba);
      cairo_save (plot->cr);
      cairo_rectangle (plot->cr, x, bottom - height, width, height);
      cairo_clip (plot->cr);
      if (i == VDT_RUNTIME_CLAUDE)
        {
          cairo_translate (plot->cr, x, bottom - height);
          vdt_paint_stripes (plot->cr, &rgba, width, height,
                             high_contrast ? 2. * HATCH_STEP : HATCH_STEP);
        }
      else
        {
          gdk_cairo_set_source_rgba (plot->cr, &rgba);
          cairo_paint (plot->cr);
        }
      cairo_restore (plot->cr);
      if (high_contrast)
        {
          vdt_paint_foreground (widget, 1., &rgba);
          gdk_cairo_set_source_rgba (plot->cr, &rgba);
          cairo_set_line_width (plot->cr, 1.);
          cairo_rectangle (plot->cr, x + .5, bottom - height + .5, width - 1., height - 1.);
          cairo_stroke (plot->cr);
        }
      bottom -= height + 1.;
    }
}

static void
draw_labels (VdtDayChart *self, const Plot *plot)
{
  GtkWidget *widget = GTK_WIDGET (self);
  guint n = n_days (self);
  double y = plot->top + plot->height + 3.;
  double free_from = -1e9, free_to = 1e9;
  GdkRGBA dim;

  vdt_paint_foreground (widget, vdt_paint_is_high_contrast () ? 1. : .58, &dim);
  /* From today backwards, each where the one before it left room. */
  for (guint i = n; i-- > 0;)
    {
      gint64 day = day_at (self, i)->day;
      g_autofree char *label =
        day == self->today ? g_strdup (_ ("Today")) : vdt_format_day (day, "%-e");
      double middle = day_x (plot, i) + plot->width / 2.;
      double width = vdt_paint_text_width (widget, label);
      double start = CLAMP (middle - width / 2., 0., MAX (plot->full_width - width, 0.));

      if (plot->rtl ? start < free_from : start + width > free_to)
        continue;
      vdt_paint_text (widget, plot->cr, label, start, y, 0., &dim);
      free_to = start - 2. * width - GAP;
      free_from = start + 3. * width + GAP;
    }
}

static void
vdt_day_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  VdtDayChart *self = VDT_DAY_CHART (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  double highest = highest_of (self);
  double step = vdt_day_chart_step (highest);
  int text_height = vdt_paint_text_height (widget);
  Plot plot = { .full_width = width, .rtl = vdt_paint_is_rtl (widget) };
  g_autofree char *widest = NULL;

  if (n_days (self) == 0)
    return;
  plot.highest = highest > 0. ? ceil (highest / step - 1e-9) * step : step;
  widest = vdt_format_tokens ((VdtCount) plot.highest);
  plot.left =
    MAX (vdt_paint_text_width (widget, widest), vdt_paint_text_width (widget, "00M")) + GAP;
  plot.width = (width - plot.left) / n_days (self);
  plot.top = ceil (text_height / 2.) + 1.;
  plot.height = height - plot.top - text_height - 4.;
  if (plot.width < 1. || plot.height < 20.)
    return;

  plot.cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  draw_axis (self, &plot, step);
  if (self->selected >= 0 && gtk_widget_has_focus (widget))
    {
      GdkRGBA rgba;

      vdt_paint_named (widget, "accent_color", 1., &rgba);
      vdt_paint_rounded (plot.cr, day_x (&plot, self->selected) + 1., plot.top - 1.,
                         MAX (plot.width - 2., 3.), plot.height + 2., 4.);
      gdk_cairo_set_source_rgba (plot.cr, &rgba);
      cairo_set_line_width (plot.cr, 2.);
      cairo_stroke (plot.cr);
    }
  for (guint i = 0; i < n_days (self); i++)
    draw_bar (self, &plot, i);
  draw_labels (self, &plot);
  cairo_destroy (plot.cr);
}

static void
vdt_day_chart_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL
               ? 160
               : PLOT_HEIGHT + 2 * vdt_paint_text_height (widget);
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 340 : *minimum;
}

static gboolean
move_cb (GtkWidget *widget, GVariant *args, gpointer data)
{
  VdtDayChart *self = VDT_DAY_CHART (widget);
  int n = n_days (self);
  int by = g_variant_get_int32 (args);

  if (n == 0)
    return FALSE;
  if (vdt_paint_is_rtl (widget) && ABS (by) == 1)
    by = -by;
  vdt_day_chart_select (self, CLAMP ((self->selected < 0 ? n - 1 : self->selected) + by, 0, n - 1));
  return TRUE;
}

static gboolean
activate_cb (GtkWidget *widget, GVariant *args, gpointer data)
{
  VdtDayChart *self = VDT_DAY_CHART (widget);

  if (self->selected < 0)
    return FALSE;
  g_signal_emit (self, signals[SIGNAL_DAY_ACTIVATED], 0, (guint) self->selected);
  return TRUE;
}

static gboolean
query_tooltip_cb (VdtDayChart *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int n = n_days (self);
  double left = vdt_paint_text_width (GTK_WIDGET (self), "00M") + GAP;
  g_autofree char *text = NULL;
  int index;

  if (n == 0)
    return FALSE;
  if (vdt_paint_is_rtl (GTK_WIDGET (self)))
    x = width - x;
  index = keyboard ? self->selected : (int) floor ((x - left) / ((width - left) / n));
  if (index < 0 || index >= n)
    return FALSE;
  text = vdt_day_chart_describe (self, index);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
focus_cb (VdtDayChart *self)
{
  if (self->selected < 0 && n_days (self) > 0)
    vdt_day_chart_select (self, n_days (self) - 1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
vdt_day_chart_finalize (GObject *object)
{
  VdtDayChart *self = VDT_DAY_CHART (object);

  g_clear_pointer (&self->days, g_array_unref);

  G_OBJECT_CLASS (vdt_day_chart_parent_class)->finalize (object);
}

static void
vdt_day_chart_class_init (VdtDayChartClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->finalize = vdt_day_chart_finalize;
  widget_class->snapshot = vdt_day_chart_snapshot;
  widget_class->measure = vdt_day_chart_measure;

  signals[SIGNAL_DAY_ACTIVATED] =
    g_signal_new ("day-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  gtk_widget_class_set_css_name (widget_class, "daychart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, move_cb, "i", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, move_cb, "i", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Home, 0, move_cb, "i", -10000);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_End, 0, move_cb, "i", 10000);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Return, 0, activate_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Enter, 0, activate_cb, NULL);
}

static void
vdt_day_chart_init (VdtDayChart *self)
{
  self->selected = -1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (focus_cb), NULL);
}

/**
 * vdt_day_chart_new:
 *
 * Returns: (transfer floating): an empty chart
 */
GtkWidget *
vdt_day_chart_new (void)
{
  return g_object_new (VDT_TYPE_DAY_CHART, NULL);
}

/**
 * vdt_day_chart_set_days:
 * @self: a chart
 * @days: (element-type VdtDayUsage): oldest first; a reference is kept
 * @today: the calendar day it is
 */
void
vdt_day_chart_set_days (VdtDayChart *self, GArray *days, gint64 today)
{
  g_autofree char *name = NULL;
  guint n;

  g_return_if_fail (VDT_IS_DAY_CHART (self));
  g_return_if_fail (days != NULL);

  g_array_ref (days);
  g_clear_pointer (&self->days, g_array_unref);
  self->days = days;
  self->today = today;
  n = days->len;
  if (self->selected >= (int) n)
    self->selected = (int) n - 1;
  name = g_strdup_printf (ngettext ("Tokens by day, %u day", "Tokens by day, %u days", n), n);
  vdt_access_label (GTK_WIDGET (self), name);
  if (self->selected >= 0)
    vdt_day_chart_select (self, self->selected);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * vdt_day_chart_get_selected:
 * @self: a chart
 *
 * Returns: the index of the day that is chosen, or -1
 */
int
vdt_day_chart_get_selected (VdtDayChart *self)
{
  g_return_val_if_fail (VDT_IS_DAY_CHART (self), -1);

  return self->selected;
}

/**
 * vdt_day_chart_select:
 * @self: a chart
 * @index: the day to choose, or -1
 */
void
vdt_day_chart_select (VdtDayChart *self, int index)
{
  g_return_if_fail (VDT_IS_DAY_CHART (self));
  g_return_if_fail (index < (int) n_days (self));

  self->selected = index;
  if (index >= 0)
    {
      g_autofree char *text = vdt_day_chart_describe (self, index);

      vdt_access_description (GTK_WIDGET (self), text);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * vdt_day_chart_describe:
 * @self: a chart
 * @index: a day
 *
 * Returns: (transfer full): its numbers in words: `Sunday 29 November: Codex 7.1M, Claude 4.9M
 *   tokens`
 */
char *
vdt_day_chart_describe (VdtDayChart *self, guint index)
{
  const VdtDayUsage *usage = NULL;
  g_autofree char *day = NULL;
  g_autofree char *codex = NULL;
  g_autofree char *claude = NULL;

  g_return_val_if_fail (VDT_IS_DAY_CHART (self), NULL);
  g_return_val_if_fail (index < n_days (self), NULL);

  usage = day_at (self, index);
  /* Translators: a whole date, see g_date_time_format() */
  day = vdt_format_day (usage->day, _ ("%A %-e %B"));
  codex = vdt_format_tokens (usage->tokens[VDT_RUNTIME_CODEX].total);
  claude = vdt_format_tokens (usage->tokens[VDT_RUNTIME_CLAUDE].total);
  /* Translators: a date and two numbers of tokens */
  return g_strdup_printf (_ ("%s: Codex %s, Claude %s tokens"), day, codex, claude);
}
