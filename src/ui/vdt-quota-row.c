/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-quota-row.h"

#include <glib/gi18n-lib.h>

#include "vdt-inline-icon.h"
#include "vdt-paint.h"
#include "vdt-paths.h"
#include "vdt-quota-ring.h"
#include "vdt-source-popover.h"

struct _VdtQuotaRow
{
  GtkWidget parent_instance;

  GtkWidget *ring;
  GtkWidget *words;
  GtkWidget *title;
  GtkWidget *flag_icon;
  GtkWidget *flag;
  GtkWidget *first;
  GtkWidget *pace_icon;
  GtkWidget *second;
  GtkWidget *source;

  VdtQuotaLook look;
};

G_DEFINE_FINAL_TYPE (VdtQuotaRow, vdt_quota_row, GTK_TYPE_WIDGET)

static void
released_cb (VdtQuotaRow *self)
{
  vdt_quota_row_show_source (self);
}

static gboolean
activate_cb (GtkWidget *widget, GVariant *args, gpointer data)
{
  vdt_quota_row_show_source (VDT_QUOTA_ROW (widget));
  return TRUE;
}

static void
vdt_quota_row_dispose (GObject *object)
{
  VdtQuotaRow *self = VDT_QUOTA_ROW (object);

  g_clear_pointer (&self->source, gtk_widget_unparent);
  g_clear_pointer (&self->ring, gtk_widget_unparent);
  g_clear_pointer (&self->words, gtk_widget_unparent);

  G_OBJECT_CLASS (vdt_quota_row_parent_class)->dispose (object);
}

static void
vdt_quota_row_finalize (GObject *object)
{
  VdtQuotaRow *self = VDT_QUOTA_ROW (object);

  vdt_quota_look_clear (&self->look);

  G_OBJECT_CLASS (vdt_quota_row_parent_class)->finalize (object);
}

static void
vdt_quota_row_class_init (VdtQuotaRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_quota_row_dispose;
  object_class->finalize = vdt_quota_row_finalize;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "quotarow");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Return, 0, activate_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Enter, 0, activate_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_space, 0, activate_cb, NULL);
}

static GtkWidget *
line_label (const char *style_class, const char *more_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0.);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, style_class);
  gtk_widget_add_css_class (label, more_class);
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  return label;
}

static GtkWidget *
line_box (GtkWidget *parent)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);

  gtk_box_append (GTK_BOX (parent), box);
  return box;
}

