/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-support"

#include "config.h"

#include "test-loop.h"

#define BOUND_S 60

static gboolean
on_timeout_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Sets @late after a minute; returns the source that does. */
guint
test_loop_bound (gboolean *late)
{
  return g_timeout_add_seconds (BOUND_S, on_timeout_cb, late);
}
