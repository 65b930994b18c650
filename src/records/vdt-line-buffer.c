/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-records"

#include "config.h"

#include "vdt-line-buffer.h"

#include <string.h>
#include <sys/mman.h>

#include "vdt-line-reader.h"

#define STEP_BYTES  VDT_LINE_BUFFER_STEP_BYTES
#define SMALL_BYTES VDT_LINE_BUFFER_SMALL_BYTES
/* The longest line, its end and a byte order mark. */
#define MAX_BYTES       ((gsize) VDT_LINE_MAX_BYTES + 8)
#define HUGE_PAGE_BYTES ((gsize) 2 * 1024 * 1024)

/* --- the gate for large buffers ------------------------------------------------------------ */

static GMutex gate_mutex;
static GCond gate_cond;
static guint gate_count;
static GThread *gate_thread;

/* Waits until no other thread has a large buffer. A thread does not wait for itself. */
static void
gate_enter (VdtLineBuffer *buffer)
{
  if (buffer->holds_gate)
    return;
  g_mutex_lock (&gate_mutex);
  while (gate_count > 0 && gate_thread != g_thread_self ())
    g_cond_wait (&gate_cond, &gate_mutex);
  gate_count++;
  gate_thread = g_thread_self ();
  g_mutex_unlock (&gate_mutex);
  buffer->holds_gate = TRUE;
}

static void
gate_leave (VdtLineBuffer *buffer)
{
  if (!buffer->holds_gate)
    return;
  buffer->holds_gate = FALSE;
  g_mutex_lock (&gate_mutex);
  if (--gate_count == 0)
    g_cond_broadcast (&gate_cond);
  g_mutex_unlock (&gate_mutex);
}

/* --- memory -------------------------------------------------------------------------------- */

static gboolean
is_large (const VdtLineBuffer *buffer)
{
  return buffer->capacity > SMALL_BYTES;
}

static void
free_data (VdtLineBuffer *buffer)
{
  if (is_large (buffer))
    g_aligned_free (buffer->data);
  else
    g_free (buffer->data);
  buffer->data = NULL;
  buffer->capacity = 0;
}

/* Takes room for the longest line at once: only what is written to counts as memory. Its pages
 * come by the hundred, since a long line would spend most of its time on getting each. */
static void
make_large (VdtLineBuffer *buffer)
{
  char *large = NULL;

  gate_enter (buffer);
  large = g_aligned_alloc (1, MAX_BYTES, HUGE_PAGE_BYTES);
#ifdef MADV_HUGEPAGE
  madvise (large, MAX_BYTES, MADV_HUGEPAGE);
#endif
  memcpy (large, buffer->data, buffer->filled);
  free_data (buffer);
  buffer->data = large;
  buffer->capacity = MAX_BYTES;
}

/**
 * vdt_line_buffer_clear: (skip)
 * @buffer: a buffer
 *
 * Frees all that it holds; it is zero-filled again.
 */
void
vdt_line_buffer_clear (VdtLineBuffer *buffer)
{
  free_data (buffer);
  vdt_line_buffer_reset (buffer);
}

/**
 * vdt_line_buffer_reset: (skip)
 * @buffer: a buffer
 *
 * Forgets what it holds. Usual memory is kept, large memory given back.
 */
void
vdt_line_buffer_reset (VdtLineBuffer *buffer)
{
  if (is_large (buffer))
    free_data (buffer);
  gate_leave (buffer);
  buffer->start = 0;
  buffer->filled = 0;
  buffer->scanned = 0;
}

/**
 * vdt_line_buffer_shrink: (skip)
 * @buffer: a buffer
 *
 * Gives the memory of a long line back, once what is left fits into a usual buffer.
 */
void
vdt_line_buffer_shrink (VdtLineBuffer *buffer)
{
  char *small = NULL;

  if (!is_large (buffer) || buffer->filled > STEP_BYTES)
    return;
  small = g_malloc (STEP_BYTES);
  memcpy (small, buffer->data + buffer->start, buffer->filled);
  free_data (buffer);
  buffer->data = small;
  buffer->capacity = STEP_BYTES;
  buffer->start = 0;
  gate_leave (buffer);
}

/**
 * vdt_line_buffer_take: (skip)
 * @buffer: a buffer
 * @count: how many bytes, at most those it holds
 *
 * Takes bytes off the front. They stay where they are until there is made room.
 */
void
vdt_line_buffer_take (VdtLineBuffer *buffer, gsize count)
{
  buffer->start += count;
  buffer->filled -= count;
  buffer->scanned = 0;
  if (buffer->filled == 0)
    buffer->start = 0;
}

/**
 * vdt_line_buffer_make_room: (skip)
 * @buffer: a buffer that holds no more than the longest line
 *
 * Makes room for more at the end. May wait for another thread's long line.
 */
void
vdt_line_buffer_make_room (VdtLineBuffer *buffer)
{
  const gsize capacity = buffer->capacity == 0 ? STEP_BYTES : buffer->capacity * 2;

  if (buffer->start + buffer->filled < buffer->capacity)
    return;
  if (buffer->start > 0)
    {
      memmove (buffer->data, buffer->data + buffer->start, buffer->filled);
      buffer->start = 0;
      return;
    }
  g_assert (!is_large (buffer));
  if (capacity > SMALL_BYTES)
    {
      make_large (buffer);
      return;
    }
  buffer->data = g_realloc (buffer->data, capacity);
  buffer->capacity = capacity;
}
