import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import type { GameRecord } from '../../src/catalog/model/record.ts';
import { renderCard, renderGame } from '../../src/catalog/render/card.ts';
import type { Edit, GameChange } from '../../src/merging/edits/edit.ts';
import { exportCatalog } from '../../src/merging/export/export-catalog.ts';
import { loadBundle } from '../../src/merging/load/load.ts';
import { openPictureStore } from '../../src/pictures/picture-store.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { edit as editStore, save as saveStore } from '../support/samples/edits.ts';
import { gameOf, load, newStore, on, release } from '../support/samples/layers.ts';
import { png } from '../support/samples/pictures.ts';
import { newPlace as newStorePlace } from '../support/servers/engines.ts';

const [NES, SNES] = [22, 15];
const games = [{ key: 'hop', title: 'Hop', platforms: [on('nes', release('1990')), on('snes', release('1992'))] }];

interface Place {
  store: Store;
  media: string;
}

async function newPlace(): Promise<Place> {
  const store = await newStore();
  await load(store, 'mame', games);
  return { store, media: temporaryFolder('media') };
}

const edit = ({ store, media }: Place, change: GameChange, more: Partial<Edit> = {}) =>
  editStore(store, { action: 'correct', gameId: 1, change }, more, media);
const save = ({ store, media }: Place, change: GameChange) =>
  saveStore(store, { action: 'correct', gameId: 1, change }, {}, media);

const cover = async (colour: string, platform_id = NES) => ({
  platform_id,
  scan_of: 'Front Cover' as const,
  caption: null,
  name: `${colour}.png`,
  bytes: await png({ colour }),
});
const shot = async (colour: string, caption: string | null = null) => ({
  platform_id: NES,
  caption,
  name: `${colour}.png`,
  bytes: await png({ colour }),
});

const recordOf = (store: Store) => gameOf(store, 'mame:hop') as Promise<GameRecord>;
const coversOf = ({ platforms }: GameRecord) =>
  platforms.flatMap(({ cover_groups }) => cover_groups.flatMap(({ covers }) => covers.map(({ image }) => image)));
const shotsOf = ({ platforms }: GameRecord) =>
  platforms.flatMap(({ screenshots }) => screenshots.map(({ image }) => image));
const SHOWN = { publicUrl: '', mediaUrl: '/media', generatedCovers: false, originalFields: false };
const sampleOf = (record: GameRecord) => JSON.parse(renderGame(renderCard(record), SHOWN)).sample_cover?.image;
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

test('uploaded pictures are added, survive an import, and are reverted and restored', async () => {
  const place = await newPlace();
  const { store } = place;
  const key = await save(place, { addPictures: [await cover('red'), await shot('blue', 'Level 1')] });
  const added = await recordOf(store);
  assert.equal(coversOf(added).length, 1);
  const nes = added.platforms.find(({ platform_id }) => platform_id === NES);
  assert.deepEqual([nes?.screenshots[0]?.caption, nes?.screenshots[0]?.width], ['Level 1', 8]);
  assert.equal(nes?.cover_groups[0]?.covers[0]?.scan_of, 'Front Cover');
  assert.equal(sampleOf(added), coversOf(added)[0]);
  await load(store, 'mame', [{ ...(games[0] as object), key: 'hop', description: 'New.' }]);
  assert.deepEqual(coversOf(await recordOf(store)), coversOf(added));
  await edit(place, {}, { action: 'revert', key } as never);
  assert.deepEqual(coversOf(await recordOf(store)), []);
  await edit(place, {}, { action: 'restore', key } as never);
  assert.deepEqual(coversOf(await recordOf(store)), coversOf(added));
});

test('by its shape, an upright picture is a front cover and a wide one a screenshot', async () => {
  const place = await newPlace();
  const picture = async (width: number, height: number) => ({
    platform_id: NES,
    isKindByShape: true,
    caption: null,
    name: 'a.png',
    bytes: await png({ width, height }),
  });
  await save(place, { addPictures: [await picture(300, 400), await picture(128, 80), await picture(90, 90)] });
  const record = await recordOf(place.store);
  const nes = record.platforms.find(({ platform_id }) => platform_id === NES);
  assert.deepEqual(
    [
      nes?.cover_groups[0]?.covers.map(({ scan_of, width }) => [scan_of, width]),
      nes?.screenshots.map(({ width }) => width),
    ],
    [[['Front Cover', 300]], [128, 90]],
  );
  const refused = await edit(place, { addPictures: [{ ...(await picture(1, 2)), bytes: Buffer.from('x') }] });
  assert.equal(refused.status, 'refused');
});

