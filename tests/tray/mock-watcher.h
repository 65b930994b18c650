/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "bus-fixture.h"

G_BEGIN_DECLS

/**
 * MockWatcher:
 * @refuse: whether registrations fail
 * @registered: (element-type utf8): `SENDER ARGUMENT` of every registration
 *
 * A desktop's watcher, on a connection of its own: it can come, crash and come back.
 */
typedef struct _MockWatcher MockWatcher;
struct _MockWatcher
{
  GDBusConnection *connection;
  GObject *skeleton;
  gboolean refuse;
  GPtrArray *registered;
};

MockWatcher *mock_watcher_new (BusFixture *fixture, gboolean has_host, gboolean refuse);
void mock_watcher_crash (MockWatcher *watcher);
void mock_watcher_set_host (MockWatcher *watcher, gboolean has_host);
void mock_watcher_host_left (MockWatcher *watcher, gboolean others_left);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (MockWatcher, mock_watcher_crash)

G_END_DECLS
