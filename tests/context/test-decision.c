/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-decision.h"

#include <string.h>

#define AT 1792227660000

/* JSON is written with single quotes here. */
static GPtrArray *
read_questions (const char *quoted, guint *n)
{
  g_autofree char *text = g_strdup (quoted);
  const VdtJsonSpan input = { .data = text, .len = strlen (text) };
  GPtrArray *list = NULL;

  g_strdelimit (text, "'", '"');
  list = vdt_decision_list_from_questions (&input, "call", AT, n);
  g_assert_cmpint (list != NULL, ==, *n > 0);
  return list;
}

static VdtDecision *
read_one (const char *quoted)
{
  g_autofree char *whole = g_strdup_printf ("{'questions':[%s]}", quoted);
  guint n = 0;
  g_autoptr (GPtrArray) list = read_questions (whole, &n);

  g_assert_nonnull (list);
  return vdt_decision_ref (g_ptr_array_index (list, 0));
}

static VdtDecision *
copy (const VdtDecision *decision)
{
  g_autoptr (GByteArray) blob = g_byte_array_new ();
  VdtBlobReader reader;
  VdtDecision *read = NULL;

  vdt_decision_write (decision, blob);
  vdt_blob_reader_init (&reader, blob->data, blob->len);
  read = vdt_decision_read (&reader);
  g_assert_nonnull (read);
  g_assert_true (reader.pos == reader.end);
  return read;
}

/* --- What is read ------------------------------------------------------------------------ */

static void
test_priority (void)
{
  static const struct
  {
    const char *json;
    VdtPriority priority;
  } cases[] = {
    { "{'priority':'low'}", VDT_PRIORITY_LOW },
    { "{'priority':'HIGH'}", VDT_PRIORITY_HIGH },
    { "{'priority':'crit\\u0069cal'}", VDT_PRIORITY_CRITICAL },
    { "{'priority':'Normal'}", VDT_PRIORITY_NORMAL },
    { "{'priority':' high'}", VDT_PRIORITY_NORMAL },
    { "{'priority':'highest'}", VDT_PRIORITY_NORMAL },
    { "{'priority':'criticalcriticalcritical'}", VDT_PRIORITY_NORMAL },
    { "{'priority':'high\\u0000'}", VDT_PRIORITY_NORMAL },
    { "{'priority':3}", VDT_PRIORITY_NORMAL },
    { "{'priority':['high']}", VDT_PRIORITY_NORMAL },
    { "{'urgency':'high','severity':'critical'}", VDT_PRIORITY_NORMAL },
    { "{'metadata':{'priority':'high'}}", VDT_PRIORITY_NORMAL },
    { "{'header':'CRITICAL','question':'priority: high. URGENT!'}", VDT_PRIORITY_NORMAL },
    { "{'options':[{'label':'high','priority':'high'}]}", VDT_PRIORITY_NORMAL },
    /* Of two the last one counts, and one of a wrong type is as missing. */
    { "{'priority':'low','priority':'high'}", VDT_PRIORITY_HIGH },
    { "{'priority':'high','priority':null}", VDT_PRIORITY_NORMAL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (VdtDecision) decision = read_one (cases[i].json);

      g_test_message ("case %u", i);
      g_assert_cmpint (decision->priority, ==, cases[i].priority);
    }
}

/* As duplicate keys are everywhere: the last one wins. */
static void
test_duplicate_keys (void)
{
  g_autoptr (VdtDecision) decision =
    read_one ("{'header':'a','header':7,'question':'b','question':'c','multiSelect':true,"
              "'multiSelect':false,'options':['x','y'],'options':3}");
  g_autoptr (VdtDecision) other =
    read_one ("{'question':'b','question':null,'options':[{'label':'x','label':'y','description':"
              "'d','description':{}}],'multiSelect':true}");
  guint n = 0;

  g_assert_cmpstr (decision->title, ==, "c");
  g_assert_cmpstr (decision->description, ==, "c");
  g_assert_false (decision->multiple);
  g_assert_cmpuint (decision->n_options, ==, 0);
  g_assert_cmpstr (other->title, ==, "");
  g_assert_true (other->multiple);
  g_assert_cmpuint (other->n_options, ==, 1);
  g_assert_cmpstr (other->options[0].label, ==, "y");
  g_assert_cmpstr (other->options[0].description, ==, "");
  g_assert_null (read_questions ("{'questions':[{}],'questions':{}}", &n));
}

static void
test_malformed (void)
{
  static const char *const none[] = {
    "",
    "null",
    "[{}]",
    "{}",
    "{'questions':{}}",
    "{'questions':[]}",
    "{'questions':['a',7,null,[]]}",
    "{'question':[{}]}",
    "{'questions':[{}]",
    "{'questions':[{}]}x",
    "{'questions':[{'options':[}]}]}",
  };
  static const char whole[] =
    "{'questions':[{'header':'a','question':'b','options':[{'label':'x','description':'y'}]}]}";
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_test_message ("case %u", i);
      g_assert_null (read_questions (none[i], &n));
    }
  for (gsize i = 0; i < strlen (whole); i++)
    {
      g_autofree char *part = g_strndup (whole, i);

      g_assert_null (read_questions (part, &n));
    }
}

