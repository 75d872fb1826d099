import { type Config, mediaFolder } from '../../config.ts';
import { type Keeper, type KeeperOptions, openDryKeeper, openKeeper } from '../../pictures/keep.ts';

/** Opens the picture folder for one command and closes it afterwards. */
export async function withKeeper<T>(
  config: Config,
  { dryRun = false, ...options }: KeeperOptions & { dryRun?: boolean },
  work: (keeper: Keeper) => Promise<T>,
): Promise<T> {
  const folder = mediaFolder(config);
  const keeper = dryRun ? openDryKeeper(folder) : openKeeper(folder, options);
  try {
    return await work(keeper);
  } finally {
    await keeper.close();
  }
}
