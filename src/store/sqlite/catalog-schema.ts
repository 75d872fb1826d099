import type { DatabaseSync } from 'node:sqlite';
import type { Schema } from '../schema-upgrade.ts';
import { packTexts, upgradeFilters, upgradeGames } from './upgrade-games.ts';

export const CATALOG_SCHEMA: Schema<DatabaseSync> = {
  version: 12,
  create: `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  -- Distinguishes this catalog from any other at the same revision.
  INSERT INTO facts VALUES ('lineage', lower(hex(randomblob(8))));

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
    since INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;

  -- The last id of each kind that was given. Ids are never given twice.
  CREATE TABLE counters (kind TEXT PRIMARY KEY, last_id INTEGER NOT NULL) STRICT;

  CREATE TABLE games (
    game_id INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL,
    title TEXT NOT NULL,
    modified_at INTEGER NOT NULL,
    facets BLOB NOT NULL,
    hash TEXT NOT NULL,
    provenance TEXT NOT NULL,
    -- All titles in plain words, for the search. NULL: the title alone.
    names TEXT,
    -- What filters and orders use besides the facets.
    filters BLOB NOT NULL DEFAULT x''
  ) STRICT;

  -- Cards are apart from records: a page of a hundred games then reads a hundred adjacent rows and nothing else.
  CREATE TABLE cards (game_id INTEGER PRIMARY KEY, revision INTEGER NOT NULL, card TEXT NOT NULL) STRICT;
  -- ANY: a text, or the bytes of a compressed one.
  CREATE TABLE records (game_id INTEGER PRIMARY KEY, revision INTEGER NOT NULL, record ANY NOT NULL) STRICT;

  -- Replaced or removed records, for nodes that still serve an older snapshot.
  CREATE TABLE superseded (
    game_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    superseded_at INTEGER NOT NULL,
    card TEXT NOT NULL,
    record ANY NOT NULL,
    -- NULL: superseded by a version that did not keep it.
    provenance TEXT,
    PRIMARY KEY (game_id, revision)
  ) STRICT;
  CREATE INDEX superseded_by_time ON superseded (superseded_at);

  CREATE TABLE imports (
    import_id INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    version TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER NOT NULL,
    added INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    unchanged INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    action TEXT NOT NULL DEFAULT 'import',
    merged INTEGER NOT NULL DEFAULT 0,
    -- A JSON list of sentences.
    notes TEXT NOT NULL DEFAULT '[]'
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
    layer_id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    game_id INTEGER,
    hash TEXT NOT NULL,
    line ANY NOT NULL,
    marks TEXT NOT NULL,
    -- The files of the game, packed.
    dumps BLOB,
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

  -- The layers that have a file with a hash, by the first four digits of the hash.
  CREATE TABLE hash_buckets (bucket TEXT PRIMARY KEY, entries BLOB NOT NULL) STRICT, WITHOUT ROWID;

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
  `,
  upgrades: {
    3: `ALTER TABLE imports ADD COLUMN notes TEXT NOT NULL DEFAULT '[]';`,
    // The index gets the hashes that matching knows. Names and other hashes come with the next import of their source.
    4: `
  ALTER TABLE superseded ADD COLUMN provenance TEXT;
  ALTER TABLE layers ADD COLUMN dumps BLOB;
  CREATE TABLE hash_buckets (bucket TEXT PRIMARY KEY, entries BLOB NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO hash_buckets
    SELECT substr(hash, 1, 4), unhex(group_concat(substr(hash, 5) || printf('%08x', layer_id), '' ORDER BY hash, layer_id))
    FROM (
      SELECT substr(mark, 6, 8) AS hash, layer_id FROM marks WHERE mark >= 'sha1 ' AND mark < 'sha1!'
      UNION SELECT substr(mark, 7, 8), layer_id FROM marks WHERE mark >= 'crc32 ' AND mark < 'crc32!'
    )
    WHERE length(hash) = 8 AND hash NOT GLOB '*[^0-9a-f]*' GROUP BY 1;
  ALTER TABLE games ADD COLUMN filters BLOB NOT NULL DEFAULT x'';
  -- For /v1/changes. Games that were removed before are not known any more, except merged ones.
  CREATE TABLE changes (
    game_id INTEGER PRIMARY KEY,
    sequence INTEGER NOT NULL,
    created_sequence INTEGER NOT NULL,
    removed_at INTEGER,
    merged_into INTEGER
  ) STRICT;
  CREATE TABLE revisions (revision INTEGER PRIMARY KEY) STRICT;
  INSERT INTO changes
    SELECT game_id, sequence, sequence, NULL, NULL
    FROM (SELECT game_id, row_number() OVER (ORDER BY revision, game_id) AS sequence FROM games);
  INSERT INTO changes
    SELECT game_id, sequence, sequence, (SELECT max(finished_at) FROM imports), target_id
    FROM (
      SELECT game_id, target_id, (SELECT count(*) FROM games) + row_number() OVER (ORDER BY game_id) AS sequence
      FROM aliases WHERE game_id NOT IN (SELECT game_id FROM games)
    );
  INSERT INTO revisions SELECT CAST(value AS INTEGER) FROM facts WHERE name = 'revision';
  `,
    // The days of releases, as terms.
    5: '',
    // The numbers of players, as terms.
    6: '',
    // Multicarts, as a flag.
    7: '',
    // Columns that may have compressed texts.
    8: `
  CREATE TABLE new_records (game_id INTEGER PRIMARY KEY, revision INTEGER NOT NULL, record ANY NOT NULL) STRICT;
  INSERT INTO new_records SELECT game_id, revision, record FROM records;
  DROP TABLE records;
  ALTER TABLE new_records RENAME TO records;
  CREATE TABLE new_superseded (
    game_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    superseded_at INTEGER NOT NULL,
    card TEXT NOT NULL,
    record ANY NOT NULL,
    provenance TEXT,
    PRIMARY KEY (game_id, revision)
  ) STRICT;
  INSERT INTO new_superseded SELECT game_id, revision, superseded_at, card, record, provenance FROM superseded;
  DROP TABLE superseded;
  ALTER TABLE new_superseded RENAME TO superseded;
  CREATE INDEX superseded_by_time ON superseded (superseded_at);
  CREATE TABLE new_layers (
    layer_id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    game_id INTEGER,
    hash TEXT NOT NULL,
    line ANY NOT NULL,
    marks TEXT NOT NULL,
    dumps BLOB,
    enriches INTEGER NOT NULL
  ) STRICT;
  INSERT INTO new_layers
    SELECT layer_id, key, source, game_id, hash, line, marks, dumps, instr(unpack(line), '"enriches":true') > 0 FROM layers;
  -- The last id stays given.
  DELETE FROM sqlite_sequence WHERE name = 'new_layers';
  UPDATE sqlite_sequence SET name = 'new_layers' WHERE name = 'layers';
  DROP TABLE layers;
  ALTER TABLE new_layers RENAME TO layers;
  CREATE INDEX layers_by_source ON layers (source, key);
  CREATE INDEX layers_by_game ON layers (game_id);
  `,
    // The numbers of players on each platform, as terms.
    9: '',
    // The platforms on which games came out first, as terms.
    10: '',
    // Texts that are compressed with a dictionary. Those without it stay as they are.
    11: '',
  },
  fills: {
    4: upgradeGames,
    5: upgradeFilters,
    6: upgradeFilters,
    7: upgradeFilters,
    8: packTexts,
    9: upgradeFilters,
    10: upgradeFilters,
  },
};
