/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "vdt-activity-page.h"
#include "vdt-banner.h"
#include "vdt-preferences.h"
#include "vdt-review-page.h"

G_BEGIN_DECLS

/**
 * VdtWindow:
 *
 * The main window: header bar, banner, toasts, and pages of which Activity is the first and Review
 * the second. It knows no engine; [func@vdt_window_new] ties it to one.
 *
 * Actions: `win.turn-on`, `win.search`, `win.refresh`, `win.preferences`, `win.choose-folders`,
 * `win.toggle-table`, `win.about`, `win.show-page` (its number from 0), `win.show-review` (our id
 * of a session), `win.undo-review` (such ids); `win.turn-on` and `win.refresh` go to the engine's
 * actions `enabled` and `refresh`. The application is to have `app.quit`.
 */
#define VDT_TYPE_WINDOW (vdt_window_get_type ())
G_DECLARE_FINAL_TYPE (VdtWindow, vdt_window, VDT, WINDOW, AdwApplicationWindow)

GtkWidget *vdt_window_new (GtkApplication *application,
                           VdtEngine *engine,
                           GSettings *settings) G_GNUC_WARN_UNUSED_RESULT;

GtkWidget *vdt_window_new_without_engine (GtkApplication *application,
                                          GSettings *settings) G_GNUC_WARN_UNUSED_RESULT;
VdtPresenter *vdt_window_get_presenter (VdtWindow *self);
VdtActivityPage *vdt_window_get_activity (VdtWindow *self);
VdtBanner *vdt_window_get_banner (VdtWindow *self);
VdtWidth vdt_window_get_width_class (VdtWindow *self);
void vdt_window_set_state (VdtWindow *self, VdtEngineState state);
void vdt_window_set_homes (VdtWindow *self, GListModel *homes);
void vdt_window_set_actions (VdtWindow *self, GActionGroup *actions);
void vdt_window_set_review (VdtWindow *self, VdtReview *review);
void vdt_window_set_terminals (VdtWindow *self, VdtTerminals *terminals);
VdtReviewPage *vdt_window_get_review_page (VdtWindow *self);
void vdt_window_show_review (VdtWindow *self, const char *agent_id);
void vdt_window_add_page (VdtWindow *self,
                          GtkWidget *page,
                          const char *name,
                          const char *title,
                          const char *icon_name);
void vdt_window_show_page (VdtWindow *self, const char *name);
void vdt_window_set_keeping (VdtWindow *self, const VdtKeepingOps *ops, gpointer data);
void vdt_window_show_preferences (VdtWindow *self, const char *page);
void vdt_window_add_toast (VdtWindow *self, const char *text);
void vdt_window_add_toast_with_action (VdtWindow *self,
                                       const char *text,
                                       const char *button,
                                       const char *action,
                                       GVariant *target);
char *vdt_window_problem_words (const VdtProblem *problem) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
