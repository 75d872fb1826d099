import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { openBundle } from '../../bundle/bundle.ts';
import { inTemporaryFolder } from '../../bundle/temporary-folder.ts';
import { unpackBundle } from '../../bundle/unpack.ts';
import { parseCursor } from '../../catalog/changes.ts';
import { type Config, mediaFolder } from '../../config.ts';
import { isDiskFull, OperatorError } from '../../errors.ts';
import { isPublicAddress, makeFetcher } from '../../pictures/fetch.ts';
import { openPictureStore } from '../../pictures/picture-store.ts';
import { openRemotePictures } from '../../pictures/remote-pictures.ts';
import type { Store } from '../../store/store.ts';
import { VERSION } from '../../version.ts';
import { MAX_BUNDLE_GAMES } from '../export/data-dumps.ts';
import { loadBundle } from '../load/load.ts';
import type { LoadOptions } from '../load/load-options.ts';
import { LAST_ID_OF_ORIGINAL, type Mirror, MirrorChanged, type MirrorLoad } from '../load/mirror.ts';
import { claimFollow, type FollowClaim, FollowRunning } from './follow-state.ts';
import { Discarded, type Original, openOriginal, TryLater } from './original.ts';

export interface FollowOptions {
  config: Config;
  url: string;
  key: string | undefined;
  /** Copies pictures; otherwise they are links. */
  pictures: boolean;
  /** A new start may remove many games. */
  allowShrink: boolean;
  clock: () => number;
  stop?: AbortSignal;
  /** Called with every import, with every problem that is new, and when nothing is left to do. */
  onEvent: (event: FollowEvent) => void;
  onProgress?: LoadOptions['onProgress'];
}

export type FollowEvent = { imported: number; sequence: number } | { problem: string } | { isUpToDate: true };

/** Without an answer of the original that says more. */
const POLL_SECONDS = 5;
const RETRY_SECONDS = 30;
/** What does not get better by itself is tried less often. */
const PROBLEM_SECONDS = 300;

/** Follows until it is stopped. */
export async function follow(store: Store, options: FollowOptions): Promise<void> {
  const { stop } = options;
  let last: string | undefined;
  while (!stop?.aborted) {
    const original = openOriginal(options.url, options.key, stop);
    try {
      await using claim = await claimFollow(store.status, options);
      while (!stop?.aborted) {
        await catchUp(store, original, claim, options);
        last = undefined;
        await pause(Math.max(POLL_SECONDS, original.pollSeconds()), stop);
      }
    } catch (error) {
      if (stop?.aborted) return;
      const { problem, seconds, detail = problem } = describe(error);
      if (problem !== last) options.onEvent({ problem: detail });
      last = problem;
      await pause(seconds, stop);
    }
  }
}

async function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(seconds * 1000, undefined, signal && { signal }).catch(() => {});
}

/** Imports everything that the original has now. */
export async function followOnce(store: Store, options: FollowOptions): Promise<void> {
  await using claim = await claimFollow(store.status, options);
  await catchUp(store, openOriginal(options.url, options.key, options.stop), claim, options);
}

async function catchUp(store: Store, original: Original, claim: FollowClaim, options: FollowOptions): Promise<void> {
  try {
    for (let isLast = false; !isLast; ) {
      await claim.confirm();
      isLast = await takeNext(store, original, options);
    }
  } catch (error) {
    claim.state.problem = describe(error).problem;
    throw error;
  }
  delete claim.state.problem;
  claim.state.checkedAt = options.clock();
  await claim.confirm();
  options.onEvent({ isUpToDate: true });
}

/** The problem is shown by `/readyz`; the detail is logged. */
function describe(error: unknown): { problem: string; seconds: number; detail?: string } {
  if (isDiskFull(error))
    return {
      problem: 'The disk is full; nothing was changed. Free some space in the data folder',
      seconds: PROBLEM_SECONDS,
    };
  if (error instanceof TryLater) return { problem: error.message, seconds: error.seconds ?? RETRY_SECONDS };
  // Another process is at work.
  if (error instanceof MirrorChanged || error instanceof FollowRunning)
    return { problem: error.message, seconds: RETRY_SECONDS };
  if (error instanceof OperatorError) return { problem: error.message, seconds: PROBLEM_SECONDS };
  return { problem: 'Internal error; it was logged', seconds: PROBLEM_SECONDS, detail: inspect(error) };
}

