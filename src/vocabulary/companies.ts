import { toPlainText } from '../bundle/plain-text.ts';
import { slugOf } from '../catalog/model/slug.ts';
import { readTable } from './tables.ts';

const LEGAL_FORM = /,? (inc|incorporated|ltd|limited|co|corp|gmbh|plc|llc|s\.?a|s\.?l|s\.?r\.?l|pty|kk)\.?$/i;
/** Keeps the key, which contains the name, within its own limit. */
const MAX_NAME_LENGTH = 400;
const aliases = new Map(
  readTable('company-aliases.tsv').map(([alias, name]) => [slugOf(alias as string), name as string]),
);

/** The name of a company in the catalog; undefined if the text names none. */
export function companyName(text: string): string | undefined {
  let name = toPlainText(text, MAX_NAME_LENGTH).replace(/ *\?+$/, '');
  for (let shorter = name.replace(LEGAL_FORM, ''); shorter !== name && shorter !== ''; ) {
    name = shorter;
    shorter = name.replace(LEGAL_FORM, '');
  }
  const slug = slugOf(name);
  return slug === '' ? undefined : (aliases.get(slug) ?? name);
}

/** Caches keys: an import asks for each of a few thousand companies about a hundred times. */
const keys = new Map<string, string>();

export function companyKey(name: string): string {
  return keys.getOrInsertComputed(name, () => `company:${slugOf(name)}`);
}

/** Words that tell branches and labels of one company apart. */
const BRANCH =
  /-(japan|france|uk|usa?|europe|germany|deutschland|of-america|of-europe|america|tokyo|nagoya|osaka|kobe|software|soft|games?|entertainment|interactive|productions?|studios?|international|publishing|digital|computers?|systems|industries|musical|corporation|company|team)$/;
/** By company key. At first labels of other companies; those of distributors are empty. */
const families = new Map(
  readTable('company-labels.tsv').flatMap(([label = '', name = '']) => {
    const family = name === '' ? '' : withoutBranch(companyKey(name));
    return [label, companyName(label) ?? label].map((one) => [companyKey(one), family] as const);
  }),
);

/**
 * What branches and labels of a company have in common, by its key: `nintendo` of Nintendo of America. For comparing only.
 * Empty for a distributor of other companies' games, which says nothing.
 */
export function companyFamily(key: string): string {
  return families.getOrInsertComputed(key, () => withoutBranch(key));
}

function withoutBranch(key: string): string {
  let family = key.replace(/^company:(the-)?/, '');
  for (let shorter = family.replace(BRANCH, ''); shorter !== family; shorter = family.replace(BRANCH, ''))
    family = shorter;
  return family;
}

/** Counts the spellings of company names. The most frequent spelling of each company is shown. */
export interface CompanySpellings {
  add(name: string): void;
  find(key: string): string | undefined;
}

export function makeCompanySpellings(): CompanySpellings {
  const spellings = new Map<string, Map<string, number>>();
  return {
    add: (name) => {
      const counts = spellings.getOrInsertComputed(companyKey(name), () => new Map());
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    find: (key) => {
      const counts = Array.from(spellings.get(key) ?? []);
      return counts.toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0];
    },
  };
}
