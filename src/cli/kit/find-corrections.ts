import { existsSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { type Corrections, NO_CORRECTIONS } from '../../importers/importer.ts';
import { type Decisions, readDecisions } from '../../merging/corrections/corrections.ts';
import { withStore } from './with-store.ts';

/** What the operator has decided, for importers that make games of entries; a store is not made to ask it. */
export async function findCorrections(config: Config): Promise<Corrections> {
  if (config.database_url === undefined && !existsSync(config.data)) return NO_CORRECTIONS;
  return withStore(config, (store) => store.catalog.read(async (reader) => toCorrections(await readDecisions(reader))));
}

/** Sources know entries by their keys; ids of games are the catalog's own. */
function toCorrections({ corrections, apart }: Decisions): Corrections {
  const merges = corrections.map(({ merge = [] }) => merge.filter((ref) => typeof ref === 'string'));
  return { merges: merges.filter((keys) => keys.length > 1), splits: [...apart] };
}
