/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-context"

#include "config.h"

#include "vdt-decision.h"

#include <string.h>

#include "vdt-json-writer.h"
#include "vdt-text.h"

/* Longest text that is looked at before it is cut to its characters. */
#define MAX_BYTES (64 * 1024)

/* How much of a screen tells one prompt from the next (facts 1.5 *Fingerprints*). */
#define PROMPT_LINES 16

/**
 * vdt_decision_kind_to_string:
 * @kind: a kind
 *
 * Returns: (transfer none): its word in JSON
 */
const char *
vdt_decision_kind_to_string (VdtDecisionKind kind)
{
  return kind == VDT_DECISION_PLAN_APPROVAL ? "plan_approval" : "question";
}

/**
 * vdt_decision_status_to_string:
 * @status: a status
 *
 * Returns: (transfer none): its word in JSON
 */
const char *
vdt_decision_status_to_string (VdtDecisionStatus status)
{
  static const char *const words[] = { "pending", "submitting", "unknown", "resolved" };

  g_return_val_if_fail ((guint) status < G_N_ELEMENTS (words), words[0]);

  return words[status];
}

static const char *const priority_words[] = { "low", "normal", "high", "critical" };

/**
 * vdt_priority_to_string:
 * @priority: a priority
 *
 * Returns: (transfer none): its word in JSON
 */
const char *
vdt_priority_to_string (VdtPriority priority)
{
  g_return_val_if_fail ((guint) priority < G_N_ELEMENTS (priority_words), priority_words[1]);

  return priority_words[priority];
}

/* One of the four words in any case; anything else is normal (V42). */
static VdtPriority
priority_from_json (const VdtJsonString *string)
{
  char word[16];

  vdt_json_string_copy (string, word, sizeof word);
  for (guint i = 0; i < G_N_ELEMENTS (priority_words); i++)
    if (g_ascii_strcasecmp (word, priority_words[i]) == 0)
      return (VdtPriority) i;
  return VDT_PRIORITY_NORMAL;
}

/* --- the object ------------------------------------------------------------------------------- */

/**
 * vdt_decision_new:
 *
 * Returns: (transfer full): a question of normal priority without options
 */
VdtDecision *
vdt_decision_new (void)
{
  VdtDecision *decision = g_atomic_rc_box_new0 (VdtDecision);

  decision->priority = VDT_PRIORITY_NORMAL;
  decision->created_at = VDT_TIME_UNKNOWN;
  return decision;
}

/**
 * vdt_decision_ref:
 * @decision: a decision
 *
 * Returns: (transfer full): @decision
 */
VdtDecision *
vdt_decision_ref (VdtDecision *decision)
{
  return g_atomic_rc_box_acquire (decision);
}

static void
options_free (VdtDecisionOption *options, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_free (options[i].label);
      g_free (options[i].description);
    }
  g_free (options);
}

static void
decision_clear (gpointer data)
{
  VdtDecision *decision = data;

  g_free (decision->native_id);
  g_free (decision->title);
  g_free (decision->description);
  options_free (decision->options, decision->n_options);
}

/**
 * vdt_decision_unref:
 * @decision: (nullable) (transfer full): a decision
 */
void
vdt_decision_unref (VdtDecision *decision)
{
  if (decision != NULL)
    g_atomic_rc_box_release_full (decision, decision_clear);
}

/* The one option that bears the mark; two of them recommend nothing (rulings: *Decisions*). */
static void
find_recommendation (VdtDecision *decision)
{
  guint n = 0;

  decision->recommendation = 0;
  for (guint i = 0; i < decision->n_options; i++)
    if (strstr (decision->options[i].label, "(Recommended)") != NULL)
      {
        decision->recommendation = i + 1;
        n++;
      }
  if (n != 1)
    decision->recommendation = 0;
  for (guint i = 0; i < decision->n_options; i++)
    decision->options[i].recommended = i + 1 == decision->recommendation;
}

/**
 * vdt_decision_set_options:
 * @decision: a decision that is being made
 * @options: (array length=n): copied
 * @n: at most %VDT_DECISION_MAX_OPTIONS count
 *
 * Also finds out which one is recommended.
 */
