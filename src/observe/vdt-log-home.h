/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "vdt-runtime.h"

G_BEGIN_DECLS

typedef enum
{
  VDT_HOME_ORIGIN_OPTION,
  VDT_HOME_ORIGIN_ENVIRONMENT,
  VDT_HOME_ORIGIN_SETTING,
  VDT_HOME_ORIGIN_DEFAULT,
  VDT_HOME_ORIGIN_DISCOVERED,
} VdtHomeOrigin;

/**
 * VdtLogHome:
 * @id: `codex:` or `claude:` and 12 hex digits of SHA-256 over the real path (rulings: *Home id*)
 * @path: the real path; the named one where it does not exist
 * @named: as it was named
 * @readable: whether it is a folder that can be listed
 * @problem: (nullable): why not, in words for a person
 *
 * A place where an agent keeps its logs. Immutable; reference counted, any thread.
 */
typedef struct
{
  VdtRuntime runtime;
  VdtHomeOrigin origin;
  char *id;
  char *path;
  char *named;
  gboolean readable;
  char *problem;
} VdtLogHome;

/**
 * VdtHomeSources:
 *
 * What may name homes. Options turn everything else off for both runtimes; without them each
 * runtime takes the first of environment, setting and default places that names any (cli.md).
 * @codex_home_env: (nullable): the value of `CODEX_HOME`
 * @claude_config_dir_env: (nullable): the value of `CLAUDE_CONFIG_DIR`
 * @user_home: the user's home folder
 */
typedef struct
{
  const char *const *codex_options;
  const char *const *claude_options;
  const char *const *codex_settings;
  const char *const *claude_settings;
  const char *codex_home_env;
  const char *claude_config_dir_env;
  const char *user_home;
} VdtHomeSources;

VdtHomeSources *vdt_home_sources_copy (const VdtHomeSources *sources) G_GNUC_WARN_UNUSED_RESULT;
void vdt_home_sources_free (VdtHomeSources *sources);
VdtLogHome *vdt_log_home_new (VdtRuntime runtime, const char *named, VdtHomeOrigin origin);
VdtLogHome *vdt_log_home_ref (VdtLogHome *home);
void vdt_log_home_unref (VdtLogHome *home);
const char *vdt_home_origin_to_string (VdtHomeOrigin origin);
GPtrArray *vdt_log_homes_discover (const VdtHomeSources *sources) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtHomeSources, vdt_home_sources_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtLogHome, vdt_log_home_unref)

G_END_DECLS
