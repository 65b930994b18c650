/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-app"

#include "config.h"

#include "vdt-tray-menu.h"

#include <glib/gi18n.h>

/* A gauge chosen by the wheel goes back to the fullest one after this long. */
#define SCROLL_SECONDS 10

struct _VdtTrayMenu
{
  GObject parent_instance;

  VdtEngine *engine;
  VdtZone *zone;
  VdtMeterWords words;
  GMenu *root;
  GMenu *sessions;
  GMenu *quotas;
  GMenu *windows;
  GMenu *pause;
  GMenu *pauses;     /* what the submenu offers */
  char *pause_label; /* of the line in its place; NULL while it is the submenu */
  GMenu *rest;
  int chosen; /* which quota the gauge shows; -1 for the fullest */
  guint chosen_source;
};

enum
{
  SIGNAL_STATE_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VdtTrayMenu, vdt_tray_menu, G_TYPE_OBJECT)

static void
vdt_tray_menu_dispose (GObject *object)
{
  VdtTrayMenu *self = VDT_TRAY_MENU (object);

  g_clear_handle_id (&self->chosen_source, g_source_remove);
  g_clear_object (&self->engine);
  g_clear_object (&self->root);
  g_clear_object (&self->sessions);
  g_clear_object (&self->quotas);
  g_clear_object (&self->windows);
  g_clear_object (&self->pause);
  g_clear_object (&self->pauses);
  g_clear_pointer (&self->pause_label, g_free);
  g_clear_object (&self->rest);
  g_clear_pointer (&self->zone, vdt_zone_free);
  G_OBJECT_CLASS (vdt_tray_menu_parent_class)->dispose (object);
}

static void
vdt_tray_menu_class_init (VdtTrayMenuClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = vdt_tray_menu_dispose;
  signals[SIGNAL_STATE_CHANGED] =
    g_signal_new ("state-changed", VDT_TYPE_TRAY_MENU, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);
}

static void
add_section (VdtTrayMenu *self, GMenu **section)
{
  *section = g_menu_new ();
  g_menu_append_section (self->root, NULL, G_MENU_MODEL (*section));
}

static void
vdt_tray_menu_init (VdtTrayMenu *self)
{
  self->chosen = -1;
  self->zone = vdt_zone_new (NULL, NULL);
  self->root = g_menu_new ();
  add_section (self, &self->sessions);
  add_section (self, &self->quotas);
  add_section (self, &self->windows);
  add_section (self, &self->pause);
  self->pauses = g_menu_new ();
  add_section (self, &self->rest);
}

/* One line of a section as it should be. */
typedef struct
{
  char *label;
  const char *action;
  char *target; /* (nullable): a string */
} Line;

static void
line_clear (gpointer data)
{
  Line *line = data;

  g_free (line->label);
  g_free (line->target);
}

static GArray *
lines_new (void)
{
  GArray *lines = g_array_new (FALSE, TRUE, sizeof (Line));

  g_array_set_clear_func (lines, line_clear);
  return lines;
}

static void
add_line (GArray *lines, char *label, const char *action, const char *target)
{
  Line line = { .label = label, .action = action, .target = g_strdup (target) };

  g_array_append_val (lines, line);
}

static gboolean
item_is (GMenuModel *menu, int position, const Line *line, gboolean *same_label)
{
  g_autofree char *label = NULL;
  g_autofree char *action = NULL;
  g_autofree char *target = NULL;

  g_menu_model_get_item_attribute (menu, position, G_MENU_ATTRIBUTE_LABEL, "s", &label);
  g_menu_model_get_item_attribute (menu, position, G_MENU_ATTRIBUTE_ACTION, "s", &action);
  g_menu_model_get_item_attribute (menu, position, G_MENU_ATTRIBUTE_TARGET, "s", &target);
  *same_label = g_strcmp0 (label, line->label) == 0;
  return g_strcmp0 (action, line->action) == 0 && g_strcmp0 (target, line->target) == 0;
}

