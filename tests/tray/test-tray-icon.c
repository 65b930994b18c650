/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-tray-icon"

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vdt-tray-icon.h"

/* The references are strips of the nine states that the design drew, made from its SVG files.
 * The two renderers sample curves in their own way: out of 255, no channel of a pixel may be
 * further off than WORST, nor all of them on the average than MEAN. The gauge moves in steps of
 * 2 %, so the arc of 97 % is drawn as 98 %, which is seen where it ends. */
#define WORST      40
#define MEAN       1.8
#define WORST_STEP 100
#define MEAN_STEP  2.5

static const struct
{
  const char *name;
  VdtTrayRing ring;
  VdtTrayCore core;
  double percent;
  gboolean dot;
} states[] = {
  { "gauge-62", VDT_TRAY_RING_GAUGE, VDT_TRAY_CORE_NONE, 62, FALSE },
  { "gauge-88", VDT_TRAY_RING_GAUGE, VDT_TRAY_CORE_NEAR, 88, FALSE },
  { "gauge-97", VDT_TRAY_RING_GAUGE, VDT_TRAY_CORE_FULL, 97, FALSE },
  { "review", VDT_TRAY_RING_GAUGE, VDT_TRAY_CORE_NONE, 62, TRUE },
  { "attention", VDT_TRAY_RING_GAUGE, VDT_TRAY_CORE_ATTENTION, 62, FALSE },
  { "paused", VDT_TRAY_RING_GAUGE, VDT_TRAY_CORE_PAUSED, 62, FALSE },
  { "unknown", VDT_TRAY_RING_UNKNOWN, VDT_TRAY_CORE_NO_READING, -1, FALSE },
  { "offline", VDT_TRAY_RING_UNKNOWN, VDT_TRAY_CORE_OFFLINE, -1, FALSE },
  { "off", VDT_TRAY_RING_OFF, VDT_TRAY_CORE_NONE, -1, FALSE },
};

static const char *const style_names[] = { "symbolic", "coloured", "high-contrast" };

static VdtTrayState
make_state (guint i, VdtTrayStyle style)
{
  return (VdtTrayState){
    .ring = states[i].ring,
    .core = states[i].core,
    .percent = states[i].percent,
    .review_due = states[i].dot,
    .style = style,
  };
}

static cairo_surface_t *
draw (const VdtTrayState *state, int size)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, size, size);
  cairo_t *cr = cairo_create (surface);

  vdt_tray_icon_draw (cr, state, size);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
pixel_at (cairo_surface_t *surface, int x, int y)
{
  const guchar *row =
    cairo_image_surface_get_data (surface) + (gsize) y * cairo_image_surface_get_stride (surface);

  return ((const guint32 *) (gconstpointer) row)[x];
}

static int
channel_difference (guint32 a, guint32 b)
{
  int worst = 0;

  for (int shift = 0; shift < 32; shift += 8)
    worst = MAX (worst, abs ((int) ((a >> shift) & 0xff) - (int) ((b >> shift) & 0xff)));
  return worst;
}

static void
check_strip (VdtTrayStyle style, int size)
{
  g_autofree char *name = g_strdup_printf ("%s-%d.png", style_names[style], size);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "reference", name, NULL);
  cairo_surface_t *strip = cairo_image_surface_create_from_png (path);

  g_assert_cmpint (cairo_surface_status (strip), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_format (strip), ==, CAIRO_FORMAT_ARGB32);
  g_assert_cmpint (cairo_image_surface_get_width (strip), ==, size * (int) G_N_ELEMENTS (states));
  g_assert_cmpint (cairo_image_surface_get_height (strip), ==, size);

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      VdtTrayState state = make_state (i, style);
      cairo_surface_t *surface = draw (&state, size);
      int worst = 0;
      double sum = 0;
      gboolean stepped = fmod (states[i].percent, 2.0) > 0.0;

      for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
          {
            int difference = channel_difference (pixel_at (surface, x, y),
                                                 pixel_at (strip, (int) i * size + x, y));

            worst = MAX (worst, difference);
            sum += difference;
          }
      cairo_surface_destroy (surface);
      g_test_message ("%s %d %s: worst %d, mean %.2f", style_names[style], size, states[i].name,
                      worst, sum / (size * size));
      g_assert_cmpint (worst, <=, stepped ? WORST_STEP : WORST);
      g_assert_cmpfloat (sum / (size * size), <=, stepped ? MEAN_STEP : MEAN);
    }
  cairo_surface_destroy (strip);
}

