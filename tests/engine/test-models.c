/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-home.h"
#include "vdt-session.h"

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
items_changed_cb (GListModel *model, guint position, guint removed, guint added, guint *seen)
{
  seen[0] = position;
  seen[1] = removed;
  seen[2] = added;
  seen[3]++;
}

static VdtSession *
session_named (const char *id)
{
  VdtSessionInfo *info = vdt_session_info_new ();

  info->id = g_strdup (id);
  return vdt_session_new (info);
}

static void
test_session_info (void)
{
  VdtSession *session = session_named ("a");
  VdtSessionInfo *info = vdt_session_info_new ();
  const VdtSessionInfo *first = vdt_session_get_info (session);
  guint notified = 0;

  g_assert_cmpint (first->fast, ==, -1);
  g_assert_false (vdt_count_known (first->tokens.total));
  g_assert_false (vdt_count_known (first->context.used_tokens));
  g_assert_false (vdt_time_known (first->state_since));
  g_assert_false (vdt_time_known (first->context.as_of));

  g_signal_connect_swapped (session, "notify::info", G_CALLBACK (count_cb), &notified);
  info->id = g_strdup ("a");
  info->title = g_strdup ("A title");
  info->points = g_array_new (FALSE, TRUE, sizeof (VdtContextPoint));
  vdt_session_set_info (session, vdt_session_info_ref (info));
  g_assert_cmpuint (notified, ==, 1);
  g_assert_cmpstr (vdt_session_get_info (session)->title, ==, "A title");

  /* The same once more is no news. */
  vdt_session_set_info (session, info);
  g_assert_cmpuint (notified, ==, 1);
  g_assert_cmpstr (vdt_session_get_id (session), ==, "a");
  g_assert_finalize_object (session);
}

static char *
wait_key (VdtWaitingFor waiting_for, VdtTime since, VdtTime last_event_at, gint64 n_snapshots)
{
  g_autoptr (VdtSessionInfo) info = vdt_session_info_new ();

  info->lifecycle = VDT_LIFECYCLE_WAITING;
  info->waiting_for = waiting_for;
  info->state_since = since;
  info->last_event_at = last_event_at;
  info->n_snapshots = n_snapshots;
  return vdt_session_info_dup_wait_key (info);
}

/* One wait is told from the next by when it began; where nobody says, by what the log says. */
static void
test_wait_key (void)
{
  g_autofree char *one = wait_key (VDT_WAITING_QUESTION, 5, 7, 1);
  g_autofree char *same = wait_key (VDT_WAITING_QUESTION, 5, 8, 2);
  g_autofree char *other = wait_key (VDT_WAITING_QUESTION, 6, 8, 2);
  g_autofree char *plan = wait_key (VDT_WAITING_PLAN_APPROVAL, 5, 7, 1);
  g_autofree char *unknown = wait_key (VDT_WAITING_PERMISSION, VDT_TIME_UNKNOWN, 7, 1);
  g_autofree char *again = wait_key (VDT_WAITING_PERMISSION, VDT_TIME_UNKNOWN, 7, 1);
  g_autofree char *later = wait_key (VDT_WAITING_PERMISSION, VDT_TIME_UNKNOWN, 8, 1);
  g_autofree char *bare = wait_key (VDT_WAITING_QUESTION, VDT_TIME_UNKNOWN, VDT_TIME_UNKNOWN, 1);
  g_autofree char *bare_next =
    wait_key (VDT_WAITING_QUESTION, VDT_TIME_UNKNOWN, VDT_TIME_UNKNOWN, 3);

  g_assert_cmpstr (one, ==, same);
  g_assert_cmpstr (one, !=, other);
  g_assert_cmpstr (one, !=, plan);
  g_assert_cmpstr (unknown, ==, again);
  g_assert_cmpstr (unknown, !=, later);
  g_assert_cmpstr (bare, !=, bare_next);
}

