/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-review-question.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "vdt-paint.h"
#include "vdt-review-look.h"
#include "vdt-review-parts.h"

struct _VdtReviewQuestion
{
  GtkWidget parent_instance;

  GtkWidget *priority;
  GtkWidget *header;
  GtkWidget *title;
  GtkWidget *description;
  GtkWidget *asked;
  GtkWidget *hint;
  GtkWidget *list;

  VdtDecision *decision;
};

G_DEFINE_FINAL_TYPE (VdtReviewQuestion, vdt_review_question, GTK_TYPE_WIDGET)

static void
vdt_review_question_dispose (GObject *object)
{
  VdtReviewQuestion *self = VDT_REVIEW_QUESTION (object);

  g_clear_pointer (&self->priority, gtk_widget_unparent);
  g_clear_pointer (&self->header, gtk_widget_unparent);
  g_clear_pointer (&self->title, gtk_widget_unparent);
  g_clear_pointer (&self->description, gtk_widget_unparent);
  g_clear_pointer (&self->asked, gtk_widget_unparent);
  g_clear_pointer (&self->hint, gtk_widget_unparent);
  g_clear_pointer (&self->list, gtk_widget_unparent);
  g_clear_pointer (&self->decision, vdt_decision_unref);

  G_OBJECT_CLASS (vdt_review_question_parent_class)->dispose (object);
}

static void
vdt_review_question_class_init (VdtReviewQuestionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_review_question_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "reviewquestion");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
vdt_review_question_init (VdtReviewQuestion *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 9);
  self->priority = vdt_review_label_new ("caption", "accent");
  self->header = vdt_review_label_new ("caption", "strong");
  self->title = vdt_review_label_new ("title-2", NULL);
  self->description = vdt_review_label_new ("body", NULL);
  self->asked = vdt_review_label_new ("caption", "dim-label");
  gtk_widget_add_css_class (self->asked, "numeric");
  self->hint = vdt_review_label_new ("caption", "strong");
  self->list = vdt_review_list_new ();
  gtk_widget_set_parent (self->priority, GTK_WIDGET (self));
  gtk_widget_set_parent (self->header, GTK_WIDGET (self));
  gtk_widget_set_parent (self->title, GTK_WIDGET (self));
  gtk_widget_set_parent (self->description, GTK_WIDGET (self));
  gtk_widget_set_parent (self->asked, GTK_WIDGET (self));
  gtk_widget_set_parent (self->hint, GTK_WIDGET (self));
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));
}

static void
show_text (GtkWidget *label, const char *text)
{
  gtk_label_set_label (GTK_LABEL (label), text != NULL ? text : "");
  gtk_widget_set_visible (label, text != NULL && *text != '\0');
}

static gboolean
begins_with (const char *text, const char *title)
{
  gsize stem = strlen (title);

  if (g_str_has_suffix (title, "…"))
    stem -= strlen ("…");
  return strncmp (text, title, stem) == 0;
}

/* Of a text that fills what is kept of one, the rest was left out. */
static char *
mark_cut (char *text, const char *kept, long bound)
{
  g_autofree char *shown = text;

  return kept != NULL && g_utf8_strlen (kept, -1) >= bound ? g_strconcat (shown, "…", NULL)
                                                           : g_steal_pointer (&shown);
}

/* A question that is short enough is its own title, with the agent's header above it; a long one,
 * and a plan, stand below theirs. A header that is only the question's beginning is not said. */
static void
show_words (VdtReviewQuestion *self)
{
  g_autofree char *title = vdt_review_line (self->decision->title);
  g_autofree char *text = mark_cut (vdt_review_text (self->decision->description),
                                    self->decision->description, VDT_DECISION_MAX_DESCRIPTION);
  g_autofree char *line = vdt_review_line (self->decision->description);
  gboolean is_short = *line != '\0' && g_utf8_strlen (line, -1) <= VDT_DECISION_MAX_TITLE;

  if (self->decision->kind == VDT_DECISION_QUESTION && is_short)
    {
      show_text (self->header, begins_with (line, title) ? NULL : title);
      show_text (self->title, line);
      show_text (self->description, NULL);
    }
  else
    {
      show_text (self->header, NULL);
      show_text (self->title, title);
      show_text (self->description, text);
    }
  vdt_access_label (GTK_WIDGET (self), gtk_label_get_label (GTK_LABEL (self->title)));
}

