import type { AccountContext } from './accounts/context.ts';
import { type Keys, openKeys } from './accounts/keys.ts';
import { type OnFailure, openMail } from './accounts/mail.ts';
import { openSecret } from './accounts/secret.ts';
import type { MaybePromise } from './at-once.ts';
import { type Catalog, openCatalog } from './catalog/catalog.ts';
import { ByteCache } from './catalog/render/byte-cache.ts';
import type { Snapshot } from './catalog/snapshot/snapshot.ts';
import { type Config, MEDIA_PATH } from './config.ts';
import { flushLog, type Log, openLog } from './log.ts';
import type { Limits } from './plans.ts';
import { openQuota, type Quota } from './quota/quota.ts';
import { openUsage, type UsageLog } from './quota/usage.ts';
import { anonymousLimits } from './settings.ts';
import { openStore } from './store/open.ts';
import type { Caches, Metrics } from './telemetry/metrics.ts';

/** A picture in memory: the headers of all its responses, and the response with its bytes. */
export interface KeptPicture {
  tag: string;
  headers: readonly string[];
  full: { status: number; headers: readonly string[]; body: Buffer };
  byteLength: number;
}

/** Everything that request handlers need, opened once per serving thread. No HTTP here. */
export interface App extends AccountContext {
  catalog: Catalog;
  keys: Keys;
  quota: Quota;
  /** The limits of clients without a key. Undefined if they are refused. */
  anonymous: Limits | undefined;
  usage: UsageLog;
  metrics: Metrics;
  /** Thumbnails and other small pictures, by URL path. */
  pictureCache: ByteCache<KeptPicture>;
  /** All caches, by their names in the metrics. */
  caches: Caches;
  log: Log;
  /** The longest time of a request that reads the store. Undefined: SQLite needs none. */
  deadlineMs: number | undefined;
  close(): Promise<void>;
}

export interface AppOptions {
  config: Config;
  publicUrl: string;
  snapshot: Snapshot;
  metrics: Metrics;
  clock?: (() => number) | undefined;
}

/** Of the memory for caches. */
const PICTURES_SHARE = 1 / 8;
const MEGABYTE = 1024 * 1024;
/** For the whole request, which may run several statements and wait for a connection each time. */
const DEADLINE_MS = 4000;

export async function openApp(parts: AppOptions): Promise<App> {
  const { config, publicUrl, snapshot, metrics, clock = Date.now } = parts;
  const store = await openStore(config);
  const secret = await openSecret(config, store.accounts).catch(async (error) => {
    await store.close();
    throw error;
  });
  const log = openLog(config);
  const mail = openMail(config, logMailFailure(log));
  const usage = openUsage(store.usage, clock, (error) => log.error({ err: error }, 'writing usage counts failed'));
  const cacheBytes = (config.cache_mb * MEGABYTE) / config.threads;
  const mediaUrl = config.media_url ?? publicUrl + MEDIA_PATH;
  const { generated_covers: generatedCovers, original_fields: originalFields } = config;
  const options = { publicUrl, mediaUrl, originalFields, generatedCovers };
  const catalog = openCatalog(store.catalog, store.status, snapshot, options, cacheBytes * (1 - PICTURES_SHARE));
  const pictureCache = new ByteCache<KeptPicture>(cacheBytes * PICTURES_SHARE);
  const caches = { responses: catalog.cache, pictures: pictureCache };
  return {
    config,
    publicUrl,
    store,
    catalog,
    secret,
    keys: openKeys(store.accounts, secret, config, clock),
    quota: openQuota(store.quota, clock),
    anonymous: anonymousLimits(config.anonymous),
    usage,
    metrics,
    mail,
    pictureCache,
    caches,
    log,
    clock,
    deadlineMs: config.database_url === undefined ? undefined : DEADLINE_MS,
    close: async () => {
      await mail.close();
      await usage.close();
      await store.close();
      await flushLog(log);
    },
  };
}

function logMailFailure(log: Log): OnFailure {
  return (error, retryMs) => {
    if (retryMs === undefined) log.error({ err: error }, 'sending an email failed');
    else log.warn({ err: error, retryMs }, 'sending an email failed, retrying');
  };
}

class Overdue extends Error {}

/** Work that takes too long goes on, but the client gets a response. */
export function beforeDeadline<T>({ deadlineMs }: App, work: MaybePromise<T>): MaybePromise<T> {
  if (deadlineMs === undefined || !(work instanceof Promise)) return work;
  const { promise: overdue, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Overdue('the request took too long')), deadlineMs);
  return Promise.race([work, overdue]).finally(() => clearTimeout(timer));
}

/** Whether a retry may succeed: the store is unavailable or was too slow. */
export function isTransient({ store }: Pick<App, 'store'>, error: unknown): boolean {
  return error instanceof Overdue || store.isUnavailable(error);
}
