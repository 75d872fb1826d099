import { mediaFolder } from '../../config.ts';
import { cleanPictures } from '../../pictures/clean.ts';
import { formatCount, type Input, print } from '../kit/command.ts';
import { withExistingStore } from '../kit/with-store.ts';

export function mediaClean({ config, switches }: Input): Promise<void> {
  const dryRun = switches.has('dry-run');
  return withExistingStore(config, async (store) => {
    const cleaned = await cleanPictures(store, mediaFolder(config), { now: Date.now(), dryRun });
    if (switches.has('json')) return print(JSON.stringify(cleaned));
    const { pictures, files, bytes, kept } = cleaned;
    print(
      `${dryRun ? 'Would remove' : 'Removed'} ${formatCount(pictures, 'picture')} (${formatCount(files, 'file')}, ` +
        `${(bytes / 1e6).toFixed(1)} MB); ${kept} left`,
    );
  });
}
