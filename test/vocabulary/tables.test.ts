import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { slugOf } from '../../src/catalog/model/slug.ts';
import { plainTitle } from '../../src/folding.ts';
import { findGroup } from '../../src/importers/dumps/groups.ts';
import { STATUSES } from '../../src/importers/dumps/tags.ts';
import { PROFILES } from '../../src/importers/mame/lists.ts';
import { companyName } from '../../src/vocabulary/companies.ts';
import { listFacts } from '../../src/vocabulary/facts.ts';
import { GAME_KINDS } from '../../src/vocabulary/kinds.ts';
import { findLanguage } from '../../src/vocabulary/languages.ts';
import { findPlatform } from '../../src/vocabulary/platforms.ts';
import { seriesGroup } from '../../src/vocabulary/series.ts';
import { parseScope, readTable } from '../../src/vocabulary/tables.ts';
import { findFixedId } from '../../src/vocabulary/vocabulary.ts';
import { readJsonLines } from '../support/samples/sources.ts';

const column = (table: string, n: number) => readTable(`${table}.tsv`).map((row) => row[n] as string);
const isFixed = (kind: string, name: string) => findFixedId(`${kind}:${slugOf(name)}`) !== undefined;
const listDuplicates = (names: readonly string[]) => names.filter((name, i) => names.indexOf(name) !== i);

/** The columns that tell rows apart, of which no two are equal. Rows that have none of them are not compared. */
const UNIQUE: [tables: string, columns: number[], hasCases?: boolean][] = [
  ['mame-infos libretro-platforms', [0], true],
  [
    `mame-lists countries generic-titles title-prefixes mame-categories mame-years company-labels languages
    appstream-categories appstream-components gamedatabase-genres dump-genres
    launchbox-platforms folder-platforms zxdb-machines libretro-fields wikidata-classes wikidata-platforms
    wikidata-genres wikidata-countries wikidata-ratings wikidata-modes`,
    [0],
  ],
  ['gamedatabase-platforms gamedatabase-tags gametdb-types dump-ratings other-games', [0, 1]],
  ['company-aliases', [0, 2, 3]],
];

test('no two rows of a table are about the same', () => {
  for (const [tables, columns, hasCases = false] of UNIQUE)
    for (const table of tables.split(/\s+/)) {
      const names = readTable(`${table}.tsv`).map((row) => columns.map((n) => row[n]).join('\t'));
      const folded = hasCases ? names : names.map((name) => name.toLowerCase());
      assert.deepEqual(listDuplicates(folded.filter(Boolean)), [], table);
    }
  const former = column('mame-lists', 5).flatMap((names) => names.split(' ').filter(Boolean));
  assert.deepEqual(listDuplicates(former), []);
  for (const name of former) assert.ok(column('mame-lists', 0).includes(name), name);
  const series = [...listFacts('series').map(({ value }) => value), ...column('series-names', 1).join('|').split('|')];
  assert.deepEqual(listDuplicates(series.map(slugOf).filter(Boolean)), []);
});

/** Columns with keys, or with names of a kind of entry, separated by spaces. */
const REFERENCES: [columns: string, kind?: string][] = [
  [
    `mame-lists 1; mame-drivers 2; mame-categories 1; appstream-categories 1; gamedatabase-platforms 2; libretro-platforms 1;
    launchbox-platforms 1; gametdb-types 2; zxdb-machines 1; gamedatabase-genres 1; dump-genres 1; wikidata-platforms 2;
    wikidata-genres 2; wikidata-classes 3`,
  ],
  [
    `reissue-machines 0; code-areas 0; namesakes 1; same-titles 2; clone-lists 2; fan-platforms 0; clone-platforms 0;
    game-codes 0; modern-platforms 0; folder-platforms 1`,
    'platform',
  ],
];
const NAMES: [columns: string, kind: string][] = [
  ['mame-features 2; libretro-fields 2; wikidata-modes 2', 'attribute_category'],
  ['dump-ratings 2; wikidata-ratings 1', 'rating_system'],
  ['dump-codes 2', 'product_code_type'],
];
const NO_KEYS = ['', '*', 'none', 'drop'];
const cellsOf = (columns: string) =>
  columns.split(/;\s+/).flatMap((text) => column(text.split(' ')[0] as string, Number(text.split(' ')[1])));

