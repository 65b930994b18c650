/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-banner.h"

#include <glib/gi18n-lib.h>

#include "vdt-paint.h"

typedef struct
{
  char *id;
  VdtNoticeKind kind;
  char *text;
  char *button;
  char *action;
  gboolean dismissible;
} Kept;

struct _VdtBanner
{
  GtkWidget parent_instance;

  GtkWidget *revealer;
  GtkWidget *box;
  GtkWidget *icon;
  GtkWidget *spinner;
  GtkWidget *text;
  GtkWidget *steps;
  GtkWidget *position;
  GtkWidget *button;
  GtkWidget *close;

  GPtrArray *notices; /* of Kept, most serious first */
  guint shown;
};

typedef enum
{
  SIGNAL_DISMISSED,
  N_SIGNALS,
} VdtBannerSignals;

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VdtBanner, vdt_banner, GTK_TYPE_WIDGET)

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  g_free (kept->id);
  g_free (kept->text);
  g_free (kept->button);
  g_free (kept->action);
  g_free (kept);
}

static void
show (VdtBanner *self)
{
  const Kept *kept = NULL;
  g_autofree char *position = NULL;

  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), self->notices->len > 0);
  if (self->notices->len == 0)
    {
      gtk_spinner_stop (GTK_SPINNER (self->spinner));
      return;
    }
  self->shown = MIN (self->shown, self->notices->len - 1);
  kept = g_ptr_array_index (self->notices, self->shown);
  if (kept->kind == VDT_NOTICE_LOSS)
    gtk_widget_add_css_class (self->box, "loss");
  else
    gtk_widget_remove_css_class (self->box, "loss");
  gtk_widget_set_visible (self->icon, kept->kind != VDT_NOTICE_BUSY);
  gtk_widget_set_visible (self->spinner, kept->kind == VDT_NOTICE_BUSY);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), kept->kind == VDT_NOTICE_BUSY);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), kept->kind == VDT_NOTICE_LOSS
                                                          ? "vedette-error-symbolic"
                                                          : "vedette-info-symbolic");
  gtk_label_set_label (GTK_LABEL (self->text), kept->text);
  gtk_widget_set_visible (self->button, kept->button != NULL);
  if (kept->button != NULL)
    {
      gtk_button_set_label (GTK_BUTTON (self->button), kept->button);
      gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (self->button), kept->action);
    }
  gtk_widget_set_visible (self->close, kept->dismissible);
  gtk_widget_set_visible (self->steps, self->notices->len > 1);
  /* Translators: which notice of how many */
  position = g_strdup_printf (_ ("%u of %u"), self->shown + 1, self->notices->len);
  gtk_label_set_label (GTK_LABEL (self->position), position);
  vdt_access_label (GTK_WIDGET (self), kept->text);
}

static void
previous_cb (VdtBanner *self)
{
  vdt_banner_step (self, -1);
}

static void
next_cb (VdtBanner *self)
{
  vdt_banner_step (self, 1);
}

static void
close_cb (VdtBanner *self)
{
  g_autofree char *id = NULL;

  if (self->notices->len == 0)
    return;
  id = g_strdup (((Kept *) g_ptr_array_index (self->notices, self->shown))->id);
  vdt_banner_remove (self, id);
  g_signal_emit (self, signals[SIGNAL_DISMISSED], 0, id);
}

static void
vdt_banner_dispose (GObject *object)
{
  VdtBanner *self = VDT_BANNER (object);

  g_clear_pointer (&self->revealer, gtk_widget_unparent);
  g_clear_pointer (&self->notices, g_ptr_array_unref);

  G_OBJECT_CLASS (vdt_banner_parent_class)->dispose (object);
}

static void
vdt_banner_class_init (VdtBannerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_banner_dispose;

  signals[SIGNAL_DISMISSED] =
    g_signal_new ("dismissed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "noticebanner");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_STATUS);
}

static GtkWidget *
icon_button (VdtBanner *self, const char *icon_name, const char *name, GCallback callback)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon_name);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, name);
  vdt_access_label (button, name);
  g_signal_connect_object (button, "clicked", callback, self, G_CONNECT_SWAPPED);
  return button;
}

