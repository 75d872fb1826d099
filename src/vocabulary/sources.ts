import type { Manifest } from '../bundle/lines.ts';
import { readTable } from './tables.ts';

export type SourceInfo = Manifest['sources'][number];

/** The sources that Ludex knows, the most trusted first. If several have a value for a field, the first one wins. */
const known = new Map(
  readTable('sources.tsv').map(([id = '', name = '', licence = '', url = '', terms = '', curated], rank) => [
    id,
    { rank, name, licence, url: url || null, terms: terms || undefined, isCurated: curated === 'yes' },
  ]),
);

export function describeSource(id: string, version: string): SourceInfo {
  const source = known.get(id);
  if (!source) throw new Error(`${id} is not in sources.tsv`);
  return { id, name: source.name, version, licence: source.licence, url: source.url };
}

/** What an operator must know before publishing data of the source, if its licence does not allow that. */
export function findTerms(id: string): string | undefined {
  return known.get(id)?.terms;
}

/** Whether nobody may publish data of the source, because its licence is not stated. A source can have several licences. */
export function isImportOnly({ licence }: Pick<SourceInfo, 'licence'>): boolean {
  return listLicences([{ licence }]).includes('LicenseRef-not-stated');
}

/** Every licence once. */
export function listLicences(sources: readonly Pick<SourceInfo, 'licence'>[]): string[] {
  return [...new Set(sources.flatMap(({ licence }) => licence.split(' AND ')))].toSorted();
}

/** What the operator must know before publishing data of these sources. */
export function listTerms(sources: readonly string[]): string[] {
  const terms = sources.map((source) => [source, findTerms(source)] as const);
  return terms.flatMap(([source, text]) => (text === undefined ? [] : [`${source} is import-only. ${text}`]));
}

/** The rank of the operator's own bundles, which the table does not list: right after the corrections. */
const AFTER_CORRECTIONS = 0.5;

export function compareSources(a: string, b: string): number {
  const rank = (source: string) => known.get(source)?.rank ?? AFTER_CORRECTIONS;
  return rank(a) - rank(b) || (a < b ? -1 : Number(a > b));
}

/** Whether people chose every fact of the source. An operator's own bundles, which the table does not list, are. */
export function isCurated(source: string): boolean {
  return known.get(source)?.isCurated ?? true;
}
