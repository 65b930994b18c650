/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-call-rows.h"
#include "vdt-ledger.h"
#include "vdt-log-digest.h"
#include "vdt-session.h"
#include "vdt-side-files.h"
#include "vdt-zone.h"

G_BEGIN_DECLS

/**
 * VdtCatalogSession:
 * @logs: (element-type VdtCatalogLog): its logs: segments oldest first, the current one last
 *   There are none where only its id is known
 * @own: its own spend; @tree: with that of all its sub-agents
 * @root: the session at the top of its tree; itself where it is no sub-agent
 */
typedef struct _VdtCatalogSession VdtCatalogSession;
struct _VdtCatalogSession
{
  char *id;
  char *native_id;
  char *home_id;
  VdtRuntime runtime;
  GPtrArray *logs;
  VdtCatalogSession *root;
  VdtCatalogSession *parent;
  VdtTokens own;
  VdtTokens tree;
};

/**
 * VdtCatalogLog:
 *
 * One log and what was read of it.
 */
typedef struct
{
  VdtLogFile *file;
  VdtLogDigest *digest;
  char *native_id;
  char *parent_id;
  VdtCatalogSession *session; /* NULL where the log holds no record */
  guint ledger_file;
  gboolean deleted; /* its owner removed the file */
} VdtCatalogLog;

/**
 * VdtCatalog:
 *
 * All logs of all homes, put together: sessions, calls, quotas. It reads nothing of its own but
 * what tells an original from a copy. Not thread-safe.
 */
typedef struct _VdtCatalog VdtCatalog;

VdtCatalog *vdt_catalog_new (VdtSideFiles *side) G_GNUC_WARN_UNUSED_RESULT;
void vdt_catalog_free (VdtCatalog *catalog);
VdtCatalogLog *vdt_catalog_put (VdtCatalog *catalog, VdtLogFile *file, VdtLogDigest *digest);
VdtCatalogLog *vdt_catalog_find (VdtCatalog *catalog, const char *path);
void vdt_catalog_remove (VdtCatalog *catalog, const char *path);
void vdt_catalog_move (VdtCatalog *catalog, const char *old_path, VdtLogFile *file);
void vdt_catalog_replace_file (VdtCatalog *catalog, VdtCatalogLog *log, VdtLogFile *file);
void vdt_catalog_resolve (VdtCatalog *catalog);
gboolean vdt_catalog_update (VdtCatalog *catalog, VdtCatalogLog *log, VdtLedgerChange *change);
void vdt_catalog_sum_session (VdtCatalog *catalog, VdtCatalogSession *session);

GPtrArray *vdt_catalog_get_logs (VdtCatalog *catalog);
GPtrArray *vdt_catalog_get_sessions (VdtCatalog *catalog);
VdtCatalogSession *
vdt_catalog_find_session (VdtCatalog *catalog, const char *home_id, const char *native_id);
VdtLedger *vdt_catalog_get_ledger (VdtCatalog *catalog);
VdtCallRows *vdt_catalog_get_call_rows (VdtCatalog *catalog);
const VdtCatalogSession *vdt_catalog_get_call_session (VdtCatalog *catalog,
                                                       const VdtLedgerCall *call);
VdtSessionInfo *vdt_catalog_make_info (VdtCatalog *catalog,
                                       VdtCatalogSession *session) G_GNUC_WARN_UNUSED_RESULT;
GPtrArray *vdt_catalog_get_decisions (const VdtCatalogSession *session) G_GNUC_WARN_UNUSED_RESULT;
GArray *vdt_catalog_get_quotas (VdtCatalog *catalog,
                                const VdtLogHome *home,
                                VdtZone *zone) G_GNUC_WARN_UNUSED_RESULT;
VdtSideFiles *vdt_catalog_get_side_files (VdtCatalog *catalog);
void vdt_catalog_offer_quotas (VdtCatalog *catalog,
                               GArray *quotas,
                               const VdtCatalogLog *log,
                               VdtZone *zone);
gboolean vdt_catalog_session_is_listed (const VdtCatalogSession *session);
gboolean vdt_catalog_home_has_sessions (VdtCatalog *catalog, const VdtLogHome *home);

char *vdt_catalog_make_session_id (VdtLogFile *file,
                                   VdtLogDigest *digest) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_session_id_make (VdtRuntime runtime,
                           const char *home_id,
                           const char *native_id) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtCatalog, vdt_catalog_free)

G_END_DECLS
