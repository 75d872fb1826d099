import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { convertWikidata } from '../../../src/importers/wikidata/convert.ts';
import { temporaryFolder } from '../../support/samples/bundle.ts';
import {
  convertItems,
  convertPaths,
  entity,
  game,
  type ItemSketch,
  toDump,
  toLines,
  writeInput,
} from '../../support/samples/wikidata.ts';

const ACME: ItemSketch = { id: 'Q900000002', label: 'Acme', claims: { P31: ['Q4830453'] } };
const HOP = game({ claims: { P123: ['Q900000002'] } });
const SKIP = game({ id: 'Q900000003', label: 'Skip' });
const BOOK: ItemSketch = { id: 'Q900000004', label: 'A book', claims: { P31: ['Q571'] } };
const titles = ({ games }: { games: { title: string }[] }) => games.map(({ title }) => title);

test('dumps, lines and documents, compressed or not, give the same games', async () => {
  const items = [BOOK, HOP, ACME, SKIP];
  const document = { entities: Object.fromEntries(items.map((item) => [item.id, entity(item)])), success: 1 };
  const inputs: [string, string | Buffer][] = [
    ['dump.json', toDump(items)],
    ['dump.json.gz', gzipSync(toDump(items))],
    ['lines.json', toLines(items)],
    ['lines-with-commas.json', toLines(items).replaceAll('}\n', '},\n')],
    ['no-final-line-feed.json', toLines(items).trimEnd()],
    ['windows.json', `\ufeff${toLines(items).replaceAll('\n', '\r\n\r\n')}`],
    ['two-members.json.gz', Buffer.concat([gzipSync(toLines([BOOK, HOP])), gzipSync(toLines([ACME, SKIP]))])],
    ['document.json', JSON.stringify(document)],
    ['indented-document.json', JSON.stringify(document, null, 1)],
  ];
  const first = await convertItems(...items);
  assert.deepEqual(titles(first), ['Hop', 'Skip']);
  for (const [name, content] of inputs) {
    const { games, counts } = await convertPaths([writeInput(content, name)]);
    assert.deepEqual(games, first.games, name);
    assert.equal(counts.entities, 4, name);
  }
});

test('only a list with both brackets is complete', async () => {
  const isComplete = async (...contents: string[]) =>
    (await convertPaths(contents.map((content) => writeInput(content)))).manifest.complete;
  assert.equal(await isComplete(toDump([HOP])), true);
  assert.equal(await isComplete(toLines([HOP])), false);
  assert.equal(await isComplete(JSON.stringify({ entities: { Q1: entity(HOP) } })), false);
  assert.equal(await isComplete(toDump([HOP]), toDump([SKIP])), true);
  assert.equal(await isComplete(toDump([HOP]), toLines([SKIP])), false);
});

test('the version is the time of the newest game', async () => {
  const versionOf = async (...items: ItemSketch[]) => (await convertItems(...items)).manifest.sources[0]?.version;
  const later = { ...SKIP, modified: '2026-05-06T07:08:09Z' };
  assert.equal(await versionOf(HOP, later, { ...BOOK, modified: '2027-01-01T00:00:00Z' }), '2026-05-06T07:08:09Z');
  assert.equal(await versionOf({ ...HOP, modified: 'yesterday' }), 'unknown');
});

test('the order of the input and duplicate entities do not matter', async () => {
  const old = { ...HOP, label: 'Hop, the old title', revision: 1 };
  const late = { ...HOP, revision: 2 };
  const oldName = { ...ACME, label: 'Old name', revision: 1 };
  const lateName = { ...ACME, revision: 2 };
  const one = await convertItems(old, late, oldName, lateName, SKIP);
  const other = await convertItems(SKIP, lateName, oldName, late, old);
  assert.deepEqual(titles(one), ['Hop', 'Skip']);
  assert.equal(one.counts.companies, 1);
  const again = await convertPaths([writeInput(toLines([SKIP, late, lateName])), writeInput(toLines([old, oldName]))]);
  const read = async (...items: ItemSketch[]) => (await convertItems(HOP, ...items)).games;
  const [a, b, c, d] = [game({ label: 'Hop' }), game({ label: 'Hop!' }), ACME, { ...ACME, label: 'Acme Two' }];
  assert.deepEqual(await read(a, b, c, d), await read(d, c, b, a), 'equal revisions');
  const files = ['games.jsonl', 'companies.jsonl', 'platforms.jsonl', 'manifest.json'];
  for (const file of files) {
    const texts = [one, other, again].map(({ folder }) => readFileSync(join(folder, file), 'utf8'));
    assert.equal(new Set(texts).size, 1, file);
  }
});