/* What is no question has no number; an option of a wrong type keeps its own. */
static void
test_ids (void)
{
  guint n = 0;
  g_autoptr (GPtrArray) list =
    read_questions ("{'questions':[7,{'question':'a','options':[{},4,'z (Recommended)']},'x',"
                    "{'question':'b'}]}",
                    &n);
  const VdtDecision *first = NULL;

  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (list->len, ==, 2);
  first = g_ptr_array_index (list, 0);
  g_assert_cmpstr (first->native_id, ==, "call:0");
  g_assert_cmpstr (((VdtDecision *) g_ptr_array_index (list, 1))->native_id, ==, "call:1");
  g_assert_cmpuint (first->n_options, ==, 3);
  g_assert_cmpuint (first->recommendation, ==, 3);
  g_assert_true (first->options[2].recommended);
  g_assert_cmpint (first->created_at, ==, AT);
}

static void
assert_bounded (const VdtDecision *decision)
{
  g_assert_cmpint (g_utf8_strlen (decision->title, -1), <=, VDT_DECISION_MAX_TITLE);
  g_assert_cmpint (g_utf8_strlen (decision->description, -1), <=, VDT_DECISION_MAX_DESCRIPTION);
  g_assert_true (g_utf8_validate (decision->title, -1, NULL));
  g_assert_true (g_utf8_validate (decision->description, -1, NULL));
  g_assert_cmpuint (decision->n_options, <=, VDT_DECISION_MAX_OPTIONS);
  for (guint i = 0; i < decision->n_options; i++)
    {
      const VdtDecisionOption *option = &decision->options[i];

      g_assert_cmpint (g_utf8_strlen (option->label, -1), <=, VDT_DECISION_MAX_LABEL);
      g_assert_cmpint (g_utf8_strlen (option->description, -1), <=, VDT_DECISION_MAX_DETAIL);
      g_assert_cmpint (option->recommended, ==, decision->recommendation == i + 1);
    }
}

static void
test_huge (void)
{
  g_autoptr (GString) text = g_string_new ("{'questions':[");
  g_autofree char *long_text = NULL;
  g_autoptr (GString) signs = g_string_new (NULL);
  g_autoptr (GPtrArray) list = NULL;
  guint n = 0;

  for (guint i = 0; i < 30000; i++)
    g_string_append (signs, i % 2 == 0 ? "\xe2\x82\xac" : "\\u20ac");
  long_text = g_string_free (g_steal_pointer (&signs), FALSE);
  for (guint i = 0; i < 40; i++)
    {
      g_string_append_printf (text, "%s{'header':'%s','question':'%s','options':[",
                              i > 0 ? "," : "", i == 0 ? long_text : "", long_text);
      for (guint k = 0; k < 30; k++)
        g_string_append_printf (text, "%s{'label':'%s','description':'%s'}", k > 0 ? "," : "",
                                i == 0 ? long_text : "l", i == 0 ? long_text : "d");
      g_string_append (text, "]}");
    }
  g_string_append (text, "]}");
  list = read_questions (text->str, &n);
  g_assert_cmpuint (n, ==, 40);
  g_assert_cmpuint (list->len, ==, VDT_DECISION_MAX_A_CALL);
  for (guint i = 0; i < list->len; i++)
    {
      const VdtDecision *decision = g_ptr_array_index (list, i);

      assert_bounded (decision);
      g_assert_cmpint (g_utf8_strlen (decision->title, -1), ==, VDT_DECISION_MAX_TITLE);
      g_assert_cmpuint (decision->n_options, ==, VDT_DECISION_MAX_OPTIONS);
    }
}

/* Whatever bytes an agent wrote, what is kept is bounded and can be written and read. */
static void
test_damage (void)
{
  static const char whole[] =
    "{\"questions\":[{\"header\":\"A \\u001b[31mhead\\ud83d\\ude00\",\"question\":\"Which "
    "one? (Recommended)\",\"multiSelect\":true,\"priority\":\"high\",\"options\":[{\"label\":"
    "\"One (Recommended)\",\"description\":\"d\"},\"two\",{\"label\":\"3\"}]},{\"header\":\"\"}]}";
  guint n_read = 0;
  guint n_none = 0;

  for (guint i = 0; i < 20000; i++)
    {
      g_autofree char *bytes = g_memdup2 (whole, strlen (whole));
      const VdtJsonSpan input = { .data = bytes, .len = strlen (whole) };
      g_autoptr (GPtrArray) list = NULL;
      guint n = 0;

      for (int hits = g_test_rand_int_range (1, 4); hits > 0; hits--)
        bytes[g_test_rand_int_range (0, (gint32) input.len)] =
          (char) g_test_rand_int_range (0, 256);
      list = vdt_decision_list_from_questions (&input, "call", AT, &n);
      if (list == NULL)
        {
          n_none++;
          continue;
        }
      n_read++;
      for (guint k = 0; k < list->len; k++)
        {
          const VdtDecision *decision = g_ptr_array_index (list, k);
          g_autoptr (VdtDecision) again = copy (decision);
          g_autofree char *one = vdt_decision_options_fingerprint (decision);
          g_autofree char *two = vdt_decision_options_fingerprint (again);

          assert_bounded (decision);
          assert_bounded (again);
          g_assert_cmpstr (one, ==, two);
          g_assert_cmpstr (decision->title, ==, again->title);
          g_assert_cmpuint (decision->recommendation, ==, again->recommendation);
        }
    }
  g_assert_cmpuint (n_read, >, 0);
  g_assert_cmpuint (n_none, >, 0);
}

