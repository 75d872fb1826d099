import assert from 'node:assert/strict';
import { removeSource } from '../../../src/merging/load/remove-source.ts';
import { undoImport } from '../../../src/merging/load/undo.ts';
import type { Store } from '../../../src/store/store.ts';
import { copyOf, correct, followed, idOf, listGames, listMoved, load, newStore, type Sketch } from './layers.ts';
import { mirrored } from './mirrored.ts';

/**
 * Follows a catalog from its first import. The steps of a story are separated by semicolons:
 *
 * - `mame: a, b+c#1 Title`: an import of all games of a source, each with its key, and maybe further members, a file (`#1`), the key
 *   of another source that it names (`@mame:a`), and a title. Those of `libretro` only add to games.
 * - `fix: merge mame:a 2, split mame:b, title 1 New`: an import of a file of corrections.
 * - `remove mame`, `undo`, and `copy`, which goes on in an import of the export.
 * - `= 1 Hop, 2 Skip, 3→1`: these are all games and all aliases now.
 * - `mame:a = 1`, `mame:a = mine:a`, `mame:a waits`: the game of a line.
 *
 * A mirror catches up after each change, and equals the catalog then.
 */
export async function tell(story: string, mirror?: Store): Promise<void> {
  let store = await newStore();
  for (const step of story.split(';').map((text) => text.trim())) {
    const [, head = '', rest = ''] = /^(\S+) ?(.*)$/.exec(step) ?? [];
    if (step === 'copy') store = await copyOf(store);
    else if (step === 'undo') await followed(store, () => undoImport(store, () => 9000));
    else if (head === 'remove') await followed(store, () => removeSource(store, rest, { clock: () => 4000 }));
    else if (head === 'fix:') await correct(store, ...list(rest).map(parseCorrection));
    else if (head === '=') assert.equal(await describe(store), rest, step);
    else if (head.endsWith(':')) await importGames(store, head.slice(0, -1), list(rest));
    else await checkLine(store, head, rest);
    if (mirror && /^(copy|undo|remove .*|\S+: ?.*)$/.test(step)) await mirrored(store, mirror);
  }
}

function list(text: string): string[] {
  return text === '' ? [] : text.split(', ');
}

async function importGames(store: Store, source: string, games: readonly string[]): Promise<void> {
  const more = source === 'libretro' ? { enriches: true } : {};
  await load(
    store,
    source,
    games.map((game) => ({ ...parseGame(source, game), ...more })),
  );
}