test('properties, lexemes and deleted items are ignored', async () => {
  const property = { ...entity(HOP), type: 'property', id: 'P400' };
  const lexeme = { ...entity(HOP), type: 'lexeme', id: 'L7889' };
  const gone = { id: 'Q900000009', missing: '' };
  const text = [property, lexeme, gone, entity(SKIP)].map((one) => `${JSON.stringify(one)}\n`).join('');
  assert.deepEqual(titles(await convertPaths([writeInput(text)])), ['Skip']);
  const document = JSON.stringify({ entities: { Q900000009: gone, Q900000003: entity(SKIP) } });
  assert.deepEqual(titles(await convertPaths([writeInput(document)])), ['Skip']);
});

test('the fields of an entity may have any order and spaces between them', async () => {
  const { id, labels, ...rest } = entity(HOP) as Record<string, unknown>;
  const acme = entity(ACME) as Record<string, unknown>;
  const lines = [
    { claims: acme.claims, labels: acme.labels, id: acme.id },
    { ...rest, labels, id },
  ];
  const text = lines.map((line) => `${JSON.stringify(line, null, 1).replaceAll('\n', ' ')}\n`).join('');
  const { games } = await convertPaths([writeInput(text)]);
  assert.deepEqual(games[0]?.platforms[0]?.releases?.[0]?.companies, [
    { company: 'company:acme', role: 'Published by' },
  ]);
});

test('odd entities give a valid bundle', async () => {
  const odd: ItemSketch[] = [
    game({ id: 'Q900000011', label: 'A <b>bold</b> title &amp; more' }),
    game({ id: 'Q900000012', label: '\u0000\ttab\u0007\n ', aliases: { en: ['Caf\u0065\u0301', '\ud800', '???'] } }),
    game({ id: 'Q900000013', label: 'x'.repeat(5000), labels: { ja: 'あ'.repeat(5000) } }),
    game({ id: 'Q900000014', label: '   ' }),
    game({ id: 'Q900000015', label: 'Sited', claims: { P856: ['https://a.example/?a&lt;b', 'http://x y'] } }),
    game({
      id: 'Q900000016',
      label: 'Named',
      claims: { P123: ['Q900000021'], P179: ['Q900000021', 'Q900000022'], P178: ['Q900000022'] },
    }),
    { id: 'Q900000021', label: `<i>${'y'.repeat(5000)}</i>` },
    { id: 'Q900000022', label: '!!!' },
  ];
  const { games, unknown } = await convertItems(...odd);
  assert.deepEqual(
    games.map(({ title }) => title.slice(0, 20)),
    ['A b bold /b title am', 'tab', 'xxxxxxxxxxxxxxxxxxxx', 'Sited', 'Named'],
  );
  assert.equal(games[3]?.official_url, null);
  assert.deepEqual(unknown.map(({ what }) => what).toSorted(), [
    'company Q900000022',
    'game without a title',
    'series Q900000022',
  ]);
});

