/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-change-set.h"
#include "vdt-cli.h"

G_BEGIN_DECLS

void vdt_cli_write_changes (VdtJsonWriter *writer, const VdtChangeSet *changes);
void vdt_cli_print_changes (const VdtChangeSet *changes, const char *indent);

G_END_DECLS
