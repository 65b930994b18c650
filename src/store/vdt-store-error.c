/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-store-error.h"

#include <errno.h>

G_DEFINE_QUARK (vdt_store_error, vdt_store_error)

/**
 * vdt_store_error_from_errno:
 * @error_number: what the kernel said of a file
 *
 * Returns: the code that says the same; `OPEN` for all that has no code of its own
 */
VdtStoreError
vdt_store_error_from_errno (int error_number)
{
  switch (error_number)
    {
    case EROFS:
    case EACCES:
    case EPERM:
      return VDT_STORE_ERROR_READ_ONLY;
    case ENOSPC:
    case EDQUOT:
      return VDT_STORE_ERROR_FULL;
    default:
      return VDT_STORE_ERROR_OPEN;
    }
}
