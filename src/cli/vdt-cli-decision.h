/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-cli.h"
#include "vdt-decision.h"

G_BEGIN_DECLS

void vdt_cli_write_decision (VdtJsonWriter *writer,
                             const char *agent_id,
                             const char *id,
                             const VdtDecision *decision,
                             VdtDecisionStatus status,
                             gint64 revision,
                             const char *review_status);
void vdt_cli_print_decision (VdtCli *cli,
                             const VdtSessionInfo *session,
                             const char *id,
                             const VdtDecision *decision);

G_END_DECLS
