import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { OperatorError } from '../../src/errors.ts';
import { loadBundle } from '../../src/merging/load/load.ts';
import type { Store } from '../../src/store/store.ts';
import { writeBundle, writeRawBundle } from '../support/samples/bundle.ts';
import { genres, platforms } from '../support/samples/entries.ts';
import { copyOf, correct, gameOf, listGames, load, newStore, on, release } from '../support/samples/layers.ts';

const NES = platforms('NES');
const at = [{ platform: 'platform:nes' }];

async function loadRaw(
  store: Store,
  lines: Record<string, object[]>,
  options: { source?: string; sources?: string[]; complete?: boolean; allowShrink?: boolean } = {},
) {
  const folder = writeBundle(lines, options);
  if (options.sources) {
    const path = join(folder, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    manifest.sources = options.sources.map((id) => ({ ...manifest.sources[0], id }));
    writeFileSync(path, JSON.stringify(manifest));
  }
  return loadBundle(store, await openBundle(folder), { clock: () => 7, allowShrink: options.allowShrink ?? false });
}

const A = { key: 'mine:a', title: 'A', platforms: at };
const CORRECTED = { key: 'correction:1', game: 'starter:hop' };
const REFUSED: [name: string, lines: Record<string, object[]>, sources: string[], says: RegExp][] = [
  [
    'a bundle that takes over the layer of another source',
    { platforms: NES, games: [{ ...A, key: 'starter:hop' }] },
    ['evil'],
    /\ngames\.jsonl:1: starter:hop already belongs to the source starter; start keys with the name of their source$/,
  ],
  [
    'a game of the source "corrections"',
    { platforms: NES, games: [{ ...A, key: 'corrections:a' }] },
    ['corrections'],
    /is a game, but the source corrections has only corrections/,
  ],
  [
    'a correction that moves something else than a platform',
    { corrections: [{ ...CORRECTED, set_platform: { nes: [{ a: 1 }] } }] },
    ['corrections'],
    /\ncorrections\.jsonl:1: set_platform/,
  ],
  [
    'a correction in a bundle of another source',
    { corrections: [{ ...CORRECTED, title: 'Hop!' }] },
    ['mine'],
    /\ncorrections\.jsonl:1: belongs to the source corrections, which is not in the manifest$/,
  ],
  [
    'a platform line of a source that is not in the manifest',
    { platforms: [{ ...NES[0], source: 'nobody' }], games: [A] },
    ['mine'],
    /\nplatforms\.jsonl:1: belongs to the source nobody, which is not in the manifest/,
  ],
  [
    'one key of two sources',
    { platforms: NES, games: ['one', 'two'].map((source) => ({ ...A, source })) },
    ['one', 'two'],
    /\ngames\.jsonl:2: mine:a has mine:a, which belongs to another line of this bundle$/,
  ],
  [
    'a source whose games refer to the entries of another one',
    { platforms: [{ ...NES[0], source: 'one' }], games: [{ ...A, source: 'two' }] },
    ['one', 'two'],
    /refers to platform:nes, which is not in this bundle/,
  ],
];

for (const [name, lines, sources, says] of REFUSED) {
  test(`refused: ${name}`, async () => {
    const store = await newStore();
    await load(store, 'starter', [{ key: 'hop', title: 'Hop' }]);
    const refused = await loadRaw(store, lines, { source: sources[0] as string, sources }).catch((error) => error);
    assert.ok(refused instanceof OperatorError, String(refused));
    assert.match(refused.message, says);
    assert.deepEqual(await listGames(store), ['1 Hop']);
  });
}

const BINDING = { key: 'binding:game mine:a', kind: 'game', id: 1, since: 1 };
const COUNTER = { key: 'counter:game', last_id: 1 };
/** Lines that no export writes. */
const IDENTITIES: [name: string, identities: object[], says: RegExp][] = [
  [
    'an alias that is not of a lower id',
    [{ key: 'alias:1', game_id: 1, cause: 'match' }, BINDING, COUNTER],
    /:1: is an alias of 1, but its target must be a lower id$/,
  ],
  [
    'an alias of no number',
    [{ key: 'alias:1.5', game_id: 1, cause: 'match' }],
    /:1: it is not a line that an export writes$/,
  ],
  [
    'an id that a snapshot would cut off',
    [{ ...BINDING, id: 2 ** 32 }, COUNTER],
    /:1: it is not a line that an export writes$/,
  ],
  ['a counter that is too high', [{ ...COUNTER, last_id: 2 ** 32 }], /:1: it is not a line that an export writes$/],
  ['a counter below the ids', [{ ...BINDING, id: 2 }, COUNTER], /:1: has the id 2, which is above its counter$/],
  ['ids without a counter', [BINDING], /:1: has the id 1, which is above its counter$/],
  ['a kind that its key does not name', [{ ...BINDING, kind: 'group' }], /:1: is not of the kind group$/m],
  [
    'a time that is no date',
    [BINDING, COUNTER, { key: 'modified:1', modified_at: 253_402_300_800_000 }],
    /:3: it is not a line that an export writes$/,
  ],
];

for (const [name, identities, says] of IDENTITIES) {
  test(`refused: an export with ${name}`, async () => {
    const store = await newStore();
    await assert.rejects(loadRaw(store, { platforms: NES, games: [A], identities }, { source: 'mine' }), says);
    assert.deepEqual(await store.catalog.read((reader) => reader.listCounters()), []);
  });
}

test('a game with the key of a correction does not overwrite it', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'hop', title: 'Hop' }]);
  await correct(store, { game: 'mame:hop', title: 'Hop!' });
  await assert.rejects(
    load(store, 'correction', [{ key: '0', title: 'Zero' }]),
    /\ngames\.jsonl:1: correction:0 has a reserved prefix; start keys of games with the name of their source$/,
  );
  await load(store, 'mame', [{ key: 'hop', title: 'Hop', description: 'x' }]);
  assert.equal((await gameOf(store, 'mame:hop')).title, 'Hop!');
});

