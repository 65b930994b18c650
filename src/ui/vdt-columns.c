/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-columns.h"

#include "vdt-paint.h"

#define RIGHT_WIDTH 376
#define MAX_WIDTH   1240
#define MAX_SINGLE  720
#define GAP         24
#define NARROW_GAP  18
#define NARROW_EDGE 12

struct _VdtColumns
{
  GtkWidget parent_instance;

  GtkWidget *parts[VDT_N_COLUMN_SLOTS];
  VdtWidth width;
};

G_DEFINE_FINAL_TYPE (VdtColumns, vdt_columns, GTK_TYPE_WIDGET)

static const VdtColumnSlot left_slots[] = { VDT_COLUMN_WAITING, VDT_COLUMN_PROJECTS };
static const VdtColumnSlot right_slots[] = { VDT_COLUMN_QUOTAS, VDT_COLUMN_CHART };
static const VdtColumnSlot all_slots[] = { VDT_COLUMN_WAITING, VDT_COLUMN_QUOTAS,
                                           VDT_COLUMN_PROJECTS, VDT_COLUMN_CHART };

static gboolean
is_shown (VdtColumns *self, VdtColumnSlot slot)
{
  return self->parts[slot] != NULL && gtk_widget_should_layout (self->parts[slot]);
}

static int
edge_of (VdtColumns *self)
{
  return self->width == VDT_WIDTH_NARROW ? NARROW_EDGE : GAP;
}

static int
gap_of (VdtColumns *self, VdtColumnSlot slot)
{
  /* The cards of the right column stand closer together than groups. */
  if (slot == VDT_COLUMN_CHART && self->width == VDT_WIDTH_WIDE)
    return NARROW_EDGE;
  return self->width == VDT_WIDTH_NARROW ? NARROW_GAP : GAP;
}

static int
min_width_of (VdtColumns *self, const VdtColumnSlot *slots, guint n)
{
  int widest = 0;

  for (guint i = 0; i < n; i++)
    {
      int needed = 0;

      if (!is_shown (self, slots[i]))
        continue;
      gtk_widget_measure (self->parts[slots[i]], GTK_ORIENTATION_HORIZONTAL, -1, &needed, NULL,
                          NULL, NULL);
      widest = MAX (widest, needed);
    }
  return widest;
}

/* A measure of the design, grown with the text. */
static int
scaled (VdtColumns *self, int pixels)
{
  return (int) (pixels * vdt_paint_text_scale (GTK_WIDGET (self)));
}

static int
right_width_of (VdtColumns *self)
{
  return MAX (scaled (self, RIGHT_WIDTH),
              min_width_of (self, right_slots, G_N_ELEMENTS (right_slots)));
}

/* Lays slots out below each other, or only measures; returns the height. */
static int
stack_slots (VdtColumns *self,
             const VdtColumnSlot *slots,
             guint n,
             int x,
             int width,
             gboolean allocate)
{
  int y = 0;

  for (guint i = 0; i < n; i++)
    {
      GtkWidget *part = self->parts[slots[i]];
      int height = 0;

      if (!is_shown (self, slots[i]))
        continue;
      if (y > 0)
        y += gap_of (self, slots[i]);
      gtk_widget_measure (part, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
      if (allocate)
        {
          GskTransform *place =
            gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT (x, y + edge_of (self)));

          gtk_widget_allocate (part, width, height, -1, place);
        }
      y += height;
    }
  return y;
}

