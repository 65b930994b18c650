/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-presenter.h"

G_BEGIN_DECLS

/**
 * VdtSubagentRow:
 *
 * A sub-agent below its parent's details. Updates in place.
 */
#define VDT_TYPE_SUBAGENT_ROW (vdt_subagent_row_get_type ())
G_DECLARE_FINAL_TYPE (VdtSubagentRow, vdt_subagent_row, VDT, SUBAGENT_ROW, GtkWidget)

GtkWidget *vdt_subagent_row_new (VdtSession *session,
                                 VdtPresenter *presenter) G_GNUC_WARN_UNUSED_RESULT;
VdtSession *vdt_subagent_row_get_session (VdtSubagentRow *self);

G_END_DECLS