static void
vdt_quota_row_init (VdtQuotaRow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkWidget *line = NULL;

  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (widget)), 14);
  self->ring = vdt_quota_ring_new ();
  self->words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  gtk_widget_set_valign (self->words, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (self->words, TRUE);

  line = line_box (self->words);
  self->title = line_label ("strong", "quota-title");
  self->flag_icon = vdt_inline_icon_new (NULL);
  self->flag = line_label ("caption", "numeric");
  gtk_box_append (GTK_BOX (line), self->title);
  gtk_box_append (GTK_BOX (line), self->flag_icon);
  gtk_box_append (GTK_BOX (line), self->flag);

  self->first = line_label ("caption", "numeric");
  gtk_box_append (GTK_BOX (self->words), self->first);

  line = line_box (self->words);
  self->pace_icon = vdt_inline_icon_new (NULL);
  self->second = line_label ("caption", "numeric");
  gtk_widget_add_css_class (self->second, "dim-label");
  gtk_widget_set_hexpand (self->second, TRUE);
  gtk_widget_add_css_class (self->pace_icon, "dim-label");
  gtk_box_append (GTK_BOX (line), self->pace_icon);
  gtk_box_append (GTK_BOX (line), self->second);

  gtk_widget_set_parent (self->ring, widget);
  gtk_widget_set_parent (self->words, widget);
  gtk_widget_set_focusable (widget, TRUE);
  g_signal_connect_object (click, "released", G_CALLBACK (released_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
}

/**
 * vdt_quota_row_new:
 *
 * Returns: (transfer floating): a row that shows nothing yet
 */
GtkWidget *
vdt_quota_row_new (void)
{
  return g_object_new (VDT_TYPE_QUOTA_ROW, NULL);
}

static void
show_flag (VdtQuotaRow *self, const VdtQuotaLook *look)
{
  static const char *const classes[] = { "dim-label", "warning", "error" };

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    {
      gtk_widget_remove_css_class (self->flag, classes[i]);
      gtk_widget_remove_css_class (self->flag_icon, classes[i]);
    }
  gtk_widget_remove_css_class (self->flag, "strong");
  gtk_widget_set_visible (self->flag, look->flag != NULL);
  gtk_widget_set_visible (self->flag_icon, look->flag != NULL);
  if (look->flag == NULL)
    return;
  gtk_label_set_label (GTK_LABEL (self->flag), look->flag);
  vdt_inline_icon_set (VDT_INLINE_ICON (self->flag_icon), look->flag_icon);
  gtk_widget_add_css_class (self->flag, look->flag_class);
  gtk_widget_add_css_class (self->flag_icon, look->flag_class);
  if (look->level != VDT_LEVEL_NORMAL && look->ring == VDT_RING_REPORTED)
    gtk_widget_add_css_class (self->flag, "strong");
}

static void
fill_source (VdtQuotaRow *self)
{
  vdt_source_popover_set (VDT_SOURCE_POPOVER (self->source), self->look.title, self->look.value,
                          self->look.source);
}

/**
 * vdt_quota_row_update:
 * @self: a row
 * @home: whose quota it is
 * @line: the quota to show; not kept
 * @lens: how it is looked at
 */
void
vdt_quota_row_update (VdtQuotaRow *self,
                      VdtHome *home,
                      const VdtQuotaLine *line,
                      const VdtLens *lens)
{
  g_autofree char *path = vdt_path_for_display (vdt_home_get_path (home));
  g_autofree char *name = NULL;
  VdtQuotaLook *look = &self->look;

  g_return_if_fail (VDT_IS_QUOTA_ROW (self));

  vdt_quota_look_clear (look);
  vdt_quota_look_init (look, line, lens);
  gtk_label_set_label (GTK_LABEL (self->title), look->title);
  gtk_label_set_label (GTK_LABEL (self->first), look->first);
  gtk_label_set_label (GTK_LABEL (self->second), look->second != NULL ? look->second : "");
  gtk_widget_set_visible (self->second, look->second != NULL);
  gtk_widget_set_visible (self->pace_icon,
                          look->pace == VDT_PACE_AHEAD || look->pace == VDT_PACE_BELOW);
  vdt_inline_icon_set (VDT_INLINE_ICON (self->pace_icon), look->pace == VDT_PACE_AHEAD
                                                            ? "vedette-ahead-symbolic"
                                                            : "vedette-below-symbolic");
  show_flag (self, look);
  /* Translators: for screen readers: "Codex, home ~/.codex, 5-hour window" */
  name = g_strdup_printf (_ ("%s, home %s, %s"), vdt_format_runtime (vdt_home_get_runtime (home)),
                          path, look->title);
  vdt_quota_ring_update (VDT_QUOTA_RING (self->ring), look, name);
  vdt_access_label (GTK_WIDGET (self), name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), look->source);
  if (self->source != NULL)
    fill_source (self);
}

/**
 * vdt_quota_row_show_source:
 * @self: a row
 *
 * Opens the popover that says where the numbers come from.
 */
void
vdt_quota_row_show_source (VdtQuotaRow *self)
{
  g_return_if_fail (VDT_IS_QUOTA_ROW (self));

  if (self->source == NULL)
    {
      self->source = vdt_source_popover_new ();
      gtk_widget_set_parent (self->source, GTK_WIDGET (self));
    }
  fill_source (self);
  gtk_popover_popup (GTK_POPOVER (self->source));
}

/**
 * vdt_quota_row_get_look:
 * @self: a row
 *
 * Returns: (transfer none): what it shows
 */
const VdtQuotaLook *
vdt_quota_row_get_look (VdtQuotaRow *self)
{
  g_return_val_if_fail (VDT_IS_QUOTA_ROW (self), NULL);

  return &self->look;
}

/**
 * vdt_quota_row_get_ring:
 * @self: a row
 *
 * Returns: (transfer none): its #VdtQuotaRing
 */
GtkWidget *
vdt_quota_row_get_ring (VdtQuotaRow *self)
{
  g_return_val_if_fail (VDT_IS_QUOTA_ROW (self), NULL);

  return self->ring;
}
