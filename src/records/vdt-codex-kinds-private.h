/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-codex-record.h"

G_BEGIN_DECLS

/* The words that Codex writes as types (formats B.5, B.6), and what they mean here. */
VdtCodexKind vdt_codex_event_kind (const VdtJsonString *type);
VdtCodexKind vdt_codex_item_kind (const VdtJsonString *type);

G_END_DECLS
