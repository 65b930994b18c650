/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-presenter.h"

G_BEGIN_DECLS

/**
 * VdtQuotaRow:
 *
 * One quota window of a card: ring, title, reset and pace. Focusable; Enter, a click or
 * [method@VdtQuotaRow.show_source] says where the numbers come from.
 */
#define VDT_TYPE_QUOTA_ROW (vdt_quota_row_get_type ())
G_DECLARE_FINAL_TYPE (VdtQuotaRow, vdt_quota_row, VDT, QUOTA_ROW, GtkWidget)

GtkWidget *vdt_quota_row_new (void) G_GNUC_WARN_UNUSED_RESULT;
void vdt_quota_row_update (VdtQuotaRow *self,
                           VdtHome *home,
                           const VdtQuotaLine *line,
                           const VdtLens *lens);
void vdt_quota_row_show_source (VdtQuotaRow *self);
const VdtQuotaLook *vdt_quota_row_get_look (VdtQuotaRow *self);
GtkWidget *vdt_quota_row_get_ring (VdtQuotaRow *self);

G_END_DECLS
