/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-home.h"

#include "vdt-macros.h"

struct _VdtHome
{
  GObject parent_instance;

  VdtRuntime runtime;
  char *id;
  char *path;
  char *origin;
  char *problem;
  gboolean has_sessions;
  guint n_files;
  GArray *quotas; /* of VdtQuotaLine */
  GArray *resets; /* of VdtResetLine */
};

typedef enum
{
  SIGNAL_CHANGED,
  N_SIGNALS,
} VdtHomeSignals;

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VdtHome, vdt_home, G_TYPE_OBJECT)

static void
quota_line_clear (gpointer data)
{
  VdtQuotaLine *line = data;

  vdt_quota_reading_clear (&line->reading);
}

static void
vdt_home_finalize (GObject *object)
{
  VdtHome *self = VDT_HOME (object);

  g_free (self->id);
  g_free (self->path);
  g_free (self->origin);
  g_free (self->problem);
  g_array_unref (self->quotas);
  g_array_unref (self->resets);

  G_OBJECT_CLASS (vdt_home_parent_class)->finalize (object);
}

static void
vdt_home_class_init (VdtHomeClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = vdt_home_finalize;

  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
vdt_home_init (VdtHome *self)
{
  self->quotas = g_array_new (FALSE, TRUE, sizeof (VdtQuotaLine));
  g_array_set_clear_func (self->quotas, quota_line_clear);
  self->resets = g_array_new (FALSE, TRUE, sizeof (VdtResetLine));
}

/**
 * vdt_home_new:
 * @runtime: whose home
 * @id: see [struct@VdtLogHome]
 * @path: its folder
 *
 * Returns: (transfer full): a home of which nothing is known yet
 */
VdtHome *
vdt_home_new (VdtRuntime runtime, const char *id, const char *path)
{
  VdtHome *self = NULL;

  g_return_val_if_fail (id != NULL, NULL);
  g_return_val_if_fail (path != NULL, NULL);

  self = g_object_new (VDT_TYPE_HOME, NULL);
  self->runtime = runtime;
  self->id = g_strdup (id);
  self->path = g_strdup (path);
  return self;
}

/**
 * vdt_home_get_runtime:
 * @self: a home
 *
 * Returns: whose home it is
 */
VdtRuntime
vdt_home_get_runtime (VdtHome *self)
{
  g_return_val_if_fail (VDT_IS_HOME (self), VDT_RUNTIME_CODEX);

  return self->runtime;
}

/**
 * vdt_home_get_id:
 * @self: a home
 *
 * Returns: (transfer none): its id
 */
const char *
vdt_home_get_id (VdtHome *self)
{
  g_return_val_if_fail (VDT_IS_HOME (self), NULL);

  return self->id;
}

/**
 * vdt_home_get_path:
 * @self: a home
 *
 * Returns: (transfer none): its folder
 */
const char *
vdt_home_get_path (VdtHome *self)
{
  g_return_val_if_fail (VDT_IS_HOME (self), NULL);

  return self->path;
}

/**
 * vdt_home_get_plan:
 * @self: a home
 *
 * Returns: (transfer none) (nullable): the plan that the newest reading with one names
 */
const char *
vdt_home_get_plan (VdtHome *self)
{
  const char *plan = NULL;
  VdtTime as_of = VDT_TIME_UNKNOWN;

  g_return_val_if_fail (VDT_IS_HOME (self), NULL);

  for (guint i = 0; i < self->quotas->len; i++)
    {
      const VdtQuotaReading *reading = &g_array_index (self->quotas, VdtQuotaLine, i).reading;

      if (reading->plan != NULL && (plan == NULL || reading->as_of > as_of))
        {
          plan = reading->plan;
          as_of = reading->as_of;
        }
    }
  return plan;
}

/**
 * vdt_home_get_problem:
 * @self: a home
 *
 * Returns: (transfer none) (nullable): why it cannot be read, in words for a person
 */
const char *
vdt_home_get_problem (VdtHome *self)
{
  g_return_val_if_fail (VDT_IS_HOME (self), NULL);

  return self->problem;
}

/**
 * vdt_home_get_origin:
 * @self: a home
 *
 * Returns: (transfer none) (nullable): who named it: `option`, `environment`, `setting`,
 *   `default` or `discovered`, as in [enum@VdtHomeOrigin]; `NULL` where nobody said
 */
const char *
vdt_home_get_origin (VdtHome *self)
{
  g_return_val_if_fail (VDT_IS_HOME (self), NULL);

  return self->origin;
}

/**
 * vdt_home_has_sessions:
 * @self: a home
 *
 * Returns: whether any session was found in it
 */
gboolean
vdt_home_has_sessions (VdtHome *self)
{
  g_return_val_if_fail (VDT_IS_HOME (self), FALSE);

  return self->has_sessions;
}

/**
 * vdt_home_get_n_files:
 * @self: a home
 *
 * Returns: how many log files were found in it
 */
guint
vdt_home_get_n_files (VdtHome *self)
{
  g_return_val_if_fail (VDT_IS_HOME (self), 0);

  return self->n_files;
}

/**
 * vdt_home_get_n_quotas:
 * @self: a home
 *
 * Returns: how many quota windows are known
 */
guint
vdt_home_get_n_quotas (VdtHome *self)
{
  g_return_val_if_fail (VDT_IS_HOME (self), 0);

  return self->quotas->len;
}

/**
 * vdt_home_get_quota:
 * @self: a home
 * @index: below [method@VdtHome.get_n_quotas]
 *
 * Returns: (transfer none): the window; valid until the next `changed`
 */
const VdtQuotaLine *
vdt_home_get_quota (VdtHome *self, guint index)
{
  g_return_val_if_fail (VDT_IS_HOME (self), NULL);
  g_return_val_if_fail (index < self->quotas->len, NULL);

  return &g_array_index (self->quotas, VdtQuotaLine, index);
}

/**
 * vdt_home_get_n_resets:
 * @self: a home
 *
 * Returns: how many kinds of resets it has
 */
guint
vdt_home_get_n_resets (VdtHome *self)
{
  g_return_val_if_fail (VDT_IS_HOME (self), 0);

  return self->resets->len;
}

/**
 * vdt_home_get_reset:
 * @self: a home
 * @index: below [method@VdtHome.get_n_resets]
 *
 * Returns: (transfer none): the resets of a kind; valid until the next `changed`
 */
const VdtResetLine *
vdt_home_get_reset (VdtHome *self, guint index)
{
  g_return_val_if_fail (VDT_IS_HOME (self), NULL);
  g_return_val_if_fail (index < self->resets->len, NULL);

  return &g_array_index (self->resets, VdtResetLine, index);
}

/**
 * vdt_home_get_newest_reading:
 * @self: a home
 *
 * Returns: when its newest quota reading was made, or unknown
 */
VdtTime
vdt_home_get_newest_reading (VdtHome *self)
{
  VdtTime newest = VDT_TIME_UNKNOWN;

  g_return_val_if_fail (VDT_IS_HOME (self), VDT_TIME_UNKNOWN);

  /* Unknown is the smallest number there is. */
  for (guint i = 0; i < self->quotas->len; i++)
    newest = MAX (newest, g_array_index (self->quotas, VdtQuotaLine, i).reading.as_of);
  return newest;
}

/**
 * vdt_home_set_found:
 * @self: a home
 * @has_sessions: whether any session was found
 * @n_files: how many log files
 * @problem: (nullable): why it cannot be read, in words for a person
 */
void
vdt_home_set_found (VdtHome *self, gboolean has_sessions, guint n_files, const char *problem)
{
  gboolean changed = FALSE;

  g_return_if_fail (VDT_IS_HOME (self));

  has_sessions = !!has_sessions;
  changed = vdt_set_string (&self->problem, problem);
  changed |= self->has_sessions != has_sessions || self->n_files != n_files;
  self->has_sessions = has_sessions;
  self->n_files = n_files;
  if (changed)
    g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/**
 * vdt_home_set_origin:
 * @self: a home
 * @origin: (nullable): who named it, see [method@VdtHome.get_origin]
 */
void
vdt_home_set_origin (VdtHome *self, const char *origin)
{
  g_return_if_fail (VDT_IS_HOME (self));

  if (vdt_set_string (&self->origin, origin))
    g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/**
 * vdt_home_set_quotas:
 * @self: a home
 * @lines: (array length=n_lines): its windows in the order of screens; copied
 * @n_lines: how many
 */
void
vdt_home_set_quotas (VdtHome *self, const VdtQuotaLine *lines, guint n_lines)
{
  g_autoptr (GArray) copies = NULL;

  g_return_if_fail (VDT_IS_HOME (self));
  g_return_if_fail (lines != NULL || n_lines == 0);

  copies = g_array_sized_new (FALSE, TRUE, sizeof (VdtQuotaLine), n_lines);
  g_array_set_clear_func (copies, quota_line_clear);
  g_array_set_size (copies, n_lines);
  for (guint i = 0; i < n_lines; i++)
    {
      VdtQuotaLine *copy = &g_array_index (copies, VdtQuotaLine, i);

      vdt_quota_reading_copy (&copy->reading, &lines[i].reading);
      copy->pace = lines[i].pace;
    }
  g_array_unref (self->quotas);
  self->quotas = g_steal_pointer (&copies);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/**
 * vdt_home_set_resets:
 * @self: a home
 * @lines: (array length=n_lines): how many resets of each kind are left; copied
 * @n_lines: how many kinds
 */
void
vdt_home_set_resets (VdtHome *self, const VdtResetLine *lines, guint n_lines)
{
  g_return_if_fail (VDT_IS_HOME (self));
  g_return_if_fail (lines != NULL || n_lines == 0);

  g_array_set_size (self->resets, 0);
  if (n_lines > 0)
    g_array_append_vals (self->resets, lines, n_lines);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}
