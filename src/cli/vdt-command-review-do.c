/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vedettectl"

#include "config.h"

#include "vdt-command-review.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

/* How long a running app is waited for. */
#define NUDGE_MS 500

/* --- telling the app -------------------------------------------------------------------------- */

typedef struct
{
  GCancellable *cancellable;
  guint source;
  gboolean finished;
} Nudge;

static gboolean
nudge_late_cb (gpointer user_data)
{
  Nudge *nudge = user_data;

  nudge->source = 0;
  g_cancellable_cancel (nudge->cancellable);
  return G_SOURCE_REMOVE;
}

static void
nudge_end (Nudge *nudge, GError *error)
{
  if (error != NULL)
    g_debug ("telling the app: %s", error->message);
  g_clear_error (&error);
  nudge->finished = TRUE;
}

static void
nudge_answered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GError *error = NULL;
  g_autoptr (GVariant) answer =
    g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);

  nudge_end (user_data, error);
}

static void
nudge_connected_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Nudge *nudge = user_data;
  GError *error = NULL;
  g_autoptr (GDBusConnection) bus = g_bus_get_finish (result, &error);
  g_autofree char *path = g_strdup ("/" VDT_APP_ID);

  if (bus == NULL)
    {
      nudge_end (nudge, error);
      return;
    }
  g_strdelimit (path, ".", '/');
  g_strdelimit (path, "-", '_');
  g_dbus_connection_call (bus, VDT_APP_ID, path, "org.gtk.Actions", "Activate",
                          g_variant_new ("(sava{sv})", "review-refresh", NULL, NULL), NULL,
                          G_DBUS_CALL_FLAGS_NO_AUTO_START, NUDGE_MS, nudge->cancellable,
                          nudge_answered_cb, nudge);
}

/* GLib would start a bus of its own where there is none. */
static gboolean
has_bus (void)
{
  const char *address = g_getenv ("DBUS_SESSION_BUS_ADDRESS");
  g_autofree char *socket = g_build_filename (g_get_user_runtime_dir (), "bus", NULL);

  return (address != NULL && *address != '\0') || g_file_test (socket, G_FILE_TEST_EXISTS);
}

/* A Vedette that runs reads its queue again; none is started, and whether it hears is its own
 * matter: what was asked for is in the database. */
static void
nudge_app (void)
{
  Nudge nudge = { 0 };

  if (!has_bus ())
    return;
  nudge.cancellable = g_cancellable_new ();
  nudge.source = g_timeout_add (2 * NUDGE_MS, nudge_late_cb, &nudge);
  g_bus_get (G_BUS_TYPE_SESSION, nudge.cancellable, nudge_connected_cb, &nudge);
  while (!nudge.finished)
    g_main_context_iteration (NULL, TRUE);
  g_clear_handle_id (&nudge.source, g_source_remove);
  g_object_unref (nudge.cancellable);
}

/* --- done, undone ----------------------------------------------------------------------------- */

static int
repeated (VdtCli *cli, const char *name)
{
  g_autofree char *shown = vdt_cli_inert (name);

  return vdt_cli_usage_error (cli, _ ("“%s” is named twice"), shown);
}

/* Whose baselines are meant, each once; an exit status where that cannot be told. */
static int
find_targets (VdtCli *cli,
              VdtGuest *guest,
              const char *const *arguments,
              guint n,
              VdtReviewTarget *targets,
              GPtrArray *infos)
{
  for (guint i = 0; i < n; i++)
    {
      VdtSessionInfo *info = vdt_cli_find_agent (guest, arguments[2 * i]);

      if (info == NULL)
        return VDT_EXIT_FAILED;
      g_ptr_array_add (infos, info);
      for (guint j = 0; j < i; j++)
        if (strcmp (targets[j].agent_id, info->id) == 0)
          return repeated (cli, arguments[2 * i]);
      targets[i].agent_id = info->id;
      targets[i].snapshot_id = arguments[2 * i + 1];
    }
  return VDT_EXIT_OK;
}

static int
tell_outcome (VdtReviewOutcome outcome, guint n_advanced, guint n_unchanged)
{
  if (outcome == VDT_REVIEW_CONFLICT)
    {
      fprintf (stderr, "vedettectl: %s\n",
               _ ("nothing was done: a snapshot is none of its session's, or is no longer kept; "
                  "look with “vedettectl review” which one is the newest"));
      return VDT_EXIT_FAILED;
    }
  if (n_advanced > 0)
    {
      fprintf (stderr,
               ngettext ("advanced: %u session is reviewed up to its snapshot",
                         "advanced: %u sessions are reviewed up to their snapshots", n_advanced),
               n_advanced);
      fprintf (stderr, "\n");
    }
  if (n_unchanged > 0)
    {
      fprintf (stderr,
               ngettext ("unchanged: %u session was reviewed up to there already",
                         "unchanged: %u sessions were reviewed up to there already", n_unchanged),
               n_unchanged);
      fprintf (stderr, "\n");
    }
  return VDT_EXIT_OK;
}

/* What can be told without looking anything up. */
static int
check_pairs (VdtCli *cli, const char *const *arguments)
{
  const guint n = g_strv_length ((char **) arguments);

  if (n == 0 || n % 2 != 0)
    return vdt_cli_usage_error (cli, _ ("“review done” takes a session and its snapshot, or more "
                                        "of such pairs"));
  if (n / 2 > VDT_REVIEW_MAX_TARGETS)
    return vdt_cli_usage_error (cli, _ ("at most %d sessions are done in one go"),
                                VDT_REVIEW_MAX_TARGETS);
  for (guint i = 0; i < n; i += 2)
    for (guint j = 0; j < i; j += 2)
      if (strcmp (arguments[i], arguments[j]) == 0)
        return repeated (cli, arguments[i]);
  return VDT_EXIT_OK;
}

