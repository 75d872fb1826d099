import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slugOf } from '../../../src/catalog/model/slug.ts';
import { readTable } from '../../../src/vocabulary/tables.ts';
import { readVocabulary } from '../../../src/vocabulary/vocabulary.ts';

const vocabulary = readVocabulary();
const TABLES = ['classes', 'platforms', 'genres', 'countries', 'ratings', 'modes'].map(
  (name) => `wikidata-${name}.tsv`,
);
const WITH_LABELS = ['wikidata-platforms.tsv', 'wikidata-genres.tsv', 'wikidata-modes.tsv'];
const isDuplicate = (name: string, i: number, all: readonly string[]) => all.indexOf(name) !== i;

test('every row has an id of an item, each once, or a label', () => {
  for (const table of TABLES) {
    const rows = readTable(table);
    const ids = rows.map(([id = '']) => id).filter((id) => id !== '');
    assert.deepEqual(ids.filter(isDuplicate), [], table);
    assert.deepEqual(
      ids.filter((id) => !/^Q[1-9]\d*$/.test(id)),
      [],
      table,
    );
    if (WITH_LABELS.includes(table)) for (const [id, label] of rows) assert.ok(id !== '' || label !== '', table);
    else assert.equal(ids.length, rows.length, table);
  }
});

test('rows with the same label have the same facts', () => {
  for (const table of WITH_LABELS) {
    const factsByLabel = new Map<string, string>();
    for (const [, label = '', ...cells] of readTable(table).filter(([, label]) => label !== '')) {
      const facts = cells.join(' ');
      assert.equal(factsByLabel.get(label.toLowerCase()) ?? facts, facts, `${table}: ${label}`);
      factsByLabel.set(label.toLowerCase(), facts);
    }
  }
});

test('platforms, genres, rating systems and categories are in the vocabulary', () => {
  const keys = [
    ...readTable('wikidata-platforms.tsv').map(([, , platform = '']) => platform),
    ...readTable('wikidata-genres.tsv').flatMap(([, , genres = '']) => genres.split(' ')),
    ...readTable('wikidata-classes.tsv').flatMap(([, , , genre = '']) => (genre === '' ? [] : [genre])),
    ...readTable('wikidata-ratings.tsv').flatMap(([, system = '']) =>
      system === '' ? [] : [`rating_system:${slugOf(system)}`],
    ),
    ...readTable('wikidata-modes.tsv').flatMap(([, , category = '']) =>
      category === '' ? [] : [`attribute_category:${slugOf(category)}`],
    ),
  ];
  assert.deepEqual(
    keys.filter((key) => vocabulary.findId(key) === undefined),
    [],
  );
});

test('the year of a platform is valid or empty', () => {
  for (const [id, label, , since = ''] of readTable('wikidata-platforms.tsv'))
    assert.match(since, /^((19[4-9]|20[0-2])\d)?$/, `${id} ${label}`);
});

test('places are known countries, and classes have a known use', () => {
  const countries = new Set(readTable('countries.tsv').map(([, country]) => country));
  for (const [id = '', country] of readTable('wikidata-countries.tsv')) assert.ok(countries.has(country), id);
  for (const [id = '', , use = ''] of readTable('wikidata-classes.tsv'))
    assert.ok(['game', 'never', 'name'].includes(use), id);
});
