/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "vdt-log-sink.h"
#include "vdt-news.h"
#include "vdt-store.h"

G_BEGIN_DECLS

/**
 * VdtNewsFunc:
 * @news: (transfer full): what is new
 * @user_data: as given
 *
 * Called on the collector's thread; must only hand @news on.
 */
typedef void (*VdtNewsFunc) (VdtNews *news, gpointer user_data);

/**
 * VdtCollector:
 *
 * What an observer feeds: it keeps a digest of every log of one runtime, puts them together, stores
 * what a restart needs and tells what is new. It is made on the main thread and from then on
 * belongs to its observer's thread. Blocks on files and the store there.
 */
#define VDT_TYPE_COLLECTOR (vdt_collector_get_type ())
G_DECLARE_FINAL_TYPE (VdtCollector, vdt_collector, VDT, COLLECTOR, GObject)

VdtCollector *vdt_collector_new (VdtRuntime runtime,
                                 VdtStore *store,
                                 guint generation,
                                 const char *user_home,
                                 VdtNewsFunc func,
                                 gpointer user_data) G_GNUC_WARN_UNUSED_RESULT;
void vdt_collector_set_retention (VdtCollector *self, guint days);
void vdt_collector_set_clock (VdtCollector *self, VdtTime now_offset);
void vdt_collector_stop (VdtCollector *self);

G_END_DECLS
