/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-review-detail.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "vdt-paint.h"
#include "vdt-review-changes.h"
#include "vdt-review-look.h"
#include "vdt-review-parts.h"
#include "vdt-review-question.h"
#include "vdt-state-badge.h"
#include "vdt-text.h"

#define WIDTH 600

struct _VdtReviewDetail
{
  GtkWidget parent_instance;

  GtkWidget *stack;
  GtkWidget *scrolled;
  GtkWidget *box;
  GtkWidget *badge;
  GtkWidget *session;
  GtkWidget *gone;
  GtkWidget *gone_label;
  GtkWidget *newer_box;
  GtkWidget *newer;
  GtkWidget *newer_label;
  GtkWidget *state_title;
  GtkWidget *state_text;
  GtkWidget *questions;
  GtkWidget *guard;
  GtkWidget *guard_label;
  GtkWidget *changes;
  GtkWidget *actions;
  GtkWidget *actions_end;
  GtkWidget *done;
  GtkWidget *next;
  GtkWidget *terminal;
  GtkWidget *unreview;
  GtkWidget *explanation;
  GtkWidget *last;
  GtkWidget *last_heading;
  GtkWidget *last_text;
  GtkWidget *last_who;

  VdtPresenter *presenter;
  VdtReviewCard *shown;
  VdtReviewCard *latest;
  gboolean has_pane;
  gboolean single;
};

G_DEFINE_FINAL_TYPE (VdtReviewDetail, vdt_review_detail, GTK_TYPE_WIDGET)

/* The card whose questions and state are shown: always the newest, since they are about now. What
 * changed is that of the card that is shown, since it is what Done takes. */
static const VdtReviewCard *
present_card (VdtReviewDetail *self)
{
  return self->latest != NULL ? self->latest : self->shown;
}

static gboolean
has_changes (VdtReviewDetail *self)
{
  return self->shown->as_of.id != NULL && vdt_change_set_get_size (self->shown->changes) > 0;
}

static gboolean
waits_for_permission (const VdtSessionInfo *info)
{
  return info->lifecycle == VDT_LIFECYCLE_WAITING && info->waiting_for == VDT_WAITING_PERMISSION;
}

static void
show_state (VdtReviewDetail *self)
{
  const VdtReviewCard *card = present_card (self);
  const VdtLens *lens = vdt_presenter_get_lens (self->presenter);
  g_autofree char *text = NULL;
  const char *title = NULL;

  if (self->latest != NULL && waits_for_permission (card->session))
    title = _ ("Waits for permission");
  else if ((card->attention & VDT_ATTENTION_AGENT_ERROR) != 0)
    title = _ ("Stopped with an error");
  if (title != NULL)
    text = vdt_review_state_words (card->session, lens);
  else if ((card->attention & VDT_ATTENTION_EXTRACTION_DEGRADED) != 0)
    {
      title = _ ("Partly read");
      text =
        g_strdup_printf (ngettext ("%u record of an unknown kind", "%u records of an unknown kind",
                                   card->session->unknown_records),
                         card->session->unknown_records);
    }
  if (card->session->source_deleted && title == NULL)
    {
      title = _ ("Source deleted");
      text = vdt_review_state_words (card->session, lens);
    }
  else if (card->session->source_deleted)
    {
      g_autofree char *before = text;

      text = g_strdup_printf ("%s · %s", before, _ ("Source deleted"));
    }
  gtk_label_set_label (GTK_LABEL (self->state_title), title != NULL ? title : "");
  gtk_label_set_label (GTK_LABEL (self->state_text), text != NULL ? text : "");
  gtk_widget_set_visible (self->state_title, title != NULL);
  gtk_widget_set_visible (self->state_text, title != NULL);
}

static void
show_questions (VdtReviewDetail *self)
{
  const VdtReviewCard *card = present_card (self);
  const VdtLens *lens = vdt_presenter_get_lens (self->presenter);
  GtkWidget *child = NULL;

  while ((child = gtk_widget_get_first_child (self->questions)) != NULL)
    gtk_box_remove (GTK_BOX (self->questions), child);
  /* Where the card has left the queue nobody knows whether they are still open. */
  for (guint i = 0; self->latest != NULL && i < card->decisions->len; i++)
    gtk_box_append (GTK_BOX (self->questions),
                    vdt_review_question_new (card->session, g_ptr_array_index (card->decisions, i),
                                             lens));
  gtk_widget_set_visible (self->questions, gtk_widget_get_first_child (self->questions) != NULL);
}

