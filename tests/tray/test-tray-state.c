/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-tray-state"

#include "config.h"

#include <math.h>

#include "vdt-tray-state.h"

#define UNKNOWN -1.0

typedef struct
{
  const char *name;
  VdtTrayFacts facts;
  VdtTrayRing ring;
  VdtTrayCore core;
  gboolean dot;
  gboolean attention;
  const char *icon;
} Row;

/* clang-format off */
static const Row rows[] = {
  { "off", { FALSE, FALSE, FALSE, FALSE, FALSE, UNKNOWN },
    VDT_TRAY_RING_OFF, VDT_TRAY_CORE_NONE, FALSE, FALSE, "off" },
  { "off-beats-all", { FALSE, TRUE, TRUE, TRUE, TRUE, 97 },
    VDT_TRAY_RING_OFF, VDT_TRAY_CORE_NONE, FALSE, FALSE, "off" },
  { "normal", { TRUE, FALSE, FALSE, FALSE, FALSE, 62 },
    VDT_TRAY_RING_GAUGE, VDT_TRAY_CORE_NONE, FALSE, FALSE, "normal" },
  { "zero-is-a-reading", { TRUE, FALSE, FALSE, FALSE, FALSE, 0 },
    VDT_TRAY_RING_GAUGE, VDT_TRAY_CORE_NONE, FALSE, FALSE, "normal" },
  { "no-reading", { TRUE, FALSE, FALSE, FALSE, FALSE, UNKNOWN },
    VDT_TRAY_RING_UNKNOWN, VDT_TRAY_CORE_NO_READING, FALSE, FALSE, "unknown" },
  { "not-a-number", { TRUE, FALSE, FALSE, FALSE, FALSE, NAN },
    VDT_TRAY_RING_UNKNOWN, VDT_TRAY_CORE_NO_READING, FALSE, FALSE, "unknown" },
  { "infinite", { TRUE, FALSE, FALSE, FALSE, FALSE, INFINITY },
    VDT_TRAY_RING_UNKNOWN, VDT_TRAY_CORE_NO_READING, FALSE, FALSE, "unknown" },
  { "just-below-near", { TRUE, FALSE, FALSE, FALSE, FALSE, 79.99 },
    VDT_TRAY_RING_GAUGE, VDT_TRAY_CORE_NONE, FALSE, FALSE, "normal" },
  { "near", { TRUE, FALSE, FALSE, FALSE, FALSE, 80 },
    VDT_TRAY_RING_GAUGE, VDT_TRAY_CORE_NEAR, FALSE, FALSE, "near" },
  { "just-below-full", { TRUE, FALSE, FALSE, FALSE, FALSE, 94.99 },
    VDT_TRAY_RING_GAUGE, VDT_TRAY_CORE_NEAR, FALSE, FALSE, "near" },
  { "full", { TRUE, FALSE, FALSE, FALSE, FALSE, 95 },
    VDT_TRAY_RING_GAUGE, VDT_TRAY_CORE_FULL, FALSE, FALSE, "limit" },
  { "above-hundred", { TRUE, FALSE, FALSE, FALSE, FALSE, 104 },
    VDT_TRAY_RING_GAUGE, VDT_TRAY_CORE_FULL, FALSE, FALSE, "limit" },
  { "review", { TRUE, FALSE, FALSE, FALSE, TRUE, 62 },
    VDT_TRAY_RING_GAUGE, VDT_TRAY_CORE_NONE, TRUE, FALSE, "review" },
  { "review-without-reading", { TRUE, FALSE, FALSE, FALSE, TRUE, UNKNOWN },
    VDT_TRAY_RING_UNKNOWN, VDT_TRAY_CORE_NO_READING, TRUE, FALSE, "unknown" },
  { "waits", { TRUE, TRUE, FALSE, FALSE, FALSE, 62 },
    VDT_TRAY_RING_GAUGE, VDT_TRAY_CORE_ATTENTION, FALSE, TRUE, "attention" },
  { "waits-beats-core", { TRUE, TRUE, TRUE, TRUE, TRUE, 97 },
    VDT_TRAY_RING_UNKNOWN, VDT_TRAY_CORE_ATTENTION, TRUE, TRUE, "attention" },
  { "waits-without-reading", { TRUE, TRUE, FALSE, FALSE, FALSE, UNKNOWN },
    VDT_TRAY_RING_UNKNOWN, VDT_TRAY_CORE_ATTENTION, FALSE, TRUE, "attention" },
  { "paused", { TRUE, FALSE, TRUE, FALSE, FALSE, 97 },
    VDT_TRAY_RING_GAUGE, VDT_TRAY_CORE_PAUSED, FALSE, FALSE, "paused" },
  { "offline", { TRUE, FALSE, FALSE, TRUE, FALSE, 62 },
    VDT_TRAY_RING_UNKNOWN, VDT_TRAY_CORE_OFFLINE, FALSE, FALSE, "offline" },
  { "offline-beats-no-reading", { TRUE, FALSE, FALSE, TRUE, FALSE, UNKNOWN },
    VDT_TRAY_RING_UNKNOWN, VDT_TRAY_CORE_OFFLINE, FALSE, FALSE, "offline" },
  { "limit-beats-offline", { TRUE, FALSE, FALSE, TRUE, FALSE, 97 },
    VDT_TRAY_RING_UNKNOWN, VDT_TRAY_CORE_FULL, FALSE, FALSE, "limit" },
};
/* clang-format on */

static void
test_layers (gconstpointer data)
{
  const Row *row = data;
  VdtTrayState state;

  vdt_tray_state_init (&state, &row->facts);

  g_assert_cmpint (state.ring, ==, row->ring);
  g_assert_cmpint (state.core, ==, row->core);
  g_assert_cmpint (state.review_due, ==, row->dot);
  g_assert_cmpint (state.needs_attention, ==, row->attention);
  g_assert_cmpstr (vdt_tray_state_get_name (&state), ==, row->icon);
  g_assert_null (state.title);
  g_assert_null (state.text);
  if (vdt_tray_percent_known (row->facts.percent))
    g_assert_cmpfloat (state.percent, ==, row->facts.percent);
  else
    g_assert_false (vdt_tray_percent_known (state.percent));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/tray/state/", rows[i].name, NULL);

      g_test_add_data_func (path, &rows[i], test_layers);
    }
  return g_test_run ();
}
