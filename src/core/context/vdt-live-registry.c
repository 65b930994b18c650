/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-context"

#include "config.h"

#include "vdt-live-registry.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_ENTRY_BYTES (64 * 1024)
#define MAX_STAT_BYTES  4096
#define MAX_NAMES       4096
#define MAX_WORD_BYTES  256
#define START_FIELD     22 /* of the process's stat, counted from 1 */

/**
 * vdt_live_entry_free:
 * @entry: (nullable) (transfer full): an entry
 */
void
vdt_live_entry_free (VdtLiveEntry *entry)
{
  if (entry == NULL)
    return;
  g_free (entry->session_id);
  g_free (entry->waiting_for);
  g_free (entry);
}

/* Reads a whole small file. NULL where it is no plain file, too big, or unreadable. */
static char *
read_small (const char *path, gsize max_bytes, gsize *len)
{
  g_autofree char *data = g_malloc (max_bytes + 1);
  struct stat st;
  gboolean ok = FALSE;
  int fd = -1;

  *len = 0;
  /* Neither a link nor a pipe is an entry, and neither may hold us up. */
  fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  if (fd < 0)
    return NULL;
  ok = fstat (fd, &st) == 0 && S_ISREG (st.st_mode);
  while (ok && *len <= max_bytes)
    {
      const gssize n = read (fd, data + *len, max_bytes + 1 - *len);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        {
          ok = n == 0;
          break;
        }
      *len += (gsize) n;
    }
  close (fd);
  return ok && *len <= max_bytes ? g_steal_pointer (&data) : NULL;
}

/* `<pid>.json` and nothing else: never a key, never an older kind. 0 where it is not that. */
static gint64
pid_of_name (const char *name)
{
  gint64 pid = 0;
  const char *p = name;

  if (*p == '0')
    return 0;
  for (; g_ascii_isdigit (*p); p++)
    {
      pid = pid * 10 + (*p - '0');
      if (pid > G_MAXINT32)
        return 0;
    }
  return strcmp (p, ".json") == 0 ? pid : 0;
}

/* The start time of a living process, in ticks since boot; unknown where there is none. */
static VdtCount
process_start (const char *proc_dir, gint64 pid)
{
  g_autofree char *path = g_strdup_printf ("%s/%" G_GINT64_FORMAT "/stat", proc_dir, pid);
  g_autofree char *data = NULL;
  g_auto (GStrv) fields = NULL;
  const char *rest = NULL;
  guint64 start = 0;
  gsize len = 0;

  data = read_small (path, MAX_STAT_BYTES, &len);
  if (data == NULL)
    return VDT_COUNT_UNKNOWN;
  data[len] = '\0';
  /* The name may hold blanks and parentheses: what follows the last one is sure. */
  rest = strrchr (data, ')');
  if (rest == NULL || rest[1] != ' ')
    return VDT_COUNT_UNKNOWN;
  fields = g_strsplit (rest + 2, " ", START_FIELD);
  if (g_strv_length (fields) < START_FIELD - 2)
    return VDT_COUNT_UNKNOWN;
  /* Dead, and only kept for its parent to look at. */
  if (*fields[0] == 'Z' || *fields[0] == 'X' || *fields[0] == 'x')
    return VDT_COUNT_UNKNOWN;
  if (!g_ascii_string_to_unsigned (fields[START_FIELD - 3], 10, 0, G_MAXINT64, &start, NULL))
    return VDT_COUNT_UNKNOWN;
  return (VdtCount) start;
}

/* A number, also as a string: versions differ. */
static VdtCount
read_number (VdtJsonReader *reader)
{
  VdtCount value = VDT_COUNT_UNKNOWN;

  if (vdt_json_reader_peek (reader) == VDT_JSON_STRING)
    {
      VdtJsonString text;
      char plain[32];
      guint64 number = 0;

      if (vdt_json_reader_read_string (reader, &text) && text.len < sizeof plain &&
          vdt_json_string_copy (&text, plain, sizeof plain) > 0 &&
          g_ascii_string_to_unsigned (plain, 10, 0, G_MAXINT64, &number, NULL))
        value = (VdtCount) number;
    }
  else if (vdt_json_reader_read_count (reader, &value) != VDT_NUMBER_GOOD)
    value = VDT_COUNT_UNKNOWN;
  return value;
}

