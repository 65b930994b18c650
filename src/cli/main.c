/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vedettectl"

#include "config.h"

#include "vdt-cli.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "vdt-settings.h"

#define TAKES_RANGE (1 << 0)
#define TAKES_BY    (1 << 1)
#define TAKES_ALL   (1 << 2)
#define TAKES_HOMES (1 << 3)
#define TAKES_JSON  (1 << 4)
#define TAKES_CLOCK (1 << 5)
#define TAKES_LIMIT (1 << 6)
#define TAKES_WORDS (1 << 7)
#define TAKES_TOOLS (1 << 8)

/* What TAKES_LIMIT may be. */
#define MAX_LIMIT 500

static const struct
{
  const char *name;
  VdtCommandFunc func;
  guint takes;
  const char *summary;
  const char *usage;
  const char *description;
} commands[] = {
  { "status", vdt_command_status, TAKES_HOMES | TAKES_ALL | TAKES_JSON,
    N_ ("sessions, context windows and quotas") },
  { "usage", vdt_command_usage, TAKES_HOMES | TAKES_RANGE | TAKES_BY | TAKES_JSON,
    N_ ("tokens by day, session, model or home") },
  { "sessions", vdt_command_sessions, TAKES_HOMES | TAKES_ALL | TAKES_JSON,
    N_ ("the list of sessions alone") },
  { "decisions", vdt_command_decisions, TAKES_HOMES | TAKES_JSON,
    N_ ("open questions and plans to approve") },
  { "entries", vdt_command_entries,
    TAKES_HOMES | TAKES_JSON | TAKES_LIMIT | TAKES_WORDS | TAKES_TOOLS,
    N_ ("what was said in one session"), "SESSION",
    N_ ("SESSION is its whole id: the agent's own, or the 24 digits of “sessions --json”.\n"
        "The last 200 messages are given, and the tool calls among them without what they hold.") },
  { "review", vdt_command_review, TAKES_CLOCK | TAKES_JSON | TAKES_LIMIT | TAKES_WORDS,
    N_ ("what changed and what waits, and that it was looked at"),
    "[show|timeline|done|undone|reply] [ARGUMENT…]",
    N_ ("Without a word the queue is printed; reading it marks nothing as reviewed.\n"
        "  show AGENT             where one session stands and what is new about it\n"
        "  timeline [AGENT]       what changed, newest first\n"
        "  done AGENT SNAPSHOT    was looked at up to there; up to ten pairs, all or none\n"
        "  undone AGENT           was not: back to where it stood before\n"
        "  reply DECISION OPTION  answer; refused, since no terminal is linked yet") },
  { "doctor", vdt_command_doctor, TAKES_HOMES | TAKES_JSON,
    N_ ("what was found, skipped and why") },
  { "enable", vdt_command_enable, 0, N_ ("turn the workspace on") },
  { "disable", vdt_command_disable, 0, N_ ("turn the workspace off; deletes nothing") },
};

static void
print_usage (FILE *to)
{
  fprintf (to, _ ("Usage: %s COMMAND [OPTION…]\n"), "vedettectl");
}

static void
print_help (void)
{
  print_usage (stdout);
  printf ("\n%s\n", _ ("Commands:"));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    printf ("  %-10s %s\n", commands[i].name, _ (commands[i].summary));
  printf ("\n%s\n", _ ("“vedettectl COMMAND --help” tells the options of a command."));
}

/**
 * vdt_cli_usage_error:
 * @cli: what was asked for
 * @format: what is wrong, in words
 *
 * Returns: the exit status for wrong arguments
 */
int
vdt_cli_usage_error (VdtCli *cli, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  fprintf (stderr, "vedettectl: %s\n", message);
  if (cli->command != NULL)
    fprintf (stderr, _ ("Usage: vedettectl %s [OPTION…]; see vedettectl %s --help\n"), cli->command,
             cli->command);
  else
    print_usage (stderr);
  return VDT_EXIT_USAGE;
}

/* YYYY-MM-DD of the zone; an end is the first instant after that day. */
static gboolean
parse_day (VdtCli *cli, const char *text, gboolean is_end, VdtTime *time)
{
  g_autofree char *noon = g_strconcat (text, "T12:00:00Z", NULL);
  VdtTime instant = VDT_TIME_UNKNOWN;

  if (strlen (text) != 10)
    return FALSE;
  instant = vdt_time_from_rfc3339 (noon, strlen (noon));
  if (!vdt_time_known (instant))
    return FALSE;
  *time = vdt_zone_start_of_day (cli->zone, instant / VDT_DAY + (is_end ? 1 : 0));
  return TRUE;
}

