import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { loadBundle } from '../../src/merging/load/load.ts';
import { prepareInThread, prepareLines } from '../../src/merging/load/prepare-lines.ts';
import { rebuildGames } from '../../src/merging/merge/rebuild-games.ts';
import { openGameRenderer } from '../../src/merging/merge/stored-game.ts';
import { writeBundle } from '../support/samples/bundle.ts';
import { gameOf, newStore } from '../support/samples/layers.ts';

const platforms = [{ key: 'platform:nes', platform_name: 'NES' }];
const picture = { image: 'https://x.example/a.png', thumbnail_image: 'https://x.example/b.png', width: 1, height: 2 };
const newGames = (length: number, description: string) =>
  Array.from({ length }, (_, i) => ({
    key: `test:${String(i).padStart(4, '0')}`,
    title: `Game ${i}`,
    description,
    platforms: [
      {
        platform: 'platform:nes',
        releases: [{ release_date: '1990', countries: ['Japan'], companies: [], product_codes: [] }],
        dumps: [{ crc: i.toString(16).padStart(8, '0') }],
      },
    ],
  }));
/** Longer together than what is prepared without a thread. */
const games = newGames(100, `${'A long text. '.repeat(7000)}The end.`);
const media = games.map(({ key }) => ({ key, platform: 'platform:nes', screenshots: [picture] }));

async function prepared(lines: object[], prepare: typeof prepareLines) {
  const bundle = await openBundle(writeBundle({ platforms, games: lines, media }));
  const known = new Map([['test', new Set(['platform:nes'])]]);
  const found = await Array.fromAsync(prepare({ bundle, known, platformIds: new Map([['platform:nes', 6]]) }));
  // A thread has its dumps in another class of bytes.
  return found.map((line) => ('dumps' in line ? { ...line, dumps: line.dumps && [...line.dumps] } : line));
}

test('a thread prepares the same lines, with the same problems', async () => {
  const broken = games
    .with(7, { ...games[7], platforms: [{ platform: 'platform:snes' }] } as never)
    .with(9, { key: 'test:0009' } as never);
  const lines = await prepared(broken, prepareInThread);
  assert.deepEqual(lines, await prepared(broken, prepareLines));
  const problems = lines.flatMap((line) => line.problems.map(([file, number]) => `${file}:${number}`));
  assert.deepEqual(problems.slice(0, 2), ['games.jsonl:8', 'games.jsonl:8']);
  assert.ok(problems.includes('games.jsonl:10') && problems.includes('media.jsonl:10'));
});

test('a line that is too long is the same error in a thread', async () => {
  const long = games.with(0, { ...(games[0] as (typeof games)[0]), description: 'x'.repeat(2 ** 23) });
  for (const prepare of [prepareInThread, prepareLines])
    await assert.rejects(prepared(long, prepare), /^OperatorError: games\.jsonl:1: a line of more than 4 MB/);
});

test('a large bundle is loaded by threads, and again without a change', async () => {
  const store = await newStore();
  // More than are rendered without a thread.
  const many = newGames(2000, 'A short text.');
  const bundle = await openBundle(writeBundle({ platforms, games: many }));
  const load = () => loadBundle(store, bundle, { clock: () => 1000 });
  assert.equal((await load()).added, 2000);
  assert.equal((await gameOf(store, 'test:1999')).title, 'Game 1999');
  const again = await load();
  assert.deepEqual([again.added, again.changed, again.unchanged], [0, 0, 2000]);
});

test('a thread renders the same games, and its error rejects', async () => {
  const store = await newStore();
  await loadBundle(store, await openBundle(writeBundle({ platforms, games: games.slice(0, 3) })), { clock: () => 1 });
  const { modifiedAt, ...record } = await gameOf(store, 'test:0001');
  const texts = [{ record: JSON.stringify(record), provenance: '{"fields":{},"platforms":{}}', modifiedAt }];
  const [own, other] = [openGameRenderer(1), openGameRenderer(1_000_000)];
  assert.deepEqual(await other.render(texts), await own.render(texts));
  await assert.rejects(other.render([{ record: '{', provenance: '{}', modifiedAt }]), SyntaxError);
  for (const renderer of [own, other]) await renderer.close();
});

test('games that cannot be merged end an import with their error, before the thread has started', async () => {
  const lost = new Error('the database is lost');
  const writer = { listLayers: () => Promise.reject(lost) } as never;
  const ids = new Set(Array.from({ length: 3000 }, (_, i) => i));
  await assert.rejects(
    rebuildGames(writer, ids, { entries: { removed: new Set(), renamed: new Map() } } as never),
    lost,
  );
});

test('a thread that has ended is not asked', async () => {
  const renderer = openGameRenderer(1_000_000);
  await renderer.close();
  await assert.rejects(renderer.render([]), /a worker thread has ended/);
});
