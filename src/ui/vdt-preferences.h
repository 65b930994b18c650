/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "vdt-prefs-homes.h"

G_BEGIN_DECLS

/**
 * VdtPreferences:
 *
 * The preferences. Everything takes effect at once, through the settings alone.
 */
#define VDT_TYPE_PREFERENCES (vdt_preferences_get_type ())
G_DECLARE_FINAL_TYPE (VdtPreferences, vdt_preferences, VDT, PREFERENCES, AdwWindow)

GtkWidget *vdt_preferences_new (GSettings *settings, GListModel *homes) G_GNUC_WARN_UNUSED_RESULT;
void vdt_preferences_show_page (VdtPreferences *self, const char *name);
const char *vdt_preferences_get_page (VdtPreferences *self);
VdtPrefsHomes *vdt_preferences_get_homes (VdtPreferences *self);

G_END_DECLS
