import type { Config } from '../../config.ts';
import { workInThread } from '../work-in-thread.ts';
import { type Duplicate, type DuplicateList, findWritten, readDuplicates } from './duplicate.ts';

/** The likely duplicates that operators have not decided yet, as one serving thread knows them. */
export interface DuplicateQueue {
  /** The last list, at once. Undefined: the games are being compared for the first time. */
  list(state: CatalogState): Promise<readonly Duplicate[] | undefined>;
  /** The length of the list, if it was read before. */
  count(state: CatalogState): number | undefined;
  /** Hides a pair that was just decided. */
  setDecided(gameIds: readonly [number, number]): void;
}

/** Which state of a catalog the list should be of. */
interface CatalogState {
  lineage: string;
  revision: number;
}

/** Games are compared in a worker thread when somebody asks and the catalog has changed; the last list serves meanwhile. */
export function openDuplicateQueue(config: Config, onError: (error: unknown) => void): DuplicateQueue {
  let known: DuplicateList | undefined;
  let readAt: number | undefined;
  let isUpdating = false;
  return {
    list: async (state) => {
      await read();
      return listKnown(state);
    },
    count: (state) => listKnown(state)?.length,
    setDecided: ([a, b]) => {
      for (const pair of known?.pairs ?? []) if (pair.gameIds[0] === a && pair.gameIds[1] === b) pair.isDecided = true;
    },
  };

  function listKnown({ lineage, revision }: CatalogState): readonly Duplicate[] | undefined {
    const isOwn = known?.lineage === lineage;
    if (!isOwn || known?.revision !== revision) update();
    return isOwn ? known?.pairs.filter(({ isDecided }) => !isDecided) : undefined;
  }

  /** Another thread may have written the file. */
  async function read(): Promise<void> {
    const writtenAt = await findWritten(config);
    if (writtenAt === undefined || writtenAt === readAt) return;
    known = await readDuplicates(config);
    readAt = writtenAt;
  }

  function update(): void {
    if (isUpdating) return;
    isUpdating = true;
    const updating = workInThread({ config, kind: 'find duplicates' }).then(read);
    void updating.catch(onError).finally(() => {
      isUpdating = false;
    });
  }
}
