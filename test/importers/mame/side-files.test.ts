import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBundle } from '../../../src/bundle/bundle.ts';
import type { GameLine } from '../../../src/bundle/lines.ts';
import { toDescription } from '../../../src/importers/mame/game-line.ts';
import { exportCatalog } from '../../../src/merging/export/export-catalog.ts';
import { loadBundle } from '../../../src/merging/load/load.ts';
import { temporaryFolder } from '../../support/samples/bundle.ts';
import { gameOf, newStore } from '../../support/samples/layers.ts';
import { convert, convertLists, escapeXml, type MachineSketch, machinesXml } from '../../support/samples/mame.ts';
import { writeTemporary } from '../../support/samples/sources.ts';

const MACHINES: MachineSketch[] = [
  { name: 'hop', description: 'Hop' },
  { name: 'hopa', description: 'Hop (set 2)', cloneof: 'hop' },
  { name: 'hopskip', description: 'Hop Skip (hack)', cloneof: 'hop' },
  { name: 'duel', description: 'Duel' },
];
const LISTS = { nes: [{ name: 'jump', description: 'Jump (USA)' }] };

/** Each flag with the content of its file. */
function convertWith(files: Record<string, string>) {
  const written = Object.entries(files).map(([flag, text]) => [flag, writeTemporary(`${flag}.ini`, text)]);
  const listxml = writeTemporary('machines.xml', machinesXml(MACHINES));
  return convertLists(LISTS, { listxml, include: 'all', ...Object.fromEntries(written) });
}

const find = (games: readonly GameLine[], key: string) => games.find((game) => game.key === key);

const SERIES = `[FOLDER_SETTINGS]
RootFolderIcon mame

;; SERIES.ini ;;

[ROOT_FOLDER]

[Hop]
hop
hopa

[Skip]
hopskip

[Bar X * Slot]
duel

[Acme Hardware]
duel
`;

test('the sections of series.ini become groups: of a game, the one that most of its entries have', async () => {
  const { games, counts } = await convertWith({ series: SERIES });
  const hop = find(games, 'mame-support:arcade/hop');
  assert.deepEqual([hop?.groups, hop?.source, hop?.ids], [['group:hop'], 'mame-support', { key: ['mame:arcade/hop'] }]);
  assert.equal(find(games, 'mame-support:arcade/duel'), undefined);
  assert.equal(counts.games, 3);
});

test('catver.ini gives genres, and says what is no game', async () => {
  const { games } = await convertWith({
    catver: '[Category]\nhop=Platform / Run Jump\nduel=Casino / Cards\n[VerAdded]\nhop=.37\n',
  });
  assert.deepEqual(find(games, 'mame-support:arcade/hop')?.genres, ['genre:action', 'genre:platform']);
  assert.equal(find(games, 'mame:arcade/duel'), undefined);
});

const ARTICLE = `Arcade Video game published 42 years ago:

Hop (c) 1984 Acme.
(ホップ)

Hop is a game about a frog that jumps over everything that is in its way, and there is a lot of it.

The frog has three lives:
* one for the pond
* two for the road & the rest

- TECHNICAL -

Players: 2

- TRIVIA -

Released in May 1984.
`;
const DESCRIPTION = `Hop is a game about a frog that jumps over everything that is in its way, and there is a lot of it.

The frog has three lives:
* one for the pond
* two for the road & the rest`;
const POINTER = `Arcade Video game published 41 years ago:

Hop (c) 1985 Acme.

Export release. Game developed in Japan. For more information about the game itself, please see the original Japanese release entry; "Hop [Model 12]".
`;
const TEXTS: [name: string, article: string, description: string | undefined][] = [
  ['an article', ARTICLE, DESCRIPTION],
  ['Windows line ends', ARTICLE.replaceAll('\n', '\r\n'), DESCRIPTION],
  ['no heading', DESCRIPTION, DESCRIPTION],
  ['no sections', `Nintendo Famicom cart. published 37 years ago:\n\nHop © 1984 Acme.\n\n${DESCRIPTION}`, DESCRIPTION],
  ['an entry that leads to another', POINTER, undefined],
  ['only a heading', 'Console published 41 years ago:\n\n- TRIVIA -\n\nIt is grey.', undefined],
  [
    'a line that only leads to another entry',
    DESCRIPTION.replace(
      '\n\n',
      '\nFor more information about the game itself, please see the original entry; "Hop".\n',
    ),
    DESCRIPTION.replace('\n\n', '\n'),
  ],
  ['nothing', '', undefined],
  ['HTML', `${'A frog that jumps. '.repeat(6)}<b>Bold</b>`, `${'A frog that jumps. '.repeat(6)}b Bold /b`],
];

