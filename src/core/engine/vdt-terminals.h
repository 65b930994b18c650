/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * VdtTerminals:
 * @has_pane: whether exactly one terminal is known to show a session
 * @open_pane: brings that terminal to the person
 *
 * Who knows which terminal shows which session. Main thread only. Emits `changed` when any
 * answer may have become another one.
 */
#define VDT_TYPE_TERMINALS (vdt_terminals_get_type ())
G_DECLARE_INTERFACE (VdtTerminals, vdt_terminals, VDT, TERMINALS, GObject)

struct _VdtTerminalsInterface
{
  GTypeInterface parent;

  gboolean (*has_pane) (VdtTerminals *self, const char *session_id);
  void (*open_pane) (VdtTerminals *self, const char *session_id);
};

gboolean vdt_terminals_has_pane (VdtTerminals *self, const char *session_id);
void vdt_terminals_open_pane (VdtTerminals *self, const char *session_id);
void vdt_terminals_changed (VdtTerminals *self);

G_END_DECLS
