/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "vdt-count.h"

G_BEGIN_DECLS

/* Beyond this many open objects and arrays a document is malformed (rulings: *Depth*). */
#define VDT_JSON_MAX_DEPTH 1024

/**
 * VdtJsonSpan:
 * @data: (array length=len) (nullable): the first byte of a value; not zero-terminated
 * @len: how many bytes the value has; 0 where there is none
 *
 * A whole value inside a document, left as it is. Lives as long as the document's bytes.
 */
typedef struct
{
  const char *data;
  gsize len;
} VdtJsonSpan;

/**
 * VdtJsonString:
 * @data: (nullable): the bytes between the quotes, escapes not resolved
 * @len: how many bytes
 * @escaped: whether there is a backslash in it
 *
 * A string inside a document. `data` is `NULL` where the string was not there.
 */
typedef struct
{
  const char *data;
  gsize len;
  gboolean escaped;
} VdtJsonString;

typedef enum
{
  VDT_JSON_END, /* no value: the document or the container ends here, or is broken */
  VDT_JSON_OBJECT,
  VDT_JSON_ARRAY,
  VDT_JSON_STRING,
  VDT_JSON_NUMBER,
  VDT_JSON_TRUE,
  VDT_JSON_FALSE,
  VDT_JSON_NULL,
} VdtJsonType;

typedef enum
{
  VDT_NUMBER_ABSENT, /* not there, or null */
  VDT_NUMBER_GOOD,
  VDT_NUMBER_BAD, /* there, but no whole number from 0 to 2^63 - 1 */
} VdtNumberState;

/**
 * VdtTextFunc:
 * @data: (array length=len): the next piece of a text: valid UTF-8, no character cut in two
 * @len: its length, more than 0
 * @user_data: as given
 *
 * Takes a text piece by piece.
 */
typedef void (*VdtTextFunc) (const char *data, gsize len, gpointer user_data);

/**
 * VdtJsonReader:
 *
 * A cursor over one document in memory. It allocates nothing and copies nothing; the
 * caller asks for what it wants and skips the rest. Once something is malformed every
 * further call fails, so that a caller may check [func@vdt_json_reader_failed] once at the end.
 *
 * At most one value is due at a time: the document's own at the start, then the one behind a
 * key or the next element. A call that wants another type than the one due says `FALSE` and
 * leaves the value due, so that the caller may try another; a value still due when the next key
 * or element is asked for is skipped. So `if (enter_object) … ` needs no `else`. A container
 * that was entered must be walked until its `next_key` or `next_element` says `FALSE`.
 *
 * What is walked is checked in full; what is skipped is checked for balanced brackets,
 * closed strings and depth. [func@vdt_json_check] checks a whole document in full.
 */
typedef struct
{
  const char *pos;
  const char *end;
  const char *start;
  guint depth;
  gboolean first; /* nothing was read of the innermost container yet */
  gboolean due;   /* a value stands here that was not read yet */
  gboolean failed;
} VdtJsonReader;

void vdt_json_reader_init (VdtJsonReader *reader, const char *data, gsize len);
void vdt_json_reader_init_span (VdtJsonReader *reader, const VdtJsonSpan *span);
gboolean vdt_json_reader_failed (const VdtJsonReader *reader);
gboolean vdt_json_reader_at_end (VdtJsonReader *reader);

VdtJsonType vdt_json_reader_peek (VdtJsonReader *reader);
gboolean vdt_json_reader_enter_object (VdtJsonReader *reader);
gboolean vdt_json_reader_next_key (VdtJsonReader *reader, VdtJsonString *key);
gboolean vdt_json_reader_enter_array (VdtJsonReader *reader);
gboolean vdt_json_reader_next_element (VdtJsonReader *reader);
gboolean vdt_json_reader_skip (VdtJsonReader *reader);
gboolean vdt_json_reader_read_span (VdtJsonReader *reader, VdtJsonSpan *span);
gboolean vdt_json_reader_read_string (VdtJsonReader *reader, VdtJsonString *string);
gboolean vdt_json_reader_read_boolean (VdtJsonReader *reader, gboolean *value);
VdtNumberState vdt_json_reader_read_count (VdtJsonReader *reader, VdtCount *value);
VdtNumberState vdt_json_reader_read_double (VdtJsonReader *reader, double *value);

gboolean vdt_json_string_equal (const VdtJsonString *string, const char *literal);
gboolean vdt_json_string_is_set (const VdtJsonString *string);
char *vdt_json_string_dup (const VdtJsonString *string, gsize max_bytes) G_GNUC_WARN_UNUSED_RESULT;
gsize vdt_json_string_copy (const VdtJsonString *string, char *buffer, gsize size);
guint64 vdt_json_string_hash (const VdtJsonString *string);
void vdt_json_string_each (const VdtJsonString *string, VdtTextFunc func, gpointer user_data);
gboolean vdt_json_check (const char *data, gsize len);

G_END_DECLS
