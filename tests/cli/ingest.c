/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* ingest DATABASE NOW CODEX-HOME…: reads homes into a database as the app does, and ends. */

#define G_LOG_DOMAIN "test-cli"

#include "config.h"

#include <string.h>

#include "test-loop.h"
#include "vdt-engine.h"

int
main (int argc, char *argv[])
{
  const char *claude[] = { NULL };
  VdtEngineConfig config = { .claude_homes = claude };
  g_autoptr (VdtEngine) engine = NULL;

  g_assert_cmpint (argc, >=, 4);
  config.database_path = argv[1];
  config.now_offset = vdt_time_from_rfc3339 (argv[2], strlen (argv[2])) - vdt_time_now ();
  config.codex_homes = (const char *const *) argv + 3;
  config.user_home = argv[3];
  config.review_since = 1;
  engine = vdt_engine_new (&config);
  vdt_engine_start (engine);
  test_wait_until (vdt_engine_get_state (engine) == VDT_ENGINE_READY);
  vdt_engine_shutdown (engine);
  return 0;
}
