/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "bus-fixture.h"

G_BEGIN_DECLS

/**
 * MenuMirror:
 * @n_layouts: how often `LayoutUpdated` came
 * @n_props: how often `ItemsPropertiesUpdated` came
 * @last_parent: of the last `LayoutUpdated`
 * @last_revision: of the last `LayoutUpdated`
 * @last_updated: (nullable): lines and properties of the last `ItemsPropertiesUpdated`
 *
 * A host's copy of a menu, which is read once and then only follows the signals.
 */
typedef struct
{
  BusFixture *fixture;
  const char *path;
  guint subscription;
  GQueue pending;
  GHashTable *nodes;
  guint n_layouts;
  guint n_props;
  gint32 last_parent;
  guint32 last_revision;
  GVariant *last_updated;
  GVariant *last_removed;
} MenuMirror;

void menu_mirror_init (MenuMirror *mirror, BusFixture *fixture, const char *path);
void menu_mirror_clear (MenuMirror *mirror);
void menu_mirror_catch_up (MenuMirror *mirror);
void menu_mirror_reset_counts (MenuMirror *mirror);
char *menu_mirror_print (MenuMirror *mirror);
gint32 menu_mirror_find (MenuMirror *mirror, const char *label);
GHashTable *menu_mirror_get_ids (MenuMirror *mirror);

char *menu_layout_print (GVariant *layout);
GVariant *menu_call (BusFixture *fixture,
                     const char *path,
                     const char *method,
                     GVariant *parameters,
                     GError **error);

G_END_DECLS