/* Makes a section equal to @lines, touching only what is different. */
static void
set_lines (GMenu *section, const GArray *lines)
{
  GMenuModel *menu = G_MENU_MODEL (section);

  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);
      gboolean same_label = FALSE;
      int found = i;

      while (found < g_menu_model_get_n_items (menu) && !item_is (menu, found, line, &same_label))
        found++;
      if (found == (int) i && found < g_menu_model_get_n_items (menu) && same_label)
        continue;
      if (found < g_menu_model_get_n_items (menu))
        g_menu_remove (section, found);
      {
        g_autoptr (GMenuItem) item = g_menu_item_new (line->label, NULL);

        g_menu_item_set_action_and_target_value (item, line->action,
                                                 line->target != NULL
                                                   ? g_variant_new_string (line->target)
                                                   : NULL);
        if (line->target != NULL)
          g_menu_item_set_attribute (item, "x-vedette-id", "s", line->target);
        g_menu_insert_item (section, i, item);
      }
    }
  while (g_menu_model_get_n_items (menu) > (int) lines->len)
    g_menu_remove (section, g_menu_model_get_n_items (menu) - 1);
}

static const char *
state_word (const VdtSessionInfo *info)
{
  switch (info->lifecycle)
    {
    case VDT_LIFECYCLE_WAITING:
      return _ ("waits");
    case VDT_LIFECYCLE_WORKING:
      return _ ("working");
    case VDT_LIFECYCLE_ERROR:
      return _ ("error");
    case VDT_LIFECYCLE_IDLE:
      return _ ("idle");
    case VDT_LIFECYCLE_COMPLETED:
      return _ ("completed");
    case VDT_LIFECYCLE_OFFLINE:
      return _ ("offline");
    case VDT_LIFECYCLE_OBSERVING:
      break;
    }
  return _ ("observing");
}

/* A menu takes one underscore for a mnemonic. */
static char *
escape_underscores (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "_", -1);

  return g_strjoinv ("__", parts);
}

/* `Claude · tide-tables · waits · 71 % used`: never a title, which may say too much. */
static char *
session_label (VdtTrayMenu *self, const VdtSessionInfo *info)
{
  g_autoptr (GString) label = g_string_new (vdt_format_runtime (info->runtime));
  double percent = 0;

  if (info->project != NULL)
    {
      g_autofree char *project = escape_underscores (info->project);

      g_string_append_printf (label, " · %s", project);
    }
  g_string_append_printf (label, " · %s", state_word (info));
  if (vdt_context_meter_get_percent (&info->context, &percent))
    {
      g_autofree char *words = vdt_format_percent_words (percent, self->words);

      g_string_append_printf (label, " · %s", words);
    }
  return g_string_free (g_steal_pointer (&label), FALSE);
}

/* A live one: it waits or works, or did something in the last hour. */
static gboolean
is_live (VdtTrayMenu *self, const VdtSessionInfo *info)
{
  if (info->source_deleted)
    return FALSE;
  return info->lifecycle == VDT_LIFECYCLE_WAITING ||
         (vdt_time_known (info->last_event_at) &&
          info->last_event_at > vdt_engine_get_now (self->engine) - VDT_HOUR);
}

static void
update_sessions (VdtTrayMenu *self)
{
  GListModel *sessions = vdt_engine_get_sessions (self->engine);
  g_autoptr (GArray) lines = lines_new ();
  guint n_live = 0;

  for (int waiting = 1; waiting >= 0; waiting--)
    for (guint i = 0; i < g_list_model_get_n_items (sessions); i++)
      {
        g_autoptr (VdtSession) session = g_list_model_get_item (sessions, i);
        const VdtSessionInfo *info = vdt_session_get_info (session);

        if ((info->lifecycle == VDT_LIFECYCLE_WAITING) != (waiting == 1) || !is_live (self, info))
          continue;
        n_live++;
        if (lines->len < VDT_TRAY_MAX_SESSIONS)
          add_line (lines, session_label (self, info), "app.show-session", info->id);
      }
  if (n_live > lines->len)
    {
      guint more = n_live - lines->len;

      add_line (lines,
                g_strdup_printf (ngettext ("%u More Session…", "%u More Sessions…", more), more),
                "app.activity", NULL);
    }
  if (vdt_engine_get_state (self->engine) == VDT_ENGINE_SCANNING)
    {
      VdtEngineProgress progress;

      vdt_engine_get_progress (self->engine, &progress);
      if (progress.bytes_total > 0)
        add_line (lines,
                  g_strdup_printf (_ ("Reading logs… %u %%"),
                                   (guint) (100 * progress.bytes_done / progress.bytes_total)),
                  "app.nothing", NULL);
    }
  set_lines (self->sessions, lines);
}

