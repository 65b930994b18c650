/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void vdt_paint_named (GtkWidget *widget, const char *name, double alpha, GdkRGBA *rgba);
void vdt_paint_foreground (GtkWidget *widget, double alpha, GdkRGBA *rgba);
void
vdt_paint_rounded (cairo_t *cr, double x, double y, double width, double height, double radius);
void vdt_paint_stripes (cairo_t *cr, const GdkRGBA *rgba, double width, double height, double step);
void vdt_paint_text (GtkWidget *widget,
                     cairo_t *cr,
                     const char *text,
                     double x,
                     double y,
                     double align,
                     const GdkRGBA *rgba);
int vdt_paint_text_width (GtkWidget *widget, const char *text);
int vdt_paint_text_height (GtkWidget *widget);
double vdt_paint_text_scale (GtkWidget *widget);
gboolean vdt_paint_is_rtl (GtkWidget *widget);
gboolean vdt_paint_is_high_contrast (void);

void vdt_access_label (GtkWidget *widget, const char *label);
void vdt_access_description (GtkWidget *widget, const char *description);
void vdt_access_value (GtkWidget *widget, double value, gboolean known, const char *text);

G_END_DECLS
