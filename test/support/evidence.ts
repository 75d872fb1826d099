import type { GameLine } from '../../src/bundle/lines.ts';
import { describe, type Evidence } from '../../src/matching/evidence.ts';

export type LineSketch = Partial<Omit<GameLine, 'platforms'>> & {
  on?: string;
  year?: number;
  by?: string;
  in?: string;
};

/** A line of one platform: `{ title, on: 'nes', year: 1990, by: 'acme', in: 'Japan' }`. */
export function evidenceOf({ on = 'nes', year, by, in: country, ...more }: LineSketch, source = 'mame'): Evidence {
  const release = {
    release_date: year === undefined ? null : String(year),
    countries: country ? [country] : [],
    companies: by ? [{ company: `company:${by}`, role: 'Published by' }] : [],
    product_codes: [],
  };
  const platforms = [{ platform: `platform:${on}`, releases: [release] }];
  return describe({ key: 'mame:x/y', title: 'Hop', members: ['mame:x/y'], ...more, platforms }, source);
}
