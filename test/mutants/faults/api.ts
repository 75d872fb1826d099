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
    ["{ 'cache-control': 'no-store', ...headers }", '{ ...headers }', 'contract/http'],
    ['!accepted || plain.length < MIN_COMPRESSED_BYTES', '!accepted', 'contract/http'],
    [
      'JSON.stringify([VERSION, app.catalog.options, snapshot.lineage])',
      'JSON.stringify([VERSION, snapshot.lineage])',
      'contract/http',
    ],
  ],
  'api/handler.ts': [
    ['${path}?${keylessQuery}`', '${path}`', 'contract/repeated'],
    ['const MAX_URL_LENGTH = 8192;', 'const MAX_URL_LENGTH = 9000;', 'contract/http'],
    ['if (!decision.admitted) return', 'if (false) return', 'contract/quota'],
    [".filter((name) => name !== '')", '', 'contract/games'],
  ],
  'api/output.ts': [['${include.join()} ${include.some', '${include.some', 'contract/include']],
  'api/mcp/protocol.ts': [
    ['if (message.id === undefined) return', 'if (false) return', 'contract/mcp'],
    ['headers && headers[header] !== value', 'false', 'contract/mcp'],
    ['isModern ? 404 : 200', '404', 'contract/mcp'],
  ],
  'api/mcp/tools.ts': [
    ["? { sort: '-notability' }", '? {}', 'contract/mcp'],
    ['.filter(([, value]) => value !== null)', '', 'contract/mcp'],
  ],
  'api/paging.ts': [
    ['if (next < left) {', 'if (next <= left) {', 'contract/http'],
    ['!isReplaced && Object.hasOwn(parameters, name)', '!isReplaced', 'contract/games', 'contract/keys'],
    ['Math.min(page.offset, left) - page.limit', 'page.offset - page.limit', 'contract/http'],
    ['if (ownSort !== sort) throw', 'if (false) throw', 'contract/refusals'],
  ],
  'api/parameters.ts': [
    ['Array.from(value).length > maxLength', 'value.length > maxLength', 'contract/games', 'api/parameters'],
    ['values.length > parameter.maxCount', 'values.length >= parameter.maxCount', 'contract/games'],
    ["'values' in parameter &&", "parameter.type === 'choice' &&", 'api/parameters'],
    ["return decoded.includes('\\0') ? undefined : decoded;", 'return decoded;', 'contract/refusals'],
  ],
  'api/caller.ts': [
    ['if (sent.size > 1) return', 'if (sent.size > 2) return', 'contract/keys'],
    ['keys.add(decodeKey(path.slice', 'keys.add(String(path.slice', 'contract/keys'],
    ['% NETWORK_NUMBERS', '% 1', 'contract/anonymous'],
    ['String(hourly ? resetSeconds : 1)', 'String(resetSeconds)', 'contract/quota'],
  ],
  'api/game.ts': [['cacheKey: `${name} ${gameId} ${revision}`', 'cacheKey: `${gameId} ${revision}`', 'contract/http']],
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
      'contract/http',
    ],
  ],
  'errors.ts': [['titleTooLong: { status: 422, code: 9', 'titleTooLong: { status: 422, code: 10', 'contract/refusals']],
  'api/changes.ts': [
    [
      'revision === 0 || catalog.store.hasRevision(revision)',
      'revision < snapshot.revision',
      'contract/changes-cursors',
    ],
  ],
};
