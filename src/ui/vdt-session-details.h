/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-presenter.h"

G_BEGIN_DECLS

/**
 * VdtSessionDetails:
 *
 * What a session's row opens to: its context over time, its totals and its sub-agents.
 */
#define VDT_TYPE_SESSION_DETAILS (vdt_session_details_get_type ())
G_DECLARE_FINAL_TYPE (VdtSessionDetails, vdt_session_details, VDT, SESSION_DETAILS, GtkWidget)

GtkWidget *vdt_session_details_new (VdtSession *session,
                                    VdtPresenter *presenter) G_GNUC_WARN_UNUSED_RESULT;
void vdt_session_details_set_narrow (VdtSessionDetails *self, gboolean narrow);
guint vdt_session_details_get_n_subagents (VdtSessionDetails *self);

G_END_DECLS
