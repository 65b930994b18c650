/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * VdtSourcePopover:
 *
 * Says where a number comes from: its state, its source and its age, with *Copy*.
 */
#define VDT_TYPE_SOURCE_POPOVER (vdt_source_popover_get_type ())
G_DECLARE_FINAL_TYPE (VdtSourcePopover, vdt_source_popover, VDT, SOURCE_POPOVER, GtkPopover)

GtkWidget *vdt_source_popover_new (void) G_GNUC_WARN_UNUSED_RESULT;
void vdt_source_popover_set (VdtSourcePopover *self,
                             const char *title,
                             const char *value,
                             const char *source);
char *vdt_source_popover_get_text (VdtSourcePopover *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
