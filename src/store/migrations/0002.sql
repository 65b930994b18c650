-- SPDX-FileCopyrightText: 2026 The Vedette authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Schema 2: what the owner of a bucket calls it.
ALTER TABLE quota_readings ADD COLUMN bucket_name TEXT;
