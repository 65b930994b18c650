/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Times the live engine on the homes that are named: a first scan, a restart, an appended line,
 * and doing nothing. Writes only into a copy of one log and a scratch database. */

#define G_LOG_DOMAIN "bench-engine"

#include "config.h"

#include "vdt-engine.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define N_APPENDS 30

static char *codex_home;
static char *claude_home;
static char *append_to;
static int idle_seconds = 10;

static gint64
cpu_us (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * G_USEC_PER_SEC + usage.ru_utime.tv_usec +
         usage.ru_stime.tv_usec;
}

/* How many bytes the process has read so far, of whatever; 0 where the system does not count. */
static guint64
bytes_read (void)
{
  g_autofree char *io = NULL;
  const char *count = NULL;

  if (!g_file_get_contents ("/proc/self/io", &io, NULL, NULL))
    return 0;
  count = strstr (io, "rchar: ");
  return count != NULL ? g_ascii_strtoull (count + strlen ("rchar: "), NULL, 10) : 0;
}

static VdtEngine *
make_engine (const char *database)
{
  const char *codex[] = { codex_home, NULL };
  const char *claude[] = { claude_home, NULL };
  VdtEngineConfig config = { .database_path = database,
                             .codex_homes = codex_home != NULL ? codex : NULL,
                             .claude_homes = claude_home != NULL ? claude : NULL };

  return vdt_engine_new (&config);
}

static guint
n_sessions (VdtEngine *engine)
{
  return g_list_model_get_n_items (vdt_engine_get_sessions (engine));
}

static void
run_until_ready (VdtEngine *engine)
{
  while (vdt_engine_get_state (engine) != VDT_ENGINE_READY)
    g_main_context_iteration (NULL, TRUE);
}

static int
compare_ints (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a;
  gint64 y = *(const gint64 *) b;

  return x < y ? -1 : x > y;
}

static void
on_changed_cb (gboolean *changed)
{
  *changed = TRUE;
}

static gboolean
on_end_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Lets the loop run for a while, whatever it has to do. */
static void
run_for (guint milliseconds)
{
  gboolean over = FALSE;

  g_timeout_add (milliseconds, on_end_cb, &over);
  while (!over)
    g_main_context_iteration (NULL, TRUE);
}

