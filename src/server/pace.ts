/** Bounds the memory: the paces of more networks than this are forgotten if they are old. */
const MAX_PACES = 10_000;

export interface PaceLimits {
  /** So many at once, and then at this rate. */
  burst: number;
  perSecond: number;
}

/** Counts what each network does, and says whether one more is within its pace. One that is not does not count. */
export function openPace(
  { burst, perSecond }: PaceLimits,
  clock = () => performance.now(),
): (network: string) => boolean {
  /** When a network has made up for all that it did. */
  const paces = new Map<string, number>();
  return (network) => {
    const nowMs = clock();
    const untilMs = Math.max(paces.get(network) ?? 0, nowMs);
    if (untilMs > nowMs + (burst * 1000) / perSecond) return false;
    if (paces.size >= MAX_PACES) for (const [one, endMs] of paces) if (endMs <= nowMs) paces.delete(one);
    paces.set(network, untilMs + 1000 / perSecond);
    return true;
  };
}
