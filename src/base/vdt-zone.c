/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-base"

#include "config.h"

#include "vdt-zone.h"

#include <gio/gio.h>

/* No zone changes its offset within a quarter of an hour that starts on the quarter. */
#define QUARTER    (15 * VDT_MINUTE)
#define CACHE_SIZE 1024

typedef struct
{
  gint64 quarter;
  gint32 offset_seconds;
} CachedOffset;

struct _VdtZone
{
  GTimeZone *zone;
  char *name;
  CachedOffset cache[CACHE_SIZE];
};

static VdtZone *
zone_wrap (GTimeZone *time_zone, const char *name)
{
  VdtZone *zone = g_new0 (VdtZone, 1);

  zone->zone = time_zone;
  zone->name = g_strdup (name);
  for (guint i = 0; i < CACHE_SIZE; i++)
    zone->cache[i].quarter = G_MININT64;
  return zone;
}

/**
 * vdt_zone_new:
 * @name: (nullable): an IANA zone, or `NULL` for the system's
 * @error: return location for an error
 *
 * Returns: (transfer full): the zone, or `NULL` with `G_IO_ERROR_INVALID_ARGUMENT`
 */
VdtZone *
vdt_zone_new (const char *name, GError **error)
{
  GTimeZone *zone = NULL;

  if (name == NULL)
    {
      zone = g_time_zone_new_local ();
      return zone_wrap (zone, g_time_zone_get_identifier (zone));
    }
  zone = *name != '\0' ? g_time_zone_new_identifier (name) : NULL;
  if (zone == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   "unknown time zone “%s”; give an IANA name such as Europe/Paris", name);
      return NULL;
    }
  return zone_wrap (zone, name);
}

/**
 * vdt_zone_new_utc:
 *
 * Returns: (transfer full): UTC
 */
VdtZone *
vdt_zone_new_utc (void)
{
  return zone_wrap (g_time_zone_new_utc (), "UTC");
}

/**
 * vdt_zone_free:
 * @zone: (nullable): a zone
 */
void
vdt_zone_free (VdtZone *zone)
{
  if (zone == NULL)
    return;
  g_time_zone_unref (zone->zone);
  g_free (zone->name);
  g_free (zone);
}

/**
 * vdt_zone_get_name:
 * @zone: a zone
 *
 * Returns: its IANA name
 */
const char *
vdt_zone_get_name (const VdtZone *zone)
{
  return zone->name;
}

static gint32
zone_offset (VdtZone *zone, VdtTime time)
{
  gint64 quarter = (time >= 0 ? time : time - QUARTER + 1) / QUARTER;
  CachedOffset *entry = &zone->cache[(guint64) quarter % CACHE_SIZE];

  if (entry->quarter != quarter)
    {
      int interval = g_time_zone_find_interval (zone->zone, G_TIME_TYPE_UNIVERSAL,
                                                (time >= 0 ? time : time - 999) / 1000);

      entry->quarter = quarter;
      entry->offset_seconds = g_time_zone_get_offset (zone->zone, interval);
    }
  return entry->offset_seconds;
}

/**
 * vdt_zone_local:
 * @zone: a zone
 * @time: a known instant
 *
 * Returns: @time moved by the zone's offset, so that its remainders are local times of day
 */
VdtTime
vdt_zone_local (VdtZone *zone, VdtTime time)
{
  return time + (VdtTime) zone_offset (zone, time) * VDT_SECOND;
}

/**
 * vdt_zone_local_day:
 * @zone: a zone
 * @time: a known instant
 *
 * Returns: the local calendar day as days since 1970-01-01
 */
gint64
vdt_zone_local_day (VdtZone *zone, VdtTime time)
{
  VdtTime local = vdt_zone_local (zone, time);

  return (local >= 0 ? local : local - VDT_DAY + 1) / VDT_DAY;
}

/**
 * vdt_zone_from_local:
 * @zone: a zone
 * @day: a local day, days since 1970-01-01
 * @hour: 0 … 23
 * @minute: 0 … 59
 *
 * Returns: the instant of that local time; the first one of two, and the next one that
 *   exists where a change of the clock skips it
 */
VdtTime
vdt_zone_from_local (VdtZone *zone, gint64 day, int hour, int minute)
{
  gint64 local = day * (VDT_DAY / VDT_SECOND) + hour * 3600 + minute * 60;
  gint64 adjusted = local;
  int interval = g_time_zone_adjust_time (zone->zone, G_TIME_TYPE_STANDARD, &adjusted);

  for (int candidate = MAX (interval - 1, 0); candidate <= interval + 1; candidate++)
    {
      gint64 utc = local - g_time_zone_get_offset (zone->zone, candidate);

      if (g_time_zone_find_interval (zone->zone, G_TIME_TYPE_UNIVERSAL, utc) == candidate)
        return utc * VDT_SECOND;
    }
  return (adjusted - g_time_zone_get_offset (zone->zone, interval)) * VDT_SECOND;
}

/**
 * vdt_zone_start_of_day:
 * @zone: a zone
 * @day: a local day, days since 1970-01-01
 *
 * Returns: the first instant of that day
 */
VdtTime
vdt_zone_start_of_day (VdtZone *zone, gint64 day)
{
  VdtTime guess = vdt_zone_from_local (zone, day, 0, 0);

  /* Midnight itself may not exist; walk to the first quarter that belongs to the day. */
  while (vdt_zone_local_day (zone, guess) < day)
    guess += QUARTER;
  while (vdt_zone_local_day (zone, guess - QUARTER) >= day)
    guess -= QUARTER;
  return guess;
}
