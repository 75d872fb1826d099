import { openSortedLines, type SortedLines } from '../../bundle/sorted-lines.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import { openGameBundle } from '../game-bundle.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { makeUnknowns } from '../unknowns.ts';
import type { Context } from './context.ts';
import { toGameLine } from './game-line.ts';
import type { Item } from './item.ts';
import { makeNames } from './names.ts';
import { readItems } from './read-items.ts';

/** Converts entities of Wikidata, or results of queries, into a bundle. */
export async function convertWikidata({ paths, flags, folder, onProgress }: ConvertInput): Promise<ConvertReport> {
  const names = makeNames();
  const games = openSortedLines();
  const bundle = openGameBundle(folder);
  const skipped = { games: 0, dates: 0, publishers: 0 };
  const unknowns = makeUnknowns();
  const context: Context = { names, bundle, unknowns, skipped };
  try {
    const read = await readItems(paths, { names, games, unknowns, flags, onProgress });
    const version = await putGames(games, context);
    const sources = [describeSource('wikidata', version)];
    const counts = await bundle.finish({ complete: read.isWhole && !unknowns.hasBroken(), sources });
    return {
      counts: {
        entities: read.entities,
        ...counts,
        'games without platform': skipped.games,
        'dates skipped': skipped.dates,
        'publishers skipped': skipped.publishers,
      },
      unknown: unknowns.list(),
    };
  } finally {
    await games.close();
    await bundle.close();
  }
}

/** Returns the time of the newest item as the version, because a dump does not contain its date. */
async function putGames(games: SortedLines, context: Context): Promise<string> {
  let newest = '';
  let previousId = '';
  for await (const { line } of games.read()) {
    const item = JSON.parse(line) as Item;
    // The newest revision of an item comes first.
    if (item.id === previousId) continue;
    previousId = item.id;
    if (item.modified > newest) newest = item.modified;
    const game = toGameLine(item, context);
    if (game) await context.bundle.put(game);
  }
  return newest || 'unknown';
}
