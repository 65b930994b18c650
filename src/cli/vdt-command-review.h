/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-cli-guest.h"

G_BEGIN_DECLS

/* The words of `review`; @arguments is what follows the word. */
int vdt_cli_review_show (VdtCli *cli, const char *const *arguments);
int vdt_cli_review_timeline (VdtCli *cli, const char *const *arguments);
int vdt_cli_review_done (VdtCli *cli, const char *const *arguments);
int vdt_cli_review_undone (VdtCli *cli, const char *const *arguments);
int vdt_cli_review_reply (VdtCli *cli, const char *const *arguments);

/* What the words have in common. */
void vdt_cli_write_card_marks (VdtJsonWriter *writer, const VdtReviewCard *card);
void vdt_cli_write_card_decisions (VdtJsonWriter *writer, const VdtReviewCard *card);
char *vdt_cli_describe_count (const VdtReviewCard *card) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
