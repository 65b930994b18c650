/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-count.h"
#include "vdt-time.h"

G_BEGIN_DECLS

/**
 * VdtJsonWriter:
 *
 * Writes one JSON document, indented by two spaces, without building it in memory first. What
 * may be unknown is `null`, times are RFC 3339 in UTC, and a number keeps the fewest digits that
 * name it. json-glib writes 6.2 as 6.2000000000000002, which no person wants to read.
 */
typedef struct _VdtJsonWriter VdtJsonWriter;

void vdt_json_append_string (GString *out, const char *text);

VdtJsonWriter *vdt_json_writer_new (void) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_json_writer_finish (VdtJsonWriter *writer) G_GNUC_WARN_UNUSED_RESULT;
void vdt_json_writer_begin_object (VdtJsonWriter *writer);
void vdt_json_writer_end_object (VdtJsonWriter *writer);
void vdt_json_writer_begin_array (VdtJsonWriter *writer);
void vdt_json_writer_end_array (VdtJsonWriter *writer);
void vdt_json_writer_key (VdtJsonWriter *writer, const char *key);
void vdt_json_writer_null (VdtJsonWriter *writer);
void vdt_json_writer_string (VdtJsonWriter *writer, const char *value);
void vdt_json_writer_int (VdtJsonWriter *writer, gint64 value);
void vdt_json_writer_count (VdtJsonWriter *writer, VdtCount value);
void vdt_json_writer_boolean (VdtJsonWriter *writer, gboolean value);
void vdt_json_writer_double (VdtJsonWriter *writer, double value);
void vdt_json_writer_time (VdtJsonWriter *writer, VdtTime value);

G_END_DECLS