static char *
read_word (VdtJsonReader *reader)
{
  VdtJsonString text;

  if (vdt_json_reader_peek (reader) != VDT_JSON_STRING ||
      !vdt_json_reader_read_string (reader, &text))
    return NULL;
  return vdt_json_string_dup (&text, MAX_WORD_BYTES);
}

static VdtLiveStatus
status_from_string (const char *word)
{
  if (g_strcmp0 (word, "busy") == 0)
    return VDT_LIVE_BUSY;
  if (g_strcmp0 (word, "idle") == 0)
    return VDT_LIVE_IDLE;
  if (g_strcmp0 (word, "waiting") == 0)
    return VDT_LIVE_WAITING;
  if (g_strcmp0 (word, "shell") == 0)
    return VDT_LIVE_SHELL;
  return VDT_LIVE_UNKNOWN;
}

static VdtTime
time_from_ms (VdtCount ms)
{
  return vdt_count_known (ms) && ms <= VDT_TIME_MAX ? ms : VDT_TIME_UNKNOWN;
}

/* NULL where the text is no whole entry, or of another process than @pid. */
static VdtLiveEntry *
parse_entry (const char *data, gsize len, gint64 pid, VdtCount *start)
{
  g_autoptr (VdtLiveEntry) entry = g_new0 (VdtLiveEntry, 1);
  VdtCount said_pid = VDT_COUNT_UNKNOWN;
  VdtCount updated = VDT_COUNT_UNKNOWN;
  VdtCount status_updated = VDT_COUNT_UNKNOWN;
  VdtJsonReader reader;
  VdtJsonString key;

  *start = VDT_COUNT_UNKNOWN;
  vdt_json_reader_init (&reader, data, len);
  if (!vdt_json_reader_enter_object (&reader))
    return NULL;
  while (vdt_json_reader_next_key (&reader, &key))
    {
      if (vdt_json_string_equal (&key, "pid"))
        said_pid = read_number (&reader);
      else if (vdt_json_string_equal (&key, "procStart"))
        *start = read_number (&reader);
      else if (vdt_json_string_equal (&key, "updatedAt"))
        updated = read_number (&reader);
      else if (vdt_json_string_equal (&key, "statusUpdatedAt"))
        status_updated = read_number (&reader);
      else if (vdt_json_string_equal (&key, "sessionId"))
        {
          g_free (entry->session_id);
          entry->session_id = read_word (&reader);
        }
      else if (vdt_json_string_equal (&key, "waitingFor"))
        {
          g_free (entry->waiting_for);
          entry->waiting_for = read_word (&reader);
        }
      else if (vdt_json_string_equal (&key, "status"))
        {
          g_autofree char *word = read_word (&reader);

          entry->status = status_from_string (word);
        }
    }
  if (!vdt_json_reader_at_end (&reader) || entry->session_id == NULL ||
      *entry->session_id == '\0' || (vdt_count_known (said_pid) && said_pid != pid))
    return NULL;
  entry->pid = pid;
  entry->status_updated_at =
    time_from_ms (vdt_count_known (status_updated) ? status_updated : updated);
  return g_steal_pointer (&entry);
}

/**
 * vdt_live_registry_read:
 * @home_path: a home of Claude Code
 * @proc_dir: where processes are told of: `/proc`, or a test's
 *
 * Reads `sessions/<pid>.json` of every process that lives with the start time that its entry
 * records. Other names are never opened, `.key` files least of all; an entry that is half
 * written, over 64 KiB or of another shape is passed over. Blocks on the disk: not for the main
 * thread.
 *
 * Returns: (transfer full) (element-type VdtLiveEntry): the entries, by no order; empty
 *   where there are none or the system has no such folder
 */
