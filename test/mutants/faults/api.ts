import type { Faults } from '../fault.ts';

export const API_FAULTS: Faults = {
  'api/response.ts': [
    [
      'const LASTING: ReadonlySet<ErrorName> = new Set([',
      "const LASTING: ReadonlySet<ErrorName> = new Set(['moved',",
      'contract/repeated',
    ],
    ['if (result.cacheKey === undefined) {', 'if (false) {', 'contract/identify'],
    ['result.mayBeCut ? withoutLink(headers) : headers', 'headers', 'contract/include'],
    ["{ 'cache-control': 'no-store', ...headers }", '{ ...headers }', 'contract/edges'],
    ['!accepted || plain.length < MIN_COMPRESSED_BYTES', '!accepted', 'contract/http'],
    [
      'JSON.stringify([VERSION, app.catalog.options, snapshot.lineage])',
      'JSON.stringify([VERSION, snapshot.lineage])',
      'contract/edges',
    ],
  ],
  'api/handler.ts': [
    ['${path}?${keylessQuery}`', '${path}`', 'contract/repeated'],
    ['const MAX_URL_LENGTH = 8192;', 'const MAX_URL_LENGTH = 9000;', 'contract/edges'],
    ['if (!decision.admitted) return', 'if (false) return', 'contract/quota'],
    ["ignored.delete('');", '', 'contract/edges'],
  ],
  'api/output.ts': [['${include.join()} ${include.includes', '${include.includes', 'contract/include']],
  'api/paging.ts': [
    ['if (next < left) {', 'if (next <= left) {', 'contract/edges'],
    ['!isReplaced && Object.hasOwn(parameters, name)', '!isReplaced', 'contract/games', 'contract/keys'],
    ['Math.min(page.offset, left) - page.limit', 'page.offset - page.limit', 'contract/edges'],
    ['if (ownSort !== sort) throw', 'if (false) throw', 'contract/games-filters'],
  ],
  'api/parameters.ts': [
    ['Array.from(value).length <= maxLength', 'value.length <= maxLength', 'contract/games', 'api/parameters'],
    ['values.length > maxCount', 'values.length >= maxCount', 'contract/games'],
    ['(value as string[]).some(', '(value as string[]).every(', 'api/parameters'],
    ["return decoded.includes('\\0') ? undefined : decoded;", 'return decoded;', 'contract/edges'],
  ],
  'api/caller.ts': [
    ['if (sent.size > 1) return', 'if (sent.size > 2) return', 'contract/keys'],
    ['String(hourly ? resetSeconds : 1)', 'String(resetSeconds)', 'contract/edges'],
  ],
  'api/game.ts': [['cacheKey: `${name} ${gameId} ${revision}`', 'cacheKey: `${gameId} ${revision}`', 'contract/edges']],
  'api/games.ts': [
    [
      'cacheKey: `recent ${snapshot.revision} ${total} ${page.offset}',
      'cacheKey: `recent ${snapshot.revision} ${page.offset}',
      'contract/games-recent',
    ],
  ],
  'encoding.ts': [
    [
      "(weights.get('identity') ?? 0) <= weightOf(best)",
      "(weights.get('identity') ?? 0) < weightOf(best)",
      'contract/edges',
    ],
  ],
  'errors.ts': [['titleTooLong: { status: 422, code: 9', 'titleTooLong: { status: 422, code: 10', 'contract/games']],
  'api/changes.ts': [
    [
      'revision === 0 || catalog.store.hasRevision(revision)',
      'revision < snapshot.revision',
      'contract/changes-cursors',
    ],
    ['sum !== checksum(', "sum === '' && checksum(", 'contract/changes'],
  ],
};
