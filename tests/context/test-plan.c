/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-plan.h"

#include <string.h>

#include "vdt-text.h"

#define ORDERS 300
#define STEPS  80
#define N_IDS  6

static VdtJsonSpan
span_of (const char *text)
{
  const VdtJsonSpan span = { .data = text, .len = strlen (text) };

  return span;
}

/* JSON is written with single quotes here. */
static char *
json (const char *quoted)
{
  char *text = g_strdup (quoted);

  g_strdelimit (text, "'", '"');
  return text;
}

static VdtPlanEdit *
list_edit (const char *quoted)
{
  g_autofree char *text = json (quoted);
  const VdtJsonSpan input = span_of (text);

  return vdt_plan_edit_new_list (&input, "todos", "content");
}

static VdtPlanEdit *
task_edit (const char *quoted)
{
  g_autofree char *text = json (quoted);
  const VdtJsonSpan input = span_of (text);

  return vdt_plan_edit_new_task (&input);
}

static VdtPlanEdit *
update_edit (const char *quoted)
{
  g_autofree char *text = json (quoted);
  const VdtJsonSpan input = span_of (text);

  return vdt_plan_edit_new_update (&input);
}

static guint64
id_of_result (const char *quoted)
{
  g_autofree char *text = json (quoted);
  const VdtJsonSpan result = span_of (text);

  return vdt_plan_task_of_result (&result);
}

/* What an edit changes, as "kind text" with commas between. @edit is taken over. */
static char *
apply (VdtPlan *plan, VdtPlanEdit *edit, guint64 task)
{
  g_autoptr (VdtChangeSet) changes = vdt_change_set_new ();
  GString *text = g_string_new (NULL);

  g_assert_nonnull (edit);
  vdt_plan_apply (plan, edit, task, changes, 5);
  vdt_plan_edit_free (edit);
  for (guint i = 0; i < vdt_change_set_get_size (changes); i++)
    {
      const VdtChangeItem *item = vdt_change_set_get (changes, i);
      const char *kind = item->kind == VDT_CHANGE_COMPLETED ? "done"
                         : item->kind == VDT_CHANGE_BLOCKER ? "blocked"
                                                            : "free";

      g_string_append_printf (text, "%s%s %s", i > 0 ? "," : "", kind, item->to);
    }
  return g_string_free (text, FALSE);
}

static void
assert_apply (VdtPlan *plan, VdtPlanEdit *edit, guint64 task, const char *changes)
{
  g_autofree char *told = apply (plan, edit, task);

  g_assert_cmpstr (told, ==, changes);
}

static void
assert_plan (const VdtPlan *plan,
             guint size,
             guint completed,
             const char *current,
             const char *next)
{
  g_assert_cmpuint (vdt_plan_get_size (plan), ==, size);
  g_assert_cmpuint (vdt_plan_count_completed (plan), ==, completed);
  g_assert_cmpstr (vdt_plan_get_current (plan), ==, current);
  g_assert_cmpstr (vdt_plan_get_next (plan), ==, next);
}

/* --- Lists ------------------------------------------------------------------------------- */

static void
test_list (void)
{
  g_autoptr (VdtPlan) plan = vdt_plan_new ();

  assert_plan (plan, 0, 0, NULL, NULL);
  assert_apply (plan,
                list_edit ("{'todos':[{'content':'a','status':'completed'},{'content':'b','status':"
                           "'in_progress'},{'content':'c','status':'pending'},{'content':'d'}]}"),
                0, "done a");
  assert_plan (plan, 4, 1, "b", "c");
  /* Another order, a word nobody knows, an item twice: nothing new is finished. */
  assert_apply (plan,
                list_edit ("{'todos':[{'content':'d','status':'blocked'},{'content':'a','status':"
                           "'completed'},{'content':'a','status':'completed'},{'content':'b',"
                           "'status':'COMPLETED'}]}"),
                0, "blocked d");
  assert_plan (plan, 4, 2, NULL, "b");
  assert_apply (plan, list_edit ("{'todos':[]}"), 0, "free d");
  assert_plan (plan, 0, 0, NULL, NULL);
}

