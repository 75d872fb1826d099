import type { Memory } from '../memory.ts';
import type { Sample } from './soak.ts';

const WIDTH = 800;
const HEIGHT = 300;
const MARGIN = 50;
const GRID_LINES = 5;

/** The memory of the process and that in use over time as an SVG picture, with a tick for each import. */
export function plotMemory(samples: readonly Sample[]): string {
  const lastSecond = Math.max(1, samples.at(-1)?.seconds ?? 1);
  const topMb = Math.ceil(Math.max(100, ...samples.map(({ ownMb }) => ownMb)) / 100) * 100;
  const x = (seconds: number) => round(MARGIN + ((WIDTH - 2 * MARGIN) * seconds) / lastSecond);
  const y = (megabytes: number) => round(HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * megabytes) / topMb);
  const line = (name: keyof Memory, colour: string) =>
    `<polyline points="${samples.map((sample) => `${x(sample.seconds)},${y(sample[name])}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5"/>`;
  const rows = Array.from({ length: GRID_LINES + 1 }, (_, i) => (topMb * i) / GRID_LINES);
  const imports = samples.filter(({ imports: count }, i) => count > (samples[i - 1]?.imports ?? 0));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${MARGIN}" y="20">Memory of the process and in use by JavaScript, in MB over ${lastSecond} s; ticks below are imports</text>`,
    ...rows.map(
      (row) =>
        `<path d="M${MARGIN} ${y(row)}H${WIDTH - MARGIN}" stroke="#ddd"/><text x="5" y="${y(row) + 4}">${row}</text>`,
    ),
    ...imports.map(({ seconds }) => `<path d="M${x(seconds)} ${HEIGHT - MARGIN}v8" stroke="#888"/>`),
    line('ownMb', '#06c'),
    line('usedMb', '#c60'),
    '</svg>\n',
  ].join('\n');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
