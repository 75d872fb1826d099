import type { Faults } from '../fault.ts';

export const STORE_FAULTS: Faults = {
  'store/sqlite/database.ts': [['if (!size) refuse', 'if (size === undefined) refuse', 'store/data-folder']],
  'store/sqlite/fault-check.ts': [["database.exec('PRAGMA shrink_memory');", '', 'server/process/ready.long']],
  'store/accounts.ts': [
    ['CASE WHEN expires_at <= ? THEN', 'CASE WHEN expires_at > ? THEN', 'store/service'],
    ["text.replaceAll(/[!%_]/g, '!$&')", 'text', 'store/service'],
  ],
  'store/proposals.ts': [
    ['${column} = ? AND state ${among}`', '${column} = ?`', 'store/service'],
    [`"<> 'accepted'"`, `"= 'open'"`, 'store/service'],
  ],
  'store/attempts.ts': [['return Math.max(0, ...waits);', 'return 0;', 'store/service', 'web/account/throttle']],
  'store/usage.ts': [['hour - HOURS_KEPT', 'hour - 1', 'store/service']],
  'store/service.ts': [['ORDER BY answered_at IS NOT NULL, ', 'ORDER BY ', 'web/operator/operator']],
  'store/catalog/find-dumps.ts': [[' && isPossible(dump, file)', '', 'contract/identify']],
  'store/catalog/layers.ts': [
    [
      "for (const hash of hashes.difference(wantedHashes)) await port.delete('hashes', { hash, layerId });",
      '',
      'merging/dumps',
    ],
    ['if (before.dumps !== after.dumps) markChanged();', '', 'merging/dumps'],
    ['before ? await readStated(key) : NOTHING', 'NOTHING', 'store/catalog'],
  ],
  'store/facets.ts': [
    ['notability[position] = numbers.ids[at++]', 'at++; notability[position] = 0', 'catalog/ranked-search'],
  ],
  'store/game-filters.ts': [['if (kinds.some((own) => own.length === 0)) return [];', '', 'store/game-filters']],
  'store/move.ts': [['if (found !== wanted)', 'if (false)', 'store/move']],
  'store/catalog/games.ts': [
    ["if (before && before.revision < revision) await port.copy('superseded', gameId);", '', 'store/catalog'],
    ['if (games.length < GAMES_AT_ONCE) return;', 'return;', 'store/catalog'],
  ],
  'store/catalog/undo.ts': [['WHERE layer_id > ? ORDER', 'WHERE layer_id >= ? ORDER', 'store/catalog']],
  'store/sqlite/store.ts': [["database.exec('BEGIN IMMEDIATE');", "database.exec('BEGIN');", 'store/sqlite']],
  'store/catalog/identities.ts': [
    ['counters.set(kind, Math.max(counters.get(kind) ?? 0, lastId));', 'counters.set(kind, lastId);', 'store/catalog'],
    ['if (!isKept || before) await undo.save', 'if (!isKept) await undo.save', 'store/catalog'],
    ["isFounding && (kind !== 'game' || id > highest.gameId)", 'isFounding', 'store/catalog', 'merging/undo'],
    ['since: before?.since ?? since', 'since', 'store/catalog'],
  ],
  'store/catalog/reads.ts': [
    ['AND revision > ? ORDER BY game_id', 'AND revision >= ? ORDER BY game_id', 'store/catalog'],
    ['WHERE game_id > ? AND revision > ?', 'WHERE game_id >= ? AND revision > ?', 'store/postgres'],
  ],
  'store/schema.ts': [
    ['if (found > versionOf(schema))', 'if (false)', 'store/migrations'],
    ['if (found === UNRELEASED)', 'if (false)', 'store/migrations'],
  ],
  'store/postgres/buffered-table.ts': [
    [
      "if (known) pages.put(own, action === 'delete' ? undefined : { ...known, ...pick(row, columns) });",
      '',
      'store/catalog',
    ],
  ],
  'store/postgres/database.ts': [["if (hasEnded) throw new Error('the transaction has ended');", '', 'store/in-order']],
  'store/postgres/quota.ts': [['AND locked.used = wanted.was_used', '', 'store/postgres', 'store/service']],
  'store/postgres/writer.ts': [['await lockWriter(connection);', '', 'store/catalog']],
  'store/postgres/pages.ts': [['return key >= from &&', 'return key > from &&', 'store/pages']],
  'store/postgres/url.ts': [
    ["if ([place, path, query].some((part) => part.includes('@')))", 'if (false)', 'store/postgres'],
    ['password: own || password', 'password', 'store/postgres'],
  ],
  'store/catalog/changes.ts': [
    ['const isKept = removed.delete(gameId) || isStored;', 'const isKept = isStored;', 'store/changes'],
    ['if (earlier) await port.upsert', 'if (false) await port.upsert', 'store/changes'],
    ['new Set([...removed, ...realiased, ...targets.keys()])', 'new Set([...removed, ...realiased])', 'store/changes'],
  ],
  'store/catalog/writer.ts': [["await port.upsert('revisions', { revision });", '', 'contract/changes-cursors']],
};
