/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-prefs-review.h"

#include <glib/gi18n-lib.h>

#include "vdt-banner.h"
#include "vdt-paint.h"

#define N_THRESHOLDS 2

struct _VdtPrefsReview
{
  AdwBin parent_instance;

  /* Template widgets */
  VdtBanner *banner;
  AdwPreferencesPage *page;
  AdwPreferencesGroup *digest;
  AdwPreferencesGroup *notifications;
  AdwPreferencesGroup *quiet_hours;
  GtkSwitch *batch;
  AdwActionRow *interval_row;
  GtkSpinButton *interval;
  GtkWidget *presets;
  GtkToggleButton *half_hour;
  GtkToggleButton *hour;
  GtkSwitch *enabled;
  AdwActionRow *waiting_row;
  GtkSwitch *waiting;
  AdwActionRow *quotas_row;
  GtkSwitch *quotas;
  AdwActionRow *first_row;
  GtkSpinButton *first;
  AdwActionRow *second_row;
  GtkSpinButton *second;
  AdwActionRow *test_row;
  GtkSwitch *quiet;
  AdwActionRow *from_row;
  GtkSpinButton *from;
  AdwActionRow *to_row;
  GtkSpinButton *to;

  /* Owned */
  GSettings *settings;
  gboolean loading; /* widgets follow the settings, not the other way round */
};

G_DEFINE_FINAL_TYPE (VdtPrefsReview, vdt_prefs_review, ADW_TYPE_BIN)

/**
 * vdt_prefs_review_format_clock:
 * @minutes: minutes after midnight
 *
 * Returns: (transfer full): such as `07:30`
 */
char *
vdt_prefs_review_format_clock (int minutes)
{
  return g_strdup_printf ("%02d:%02d", minutes / 60, minutes % 60);
}

/**
 * vdt_prefs_review_parse_clock:
 * @text: such as `7:30` or `7`
 *
 * Returns: minutes after midnight; -1 where it is no time of day
 */
int
vdt_prefs_review_parse_clock (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 2);
  gint64 hour = 0, minute = 0;

  for (guint i = 0; parts[i] != NULL; i++)
    g_strstrip (parts[i]);
  if (parts[0] == NULL || !g_ascii_string_to_signed (parts[0], 10, 0, 23, &hour, NULL) ||
      (parts[1] != NULL && !g_ascii_string_to_signed (parts[1], 10, 0, 59, &minute, NULL)))
    return -1;
  return (int) (hour * 60 + minute);
}

static int
clock_input_cb (GtkSpinButton *spin, double *value, gpointer data)
{
  int minutes = vdt_prefs_review_parse_clock (gtk_editable_get_text (GTK_EDITABLE (spin)));

  if (minutes < 0)
    return GTK_INPUT_ERROR;
  *value = minutes;
  return TRUE;
}

static gboolean
clock_output_cb (GtkSpinButton *spin, gpointer data)
{
  g_autofree char *text = vdt_prefs_review_format_clock (gtk_spin_button_get_value_as_int (spin));

  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (spin)), text))
    gtk_editable_set_text (GTK_EDITABLE (spin), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                  -1);
  return TRUE;
}

/* --- the digest ------------------------------------------------------------------------------- */

static void
load_interval_cb (VdtPrefsReview *self)
{
  int minutes = g_settings_get_int (self->settings, "review-interval-minutes");

  self->loading = TRUE;
  gtk_switch_set_active (self->batch, minutes > 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->interval_row), minutes > 0);
  if (minutes > 0)
    gtk_spin_button_set_value (self->interval, MAX (minutes, 5));
  gtk_toggle_button_set_active (self->half_hour, minutes == 30);
  gtk_toggle_button_set_active (self->hour, minutes == 60);
  self->loading = FALSE;
}

static void
batch_cb (VdtPrefsReview *self)
{
  if (self->loading)
    return;
  g_settings_set_int (self->settings, "review-interval-minutes",
                      gtk_switch_get_active (self->batch)
                        ? gtk_spin_button_get_value_as_int (self->interval)
                        : 0);
}

static void
interval_cb (VdtPrefsReview *self)
{
  if (self->loading || self->settings == NULL)
    return;
  g_settings_set_int (self->settings, "review-interval-minutes",
                      gtk_spin_button_get_value_as_int (self->interval));
}

