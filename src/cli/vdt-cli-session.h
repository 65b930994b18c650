/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-cli.h"
#include "vdt-session.h"

G_BEGIN_DECLS

void vdt_cli_write_session (VdtJsonWriter *writer, const VdtSessionInfo *info);
const char *vdt_cli_describe_lifecycle (VdtLifecycle lifecycle);
void vdt_cli_print_session (VdtCli *cli, const VdtSessionInfo *info);

G_END_DECLS
