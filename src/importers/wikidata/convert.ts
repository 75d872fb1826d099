import { openSortedLines, type SortedLines } from '../../bundle/sorted-lines.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import { openGameBundle } from '../game-bundle.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { openUnknowns } from '../unknowns.ts';
import type { Context } from './context.ts';
import { toGameLine } from './game-line.ts';
import type { Item } from './item.ts';
import { openNames } from './names.ts';
import { readItems } from './read-items.ts';

/** Turns entities of Wikidata into a bundle. */
export async function convertWikidata({ paths, folder, onProgress }: ConvertInput): Promise<ConvertReport> {
  const names = openNames();
  const games = openSortedLines();
  const bundle = openGameBundle(folder);
  const context: Context = {
    names,
    bundle,
    unknowns: openUnknowns(),
    left: { games: 0, dates: 0, publishers: 0 },
  };
  try {
    const read = await readItems(paths, { names, games, onProgress });
    const version = await putGames(games, context);
    const sources = [describeSource('wikidata', version)];
    const counts = await bundle.finish({ complete: read.isWhole, sources });
    return {
      counts: {
        entities: read.entities,
        ...counts,
        'games without platform': context.left.games,
        'dates left out': context.left.dates,
        'publishers left out': context.left.publishers,
      },
      unknown: context.unknowns.list(),
    };
  } finally {
    await games.close();
    await bundle.close();
  }
}

/** Puts every game, and gives the time of the newest: a dump does not say of which day it is. */
async function putGames(games: SortedLines, context: Context): Promise<string> {
  let newest = '';
  for await (const item of newestVersions(games)) {
    if (item.modified > newest) newest = item.modified;
    const game = toGameLine(item, context);
    if (game) await context.bundle.put(game);
  }
  return newest || 'unknown';
}

/** Of an item that came several times the newest version. */
async function* newestVersions(games: SortedLines): AsyncGenerator<Item> {
  let best: { item: Item; line: string } | undefined;
  for await (const { line } of games.read()) {
    const item = JSON.parse(line) as Item;
    if (best && best.item.id !== item.id) yield best.item;
    if (!best || best.item.id !== item.id || isNewer({ item, line }, best)) best = { item, line };
  }
  if (best) yield best.item;
}

function isNewer(a: { item: Item; line: string }, b: { item: Item; line: string }): boolean {
  return a.item.revision === b.item.revision ? a.line < b.line : a.item.revision > b.item.revision;
}
