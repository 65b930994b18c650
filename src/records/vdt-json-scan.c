/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-records"

#include "config.h"

#include "vdt-json-scan.h"

#include <string.h>

#include "vdt-json-reader.h"

#if defined(__x86_64__) && defined(__SSE2__)
#define VDT_HAVE_X86 1
#include <immintrin.h>
#else
#define VDT_HAVE_X86 0
#endif

#define ALWAYS_INLINE static inline __attribute__ ((always_inline))

static gboolean
is_closed_by (char opener, char closer)
{
  return (opener == '{' && closer == '}') || (opener == '[' && closer == ']');
}

/* --- portable ------------------------------------------------------------------------------ */

static const char *
special_portable (const char *p, const char *end)
{
  while (p < end && !vdt_json_is_special (*p))
    p++;
  return p;
}

static const char *
string_end_portable (const char *data, const char *end)
{
  const char *from = data;

  while (from < end)
    {
      const char *quote = memchr (from, '"', (gsize) (end - from));
      const char *p = quote;

      if (quote == NULL)
        return NULL;
      /* The runs of backslashes before two quotes do not overlap, so this stays linear. */
      while (p > from && p[-1] == '\\')
        p--;
      if ((quote - p) % 2 == 0)
        return quote;
      from = quote + 1;
    }
  return NULL;
}

static const char *
container_portable (const char *data, const char *end, guint max_depth)
{
  guint depth = 0;
  gboolean escaped = FALSE;

  for (const char *p = data; p < end; p++)
    {
      const char c = *p;
      const gboolean was_escaped = escaped;

      escaped = FALSE;
      switch (c)
        {
        case '"':
          if (was_escaped)
            break;
          p = string_end_portable (p + 1, end);
          if (p == NULL)
            return NULL;
          break;
        case '\\':
          escaped = !was_escaped;
          break;
        case '{':
        case '[':
          if (depth == max_depth)
            return NULL;
          depth++;
          break;
        case '}':
        case ']':
          if (--depth == 0)
            return is_closed_by (*data, c) ? p + 1 : NULL;
          break;
        default:
          break;
        }
    }
  return NULL;
}

static const VdtJsonScanner scanner_portable = { special_portable, string_end_portable,
                                                 container_portable };

/* --- blocks of 64 bytes -------------------------------------------------------------------- */

#if VDT_HAVE_X86

#define BLOCK ((gsize) 64)

/* One bit a byte, the lowest for the first. */
typedef struct
{
  guint64 quotes;
  guint64 backslashes;
  guint64 openers;
  guint64 closers;
} Block;

typedef struct
{
  guint64 escaped; /* 1 where the block before ended in a backslash that escapes */
  guint64 inside;  /* all ones where it ended inside a string */
  guint depth;
  guint max_depth;
} BlockState;

typedef enum
{
  BLOCK_GO_ON,
  BLOCK_FOUND,
  BLOCK_TOO_DEEP,
} BlockResult;

/* Which bytes stand behind a backslash that is not itself escaped: the carry of the subtraction
 * runs through each series of backslashes and so tells even from odd ones (as in simdjson). */
ALWAYS_INLINE guint64
find_escaped (guint64 backslashes, guint64 *carry)
{
  const guint64 odd = G_GUINT64_CONSTANT (0xaaaaaaaaaaaaaaaa);
  const guint64 before = *carry;
  guint64 starts = 0;
  guint64 codes = 0;

  if (backslashes == 0)
    {
      *carry = 0;
      return before;
    }
  starts = backslashes & ~before;
  codes = (((starts << 1) | odd) - starts) ^ odd;
  *carry = (codes & backslashes) >> 63;
  return codes ^ (backslashes | before);
}

ALWAYS_INLINE BlockResult
exact_block (BlockState *state, guint64 openers, guint64 closers, guint *at)
{
  for (guint64 all = openers | closers; all != 0; all &= all - 1)
    {
      const guint bit = (guint) __builtin_ctzll (all);

      if ((openers >> bit & 1) != 0)
        {
          if (state->depth == state->max_depth)
            return BLOCK_TOO_DEEP;
          state->depth++;
        }
      else if (--state->depth == 0)
        {
          *at = bit;
          return BLOCK_FOUND;
        }
    }
  return BLOCK_GO_ON;
}

/* Counts the brackets of a block outside strings. Most blocks can neither end the value nor
 * reach the bound: they cost two counts. */
