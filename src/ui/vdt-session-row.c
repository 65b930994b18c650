/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-session-row.h"

#include <glib/gi18n-lib.h>

#include "vdt-context-gauge.h"
#include "vdt-paint.h"
#include "vdt-session-details.h"
#include "vdt-state-badge.h"

struct _VdtSessionRow
{
  AdwPreferencesRow parent_instance;

  /* Template widgets */
  GtkGrid *grid;
  VdtStateBadge *badge;
  GtkLabel *title;
  GtkLabel *lead;
  GtkLabel *dot;
  GtkLabel *rest;
  GtkLabel *facts;
  VdtContextGauge *gauge;
  GtkButton *toggle;
  GtkRevealer *revealer;

  /* Borrowed */
  GtkWidget *details; /* child of the revealer, made when first opened */
  GtkWidget *menu;    /* own child, made when first wanted */

  /* Owned */
  VdtSession *session;
  VdtPresenter *presenter;

  gboolean with_project;
  gboolean narrow;
  gboolean menu_waits; /* whether the menu is that of a session that waits */
  guint rank;
};

G_DEFINE_FINAL_TYPE (VdtSessionRow, vdt_session_row, ADW_TYPE_PREFERENCES_ROW)

/* Bold by an attribute: with a style class the label keeps the width that its words have in the
 * lighter weight, where the row goes to another list at the same time (GTK 4.8). */
static void
set_lead_class (VdtSessionRow *self, const char *style_class)
{
  GtkWidget *lead = GTK_WIDGET (self->lead);
  g_autoptr (PangoAttrList) attributes = NULL;

  gtk_widget_remove_css_class (lead, "accent");
  gtk_widget_remove_css_class (lead, "error");
  gtk_widget_remove_css_class (lead, "dim-label");
  gtk_widget_add_css_class (lead, style_class != NULL ? style_class : "dim-label");
  if (style_class != NULL)
    {
      attributes = pango_attr_list_new ();
      pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
    }
  gtk_label_set_attributes (self->lead, attributes);
}

/* The second subtitle joins the first where that is short, and is for the details where the
 * row is narrow. */
static void
show_words (VdtSessionRow *self, const VdtSessionLook *look)
{
  gboolean inlined = look->one_line && !self->narrow;
  g_autofree char *rest = NULL;

  if (inlined && look->rest != NULL)
    rest = g_strdup_printf ("%s · %s", look->rest, look->facts);
  else
    rest = g_strdup (inlined ? look->facts : look->rest);
  gtk_label_set_label (self->lead, look->lead);
  /* where there is too little room, the state is the last to be cut */
  gtk_label_set_ellipsize (self->lead, self->narrow ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  gtk_label_set_label (self->rest, rest != NULL ? rest : "");
  gtk_label_set_label (self->facts, look->facts);
  gtk_widget_set_visible (GTK_WIDGET (self->dot), rest != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->rest), rest != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->facts), !look->one_line && !self->narrow);
}

static void
update_cb (VdtSessionRow *self)
{
  const VdtSessionInfo *info = vdt_session_get_info (self->session);
  const VdtLens *lens = vdt_presenter_get_lens (self->presenter);
  const char *title = info->title != NULL ? info->title : _ ("Untitled");
  VdtSessionLook look = { 0 };

  vdt_session_look_init (&look, self->session, self->with_project, lens);
  vdt_state_badge_set (self->badge, look.badge, look.extra);
  gtk_label_set_label (self->title, title);
  set_lead_class (self, look.lead_class);
  show_words (self, &look);
  vdt_context_gauge_update (self->gauge, info, lens);
  vdt_access_label (GTK_WIDGET (self), title);
  vdt_access_description (GTK_WIDGET (self), look.description);
  vdt_session_look_clear (&look);
}

static void
children_changed_cb (VdtSessionRow *self,
                     guint position,
                     guint removed,
                     guint added,
                     GListModel *children)
{
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr (VdtSession) child = g_list_model_get_item (children, i);

      g_signal_connect_object (child, "notify::info", G_CALLBACK (update_cb), self,
                               G_CONNECT_SWAPPED);
    }
  update_cb (self);
}

/* Not by the button's action name: GTK 4.8 takes an action of the row for gone, for good, once the
 * row has been in another list. */
