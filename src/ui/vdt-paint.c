/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-paint.h"

#include <adwaita.h>
#include <math.h>

/**
 * vdt_paint_named:
 * @widget: for whose style
 * @name: a colour of the style sheet, without its @
 * @alpha: how much of it, 0 … 1
 * @rgba: (out): the colour; the widget's own where the name is not known
 */
void
vdt_paint_named (GtkWidget *widget, const char *name, double alpha, GdkRGBA *rgba)
{
  GtkStyleContext *context = gtk_widget_get_style_context (widget);

  if (!gtk_style_context_lookup_color (context, name, rgba))
    gtk_style_context_get_color (context, rgba);
  rgba->alpha *= alpha;
}

/**
 * vdt_paint_foreground:
 * @widget: for whose style
 * @alpha: how much of it, 0 … 1
 * @rgba: (out): the colour of its text
 */
void
vdt_paint_foreground (GtkWidget *widget, double alpha, GdkRGBA *rgba)
{
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), rgba);
  rgba->alpha *= alpha;
}

/**
 * vdt_paint_rounded:
 * @cr: where to
 * @x: left edge
 * @y: upper edge
 * @width: its width
 * @height: its height
 * @radius: of its corners
 *
 * Adds a rounded rectangle to the path.
 */
void
vdt_paint_rounded (cairo_t *cr, double x, double y, double width, double height, double radius)
{
  double r = MIN (radius, MIN (width, height) / 2.);

  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - r, y + r, r, -G_PI_2, 0.);
  cairo_arc (cr, x + width - r, y + height - r, r, 0., G_PI_2);
  cairo_arc (cr, x + r, y + height - r, r, G_PI_2, G_PI);
  cairo_arc (cr, x + r, y + r, r, G_PI, 3. * G_PI_2);
  cairo_close_path (cr);
}

/**
 * vdt_paint_stripes:
 * @cr: where to; its clip is filled
 * @rgba: the colour of the stripes
 * @width: of what is filled, from 0
 * @height: of what is filled, from 0
 * @step: from one stripe to the next
 *
 * Fills the clip with a half-strength ground and full-strength diagonal stripes.
 */
void
vdt_paint_stripes (cairo_t *cr, const GdkRGBA *rgba, double width, double height, double step)
{
  cairo_set_source_rgba (cr, rgba->red, rgba->green, rgba->blue, rgba->alpha * .45);
  cairo_paint (cr);
  gdk_cairo_set_source_rgba (cr, rgba);
  cairo_set_line_width (cr, step * .42);
  cairo_new_path (cr);
  for (double x = -height; x < width + height; x += step)
    {
      cairo_move_to (cr, x - 1., height + 1.);
      cairo_line_to (cr, x + height + 1., -1.);
    }
  cairo_stroke (cr);
}

static PangoLayout *
small_layout (GtkWidget *widget, const char *text)
{
  PangoContext *context = gtk_widget_create_pango_context (widget);
  PangoLayout *layout = NULL;
  PangoAttrList *attributes = pango_attr_list_new ();

  /* Numbers stay left to right; words bring their own direction. */
  pango_context_set_base_dir (context, PANGO_DIRECTION_WEAK_LTR);
  layout = pango_layout_new (context);
  g_object_unref (context);
  pango_layout_set_text (layout, text, -1);
  pango_attr_list_insert (attributes, pango_attr_scale_new (.82));
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  return layout;
}

/**
 * vdt_paint_text:
 * @widget: for whose font
 * @cr: where to
 * @text: what
 * @x: where it is aligned to
 * @y: its upper edge
 * @align: which part of it lies at @x: 0 its left end, .5 its middle, 1 its right end
 * @rgba: its colour
 *
 * Writes the small text of charts.
 */
void
vdt_paint_text (GtkWidget *widget,
                cairo_t *cr,
                const char *text,
                double x,
                double y,
                double align,
                const GdkRGBA *rgba)
{
  g_autoptr (PangoLayout) layout = small_layout (widget, text);
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  gdk_cairo_set_source_rgba (cr, rgba);
  cairo_move_to (cr, floor (x - width * align), floor (y));
  pango_cairo_show_layout (cr, layout);
}

/**
 * vdt_paint_text_width:
 * @widget: for whose font
 * @text: what
 *
 * Returns: how wide the small text of charts is
 */
int
vdt_paint_text_width (GtkWidget *widget, const char *text)
{
  g_autoptr (PangoLayout) layout = small_layout (widget, text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/**
 * vdt_paint_text_height:
 * @widget: for whose font
 *
 * Returns: how high the small text of charts is
 */
int
vdt_paint_text_height (GtkWidget *widget)
{
  g_autoptr (PangoLayout) layout = small_layout (widget, "0");
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  return height;
}

/**
 * vdt_paint_is_rtl:
 * @widget: a widget
 *
 * Returns: whether it is mirrored
 */
gboolean
vdt_paint_is_rtl (GtkWidget *widget)
{
  return gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
}

/**
 * vdt_paint_is_high_contrast:
 *
 * Returns: whether the person asked for high contrast
 */
gboolean
vdt_paint_is_high_contrast (void)
{
  return adw_style_manager_get_high_contrast (adw_style_manager_get_default ());
}

/**
 * vdt_access_label:
 * @widget: a widget
 * @label: its name for screen readers
 *
 * In place of any label in it that it was named by: GTK 4.8 says both, one after the other.
 */
void
vdt_access_label (GtkWidget *widget, const char *label)
{
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
}

/**
 * vdt_access_description:
 * @widget: a widget
 * @description: what screen readers say of it after its name
 */
void
vdt_access_description (GtkWidget *widget, const char *description)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  description, -1);
}

/**
 * vdt_access_value:
 * @widget: a meter
 * @value: percent, where @known
 * @known: whether there is a value
 * @text: the value in words, also where there is none
 */
void
vdt_access_value (GtkWidget *widget, double value, gboolean known, const char *text)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, MAX (100., value), -1);
  if (known)
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                    value, -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW);
}

/**
 * vdt_paint_text_scale:
 * @widget: a widget
 *
 * Returns: how large text is, 1 being usual and never less
 */
double
vdt_paint_text_scale (GtkWidget *widget)
{
  int dpi = -1;

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? MAX (dpi / 1024. / 96., 1.) : 1.;
}