GPtrArray *
vdt_live_registry_read (const char *home_path, const char *proc_dir)
{
  g_autoptr (GPtrArray) entries =
    g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_live_entry_free);
  g_autofree char *folder = NULL;
  g_autoptr (GDir) dir = NULL;
  const char *name = NULL;

  g_return_val_if_fail (home_path != NULL, g_steal_pointer (&entries));
  g_return_val_if_fail (proc_dir != NULL, g_steal_pointer (&entries));

  folder = g_build_filename (home_path, "sessions", NULL);
  dir = g_dir_open (folder, 0, NULL);
  if (dir == NULL)
    return g_steal_pointer (&entries);
  for (guint i = 0; i < MAX_NAMES && (name = g_dir_read_name (dir)) != NULL; i++)
    {
      const gint64 pid = pid_of_name (name);
      g_autofree char *path = NULL;
      g_autofree char *data = NULL;
      g_autoptr (VdtLiveEntry) entry = NULL;
      VdtCount start = VDT_COUNT_UNKNOWN;
      gsize len = 0;

      if (pid == 0)
        continue;
      path = g_build_filename (folder, name, NULL);
      data = read_small (path, MAX_ENTRY_BYTES, &len);
      if (data != NULL)
        entry = parse_entry (data, len, pid, &start);
      if (entry != NULL && vdt_count_known (start) && process_start (proc_dir, pid) == start)
        g_ptr_array_add (entries, g_steal_pointer (&entry));
    }
  return g_steal_pointer (&entries);
}

/* Of several processes in one session, the one that waits is the one to tell of. */
static gboolean
tells_more (const VdtLiveEntry *a, const VdtLiveEntry *b)
{
  if ((a->status == VDT_LIVE_WAITING) != (b->status == VDT_LIVE_WAITING))
    return a->status == VDT_LIVE_WAITING;
  return a->status_updated_at > b->status_updated_at;
}

/**
 * vdt_live_registry_find:
 * @entries: (element-type VdtLiveEntry): what [func@vdt_live_registry_read] gave
 * @session_id: a native id
 *
 * Returns: (transfer none) (nullable): the entry of that session; where several processes have
 *   it open, one that waits, else the one that changed last
 */
const VdtLiveEntry *
vdt_live_registry_find (GPtrArray *entries, const char *session_id)
{
  const VdtLiveEntry *found = NULL;

  g_return_val_if_fail (entries != NULL, NULL);
  g_return_val_if_fail (session_id != NULL, NULL);

  for (guint i = 0; i < entries->len; i++)
    {
      const VdtLiveEntry *entry = g_ptr_array_index (entries, i);

      if (strcmp (entry->session_id, session_id) == 0 &&
          (found == NULL || tells_more (entry, found)))
        found = entry;
    }
  return found;
}

/**
 * vdt_live_apply:
 * @summary: (inout): what the log says
 * @entry: (nullable): what the session's process says
 *
 * Adds what only the process knows (rulings: *Claude's live registry*): that something waits.
 * What it waits for is what the log leaves open, else a permission. A job in the background
 * is work. Anything else is left to the log.
 */
void
vdt_live_apply (VdtTalkSummary *summary, const VdtLiveEntry *entry)
{
  g_return_if_fail (summary != NULL);

  if (entry == NULL || summary->lifecycle == VDT_LIFECYCLE_WAITING)
    return;
  switch (entry->status)
    {
    case VDT_LIVE_WAITING:
      summary->lifecycle = VDT_LIFECYCLE_WAITING;
      summary->waiting_for = VDT_WAITING_PERMISSION;
      break;
    case VDT_LIVE_SHELL:
      if (summary->lifecycle == VDT_LIFECYCLE_WORKING)
        return;
      summary->lifecycle = VDT_LIFECYCLE_WORKING;
      summary->waiting_for = VDT_WAITING_NOTHING;
      break;
    case VDT_LIVE_UNKNOWN:
    case VDT_LIVE_BUSY:
    case VDT_LIVE_IDLE:
      return;
    }
  summary->state_since = entry->status_updated_at;
}