static void
test_list_malformed (void)
{
  static const char *const none[] = {
    "",
    "null",
    "[]",
    "{}",
    "{'todos':null}",
    "{'todos':{}}",
    "{'todo':[]}",
    "{'todos':[]",
    "{'todos':[]} {}",
    "{'todos':[{'content':'a'},]}",
  };
  g_autofree char *whole = json ("{'todos':[{'content':'a','status':'completed','x':[1,{}]}]}");

  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_test_message ("case %u", i);
      g_assert_null (list_edit (none[i]));
    }
  for (gsize n = 0; n < strlen (whole); n++)
    {
      g_autofree char *part = g_strndup (whole, n);

      g_assert_null (list_edit (part));
    }
}

/* Of wrong types is as missing; of keys that are there twice the last one counts. */
static void
test_types (void)
{
  g_autoptr (VdtPlan) plan = vdt_plan_new ();

  assert_apply (plan,
                list_edit ("{'todos':[{'content':'x'}],'todos':[7,'a',null,[],{},{'content':8},"
                           "{'content':' \\u001b[1m '},{'status':'completed','content':'b','status'"
                           ":null},{'content':'c','content':7},{'content':'d','content':'e'}]}"),
                0, "");
  assert_plan (plan, 2, 0, NULL, "b");
  g_assert_null (task_edit ("{'subject':'a','subject':7}"));
  g_assert_null (update_edit ("{'taskId':7}"));
  g_assert_null (update_edit ("{'taskId':'1','taskId':7,'status':'completed'}"));
  g_assert_cmpuint (id_of_result ("{'task':{'id':'1','id':7}}"), ==, 0);
  g_assert_cmpuint (id_of_result ("{'task':{'id':'1'},'task':{}}"), ==, 0);
  g_assert_cmpuint (id_of_result ("{'task':'1'}"), ==, 0);
  g_assert_cmpuint (id_of_result ("'1'"), ==, 0);
  g_assert_cmpuint (id_of_result ("{'task':{'id':'1'}}"), ==, vdt_text_hash64 ("1", 1));
}

static void
test_huge (void)
{
  g_autoptr (VdtPlan) plan = vdt_plan_new ();
  g_autoptr (GString) text = g_string_new ("{'todos':[");
  g_autofree char *told = NULL;
  g_autofree char *long_text = g_strnfill (100000, 'x');

  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (text, "%s{'content':'%u %s','status':'completed'}", i > 0 ? "," : "", i,
                            i % 1000 == 0 ? long_text : "");
  g_string_append (text, "]}");
  told = apply (plan, list_edit (text->str), 0);
  assert_plan (plan, VDT_PLAN_MAX_ITEMS, VDT_PLAN_MAX_ITEMS, NULL, NULL);
  for (guint i = 0; i < 300; i++)
    {
      g_clear_pointer (&told, g_free);
      told = apply (plan, task_edit ("{'subject':'one more'}"), i + 1);
    }
  assert_plan (plan, VDT_PLAN_MAX_ITEMS, VDT_PLAN_MAX_ITEMS, NULL, NULL);
  g_string_printf (text, "{'todos':[{'content':'%s','status':'in_progress'}]}", long_text);
  g_clear_pointer (&told, g_free);
  told = apply (plan, list_edit (text->str), 0);
  g_assert_cmpint (g_utf8_strlen (vdt_plan_get_current (plan), -1), ==, VDT_PLAN_MAX_TEXT + 1);
}

/* --- Tasks ------------------------------------------------------------------------------- */

static void
test_tasks (void)
{
  g_autoptr (VdtPlan) plan = vdt_plan_new ();
  const guint64 one = id_of_result ("{'task':{'id':'1','subject':'a'}}");
  const guint64 two = id_of_result ("{'task':{'id':'2'}}");

  assert_apply (plan, task_edit ("{'subject':'a'}"), one, "");
  assert_apply (plan, task_edit ("{'subject':'b'}"), two, "");
  assert_apply (plan, update_edit ("{'taskId':'1','status':'in_progress'}"), 0, "");
  assert_plan (plan, 2, 0, "a", "b");
  assert_apply (plan, update_edit ("{'taskId':'1','status':'completed'}"), 0, "done a");
  /* What is called otherwise is no other thing. */
  assert_apply (plan, update_edit ("{'taskId':'1','subject':'c'}"), 0, "");
  assert_apply (plan, update_edit ("{'taskId':'1','subject':'c','status':'completed'}"), 0, "");
  assert_plan (plan, 2, 1, NULL, "b");
  assert_apply (plan, update_edit ("{'taskId':'2','status':'blocked'}"), 0, "blocked b");
  assert_apply (plan, update_edit ("{'taskId':'2','subject':'d'}"), 0, "");
  assert_apply (plan, update_edit ("{'taskId':'3','status':'completed'}"), 0, "");
  assert_apply (plan, update_edit ("{'taskId':'2','status':'deleted'}"), 0, "free d");
  assert_plan (plan, 1, 1, NULL, NULL);
}

