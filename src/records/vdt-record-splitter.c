/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-records"

#include "config.h"

#include "vdt-record-splitter.h"

#include <string.h>

#include "vdt-json-scan.h"

/* What a walk may cost. One walk goes on, over everything that breaks inside, as long as any
 * bracket is open, so a line is walked about once. Only records that stand inside a torn one are
 * given before the walk's end, and what follows them is walked again; that is nested at most
 * VDT_JSON_MAX_DEPTH deep, and no real log comes near the bound set here: a line that made us
 * walk this many times its own length is given up, as one malformed part. */
#define MAX_WALKS 32

/* One object or array that is open. */
typedef struct
{
  const char *start;
  gboolean is_object;
  gboolean has_type;
  gboolean has_mark; /* timestamp, uuid, payload or sessionId */
} Level;

/* A walk over the text from one bracket on, checked in full. The levels are a ring: beyond the
 * bound the outermost, which can only be malformed then, is forgotten, the others go on. */
typedef struct
{
  const char *pos;
  const char *end;
  const char *string; /* the inside of the last string */
  const char *string_end;
  Level levels[VDT_JSON_MAX_DEPTH];
  guint bottom;
  guint depth;
  VdtJsonSpan found; /* the first record inside what is open, unless that is one itself */
} Walk;

typedef enum
{
  WALK_GO_ON,
  WALK_CLOSED, /* the outermost bracket that was remembered is closed */
  WALK_BROKEN, /* what is open is malformed */
} WalkResult;

static inline Level *
walk_top (Walk *walk)
{
  return &walk->levels[(walk->bottom + walk->depth - 1) % VDT_JSON_MAX_DEPTH];
}

static inline gboolean
level_is_record (const Level *level)
{
  return level->is_object && level->has_type && level->has_mark;
}

static inline void
walk_skip_space (Walk *walk)
{
  walk->pos = vdt_json_skip_space (walk->pos, walk->end);
}

static inline gboolean
walk_stands_at (const Walk *walk, char c)
{
  return walk->pos < walk->end && *walk->pos == c;
}

static gboolean
walk_string (Walk *walk, VdtJsonString *string)
{
  const char *start = ++walk->pos;

  if (!vdt_json_scan_string (&walk->pos, walk->end, &string->escaped))
    return FALSE;
  string->data = start;
  string->len = (gsize) (walk->pos - 1 - start);
  walk->string = start;
  walk->string_end = walk->pos - 1;
  return TRUE;
}

static gboolean
walk_key (Walk *walk)
{
  Level *level = walk_top (walk);
  VdtJsonString key;

  if (!walk_stands_at (walk, '"') || !walk_string (walk, &key))
    return FALSE;
  if (vdt_json_string_equal (&key, "type"))
    level->has_type = TRUE;
  else if (vdt_json_string_equal (&key, "timestamp") || vdt_json_string_equal (&key, "uuid") ||
           vdt_json_string_equal (&key, "payload") || vdt_json_string_equal (&key, "sessionId"))
    level->has_mark = TRUE;
  walk_skip_space (walk);
  if (!walk_stands_at (walk, ':'))
    return FALSE;
  walk->pos++;
  walk_skip_space (walk);
  return TRUE;
}

/* Closes the innermost level, whose bracket ends before the cursor. */
static WalkResult
walk_close (Walk *walk)
{
  const Level *level = walk_top (walk);

  if (level_is_record (level) && (walk->found.data == NULL || walk->found.data > level->start))
    {
      walk->found.data = level->start;
      walk->found.len = (gsize) (walk->pos - level->start);
    }
  walk->depth--;
  return walk->depth == 0 ? WALK_CLOSED : WALK_GO_ON;
}

