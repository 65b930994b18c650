/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-prefs-review.h"

#include <glib/gi18n-lib.h>

#include "vdt-paint.h"

/* Minutes between the times of day that are offered. */
#define STEP      30
#define N_TIMES   (24 * 60 / STEP)
#define N_LIMITS  2
#define PRESET    30
#define LEAST     5
#define LONG_TIME 60

struct _VdtPrefsReview
{
  AdwBin parent_instance;

  /* Template widgets */
  AdwPreferencesGroup *digest;
  AdwPreferencesGroup *notices;
  AdwPreferencesGroup *quiet;
  GtkSwitch *batch;
  AdwActionRow *every;
  GtkToggleButton *every_30;
  GtkToggleButton *every_60;
  GtkSpinButton *minutes;
  GtkSwitch *enabled;
  AdwActionRow *waiting_row;
  GtkSwitch *waiting;
  AdwActionRow *quotas_row;
  GtkSwitch *quotas;
  AdwActionRow *limits_row;
  GtkSpinButton *limit_1;
  GtkSpinButton *limit_2;
  AdwActionRow *test_row;
  GtkSwitch *quiet_on;
  AdwComboRow *from;
  AdwComboRow *to;

  /* Owned */
  GSettings *settings;
  gboolean syncing;
};

G_DEFINE_FINAL_TYPE (VdtPrefsReview, vdt_prefs_review, ADW_TYPE_BIN)

/* --- the digest ------------------------------------------------------------------------------- */

static void
sync_digest (VdtPrefsReview *self)
{
  const int minutes = g_settings_get_int (self->settings, "review-interval-minutes");
  const gboolean on = minutes > 0;

  self->syncing = TRUE;
  gtk_switch_set_active (self->batch, on);
  gtk_widget_set_sensitive (GTK_WIDGET (self->every), on);
  if (on)
    gtk_spin_button_set_value (self->minutes, MAX (minutes, LEAST));
  gtk_toggle_button_set_active (self->every_30, minutes == PRESET);
  gtk_toggle_button_set_active (self->every_60, minutes == LONG_TIME);
  self->syncing = FALSE;
}

static void
set_interval (VdtPrefsReview *self, int minutes)
{
  if (!self->syncing && self->settings != NULL &&
      g_settings_get_int (self->settings, "review-interval-minutes") != minutes)
    g_settings_set_int (self->settings, "review-interval-minutes", minutes);
}

static void
batch_changed_cb (VdtPrefsReview *self)
{
  set_interval (self, gtk_switch_get_active (self->batch)
                        ? gtk_spin_button_get_value_as_int (self->minutes)
                        : 0);
}

static void
minutes_changed_cb (VdtPrefsReview *self)
{
  if (gtk_switch_get_active (self->batch))
    set_interval (self, gtk_spin_button_get_value_as_int (self->minutes));
}

/* A preset that is on stays on: it says what is set. */
static void
preset_toggled_cb (VdtPrefsReview *self, GtkToggleButton *button)
{
  if (self->syncing)
    return;
  set_interval (self, button == self->every_60 ? LONG_TIME : PRESET);
  sync_digest (self);
}

/* --- thresholds ------------------------------------------------------------------------------- */

static void
sync_limits (VdtPrefsReview *self)
{
  GtkSpinButton *const buttons[N_LIMITS] = { self->limit_1, self->limit_2 };
  g_autoptr (GVariant) list = g_settings_get_value (self->settings, "quota-thresholds");
  gsize n = 0;
  const gint32 *values = g_variant_get_fixed_array (list, &n, sizeof (gint32));

  self->syncing = TRUE;
  for (gsize i = 0; i < N_LIMITS && i < n; i++)
    gtk_spin_button_set_value (buttons[i], values[i]);
  self->syncing = FALSE;
}

/* More than two can be set elsewhere; they go when one is changed here. */
static void
limit_changed_cb (VdtPrefsReview *self)
{
  if (self->syncing || self->settings == NULL)
    return;
  {
    GVariantBuilder builder;

    g_variant_builder_init (&builder, G_VARIANT_TYPE ("ai"));
    g_variant_builder_add (&builder, "i", gtk_spin_button_get_value_as_int (self->limit_1));
    g_variant_builder_add (&builder, "i", gtk_spin_button_get_value_as_int (self->limit_2));
    g_settings_set_value (self->settings, "quota-thresholds", g_variant_builder_end (&builder));
  }
}

/* --- quiet hours ------------------------------------------------------------------------------ */

static gboolean
time_from_setting (GValue *value, GVariant *variant, gpointer data)
{
  g_value_set_uint (value, (guint) g_variant_get_int32 (variant) / STEP);
  return TRUE;
}

static GVariant *
time_to_setting (const GValue *value, const GVariantType *type, gpointer data)
{
  const guint selected = g_value_get_uint (value);

  return selected < N_TIMES ? g_variant_new_int32 ((gint32) selected * STEP) : NULL;
}

