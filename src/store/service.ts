import type { Kysely } from 'kysely';
import { attemptStore } from './attempts.ts';
import { cacheCountStore } from './cache-counts.ts';
import { messageStore } from './messages.ts';
import { randomListStore } from './random-lists.ts';
import { recentErrorStore } from './recent-errors.ts';
import type { Tables } from './service-tables.ts';
import { sessionStore } from './sessions.ts';
import { slowRequestStore } from './slow-requests.ts';
import { statusStore } from './status.ts';
import { timingStore } from './timings.ts';
import { tokenStore } from './tokens.ts';
import { usageStore } from './usage.ts';

/** The stores that are the same on every engine. */
export function serviceStores(db: Kysely<Tables>) {
  return {
    sessions: sessionStore(db),
    tokens: tokenStore(db),
    attempts: attemptStore(db),
    messages: messageStore(db),
    usage: usageStore(db),
    recentErrors: recentErrorStore(db),
    timings: timingStore(db),
    slowRequests: slowRequestStore(db),
    cacheCounts: cacheCountStore(db),
    status: statusStore(db),
    randomLists: randomListStore(db),
  };
}
