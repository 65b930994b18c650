/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-session-row.h"

G_BEGIN_DECLS

/**
 * VdtSessionGroup:
 *
 * A heading and the boxed list of the rows below it, sorted by their ranks. Emits
 * `row-activated` with a #VdtSessionRow.
 */
#define VDT_TYPE_SESSION_GROUP (vdt_session_group_get_type ())
G_DECLARE_FINAL_TYPE (VdtSessionGroup, vdt_session_group, VDT, SESSION_GROUP, GtkWidget)

GtkWidget *vdt_session_group_new (const char *key) G_GNUC_WARN_UNUSED_RESULT;
const char *vdt_session_group_get_key (VdtSessionGroup *self);
void
vdt_session_group_set_heading (VdtSessionGroup *self, const char *title, const char *description);
const char *vdt_session_group_get_title (VdtSessionGroup *self);
void vdt_session_group_add (VdtSessionGroup *self, VdtSessionRow *row);
void vdt_session_group_remove (VdtSessionGroup *self, VdtSessionRow *row);
void vdt_session_group_sort (VdtSessionGroup *self);
VdtSessionRow *vdt_session_group_get_row (VdtSessionGroup *self, guint index);
guint vdt_session_group_get_n_rows (VdtSessionGroup *self);

G_END_DECLS