/* Where the agent began its list anew the number means the new task. */
static void
test_same_id (void)
{
  g_autoptr (VdtPlan) plan = vdt_plan_new ();
  const guint64 one = id_of_result ("{'task':{'id':'1'}}");

  assert_apply (plan, task_edit ("{'subject':'a'}"), one, "");
  assert_apply (plan, update_edit ("{'taskId':'1','status':'completed'}"), 0, "done a");
  assert_apply (plan, task_edit ("{'subject':'b'}"), one, "");
  assert_plan (plan, 1, 0, NULL, "b");
  assert_apply (plan, update_edit ("{'taskId':'1','status':'completed'}"), 0, "done b");
  /* Of those without a number each is its own. */
  assert_apply (plan, task_edit ("{'subject':'c'}"), 0, "");
  assert_apply (plan, task_edit ("{'subject':'d'}"), 0, "");
  assert_plan (plan, 3, 1, NULL, "c");
}

/* --- In any order ------------------------------------------------------------------------ */

typedef struct
{
  int status[N_IDS]; /* -1 for not there */
  guint names[N_IDS];
  int order[N_IDS]; /* of ids, as they came */
  guint n;
  guint n_names;
} Model;

static const char *const words[] = { "pending", "in_progress", "completed", "blocked", "deleted" };

static void
model_remove (Model *model, int id)
{
  guint place = 0;

  while (model->order[place] != id)
    place++;
  memmove (&model->order[place], &model->order[place + 1],
           (model->n - place - 1) * sizeof model->order[0]);
  model->n--;
  model->status[id] = -1;
}

static VdtPlanEdit *
random_edit (Model *model, guint64 *task, GString *expected)
{
  const int id = g_test_rand_int_range (0, N_IDS);
  const int status = g_test_rand_int_range (0, G_N_ELEMENTS (words));
  const gboolean renames = g_test_rand_int_range (0, 3) == 0;
  const int before = model->status[id];
  g_autofree char *number = g_strdup_printf ("%d", id);
  g_autofree char *text = NULL;

  *task = 0;
  if (before < 0 && g_test_rand_bit ())
    {
      *task = vdt_text_hash64 (number, strlen (number));
      model->status[id] = VDT_PLAN_PENDING;
      model->names[id] = model->n_names++;
      model->order[model->n++] = id;
      text = g_strdup_printf ("{'subject':'n%u'}", model->names[id]);
      return task_edit (text);
    }
  if (before >= 0 && renames)
    model->names[id] = model->n_names;
  text = g_strdup_printf (renames ? "{'taskId':'%d','status':'%s','subject':'n%u'}"
                                  : "{'taskId':'%d','status':'%s'}",
                          id, words[status], model->n_names);
  model->n_names += renames;
  if (before < 0)
    return update_edit (text);
  if (status == 4)
    model_remove (model, id);
  else
    model->status[id] = status;
  if (status == VDT_PLAN_COMPLETED && before != VDT_PLAN_COMPLETED)
    g_string_append_printf (expected, "done n%u", model->names[id]);
  if (status == VDT_PLAN_BLOCKED && before != VDT_PLAN_BLOCKED)
    g_string_append_printf (expected, "blocked n%u", model->names[id]);
  if (status != VDT_PLAN_BLOCKED && before == VDT_PLAN_BLOCKED)
    g_string_append (expected, expected->len > 0 ? ",free" : "free");
  return update_edit (text);
}

static char *
first_with (const Model *model, int status)
{
  for (guint i = 0; i < model->n; i++)
    {
      if (model->status[model->order[i]] == status)
        return g_strdup_printf ("n%u", model->names[model->order[i]]);
    }
  return NULL;
}

