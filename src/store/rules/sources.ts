import type { CatalogWriter } from '../catalog-store.ts';
import type { Writing } from './writing.ts';

export function sourceWriter({ port, undo }: Writing) {
  const find = port.rows('sources', ['source', 'name', 'version', 'licence', 'url', 'importedAt']);
  const beforeChange = async (source: string) => undo.remember('source', source, (await find(source)) ?? null);
  return {
    listSources: () => port.db.selectFrom('sources').selectAll().orderBy('source').execute(),
    putSource: async (source) => {
      await beforeChange(source.source);
      await port.put('sources', source);
    },
    removeSource: async (source) => {
      await beforeChange(source);
      await port.remove('sources', { source });
    },
    addImport: async ({
      action,
      source,
      version,
      startedAt,
      finishedAt,
      added,
      changed,
      unchanged,
      removed,
      merged,
    }) => {
      const counts = { added, changed, unchanged, removed, merged };
      const entry = { action, source, version, startedAt, finishedAt, ...counts };
      await port.db.insertInto('imports').values(entry).execute();
    },
  } satisfies Partial<CatalogWriter>;
}
