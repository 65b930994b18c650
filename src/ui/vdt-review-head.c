/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-review-head.h"

#include <glib/gi18n-lib.h>

#include "vdt-paint.h"

struct _VdtReviewHead
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *count;
  GtkWidget *digest;
  GtkWidget *failed;
};

G_DEFINE_FINAL_TYPE (VdtReviewHead, vdt_review_head, GTK_TYPE_WIDGET)

static void
vdt_review_head_dispose (GObject *object)
{
  VdtReviewHead *self = VDT_REVIEW_HEAD (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (vdt_review_head_parent_class)->dispose (object);
}

static void
vdt_review_head_class_init (VdtReviewHeadClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_review_head_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "reviewhead");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_STATUS);
}

static GtkWidget *
caption (const char *style_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0.);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (label, style_class);
  return label;
}

static void
vdt_review_head_init (VdtReviewHead *self)
{
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *refresh = gtk_button_new_from_icon_name ("vedette-refresh-symbolic");

  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->count = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->count), 0.);
  gtk_widget_add_css_class (self->count, "heading");
  self->digest = caption ("dim-label");
  self->failed = caption ("warning");
  gtk_label_set_label (GTK_LABEL (self->failed),
                       _ ("Could not be read again; this is as it was before."));
  gtk_widget_set_hexpand (words, TRUE);
  gtk_widget_set_valign (words, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (words), self->count);
  gtk_box_append (GTK_BOX (words), self->digest);
  gtk_box_append (GTK_BOX (words), self->failed);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (refresh), "review.refresh");
  gtk_widget_add_css_class (refresh, "flat");
  gtk_widget_set_valign (refresh, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (refresh, _ ("Refresh"));
  vdt_access_label (refresh, _ ("Refresh"));
  gtk_box_append (GTK_BOX (self->box), words);
  gtk_box_append (GTK_BOX (self->box), refresh);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

/**
 * vdt_review_digest_words:
 * @next: when the next digest comes, or unknown
 * @interval: how often one comes, in minutes; 0 for never
 * @lens: how it is looked at
 *
 * Returns: (transfer full): such as `Digest every 30 min · next 11:30`
 */
char *
vdt_review_digest_words (VdtTime next, guint interval, const VdtLens *lens)
{
  g_autofree char *span = vdt_format_duration ((VdtTime) interval * VDT_MINUTE);
  g_autofree char *moment = vdt_format_moment (next, lens->now, lens->zone);

  if (interval > 0 && vdt_time_known (next))
    /* Translators: the first is such as "30 min", the second a time such as "11:30" */
    return g_strdup_printf (_ ("Digest every %s · next %s"), span, moment);
  if (vdt_time_known (next))
    /* Translators: %s is a time such as "11:50" */
    return g_strdup_printf (_ ("Next digest %s"), moment);
  if (interval > 0)
    /* Translators: %s is such as "30 min" */
    return g_strdup_printf (_ ("Digest every %s"), span);
  return g_strdup (_ ("No digest"));
}

/**
 * vdt_review_head_update:
 * @self: a head
 * @review: (nullable): what it is the head of
 * @interval: how often a digest comes, in minutes; 0 for never
 * @lens: how it is looked at
 */
void
vdt_review_head_update (VdtReviewHead *self, VdtReview *review, guint interval, const VdtLens *lens)
{
  guint n = 0;
  VdtTime next = VDT_TIME_UNKNOWN;
  gboolean failed = FALSE;
  g_autofree char *count = NULL;
  g_autofree char *digest = NULL;
  g_autofree char *name = NULL;

  g_return_if_fail (VDT_IS_REVIEW_HEAD (self));

  if (review != NULL)
    {
      n = vdt_review_get_n_cards (review);
      next = vdt_review_get_next_digest (review);
      failed = vdt_review_get_state (review) == VDT_REVIEW_FAILED;
    }
  count = g_strdup_printf (ngettext ("%u to review", "%u to review", n), n);
  digest = vdt_review_digest_words (next, interval, lens);
  gtk_label_set_label (GTK_LABEL (self->count), count);
  gtk_label_set_label (GTK_LABEL (self->digest), digest);
  gtk_widget_set_visible (self->failed, failed);
  name = g_strdup_printf ("%s. %s", count,
                          failed ? gtk_label_get_label (GTK_LABEL (self->failed)) : digest);
  vdt_access_label (GTK_WIDGET (self), name);
}
