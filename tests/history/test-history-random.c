/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Random logs: what holds of every history, whatever a log says. */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include <string.h>

#include "history-support.h"
#include "test-files.h"

static const char *
random_parent (guint n, char *buffer, gsize size)
{
  const int choice = g_test_rand_int_range (0, 12);

  if (n == 0 || choice == 0)
    return NULL;
  g_snprintf (buffer, size, "r%u",
              choice < 8 ? n - 1 : (guint) g_test_rand_int_range (0, (int) n + 2));
  return buffer;
}

static void
add_random_record (Log *log, guint n)
{
  char uuid[16];
  char parent_buffer[16];
  const char *parent = random_parent (n, parent_buffer, sizeof parent_buffer);
  const int secs = (int) n + g_test_rand_int_range (-3, 4) + 10;
  g_autofree char *word = g_strdup_printf ("word %d", g_test_rand_int_range (0, 6));
  g_autofree char *call = g_strdup_printf ("t%d", g_test_rand_int_range (0, 10));

  g_snprintf (uuid, sizeof uuid, "r%u", n);
  switch (g_test_rand_int_range (0, 7))
    {
    case 0:
    case 1:
      log_user (log, uuid, parent, secs, word);
      break;
    case 2:
    case 3:
      log_agent (log, uuid, parent, secs, word);
      break;
    case 4:
      log_call (log, uuid, parent, secs, call);
      break;
    case 5:
      log_result (log, uuid, parent, secs, call);
      break;
    default:
      log_add_format (log,
                      "{'type':'queue-operation','operation':'%s','timestamp':"
                      "'2026-11-30T09:00:%02dZ','content':'%s'}",
                      g_test_rand_int_range (0, 2) == 0 ? "enqueue" : "remove", secs % 60, word);
      break;
    }
}

static void
assert_sound (GPtrArray *entries)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < entries->len; i++)
    {
      const VdtHistoryEntry *entry = g_ptr_array_index (entries, i);

      g_assert_true (g_hash_table_add (ids, entry->id));
      g_assert_true (vdt_time_known (entry->sent_at));
      g_assert_true (g_utf8_validate (entry->text, -1, NULL));
      g_assert_cmpint (entry->role == VDT_HISTORY_TOOL, ==,
                       entry->kind == VDT_HISTORY_TOOL_CALL ||
                         entry->kind == VDT_HISTORY_TOOL_RESULT);
      if (entry->role == VDT_HISTORY_TOOL)
        g_assert_cmpstr (entry->text, ==, "");
      if (i > 0)
        g_assert_cmpint (((VdtHistoryEntry *) g_ptr_array_index (entries, i - 1))->sent_at, <=,
                         entry->sent_at);
    }
}

/* Every window is the end of the whole, and what is whole does not hang on how it is read. */
static void
assert_windows (Log *log, GPtrArray *all)
{
  for (guint limit = 1; limit < 8; limit++)
    {
      g_autoptr (GPtrArray) some = log_load (log, limit);
      guint n = 0;

      g_assert_cmpuint (some->len, <=, all->len);
      for (guint i = 0; i < some->len; i++)
        {
          const VdtHistoryEntry *entry = g_ptr_array_index (some, i);

          n += entry->role != VDT_HISTORY_TOOL;
          g_assert_true (
            vdt_history_entry_equal (entry, g_ptr_array_index (all, all->len - some->len + i)));
        }
      g_assert_cmpuint (n, <=, limit);
      if (some->len < all->len)
        g_assert_cmpuint (n, ==, limit);
    }
}

static void
test_random_logs (void)
{
  for (guint round = 0; round < 150; round++)
    {
      const guint n = g_test_rand_int_range (1, 40);
      g_autoptr (GPtrArray) all = NULL;
      Log log;

      log_init (&log, VDT_RUNTIME_CLAUDE);
      for (guint i = 0; i < n; i++)
        add_random_record (&log, i);
      all = log_load (&log, G_MAXUINT);
      assert_sound (all);
      assert_windows (&log, all);
      log_clear (&log);
    }
}

/* Bytes that were changed anywhere give some history, or none, but nothing worse. */
static void
test_damaged_logs (void)
{
  for (guint round = 0; round < 150; round++)
    {
      g_autofree char *bytes = NULL;
      g_autoptr (GPtrArray) entries = NULL;
      gsize len = 0;
      Log log;

      log_init (&log, VDT_RUNTIME_CLAUDE);
      for (guint i = 0; i < 12; i++)
        add_random_record (&log, i);
      g_file_get_contents (log.path, &bytes, &len, NULL);
      for (int i = g_test_rand_int_range (1, 10); i > 0; i--)
        bytes[g_test_rand_int_range (0, (int) len)] = (char) g_test_rand_int_range (0, 256);
      g_file_set_contents (log.path, bytes, (gssize) len, NULL);
      entries = log_load (&log, 200);
      for (guint i = 0; i < entries->len; i++)
        g_assert_true (
          g_utf8_validate (((VdtHistoryEntry *) g_ptr_array_index (entries, i))->text, -1, NULL));
      log_clear (&log);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/history-random/logs", test_random_logs);
  g_test_add_func ("/history-random/damaged", test_damaged_logs);
  return g_test_run ();
}
