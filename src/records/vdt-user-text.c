/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-records"

#include "config.h"

#include "vdt-user-text.h"

#include <string.h>

/* Elements that an agent or its editor plugin puts into the user's place (formats B.5, J.1).
 * Any other tag is a person's own text: prompts do begin with `<`. */
static const char *const wrapper_tags[] = {
  "command-name",
  "command-message",
  "command-args",
  "command-contents",
  "bash-input",
  "bash-stdout",
  "bash-stderr",
  "task-notification",
  "system-reminder",
  "new-diagnostics",
  "tools-used-before-compaction",
  "environment_context",
  "user_instructions",
  "INSTRUCTIONS",
  "turn_aborted",
  "user_shell_command",
  "user_action",
  "skill",
  "skills_instructions",
  "plugins_instructions",
  "apps_instructions",
  "subagent_notification",
  "permissions",
  "collaboration_mode",
  "model_switch",
  "personality_spec",
  "multi_agent_mode",
  "recommended_plugins",
  "hook_prompt",
};

/* Notes without a tag; what a log marks as typed is none of these. */
static const char *const note_prefixes[] = {
  "Caveat:",
  "This session is being continued",
  "[Request interrupted",
  "Another language model started to solve this problem",
  "You were originally given instructions from a user",
};

/* Headings of the editor plugin's context, and the one below which the request stands. */
static const char *const context_headings[] = {
  "# Context from my IDE setup:",
  "# Files mentioned by the user:",
};
#define REQUEST_HEADING "## My request for Codex:"

#define AGENTS_HEADING "# AGENTS.md instructions"
#define AGENTS_END     "</INSTRUCTIONS>"

#define PREFIX_BYTES 160

static const char *
skip_blank (const char *p)
{
  while (*p != '\0' && g_unichar_isspace (g_utf8_get_char (p)))
    p = g_utf8_next_char (p);
  return p;
}

static gsize
tag_name_length (const char *tag)
{
  gsize n = 0;

  while (g_ascii_isalnum (tag[n]) || tag[n] == '-' || tag[n] == '_')
    n++;
  return n;
}

/* @name stands behind a `<`; it is none where no `>` or blank follows. */
static gboolean
is_wrapper_tag (const char *name, gsize len)
{
  if (len == 0 || (name[len] != '>' && !g_ascii_isspace (name[len])))
    return FALSE;
  if (g_str_has_prefix (name, "local-command-") || g_str_has_prefix (name, "ide_"))
    return TRUE;
  if (len > 5 && memcmp (name + len - 5, "-hook", 5) == 0)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (wrapper_tags); i++)
    if (strlen (wrapper_tags[i]) == len && memcmp (name, wrapper_tags[i], len) == 0)
      return TRUE;
  return FALSE;
}

/* What stands behind @end, or NULL where @end is not there: then all of it is the wrapper. */
static const char *
behind (const char *p, const char *end)
{
  const char *found = strstr (p, end);

  return found != NULL ? found + strlen (end) : NULL;
}

/* Goes over one wrapper at @p. Leaves @p alone where there is none. */
static const char *
skip_wrapper (const char *p, gboolean typed)
{
  if (*p == '<')
    {
      const gsize len = tag_name_length (p + 1);
      g_autofree char *end = NULL;

      if (!is_wrapper_tag (p + 1, len))
        return p;
      end = g_strdup_printf ("</%.*s", (int) len, p + 1);
      p = behind (p, end);
      return p != NULL ? behind (p, ">") : NULL;
    }
  if (g_str_has_prefix (p, AGENTS_HEADING))
    return behind (p, AGENTS_END);
  for (guint i = 0; i < G_N_ELEMENTS (context_headings); i++)
    if (g_str_has_prefix (p, context_headings[i]))
      return behind (p, REQUEST_HEADING);
  for (guint i = 0; i < G_N_ELEMENTS (note_prefixes) && !typed; i++)
    if (g_str_has_prefix (p, note_prefixes[i]))
      return NULL;
  return p;
}

/**
 * vdt_user_text_find_real:
 * @text: (not nullable): a text in a user's place
 * @typed: whether the log says that a person typed it
 *
 * Returns: (nullable): the first character that a person wrote, blanks and what an agent put before
 *   it left out
 */
