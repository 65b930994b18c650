/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vedettectl"

#include "config.h"

#include "vdt-cli-session.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "vdt-format.h"

static void
write_context (VdtJsonWriter *writer, const VdtContextMeter *meter)
{
  double percent = 0;

  vdt_json_writer_key (writer, "context");
  vdt_json_writer_begin_object (writer);
  vdt_json_writer_key (writer, "state");
  vdt_json_writer_string (writer, vdt_context_state_to_string (meter->state));
  vdt_json_writer_key (writer, "used_tokens");
  vdt_json_writer_count (writer, meter->used_tokens);
  vdt_json_writer_key (writer, "window_tokens");
  vdt_json_writer_count (writer, meter->window_tokens);
  vdt_json_writer_key (writer, "percent");
  if (vdt_context_meter_get_percent (meter, &percent))
    vdt_json_writer_double (writer, percent);
  else
    vdt_json_writer_null (writer);
  vdt_json_writer_key (writer, "window_origin");
  vdt_json_writer_string (writer, vdt_window_origin_to_string (meter->window_origin));
  vdt_json_writer_key (writer, "as_of");
  vdt_json_writer_time (writer, meter->as_of);
  vdt_json_writer_end_object (writer);
}

/**
 * vdt_cli_write_session:
 * @writer: stands where a value is due
 * @info: what is known of a session
 *
 * Writes a session as `status` has it.
 */
void
vdt_cli_write_session (VdtJsonWriter *writer, const VdtSessionInfo *info)
{
  vdt_json_writer_begin_object (writer);
  vdt_cli_write_text (writer, "id", info->id);
  vdt_cli_write_text (writer, "runtime", vdt_runtime_to_string (info->runtime));
  vdt_cli_write_text (writer, "native_session_id", info->native_id);
  vdt_cli_write_text (writer, "home", info->home_id);
  vdt_cli_write_text (writer, "title", info->title);
  vdt_cli_write_text (writer, "project", info->project);
  vdt_cli_write_text (writer, "parent_session_id", info->parent_native_id);
  vdt_json_writer_key (writer, "is_subagent");
  vdt_json_writer_boolean (writer, info->is_subagent);
  vdt_cli_write_text (writer, "forked_from", info->forked_from);
  vdt_cli_write_text (writer, "lifecycle", vdt_lifecycle_to_string (info->lifecycle));
  vdt_cli_write_text (writer, "waiting_for",
                      info->waiting_for != VDT_WAITING_NOTHING
                        ? vdt_waiting_for_to_string (info->waiting_for)
                        : NULL);
  vdt_cli_write_text (writer, "model", info->model);
  vdt_cli_write_text (writer, "effort", info->effort);
  vdt_json_writer_key (writer, "fast");
  if (info->fast < 0)
    vdt_json_writer_null (writer);
  else
    vdt_json_writer_boolean (writer, info->fast > 0);
  vdt_cli_write_text (writer, "provider", info->provider);
  write_context (writer, &info->context);
  vdt_json_writer_key (writer, "tokens");
  vdt_json_writer_begin_object (writer);
  vdt_cli_write_tokens (writer, &info->tokens);
  vdt_json_writer_key (writer, "complete");
  vdt_json_writer_boolean (writer, info->tokens_complete);
  vdt_json_writer_end_object (writer);
  vdt_json_writer_key (writer, "pending_decisions");
  vdt_json_writer_int (writer, info->pending_decisions);
  vdt_json_writer_key (writer, "queued_messages");
  vdt_json_writer_int (writer, info->queued_messages);
  vdt_cli_write_text (writer, "extraction_health", info->unknown_records > 0 ? "degraded" : "ok");
  vdt_json_writer_key (writer, "created_at");
  vdt_json_writer_time (writer, info->created_at);
  vdt_json_writer_key (writer, "last_event_at");
  vdt_json_writer_time (writer, info->last_event_at);
  vdt_json_writer_end_object (writer);
}