static void
vdt_banner_init (VdtBanner *self)
{
  self->notices = g_ptr_array_new_with_free_func (kept_free);
  self->revealer = gtk_revealer_new ();
  gtk_revealer_set_transition_duration (GTK_REVEALER (self->revealer), 200);
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_add_css_class (self->box, "banner-body");
  self->icon = gtk_image_new ();
  self->spinner = gtk_spinner_new ();
  self->text = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->text), 0.);
  gtk_label_set_wrap (GTK_LABEL (self->text), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->text), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_hexpand (self->text, TRUE);
  self->steps = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->position = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->position, "caption");
  gtk_widget_add_css_class (self->position, "numeric");
  gtk_box_append (GTK_BOX (self->steps), icon_button (self, "vedette-back-symbolic", _ ("Previous"),
                                                      G_CALLBACK (previous_cb)));
  gtk_box_append (GTK_BOX (self->steps), self->position);
  gtk_box_append (GTK_BOX (self->steps),
                  icon_button (self, "vedette-next-symbolic", _ ("Next"), G_CALLBACK (next_cb)));
  self->button = gtk_button_new ();
  gtk_widget_set_valign (self->button, GTK_ALIGN_CENTER);
  self->close = icon_button (self, "vedette-close-symbolic", _ ("Close"), G_CALLBACK (close_cb));
  gtk_box_append (GTK_BOX (self->box), self->icon);
  gtk_box_append (GTK_BOX (self->box), self->spinner);
  gtk_box_append (GTK_BOX (self->box), self->text);
  gtk_box_append (GTK_BOX (self->box), self->steps);
  gtk_box_append (GTK_BOX (self->box), self->button);
  gtk_box_append (GTK_BOX (self->box), self->close);
  gtk_revealer_set_child (GTK_REVEALER (self->revealer), self->box);
  gtk_widget_set_parent (self->revealer, GTK_WIDGET (self));
}

/**
 * vdt_banner_new:
 *
 * Returns: (transfer floating): a banner that is not seen
 */
GtkWidget *
vdt_banner_new (void)
{
  return g_object_new (VDT_TYPE_BANNER, NULL);
}

static gboolean
find (VdtBanner *self, const char *id, guint *index)
{
  for (guint i = 0; i < self->notices->len; i++)
    if (g_str_equal (((Kept *) g_ptr_array_index (self->notices, i))->id, id))
      {
        *index = i;
        return TRUE;
      }
  return FALSE;
}

/**
 * vdt_banner_add:
 * @self: a banner
 * @notice: what to say; copied
 *
 * Adds a notice, or changes the one with the same id.
 */
void
vdt_banner_add (VdtBanner *self, const VdtNotice *notice)
{
  Kept *kept = NULL;
  guint at = 0;
  guint old;

  g_return_if_fail (VDT_IS_BANNER (self));
  g_return_if_fail (notice != NULL && notice->id != NULL && notice->text != NULL);

  kept = g_new0 (Kept, 1);
  kept->id = g_strdup (notice->id);
  kept->kind = notice->kind;
  kept->text = g_strdup (notice->text);
  kept->button = g_strdup (notice->button);
  kept->action = g_strdup (notice->action);
  kept->dismissible = notice->dismissible;
  if (find (self, notice->id, &old) &&
      ((Kept *) g_ptr_array_index (self->notices, old))->kind == notice->kind)
    {
      kept_free (g_ptr_array_index (self->notices, old));
      self->notices->pdata[old] = kept;
      show (self);
      return;
    }
  vdt_banner_remove (self, notice->id);
  while (at < self->notices->len &&
         ((Kept *) g_ptr_array_index (self->notices, at))->kind <= kept->kind)
    at++;
  g_ptr_array_insert (self->notices, (int) at, kept);
  if (at < self->shown)
    self->shown = at;
  show (self);
}

/**
 * vdt_banner_remove:
 * @self: a banner
 * @id: of a notice that may or may not be there
 */
void
vdt_banner_remove (VdtBanner *self, const char *id)
{
  guint index;

  g_return_if_fail (VDT_IS_BANNER (self));

  if (!find (self, id, &index))
    return;
  g_ptr_array_remove_index (self->notices, index);
  if (index < self->shown)
    self->shown--;
  show (self);
}

/**
 * vdt_banner_get_n_notices:
 * @self: a banner
 *
 * Returns: how many notices there are
 */
guint
vdt_banner_get_n_notices (VdtBanner *self)
{
  g_return_val_if_fail (VDT_IS_BANNER (self), 0);

  return self->notices->len;
}

/**
 * vdt_banner_get_text:
 * @self: a banner
 *
 * Returns: (transfer none) (nullable): the notice that is shown
 */
const char *
vdt_banner_get_text (VdtBanner *self)
{
  g_return_val_if_fail (VDT_IS_BANNER (self), NULL);

  return self->notices->len > 0 ? gtk_label_get_label (GTK_LABEL (self->text)) : NULL;
}

/**
 * vdt_banner_get_position:
 * @self: a banner
 *
 * Returns: (transfer none) (nullable): such as `1 of 3`, where there are several
 */
const char *
vdt_banner_get_position (VdtBanner *self)
{
  g_return_val_if_fail (VDT_IS_BANNER (self), NULL);

  return self->notices->len > 1 ? gtk_label_get_label (GTK_LABEL (self->position)) : NULL;
}

/**
 * vdt_banner_step:
 * @self: a banner
 * @by: 1 for the next notice, -1 for the one before; goes round
 */
void
vdt_banner_step (VdtBanner *self, int by)
{
  int n;

  g_return_if_fail (VDT_IS_BANNER (self));

  n = (int) self->notices->len;
  if (n == 0)
    return;
  self->shown = (guint) ((((int) self->shown + by) % n + n) % n);
  show (self);
}
