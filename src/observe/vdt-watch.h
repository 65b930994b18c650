/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* More folders than this are not watched but polled: the system's own lists of monitors are walked
 * for each that is added, so many are dear to add and to take away. */
#define VDT_WATCH_MAX 8192

/**
 * VdtWatch:
 *
 * Hears of changes in folders, one monitor each. What is heard is a hint: the one who is told
 * looks for himself. Belongs to the thread it was made on, and calls back on the main context that
 * was the thread's default then.
 */
typedef struct _VdtWatch VdtWatch;

typedef void (*VdtWatchFunc) (const char *path, gpointer user_data);

VdtWatch *vdt_watch_new (VdtWatchFunc func, gpointer user_data) G_GNUC_WARN_UNUSED_RESULT;
void vdt_watch_free (VdtWatch *self);
guint vdt_watch_set_paths (VdtWatch *self,
                           GPtrArray *folders,
                           const char *file,
                           GCancellable *cancellable);
gboolean vdt_watch_is_whole (VdtWatch *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtWatch, vdt_watch_free)

G_END_DECLS
