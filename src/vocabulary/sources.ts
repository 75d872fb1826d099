import type { Manifest } from '../bundle/lines.ts';
import { readTable } from './tables.ts';

export type SourceInfo = Manifest['sources'][number];

/** The sources that Ludex knows, the most trusted first: what several say of one field, the first of them decides. */
const known = new Map(
  readTable('sources.tsv').map(([id = '', name = '', licence = '', url = ''], rank) => [
    id,
    { rank, name, licence, url: url || null },
  ]),
);

/** How a known source presents itself in a manifest. */
export function describeSource(id: string, version: string): SourceInfo {
  const source = known.get(id);
  if (!source) throw new Error(`${id} is not in sources.tsv`);
  return { id, name: source.name, version, licence: source.licence, url: source.url };
}

/** The operator's own bundles, which the table does not know, come right after the corrections. */
const AFTER_CORRECTIONS = 0.5;

/** Sorts by trust, the most trusted first. */
export function compareSources(a: string, b: string): number {
  const rank = (source: string) => known.get(source)?.rank ?? AFTER_CORRECTIONS;
  return rank(a) - rank(b) || (a < b ? -1 : Number(a > b));
}