static gboolean
is_shown (const VdtQuotaReading *reading, VdtTime now)
{
  return vdt_quota_reading_get_state (reading, now) != VDT_QUOTA_UNKNOWN;
}

static char *
quota_label (VdtTrayMenu *self, const VdtQuotaReading *reading)
{
  g_autofree char *window = vdt_format_window_short (reading);
  g_autofree char *words =
    vdt_format_quota (reading, self->words, vdt_engine_get_now (self->engine), self->zone);

  if (vdt_quota_reading_get_bucket_title (reading) != NULL)
    {
      g_autofree char *bucket = escape_underscores (vdt_quota_reading_get_bucket_title (reading));

      return g_strdup_printf ("%s %s · %s: %s", vdt_format_runtime (reading->runtime), window,
                              bucket, words);
    }
  return g_strdup_printf ("%s %s: %s", vdt_format_runtime (reading->runtime), window, words);
}

static void
update_quotas (VdtTrayMenu *self)
{
  GListModel *homes = vdt_engine_get_homes (self->engine);
  VdtTime now = vdt_engine_get_now (self->engine);
  g_autoptr (GArray) lines = lines_new ();

  for (guint i = 0; i < g_list_model_get_n_items (homes); i++)
    {
      g_autoptr (VdtHome) home = g_list_model_get_item (homes, i);

      for (guint j = 0; j < vdt_home_get_n_quotas (home); j++)
        {
          const VdtQuotaReading *reading = &vdt_home_get_quota (home, j)->reading;
          g_autofree char *target = NULL;

          if (!is_shown (reading, now))
            continue;
          target = g_strdup_printf ("%s\n%s\n%s", vdt_home_get_id (home),
                                    reading->bucket != NULL ? reading->bucket : "",
                                    vdt_quota_window_to_string (reading->window));
          add_line (lines, quota_label (self, reading), "app.show-quota", target);
        }
    }
  set_lines (self->quotas, lines);
}

/* `Review (8)…` */
static char *
review_label (VdtTrayMenu *self)
{
  const guint n = vdt_review_get_n_cards (vdt_engine_get_review (self->engine));

  /* Translators: the number of sessions to look at */
  return n > 0 ? g_strdup_printf (_ ("Review (%u)…"), n) : g_strdup (_ ("Review…"));
}

static char *
silent_label (VdtTrayMenu *self, gboolean off)
{
  VdtTime until = VDT_TIME_UNKNOWN;
  g_autofree char *end = NULL;

  if (off || !vdt_engine_is_paused (self->engine, &until))
    return NULL;
  if (!vdt_time_known (until))
    return g_strdup (_ ("Resume Notifications"));
  end = vdt_format_moment (until, vdt_engine_get_now (self->engine), self->zone);
  /* Translators: a command; %s is a time such as "07:30" or "Wed 2 Dec, 07:30" */
  return g_strdup_printf (_ ("Resume Notifications (paused until %s)"), end);
}

