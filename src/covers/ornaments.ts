import type { Palette } from './palettes.ts';
import type { Chance } from './seeded-random.ts';
import { arch, circle, lens, quarter, rect, round } from './svg-shapes.ts';

/** The field of a cover: its size, in which every ornament is drawn from edge to edge. */
export const FIELD = { width: 600, height: 400 };

type Ornament = (chance: Chance, palette: Palette) => string;

/** Shapes without a subject: circles, bars, squares, as in the series of books of the sixties. */
export const ORNAMENTS: readonly [Ornament, ...Ornament[]] = [
  quarters,
  arches,
  swell,
  bars,
  horizon,
  squares,
  sails,
  waves,
  discs,
  scales,
  rings,
  weave,
  beads,
  pills,
  slant,
];

/** A pattern that belongs to this game, and is the same each time. */
export function drawOrnament(chance: Chance, palette: Palette): string {
  return rect(0, 0, FIELD.width, FIELD.height, palette.field) + chance.pick(ORNAMENTS)(chance, palette);
}

/** Quarter discs, one to a tile, each turned its own way. */
function quarters(chance: Chance, { shapes }: Palette): string {
  const side = chance.pick([100, 200, 100]);
  return tiles(side, (x, y) => {
    const [cx, cy] = [x + (chance.next() < 0.5 ? 0 : side), y + (chance.next() < 0.5 ? 0 : side)];
    const fill = weighted(chance, shapes);
    return quarter(cx, cy, x + side - (cx - x), y + side - (cy - y), side, fill);
  });
}

/** Nested arches, standing and hanging. */
function arches(chance: Chance, { field, shapes }: Palette): string {
  const rings = chance.between(3, 4);
  const second = chance.pick([shapes[1], shapes[2]]);
  return tiles(200, (x, y) => {
    const hangs = chance.next() < 0.5;
    const [first, other] = chance.next() < 0.72 ? [shapes[0], field] : [second, field];
    return Array.from({ length: rings }, (_, i) => {
      const radius = 100 * (1 - i / rings);
      return arch(x + 100, hangs ? y : y + 200, radius, 100, hangs, i % 2 === 0 ? first : other);
    }).join('');
  });
}