static void
test_reference (void)
{
  for (guint style = 0; style < G_N_ELEMENTS (style_names); style++)
    {
      check_strip (style, 16);
      check_strip (style, 22);
    }
}

/* The comparison above would not notice states that look alike. */
static void
test_distinct (void)
{
  const int sizes[] = VDT_TRAY_ICON_SIZES;

  for (guint style = 0; style < G_N_ELEMENTS (style_names); style++)
    for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
      for (guint i = 0; i < G_N_ELEMENTS (states); i++)
        for (guint j = i + 1; j < G_N_ELEMENTS (states); j++)
          {
            g_autoptr (VdtTrayIcon) icon = vdt_tray_icon_new ();
            VdtTrayState a = make_state (i, style);
            VdtTrayState b = make_state (j, style);
            g_autoptr (GBytes) first = vdt_tray_icon_get_pixels (icon, &a, sizes[s]);
            g_autoptr (GBytes) second = vdt_tray_icon_get_pixels (icon, &b, sizes[s]);

            g_assert_cmpuint (vdt_tray_icon_key (&a), !=, vdt_tray_icon_key (&b));
            g_assert_false (g_bytes_equal (first, second));
          }
}

static void
test_dark_panel (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      VdtTrayState state = make_state (i, VDT_TRAY_STYLE_SYMBOLIC);
      g_autoptr (VdtTrayIcon) icon = vdt_tray_icon_new ();
      g_autoptr (GBytes) light = vdt_tray_icon_get_pixels (icon, &state, 22);
      g_autoptr (GBytes) dark = NULL;
      const guint8 *a, *b;
      guint n_opaque = 0;

      state.dark_panel = TRUE;
      dark = vdt_tray_icon_get_pixels (icon, &state, 22);
      a = g_bytes_get_data (light, NULL);
      b = g_bytes_get_data (dark, NULL);
      for (guint p = 0; p < 22 * 22 * 4; p += 4)
        {
          g_assert_cmpint (a[p], ==, b[p]);
          if (a[p] < 255)
            continue;
          n_opaque++;
          g_assert_cmpmem (a + p, 4, "\xff\x2e\x34\x36", 4);
          g_assert_cmpmem (b + p, 4, "\xff\xff\xff\xff", 4);
        }
      g_assert_cmpuint (n_opaque, >, 0);

      state.style = VDT_TRAY_STYLE_COLOURED;
      state.dark_panel = FALSE;
      guint key = vdt_tray_icon_key (&state);
      state.dark_panel = TRUE;
      g_assert_cmpuint (vdt_tray_icon_key (&state), ==, key);
    }
}

static void
test_network_order (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 3, 2);
  guchar *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  const guint8 expected[] = {
    0xff, 0x11, 0x22, 0x33, 0x00, 0x00, 0x00, 0x00, 0x80, 0xff, 0x80, 0x00,
    0x01, 0xff, 0x00, 0x00, 0xff, 0x00, 0xff, 0x00, 0xff, 0xff, 0xff, 0xff,
  };
  g_autoptr (GBytes) bytes = NULL;

  cairo_surface_flush (surface);
  ((guint32 *) (gpointer) data)[0] = 0xff112233;
  ((guint32 *) (gpointer) data)[1] = 0x00000000;
  ((guint32 *) (gpointer) data)[2] = 0x80804000;
  ((guint32 *) (gpointer) (data + stride))[0] = 0x01010000;
  ((guint32 *) (gpointer) (data + stride))[1] = 0xff00ff00;
  ((guint32 *) (gpointer) (data + stride))[2] = 0xffffffff;
  cairo_surface_mark_dirty (surface);

  bytes = vdt_tray_icon_argb_from_surface (surface);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), expected,
                   sizeof expected);
  cairo_surface_destroy (surface);
}

