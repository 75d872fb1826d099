import { hash } from 'node:crypto';
import { OperatorError } from '../../errors.ts';
import type { CatalogWriter } from '../../store/catalog/writer.ts';
import { describeSource, isCurated } from '../../vocabulary/sources.ts';
import { readTable } from '../../vocabulary/tables.ts';
import type { Affected } from '../match/attach.ts';
import { DERIVED } from './layer-line.ts';

/** The tables that facts are derived by. */
const TABLES = ['facts.tsv', 'modern-platforms.tsv'];
const VERSION_DIGITS = 8;
const version = hash('sha256', JSON.stringify(TABLES.map(readTable))).slice(0, VERSION_DIGITS);

/** No bundle may use the name. */
export function checkNoneDerived(sources: readonly { id: string }[]): void {
  if (sources.some(({ id }) => id === DERIVED))
    throw new OperatorError(`"${DERIVED}" is the source of facts that Ludex derives; give your source another name`);
}

/** Derives the facts of all games again if they were derived by older tables. Their version is that of a source. */
export async function addOutdated(
  writer: CatalogWriter,
  sources: Iterable<string>,
  affected: Affected,
  now: number,
): Promise<void> {
  const known = await writer.listSources();
  const isUpToDate = known.some((one) => one.source === DERIVED && one.version === version);
  if (isUpToDate || [...sources].every(isCurated)) return;
  if (!known.every(({ source }) => isCurated(source)))
    for (const { kind, id } of await writer.listBindings()) if (kind === 'game') affected.add(id);
  const { id: _id, ...about } = describeSource(DERIVED, version);
  await writer.putSource({ source: DERIVED, ...about, importedAt: now });
}
