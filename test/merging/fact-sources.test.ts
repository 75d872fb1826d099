import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GameRecord, Provenance } from '../../src/catalog/model/record.ts';
import { listFactSources } from '../../src/merging/merge/fact-sources.ts';
import type { Store } from '../../src/store/store.ts';
import { correct, idOf, load, newStore, on, release } from '../support/samples/layers.ts';

/** `Genre: Action (mame)`, one for each fact. */
async function describe(store: Store, key: string): Promise<string[]> {
  const gameId = (await idOf(store, key)) as number;
  const facts = await store.catalog.read(async (reader) => {
    const game = await reader.findGame(gameId);
    const record = JSON.parse(game?.record ?? '') as GameRecord;
    return listFactSources(reader, record, JSON.parse(game?.provenance ?? '') as Provenance);
  });
  return facts.map(({ fact, value, sources, others = [] }) => {
    const rest = others.map((other) => `; ${other.source} says ${other.value}`).join('');
    return `${fact}: ${value} (${sources.join(', ')}${rest})`;
  });
}

const developed = (company: string) => ({ companies: [{ company: `company:${company}`, role: 'Developed by' }] });

test('each fact has the sources whose own line states it', async () => {
  const store = await newStore();
  await load(store, 'mame', [
    {
      key: 'hop',
      title: 'Hop',
      genres: ['genre:action'],
      groups: ['group:hop'],
      description: 'A text.',
      platforms: [on('nes', release('1990', 'United States', 'acme', developed('acme')))],
    },
  ]);
  await load(store, 'other', [
    {
      key: 'hop',
      title: 'Hop',
      alternate_titles: [{ title: 'Hoppu', description: 'Japanese title' }],
      genres: ['genre:action', 'genre:platform'],
      platforms: [on('nes', release('1991', 'Japan', 'acme', developed('acme')), release('1992', 'Japan', 'bolt'))],
    },
  ]);
  assert.equal(await idOf(store, 'mame:hop'), await idOf(store, 'other:hop'));
  const facts = await describe(store, 'mame:hop');
  for (const expected of [
    'Title: Hop (mame, other)',
    'Other title: Hoppu (other)',
    'Developer: acme (mame, other)',
    'Publisher: bolt (other)',
    'Platform: NES (mame, other)',
    'Genre: Action (mame, other)',
    'Genre: Platform (other)',
    'Series or theme: Hop (mame)',
    'First release: 1990 (mame; other says 1991)',
    'Description:  (mame)',
  ])
    assert.ok(facts.includes(expected), `${expected} in ${facts.join('\n')}`);
});

test('corrected facts name the corrections, before a source that says the same', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'hop', title: 'Hop', genres: ['genre:action'] }]);
  await correct(store, { game: 'mame:hop', title: 'Hop!', genres: ['genre:action', 'genre:puzzle'] });
  const facts = await describe(store, 'mame:hop');
  assert.ok(facts.includes('Title: Hop! (corrections)'), facts.join('\n'));
  assert.ok(facts.includes('Genre: Action (corrections, mame)'), facts.join('\n'));
  assert.ok(facts.includes('Genre: Puzzle (corrections)'), facts.join('\n'));
});
