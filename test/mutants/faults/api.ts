import type { Fault } from '../fault.ts';

export const API_FAULTS: readonly Fault[] = [
  {
    file: 'api/mount.ts',
    find: 'const MAX_URL_LENGTH = 8192;',
    replace: 'const MAX_URL_LENGTH = 9000;',
    tests: ['contract/edges'],
  },
  {
    file: 'api/mount.ts',
    find: 'if (!decision.admitted) throw tooManyRequests(decision);',
    replace: '',
    tests: ['contract/quota'],
  },
  {
    file: 'api/mount.ts',
    find: "'cache-control': 'no-store', ...known.headers }",
    replace: '...known.headers }',
    tests: ['contract/edges'],
  },
  {
    file: 'api/mount.ts',
    find: "ignored.delete('');",
    replace: '',
    tests: ['contract/edges'],
  },
  {
    file: 'api/response.ts',
    find: 'if (plain.length < MIN_COMPRESSED_BYTES) return { body: plain, encoding: undefined };',
    replace: '',
    tests: ['contract/http'],
  },
  {
    file: 'api/response.ts',
    find: 'JSON.stringify([VERSION, app.catalog.options, snapshot.lineage])',
    replace: 'JSON.stringify([VERSION, snapshot.lineage])',
    tests: ['contract/edges'],
  },
  {
    file: 'api/paging.ts',
    find: 'if (next < total) links.push',
    replace: 'if (next <= total) links.push',
    tests: ['contract/edges'],
  },
  {
    file: 'api/paging.ts',
    find: "name !== 'offset' && Object.hasOwn(parameters, name)",
    replace: "name !== 'offset'",
    tests: ['contract/games', 'contract/keys'],
  },
  {
    file: 'api/paging.ts',
    find: 'Math.min(page.offset, total) - page.limit',
    replace: 'page.offset - page.limit',
    tests: ['contract/edges'],
  },
  {
    file: 'api/parameters.ts',
    find: 'Array.from(value).length <= maxLength',
    replace: 'value.length <= maxLength',
    tests: ['contract/games', 'api/parameters'],
  },
  {
    file: 'api/parameters.ts',
    find: 'values.length > maxCount',
    replace: 'values.length >= maxCount',
    tests: ['contract/games'],
  },
  {
    file: 'api/parameters.ts',
    find: '(value as string[]).some(',
    replace: '(value as string[]).every(',
    tests: ['api/parameters'],
  },
  {
    file: 'api/query-string.ts',
    find: "return decoded.includes('\\0') ? undefined : decoded;",
    replace: 'return decoded;',
    tests: ['contract/edges'],
  },
  {
    file: 'api/caller.ts',
    find: 'if (sent.size > 1) throw',
    replace: 'if (sent.size > 2) throw',
    tests: ['contract/keys'],
  },
  {
    file: 'api/caller.ts',
    find: "'ratelimit-reset': String(hourly ? resetSeconds : 1)",
    replace: "'ratelimit-reset': String(resetSeconds)",
    tests: ['contract/edges'],
  },
  {
    file: 'api/game.ts',
    find: 'cacheKey: `${name} ${gameId} ${revision}`',
    replace: 'cacheKey: `${gameId} ${revision}`',
    tests: ['contract/edges'],
  },
  {
    file: 'api/games.ts',
    find: 'cacheKey: `recent ${snapshot.revision} ${total} ${page.offset}',
    replace: 'cacheKey: `recent ${snapshot.revision} ${page.offset}',
    tests: ['contract/games-recent'],
  },
  {
    file: 'encoding.ts',
    find: "(weights.get('identity') ?? 0) <= weightOf(best)",
    replace: "(weights.get('identity') ?? 0) < weightOf(best)",
    tests: ['contract/edges'],
  },
  {
    file: 'errors.ts',
    find: 'titleTooLong: { status: 422, code: 9',
    replace: 'titleTooLong: { status: 422, code: 10',
    tests: ['contract/games'],
  },
];
