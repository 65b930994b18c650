/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-catalog.h"
#include "vdt-collector.h"

G_BEGIN_DECLS

/**
 * VdtKeptLog:
 * @ahead: lines were fed behind the position: the digest is not to be stored yet
 * @whole: (nullable): what was read so far of the whole of a log whose window is shown meanwhile
 * @whole_until: how far it must be read to take that one's place
 * @anew: whether it was not read to its end since it was begun: another log may have stood there
 *   before, and what is left of that goes once the end is known
 * @in_pieces: whether some of its talk was stored before it was read to its end
 *
 * How far one log was read and whether that is stored.
 */
typedef struct
{
  VdtLogPosition position;
  gboolean has_position;
  gboolean ahead;
  gboolean restored; /* asked for, or read, in this run */
  gboolean dirty;    /* not stored yet */
  gboolean changed;  /* not told yet */
  VdtLogDigest *whole;
  guint64 whole_until;
  gboolean anew;
  gboolean in_pieces;
} VdtKeptLog;

struct _VdtCollector
{
  GObject parent_instance;

  VdtRuntime runtime;
  VdtStore *store;
  guint generation;
  VdtNewsFunc func;
  gpointer user_data;
  GCancellable *stopping; /* ends waits for the store, from the main thread */

  VdtZone *zone;
  VdtSideFiles *side;
  VdtCatalog *catalog;
  GPtrArray *homes;      /* VdtLogHome */
  GHashTable *kept;      /* path → VdtKeptLog */
  GPtrArray *moved_away; /* paths whose rows are to be deleted */
  GPtrArray *changed;    /* VdtCatalogLog, not told yet; of use only while the structure stays */
  GHashTable *unstored;  /* VdtCatalogLog */
  GPtrArray *home_news;  /* VdtHomeNews, as told last */
  GHashTable *published; /* session id → VdtPublished */
  GHashTable *loaded;    /* session id → VdtTokens, as an earlier run left them */
  GPtrArray *unreadable;
  VdtScanProgress progress;

  int retention_days; /* atomic: set by the main thread */
  VdtTime now_offset; /* set before the observer starts */

  gboolean loaded_counted;
  gboolean scanned;
  gboolean vanished_marked;
  gboolean dirty;
  gboolean structure_changed;
  gboolean homes_changed;
  gboolean accounts_changed;
  gboolean names_changed;
  gboolean unreadable_changed;
  gboolean progress_changed;
  gint64 last_resolve; /* monotonic, µs */
  gint64 resolve_cost;
};

/**
 * VdtPublished:
 *
 * What the main thread was last told of a session.
 */
typedef struct
{
  guint64 hash;
  VdtTokens tokens;
  gboolean seen;
} VdtPublished;

void vdt_collector_load (VdtCollector *self);
void vdt_collector_publish (VdtCollector *self, gboolean flush);
void vdt_collector_moved (VdtCollector *self, VdtLogFile *file, const char *old_path);
void
vdt_collector_mark (VdtCollector *self, VdtCatalogLog *log, VdtKeptLog *kept, gboolean changed);
VdtKeptLog *vdt_collector_keep (VdtCollector *self, const char *path);
const char *vdt_collector_find_former (VdtCollector *self, VdtLogFile *file);
void vdt_collector_keep_talk (VdtCollector *self, VdtLogDigest *digest);
void vdt_collector_store_talk (VdtCollector *self,
                               VdtStoreBatch *batch,
                               VdtLogFile *file,
                               VdtLogDigest *digest,
                               VdtKeptLog *kept,
                               gboolean at_end);
void vdt_collector_store_piece (VdtCollector *self,
                                VdtLogFile *file,
                                VdtLogDigest *digest,
                                VdtKeptLog *kept);
void vdt_collector_store (VdtCollector *self, const VdtNews *news);

G_END_DECLS