const char *
vdt_user_text_find_real (const char *text, gboolean typed)
{
  const char *p = text;

  for (;;)
    {
      const char *next = NULL;

      p = skip_blank (p);
      if (*p == '\0')
        return NULL;
      next = skip_wrapper (p, typed);
      if (next == NULL)
        return NULL;
      if (next == p)
        return p;
      p = next;
    }
}

/**
 * vdt_user_text_kind:
 * @text: a text in a user's place
 * @typed: whether the log says that a person typed it
 *
 * Tells what a person wrote from what an agent put there. Looks at the first 64 KiB.
 *
 * Returns: what it is
 */
VdtTextKind
vdt_user_text_kind (const VdtJsonString *text, gboolean typed)
{
  char prefix[PREFIX_BYTES];
  const gsize len = vdt_json_string_copy (text, prefix, sizeof prefix);
  const char *p = skip_blank (prefix);
  g_autofree char *whole = NULL;

  if (*p == '\0' && len < PREFIX_BYTES - 8)
    return VDT_TEXT_NONE;
  if (!typed && g_str_has_prefix (p, "[Request interrupted by user"))
    return VDT_TEXT_INTERRUPTED;
  if (g_str_has_prefix (p, "<command-name>") || g_str_has_prefix (p, "<command-message>"))
    return VDT_TEXT_COMMAND;
  if (g_str_has_prefix (p, "<local-command-") || g_str_has_prefix (p, "<bash-"))
    return VDT_TEXT_LOCAL;
  if (g_str_has_prefix (p, "<task-notification"))
    return VDT_TEXT_NOTICE;
  if (*p != '\0' && skip_wrapper (p, typed) == p)
    return VDT_TEXT_REAL;

  whole = vdt_json_string_dup (text, VDT_USER_TEXT_MAX_LOOK);
  if (vdt_user_text_find_real (whole, typed) != NULL)
    return VDT_TEXT_REAL;
  return *skip_blank (whole) == '\0' ? VDT_TEXT_NONE : VDT_TEXT_INJECTED;
}

/* What stands between `<tag>` and `</tag>`, or NULL. */
static char *
element_text (const char *text, const char *tag)
{
  g_autofree char *open = g_strdup_printf ("<%s>", tag);
  g_autofree char *close = g_strdup_printf ("</%s>", tag);
  const char *start = behind (text, open);
  const char *end = start != NULL ? strstr (start, close) : NULL;

  return end != NULL ? g_strstrip (g_strndup (start, end - start)) : NULL;
}

/**
 * vdt_user_text_get_command:
 * @text: of the kind `VDT_TEXT_COMMAND`
 *
 * Returns: (transfer full) (nullable): `/name args`
 */
char *
vdt_user_text_get_command (const VdtJsonString *text)
{
  g_autofree char *whole = vdt_json_string_dup (text, VDT_USER_TEXT_MAX_LOOK);
  g_autofree char *name = whole != NULL ? element_text (whole, "command-name") : NULL;
  g_autofree char *args = whole != NULL ? element_text (whole, "command-args") : NULL;
  const char *slash = "/";

  if (name == NULL || *name == '\0')
    return NULL;
  if (*name == '/')
    slash = "";
  if (args == NULL || *args == '\0')
    return g_strconcat (slash, name, NULL);
  return g_strconcat (slash, name, " ", args, NULL);
}

/**
 * vdt_user_text_get_cwd:
 * @text: a text in a user's place
 *
 * The oldest Codex files name their folder nowhere else (formats B.1).
 *
 * Returns: (transfer full) (nullable): the folder that an environment block names
 */
char *
vdt_user_text_get_cwd (const VdtJsonString *text)
{
  static const char plain[] = "Current working directory:";
  char prefix[PREFIX_BYTES];
  g_autofree char *whole = NULL;
  const char *p = NULL;

  vdt_json_string_copy (text, prefix, sizeof prefix);
  if (!g_str_has_prefix (skip_blank (prefix), "<environment_context>"))
    return NULL;
  whole = vdt_json_string_dup (text, VDT_USER_TEXT_MAX_LOOK);
  p = strstr (whole, plain);
  if (p != NULL)
    return g_strstrip (g_strndup (p + strlen (plain), strcspn (p + strlen (plain), "\n")));
  return element_text (whole, "cwd");
}
