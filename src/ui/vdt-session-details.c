/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-session-details.h"

#include <glib/gi18n-lib.h>

#include "vdt-context-chart.h"
#include "vdt-paint.h"
#include "vdt-subagent-row.h"

/* More than so many sub-agents are counted, not listed. */
#define MAX_SUBAGENTS 50

struct _VdtSessionDetails
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *body;
  GtkWidget *facts;
  GtkWidget *task;
  GtkWidget *head;
  GtkWidget *heading;
  GtkWidget *summary;
  GtkWidget *chart;
  GtkWidget *no_chart;
  GtkWidget *subagents;
  GtkWidget *more;

  VdtSession *session;
  VdtPresenter *presenter;
  gboolean narrow;
};

G_DEFINE_FINAL_TYPE (VdtSessionDetails, vdt_session_details, GTK_TYPE_WIDGET)

static char *
facts_words (VdtSessionDetails *self)
{
  const VdtLens *lens = vdt_presenter_get_lens (self->presenter);
  VdtSessionLook look = { 0 };
  VdtMeterLook meter = { 0 };
  char *facts = NULL;

  vdt_session_look_init (&look, self->session, TRUE, lens);
  vdt_meter_look_init (&meter, vdt_session_get_info (self->session), lens);
  facts = meter.rest != NULL ? g_strdup_printf ("%s\n%s %s", look.facts, meter.lead, meter.rest)
                             : g_strdup_printf ("%s\n%s", look.facts, meter.lead);
  vdt_session_look_clear (&look);
  vdt_meter_look_clear (&meter);
  return facts;
}

static void
update_cb (VdtSessionDetails *self)
{
  const VdtSessionInfo *info = vdt_session_get_info (self->session);
  g_autofree char *summary = vdt_session_look_summary (self->session);
  g_autofree char *facts = facts_words (self);
  g_autofree char *task = vdt_session_look_task (info);
  gboolean empty;

  gtk_label_set_label (GTK_LABEL (self->summary), summary);
  gtk_label_set_label (GTK_LABEL (self->facts), facts);
  gtk_label_set_label (GTK_LABEL (self->task), task != NULL ? task : "");
  gtk_widget_set_visible (self->task, task != NULL);
  vdt_context_chart_update (VDT_CONTEXT_CHART (self->chart), info,
                            vdt_presenter_get_lens (self->presenter));
  empty = vdt_context_chart_is_empty (VDT_CONTEXT_CHART (self->chart));
  gtk_widget_set_visible (self->chart, !empty);
  gtk_widget_set_visible (self->no_chart, empty);
}

static void
update_subagents_cb (VdtSessionDetails *self)
{
  GListModel *children = vdt_session_get_children (self->session);
  guint n = g_list_model_get_n_items (children);
  GtkWidget *row = gtk_widget_get_first_child (self->subagents);

  for (guint i = 0; i < MIN (n, MAX_SUBAGENTS); i++)
    {
      g_autoptr (VdtSession) child = g_list_model_get_item (children, i);

      if (row != NULL && vdt_subagent_row_get_session (VDT_SUBAGENT_ROW (row)) == child)
        {
          row = gtk_widget_get_next_sibling (row);
          continue;
        }
      {
        GtkWidget *added = vdt_subagent_row_new (child, self->presenter);

        if (row != NULL)
          gtk_widget_insert_before (added, self->subagents, row);
        else
          gtk_box_append (GTK_BOX (self->subagents), added);
      }
    }
  while (row != NULL)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (row);

      gtk_box_remove (GTK_BOX (self->subagents), row);
      row = next;
    }
  gtk_widget_set_visible (self->subagents, n > 0);
  gtk_widget_set_visible (self->more, n > MAX_SUBAGENTS);
  if (n > MAX_SUBAGENTS)
    {
      g_autofree char *text =
        g_strdup_printf (ngettext ("and %u more subagent", "and %u more subagents",
                                   n - MAX_SUBAGENTS),
                         n - MAX_SUBAGENTS);

      gtk_label_set_label (GTK_LABEL (self->more), text);
    }
}

