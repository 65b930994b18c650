/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-quota-card.h"

#include <glib/gi18n-lib.h>

#include "vdt-paint.h"
#include "vdt-paths.h"
#include "vdt-quota-row.h"
#include "vdt-text.h"

struct _VdtQuotaCard
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *subtitle;
  GtkWidget *rows;
  GtkWidget *separator;
  GtkWidget *footer;

  VdtHome *home;
  VdtPresenter *presenter;
};

G_DEFINE_FINAL_TYPE (VdtQuotaCard, vdt_quota_card, GTK_TYPE_WIDGET)

static char *
plan_words (VdtHome *home)
{
  const char *plan = vdt_home_get_plan (home);
  char *shown = NULL;

  if (plan == NULL || *plan == '\0')
    return g_strdup (_ ("Plan unknown"));
  /* The agents write plans in lower case; a title does not. */
  shown = vdt_text_strip_controls (plan);
  shown[0] = g_ascii_toupper (shown[0]);
  return shown;
}

static const char *
reset_name (VdtResetKind kind)
{
  switch (kind)
    {
    case VDT_RESET_CODEX_CREDITS:
      return _ ("Reset credits");
    case VDT_RESET_CLAUDE_LIMIT_RESET:
      return _ ("Limit resets");
    case VDT_RESET_CLAUDE_GRANTS:
      return _ ("Granted resets");
    }
  return "";
}

static void
update_footer (VdtQuotaCard *self)
{
  const VdtLens *lens = vdt_presenter_get_lens (self->presenter);
  GtkWidget *child = NULL;
  guint shown = 0;

  while ((child = gtk_widget_get_first_child (self->footer)) != NULL)
    gtk_box_remove (GTK_BOX (self->footer), child);
  for (guint i = 0; i < vdt_home_get_n_resets (self->home); i++)
    {
      const VdtResetLine *line = vdt_home_get_reset (self->home, i);
      gboolean known = vdt_count_known (line->available);
      g_autofree char *value = NULL;
      GtkWidget *name_label = NULL;
      GtkWidget *value_label = NULL;
      GtkWidget *row = NULL;

      /* Claude's kinds exist for few accounts; where nothing was told nothing is said. */
      if (!known && line->kind != VDT_RESET_CODEX_CREDITS)
        continue;
      if (!known)
        value = g_strdup (_ ("Unknown"));
      else if (vdt_time_known (line->as_of))
        {
          g_autofree char *moment = vdt_format_moment (line->as_of, lens->now, lens->zone);
          g_autofree char *number = vdt_format_integer (line->available);

          value = g_strdup_printf ("%s · %s", number, moment);
        }
      else
        value = vdt_format_integer (line->available);
      row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
      name_label = gtk_label_new (reset_name (line->kind));
      value_label = gtk_label_new (value);
      gtk_widget_add_css_class (name_label, "caption");
      gtk_widget_add_css_class (value_label, "caption");
      gtk_widget_add_css_class (value_label, "dim-label");
      gtk_widget_add_css_class (value_label, "numeric");
      gtk_box_append (GTK_BOX (row), name_label);
      gtk_box_append (GTK_BOX (row), value_label);
      gtk_box_append (GTK_BOX (self->footer), row);
      shown++;
    }
  gtk_widget_set_visible (self->footer, shown > 0);
  gtk_widget_set_visible (self->separator, shown > 0);
}

static void
update_rows (VdtQuotaCard *self)
{
  const VdtLens *lens = vdt_presenter_get_lens (self->presenter);
  guint n = vdt_home_get_n_quotas (self->home);
  GtkWidget *row = gtk_widget_get_first_child (self->rows);

  for (guint i = 0; i < n; i++)
    {
      if (row == NULL)
        {
          row = vdt_quota_row_new ();
          gtk_box_append (GTK_BOX (self->rows), row);
        }
      vdt_quota_row_update (VDT_QUOTA_ROW (row), self->home, vdt_home_get_quota (self->home, i),
                            lens);
      row = gtk_widget_get_next_sibling (row);
    }
  while (row != NULL)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (row);

      gtk_box_remove (GTK_BOX (self->rows), row);
      row = next;
    }
}

static void
update_cb (VdtQuotaCard *self)
{
  const char *runtime = vdt_format_runtime (vdt_home_get_runtime (self->home));
  g_autofree char *plan = plan_words (self->home);
  g_autofree char *path = vdt_path_for_display (vdt_home_get_path (self->home));
  g_autofree char *subtitle = g_strdup_printf ("%s · \u2068%s\u2069", plan, path);
  g_autofree char *name = g_strdup_printf ("%s, %s, %s", runtime, plan, path);

  gtk_label_set_label (GTK_LABEL (self->subtitle), subtitle);
  vdt_access_label (GTK_WIDGET (self), name);
  update_rows (self);
  update_footer (self);
}

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *text = vdt_quota_card_get_text (VDT_QUOTA_CARD (widget));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
launched_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (!g_app_info_launch_default_for_uri_finish (result, &error))
    g_message ("showing a folder: %s", error->message);
}

static void
show_folder_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  VdtQuotaCard *self = VDT_QUOTA_CARD (widget);
  g_autoptr (GFile) folder = g_file_new_for_path (vdt_home_get_path (self->home));
  g_autofree char *uri = g_file_get_uri (folder);
  g_autoptr (GdkAppLaunchContext) context =
    gdk_display_get_app_launch_context (gtk_widget_get_display (widget));

  g_app_info_launch_default_for_uri_async (uri, G_APP_LAUNCH_CONTEXT (context), NULL, launched_cb,
                                           NULL);
}

