/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-presenter.h"

G_BEGIN_DECLS

/**
 * VdtQuotaCard:
 *
 * The quotas of one home: never of two. Updates in place.
 */
#define VDT_TYPE_QUOTA_CARD (vdt_quota_card_get_type ())
G_DECLARE_FINAL_TYPE (VdtQuotaCard, vdt_quota_card, VDT, QUOTA_CARD, GtkWidget)

GtkWidget *vdt_quota_card_new (VdtHome *home, VdtPresenter *presenter) G_GNUC_WARN_UNUSED_RESULT;
VdtHome *vdt_quota_card_get_home (VdtQuotaCard *self);
GtkWidget *vdt_quota_card_get_row (VdtQuotaCard *self, guint index);
char *vdt_quota_card_get_text (VdtQuotaCard *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
