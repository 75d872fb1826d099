import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditCatalog, type Finding } from '../../src/merging/audit.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder, writeBundle } from '../support/samples/bundle.ts';
import { companies, platforms } from '../support/samples/entries.ts';
import { correct, load, newStore, on, release, type Sketch } from '../support/samples/layers.ts';
import { runHere } from '../support/servers/command.ts';

async function auditOf(store: Store): Promise<Record<string, Finding[]>> {
  const checks = await auditCatalog(store.catalog, () => {});
  return Object.fromEntries(checks.map(({ name, findings }) => [name, findings]));
}

const hop = (source: string, title: string, ...platforms: object[]): [string, Sketch] => [
  source,
  { key: 'a', title, members: [`${source}:list/a`], ...(platforms.length > 0 && { platforms }) },
];
const withId = ([source, game]: [string, Sketch]): [string, Sketch] => [source, { ...game, ids: { wikidata: ['Q1'] } }];
const NES_1990 = on('nes', release('1990', 'Japan', 'acme'));
const SNES_1993 = on('snes', release('1993', 'Japan', 'bolt'));
const SNES_2016 = on('snes', release('2016', 'Japan', 'bolt'));

const CASES: [check: string, games: [source: string, game: Sketch][], found: RegExp, corrections: object[]][] = [
  [
    'likely duplicates',
    [hop('mame', 'Hop Quest', NES_1990), hop('other', 'Hop Quest', SNES_1993)],
    /^games 1 and 2: The same title, .*; but: Different companies$/,
    [{ merge: [1, 2] }],
  ],
  [
    'games whose sources have years far apart',
    [withId(hop('mame', 'Hop Story Deluxe')), withId(hop('other', 'Hop Story Deluxe', SNES_2016))],
    /^game 1 Hop Story Deluxe: (mame:a is of 1990|other:a is of 2016)$/,
    [{ split: 'mame:a' }, { split: 'other:a' }],
  ],
];

for (const [check, games, found, corrections] of CASES) {
  test(`audit finds ${check}: ${games[0]?.[1].title}`, async () => {
    const store = await newStore();
    for (const [source, game] of games) await load(store, source, [game]);
    const { [check]: findings = [], ...others } = await auditOf(store);
    for (const { text } of findings) assert.match(text, found);
    assert.deepEqual(
      findings.map(({ correction }) => correction),
      corrections,
    );
    assert.deepEqual(Object.values(others).flat(), []);
    await correct(store, corrections.at(-1) as object);
    assert.deepEqual(Object.values(await auditOf(store)).flat(), [], 'the correction mends it');
  });
}

test('the command prints dates before the platform existed, with the line that removes it', async () => {
  const folder = writeBundle({
    platforms: platforms('NES'),
    companies: companies('Acme'),
    games: [1979, 1981, 1990].map((year, i) => ({
      key: `mine:${i}`,
      title: `Hop ${i}`,
      platforms: [on('nes', release(String(year), 'Japan', 'acme'))],
    })),
  });
  const data = temporaryFolder('audit');
  assert.equal((await runHere(['import', folder], { LUDEX_DATA: data })).code, 0);
  const { stdout } = await runHere(['audit'], { LUDEX_DATA: data });
  assert.match(
    stdout,
    /^2 findings: dates before the platform existed\n {2}game 1 Hop 0: 1979 on NES, which is of 1983\n {4}\{"game":1,"set_platform":\{"platform:nes":null\}\}\n {2}game 2/m,
  );
});