static void
toggle_clicked_cb (VdtSessionRow *self)
{
  vdt_session_row_set_expanded (self, !vdt_session_row_get_expanded (self));
}

static void
toggle_details_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  VdtSessionRow *self = VDT_SESSION_ROW (widget);

  vdt_session_row_set_expanded (self, !vdt_session_row_get_expanded (self));
}

static void
show_source_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  vdt_context_gauge_show_source (VDT_SESSION_ROW (widget)->gauge);
}

static void
copy_id_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const VdtSessionInfo *info = vdt_session_get_info (VDT_SESSION_ROW (widget)->session);

  if (info->native_id != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), info->native_id);
}

/* The window's action, asked of the window itself: what a row knows of actions above it is gone
 * once it has been in another list (GTK 4.8). */
static void
review_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  if (root != NULL)
    gtk_widget_activate_action (GTK_WIDGET (root), "win.show-review", "s",
                                vdt_session_get_id (VDT_SESSION_ROW (widget)->session));
}

static gboolean
is_waiting (VdtSessionRow *self)
{
  return vdt_session_get_info (self->session)->lifecycle == VDT_LIFECYCLE_WAITING;
}

static void
popup_menu (VdtSessionRow *self, const GdkRectangle *at)
{
  if (self->menu != NULL && self->menu_waits != is_waiting (self))
    g_clear_pointer (&self->menu, gtk_widget_unparent);
  if (self->menu == NULL)
    {
      g_autoptr (GMenu) model = g_menu_new ();

      self->menu_waits = is_waiting (self);
      if (self->menu_waits)
        g_menu_append (model, _ ("Show in _Review"), "row.review");
      g_menu_append (model, _ ("_Details"), "row.toggle-details");
      g_menu_append (model, _ ("Where Numbers Come _From"), "row.show-source");
      g_menu_append (model, _ ("Copy Session _ID"), "row.copy-id");
      self->menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (model));
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
      gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
      gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
    }
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), at);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
menu_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GdkRectangle at = { gtk_widget_get_width (widget) / 2, gtk_widget_get_height (widget) / 2, 1, 1 };

  popup_menu (VDT_SESSION_ROW (widget), &at);
}

static void
secondary_pressed_cb (VdtSessionRow *self, int n_press, double x, double y, GtkGesture *gesture)
{
  GdkRectangle at = { (int) x, (int) y, 1, 1 };

  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  popup_menu (self, &at);
}

static gboolean
arrow_cb (GtkWidget *widget, GVariant *args, gpointer data)
{
  gboolean forward = g_variant_get_boolean (args) != vdt_paint_is_rtl (widget);

  if (vdt_session_row_get_expanded (VDT_SESSION_ROW (widget)) == forward)
    return FALSE;
  vdt_session_row_set_expanded (VDT_SESSION_ROW (widget), forward);
  return TRUE;
}

/* The menu's lines would be without their actions in the next list, as the button above. */
static void
vdt_session_row_unroot (GtkWidget *widget)
{
  g_clear_pointer (&VDT_SESSION_ROW (widget)->menu, gtk_widget_unparent);

  GTK_WIDGET_CLASS (vdt_session_row_parent_class)->unroot (widget);
}

static void
vdt_session_row_dispose (GObject *object)
{
  VdtSessionRow *self = VDT_SESSION_ROW (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_object (&self->presenter);
  gtk_widget_dispose_template (GTK_WIDGET (self), VDT_TYPE_SESSION_ROW);

  G_OBJECT_CLASS (vdt_session_row_parent_class)->dispose (object);
}

static void
vdt_session_row_class_init (VdtSessionRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_session_row_dispose;
  widget_class->unroot = vdt_session_row_unroot;

  g_type_ensure (VDT_TYPE_CONTEXT_GAUGE);
  g_type_ensure (VDT_TYPE_STATE_BADGE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/vedette/Vedette/ui/vdt-session-row.ui");
  gtk_widget_class_bind_template_child (widget_class, VdtSessionRow, grid);
  gtk_widget_class_bind_template_child (widget_class, VdtSessionRow, badge);
  gtk_widget_class_bind_template_child (widget_class, VdtSessionRow, title);
  gtk_widget_class_bind_template_child (widget_class, VdtSessionRow, lead);
  gtk_widget_class_bind_template_child (widget_class, VdtSessionRow, dot);
  gtk_widget_class_bind_template_child (widget_class, VdtSessionRow, rest);
  gtk_widget_class_bind_template_child (widget_class, VdtSessionRow, facts);
  gtk_widget_class_bind_template_child (widget_class, VdtSessionRow, gauge);
  gtk_widget_class_bind_template_child (widget_class, VdtSessionRow, toggle);
  gtk_widget_class_bind_template_child (widget_class, VdtSessionRow, revealer);

  gtk_widget_class_install_action (widget_class, "row.toggle-details", NULL, toggle_details_action);
  gtk_widget_class_install_action (widget_class, "row.show-source", NULL, show_source_action);
  gtk_widget_class_install_action (widget_class, "row.copy-id", NULL, copy_id_action);
  gtk_widget_class_install_action (widget_class, "row.menu", NULL, menu_action);
  gtk_widget_class_install_action (widget_class, "row.review", NULL, review_action);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, arrow_cb, "b", TRUE);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, arrow_cb, "b", FALSE);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "row.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "row.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_i, GDK_CONTROL_MASK, "row.show-source",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_r, GDK_CONTROL_MASK, "row.review",
                                       NULL);
}

