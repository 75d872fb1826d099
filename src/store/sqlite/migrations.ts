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
  `
  -- Games are now made of layers, which these have none of: their sources bring them again, under the same ids.
  DROP TABLE games;
  DELETE FROM cards;
  DELETE FROM records;
  DELETE FROM superseded;
  DELETE FROM entries;
  DELETE FROM facts WHERE name = 'revision';
  UPDATE facts SET value = lower(hex(randomblob(8))) WHERE name = 'lineage';

  CREATE TABLE games (
    game_id INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL,
    title TEXT NOT NULL,
    modified_at INTEGER NOT NULL,
    facets BLOB NOT NULL,
    hash TEXT NOT NULL,
    provenance TEXT NOT NULL
  ) STRICT;

  CREATE TABLE sources (
    source TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    licence TEXT NOT NULL,
    url TEXT,
    imported_at INTEGER NOT NULL
  ) STRICT;

  -- What each source says of a reference entry, and of a game. A layer without a game waits for one.
  CREATE TABLE entry_layers (
    key TEXT NOT NULL,
    source TEXT NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (key, source)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entry_layers_by_source ON entry_layers (source);

  CREATE TABLE layers (
    layer_id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    game_id INTEGER,
    hash TEXT NOT NULL,
    line TEXT NOT NULL,
    marks TEXT NOT NULL
  ) STRICT;
  CREATE INDEX layers_by_source ON layers (source, key);
  CREATE INDEX layers_by_game ON layers (game_id);

  -- What a layer can be recognised by: hashes, codes, titles. The layer holds the list of its own, which is cheaper to
  -- keep than a second index over all of them.
  CREATE TABLE marks (
    mark TEXT NOT NULL,
    layer_id INTEGER NOT NULL,
    PRIMARY KEY (mark, layer_id)
  ) STRICT, WITHOUT ROWID;

  -- Games that were found to be others. The cause tells which of them can be taken back.
  CREATE TABLE aliases (game_id INTEGER PRIMARY KEY, target_id INTEGER NOT NULL, cause TEXT NOT NULL) STRICT;
  CREATE INDEX aliases_by_target ON aliases (target_id);

  -- The import that first brought the key.
  ALTER TABLE source_keys ADD COLUMN since INTEGER NOT NULL DEFAULT 0;

  -- What the last import replaced, so that it can be taken back. NULL: there was nothing before.
  CREATE TABLE undo (place TEXT NOT NULL, key TEXT NOT NULL, before TEXT, PRIMARY KEY (place, key)) STRICT, WITHOUT ROWID;

  ALTER TABLE imports ADD COLUMN action TEXT NOT NULL DEFAULT 'import';
  ALTER TABLE imports ADD COLUMN merged INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- What people find a game by. Of games that were stored before there was this, NULL.
  ALTER TABLE games ADD COLUMN names TEXT;
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
  `
  ALTER TABLE accounts ADD COLUMN password TEXT;
  ALTER TABLE accounts ADD COLUMN role TEXT NOT NULL DEFAULT 'member';
  ALTER TABLE accounts ADD COLUMN suspended_at INTEGER;
  ALTER TABLE accounts ADD COLUMN verified_at INTEGER;
  ALTER TABLE accounts ADD COLUMN terms_at INTEGER;

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

  -- Links that work once: to confirm an address, to set a password, to join.
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

  -- When the next try would be due, by a digest of who tries what: no address is readable here.
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

  -- Key 0 stands for requests without a valid key. Counts outlive their key: totals stay right.
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
  `,
  // AUTOINCREMENT: the id of an account that was removed is never given to another one.
  `
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
];
