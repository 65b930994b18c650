/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "vdt-quota-reading.h"

G_BEGIN_DECLS

typedef enum
{
  VDT_RESET_CODEX_CREDITS,
  VDT_RESET_CLAUDE_LIMIT_RESET,
  VDT_RESET_CLAUDE_GRANTS,
} VdtResetKind;

/**
 * VdtQuotaLine:
 *
 * One window on a card: a reading and what follows from it.
 */
typedef struct
{
  VdtQuotaReading reading;
  VdtQuotaPace pace;
} VdtQuotaLine;

typedef struct
{
  VdtResetKind kind;
  VdtCount available; /* unknown is never none left */
  VdtTime as_of;
} VdtResetLine;

/**
 * VdtHome:
 *
 * One home of one agent with its quotas, for a card on screen. Main thread only.
 *
 * Emits `changed` whenever any of it did. Never holds two homes or accounts together.
 */
#define VDT_TYPE_HOME (vdt_home_get_type ())
G_DECLARE_FINAL_TYPE (VdtHome, vdt_home, VDT, HOME, GObject)

VdtHome *
vdt_home_new (VdtRuntime runtime, const char *id, const char *path) G_GNUC_WARN_UNUSED_RESULT;
VdtRuntime vdt_home_get_runtime (VdtHome *self);
const char *vdt_home_get_id (VdtHome *self);
const char *vdt_home_get_path (VdtHome *self);
const char *vdt_home_get_plan (VdtHome *self);
const char *vdt_home_get_problem (VdtHome *self);
const char *vdt_home_get_origin (VdtHome *self);
gboolean vdt_home_has_sessions (VdtHome *self);
guint vdt_home_get_n_files (VdtHome *self);
guint vdt_home_get_n_quotas (VdtHome *self);
const VdtQuotaLine *vdt_home_get_quota (VdtHome *self, guint index);
guint vdt_home_get_n_resets (VdtHome *self);
const VdtResetLine *vdt_home_get_reset (VdtHome *self, guint index);
VdtTime vdt_home_get_newest_reading (VdtHome *self);

/* For the engine and for tests. */
void vdt_home_set_found (VdtHome *self, gboolean has_sessions, guint n_files, const char *problem);
void vdt_home_set_origin (VdtHome *self, const char *origin);
void vdt_home_set_quotas (VdtHome *self, const VdtQuotaLine *lines, guint n_lines);
void vdt_home_set_resets (VdtHome *self, const VdtResetLine *lines, guint n_lines);

G_END_DECLS
