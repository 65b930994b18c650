/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-preferences.h"

#include <glib/gi18n-lib.h>

#include "vdt-adaptive.h"
#include "vdt-banner.h"
#include "vdt-paint.h"
#include "vdt-prefs-review.h"

struct _VdtPreferences
{
  AdwWindow parent_instance;

  /* Template widgets */
  VdtAdaptive *adaptive;
  AdwHeaderBar *header;
  AdwViewSwitcher *switcher;
  AdwWindowTitle *narrow_title;
  AdwViewSwitcherBar *switcher_bar;
  AdwViewStack *stack;
  VdtBanner *banner;
  GtkSwitch *workspace;
  AdwPreferencesGroup *keeping;
  AdwPreferencesGroup *numbers;
  AdwPreferencesGroup *tray;
  GtkSpinButton *retention;
  AdwComboRow *words;
  GtkToggleButton *tray_symbolic;
  GtkToggleButton *tray_coloured;
  GtkToggleButton *tray_high_contrast;
  GtkSwitch *autostart;
  VdtPrefsHomes *homes;
  VdtPrefsReview *review;
  AdwActionRow *kept;
  GtkButton *delete;

  /* Owned */
  GSettings *settings;
  VdtKeepingOps ops;
  gpointer ops_data;
  guint64 n_kept;
};

G_DEFINE_FINAL_TYPE (VdtPreferences, vdt_preferences, ADW_TYPE_WINDOW)

static void
width_changed_cb (VdtPreferences *self, int width)
{
  gboolean narrow = width == VDT_WIDTH_NARROW;

  adw_header_bar_set_title_widget (self->header, narrow ? GTK_WIDGET (self->narrow_title)
                                                        : GTK_WIDGET (self->switcher));
  adw_view_switcher_bar_set_reveal (self->switcher_bar, narrow);
  vdt_prefs_review_set_narrow (self->review, narrow);
}

static void
workspace_changed_cb (VdtPreferences *self)
{
  gboolean on = g_settings_get_boolean (self->settings, "agent-workspace-enabled");
  VdtNotice notice = {
    .id = "off",
    .kind = VDT_NOTICE_INFO,
    .text = _ ("Turn on the workspace to change this"),
  };

  gtk_widget_set_sensitive (GTK_WIDGET (self->keeping), on);
  gtk_widget_set_sensitive (GTK_WIDGET (self->numbers), on);
  gtk_widget_set_sensitive (GTK_WIDGET (self->tray), on);
  if (on)
    vdt_banner_remove (self->banner, "off");
  else
    vdt_banner_add (self->banner, &notice);
}

static gboolean
words_from_setting (GValue *value, GVariant *variant, gpointer data)
{
  g_value_set_uint (value, g_str_equal (g_variant_get_string (variant, NULL), "left") ? 1 : 0);
  return TRUE;
}

static GVariant *
words_to_setting (const GValue *value, const GVariantType *type, gpointer data)
{
  return g_variant_new_string (g_value_get_uint (value) == 1 ? "left" : "used");
}

static GtkToggleButton *
tray_button (VdtPreferences *self, const char *style)
{
  if (g_str_equal (style, "coloured"))
    return self->tray_coloured;
  return g_str_equal (style, "high-contrast") ? self->tray_high_contrast : self->tray_symbolic;
}

static void
tray_changed_cb (VdtPreferences *self)
{
  g_autofree char *style = g_settings_get_string (self->settings, "tray-style");

  gtk_toggle_button_set_active (tray_button (self, style), TRUE);
}

