/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Which rows of calls are out of date: a table kept by that alone says what the ledger says. */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include <string.h>

#include "usage-support.h"
#include "vdt-call-rows.h"

#define N_LOGS 5

typedef struct
{
  VdtUsageDigest *digests[N_LOGS];
  char *ids[N_LOGS];
  gint64 totals[N_LOGS];
  guint n_logs;
  VdtLedger *ledger;
  VdtCallRows *rows;
  GHashTable *table; /* guint64 key → text */
} World;

static void
world_add (World *world, const char *more)
{
  const guint i = world->n_logs++;
  VdtLedgerFile file = { 0 };

  world->ids[i] = g_strdup_printf ("s%u", i);
  world->digests[i] = vdt_usage_digest_new (VDT_RUNTIME_CODEX, FALSE);
  codex_meta (world->digests[i], world->ids[i], 0, more);
  file.digest = world->digests[i];
  file.home_id = "h1";
  file.native_id = file.owner_id = file.stem = file.tail_id = world->ids[i];
  file.user_data = world->digests[i];
  vdt_ledger_add (world->ledger, &file);
}

static void
world_init (World *world)
{
  memset (world, 0, sizeof *world);
  world->ledger = vdt_ledger_new (NULL, NULL);
  world->rows = vdt_call_rows_new ();
  world->table = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
}

static void
world_clear (World *world)
{
  vdt_ledger_free (world->ledger);
  vdt_call_rows_free (world->rows);
  g_hash_table_unref (world->table);
  for (guint i = 0; i < world->n_logs; i++)
    {
      vdt_usage_digest_free (world->digests[i]);
      g_free (world->ids[i]);
    }
}

static void
world_count (World *world, guint log, int secs, gint64 growth)
{
  g_autofree char *time = vdt_time_to_rfc3339 (AT (secs));

  world->totals[log] += growth;
  feed_format (world->digests[log],
               "{'timestamp':'%s','ordinal':%d,'type':'event_msg','payload':{'type':'token_count',"
               "'info':{'total_token_usage':{'input_tokens':%" G_GINT64_FORMAT
               ",'output_tokens':0,'total_tokens':%" G_GINT64_FORMAT "}}}}",
               time, secs, world->totals[log], world->totals[log]);
}

static char *
call_text (const VdtLedgerCall *call, VdtLedger *ledger)
{
  VdtTokens tokens;
  g_autofree char *text = NULL;

  vdt_call_get_tokens (&call->call, &tokens);
  text = tokens_text (&tokens);
  return g_strdup_printf ("%s %" G_GINT64_FORMAT " %s",
                          vdt_ledger_get_file (ledger, call->file)->native_id, call->call.time,
                          text);
}

static void
put_row (World *world, const VdtLedgerCall *call)
{
  g_hash_table_replace (world->table, g_memdup2 (&call->call.key, sizeof call->call.key),
                        call_text (call, world->ledger));
}

/* As the collector does it: first what logs say that were read on, then what others changed. */
static void
world_store (World *world)
{
  GArray *stale = vdt_call_rows_get_stale (world->rows);

  for (guint i = 0; i < vdt_ledger_get_n_calls (world->ledger); i++)
    {
      const VdtLedgerCall *call = vdt_ledger_get_call (world->ledger, i);
      const VdtLedgerFile *file = vdt_ledger_get_file (world->ledger, call->file);

      if (call->call.key != 0 && call->call.line >= file->digest->touched)
        put_row (world, call);
    }
  for (guint i = 0; i < stale->len; i++)
    {
      const guint64 key = g_array_index (stale, guint64, i);
      guint index = 0;

      if (vdt_ledger_find_call (world->ledger, key, &index))
        put_row (world, vdt_ledger_get_call (world->ledger, index));
      else
        g_hash_table_remove (world->table, &key);
    }
  g_array_set_size (stale, 0);
  for (guint i = 0; i < world->n_logs; i++)
    {
      vdt_usage_digest_clear_touched (world->digests[i]);
      vdt_usage_digest_clear_recount (world->digests[i]);
    }
}