void
vdt_decision_set_options (VdtDecision *decision, const VdtDecisionOption *options, guint n)
{
  options_free (decision->options, decision->n_options);
  decision->n_options = MIN (n, VDT_DECISION_MAX_OPTIONS);
  decision->options = g_new0 (VdtDecisionOption, decision->n_options);
  for (guint i = 0; i < decision->n_options; i++)
    {
      decision->options[i].label = g_strdup (options[i].label);
      decision->options[i].description = g_strdup (options[i].description);
    }
  find_recommendation (decision);
}

/* --- from the log ----------------------------------------------------------------------------- */

/* What can be kept of a text: no escapes, at most @max_chars. */
static char *
keep (const VdtJsonString *string, gsize max_chars)
{
  g_autofree char *whole = vdt_json_string_dup (string, MAX_BYTES);
  g_autofree char *clean = whole != NULL ? vdt_text_strip_controls (whole) : NULL;

  if (clean == NULL)
    return NULL;
  return (gsize) g_utf8_strlen (clean, -1) > max_chars
           ? g_utf8_substring (clean, 0, (long) max_chars)
           : g_steal_pointer (&clean);
}

/* Of a wrong type is as missing, also where the key stood before: the last one counts. */
static void
read_string (VdtJsonReader *reader, VdtJsonString *string)
{
  memset (string, 0, sizeof *string);
  if (vdt_json_reader_peek (reader) == VDT_JSON_STRING)
    vdt_json_reader_read_string (reader, string);
}

/* Options are objects, or just labels in the async form (formats C.5). */
static void
read_option (VdtJsonReader *reader, VdtDecisionOption *option)
{
  VdtJsonString key;
  VdtJsonString label = { 0 };
  VdtJsonString description = { 0 };

  if (vdt_json_reader_peek (reader) == VDT_JSON_STRING)
    vdt_json_reader_read_string (reader, &label);
  else if (vdt_json_reader_enter_object (reader))
    while (vdt_json_reader_next_key (reader, &key))
      {
        if (vdt_json_string_equal (&key, "label"))
          read_string (reader, &label);
        else if (vdt_json_string_equal (&key, "description"))
          read_string (reader, &description);
      }
  option->label = keep (&label, VDT_DECISION_MAX_LABEL);
  option->description = keep (&description, VDT_DECISION_MAX_DETAIL);
  if (option->label == NULL)
    option->label = g_strdup ("");
  if (option->description == NULL)
    option->description = g_strdup ("");
}

static void
read_options (VdtJsonReader *reader, VdtDecision *decision)
{
  g_autoptr (GArray) options = g_array_new (FALSE, TRUE, sizeof (VdtDecisionOption));

  vdt_decision_set_options (decision, NULL, 0);
  if (!vdt_json_reader_enter_array (reader))
    return;
  while (vdt_json_reader_next_element (reader))
    {
      VdtDecisionOption option = { 0 };

      if (options->len >= VDT_DECISION_MAX_OPTIONS)
        continue;
      read_option (reader, &option);
      g_array_append_val (options, option);
    }
  decision->n_options = options->len;
  decision->options =
    (VdtDecisionOption *) (gpointer) g_array_free (g_steal_pointer (&options), FALSE);
  find_recommendation (decision);
}

static VdtDecision *
read_question (VdtJsonReader *reader)
{
  VdtDecision *decision = vdt_decision_new ();
  VdtJsonString key;
  VdtJsonString header = { 0 };
  VdtJsonString question = { 0 };
  VdtJsonString priority = { 0 };

  if (!vdt_json_reader_enter_object (reader))
    return decision;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (vdt_json_string_equal (&key, "header"))
        read_string (reader, &header);
      else if (vdt_json_string_equal (&key, "question"))
        read_string (reader, &question);
      else if (vdt_json_string_equal (&key, "priority"))
        read_string (reader, &priority);
      else if (vdt_json_string_equal (&key, "multiSelect"))
        {
          decision->multiple = vdt_json_reader_peek (reader) == VDT_JSON_TRUE;
          vdt_json_reader_skip (reader);
        }
      else if (vdt_json_string_equal (&key, "options"))
        read_options (reader, decision);
    }
  decision->priority = priority_from_json (&priority);
  decision->description = keep (&question, VDT_DECISION_MAX_DESCRIPTION);
  decision->title = keep (&header, VDT_DECISION_MAX_TITLE);
  if (decision->description == NULL)
    decision->description = g_strdup ("");
  if (decision->title == NULL || *decision->title == '\0')
    {
      g_free (decision->title);
      decision->title = keep (&question, VDT_DECISION_MAX_TITLE);
    }
  if (decision->title == NULL)
    decision->title = g_strdup ("");
  return decision;
}