/* Opens a level. @ended says whether it was empty, and so closed at once. */
static WalkResult
walk_open (Walk *walk, gboolean *ended)
{
  Level *level = NULL;

  *ended = FALSE;
  if (walk->depth == VDT_JSON_MAX_DEPTH)
    {
      walk->bottom = (walk->bottom + 1) % VDT_JSON_MAX_DEPTH;
      walk->depth--;
      /* A record found in the level that was forgotten stands in no other one now. */
      if (walk->found.data != NULL && walk->found.data < walk->levels[walk->bottom].start)
        return WALK_BROKEN;
    }
  walk->depth++;
  level = walk_top (walk);
  level->start = walk->pos;
  level->is_object = *walk->pos == '{';
  level->has_type = FALSE;
  level->has_mark = FALSE;
  walk->pos++;
  walk_skip_space (walk);
  if (walk_stands_at (walk, level->is_object ? '}' : ']'))
    {
      walk->pos++;
      *ended = TRUE;
      return walk_close (walk);
    }
  return level->is_object && !walk_key (walk) ? WALK_BROKEN : WALK_GO_ON;
}

/* Walks the value at the cursor, or into it. @ended says whether it is over. */
static WalkResult
walk_value (Walk *walk, gboolean *ended)
{
  VdtJsonString string;
  gboolean good = FALSE;

  *ended = TRUE;
  if (walk->pos == walk->end)
    return WALK_BROKEN;
  switch (*walk->pos)
    {
    case '{':
    case '[':
      return walk_open (walk, ended);
    case '"':
      good = walk_string (walk, &string);
      break;
    case 't':
      good = vdt_json_scan_literal (&walk->pos, walk->end, "true");
      break;
    case 'f':
      good = vdt_json_scan_literal (&walk->pos, walk->end, "false");
      break;
    case 'n':
      good = vdt_json_scan_literal (&walk->pos, walk->end, "null");
      break;
    default:
      good = vdt_json_scan_number (&walk->pos, walk->end);
      break;
    }
  return good ? WALK_GO_ON : WALK_BROKEN;
}

/* Walks what follows a value: the end of its container, or the way to the next value, then
 * @ended is FALSE. */
static WalkResult
walk_after (Walk *walk, gboolean *ended)
{
  const gboolean is_object = walk_top (walk)->is_object;

  walk_skip_space (walk);
  if (walk_stands_at (walk, is_object ? '}' : ']'))
    {
      walk->pos++;
      return walk_close (walk);
    }
  if (!walk_stands_at (walk, ','))
    return WALK_BROKEN;
  walk->pos++;
  walk_skip_space (walk);
  *ended = FALSE;
  return is_object && !walk_key (walk) ? WALK_BROKEN : WALK_GO_ON;
}

static WalkResult
walk_run (Walk *walk, const char *start, const char *end)
{
  WalkResult result = WALK_GO_ON;

  walk->pos = start;
  walk->end = end;
  walk->string = NULL;
  walk->string_end = NULL;
  walk->bottom = 0;
  walk->depth = 0;
  walk->found.data = NULL;
  walk->found.len = 0;
  while (result == WALK_GO_ON)
    {
      gboolean ended = FALSE;

      result = walk_value (walk, &ended);
      while (result == WALK_GO_ON && ended)
        result = walk_after (walk, &ended);
    }
  return result;
}

/* Where to look for the next record after a walk broke. All that it passed outside strings it
 * has judged. A record that follows one torn inside a string looks like that string's end: its
 * bracket stands inside, its first quote closes the string, and the walk breaks right there,
 * since a key of a record starts with a letter. */
static const char *
walk_resume (const Walk *walk)
{
  const char *p = walk->string_end;

  if (p == NULL || vdt_json_skip_space (p + 1, walk->pos) != walk->pos)
    return walk->pos;
  while (p > walk->string && (p[-1] == ' ' || p[-1] == '\t'))
    p--;
  return p > walk->string && p[-1] == '{' ? p - 1 : walk->pos;
}

/* One walk, if the line is still worth it. */
static WalkResult
splitter_walk (VdtRecordSplitter *splitter, Walk *walk, const char *start)
{
  WalkResult result = WALK_BROKEN;

  if (splitter->allowance == 0)
    {
      walk->pos = splitter->end;
      walk->string_end = NULL;
      walk->found.data = NULL;
      return WALK_BROKEN;
    }
  result = walk_run (walk, start, splitter->end);
  splitter->allowance -= MIN (splitter->allowance, (gsize) (walk->pos - start));
  return result;
}