static void
world_resolve (World *world)
{
  g_autoptr (GHashTable) removed = g_hash_table_new (NULL, NULL);

  vdt_call_rows_remember (world->rows, world->ledger, removed);
  vdt_ledger_resolve (world->ledger);
  vdt_call_rows_compare (world->rows, world->ledger);
}

/* Takes in what was read on of some logs, in that order. */
static void
world_update (World *world, const guint *logs, guint n_logs)
{
  VdtLedgerChange change = VDT_LEDGER_NO_CHANGE;
  gboolean updated = TRUE;

  change.elsewhere = vdt_call_rows_get_stale (world->rows);
  for (guint i = 0; i < n_logs && updated; i++)
    updated = vdt_ledger_update (world->ledger, logs[i], &change);
  if (!updated)
    world_resolve (world);
  world_store (world);
}

static void
assert_table (World *world)
{
  guint n_named = 0;

  for (guint i = 0; i < vdt_ledger_get_n_calls (world->ledger); i++)
    {
      const VdtLedgerCall *call = vdt_ledger_get_call (world->ledger, i);
      g_autofree char *text = NULL;

      if (call->call.key == 0)
        continue;
      n_named++;
      text = call_text (call, world->ledger);
      g_assert_cmpstr (g_hash_table_lookup (world->table, &call->call.key), ==, text);
    }
  g_assert_cmpuint (g_hash_table_size (world->table), ==, n_named);
}

/* A fork's first call is what it grew beyond the base: reading on the base changes it. */
static void
test_base_read_later (void)
{
  const guint both[] = { 1, 0 };
  World world;

  world_init (&world);
  world_add (&world, NULL);
  world_add (&world, "'history_base':{'thread_id':'s0','end_ordinal_exclusive':100}");
  world_count (&world, 0, 1, 100);
  world.totals[1] = 130;
  world_count (&world, 1, 10, 20);
  world_resolve (&world);
  world_store (&world);
  assert_table (&world);

  world_count (&world, 0, 2, 30);
  world_count (&world, 1, 11, 5);
  world_update (&world, both, G_N_ELEMENTS (both));
  assert_table (&world);
  world_clear (&world);
}

static void
random_step (World *world, int secs)
{
  guint changed[N_LOGS];
  guint n_changed = 0;

  for (guint i = 0; i < world->n_logs; i++)
    {
      if (g_test_rand_int_range (0, 3) == 0)
        continue;
      changed[n_changed++] = i;
      for (int n = g_test_rand_int_range (0, 3); n > 0; n--)
        {
          if (g_test_rand_int_range (0, 8) == 0)
            world->totals[i] = 0;
          world_count (world, i, secs, g_test_rand_int_range (0, 4) * 10);
        }
    }
  for (guint i = n_changed; i > 1; i--)
    {
      const guint j = g_test_rand_int_range (0, (int) i);
      const guint swap = changed[i - 1];

      changed[i - 1] = changed[j];
      changed[j] = swap;
    }
  world_update (world, changed, n_changed);
}

static void
test_random (void)
{
  static const char *const origins[] = {
    "'history_base':{'thread_id':'s%d','end_ordinal_exclusive':110}",
    "'forked_from_id':'s%d'",
    "'parent_thread_id':'s%d'",
  };

  for (guint n = 0; n < 300; n++)
    {
      const guint n_logs = g_test_rand_int_range (2, N_LOGS + 1);
      World world;

      world_init (&world);
      for (guint i = 0; i < n_logs; i++)
        {
          const char *origin = origins[g_test_rand_int_range (0, G_N_ELEMENTS (origins))];
          g_auto (GStrv) around = g_strsplit (origin, "%d", 2);
          g_autofree char *more =
            i == 0 || g_test_rand_int_range (0, 3) == 0
              ? NULL
              : g_strdup_printf ("%s%d%s", around[0], g_test_rand_int_range (0, (int) i),
                                 around[1]);

          world_add (&world, more);
        }
      world_resolve (&world);
      for (int step = 0; step < 25; step++)
        {
          random_step (&world, 100 + step);
          assert_table (&world);
        }
      world_clear (&world);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/call-rows/base-read-later", test_base_read_later);
  g_test_add_func ("/call-rows/random", test_random);
  return g_test_run ();
}
