import type { Store } from '../store/store.ts';
import { findNamed } from './addresses.ts';
import { type Cleaned, type CleanOptions, cleanMedia } from './clean.ts';

/** Removes the pictures that the catalog does not name, and would not if the last import were undone. */
export function cleanPictures(
  store: Store,
  folder: string,
  options: Pick<CleanOptions, 'now' | 'dryRun'>,
): Promise<Cleaned> {
  // Nothing is written: the transaction keeps imports from committing.
  return store.catalog.write((writer) =>
    cleanMedia(folder, { ...options, readNamed: () => readNamed(store), checkLock: () => writer.listSources() }),
  );
}

async function readNamed(store: Store): Promise<Set<string>> {
  const named = new Set<string>();
  await store.catalog.visitPictureTexts((text) => {
    for (const sha256 of findNamed(text)) named.add(sha256);
  });
  return named;
}
