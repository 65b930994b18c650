/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * BusFixture:
 * @app: the connection of the program under test
 * @host: the connection of the desktop
 *
 * A private bus, and both sides of it in one main loop.
 */
typedef struct
{
  GTestDBus *bus;
  GDBusConnection *app;
  GDBusConnection *host;
} BusFixture;

typedef gboolean (*BusCondition) (gpointer data);

void bus_fixture_set_up (BusFixture *fixture, gconstpointer data);
void bus_fixture_tear_down (BusFixture *fixture, gconstpointer data);

GDBusConnection *bus_connect (BusFixture *fixture);
GVariant *bus_call (GDBusConnection *connection,
                    const char *destination,
                    const char *path,
                    const char *interface,
                    const char *method,
                    GVariant *parameters,
                    GError **error);
void bus_wait (BusCondition condition, gpointer data);
void bus_settle (BusFixture *fixture);

G_END_DECLS
