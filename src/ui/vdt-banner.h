/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Most serious first; what is first is shown. */
typedef enum
{
  VDT_NOTICE_LOSS, /* something does not work: warning tint */
  VDT_NOTICE_INFO, /* accent tint */
  VDT_NOTICE_BUSY, /* accent tint and a spinner */
} VdtNoticeKind;

/**
 * VdtNotice:
 * @id: tells notices apart; a second one with the same id takes the first one's place
 * @text: what it says
 * @button: (nullable): what can be done
 * @action: (nullable): detailed action name of @button
 * @dismissible: whether it can be closed
 */
typedef struct
{
  const char *id;
  VdtNoticeKind kind;
  const char *text;
  const char *button;
  const char *action;
  gboolean dismissible;
} VdtNotice;

/**
 * VdtBanner:
 *
 * One notice at a time below the header bar, the most serious first, the rest behind ‹ ›.
 * Emits `dismissed` with a notice's id when the person closed it; it is gone by then.
 */
#define VDT_TYPE_BANNER (vdt_banner_get_type ())
G_DECLARE_FINAL_TYPE (VdtBanner, vdt_banner, VDT, BANNER, GtkWidget)

GtkWidget *vdt_banner_new (void) G_GNUC_WARN_UNUSED_RESULT;
void vdt_banner_add (VdtBanner *self, const VdtNotice *notice);
void vdt_banner_remove (VdtBanner *self, const char *id);
guint vdt_banner_get_n_notices (VdtBanner *self);
const char *vdt_banner_get_text (VdtBanner *self);
const char *vdt_banner_get_position (VdtBanner *self);
void vdt_banner_step (VdtBanner *self, int by);

G_END_DECLS