static void
preset_cb (VdtPrefsReview *self, GtkToggleButton *button)
{
  if (self->loading || self->settings == NULL)
    return;
  /* One that is pressed again stays as it is. */
  g_settings_set_int (self->settings, "review-interval-minutes",
                      button == self->half_hour ? 30 : 60);
  load_interval_cb (self);
}

/* --- quotas ----------------------------------------------------------------------------------- */

static GArray *
read_thresholds (VdtPrefsReview *self)
{
  g_autoptr (GVariant) value = g_settings_get_value (self->settings, "quota-thresholds");
  gsize n = 0;
  const gint32 *numbers = g_variant_get_fixed_array (value, &n, sizeof (gint32));
  GArray *thresholds = g_array_new (FALSE, FALSE, sizeof (gint32));
  static const gint32 usual[N_THRESHOLDS] = { 80, 95 };

  g_array_append_vals (thresholds, numbers, (guint) n);
  while (thresholds->len < N_THRESHOLDS)
    g_array_append_val (thresholds, usual[thresholds->len]);
  return thresholds;
}

/* The first stays below the second. */
static void
load_thresholds_cb (VdtPrefsReview *self)
{
  g_autoptr (GArray) thresholds = read_thresholds (self);
  int first = CLAMP (g_array_index (thresholds, gint32, 0), 1, 100);
  int second = CLAMP (g_array_index (thresholds, gint32, 1), 1, 100);

  self->loading = TRUE;
  gtk_spin_button_set_range (self->first, 1, MAX (second - 1, first));
  gtk_spin_button_set_range (self->second, MIN (first + 1, second), 100);
  gtk_spin_button_set_value (self->first, first);
  gtk_spin_button_set_value (self->second, second);
  self->loading = FALSE;
}

static void
threshold_cb (VdtPrefsReview *self)
{
  g_autoptr (GArray) thresholds = NULL;

  if (self->loading || self->settings == NULL)
    return;
  /* More than two may have been set elsewhere; they stay. */
  thresholds = read_thresholds (self);
  g_array_index (thresholds, gint32, 0) = gtk_spin_button_get_value_as_int (self->first);
  g_array_index (thresholds, gint32, 1) = gtk_spin_button_get_value_as_int (self->second);
  g_settings_set_value (self->settings, "quota-thresholds",
                        g_variant_new_fixed_array (G_VARIANT_TYPE_INT32, thresholds->data,
                                                   thresholds->len, sizeof (gint32)));
}

/* --- what can be changed ---------------------------------------------------------------------- */

static void
update_sensitive_cb (VdtPrefsReview *self)
{
  gboolean on = g_settings_get_boolean (self->settings, "agent-workspace-enabled");
  gboolean shown = g_settings_get_boolean (self->settings, "notifications-enabled");
  gboolean quotas = shown && g_settings_get_boolean (self->settings, "notify-quotas");
  gboolean quiet = g_settings_get_boolean (self->settings, "quiet-hours-enabled");
  VdtNotice notice = {
    .id = "off",
    .kind = VDT_NOTICE_INFO,
    .text = _ ("Turn on the workspace to change this"),
  };

  gtk_widget_set_sensitive (GTK_WIDGET (self->digest), on);
  gtk_widget_set_sensitive (GTK_WIDGET (self->notifications), on);
  gtk_widget_set_sensitive (GTK_WIDGET (self->quiet_hours), on && shown);
  gtk_widget_set_sensitive (GTK_WIDGET (self->waiting_row), shown);
  gtk_widget_set_sensitive (GTK_WIDGET (self->quotas_row), shown);
  gtk_widget_set_sensitive (GTK_WIDGET (self->test_row), shown);
  gtk_widget_set_sensitive (GTK_WIDGET (self->first_row), quotas);
  gtk_widget_set_sensitive (GTK_WIDGET (self->second_row), quotas);
  gtk_widget_set_sensitive (GTK_WIDGET (self->from_row), quiet);
  gtk_widget_set_sensitive (GTK_WIDGET (self->to_row), quiet);
  if (on)
    vdt_banner_remove (self->banner, "off");
  else
    vdt_banner_add (self->banner, &notice);
}

static void
vdt_prefs_review_dispose (GObject *object)
{
  VdtPrefsReview *self = VDT_PREFS_REVIEW (object);

  self->loading = TRUE;
  g_clear_object (&self->settings);
  /* The bin would unparent its child a second time. */
  adw_bin_set_child (ADW_BIN (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), VDT_TYPE_PREFS_REVIEW);

  G_OBJECT_CLASS (vdt_prefs_review_parent_class)->dispose (object);
}

