/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-engine.h"
#include "vdt-format.h"
#include "vdt-tray-state.h"

G_BEGIN_DECLS

/* The menu of the icon; what an item does is an action of the application. */
#define VDT_TRAY_MAX_SESSIONS 5

/**
 * VdtTrayMenu:
 *
 * The tray's menu and what the icon shows, kept up to date with an engine (DESIGN-NOTES, *Tray*).
 * An item that stays is never replaced by another one. Main thread only.
 *
 * Signals: `state-changed`: the icon is to be drawn again.
 */
#define VDT_TYPE_TRAY_MENU (vdt_tray_menu_get_type ())
G_DECLARE_FINAL_TYPE (VdtTrayMenu, vdt_tray_menu, VDT, TRAY_MENU, GObject)

VdtTrayMenu *vdt_tray_menu_new (VdtEngine *engine) G_GNUC_WARN_UNUSED_RESULT;
GMenuModel *vdt_tray_menu_get_model (VdtTrayMenu *self);
void vdt_tray_menu_set_words (VdtTrayMenu *self, VdtMeterWords words);
void vdt_tray_menu_update (VdtTrayMenu *self);
void vdt_tray_menu_scroll (VdtTrayMenu *self, int delta);
void vdt_tray_menu_get_facts (VdtTrayMenu *self, VdtTrayFacts *facts, char **title, char **text);

G_END_DECLS
