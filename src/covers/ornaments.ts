import type { Palette, SeededRandom } from './palettes.ts';

/** The size of the area that an ornament fills. */
export const FIELD = { width: 600, height: 400 };

type Ornament = (random: SeededRandom, palette: Palette) => string;

/** Abstract patterns of circles, bars and waves. */
export const ORNAMENTS: readonly [Ornament, ...Ornament[]] = [
  quarters,
  arches,
  swell,
  bars,
  horizon,
  sails,
  waves,
  discs,
  scales,
  rings,
  beads,
  pills,
];

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

/** Nested arches, upright and upside down. */
function arches(random: SeededRandom, { field, shapes }: Palette): string {
  const rings = random.between(3, 4);
  const second = random.pick([shapes[1], shapes[2]]);
  return tiles(200, (x, y) => {
    const hangs = random.next() < 0.5;
    const [first, other] = random.next() < 0.72 ? [shapes[0], field] : [second, field];
    return Array.from({ length: rings }, (_, i) => {
      const radius = 100 * (1 - i / rings);
      return arch(x + 100, hangs ? y : y + 200, radius, 100, hangs, i % 2 === 0 ? first : other);
    }).join('');
  });
}

/** A grid of dots whose size varies like a wave. */
function swell(random: SeededRandom, { shapes }: Palette): string {
  const side = random.pick([40, 50]);
  const [angle, phase] = [random.next() * Math.PI, random.next() * Math.PI * 2];
  const length = random.between(260, 420);
  const accent = [random.between(2, FIELD.width / side - 3), random.between(2, FIELD.height / side - 3)];
  return tiles(side, (x, y) => {
    const along = (x * Math.cos(angle) + y * Math.sin(angle)) / length;
    const size = 0.5 + 0.5 * Math.sin(along * Math.PI * 2 + phase);
    const isAccent = x === (accent[0] as number) * side && y === (accent[1] as number) * side;
    return circle(
      x + side / 2,
      y + side / 2,
      isAccent ? side * 0.46 : side * (0.09 + 0.37 * size),
      isAccent ? shapes[2] : shapes[0],
    );
  });
}

