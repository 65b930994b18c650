/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-json-writer.h"
#include "vdt-scan.h"
#include "vdt-usage-table.h"

G_BEGIN_DECLS

#define VDT_EXIT_OK     0
#define VDT_EXIT_FAILED 1
#define VDT_EXIT_USAGE  2

/**
 * VdtCli:
 * @command: the command's name
 * @arguments: what was left after the options
 *
 * What one command was asked for.
 */
typedef struct
{
  const char *command;
  char **codex_homes;
  char **claude_homes;
  char *now_text;
  char *zone_name;
  char *since_text;
  char *until_text;
  char *by;
  char *limit_text;
  gboolean json;
  gboolean all;
  gboolean with_tools;
  int limit;
  char **arguments;

  VdtTime now;
  VdtTime since;
  VdtTime until;
  VdtZone *zone;
  GSettings *settings;
} VdtCli;

typedef int (*VdtCommandFunc) (VdtCli *cli);

int vdt_command_usage (VdtCli *cli);
int vdt_command_status (VdtCli *cli);
int vdt_command_sessions (VdtCli *cli);
int vdt_command_decisions (VdtCli *cli);
int vdt_command_entries (VdtCli *cli);
int vdt_command_review (VdtCli *cli);
int vdt_command_doctor (VdtCli *cli);
int vdt_command_enable (VdtCli *cli);
int vdt_command_disable (VdtCli *cli);

int vdt_cli_usage_error (VdtCli *cli, const char *format, ...) G_GNUC_PRINTF (2, 3);
GPtrArray *vdt_cli_find_homes (VdtCli *cli) G_GNUC_WARN_UNUSED_RESULT;
VdtScanResult *vdt_cli_scan (VdtCli *cli, gboolean with_talk, VdtTime newer_than);
void vdt_cli_warn_unreadable (const VdtScanResult *result);
gboolean vdt_cli_use_colour (void);
char *vdt_cli_inert (const char *text) G_GNUC_WARN_UNUSED_RESULT;

void vdt_cli_write_text (VdtJsonWriter *writer, const char *key, const char *value);
void vdt_cli_write_time (VdtJsonWriter *writer, const char *key, VdtTime value);
void vdt_cli_write_int (VdtJsonWriter *writer, const char *key, gint64 value);
void vdt_cli_write_boolean (VdtJsonWriter *writer, const char *key, gboolean value);
void vdt_cli_write_tokens (VdtJsonWriter *writer, const VdtTokens *tokens);
void vdt_cli_write_diagnostics (VdtJsonWriter *writer, const VdtScanResult *result);
void vdt_cli_print_json (VdtJsonWriter *writer);

G_END_DECLS
