/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint test_loop_bound (gboolean *late);

/* Runs the main loop until a condition holds; the bound is only for a test that would hang. */
#define test_wait_until(condition)                                                                 \
  G_STMT_START                                                                                     \
  {                                                                                                \
    gboolean late = FALSE;                                                                         \
    guint source = test_loop_bound (&late);                                                        \
                                                                                                   \
    while (!(condition) && !late)                                                                  \
      g_main_context_iteration (NULL, TRUE);                                                       \
    g_assert_false (late);                                                                         \
    g_source_remove (source);                                                                      \
  }                                                                                                \
  G_STMT_END

G_END_DECLS
