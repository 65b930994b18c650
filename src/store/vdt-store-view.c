/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-store-view.h"

/**
 * vdt_store_view_free:
 * @view: (nullable) (transfer full): an answer
 */
void
vdt_store_view_free (VdtStoreView *view)
{
  if (view == NULL)
    return;
  g_free (view->sessions);
  g_free (view->quotas);
  g_free (view->days);
  g_free (view->homes);
  g_clear_pointer (&view->meta, g_hash_table_unref);
  vdt_store_arena_free (view->bytes);
  g_free (view);
}

/**
 * vdt_store_log_files_free:
 * @files: (nullable) (transfer full): an answer
 */
void
vdt_store_log_files_free (VdtStoreLogFiles *files)
{
  if (files == NULL)
    return;
  g_free (files->files);
  vdt_store_arena_free (files->bytes);
  g_free (files);
}

/**
 * vdt_store_calls_free:
 * @calls: (nullable) (transfer full): an answer
 */
void
vdt_store_calls_free (VdtStoreCalls *calls)
{
  if (calls == NULL)
    return;
  g_free (calls->calls);
  vdt_store_arena_free (calls->bytes);
  g_free (calls);
}