static void
show_last (VdtReviewDetail *self)
{
  const VdtReviewCard *card = present_card (self);
  const VdtLens *lens = vdt_presenter_get_lens (self->presenter);
  g_autofree char *line = vdt_review_line (card->last_text);
  g_autofree char *text = vdt_text_unmark (line);
  g_autofree char *moment = NULL;
  g_autofree char *who = NULL;
  const char *name = card->last_is_user ? _ ("You") : vdt_format_runtime (card->session->runtime);
  gboolean asks = card->decisions->len > 0 || waits_for_permission (card->session);

  gtk_widget_set_visible (self->last, *text != '\0');
  gtk_label_set_label (GTK_LABEL (self->last_heading),
                       asks ? _ ("Before the Question") : _ ("Last Message"));
  gtk_label_set_label (GTK_LABEL (self->last_text), text);
  moment = vdt_format_moment (card->last_at, lens->now, lens->zone);
  who =
    vdt_time_known (card->last_at) ? g_strdup_printf ("%s · %s", name, moment) : g_strdup (name);
  gtk_label_set_label (GTK_LABEL (self->last_who), who);
  vdt_access_label (self->last, gtk_label_get_label (GTK_LABEL (self->last_heading)));
  vdt_access_description (self->last, who);
}

static void
show_actions_box (VdtReviewDetail *self)
{
  gboolean with_end =
    gtk_widget_get_visible (self->terminal) || gtk_widget_get_visible (self->unreview);

  gtk_widget_set_visible (self->actions_end, with_end);
  gtk_widget_set_visible (self->actions, with_end || gtk_widget_get_visible (self->done) ||
                                           gtk_widget_get_visible (self->next));
}

static void
show_actions (VdtReviewDetail *self)
{
  const VdtReviewCard *card = present_card (self);
  gboolean changed = has_changes (self);
  const char *tooltip = vdt_review_detail_get_next_tooltip (self);

  gtk_widget_set_visible (self->done, changed);
  gtk_widget_set_visible (self->next, !self->single);
  gtk_widget_set_tooltip_text (self->next, tooltip);
  vdt_access_description (self->next, tooltip);
  gtk_widget_set_visible (self->terminal, self->has_pane);
  gtk_widget_set_visible (self->unreview, vdt_time_known (card->reviewed_at));
  gtk_widget_set_visible (self->explanation, changed);
  show_actions_box (self);
  if (changed)
    {
      gboolean by_next = self->latest != NULL && self->latest->decisions->len == 0;
      int sequence = (int) self->shown->as_of.sequence;
      g_autofree char *text =
        by_next
          /* Translators: %d is the number of a snapshot; "Done" and "Next" are the buttons */
          ? g_strdup_printf (_ ("Done and Next move your baseline to snapshot %d, the one shown "
                                "here. Reading alone never does."),
                             sequence)
          /* Translators: %d is the number of a snapshot; "Done" is the button */
          : g_strdup_printf (_ ("Done moves your baseline to snapshot %d, the one shown here. "
                                "Reading alone never does."),
                             sequence);

      gtk_label_set_label (GTK_LABEL (self->explanation), text);
    }
}

static void
show_status (VdtReviewDetail *self)
{
  g_autofree char *newer = NULL;
  gboolean asks = self->latest != NULL && (self->latest->decisions->len > 0 ||
                                           waits_for_permission (self->latest->session));

  if (self->latest != NULL && g_strcmp0 (self->shown->as_of.id, self->latest->as_of.id) != 0)
    newer = vdt_review_newer_words (self->shown, self->latest);
  gtk_widget_set_visible (self->newer_box, newer != NULL);
  vdt_review_status_set (self->newer, self->newer_label, newer);
  vdt_review_status_set (self->gone, self->gone_label,
                         self->latest == NULL
                           ? _ ("No longer in the queue: it was answered or reviewed elsewhere.")
                           : NULL);
  vdt_review_status_set (self->guard, self->guard_label,
                         asks ? _ ("Read only: answer it in the agent’s own terminal.") : NULL);
}

static void
update_cb (VdtReviewDetail *self)
{
  const VdtLens *lens = vdt_presenter_get_lens (self->presenter);
  GtkWidget *question = NULL;

  if (self->shown == NULL)
    return;
  for (question = gtk_widget_get_first_child (self->questions); question != NULL;
       question = gtk_widget_get_next_sibling (question))
    vdt_review_question_update (VDT_REVIEW_QUESTION (question), present_card (self)->session, lens);
  vdt_review_changes_update (VDT_REVIEW_CHANGES (self->changes), self->shown, lens);
  show_state (self);
  show_last (self);
}

