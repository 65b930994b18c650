/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "history-support.h"

#include "test-files.h"

void
log_init (Log *log, VdtRuntime runtime)
{
  log->root = g_dir_make_tmp ("vedette-history-XXXXXX", NULL);
  log->path = g_build_filename (log->root, "log.jsonl", NULL);
  log->runtime = runtime;
  log->source = vdt_history_source_new ("0123456789abcdef01234567", runtime, FALSE);
  vdt_history_source_add (log->source, log->path, G_MAXUINT64, VDT_COUNT_UNKNOWN);
  test_write_file (log->path, "");
}

void
log_clear (Log *log)
{
  vdt_history_source_unref (log->source);
  test_remove_tree (log->root);
  g_free (log->root);
  g_free (log->path);
}

void
log_add (Log *log, const char *line)
{
  g_autofree char *json = g_strconcat (line, "\n", NULL);

  test_append_file (log->path, g_strdelimit (json, "'", '"'));
}

void
log_add_format (Log *log, const char *format, ...)
{
  g_autofree char *line = NULL;
  va_list args;

  va_start (args, format);
  line = g_strdup_vprintf (format, args);
  va_end (args);
  log_add (log, line);
}

static void
add_claude (Log *log,
            const char *type,
            const char *uuid,
            const char *parent,
            int secs,
            const char *content)
{
  g_autofree char *quoted = parent != NULL ? g_strdup_printf ("'%s'", parent) : g_strdup ("null");

  log_add_format (log,
                  "{'type':'%s','uuid':'%s','parentUuid':%s,'isSidechain':false,"
                  "'timestamp':'2026-11-30T09:%02d:%02d.000Z','message':{'role':'%s',"
                  "'content':%s}}",
                  type, uuid, quoted, secs / 60, secs % 60, type, content);
}

void
log_user (Log *log, const char *uuid, const char *parent, int secs, const char *text)
{
  g_autofree char *content = g_strdup_printf ("'%s'", text);

  add_claude (log, "user", uuid, parent, secs, content);
}

void
log_agent (Log *log, const char *uuid, const char *parent, int secs, const char *text)
{
  g_autofree char *content = g_strdup_printf ("[{'type':'text','text':'%s'}]", text);

  add_claude (log, "assistant", uuid, parent, secs, content);
}

void
log_call (Log *log, const char *uuid, const char *parent, int secs, const char *id)
{
  g_autofree char *content =
    g_strdup_printf ("[{'type':'tool_use','id':'%s','name':'Bash','input':{'command':'ls'}}]", id);

  add_claude (log, "assistant", uuid, parent, secs, content);
}

void
log_result (Log *log, const char *uuid, const char *parent, int secs, const char *id)
{
  g_autofree char *content =
    g_strdup_printf ("[{'type':'tool_result','tool_use_id':'%s','content':'done'}]", id);

  add_claude (log, "user", uuid, parent, secs, content);
}

GPtrArray *
log_load (Log *log, guint limit)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VdtHistoryIndex) index = vdt_history_index_new (log->source, NULL, &error);
  GPtrArray *entries = NULL;

  g_assert_no_error (error);
  entries = vdt_history_index_load (index, vdt_history_index_window (index, limit), NULL, &error);
  g_assert_no_error (error);
  return entries;
}

static char
kind_letter (const VdtHistoryEntry *entry)
{
  switch (entry->kind)
    {
    case VDT_HISTORY_TOOL_CALL:
      return 'c';
    case VDT_HISTORY_TOOL_RESULT:
      return 'r';
    case VDT_HISTORY_ERROR:
      return 'e';
    case VDT_HISTORY_SUMMARY:
      return 's';
    case VDT_HISTORY_MESSAGE:
    default:
      if (entry->queued)
        return 'q';
      return entry->role == VDT_HISTORY_USER ? 'u' : 'a';
    }
}

char *
entries_text (GPtrArray *entries)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < entries->len; i++)
    {
      const VdtHistoryEntry *entry = g_ptr_array_index (entries, i);

      g_string_append_printf (text, "%s%c %s", i > 0 ? "\n" : "", kind_letter (entry),
                              entry->role == VDT_HISTORY_TOOL ? entry->call_id : entry->text);
    }
  return g_string_free (text, FALSE);
}

void
assert_log (Log *log, const char *expected)
{
  g_autoptr (GPtrArray) entries = log_load (log, 200);
  g_autofree char *text = entries_text (entries);

  g_assert_cmpstr (text, ==, expected);
}
