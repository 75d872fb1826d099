import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainTitle } from '../../src/folding.ts';
import { STATUSES } from '../../src/importers/dumps/tags.ts';
import { PROFILES } from '../../src/importers/mame/lists.ts';
import { findPlatform } from '../../src/vocabulary/platforms.ts';
import { parseScope, readTable } from '../../src/vocabulary/tables.ts';
import { readVocabulary } from '../../src/vocabulary/vocabulary.ts';

const vocabulary = readVocabulary();
const column = (table: string, n: number) => readTable(table).map((row) => row[n] as string);

const UNIQUE: [table: string, fold: boolean][] = [
  ['mame-lists.tsv', false],
  ['countries.tsv', true],
  ['generic-titles.tsv', true],
  ['mame-infos.tsv', false],
  ['title-prefixes.tsv', false],
  ['appstream-categories.tsv', false],
  ['appstream-components.tsv', false],
  ['appstream-controls.tsv', false],
  ['appstream-languages.tsv', true],
  ['mame-categories.tsv', false],
  ['mame-years.tsv', false],
  ['company-labels.tsv', true],
];

test('names are unique in every table', () => {
  for (const [table, folds] of UNIQUE) {
    const names = column(table, 0).map((name) => (folds ? name.toLowerCase() : name));
    assert.deepEqual(
      names.filter((name, i) => names.indexOf(name) !== i),
      [],
      table,
    );
  }
});

const NO_KEYS = ['', '*', 'none', 'drop'];
const REFERENCES: [table: string, column: number, prefix?: string][] = [
  ['mame-lists.tsv', 1],
  ['mame-drivers.tsv', 2],
  ['mame-categories.tsv', 1],
  ['appstream-categories.tsv', 1],
  ['reissue-machines.tsv', 0, 'platform:'],
  ['code-areas.tsv', 0, 'platform:'],
  ['namesakes.tsv', 1, 'platform:'],
  ['same-titles.tsv', 2, 'platform:'],
  ['clone-lists.tsv', 2, 'platform:'],
  ['fan-platforms.tsv', 0, 'platform:'],
  ['clone-platforms.tsv', 0, 'platform:'],
];

test('the platforms and genres that tables name exist', () => {
  for (const [table, n, prefix = ''] of REFERENCES)
    for (const name of column(table, n).flatMap((cell) => cell.split(' ')))
      assert.ok(NO_KEYS.includes(name) || vocabulary.findId(`${prefix}${name}`), `${table}: ${name}`);
});

test('every list has a platform and a profile, or no games', () => {
  for (const [list = '', platform = '', profile = '', country = ''] of readTable('mame-lists.tsv')) {
    assert.equal(platform === '', profile === 'none', list);
    assert.ok(profile === 'none' || PROFILES.some((name) => name === profile), list);
    assert.ok(country === '' || column('countries.tsv', 1).includes(country), list);
  }
});

test('every country and every code has an area', () => {
  const areas = ['japan', 'america', 'europe', 'asia', 'other', 'world'];
  for (const [spelling = '', , area = ''] of readTable('countries.tsv')) assert.ok(areas.includes(area), spelling);
  for (const [, pattern = '', codeAreas = ''] of readTable('code-areas.tsv'))
    for (const area of codeAreas.split(' ')) assert.ok(areas.includes(area), pattern);
});

test('every pattern is a regular expression, and every status is known', () => {
  for (const [table, n] of [
    ['dump-tags.tsv', 1],
    ['mame-media.tsv', 0],
    ['title-kinds.tsv', 1],
    ['title-kinds.tsv', 2],
    ['dump-codes.tsv', 1],
    ['code-areas.tsv', 1],
    ['game-codes.tsv', 1],
    ['libretro-tags.tsv', 1],
    ['appstream-licences.tsv', 0],
    ['mame-categories.tsv', 0],
    ['mame-drivers.tsv', 0],
    ['mame-drivers.tsv', 1],
  ] as const)
    for (const pattern of column(table, n)) assert.doesNotThrow(() => new RegExp(`^(?:${pattern})$`, 'u'), pattern);
  const statuses = readTable('dump-tags.tsv').flatMap(([kind, , value]) =>
    kind === 'status' ? [value as string] : [],
  );
  assert.deepEqual(new Set(statuses), new Set(STATUSES));
});

test('categories and types of codes in the tables have fixed ids', () => {
  for (const category of column('mame-features.tsv', 2).filter((name) => name !== ''))
    assert.ok(vocabulary.findId(`attribute_category:${category.toLowerCase().replaceAll(' ', '-')}`), category);
  for (const type of column('dump-codes.tsv', 2))
    assert.ok(vocabulary.findId(`product_code_type:${type.toLowerCase().replaceAll(' ', '-')}`), type);
});

test('the target of an AppStream component is not another alias', () => {
  const games = new Map(readTable('appstream-components.tsv').map(([id = '', game = '']) => [id, game]));
  for (const [id, game] of games) assert.equal(games.get(game) ?? game, game, id);
});

test('platforms have a type, and plausible years and generations', () => {
  const types = new Set(column('platforms.tsv', 6));
  assert.ok(types.size < 15 && !types.has(''), [...types].join());
  for (const id of column('platforms.tsv', 0)) {
    const { name, year = 1980, generation = 1, otherNames } = findPlatform(Number(id)) ?? assert.fail(id);
    assert.ok(year >= 1950 && year <= 2026 && generation <= 9, name);
    assert.ok(!otherNames.includes(name), name);
  }
});

test('no platform and year of a title belongs to two namesakes', () => {
  const rows = readTable('namesakes.tsv').map(([title = '', platforms = '', years = '', game = '']) => ({
    ...{ title: plainTitle(title), game },
    ...parseScope(platforms, years),
  }));
  for (const [title, own] of Map.groupBy(rows, (row) => row.title))
    for (const a of own)
      for (const b of own)
        if (a.game < b.game && a.from <= b.to && b.from <= a.to)
          assert.ok(
            a.platforms && b.platforms && a.platforms.isDisjointFrom(b.platforms),
            `${title}: ${a.game}, ${b.game}`,
          );
});

test('an entry of another game is listed once, and its game is of the same source', () => {
  const rows = readTable('other-games.tsv').map(([line = '', entry = '', game = '']) => ({ line, entry, game }));
  assert.equal(new Set(rows.map(({ line, entry }) => `${line} ${entry}`)).size, rows.length);
  for (const { line, entry, game } of rows) {
    const source = game.split(':', 1)[0];
    for (const key of [line, game]) assert.match(key, /^[a-z]+:[^\s/]+\S+$/);
    assert.ok(entry.startsWith(`${source}:`) || (source === 'gamedatabase' && line.startsWith(source)), entry);
    assert.notEqual(game, line);
    const own = rows.find((row) => row.entry === game);
    assert.equal(own?.game ?? game, game, `${entry}: the game is in another line`);
  }
});

test('Famicom Disk System is a platform of its own in every source', () => {
  const platformOf = (table: string, name: string, n: number) =>
    readTable(table).find(([first]) => first === name)?.[n];
  const own = [
    platformOf('mame-lists.tsv', 'famicom_flop', 1),
    platformOf('gamedatabase-platforms.tsv', 'console_nintendo_famicomdisksystem', 2),
    platformOf('libretro-platforms.tsv', 'Nintendo - Family Computer Disk System', 1),
    platformOf('wikidata-platforms.tsv', 'Q135321', 2),
  ];
  assert.deepEqual(new Set(own), new Set(['platform:famicom-disk-system']));
  assert.equal(vocabulary.findId('platform:famicom-disk-system'), 1130);
});
