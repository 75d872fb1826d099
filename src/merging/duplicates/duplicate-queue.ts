import type { Config } from '../../config.ts';
import { workInThread } from '../work-in-thread.ts';
import { type Duplicate, type DuplicateList, findWritten, readDuplicates } from './duplicate.ts';

export type DuplicateQueue = ReturnType<typeof openDuplicateQueue>;

/** Which state of a catalog the list should be of. */
interface CatalogState {
  lineage: string;
  revision: number;
}

/**
 * The likely duplicates that operators have not decided yet, as one serving thread knows them. Games are compared in a worker thread
 * when somebody asks and the catalog has changed; the last list serves meanwhile.
 */
export function openDuplicateQueue(config: Config, onError: (error: unknown) => void) {
  let known: DuplicateList | undefined;
  let readAt: number | undefined;
  let isUpdating = false;
  return {
    /** The last list, at once. Undefined: the games are being compared for the first time. */
    list: async (state: CatalogState): Promise<readonly Duplicate[] | undefined> => {
      await read();
      return listKnown(state);
    },
    /** The length of the list, if it was read before. */
    count: (state: CatalogState) => listKnown(state)?.length,
    /** Hides a pair that was just decided. */
    setDecided: ([a, b]: readonly [number, number]) => {
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
