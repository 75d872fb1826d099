/** One comparison with the bare server. */
export interface Compared {
  ratio: number;
  /** How much more the median round of the bare server took than its cheapest one. */
  ceilingSpread: number;
  /** How long the bare server waited for its core, as a share of the time it had it. */
  ceilingWait: number;
  /** The share of the CPU time that other machines of the host took meanwhile. */
  stolen: number;
}

export type Verdict = 'ok' | 'slow' | 'noisy';

/** The bare server does the same all the time: if its rounds differ by more, other programs decide what a request costs. */
const MAX_SPREAD = 1.5;
/** With more, other programs use the core, and evict from its caches what a larger program needs more of. */
const MAX_WAIT = 0.2;
/** What other machines evict from the caches of the CPU, a larger program misses more. */
const MAX_STOLEN = 0.03;
export const NOISY =
  `This machine is too noisy to judge: rounds of the bare server differ by more than a factor of ${MAX_SPREAD}, it ` +
  `waited for its core for more than ${MAX_WAIT * 100} % of its time, or other machines took more than ${MAX_STOLEN * 100} % of the CPU.`;
/** How much more than its budget a request may take, on a quiet machine with the CPU that the budgets are from. */
const ALLOWED_REGRESSION = 1.25;
/** Another CPU has other caches. The bare server needs them less than Ludex does. */
const ALLOWED_ELSEWHERE = 2;

/** What requests may cost, relative to the bare server. */
export interface Budgets {
  /** The CPU on which the ratios were measured. */
  cpu: string;
  ratios: Readonly<Record<string, number>>;
}

/** The highest ratio of each request on this CPU. */
export function highestRatios({ cpu, ratios }: Budgets, ownCpu: string): Map<string, number> {
  const allowed = cpu === ownCpu ? ALLOWED_REGRESSION : ALLOWED_ELSEWHERE;
  return new Map(Object.entries(ratios).map(([name, ratio]) => [name, ratio * allowed]));
}

/** Other programs can only make a request slower, so one run within the budget is enough. */
export function judge(runs: readonly Compared[], highest: number): Verdict {
  if (runs.some(({ ratio }) => ratio <= highest)) return 'ok';
  return runs.some(isNoisy) ? 'noisy' : 'slow';
}

export function isNoisy({ ceilingSpread, ceilingWait, stolen }: Compared): boolean {
  return ceilingSpread > MAX_SPREAD || ceilingWait > MAX_WAIT || stolen > MAX_STOLEN;
}