test('the platforms, genres, categories and types that tables name have fixed ids', () => {
  for (const [columns, kind] of REFERENCES)
    for (const name of cellsOf(columns).flatMap((cell) => cell.split(' ')))
      assert.ok(NO_KEYS.includes(name) || findFixedId(kind ? `${kind}:${name}` : name), `${columns}: ${name}`);
  for (const [columns, kind] of NAMES)
    for (const name of cellsOf(columns)) assert.ok(name === '' || isFixed(kind, name), `${columns}: ${name}`);
  assert.equal(findFixedId('platform:famicom-disk-system'), 1130);
});

/** The values that a column may have. */
const VALUES: [columns: string, values: readonly string[]][] = [
  ['mame-lists 2', ['none', ...PROFILES]],
  ['mame-lists 3; wikidata-countries 1', ['', ...column('countries', 1)]],
  ['libretro-tags 0', [...GAME_KINDS, 'reissue']],
  ['title-kinds 0', ['', 'game', ...GAME_KINDS]],
  ['mame-sections 2', ['', ...GAME_KINDS]],
  ['wikidata-classes 2', ['game', 'never', 'name']],
  ['countries 2', ['japan', 'america', 'europe', 'asia', 'other', 'world']],
];

test('columns have no other values than the code knows', () => {
  for (const [columns, values] of VALUES)
    for (const cell of cellsOf(columns)) assert.ok(values.includes(cell), `${columns}: ${cell}`);
  for (const area of cellsOf('code-areas 2').flatMap((cell) => cell.split(' ')))
    assert.ok(column('countries', 2).includes(area), area);
  const ofTags = (kind: string) => readTable('dump-tags.tsv').flatMap(([one, , name]) => (one === kind ? [name] : []));
  assert.deepEqual(new Set(ofTags('status')), new Set(STATUSES));
  for (const name of ofTags('language')) assert.ok(column('languages', 1).includes(name as string), name);
  for (const [id = '', label = '', , since = ''] of readTable('wikidata-platforms.tsv'))
    assert.match(since, /^((19[4-9]|20[0-2])\d)?$/, `${id} ${label}`);
});

const PATTERNS = `dump-tags 1; mame-media 0; title-kinds 1; title-kinds 2; dump-codes 1; code-areas 1; game-codes 1; libretro-tags 1;
  appstream-licences 0; mame-categories 0; mame-drivers 0; mame-drivers 1`;

test('every pattern is a regular expression', () => {
  for (const pattern of cellsOf(PATTERNS)) assert.doesNotThrow(() => new RegExp(`^(?:${pattern})$`, 'u'), pattern);
});

test('a list of MAME has a platform or no games, and a file of GameDataBase one for rows without a matching tag', () => {
  for (const [list = '', platform = '', profile = ''] of readTable('mame-lists.tsv'))
    assert.equal(platform === '', profile === 'none', list);
  const files = readTable('gamedatabase-platforms.tsv');
  for (const [file = ''] of files)
    assert.ok(
      files.some(([name, tag]) => name === file && tag === ''),
      file,
    );
});

test('the rules of titles for a platform name a platform that a source has', () => {
  const platforms = cellsOf('mame-lists 1; libretro-platforms 1');
  for (const lists of column('title-kinds', 1).filter((text) => text.startsWith('platform:')))
    assert.ok(
      platforms.some((key) => new RegExp(`^(?:${lists})$`).test(key)),
      lists,
    );
});

test('rows of Wikidata have an id or a label, and rows with one label the same facts', () => {
  for (const table of ['platforms', 'genres', 'modes', 'classes', 'countries', 'ratings']) {
    const hasLabels = ['platforms', 'genres', 'modes'].includes(table);
    const facts = new Map<string, string>();
    for (const [id = '', label = '', ...cells] of readTable(`wikidata-${table}.tsv`)) {
      assert.match(id, hasLabels && label !== '' ? /^(Q[1-9]\d*)?$/ : /^Q[1-9]\d*$/, table);
      const key = hasLabels && label !== '' ? label.toLowerCase() : id;
      assert.equal(facts.get(key) ?? String(cells), String(cells), `${table}: ${label}`);
      facts.set(key, String(cells));
    }
  }
});

