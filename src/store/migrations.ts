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
