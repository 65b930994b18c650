/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-call-rows.h"

#include "vdt-text.h"

/* A call as it counted before; @print changes with anything that its row says. */
typedef struct
{
  guint64 key;
  guint64 print;
} Counted;

struct _VdtCallRows
{
  GArray *counted; /* Counted */
  GArray *stale;   /* guint64, keys */
};

/**
 * vdt_call_rows_new:
 *
 * Returns: (transfer full): what knows of no call yet
 */
VdtCallRows *
vdt_call_rows_new (void)
{
  VdtCallRows *rows = g_new0 (VdtCallRows, 1);

  rows->counted = g_array_new (FALSE, FALSE, sizeof (Counted));
  rows->stale = g_array_new (FALSE, FALSE, sizeof (guint64));
  return rows;
}

/**
 * vdt_call_rows_free:
 * @rows: (transfer full) (nullable): what is no longer needed
 */
void
vdt_call_rows_free (VdtCallRows *rows)
{
  if (rows == NULL)
    return;
  g_array_unref (rows->counted);
  g_array_unref (rows->stale);
  g_free (rows);
}

static guint64
print_call (VdtLedger *ledger, const VdtLedgerCall *call)
{
  const VdtCall *said = &call->call;
  const VdtLedgerFile *file = vdt_ledger_get_file (ledger, call->file);
  const guint64 fields[] = {
    (guint64) GPOINTER_TO_SIZE (file->user_data),
    (guint64) said->time,
    (guint64) said->uncached_input,
    (guint64) said->cache_read,
    (guint64) said->cache_creation,
    (guint64) said->output,
    (guint64) said->reasoning,
    said->model,
  };

  return vdt_text_hash64 ((const char *) fields, sizeof fields);
}

/**
 * vdt_call_rows_remember:
 * @rows: what is to learn what changes
 * @ledger: a ledger that is about to count anew
 * @removed: (element-type gpointer): the `user_data` of logs that are no longer looked at: their
 *   calls were real, so their rows stay
 *
 * Takes down what counts now.
 */
void
vdt_call_rows_remember (VdtCallRows *rows, VdtLedger *ledger, GHashTable *removed)
{
  g_array_set_size (rows->counted, 0);
  for (guint i = 0; i < vdt_ledger_get_n_calls (ledger); i++)
    {
      const VdtLedgerCall *call = vdt_ledger_get_call (ledger, i);
      const Counted counted = { call->call.key, print_call (ledger, call) };

      if (counted.key != 0 &&
          !g_hash_table_contains (removed, vdt_ledger_get_file (ledger, call->file)->user_data))
        g_array_append_val (rows->counted, counted);
    }
}

/**
 * vdt_call_rows_compare:
 * @rows: what remembers how it was before
 * @ledger: the same ledger, after it counted anew
 *
 * Finds what has changed. Calls that were read since their log was stored are left out: they are
 * stored with it.
 */
void
vdt_call_rows_compare (VdtCallRows *rows, VdtLedger *ledger)
{
  const guint n_calls = vdt_ledger_get_n_calls (ledger);
  g_autofree guint8 *known = g_malloc0 (n_calls + 1);

  for (guint i = 0; i < rows->counted->len; i++)
    {
      const Counted *before = &g_array_index (rows->counted, Counted, i);
      guint index = 0;

      if (!vdt_ledger_find_call (ledger, before->key, &index))
        g_array_append_val (rows->stale, before->key);
      else
        known[index] = print_call (ledger, vdt_ledger_get_call (ledger, index)) == before->print;
    }
  for (guint i = 0; i < n_calls; i++)
    {
      const VdtLedgerCall *call = vdt_ledger_get_call (ledger, i);
      const VdtLedgerFile *file = vdt_ledger_get_file (ledger, call->file);

      if (!known[i] && call->call.key != 0 && call->call.line < file->digest->touched)
        g_array_append_val (rows->stale, call->call.key);
    }
  g_array_set_size (rows->counted, 0);
}

/**
 * vdt_call_rows_get_stale:
 * @rows: what knows
 *
 * Returns: (transfer none) (element-type guint64): keys of calls whose row is wrong, of no call
 *   any more or not there; the ledger tells which. A key may be named twice. Who has dealt with
 *   them empties it
 */
GArray *
vdt_call_rows_get_stale (VdtCallRows *rows)
{
  return rows->stale;
}
