/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bounds of text that is kept (facts V11). */
#define VDT_TITLE_MAX_CHARS 120

char *vdt_text_title (const char *text) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_text_cut (const char *text, gsize max_chars) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_text_strip_controls (const char *text) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_text_unmark (const char *line) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_text_hash24 (const char *text) G_GNUC_WARN_UNUSED_RESULT;
guint64 vdt_text_hash64 (const char *data, gsize len);

G_END_DECLS
