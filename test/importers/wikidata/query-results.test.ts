import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LANGUAGES, LINKED_DATABASES, PROPERTIES } from '../../../src/importers/wikidata/item.ts';
import { readTable } from '../../../src/vocabulary/tables.ts';
import { temporaryFolder } from '../../support/samples/bundle.ts';
import {
  convertItems,
  convertPaths,
  entity,
  game,
  type ItemSketch,
  writeInput,
} from '../../support/samples/wikidata.ts';
import { toCsv, toResults } from '../../support/samples/wikidata-results.ts';

const [NES, SNES, JAPAN, USA] = ['Q172742', 'Q183259', 'Q17', 'Q30'];
const NAMES: ItemSketch[] = [
  { id: 'Q900000002', label: 'Acme' },
  { id: 'Q900000003', label: 'Hop series' },
  { id: 'Q900000004', label: 'Critics who recommend it' },
];
const HOP = game({
  label: 'Hop, "the" frog',
  labels: { ja: 'ホップ', de: 'Hüpf' },
  aliases: { en: ['Hop 1', 'Hoppy'] },
  claims: {
    P400: [NES, { value: SNES, qualifiers: { P577: ['1992'] } }],
    P577: [
      { value: '1990-04-26', qualifiers: { P400: [NES], P291: [JAPAN] } },
      { value: '1991-02', qualifiers: { P400: [NES], P291: [JAPAN, USA] } },
      { value: '1993', qualifiers: { P400: [NES], P291: [USA] } },
      { value: '1993', qualifiers: { P400: [SNES], P291: [JAPAN] } },
    ],
    P178: ['Q900000002'],
    P123: [{ value: 'Q900000002', rank: 'preferred' }],
    P179: ['Q900000003'],
    P136: ['Q828322'],
    P444: [
      { value: '90/100', qualifiers: { P447: ['Q150248'] } },
      { value: '20%', qualifiers: { P447: ['Q900000009'], P459: ['Q900000004'] } },
    ],
    P852: ['Q14864330'],
    P856: ['https://hop.example/'],
    P1872: ['1'],
    P1873: ['4'],
  },
});
const SKIP = game({ id: 'Q900000005', label: 'Skip' });
const BOOK: ItemSketch = { id: 'Q900000006', label: 'A book', claims: { P31: ['Q571'] } };
const writeCsv = (content: string | Buffer) => writeInput(content, 'results.csv');
const results = toResults([HOP, SKIP, BOOK], NAMES);

test('results of the query for facts give the same games as entities', async () => {
  const { games, counts } = await convertItems(HOP, SKIP, BOOK, ...NAMES);
  assert.deepEqual([games.length, games[0]?.catalog_score, games[0]?.groups], [2, 9, ['group:hop']]);
  const [half, rest] = [results.slice(0, 9), results.slice(9)];
  const inputs: [name: string, paths: string[]][] = [
    ['CSV', [writeInput(toCsv(results), 'a.csv')]],
    ['with a byte order mark', [writeCsv(`\ufeff${toCsv(results)}`)]],
    ['in gzip', [writeInput(gzipSync(toCsv(results)), 'a.csv.gz')]],
    ['in two files, with rows that both have', [writeCsv(toCsv(rest)), writeCsv(toCsv([...half, ...half]))]],
    ['in another order', [writeCsv(toCsv(results.toReversed()))]],
  ];
  for (const [name, paths] of inputs) {
    const read = await convertPaths(paths);
    assert.deepEqual(read.games, games, name);
    assert.equal(read.counts.entities, 3, name);
    assert.deepEqual(read.unknown, [], name);
    assert.equal(read.counts.companies, counts.companies, name);
    const { manifest } = read;
    assert.deepEqual([manifest.complete, manifest.sources[0]?.version], [false, '2026-01-02T03:04:05Z'], name);
  }
});

test('a folder may mix results and batches of entities, and the newest version of an item counts', async () => {
  const folder = join(temporaryFolder('wikidata'), 'downloads');
  mkdirSync(join(folder, 'batches'), { recursive: true });
  const batch = { entities: { Q900000001: entity({ ...HOP, revision: 5, label: 'Hop, new' }) }, success: 1 };
  const names = NAMES.map(({ id, label = '' }) => ({ item: `http://www.wikidata.org/entity/${id}`, itemLabel: label }));
  cpSync(writeInput(JSON.stringify(batch)), join(folder, 'batches', '1.json'));
  cpSync(writeInput(toCsv(results)), join(folder, 'facts.csv'));
  cpSync(writeInput(toCsv(names, ['item', 'itemLabel'])), join(folder, 'names.csv'));
  cpSync(writeInput('Q1\n'), join(folder, 'ids.txt'));
  const { games, unknown } = await convertPaths([folder]);
  assert.equal(games.map(({ title }) => title).join('; '), 'Hop, new; Skip');
  assert.deepEqual(unknown, []);
});

