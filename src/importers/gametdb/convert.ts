import { basename } from 'node:path';
import { titleKey } from '../../folding.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { BrokenEntry, makeBrokenCounter } from '../broken-entries.ts';
import { convertDumps } from '../dumps/convert.ts';
import { gameKeyOf } from '../dumps/entry.ts';
import { openGroupedRows } from '../grouped-rows.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { listSourceFiles } from '../source-files.ts';
import { makeUnknowns, type Unknowns } from '../unknowns.ts';
import { readXml, type XmlEntry } from '../xml.ts';
import { type Release, titleOf, toEntry, toRelease } from './entry.ts';

const FILES = { pattern: /tdb\.(zip|xml|xml\.gz)$/i, name: 'files of GameTDB, such as wiitdb.zip or ps3tdb.xml' };

interface Row {
  platform: string;
  release: Release;
}

/** Converts the databases of GameTDB, one for each family of consoles, into a bundle that enriches games of other sources. */
export function convertGameTdb(input: ConvertInput): Promise<ConvertReport> {
  const unknowns = makeUnknowns();
  const files = listSourceFiles(input.paths, FILES).filter(({ path }) => isKnown(path, unknowns));
  return convertDumps(input, {
    id: 'gametdb',
    files,
    unknowns,
    read: async (onChunk, put) => {
      using grouped = openGroupedRows<Row>();
      let entries = 0;
      for (const { path } of files) {
        const onEntry = (game: XmlEntry) => {
          entries++;
          const release = toRelease(game);
          const key = titleKey(titleOf(release));
          if (key === '') throw new BrokenEntry(`the game ${release.id || 'without an id'} has no title`, game.line);
          const platform = findPlatform(databaseOf(path), release, unknowns);
          if (platform) grouped.add(gameKeyOf('gametdb', platform, key), { platform, release });
        };
        const reader = { roots: ['datafile'], entries: ['game'], zipEntry: /tdb\.xml$/i, onEntry };
        await readXml(path, reader, onChunk, makeBrokenCounter(path, unknowns, input.flags));
      }
      for (const { group, rows } of grouped.read())
        await put(
          group,
          rows.map(({ release, platform }) => toEntry(release, platform, unknowns)),
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
function findPlatform(database: string, { type }: Release, unknowns: Unknowns): string | undefined {
  if (type.startsWith('VC')) return undefined;
  const platform = platforms.get(`${database} ${type}`);
  if (platform === undefined) unknowns.add('type', `${type} in ${database}tdb`);
  return platform;
}