static void
show_toggle (VdtSessionRow *self)
{
  gboolean expanded = vdt_session_row_get_expanded (self);

  gtk_button_set_icon_name (self->toggle,
                            expanded ? "vedette-collapse-symbolic" : "vedette-expand-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->toggle), GTK_ACCESSIBLE_STATE_EXPANDED,
                               expanded, -1);
}

static void
vdt_session_row_init (VdtSessionRow *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (click, "pressed", G_CALLBACK (secondary_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_object (self->toggle, "clicked", G_CALLBACK (toggle_clicked_cb), self,
                           G_CONNECT_SWAPPED);
  vdt_access_label (GTK_WIDGET (self->toggle), _ ("Details"));
  show_toggle (self);
}

/**
 * vdt_session_row_new:
 * @session: a session
 * @presenter: how it is looked at
 *
 * Returns: (transfer floating): its row
 */
GtkWidget *
vdt_session_row_new (VdtSession *session, VdtPresenter *presenter)
{
  VdtSessionRow *self = NULL;

  g_return_val_if_fail (VDT_IS_SESSION (session), NULL);
  g_return_val_if_fail (VDT_IS_PRESENTER (presenter), NULL);

  self = g_object_new (VDT_TYPE_SESSION_ROW, NULL);
  self->session = g_object_ref (session);
  self->presenter = g_object_ref (presenter);
  g_signal_connect_object (session, "notify::info", G_CALLBACK (update_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (presenter, "changed", G_CALLBACK (update_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (vdt_session_get_children (session), "items-changed",
                           G_CALLBACK (children_changed_cb), self, G_CONNECT_SWAPPED);
  children_changed_cb (self, 0, 0, g_list_model_get_n_items (vdt_session_get_children (session)),
                       vdt_session_get_children (session));
  return GTK_WIDGET (self);
}

/**
 * vdt_session_row_get_session:
 * @self: a row
 *
 * Returns: (transfer none): the session it shows
 */
VdtSession *
vdt_session_row_get_session (VdtSessionRow *self)
{
  g_return_val_if_fail (VDT_IS_SESSION_ROW (self), NULL);

  return self->session;
}

/**
 * vdt_session_row_get_expanded:
 * @self: a row
 *
 * Returns: whether its details are open
 */
gboolean
vdt_session_row_get_expanded (VdtSessionRow *self)
{
  g_return_val_if_fail (VDT_IS_SESSION_ROW (self), FALSE);

  return gtk_revealer_get_reveal_child (self->revealer);
}

/**
 * vdt_session_row_set_expanded:
 * @self: a row
 * @expanded: whether its details are to be open
 */
void
vdt_session_row_set_expanded (VdtSessionRow *self, gboolean expanded)
{
  g_return_if_fail (VDT_IS_SESSION_ROW (self));

  if (expanded && self->details == NULL)
    {
      self->details = vdt_session_details_new (self->session, self->presenter);
      vdt_session_details_set_narrow (VDT_SESSION_DETAILS (self->details), self->narrow);
      gtk_revealer_set_child (self->revealer, self->details);
    }
  gtk_revealer_set_reveal_child (self->revealer, expanded);
  show_toggle (self);
}

/**
 * vdt_session_row_set_with_project:
 * @self: a row
 * @with_project: whether it says its project, since no heading does
 */
void
vdt_session_row_set_with_project (VdtSessionRow *self, gboolean with_project)
{
  g_return_if_fail (VDT_IS_SESSION_ROW (self));

  with_project = !!with_project;
  if (self->with_project == with_project)
    return;
  self->with_project = with_project;
  update_cb (self);
}

static void
attach (VdtSessionRow *self, gpointer child, int column, int row)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self->grid));
  GtkLayoutChild *place = gtk_layout_manager_get_layout_child (layout, GTK_WIDGET (child));

  gtk_grid_layout_child_set_column (GTK_GRID_LAYOUT_CHILD (place), column);
  gtk_grid_layout_child_set_row (GTK_GRID_LAYOUT_CHILD (place), row);
}

/**
 * vdt_session_row_set_narrow:
 * @self: a row
 * @narrow: whether the gauge goes below the words, and the second subtitle into the details
 */
void
vdt_session_row_set_narrow (VdtSessionRow *self, gboolean narrow)
{
  g_return_if_fail (VDT_IS_SESSION_ROW (self));

  narrow = !!narrow;
  if (self->narrow == narrow)
    return;
  self->narrow = narrow;
  attach (self, self->gauge, narrow ? 1 : 2, narrow ? 1 : 0);
  gtk_widget_set_visible (GTK_WIDGET (self->toggle), !narrow);
  vdt_context_gauge_set_narrow (self->gauge, narrow);
  if (self->details != NULL)
    vdt_session_details_set_narrow (VDT_SESSION_DETAILS (self->details), narrow);
  update_cb (self);
}

/**
 * vdt_session_row_get_rank:
 * @self: a row
 *
 * Returns: its place among the rows of its group
 */
guint
vdt_session_row_get_rank (VdtSessionRow *self)
{
  g_return_val_if_fail (VDT_IS_SESSION_ROW (self), 0);

  return self->rank;
}

/**
 * vdt_session_row_set_rank:
 * @self: a row
 * @rank: its place among the rows of its group, for whoever sorts them
 */
void
vdt_session_row_set_rank (VdtSessionRow *self, guint rank)
{
  g_return_if_fail (VDT_IS_SESSION_ROW (self));

  self->rank = rank;
}

/**
 * vdt_session_row_get_gauge:
 * @self: a row
 *
 * Returns: (transfer none): its #VdtContextGauge
 */
GtkWidget *
vdt_session_row_get_gauge (VdtSessionRow *self)
{
  g_return_val_if_fail (VDT_IS_SESSION_ROW (self), NULL);

  return GTK_WIDGET (self->gauge);
}

/**
 * vdt_session_row_get_badge:
 * @self: a row
 *
 * Returns: (transfer none): its #VdtStateBadge
 */
GtkWidget *
vdt_session_row_get_badge (VdtSessionRow *self)
{
  g_return_val_if_fail (VDT_IS_SESSION_ROW (self), NULL);

  return GTK_WIDGET (self->badge);
}

/**
 * vdt_session_row_get_details:
 * @self: a row
 *
 * Returns: (transfer none) (nullable): its #VdtSessionDetails, once they were opened
 */
GtkWidget *
vdt_session_row_get_details (VdtSessionRow *self)
{
  g_return_val_if_fail (VDT_IS_SESSION_ROW (self), NULL);

  return self->details;
}

/**
 * vdt_session_row_get_text:
 * @self: a row
 *
 * Returns: (transfer full): the words that are seen, a line each
 */
char *
vdt_session_row_get_text (VdtSessionRow *self)
{
  g_autoptr (GString) text = NULL;

  g_return_val_if_fail (VDT_IS_SESSION_ROW (self), NULL);

  text = g_string_new (gtk_label_get_label (self->title));
  g_string_append_printf (text, "\n%s", gtk_label_get_label (self->lead));
  if (gtk_widget_get_visible (GTK_WIDGET (self->dot)))
    g_string_append (text, " ·");
  if (gtk_widget_get_visible (GTK_WIDGET (self->rest)))
    g_string_append_printf (text, " %s", gtk_label_get_label (self->rest));
  if (gtk_widget_get_visible (GTK_WIDGET (self->facts)))
    g_string_append_printf (text, "\n%s", gtk_label_get_label (self->facts));
  return g_string_free (g_steal_pointer (&text), FALSE);
}
