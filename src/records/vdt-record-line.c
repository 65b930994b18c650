/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-records"

#include "config.h"

#include "vdt-record-line.h"

#include "vdt-record-splitter.h"

static gboolean
is_blank (const char *data, gsize len)
{
  for (gsize i = 0; i < len; i++)
    if (data[i] != ' ' && data[i] != '\t' && data[i] != '\r')
      return FALSE;
  return TRUE;
}

/**
 * vdt_record_line_split:
 * @data: (array length=len): one line, without its newline
 * @len: its length
 * @func: (scope call): given every complete record of the line, in order
 * @user_data: for @func
 *
 * A line is one record but where something broke: then it may hold several, or one behind a torn
 * part (rulings: *Line with several records*). Nearly every line is decoded just once.
 *
 * Returns: how many parts of the line are malformed
 */
guint
vdt_record_line_split (const char *data, gsize len, VdtRecordFunc func, gpointer user_data)
{
  VdtRecordSplitter splitter;
  VdtJsonSpan span;
  guint malformed = 0;

  if (is_blank (data, len) || func (data, len, user_data))
    return 0;
  vdt_record_splitter_init (&splitter, data, len);
  while (vdt_record_splitter_next (&splitter, &span))
    if (!func (span.data, span.len, user_data))
      malformed++;
  return malformed + splitter.malformed;
}