test('the importer supports every use of a tag of GameDataBase', () => {
  const checks: Record<string, (category: string, name: string) => boolean> = {
    attribute: (category, name) => isFixed('attribute_category', category) && name !== '',
    genre: (_, key) => findFixedId(key) !== undefined,
    group: (_, name) => findGroup(name) !== undefined,
    series: (_, name) => seriesGroup(name)?.group_name === name,
    status: (_, name) => STATUSES.some((status) => status === name),
    note: (_, name) => name !== '',
    none: (category, name) => category + name === '',
  };
  for (const [tag, use = '', category = '', name = ''] of readTable('gamedatabase-tags.tsv'))
    assert.ok(checks[use]?.(category, name), `${tag} ${use} ${category} ${name}`);
});

test('a series has the same key as in the starter catalog, by any of its names', () => {
  const groups = readJsonLines<{ key: string; group_name: string }>(
    new URL('../../starter/groups.jsonl', import.meta.url).pathname,
  );
  const names = new Map(groups.map(({ key, group_name }) => [key, group_name]));
  const cases = {
    Zelda: 'the-legend-of-zelda',
    Pokemon: 'pokemon',
    'Super Mario Bros.': 'mario',
    Rockman: 'mega-man',
    tetris: 'tetris',
  };
  for (const [text, key] of Object.entries(cases)) assert.equal(seriesGroup(text)?.key, `group:${key}`, text);
  for (const name of listFacts('series').map(({ value }) => value)) {
    const group = seriesGroup(name);
    assert.equal(group?.group_name, name, 'a name that the table leads to is no alias itself');
    assert.equal(names.get(group.key) ?? name, name);
  }
  assert.equal(seriesGroup('House of the Dead')?.group_name, 'The House of the Dead');
  assert.equal(seriesGroup('…'), undefined);
});

test('the code of a language may name a script', () => {
  assert.deepEqual(['Zh-Hans', 'EN', 'xx'].map(findLanguage), ['Chinese', 'English', undefined]);
});

test('the target of an AppStream component is not another alias', () => {
  const games = new Map(readTable('appstream-components.tsv').map(([id = '', game = '']) => [id, game]));
  for (const [id, game] of games) assert.equal(games.get(game) ?? game, game, id);
});

test('every company is known by its own name', () => {
  for (const name of column('company-aliases', 1).flatMap((names) => names.split(' / ').filter(Boolean)))
    assert.equal(companyName(name), name);
});

test('platforms have a type, and plausible years and generations', () => {
  const types = new Set(column('platforms', 6));
  assert.ok(types.size < 15 && !types.has(''), [...types].join());
  for (const id of column('platforms', 0)) {
    const { name, year = 1980, generation = 1, otherNames } = findPlatform(Number(id)) ?? assert.fail(id);
    assert.ok(year >= 1950 && year <= 2026 && generation <= 9 && !otherNames.includes(name), name);
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
          assert.ok(a.platforms && b.platforms?.isDisjointFrom(a.platforms), `${title}: ${a.game}, ${b.game}`);
});

test('an entry of another game has its game in the same source', () => {
  const rows = readTable('other-games.tsv').map(([line = '', entry = '', game = '']) => ({ line, entry, game }));
  for (const { line, entry, game } of rows) {
    const source = game.split(':', 1)[0];
    for (const key of [line, game]) assert.match(key, /^[a-z]+:[^\s/]+\S+$/);
    assert.ok(entry.startsWith(`${source}:`) || (source === 'gamedatabase' && line.startsWith(source)), entry);
    assert.notEqual(game, line);
    const own = rows.find((row) => row.entry === game);
    assert.equal(own?.game ?? game, game, `${entry}: the game is in another line`);
  }
});

test('no first release contradicts the starter catalog', () => {
  const starter = new Map<string, number>();
  const text = readFileSync(new URL('../../starter/games.jsonl', import.meta.url), 'utf8');
  for (const { title, platforms } of text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line)))
    for (const { platform, releases = [] } of platforms)
      for (const { release_date: date } of releases)
        if (date) starter.set(`${plainTitle(title)} ${platform}`, Number(date.slice(0, 4)));
  for (const { titles: title, platforms, from: year } of listFacts('first release'))
    assert.ok((starter.get(`${plainTitle(title)} platform:${platforms}`) ?? year) >= year, title);
});