static gboolean
same_questions (const VdtReviewCard *a, const VdtReviewCard *b)
{
  if (a == NULL || b == NULL || a->decisions->len != b->decisions->len)
    return FALSE;
  for (guint i = 0; i < a->decisions->len; i++)
    {
      const VdtReviewDecision *x = g_ptr_array_index (a->decisions, i);
      const VdtReviewDecision *y = g_ptr_array_index (b->decisions, i);

      if (g_strcmp0 (x->id, y->id) != 0 || x->status != y->status || x->revision != y->revision)
        return FALSE;
    }
  return TRUE;
}

static gboolean
same_changes (const VdtReviewCard *a, const VdtReviewCard *b)
{
  return g_strcmp0 (a->as_of.id, b->as_of.id) == 0 &&
         g_strcmp0 (a->reviewed.id, b->reviewed.id) == 0 &&
         vdt_change_set_get_size (a->changes) == vdt_change_set_get_size (b->changes);
}

static gboolean
has_focus (VdtReviewDetail *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self));
}

static void
replace (VdtReviewCard **place, const VdtReviewCard *card)
{
  VdtReviewCard *fresh = card != NULL ? vdt_review_card_ref ((VdtReviewCard *) card) : NULL;

  vdt_review_card_unref (*place);
  *place = fresh;
}

/**
 * vdt_review_detail_set_card:
 * @self: a detail
 * @shown: (nullable): the card whose changes are shown; `NULL` for none
 * @latest: (nullable): the same session's newest card; `NULL` where it has left the queue
 */
void
vdt_review_detail_set_card (VdtReviewDetail *self,
                            const VdtReviewCard *shown,
                            const VdtReviewCard *latest)
{
  gboolean is_other, with_questions, with_changes, had_focus;

  g_return_if_fail (VDT_IS_REVIEW_DETAIL (self));
  g_return_if_fail (shown != NULL || latest == NULL);

  is_other = shown == NULL || self->shown == NULL ||
             g_strcmp0 (shown->session->id, self->shown->session->id) != 0;
  with_questions = is_other || !same_questions (self->latest, latest);
  had_focus = has_focus (self);
  with_changes = shown != NULL && (is_other || !same_changes (self->shown, shown));
  replace (&self->shown, shown);
  if (with_changes)
    vdt_review_changes_set_card (VDT_REVIEW_CHANGES (self->changes), shown,
                                 vdt_presenter_get_lens (self->presenter));
  else if (shown != NULL)
    vdt_review_changes_update (VDT_REVIEW_CHANGES (self->changes), shown,
                               vdt_presenter_get_lens (self->presenter));
  replace (&self->latest, latest);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), shown != NULL ? "card" : "none");
  if (shown == NULL)
    return;
  {
    VdtReviewLook look = { 0 };
    g_autofree char *title = vdt_review_session_title (present_card (self)->session);

    vdt_review_look_init (&look, present_card (self), vdt_presenter_get_lens (self->presenter));
    vdt_state_badge_set (VDT_STATE_BADGE (self->badge), look.badge, VDT_BADGE_NONE);
    vdt_review_look_clear (&look);
    gtk_label_set_label (GTK_LABEL (self->session), title);
    vdt_access_label (self->scrolled, title);
  }
  if (with_questions)
    show_questions (self);
  show_state (self);
  show_status (self);
  show_actions (self);
  show_last (self);
  if (is_other)
    gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (
                                GTK_SCROLLED_WINDOW (self->scrolled)),
                              0.);
  if (had_focus && !has_focus (self))
    vdt_review_detail_focus (self);
}

/**
 * vdt_review_detail_set_has_pane:
 * @self: a detail
 * @has_pane: whether a terminal is known to show the session
 */
void
vdt_review_detail_set_has_pane (VdtReviewDetail *self, gboolean has_pane)
{
  g_return_if_fail (VDT_IS_REVIEW_DETAIL (self));

  self->has_pane = !!has_pane;
  gtk_widget_set_visible (self->terminal, self->has_pane);
  show_actions_box (self);
}

/**
 * vdt_review_detail_set_form:
 * @self: a detail
 * @single: whether it is alone on screen, with *Previous* and *Next* below it
 * @narrow: whether there is little room
 */
