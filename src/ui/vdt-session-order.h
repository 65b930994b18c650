/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "vdt-session.h"

G_BEGIN_DECLS

/* The key of the group of those who wait. */
#define VDT_GROUP_WAITING "waiting"

/**
 * VdtGroupPlan:
 * @key: tells groups apart
 * @title: (nullable): the project
 * @host: (nullable): `NULL` is this computer
 * @sessions: (element-type VdtSession): in their order
 *
 * What a group of the list should hold.
 */
typedef struct
{
  char *key;
  char *title;
  char *host;
  GPtrArray *sessions;
} VdtGroupPlan;

VdtGroupPlan *
vdt_group_plan_new (const char *key, const char *title, const char *host) G_GNUC_WARN_UNUSED_RESULT;
void vdt_group_plan_free (VdtGroupPlan *plan);

gboolean vdt_session_order_matches (VdtSession *session, const char *search);
GPtrArray *vdt_session_order_plan (GListModel *sessions,
                                   const char *search,
                                   guint limit,
                                   guint *n_hidden) G_GNUC_WARN_UNUSED_RESULT;
GPtrArray *vdt_session_order_merge (GPtrArray *current,
                                    GPtrArray *desired) G_GNUC_WARN_UNUSED_RESULT;
gboolean vdt_session_order_hold (GPtrArray *current, GPtrArray *plans);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtGroupPlan, vdt_group_plan_free)

G_END_DECLS
