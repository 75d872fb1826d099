/** The steps that make each database, oldest first. A step, once released, never changes. */
export const CATALOG_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE entries (
    kind TEXT NOT NULL,
    id INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE source_keys (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    id INTEGER NOT NULL,
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE counters (kind TEXT PRIMARY KEY, last_id INTEGER NOT NULL) STRICT;

  CREATE TABLE games (
    game_id INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL,
    source TEXT NOT NULL,
    title TEXT NOT NULL,
    modified_at INTEGER NOT NULL,
    facets BLOB NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX games_by_source ON games (source);

  -- Cards apart from records: a page of a hundred games then reads a hundred neighbours and nothing else.
  CREATE TABLE cards (game_id INTEGER PRIMARY KEY, revision INTEGER NOT NULL, card TEXT NOT NULL) STRICT;
  CREATE TABLE records (game_id INTEGER PRIMARY KEY, revision INTEGER NOT NULL, record TEXT NOT NULL) STRICT;

  -- What was replaced or removed, for whoever still answers from an older snapshot.
  CREATE TABLE superseded (
    game_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    superseded_at INTEGER NOT NULL,
    card TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (game_id, revision)
  ) STRICT;
  CREATE INDEX superseded_by_time ON superseded (superseded_at);

  -- Tells this catalog from any other that reached the same revision.
  INSERT INTO facts VALUES ('lineage', lower(hex(randomblob(8))));

  CREATE TABLE imports (
    import_id INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    version TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER NOT NULL,
    added INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    unchanged INTEGER NOT NULL,
    removed INTEGER NOT NULL
  ) STRICT;
  `,
];

export const SERVICE_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE accounts (
    account_id INTEGER PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    plan TEXT NOT NULL,
    created_at INTEGER NOT NULL
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
  `,
];