static gboolean
parse_moment (VdtCli *cli, const char *text, gboolean is_end, VdtTime *time)
{
  *time = VDT_TIME_UNKNOWN;
  if (text == NULL || parse_day (cli, text, is_end, time))
    return TRUE;
  *time = vdt_time_from_rfc3339 (text, strlen (text));
  return vdt_time_known (*time);
}

static gboolean
parse_limit (VdtCli *cli)
{
  gint64 limit = 0;

  if (!g_ascii_string_to_signed (cli->limit_text, 10, 1, MAX_LIMIT, &limit, NULL))
    return FALSE;
  cli->limit = (int) limit;
  return TRUE;
}

static gboolean
has_empty (char **names)
{
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    if (names[i][0] == '\0')
      return TRUE;
  return FALSE;
}

/* Turns the options' texts into values; an exit status where they are wrong. */
static int
interpret (VdtCli *cli, guint takes)
{
  g_autoptr (GError) error = NULL;

  cli->zone = vdt_zone_new (cli->zone_name, &error);
  if (cli->zone == NULL)
    return vdt_cli_usage_error (cli, "--timezone: %s", error->message);
  if (has_empty (cli->codex_homes) || has_empty (cli->claude_homes))
    return vdt_cli_usage_error (cli,
                                _ ("a home has no name; leave the option out, or name a folder"));
  cli->now = vdt_time_now ();
  if (cli->now_text != NULL)
    {
      cli->now = vdt_time_from_rfc3339 (cli->now_text, strlen (cli->now_text));
      if (!vdt_time_known (cli->now))
        return vdt_cli_usage_error (
          cli, _ ("--now: “%s” is no RFC 3339 time such as 2026-11-30T10:44:00Z"), cli->now_text);
    }
  if (!parse_moment (cli, cli->since_text, FALSE, &cli->since))
    return vdt_cli_usage_error (
      cli, _ ("--since: “%s” is neither a day (YYYY-MM-DD) nor an RFC 3339 time"), cli->since_text);
  if (!parse_moment (cli, cli->until_text, TRUE, &cli->until))
    return vdt_cli_usage_error (
      cli, _ ("--until: “%s” is neither a day (YYYY-MM-DD) nor an RFC 3339 time"), cli->until_text);
  if (vdt_time_known (cli->since) && vdt_time_known (cli->until) && cli->until < cli->since)
    return vdt_cli_usage_error (cli, _ ("--until is before --since"));
  if (cli->limit_text != NULL && !parse_limit (cli))
    return vdt_cli_usage_error (cli, _ ("--limit: “%s” is no number from 1 to %d"), cli->limit_text,
                                MAX_LIMIT);
  if ((takes & TAKES_WORDS) == 0 && cli->arguments != NULL && cli->arguments[0] != NULL)
    return vdt_cli_usage_error (cli, _ ("unexpected argument “%s”"), cli->arguments[0]);
  return VDT_EXIT_OK;
}

