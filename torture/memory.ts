/** Resident memory of a run, in megabytes. */
export interface SettledMemory {
  /** After a third. */
  settled: number;
  /** Over the last tenth. */
  last: number;
}

/** Caches and compiled code make memory grow at first. */
export function settleMemory(samplesMb: readonly number[]): SettledMemory {
  const part = (begin: number, end: number) => samplesMb.slice(samplesMb.length * begin, samplesMb.length * end);
  return { settled: mean(part(0.3, 0.4)), last: mean(part(0.9, 1)) };
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, value) => sum + value, 0) / list.length;
}
