/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-blob.h"
#include "vdt-session.h"

G_BEGIN_DECLS

void vdt_session_info_write (const VdtSessionInfo *info, GByteArray *blob);
VdtSessionInfo *vdt_session_info_read (gconstpointer data, gsize len) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