/**
 * vdt_cli_review_done:
 * @cli: what was asked for
 * @arguments: sessions and the snapshots that were looked at, in turn
 *
 * Moves baselines to the snapshots, all or none (V31).
 *
 * Returns: the exit status
 */
int
vdt_cli_review_done (VdtCli *cli, const char *const *arguments)
{
  const guint n = g_strv_length ((char **) arguments) / 2;
  VdtReviewTarget targets[VDT_REVIEW_MAX_TARGETS];
  g_autoptr (GPtrArray) infos =
    g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_session_info_unref);
  g_autoptr (VdtGuest) guest = NULL;
  VdtReviewOutcome outcome = VDT_REVIEW_NOT_DONE;
  GError *error = NULL;
  guint n_advanced = 0;
  int status = check_pairs (cli, arguments);

  if (status != VDT_EXIT_OK)
    return status;
  guest = vdt_cli_open_guest (cli);
  if (guest == NULL)
    return VDT_EXIT_FAILED;
  status = find_targets (cli, guest, arguments, n, targets, infos);
  if (status != VDT_EXIT_OK)
    return status;
  if (!vdt_guest_acknowledge (guest, targets, n, cli->now, &outcome, &n_advanced, &error))
    return vdt_cli_fail_guest (error);
  if (outcome == VDT_REVIEW_ADVANCED)
    nudge_app ();
  return tell_outcome (outcome, n_advanced, n - n_advanced);
}

/**
 * vdt_cli_review_undone:
 * @cli: what was asked for
 * @arguments: which session
 *
 * Marks a session as not reviewed: its baseline goes back to where it stood before.
 *
 * Returns: the exit status
 */
int
vdt_cli_review_undone (VdtCli *cli, const char *const *arguments)
{
  g_autoptr (VdtGuest) guest = NULL;
  g_autoptr (VdtSessionInfo) info = NULL;
  VdtReviewOutcome outcome = VDT_REVIEW_NOT_DONE;
  GError *error = NULL;

  if (g_strv_length ((char **) arguments) != 1)
    return vdt_cli_usage_error (cli, _ ("“review %s” takes one session"), "undone");
  guest = vdt_cli_open_guest (cli);
  if (guest == NULL)
    return VDT_EXIT_FAILED;
  info = vdt_cli_find_agent (guest, arguments[0]);
  if (info == NULL)
    return VDT_EXIT_FAILED;
  if (!vdt_guest_unreview (guest, info->id, &outcome, &error))
    return vdt_cli_fail_guest (error);
  if (outcome != VDT_REVIEW_ADVANCED)
    {
      fprintf (stderr, "%s\n", _ ("unchanged: there is nothing to take back"));
      return VDT_EXIT_OK;
    }
  nudge_app ();
  fprintf (stderr, "%s\n", _ ("The session stands where it stood before it was last reviewed."));
  return VDT_EXIT_OK;
}

/* --- reply ------------------------------------------------------------------------------------ */

static int
refuse (const char *words)
{
  fprintf (stderr, "vedettectl: %s\n", words);
  return VDT_EXIT_FAILED;
}

static gboolean
has_option (const VdtDecision *decision, const char *option)
{
  guint64 number = 0;

  /* "+1" and "01" are no ids */
  return g_ascii_isdigit (option[0]) && option[0] != '0' &&
         g_ascii_string_to_unsigned (option, 10, 1, decision->n_options, &number, NULL);
}

/**
 * vdt_cli_review_reply:
 * @cli: what was asked for
 * @arguments: a decision and one of its options
 *
 * Goes through the checks of a reply in their order (facts 1.5 *Reply order of checks*). No
 * session is linked to a terminal, so none passes; nothing is typed and nothing is stored.
 *
 * Returns: the exit status
 */
int
vdt_cli_review_reply (VdtCli *cli, const char *const *arguments)
{
  g_autoptr (VdtGuest) guest = NULL;
  g_autoptr (VdtReviewCard) card = NULL;
  const VdtReviewDecision *open = NULL;
  g_autoptr (GError) error = NULL;

  if (g_strv_length ((char **) arguments) != 2)
    return vdt_cli_usage_error (cli, _ ("“review reply” takes a decision and one of its options"));
  guest = vdt_cli_open_guest (cli);
  if (guest == NULL)
    return VDT_EXIT_FAILED;
  card = vdt_guest_find_decision (guest, arguments[0], &open, &error);
  if (error != NULL)
    return vdt_cli_fail_guest (g_steal_pointer (&error));
  if (card == NULL)
    return refuse (_ ("no open decision has that id: it was answered, or never asked; "
                      "“vedettectl review” and “vedettectl decisions” list those that are open"));
  if (open->status != VDT_DECISION_PENDING)
    return refuse (_ ("the decision is not pending: an answer may be on its way; look into the "
                      "agent's own terminal"));
  if (!has_option (open->decision, arguments[1]))
    return refuse (_ ("the decision has no such option; options are named by their numbers"));
  return refuse (_ ("no terminal is linked to this session: answer in the agent's own terminal"));
}