static void
vdt_session_details_dispose (GObject *object)
{
  VdtSessionDetails *self = VDT_SESSION_DETAILS (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_object (&self->presenter);

  G_OBJECT_CLASS (vdt_session_details_parent_class)->dispose (object);
}

static void
vdt_session_details_class_init (VdtSessionDetailsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_session_details_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "sessiondetails");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
wrapping_label (const char *text, const char *style_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0.);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (label, style_class);
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  return label;
}

static void
apply_form (VdtSessionDetails *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->head), self->narrow
                                                                 ? GTK_ORIENTATION_VERTICAL
                                                                 : GTK_ORIENTATION_HORIZONTAL);
  gtk_box_set_spacing (GTK_BOX (self->head), self->narrow ? 2 : 12);
  gtk_label_set_xalign (GTK_LABEL (self->summary), self->narrow ? 0. : 1.);
  gtk_widget_set_hexpand (self->summary, !self->narrow);
  gtk_widget_set_visible (self->facts, self->narrow);
}

static void
vdt_session_details_init (VdtSessionDetails *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_widget_add_css_class (self->body, "details-body");
  self->facts = wrapping_label (NULL, "dim-label");
  self->task = wrapping_label (NULL, "dim-label");
  self->head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  self->heading = wrapping_label (_ ("Context fill"), "strong");
  self->summary = wrapping_label (NULL, "dim-label");
  gtk_box_append (GTK_BOX (self->head), self->heading);
  gtk_box_append (GTK_BOX (self->head), self->summary);
  self->chart = vdt_context_chart_new ();
  self->no_chart = wrapping_label (_ ("Nothing reported yet"), "dim-label");
  gtk_box_append (GTK_BOX (self->body), self->facts);
  gtk_box_append (GTK_BOX (self->body), self->task);
  gtk_box_append (GTK_BOX (self->body), self->head);
  gtk_box_append (GTK_BOX (self->body), self->chart);
  gtk_box_append (GTK_BOX (self->body), self->no_chart);
  self->subagents = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->more = wrapping_label (NULL, "dim-label");
  gtk_widget_add_css_class (self->more, "details-more");
  gtk_box_append (GTK_BOX (self->box), self->body);
  gtk_box_append (GTK_BOX (self->box), self->subagents);
  gtk_box_append (GTK_BOX (self->box), self->more);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  apply_form (self);
  vdt_access_label (GTK_WIDGET (self), _ ("Details"));
}

/**
 * vdt_session_details_new:
 * @session: a session
 * @presenter: how it is looked at
 *
 * Returns: (transfer floating): its details
 */
GtkWidget *
vdt_session_details_new (VdtSession *session, VdtPresenter *presenter)
{
  VdtSessionDetails *self = NULL;

  g_return_val_if_fail (VDT_IS_SESSION (session), NULL);
  g_return_val_if_fail (VDT_IS_PRESENTER (presenter), NULL);

  self = g_object_new (VDT_TYPE_SESSION_DETAILS, NULL);
  self->session = g_object_ref (session);
  self->presenter = g_object_ref (presenter);
  g_signal_connect_object (session, "notify::info", G_CALLBACK (update_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (presenter, "changed", G_CALLBACK (update_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (vdt_session_get_children (session), "items-changed",
                           G_CALLBACK (update_subagents_cb), self, G_CONNECT_SWAPPED);
  update_cb (self);
  update_subagents_cb (self);
  return GTK_WIDGET (self);
}

/**
 * vdt_session_details_set_narrow:
 * @self: details
 * @narrow: whether they also say what the narrow row leaves out
 */
void
vdt_session_details_set_narrow (VdtSessionDetails *self, gboolean narrow)
{
  g_return_if_fail (VDT_IS_SESSION_DETAILS (self));

  self->narrow = !!narrow;
  apply_form (self);
}

/**
 * vdt_session_details_get_n_subagents:
 * @self: details
 *
 * Returns: how many sub-agents are listed
 */
guint
vdt_session_details_get_n_subagents (VdtSessionDetails *self)
{
  guint n = 0;

  g_return_val_if_fail (VDT_IS_SESSION_DETAILS (self), 0);

  for (GtkWidget *row = gtk_widget_get_first_child (self->subagents); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    n++;
  return n;
}
