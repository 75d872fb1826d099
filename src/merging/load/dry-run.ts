import type { CatalogWriter } from '../../store/catalog-store.ts';
import type { Store } from '../../store/store.ts';

export interface CommitOptions {
  /** Find out what would change, and change nothing. */
  dryRun?: boolean;
  /** Called before the commit: whoever stops after it cannot say any more that nothing was changed. */
  onCommit?: () => void;
}

/** Ends the transaction of a dry run without a trace. */
class DryRunEnd<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('the end of a dry run');
    this.result = result;
  }
}

/** Does the work in one transaction, or finds out what it would do and does nothing. */
export async function orDryRun<T>(
  store: Store,
  { dryRun = false, onCommit }: CommitOptions,
  work: (writer: CatalogWriter) => Promise<T>,
): Promise<T> {
  try {
    return await store.catalog.write(async (writer) => {
      const result = await work(writer);
      if (dryRun) throw new DryRunEnd(result);
      onCommit?.();
      return result;
    });
  } catch (error) {
    if (error instanceof DryRunEnd) return error.result as T;
    throw error;
  }
}
