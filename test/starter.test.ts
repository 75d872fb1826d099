import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import type { GameLine, MediaLine } from '../src/bundle/lines.ts';
import { exportCatalog } from '../src/merging/export/export-catalog.ts';
import { loadStarter } from '../src/merging/load/load.ts';
import { openPictureStore } from '../src/pictures/picture-store.ts';
import { openSqliteStore } from '../src/store/sqlite/store.ts';
import { temporaryFolder } from './support/samples/bundle.ts';
import { gameOf } from './support/samples/layers.ts';

const lines = <T>(name: string): T[] =>
  readFileSync(new URL(`../starter/${name}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const games = lines<GameLine>('games').filter(({ enriches }) => !enriches);
const sentences = (text: string) => text.split(/[.!?](?:\s|$)/).filter((part) => part.trim() !== '').length;

test('descriptions of games, groups and genres have two to five sentences', async () => {
  for (const game of games) {
    const count = sentences(game.description ?? '');
    assert.ok(count >= 2 && count <= 5, `${game.title}: ${count}`);
  }
  for (const group of lines<{ group_name: string; group_description: string }>('groups')) {
    const count = sentences(group.group_description);
    assert.ok(count >= 2 && count <= 5, group.group_name);
  }
  const table = readFileSync(new URL('../vocabulary/genres.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1);
  for (const row of table) {
    const count = sentences(row.split('\t')[4] ?? '');
    assert.ok(count >= 2 && count <= 5, row);
  }
});

test('every platform and genre is in the shipped vocabulary', () => {
  const names = (file: string) =>
    new Set(
      readFileSync(new URL(`../vocabulary/${file}`, import.meta.url), 'utf8')
        .split('\n')
        .map((row) => row.split('\t')[1]),
    );
  const platforms = names('platforms.tsv');
  for (const { platform_name } of lines<{ platform_name: string }>('platforms'))
    assert.ok(platforms.has(platform_name));
  const genres = names('genres.tsv');
  for (const { genre_name } of lines<{ genre_name: string }>('genres')) assert.ok(genres.has(genre_name));
});

const media = lines<MediaLine>('media');
const files = media.flatMap(({ screenshots = [] }) => screenshots.map(({ file }) => file));

test('at least eight free games have two to four screenshots, each with a caption', () => {
  assert.ok(media.length >= 8);
  for (const { key, screenshots = [] } of media) {
    assert.ok(screenshots.length >= 2 && screenshots.length <= 4, key);
    assert.ok(
      screenshots.every(({ caption }) => caption),
      key,
    );
  }
});

test('every picture is small, used once, and listed in the credits with its game', () => {
  const folder = new URL('../starter/media/', import.meta.url);
  assert.deepEqual(
    files.toSorted(),
    readdirSync(folder)
      .map((name) => `media/${name}`)
      .toSorted(),
  );
  for (const name of readdirSync(folder)) assert.ok(statSync(new URL(name, folder)).size < 120_000, name);
  const credits = readFileSync(new URL('../starter/CREDITS.md', import.meta.url), 'utf8');
  const titles = new Map(lines<GameLine>('games').map(({ key, title }) => [key, title]));
  for (const { key } of media) {
    const own = credits.split(`\n## ${titles.get(key)}\n`)[1]?.split('\n## ')[0] ?? '';
    assert.ok(own.includes(`\`${key.split(':')[1]}-1\``) && /^- By: .*\n- Licence: ./m.test(own), key);
  }
});

test('it loads like any other bundle; its valid pictures belong to its games and are not in the CC0 export', async () => {
  const store = await openSqliteStore(temporaryFolder('starter'));
  const mediaFolder = temporaryFolder('media');
  const report = await loadStarter(store, () => 1000, openPictureStore(mediaFolder, { withThumbnails: false }));
  assert.equal(report.added, games.length);
  assert.equal(globSync('*/*.webp', { cwd: mediaFolder }).length, files.length);
  for (const { key, screenshots = [] } of media) {
    const { platforms } = await gameOf(store, key.replace('starter-pictures', 'starter'));
    const linux = platforms.find(({ platform_name }) => platform_name === 'Linux');
    assert.deepEqual(
      linux?.screenshots.map(({ caption }) => caption),
      screenshots.map(({ caption }) => caption),
    );
  }
  const folder = temporaryFolder('export');
  const manifest = await exportCatalog(store, `${folder}/free`, { mediaFolder, licences: ['CC0-1.0'] });
  assert.deepEqual(
    manifest.sources.map(({ id }) => id),
    ['starter'],
  );
  assert.ok(!readdirSync(`${folder}/free`).some((name) => name.startsWith('media')));
  await store.close();
});
