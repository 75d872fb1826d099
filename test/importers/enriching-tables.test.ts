import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { slugOf } from '../../src/catalog/model/slug.ts';
import { findGroup } from '../../src/importers/dumps/groups.ts';
import { STATUSES } from '../../src/importers/dumps/tags.ts';
import { listFacts } from '../../src/vocabulary/facts.ts';
import { GAME_KINDS } from '../../src/vocabulary/kinds.ts';
import { findLanguage } from '../../src/vocabulary/languages.ts';
import { seriesGroup } from '../../src/vocabulary/series.ts';
import { readTable } from '../../src/vocabulary/tables.ts';
import { readVocabulary } from '../../src/vocabulary/vocabulary.ts';
import { readJsonLines } from '../support/sources.ts';

const STARTER_GROUPS = fileURLToPath(new URL('../../starter/groups.jsonl', import.meta.url));
const vocabulary = readVocabulary();
const column = (table: string, n: number) => readTable(table).map((row) => row[n] as string);
const isFixed = (kind: string, name: string) => vocabulary.findId(`${kind}:${slugOf(name)}`) !== undefined;

test('names are unique in the tables of enriching sources', () => {
  const names: [table: string, names: string[]][] = [
    ['languages.tsv', column('languages.tsv', 0)],
    [
      'series-names.tsv',
      [
        ...listFacts('series').map(({ value }) => slugOf(value)),
        ...column('series-names.tsv', 1).flatMap((others) => others.split('|').map(slugOf)),
      ],
    ],
    ['gamedatabase-platforms.tsv', readTable('gamedatabase-platforms.tsv').map(([file, tag]) => `${file} ${tag}`)],
    ['gamedatabase-genres.tsv', column('gamedatabase-genres.tsv', 0)],
    ['gamedatabase-tags.tsv', readTable('gamedatabase-tags.tsv').map(([tag, use]) => `${tag} ${use}`)],
    ['libretro-platforms.tsv', column('libretro-platforms.tsv', 0)],
    ['launchbox-platforms.tsv', column('launchbox-platforms.tsv', 0)],
    ['zxdb-machines.tsv', column('zxdb-machines.tsv', 0)],
    ['gametdb-types.tsv', readTable('gametdb-types.tsv').map(([database, type]) => `${database} ${type}`)],
    ['dump-genres.tsv', column('dump-genres.tsv', 0).map((name) => name.toLowerCase())],
    ['libretro-fields.tsv', column('libretro-fields.tsv', 0)],
    ['dump-ratings.tsv', readTable('dump-ratings.tsv').map(([field, value]) => `${field} ${value}`)],
  ];
  for (const [table, list] of names)
    assert.deepEqual(
      list.filter((name, i) => list.indexOf(name) !== i),
      [],
      table,
    );
});

test('every file of GameDataBase has a platform for rows without a matching tag', () => {
  const files = readTable('gamedatabase-platforms.tsv');
  for (const [file = ''] of files)
    assert.ok(
      files.some(([name, tag]) => name === file && tag === ''),
      file,
    );
});

test('every platform and genre in these tables exists', () => {
  const platforms = [
    ...column('gamedatabase-platforms.tsv', 2),
    ...column('libretro-platforms.tsv', 1),
    ...column('launchbox-platforms.tsv', 1),
    ...column('gametdb-types.tsv', 2),
    ...column('zxdb-machines.tsv', 1),
    ...[...column('game-codes.tsv', 0), ...column('modern-platforms.tsv', 0)].map((slug) => `platform:${slug}`),
  ];
  for (const key of platforms.filter((key) => key !== '')) assert.ok(vocabulary.findId(key), key);
  const genres = [...column('gamedatabase-genres.tsv', 1), ...column('dump-genres.tsv', 1)];
  for (const key of genres.flatMap((keys) => keys.split(' ')).filter((key) => key !== ''))
    assert.ok(vocabulary.findId(key), key);
});

test('every meaning of a tag of libretro is a kind, or that of a reissue', () => {
  const kinds = new Set<string>([...GAME_KINDS, 'reissue']);
  for (const meaning of column('libretro-tags.tsv', 0)) assert.ok(kinds.has(meaning), meaning);
});

test('the importer supports every use of a tag', () => {
  const checks: Record<string, (category: string, name: string) => boolean> = {
    attribute: (category, name) => isFixed('attribute_category', category) && name !== '',
    genre: (_, key) => vocabulary.findId(key) !== undefined,
    group: (_, name) => findGroup(name) !== undefined,
    series: (_, name) => seriesGroup(name)?.group_name === name,
    status: (_, name) => STATUSES.some((status) => status === name),
    note: (_, name) => name !== '',
    none: (category, name) => category + name === '',
  };
  for (const [tag, use = '', category = '', name = ''] of readTable('gamedatabase-tags.tsv'))
    assert.ok(checks[use]?.(category, name), `${tag} ${use} ${category} ${name}`);
});

test('fields and ratings of DAT files have categories with fixed ids', () => {
  for (const [field, use, category = ''] of readTable('libretro-fields.tsv'))
    assert.equal(use === 'attribute' && isFixed('attribute_category', category), category !== '', field ?? '');
  for (const system of column('dump-ratings.tsv', 2).filter((name) => name !== ''))
    assert.ok(isFixed('rating_system', system), system);
});

test('a series is found by any spelling of its name', () => {
  assert.equal(seriesGroup('Burger Time')?.group_name, 'BurgerTime');
  assert.equal(seriesGroup('House of the Dead')?.group_name, 'The House of the Dead');
});

test('a series has the same key as in the starter catalog, by any of its names', () => {
  const groups = readJsonLines<{ key: string; group_name: string }>(STARTER_GROUPS);
  const names = new Map(groups.map(({ key, group_name }) => [key, group_name]));
  const cases: [string, string][] = [
    ['Zelda', 'group:the-legend-of-zelda'],
    ['Pokemon', 'group:pokemon'],
    ['Sonic', 'group:sonic-the-hedgehog'],
    ['Super Mario Bros.', 'group:mario'],
    ['Rockman', 'group:mega-man'],
    ['tetris', 'group:tetris'],
  ];
  for (const [text, key] of cases) {
    assert.equal(seriesGroup(text)?.key, key, text);
    assert.ok(names.has(key), key);
  }
  for (const name of listFacts('series').map(({ value }) => value)) {
    const group = seriesGroup(name);
    assert.equal(group?.group_name, name, 'a name that the table leads to is no alias itself');
    assert.equal(names.get(group.key) ?? name, name);
  }
  assert.equal(seriesGroup('…'), undefined);
});

test('languages have the same names as in the tags of dumps', () => {
  const tags = readTable('dump-tags.tsv').flatMap(([kind, , name]) => (kind === 'language' ? [name] : []));
  const names = new Set(column('languages.tsv', 1));
  assert.deepEqual(
    tags.filter((name) => !names.has(name as string)),
    [],
  );
  assert.deepEqual(
    [findLanguage('Zh-Hans'), findLanguage('EN'), findLanguage('xx')],
    ['Chinese', 'English', undefined],
  );
});
