import type { Fault } from '../fault.ts';

export const CATALOG_FAULTS: readonly Fault[] = [
  {
    file: 'catalog/catalog.ts',
    find: 'bytes > MAX_INCLUDED_BYTES && games.length > 0',
    replace: 'bytes > MAX_INCLUDED_BYTES && games.length > 100',
    tests: ['contract/include'],
  },
  {
    file: 'catalog/render/included.ts',
    find: 'releases: regularFirst(parsed.releases)',
    replace: 'releases: parsed.releases',
    tests: ['catalog/included'],
  },
  {
    file: 'catalog/search/query.ts',
    find: 'findPosition(snapshot, findAliasTarget(snapshot, id) ?? id)',
    replace: 'findPosition(snapshot, id)',
    tests: ['contract/moved'],
  },
  {
    file: 'catalog/search/query.ts',
    find: '(modifiedAt[at] as number) < since',
    replace: '(modifiedAt[at] as number) <= since',
    tests: ['contract/games-recent', 'catalog/query'],
  },
  {
    file: 'catalog/search/query.ts',
    find: 'Math.min(total, page.offset + page.limit)',
    replace: 'page.offset + page.limit',
    tests: ['contract/games-recent', 'catalog/query'],
  },
  {
    file: 'catalog/catalog.ts',
    find: 'const key = `${snapshot.revision} ${JSON.stringify(filter)}`;',
    replace: 'const key = JSON.stringify(filter);',
    tests: ['contract/edges'],
  },
  {
    file: 'catalog/catalog.ts',
    find: 'fragment?.revision === name.revision ? fragment.bytes : undefined',
    replace: 'fragment?.bytes',
    tests: ['contract/edges'],
  },
  {
    file: 'catalog/snapshot/snapshot.ts',
    find: '.filter(([, target]) => findPosition(index, target) !== undefined)',
    replace: '',
    tests: ['catalog/search'],
  },
  {
    file: 'catalog/snapshot/snapshot.ts',
    find: '(times[b] as number) - (times[a] as number) || a - b',
    replace: '(times[b] as number) - (times[a] as number) || b - a',
    tests: ['contract/games-recent', 'catalog/query'],
  },
  {
    file: 'catalog/snapshot/merge-snapshots.ts',
    find: 'else if (older.ids[o] === id && older.revisions[o] === present.revisions[position]) kept[o] = position;',
    replace: 'else if (older.ids[o] === id) kept[o] = position;',
    tests: ['catalog/follow'],
  },
  {
    file: 'catalog/snapshot/merge-snapshots.ts',
    find: 'return n === added.length ?',
    replace: 'return true ?',
    tests: ['catalog/search'],
  },
  {
    file: 'catalog/render/render.ts',
    find: 'const SAMPLE_SCREENSHOTS = 5;',
    replace: 'const SAMPLE_SCREENSHOTS = 6;',
    tests: ['contract/game', 'contract/games'],
  },
  {
    file: 'catalog/render/render.ts',
    find: ".replace(/\\\\\\\\|\\\\u0001/g, (escaped) => (escaped === '\\\\\\\\' ? escaped : BASE))",
    replace: '.replaceAll(ESCAPED_BASE, BASE)',
    tests: ['contract/game', 'catalog/record'],
  },
  {
    file: 'catalog/search/title-index.ts',
    find: 'if (digits.includes(NO_DIGIT)) return new Uint32Array(0);',
    replace: '',
    tests: ['catalog/search'],
  },
  {
    file: 'catalog/render/byte-cache.ts',
    find: 'this.#drop(key);\n    if (cost',
    replace: 'if (cost',
    tests: ['catalog/byte-cache'],
  },
  {
    file: 'folding.ts',
    find: ".replaceAll('ς', 'σ')",
    replace: '',
    tests: ['catalog/search'],
  },
  {
    file: 'catalog/search/find-by-name.ts',
    find: '(MAX_NOTABILITY - score)',
    replace: 'score',
    tests: ['catalog/find-by-name'],
  },
  {
    file: 'catalog/search/find-by-name.ts',
    find: 'if (known?.searchText === searchText) return known.found;',
    replace: 'if (known) return known.found;',
    tests: ['catalog/find-by-name', 'catalog/browse'],
  },
  {
    file: 'catalog/model/record.ts',
    find: 'known.filter((date) => date.startsWith(`${year}-`)).toSorted()[0] ?? year',
    replace: 'known.toSorted()[0] ?? year',
    tests: ['catalog/record'],
  },
];
