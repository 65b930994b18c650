/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-tray"

#include "config.h"

#include "vdt-tray-icon.h"

#include <math.h>

#define ARC_STEP    2
#define MAX_ENTRIES 128

#define COLOUR_DARK   0x2e3436
#define COLOUR_WHITE  0xffffff
#define COLOUR_BLACK  0x000000
#define COLOUR_BLUE   0x3584e4
#define COLOUR_ORANGE 0xe66100
#define COLOUR_RED    0xe01b24
#define COLOUR_TRACK  0x9a9996
#define COLOUR_IDLE   0x77767b

struct _VdtTrayIcon
{
  GHashTable *entries; /* key and size in one number → GBytes */
};

/* Lengths in pixels, colours as 0xRRGGBB. */
typedef struct
{
  int size;
  double centre;
  double unit; /* a sixteenth of the size */
  double radius;
  double stroke;
  double dot_radius;
  double dot_centre;

  guint ring;
  guint arc;
  guint attention;
  guint quiet;
  guint dot;
  double track_alpha;
  double track_width;
} Plan;

typedef enum
{
  BAND_NORMAL,
  BAND_NEAR,
  BAND_FULL,
} Band;

static Band
band_of (const VdtTrayState *state)
{
  if (state->ring != VDT_TRAY_RING_GAUGE || !vdt_tray_percent_known (state->percent))
    return BAND_NORMAL;
  if (state->percent >= VDT_TRAY_FULL_PERCENT)
    return BAND_FULL;
  return state->percent >= VDT_TRAY_NEAR_PERCENT ? BAND_NEAR : BAND_NORMAL;
}

/**
 * vdt_tray_icon_arc_percent:
 * @percent: a percentage
 *
 * Returns: how much of the ring is drawn for it: steps of 2, so that the picture rarely
 *   changes; never empty above 0 and never full below 100. 0 where @percent is not known
 */
int
vdt_tray_icon_arc_percent (double percent)
{
  int step;

  if (!vdt_tray_percent_known (percent) || percent <= 0.0)
    return 0;
  if (percent >= 100.0)
    return 100;
  step = (int) floor (percent / ARC_STEP + 0.5) * ARC_STEP;
  return CLAMP (step, ARC_STEP, 100 - ARC_STEP);
}

/**
 * vdt_tray_icon_key:
 * @state: what to show
 *
 * Returns: a number that is the same for states that look the same
 */
guint
vdt_tray_icon_key (const VdtTrayState *state)
{
  gboolean dark = state->style == VDT_TRAY_STYLE_SYMBOLIC && state->dark_panel;
  guint key = (guint) state->style * 2 + (dark ? 1 : 0);

  key = key * 4 + (guint) state->ring;
  if (state->ring == VDT_TRAY_RING_OFF)
    return key;
  key |= (guint) state->core << 8;
  key |= (state->review_due ? 1u : 0u) << 12;
  if (state->ring == VDT_TRAY_RING_GAUGE)
    {
      key |= (guint) (vdt_tray_icon_arc_percent (state->percent) / ARC_STEP) << 13;
      key |= (guint) band_of (state) << 20;
    }
  return key;
}

static void
plan_colours (Plan *plan, const VdtTrayState *state)
{
  guint one = COLOUR_BLACK;

  plan->track_alpha = 0.35;
  plan->track_width = plan->stroke;

  switch (state->style)
    {
    case VDT_TRAY_STYLE_COLOURED:
      plan->ring = state->ring == VDT_TRAY_RING_GAUGE ? COLOUR_TRACK : COLOUR_IDLE;
      plan->arc = COLOUR_BLUE;
      if (band_of (state) == BAND_NEAR)
        plan->arc = COLOUR_ORANGE;
      if (band_of (state) == BAND_FULL)
        plan->arc = COLOUR_RED;
      plan->attention = COLOUR_ORANGE;
      plan->quiet = COLOUR_IDLE;
      plan->dot = COLOUR_BLUE;
      return;
    case VDT_TRAY_STYLE_SYMBOLIC:
      one = state->dark_panel ? COLOUR_WHITE : COLOUR_DARK;
      break;
    case VDT_TRAY_STYLE_HIGH_CONTRAST:
      plan->track_alpha = 1.0;
      plan->track_width = MAX (1.0, plan->stroke * 0.4);
      break;
    }
  plan->ring = plan->arc = plan->attention = plan->quiet = plan->dot = one;
}

