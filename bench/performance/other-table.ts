import { format } from './chart.ts';
import type { OtherTarget, Results, Size } from './results.ts';
import { table } from './table.ts';

const SIZE_TARGETS: [
  name: string,
  games: number,
  of: (size: Size) => number | undefined,
  unit: OtherTarget['unit'],
  target: number,
][] = [
  ['start', 250_000, ({ readyMs }) => readyMs / 1000, 's', 1],
  ['start', 1_000_000, ({ readyMs }) => readyMs / 1000, 's', 3],
  ['memory before traffic', 250_000, ({ residentMb }) => residentMb, 'MB', 250],
  ['disk', 250_000, ({ databaseMb }) => databaseMb, 'MB', 2500],
  ['import into an empty folder', 250_000, ({ importSeconds }) => importSeconds, 's', 90],
];

/** The targets that are not about one request, as a table. */
export function renderOtherTargets(results: Results): string {
  const targets = [...countedKey(results), ...ofSizes(results), ...(results.others ?? [])];
  return table(
    ['What', 'Measured', 'Target', 'Met'],
    targets.map(({ name, value, unit, target }) => [
      name,
      `${round(value)} ${unit}`,
      target === undefined ? '' : `${round(target)} ${unit}`,
      target === undefined ? '' : value <= target ? 'yes' : 'no',
    ]),
  );
}

function countedKey({ requests }: Results): OtherTarget[] {
  const [free, counted] = ['one game', 'one game, counted key'].map((name) =>
    requests.find((one) => one.name === name),
  );
  if (!free || !counted) return [];
  const value = counted.cpuUs - free.cpuUs;
  return [{ name: 'CPU time of a counted key, beyond that of an unlimited one', value, unit: 'µs', target: 8 }];
}

function ofSizes({ sizes }: Results): OtherTarget[] {
  return SIZE_TARGETS.flatMap(([name, games, of, unit, target]) => {
    const size = sizes.find((one) => one.games === games);
    const value = size && of(size);
    return value === undefined ? [] : { name: `${name}, ${format(games)} games`, value, unit, target };
  });
}

function round(value: number): string {
  return value < 10 ? String(Number(value.toFixed(2))) : format(value);
}
