import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openBundle } from '../../../src/bundle/bundle.ts';
import { loadBundle } from '../../../src/merging/load/load.ts';
import { gameOf, load, newStore } from '../../support/samples/layers.ts';
import { convertSource, writeSource } from '../../support/samples/sources.ts';

const TEXT = 'Hop is a 1990 platform game by Acme for the Nintendo Entertainment System.';
const LICENCE = '(CC BY-SA 4.0, https://creativecommons.org/licenses/by-sa/4.0/)';

interface PageSketch {
  title?: string;
  item?: string;
  extract?: string;
  [field: string]: unknown;
}

/** A page as `action=query&prop=extracts|pageprops|info&inprop=url` gives it. */
function page({ title = 'Hop (video game)', item = 'Q900000001', extract = TEXT, ...more }: PageSketch = {}) {
  const fullurl = `https://en.wikipedia.org/wiki/${title.replaceAll(' ', '_')}`;
  return { pageid: 1, ns: 0, title, extract, lastrevid: 10, fullurl, pageprops: { wikibase_item: item }, ...more };
}

const answer = (...pages: object[]) => ({
  batchcomplete: '',
  query: { normalized: [], pages: Object.fromEntries(pages.map((one, i) => [String(i - 1), one])) },
});
const convertFiles = (files: Record<string, string | Buffer>, flags = {}) =>
  convertSource('wikipedia', [writeSource(files)], flags);
const convert = (...answers: object[]) =>
  convertFiles({ 'a.jsonl': answers.map((one) => JSON.stringify(one)).join('\n') });

const HOP = {
  key: 'wikipedia:Q900000001',
  title: 'Hop',
  description: `${TEXT}\n\nAdapted from Wikipedia: https://en.wikipedia.org/wiki/Hop_%28video_game%29 ${LICENCE}`,
  platforms: [],
  ids: { key: ['wikidata:Q900000001'], wikidata: ['Q900000001'] },
  enriches: true,
};

test('every form of an answer gives the same text', async () => {
  const old = answer(page());
  const inputs: [name: string, content: string | Buffer, file?: string][] = [
    ['the API', JSON.stringify(old)],
    ['the API, indented', JSON.stringify(old, null, 4)],
    ['the API, in two lines', JSON.stringify(old).replace(',', ',\n')],
    ['the API with formatversion=2', JSON.stringify({ query: { pages: [page()] } })],
    ['lines', `${JSON.stringify(answer())}\n${JSON.stringify(old)}\n\n`, 'a.jsonl'],
    ['gzip', gzipSync(JSON.stringify(old)), 'a.json.gz'],
    ['Windows', `\ufeff${JSON.stringify(old, null, 1).replaceAll('\n', '\r\n')}`],
  ];
  for (const [name, content, file = 'a.json'] of inputs) {
    const { games, counts, unknown } = await convertFiles({ [file]: content, 'ids.txt': 'Q1' });
    assert.deepEqual(games, [HOP], name);
    assert.deepEqual([counts.articles, unknown], [1, []], name);
  }
});

test('an answer without addresses is about the English Wikipedia', async () => {
  const { games } = await convert(answer(page({ title: 'Hop & Über', fullurl: undefined })));
  assert.match(games[0]?.description ?? '', /https:\/\/en\.wikipedia\.org\/wiki\/Hop_%26_%C3%9Cber \(CC/);
});

test('of several articles about an item, the English one counts, then the newest', async () => {
  const german = page({ extract: `Deutsch: ${TEXT}`, lastrevid: 99, fullurl: 'https://de.wikipedia.org/wiki/Hop' });
  const newer = page({ extract: `New: ${TEXT}`, lastrevid: 11 });
  const { games, counts } = await convert(answer(german, page()), answer(newer));
  assert.deepEqual([games.length, counts.articles], [1, 3]);
  assert.match(games[0]?.description ?? '', /^New: /);
});

test('pages that are not articles, and articles without an item or a text, are left out', async () => {
  const { games, counts } = await convert(
    answer(
      page({ missing: '' }),
      page({ ns: 14 }),
      page({ pageprops: { wikibase_item: 'Q5', disambiguation: '' } }),
      page({ pageprops: {} }),
      page({ item: 'P31' }),
      page({ item: 'Q6', extract: '' }),
      page({ item: 'Q7', extract: 'Hop may refer to:' }),
    ),
  );
  assert.deepEqual(games, []);
  assert.deepEqual(counts, { articles: 4, games: 0, 'without a Wikidata item': 2, 'without a text': 2 });
});

test('a broken answer is reported and skipped, and refused with --strict', async () => {
  const lines = [JSON.stringify(answer(page())), '{"query":', '{"error":{"code":"maxlag","info":"Waiting"}}', 'oops'];
  const files = { 'a.jsonl': lines.join('\n') };
  const { games, unknown } = await convertFiles(files);
  assert.equal(games.length, 1);
  const problems = [
    /^broken entry a\.jsonl:2: not valid JSON: /,
    /l:3: the answer has no articles \(Waiting\)$/,
    /l:4: not/,
  ];
  for (const [i, problem] of problems.entries()) assert.match(unknown[i]?.what ?? '', problem);
  await assert.rejects(convertFiles(files, { strict: '' }), /a\.jsonl:2: not valid JSON: .*; nothing was imported/);
});

test('a file of errors is refused', () =>
  assert.rejects(convertFiles({ 'a.json': '{"error":{"info":"Waiting"}}' }), {
    name: 'OperatorError',
    message: /a\.json:1: the answer has no articles \(Waiting\); 1 of 1/,
  }));

test('a folder without answers is reported', async () => {
  await assert.rejects(convertFiles({ 'a.txt': '' }), / has no answers of Wikipedia/);
});

test('a text waits for its game, gets its own source and licence, and never replaces better texts', async () => {
  const store = await newStore();
  const { folder } = await convert(answer(page()));
  const bundle = await openBundle(folder);
  const options = { clock: () => 1000, allowShrink: true };
  assert.equal((await loadBundle(store, bundle, options)).waiting, 1);
  await load(store, 'wikidata', [{ key: 'Q900000001', title: 'Hop', ids: { wikidata: ['Q900000001'] } }]);
  const game = await gameOf(store, 'wikidata:Q900000001');
  assert.equal(game.description, HOP.description);
  assert.equal(game.platforms.map(({ platform_name }) => platform_name).join('; '), 'NES');
  const provenance = JSON.parse((await store.catalog.findProvenance(game.game_id)) as string);
  assert.deepEqual(provenance.fields.description, ['wikipedia']);
  const [source] = (await store.catalog.listSources()).filter((one) => one.source === 'wikipedia');
  assert.equal(source?.licence, 'CC-BY-SA-4.0');
  await load(store, 'starter', [{ key: 'hop', title: 'Hop', description: 'Our own.' }], { now: 2000 });
  assert.equal((await gameOf(store, 'wikidata:Q900000001')).description, 'Our own.');
});