static void
bench_append (VdtEngine *engine)
{
  gint64 wall[N_APPENDS];
  gint64 cpu[N_APPENDS];
  gint64 bytes[N_APPENDS];

  for (guint i = 0; i < N_APPENDS; i++)
    {
      FILE *file = fopen (append_to, "a");
      gboolean changed = FALSE;
      gint64 start_wall = 0;
      gint64 start_cpu = 0;
      guint64 start_bytes = 0;
      gulong handler = 0;

      /* let whatever the last one started come to an end */
      run_for (120);
      handler =
        g_signal_connect_swapped (engine, "days-changed", G_CALLBACK (on_changed_cb), &changed);
      start_bytes = bytes_read ();
      start_wall = g_get_monotonic_time ();
      start_cpu = cpu_us ();
      fprintf (file,
               "{\"parentUuid\":\"x\",\"isSidechain\":false,\"type\":\"assistant\",\"message\":"
               "{\"id\":\"msg_bench_%u\",\"role\":\"assistant\",\"model\":\"claude-opus-4-7\","
               "\"content\":[],\"usage\":{\"input_tokens\":1,\"output_tokens\":2}},\"uuid\":"
               "\"bench-%u\",\"timestamp\":\"2026-11-30T10:00:%02u.000Z\"}\n",
               i, i, i);
      fclose (file);
      while (!changed)
        g_main_context_iteration (NULL, TRUE);
      wall[i] = g_get_monotonic_time () - start_wall;
      g_signal_handler_disconnect (engine, handler);
      run_for (60);
      cpu[i] = cpu_us () - start_cpu;
      bytes[i] = (gint64) (bytes_read () - start_bytes);
    }
  qsort (wall, N_APPENDS, sizeof wall[0], compare_ints);
  qsort (cpu, N_APPENDS, sizeof cpu[0], compare_ints);
  qsort (bytes, N_APPENDS, sizeof bytes[0], compare_ints);
  g_print ("an appended line of 250 bytes: model changed after %.1f ms (median), %.1f ms (worst); "
           "%.2f ms CPU, %" G_GINT64_FORMAT " bytes read (median)\n",
           wall[N_APPENDS / 2] / 1000.0, wall[N_APPENDS - 1] / 1000.0, cpu[N_APPENDS / 2] / 1000.0,
           bytes[N_APPENDS / 2]);
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  const GOptionEntry entries[] = {
    { "codex-home", 0, 0, G_OPTION_ARG_FILENAME, &codex_home, "a Codex home", "DIR" },
    { "claude-home", 0, 0, G_OPTION_ARG_FILENAME, &claude_home, "a Claude home", "DIR" },
    { "append-to", 0, 0, G_OPTION_ARG_FILENAME, &append_to, "a Claude log to append to", "FILE" },
    { "idle", 0, 0, G_OPTION_ARG_INT, &idle_seconds, "how long to do nothing", "SECONDS" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autofree char *folder = g_dir_make_tmp ("vedette-bench-XXXXXX", NULL);
  g_autofree char *database = g_build_filename (folder, "vedette.sqlite3", NULL);
  g_autoptr (VdtEngine) engine = NULL;
  gint64 start = 0;
  gint64 cpu = 0;
  guint64 bytes = 0;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, NULL) ||
      (codex_home == NULL && claude_home == NULL))
    {
      g_printerr ("bench-engine: name homes with --codex-home and --claude-home\n");
      return 77;
    }

  start = g_get_monotonic_time ();
  engine = make_engine (database);
  vdt_engine_start (engine);
  while (n_sessions (engine) == 0)
    g_main_context_iteration (NULL, TRUE);
  g_print ("first scan: first sessions after %.0f ms\n",
           (g_get_monotonic_time () - start) / 1000.0);
  run_until_ready (engine);
  g_print ("first scan: %u sessions after %.0f ms, %.0f ms CPU\n", n_sessions (engine),
           (g_get_monotonic_time () - start) / 1000.0, cpu_us () / 1000.0);
  start = g_get_monotonic_time ();
  vdt_engine_shutdown (engine);
  g_clear_object (&engine);
  g_print ("shutdown: %.0f ms\n", (g_get_monotonic_time () - start) / 1000.0);

  cpu = cpu_us ();
  start = g_get_monotonic_time ();
  engine = make_engine (database);
  vdt_engine_start (engine);
  while (n_sessions (engine) == 0)
    g_main_context_iteration (NULL, TRUE);
  g_print ("restart: %u sessions shown after %.0f ms\n", n_sessions (engine),
           (g_get_monotonic_time () - start) / 1000.0);
  run_until_ready (engine);
  g_print ("restart: all looked at after %.0f ms, %.0f ms CPU\n",
           (g_get_monotonic_time () - start) / 1000.0, (cpu_us () - cpu) / 1000.0);

  if (append_to != NULL)
    bench_append (engine);

  run_for (2000);
  cpu = cpu_us ();
  bytes = bytes_read ();
  run_for (1000 * (guint) MAX (1, idle_seconds));
  g_print ("idle for %d s: %.3f %% of a core, %" G_GUINT64_FORMAT " bytes read\n", idle_seconds,
           (cpu_us () - cpu) / 10000.0 / MAX (1, idle_seconds), bytes_read () - bytes);
  vdt_engine_shutdown (engine);
  {
    struct rusage usage;

    getrusage (RUSAGE_SELF, &usage);
    g_print ("peak memory: %.1f MB\n", usage.ru_maxrss / 1024.0);
  }
  remove_folder (folder);
  return 0;
}
