import { readTable } from './tables.ts';

const languages = new Map(readTable('languages.tsv').map(([code, language]) => [code, language as string]));

/** Finds a language by its code: `en`, `Fr`, `zh-Hans`. */
export function findLanguage(code: string): string | undefined {
  const [language] = code.trim().toLowerCase().split('-', 1);
  return languages.get(language);
}
