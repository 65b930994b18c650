/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-talk.h"

G_BEGIN_DECLS

/* Decodes one line and feeds it; FALSE where it is no record. */
gboolean talk_feed_line (VdtTalk *talk, VdtRuntime runtime, const char *data, gsize len);

/* The same, of a line written with ' for ". */
void talk_feed_quoted (VdtTalk *talk, VdtRuntime runtime, const char *line);

/* Writes @talk and reads it back; both have the same summary and the same bytes. */
VdtTalk *talk_copy (const VdtTalk *talk, VdtRuntime runtime) G_GNUC_WARN_UNUSED_RESULT;

void talk_assert_same (const VdtTalk *a, const VdtTalk *b);

/* The title by rulings' order, without what lives in other files. */
const char *talk_title (const VdtTalkSummary *summary);

G_END_DECLS
