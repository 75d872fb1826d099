import type { CatalogPort } from '../catalog-port.ts';

export type ImportedBundles = ReturnType<typeof openImportedBundles>;

/** For each source, the digest of the last bundle with lines of it, as long as none of its lines changes otherwise. */
export function openImportedBundles(port: CatalogPort) {
  const find = port.prepareFind('catalogFacts', ['value']);
  const forgotten = new Set<string>();
  return {
    find: async (source: string) => (await find(nameOf(source)))?.value,
    put: (source: string, digest: string) => port.upsert('catalogFacts', { name: nameOf(source), value: digest }),
    /** Call it before each change of a line of the source. */
    forget: async (source: string): Promise<void> => {
      if (forgotten.has(source)) return;
      forgotten.add(source);
      await port.delete('catalogFacts', { name: nameOf(source) });
    },
  };
}

function nameOf(source: string): string {
  return `bundle ${source}`;
}