function parseGame(source: string, text: string): Sketch {
  const [, names = '', file, named, title] = /^([^#@ ]+)(?:#(\S+))?(?:@(\S+))?(?: (.+))?$/.exec(text) ?? [];
  const [key = '', ...members] = names.split('+');
  const all = [key, ...members.filter(Boolean)].map((name) => `${source}:${name}`);
  const ids = { ...(file && { sha1: Array.from(file, (digit) => digit.repeat(40)) }), ...(named && { key: [named] }) };
  return { key, ids, ...(title && { title }), ...(members.length > 0 && { members: all }) };
}

function parseCorrection(text: string): object {
  const [action = '', ...refs] = text.split(' ');
  const [first = '', ...more] = refs.map((ref) => (/^\d+$/.test(ref) ? Number(ref) : ref));
  return action === 'title'
    ? { game: first, title: more.join(' ') }
    : { [action]: action === 'split' ? first : [first, ...more] };
}

async function describe(store: Store): Promise<string> {
  const aliases = (await listMoved(store)).map((ids) => ids.join('→'));
  return [...(await listGames(store)), ...aliases].join(', ');
}

async function checkLine(store: Store, key: string, rest: string): Promise<void> {
  const [, other = ''] = rest.split('= ');
  const expected = rest === 'waits' ? null : /^\d+$/.test(other) ? Number(other) : await idOf(store, other);
  assert.notEqual(expected, undefined, `${key} ${rest}`);
  assert.equal(await idOf(store, key), expected, `${key} ${rest}`);
}

const OLD = ['0', '1', '2', '3'].map((title) => `other: o O${title}; `).join('');
const OLDER = (then: string) =>
  `${OLD}mame: zed Zed; ${then}mame: zed+add Zed; mame: zed Zed, add Add; mame:zed = 2; mame:add = 3`;

/** Each with its name. */
export const STORIES: [name: string, story: string][] = [
  [
    'a game keeps its id under another key, because its members keep it',
    'mame: old+clone Hop; mame: new+clone Hop; = 1 Hop',
  ],
  [
    'a game with a new key and title is recognized by a file',
    'mame: cd/hop#a Hop, cd/skip#b Skip; mame: mega/bounce#ac Bounce, cd/skip#b Skip; = 1 Bounce, 2 Skip',
  ],
  ['a file that two games share does not move an existing game', 'mame: a#a; mame: a#a, b#a; = 1 a, 2 b'],
  [
    'merged games keep the lowest id, and the others become aliases',
    'mame: a, b, c; mame: c+a+b All; = 1 All, 2→1, 3→1',
  ],
  [
    'of a split game, the oldest key keeps the id, and a merged game gets its own back',
    'mame: a, b; mame: b+a Both; mame: b+a+d Both; mame: b, d+a; = 1 d, 2 b',
  ],
  [
    'a removed game that returns has its old id, which no other game got',
    'mame: a, b; mame: b; mame: b, c; mame: a, b, c; = 1 a, 2 b, 3 c',
  ],
  [
    'two games of one source are not merged because both resemble a third',
    'starter: hop Hop; mame: a Hop, b Hop; = 1 Hop, 2 Hop',
  ],
  [
    'two games are merged once their data agrees, and a known key keeps its game',
    'starter: hop Hop; mame: hop Hpo; = 1 Hop, 2 Hpo; mame: hop Hop; = 1 Hop, 2→1; mame: hop Hip; = 1 Hop, 2→1',
  ],
  [
    'of a game that its source splits, the id goes to the part with most keys',
    'mame: a+b+c Hop; mame: a+ Hop, b+c Jump; mame:a = 2; mame:b = 1',
  ],
  [
    'of two parts with as many keys, the old line keeps the id',
    'mame: a+b Hop; mame: a+ Hop, b+ Jump; mame:a = 1; mame:b = 2',
  ],
  [
    'an id that another source holds stays there, however many keys leave',
    'starter: hop Hop; mame: a+b+c Hop; mame: a+ Hop, b+c Jump; starter:hop = 1; mame:a = 1; mame:b = 2',
  ],
  [
    'a free id goes to the part with most of its keys only',
    'mame: a+b+c Hop; mame:; mame: a+ Hop, b+c Jump; mame:a = 2; mame:b = 1',
  ],
  [
    'members of a game that stays are bound to it when a merged game returns',
    'mame: a, b+c; mame: a+b+c; mame: a+c, b; = 1 a, 2 b; mame: b, c; mame:c = 1',
  ],
  [
    'a line cannot add to a removed game by its key',
    'mame: gone; mame:; libretro: more@mame:gone More; libretro:more waits; mame: gone; libretro:more = mame:gone',
  ],
  [
    'a waiting line that is split off keeps waiting when its game arrives',
    'libretro: hop Hop; fix: split libretro:hop; mame: hop Hop; libretro:hop waits; fix:; libretro:hop = mame:hop',
  ],
  [
    'when a source undoes a merge, the lines of other sources follow, also in a copy',
    'starter: b Beetle, c Crow; mine: crow Crow; mine:crow = 2; starter: b+c Beetle; = 1 Crow, 2→1; starter: b Beetle, c Crow; starter:c = 2; mine:crow = 2; copy; mine:crow = 2',
  ],
  [
    'undo also removes the binding of a waiting line',
    'mame: a Bear; libretro: a Ant; libretro:a waits; mame: a Ant; libretro:a = 1; undo; libretro:a waits; mine: q Q; libretro:a waits; copy; libretro:a waits',
  ],
  [
    'a split and a merge of one key do not give a new id with every import',
    'mame: a Ant, b Bee; fix: merge mame:a mame:b, split mame:b; = 1 Ant, 2 Bee; mine: q Q; mine: q R; = 1 Ant, 2 Bee, 3 R',
  ],
  [
    'a correction that becomes a merge leaves its game',
    'mame: a Ant, b Bee, c Cat; fix: title mame:a A; = 1 A, 2 Bee, 3 Cat; fix: merge mame:b mame:c; = 1 Ant, 2 Bee, 3→2',
  ],
  [
    'a split game is merged again although another correction refers to it',
    'starter: a Ant; mame: a Ant; fix: split mame:a, title mame:a Mine; = 1 Ant, 2 Mine; fix:; = 1 Ant, 2→1',
  ],
  [
    'a correction refers to a game by id or by a member, and can change',
    'mame: hop+hopj, skip; fix: title 2 Two, title mame:hopj One; = 1 One, 2 Two; fix: title 2 Deux; = 1 hop, 2 Deux',
  ],
  [
    'a merge keeps the lowest id through imports, until the correction is removed',
    'mame: a Hop, b Skip, c Jump; fix: merge mame:b mame:a, merge 3 mame:b; = 1 Hop, 2→1, 3→1; mame: a Hop, b Skip, c Leap; = 1 Hop, 2→1, 3→1; fix: merge 3 mame:a; = 1 Hop, 2 Skip, 3→1; fix:; = 1 Hop, 2 Skip, 3 Leap',
  ],
  [
    'circular, overlapping and self merges become one merge',
    'mame: a, b, c; fix: merge mame:a mame:b, merge mame:b mame:c, merge mame:c mame:a, merge 1 1; = 1 a, 2→1, 3→1',
  ],
  [
    'a split game stays separate through imports, until the correction is removed',
    'starter: hop Hop; mame: hop Hop, skip Skip; fix: split mame:hop; starter:hop = 1; = 1 Hop, 2 Skip, 3 Hop; mame: hop HOP, skip Skip; mame:hop = 3; fix:; = 1 Hop, 2 Skip, 3→1',
  ],
  [
    'removing the corrections merges split games again',
    'starter: hop Hop; mame: hop Hop; fix: split mame:hop; = 1 Hop, 2 Hop; remove corrections; = 1 Hop, 2→1',
  ],
  [
    'a merge with a removed game does not use its id again',
    'starter: x Gone; mame: y Why; remove starter; fix: merge starter:x mame:y; = 2 Why',
  ],
  [
    'a removed game can be corrected, by id or key',
    'starter: x Gone; mame: y Why; fix: title 1 X, title mame:y Y; remove starter; fix: title 1 X, title mame:y Y, title starter:x Z; = 2 Y',
  ],
  ['old keys stay older than new ones', OLDER('')],
  ['old keys stay older than new ones in a copy', OLDER('copy; ')],
  [
    'the id of a split that was undone is not used again',
    'starter: hop Hop; mame: hop+jump+skip Hop; fix: split mame:hop; = 1 Hop, 2 Hop; undo; = 1 Hop; fix: split mame:hop; = 1 Hop, 3 Hop; undo; = 1 Hop',
  ],
  [
    'games that are merged among many changes keep their lines',
    'starter: a Hop; mame: b Skip, c C, d D, e E; mame: b Hop, c CC, d DD, e EE; = 1 Hop, 3 CC, 4 DD, 5 EE, 2→1; mame:b = 1',
  ],
  [
    'a source of many games is removed, and comes back',
    'mame: a A, b B, c C, d D, e E; mine: a A, b B, c C, d D, e E, f F; remove mine; mine: a AA, b BB; = 1 AA, 2 BB, 3 C, 4 D, 5 E',
  ],
  ['undo of corrections undoes their merges', 'mame: a, b; fix: merge mame:a mame:b; = 1 a, 2→1; undo; = 1 a, 2 b'],
  ['undo of an import without changes changes nothing', 'mame: a; mame: a; undo; = 1 a'],
];
