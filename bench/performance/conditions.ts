import type { Results } from './results.ts';

/** On what a run was measured, and what else a reader should know. */
export function describeConditions({ machine, stolen, note }: Pick<Results, 'machine' | 'stolen' | 'note'>): string {
  return `${machine}.${describeStolen(stolen)}${note ? ` ${note}` : ''}`;
}

function describeStolen(stolen = 0): string {
  if (stolen < 0.01) return '';
  return ` Other virtual machines of the host took ${(stolen * 100).toFixed(0)} % of the CPU time meanwhile, so all times are too long.`;
}