static void
test_session_children (void)
{
  VdtSession *session = session_named ("root");
  VdtSession *a = session_named ("a");
  VdtSession *b = session_named ("b");
  VdtSession *c = session_named ("c");
  GListModel *children = vdt_session_get_children (session);
  guint seen[4] = { 0, 0, 0, 0 };
  VdtSession *two[] = { a, c };
  VdtSession *three[] = { a, b, c };

  g_signal_connect (children, "items-changed", G_CALLBACK (items_changed_cb), seen);
  vdt_session_set_children (session, two, 2);
  g_assert_cmpuint (g_list_model_get_n_items (children), ==, 2);
  g_assert_cmpuint (seen[3], ==, 1);

  vdt_session_set_children (session, three, 3);
  g_assert_cmpuint (seen[0], ==, 1);
  g_assert_cmpuint (seen[1], ==, 0);
  g_assert_cmpuint (seen[2], ==, 1);

  vdt_session_set_children (session, three, 3);
  g_assert_cmpuint (seen[3], ==, 2);

  vdt_session_set_children (session, NULL, 0);
  g_assert_cmpuint (g_list_model_get_n_items (children), ==, 0);
  g_assert_finalize_object (session);
  g_assert_finalize_object (a);
  g_assert_finalize_object (b);
  g_assert_finalize_object (c);
}

static void
test_home (void)
{
  VdtHome *home = vdt_home_new (VDT_RUNTIME_CODEX, "codex:000000000000", "/home/x/.codex");
  guint changed = 0;
  VdtQuotaLine lines[2] = { 0 };
  VdtResetLine reset = { VDT_RESET_CODEX_CREDITS, VDT_COUNT_UNKNOWN, VDT_TIME_UNKNOWN };

  g_signal_connect_swapped (home, "changed", G_CALLBACK (count_cb), &changed);
  g_assert_false (vdt_time_known (vdt_home_get_newest_reading (home)));
  g_assert_null (vdt_home_get_plan (home));

  vdt_home_set_found (home, TRUE, 12, NULL);
  vdt_home_set_found (home, TRUE, 12, NULL);
  g_assert_cmpuint (changed, ==, 1);
  g_assert_true (vdt_home_has_sessions (home));
  g_assert_cmpuint (vdt_home_get_n_files (home), ==, 12);
  vdt_home_set_origin (home, "default");
  vdt_home_set_origin (home, "default");
  g_assert_cmpuint (changed, ==, 2);
  g_assert_cmpstr (vdt_home_get_origin (home), ==, "default");

  lines[0].reading.plan = (char *) "plus";
  lines[0].reading.as_of = 1000;
  lines[1].reading.plan = (char *) "pro";
  lines[1].reading.bucket = (char *) "codex";
  lines[1].reading.as_of = 2000;
  vdt_home_set_quotas (home, lines, 2);
  g_assert_cmpuint (changed, ==, 3);
  g_assert_cmpstr (vdt_home_get_plan (home), ==, "pro");
  g_assert_cmpint (vdt_home_get_newest_reading (home), ==, 2000);
  g_assert_cmpuint (vdt_home_get_n_quotas (home), ==, 2);
  g_assert_true (vdt_home_get_quota (home, 1)->reading.bucket != lines[1].reading.bucket);
  g_assert_cmpstr (vdt_home_get_quota (home, 1)->reading.bucket, ==, "codex");

  /* Its own lines once more, one fewer. */
  vdt_home_set_quotas (home, vdt_home_get_quota (home, 0), 1);
  g_assert_cmpuint (vdt_home_get_n_quotas (home), ==, 1);
  g_assert_cmpstr (vdt_home_get_plan (home), ==, "plus");

  vdt_home_set_resets (home, &reset, 1);
  g_assert_cmpuint (vdt_home_get_n_resets (home), ==, 1);
  g_assert_false (vdt_count_known (vdt_home_get_reset (home, 0)->available));
  vdt_home_set_resets (home, NULL, 0);
  g_assert_cmpuint (vdt_home_get_n_resets (home), ==, 0);
  g_assert_finalize_object (home);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/models/session/info", test_session_info);
  g_test_add_func ("/models/session/wait-key", test_wait_key);
  g_test_add_func ("/models/session/children", test_session_children);
  g_test_add_func ("/models/home", test_home);
  return g_test_run ();
}