static void
vdt_prefs_review_class_init (VdtPrefsReviewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_prefs_review_dispose;

  g_type_ensure (VDT_TYPE_BANNER);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/vedette/Vedette/ui/vdt-prefs-review.ui");
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, banner);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, page);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, digest);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, notifications);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, quiet_hours);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, batch);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, interval_row);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, interval);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, presets);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, half_hour);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, hour);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, enabled);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, waiting_row);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, waiting);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, quotas_row);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, quotas);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, first_row);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, first);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, second_row);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, second);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, test_row);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, quiet);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, from_row);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, from);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, to_row);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, to);
  gtk_widget_class_bind_template_callback (widget_class, clock_input_cb);
  gtk_widget_class_bind_template_callback (widget_class, clock_output_cb);
  gtk_widget_class_bind_template_callback (widget_class, interval_cb);
  gtk_widget_class_bind_template_callback (widget_class, preset_cb);
  gtk_widget_class_bind_template_callback (widget_class, threshold_cb);
}

static void
vdt_prefs_review_init (VdtPrefsReview *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  vdt_access_label (GTK_WIDGET (self->page), _ ("Review and Notifications"));
  vdt_access_label (GTK_WIDGET (self->batch), _ ("Batch reviews"));
  vdt_access_label (GTK_WIDGET (self->interval), _ ("Minutes between digests"));
  vdt_access_label (GTK_WIDGET (self->enabled), _ ("Show notifications"));
  vdt_access_label (GTK_WIDGET (self->waiting), _ ("An agent needs a decision"));
  vdt_access_label (GTK_WIDGET (self->quotas), _ ("A quota is nearly used up, or back"));
  vdt_access_label (GTK_WIDGET (self->first), _ ("First quota threshold"));
  vdt_access_label (GTK_WIDGET (self->second), _ ("Second quota threshold"));
  vdt_access_label (GTK_WIDGET (self->quiet), _ ("Quiet hours"));
  vdt_access_label (GTK_WIDGET (self->from), _ ("From"));
  vdt_access_label (GTK_WIDGET (self->to), _ ("To"));
}

static void
follow (VdtPrefsReview *self, const char *signal, GCallback callback)
{
  g_signal_connect_object (self->settings, signal, callback, self, G_CONNECT_SWAPPED);
}

/**
 * vdt_prefs_review_set_settings:
 * @self: the page
 * @settings: those of the program
 *
 * Once.
 */
void
vdt_prefs_review_set_settings (VdtPrefsReview *self, GSettings *settings)
{
  g_return_if_fail (VDT_IS_PREFS_REVIEW (self));
  g_return_if_fail (self->settings == NULL);

  self->settings = g_object_ref (settings);
  g_settings_bind (settings, "notifications-enabled", self->enabled, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "notify-waiting", self->waiting, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "notify-quotas", self->quotas, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "quiet-hours-enabled", self->quiet, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "quiet-hours-start", self->from, "value", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "quiet-hours-end", self->to, "value", G_SETTINGS_BIND_DEFAULT);
  g_signal_connect_object (self->batch, "notify::active", G_CALLBACK (batch_cb), self,
                           G_CONNECT_SWAPPED);
  follow (self, "changed::review-interval-minutes", G_CALLBACK (load_interval_cb));
  follow (self, "changed::quota-thresholds", G_CALLBACK (load_thresholds_cb));
  follow (self, "changed::agent-workspace-enabled", G_CALLBACK (update_sensitive_cb));
  follow (self, "changed::notifications-enabled", G_CALLBACK (update_sensitive_cb));
  follow (self, "changed::notify-quotas", G_CALLBACK (update_sensitive_cb));
  follow (self, "changed::quiet-hours-enabled", G_CALLBACK (update_sensitive_cb));
  load_interval_cb (self);
  load_thresholds_cb (self);
  update_sensitive_cb (self);
}

/**
 * vdt_prefs_review_set_narrow:
 * @self: the page
 * @narrow: whether there is little room: the number alone tells how often a digest comes
 */
void
vdt_prefs_review_set_narrow (VdtPrefsReview *self, gboolean narrow)
{
  g_return_if_fail (VDT_IS_PREFS_REVIEW (self));

  gtk_widget_set_visible (self->presets, !narrow);
}
