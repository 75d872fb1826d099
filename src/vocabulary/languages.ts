import { readTable } from './tables.ts';

const languages = new Map(readTable('languages.tsv').map(([code, language]) => [code, language as string]));

/** The language that a code stands for: `en`, `Fr`, `zh-Hans`. */
export function findLanguage(code: string): string | undefined {
  const [language] = code.trim().toLowerCase().split('-', 1);
  return languages.get(language);
}
