import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeSource } from '../../src/merging/load/remove-source.ts';
import type { Store } from '../../src/store/store.ts';
import { companies } from '../support/samples/entries.ts';
import { correct, followed, gameOf, load, newStore, on, release } from '../support/samples/layers.ts';

const METROID = { key: 'metroid', title: 'Metroid II: Return of Samus' };

/** The first date and the releases of a game on each platform. */
async function datesOf(store: Store, key: string) {
  const { game_id, platforms } = await gameOf(store, key);
  const { platforms: sources } = JSON.parse((await store.catalog.findProvenance(game_id)) as string);
  return platforms.map(({ platform_name, first_release_date, releases }) => ({
    on: platform_name,
    first: first_release_date,
    releases: releases.map(({ release_date, countries, companies }) =>
      [release_date, ...countries, ...companies.map((one) => `${one.role} ${one.company_name}`)].join(', '),
    ),
    from: sources[`platform:${platform_name.toLowerCase()}`].releases,
  }));
}

test('the first release of a well-known game is added to later ones', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ ...METROID, platforms: [on('game-boy', release('1992', 'Japan', 'acme'))] }]);
  assert.deepEqual(await datesOf(store, 'mame:metroid'), [
    {
      on: 'GAME-BOY',
      first: '1991',
      releases: ['1991, Published by Nintendo, Developed by Nintendo', '1992, Japan, Published by acme'],
      from: ['mame', 'derived'],
    },
  ]);
  const { companies } = await store.catalog.readIndex();
  assert.ok(companies.some((text) => JSON.parse(text).company_name === 'Nintendo'));
  await followed(store, () => removeSource(store, 'mame', { clock: () => 2000 }));
  assert.deepEqual((await store.catalog.readIndex()).companies, [], 'its companies go with it');
});

test('nothing is older than the first release, and a month of its year is kept', async () => {
  const store = await newStore();
  const platforms = [
    on('nes', release('1993-04', 'United States', 'capcom')),
    on('game-boy', release('1991', 'Europe', 'acme')),
    on('snes', release('1995', 'Europe', 'acme')),
  ];
  await load(store, 'mame', [{ key: 'duck', title: 'DuckTales 2', platforms }], { companies: companies('Capcom') });
  const dates = await datesOf(store, 'mame:duck');
  assert.deepEqual(dates.map(({ on: name, first, releases, from }) => [name, first, releases[0], from]).toSorted(), [
    ['GAME-BOY', '1993', '1993, Europe, Published by acme', ['mame', 'derived']],
    ['NES', '1993-04', '1993-04, United States, Published by Capcom, Developed by Capcom', ['mame', 'derived']],
    ['SNES', '1995', '1995, Europe, Published by acme', ['mame']],
  ]);
});

test('a month on another platform is older than the first release, a demo and an unknown date are not', async () => {
  const store = await newStore();
  const platforms = [
    on('nes', release('1992', 'Japan', 'capcom', { description: 'Demo' }), release(null, 'Europe', 'capcom')),
    on('game-boy', release('1991-05', 'Europe', 'acme')),
  ];
  await load(store, 'mame', [{ key: 'duck', title: 'DuckTales 2', platforms }], { companies: companies('Capcom') });
  const dates = await datesOf(store, 'mame:duck');
  assert.deepEqual(dates.map(({ on: name, first, releases }) => [name, first, releases[0]]).toSorted(), [
    ['GAME-BOY', '1991-05', '1991-05, Europe, Published by acme'],
    ['NES', '1993', '1992, Japan, Published by Capcom, Developed by Capcom'],
  ]);
  assert.equal(dates.find((one) => one.on === 'NES')?.releases[1], '1993, Published by Capcom, Developed by Capcom');
});

test('a stated developer stays', async () => {
  const store = await newStore();
  const platforms = [on('game-boy', release('1991', 'Japan', 'Developed acme, nintendo'))];
  await load(store, 'mame', [{ ...METROID, platforms }], { companies: companies('Nintendo') });
  const [game] = await datesOf(store, 'mame:metroid');
  assert.deepEqual([game?.releases, game?.from], [['1991, Japan, Developed by acme, Published by Nintendo'], ['mame']]);
});

test('a publisher that is also named as the developer gives way to the developer of the table', async () => {
  const store = await newStore();
  const more = { companies: companies('nintendo', 'hal-laboratory') };
  const developers = async (...names: string[]) => {
    const credits = ['nintendo', ...names.map((name) => `Developed ${name}`)].join(', ');
    const platforms = [on('snes', release('1996', 'Japan', credits))];
    await load(store, 'mame', [{ key: 'kirby', title: 'Kirby Super Star', platforms }], more);
    const { platforms: found } = await gameOf(store, 'mame:kirby');
    const all = found.flatMap(({ releases }) => releases.flatMap((one) => one.companies));
    return all.filter(({ role }) => role === 'Developed by').map(({ company_name }) => company_name);
  };
  assert.deepEqual(await developers('nintendo'), ['hal-laboratory']);
  assert.deepEqual(await developers('nintendo', 'hal-laboratory'), ['hal-laboratory']);
  assert.deepEqual(await developers('acme', 'nintendo'), ['acme', 'nintendo'], 'another company may know better');
});

test('a correction of the platform counts before the table', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ ...METROID, platforms: [on('game-boy', release('1992', 'Japan', 'acme'))] }]);
  await correct(store, { game: 'mame:metroid', platforms: [on('game-boy', release('1993', 'Japan', 'acme'))] });
  const [game] = await datesOf(store, 'mame:metroid');
  assert.deepEqual([game?.first, game?.releases.length], ['1993', 1]);
});

test('a copy has its own date', async () => {
  const store = await newStore();
  const copy = { ...on('game-boy', release('1992', 'Japan', 'acme')), attributes: ['attribute:kind/hack'] };
  await load(store, 'mame', [{ ...METROID, platforms: [copy] }]);
  assert.equal((await datesOf(store, 'mame:metroid'))[0]?.first, '1992');
});

test('the best known title is shown, unless people chose another one', async () => {
  const store = await newStore();
  const other = { title: METROID.title, description: 'United States title' };
  const game = { key: 'hop', title: 'Hop II', alternate_titles: [other] };
  const platforms = [on('game-boy', release('1991', 'Japan', 'nintendo'))];
  await load(store, 'mame', [{ ...game, platforms }], { companies: companies('Nintendo') });
  const { game_id, title, alternate_titles } = await gameOf(store, 'mame:hop');
  assert.equal(title, METROID.title);
  assert.deepEqual(alternate_titles, [{ title: 'Hop II', description: 'Alternate title' }]);
  const { fields } = JSON.parse((await store.catalog.findProvenance(game_id)) as string);
  assert.deepEqual(fields.title, ['derived']);
  await correct(store, { game: 'mame:hop', title: 'Jump' });
  assert.equal((await gameOf(store, 'mame:hop')).title, 'Jump');
});
