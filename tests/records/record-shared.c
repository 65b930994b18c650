/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "json-helpers.h"
#include "record-dump.h"

/* json-glib follows a deep line down with the stack, and refuses lone surrogates and zeros in
 * escapes, which are JSON: there the reader's own check must do. */
#define MAX_COMPARED (256 * 1024)

static gboolean
is_object (const char *line, gsize len)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  guint depth = 0;

  for (gsize i = 0; i < len; i++)
    depth += line[i] == '[' || line[i] == '{' ? 1 : 0;
  if (len > MAX_COMPARED || depth > 1000 || !g_utf8_validate (line, len, NULL) ||
      strstr (line, "\\u") != NULL)
    return vdt_json_check (line, len) && line[strspn (line, " \t\r")] == '{';
  return json_glib_takes (parser, line, len) && json_parser_get_root (parser) != NULL &&
         JSON_NODE_HOLDS_OBJECT (json_parser_get_root (parser));
}

static void
look_at (const char *path, char *line, gsize len, DecodeFunc decode, SharedLines *seen)
{
  gboolean unknown = FALSE;
  gboolean decoded = FALSE;

  line[len] = '\0';
  if (line[strspn (line, " \t\r")] == '\0' && strlen (line) == len)
    return;
  decoded = decode (line, len, &unknown);
  if (decoded != is_object (line, len))
    g_error ("%s: decoded %d, by another reader %d: %.300s", path, decoded, !decoded, line);
  seen->n_lines++;
  seen->n_malformed += decoded ? 0 : 1;
  if (unknown && g_hash_table_add (seen->unknown, g_strndup (line, MIN (len, 120))))
    g_test_message ("unknown: %s: %.120s", path, line);
}

static gboolean
is_log (const char *path, gboolean codex)
{
  if (!g_str_has_suffix (path, ".jsonl") || g_str_has_suffix (path, "/history.jsonl"))
    return FALSE;
  if (codex)
    return strstr (path, "/rollout-") != NULL;
  return strstr (path, "/projects/") != NULL || strstr (path, "derived-odd/claude") != NULL;
}

static void
look_into (const char *path, gboolean codex, DecodeFunc decode, SharedLines *seen)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);
      g_autofree char *text = NULL;
      char *line = NULL;
      char *end = NULL;
      gsize len = 0;

      if (g_file_test (child, G_FILE_TEST_IS_DIR))
        {
          look_into (child, codex, decode, seen);
          continue;
        }
      if (!is_log (child, codex) || !g_file_get_contents (child, &text, &len, NULL))
        continue;
      /* the line reader takes the mark off a file's beginning */
      line = g_str_has_prefix (text, "\xef\xbb\xbf") ? text + 3 : text;
      for (; line < text + len; line = end + 1)
        {
          end = memchr (line, '\n', text + len - line);
          if (end == NULL)
            break;
          look_at (child, line, end - line, decode, seen);
        }
    }
}

gboolean
check_shared_lines (gboolean codex, DecodeFunc decode, SharedLines *seen)
{
  g_autofree char *path = shared_path ("fixtures");

  if (path == NULL)
    return FALSE;
  look_into (path, codex, decode, seen);
  return TRUE;
}
