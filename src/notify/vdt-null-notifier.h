/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-notifier.h"

G_BEGIN_DECLS

/**
 * VdtNullNotifier:
 *
 * The notifier of a platform that shows no notifications: `available` is false for ever and no
 * signal is emitted.
 */
#define VDT_TYPE_NULL_NOTIFIER (vdt_null_notifier_get_type ())
G_DECLARE_FINAL_TYPE (VdtNullNotifier, vdt_null_notifier, VDT, NULL_NOTIFIER, GObject)

VdtNullNotifier *vdt_null_notifier_new (void);

G_END_DECLS
