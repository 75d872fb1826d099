import type { DatabaseSync } from 'node:sqlite';
import type { Schema } from '../schema-upgrade.ts';

export const SERVICE_SCHEMA: Schema<DatabaseSync> = {
  version: 6,
  create: `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  -- AUTOINCREMENT: the id of a removed account is never given again.
  CREATE TABLE accounts (
    account_id INTEGER PRIMARY KEY AUTOINCREMENT,
    email TEXT NOT NULL UNIQUE,
    plan TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    password TEXT,
    role TEXT NOT NULL DEFAULT 'member',
    suspended_at INTEGER,
    verified_at INTEGER,
    terms_at INTEGER
  ) STRICT;

  CREATE TABLE keys (
    key_id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
    name TEXT NOT NULL,
    digest BLOB NOT NULL UNIQUE,
    sealed BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    per_hour INTEGER,
    per_second INTEGER
  ) STRICT;
  CREATE INDEX keys_by_account ON keys (account_id);

  CREATE TABLE quota (
    key_id INTEGER PRIMARY KEY REFERENCES keys ON DELETE CASCADE,
    hour INTEGER NOT NULL,
    used INTEGER NOT NULL,
    due_at REAL NOT NULL
  ) STRICT;

  CREATE TABLE random_lists (slot INTEGER PRIMARY KEY, game_ids TEXT NOT NULL) STRICT;

  CREATE TABLE sessions (
    session_id INTEGER PRIMARY KEY AUTOINCREMENT,
    digest BLOB NOT NULL UNIQUE,
    account_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    agent TEXT NOT NULL
  ) STRICT;
  CREATE INDEX sessions_by_account ON sessions (account_id);

  -- Links that work once: to confirm an address, to set a password, to accept an invitation.
  CREATE TABLE tokens (
    token_id INTEGER PRIMARY KEY AUTOINCREMENT,
    digest BLOB NOT NULL UNIQUE,
    purpose TEXT NOT NULL,
    account_id INTEGER REFERENCES accounts ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    content TEXT NOT NULL
  ) STRICT;
  CREATE INDEX tokens_by_account ON tokens (account_id);

  -- When the next attempt is due at the allowed rate. The name is a digest, so that no address can be read here.
  CREATE TABLE attempts (name BLOB PRIMARY KEY, due_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE messages (
    message_id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
    sent_at INTEGER NOT NULL,
    text TEXT NOT NULL,
    answered_at INTEGER,
    answer TEXT
  ) STRICT;
  CREATE INDEX messages_by_account ON messages (account_id);

  -- Key 0 stands for requests without a valid key. Counts stay when their key is removed, so that totals stay correct.
  CREATE TABLE usage_by_day (
    key_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    endpoint TEXT NOT NULL,
    status INTEGER NOT NULL,
    requests INTEGER NOT NULL,
    PRIMARY KEY (key_id, day, endpoint, status)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_by_day_alone ON usage_by_day (day);

  CREATE TABLE usage_by_hour (
    key_id INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    requests INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    PRIMARY KEY (key_id, hour)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_by_hour_alone ON usage_by_hour (hour);

  -- The last refused requests of each key.
  CREATE TABLE recent_errors (
    error_id INTEGER PRIMARY KEY AUTOINCREMENT,
    key_id INTEGER NOT NULL REFERENCES keys ON DELETE CASCADE,
    at INTEGER NOT NULL,
    status INTEGER NOT NULL,
    request TEXT NOT NULL,
    message TEXT NOT NULL,
    times INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX recent_errors_by_key ON recent_errors (key_id, error_id);
  -- Requests by duration, hour and endpoint.
  CREATE TABLE timings (
    hour INTEGER NOT NULL,
    endpoint TEXT NOT NULL,
    bucket INTEGER NOT NULL,
    requests INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    limited INTEGER NOT NULL,
    PRIMARY KEY (hour, endpoint, bucket)
  ) STRICT, WITHOUT ROWID;
  -- The slowest requests of each hour, without keys.
  CREATE TABLE slow_requests (
    hour INTEGER NOT NULL,
    request TEXT NOT NULL,
    at INTEGER NOT NULL,
    status INTEGER NOT NULL,
    milliseconds INTEGER NOT NULL,
    PRIMARY KEY (hour, request)
  ) STRICT, WITHOUT ROWID;
  -- How often each cache had what was looked for.
  CREATE TABLE cache_counts (
    hour INTEGER NOT NULL,
    cache TEXT NOT NULL,
    hits INTEGER NOT NULL,
    misses INTEGER NOT NULL,
    PRIMARY KEY (hour, cache)
  ) STRICT, WITHOUT ROWID;
  `,
  upgrades: {
    // From the first version: AUTOINCREMENT for accounts.
    2: `
  CREATE TABLE new_accounts (
    account_id INTEGER PRIMARY KEY AUTOINCREMENT,
    email TEXT NOT NULL UNIQUE,
    plan TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    password TEXT,
    role TEXT NOT NULL DEFAULT 'member',
    suspended_at INTEGER,
    verified_at INTEGER,
    terms_at INTEGER
  ) STRICT;
  INSERT INTO new_accounts
    SELECT account_id, email, plan, created_at, password, role, suspended_at, verified_at, terms_at FROM accounts;
  DROP TABLE accounts;
  ALTER TABLE new_accounts RENAME TO accounts;
  `,
    3: `
  -- The last refused requests of each key.
  CREATE TABLE recent_errors (
    error_id INTEGER PRIMARY KEY AUTOINCREMENT,
    key_id INTEGER NOT NULL REFERENCES keys ON DELETE CASCADE,
    at INTEGER NOT NULL,
    status INTEGER NOT NULL,
    request TEXT NOT NULL,
    message TEXT NOT NULL,
    times INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX recent_errors_by_key ON recent_errors (key_id, error_id);
  `,
    4: `
  -- Requests by duration, hour and endpoint.
  CREATE TABLE timings (
    hour INTEGER NOT NULL,
    endpoint TEXT NOT NULL,
    bucket INTEGER NOT NULL,
    requests INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    limited INTEGER NOT NULL,
    PRIMARY KEY (hour, endpoint, bucket)
  ) STRICT, WITHOUT ROWID;
  `,
    5: `
  -- The slowest requests of each hour, without keys.
  CREATE TABLE slow_requests (
    hour INTEGER NOT NULL,
    request TEXT NOT NULL,
    at INTEGER NOT NULL,
    status INTEGER NOT NULL,
    milliseconds INTEGER NOT NULL,
    PRIMARY KEY (hour, request)
  ) STRICT, WITHOUT ROWID;
  -- How often each cache had what was looked for.
  CREATE TABLE cache_counts (
    hour INTEGER NOT NULL,
    cache TEXT NOT NULL,
    hits INTEGER NOT NULL,
    misses INTEGER NOT NULL,
    PRIMARY KEY (hour, cache)
  ) STRICT, WITHOUT ROWID;
  `,
  },
};
