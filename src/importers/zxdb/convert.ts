import { OperatorError } from '../../errors.ts';
import { makeBrokenCounter } from '../broken-entries.ts';
import { convertDumps } from '../dumps/convert.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { listSourceFiles } from '../source-files.ts';
import { makeUnknowns } from '../unknowns.ts';
import { openEntries } from './entry.ts';
import { readTables } from './sql.ts';

const FILES = { pattern: /^ZXDB_mysql\.sql(\.zip|\.gz)?$/i, name: 'ZXDB_mysql.sql.zip or ZXDB_mysql.sql of ZXDB' };

/** Converts the games of ZXDB, a database of software for Sinclair's computers, into a bundle that enriches other sources. */
export function convertZxdb(input: ConvertInput): Promise<ConvertReport> {
  const unknowns = makeUnknowns();
  const files = listSourceFiles(input.paths, FILES);
  return convertDumps(input, {
    id: 'zxdb',
    files,
    unknowns,
    // A dump is the whole database.
    complete: true,
    read: async (onChunk, put) => {
      let count = 0;
      for (const { path } of files) {
        const broken = makeBrokenCounter(path, unknowns, input.flags);
        const tables = await readTables(path, broken.add, onChunk);
        if (tables.entries.length === 0) throw new OperatorError(`${path} has no rows of the table "entries" of ZXDB`);
        broken.countGood(tables.entries.length);
        broken.check();
        const toEntries = openEntries(tables, unknowns);
        for (const row of tables.entries) {
          count++;
          const entries = row.id ? toEntries(row) : [];
          if (entries.length > 0) await put(`zxdb:${row.id}`, entries);
        }
      }
      return { entries: count };
    },
  });
}
