import { mediaFolder } from '../../config.ts';
import { cleanPictures } from '../../pictures/clean.ts';
import { formatCount, print } from '../kit/command.ts';
import { onStore } from '../kit/with-store.ts';

export const mediaClean = onStore(async ({ config, switches }, store) => {
  const dryRun = switches.has('dry-run');
  const cleaned = await cleanPictures(store, mediaFolder(config), { now: Date.now(), dryRun });
  if (switches.has('json')) return print(JSON.stringify(cleaned));
  const { pictures, files, bytes, kept } = cleaned;
  print(
    `${dryRun ? 'Would remove' : 'Removed'} ${formatCount(pictures, 'picture')} (${formatCount(files, 'file')}, ` +
      `${(bytes / 1e6).toFixed(1)} MB); ${kept} left`,
  );
});