/* Gives what a walk found inside something that is no record; all up to the walk's end is one
 * torn part, which is counted now. */
static gboolean
splitter_give_inner (VdtRecordSplitter *splitter, const Walk *walk, VdtJsonSpan *record)
{
  if (walk->found.data > splitter->counted)
    splitter->malformed++;
  splitter->counted = MAX (splitter->counted, walk->pos);
  *record = walk->found;
  splitter->pos = record->data + record->len;
  return TRUE;
}

/* Looks for a record in a torn part, from @from on. */
static gboolean
splitter_search (VdtRecordSplitter *splitter, Walk *walk, const char *from, VdtJsonSpan *record)
{
  const char *const end = splitter->end;
  const char *p = from;

  while (p < end && (p = memchr (p, '{', (gsize) (end - p))) != NULL)
    {
      const WalkResult result = splitter_walk (splitter, walk, p);

      if (walk->found.data == p && walk->found.len == (gsize) (walk->pos - p))
        {
          /* It stands outside what is torn, which ends before it. */
          if (p > splitter->counted)
            splitter->malformed++;
          *record = walk->found;
          splitter->pos = walk->pos;
          splitter->counted = MAX (splitter->counted, p);
          return TRUE;
        }
      if (walk->found.data != NULL)
        return splitter_give_inner (splitter, walk, record);
      p = result == WALK_BROKEN ? walk_resume (walk) : walk->pos;
    }
  if (splitter->counted < end)
    splitter->malformed++;
  splitter->pos = end;
  return FALSE;
}

/**
 * vdt_record_splitter_init:
 * @splitter: (out caller-allocates): a splitter
 * @data: (array length=len): one line; must outlive the splitter and the records it gives
 * @len: its length in bytes
 *
 * A splitter belongs to one thread at a time and holds nothing that must be freed.
 */
void
vdt_record_splitter_init (VdtRecordSplitter *splitter, const char *data, gsize len)
{
  splitter->pos = data;
  splitter->end = data + len;
  splitter->malformed = 0;
  splitter->counted = data;
  splitter->allowance = len < G_MAXSIZE / MAX_WALKS ? len * MAX_WALKS : len;
}

/**
 * vdt_record_splitter_next:
 * @splitter: a splitter
 * @record: (out): the next object, which is complete and sound JSON
 *
 * Goes to the next object of the line. One at a place where a record may start is given
 * whatever it holds: the decoder decides. One in or behind a torn part must look like a record.
 * Any other value, a torn part and NULs that no object follows add 1 to `malformed` each;
 * blank space and NULs before an object do not.
 *
 * Returns: `FALSE` at the line's end, when `malformed` is final
 */
gboolean
vdt_record_splitter_next (VdtRecordSplitter *splitter, VdtJsonSpan *record)
{
  const char *p = splitter->pos;
  gboolean nuls = FALSE;
  Walk walk;

  record->data = NULL;
  record->len = 0;
  for (;;)
    {
      WalkResult result = WALK_GO_ON;

      for (; p < splitter->end && (*p == '\0' || vdt_json_skip_space (p, p + 1) > p); p++)
        nuls |= *p == '\0';
      if (p == splitter->end)
        {
          if (nuls)
            splitter->malformed++;
          splitter->pos = p;
          return FALSE;
        }
      if (*p != '{' && *p != '[')
        return splitter_search (splitter, &walk, p, record);

      result = splitter_walk (splitter, &walk, p);
      if (result == WALK_CLOSED && walk.levels[walk.bottom].start == p)
        {
          if (*p == '{')
            {
              record->data = p;
              record->len = (gsize) (walk.pos - p);
              splitter->pos = walk.pos;
              return TRUE;
            }
          /* A sound array is no record, nor is what it holds. */
          splitter->malformed++;
          nuls = FALSE;
          p = walk.pos;
          continue;
        }
      if (walk.found.data != NULL)
        return splitter_give_inner (splitter, &walk, record);
      p = result == WALK_BROKEN ? walk_resume (&walk) : walk.pos;
      return splitter_search (splitter, &walk, p, record);
    }
}
