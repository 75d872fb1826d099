import type { CatalogWriter } from '../../store/catalog-store.ts';
import type { Store } from '../../store/store.ts';

export interface CommitOptions {
  /** Roll back at the end and only report what would change. */
  dryRun?: boolean;
  /** Called just before the commit: an interruption after it can no longer promise that nothing was changed. */
  onCommit?: () => void;
}

/** Accounts and counters have no part in an import. */
export type HasCatalog = Pick<Store, 'catalog'>;

/** Runs the work in one transaction, which a dry run rolls back. */
export async function commitOrRollBack<T>(
  store: HasCatalog,
  { dryRun = false, onCommit }: CommitOptions,
  work: (writer: CatalogWriter) => Promise<T>,
): Promise<T> {
  const rollBack = new Error('rolls back a dry run');
  let result: T | undefined;
  try {
    await store.catalog.write(async (writer) => {
      result = await work(writer);
      if (dryRun) throw rollBack;
      onCommit?.();
    });
  } catch (error) {
    if (error !== rollBack) throw error;
  }
  return result as T;
}