static void
vdt_quota_card_dispose (GObject *object)
{
  VdtQuotaCard *self = VDT_QUOTA_CARD (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->home);
  g_clear_object (&self->presenter);

  G_OBJECT_CLASS (vdt_quota_card_parent_class)->dispose (object);
}

static void
vdt_quota_card_class_init (VdtQuotaCardClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_quota_card_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "quotacard");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_install_action (widget_class, "quota.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "quota.show-folder", NULL, show_folder_action);
}

static GtkWidget *
menu_button (void)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  GtkWidget *button = gtk_menu_button_new ();

  g_menu_append (menu, _ ("_Copy Numbers"), "quota.copy");
  g_menu_append (menu, _ ("_Show Folder"), "quota.show-folder");
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "vedette-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "small-button");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _ ("Quota Menu"));
  vdt_access_label (button, _ ("Quota Menu"));
  return button;
}

static void
vdt_quota_card_init (VdtQuotaCard *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_add_css_class (GTK_WIDGET (self), "card");
}

static void
build (VdtQuotaCard *self)
{
  GtkWidget *header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *title = gtk_label_new (vdt_format_runtime (vdt_home_get_runtime (self->home)));

  gtk_widget_add_css_class (header, "card-header");
  gtk_widget_add_css_class (title, "heading");
  self->subtitle = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->subtitle), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (self->subtitle), 0.);
  gtk_widget_set_hexpand (self->subtitle, TRUE);
  gtk_widget_add_css_class (self->subtitle, "caption");
  gtk_widget_add_css_class (self->subtitle, "dim-label");
  gtk_box_append (GTK_BOX (header), title);
  gtk_box_append (GTK_BOX (header), self->subtitle);
  gtk_box_append (GTK_BOX (header), menu_button ());

  self->rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->separator = gtk_separator_new (GTK_ORIENTATION_HORIZONTAL);
  self->footer = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_widget_add_css_class (self->footer, "card-footer");
  gtk_box_append (GTK_BOX (self->box), header);
  gtk_box_append (GTK_BOX (self->box), self->rows);
  gtk_box_append (GTK_BOX (self->box), self->separator);
  gtk_box_append (GTK_BOX (self->box), self->footer);
}

/**
 * vdt_quota_card_new:
 * @home: the home whose quotas it shows
 * @presenter: how they are looked at
 *
 * Returns: (transfer floating): the card
 */
GtkWidget *
vdt_quota_card_new (VdtHome *home, VdtPresenter *presenter)
{
  VdtQuotaCard *self = NULL;

  g_return_val_if_fail (VDT_IS_HOME (home), NULL);
  g_return_val_if_fail (VDT_IS_PRESENTER (presenter), NULL);

  self = g_object_new (VDT_TYPE_QUOTA_CARD, NULL);
  self->home = g_object_ref (home);
  self->presenter = g_object_ref (presenter);
  build (self);
  g_signal_connect_object (home, "changed", G_CALLBACK (update_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (presenter, "changed", G_CALLBACK (update_cb), self, G_CONNECT_SWAPPED);
  update_cb (self);
  return GTK_WIDGET (self);
}

/**
 * vdt_quota_card_get_home:
 * @self: a card
 *
 * Returns: (transfer none): the home whose quotas it shows
 */
VdtHome *
vdt_quota_card_get_home (VdtQuotaCard *self)
{
  g_return_val_if_fail (VDT_IS_QUOTA_CARD (self), NULL);

  return self->home;
}

/**
 * vdt_quota_card_get_row:
 * @self: a card
 * @index: which window
 *
 * Returns: (transfer none) (nullable): its #VdtQuotaRow
 */
GtkWidget *
vdt_quota_card_get_row (VdtQuotaCard *self, guint index)
{
  GtkWidget *row = NULL;

  g_return_val_if_fail (VDT_IS_QUOTA_CARD (self), NULL);

  row = gtk_widget_get_first_child (self->rows);
  while (row != NULL && index-- > 0)
    row = gtk_widget_get_next_sibling (row);
  return row;
}

/**
 * vdt_quota_card_get_text:
 * @self: a card
 *
 * Returns: (transfer full): all its numbers, a line each
 */
char *
vdt_quota_card_get_text (VdtQuotaCard *self)
{
  const VdtLens *lens = NULL;
  g_autoptr (GString) text = NULL;
  g_autofree char *path = NULL;

  g_return_val_if_fail (VDT_IS_QUOTA_CARD (self), NULL);

  lens = vdt_presenter_get_lens (self->presenter);
  path = vdt_path_for_display (vdt_home_get_path (self->home));
  text = g_string_new (vdt_format_runtime (vdt_home_get_runtime (self->home)));
  g_string_append_printf (text, " · %s\n", path);
  for (guint i = 0; i < vdt_home_get_n_quotas (self->home); i++)
    {
      const VdtQuotaLine *line = vdt_home_get_quota (self->home, i);
      g_autofree char *window = vdt_format_window (&line->reading);
      g_autofree char *quota =
        vdt_format_quota (&line->reading, lens->words, lens->now, lens->zone);

      g_string_append_printf (text, "%s: %s\n", window, quota);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