/** A grid of dots that swells and ebbs across the field. */
function swell(chance: Chance, { shapes }: Palette): string {
  const side = chance.pick([40, 50]);
  const [angle, phase] = [chance.next() * Math.PI, chance.next() * Math.PI * 2];
  const length = chance.between(260, 420);
  const accent = [chance.between(2, FIELD.width / side - 3), chance.between(2, FIELD.height / side - 3)];
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

/** Upright bars that grow wider from one side to the other. */
function bars(chance: Chance, { shapes }: Palette): string {
  const count = chance.between(7, 11);
  const growth = 1.16 + chance.next() * 0.14;
  const mirrored = chance.next() < 0.5;
  const accent = chance.between(1, count - 2);
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
function horizon(chance: Chance, { field, shapes }: Palette): string {
  const radius = chance.between(95, 130);
  const x = chance.pick([200, 300, 400]);
  const line = chance.between(180, 220);
  const count = chance.between(6, 8);
  const stripes = Array.from({ length: count }, (_, i) => {
    const top = line + (FIELD.height - line) * (i / count) ** 1.35;
    const next = line + (FIELD.height - line) * ((i + 1) / count) ** 1.35;
    return rect(0, top, FIELD.width, (next - top) * 0.56, shapes[0]);
  }).join('');
  return circle(x, line, radius, shapes[2]) + rect(0, line, FIELD.width, FIELD.height - line, field) + stripes;
}

/** Squares within squares, sunk towards one edge. */
function squares(chance: Chance, { field, shapes }: Palette): string {
  const sink = chance.pick([0.5, 0.75, 0.25]);
  const [first, other, inner] = shapes;
  const orders = [
    [first, other, inner],
    [other, first, inner],
    [first, field, other],
  ] as const;
  const [even, odd] = [chance.pick(orders), chance.pick(orders)];
  return tiles(200, (x, y) => {
    const colours = ((x + y) / 200) % 2 === 0 ? even : odd;
    const squaresOf = colours.map((fill, i) => {
      const side = 176 - i * 58;
      return rect(x + (200 - side) / 2, y + 12 + (176 - side) * sink, side, side, fill);
    });
    return squaresOf.join('');
  });
}

/** Half squares, cut from corner to corner. */
function sails(chance: Chance, { shapes }: Palette): string {
  const side = 100;
  const falling = chance.next() < 0.5;
  return tiles(side, (x, y) => {
    if (chance.next() < 0.22) return '';
    const turned = chance.next() < 0.24 ? !falling : falling;
    const upper = chance.next() < 0.5;
    const [a, b] = turned ? [`${x},${y}`, `${x + side},${y + side}`] : [`${x + side},${y}`, `${x},${y + side}`];
    const corner = turned === upper ? `${x + side},${y}` : `${x},${y + side}`;
    const other = turned ? corner : upper ? `${x},${y}` : `${x + side},${y + side}`;
    return `<path d="M${a} L${b} L${other}Z" fill="${weighted(chance, shapes)}"/>`;
  });
}

/** Lines that run in step, one of them in another colour. */
function waves(chance: Chance, { shapes }: Palette): string {
  const pitch = chance.pick([34, 48]);
  const height = chance.between(14, 34);
  const length = chance.pick([200, 300, 600]);
  const shift = chance.pick([0, 0.06, 0.1]);
  const accent = chance.between(3, Math.floor(FIELD.height / pitch) - 3);
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

/** Two or three large discs; where they meet, a third colour. */
function discs(chance: Chance, { shapes }: Palette): string {
  const radius = chance.between(120, 165);
  const apart = radius * (0.9 + chance.next() * 0.35);
  const tilt = (chance.next() - 0.5) * 1.1;
  const [dx, dy] = [(apart / 2) * Math.cos(tilt), (apart / 2) * Math.sin(tilt)];
  const [x, y] = [FIELD.width / 2, FIELD.height / 2];
  return (
    circle(x - dx, y - dy, radius, shapes[0]) +
    circle(x + dx, y + dy, radius, shapes[2]) +
    lens(x, y, dx, dy, radius, shapes[1])
  );
}

/** Rows of nested half discs that overlap like scales, or like the sea in a woodcut. */
function scales(chance: Chance, { field, shapes }: Palette): string {
  const radius = chance.pick([100, 75]);
  const second = chance.pick([shapes[1], shapes[2]]);
  const accent = chance.between(1, 4);
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

/** Rings around one point, cut by the edge. */
function rings(chance: Chance, { shapes }: Palette): string {
  const [x, y] = [chance.pick([0, 150, 300, 450, 600]), chance.pick([0, 200, 400])];
  const pitch = chance.between(44, 64);
  const accent = chance.between(2, 5);
  return Array.from({ length: Math.ceil(730 / pitch) }, (_, i) => {
    const stroke = i === accent ? shapes[2] : shapes[0];
    return i === 0
      ? circle(x, y, pitch * 0.5, shapes[2])
      : `<circle cx="${x}" cy="${y}" r="${round(i * pitch)}" fill="none" stroke="${stroke}" stroke-width="${round(pitch * 0.46)}"/>`;
  }).join('');
}

/** Bands over and under each other. */
function weave(chance: Chance, { shapes }: Palette): string {
  const pitch = chance.pick([100, 80]);
  const band = pitch * 0.62;
  const rest = (pitch - band) / 2;
  const odd = chance.between(0, 1);
  const across = chance.pick([shapes[1], shapes[2]]);
  const columns = Array.from({ length: Math.ceil(FIELD.width / pitch) }, (_, i) =>
    rect(i * pitch + rest, 0, band, FIELD.height, shapes[0]),
  );
  const rows = tiles(pitch, (x, y) =>
    (x / pitch + y / pitch) % 2 === odd ? rect(x - rest, y + rest, pitch + rest * 2, band, across) : '',
  );
  const under = Array.from({ length: Math.ceil(FIELD.height / pitch) }, (_, i) =>
    rect(0, i * pitch + rest, FIELD.width, band, across),
  );
  return under.join('') + columns.join('') + rows;
}

/** Discs of two halves, each row turned a little further. */
function beads(chance: Chance, { shapes }: Palette): string {
  const side = chance.pick([100, 200]);
  const [across, down] = chance.pick([
    [45, 0],
    [0, 45],
    [30, 30],
    [90, 45],
  ]);
  const start = chance.between(0, 7) * 45;
  const second = chance.pick([shapes[1], shapes[2]]);
  return tiles(side, (x, y) => {
    const [cx, cy, radius] = [x + side / 2, y + side / 2, side * 0.41];
    const angle = start + (x / side) * across + (y / side) * down;
    // A hair larger, so that nothing of the other colour is seen around it.
    const [left, right, r] = [cx - radius - 0.6, cx + radius + 0.6, radius + 0.6].map(round);
    const half = `M${left} ${cy}A${r} ${r} 0 0 1 ${right} ${cy}Z`;
    return `${circle(cx, cy, radius, shapes[0])}<path d="${half}" fill="${second}" transform="rotate(${angle} ${cx} ${cy})"/>`;
  });
}

/** Slanted bars, thin to thick. */
function slant(chance: Chance, { shapes }: Palette): string {
  const pitch = chance.pick([60, 75, 100]);
  const falling = chance.next() < 0.5;
  const count = Math.ceil((FIELD.width + FIELD.height) / pitch);
  const accent = chance.between(3, count - 3);
  const drawn = Array.from({ length: count }, (_, i) => {
    const width = pitch * (0.14 + (0.72 * i) / count);
    const x = i * pitch - FIELD.height;
    const points = `${round(x)},${FIELD.height} ${round(x + width)},${FIELD.height} ${round(x + width + FIELD.height)},0 ${round(x + FIELD.height)},0`;
    return `<polygon points="${points}" fill="${i === accent ? shapes[2] : shapes[0]}"/>`;
  });
  return `<g${falling ? ` transform="matrix(-1 0 0 1 ${FIELD.width} 0)"` : ''}>${drawn.join('')}</g>`;
}

/** Rounded bars of different lengths in rows, like a score. */
function pills(chance: Chance, { shapes }: Palette): string {
  const pitch = chance.pick([50, 80]);
  const thick = pitch * 0.6;
  return Array.from({ length: FIELD.height / pitch }, (_, row) => {
    const drawn: string[] = [];
    for (let x = -chance.between(0, 3) * 25; x < FIELD.width; ) {
      const length = chance.between(1, 6) * 50;
      const y = row * pitch + (pitch - thick) / 2;
      drawn.push(
        `<rect x="${x}" y="${round(y)}" width="${length - 10}" height="${round(thick)}" rx="${round(Math.min(thick, length - 10) / 2)}" fill="${weighted(chance, shapes)}"/>`,
      );
      x += length;
    }
    return drawn.join('');
  }).join('');
}

/** Mostly the first colour, seldom the third. */
function weighted(chance: Chance, shapes: Palette['shapes']): string {
  const number = chance.next();
  return number < 0.58 ? shapes[0] : number < 0.84 ? shapes[1] : shapes[2];
}

function tiles(side: number, draw: (x: number, y: number) => string): string {
  const drawn: string[] = [];
  for (let y = 0; y < FIELD.height - 1; y += side) {
    for (let x = 0; x < FIELD.width - 1; x += side) drawn.push(draw(x, y));
  }
  return drawn.join('');
}
