import type { Palette, SeededRandom } from './palettes.ts';

/** The size of the area that an ornament fills. */
export const FIELD = { width: 600, height: 400 };

type Ornament = (random: SeededRandom, palette: Palette) => string;

/** Abstract patterns of circles and bars. */
export const ORNAMENTS: readonly [Ornament, ...Ornament[]] = [quarters, horizon, rings, pills];

/** Draws the same pattern for the same seed. */
export function drawOrnament(random: SeededRandom, palette: Palette): string {
  return rect(0, 0, FIELD.width, FIELD.height, palette.field) + random.pick(ORNAMENTS)(random, palette);
}

/** Randomly rotated quarter discs, one per tile. */
function quarters(random: SeededRandom, { shapes }: Palette): string {
  const side = random.pick([100, 200, 100]);
  return tiles(side, (x, y) => {
    const [cx, cy] = [x + (random.next() < 0.5 ? 0 : side), y + (random.next() < 0.5 ? 0 : side)];
    const fill = weighted(random, shapes);
    return quarter(cx, cy, x + side - (cx - x), y + side - (cy - y), side, fill);
  });
}

/** A disc over lines that thicken towards the viewer. */
function horizon(random: SeededRandom, { field, shapes }: Palette): string {
  const radius = random.between(95, 130);
  const x = random.pick([200, 300, 400]);
  const line = random.between(180, 220);
  const count = random.between(6, 8);
  const stripes = Array.from({ length: count }, (_, i) => {
    const top = line + (FIELD.height - line) * (i / count) ** 1.35;
    const next = line + (FIELD.height - line) * ((i + 1) / count) ** 1.35;
    return rect(0, top, FIELD.width, (next - top) * 0.56, shapes[0]);
  }).join('');
  return circle(x, line, radius, shapes[2]) + rect(0, line, FIELD.width, FIELD.height - line, field) + stripes;
}

/** Concentric rings, clipped by the edge. */
function rings(random: SeededRandom, { shapes }: Palette): string {
  const [x, y] = [random.pick([0, 150, 300, 450, 600]), random.pick([0, 200, 400])];
  const pitch = random.between(44, 64);
  const accent = random.between(2, 5);
  return Array.from({ length: Math.ceil(730 / pitch) }, (_, i) => {
    const stroke = i === accent ? shapes[2] : shapes[0];
    return i === 0
      ? circle(x, y, pitch * 0.5, shapes[2])
      : `<circle cx="${x}" cy="${y}" r="${round(i * pitch)}" fill="none" stroke="${stroke}" stroke-width="${round(pitch * 0.46)}"/>`;
  }).join('');
}

/** Rows of rounded bars of random length. */
function pills(random: SeededRandom, { shapes }: Palette): string {
  const pitch = random.pick([50, 80]);
  const thick = pitch * 0.6;
  return Array.from({ length: FIELD.height / pitch }, (_, row) => {
    const drawn: string[] = [];
    for (let x = -random.between(0, 3) * 25; x < FIELD.width; ) {
      const length = random.between(1, 6) * 50;
      const y = row * pitch + (pitch - thick) / 2;
      drawn.push(
        `<rect x="${x}" y="${round(y)}" width="${length - 10}" height="${round(thick)}" rx="${round(Math.min(thick, length - 10) / 2)}" fill="${weighted(random, shapes)}"/>`,
      );
      x += length;
    }
    return drawn.join('');
  }).join('');
}

/** Mostly the first colour, rarely the third. */
function weighted(random: SeededRandom, shapes: Palette['shapes']): string {
  const number = random.next();
  return number < 0.58 ? shapes[0] : number < 0.84 ? shapes[1] : shapes[2];
}

function tiles(side: number, draw: (x: number, y: number) => string): string {
  const drawn: string[] = [];
  for (let y = 0; y < FIELD.height - 1; y += side) {
    for (let x = 0; x < FIELD.width - 1; x += side) drawn.push(draw(x, y));
  }
  return drawn.join('');
}

function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"/>`;
}

function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>`;
}

/** A quarter disc centered on a corner of a tile. */
function quarter(cx: number, cy: number, toX: number, toY: number, radius: number, fill: string): string {
  const sweep = toX > cx === toY > cy ? 1 : 0;
  return `<path d="M${round(cx)} ${round(cy)}L${round(toX)} ${round(cy)}A${round(radius)} ${round(radius)} 0 0 ${sweep} ${round(cx)} ${round(toY)}Z" fill="${fill}"/>`;
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
