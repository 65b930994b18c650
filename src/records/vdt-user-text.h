/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-json-reader.h"

G_BEGIN_DECLS

/* How much of a text is looked at to tell what it is, in bytes. */
#define VDT_USER_TEXT_MAX_LOOK (64 * 1024)

/**
 * VdtTextKind:
 * @VDT_TEXT_NONE: blank
 * @VDT_TEXT_REAL: what a person wrote
 * @VDT_TEXT_COMMAND: the tags of a slash command
 * @VDT_TEXT_LOCAL: output of a local command, or a shell line
 * @VDT_TEXT_INTERRUPTED: the line an interruption leaves
 * @VDT_TEXT_NOTICE: of a background task
 * @VDT_TEXT_INJECTED: context that the agent put in the user's place
 */
typedef enum
{
  VDT_TEXT_NONE,
  VDT_TEXT_REAL,
  VDT_TEXT_COMMAND,
  VDT_TEXT_LOCAL,
  VDT_TEXT_INTERRUPTED,
  VDT_TEXT_NOTICE,
  VDT_TEXT_INJECTED,
} VdtTextKind;

VdtTextKind vdt_user_text_kind (const VdtJsonString *text, gboolean typed);
const char *vdt_user_text_find_real (const char *text, gboolean typed);
char *vdt_user_text_get_command (const VdtJsonString *text) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_user_text_get_cwd (const VdtJsonString *text) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
