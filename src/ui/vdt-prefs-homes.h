/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "vdt-home.h"

G_BEGIN_DECLS

/**
 * VdtPrefsHomes:
 *
 * The page of Preferences that says which folders are read. Folders are kept in the settings
 * `codex-homes` and `claude-homes`; what the engine found comes from a list of homes.
 */
#define VDT_TYPE_PREFS_HOMES (vdt_prefs_homes_get_type ())
G_DECLARE_FINAL_TYPE (VdtPrefsHomes, vdt_prefs_homes, VDT, PREFS_HOMES, AdwBin)

void vdt_prefs_homes_set_settings (VdtPrefsHomes *self, GSettings *settings);
void vdt_prefs_homes_set_homes (VdtPrefsHomes *self, GListModel *homes);
gboolean vdt_prefs_homes_add_folder (VdtPrefsHomes *self, VdtRuntime runtime, const char *path);
void vdt_prefs_homes_remove_folder (VdtPrefsHomes *self, VdtRuntime runtime, const char *path);
guint vdt_prefs_homes_get_n_rows (VdtPrefsHomes *self, VdtRuntime runtime);

G_END_DECLS
