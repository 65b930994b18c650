/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test-files.h"
#include "vdt-live-registry.h"

/* A home and a folder of processes that are the test's own. */
typedef struct
{
  char *root;
  char *home;
  char *sessions;
  char *proc;
} Disk;

static void
disk_set_up (Disk *disk, gconstpointer data)
{
  disk->root = g_dir_make_tmp ("vdt-live-XXXXXX", NULL);
  g_assert_nonnull (disk->root);
  disk->home = g_build_filename (disk->root, "home", NULL);
  disk->sessions = g_build_filename (disk->home, "sessions", NULL);
  disk->proc = g_build_filename (disk->root, "proc", NULL);
  g_assert_cmpint (g_mkdir_with_parents (disk->sessions, 0700), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (disk->proc, 0700), ==, 0);
}

static void
disk_tear_down (Disk *disk, gconstpointer data)
{
  test_remove_tree (disk->root);
  g_free (disk->root);
  g_free (disk->home);
  g_free (disk->sessions);
  g_free (disk->proc);
}

static void
put_process (Disk *disk, const char *pid, const char *name, const char *state, const char *start)
{
  g_autofree char *folder = g_build_filename (disk->proc, pid, NULL);
  g_autofree char *path = g_build_filename (folder, "stat", NULL);
  g_autofree char *text = g_strdup_printf ("%s (%s) %s 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 "
                                           "18 %s 20 21 22\n",
                                           pid, name, state, start);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
put_entry (Disk *disk, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (disk->sessions, name, NULL);
  g_autofree char *data = g_strdelimit (g_strdup (text), "'", '"');

  g_assert_true (g_file_set_contents (path, data, -1, NULL));
}

static GPtrArray *
read_all (Disk *disk)
{
  return vdt_live_registry_read (disk->home, disk->proc);
}

static void
test_good (Disk *disk, gconstpointer data)
{
  g_autoptr (GPtrArray) entries = NULL;
  const VdtLiveEntry *entry = NULL;

  put_process (disk, "100", "claude", "S", "164620");
  put_process (disk, "200", "a) S (b) 7", "R", "5");
  put_entry (disk, "100.json",
             "{'pid':100,'sessionId':'one','procStart':'164620','status':'waiting','waitingFor':"
             "'permission prompt','updatedAt':1792227660000,'statusUpdatedAt':1792227650000}");
  put_entry (disk, "200.json", "{'sessionId':'two','procStart':5,'updatedAt':1792227660000}");
  entries = read_all (disk);
  g_assert_cmpuint (entries->len, ==, 2);

  entry = vdt_live_registry_find (entries, "one");
  g_assert_nonnull (entry);
  g_assert_cmpint (entry->pid, ==, 100);
  g_assert_cmpint (entry->status, ==, VDT_LIVE_WAITING);
  g_assert_cmpstr (entry->waiting_for, ==, "permission prompt");
  g_assert_cmpint (entry->status_updated_at, ==, G_GINT64_CONSTANT (1792227650000));

  /* Print mode may never write a status: that is not idle. */
  entry = vdt_live_registry_find (entries, "two");
  g_assert_nonnull (entry);
  g_assert_cmpint (entry->status, ==, VDT_LIVE_UNKNOWN);
  g_assert_null (entry->waiting_for);
  g_assert_cmpint (entry->status_updated_at, ==, G_GINT64_CONSTANT (1792227660000));
  g_assert_null (vdt_live_registry_find (entries, "three"));
}

/* Each is alone in its home, so that each must be refused for its own sake. */
static void
test_refused (Disk *disk, gconstpointer data)
{
  const struct
  {
    const char *name;
    const char *text;
  } tests[] = {
    { "100.json", "{'pid':100,'sessionId':'" },
    { "100.json", "" },
    { "100.json", "[]" },
    { "100.json", "{}" },
    { "100.json", "{'sessionId':'','procStart':'9'}" },
    { "100.json", "{'sessionId':5,'procStart':'9'}" },
    { "100.json", "{'sessionId':'one'}" },
    { "100.json", "{'sessionId':'one','procStart':'10'}" },
    { "100.json", "{'sessionId':'one','procStart':'9x'}" },
    { "100.json", "{'sessionId':'one','procStart':-9}" },
    { "100.json", "{'sessionId':'one','procStart':null}" },
    { "100.json", "{'sessionId':'one','procStart':'9','pid':101}" },
    { "100.json", "{'sessionId':'one','procStart':'9'} {}" },
    { "101.json", "{'sessionId':'one','procStart':'9'}" },
    { "300.json", "{'sessionId':'one','procStart':'9'}" },
    { "400.json", "{'sessionId':'one','procStart':'9'}" },
    { "500.json", "{'sessionId':'one','procStart':'9'}" },
    { "0100.json", "{'sessionId':'one','procStart':'9'}" },
    { "100.json.tmp", "{'sessionId':'one','procStart':'9'}" },
    { "pid-100.json", "{'sessionId':'one','procStart':'9'}" },
    { "100.3f9a.key", "{'sessionId':'one','procStart':'9'}" },
    { ".json", "{'sessionId':'one','procStart':'9'}" },
    { "99999999999999999999.json", "{'sessionId':'one','procStart':'9'}" },
  };
  g_autofree char *blank = g_strnfill (70000, ' ');
  g_autofree char *big = g_strconcat ("{'sessionId':'one','procStart':'9'}", blank, NULL);
  g_autoptr (GPtrArray) good = NULL;
  g_autoptr (GPtrArray) none = NULL;

  put_process (disk, "100", "claude", "S", "9");
  put_process (disk, "300", "claude", "Z", "9");
  put_process (disk, "400", "claude", "S", "");
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_build_filename (disk->sessions, tests[i].name, NULL);
      g_autoptr (GPtrArray) entries = NULL;

      put_entry (disk, tests[i].name, tests[i].text);
      entries = read_all (disk);
      if (entries->len != 0)
        g_error ("taken: %s %s", tests[i].name, tests[i].text);
      g_assert_cmpint (g_remove (path), ==, 0);
    }
  put_entry (disk, "100.json", big);
  none = read_all (disk);
  g_assert_cmpuint (none->len, ==, 0);
  /* The process is all right: what was refused was refused for its entry. */
  put_entry (disk, "100.json", "{'sessionId':'one','procStart':'9'}");
  good = read_all (disk);
  g_assert_cmpuint (good->len, ==, 1);
}

