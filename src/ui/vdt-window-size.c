/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-window-size.h"

static gboolean
get_length (GValue *value, GVariant *variant, gpointer user_data)
{
  g_value_set_int (value, g_variant_get_int32 (variant));
  return TRUE;
}

/* A window manager may have made the window smaller, or larger, than the setting may be. */
static GVariant *
set_length (const GValue *value, const GVariantType *type, gpointer user_data)
{
  GSettingsSchemaKey *key = user_data;
  g_autoptr (GVariant) length = g_variant_ref_sink (g_variant_new_int32 (g_value_get_int (value)));

  return g_settings_schema_key_range_check (key, length) ? g_steal_pointer (&length) : NULL;
}

static void
bind_length (GtkWindow *window, GSettings *settings, const char *name, const char *property)
{
  g_autoptr (GSettingsSchema) schema = NULL;

  g_object_get (settings, "settings-schema", &schema, NULL);
  g_settings_bind_with_mapping (settings, name, window, property, G_SETTINGS_BIND_DEFAULT,
                                get_length, set_length, g_settings_schema_get_key (schema, name),
                                (GDestroyNotify) g_settings_schema_key_unref);
}

/**
 * vdt_window_size_bind:
 * @window: the main window
 * @settings: those of the program
 *
 * Has the window come back as large as it was left.
 */
void
vdt_window_size_bind (GtkWindow *window, GSettings *settings)
{
  bind_length (window, settings, "window-width", "default-width");
  bind_length (window, settings, "window-height", "default-height");
  g_settings_bind (settings, "window-maximized", window, "maximized", G_SETTINGS_BIND_DEFAULT);
}
