import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertGames, convertFile } from '../../support/samples/sources.ts';
import { zipOf } from '../../support/samples/zip.ts';
import { type Dump, dumpOf } from '../../support/samples/zxdb.ts';

const DOMAINS: Dump = {
  genretypes: [
    ['id', 'text'],
    [1, 'Arcade Game: Platform'],
    [2, 'Utility: Copy'],
    [3, 'Adventure Game: Text-Only'],
    [80, 'Compilation'],
    [81, 'toString'],
  ],
  machinetypes: [
    ['id', 'text'],
    [1, 'ZX-Spectrum 48K'],
    [18, 'ZX81 16K'],
    [27, 'SAM Coupe'],
    [99, 'Toaster'],
  ],
  labeltypes: [
    ['id', 'text'],
    ['+', 'Person: Real name'],
    ['-', 'Person: Nickname'],
    ['.', 'Company: Publisher'],
  ],
  labels: [
    ['id', 'name', 'labeltype_id'],
    [1, "Acme's Soft Ltd", '.'],
    [2, 'Bolt Studios', '.'],
    [3, 'Jo Doe', '+'],
  ],
};
const ENTRY = ['id', 'title', 'genretype_id', 'machinetype_id', 'max_players', 'language_id', 'availabletype_id'];
const entries = (...rows: Dump[string]): Dump => ({ entries: [ENTRY, ...rows] });
const HOP = [7, 'Hop; "Skip" & Jump', 1, 1, 2, 'en', 'A'];
const convert = (tables: Dump, flags = {}) =>
  convertFile('zxdb', 'ZXDB_mysql.sql', dumpOf({ ...DOMAINS, ...tables }), flags);

test('an entry has its releases, companies, score and other titles', async () => {
  const { games, counts, unknown } = await convert({
    ...entries(HOP),
    releases: [
      ['entry_id', 'release_seq', 'release_year', 'release_month', 'release_day'],
      [7, 0, 1983, 8, null],
      [7, 1, 1985, null, null],
    ],
    publishers: [
      ['entry_id', 'release_seq', 'label_id', 'publisher_seq'],
      [7, 0, 1, 1],
      [7, 1, 2, 1],
    ],
    authors: [
      ['entry_id', 'label_id', 'team_id', 'author_seq'],
      [7, 3, 2, 1],
    ],
    aliases: [
      ['id', 'entry_id', 'release_seq', 'title'],
      [1, 7, 0, "Hop 'n' Skip\\"],
    ],
    scores: [
      ['website_id', 'entry_id', 'score', 'votes'],
      [1, 7, 4.5, 3],
      [2, 7, 8.27, 400],
    ],
  });
  assert.deepEqual([counts.entries, counts.games, unknown], [1, 1, []]);
  assertGames(
    games,
    `
zxdb:7: Hop; "Skip" & Jump
  also Hop 'n' Skip\\ (Alternate title)
  score 8.3 of 400
  genres action; platform
  attributes language/english; number-of-players-supported/1-2-players
  release 1983-08 | Developed by bolt-studios, Published by acme-s-soft
  release 1985 | Developed by bolt-studios, Published by bolt-studios`,
    ...['new', 'also', 'score', 'genres', 'attributes', 'release'],
  );
});

test('only games are read, for the machines of the table', async () => {
  const { games, counts, unknown } = await convert(
    entries(
      [1, 'Copier', 2, 1, null, null, 'A'],
      [2, 'Old', 1, 1, null, null, '*'],
      [3, 'Maze', 3, 18, null, null, 'A'],
      [4, 'Box', 80, 27, null, null, 'A'],
      [5, 'Lost', 1, 1, null, null, 'N'],
      [6, 'Warm', 1, 99, null, null, 'A'],
      [7, 'Function', 81, 1, null, null, 'A'],
    ),
  );
  assert.equal(counts.entries, 7);
  assertGames(
    games,
    `
zxdb:3: Maze
  on zx81
zxdb:4: Box
  on sam-coupe
  attributes kind/compilation
zxdb:5: Lost
  on zx-spectrum
  attributes kind/prototype`,
    ...['on', 'attributes'],
  );
  assert.deepEqual(unknown, [{ what: 'machine Toaster', count: 1 }]);
});

test('the archive is read', async () => {
  const text = dumpOf({ ...DOMAINS, ...entries(HOP) });
  const { games } = await convertFile('zxdb', 'ZXDB_mysql.sql.zip', zipOf({ 'ZXDB_mysql.sql': text }));
  assert.equal(games[0]?.key, 'zxdb:7');
});

test('quotes, comments and semicolons in texts do not end them, wherever a chunk of the file ends', async () => {
  const titles = Array.from(
    { length: 4000 },
    (_, i) => `${i % 13 === 0 ? 'x' : ''}A'; -- b /* c */ "d" \\ ('e', 1) ${i}`,
  );
  const { games } = await convert(entries(...titles.map((title, i) => [i + 1, title, 1, 1, null, null, 'A'])));
  assert.deepEqual(games.map(({ title }) => title).toSorted(), titles.toSorted());
});

test('an entry whose title has only control characters is left out', async () => {
  const { games } = await convert(entries(HOP, [8, '\u0002', ...HOP.slice(2)]));
  assert.deepEqual([games.length, games[0]?.key], [1, 'zxdb:7']);
});

test('rows that do not fit their table are reported and skipped', async () => {
  const tables = entries(HOP, [8, 'Short'], [9, ...HOP.slice(1)]);
  const { games, unknown } = await convert(tables);
  assert.equal(games.map(({ key }) => key).join('; '), 'zxdb:7; zxdb:9');
  assert.match(
    unknown[0]?.what ?? '',
    /^broken entry ZXDB_mysql\.sql:\d+: a row of "entries" has 2 values for 7 columns$/,
  );
  await assert.rejects(convert(tables, { strict: '' }), /a row of "entries" has 2 values .*nothing was imported$/);
});

const BAD: [what: string, text: string, message: RegExp][] = [
  [
    'that was cut off',
    dumpOf({ ...DOMAINS, ...entries(HOP) }).slice(0, -120),
    /:\d+: the statement that begins here does not end; nothing was imported$/,
  ],
  ['of something else', 'SELECT 1;\n', /ZXDB_mysql\.sql has no rows of the table "entries" of ZXDB$/],
  [
    'with an endless text',
    `INSERT INTO \`entries\` (id) VALUES ('${'x'.repeat(17_000_000)}`,
    /:1: a statement of more than 16 MB begins here/,
  ],
];

for (const [what, text, message] of BAD) {
  test(`ZXDB: a file ${what} is refused`, () =>
    assert.rejects(convertFile('zxdb', 'ZXDB_mysql.sql', text), { message }));
}