static GPtrArray *
read_questions (VdtJsonReader *reader, const char *call_id, VdtTime at, guint *n_questions)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_decision_unref);

  *n_questions = 0;
  if (!vdt_json_reader_enter_array (reader))
    return list;
  while (vdt_json_reader_next_element (reader))
    {
      VdtDecision *decision = NULL;

      if (vdt_json_reader_peek (reader) != VDT_JSON_OBJECT || *n_questions == G_MAXINT)
        continue;
      if (list->len < VDT_DECISION_MAX_A_CALL)
        {
          decision = read_question (reader);
          decision->native_id = g_strdup_printf ("%s:%u", call_id, *n_questions);
          decision->created_at = at;
          g_ptr_array_add (list, decision);
        }
      (*n_questions)++;
    }
  return list;
}

/**
 * vdt_decision_list_from_questions:
 * @input: a document with `questions` at depth 1
 * @call_id: the call's id
 * @at: when it was made
 * @n_questions: (out): how many questions it has, those beyond the bound too
 *
 * Returns: (transfer full) (nullable) (element-type VdtDecision): the questions, each a decision;
 *   `NULL` where there are none or @input is malformed: then it is no question at all
 */
GPtrArray *
vdt_decision_list_from_questions (const VdtJsonSpan *input,
                                  const char *call_id,
                                  VdtTime at,
                                  guint *n_questions)
{
  g_autoptr (GPtrArray) list = NULL;
  VdtJsonReader reader;
  VdtJsonString key;

  *n_questions = 0;
  if (input->len == 0)
    return NULL;
  vdt_json_reader_init_span (&reader, input);
  if (!vdt_json_reader_enter_object (&reader))
    return NULL;
  while (vdt_json_reader_next_key (&reader, &key))
    {
      if (!vdt_json_string_equal (&key, "questions"))
        continue;
      g_clear_pointer (&list, g_ptr_array_unref);
      list = read_questions (&reader, call_id, at, n_questions);
    }
  if (!vdt_json_reader_at_end (&reader) || *n_questions == 0)
    {
      *n_questions = 0;
      return NULL;
    }
  return g_steal_pointer (&list);
}

/**
 * vdt_decision_new_plan:
 * @input: a document with `plan` at depth 1, or nothing
 * @call_id: the call's id
 * @at: when it was made
 *
 * A plan to approve. What can be answered is not in the log, so it has no options.
 *
 * Returns: (transfer full): the decision
 */
VdtDecision *
vdt_decision_new_plan (const VdtJsonSpan *input, const char *call_id, VdtTime at)
{
  VdtDecision *decision = vdt_decision_new ();
  VdtJsonReader reader;
  VdtJsonString key;
  VdtJsonString plan = { 0 };

  decision->kind = VDT_DECISION_PLAN_APPROVAL;
  decision->native_id = g_strdup_printf ("%s:0", call_id);
  decision->title = g_strdup ("Plan approval");
  decision->created_at = at;
  if (input->len > 0)
    {
      vdt_json_reader_init_span (&reader, input);
      if (vdt_json_reader_enter_object (&reader))
        while (vdt_json_reader_next_key (&reader, &key))
          if (vdt_json_string_equal (&key, "plan"))
            read_string (&reader, &plan);
    }
  decision->description = keep (&plan, VDT_DECISION_MAX_DESCRIPTION);
  if (decision->description == NULL)
    decision->description = g_strdup ("");
  return decision;
}

/* --- keeping ---------------------------------------------------------------------------------- */

/**
 * vdt_decision_write:
 * @decision: a decision
 * @blob: where to append
 */
void
vdt_decision_write (const VdtDecision *decision, GByteArray *blob)
{
  vdt_blob_put_string (blob, decision->native_id);
  vdt_blob_put_int (blob, decision->kind);
  vdt_blob_put_int (blob, decision->priority);
  vdt_blob_put_int (blob, decision->multiple);
  vdt_blob_put_string (blob, decision->title);
  vdt_blob_put_string (blob, decision->description);
  vdt_blob_put_int (blob, decision->created_at);
  vdt_blob_put_int (blob, decision->n_options);
  for (guint i = 0; i < decision->n_options; i++)
    {
      vdt_blob_put_string (blob, decision->options[i].label);
      vdt_blob_put_string (blob, decision->options[i].description);
    }
}

