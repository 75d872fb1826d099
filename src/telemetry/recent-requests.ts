import { getOrInsert } from '../get-or-insert.ts';

/** A request that was answered slowly. */
interface SlowRequest {
  /** Method and URL, without the key. */
  request: string;
  at: number;
  status: number;
  milliseconds: number;
}

/** A refused request of a key. */
export interface RecentError {
  keyId: number;
  at: number;
  status: number;
  /** Method and URL, without the key. */
  request: string;
  /** What was wrong. */
  message: string;
  /** How often the same request failed in the same way. */
  times: number;
}

/** The slowest requests and the last errors of this process, in memory. Each serving thread has them all. */
export interface RecentRequests {
  recordTime(request: SlowRequest): void;
  recordError(error: Omit<RecentError, 'times'>): void;
  /** Those of the last day, the slowest first, each request once. */
  listSlowest(now: number): SlowRequest[];
  /** Of these keys, or of all: the newest first. */
  listErrors(keyIds?: readonly number[]): RecentError[];
  close(): void;
}

const SLOW_KEPT = 10;
const DAY_MS = 24 * 3600 * 1000;
export const ERRORS_KEPT = 50;
/** With the longest texts, 10 MB. */
const MAX_KEYS = 200;
const MAX_TEXT_LENGTH = 500;
/** How long a thread collects before it tells the others, and how much. */
const SHARE_MS = 500;
const MAX_SHARED = 500;

interface Shared {
  slow: SlowRequest[];
  errors: RecentError[];
}

/** `channel` is a name that the threads of the process share. */
export function openRecentRequests(channel: string): RecentRequests {
  let slowest: SlowRequest[] = [];
  const errors = new Map<number, Map<string, RecentError>>();
  const others = new BroadcastChannel(channel);
  let waiting: Shared = { slow: [], errors: [] };
  let timer: NodeJS.Timeout | undefined;

  const addSlow = (added: SlowRequest) => {
    const same = slowest.find(({ request }) => request === added.request);
    if (same && same.milliseconds >= added.milliseconds) return;
    const rest = slowest.filter((one) => one !== same && one.at > added.at - DAY_MS);
    slowest = [...rest, added].sort((a, b) => b.milliseconds - a.milliseconds).slice(0, SLOW_KEPT);
  };
  const addError = (added: RecentError) => {
    const own = getOrInsert(errors, added.keyId, () => new Map<string, RecentError>());
    const name = `${added.status} ${added.request} ${added.message}`;
    const times = (own.get(name)?.times ?? 0) + added.times;
    // What comes again moves to the end: it is the newest.
    moveToEnd(own, name, { ...added, times }, ERRORS_KEPT);
    moveToEnd(errors, added.keyId, own, MAX_KEYS);
  };
  const share = () => {
    timer = undefined;
    others.postMessage(waiting);
    waiting = { slow: [], errors: [] };
  };
  const shareLater = () => {
    timer ??= setTimeout(share, SHARE_MS).unref();
  };
  others.onmessage = (event) => {
    const { slow, errors: shared } = (event as { data: Shared }).data;
    slow.forEach(addSlow);
    shared.forEach(addError);
  };
  (others as unknown as { unref(): void }).unref();
  return {
    recordTime: (timed) => {
      const fastest = slowest.length === SLOW_KEPT ? slowest.at(-1) : undefined;
      if (fastest && timed.milliseconds <= fastest.milliseconds && fastest.at > timed.at - DAY_MS) return;
      const slow = { ...timed, request: timed.request.slice(0, MAX_TEXT_LENGTH) };
      addSlow(slow);
      if (waiting.slow.push(slow) > MAX_SHARED) waiting.slow.shift();
      shareLater();
    },
    recordError: ({ request, message, ...rest }) => {
      const texts = { request: request.slice(0, MAX_TEXT_LENGTH), message: message.slice(0, MAX_TEXT_LENGTH) };
      const error = { ...rest, ...texts, times: 1 };
      addError(error);
      if (waiting.errors.push(error) > MAX_SHARED) waiting.errors.shift();
      shareLater();
    },
    listSlowest: (now) => slowest.filter(({ at }) => at > now - DAY_MS),
    listErrors: (keyIds = [...errors.keys()]) => {
      const found = keyIds.flatMap((keyId) => [...(errors.get(keyId)?.values() ?? [])].reverse());
      return found.sort((a, b) => b.at - a.at);
    },
    close: () => {
      clearTimeout(timer);
      others.close();
    },
  };
}

/** The oldest entry is removed if there are too many. */
function moveToEnd<K, V>(map: Map<K, V>, key: K, value: V, max: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > max) map.delete(map.keys().next().value as K);
}
