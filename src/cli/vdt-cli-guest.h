/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-cli.h"
#include "vdt-guest.h"

G_BEGIN_DECLS

VdtGuest *vdt_cli_open_guest (VdtCli *cli) G_GNUC_WARN_UNUSED_RESULT;
int vdt_cli_fail_guest (GError *error);
VdtSessionInfo *vdt_cli_find_agent (VdtGuest *guest, const char *name) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