static void
add_options (GOptionContext *context, VdtCli *cli, guint takes)
{
  const GOptionEntry homes[] = {
    { "codex-home", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &cli->codex_homes,
      N_ ("Read this Codex folder and no others; may be given again"), N_ ("DIR") },
    { "claude-home", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &cli->claude_homes,
      N_ ("Read this Claude Code folder and no others; may be given again"), N_ ("DIR") },
    { NULL },
  };
  const GOptionEntry clock[] = {
    { "now", 0, 0, G_OPTION_ARG_STRING, &cli->now_text, N_ ("The clock for ages and ended windows"),
      N_ ("TIME") },
    { "timezone", 0, 0, G_OPTION_ARG_STRING, &cli->zone_name,
      N_ ("IANA time zone for days; the system's by default"), N_ ("NAME") },
    { NULL },
  };
  const GOptionEntry range[] = {
    { "since", 0, 0, G_OPTION_ARG_STRING, &cli->since_text, N_ ("Calls from this day or time on"),
      N_ ("WHEN") },
    { "until", 0, 0, G_OPTION_ARG_STRING, &cli->until_text,
      N_ ("Calls up to this day, or before this time"), N_ ("WHEN") },
    { NULL },
  };
  const GOptionEntry by[] = {
    { "by", 0, 0, G_OPTION_ARG_STRING, &cli->by,
      N_ ("What a row is of: day, session, model, home or total"), N_ ("WHAT") },
    { NULL },
  };
  const GOptionEntry all[] = {
    { "all", 0, 0, G_OPTION_ARG_NONE, &cli->all,
      N_ ("All sessions, not only those of the last 7 days"), NULL },
    { NULL },
  };
  const GOptionEntry json[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &cli->json, N_ ("Print one JSON document"), NULL },
    { NULL },
  };
  const GOptionEntry limit[] = {
    { "limit", 0, 0, G_OPTION_ARG_STRING, &cli->limit_text,
      N_ ("How many, counted from the newest"), N_ ("N") },
    { NULL },
  };
  const GOptionEntry tools[] = {
    { "with-tools", 0, 0, G_OPTION_ARG_NONE, &cli->with_tools,
      N_ ("Also what tool calls and their results hold"), NULL },
    { NULL },
  };
  const GOptionEntry rest[] = {
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &cli->arguments, NULL, NULL },
    { NULL },
  };

  if (takes & TAKES_BY)
    g_option_context_add_main_entries (context, by, GETTEXT_PACKAGE);
  if (takes & TAKES_RANGE)
    g_option_context_add_main_entries (context, range, GETTEXT_PACKAGE);
  if (takes & TAKES_ALL)
    g_option_context_add_main_entries (context, all, GETTEXT_PACKAGE);
  if (takes & TAKES_JSON)
    g_option_context_add_main_entries (context, json, GETTEXT_PACKAGE);
  if (takes & TAKES_LIMIT)
    g_option_context_add_main_entries (context, limit, GETTEXT_PACKAGE);
  if (takes & TAKES_TOOLS)
    g_option_context_add_main_entries (context, tools, GETTEXT_PACKAGE);
  if (takes & TAKES_HOMES)
    g_option_context_add_main_entries (context, homes, GETTEXT_PACKAGE);
  if (takes & (TAKES_HOMES | TAKES_CLOCK))
    g_option_context_add_main_entries (context, clock, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, rest, GETTEXT_PACKAGE);
}

static void
cli_clear (VdtCli *cli)
{
  g_strfreev (cli->codex_homes);
  g_strfreev (cli->claude_homes);
  g_free (cli->now_text);
  g_free (cli->zone_name);
  g_free (cli->since_text);
  g_free (cli->until_text);
  g_free (cli->by);
  g_free (cli->limit_text);
  g_strfreev (cli->arguments);
  vdt_zone_free (cli->zone);
  g_clear_object (&cli->settings);
}

static int
run_command (guint which, int argc, char **argv)
{
  VdtCli cli = { .command = commands[which].name };
  g_autoptr (GOptionContext) context = g_option_context_new (commands[which].usage);
  g_autoptr (GError) error = NULL;
  g_autofree char *program = g_strconcat ("vedettectl ", cli.command, NULL);
  int status = VDT_EXIT_OK;

  g_set_prgname (program);
  g_option_context_set_summary (context, _ (commands[which].summary));
  if (commands[which].description != NULL)
    g_option_context_set_description (context, _ (commands[which].description));
  add_options (context, &cli, commands[which].takes);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    status = vdt_cli_usage_error (&cli, "%s", error->message);
  else
    status = interpret (&cli, commands[which].takes);
  if (status == VDT_EXIT_OK)
    {
      cli.settings = vdt_settings_open (NULL);
      status = commands[which].func (&cli);
    }
  cli_clear (&cli);
  return status;
}

static gboolean
reader_has_gone (void)
{
  GPollFD out = { .fd = STDOUT_FILENO, .events = G_IO_OUT };

  return g_poll (&out, 1, 0) > 0 && (out.revents & G_IO_ERR) != 0;
}

/* A pipe that was closed or a full disk must not pass for success. */
static int
flush_stdout (int status)
{
  if (fflush (stdout) != 0 || ferror (stdout))
    {
      /* Who reads only the beginning knows. */
      if (status == VDT_EXIT_OK && !reader_has_gone ())
        fprintf (stderr, "vedettectl: %s\n", _ ("the answer could not be written"));
      return VDT_EXIT_FAILED;
    }
  return status;
}

int
main (int argc, char **argv)
{
  VdtCli nothing = { 0 };

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, VDT_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  if (argc < 2)
    return vdt_cli_usage_error (&nothing, "%s", _ ("no command given"));
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0 ||
      strcmp (argv[1], "help") == 0)
    {
      print_help ();
      return flush_stdout (VDT_EXIT_OK);
    }
  if (strcmp (argv[1], "--version") == 0)
    {
      printf ("vedettectl %s\n", VDT_VERSION);
      return flush_stdout (VDT_EXIT_OK);
    }
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (argv[1], commands[i].name) == 0)
      return flush_stdout (run_command (i, argc - 1, argv + 1));
  return vdt_cli_usage_error (&nothing, _ ("unknown command “%s”"), argv[1]);
}