static char *
describe_context (const VdtContextMeter *meter)
{
  g_autofree char *used =
    vdt_count_known (meter->used_tokens) ? vdt_format_tokens (meter->used_tokens) : NULL;
  g_autofree char *window =
    vdt_count_known (meter->window_tokens) ? vdt_format_tokens (meter->window_tokens) : NULL;
  g_autofree char *words = NULL;
  double percent = 0;

  if (meter->state == VDT_CONTEXT_COMPACTED)
    return g_strdup (_ ("compacted"));
  if (used == NULL)
    return g_strdup (_ ("context unknown"));
  if (!vdt_context_meter_get_percent (meter, &percent))
    return g_strdup_printf (_ ("%s used, window unknown"), used);
  words = vdt_format_percent_words (percent, VDT_WORDS_USED);
  if (meter->state == VDT_CONTEXT_ASSUMED)
    return g_strdup_printf (_ ("%s, %s of %s assumed"), words, used, window);
  return g_strdup_printf (_ ("%s, %s of %s"), words, used, window);
}

/**
 * vdt_cli_describe_lifecycle:
 * @lifecycle: a state
 *
 * Returns: (transfer none): its words
 */
const char *
vdt_cli_describe_lifecycle (VdtLifecycle lifecycle)
{
  switch (lifecycle)
    {
    case VDT_LIFECYCLE_WAITING:
      return _ ("waits for an answer");
    case VDT_LIFECYCLE_WORKING:
      return _ ("working");
    case VDT_LIFECYCLE_IDLE:
      return _ ("idle");
    case VDT_LIFECYCLE_COMPLETED:
      return _ ("completed");
    case VDT_LIFECYCLE_ERROR:
      return _ ("error");
    case VDT_LIFECYCLE_OFFLINE:
      return _ ("offline");
    case VDT_LIFECYCLE_OBSERVING:
      break;
    }
  return _ ("observing");
}

static const char *
describe_state (const VdtSessionInfo *info)
{
  if (info->lifecycle == VDT_LIFECYCLE_WAITING && info->waiting_for == VDT_WAITING_PLAN_APPROVAL)
    return _ ("waits for plan approval");
  if (info->lifecycle == VDT_LIFECYCLE_WAITING && info->waiting_for == VDT_WAITING_PERMISSION)
    return _ ("waits for permission");
  return vdt_cli_describe_lifecycle (info->lifecycle);
}

/* What a session does and for how long; one that works and has said nothing for a while says so,
 * as the window does. */
static char *
describe_age (VdtCli *cli, const VdtSessionInfo *info)
{
  const VdtTime quiet =
    vdt_time_known (info->last_event_at) ? cli->now - info->last_event_at : VDT_TIME_UNKNOWN;
  g_autofree char *age = NULL;

  if (info->lifecycle == VDT_LIFECYCLE_WORKING && vdt_time_known (quiet) &&
      quiet >= VDT_QUOTA_STALE_AFTER)
    {
      age = vdt_format_duration (quiet);
      /* Translators: %s is a duration such as "42 min" */
      return g_strdup_printf (_ ("nothing new for %s"), age);
    }
  return vdt_time_known (info->state_since)
           ? vdt_format_duration (MAX (0, cli->now - info->state_since))
           : NULL;
}

/**
 * vdt_cli_print_session:
 * @cli: what was asked for
 * @info: what is known of a session
 *
 * Prints it for a person, on two lines.
 */
void
vdt_cli_print_session (VdtCli *cli, const VdtSessionInfo *info)
{
  const char *bold = vdt_cli_use_colour () ? "\033[1m" : "";
  const char *plain = vdt_cli_use_colour () ? "\033[0m" : "";
  g_autofree char *context = describe_context (&info->context);
  g_autofree char *title = vdt_cli_inert (info->title != NULL ? info->title : _ ("Untitled"));
  g_autofree char *project = info->project != NULL ? vdt_cli_inert (info->project) : NULL;
  g_autofree char *model = info->model != NULL ? vdt_cli_inert (info->model) : NULL;
  g_autofree char *age = describe_age (cli, info);

  printf ("%s%s%s\n", bold, title, plain);
  printf ("  %s%s%s", describe_state (info), age != NULL ? " · " : "", age != NULL ? age : "");
  printf (" · %s", vdt_format_runtime (info->runtime));
  if (project != NULL)
    printf (" · %s", project);
  if (model != NULL)
    printf (" · %s", model);
  printf (" · %s\n", context);
}
