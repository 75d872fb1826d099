import type { CatalogReader, ImportEntry } from '../../store/catalog-store.ts';
import type { HasCatalog } from './dry-run.ts';
import { EDIT_NOTE } from './layer-line.ts';

export interface Undoable {
  last: ImportEntry;
  /** The number of edits since. They stay. */
  edits: number;
}

/** The last import, or why there is none that can be undone. */
export async function findUndoable(
  { catalog }: HasCatalog,
  reader: Pick<CatalogReader, 'countEdits'>,
): Promise<Undoable | string> {
  const [last] = await catalog.listImports(1, EDIT_NOTE);
  if (!last) return 'There is no import to undo';
  if (last.action === 'undo') return 'The last import was already undone; only one import can be undone';
  const edits = await catalog.countImportsAfter(last.importId);
  // Older versions kept the rows of the last edit only.
  if (edits !== (await reader.countEdits()))
    return 'An older version of Ludex saved an edit since the last import, which can therefore not be undone';
  return { last, edits };
}