void
vdt_review_detail_set_form (VdtReviewDetail *self, gboolean single, gboolean narrow)
{
  g_return_if_fail (VDT_IS_REVIEW_DETAIL (self));

  self->single = !!single;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->actions),
                                  narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_widget_set_halign (self->actions_end, narrow ? GTK_ALIGN_START : GTK_ALIGN_END);
  if (self->shown != NULL)
    show_actions (self);
}

/**
 * vdt_review_detail_focus:
 * @self: a detail
 *
 * Returns: whether its first part has the focus now
 */
gboolean
vdt_review_detail_focus (VdtReviewDetail *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW_DETAIL (self), FALSE);

  return gtk_widget_child_focus (self->box, GTK_DIR_TAB_FORWARD);
}

/**
 * vdt_review_detail_get_next_tooltip:
 * @self: a detail
 *
 * Returns: (transfer none): what *Next* does to the card that is shown
 */
const char *
vdt_review_detail_get_next_tooltip (VdtReviewDetail *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW_DETAIL (self), NULL);

  if (self->shown != NULL && self->latest != NULL && has_changes (self) &&
      self->latest->decisions->len == 0)
    return _ ("Marks this as reviewed and goes on");
  return _ ("Goes on; nothing is marked as reviewed");
}

/* --- the widget ------------------------------------------------------------------------------- */

static void
vdt_review_detail_dispose (GObject *object)
{
  VdtReviewDetail *self = VDT_REVIEW_DETAIL (object);

  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_pointer (&self->shown, vdt_review_card_unref);
  g_clear_pointer (&self->latest, vdt_review_card_unref);
  g_clear_object (&self->presenter);

  G_OBJECT_CLASS (vdt_review_detail_parent_class)->dispose (object);
}

static void
vdt_review_detail_class_init (VdtReviewDetailClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_review_detail_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "reviewdetail");
}

static void
add_session (VdtReviewDetail *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->badge = vdt_state_badge_new (TRUE);
  gtk_widget_set_valign (self->badge, GTK_ALIGN_START);
  self->session = vdt_review_label_new ("caption", "dim-label");
  gtk_widget_set_hexpand (self->session, TRUE);
  gtk_widget_set_valign (self->session, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (line), self->badge);
  gtk_box_append (GTK_BOX (line), self->session);
  gtk_box_append (GTK_BOX (self->box), line);
}

static void
add_status (VdtReviewDetail *self)
{
  GtkWidget *show = gtk_button_new_with_label (_ ("Show"));

  self->gone = vdt_review_status_new ("vedette-info-symbolic", &self->gone_label);
  self->newer = vdt_review_status_new ("vedette-info-symbolic", &self->newer_label);
  self->newer_box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_add_css_class (self->gone, "review-note");
  gtk_widget_add_css_class (self->newer_box, "review-note");
  gtk_widget_set_hexpand (self->newer, TRUE);
  gtk_widget_set_valign (show, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (show, "small-flat");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (show), "review.show-newer");
  vdt_access_label (show, _ ("Show newer changes"));
  gtk_box_append (GTK_BOX (self->newer_box), self->newer);
  gtk_box_append (GTK_BOX (self->newer_box), show);
  gtk_box_append (GTK_BOX (self->box), self->gone);
  gtk_box_append (GTK_BOX (self->box), self->newer_box);
}

static void
add_actions (VdtReviewDetail *self)
{
  GtkWidget *start = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *end = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->actions = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  self->done = vdt_review_key_button_new (C_ ("review", "Done"), "d", "review.done");
  gtk_widget_add_css_class (self->done, "suggested-action");
  self->next = vdt_review_key_button_new (C_ ("review", "Next"), "n", "review.next");
  self->terminal = vdt_review_key_button_new (_ ("Open Terminal"), "t", "review.open-terminal");
  gtk_widget_add_css_class (self->terminal, "flat");
  self->unreview = vdt_review_key_button_new (_ ("Mark Unreviewed"), NULL, "review.unreview");
  gtk_widget_set_tooltip_text (self->unreview,
                               _ ("Puts your baseline back to where it was before"));
  gtk_widget_add_css_class (self->unreview, "flat");
  gtk_widget_set_hexpand (end, TRUE);
  gtk_widget_set_halign (end, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (start), self->done);
  gtk_box_append (GTK_BOX (start), self->next);
  gtk_box_append (GTK_BOX (end), self->terminal);
  gtk_box_append (GTK_BOX (end), self->unreview);
  gtk_box_append (GTK_BOX (self->actions), start);
  gtk_box_append (GTK_BOX (self->actions), end);
  self->actions_end = end;
  self->explanation = vdt_review_label_new ("caption", "dim-label");
  gtk_box_append (GTK_BOX (self->box), self->actions);
  gtk_box_append (GTK_BOX (self->box), self->explanation);
}

