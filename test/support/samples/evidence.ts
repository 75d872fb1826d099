import type { GameLine } from '../../../src/bundle/lines.ts';
import { describe, type Evidence } from '../../../src/matching/evidence.ts';

/** Every sketch has a list of its own unless it names one. */
let lists = 0;

function nextList(): string {
  lists += 1;
  return `list-${lists}`;
}

export type LineSketch = Partial<Omit<GameLine, 'platforms'>> & {
  on?: string;
  year?: number;
  by?: string;
  in?: string;
  /** The list of the source, by which `one list` rules compare. */
  list?: string;
  attributes?: string[];
  /** Of its release. */
  edition?: string | null;
};

/** A line of one platform: `{ title, on: 'nes', year: 1990, by: 'acme', in: 'Japan' }`. */
export function evidenceOf(
  { on = 'nes', year, by, in: country, list = nextList(), attributes = [], edition = null, ...more }: LineSketch,
  source = 'mame',
): Evidence {
  const key = `${source}:${list}/y`;
  const release = {
    release_date: year === undefined ? null : String(year),
    countries: country ? [country] : [],
    companies: by ? [{ company: `company:${by}`, role: 'Published by' }] : [],
    product_codes: [],
    description: edition,
  };
  const platforms = [{ platform: `platform:${on}`, attributes, releases: [release] }];
  return describe({ key, title: 'Hop', members: [key], ...more, platforms }, source);
}
