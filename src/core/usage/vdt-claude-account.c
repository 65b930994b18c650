/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-usage"

#include "config.h"

#include "vdt-claude-account.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vdt-decode-private.h"

/* What `utilization` may hold and Vedette shows; other keys are code names. */
static const struct
{
  const char *key;
  VdtQuotaWindow window;
  VdtCount minutes;
  const char *bucket;
} windows[] = {
  { "five_hour", VDT_QUOTA_WINDOW_FIVE_HOUR, 300, NULL },
  { "seven_day", VDT_QUOTA_WINDOW_WEEKLY, 10080, NULL },
  { "seven_day_opus", VDT_QUOTA_WINDOW_WEEKLY, 10080, "opus" },
  { "seven_day_sonnet", VDT_QUOTA_WINDOW_WEEKLY, 10080, "sonnet" },
};

typedef struct
{
  VdtClaudeAccount *account;
  gboolean grants_seen;
  gboolean grants_enabled;
  VdtCount resets_left;
  VdtCount usable;
} Parser;

static void
reading_clear (gpointer data)
{
  vdt_quota_reading_clear (data);
}

/**
 * vdt_claude_account_free:
 * @account: (nullable): what was read
 */
void
vdt_claude_account_free (VdtClaudeAccount *account)
{
  if (account == NULL)
    return;
  g_array_unref (account->readings);
  g_free (account);
}

/* Of a doubled key the last copy counts. */
static void
forget_window (GArray *readings, guint which)
{
  for (guint i = readings->len; i > 0; i--)
    {
      const VdtQuotaReading *reading = &g_array_index (readings, VdtQuotaReading, i - 1);

      if (reading->window == windows[which].window &&
          g_strcmp0 (reading->bucket, windows[which].bucket) == 0)
        g_array_remove_index (readings, i - 1);
    }
}

static void
forget_grants (Parser *parser)
{
  parser->grants_seen = FALSE;
  parser->resets_left = VDT_COUNT_UNKNOWN;
  parser->usable = 0;
}

static void
parse_window (VdtJsonReader *reader, Parser *parser, guint which)
{
  VdtQuotaReading reading = {
    .runtime = VDT_RUNTIME_CLAUDE,
    .window = windows[which].window,
    .source = VDT_QUOTA_SOURCE_CLAUDE_ACCOUNT_FILE,
    .minutes = windows[which].minutes,
    .resets_at = VDT_TIME_UNKNOWN,
    .as_of = VDT_TIME_UNKNOWN,
  };
  gboolean mentioned = FALSE;
  VdtJsonString key;

  forget_window (parser->account->readings, which);
  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (vdt_json_string_equal (&key, "utilization"))
        {
          VdtNumberState state = vdt_json_reader_read_double (reader, &reading.used_percent);

          mentioned = mentioned || state != VDT_NUMBER_ABSENT;
          reading.percent_known = state == VDT_NUMBER_GOOD && reading.used_percent >= 0;
          if (state != VDT_NUMBER_ABSENT && !reading.percent_known)
            parser->account->bad_values++;
        }
      else if (vdt_json_string_equal (&key, "resets_at"))
        {
          mentioned = mentioned || vdt_json_reader_peek (reader) == VDT_JSON_STRING;
          vdt_decode_time (reader, &reading.resets_at);
        }
      else
        vdt_json_reader_skip (reader);
    }
  if (!mentioned)
    return;
  if (!reading.percent_known)
    reading.used_percent = 0;
  reading.bucket = g_strdup (windows[which].bucket);
  g_array_append_val (parser->account->readings, reading);
}

static void
parse_grant (VdtJsonReader *reader, Parser *parser)
{
  VdtJsonString key;
  VdtCount left = VDT_COUNT_UNKNOWN;
  gboolean usable = FALSE;

  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (vdt_json_string_equal (&key, "resets_left"))
        {
          if (vdt_json_reader_read_count (reader, &left) != VDT_NUMBER_GOOD)
            left = VDT_COUNT_UNKNOWN;
        }
      else if (vdt_json_string_equal (&key, "usable_now"))
        vdt_decode_boolean (reader, &usable);
      else
        vdt_json_reader_skip (reader);
    }
  parser->resets_left = vdt_count_add (parser->resets_left, left);
  parser->usable += usable ? 1 : 0;
}

static void
parse_cedar_ember (VdtJsonReader *reader, Parser *parser)
{
  VdtJsonString key;

  forget_grants (parser);
  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (!vdt_json_string_equal (&key, "grants"))
        {
          vdt_json_reader_skip (reader);
          continue;
        }
      forget_grants (parser);
      parser->grants_seen = vdt_decode_enter_array (reader);
      while (parser->grants_seen && vdt_json_reader_next_element (reader))
        parse_grant (reader, parser);
    }
}

static void
parse_utilization (VdtJsonReader *reader, Parser *parser)
{
  VdtJsonString key;

  g_array_set_size (parser->account->readings, 0);
  forget_grants (parser);
  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      guint which = 0;

      while (which < G_N_ELEMENTS (windows) && !vdt_json_string_equal (&key, windows[which].key))
        which++;
      if (which < G_N_ELEMENTS (windows))
        parse_window (reader, parser, which);
      else if (vdt_json_string_equal (&key, "cedar_ember"))
        parse_cedar_ember (reader, parser);
      else
        vdt_json_reader_skip (reader);
    }
}