static void
tray_toggled_cb (VdtPreferences *self, GtkToggleButton *button)
{
  static const char *const styles[] = { "symbolic", "coloured", "high-contrast" };

  if (!gtk_toggle_button_get_active (button) || self->settings == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    if (tray_button (self, styles[i]) == button)
      g_settings_set_string (self->settings, "tray-style", styles[i]);
}

/* --- what is kept ----------------------------------------------------------------------------- */

/**
 * vdt_preferences_set_kept:
 * @self: the preferences
 * @n_conversations: sessions of which messages or changes are kept
 * @bytes: what they and all else take on the disk
 *
 * Says how much there is, and offers to delete it.
 */
void
vdt_preferences_set_kept (VdtPreferences *self, guint64 n_conversations, guint64 bytes)
{
  g_autofree char *size = g_format_size (bytes);
  g_autofree char *text = NULL;

  g_return_if_fail (VDT_IS_PREFERENCES (self));

  self->n_kept = n_conversations;
  /* Translators: a size and a number: "48 MB · 63 conversations" */
  text = g_strdup_printf (ngettext ("%s · %u conversation", "%s · %u conversations",
                                    (guint) n_conversations),
                          size, (guint) n_conversations);
  adw_action_row_set_subtitle (self->kept, text);
  gtk_widget_set_visible (GTK_WIDGET (self->kept), TRUE);
  gtk_widget_set_sensitive (GTK_WIDGET (self->delete), n_conversations > 0);
}

static void
on_delete_response_cb (VdtPreferences *self, const char *response)
{
  if (g_str_equal (response, "delete") && self->ops.delete_all != NULL)
    self->ops.delete_all (self, self->ops_data);
}

static void
delete_clicked_cb (VdtPreferences *self)
{
  g_autofree char *heading =
    g_strdup_printf (ngettext ("Delete %u conversation?", "Delete %u conversations?",
                               (guint) self->n_kept),
                     (guint) self->n_kept);
  GtkWidget *dialog = adw_message_dialog_new (
    GTK_WINDOW (self), heading,
    _ ("Messages, changes, decisions and what you reviewed go. Titles, what an agent works on or "
       "waits for now, and token totals stay. The agents' own logs are not touched."));

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "delete",
                                    _ ("_Delete"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "delete",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_delete_response_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/**
 * vdt_preferences_set_keeping:
 * @self: the preferences
 * @ops: (nullable): who counts and deletes; copied
 * @data: for @ops
 *
 * Asks at once how much is kept.
 */
void
vdt_preferences_set_keeping (VdtPreferences *self, const VdtKeepingOps *ops, gpointer data)
{
  g_return_if_fail (VDT_IS_PREFERENCES (self));

  self->ops = ops != NULL ? *ops : (VdtKeepingOps){ 0 };
  self->ops_data = data;
  if (self->ops.count != NULL)
    self->ops.count (self, data);
}

static void
vdt_preferences_dispose (GObject *object)
{
  VdtPreferences *self = VDT_PREFERENCES (object);

  g_clear_object (&self->settings);
  gtk_widget_dispose_template (GTK_WIDGET (self), VDT_TYPE_PREFERENCES);

  G_OBJECT_CLASS (vdt_preferences_parent_class)->dispose (object);
}

static void
vdt_preferences_class_init (VdtPreferencesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_preferences_dispose;

  g_type_ensure (VDT_TYPE_ADAPTIVE);
  g_type_ensure (VDT_TYPE_BANNER);
  g_type_ensure (VDT_TYPE_PREFS_HOMES);
  g_type_ensure (VDT_TYPE_PREFS_REVIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/vedette/Vedette/ui/vdt-preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, adaptive);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, header);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, switcher);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, narrow_title);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, switcher_bar);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, stack);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, banner);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, workspace);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, keeping);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, numbers);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, tray);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, retention);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, words);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, tray_symbolic);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, tray_coloured);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, tray_high_contrast);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, autostart);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, homes);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, review);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, kept);
  gtk_widget_class_bind_template_child (widget_class, VdtPreferences, delete);
  gtk_widget_class_bind_template_callback (widget_class, delete_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, width_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, tray_toggled_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK, "window.close",
                                       NULL);
}

static void
vdt_preferences_init (VdtPreferences *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  vdt_access_label (GTK_WIDGET (self->tray_symbolic), _ ("Symbolic"));
  vdt_access_label (GTK_WIDGET (self->tray_coloured), _ ("Coloured"));
  vdt_access_label (GTK_WIDGET (self->tray_high_contrast), _ ("High contrast"));
}

/**
 * vdt_preferences_new:
 * @settings: those of the program
 * @homes: (nullable): a #GListModel of #VdtHome
 *
 * Returns: (transfer none): the window; the toolkit owns it until it is closed
 */
GtkWidget *
vdt_preferences_new (GSettings *settings, GListModel *homes)
{
  VdtPreferences *self = NULL;

  g_return_val_if_fail (G_IS_SETTINGS (settings), NULL);

  self = g_object_new (VDT_TYPE_PREFERENCES, NULL);
  g_settings_bind (settings, "agent-workspace-enabled", self->workspace, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "retention-days", self->retention, "value", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind_with_mapping (settings, "meter-words", self->words, "selected",
                                G_SETTINGS_BIND_DEFAULT, words_from_setting, words_to_setting, NULL,
                                NULL);
  g_settings_bind (settings, "autostart", self->autostart, "active", G_SETTINGS_BIND_DEFAULT);
  self->settings = g_object_ref (settings);
  tray_changed_cb (self);
  g_signal_connect_object (settings, "changed::tray-style", G_CALLBACK (tray_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::agent-workspace-enabled",
                           G_CALLBACK (workspace_changed_cb), self, G_CONNECT_SWAPPED);
  workspace_changed_cb (self);
  vdt_prefs_homes_set_settings (self->homes, settings);
  vdt_prefs_review_set_settings (self->review, settings);
  vdt_prefs_homes_set_homes (self->homes, homes);
  return GTK_WIDGET (self);
}

/**
 * vdt_preferences_show_page:
 * @self: the preferences
 * @name: `general`, `homes` or `review`
 */
void
vdt_preferences_show_page (VdtPreferences *self, const char *name)
{
  g_return_if_fail (VDT_IS_PREFERENCES (self));

  adw_view_stack_set_visible_child_name (self->stack, name);
}

/**
 * vdt_preferences_get_page:
 * @self: the preferences
 *
 * Returns: (transfer none): the name of the page that is shown
 */
const char *
vdt_preferences_get_page (VdtPreferences *self)
{
  g_return_val_if_fail (VDT_IS_PREFERENCES (self), NULL);

  return adw_view_stack_get_visible_child_name (self->stack);
}

/**
 * vdt_preferences_get_homes:
 * @self: the preferences
 *
 * Returns: (transfer none): the page of the folders that are read
 */
VdtPrefsHomes *
vdt_preferences_get_homes (VdtPreferences *self)
{
  g_return_val_if_fail (VDT_IS_PREFERENCES (self), NULL);

  return self->homes;
}