/**
 * vdt_decision_read:
 * @reader: what [func@vdt_decision_write] wrote
 *
 * Returns: (transfer full) (nullable): the decision; `NULL` where it is damaged
 */
VdtDecision *
vdt_decision_read (VdtBlobReader *reader)
{
  g_autoptr (VdtDecision) decision = vdt_decision_new ();
  gsize n = 0;

  decision->native_id = vdt_blob_get_string (reader);
  decision->kind = vdt_blob_get_int_in (reader, VDT_DECISION_QUESTION, VDT_DECISION_PLAN_APPROVAL);
  decision->priority = vdt_blob_get_int_in (reader, VDT_PRIORITY_LOW, VDT_PRIORITY_CRITICAL);
  decision->multiple = vdt_blob_get_int_in (reader, 0, 1) != 0;
  decision->title = vdt_blob_get_string (reader);
  decision->description = vdt_blob_get_string (reader);
  decision->created_at = vdt_blob_get_int (reader);
  n = vdt_blob_get_length (reader, 2);
  if (reader->failed || n > VDT_DECISION_MAX_OPTIONS || decision->native_id == NULL ||
      decision->title == NULL || decision->description == NULL)
    {
      reader->failed = TRUE;
      return NULL;
    }
  decision->options = g_new0 (VdtDecisionOption, n);
  for (gsize i = 0; i < n; i++)
    {
      decision->n_options++;
      decision->options[i].label = vdt_blob_get_string (reader);
      decision->options[i].description = vdt_blob_get_string (reader);
      if (decision->options[i].label == NULL || decision->options[i].description == NULL)
        {
          reader->failed = TRUE;
          return NULL;
        }
    }
  find_recommendation (decision);
  return g_steal_pointer (&decision);
}

/* --- ids and fingerprints --------------------------------------------------------------------- */

/**
 * vdt_decision_make_id:
 * @agent_id: our id of the session
 * @native_id: the decision's native id
 *
 * Returns: (transfer full): our id of the decision: 24 hex digits
 */
char *
vdt_decision_make_id (const char *agent_id, const char *native_id)
{
  g_autoptr (GString) json = g_string_new ("[");

  vdt_json_append_string (json, agent_id);
  g_string_append_c (json, ',');
  vdt_json_append_string (json, native_id);
  g_string_append_c (json, ']');
  return vdt_text_hash24 (json->str);
}

/**
 * vdt_decision_options_fingerprint:
 * @decision: a decision
 *
 * Returns: (transfer full): the SHA-256 of its options as JSON with sorted keys, without spaces
 *   (facts 1.5 *Fingerprints*), in hex
 */
char *
vdt_decision_options_fingerprint (const VdtDecision *decision)
{
  g_autoptr (GString) json = g_string_new ("[");

  for (guint i = 0; i < decision->n_options; i++)
    {
      g_string_append (json, i > 0 ? ",{\"description\":" : "{\"description\":");
      vdt_json_append_string (json, decision->options[i].description);
      g_string_append_printf (json, ",\"id\":\"%u\",\"label\":", i + 1);
      vdt_json_append_string (json, decision->options[i].label);
      g_string_append_printf (json, ",\"recommended\":%s}",
                              decision->options[i].recommended ? "true" : "false");
    }
  g_string_append_c (json, ']');
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, json->str, (gssize) json->len);
}

/**
 * vdt_prompt_fingerprint:
 * @screen: what a terminal shows, its lines ended by newlines
 *
 * Returns: (transfer full): the SHA-256 of the last 16 lines that are not blank, without the
 *   blanks at their ends (facts 1.5 *Fingerprints*), in hex
 */
char *
vdt_prompt_fingerprint (const char *screen)
{
  g_auto (GStrv) lines = g_strsplit (screen, "\n", -1);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;
  guint first = g_strv_length (lines);

  for (guint i = first; i > 0 && n < PROMPT_LINES; i--)
    if (*g_strchomp (lines[i - 1]) != '\0')
      {
        first = i - 1;
        n++;
      }
  for (guint i = first; lines[i] != NULL; i++)
    {
      g_strchomp (lines[i]);
      if (*lines[i] == '\0')
        continue;
      if (text->len > 0)
        g_string_append_c (text, '\n');
      g_string_append (text, lines[i]);
    }
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text->str, (gssize) text->len);
}