test('the main cover is that of the game, also on another platform, and the main screenshot comes first', async () => {
  const place = await newPlace();
  const { store } = place;
  await save(place, {
    addPictures: [await cover('red'), await cover('green'), await shot('blue'), await shot('white')],
  });
  await save(place, { addPictures: [await cover('yellow', SNES)] });
  const before = await recordOf(store);
  assert.equal(sampleOf(before), coversOf(before)[0]);
  for (const image of coversOf(before)) {
    await save(place, { mainPicture: image });
    const after = await recordOf(store);
    assert.equal(sampleOf(after), image);
    assert.deepEqual(coversOf(after).toSorted(), coversOf(before).toSorted());
  }
  const [, second = ''] = shotsOf(before);
  await save(place, { mainPicture: second });
  assert.equal(shotsOf(await recordOf(store))[0], second);
  const [first = ''] = coversOf(before);
  await save(place, { mainPicture: first });
  const removal = await save(place, { removePictures: [first] });
  const after = await recordOf(store);
  assert.ok(!coversOf(after).includes(first));
  assert.notEqual(sampleOf(after), first);
  assert.equal(after.main_picture, undefined);
  await edit(place, {}, { action: 'revert', key: removal } as never);
  assert.equal(sampleOf(await recordOf(store)), first);
});

test('a picture twice is one picture, and a removed one can be added again', async () => {
  const place = await newPlace();
  await save(place, { addPictures: [await cover('red')] });
  await save(place, { addPictures: [await cover('red')] });
  const [image = '', ...more] = coversOf(await recordOf(place.store));
  assert.deepEqual(more, []);
  await save(place, { removePictures: [image] });
  await save(place, { addPictures: [await cover('red')] });
  assert.deepEqual(coversOf(await recordOf(place.store)), [image]);
});

test('pictures move with their platform', async () => {
  const place = await newPlace();
  await save(place, { addPictures: [await cover('red')] });
  await save(place, { platforms: [{ platform_id: NES, moveTo: SNES }] });
  const { platforms } = await recordOf(place.store);
  assert.deepEqual([platforms.length, platforms[0]?.platform_id, platforms[0]?.cover_groups.length], [1, SNES, 1]);
});

test('an export has the pictures of corrections, and its import gives the same game', async () => {
  const place = await newPlace();
  await save(place, { addPictures: [await cover('red'), await cover('green'), await shot('blue', 'Level 1')] });
  const [first = '', second = ''] = coversOf(await recordOf(place.store));
  await save(place, { mainPicture: second });
  await save(place, { removePictures: [first] });
  const folder = join(temporaryFolder('export'), 'bundle');
  await exportCatalog(place.store, folder, { mediaFolder: place.media });
  const copy = { store: await newStore(), media: temporaryFolder('media') };
  const pictureStore = openPictureStore(copy.media);
  await loadBundle(copy.store, await openBundle(folder), { clock: () => 1, pictureStore });
  assert.deepEqual(await recordOf(copy.store), await recordOf(place.store));
  // The removed one is still there, for a revert.
  assert.equal(filesOf(copy.media), filesOf(place.media));
  await assert.rejects(
    async () => loadBundle(await newStore(), await openBundle(folder), { clock: () => 1 }),
    /corrections\.jsonl:\d+: has the file media\/\w+\.png, which was not stored/,
  );
});

test('an edit of an older version stores no picture', async () => {
  const place = await newPlace();
  const outcome = await edit(place, { addPictures: [await cover('red')] }, { seen: [{ gameId: 1, version: 'old' }] });
  assert.equal(outcome.status, 'outdated');
  assert.equal(filesOf(place.media), 0);
});

test('an edit that an import refuses stores no picture', async () => {
  const config = await newStorePlace();
  const store = await openStore(config);
  await load(store, 'mame', games);
  const place = { store, media: temporaryFolder('media') };
  const importing = await openStore(config);
  const outcome = await importing.catalog.write(async () => edit(place, { addPictures: [await cover('red')] }));
  assert.equal(outcome.status === 'failed' && outcome.message.slice(0, 25), 'Another import is running');
  assert.equal(filesOf(place.media), 0);
  await save(place, { addPictures: [await cover('red')] });
  assert.ok(filesOf(place.media) > 0);
  await Promise.all([importing.close(), store.close()]);
});
