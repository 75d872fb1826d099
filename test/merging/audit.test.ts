import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { auditCatalog, type Finding } from '../../src/merging/audit.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder, writeBundle } from '../support/bundle.ts';
import { runHere } from '../support/command.ts';
import { correct, listGames, load, newStore, on, release, type Sketch } from '../support/layers.ts';

async function auditOf(store: Store): Promise<Record<string, Finding[]>> {
  const { present } = await store.catalog.readIndex();
  const checks = await store.catalog.read((reader) => auditCatalog(reader, present.ids, () => {}));
  return Object.fromEntries(checks.map(({ name, findings }) => [name, findings]));
}

const NOTHING = { key: 'fine', title: 'Hop: The Return', platforms: [on('nes', release('1990', 'Japan', 'acme'))] };
const TITLES = Array.from({ length: 30 }, (_, i) => ({ title: `Hop ${10 + i}`, description: 'Alternate title' }));

const CASES: [check: string, games: Sketch[], text: RegExp, correction: object | undefined][] = [
  [
    'twins on one platform in one year',
    [
      { key: 'a', title: 'Chess', platforms: [on('nes', release('1990', 'Japan', 'acme'))] },
      { key: 'b', title: 'Chess', platforms: [on('nes', release('1990', 'Japan', 'bolt'))] },
    ],
    /^games 1 and 2 \(NES, 1990, chess\); apart by .*other companies -2/,
    { merge: [1, 2] },
  ],
  [
    'leftovers in titles',
    [{ key: 'a', title: 'Chinos, Los' }],
    /^game 1 Chinos, Los$/,
    { game: 1, title: 'Los Chinos' },
  ],
  [
    'leftovers in titles',
    [{ key: 'a', title: 'The Hops: Hop, The' }],
    /^game 1 The Hops: Hop, The$/,
    { game: 1, title: 'The Hops: The Hop' },
  ],
  ['leftovers in titles', [{ key: 'a', title: 'Hop (alt 2)' }], /^game 1 Hop/, { game: 1, title: 'Hop' }],
  ['leftovers in titles', [{ key: 'a', title: 'Apple ]' }], /^game 1 Apple \]$/, undefined],
  [
    'dozens of alternate titles',
    [{ key: 'a', alternate_titles: TITLES }],
    /^game 1 a: 30 alternate titles$/,
    { game: 1, alternate_titles: TITLES.slice(0, 12) },
  ],
];

for (const [check, games, text, correction] of CASES) {
  test(`audit finds ${check}: ${games[0]?.title ?? games[0]?.key}`, async () => {
    const store = await newStore();
    await load(
      store,
      'mine',
      games.map((game) => ({ members: [`mine:list/${game.key}`], ...game })),
    );
    const { [check]: found = [], ...others } = await auditOf(store);
    assert.equal(found.length, 1);
    assert.match(found[0]?.text ?? '', text);
    assert.deepEqual(found[0]?.correction, correction);
    assert.deepEqual(Object.values(others).flat(), []);
    if (correction) await correct(store, correction);
    if (correction) assert.deepEqual(Object.values(await auditOf(store)).flat(), [], 'the correction mends it');
  });
}

test('a tilde within a word is part of a title, and one between words is not', async () => {
  const store = await newStore();
  const titles = ['Tant~R', 'Hop ~ Skip', 'Apple ][ Hop'];
  await load(
    store,
    'mine',
    titles.map((title, i) => ({ key: `${i}`, title })),
  );
  const findings = (await auditOf(store))['leftovers in titles'];
  assert.deepEqual(
    findings?.map(({ text }) => text),
    ['game 2 Hop ~ Skip'],
  );
});

test('audit finds a layer of another time and another company', async () => {
  const store = await newStore();
  await load(store, 'mine', [{ key: 'hop', title: 'Hop Story Deluxe', ids: { wikidata: ['Q1'] } }]);
  const later = on('snes', release('2016', 'Japan', 'bolt'));
  await load(store, 'other', [
    { key: 'later', title: 'Hop Story Deluxe', ids: { wikidata: ['Q1'] }, platforms: [later] },
  ]);
  const findings = (await auditOf(store))['games whose sources have years far apart'];
  assert.deepEqual(
    findings?.map(({ correction }) => correction),
    [{ split: 'mine:hop' }, { split: 'other:later' }],
  );
  await correct(store, { split: 'other:later' });
  assert.equal((await listGames(store)).length, 2);
  assert.deepEqual((await auditOf(store))['games whose sources have years far apart'], []);
});

test('audit finds a first date that is not that of the first release', async () => {
  const store = await newStore();
  await load(store, 'mine', [NOTHING]);
  const check = 'first dates that are not those of the first release';
  const platform = { platform: 'platform:nes', first_release_date: '1988' };
  await correct(store, { game: 'mine:fine', platforms: [platform] });
  const { [check]: found = [] } = await auditOf(store);
  const correction = { game: 1, platforms: [{ platform: 'platform:nes', first_release_date: '1990' }] };
  assert.deepEqual(found, [
    { text: 'game 1 Hop: The Return: 1988 on NES, where the first release is of 1990', correction },
  ]);
  await correct(store, correction);
  assert.deepEqual((await auditOf(store))[check], []);
});

test('audit finds dates before the platform existed, and companies that differ by legal form', async () => {
  const folder = writeBundle({
    platforms: [{ key: 'platform:nes', platform_name: 'NES' }],
    companies: ['Acme', 'ACME Co., Ltd.'].map((name, i) => ({ key: `company:${i}`, company_name: name })),
    games: [1979, 1981, 1990].map((year, i) => ({
      key: `mine:${i}`,
      title: `Hop ${i}`,
      platforms: [on('nes', release(String(year), 'Japan', String(i % 2)))],
    })),
  });
  const data = temporaryFolder('audit');
  const ludex = (...args: string[]) => runHere(args, { LUDEX_DATA: data });
  const imported = await ludex('import', folder);
  assert.equal(imported.code, 0, imported.stderr);
  const path = join(temporaryFolder('audit-corrections'), 'mine.jsonl');
  const { stdout } = await ludex('audit', '--corrections', path);
  assert.match(
    stdout,
    /^2 findings: dates before the platform existed\n {2}game 1 Hop 0: 1979 on NES, which is of 1983$/m,
  );
  assert.match(stdout, /^1 finding: companies that differ by legal form or punctuation\n {2}Acme: ACME Co\., Ltd\.\n/m);
  assert.match(stdout, /^ {4}company-aliases\.tsv: ACME Co\., Ltd\.\tAcme$/m);
  assert.equal(readFileSync(path, 'utf8'), '{"game":1,"set_platform":{"platform:nes":null}}\n');
  assert.match((await ludex('audit', '--corrections', path)).stderr, /mine\.jsonl already exists; name another file/);
  assert.match(
    (await ludex('audit', '--corrections', '/missing/a')).stderr,
    /^[^\n]*cannot be written \(ENOENT\); name another file\n$/,
  );
  assert.match((await ludex('audit', '--examples', 'x')).stderr, /--examples must be a whole number, not "x"/);
  assert.equal((await ludex('import', 'corrections', path)).code, 0);
});

test('audit finds nothing wrong with an ordinary game', async () => {
  const store = await newStore();
  await load(store, 'mine', [NOTHING]);
  assert.deepEqual(Object.values(await auditOf(store)).flat(), []);
});