static void
add_last (VdtReviewDetail *self)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *icon = g_object_new (GTK_TYPE_IMAGE, "icon-name", "vedette-chat-symbolic",
                                  "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  self->last = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL, "spacing", 9,
                             "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);
  self->last_heading = vdt_review_label_new ("heading", NULL);
  self->last_text = vdt_review_label_new ("body", NULL);
  gtk_label_set_lines (GTK_LABEL (self->last_text), 2);
  gtk_label_set_ellipsize (GTK_LABEL (self->last_text), PANGO_ELLIPSIZE_END);
  /* Room for the mark of being cut, which words such as "i" would not need. */
  gtk_label_set_width_chars (GTK_LABEL (self->last_text), 3);
  self->last_who = vdt_review_label_new ("caption", "dim-label");
  gtk_widget_add_css_class (self->last_who, "numeric");
  gtk_widget_add_css_class (card, "card");
  gtk_widget_add_css_class (card, "review-last");
  gtk_widget_add_css_class (icon, "dim-label");
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (words), self->last_text);
  gtk_box_append (GTK_BOX (words), self->last_who);
  gtk_box_append (GTK_BOX (card), icon);
  gtk_box_append (GTK_BOX (card), words);
  gtk_widget_set_margin_top (self->last, 12);
  gtk_box_append (GTK_BOX (self->last), self->last_heading);
  gtk_box_append (GTK_BOX (self->last), card);
  gtk_box_append (GTK_BOX (self->box), self->last);
}

static GtkWidget *
none_page (void)
{
  GtkWidget *page = adw_status_page_new ();

  adw_status_page_set_icon_name (ADW_STATUS_PAGE (page), "vedette-review-symbolic");
  adw_status_page_set_title (ADW_STATUS_PAGE (page), _ ("Nothing Selected"));
  gtk_widget_add_css_class (page, "compact");
  return page;
}

static void
vdt_review_detail_init (VdtReviewDetail *self)
{
  GtkWidget *clamp = adw_clamp_new ();

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  gtk_widget_add_css_class (self->box, "review-body");
  add_session (self);
  add_status (self);
  self->state_title = vdt_review_label_new ("title-2", NULL);
  self->state_text = vdt_review_label_new ("caption", "dim-label");
  gtk_widget_add_css_class (self->state_text, "numeric");
  self->questions = gtk_box_new (GTK_ORIENTATION_VERTICAL, 24);
  self->guard = vdt_review_status_new ("vedette-lock-symbolic", &self->guard_label);
  gtk_widget_add_css_class (self->guard, "dim-label");
  self->changes = g_object_new (VDT_TYPE_REVIEW_CHANGES, NULL);
  gtk_box_append (GTK_BOX (self->box), self->state_title);
  gtk_box_append (GTK_BOX (self->box), self->state_text);
  gtk_box_append (GTK_BOX (self->box), self->questions);
  gtk_box_append (GTK_BOX (self->box), self->guard);
  gtk_box_append (GTK_BOX (self->box), self->changes);
  add_actions (self);
  add_last (self);
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), WIDTH);
  adw_clamp_set_tightening_threshold (ADW_CLAMP (clamp), WIDTH - 100);
  adw_clamp_set_child (ADW_CLAMP (clamp), self->box);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), clamp);
  self->stack = gtk_stack_new ();
  gtk_stack_set_transition_type (GTK_STACK (self->stack), GTK_STACK_TRANSITION_TYPE_CROSSFADE);
  gtk_stack_set_transition_duration (GTK_STACK (self->stack), 150);
  gtk_stack_add_named (GTK_STACK (self->stack), none_page (), "none");
  gtk_stack_add_named (GTK_STACK (self->stack), self->scrolled, "card");
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
}

/**
 * vdt_review_detail_set_presenter:
 * @self: a detail without a card
 * @presenter: how cards are looked at
 *
 * Once, before anything else.
 */
void
vdt_review_detail_set_presenter (VdtReviewDetail *self, VdtPresenter *presenter)
{
  g_return_if_fail (VDT_IS_REVIEW_DETAIL (self));
  g_return_if_fail (self->presenter == NULL);

  self->presenter = g_object_ref (presenter);
  g_signal_connect_object (presenter, "changed", G_CALLBACK (update_cb), self, G_CONNECT_SWAPPED);
}
