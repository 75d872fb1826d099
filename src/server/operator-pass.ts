import { openPace } from './pace.ts';

/** Unknown sessions of one network that are looked up. A browser of an operator opens six connections. */
const LOOKUPS = { burst: 10, perSecond: 5 };
const MAX_LOOKUPS = 4;
/** How long a session counts as an operator's. It only shortens the wait: the page itself looks the session up. */
const KNOWN_MS = 60_000;
const MAX_KNOWN = 1000;

/**
 * Whether a session is an operator's, who does not wait for visitors. Each lookup reads the database, so that visitors with random
 * cookies get few of them; without one they wait like all others.
 */
export function openOperatorPass(
  isOperator: (session: string) => Promise<boolean>,
  clock = () => performance.now(),
): (session: string, network: string) => Promise<boolean> {
  const known = new Map<string, number>();
  const isWithinPace = openPace(LOOKUPS, clock);
  let lookups = 0;
  return async (session, network) => {
    if ((known.get(session) ?? 0) > clock()) return true;
    if (lookups >= MAX_LOOKUPS || !isWithinPace(network)) return false;
    lookups++;
    try {
      const isKnown = await isOperator(session).catch(() => false);
      if (known.size >= MAX_KNOWN) known.clear();
      if (isKnown) known.set(session, clock() + KNOWN_MS);
      else known.delete(session);
      return isKnown;
    } finally {
      lookups--;
    }
  };
}
