/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-subagent-row.h"

#include <glib/gi18n-lib.h>

#include "vdt-paint.h"
#include "vdt-state-badge.h"

struct _VdtSubagentRow
{
  GtkWidget parent_instance;

  GtkWidget *badge;
  GtkWidget *texts;
  GtkWidget *title;
  GtkWidget *subtitle;
  GtkWidget *tokens;

  VdtSession *session;
  VdtPresenter *presenter;
};

G_DEFINE_FINAL_TYPE (VdtSubagentRow, vdt_subagent_row, GTK_TYPE_WIDGET)

static void
vdt_subagent_row_dispose (GObject *object)
{
  VdtSubagentRow *self = VDT_SUBAGENT_ROW (object);

  g_clear_pointer (&self->badge, gtk_widget_unparent);
  g_clear_pointer (&self->texts, gtk_widget_unparent);
  g_clear_pointer (&self->tokens, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_object (&self->presenter);

  G_OBJECT_CLASS (vdt_subagent_row_parent_class)->dispose (object);
}

static void
vdt_subagent_row_class_init (VdtSubagentRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_subagent_row_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "subagentrow");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
one_line (const char *style_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0.);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (style_class != NULL)
    gtk_widget_add_css_class (label, style_class);
  return label;
}

static void
vdt_subagent_row_init (VdtSubagentRow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (widget)), 10);
  self->badge = vdt_state_badge_new (TRUE);
  self->texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_hexpand (self->texts, TRUE);
  gtk_widget_set_valign (self->texts, GTK_ALIGN_CENTER);
  self->title = one_line (NULL);
  self->subtitle = one_line ("caption");
  gtk_widget_add_css_class (self->subtitle, "dim-label");
  gtk_widget_add_css_class (self->subtitle, "numeric");
  gtk_box_append (GTK_BOX (self->texts), self->title);
  gtk_box_append (GTK_BOX (self->texts), self->subtitle);
  self->tokens = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->tokens, "caption");
  gtk_widget_add_css_class (self->tokens, "dim-label");
  gtk_widget_add_css_class (self->tokens, "numeric");
  gtk_widget_set_parent (self->badge, widget);
  gtk_widget_set_parent (self->texts, widget);
  gtk_widget_set_parent (self->tokens, widget);
}

static void
update_cb (VdtSubagentRow *self)
{
  const VdtSessionInfo *info = vdt_session_get_info (self->session);
  const char *title = info->title != NULL ? info->title : _ ("Untitled");
  VdtSessionLook look = { 0 };
  g_autofree char *subtitle = NULL;
  g_autofree char *tokens = NULL;

  vdt_session_look_init (&look, self->session, FALSE, vdt_presenter_get_lens (self->presenter));
  subtitle = look.rest != NULL
               ? g_strdup_printf ("%s · %s · %s", _ ("Subagent"), look.lead, look.rest)
               : g_strdup_printf ("%s · %s", _ ("Subagent"), look.lead);
  vdt_state_badge_set (VDT_STATE_BADGE (self->badge), look.badge, look.extra);
  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_label_set_label (GTK_LABEL (self->subtitle), subtitle);
  if (vdt_count_known (info->tokens.total))
    {
      g_autofree char *total = vdt_format_tokens (info->tokens.total);

      /* Translators: %s is a number such as "318k" */
      tokens = g_strdup_printf (_ ("%s tokens"), total);
    }
  else
    tokens = g_strdup (_ ("tokens unknown"));
  gtk_label_set_label (GTK_LABEL (self->tokens), tokens);
  vdt_access_label (GTK_WIDGET (self), title);
  vdt_access_description (GTK_WIDGET (self), look.description);
  vdt_session_look_clear (&look);
}

/**
 * vdt_subagent_row_new:
 * @session: a sub-agent
 * @presenter: how it is looked at
 *
 * Returns: (transfer floating): the row
 */
GtkWidget *
vdt_subagent_row_new (VdtSession *session, VdtPresenter *presenter)
{
  VdtSubagentRow *self = NULL;

  g_return_val_if_fail (VDT_IS_SESSION (session), NULL);
  g_return_val_if_fail (VDT_IS_PRESENTER (presenter), NULL);

  self = g_object_new (VDT_TYPE_SUBAGENT_ROW, NULL);
  self->session = g_object_ref (session);
  self->presenter = g_object_ref (presenter);
  g_signal_connect_object (session, "notify::info", G_CALLBACK (update_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (presenter, "changed", G_CALLBACK (update_cb), self, G_CONNECT_SWAPPED);
  update_cb (self);
  return GTK_WIDGET (self);
}

/**
 * vdt_subagent_row_get_session:
 * @self: a row
 *
 * Returns: (transfer none): the sub-agent it shows
 */
VdtSession *
vdt_subagent_row_get_session (VdtSubagentRow *self)
{
  g_return_val_if_fail (VDT_IS_SUBAGENT_ROW (self), NULL);

  return self->session;
}
