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

/**
 * VdtKeepingOps:
 * @count: finds out how much is kept and says so with [method@Preferences.set_kept]
 * @delete_all: deletes what was said and what changed, then counts again
 *
 * Who knows what is kept, and deletes it.
 */
typedef struct
{
  void (*count) (VdtPreferences *preferences, gpointer data);
  void (*delete_all) (VdtPreferences *preferences, gpointer data);
} VdtKeepingOps;

GtkWidget *vdt_preferences_new (GSettings *settings, GListModel *homes) G_GNUC_WARN_UNUSED_RESULT;
void vdt_preferences_show_page (VdtPreferences *self, const char *name);
const char *vdt_preferences_get_page (VdtPreferences *self);
void vdt_preferences_set_keeping (VdtPreferences *self, const VdtKeepingOps *ops, gpointer data);
void vdt_preferences_set_kept (VdtPreferences *self, guint64 n_conversations, guint64 bytes);
VdtPrefsHomes *vdt_preferences_get_homes (VdtPreferences *self);

G_END_DECLS