/* Whoever opens one of these waits for ever, or reads what is not his. */
static void
test_not_opened (Disk *disk, gconstpointer data)
{
  g_autofree char *key = g_build_filename (disk->sessions, "100.3f9a1c20.key", NULL);
  g_autofree char *pipe = g_build_filename (disk->sessions, "100.json", NULL);
  g_autofree char *link = g_build_filename (disk->sessions, "200.json", NULL);
  g_autofree char *target = g_build_filename (disk->root, "target", NULL);
  g_autoptr (GPtrArray) entries = NULL;

  put_process (disk, "100", "claude", "S", "9");
  put_process (disk, "200", "claude", "S", "9");
  g_assert_true (
    g_file_set_contents (target, "{\"sessionId\":\"one\",\"procStart\":\"9\"}", -1, NULL));
  g_assert_cmpint (mkfifo (key, 0600), ==, 0);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_assert_cmpint (symlink (target, link), ==, 0);
  entries = read_all (disk);
  g_assert_cmpuint (entries->len, ==, 0);
}

static void
test_no_folder (Disk *disk, gconstpointer data)
{
  g_autofree char *nowhere = g_build_filename (disk->root, "nowhere", NULL);
  g_autoptr (GPtrArray) no_home = vdt_live_registry_read (nowhere, disk->proc);
  g_autoptr (GPtrArray) no_proc = NULL;

  put_entry (disk, "100.json", "{'sessionId':'one','procStart':'9'}");
  no_proc = vdt_live_registry_read (disk->home, nowhere);
  g_assert_cmpuint (no_home->len, ==, 0);
  g_assert_cmpuint (no_proc->len, ==, 0);
}

/* The system's own word for this very process. */
static void
test_this_process (Disk *disk, gconstpointer data)
{
  g_autofree char *text = NULL;
  g_autofree char *name = g_strdup_printf ("%d.json", (int) getpid ());
  g_autofree char *entry = NULL;
  g_autofree char *stale = NULL;
  g_auto (GStrv) fields = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GPtrArray) reused = NULL;

  if (!g_file_get_contents ("/proc/self/stat", &text, NULL, NULL))
    {
      g_test_skip ("no /proc here");
      return;
    }
  fields = g_strsplit (strrchr (text, ')') + 2, " ", -1);
  entry = g_strdup_printf ("{'sessionId':'me','procStart':'%s','status':'shell'}", fields[19]);
  stale = g_strdup_printf ("{'sessionId':'me','procStart':'%s1','status':'shell'}", fields[19]);
  put_entry (disk, name, entry);
  entries = vdt_live_registry_read (disk->home, "/proc");
  g_assert_cmpuint (entries->len, ==, 1);
  put_entry (disk, name, stale);
  reused = vdt_live_registry_read (disk->home, "/proc");
  g_assert_cmpuint (reused->len, ==, 0);
}

