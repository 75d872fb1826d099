import { toPlainText } from '../bundle/plain-text.ts';
import { slugOf } from '../catalog/model/slug.ts';
import { readTable } from './tables.ts';

const LEGAL_FORM = /,? (inc|incorporated|ltd|limited|co|corp|gmbh|plc|llc|s\.?a|s\.?l|s\.?r\.?l|pty|kk)\.?$/i;
/** The key that is made of it has its limit too. */
const LONGEST_NAME = 400;
const aliases = new Map(
  readTable('company-aliases.tsv').map(([alias, name]) => [slugOf(alias as string), name as string]),
);

/** The name under which the catalog knows a company; undefined is what names none. */
export function companyName(text: string): string | undefined {
  let name = toPlainText(text, LONGEST_NAME).replace(/ *\?+$/, '');
  for (let shorter = name.replace(LEGAL_FORM, ''); shorter !== name && shorter !== ''; ) {
    name = shorter;
    shorter = name.replace(LEGAL_FORM, '');
  }
  const slug = slugOf(name);
  return slug === '' ? undefined : (aliases.get(slug) ?? name);
}

/** A few thousand companies are asked for a hundred times each. */
const keys = new Map<string, string>();

export function companyKey(name: string): string {
  const key = keys.get(name) ?? `company:${slugOf(name)}`;
  keys.set(name, key);
  return key;
}

/** Of several spellings under one key the most frequent is shown. */
export interface CompanySpellings {
  add(name: string): void;
  find(key: string): string | undefined;
}

export function openCompanySpellings(): CompanySpellings {
  const spellings = new Map<string, Map<string, number>>();
  return {
    add: (name) => {
      const counts = spellings.get(companyKey(name)) ?? new Map<string, number>();
      spellings.set(companyKey(name), counts.set(name, (counts.get(name) ?? 0) + 1));
    },
    find: (key) => {
      const counts = Array.from(spellings.get(key) ?? []);
      return counts.toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0];
    },
  };
}
