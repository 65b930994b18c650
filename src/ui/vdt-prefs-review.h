/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * VdtPrefsReview:
 *
 * The page of the preferences about the digest, notifications and quiet hours.
 */
#define VDT_TYPE_PREFS_REVIEW (vdt_prefs_review_get_type ())
G_DECLARE_FINAL_TYPE (VdtPrefsReview, vdt_prefs_review, VDT, PREFS_REVIEW, AdwBin)

void vdt_prefs_review_set_settings (VdtPrefsReview *self, GSettings *settings);
void vdt_prefs_review_set_narrow (VdtPrefsReview *self, gboolean narrow);
char *vdt_prefs_review_format_clock (int minutes) G_GNUC_WARN_UNUSED_RESULT;
int vdt_prefs_review_parse_clock (const char *text);

G_END_DECLS