static void
parse_cache (VdtJsonReader *reader, Parser *parser)
{
  VdtJsonString key;
  VdtCount fetched = 0;

  parser->account->fetched_at = VDT_TIME_UNKNOWN;
  g_array_set_size (parser->account->readings, 0);
  forget_grants (parser);
  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (vdt_json_string_equal (&key, "fetchedAtMs"))
        {
          if (vdt_json_reader_read_count (reader, &fetched) == VDT_NUMBER_GOOD &&
              fetched <= VDT_TIME_MAX)
            parser->account->fetched_at = fetched;
        }
      else if (vdt_json_string_equal (&key, "utilization"))
        parse_utilization (reader, parser);
      else
        vdt_json_reader_skip (reader);
    }
}

/* A flag is on where it is true or an object with `enabled` true (rulings: *Grants*). */
static gboolean
parse_flag (VdtJsonReader *reader)
{
  VdtJsonString key;
  gboolean on = FALSE;

  switch (vdt_json_reader_peek (reader))
    {
    case VDT_JSON_TRUE:
      vdt_json_reader_skip (reader);
      return TRUE;
    case VDT_JSON_OBJECT:
      vdt_json_reader_enter_object (reader);
      while (vdt_json_reader_next_key (reader, &key))
        {
          if (vdt_json_string_equal (&key, "enabled"))
            on = vdt_json_reader_peek (reader) == VDT_JSON_TRUE;
          vdt_json_reader_skip (reader);
        }
      return on;
    case VDT_JSON_END:
    case VDT_JSON_ARRAY:
    case VDT_JSON_STRING:
    case VDT_JSON_NUMBER:
    case VDT_JSON_FALSE:
    case VDT_JSON_NULL:
      break;
    }
  vdt_json_reader_skip (reader);
  return FALSE;
}

static void
parse_features (VdtJsonReader *reader, Parser *parser)
{
  VdtJsonString key;

  parser->grants_enabled = FALSE;
  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (vdt_json_string_equal (&key, "tengu_cedar_ember"))
        parser->grants_enabled = parse_flag (reader);
      else
        vdt_json_reader_skip (reader);
    }
}

/**
 * vdt_claude_account_parse:
 * @data: (array length=len): the file's content
 * @len: its length
 * @mtime: the file's time of change, for a cache that says no time of its own
 *
 * Returns: (transfer full) (nullable): what it says; `NULL` where it is half-written or no JSON
 */
VdtClaudeAccount *
vdt_claude_account_parse (const char *data, gsize len, VdtTime mtime)
{
  g_autoptr (VdtClaudeAccount) account = g_new0 (VdtClaudeAccount, 1);
  Parser parser = { .account = account, .resets_left = VDT_COUNT_UNKNOWN };
  VdtJsonReader reader;
  VdtJsonString key;

  account->readings = g_array_new (FALSE, TRUE, sizeof (VdtQuotaReading));
  g_array_set_clear_func (account->readings, reading_clear);
  account->fetched_at = VDT_TIME_UNKNOWN;
  account->grants = VDT_COUNT_UNKNOWN;

  vdt_json_reader_init (&reader, data, len);
  if (!vdt_json_reader_enter_object (&reader))
    return NULL;
  while (vdt_json_reader_next_key (&reader, &key))
    {
      if (vdt_json_string_equal (&key, "cachedUsageUtilization"))
        parse_cache (&reader, &parser);
      else if (vdt_json_string_equal (&key, "cachedGrowthBookFeatures"))
        parse_features (&reader, &parser);
      else
        vdt_json_reader_skip (&reader);
    }
  if (!vdt_json_reader_at_end (&reader))
    return NULL;

  if (!vdt_time_known (account->fetched_at))
    account->fetched_at = mtime;
  for (guint i = 0; i < account->readings->len; i++)
    g_array_index (account->readings, VdtQuotaReading, i).as_of = account->fetched_at;
  if (parser.grants_enabled && parser.grants_seen)
    account->grants = vdt_count_known (parser.resets_left) ? parser.resets_left : parser.usable;
  return g_steal_pointer (&account);
}

/**
 * vdt_claude_account_read:
 * @path: an account file
 *
 * Reads it as it is; it is replaced as a whole by its owner, so a half-written one is no error.
 * Blocks.
 *
 * Returns: (transfer full) (nullable): what it says, or `NULL`
 */
VdtClaudeAccount *
vdt_claude_account_read (const char *path)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  g_autofree char *data = NULL;
  VdtClaudeAccount *account = NULL;
  struct stat st;
  gsize len = 0;

  if (fd < 0)
    return NULL;
  if (fstat (fd, &st) == 0 && S_ISREG (st.st_mode) && st.st_size > 0 &&
      st.st_size <= VDT_CLAUDE_ACCOUNT_MAX_BYTES)
    {
      data = g_malloc (st.st_size);
      while (len < (gsize) st.st_size)
        {
          ssize_t n = read (fd, data + len, st.st_size - len);

          if (n < 0 && errno == EINTR)
            continue;
          if (n <= 0)
            break;
          len += n;
        }
      account = vdt_claude_account_parse (data, len,
                                          (VdtTime) st.st_mtim.tv_sec * 1000 +
                                            st.st_mtim.tv_nsec / 1000000);
    }
  close (fd);
  return account;
}
