import { type Config, mediaFolder } from '../../config.ts';
import {
  openDryRunPictureStore,
  openPictureStore,
  type PictureStore,
  type PictureStoreOptions,
} from '../../pictures/picture-store.ts';

/** Opens the picture folder for one command and closes it afterwards. */
export async function withPictureStore<T>(
  config: Config,
  { dryRun = false, ...options }: PictureStoreOptions & { dryRun?: boolean },
  work: (pictureStore: PictureStore) => Promise<T>,
): Promise<T> {
  const folder = mediaFolder(config);
  const pictureStore = dryRun ? openDryRunPictureStore(folder) : openPictureStore(folder, options);
  try {
    return await work(pictureStore);
  } finally {
    await pictureStore.close();
  }
}
