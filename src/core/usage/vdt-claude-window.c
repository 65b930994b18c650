/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-usage"

#include "config.h"

#include "vdt-claude-window.h"

#include <string.h>

/* Families with a native window of 1M, and the version it came with (facts G39): Opus 4.7 and
 * later, Sonnet 5, Haiku 5.5, every Fable and Mythos. */
static const struct
{
  const char *family;
  int major;
  int minor;
} large_windows[] = {
  { "opus", 4, 7 }, { "sonnet", 5, 0 }, { "haiku", 5, 5 }, { "fable", 0, 0 }, { "mythos", 0, 0 },
};

typedef struct
{
  gint8 family; /* index above, or -1 */
  int major;
  int minor;
} ModelName;

/* A number of one or two digits is a part of a version; a longer one is a date. */
static gboolean
is_version_part (const char *token, gsize len)
{
  if (len == 0 || len > 2)
    return FALSE;
  for (gsize i = 0; i < len; i++)
    if (!g_ascii_isdigit (token[i]))
      return FALSE;
  return TRUE;
}

/* Takes family and version from `claude-opus-4-7-20260101`, `us.anthropic.claude-sonnet-5-v1:0`,
 * `claude-3-5-sonnet-20241022` and the like. */
static void
parse_model (ModelName *name, const char *model)
{
  const char *p = strstr (model, "claude");
  int parts[2] = { 0, 0 };
  guint n_parts = 0;
  gboolean closed = FALSE;

  name->family = -1;
  p += strlen ("claude");
  while (*p != '\0')
    {
      gsize len = 0;
      gboolean word = FALSE;

      p += strspn (p, "-._@:/");
      len = strcspn (p, "-._@:/[");
      if (len == 0)
        break;
      for (guint i = 0; i < G_N_ELEMENTS (large_windows); i++)
        if (name->family < 0 && strlen (large_windows[i].family) == len &&
            strncmp (p, large_windows[i].family, len) == 0)
          {
            name->family = i;
            word = TRUE;
          }
      if (!word && is_version_part (p, len) && n_parts < 2 && !closed)
        parts[n_parts++] = (int) g_ascii_strtoll (p, NULL, 10);
      else if (!word && n_parts > 0)
        closed = TRUE;
      else if (!word && name->family >= 0)
        closed = TRUE;
      p += len;
    }
  name->major = parts[0];
  name->minor = parts[1];
}

/**
 * vdt_claude_window:
 * @model: (nullable): the model of the newest main reply
 * @largest_prompt: the largest prompt seen in the conversation, or unknown
 * @window: (out): the window's size, or unknown
 *
 * Claude Code writes no window; it follows from the name (usage.md, *Context meter*). A model
 * of another maker behind it has none that is known.
 *
 * Returns: where the size is from
 */
VdtWindowOrigin
vdt_claude_window (const char *model, VdtCount largest_prompt, VdtCount *window)
{
  g_autofree char *lower = model != NULL ? g_ascii_strdown (model, -1) : NULL;
  ModelName name;

  *window = VDT_COUNT_UNKNOWN;
  if (lower == NULL || strstr (lower, "claude") == NULL)
    return VDT_WINDOW_UNKNOWN;

  *window = VDT_CLAUDE_LARGE_WINDOW;
  if (strstr (lower, "[1m]") != NULL)
    return VDT_WINDOW_NAME_TAG;
  parse_model (&name, lower);
  if (name.family >= 0 && (name.major > large_windows[name.family].major ||
                           (name.major == large_windows[name.family].major &&
                            name.minor >= large_windows[name.family].minor)))
    return VDT_WINDOW_MODEL_TABLE;
  if (vdt_count_known (largest_prompt) && largest_prompt > VDT_CLAUDE_DEFAULT_WINDOW)
    return VDT_WINDOW_OBSERVED;
  *window = VDT_CLAUDE_DEFAULT_WINDOW;
  return VDT_WINDOW_DEFAULT;
}
