import type { CatalogWriter } from '../catalog-store.ts';
import type { WriteContext } from './write-context.ts';

const SHOWN = ['name', 'licence', 'url'] as const;

export function sourceWriter(context: WriteContext) {
  const { port, markChanged, undo } = context;
  const find = port.prepareFind('sources', ['source', 'name', 'version', 'licence', 'url', 'importedAt']);
  const beforeChange = async (source: string) => {
    const before = await find(source);
    await undo.save('source', source, before ?? null);
    return before;
  };
  return {
    listSources: () => port.db.selectFrom('sources').selectAll().orderBy('source').execute(),
    putSource: async (source) => {
      const before = await beforeChange(source.source);
      // Responses show these. Version and time alone change nothing that they show.
      if (before && SHOWN.some((field) => before[field] !== source[field])) markChanged();
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
      context.startedAt = startedAt;
      const counts = { added, changed, unchanged, removed, merged };
      const entry = { action, source, version, startedAt, finishedAt, ...counts, notes: JSON.stringify(notes) };
      await port.db.insertInto('imports').values(entry).execute();
    },
  } satisfies Partial<CatalogWriter>;
}
