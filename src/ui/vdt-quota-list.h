/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-quota-card.h"

G_BEGIN_DECLS

/**
 * VdtQuotaList:
 *
 * A heading and one card a home, in the order of the list of homes. Homes without any window
 * have no card. Invisible while there is none.
 */
#define VDT_TYPE_QUOTA_LIST (vdt_quota_list_get_type ())
G_DECLARE_FINAL_TYPE (VdtQuotaList, vdt_quota_list, VDT, QUOTA_LIST, GtkWidget)

GtkWidget *vdt_quota_list_new (VdtPresenter *presenter) G_GNUC_WARN_UNUSED_RESULT;
void vdt_quota_list_set_homes (VdtQuotaList *self, GListModel *homes);
guint vdt_quota_list_get_n_cards (VdtQuotaList *self);
VdtQuotaCard *vdt_quota_list_get_card (VdtQuotaList *self, guint index);

G_END_DECLS
