/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-news.h"

/**
 * vdt_news_new:
 * @runtime: whose news
 *
 * Returns: (transfer full): no news yet
 */
VdtNews *
vdt_news_new (VdtRuntime runtime)
{
  VdtNews *news = g_new0 (VdtNews, 1);

  news->runtime = runtime;
  news->sessions = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_session_info_unref);
  news->to_store = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_session_info_unref);
  news->removed = g_ptr_array_new_with_free_func (g_free);
  return news;
}

/**
 * vdt_news_free:
 * @news: (nullable): news
 */
void
vdt_news_free (VdtNews *news)
{
  if (news == NULL)
    return;
  g_ptr_array_unref (news->sessions);
  g_ptr_array_unref (news->to_store);
  g_ptr_array_unref (news->removed);
  g_clear_pointer (&news->homes, g_ptr_array_unref);
  g_clear_pointer (&news->days, g_hash_table_unref);
  g_clear_pointer (&news->unreadable, g_ptr_array_unref);
  g_free (news);
}

static void
reading_clear (gpointer data)
{
  vdt_quota_reading_clear (data);
}

/**
 * vdt_home_news_copy:
 * @news: news of a home
 *
 * Returns: (transfer full): the same
 */
VdtHomeNews *
vdt_home_news_copy (const VdtHomeNews *news)
{
  VdtHomeNews *copy = g_memdup2 (news, sizeof *news);

  vdt_log_home_ref (copy->home);
  copy->quotas = g_array_sized_new (FALSE, TRUE, sizeof (VdtQuotaReading), news->quotas->len);
  g_array_set_clear_func (copy->quotas, reading_clear);
  for (guint i = 0; i < news->quotas->len; i++)
    {
      VdtQuotaReading reading;

      vdt_quota_reading_copy (&reading, &g_array_index (news->quotas, VdtQuotaReading, i));
      g_array_append_val (copy->quotas, reading);
    }
  return copy;
}

/**
 * vdt_home_news_free:
 * @news: (nullable): news of a home
 */
void
vdt_home_news_free (VdtHomeNews *news)
{
  if (news == NULL)
    return;
  vdt_log_home_unref (news->home);
  g_array_unref (news->quotas);
  g_free (news);
}
