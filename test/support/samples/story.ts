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
