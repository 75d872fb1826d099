import { mediaFolder } from '../config.ts';
import { findNamed } from '../media/addresses.ts';
import { cleanMedia } from '../media/clean.ts';
import type { Store } from '../store/store.ts';
import { type Input, print } from './command.ts';
import { counted } from './counted.ts';
import { withExistingStore } from './with-store.ts';

export function mediaClean({ config, switches }: Input): Promise<void> {
  const dryRun = switches.has('dry-run');
  return withExistingStore(config, async (store) => {
    const cleaned = await cleanMedia(mediaFolder(config), () => readNamed(store), { now: Date.now(), dryRun });
    if (switches.has('json')) return print(JSON.stringify(cleaned));
    const { pictures, files, bytes, kept } = cleaned;
    print(
      `${dryRun ? 'Would remove' : 'Removed'} ${counted(pictures, 'picture')} (${counted(files, 'file')}, ` +
        `${(bytes / 1e6).toFixed(1)} MB); left: ${kept}`,
    );
  });
}

/** The pictures that the catalog speaks of, or would again if the last import were taken back. */
async function readNamed(store: Store): Promise<Set<string>> {
  const named = new Set<string>();
  await store.catalog.visitPictureTexts((text) => {
    for (const sha256 of findNamed(text)) named.add(sha256);
  });
  return named;
}
