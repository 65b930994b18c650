/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-home.h"
#include "vdt-log-home.h"
#include "vdt-session.h"

G_BEGIN_DECLS

/**
 * VdtHomeNews:
 *
 * What is known of one home now.
 */
typedef struct
{
  VdtLogHome *home;
  gboolean has_sessions;
  guint n_files;
  GArray *quotas;  /* VdtQuotaReading */
  VdtCount grants; /* Claude: resets that the plan's grants have left */
  VdtTime grants_as_of;
} VdtHomeNews;

/**
 * VdtNews:
 * @sessions: (element-type VdtSessionInfo): new ones and changed ones
 * @to_store: (element-type VdtSessionInfo): those of them that the store does not have yet
 * @removed: (element-type utf8): ids of sessions that are no more
 * @homes: (nullable) (element-type VdtHomeNews): all homes of the runtime, where any changed
 * @days: (nullable): gint64 day → #VdtTokens, the whole runtime, where any changed
 * @days_partial: whether only the days from @days_since on are told and earlier ones stay
 * @days_since: a day number
 * @unreadable: (nullable) (element-type utf8): what cannot be read, where that changed
 * @scanned: whether all that is there has been read
 *
 * What an observer's thread tells the main thread. Immutable once it is on its way.
 */
typedef struct
{
  VdtRuntime runtime;
  GPtrArray *sessions;
  GPtrArray *to_store;
  GPtrArray *removed;
  GPtrArray *homes;
  GHashTable *days;
  gboolean days_partial;
  gint64 days_since;
  GPtrArray *unreadable;
  gboolean scanned;
  guint files_done;
  guint files_total;
  guint64 bytes_done;
  guint64 bytes_total;
  gboolean counts_known; /* whether the next two were counted */
  guint64 bad_values;
  guint64 malformed_lines;
} VdtNews;

VdtHomeNews *vdt_home_news_copy (const VdtHomeNews *news) G_GNUC_WARN_UNUSED_RESULT;
VdtNews *vdt_news_new (VdtRuntime runtime) G_GNUC_WARN_UNUSED_RESULT;
void vdt_news_free (VdtNews *news);
void vdt_home_news_free (VdtHomeNews *news);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtNews, vdt_news_free)

G_END_DECLS
