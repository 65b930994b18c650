/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-terminals.h"

G_DEFINE_INTERFACE (VdtTerminals, vdt_terminals, G_TYPE_OBJECT)

static guint changed_signal;

static void
vdt_terminals_default_init (VdtTerminalsInterface *iface)
{
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_INTERFACE (iface), G_SIGNAL_RUN_LAST, 0,
                                 NULL, NULL, NULL, G_TYPE_NONE, 0);
}

/**
 * vdt_terminals_has_pane:
 * @self: the terminals
 * @session_id: our id of a session
 *
 * Returns: whether exactly one terminal is known to show it
 */
gboolean
vdt_terminals_has_pane (VdtTerminals *self, const char *session_id)
{
  g_return_val_if_fail (VDT_IS_TERMINALS (self), FALSE);
  g_return_val_if_fail (session_id != NULL, FALSE);

  return VDT_TERMINALS_GET_IFACE (self)->has_pane (self, session_id);
}

/**
 * vdt_terminals_open_pane:
 * @self: the terminals
 * @session_id: our id of a session that has a pane
 *
 * Brings its terminal to the person; types nothing.
 */
void
vdt_terminals_open_pane (VdtTerminals *self, const char *session_id)
{
  g_return_if_fail (VDT_IS_TERMINALS (self));
  g_return_if_fail (session_id != NULL);

  VDT_TERMINALS_GET_IFACE (self)->open_pane (self, session_id);
}

/**
 * vdt_terminals_changed:
 * @self: the terminals
 *
 * Emits `changed`. For those who implement it.
 */
void
vdt_terminals_changed (VdtTerminals *self)
{
  g_return_if_fail (VDT_IS_TERMINALS (self));

  g_signal_emit (self, changed_signal, 0);
}