/** Vertical bars of increasing width. */
function bars(random: SeededRandom, { shapes }: Palette): string {
  const count = random.between(7, 11);
  const growth = 1.16 + random.next() * 0.14;
  const mirrored = random.next() < 0.5;
  const accent = random.between(1, count - 2);
  const unit = FIELD.width / Array.from({ length: count }, (_, i) => growth ** i).reduce((sum, width) => sum + width);
  let x = 0;
  return Array.from({ length: count }, (_, i) => {
    const pitch = unit * growth ** i;
    const width = pitch * 0.58;
    const left = mirrored ? FIELD.width - x - width : x;
    x += pitch;
    return rect(left, 0, width, FIELD.height, i === accent ? shapes[2] : shapes[0]);
  }).join('');
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

/** Right triangles, half a tile each. */
function sails(random: SeededRandom, { shapes }: Palette): string {
  const side = 100;
  const falling = random.next() < 0.5;
  return tiles(side, (x, y) => {
    if (random.next() < 0.22) return '';
    const turned = random.next() < 0.24 ? !falling : falling;
    const upper = random.next() < 0.5;
    const [a, b] = turned ? [`${x},${y}`, `${x + side},${y + side}`] : [`${x + side},${y}`, `${x},${y + side}`];
    const corner = turned === upper ? `${x + side},${y}` : `${x},${y + side}`;
    const other = turned ? corner : upper ? `${x},${y}` : `${x + side},${y + side}`;
    return `<path d="M${a} L${b} L${other}Z" fill="${weighted(random, shapes)}"/>`;
  });
}

/** Parallel wavy lines, one of them in another colour. */
function waves(random: SeededRandom, { shapes }: Palette): string {
  const pitch = random.pick([34, 48]);
  const height = random.between(14, 34);
  const length = random.pick([200, 300, 600]);
  const shift = random.pick([0, 0.06, 0.1]);
  const accent = random.between(3, Math.floor(FIELD.height / pitch) - 3);
  return Array.from({ length: Math.ceil(FIELD.height / pitch) + 4 }, (_, i) => {
    const y = (i - 1.5) * pitch;
    const points = Array.from({ length: 61 }, (_, step) => {
      const x = step * 10;
      return `${x},${round(y + height * Math.sin((x / length + i * shift) * Math.PI * 2))}`;
    });
    const stroke = i === accent ? shapes[2] : shapes[0];
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${stroke}" stroke-width="${round(pitch * 0.36)}"/>`;
  }).join('');
}

/** Two overlapping discs with a third colour in their intersection. */
function discs(random: SeededRandom, { shapes }: Palette): string {
  const radius = random.between(120, 165);
  const apart = radius * (0.9 + random.next() * 0.35);
  const tilt = (random.next() - 0.5) * 1.1;
  const [dx, dy] = [(apart / 2) * Math.cos(tilt), (apart / 2) * Math.sin(tilt)];
  const [x, y] = [FIELD.width / 2, FIELD.height / 2];
  return (
    circle(x - dx, y - dy, radius, shapes[0]) +
    circle(x + dx, y + dy, radius, shapes[2]) +
    lens(x, y, dx, dy, radius, shapes[1])
  );
}

/** Rows of overlapping concentric discs, like fish scales. */
function scales(random: SeededRandom, { field, shapes }: Palette): string {
  const radius = random.pick([100, 75]);
  const second = random.pick([shapes[1], shapes[2]]);
  const accent = random.between(1, 4);
  const drawn: string[] = [];
  for (let row = 0, y = radius * 0.5; y < FIELD.height + radius; row++, y += radius / 2) {
    for (let x = row % 2 === 0 ? 0 : radius; x <= FIELD.width + radius; x += radius * 2) {
      const first = row === accent ? second : shapes[0];
      const colours = [field, first, field, first, field, first];
      drawn.push(...colours.map((fill, i) => circle(x, y, radius * (1 - i * 0.165), fill)));
    }
  }
  return drawn.join('');
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

/** Two-coloured discs, rotated from tile to tile. */
function beads(random: SeededRandom, { shapes }: Palette): string {
  const side = random.pick([100, 200]);
  const [across, down] = random.pick([
    [45, 0],
    [0, 45],
    [30, 30],
    [90, 45],
  ]);
  const start = random.between(0, 7) * 45;
  const second = random.pick([shapes[1], shapes[2]]);
  return tiles(side, (x, y) => {
    const [cx, cy, radius] = [x + side / 2, y + side / 2, side * 0.41];
    const angle = start + (x / side) * across + (y / side) * down;
    // Slightly larger, so that the other colour does not show at the edge.
    const [left, right, r] = [cx - radius - 0.6, cx + radius + 0.6, radius + 0.6].map(round);
    const half = `M${left} ${cy}A${r} ${r} 0 0 1 ${right} ${cy}Z`;
    return `${circle(cx, cy, radius, shapes[0])}<path d="${half}" fill="${second}" transform="rotate(${angle} ${cx} ${cy})"/>`;
  });
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

/** An arch, upright or upside down. */
function arch(x: number, foot: number, radius: number, leg: number, isInverted: boolean, fill: string): string {
  const turn = isInverted ? foot + leg : foot - leg;
  return `<path d="M${round(x - radius)} ${foot}L${round(x - radius)} ${turn}A${round(radius)} ${round(radius)} 0 0 ${isInverted ? 0 : 1} ${round(x + radius)} ${turn}L${round(x + radius)} ${foot}Z" fill="${fill}"/>`;
}

/** The intersection of two discs. */
function lens(x: number, y: number, dx: number, dy: number, radius: number, fill: string): string {
  const half = Math.hypot(dx, dy);
  const reach = Math.sqrt(radius ** 2 - half ** 2);
  const [ux, uy] = [-dy / half, dx / half];
  const [ax, ay, bx, by] = [x + ux * reach, y + uy * reach, x - ux * reach, y - uy * reach].map(round);
  return `<path d="M${ax} ${ay}A${radius} ${radius} 0 0 1 ${bx} ${by}A${radius} ${radius} 0 0 1 ${ax} ${ay}Z" fill="${fill}"/>`;
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
