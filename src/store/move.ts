import { createHash, type Hash } from 'node:crypto';
import { OperatorError } from '../errors.ts';
import { clearFacts, countRows, type MovableStore, type Row, readBatches, type TableAccess } from './moved-tables.ts';
import { listTables, type Table } from './tables.ts';

export interface MovedRows {
  part: Table['part'];
  table: string;
  rows: number;
  /** SHA-256 over all values of all rows in the order of their keys. */
  sha256: string;
}

/**
 * Copies everything from one store into another, empty one, reads the copy and compares it, all before the commit of the target.
 */
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
      const counts = new Map<Table, number>();
      for (const table of listTables()) counts.set(table, await countRows(source, table.name));
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      let done = 0;
      // Every row is read twice: once to be written, once to be compared.
      const step = (rows: number) => {
        done += rows;
        onProgress(Math.floor(done / 2), all);
      };
      await clearFacts(target);
      const moved: MovedRows[] = [];
      for (const table of listTables()) moved.push(await copyTable(source, target, table, step));
      for (const [i, table] of listTables().entries()) {
        await compare(target, table, moved[i] as MovedRows, counts.get(table) as number, step);
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

async function copyTable(
  source: TableAccess,
  target: TableAccess,
  table: Table,
  step: (rows: number) => void,
): Promise<MovedRows> {
  const digest = openDigest();
  for await (const rows of readBatches(source, table)) {
    await target.write(table, rows);
    digest.add(rows);
    step(rows.length);
  }
  const lastId = table.hasSequence ? await source.readLastId(table) : 0;
  if (lastId > 0) await target.setLastId(table, lastId);
  return { part: table.part, table: table.name, ...digest.end() };
}

async function compare(
  target: TableAccess,
  table: Table,
  moved: MovedRows,
  expected: number,
  step: (rows: number) => void,
): Promise<void> {
  const digest = openDigest();
  for await (const rows of readBatches(target, table)) {
    digest.add(rows);
    step(rows.length);
  }
  const found = digest.end();
  if (found.rows === expected && found.rows === moved.rows && found.sha256 === moved.sha256) return;
  throw new Error(`${table.name} differs after the copy: ${moved.rows} rows were read, ${found.rows} were found`);
}

function openDigest() {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add: (list: readonly Row[]) => {
      for (const row of list) addRow(hash, row);
      rows += list.length;
    },
    end: () => ({ rows, sha256: hash.digest('hex') }),
  };
}

/** Each text is preceded by its length, so that different rows have different input. */
function addRow(hash: Hash, row: Row): void {
  for (const value of row) {
    if (typeof value === 'string') hash.update(`s${value.length} `).update(value);
    else if (value instanceof Uint8Array) hash.update(`b${value.length} `).update(value);
    else hash.update(`n${value} `);
  }
}