static int
layout (VdtColumns *self, int width, gboolean allocate)
{
  int edge = edge_of (self);
  int inner = width - 2 * edge;
  int x = edge;
  int max_width = scaled (self, MAX_WIDTH);
  int max_single = scaled (self, MAX_SINGLE);

  if (self->width == VDT_WIDTH_WIDE)
    {
      int right = right_width_of (self);
      int left;
      int height, other;
      gboolean rtl = vdt_paint_is_rtl (GTK_WIDGET (self));

      if (width > max_width)
        {
          x = (width - max_width) / 2 + edge;
          inner = max_width - 2 * edge;
        }
      left = MAX (inner - right - GAP, min_width_of (self, left_slots, G_N_ELEMENTS (left_slots)));
      height = stack_slots (self, left_slots, G_N_ELEMENTS (left_slots), rtl ? x + right + GAP : x,
                            left, allocate);
      other = stack_slots (self, right_slots, G_N_ELEMENTS (right_slots), rtl ? x : x + left + GAP,
                           right, allocate);
      return MAX (height, other) + 2 * edge;
    }
  if (inner > max_single)
    {
      x = (width - max_single) / 2;
      inner = max_single;
    }
  inner = MAX (inner, min_width_of (self, all_slots, G_N_ELEMENTS (all_slots)));
  return stack_slots (self, all_slots, G_N_ELEMENTS (all_slots), x, inner, allocate) + 2 * edge;
}

static void
vdt_columns_measure (GtkWidget *widget,
                     GtkOrientation orientation,
                     int for_size,
                     int *minimum,
                     int *natural,
                     int *minimum_baseline,
                     int *natural_baseline)
{
  VdtColumns *self = VDT_COLUMNS (widget);
  int edges = 2 * edge_of (self);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      if (self->width == VDT_WIDTH_WIDE)
        *minimum = min_width_of (self, left_slots, G_N_ELEMENTS (left_slots)) + GAP +
                   right_width_of (self) + edges;
      else
        *minimum = min_width_of (self, all_slots, G_N_ELEMENTS (all_slots)) + edges;
      *natural =
        MAX (*minimum, scaled (self, self->width == VDT_WIDTH_WIDE ? MAX_WIDTH : MAX_SINGLE));
      return;
    }
  if (for_size < 0)
    gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &for_size, NULL, NULL, NULL);
  *minimum = layout (self, for_size, FALSE);
  *natural = *minimum;
}

static void
vdt_columns_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  layout (VDT_COLUMNS (widget), width, TRUE);
}

static GtkSizeRequestMode
vdt_columns_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
vdt_columns_dispose (GObject *object)
{
  VdtColumns *self = VDT_COLUMNS (object);

  for (guint i = 0; i < VDT_N_COLUMN_SLOTS; i++)
    g_clear_pointer (&self->parts[i], gtk_widget_unparent);

  G_OBJECT_CLASS (vdt_columns_parent_class)->dispose (object);
}

static void
vdt_columns_class_init (VdtColumnsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_columns_dispose;
  widget_class->measure = vdt_columns_measure;
  widget_class->size_allocate = vdt_columns_size_allocate;
  widget_class->get_request_mode = vdt_columns_get_request_mode;

  gtk_widget_class_set_css_name (widget_class, "columns");
}

static void
vdt_columns_init (VdtColumns *self)
{
  self->width = VDT_WIDTH_WIDE;
}

/**
 * vdt_columns_new:
 *
 * Returns: (transfer floating): columns without parts
 */
GtkWidget *
vdt_columns_new (void)
{
  return g_object_new (VDT_TYPE_COLUMNS, NULL);
}

/**
 * vdt_columns_set_part:
 * @self: columns
 * @slot: which part; to be set in the order of the slots, which is the reading order
 * @part: the widget; an invisible one takes no room
 */
void
vdt_columns_set_part (VdtColumns *self, VdtColumnSlot slot, GtkWidget *part)
{
  g_return_if_fail (VDT_IS_COLUMNS (self));
  g_return_if_fail (slot < VDT_N_COLUMN_SLOTS);
  g_return_if_fail (GTK_IS_WIDGET (part));
  g_return_if_fail (self->parts[slot] == NULL);

  self->parts[slot] = part;
  gtk_widget_set_parent (part, GTK_WIDGET (self));
}

/**
 * vdt_columns_set_width_class:
 * @self: columns
 * @width: how wide the window is
 */
void
vdt_columns_set_width_class (VdtColumns *self, VdtWidth width)
{
  g_return_if_fail (VDT_IS_COLUMNS (self));

  if (self->width == width)
    return;
  self->width = width;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
