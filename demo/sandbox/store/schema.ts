/** Increase it with every change to the tables or their records: a file of another version is refused, not misread. */
export const SCHEMA_VERSION = 3;

/**
 * Whole records of the interface are stored as JSON text beside the columns that queries need. That preserves
 * the difference between null and missing fields, which shops will meet in production.
 * Columns ending in `_at` or `_ms` of type INTEGER are milliseconds since the epoch.
 */
export const SCHEMA = `
CREATE TABLE api_keys (
  key TEXT PRIMARY KEY,
  role TEXT NOT NULL CHECK (role IN ('publishable', 'secret')),
  created_at INTEGER NOT NULL
) STRICT;

-- One row per address: writing a newer code is what makes the older one die.
CREATE TABLE one_time_codes (
  email TEXT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  salt BLOB NOT NULL,
  hash BLOB NOT NULL,
  expires_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  used_at INTEGER
) STRICT;

CREATE TABLE collections (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  record TEXT NOT NULL
) STRICT;

-- AUTOINCREMENT: the id of a deleted entry must never come back for another one.
CREATE TABLE timeline_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  collection_id TEXT NOT NULL REFERENCES collections (id),
  token_id INTEGER,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX timeline_by_collection ON timeline_entries (collection_id, created_ms, id);
CREATE INDEX timeline_by_creation ON timeline_entries (created_ms, id);
CREATE INDEX timeline_by_token ON timeline_entries (token_id) WHERE token_id IS NOT NULL;

CREATE TABLE activities (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
CREATE TABLE users (id TEXT PRIMARY KEY, created_ms INTEGER NOT NULL, record TEXT NOT NULL) STRICT;
CREATE TABLE webhooks (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
CREATE TABLE inventory_items (id INTEGER PRIMARY KEY, record TEXT NOT NULL) STRICT;

CREATE TABLE rewards (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  code_type TEXT NOT NULL CHECK (code_type IN ('automatic', 'global_code', 'unique_codes')),
  value_type TEXT NOT NULL CHECK (value_type IN ('percentage', 'fixed_amount', 'free_shipping', 'gated_content')),
  value REAL,
  scope TEXT NOT NULL CHECK (scope IN ('sitewide', 'collection', 'product', 'variant')),
  shared_code TEXT,
  claims_left INTEGER CHECK (claims_left >= 0),
  external_ids TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE TABLE reward_codes (
  id TEXT PRIMARY KEY,
  reward_id TEXT NOT NULL REFERENCES rewards (id),
  code TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('available', 'reserved', 'redeemed', 'expired', 'revoked')),
  reserved_for TEXT,
  redeemed_by TEXT,
  redeemed_at INTEGER,
  order_id TEXT,
  external_order_id TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  updated_at INTEGER NOT NULL,
  external_ids TEXT
) STRICT;
CREATE INDEX reward_codes_by_reward ON reward_codes (reward_id, status);

CREATE TABLE grants (
  id TEXT PRIMARY KEY,
  token TEXT NOT NULL UNIQUE,
  reward_id TEXT NOT NULL REFERENCES rewards (id),
  starts_at INTEGER,
  expires_at INTEGER,
  revoked_at INTEGER,
  claimed_at INTEGER,
  discount_code TEXT,
  repeats TEXT NOT NULL DEFAULT 'refused' CHECK (repeats IN ('refused', 'same-result'))
) STRICT;

-- A ledger, written with every claim and deliberately without UNIQUE: it is the evidence that the guard in
-- the claim itself holds, so it must be able to show a second claim.
CREATE TABLE grant_claims (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  grant_id TEXT NOT NULL REFERENCES grants (id),
  discount_code TEXT NOT NULL,
  claimed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX grant_claims_by_grant ON grant_claims (grant_id);

CREATE TABLE raw_events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  occurred_ms INTEGER NOT NULL,
  user_id TEXT,
  session_id TEXT NOT NULL,
  action TEXT NOT NULL,
  version TEXT NOT NULL,
  team_id TEXT NOT NULL,
  collection_id TEXT REFERENCES collections (id),
  payload TEXT NOT NULL
) STRICT;
CREATE INDEX raw_events_by_time ON raw_events (occurred_ms, seq);
CREATE INDEX raw_events_by_action ON raw_events (action);
`;
