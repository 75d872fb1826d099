import type { CatalogWriter } from '../store/catalog-store.ts';
import type { Store } from '../store/store.ts';

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
  dryRun: boolean,
  work: (writer: CatalogWriter) => Promise<T>,
): Promise<T> {
  try {
    return await store.catalog.write(async (writer) => {
      const result = await work(writer);
      if (dryRun) throw new DryRunEnd(result);
      return result;
    });
  } catch (error) {
    if (error instanceof DryRunEnd) return error.result as T;
    throw error;
  }
}
