/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#define G_SETTINGS_ENABLE_BACKEND

#include "config.h"

#include "vdt-settings.h"

#include <gio/gsettingsbackend.h>
#include <string.h>

/* Without dconf GLib forgets every setting at the end or keeps them of all programs in one file:
 * Vedette has a keyfile of its own. */
static GSettingsBackend *
open_backend (void)
{
  g_autoptr (GSettingsBackend) usual = g_settings_backend_get_default ();
  g_autofree char *path = NULL;
  const char *name = NULL;

  name = G_OBJECT_TYPE_NAME (usual);
  if (g_getenv ("GSETTINGS_BACKEND") != NULL || (strcmp (name, "GMemorySettingsBackend") != 0 &&
                                                 strcmp (name, "GKeyfileSettingsBackend") != 0))
    return g_steal_pointer (&usual);
  path = g_build_filename (g_get_user_config_dir (), "vedette", "vedette.ini", NULL);
  return g_keyfile_settings_backend_new (path, "/", NULL);
}

/**
 * vdt_settings_open:
 * @error: return location for an error
 *
 * Opens Vedette's settings, in dconf or else in `vedette/vedette.ini` of the configuration folder.
 *
 * Returns: (transfer full) (nullable): the settings, or `NULL` where their schema is not installed
 */
GSettings *
vdt_settings_open (GError **error)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;
  g_autoptr (GSettingsBackend) backend = NULL;

  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, VDT_APP_ID, TRUE);
  if (schema == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   "the settings schema %s is not installed; install Vedette, or set "
                   "GSETTINGS_SCHEMA_DIR to the folder that holds it",
                   VDT_APP_ID);
      return NULL;
    }
  backend = open_backend ();
  return g_settings_new_full (schema, backend, NULL);
}

/**
 * vdt_settings_get_homes:
 * @settings: (nullable): the settings
 * @key: `codex-homes` or `claude-homes`
 *
 * Returns: (transfer full): the folders named there; empty where none is
 */
char **
vdt_settings_get_homes (GSettings *settings, const char *key)
{
  return settings != NULL ? g_settings_get_strv (settings, key) : g_new0 (char *, 1);
}