static void
check_model (const Model *model, const VdtPlan *plan)
{
  g_autofree char *current = first_with (model, VDT_PLAN_IN_PROGRESS);
  g_autofree char *next = first_with (model, VDT_PLAN_PENDING);
  guint completed = 0;

  for (guint i = 0; i < N_IDS; i++)
    completed += model->status[i] == VDT_PLAN_COMPLETED;
  assert_plan (plan, model->n, completed, current, next);
}

/* Writes and reads both. */
static void
copy_both (VdtPlan **plan, VdtPlanEdit **edit)
{
  g_autoptr (GByteArray) blob = g_byte_array_new ();
  VdtBlobReader reader;

  vdt_plan_write (*plan, blob);
  vdt_plan_edit_write (*edit, blob);
  vdt_plan_edit_write (NULL, blob);
  vdt_plan_free (*plan);
  vdt_plan_edit_free (*edit);
  vdt_blob_reader_init (&reader, blob->data, blob->len);
  *plan = vdt_plan_read (&reader);
  *edit = vdt_plan_edit_read (&reader);
  g_assert_null (vdt_plan_edit_read (&reader));
  g_assert_false (reader.failed);
  g_assert_true (reader.pos == reader.end);
}

static void
test_any_order (void)
{
  for (guint order = 0; order < ORDERS; order++)
    {
      g_autoptr (VdtPlan) plan = vdt_plan_new ();
      Model model = { 0 };

      for (guint i = 0; i < N_IDS; i++)
        model.status[i] = -1;
      for (guint i = 0; i < STEPS; i++)
        {
          g_autoptr (GString) expected = g_string_new (NULL);
          g_autofree char *told = NULL;
          guint64 task = 0;
          VdtPlanEdit *edit = random_edit (&model, &task, expected);

          if (g_test_rand_int_range (0, 4) == 0)
            copy_both (&plan, &edit);
          told = apply (plan, edit, task);
          /* What is free again is told by the name it had, or has. */
          if (g_str_has_suffix (expected->str, "free"))
            g_assert_true (g_str_has_prefix (told, expected->str));
          else
            g_assert_cmpstr (told, ==, expected->str);
          check_model (&model, plan);
        }
    }
}

static void
test_damage (void)
{
  g_autoptr (VdtPlan) plan = vdt_plan_new ();
  g_autoptr (GByteArray) blob = g_byte_array_new ();
  g_autoptr (VdtPlanEdit) edit = update_edit ("{'taskId':'1','status':'completed'}");
  g_autofree char *told =
    apply (plan, list_edit ("{'todos':[{'content':'a'},{'content':'b'}]}"), 0);
  guint n_refused = 0;

  vdt_plan_write (plan, blob);
  vdt_plan_edit_write (edit, blob);
  for (guint i = 0; i < 5000; i++)
    {
      const gsize len = (gsize) g_test_rand_int_range (1, (gint32) blob->len + 1);
      g_autofree guint8 *bytes = g_memdup2 (blob->data, len);
      g_autoptr (VdtPlan) read = NULL;
      g_autoptr (VdtPlanEdit) read_edit = NULL;
      VdtBlobReader reader;

      bytes[g_test_rand_int_range (0, (gint32) len)] = (guint8) g_test_rand_int_range (0, 256);
      vdt_blob_reader_init (&reader, bytes, len);
      read = vdt_plan_read (&reader);
      read_edit = vdt_plan_edit_read (&reader);
      if (reader.failed)
        {
          n_refused++;
          continue;
        }
      g_free (told);
      told = read_edit != NULL ? apply (read, g_steal_pointer (&read_edit), 1) : NULL;
      g_assert_cmpuint (vdt_plan_get_size (read), <=, VDT_PLAN_MAX_ITEMS);
    }
  g_assert_cmpuint (n_refused, >, 0);
  g_assert_cmpuint (n_refused, <, 5000);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/plan/list", test_list);
  g_test_add_func ("/plan/list-malformed", test_list_malformed);
  g_test_add_func ("/plan/types", test_types);
  g_test_add_func ("/plan/huge", test_huge);
  g_test_add_func ("/plan/tasks", test_tasks);
  g_test_add_func ("/plan/same-id", test_same_id);
  g_test_add_func ("/plan/any-order", test_any_order);
  g_test_add_func ("/plan/damage", test_damage);
  return g_test_run ();
}