static void
plan_init (Plan *plan, const VdtTrayState *state, int size)
{
  /* Chosen so that the ring meets whole pixels at its four extremes where the size allows. */
  static const struct
  {
    int size;
    double radius, stroke;
  } known[] = { { 16, 6, 2 }, { 22, 8.5, 2.5 }, { 24, 9.5, 3 }, { 32, 13, 4 }, { 48, 19, 5 } };

  *plan = (Plan){ .size = size, .centre = size / 2.0, .unit = size / 16.0 };
  plan->radius = size * 9.5 / 24.0;
  plan->stroke = size / 8.0;
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (known[i].size == size)
      {
        plan->radius = known[i].radius;
        plan->stroke = known[i].stroke;
      }
  plan->dot_radius = 3.0 * plan->unit;
  plan->dot_centre = size - plan->dot_radius - (size > 16 ? 0.5 * plan->unit : 0.0);
  plan_colours (plan, state);
}

static void
set_colour (cairo_t *cr, guint colour, double alpha)
{
  cairo_set_source_rgba (cr, ((colour >> 16) & 0xff) / 255.0, ((colour >> 8) & 0xff) / 255.0,
                         (colour & 0xff) / 255.0, alpha);
}

static void
fill_disc (cairo_t *cr, double x, double y, double radius, guint colour)
{
  set_colour (cr, colour, 1.0);
  cairo_new_path (cr);
  cairo_arc (cr, x, y, radius, 0.0, 2.0 * G_PI);
  cairo_fill (cr);
}

/* Angles in radians, clockwise from 12 o'clock. */
static void
stroke_arc (cairo_t *cr, const Plan *plan, double from, double to, double width)
{
  cairo_new_path (cr);
  cairo_arc (cr, plan->centre, plan->centre, plan->radius, from - G_PI_2, to - G_PI_2);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}

