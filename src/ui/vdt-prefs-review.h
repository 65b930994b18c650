/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * VdtPrefsReview:
 *
 * The page of Preferences about the digest, notifications and quiet hours. *Test* activates
 * `app.test-notice`.
 */
#define VDT_TYPE_PREFS_REVIEW (vdt_prefs_review_get_type ())
G_DECLARE_FINAL_TYPE (VdtPrefsReview, vdt_prefs_review, VDT, PREFS_REVIEW, AdwBin)

void vdt_prefs_review_set_settings (VdtPrefsReview *self, GSettings *settings);

G_END_DECLS
