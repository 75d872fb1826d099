import { DatabaseSync } from 'node:sqlite';

/**
 * The tables of both engines, in the SQL of SQLite: `postgres/schema.ts` translates the types. Engines add the facts that a new
 * catalog has. ANY: a text, which SQLite stores compressed if it is long.
 */
export const CATALOG_TABLES_SQL = `
  CREATE TABLE catalog_facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

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
    -- The import that first brought the key.
    since INTEGER NOT NULL,
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;

  -- The last id of each kind that was given. Ids are never given twice.
  CREATE TABLE counters (kind TEXT PRIMARY KEY, last_id INTEGER NOT NULL) STRICT;

  CREATE TABLE games (
    game_id INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL,
    title TEXT NOT NULL,
    modified_at INTEGER NOT NULL,
    -- What filters and orders use.
    facets BLOB NOT NULL,
    hash TEXT NOT NULL,
    provenance TEXT NOT NULL,
    -- All titles in plain words, for the search.
    names TEXT NOT NULL
  ) STRICT;

  -- Cards are apart from records: a page of a hundred games then reads a hundred adjacent rows and nothing else.
  CREATE TABLE cards (game_id INTEGER PRIMARY KEY, revision INTEGER NOT NULL, card TEXT NOT NULL) STRICT;
  CREATE TABLE records (game_id INTEGER PRIMARY KEY, revision INTEGER NOT NULL, record ANY NOT NULL) STRICT;

  -- Replaced or removed records, for nodes that still serve an older snapshot.
  CREATE TABLE superseded (
    game_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    superseded_at INTEGER NOT NULL,
    card TEXT NOT NULL,
    record ANY NOT NULL,
    provenance TEXT NOT NULL,
    PRIMARY KEY (game_id, revision)
  ) STRICT;
  CREATE INDEX superseded_by_time ON superseded (superseded_at);

  CREATE TABLE imports (
    import_id INTEGER PRIMARY KEY AUTOINCREMENT,
    source TEXT NOT NULL,
    version TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER NOT NULL,
    added INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    unchanged INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    action TEXT NOT NULL,
    merged INTEGER NOT NULL,
    -- A JSON list of sentences.
    notes TEXT NOT NULL
  ) STRICT;

  CREATE TABLE sources (
    source TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    licence TEXT NOT NULL,
    url TEXT,
    imported_at INTEGER NOT NULL
  ) STRICT;

  -- What each source says about an entry.
  CREATE TABLE entry_layers (
    key TEXT NOT NULL,
    source TEXT NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (key, source)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entry_layers_by_source ON entry_layers (source);

  -- What each source says about a game. A layer without a game is waiting for one.
  CREATE TABLE layers (
    layer_id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    game_id INTEGER,
    hash TEXT NOT NULL,
    line ANY NOT NULL,
    marks TEXT NOT NULL,
    -- The files of the game, as a JSON list.
    dumps ANY,
    -- 1: the line only adds to games that other lines found.
    enriches INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX layers_by_source ON layers (source, key);
  CREATE INDEX layers_by_game ON layers (game_id);

  -- A layer is found by its marks: hashes, codes, titles. Each layer also has the list of its own marks, which is cheaper than
  -- a second index here.
  CREATE TABLE marks (
    mark TEXT NOT NULL,
    layer_id INTEGER NOT NULL,
    PRIMARY KEY (mark, layer_id)
  ) STRICT, WITHOUT ROWID;

  -- The layers that have a file with a hash, by the first digits of the hash as a number.
  CREATE TABLE hashes (
    hash INTEGER NOT NULL,
    layer_id INTEGER NOT NULL,
    PRIMARY KEY (hash, layer_id)
  ) STRICT, WITHOUT ROWID;

  -- Games that were merged into others. A correction can be taken back by its cause.
  CREATE TABLE aliases (game_id INTEGER PRIMARY KEY, target_id INTEGER NOT NULL, cause TEXT NOT NULL) STRICT;
  CREATE INDEX aliases_by_target ON aliases (target_id);

  -- The last change of every game id that was ever visible, for /v1/changes. Sequences are given in the order of changes.
  CREATE TABLE changes (
    game_id INTEGER PRIMARY KEY,
    sequence INTEGER NOT NULL,
    -- The sequence at which the game appeared, or appeared again.
    created_sequence INTEGER NOT NULL,
    -- NULL: the game is there.
    removed_at INTEGER,
    merged_into INTEGER
  ) STRICT;

  -- Every revision that this catalog had. A cursor of another revision is from a state that was lost.
  CREATE TABLE revisions (revision INTEGER PRIMARY KEY) STRICT;

  -- The rows that the last import replaced, for import --undo. NULL: there was no row.
  CREATE TABLE undo (place TEXT NOT NULL, key TEXT NOT NULL, before TEXT, PRIMARY KEY (place, key)) STRICT, WITHOUT ROWID;
`;