test('the description is the first section of an article, without headings and pointers', () => {
  for (const [name, article, description] of TEXTS) assert.equal(toDescription(article), description, name);
});

function historyXml(entries: readonly [names: string, text: string][]): string {
  const list = entries.map(([names, text]) => `<entry>\n${names}\n<text>${escapeXml(text)}</text>\n</entry>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<history version="2.89" date="2026-08-07">\n${list.join('\n')}\n</history>`;
}

const HISTORY = historyXml([
  ['<systems><system name="hop" game="yes" /></systems>', POINTER],
  ['<systems><system name="hopa" /><system name="nobody" /></systems>', ARTICLE],
  ['<software><item list="nes" name="jump" /></software>', ARTICLE.replaceAll('Hop', 'Jump')],
]);

test('history.xml gives descriptions to games of machines and software lists, as a source of its own', async () => {
  const { games, manifest, counts } = await convertWith({ history: HISTORY });
  assert.equal(counts.games, 3);
  assert.equal(find(games, 'mame-history:arcade/hop')?.description, DESCRIPTION);
  assert.equal(find(games, 'mame-history:nes/jump')?.description, DESCRIPTION.replaceAll('Hop', 'Jump'));
  assert.equal(find(games, 'mame-history:arcade/duel'), undefined);
  const { id, licence, version } = manifest.sources[2] ?? {};
  assert.deepEqual([id, licence, version], ['mame-history', 'LicenseRef-not-stated', '2.89']);
});

test('the side files reach the games, a second import changes nothing, and an export by licence leaves them out', async () => {
  const { folder } = await convertWith({ history: HISTORY, series: SERIES });
  const store = await newStore();
  const load = async () => loadBundle(store, await openBundle(folder), { clock: Date.now });
  const { terms } = await load();
  assert.equal(terms.length, 2);
  const hop = await gameOf(store, 'mame:arcade/hop');
  assert.equal(hop.description, DESCRIPTION);
  assert.equal(hop.groups[0]?.group_name, 'Hop');
  assert.deepEqual([(await load()).changed, (await load()).waiting], [0, 0]);
  const target = join(temporaryFolder('export'), 'bundle');
  await exportCatalog(store, target, { licences: ['CC0-1.0', 'BSD-3-Clause'] });
  assert.doesNotMatch(readFileSync(join(target, 'games.jsonl'), 'utf8'), /mame-(history|support)|frog/);
});

const BROKEN: [flag: string, content: string, says: RegExp][] = [
  ['series', 'hop=1', /series\.ini has no sections like \[Pac-Man\]/],
  ['history', '<mame/>', /history\.ini:1: it begins with <mame>, where <history> was expected/],
  ['history', '<history/>', /history\.ini has no <entry>/],
  ['history', '<history><entry><text>Hop</entry></history>', /history\.ini:1: not well-formed XML/],
];

test('a file without what its flag names is refused in one sentence', async () => {
  for (const [flag, content, says] of BROKEN)
    await assert.rejects(convertWith({ [flag]: content }), { name: 'OperatorError', message: says });
});

test('a missing file of a flag is refused before anything is read', async () => {
  const [lists, listxml] = [writeTemporary('nes.xml', 'no XML'), writeTemporary('machines.xml', 'no XML')];
  const message = '/missing/file cannot be read (no such file or directory)';
  for (const flag of ['history', 'listxml', 'catver', 'series'])
    await assert.rejects(convert([lists], { listxml, [flag]: '/missing/file' }), { name: 'OperatorError', message });
});
