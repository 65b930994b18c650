/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-presenter.h"
#include "vdt-session-group.h"

G_BEGIN_DECLS

/* How many rows are shown at first, and how many more each time. */
#define VDT_SESSION_LISTS_PAGE 200
/* How long a new order waits at most for the pointer and the focus to leave, in milliseconds. */
#define VDT_SESSION_LISTS_PATIENCE 5000

/**
 * VdtSessionLists:
 *
 * Keeps two boxes of groups in step with a list of sessions: those who wait, and the rest by
 * project. Rows update in place. Nothing moves under the pointer or the focus: a new order
 * waits until both have left, at most five seconds; who begins to wait moves at once, and
 * what is gone goes at once.
 *
 * Emits `session-activated` with a #VdtSessionRow, and `changed` when the number of rows did.
 */
#define VDT_TYPE_SESSION_LISTS (vdt_session_lists_get_type ())
G_DECLARE_FINAL_TYPE (VdtSessionLists, vdt_session_lists, VDT, SESSION_LISTS, GObject)

VdtSessionLists *vdt_session_lists_new (VdtPresenter *presenter) G_GNUC_WARN_UNUSED_RESULT;
GtkWidget *vdt_session_lists_get_waiting (VdtSessionLists *self);
GtkWidget *vdt_session_lists_get_projects (VdtSessionLists *self);
void vdt_session_lists_set_sessions (VdtSessionLists *self, GListModel *sessions);
void vdt_session_lists_set_search (VdtSessionLists *self, const char *search);
void vdt_session_lists_set_narrow (VdtSessionLists *self, gboolean narrow);
guint vdt_session_lists_get_n_rows (VdtSessionLists *self);
guint vdt_session_lists_get_n_hidden (VdtSessionLists *self);
guint vdt_session_lists_get_n_groups (VdtSessionLists *self);
VdtSessionGroup *vdt_session_lists_get_group (VdtSessionLists *self, guint index);
VdtSessionRow *vdt_session_lists_get_row (VdtSessionLists *self, VdtSession *session);
VdtSessionRow *vdt_session_lists_get_focused (VdtSessionLists *self);
void vdt_session_lists_show_more (VdtSessionLists *self);
void vdt_session_lists_flush (VdtSessionLists *self);
void vdt_session_lists_set_held (VdtSessionLists *self, gboolean held);
gboolean vdt_session_lists_is_deferred (VdtSessionLists *self);

G_END_DECLS
