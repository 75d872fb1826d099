import type { CatalogWriter } from '../catalog-store.ts';
import type { WriteContext } from './write-context.ts';

export function sourceWriter({ port, undo }: WriteContext) {
  const find = port.prepareFind('sources', ['source', 'name', 'version', 'licence', 'url', 'importedAt']);
  const beforeChange = async (source: string) => undo.save('source', source, (await find(source)) ?? null);
  return {
    listSources: () => port.db.selectFrom('sources').selectAll().orderBy('source').execute(),
    putSource: async (source) => {
      await beforeChange(source.source);
      await port.upsert('sources', source);
    },
    removeSource: async (source) => {
      await beforeChange(source);
      await port.delete('sources', { source });
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
      notes,
    }) => {
      const counts = { added, changed, unchanged, removed, merged };
      const entry = { action, source, version, startedAt, finishedAt, ...counts, notes: JSON.stringify(notes) };
      await port.db.insertInto('imports').values(entry).execute();
    },
  } satisfies Partial<CatalogWriter>;
}
