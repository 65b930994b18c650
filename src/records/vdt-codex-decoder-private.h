/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-codex-record.h"

G_BEGIN_DECLS

/* Codex wrote seconds from the record's own time in `resets_in_seconds` (0.44) before it wrote
 * `resets_at`; the record's time stands before its payload, but need not. */
typedef struct
{
  VdtCodexRecord *record;
  VdtJsonString type;
  VdtJsonString inner_type;
  VdtJsonString record_type;
  VdtCount info_window;
  VdtCount primary_resets_in;
  VdtCount secondary_resets_in;
  gboolean source_is_subagent;
  gboolean source_is_internal;
  VdtJsonString spawn_nickname;
} VdtCodexDecoder;

void vdt_codex_decode_session_meta (VdtJsonReader *reader, VdtCodexDecoder *decoder);

G_END_DECLS
