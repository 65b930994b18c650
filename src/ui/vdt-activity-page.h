/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "vdt-adaptive.h"
#include "vdt-engine.h"
#include "vdt-presenter.h"
#include "vdt-quota-list.h"
#include "vdt-session-lists.h"

G_BEGIN_DECLS

/* How long reading must go on before its page is shown, in milliseconds. */
#define VDT_SCANNING_AFTER 1000

/**
 * VdtActivityPage:
 *
 * What runs, what waits, how full it is. It knows no engine: whoever owns it sets the models.
 *
 * Its buttons use the actions `win.turn-on` and `win.choose-folders`. Emits `session-activated`
 * with a #VdtSessionRow, `range-changed` with a number of days, and `page-changed` when it went
 * from one of its pages to another.
 */
#define VDT_TYPE_ACTIVITY_PAGE (vdt_activity_page_get_type ())
G_DECLARE_FINAL_TYPE (VdtActivityPage, vdt_activity_page, VDT, ACTIVITY_PAGE, AdwBin)

GtkWidget *vdt_activity_page_new (VdtPresenter *presenter) G_GNUC_WARN_UNUSED_RESULT;
void vdt_activity_page_set_state (VdtActivityPage *self, VdtEngineState state);
void vdt_activity_page_set_sessions (VdtActivityPage *self, GListModel *sessions);
void vdt_activity_page_set_homes (VdtActivityPage *self, GListModel *homes);
void vdt_activity_page_set_days (VdtActivityPage *self, GArray *days);
void vdt_activity_page_set_progress (VdtActivityPage *self, const VdtEngineProgress *progress);
void vdt_activity_page_set_unread_lines (VdtActivityPage *self, guint n_lines);
void vdt_activity_page_set_width_class (VdtActivityPage *self, VdtWidth width);
const char *vdt_activity_page_get_page (VdtActivityPage *self);
guint vdt_activity_page_get_n_days (VdtActivityPage *self);
GtkSearchBar *vdt_activity_page_get_search_bar (VdtActivityPage *self);
VdtSessionLists *vdt_activity_page_get_lists (VdtActivityPage *self);
VdtQuotaList *vdt_activity_page_get_quotas (VdtActivityPage *self);
void vdt_activity_page_set_search (VdtActivityPage *self, const char *text);
void vdt_activity_page_toggle_table (VdtActivityPage *self);
void vdt_activity_page_show_found (VdtActivityPage *self);
void vdt_activity_page_show_scanning (VdtActivityPage *self);

G_END_DECLS
