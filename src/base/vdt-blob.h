/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VdtBlobReader:
 *
 * Reads what [func@vdt_blob_put_int] and its kin wrote. Bytes come from a database that
 * anybody may have damaged: once something does not fit, `failed` is set and every further
 * read gives nothing.
 */
typedef struct
{
  const guint8 *pos;
  const guint8 *end;
  gboolean failed;
} VdtBlobReader;

void vdt_blob_put_int (GByteArray *blob, gint64 value);
void vdt_blob_put_string (GByteArray *blob, const char *value);
void vdt_blob_put_bytes (GByteArray *blob, gconstpointer data, gsize len);

void vdt_blob_reader_init (VdtBlobReader *reader, gconstpointer data, gsize len);
gint64 vdt_blob_get_int (VdtBlobReader *reader);
gint64 vdt_blob_get_int_in (VdtBlobReader *reader, gint64 low, gint64 high);
gsize vdt_blob_get_length (VdtBlobReader *reader, gsize smallest_item);
char *vdt_blob_get_string (VdtBlobReader *reader) G_GNUC_WARN_UNUSED_RESULT;
gboolean vdt_blob_get_bytes (VdtBlobReader *reader, gpointer data, gsize len);

G_END_DECLS
