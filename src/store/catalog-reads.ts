import type { Kysely } from 'kysely';
import type { CatalogStore, CountedSource } from './catalog-store.ts';
import type { CatalogTables } from './catalog-tables.ts';
import { KEEP_SUPERSEDED_MS } from './rules/writer.ts';

type CatalogReads = Pick<
  CatalogStore,
  | 'countAll'
  | 'listImports'
  | 'countImportsAfter'
  | 'listLayersBefore'
  | 'listSources'
  | 'countSources'
  | 'findProvenance'
>;

/**
 * Rare reads, for every engine. The first one calls `open`, so that a thread that builds a snapshot does not load Kysely.
 */
export function catalogReads(open: () => Promise<Kysely<CatalogTables>>): CatalogReads {
  let opened: ReturnType<typeof open> | undefined;
  const queries = () => {
    opened ??= open();
    return opened;
  };
  return {
    countAll: async () => countAll(await queries()),
    listImports: async (limit, exceptNoted) => {
      const all = (await queries()).selectFrom('imports').selectAll();
      // Notes are stored as JSON.
      const imports = exceptNoted === undefined ? all : all.where('notes', 'not like', `["${exceptNoted}%`);
      const entries = await imports.orderBy('importId', 'desc').limit(limit).execute();
      return entries.map((entry) => ({ ...entry, notes: JSON.parse(entry.notes) as string[] }));
    },
    countImportsAfter: async (importId) => {
      const imports = (await queries()).selectFrom('imports').where('importId', '>', importId);
      return Number((await imports.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count);
    },
    listLayersBefore: async (source, prefix, before, limit) => {
      const layers = (await queries()).selectFrom('layers').select(['key', 'gameId', 'line']);
      const found = layers.where('source', '=', source).where('key', 'like', `${prefix}%`).where('key', '<', before);
      return found.orderBy('key', 'desc').limit(limit).execute();
    },
    listSources: async () => (await queries()).selectFrom('sources').selectAll().orderBy('source').execute(),
    countSources: async () => countSources(await queries()),
    findProvenance: async (gameId) => {
      const games = (await queries()).selectFrom('games').select('provenance').where('gameId', '=', gameId);
      return (await games.executeTakeFirst())?.provenance;
    },
  };
}

async function countSources(db: Kysely<CatalogTables>): Promise<CountedSource[]> {
  const counted = db
    .selectFrom('layers')
    .select(({ fn, eb }) => [
      'source',
      fn.count<number>('gameId').distinct().as('games'),
      eb(fn.countAll<number>(), '-', fn.count<number>('gameId')).as('waiting'),
    ])
    .groupBy('source');
  const sources = await db
    .selectFrom('sources')
    .leftJoin(counted.as('counted'), 'counted.source', 'sources.source')
    .selectAll('sources')
    .select(['games', 'waiting'])
    .orderBy('sources.source')
    .execute();
  return Promise.all(
    sources.map(async (source) => ({
      ...source,
      games: source.games ?? (await countNaming(db, source.source)),
      waiting: source.waiting ?? 0,
    })),
  );
}

/** A source without layers, such as that of derived facts, is counted by the games whose provenance names it. */
async function countNaming(db: Kysely<CatalogTables>, source: string): Promise<number> {
  const games = db.selectFrom('games').where('provenance', 'like', `%"${source}"%`);
  const counted = await games.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirst();
  return counted?.count ?? 0;
}

async function countAll(db: Kysely<CatalogTables>) {
  const games = await db
    .selectFrom('games')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  const kinds = await db
    .selectFrom('entries')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .groupBy('kind')
    .execute();
  const count = (kind: string) => kinds.find((one) => one.kind === kind)?.count ?? 0;
  return {
    games: games?.count ?? 0,
    platforms: count('platform'),
    genres: count('genre'),
    groups: count('group'),
    companies: count('company'),
  };
}

/**
 * The statement of `visitPictureTexts`. Skips old superseded records, which the next import deletes. `textOf` is the text of a column
 * that the engine may store compressed.
 */
export function pictureTexts(textOf = (column: string) => column): string {
  const [line, record] = [textOf('line'), textOf('record')];
  return `
    SELECT ${line} AS text FROM layers WHERE ${line} LIKE '%/media/%'
    UNION ALL SELECT ${record} FROM records WHERE ${record} LIKE '%/media/%'
    UNION ALL SELECT ${record} FROM superseded
      WHERE superseded_at >= ${Date.now() - KEEP_SUPERSEDED_MS} AND ${record} LIKE '%/media/%'
    UNION ALL SELECT before FROM undo WHERE before LIKE '%/media/%'`;
}