static void
fill_rounded (cairo_t *cr, double x, double y, double width, double height, double radius)
{
  cairo_new_path (cr);
  cairo_arc (cr, x + width - radius, y + radius, radius, -G_PI_2, 0.0);
  cairo_arc (cr, x + width - radius, y + height - radius, radius, 0.0, G_PI_2);
  cairo_arc (cr, x + radius, y + height - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, x + radius, y + radius, radius, G_PI, 3.0 * G_PI_2);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
draw_off (cairo_t *cr, const Plan *plan)
{
  double edge = 1.5 * plan->unit;
  double end = 2.0 * plan->unit;
  double gap = plan->stroke * 0.5 + 0.9 * plan->unit;

  cairo_push_group (cr);
  set_colour (cr, plan->ring, 1.0);
  stroke_arc (cr, plan, 0.0, 2.0 * G_PI, MAX (1.5, plan->stroke * 0.7));
  cairo_set_operator (cr, CAIRO_OPERATOR_DEST_OUT);
  cairo_move_to (cr, edge, edge);
  cairo_line_to (cr, plan->size - edge, plan->size - edge);
  cairo_set_line_width (cr, 2.0 * gap + 0.6 * plan->unit);
  cairo_stroke (cr);
  cairo_pop_group_to_source (cr);
  cairo_paint (cr);

  set_colour (cr, plan->ring, 1.0);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width (cr, MAX (1.5, plan->stroke * 0.8));
  cairo_move_to (cr, end, end);
  cairo_line_to (cr, plan->size - end, plan->size - end);
  cairo_stroke (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
}

static void
draw_ring (cairo_t *cr, const Plan *plan, const VdtTrayState *state)
{
  int percent = vdt_tray_icon_arc_percent (state->percent);

  cairo_push_group (cr);
  if (state->ring == VDT_TRAY_RING_UNKNOWN)
    {
      int n = plan->size < 48 ? 6 : 8;

      set_colour (cr, plan->ring, 1.0);
      for (int i = 0; i < n; i++)
        stroke_arc (cr, plan, 2.0 * G_PI * i / n + 0.13, 2.0 * G_PI * (i + 1) / n - 0.34,
                    plan->stroke);
    }
  else
    {
      set_colour (cr, plan->ring, plan->track_alpha);
      stroke_arc (cr, plan, 0.0, 2.0 * G_PI, plan->track_width);
      set_colour (cr, plan->arc, 1.0);
      if (percent > 0)
        stroke_arc (cr, plan, 0.0, 2.0 * G_PI * percent / 100.0, plan->stroke);
    }
  if (state->review_due)
    {
      cairo_set_operator (cr, CAIRO_OPERATOR_DEST_OUT);
      fill_disc (cr, plan->dot_centre, plan->dot_centre,
                 plan->dot_radius + 1.3 * MAX (1.0, plan->unit * 0.8), COLOUR_BLACK);
    }
  cairo_pop_group_to_source (cr);
  cairo_paint (cr);
}

static void
draw_attention (cairo_t *cr, const Plan *plan)
{
  double width = plan->size == 16 ? 2.0 : 2.0 * plan->unit;
  double x = plan->centre - width / 2.0;

  set_colour (cr, plan->attention, 1.0);
  fill_rounded (cr, x, plan->centre - 3.5 * plan->unit, width, 4.0 * plan->unit, width * 0.3);
  fill_rounded (cr, x, plan->centre + 1.5 * plan->unit, width, 2.0 * plan->unit, width * 0.3);
}

static void
draw_bars (cairo_t *cr, const Plan *plan)
{
  double width = plan->size < 32 ? 2.0 : floor (plan->size / 9.0);
  double gap = plan->size < 32 ? 2.0 : plan->size < 48 ? 4.0 : floor (plan->size / 12.0);
  double top = plan->centre - 2.5 * plan->unit;

  set_colour (cr, plan->quiet, 1.0);
  cairo_new_path (cr);
  cairo_rectangle (cr, plan->centre - gap / 2.0 - width, top, width, 5.0 * plan->unit);
  cairo_rectangle (cr, plan->centre + gap / 2.0, top, width, 5.0 * plan->unit);
  cairo_fill (cr);
}

static void
draw_cross (cairo_t *cr, const Plan *plan)
{
  double near = plan->centre - 2.1 * plan->unit;
  double far = plan->centre + 2.1 * plan->unit;

  set_colour (cr, plan->quiet, 1.0);
  cairo_new_path (cr);
  cairo_move_to (cr, near, near);
  cairo_line_to (cr, far, far);
  cairo_move_to (cr, far, near);
  cairo_line_to (cr, near, far);
  cairo_set_line_width (cr, 1.6 * plan->unit);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_stroke (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
}

static void
draw_core (cairo_t *cr, const Plan *plan, VdtTrayCore core)
{
  switch (core)
    {
    case VDT_TRAY_CORE_NONE:
      break;
    case VDT_TRAY_CORE_ATTENTION:
      draw_attention (cr, plan);
      break;
    case VDT_TRAY_CORE_PAUSED:
      draw_bars (cr, plan);
      break;
    case VDT_TRAY_CORE_FULL:
      fill_disc (cr, plan->centre, plan->centre, 3.0 * plan->unit, plan->arc);
      break;
    case VDT_TRAY_CORE_NEAR:
      fill_disc (cr, plan->centre, plan->centre, 1.6 * plan->unit, plan->arc);
      break;
    case VDT_TRAY_CORE_OFFLINE:
      draw_cross (cr, plan);
      break;
    case VDT_TRAY_CORE_NO_READING:
      fill_disc (cr, plan->centre, plan->centre, 1.2 * plan->unit, plan->quiet);
      break;
    }
}

/**
 * vdt_tray_icon_draw:
 * @cr: where to draw, at the origin, on what is transparent
 * @state: what to show
 * @size: width and height in pixels
 *
 * Draws ring, core and corner in this order.
 */
void
vdt_tray_icon_draw (cairo_t *cr, const VdtTrayState *state, int size)
{
  Plan plan;
  gboolean dot = state->review_due && state->ring != VDT_TRAY_RING_OFF;

  plan_init (&plan, state, size);
  if (state->style == VDT_TRAY_STYLE_HIGH_CONTRAST)
    {
      fill_disc (cr, plan.centre, plan.centre, plan.radius + plan.stroke / 2.0 + 0.6 * plan.unit,
                 COLOUR_WHITE);
      if (dot)
        fill_disc (cr, plan.dot_centre, plan.dot_centre, plan.dot_radius + 0.8 * plan.unit,
                   COLOUR_WHITE);
    }
  if (state->ring == VDT_TRAY_RING_OFF)
    {
      draw_off (cr, &plan);
      return;
    }
  draw_ring (cr, &plan, state);
  draw_core (cr, &plan, state->core);
  if (dot)
    fill_disc (cr, plan.dot_centre, plan.dot_centre, plan.dot_radius, plan.dot);
}

/**
 * vdt_tray_icon_argb_from_surface:
 * @surface: an image of `CAIRO_FORMAT_ARGB32`
 *
 * Converts to what the status notifier protocol wants: four bytes a pixel in the order
 * A, R, G, B whatever the machine, colours not multiplied by alpha, no padding.
 *
 * Returns: (transfer full): the pixels, rows from top to bottom
 */
GBytes *
vdt_tray_icon_argb_from_surface (cairo_surface_t *surface)
{
  int width = cairo_image_surface_get_width (surface);
  int height = cairo_image_surface_get_height (surface);
  int stride = cairo_image_surface_get_stride (surface);
  const guchar *data;
  guint8 *out = g_malloc ((gsize) width * height * 4);
  guint8 *p = out;

  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        guint32 pixel = ((const guint32 *) (gconstpointer) (data + (gsize) y * stride))[x];
        guint alpha = pixel >> 24;

        *p++ = (guint8) alpha;
        for (int shift = 16; shift >= 0; shift -= 8)
          {
            guint value = (pixel >> shift) & 0xff;

            *p++ = alpha > 0 ? (guint8) MIN ((value * 255 + alpha / 2) / alpha, 255) : 0;
          }
      }
  return g_bytes_new_take (out, (gsize) width * height * 4);
}

/**
 * vdt_tray_icon_new:
 *
 * Returns: (transfer full): a painter with an empty memory
 */
VdtTrayIcon *
vdt_tray_icon_new (void)
{
  VdtTrayIcon *icon = g_new0 (VdtTrayIcon, 1);

  icon->entries =
    g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_bytes_unref);
  return icon;
}

/**
 * vdt_tray_icon_free:
 * @icon: (nullable): a painter
 */
void
vdt_tray_icon_free (VdtTrayIcon *icon)
{
  if (icon == NULL)
    return;
  g_hash_table_unref (icon->entries);
  g_free (icon);
}

/**
 * vdt_tray_icon_get_pixels:
 * @icon: a painter
 * @state: what to show
 * @size: width and height in pixels, [const@VDT_TRAY_ICON_MIN_SIZE] to
 *   [const@VDT_TRAY_ICON_MAX_SIZE]
 *
 * Paints, or gives what was painted before for a state that looks the same. At most 128
 * pictures are kept.
 *
 * Returns: (transfer full): pixels as [func@vdt_tray_icon_argb_from_surface] describes
 */
GBytes *
vdt_tray_icon_get_pixels (VdtTrayIcon *icon, const VdtTrayState *state, int size)
{
  gint64 key;
  GBytes *pixels;
  cairo_surface_t *surface;
  cairo_t *cr;

  g_return_val_if_fail (icon != NULL && state != NULL, NULL);
  g_return_val_if_fail (size >= VDT_TRAY_ICON_MIN_SIZE && size <= VDT_TRAY_ICON_MAX_SIZE, NULL);

  key = ((gint64) size << 32) | vdt_tray_icon_key (state);
  pixels = g_hash_table_lookup (icon->entries, &key);
  if (pixels != NULL)
    return g_bytes_ref (pixels);

  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, size, size);
  cr = cairo_create (surface);
  vdt_tray_icon_draw (cr, state, size);
  cairo_destroy (cr);
  pixels = vdt_tray_icon_argb_from_surface (surface);
  cairo_surface_destroy (surface);

  if (g_hash_table_size (icon->entries) >= MAX_ENTRIES)
    g_hash_table_remove_all (icon->entries);
  g_hash_table_insert (icon->entries, g_memdup2 (&key, sizeof key), g_bytes_ref (pixels));
  return pixels;
}