test('values with an unexpected type or pattern are ignored', async () => {
  const wild = entity(game({ claims: { P136: ['Q1'], P577: ['1990'] } })) as { claims: Record<string, unknown> };
  const snak = (value: unknown, type: string) => [
    { rank: 'normal', mainsnak: { snaktype: 'value', datavalue: { value, type } } },
  ];
  Object.assign(wild.claims, {
    P136: snak('\u001b[31mgenre', 'string'),
    P577: snak({ time: '-1990-04-26T00:00:00Z', precision: 11 }, 'time'),
    P123: snak({ id: 'P31' }, 'wikibase-entityid'),
    P178: 'nobody',
    P179: [null, 5, { mainsnak: [] }],
    P1873: snak({ amount: '-1e9' }, 'quantity'),
    P404: snak(JSON.parse('['.repeat(2000) + ']'.repeat(2000)), 'wikibase-entityid'),
  });
  const { games, unknown } = await convertPaths([writeInput(`${JSON.stringify(wild)}\n`)]);
  assert.deepEqual(unknown, []);
  assert.deepEqual(games[0]?.platforms, [{ platform: 'platform:nes', attributes: [], ratings: [], releases: [] }]);
  assert.deepEqual(games[0]?.genres, []);
});

const good = toLines([BOOK, HOP]);
const BROKEN: [name: string, content: string | Buffer, says: RegExp, file?: string][] = [
  ['a truncated game', good.slice(0, -30), /entities\.json:2: not valid JSON: /],
  ['a game that is not JSON', good.replace('"Hop"', 'Hop'), /entities\.json:2: not valid JSON: /],
  ['a dump without its end', `[\n${toLines([BOOK])}`, /entities\.json:2: the closing bracket is missing/],
  ['text after the end', `${toDump([HOP])}more`, /entities\.json:4: unexpected text after the closing bracket/],
  ['an empty file', '', /entities\.json:1: it is empty/],
  ['a table', 'id\tname\n"Q7889"\tP400"\n', /entities\.json:2: not valid JSON: /],
  ['a list on one line', `[${JSON.stringify(entity(HOP))}]`, /entities\.json:1: .*it has no id/],
  ['an error response of the API', '{"error":{"code":"Q7889"},"x":["Q7889"]}', /entities\.json:1: .*it has no id/],
  ['a truncated document', '{\n "entities": {\n', /entities\.json:\d: not valid JSON: /],
  ['a document that is not JSON', '{"entities":\n{"Q1":\noops}}', /entities\.json:1: not valid JSON: /],
  ['a document without entities', '{"entities": 5}', /entities\.json:1: the document has no entities/],
  ['another encoding', Buffer.from(good.replace('Hop', 'H\u00f6p'), 'latin1'), /entities\.json:2: not valid UTF-8/],
  ['UTF-16', Buffer.from(good, 'utf16le'), /entities\.json:1: not valid JSON: /],
  ['a bzip2 file', Buffer.from('BZh91AY'), /dump\.json\.bz2 is bzip2.*bunzip2/, 'dump.json.bz2'],
  ['a very long line', Buffer.alloc(70_000_000, 'x'), /entities\.json:1: a line of more than 64 MB/],
  ['a very long document', `{\n${`${'x'.repeat(999_999)}\n`.repeat(68)}`, /entities\.json:\d+: more than 64 MB/],
];

for (const [name, content, says, file] of BROKEN)
  test(`${name} is reported with file and line`, async () => {
    const work = convertPaths([writeInput(content, file)], { strict: '' });
    await assert.rejects(work, { name: 'OperatorError', message: says });
  });

test('a missing path and a folder without files of Wikidata are reported', async () => {
  await assert.rejects(convertPaths(['/no/such']), /\/no\/such cannot be read \(no such file or directory\)/);
  const empty = temporaryFolder('wikidata');
  await assert.rejects(convertPaths([empty]), / has no files of Wikidata \(that end in \.json or \.csv\)/);
});

test('progress covers both passes over a file', async () => {
  const seen: [number, number][] = [];
  const path = writeInput(toLines([HOP, ACME]) + ' '.repeat(3_000_000));
  const folder = join(temporaryFolder('wikidata'), 'bundle');
  await convertWikidata({
    paths: [path],
    flags: {},
    splits: new Set(),
    folder,
    onProgress: (...now) => void seen.push(now),
  });
  assert.deepEqual(seen.at(-1), [6, 7]);
});