export const SERVICE_TABLES_SQL = `
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

  -- What was used, by the id of a key, or by a negative number for the network of clients without one. Rows of removed keys stay.
  CREATE TABLE quota (
    quota_id INTEGER PRIMARY KEY,
    hour INTEGER NOT NULL,
    used INTEGER NOT NULL,
    due_at REAL NOT NULL
  ) STRICT;

  CREATE TABLE sessions (
    session_id INTEGER PRIMARY KEY AUTOINCREMENT,
    digest BLOB NOT NULL UNIQUE,
    account_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
    seen_at INTEGER NOT NULL,
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

  -- Changes that visitors propose.
  CREATE TABLE proposals (
    proposal_id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
    sent_at INTEGER NOT NULL,
    -- What an editor saves, and the correction that this would have been, as JSON.
    edit TEXT NOT NULL,
    preview TEXT NOT NULL,
    -- The file of the edit, until it is decided.
    picture BLOB,
    state TEXT NOT NULL,
    decided_at INTEGER,
    answer TEXT
  ) STRICT;
  CREATE INDEX proposals_by_account ON proposals (account_id);
  CREATE INDEX proposals_by_state ON proposals (state, proposal_id);

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
`;

/** One table of a store, the same in every engine. */
export interface Table {
  name: string;
  /** In SQLite each part is a file. */
  part: 'catalog' | 'service';
  /** The key comes first. */
  columns: readonly string[];
  /** How many columns are the key. */
  keys: number;
  /** Columns with texts that SQLite compresses. */
  packed: ReadonlySet<string>;
  /** Whether the engine generates the ids, and never gives one twice. */
  hasSequence: boolean;
}

let tables: readonly Table[] | undefined;

/** All tables of a store. A referenced table comes before the tables that refer to it. */
export function listTables(): readonly Table[] {
  tables ??= [...readTables('catalog', CATALOG_TABLES_SQL), ...readTables('service', SERVICE_TABLES_SQL)];
  return tables;
}

export function findTable(name: string): Table {
  return listTables().find((table) => table.name === name) as Table;
}

/** The tables that these statements create, in their order, as SQLite understands them. */
function readTables(part: Table['part'], sql: string): Table[] {
  const database = new DatabaseSync(':memory:');
  database.exec(sql);
  const created = database.prepare("SELECT name, sql FROM sqlite_schema WHERE sql LIKE 'CREATE TABLE%STRICT%'").all();
  const readColumns = database.prepare('SELECT name, type, pk FROM pragma_table_info(?) ORDER BY pk = 0, pk, cid');
  const found = created.map(({ name, sql: text }) => {
    const columns = readColumns.all(name as string);
    const packed = columns.filter(({ type }) => type === 'ANY');
    return {
      name: String(name),
      part,
      columns: columns.map((column) => String(column.name)),
      keys: columns.filter(({ pk }) => pk !== 0).length,
      packed: new Set(packed.map((column) => String(column.name))),
      hasSequence: String(text).includes('AUTOINCREMENT'),
    };
  });
  database.close();
  return found;
}
