import { OperatorError } from '../errors.ts';
import { clearFacts, countRows, type MovableStore, readBatches, type TableAccess } from './moved-tables.ts';
import { listTables, type Table } from './tables.ts';

export interface MovedRows {
  part: Table['part'];
  table: string;
  rows: number;
}

/** Copies everything from one store into another, empty one. */
export function moveStore(
  from: MovableStore,
  to: MovableStore,
  onProgress: (done: number, total: number) => void,
  /** Called before the commit. */
  onCommit: () => void = () => {},
): Promise<MovedRows[]> {
  return from.read((source) =>
    to.write(async (target) => {
      await checkEmpty(target, to.location);
      let all = 0;
      for (const { name } of listTables()) all += await countRows(source, name);
      let done = 0;
      await clearFacts(target);
      const moved: MovedRows[] = [];
      for (const table of listTables()) {
        const rows = await copyTable(source, target, table, (step) => {
          done += step;
          onProgress(done, all);
        });
        moved.push({ part: table.part, table: table.name, rows });
      }
      onCommit();
      return moved;
    }),
  );
}

async function checkEmpty(target: TableAccess, location: string): Promise<void> {
  for (const table of listTables()) {
    // A new store has one fact: its lineage.
    const expected = table.name === 'catalog_facts' ? 1 : 0;
    if ((await countRows(target, table.name)) > expected)
      throw new OperatorError(`${location} is not empty: it has rows in ${table.name}; move into an empty one`);
  }
}

/** Returns the number of rows, which is the same in both stores. */
async function copyTable(
  source: TableAccess,
  target: TableAccess,
  table: Table,
  onRows: (rows: number) => void,
): Promise<number> {
  const { name, hasSequence } = table;
  for await (const rows of readBatches(source, table)) {
    await target.write(table, rows);
    onRows(rows.length);
  }
  const lastId = hasSequence ? await source.readLastId(table) : 0;
  if (lastId > 0) await target.setLastId(table, lastId);
  const [wanted, found] = [await countRows(source, name), await countRows(target, name)];
  if (found !== wanted) throw new Error(`${name} has ${found} rows after the copy instead of ${wanted}`);
  return found;
}