/* The mark of the agent's own says it; its words need not. */
static char *
option_title (const VdtDecisionOption *option)
{
  g_autofree char *title = vdt_review_line (option->label);

  if (option->recommended && g_str_has_suffix (title, "(Recommended)") &&
      strlen (title) > strlen ("(Recommended)"))
    {
      title[strlen (title) - strlen ("(Recommended)")] = '\0';
      g_strchomp (title);
    }
  return g_steal_pointer (&title);
}

static void
add_option (VdtReviewQuestion *self, guint index)
{
  const VdtDecisionOption *option = &self->decision->options[index];
  g_autofree char *title = mark_cut (option_title (option), option->label, VDT_DECISION_MAX_LABEL);
  g_autofree char *text =
    mark_cut (vdt_review_text (option->description), option->description, VDT_DECISION_MAX_DETAIL);
  g_autofree char *number = vdt_format_integer (index + 1);
  g_autofree char *name = NULL;
  GtkWidget *row = vdt_review_row_new_with_words (title, *text != '\0' ? text : NULL);
  GtkWidget *place = g_object_new (GTK_TYPE_LABEL, "label", number, "accessible-role",
                                   GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_widget_add_css_class (place, "option-number");
  gtk_widget_add_css_class (place, "numeric");
  gtk_widget_set_valign (place, GTK_ALIGN_CENTER);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), place);
  if (option->recommended)
    {
      GtkWidget *mark = gtk_label_new (_ ("Recommended"));

      gtk_widget_add_css_class (mark, "caption");
      gtk_widget_add_css_class (mark, "review-mark");
      gtk_widget_set_valign (mark, GTK_ALIGN_CENTER);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), mark);
      /* Translators: an option's number and name, said by screen readers */
      name = g_strdup_printf (_ ("%s. %s, recommended by the agent"), number, title);
    }
  else
    /* Translators: an option's number and name, said by screen readers */
    name = g_strdup_printf (_ ("%s. %s"), number, title);
  vdt_access_label (row, name);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

static const char *
hint_of (const VdtReviewDecision *decision)
{
  switch (decision->status)
    {
    case VDT_DECISION_SUBMITTING:
      return _ ("An answer is on its way");
    case VDT_DECISION_UNKNOWN:
      return _ ("Whether an answer arrived is uncertain: look at the terminal");
    case VDT_DECISION_PENDING:
    case VDT_DECISION_RESOLVED:
      break;
    }
  return decision->decision->multiple ? _ ("Several options may be chosen") : NULL;
}

static const char *
priority_words (VdtPriority priority)
{
  switch (priority)
    {
    case VDT_PRIORITY_HIGH:
      return _ ("High, set by the agent");
    case VDT_PRIORITY_CRITICAL:
      return _ ("Critical, set by the agent");
    case VDT_PRIORITY_LOW:
    case VDT_PRIORITY_NORMAL:
      break;
    }
  return NULL;
}

/**
 * vdt_review_question_new:
 * @info: the session that asks
 * @decision: what it asks
 * @lens: how it is looked at
 *
 * Returns: (transfer floating): the question
 */
GtkWidget *
vdt_review_question_new (const VdtSessionInfo *info,
                         const VdtReviewDecision *decision,
                         const VdtLens *lens)
{
  VdtReviewQuestion *self = g_object_new (VDT_TYPE_REVIEW_QUESTION, NULL);

  self->decision = vdt_decision_ref (decision->decision);
  show_text (self->priority, priority_words (self->decision->priority));
  show_words (self);
  show_text (self->hint, hint_of (decision));
  for (guint i = 0; i < self->decision->n_options; i++)
    add_option (self, i);
  gtk_widget_set_visible (self->list, self->decision->n_options > 0);
  vdt_access_label (self->list, _ ("Options"));
  vdt_review_question_update (self, info, lens);
  return GTK_WIDGET (self);
}

/**
 * vdt_review_question_update:
 * @self: a question
 * @info: the session that asks
 * @lens: how it is looked at now
 */
void
vdt_review_question_update (VdtReviewQuestion *self,
                            const VdtSessionInfo *info,
                            const VdtLens *lens)
{
  g_autofree char *asked = NULL;

  g_return_if_fail (VDT_IS_REVIEW_QUESTION (self));

  asked = vdt_review_asked_words (info, self->decision, lens);
  show_text (self->asked, asked);
  vdt_access_description (GTK_WIDGET (self), asked);
}