/* --- Fingerprints and plans -------------------------------------------------------------- */

static void
test_fingerprint (void)
{
  static const struct
  {
    const char *question;
    const char *canonical; /* as an independent writer has it */
  } cases[] = {
    { "{'question':'a'}", "[]" },
    { "{'options':[{'label':'Yes','description':'Go.'},'No'],'header':'h'}",
      "[{\"description\":\"Go.\",\"id\":\"1\",\"label\":\"Yes\",\"recommended\":false},"
      "{\"description\":\"\",\"id\":\"2\",\"label\":\"No\",\"recommended\":false}]" },
    { "{'options':['\\u00fc \\/ \\\"\\\\ \\t \\u2028 (Recommended)'],'priority':'high'}",
      "[{\"description\":\"\",\"id\":\"1\",\"label\":\"\xc3\xbc / \\\"\\\\ \\t \xe2\x80\xa8 "
      "(Recommended)\",\"recommended\":true}]" },
    { "{'options':['a (Recommended)','b (Recommended)']}",
      "[{\"description\":\"\",\"id\":\"1\",\"label\":\"a (Recommended)\",\"recommended\":false},"
      "{\"description\":\"\",\"id\":\"2\",\"label\":\"b (Recommended)\",\"recommended\":false}]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (VdtDecision) decision = read_one (cases[i].question);
      g_autofree char *told = vdt_decision_options_fingerprint (decision);
      g_autofree char *expected =
        g_compute_checksum_for_string (G_CHECKSUM_SHA256, cases[i].canonical, -1);

      g_test_message ("case %u", i);
      g_assert_cmpstr (told, ==, expected);
    }
}

static void
test_prompt (void)
{
  g_autoptr (GString) long_screen = g_string_new (NULL);
  g_autoptr (GString) tail = g_string_new (NULL);
  g_autofree char *one = vdt_prompt_fingerprint ("a  \n\n \t\n  b\r\n\n");
  g_autofree char *two = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "a\n  b", -1);
  g_autofree char *nothing = vdt_prompt_fingerprint ("\n \n");
  g_autofree char *empty = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "", -1);
  g_autofree char *cut = NULL;
  g_autofree char *expected = NULL;

  g_assert_cmpstr (one, ==, two);
  g_assert_cmpstr (nothing, ==, empty);
  for (guint i = 0; i < 40; i++)
    {
      g_string_append_printf (long_screen, "line %u   \n\n", i);
      if (i >= 24)
        g_string_append_printf (tail, "%sline %u", i > 24 ? "\n" : "", i);
    }
  cut = vdt_prompt_fingerprint (long_screen->str);
  expected = g_compute_checksum_for_string (G_CHECKSUM_SHA256, tail->str, -1);
  g_assert_cmpstr (cut, ==, expected);
}

static void
test_plan (void)
{
  static const struct
  {
    const char *input;
    const char *description;
  } cases[] = {
    { "", "" },
    { "7", "" },
    { "{}", "" },
    { "{\"plan\":7}", "" },
    { "{\"plan\":\"a\",\"plan\":7}", "" },
    { "{\"plan\":\"Do \\u001b[1mthis\\u001b[0m\\n1. (Recommended)\",\"priority\":\"high\"}",
      "Do this\n1. (Recommended)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const VdtJsonSpan input = { .data = cases[i].input, .len = strlen (cases[i].input) };
      g_autoptr (VdtDecision) decision = vdt_decision_new_plan (&input, "call", AT);
      g_autoptr (VdtDecision) again = copy (decision);

      g_test_message ("case %u", i);
      g_assert_cmpint (again->kind, ==, VDT_DECISION_PLAN_APPROVAL);
      g_assert_cmpint (again->priority, ==, VDT_PRIORITY_NORMAL);
      g_assert_cmpstr (again->native_id, ==, "call:0");
      g_assert_cmpstr (again->title, ==, "Plan approval");
      g_assert_cmpstr (again->description, ==, cases[i].description);
      g_assert_cmpuint (again->n_options, ==, 0);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/decision/priority", test_priority);
  g_test_add_func ("/decision/duplicate-keys", test_duplicate_keys);
  g_test_add_func ("/decision/malformed", test_malformed);
  g_test_add_func ("/decision/ids", test_ids);
  g_test_add_func ("/decision/huge", test_huge);
  g_test_add_func ("/decision/damage", test_damage);
  g_test_add_func ("/decision/fingerprint", test_fingerprint);
  g_test_add_func ("/decision/prompt", test_prompt);
  g_test_add_func ("/decision/plan", test_plan);
  return g_test_run ();
}
