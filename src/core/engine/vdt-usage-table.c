/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-usage-table.h"

#include <string.h>

static void
row_free (gpointer data)
{
  VdtUsageRow *row = data;

  g_free (row->key);
  g_free (row);
}

/**
 * vdt_usage_table_free:
 * @table: (nullable): a table
 */
void
vdt_usage_table_free (VdtUsageTable *table)
{
  if (table == NULL)
    return;
  g_ptr_array_unref (table->rows);
  g_free (table);
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const VdtUsageRow *x = *(const VdtUsageRow *const *) a;
  const VdtUsageRow *y = *(const VdtUsageRow *const *) b;
  int order = g_strcmp0 (x->key, y->key);

  /* by name: claude before codex, and an unnamed key before any */
  return order != 0
           ? order
           : strcmp (vdt_runtime_to_string (x->runtime), vdt_runtime_to_string (y->runtime));
}

/* Days are told apart by number, everything else by its text. */
typedef struct
{
  VdtUsageTable *table;
  GHashTable *texts;                /* key + runtime → VdtUsageRow */
  GHashTable *days[VDT_N_RUNTIMES]; /* day → VdtUsageRow */
} Builder;

static VdtUsageRow *
add_row (Builder *builder, char *key, VdtRuntime runtime)
{
  VdtUsageRow *row = g_new0 (VdtUsageRow, 1);

  row->key = key;
  row->runtime = runtime;
  vdt_tokens_init (&row->tokens);
  g_ptr_array_add (builder->table->rows, row);
  return row;
}

static VdtUsageRow *
day_row (Builder *builder, VdtRuntime runtime, gint64 day)
{
  gpointer id = GINT_TO_POINTER ((int) day);
  VdtUsageRow *row = g_hash_table_lookup (builder->days[runtime], id);

  if (row == NULL)
    {
      int year = 0, month = 0, day_of_month = 0;

      vdt_civil_from_days (day, &year, &month, &day_of_month);
      row =
        add_row (builder, g_strdup_printf ("%04d-%02d-%02d", year, month, day_of_month), runtime);
      g_hash_table_insert (builder->days[runtime], id, row);
    }
  return row;
}

static VdtUsageRow *
text_row (Builder *builder, VdtRuntime runtime, const char *key)
{
  g_autofree char *id = g_strdup_printf ("%u\n%s", (guint) runtime, key != NULL ? key : "");
  VdtUsageRow *row = g_hash_table_lookup (builder->texts, id);

  if (row == NULL)
    {
      row = add_row (builder, g_strdup (key), runtime);
      g_hash_table_insert (builder->texts, g_steal_pointer (&id), row);
    }
  return row;
}

static VdtUsageRow *
row_for (Builder *builder,
         VdtCatalog *catalog,
         const VdtLedgerCall *call,
         VdtUsageBy by,
         VdtZone *zone)
{
  const VdtCatalogSession *session = vdt_catalog_get_call_session (catalog, call);
  const VdtUsageDigest *usage = NULL;

  switch (by)
    {
    case VDT_USAGE_BY_DAY:
      return vdt_time_known (call->call.time)
               ? day_row (builder, session->runtime, vdt_zone_local_day (zone, call->call.time))
               : text_row (builder, session->runtime, NULL);
    case VDT_USAGE_BY_SESSION:
      return text_row (builder, session->runtime, session->root->native_id);
    case VDT_USAGE_BY_MODEL:
      usage = vdt_ledger_get_file (vdt_catalog_get_ledger (catalog), call->file)->digest;
      return text_row (builder, session->runtime,
                       vdt_usage_digest_get_name (usage, call->call.model));
    case VDT_USAGE_BY_HOME:
      return text_row (builder, session->runtime, session->home_id);
    case VDT_USAGE_BY_TOTAL:
      break;
    }
  return text_row (builder, session->runtime, "total");
}

/**
 * vdt_usage_table_new:
 * @catalog: a resolved catalog
 * @by: what a row is of
 * @zone: for days
 * @since: calls from then on; unknown for all
 * @until: calls before then; unknown for all
 *
 * Returns: (transfer full): the calls added up
 */
VdtUsageTable *
vdt_usage_table_new (VdtCatalog *catalog,
                     VdtUsageBy by,
                     VdtZone *zone,
                     VdtTime since,
                     VdtTime until)
{
  VdtLedger *ledger = vdt_catalog_get_ledger (catalog);
  VdtUsageTable *table = g_new0 (VdtUsageTable, 1);
  Builder builder = { .table = table };

  table->rows = g_ptr_array_new_with_free_func (row_free);
  vdt_tokens_init (&table->totals);
  builder.texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    builder.days[i] = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < vdt_ledger_get_n_calls (ledger); i++)
    {
      const VdtLedgerCall *call = vdt_ledger_get_call (ledger, i);
      VdtTokens tokens;

      if ((vdt_time_known (since) || vdt_time_known (until)) && !vdt_time_known (call->call.time))
        continue;
      if ((vdt_time_known (since) && call->call.time < since) ||
          (vdt_time_known (until) && call->call.time >= until))
        continue;
      vdt_call_get_tokens (&call->call, &tokens);
      vdt_tokens_add (&row_for (&builder, catalog, call, by, zone)->tokens, &tokens);
      vdt_tokens_add (&table->totals, &tokens);
    }
  g_ptr_array_sort (table->rows, compare_rows);
  g_hash_table_unref (builder.texts);
  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    g_hash_table_unref (builder.days[i]);
  return table;
}
