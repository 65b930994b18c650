/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-history"

#include "config.h"

#include "vdt-history-source.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <sys/stat.h>

#include "vdt-paths.h"

static void
part_clear (gpointer data)
{
  g_free (((VdtHistoryPart *) data)->path);
}

/**
 * vdt_history_source_new:
 * @session_id: the session's id of ours
 * @runtime: whose it is
 * @is_agent_file: whether it is a sub-agent's own log
 *
 * Returns: (transfer full): a source without parts
 */
VdtHistorySource *
vdt_history_source_new (const char *session_id, VdtRuntime runtime, gboolean is_agent_file)
{
  VdtHistorySource *source = g_new0 (VdtHistorySource, 1);

  g_atomic_ref_count_init (&source->ref_count);
  source->session_id = g_strdup (session_id);
  source->runtime = runtime;
  source->is_agent_file = is_agent_file;
  source->parts = g_array_new (FALSE, FALSE, sizeof (VdtHistoryPart));
  g_array_set_clear_func (source->parts, part_clear);
  return source;
}

/**
 * vdt_history_source_ref:
 * @source: a source
 *
 * Returns: (transfer full): @source
 */
VdtHistorySource *
vdt_history_source_ref (VdtHistorySource *source)
{
  g_atomic_ref_count_inc (&source->ref_count);
  return source;
}

/**
 * vdt_history_source_unref:
 * @source: (transfer full) (nullable): a source
 */
void
vdt_history_source_unref (VdtHistorySource *source)
{
  if (source == NULL || !g_atomic_ref_count_dec (&source->ref_count))
    return;
  g_free (source->session_id);
  g_array_unref (source->parts);
  g_free (source);
}

/**
 * vdt_history_source_add:
 * @source: a source that nobody else has yet
 * @path: the next part
 * @end_offset: what counts of it, in bytes of its plain text; `G_MAXUINT64` for all
 * @end_ordinal: the same by the number of the first record that does not count; unknown for all
 *
 * Returns: whether there was room: a history in more than [const@VDT_HISTORY_MAX_PARTS] parts is
 *   none
 */
gboolean
vdt_history_source_add (VdtHistorySource *source,
                        const char *path,
                        guint64 end_offset,
                        VdtCount end_ordinal)
{
  const VdtHistoryPart part = { g_strdup (path), end_offset, end_ordinal };

  if (source->parts->len == VDT_HISTORY_MAX_PARTS)
    {
      g_free (part.path);
      return FALSE;
    }
  g_array_append_val (source->parts, part);
  return TRUE;
}

/**
 * vdt_history_source_get_part:
 * @source: a source
 * @part: a number below `parts->len`
 *
 * Returns: (transfer none): that part
 */
const VdtHistoryPart *
vdt_history_source_get_part (const VdtHistorySource *source, guint part)
{
  return &g_array_index (source->parts, VdtHistoryPart, part);
}

/**
 * vdt_history_source_stat:
 * @source: a source
 * @error: return location for an error
 *
 * Blocks; any thread.
 *
 * Returns: (transfer full) (nullable) (element-type VdtFileId): what the file system says of each
 *   part, or %NULL where one is gone
 */
GArray *
vdt_history_source_stat (const VdtHistorySource *source, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (VdtFileId));

  for (guint i = 0; i < source->parts->len; i++)
    {
      const VdtHistoryPart *part = vdt_history_source_get_part (source, i);
      struct stat st;
      VdtFileId id;

      if (stat (part->path, &st) != 0)
        {
          const int saved_errno = errno;
          g_autofree char *shown = vdt_path_for_display (part->path);

          g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (saved_errno), "%s: %s",
                       shown, g_strerror (saved_errno));
          return NULL;
        }
      vdt_file_id_from_stat (&id, &st);
      g_array_append_val (ids, id);
    }
  return g_steal_pointer (&ids);
}
