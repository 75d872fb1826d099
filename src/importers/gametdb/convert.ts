import { basename } from 'node:path';
import { readTable } from '../../vocabulary/tables.ts';
import { BrokenEntry, makeBrokenCounter } from '../broken-entries.ts';
import { convertDumps } from '../dumps/convert.ts';
import { type Entry, gameKeyOf } from '../dumps/entry.ts';
import { openGroupedRows } from '../grouped-rows.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { listSourceFiles } from '../source-files.ts';
import { makeUnknowns, type Unknowns } from '../unknowns.ts';
import { childOf, readXml, textOf, type XmlEntry } from '../xml.ts';
import { toEntry } from './entry.ts';

const FILES = { pattern: /tdb\.(zip|xml|xml\.gz)$/i, name: 'files of GameTDB, such as wiitdb.zip or ps3tdb.xml' };

/** Converts the databases of GameTDB, one for each family of consoles, into a bundle that enriches games of other sources. */
export function convertGameTdb(input: ConvertInput): Promise<ConvertReport> {
  const unknowns = makeUnknowns();
  const files = listSourceFiles(input.paths, FILES).filter(({ path }) => isKnown(path, unknowns));
  return convertDumps(input, {
    id: 'gametdb',
    files,
    unknowns,
    read: async (onChunk, put) => {
      using grouped = openGroupedRows<{ name: string; entry: Entry }>();
      let entries = 0;
      for (const { path } of files) {
        const onEntry = (game: XmlEntry) => {
          entries++;
          const platform = findPlatform(databaseOf(path), textOf(childOf(game, 'type')).trim(), unknowns);
          if (!platform) return;
          const entry = toEntry(game, platform, unknowns);
          if (entry.titleKey === '') {
            const id = textOf(childOf(game, 'id')).trim() || 'without an id';
            throw new BrokenEntry(`the game ${id} has no title`, game.line);
          }
          const { name = '' } = game.attributes;
          grouped.add(gameKeyOf('gametdb', platform, entry.titleKey), { name, entry });
        };
        const reader = { roots: ['datafile'], entries: ['game'], zipEntry: /tdb\.xml$/i, onEntry };
        await readXml(path, reader, onChunk, makeBrokenCounter(path, unknowns, input.flags));
      }
      for (const { group, rows } of grouped.read())
        await put(
          group,
          rows.map(({ entry }) => entry),
        );
      return { entries };
    },
  });
}

/** By database and type; the empty type is that of most games of the database. No platform: what is no game of its own. */
const platforms = new Map(
  readTable('gametdb-types.tsv').map(([database = '', type = '', platform = '']) => [`${database} ${type}`, platform]),
);

/** `wiitdb.xml` and `wiitdb.zip` are `wii`. */
function databaseOf(path: string): string {
  return basename(path)
    .toLowerCase()
    .replace(/tdb\..*$/, '');
}

function isKnown(path: string, unknowns: Unknowns): boolean {
  const found = platforms.has(`${databaseOf(path)} `);
  if (!found) unknowns.add('file', basename(path));
  return found;
}

/** Games of the Virtual Console (`VC-NES`) are copies of games for other consoles. */
function findPlatform(database: string, type: string, unknowns: Unknowns): string | undefined {
  if (type.startsWith('VC')) return undefined;
  const platform = platforms.get(`${database} ${type}`);
  if (platform === undefined) unknowns.add('type', `${type} in ${database}tdb`);
  return platform;
}
