/** A value that changes while others read it: every value that a reader may get at a time. */
export interface Timeline<T> {
  /** The change begins: readers may get the new value from now on, and the old one still. */
  begin(value: T): void;
  /** The change was seen: after some time no reader may get an older value. */
  settle(): void;
  /** The values that an answer may have that was asked for at `fromMs` and received at `toMs`. */
  between(fromMs: number, toMs: number): T[];
  readonly last: T;
}

/** One serving thread may get a change later than another. Generous, because it depends on the machine. */
const GRACE_MS = 15_000;

export function openTimeline<T>(first: T, clock: () => number = () => performance.now()): Timeline<T> {
  let states = [{ value: first, fromMs: Number.NEGATIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY }];
  return {
    begin: (value) => {
      const nowMs = clock();
      states = states.filter(({ untilMs }) => untilMs > nowMs - GRACE_MS);
      states.push({ value, fromMs: nowMs, untilMs: Number.POSITIVE_INFINITY });
    },
    settle: () => {
      const untilMs = clock() + GRACE_MS;
      for (const state of states.slice(0, -1)) state.untilMs = Math.min(state.untilMs, untilMs);
    },
    between: (fromMs, toMs) =>
      states.filter((state) => state.fromMs <= toMs && state.untilMs >= fromMs).map(({ value }) => value),
    get last() {
      return (states.at(-1) as (typeof states)[number]).value;
    },
  };
}
