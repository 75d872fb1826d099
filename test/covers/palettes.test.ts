import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawOrnament, ORNAMENTS } from '../../src/covers/ornaments.ts';
import { choosePalette, createSeededRandom, PALETTES, type Palette } from '../../src/covers/palettes.ts';

test('text and ornaments have the contrast of WCAG AA', () => {
  for (const { ground, ink, field, shapes } of PALETTES) {
    assert.ok(contrast(ink, ground) >= 4.5, `${ink} on ${ground}: ${contrast(ink, ground)}`);
    assert.ok(contrast(shapes[0], field) >= 3, `${shapes[0]} on ${field}: ${contrast(shapes[0], field)}`);
    for (const shape of shapes) assert.ok(contrast(shape, field) >= 1.35, `${shape} on ${field}`);
  }
});

test('a platform has two palettes', () => {
  const grounds = (platform: string) =>
    new Set(Array.from({ length: 40 }, (_, i) => choosePalette(platform, createSeededRandom(`Game ${i}`)).ground));
  for (const platform of ['Windows', 'ZX Spectrum', 'A platform of tomorrow', '', 'constructor', '__proto__'])
    assert.equal(grounds(platform).size, 2);
});

test('every ornament occurs, varies by title, and only uses colours of its palette', () => {
  const palette = PALETTES[0] as Palette;
  const own = new Set([palette.field, ...palette.shapes, 'none']);
  for (const ornament of ORNAMENTS) {
    const drawn = Array.from({ length: 6 }, (_, i) => ornament(createSeededRandom(`Game ${i}`), palette));
    assert.ok(new Set(drawn).size >= 4, ornament.name);
    for (const svg of drawn) {
      assert.ok(!/NaN|undefined|Infinity/.test(svg), ornament.name);
      for (const [, colour] of svg.matchAll(/(?:fill|stroke)="([^"]+)"/g))
        assert.ok(own.has(colour as string), `${ornament.name} ${colour}`);
    }
  }
  const all = new Set(Array.from({ length: 400 }, (_, i) => drawOrnament(createSeededRandom(`Game ${i}`), palette)));
  assert.ok(all.size > 330, `${all.size} of 400 differ`);
});

/** Contrast ratio as defined by WCAG 2. */
function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
