/** Horizontal bars in groups, on a logarithmic axis, as SVG. Colours are readable on light and dark pages. */
export interface Chart {
  title: string;
  unit: string;
  series: readonly string[];
  groups: readonly { label: string; values: readonly (number | undefined)[] }[];
}

const WIDTH = 720;
const LABEL_WIDTH = 210;
const VALUE_WIDTH = 70;
const BAR_HEIGHT = 9;
const GROUP_GAP = 8;
const HEAD_HEIGHT = 44;
const TEXT_COLOUR = '#767676';
const COLOURS = ['#2f7fd6', '#8a8f98', '#d9822b', '#3a9d5d'];

export function drawBars({ title, unit, series, groups }: Chart): string {
  const groupHeight = series.length * BAR_HEIGHT + GROUP_GAP;
  const height = HEAD_HEIGHT + groups.length * groupHeight;
  const known = groups.flatMap(({ values }) => values.filter((value) => value !== undefined));
  const scale = logScale(Math.min(...known), Math.max(...known));
  const bars = groups.flatMap(({ label, values }, i) => {
    const top = HEAD_HEIGHT + i * groupHeight;
    const middle = top + (series.length * BAR_HEIGHT) / 2;
    return [
      text(LABEL_WIDTH - 8, middle + 4, label, 'end'),
      ...values.flatMap((value, j) =>
        value === undefined ? [] : drawBar(top + j * BAR_HEIGHT, scale(value), COLOURS[j] as string, value),
      ),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeXml(title)}" font-family="sans-serif" font-size="11" fill="${TEXT_COLOUR}">`,
    text(0, 14, `${title} (${unit}, logarithmic)`),
    ...series.flatMap((name, i) => drawKey(i, name)),
    ...bars,
    '</svg>\n',
  ].join('\n');
}

/** From a tenth of the width for the smallest value to the whole width. */
function logScale(least: number, most: number): (value: number) => number {
  const width = WIDTH - LABEL_WIDTH - VALUE_WIDTH;
  const range = Math.log(most / least) || 1;
  return (value) => width * (0.1 + (0.9 * Math.log(value / least)) / range);
}

function drawBar(top: number, width: number, colour: string, value: number): string[] {
  return [
    `<rect x="${LABEL_WIDTH}" y="${top}" width="${width.toFixed(1)}" height="${BAR_HEIGHT - 1}" fill="${colour}"/>`,
    `<text x="${(LABEL_WIDTH + width + 4).toFixed(1)}" y="${top + BAR_HEIGHT - 1}" font-size="9">${format(value)}</text>`,
  ];
}

function drawKey(i: number, name: string): string[] {
  const left = LABEL_WIDTH + i * 130;
  return [`<rect x="${left}" y="24" width="10" height="10" fill="${COLOURS[i]}"/>`, text(left + 14, 33, name)];
}

function text(x: number, y: number, content: string, anchor?: string): string {
  return `<text x="${x}" y="${y}"${anchor ? ` text-anchor="${anchor}"` : ''}>${escapeXml(content)}</text>`;
}

export function format(value: number): string {
  return value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en');
}

function escapeXml(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