test('names for entities come from results with labels', async () => {
  const batch = JSON.stringify({ entities: { Q900000001: entity(HOP) } });
  const row = (id: string, itemLabel: string) => ({ item: `http://www.wikidata.org/entity/${id}`, itemLabel });
  const names = toCsv([row('Q900000002', 'Acme'), row('Q900000003', 'Q900000003')], ['item', 'itemLabel']);
  const { games, unknown } = await convertPaths([writeInput(batch), writeCsv(names)]);
  assert.equal(games[0]?.platforms[0]?.releases?.[0]?.companies[0]?.company, 'company:acme');
  assert.deepEqual(unknown, [{ what: 'series Q900000003', count: 1 }]);
});

test('a date without its precision is a year', async () => {
  const rows = toResults([game({ claims: { P577: ['1990-04-26'] } })]).map(({ precision: _precision, ...row }) => row);
  const { games } = await convertPaths([writeCsv(toCsv(rows))]);
  assert.equal(games[0]?.platforms[0]?.releases?.[0]?.release_date, '1990');
});

test('a value that is no date is ignored', async () => {
  const rows = toResults([game({ claims: { P577: ['1990-04-26'] } })]).map((row) =>
    row.property?.endsWith('P577') ? { ...row, value: '467296' } : row,
  );
  const { games } = await convertPaths([writeCsv(toCsv(rows))]);
  assert.doesNotMatch(JSON.stringify(games), /release_date":"/);
});

const csv = toCsv(results);
const TRACE = 'SPARQL-QUERY: queryStr=SELECT\njava.util.concurrent.TimeoutException\n\tat java.util';
const REFUSED: [name: string, content: string | Buffer, says: RegExp][] = [
  ['an empty table', '', /csv:1: it is empty/],
  ['a table of something else', 'id,name\nQ1,Hop\n', /csv:1: it has no column "item"/],
  ['a table that is not UTF-8', Buffer.from(csv, 'latin1'), /csv is not UTF-8/],
  ['an open quote', `${csv}"`, /csv:\d+: a quote is not closed/],
  ['a quote inside a cell', csv.replace('Q7889', 'Q7889"x'), /csv:\d+: not well-formed CSV: Invalid Opening Quote/],
  ['a table that timed out', `${csv}${TRACE}`, /csv:\d+: the query service ran out of time/],
  ['only broken rows', 'item,property,value\nx,P31,Q7889\n', /csv:2: the row has no Wikidata item.*1 of 1 entries/],
];

for (const [name, content, says] of REFUSED) {
  test(`${name} is refused with file and line`, async () => {
    await assert.rejects(convertPaths([writeCsv(content)]), { name: 'OperatorError', message: says });
  });
}

test('broken rows are reported and skipped, and refused with --strict', async () => {
  const [first = '', ...rest] = csv.split('\r\n');
  const broken = [first, 'nothing,label', `no item${','.repeat(first.split(',').length - 1)}`, ...rest].join('\r\n');
  const path = writeCsv(broken);
  const { games, unknown } = await convertPaths([path]);
  assert.equal(games.length, 2);
  assert.deepEqual(
    unknown.map(({ what }) => what),
    [2, 3].map((line) => `broken entry results.csv:${line}: the row has no Wikidata item in "item"`),
  );
  await assert.rejects(convertPaths([path], { strict: '' }), /results\.csv:2: the row has no/);
});

const readQuery = (name: string) => readFileSync(new URL(`../../../docs/wikidata/${name}`, import.meta.url), 'utf8');
const sorted = (texts: Iterable<string>) => [...new Set(texts)].toSorted();

test('the queries ask for the classes, properties and languages of the tables', () => {
  const classes = readTable('wikidata-classes.tsv').flatMap(([id = '', , use]) => (use === 'game' ? [id] : []));
  assert.deepEqual(sorted(readQuery('games.rq').match(/(?<=^ {4}.*wd:)Q\d+/gm) ?? []), sorted(classes));
  const facts = readQuery('facts.rq');
  const ids = LINKED_DATABASES.map(({ property }) => property);
  const properties = [...Object.values(PROPERTIES).map(([property]) => property), ...ids];
  assert.deepEqual(sorted(facts.match(/(?<=wd:)P\d+/g) ?? []), sorted(properties));
  const lists = facts.matchAll(/FILTER\(\?language IN \(([^)]*)\)/g).toArray();
  assert.equal(lists.length, 2);
  for (const [, list = ''] of lists)
    assert.deepEqual(
      list.match(/[\w-]+/g),
      LANGUAGES.map(({ code }) => code),
    );
});

test('the queries select the columns that the importer reads', () => {
  const selected = (name: string) => /SELECT (?:DISTINCT )?([^{]*?)\s*WHERE/.exec(readQuery(name))?.[1]?.match(/\w+/g);
  assert.deepEqual(selected('facts.rq'), csv.split('\r\n')[0]?.split(','));
  assert.deepEqual(selected('names.rq'), ['item', 'itemLabel']);
});