ALWAYS_INLINE BlockResult
count_block (BlockState *state, guint64 openers, guint64 closers, guint *at)
{
  const guint n_openers = (guint) __builtin_popcountll (openers);
  const guint n_closers = (guint) __builtin_popcountll (closers);

  if (G_UNLIKELY (state->depth + n_openers > state->max_depth))
    return exact_block (state, openers, closers, at);
  if (n_closers >= state->depth)
    {
      guint closed = 0;

      for (guint64 left = closers; left != 0; left &= left - 1)
        {
          const guint bit = (guint) __builtin_ctzll (left);
          const guint64 below = openers & (((guint64) 1 << bit) - 1);

          if (++closed == state->depth + (guint) __builtin_popcountll (below))
            {
              *at = bit;
              return BLOCK_FOUND;
            }
        }
    }
  state->depth += n_openers;
  state->depth -= n_closers;
  return BLOCK_GO_ON;
}

/* The last, short block, filled up with spaces, which mean nothing here. */
ALWAYS_INLINE const char *
pad_block (char *pad, const char *p, const char *end)
{
  memset (pad, ' ', BLOCK);
  memcpy (pad, p, (gsize) (end - p));
  return pad;
}

/* The loops are the same for each instruction set, but functions of different targets cannot be
 * inlined into a common one, so they are written once as macros over the two primitives:
 * classify (bytes, block) and prefix_xor (bits). */
#define DEFINE_BLOCK_SCANNER(suffix, target_attribute)                                             \
  target_attribute static const char *string_end_##suffix (const char *data, const char *end)      \
  {                                                                                                \
    BlockState state = { 0 };                                                                      \
    char pad[BLOCK];                                                                               \
                                                                                                   \
    for (const char *p = data; p < end; p += BLOCK)                                                \
      {                                                                                            \
        const gboolean whole = end - p >= (gssize) BLOCK;                                          \
        guint64 quotes = 0;                                                                        \
        guint64 backslashes = 0;                                                                   \
                                                                                                   \
        quotes_##suffix (whole ? p : pad_block (pad, p, end), &quotes, &backslashes);              \
        quotes &= ~find_escaped (backslashes, &state.escaped);                                     \
        if (quotes != 0)                                                                           \
          return p + __builtin_ctzll (quotes);                                                     \
        if (!whole)                                                                                \
          break;                                                                                   \
      }                                                                                            \
    return NULL;                                                                                   \
  }                                                                                                \
                                                                                                   \
  target_attribute static const char *container_##suffix (const char *data, const char *end,       \
                                                          guint max_depth)                         \
  {                                                                                                \
    BlockState state = { .max_depth = max_depth };                                                 \
    char pad[BLOCK];                                                                               \
                                                                                                   \
    for (const char *p = data; p < end; p += BLOCK)                                                \
      {                                                                                            \
        const gboolean whole = end - p >= (gssize) BLOCK;                                          \
        Block block;                                                                               \
        guint64 inside = 0;                                                                        \
        guint at = 0;                                                                              \
                                                                                                   \
        classify_##suffix (whole ? p : pad_block (pad, p, end), &block);                           \
        block.quotes &= ~find_escaped (block.backslashes, &state.escaped);                         \
        inside = prefix_xor_##suffix (block.quotes) ^ state.inside;                                \
        state.inside = (guint64) ((gint64) inside >> 63);                                          \
        switch (count_block (&state, block.openers & ~inside, block.closers & ~inside, &at))       \
          {                                                                                        \
          case BLOCK_GO_ON:                                                                        \
            break;                                                                                 \
          case BLOCK_FOUND:                                                                        \
            return is_closed_by (*data, p[at]) ? p + at + 1 : NULL;                                \
          case BLOCK_TOO_DEEP:                                                                     \
            return NULL;                                                                           \
          }                                                                                        \
        if (!whole)                                                                                \
          break;                                                                                   \
      }                                                                                            \
    return NULL;                                                                                   \
  }                                                                                                \
                                                                                                   \
  static const VdtJsonScanner scanner_##suffix = { special_##suffix, string_end_##suffix,          \
                                                   container_##suffix };

/* --- SSE2: what every x86-64 has ----------------------------------------------------------- */

ALWAYS_INLINE guint64
equal_sse2 (const __m128i *v, char c)
{
  const __m128i wanted = _mm_set1_epi8 (c);
  const guint64 a = (guint) _mm_movemask_epi8 (_mm_cmpeq_epi8 (v[0], wanted));
  const guint64 b = (guint) _mm_movemask_epi8 (_mm_cmpeq_epi8 (v[1], wanted));
  const guint64 d = (guint) _mm_movemask_epi8 (_mm_cmpeq_epi8 (v[2], wanted));
  const guint64 e = (guint) _mm_movemask_epi8 (_mm_cmpeq_epi8 (v[3], wanted));

  return a | b << 16 | d << 32 | e << 48;
}