static void
test_steps (void)
{
  const struct
  {
    double percent;
    int arc;
  } table[] = {
    { -1, 0 },  { NAN, 0 },    { 0, 0 },     { 0.001, 2 }, { 1, 2 },
    { 2.9, 2 }, { 3, 4 },      { 62, 62 },   { 61.2, 62 }, { 63, 64 },
    { 97, 98 }, { 99.99, 98 }, { 100, 100 }, { 104, 100 }, { 1e300, 100 },
  };
  g_autoptr (GHashTable) keys = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    g_assert_cmpint (vdt_tray_icon_arc_percent (table[i].percent), ==, table[i].arc);

  for (double percent = 0; percent <= 110; percent += 0.1)
    {
      VdtTrayState state = { .ring = VDT_TRAY_RING_GAUGE, .percent = percent };

      g_hash_table_add (keys, GUINT_TO_POINTER (vdt_tray_icon_key (&state)));
    }
  /* The colour changes within a step of the arc, whatever is in the core. */
  for (VdtTrayCore core = VDT_TRAY_CORE_NONE; core <= VDT_TRAY_CORE_NO_READING; core++)
    {
      VdtTrayState below = { .ring = VDT_TRAY_RING_GAUGE, .core = core, .percent = 79.9 };
      VdtTrayState above = { .ring = VDT_TRAY_RING_GAUGE, .core = core, .percent = 80 };

      g_assert_cmpuint (vdt_tray_icon_key (&below), !=, vdt_tray_icon_key (&above));
    }

  /* 51 steps, and the two where the colour changes within a step. */
  g_assert_cmpuint (g_hash_table_size (keys), <=, 53);
  g_assert_cmpuint (g_hash_table_size (keys), >=, 51);
}

static void
test_memory (void)
{
  g_autoptr (VdtTrayIcon) icon = vdt_tray_icon_new ();
  VdtTrayState state = make_state (0, VDT_TRAY_STYLE_COLOURED);
  g_autoptr (GBytes) first = vdt_tray_icon_get_pixels (icon, &state, 22);
  g_autoptr (GBytes) again = NULL;
  g_autoptr (GBytes) larger = vdt_tray_icon_get_pixels (icon, &state, 24);

  state.percent = 61.5;
  state.title = "other words";
  again = vdt_tray_icon_get_pixels (icon, &state, 22);
  g_assert_true (first == again);
  g_assert_cmpuint (g_bytes_get_size (first), ==, 22 * 22 * 4);
  g_assert_cmpuint (g_bytes_get_size (larger), ==, 24 * 24 * 4);

  /* More than are kept: what is handed out stays valid, and is painted the same again. */
  for (int size = VDT_TRAY_ICON_MIN_SIZE; size <= VDT_TRAY_ICON_MAX_SIZE; size++)
    g_bytes_unref (vdt_tray_icon_get_pixels (icon, &state, size));
  g_clear_pointer (&again, g_bytes_unref);
  again = vdt_tray_icon_get_pixels (icon, &state, 22);
  g_assert_true (first != again);
  g_assert_true (g_bytes_equal (first, again));
}

/* Every size of every state leaves the outermost corner free: hosts scale pictures. */
static void
test_inside (void)
{
  const int sizes[] = VDT_TRAY_ICON_SIZES;

  for (guint style = 0; style < G_N_ELEMENTS (style_names); style++)
    for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
      for (guint i = 0; i < G_N_ELEMENTS (states); i++)
        {
          VdtTrayState state = make_state (i, style);
          cairo_surface_t *surface = draw (&state, sizes[s]);
          guint n_painted = 0;

          g_assert_cmpuint (pixel_at (surface, 0, 0) >> 24, <, 0x80);
          g_assert_cmpuint (pixel_at (surface, sizes[s] - 1, 0), ==, 0);
          for (int y = 0; y < sizes[s]; y++)
            for (int x = 0; x < sizes[s]; x++)
              n_painted += pixel_at (surface, x, y) >> 24 > 0x80 ? 1 : 0;
          g_assert_cmpuint (n_painted, >, (guint) (sizes[s] * sizes[s] / 10));
          cairo_surface_destroy (surface);
        }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tray/icon/reference", test_reference);
  g_test_add_func ("/tray/icon/distinct", test_distinct);
  g_test_add_func ("/tray/icon/dark-panel", test_dark_panel);
  g_test_add_func ("/tray/icon/network-order", test_network_order);
  g_test_add_func ("/tray/icon/steps", test_steps);
  g_test_add_func ("/tray/icon/memory", test_memory);
  g_test_add_func ("/tray/icon/inside", test_inside);
  return g_test_run ();
}
