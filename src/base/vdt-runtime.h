/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VdtRuntime:
 *
 * Whose logs they are.
 */
typedef enum
{
  VDT_RUNTIME_CODEX,
  VDT_RUNTIME_CLAUDE,
} VdtRuntime;

#define VDT_N_RUNTIMES 2

/**
 * vdt_runtime_to_string:
 * @runtime: a runtime
 *
 * Returns: `codex` or `claude`, as in JSON and in ids
 */
static inline const char *
vdt_runtime_to_string (VdtRuntime runtime)
{
  return runtime == VDT_RUNTIME_CODEX ? "codex" : "claude";
}

G_END_DECLS
