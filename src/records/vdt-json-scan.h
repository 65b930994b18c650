/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

G_BEGIN_DECLS

/**
 * VdtJsonScanKind:
 *
 * The ways to scan; all give the same answers.
 */
typedef enum
{
  VDT_JSON_SCAN_PORTABLE,
  VDT_JSON_SCAN_SSE2,
  VDT_JSON_SCAN_AVX2,
} VdtJsonScanKind;

#define VDT_JSON_SCAN_N_KINDS (VDT_JSON_SCAN_AVX2 + 1)

/**
 * VdtJsonScanner:
 * @special: the first quote, backslash or control character, or the end
 * @string_end: the quote that closes the string whose inside starts at `data`, or `NULL`
 * @container: what follows the object or array whose bracket `data` points at, or `NULL` where
 *   it is not closed, closed by the other bracket or has more than `max_depth` levels
 *
 * Functions that find structure without checking what is between. A backslash escapes the byte
 * behind it wherever it stands; inner brackets are counted, not told apart.
 */
typedef struct
{
  const char *(*special) (const char *data, const char *end);
  const char *(*string_end) (const char *data, const char *end);
  const char *(*container) (const char *data, const char *end, guint max_depth);
} VdtJsonScanner;

const VdtJsonScanner *vdt_json_scanner_get (VdtJsonScanKind kind);
const VdtJsonScanner *vdt_json_scanner_get_best (void);

const char *vdt_json_scan_string_end (const char *data, const char *end);
const char *vdt_json_scan_container (const char *data, const char *end, guint max_depth);
gboolean vdt_json_scan_string (const char **pos, const char *end, gboolean *escaped);
gboolean vdt_json_scan_number (const char **pos, const char *end);
gboolean vdt_json_scan_literal (const char **pos, const char *end, const char *literal);

static inline gboolean
vdt_json_is_special (char c)
{
  return c == '"' || c == '\\' || (guchar) c < 0x20;
}

static inline const char *
vdt_json_skip_space (const char *p, const char *end)
{
  while (p < end && (guchar) *p <= ' ' && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t'))
    p++;
  return p;
}

#ifdef __SSE2__
/* A bit for each of 16 bytes that is a quote, a backslash or below 0x20. */
static inline guint
vdt_json_special_16 (const char *p)
{
  const __m128i v = _mm_loadu_si128 ((const __m128i *) p);
  const __m128i quotes = _mm_cmpeq_epi8 (v, _mm_set1_epi8 ('"'));
  const __m128i backslashes = _mm_cmpeq_epi8 (v, _mm_set1_epi8 ('\\'));
  const __m128i controls = _mm_cmpeq_epi8 (_mm_min_epu8 (v, _mm_set1_epi8 (0x1f)), v);

  return (guint) _mm_movemask_epi8 (_mm_or_si128 (_mm_or_si128 (quotes, backslashes), controls));
}
#endif

/* Keys and most values are short: they are settled here, before any call by pointer. */
static inline const char *
vdt_json_scan_special (const char *p, const char *end)
{
#ifdef __SSE2__
  for (int i = 0; i < 2 && end - p >= 16; i++, p += 16)
    {
      guint mask = vdt_json_special_16 (p);

      if (mask != 0)
        return p + __builtin_ctz (mask);
    }
#else
  for (int i = 0; i < 16 && p < end; i++, p++)
    if (vdt_json_is_special (*p))
      return p;
#endif
  return vdt_json_scanner_get_best ()->special (p, end);
}

G_END_DECLS