/* One line while they are paused, else a submenu of how long to pause them. */
static void
update_pause (VdtTrayMenu *self, gboolean off)
{
  const struct
  {
    const char *label;
    const char *target;
  } pauses[] = {
    { _ ("For 30 Minutes"), "30" },
    { _ ("For 1 Hour"), "60" },
    { _ ("Until Tomorrow 07:30"), "tomorrow" },
    { _ ("Until I Turn Them On"), "always" },
  };
  GMenuModel *model = G_MENU_MODEL (self->pause);
  g_autofree char *label = silent_label (self, off);
  const int n = g_menu_model_get_n_items (model);

  if (n == (off ? 0 : 1) && g_strcmp0 (label, self->pause_label) == 0)
    return;
  g_menu_remove_all (self->pause);
  g_free (self->pause_label);
  self->pause_label = g_steal_pointer (&label);
  if (off)
    return;
  if (self->pause_label != NULL)
    {
      g_menu_append (self->pause, self->pause_label, "app.resume-notifications");
      return;
    }
  g_menu_remove_all (self->pauses);
  for (guint i = 0; i < G_N_ELEMENTS (pauses); i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (pauses[i].label, NULL);

      g_menu_item_set_action_and_target (item, "app.pause-notifications", "s", pauses[i].target);
      g_menu_item_set_attribute (item, "x-vedette-id", "s", pauses[i].target);
      g_menu_append_item (self->pauses, item);
    }
  g_menu_append_submenu (self->pause, _ ("Pause Notifications"), G_MENU_MODEL (self->pauses));
}

static void
update_fixed (VdtTrayMenu *self)
{
  VdtEngineState state = vdt_engine_get_state (self->engine);
  gboolean off = state == VDT_ENGINE_OFF || state == VDT_ENGINE_WELCOME;
  g_autoptr (GArray) windows = lines_new ();
  g_autoptr (GArray) rest = lines_new ();

  if (off)
    {
      add_line (windows, g_strdup (_ ("Workspace is off")), "app.nothing", NULL);
      add_line (rest, g_strdup (_ ("Turn On…")), "app.activity", NULL);
    }
  else
    {
      add_line (windows, review_label (self), "app.review", NULL);
      add_line (windows, g_strdup (_ ("Activity")), "app.activity", NULL);
    }
  add_line (rest, g_strdup (_ ("Preferences")), "app.preferences", NULL);
  add_line (rest, g_strdup (_ ("Quit")), "app.quit", NULL);
  set_lines (self->windows, windows);
  update_pause (self, off);
  set_lines (self->rest, rest);
}

/**
 * vdt_tray_menu_update:
 * @self: a menu
 *
 * Brings menu and icon up to date; only what is different is touched.
 */
void
vdt_tray_menu_update (VdtTrayMenu *self)
{
  update_sessions (self);
  update_quotas (self);
  update_fixed (self);
  g_signal_emit (self, signals[SIGNAL_STATE_CHANGED], 0);
}

/**
 * vdt_tray_menu_new:
 * @engine: what to show
 *
 * Returns: (transfer full): the menu
 */
VdtTrayMenu *
vdt_tray_menu_new (VdtEngine *engine)
{
  VdtTrayMenu *self = g_object_new (VDT_TYPE_TRAY_MENU, NULL);

  self->engine = g_object_ref (engine);
  vdt_tray_menu_update (self);
  return self;
}

/**
 * vdt_tray_menu_get_model:
 * @self: a menu
 *
 * Returns: (transfer none): for a status item
 */
GMenuModel *
vdt_tray_menu_get_model (VdtTrayMenu *self)
{
  return G_MENU_MODEL (self->root);
}

/**
 * vdt_tray_menu_set_words:
 * @self: a menu
 * @words: whether to say what is used or what is left
 */
void
vdt_tray_menu_set_words (VdtTrayMenu *self, VdtMeterWords words)
{
  if (self->words == words)
    return;
  self->words = words;
  vdt_tray_menu_update (self);
}

