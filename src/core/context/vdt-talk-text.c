/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-context"

#include "config.h"

#include "vdt-talk-private.h"

#include "vdt-text.h"

/**
 * vdt_talk_text_kind:
 * @text: a text in a user's place
 * @typed: whether the log says that a person typed it
 * @title: (out) (optional) (nullable): its title, where it is real
 *
 * Tells what a person wrote from what an agent put there. Looks at the first 64 KiB.
 *
 * Returns: what it is
 */
VdtTextKind
vdt_talk_text_kind (const VdtJsonString *text, gboolean typed, char **title)
{
  const VdtTextKind kind = vdt_user_text_kind (text, typed);
  g_autofree char *whole = NULL;
  const char *real = NULL;

  if (kind != VDT_TEXT_REAL || title == NULL)
    return kind;
  whole = vdt_json_string_dup (text, VDT_TALK_MAX_TEXT);
  real = vdt_user_text_find_real (whole, typed);
  *title = real != NULL ? vdt_text_title (real) : NULL;
  return kind;
}

/* At most what is kept of a message, without terminal escapes. */
static char *
keep_message (const char *text)
{
  g_autofree char *clean = vdt_text_strip_controls (text);

  return vdt_text_cut (g_strchomp (clean), VDT_MESSAGE_MAX_CHARS);
}

/**
 * vdt_talk_visible_text:
 * @text: of the kind `VDT_TEXT_REAL`
 * @typed: whether the log says that a person typed it
 *
 * Returns: (transfer full) (nullable): what the person wrote, without what an agent put before it
 */
char *
vdt_talk_visible_text (const VdtJsonString *text, gboolean typed)
{
  g_autofree char *whole = vdt_json_string_dup (text, VDT_TALK_MAX_MESSAGE);
  const char *real = whole != NULL ? vdt_user_text_find_real (whole, typed) : NULL;

  return real != NULL ? keep_message (real) : NULL;
}

/**
 * vdt_talk_plain_text:
 * @text: what an agent said
 *
 * Returns: (transfer full) (nullable): as much of it as is kept
 */
char *
vdt_talk_plain_text (const VdtJsonString *text)
{
  g_autofree char *whole = vdt_json_string_dup (text, VDT_TALK_MAX_MESSAGE);

  return whole != NULL ? keep_message (whole) : NULL;
}

/**
 * vdt_talk_command_title:
 * @text: of the kind `VDT_TEXT_COMMAND`
 *
 * Returns: (transfer full) (nullable): `/name args`, cut like a title
 */
char *
vdt_talk_command_title (const VdtJsonString *text)
{
  g_autofree char *line = vdt_user_text_get_command (text);

  return line != NULL ? vdt_text_title (line) : NULL;
}

/**
 * vdt_talk_string_title:
 * @text: a name that somebody gave
 *
 * Returns: (transfer full) (nullable): @text as a title
 */
char *
vdt_talk_string_title (const VdtJsonString *text)
{
  g_autofree char *whole = vdt_json_string_dup (text, VDT_TALK_MAX_TEXT);

  return whole != NULL ? vdt_text_title (whole) : NULL;
}
