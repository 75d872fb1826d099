import type { Faults } from '../fault.ts';

export const CATALOG_FAULTS: Faults = {
  'catalog/identify.ts': [
    ['first.release_date !== second?.release_date', 'true', 'contract/identify'],
    ['more.length === 0 ? release : null', 'release', 'contract/identify'],
    ['notability(b) - notability(a) || ', '', 'contract/identify'],
  ],
  'catalog/render/included.ts': [
    [
      'bytes > MAX_INCLUDED_BYTES && games.length > 0',
      'bytes > MAX_INCLUDED_BYTES && games.length > 100',
      'contract/include',
    ],
  ],
  'catalog/search/query.ts': [
    ['findPosition(snapshot, findAliasTarget(snapshot, id) ?? id)', 'findPosition(snapshot, id)', 'contract/moved'],
    [
      '(modifiedAt[positions[at] as number] as number) < since',
      '(modifiedAt[positions[at] as number] as number) <= since',
      'contract/games-recent',
    ],
    ['Math.min(total, page.offset + page.limit)', 'page.offset + page.limit', 'contract/games-recent'],
    ['startOf(platform, to + 1)', 'startOf(platform, to)', 'catalog/filters'],
  ],
  'catalog/catalog.ts': [
    ['catalog.cache.clear();', '', 'contract/repeated', 'catalog/byte-cache'],
    ['if (snapshot === current) cache.offer', 'cache.offer', 'catalog/byte-cache'],
  ],
  'catalog/snapshot/sorted-orders.ts': [
    ['if (key === 0) return last;', 'if (key === 0) return direction === 1 ? 0 : last;', 'catalog/filters'],
    [
      '(modifiedAt[b] as number) - (modifiedAt[a] as number) || a - b',
      '(modifiedAt[b] as number) - (modifiedAt[a] as number) || b - a',
      'contract/games-recent',
    ],
  ],
  'catalog/search/orders.ts': [
    ['|| idAt(index) - place.gameId) > 0', '|| idAt(index) - place.gameId) >= 0', 'catalog/filters'],
    ['const start = passed + offset;', 'const start = passed;', 'contract/games-filters'],
  ],
  'catalog/search/companies.ts': [['if (date !== 0 && date < first)', 'if (date < first)', 'contract/companies']],
  'catalog/snapshot/snapshot.ts': [
    ['.filter(([, target]) => findPosition(index, target) !== undefined)', '', 'catalog/search'],
  ],
  'catalog/snapshot/merge-snapshots.ts': [
    [
      'else if (older.ids[o] === id && older.revisions[o] === present.revisions[position]) kept[o] = position;',
      'else if (older.ids[o] === id) kept[o] = position;',
      'catalog/follow',
    ],
    ['return n === added.length ?', 'return true ?', 'catalog/search'],
  ],
  'catalog/render/card.ts': [
    ['const SAMPLE_SCREENSHOTS = 5;', 'const SAMPLE_SCREENSHOTS = 6;', 'contract/resources', 'contract/games'],
    [
      ".replace(/\\\\\\\\|\\\\u0001/g, (escaped) => (escaped === '\\\\\\\\' ? escaped : BASE))",
      ".replaceAll('\\\\u0001', BASE)",
      'contract/resources',
      'catalog/record',
    ],
  ],
  'catalog/search/title-index.ts': [["if (needle.includes('\\0')) return new Uint32Array(0);", '', 'catalog/search']],
  'catalog/render/byte-cache.ts': [['this.#drop(key);\n    if (cost', 'if (cost', 'catalog/byte-cache']],
  'folding.ts': [[".replaceAll('ς', 'σ')", '', 'catalog/search']],
  'catalog/search/title-matches.ts': [
    ['points + own + (own <', 'points + (own <', 'catalog/ranked-search'],
    ['(own < MIN_ORDINARY_NOTABILITY ? OTHER_KIND : 0)', '0', 'catalog/ranked-search'],
    [
      'return !listWords(plainWords(title)).every((word) => words.includes(word));',
      'return true;',
      'catalog/ranked-search',
    ],
  ],
  'catalog/search/near-words.ts': [
    ['target[j - 1] === path[depth - 2] && target[j - 2] === letter', 'false', 'catalog/ranked-search'],
  ],
  'catalog/search/word-index.ts': [
    ['else if (older < newer) kept[o++] = size++;', 'else if (o < kept.length) kept[o++] = size++;', 'catalog/follow'],
  ],
  'catalog/search/ranked-search.ts': [['latest.get(text)', '[...latest.values()][0]', 'catalog/ranked-search']],
  'catalog/model/record.ts': [
    [
      'known.filter((date) => date.startsWith(`${year}-`)).toSorted()[0] ?? year',
      'known.toSorted()[0] ?? year',
      'catalog/record',
    ],
  ],
  'catalog/changes.ts': [
    ['sum !== checksum(', "sum === '' && checksum(", 'contract/refusals'],
    [
      'end === sequences.length && snapshot.revision >= from.revision',
      'end === sequences.length',
      'contract/changes-cursors',
    ],
    ['Math.max(snapshot.revision, from.revision)', 'snapshot.revision', 'contract/changes-cursors'],
  ],
  'catalog/search/suggest.ts': [['(isSame(name) || isSame(otherName))', 'isSame(name)', 'contract/suggest']],
  'catalog/search/entry-index.ts': [['({ games }) => games > 0', '() => true', 'contract/suggest']],
};