static void
test_several (Disk *disk, gconstpointer data)
{
  g_autoptr (GPtrArray) entries = NULL;

  put_process (disk, "100", "claude", "S", "9");
  put_process (disk, "200", "claude", "S", "9");
  put_process (disk, "300", "claude", "S", "9");
  put_entry (disk, "100.json", "{'sessionId':'one','procStart':'9','status':'busy','updatedAt':9}");
  put_entry (disk, "200.json",
             "{'sessionId':'one','procStart':'9','status':'waiting','updatedAt':5}");
  put_entry (disk, "300.json", "{'sessionId':'one','procStart':'9','status':'idle','updatedAt':7}");
  entries = read_all (disk);
  g_assert_cmpuint (entries->len, ==, 3);
  g_assert_cmpint (vdt_live_registry_find (entries, "one")->pid, ==, 200);
}

static void
test_apply (void)
{
  const struct
  {
    VdtLifecycle log;
    VdtWaitingFor log_waiting;
    VdtLiveStatus status;
    VdtLifecycle lifecycle;
    VdtWaitingFor waiting_for;
    VdtTime since;
  } tests[] = {
    { VDT_LIFECYCLE_WORKING, VDT_WAITING_NOTHING, VDT_LIVE_WAITING, VDT_LIFECYCLE_WAITING,
      VDT_WAITING_PERMISSION, 20 },
    { VDT_LIFECYCLE_WAITING, VDT_WAITING_QUESTION, VDT_LIVE_WAITING, VDT_LIFECYCLE_WAITING,
      VDT_WAITING_QUESTION, 10 },
    { VDT_LIFECYCLE_WAITING, VDT_WAITING_PLAN_APPROVAL, VDT_LIVE_WAITING, VDT_LIFECYCLE_WAITING,
      VDT_WAITING_PLAN_APPROVAL, 10 },
    { VDT_LIFECYCLE_WAITING, VDT_WAITING_QUESTION, VDT_LIVE_SHELL, VDT_LIFECYCLE_WAITING,
      VDT_WAITING_QUESTION, 10 },
    { VDT_LIFECYCLE_IDLE, VDT_WAITING_NOTHING, VDT_LIVE_SHELL, VDT_LIFECYCLE_WORKING,
      VDT_WAITING_NOTHING, 20 },
    { VDT_LIFECYCLE_WORKING, VDT_WAITING_NOTHING, VDT_LIVE_SHELL, VDT_LIFECYCLE_WORKING,
      VDT_WAITING_NOTHING, 10 },
    { VDT_LIFECYCLE_WORKING, VDT_WAITING_NOTHING, VDT_LIVE_IDLE, VDT_LIFECYCLE_WORKING,
      VDT_WAITING_NOTHING, 10 },
    { VDT_LIFECYCLE_IDLE, VDT_WAITING_NOTHING, VDT_LIVE_BUSY, VDT_LIFECYCLE_IDLE,
      VDT_WAITING_NOTHING, 10 },
    { VDT_LIFECYCLE_ERROR, VDT_WAITING_NOTHING, VDT_LIVE_UNKNOWN, VDT_LIFECYCLE_ERROR,
      VDT_WAITING_NOTHING, 10 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      VdtTalkSummary summary = { .lifecycle = tests[i].log,
                                 .waiting_for = tests[i].log_waiting,
                                 .state_since = 10,
                                 .pending_decisions = 3 };
      const VdtLiveEntry entry = { .status = tests[i].status, .status_updated_at = 20 };

      vdt_live_apply (&summary, NULL);
      g_assert_cmpint (summary.lifecycle, ==, tests[i].log);
      vdt_live_apply (&summary, &entry);
      g_assert_cmpint (summary.lifecycle, ==, tests[i].lifecycle);
      g_assert_cmpint (summary.waiting_for, ==, tests[i].waiting_for);
      g_assert_cmpint (summary.state_since, ==, tests[i].since);
      g_assert_cmpuint (summary.pending_decisions, ==, 3);
    }
}

#define ADD(path, func) g_test_add (path, Disk, NULL, disk_set_up, func, disk_tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/live-registry/good", test_good);
  ADD ("/live-registry/refused", test_refused);
  ADD ("/live-registry/not-opened", test_not_opened);
  ADD ("/live-registry/no-folder", test_no_folder);
  ADD ("/live-registry/this-process", test_this_process);
  ADD ("/live-registry/several", test_several);
  g_test_add_func ("/live-registry/apply", test_apply);
  return g_test_run ();
}