ALWAYS_INLINE void
quotes_sse2 (const char *bytes, guint64 *quotes, guint64 *backslashes)
{
  __m128i v[4];

  for (int i = 0; i < 4; i++)
    v[i] = _mm_loadu_si128 ((const __m128i *) (bytes + 16 * i));
  *quotes = equal_sse2 (v, '"');
  *backslashes = equal_sse2 (v, '\\');
}

ALWAYS_INLINE void
classify_sse2 (const char *bytes, Block *block)
{
  const __m128i bit = _mm_set1_epi8 (0x20);
  __m128i v[4];

  for (int i = 0; i < 4; i++)
    v[i] = _mm_loadu_si128 ((const __m128i *) (bytes + 16 * i));
  block->quotes = equal_sse2 (v, '"');
  block->backslashes = equal_sse2 (v, '\\');
  /* '[' and '{', as ']' and '}', differ in this bit alone. */
  for (int i = 0; i < 4; i++)
    v[i] = _mm_or_si128 (v[i], bit);
  block->openers = equal_sse2 (v, '{');
  block->closers = equal_sse2 (v, '}');
}

ALWAYS_INLINE guint64
prefix_xor_sse2 (guint64 bits)
{
  for (int shift = 1; shift < 64; shift *= 2)
    bits ^= bits << shift;
  return bits;
}

static const char *
special_sse2 (const char *p, const char *end)
{
  for (; end - p >= 16; p += 16)
    {
      guint mask = vdt_json_special_16 (p);

      if (mask != 0)
        return p + __builtin_ctz (mask);
    }
  return special_portable (p, end);
}

DEFINE_BLOCK_SCANNER (sse2, )

/* --- AVX2 with carry-less multiplication --------------------------------------------------- */

#define TARGET_AVX2 __attribute__ ((target ("avx2,pclmul,popcnt,bmi")))

TARGET_AVX2 ALWAYS_INLINE guint64
equal_avx2 (__m256i low, __m256i high, char c)
{
  const __m256i wanted = _mm256_set1_epi8 (c);
  const guint64 a = (guint) _mm256_movemask_epi8 (_mm256_cmpeq_epi8 (low, wanted));
  const guint64 b = (guint) _mm256_movemask_epi8 (_mm256_cmpeq_epi8 (high, wanted));

  return a | b << 32;
}

TARGET_AVX2 ALWAYS_INLINE void
quotes_avx2 (const char *bytes, guint64 *quotes, guint64 *backslashes)
{
  const __m256i low = _mm256_loadu_si256 ((const __m256i *) bytes);
  const __m256i high = _mm256_loadu_si256 ((const __m256i *) (bytes + 32));

  *quotes = equal_avx2 (low, high, '"');
  *backslashes = equal_avx2 (low, high, '\\');
}

TARGET_AVX2 ALWAYS_INLINE void
classify_avx2 (const char *bytes, Block *block)
{
  const __m256i bit = _mm256_set1_epi8 (0x20);
  __m256i low = _mm256_loadu_si256 ((const __m256i *) bytes);
  __m256i high = _mm256_loadu_si256 ((const __m256i *) (bytes + 32));

  block->quotes = equal_avx2 (low, high, '"');
  block->backslashes = equal_avx2 (low, high, '\\');
  low = _mm256_or_si256 (low, bit);
  high = _mm256_or_si256 (high, bit);
  block->openers = equal_avx2 (low, high, '{');
  block->closers = equal_avx2 (low, high, '}');
}

TARGET_AVX2 ALWAYS_INLINE guint64
prefix_xor_avx2 (guint64 bits)
{
  const __m128i ones = _mm_set1_epi8 ((char) 0xff);
  const __m128i product = _mm_clmulepi64_si128 (_mm_set_epi64x (0, (gint64) bits), ones, 0);

  return (guint64) _mm_cvtsi128_si64 (product);
}

TARGET_AVX2 static const char *
special_avx2 (const char *p, const char *end)
{
  const __m256i quote = _mm256_set1_epi8 ('"');
  const __m256i backslash = _mm256_set1_epi8 ('\\');
  const __m256i control = _mm256_set1_epi8 (0x1f);

  for (; end - p >= 32; p += 32)
    {
      const __m256i v = _mm256_loadu_si256 ((const __m256i *) p);
      const __m256i a = _mm256_cmpeq_epi8 (v, quote);
      const __m256i b = _mm256_cmpeq_epi8 (v, backslash);
      const __m256i c = _mm256_cmpeq_epi8 (_mm256_min_epu8 (v, control), v);
      const __m256i any = _mm256_or_si256 (_mm256_or_si256 (a, b), c);
      const guint mask = (guint) _mm256_movemask_epi8 (any);

      if (mask != 0)
        return p + __builtin_ctz (mask);
    }
  return special_portable (p, end);
}