static void
fill_times (AdwComboRow *row)
{
  g_autoptr (GtkStringList) times = gtk_string_list_new (NULL);

  for (int i = 0; i < N_TIMES; i++)
    gtk_string_list_take (times, g_strdup_printf ("%02d:%02d", i * STEP / 60, i * STEP % 60));
  adw_combo_row_set_model (row, G_LIST_MODEL (times));
}

/* --- the page --------------------------------------------------------------------------------- */

static void
sync_sensitive (VdtPrefsReview *self)
{
  const gboolean workspace = g_settings_get_boolean (self->settings, "agent-workspace-enabled");
  const gboolean enabled = g_settings_get_boolean (self->settings, "notifications-enabled");
  const gboolean quotas = g_settings_get_boolean (self->settings, "notify-quotas");
  const gboolean quiet = g_settings_get_boolean (self->settings, "quiet-hours-enabled");

  gtk_widget_set_sensitive (GTK_WIDGET (self->digest), workspace);
  gtk_widget_set_sensitive (GTK_WIDGET (self->notices), workspace);
  gtk_widget_set_sensitive (GTK_WIDGET (self->quiet), workspace && enabled);
  gtk_widget_set_sensitive (GTK_WIDGET (self->waiting_row), enabled);
  gtk_widget_set_sensitive (GTK_WIDGET (self->quotas_row), enabled);
  gtk_widget_set_sensitive (GTK_WIDGET (self->limits_row), enabled && quotas);
  gtk_widget_set_sensitive (GTK_WIDGET (self->test_row), enabled);
  gtk_widget_set_sensitive (GTK_WIDGET (self->from), quiet);
  gtk_widget_set_sensitive (GTK_WIDGET (self->to), quiet);
}

static void
vdt_prefs_review_dispose (GObject *object)
{
  VdtPrefsReview *self = VDT_PREFS_REVIEW (object);

  g_clear_object (&self->settings);
  gtk_widget_dispose_template (GTK_WIDGET (self), VDT_TYPE_PREFS_REVIEW);

  G_OBJECT_CLASS (vdt_prefs_review_parent_class)->dispose (object);
}

static void
vdt_prefs_review_class_init (VdtPrefsReviewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_prefs_review_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/vedette/Vedette/ui/vdt-prefs-review.ui");
#define BIND(name) gtk_widget_class_bind_template_child (widget_class, VdtPrefsReview, name)
  BIND (digest);
  BIND (notices);
  BIND (quiet);
  BIND (batch);
  BIND (every);
  BIND (every_30);
  BIND (every_60);
  BIND (minutes);
  BIND (enabled);
  BIND (waiting_row);
  BIND (waiting);
  BIND (quotas_row);
  BIND (quotas);
  BIND (limits_row);
  BIND (limit_1);
  BIND (limit_2);
  BIND (test_row);
  BIND (quiet_on);
  BIND (from);
  BIND (to);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, batch_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, minutes_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, preset_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, limit_changed_cb);
}

static void
vdt_prefs_review_init (VdtPrefsReview *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  fill_times (self->from);
  fill_times (self->to);
  vdt_access_label (GTK_WIDGET (self->minutes), _ ("Minutes between digests"));
  vdt_access_label (GTK_WIDGET (self->limit_1), _ ("First threshold, percent"));
  vdt_access_label (GTK_WIDGET (self->limit_2), _ ("Second threshold, percent"));
}

/**
 * vdt_prefs_review_set_settings:
 * @self: the page
 * @settings: those of the program
 *
 * Ties the page to the settings, once.
 */
void
vdt_prefs_review_set_settings (VdtPrefsReview *self, GSettings *settings)
{
  static const char *const gates[] = { "changed::agent-workspace-enabled",
                                       "changed::notifications-enabled", "changed::notify-quotas",
                                       "changed::quiet-hours-enabled" };

  g_return_if_fail (VDT_IS_PREFS_REVIEW (self) && self->settings == NULL);

  self->settings = g_object_ref (settings);
  g_settings_bind (settings, "notifications-enabled", self->enabled, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "notify-waiting", self->waiting, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "notify-quotas", self->quotas, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "quiet-hours-enabled", self->quiet_on, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind_with_mapping (settings, "quiet-hours-start", self->from, "selected",
                                G_SETTINGS_BIND_DEFAULT, time_from_setting, time_to_setting, NULL,
                                NULL);
  g_settings_bind_with_mapping (settings, "quiet-hours-end", self->to, "selected",
                                G_SETTINGS_BIND_DEFAULT, time_from_setting, time_to_setting, NULL,
                                NULL);
  g_signal_connect_object (settings, "changed::review-interval-minutes", G_CALLBACK (sync_digest),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::quota-thresholds", G_CALLBACK (sync_limits), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (gates); i++)
    g_signal_connect_object (settings, gates[i], G_CALLBACK (sync_sensitive), self,
                             G_CONNECT_SWAPPED);
  sync_digest (self);
  sync_limits (self);
  sync_sensitive (self);
}
