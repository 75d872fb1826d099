import { findTerms } from '../vocabulary/sources.ts';

/** Whether the licence of a source does not let an operator publish its data. */
export function isImportOnly(source: string): boolean {
  return findTerms(source) !== undefined;
}

/** What the operator must know before publishing data of these sources. */
export function listTerms(sources: readonly string[]): string[] {
  return sources.flatMap((source) => (isImportOnly(source) ? [`${source} is import-only. ${findTerms(source)}`] : []));
}
