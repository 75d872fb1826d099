import { constants } from 'node:os';
import { OperatorError } from '../../errors.ts';
import { readMirror } from '../../merging/load/mirror.ts';
import { type FollowEvent, type FollowOptions, follow, followOnce } from '../../merging/mirror/follow.ts';
import { forgetFollow } from '../../merging/mirror/follow-state.ts';
import { SETTINGS } from '../../settings.ts';
import { formatCount, type Input, print } from '../kit/command.ts';
import { trackImport } from '../kit/progress.ts';
import { withExistingStore, withStore } from '../kit/with-store.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Makes the catalog a mirror, and keeps it up to date until it is stopped. */
export async function followOriginal(input: Input): Promise<void> {
  const { config, args, flags, switches } = input;
  if (switches.has('end')) return endFollowing(input);
  const url = args[0] === undefined ? config.follow : parseUrl(args[0]);
  if (url === undefined) throw new OperatorError('Usage: ludex follow URL');
  // At any moment: an import that is running is rolled back.
  for (const signal of SIGNALS) process.once(signal, () => process.exit(128 + constants.signals[signal]));
  const about = { action: 'import', source: url } as const;
  await withStore(config, (store) =>
    trackImport(undefined, about, async ({ show }) => {
      const options: FollowOptions = {
        ...{ config, url, key: flags.key ?? config.follow_key, clock: Date.now, onProgress: show },
        pictures: switches.has('pictures') || config.follow_pictures === 'copies',
        allowShrink: switches.has('allow-shrink'),
        onEvent: openReport(url),
      };
      await (switches.has('once') ? followOnce(store, options) : follow(store, options));
    }),
  );
}

function parseUrl(text: string): string | undefined {
  try {
    return SETTINGS.follow.parse(text);
  } catch (error) {
    throw new OperatorError(`The address ${(error as Error).message}`);
  }
}

function openReport(url: string): (event: FollowEvent) => void {
  let isNews = true;
  return (event) => {
    if ('problem' in event) process.stderr.write(`ludex: ${event.problem}\n`);
    else if ('imported' in event)
      print(`${formatCount(event.imported, 'game')} changed, up to change ${event.sequence}`);
    else if (isNews) print(`The catalog has everything that ${url} has`);
    isNews = !('isUpToDate' in event);
  };
}

/** What was followed stays, and can be imported and removed as in any catalog. */
async function endFollowing({ config, args }: Input): Promise<void> {
  if (args.length > 0) throw new OperatorError('"ludex follow --end" takes no address');
  await withExistingStore(config, async ({ catalog, status }) => {
    const url = await catalog.write(async (writer) => {
      const mirror = await readMirror(writer);
      if (!mirror) throw new OperatorError('This catalog follows no other');
      await writer.removeMirror();
      return mirror.url;
    });
    await forgetFollow(status);
    print(`The catalog no longer follows ${url}`);
  });
}