test('a company with a space in its key is removed with its source', async () => {
  const store = await newStore();
  for (const own of [[{ key: 'company:acme corp', company_name: 'Acme' }], []]) {
    await loadRaw(store, { platforms: NES, companies: own, games: [A] }, { source: 'mine' });
    assert.equal((await store.catalog.countAll()).companies, own.length);
  }
});

test('keys with spaces, pictures and a category with a long name survive an export', async () => {
  const store = await newStore();
  const shot = { image: 'https://x/1', thumbnail_image: 'https://x/1', width: 1, height: 1 };
  const keys = ['mine:a', 'mine:a n'];
  await loadRaw(
    store,
    {
      platforms: NES,
      genres: genres('x'.repeat(900), 'Q'),
      games: [...keys.map((key) => ({ ...A, key })), { ...A, key: 'mine:b', genres: ['genre:q'] }],
      media: keys.map((key) => ({ key, platform: 'platform:nes', screenshots: [shot] })),
    },
    { source: 'mine' },
  );
  await copyOf(store);
});

test('two games with many releases are compared without a crash', async () => {
  const store = await newStore();
  const many = (n: number) => ({
    key: 'hop',
    title: 'Hop',
    platforms: [on('nes', ...Array.from({ length: n }, (_, i) => release(String(1980 + (i % 40)), 'Japan', 'acme')))],
  });
  await load(store, 'mame', [many(600)]);
  await load(store, 'starter', [many(600)]);
});

test('a bundle of two sources is refused if one would lose all its games', async () => {
  const store = await newStore();
  const games = (source: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({ ...A, key: `${source}:${i}`, source, title: `${source} ${i}` }));
  const big = games('big', 100);
  const p = ['big', 'small'].map((source) => ({ ...NES[0], source }));
  await loadRaw(store, { platforms: p, games: [...big, ...games('small', 5)] }, { sources: ['big', 'small'] });
  await assert.rejects(
    loadRaw(store, { platforms: p, games: big }, { sources: ['big', 'small'] }),
    /5 of the 5 games of small/,
  );
});

test('deeply nested JSON is reported with its line number', async () => {
  const store = await newStore();
  for (const depth of [1000, 5000, 100_000]) {
    const deep = '['.repeat(depth) + ']'.repeat(depth);
    const folder = writeRawBundle({ games: `{"key":"test:a","title":${deep},"platforms":[]}\n` });
    await assert.rejects(loadBundle(store, await openBundle(folder), { clock: () => 1 }), /games\.jsonl:1/);
  }
});
