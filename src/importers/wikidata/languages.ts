import { toPlainText } from '../../bundle/plain-text.ts';
import { readTable } from '../../vocabulary/tables.ts';

interface Language {
  code: string;
  /** The description of a title in the language's own script, and in Latin letters. */
  native: string;
  latin: string;
}

/** The languages of titles and names, in the order of preference. */
export const LANGUAGES: readonly Language[] = readTable('wikidata-languages.tsv').map(
  ([code = '', native = '', latin = '']) => ({ code, native, latin }),
);
const codes = new Set(LANGUAGES.map(({ code }) => code));

/** The texts in the languages of the table. If there is none, one text in another language. */
export function keepLanguages<T>(texts: Readonly<Record<string, unknown>>, read: (text: unknown) => T | undefined) {
  const own = Object.keys(texts).filter((code) => codes.has(code));
  const kept = own.length > 0 ? own : Object.keys(texts).toSorted().slice(0, 1);
  const entries = kept.flatMap((code) => {
    const text = read(texts[code]);
    return text === undefined ? [] : [[code, text] as const];
  });
  return Object.fromEntries(entries) as Record<string, T>;
}

/** The English name, else the one for all languages, else the first in the order of the table. */
export function chooseLabel(labels: Readonly<Record<string, string>>): string | undefined {
  const order = [...LANGUAGES.map(({ code }) => code), ...Object.keys(labels).toSorted()];
  for (const code of order) {
    const label = toPlainText(labels[code] ?? '');
    if (label !== '') return label;
  }
  return undefined;
}