/** The dump, or some changes. Returns whether that was all. */
async function takeNext(store: Store, original: Original, options: FollowOptions): Promise<boolean> {
  const text = await store.catalog.readMirror();
  const mirror = text === undefined ? undefined : (JSON.parse(text) as Mirror);
  if (mirror && mirror.url !== original.url)
    throw new OperatorError(`This catalog follows ${mirror.url}; "ludex follow --end" ends that`);
  if (!mirror) return startOver(store, original, undefined, options);
  try {
    return await takeChanges(store, original, mirror, options);
  } catch (error) {
    if (!(error instanceof Discarded)) throw error;
    return startOver(store, original, mirror, options);
  }
}

async function startOver(
  store: Store,
  original: Original,
  before: Mirror | undefined,
  options: FollowOptions,
): Promise<boolean> {
  const dump = await original.findDump();
  await original.listChanges(dump.cursor).catch((error) => {
    if (!(error instanceof Discarded)) throw error;
    throw new TryLater(`${original.url} has no data dump of its present catalog yet`);
  });
  const { lineage, cursor } = dump;
  const after = { url: original.url, lineage, cursor };
  await importFrom(store, (file) => original.downloadDump(dump, file), { before, after }, options);
  return false;
}

async function takeChanges(store: Store, original: Original, mirror: Mirror, options: FollowOptions): Promise<boolean> {
  const { gameIds, next, isLast } = await original.listChanges(mirror.cursor);
  let before = mirror;
  for (let rest = new Set(gameIds); rest.size > 0; ) {
    const ids = await choosePart(store, rest);
    rest = rest.difference(ids);
    // After a part, the same changes are asked for again if the rest fails.
    const cursor = rest.size === 0 ? next : mirror.cursor;
    const load = { before, after: { ...before, cursor }, gameIds: ids };
    await importFrom(store, (file) => original.downloadGames([...ids], file), load, options);
    before = { ...before, cursor };
  }
  return isLast;
}

/**
 * The games of the next bundle. Those that corrections have merged are in one bundle, because the mirror may have merged them, and
 * has all of it in one game.
 */
async function choosePart(store: Store, gameIds: ReadonlySet<number>): Promise<Set<number>> {
  const aliases = await store.catalog.read((reader) => reader.listAliases());
  const targets = new Map(aliases.map(({ gameId, targetId }) => [gameId, targetId]));
  const gameOf = (gameId: number): number => {
    const target = targets.get(gameId);
    return target === undefined ? gameId : gameOf(target);
  };
  const merged = Map.groupBy(
    aliases.filter(({ cause, gameId }) => cause === 'correction' && gameId <= LAST_ID_OF_ORIGINAL),
    ({ gameId }) => gameOf(gameId),
  );
  const part = new Set<number>();
  for (const [first, own] of Map.groupBy(gameIds, gameOf)) {
    const others = (merged.get(first) ?? []).map(({ gameId }) => gameId);
    const group = [...own, ...(others.length > 0 ? [first, ...others] : [])];
    if (part.size > 0 && part.size + group.length > MAX_BUNDLE_GAMES) return part;
    for (const gameId of group.slice(0, MAX_BUNDLE_GAMES)) part.add(gameId);
  }
  return part;
}

async function importFrom(
  store: Store,
  download: (file: string) => Promise<unknown>,
  mirror: MirrorLoad,
  { config, pictures, allowShrink, clock, onEvent, onProgress }: FollowOptions,
): Promise<void> {
  const report = await inTemporaryFolder('follow', async (folder) => {
    const file = join(folder, 'bundle.tar.zst');
    await download(file);
    const bundle = await openBundle(await unpackBundle(file, folder), mirror.after.url);
    if (bundle.manifest.complete === (mirror.gameIds !== undefined))
      throw new OperatorError(`${mirror.after.url} sent a bundle that is not what was asked for`);
    const pictureStore = openPictureStore(mediaFolder(config));
    const remote = pictures ? await openRemote(config, pictureStore, mirror.after.url) : undefined;
    const shrink = allowShrink || mirror.gameIds !== undefined;
    return loadBundle(store, bundle, { clock, mirror, pictureStore, remote, allowShrink: shrink, onProgress });
  });
  const sequence = parseCursor(mirror.after.cursor)?.position.sequence ?? 0;
  onEvent({ imported: report.added + report.changed + report.removed + report.merged, sequence });
}

/** Pictures of the original itself may be on a private network, as it may be. */
function openRemote(config: Config, pictureStore: ReturnType<typeof openPictureStore>, original: string) {
  const { origin } = new URL(original);
  const isAllowed = (address: string, url: URL) => isPublicAddress(address) || url.origin === origin;
  const userAgent = `Ludex/${VERSION} (pictures for a mirror)`;
  return openRemotePictures(mediaFolder(config), pictureStore, makeFetcher({ isAllowed, userAgent }));
}
