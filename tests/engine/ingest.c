/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "ingest"

#include "config.h"

#include <gio/gunixinputstream.h>
#include <stdio.h>
#include <string.h>

#include "vdt-engine.h"

/* The engine without a window, for tests that need a process of its own: says `ready` when all
 * that is there was read, follows the logs until its input ends, then closes in order. */

static GMainLoop *loop;
static gboolean ready;

static void
follow_state (VdtEngine *engine)
{
  if (ready || vdt_engine_get_state (engine) != VDT_ENGINE_READY)
    return;
  ready = TRUE;
  puts ("ready");
  fflush (stdout);
}

static gboolean
on_input_cb (GObject *stream, gpointer user_data)
{
  char bytes[256];

  if (g_pollable_input_stream_read_nonblocking (G_POLLABLE_INPUT_STREAM (stream), bytes,
                                                sizeof bytes, NULL, NULL) == 0)
    {
      g_main_loop_quit (loop);
      return G_SOURCE_REMOVE;
    }
  return G_SOURCE_CONTINUE;
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) codex = NULL;
  g_auto (GStrv) claude = NULL;
  g_autofree char *database = NULL;
  g_autofree char *now = NULL;
  const GOptionEntry options[] = {
    { "codex-home", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &codex, NULL, NULL },
    { "claude-home", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &claude, NULL, NULL },
    { "database", 0, 0, G_OPTION_ARG_FILENAME, &database, NULL, NULL },
    { "now", 0, 0, G_OPTION_ARG_STRING, &now, NULL, NULL },
    { NULL },
  };
  const char *none[] = { NULL };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) input = g_unix_input_stream_new (0, FALSE);
  g_autoptr (GSource) source =
    g_pollable_input_stream_create_source (G_POLLABLE_INPUT_STREAM (input), NULL);
  g_autoptr (VdtEngine) engine = NULL;
  VdtEngineConfig config = { .review_since = 1, .retention_days = 3650 };

  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    g_error ("%s", error->message);
  config.database_path = database;
  config.codex_homes = codex != NULL ? (const char *const *) codex : none;
  config.claude_homes = claude != NULL ? (const char *const *) claude : none;
  config.user_home = g_get_tmp_dir ();
  if (now != NULL)
    config.now_offset = vdt_time_from_rfc3339 (now, strlen (now)) - vdt_time_now ();

  loop = g_main_loop_new (NULL, FALSE);
  engine = vdt_engine_new (&config);
  g_signal_connect (engine, "notify::state", G_CALLBACK (follow_state), NULL);
  g_source_set_callback (source, G_SOURCE_FUNC (on_input_cb), NULL, NULL);
  g_source_attach (source, NULL);
  vdt_engine_start (engine);
  g_main_loop_run (loop);
  vdt_engine_shutdown (engine);
  g_main_loop_unref (loop);
  return 0;
}
