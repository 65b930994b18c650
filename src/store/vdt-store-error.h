/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VdtStoreError:
 * @VDT_STORE_ERROR_OPEN: the file cannot be opened, read or written for another reason than
 *   those below: a folder in its place, a disk that answers with errors
 * @VDT_STORE_ERROR_NEWER: a newer Vedette made it; it was not touched
 * @VDT_STORE_ERROR_CORRUPT: it is damaged, or no database at all
 * @VDT_STORE_ERROR_LOCKED: another process kept it locked for longer than the busy timeout
 * @VDT_STORE_ERROR_READ_ONLY: it, or its folder, cannot be written
 * @VDT_STORE_ERROR_FULL: no room on the disk
 * @VDT_STORE_ERROR_FAILED: the request itself cannot be carried out (a value that the schema
 *   refuses, out of memory); the database is as good as before
 * @VDT_STORE_ERROR_STALE: the batch was made from another generation of the database than the
 *   one in use; nothing was written, read the logs again from
 * [method@VdtStore.load_log_files_async]
 * @VDT_STORE_ERROR_CLOSED: the store is closed, or was never opened
 * @VDT_STORE_ERROR_UNREADY: for a guest: there is no database yet, or an older Vedette made it
 *
 * What can go wrong with the database. `FAILED`, `STALE` and `CLOSED` (and
 * `G_IO_ERROR_CANCELLED`) are what a caller of [class@VdtStore] meets: of all the others the
 * store recovers, and tells through its `state` and `reason`. Only *Delete history* and *Forget
 * this session* answer with them, since doing those in memory alone would be a lie. A guest
 * ([ctor@VdtStore.new_guest]) has no memory to go on in: it meets all of them.
 */
typedef enum
{
  VDT_STORE_ERROR_OPEN,
  VDT_STORE_ERROR_NEWER,
  VDT_STORE_ERROR_CORRUPT,
  VDT_STORE_ERROR_LOCKED,
  VDT_STORE_ERROR_READ_ONLY,
  VDT_STORE_ERROR_FULL,
  VDT_STORE_ERROR_FAILED,
  VDT_STORE_ERROR_STALE,
  VDT_STORE_ERROR_CLOSED,
  VDT_STORE_ERROR_UNREADY,
} VdtStoreError;

#define VDT_STORE_ERROR (vdt_store_error_quark ())

GQuark vdt_store_error_quark (void);
VdtStoreError vdt_store_error_from_errno (int error_number);

G_END_DECLS