DEFINE_BLOCK_SCANNER (avx2, TARGET_AVX2)

#endif

/* --- choice -------------------------------------------------------------------------------- */

/**
 * vdt_json_scanner_get:
 * @kind: a way to scan
 *
 * Any thread.
 *
 * Returns: (nullable): its functions, or `NULL` where this build or this processor lacks it
 */
const VdtJsonScanner *
vdt_json_scanner_get (VdtJsonScanKind kind)
{
  switch (kind)
    {
    case VDT_JSON_SCAN_PORTABLE:
      return &scanner_portable;
    case VDT_JSON_SCAN_SSE2:
#if VDT_HAVE_X86
      return &scanner_sse2;
#else
      return NULL;
#endif
    case VDT_JSON_SCAN_AVX2:
#if VDT_HAVE_X86
      if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("pclmul") &&
          __builtin_cpu_supports ("popcnt") && __builtin_cpu_supports ("bmi"))
        return &scanner_avx2;
#endif
      return NULL;
    }
  return NULL;
}

/**
 * vdt_json_scanner_get_best:
 *
 * Any thread; the choice is made once.
 *
 * Returns: the fastest that this processor has
 */
const VdtJsonScanner *
vdt_json_scanner_get_best (void)
{
  static const VdtJsonScanner *best;
  const VdtJsonScanner *scanner = __atomic_load_n (&best, __ATOMIC_RELAXED);

  if (G_LIKELY (scanner != NULL))
    return scanner;
  /* Several threads may come here at once: they all find the same. */
  for (int kind = VDT_JSON_SCAN_N_KINDS - 1; scanner == NULL; kind--)
    scanner = vdt_json_scanner_get ((VdtJsonScanKind) kind);
  __atomic_store_n (&best, scanner, __ATOMIC_RELAXED);
  return scanner;
}

/**
 * vdt_json_scan_string_end:
 * @data: the first byte behind an opening quote
 * @end: the document's end
 *
 * Finds a string's end without looking at its escapes and control characters.
 *
 * Returns: (nullable): the closing quote, or `NULL` where there is none
 */
const char *
vdt_json_scan_string_end (const char *data, const char *end)
{
  const char *p = data;

  for (int i = 0; i < 16 && p < end; i++, p++)
    {
      if (*p == '"')
        return p;
      if (*p == '\\')
        break;
    }
  return vdt_json_scanner_get_best ()->string_end (p, end);
}

/**
 * vdt_json_scan_container:
 * @data: an opening bracket
 * @end: the document's end
 * @max_depth: how many levels it may have, its own counted
 *
 * Returns: (nullable): what follows the object or array, or `NULL` where it is broken
 */
const char *
vdt_json_scan_container (const char *data, const char *end, guint max_depth)
{
  if (max_depth > 0 && end - data >= 2 && is_closed_by (data[0], data[1]))
    return data + 2;
  return vdt_json_scanner_get_best ()->container (data, end, max_depth);
}

/* --- tokens, checked in full --------------------------------------------------------------- */

/**
 * vdt_json_scan_string:
 * @pos: (inout): the first byte behind an opening quote; then what follows the closing one, or
 *   the first byte that is wrong
 * @end: the document's end
 * @escaped: (out): whether there is a backslash in it
 *
 * Checks a string: its escapes are known ones and there is no bare control character. Its
 * bytes need not be UTF-8.
 *
 * Returns: whether it is a string
 */
gboolean
vdt_json_scan_string (const char **pos, const char *end, gboolean *escaped)
{
  const char *p = *pos;

  *escaped = FALSE;
  for (;;)
    {
      p = vdt_json_scan_special (p, end);
      if (p == end || *p != '\\')
        {
          const gboolean closed = p < end && *p == '"';

          *pos = closed ? p + 1 : p;
          return closed;
        }
      *escaped = TRUE;
      p++;
      if (p < end && *p == 'u')
        {
          int n = 0;

          p++;
          while (n < 4 && p < end && g_ascii_isxdigit (*p))
            {
              n++;
              p++;
            }
          if (n == 4)
            continue;
        }
      else if (p < end && *p != '\0' && strchr ("\"\\/bfnrt", *p) != NULL)
        {
          p++;
          continue;
        }
      *pos = p;
      return FALSE;
    }
}

ALWAYS_INLINE const char *
skip_digits (const char *p, const char *end)
{
  while (p < end && g_ascii_isdigit (*p))
    p++;
  return p;
}