/* Running quotas in the order of the menu; the fullest is the gauge unless one was chosen. */
static GPtrArray *
running_quotas (VdtTrayMenu *self)
{
  GListModel *homes = vdt_engine_get_homes (self->engine);
  VdtTime now = vdt_engine_get_now (self->engine);
  GPtrArray *quotas = g_ptr_array_new ();

  for (guint i = 0; i < g_list_model_get_n_items (homes); i++)
    {
      g_autoptr (VdtHome) home = g_list_model_get_item (homes, i);

      for (guint j = 0; j < vdt_home_get_n_quotas (home); j++)
        {
          const VdtQuotaReading *reading = &vdt_home_get_quota (home, j)->reading;
          VdtQuotaState state = vdt_quota_reading_get_state (reading, now);

          if (state == VDT_QUOTA_REPORTED || state == VDT_QUOTA_STALE)
            g_ptr_array_add (quotas, (gpointer) reading);
        }
    }
  return quotas;
}

static gboolean
on_chosen_timeout_cb (gpointer user_data)
{
  VdtTrayMenu *self = user_data;

  self->chosen_source = 0;
  self->chosen = -1;
  g_signal_emit (self, signals[SIGNAL_STATE_CHANGED], 0);
  return G_SOURCE_REMOVE;
}

/**
 * vdt_tray_menu_scroll:
 * @self: a menu
 * @delta: which way the wheel was turned
 *
 * Lets the gauge show the next quota for a while.
 */
void
vdt_tray_menu_scroll (VdtTrayMenu *self, int delta)
{
  g_autoptr (GPtrArray) quotas = running_quotas (self);

  if (quotas->len == 0 || delta == 0)
    return;
  self->chosen = self->chosen < 0 ? 0 : self->chosen + (delta > 0 ? 1 : -1);
  self->chosen = (self->chosen + (int) quotas->len) % (int) quotas->len;
  g_clear_handle_id (&self->chosen_source, g_source_remove);
  self->chosen_source = g_timeout_add_seconds (SCROLL_SECONDS, on_chosen_timeout_cb, self);
  g_signal_emit (self, signals[SIGNAL_STATE_CHANGED], 0);
}

/**
 * vdt_tray_menu_get_facts:
 * @self: a menu
 * @facts: (out caller-allocates): what the icon is to show
 * @title: (out) (transfer full): the tooltip's title
 * @text: (out) (transfer full): the tooltip's text
 */
void
vdt_tray_menu_get_facts (VdtTrayMenu *self, VdtTrayFacts *facts, char **title, char **text)
{
  VdtEngineState state = vdt_engine_get_state (self->engine);
  guint n_waiting = vdt_engine_get_n_waiting (self->engine);
  g_autoptr (GPtrArray) quotas = running_quotas (self);
  const VdtQuotaReading *shown = NULL;

  for (guint i = 0; i < quotas->len; i++)
    {
      const VdtQuotaReading *reading = g_ptr_array_index (quotas, i);

      if (self->chosen >= 0 ? (int) i == self->chosen % (int) quotas->len
                            : shown == NULL || reading->used_percent > shown->used_percent)
        shown = reading;
    }
  *facts = (VdtTrayFacts){
    .workspace_on = state == VDT_ENGINE_SCANNING || state == VDT_ENGINE_READY,
    .agent_waits = n_waiting > 0,
    .notices_paused = vdt_engine_is_paused (self->engine, NULL),
    .review_due = vdt_engine_get_review_due (self->engine),
    .percent = shown != NULL ? shown->used_percent : -1,
  };
  if (n_waiting > 0)
    *title =
      g_strdup_printf (ngettext ("Vedette: %u agent waits", "Vedette: %u agents wait", n_waiting),
                       n_waiting);
  else if (facts->review_due)
    *title = g_strdup (_ ("Vedette: review is due"));
  else
    *title = g_strdup (_ ("Vedette"));
  if (shown == NULL)
    *text = g_strdup (facts->workspace_on ? _ ("No quota reported yet") : _ ("Workspace is off"));
  else
    {
      g_autofree char *label = quota_label (self, shown);

      *text = self->chosen >= 0 ? g_steal_pointer (&label)
                                : g_strdup_printf (_ ("Fullest quota: %s"), label);
    }
}
