/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "vdt-presenter.h"

G_BEGIN_DECLS

/**
 * VdtSessionRow:
 *
 * A session in a list: state, title, words, context gauge, and details behind an arrow.
 * Updates in place. Actions: `row.toggle-details`, `row.show-source`, `row.copy-id`, `row.menu`,
 * `row.review`, which is the window's `win.show-review`.
 */
#define VDT_TYPE_SESSION_ROW (vdt_session_row_get_type ())
G_DECLARE_FINAL_TYPE (VdtSessionRow, vdt_session_row, VDT, SESSION_ROW, AdwPreferencesRow)

GtkWidget *vdt_session_row_new (VdtSession *session,
                                VdtPresenter *presenter) G_GNUC_WARN_UNUSED_RESULT;
VdtSession *vdt_session_row_get_session (VdtSessionRow *self);
gboolean vdt_session_row_get_expanded (VdtSessionRow *self);
void vdt_session_row_set_expanded (VdtSessionRow *self, gboolean expanded);
void vdt_session_row_set_with_project (VdtSessionRow *self, gboolean with_project);
void vdt_session_row_set_narrow (VdtSessionRow *self, gboolean narrow);
guint vdt_session_row_get_rank (VdtSessionRow *self);
void vdt_session_row_set_rank (VdtSessionRow *self, guint rank);
GtkWidget *vdt_session_row_get_gauge (VdtSessionRow *self);
GtkWidget *vdt_session_row_get_badge (VdtSessionRow *self);
GtkWidget *vdt_session_row_get_details (VdtSessionRow *self);
char *vdt_session_row_get_text (VdtSessionRow *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