/**
 * vdt_json_scan_number:
 * @pos: (inout): a minus or a digit; then what follows the number, or the first byte that is wrong
 * @end: the document's end
 *
 * Returns: whether it is a number by the grammar of RFC 8259
 */
gboolean
vdt_json_scan_number (const char **pos, const char *end)
{
  const char *p = *pos;
  const char *digits = NULL;

  if (p < end && *p == '-')
    p++;
  digits = p;
  if (p < end && *p == '0')
    p++;
  else
    p = skip_digits (p, end);
  *pos = p;
  if (p == digits)
    return FALSE;

  if (p < end && *p == '.')
    {
      digits = p + 1;
      *pos = p = skip_digits (digits, end);
      if (p == digits)
        return FALSE;
    }
  if (p < end && (*p == 'e' || *p == 'E'))
    {
      p++;
      if (p < end && (*p == '+' || *p == '-'))
        p++;
      digits = p;
      *pos = p = skip_digits (digits, end);
      if (p == digits)
        return FALSE;
    }
  return TRUE;
}

/**
 * vdt_json_scan_literal:
 * @pos: (inout): where it should stand; then what follows it, or the first byte that is wrong
 * @end: the document's end
 * @literal: `true`, `false` or `null`
 *
 * Returns: whether it stands there. What follows is for the caller to judge
 */
gboolean
vdt_json_scan_literal (const char **pos, const char *end, const char *literal)
{
  for (; *literal != '\0'; literal++, (*pos)++)
    if (*pos == end || **pos != *literal)
      return FALSE;
  return TRUE;
}

/* --- whole documents ----------------------------------------------------------------------- */

/* Checks a key and its colon and goes to the value. */
static gboolean
check_key (const char **pos, const char *end)
{
  gboolean escaped = FALSE;

  if (*pos == end || **pos != '"')
    return FALSE;
  (*pos)++;
  if (!vdt_json_scan_string (pos, end, &escaped))
    return FALSE;
  *pos = vdt_json_skip_space (*pos, end);
  if (*pos == end || **pos != ':')
    return FALSE;
  *pos = vdt_json_skip_space (*pos + 1, end);
  return TRUE;
}

static gboolean
check_scalar (const char **pos, const char *end)
{
  gboolean escaped = FALSE;

  switch (**pos)
    {
    case '"':
      (*pos)++;
      return vdt_json_scan_string (pos, end, &escaped);
    case 't':
      return vdt_json_scan_literal (pos, end, "true");
    case 'f':
      return vdt_json_scan_literal (pos, end, "false");
    case 'n':
      return vdt_json_scan_literal (pos, end, "null");
    default:
      return vdt_json_scan_number (pos, end);
    }
}

/**
 * vdt_json_check:
 * @data: (array length=len): a document
 * @len: its length in bytes
 *
 * Checks a whole document by RFC 8259, whatever its outermost value. Bytes in strings need not
 * be UTF-8, since logs hold such; a byte order mark is refused; so is a document of more than
 * [const@VDT_JSON_MAX_DEPTH] levels. Allocates nothing, does not recurse.
 *
 * Returns: whether it is JSON
 */
gboolean
vdt_json_check (const char *data, gsize len)
{
  const char *const end = data + len;
  const char *p = vdt_json_skip_space (data, end);
  char closers[VDT_JSON_MAX_DEPTH];
  guint depth = 0;

  for (;;)
    {
      /* A value is due. */
      gboolean ended = TRUE;

      if (p == end)
        return FALSE;
      if (*p == '{' || *p == '[')
        {
          const char closer = *p == '{' ? '}' : ']';

          if (depth == VDT_JSON_MAX_DEPTH)
            return FALSE;
          p = vdt_json_skip_space (p + 1, end);
          if (p < end && *p == closer)
            p++;
          else if (closer == '}' && !check_key (&p, end))
            return FALSE;
          else
            {
              closers[depth++] = closer;
              ended = FALSE;
            }
        }
      else if (!check_scalar (&p, end))
        return FALSE;

      /* A value ended: close what ends with it, and go to the next one. */
      while (ended)
        {
          p = vdt_json_skip_space (p, end);
          if (depth == 0)
            return p == end;
          if (p == end)
            return FALSE;
          if (*p == closers[depth - 1])
            {
              p++;
              depth--;
            }
          else if (*p == ',')
            {
              p = vdt_json_skip_space (p + 1, end);
              if (closers[depth - 1] == '}' && !check_key (&p, end))
                return FALSE;
              ended = FALSE;
            }
          else
            return FALSE;
        }
    }
}
