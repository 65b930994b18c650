/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * VdtApplication:
 *
 * The desktop app: it makes the engine, the window and the tray item and wires them. They know
 * nothing of each other.
 */
#define VDT_TYPE_APPLICATION (vdt_application_get_type ())
G_DECLARE_FINAL_TYPE (VdtApplication, vdt_application, VDT, APPLICATION, AdwApplication)

VdtApplication *vdt_application_new (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
