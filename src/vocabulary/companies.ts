import { toPlainText } from '../bundle/plain-text.ts';
import { slugOf } from '../catalog/model/slug.ts';
import { editDistance, fold } from '../folding.ts';
import { getOrInsert } from '../get-or-insert.ts';
import { parseScope, readTable, type Scope } from './tables.ts';
import { entryKey } from './vocabulary.ts';

/** Where and when a company is named: some names mean different companies. */
export interface CompanyContext {
  platform?: string | undefined;
  year?: number | undefined;
}

/** The role of a person in a layer. It helps matching, and records leave it out. */
export const AUTHOR = 'Author';

const LEGAL_FORM =
  /(?:,\s*|(?:\s+(?:&|and))?\s+|(?<=\.),?)(?:(?:inc|incorporated|ltd|limited|co|corp|corporation|gmbh|plc|llc|l\.l\.c|pty|ltda|sarl|srl|s\.a\.r\.l|s\.?r\.l|s\.p\.a|b\.v|n\.v|s\.a|s\.l|k\.k|e\.v)|(?-i:AG|SA|SL|BV|NV|KK|KG|OY|YK|SpA))\.?,?$/i;
/** `M.E.C.C.` is MECC. */
const INITIALS = /(?<![\p{L}.])(?:\p{Lu}\.){2,}(?!\p{L})|(?<![\p{L}.])(?:\p{Lu}\.)+\p{Lu}(?!\p{L})/gu;
/** These separate companies in every source; the others only if a company is known by each part. */
const SEPARATOR = / ~ |\||;| - | \/ /;
const POSSIBLE_SEPARATOR = /, and | and | & |, |\/| \+ /;
/** Keeps the key, which contains the name, within its own limit. */
const MAX_NAME_LENGTH = 400;
const MAX_MISSPELT = 2;

interface Alias extends Scope {
  /** Empty if the alias names no company; several are separated by a slash. */
  name: string;
}

/** By the letters of the name, so that spaces and punctuation do not matter. */
const aliases = new Map<string, Alias[]>();
for (const [alias = '', name = '', platforms = '', years = ''] of readTable('company-aliases.tsv')) {
  addAlias(alias, { name, ...parseScope(platforms, years) });
  for (const one of name.split(' / ')) if (one !== '') addAlias(one, { name: one, ...parseScope('', '') });
}

/** Other names of companies that mean one company everywhere. A misspelling differs by at most two letters. */
export function listCompanyAliases(): { alias: string; name: string; isSpelling: boolean }[] {
  return readTable('company-aliases.tsv').flatMap(([alias = '', name = '', platforms = '', years = '']) => {
    if (name === '' || name.includes(' / ') || platforms + years !== '') return [];
    return [{ alias, name, isSpelling: isMisspelt(lettersOf(alias), lettersOf(name)) }];
  });
}

/** The difference in length is checked first, because the edit distance is expensive. */
function isMisspelt(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= MAX_MISSPELT && editDistance(a, b) <= MAX_MISSPELT;
}

function addAlias(text: string, alias: Alias): void {
  getOrInsert(aliases, lettersOf(text), () => []).push(alias);
}

/** The companies in a text such as `Acme Ltd. ~ Bolt`, and the persons among them. */
export function listCompanies(text: string, context: CompanyContext = {}): { name: string; isPerson: boolean }[] {
  const parts = text.split(SEPARATOR).flatMap((part) => splitKnown(part.trim(), context));
  // A list of persons, whose first may be their company. Its other names are full of slips.
  const isList = text.includes('|');
  return parts.flatMap((part, i) => {
    const known = findAlias(part, context);
    if (isList && i > 0 && known === undefined && !isPerson(part)) return [];
    const names = (known ?? companyName(part, context) ?? '').split(' / ');
    const person = known === undefined && (isPerson(part) || (isList && !(i === 0 && COMPANY_WORD.test(part))));
    return names.flatMap((name) => (name ? [{ name, isPerson: person }] : []));
  });
}

/** Splits at a separator that may be part of a name, if all parts are known companies or persons. */
function splitKnown(text: string, context: CompanyContext): string[] {
  const parts = text.split(POSSIBLE_SEPARATOR).map((part) => part.trim());
  const isKnown = (part: string) => isPerson(part) || findAlias(part, context) !== undefined;
  return parts.length > 1 && findAlias(text, context) === undefined && parts.every(isKnown) ? parts : [text];
}

/** The name of a company in the catalog; undefined if the text names none. */
export function companyName(text: string, context: CompanyContext = {}): string | undefined {
  let name = toPlainText(text, MAX_NAME_LENGTH).replace(/ *\?+$|^[´`'"]+(?=\w)/g, '');
  let known = findAlias(name, context);
  for (let shorter = withoutForm(name); known === undefined && shorter !== name; shorter = withoutForm(name)) {
    name = shorter;
    known = findAlias(name, context);
  }
  const plain = known ?? name.replace(INITIALS, (initials) => initials.replaceAll('.', ''));
  return slugOf(plain) === '' ? undefined : plain;
}

/** Without the last legal form, unless nothing is left. */
function withoutForm(name: string): string {
  const shorter = name.replace(LEGAL_FORM, '');
  return slugOf(shorter) === '' ? name : shorter;
}

/** The name in the table: a row for the platform or the year before one for all. */
function findAlias(text: string, { platform = '', year }: CompanyContext): string | undefined {
  const rows = aliases.get(lettersOf(text)) ?? [];
  const isScoped = ({ platforms, from, to }: Alias) => platforms !== undefined || from !== -Infinity || to !== Infinity;
  const holds = ({ platforms, from, to }: Alias) =>
    (platforms?.has(platform) ?? true) && from <= (year ?? -Infinity) && (year ?? Infinity) <= to;
  return (rows.find((row) => isScoped(row) && holds(row)) ?? rows.find((row) => !isScoped(row)))?.name;
}

function lettersOf(text: string): string {
  const letters = fold(text)
    .replaceAll('&', ' and ')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '');
  return letters || text;
}

/** Caches keys: an import asks for each of a few thousand companies about a hundred times. */
const keys = new Map<string, string>();

export function companyKey(name: string): string {
  return getOrInsert(keys, name, () => entryKey('company', name));
}

/** Words that tell branches and labels of one company apart. */
const BRANCH =
  /-(japan|france|uk|usa?|europe|germany|deutschland|of-america|of-europe|america|tokyo|nagoya|osaka|kobe|software|soft|games?|entertainment|interactive|productions?|studios?|international|publishing|digital|computers?|systems|industries|musical|corporation|company|team)$/;
const labels = readTable('company-labels.tsv').flatMap(([label = '', name = '', reissues = '']) => {
  const family = name === '' ? '' : withoutBranch(companyKey(name));
  const keysOf = [label, companyName(label) ?? label].map(companyKey);
  return keysOf.map((key) => ({ key, family, reissues: reissues !== '' }));
});
/** By company key. At first labels of other companies; those of distributors are empty. */
const families = new Map(labels.map(({ key, family }) => [key, family]));
const reissuing = new Set(labels.flatMap(({ key, reissues }) => (reissues ? [key] : [])));

/**
 * What branches and labels of a company have in common, by its key: `nintendo` of Nintendo of America. For comparing only.
 * Empty for a distributor of other companies' games, which says nothing.
 */
export function companyFamily(key: string): string {
  return getOrInsert(families, key, () => withoutBranch(key));
}

/** Whether a label sold games of many companies again, such as The Hit Squad: it says nothing against another company. */
export function isReissuing(key: string): boolean {
  return reissuing.has(key);
}

const licensees = new Set(readTable('licensees.tsv').map(([name = '']) => companyFamily(companyKey(name))));

/** Whether a family of companies mostly sold games of others, for other platforms or in other countries. */
export function isLicensee(family: string): boolean {
  return licensees.has(family);
}

function withoutBranch(key: string): string {
  let family = key.replace(/^company:(the-)?/, '');
  for (let shorter = family.replace(BRANCH, ''); shorter !== family; shorter = family.replace(BRANCH, ''))
    family = shorter;
  return family;
}

/** Counts the spellings of company names. The most frequent spelling of each company is shown. */
export function makeCompanySpellings() {
  const spellings = new Map<string, Map<string, number>>();
  return {
    add: (name: string) => {
      const counts = getOrInsert(spellings, companyKey(name), () => new Map());
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    find: (key: string) => {
      const counts = Array.from(spellings.get(key) ?? []);
      return counts.toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0];
    },
  };
}

const givenNames = new Set(readTable('given-names.tsv').map(([name = '']) => name));
const COMPANY_WORD =
  /soft|games?\b|entertain|interactive|studio|product|system|electronic|comput|\bdata|micro|digital|media|publish|team|corp|company|\bltd|\binc\b|group|video|club|magazine|press\b|design|works|toy|tech|industr|research|\blabs?\b|laborator|arts?\b|creat|develop|enterpri|bros|brothers|international|project|network|house|concepts|associates|services|program|line\b|educat|learning|school|universit|user|factory|vision|force|crew|collective|union|society|foundation|institute|cent(er|re)|graphic|simulation|records|music|film|picture|partner|adventures?\b|edition|editorial|libros|books?\b|cassettes|consult|logic|ware\b|remakes|zone|world|the\b/i;
const NAME = String.raw`[\p{Lu}][\p{L}'’.-]*`;
const INITIALS_AND_NAME =
  /^(?!U\.S\.|K\.K\.)(?:\p{Lu}\.[ -]?)+(?<= )(?:(?:de|van|von|den|der|le|la) )*\p{Lu}\p{Ll}[\p{L}'’-]+$/u;
const FULL_NAME = new RegExp(
  `^(\\p{Lu}\\p{Ll}[\\p{L}'’-]*)(?: (?:de|van|von|den|der|le|la|d|y|(?:and|&) ${NAME}|${NAME}))* ${NAME}(?: Jr\\.?| \\[\\d\\])?$`,
  'u',
);

/** Whether the text is the name of a person, by its form and first name: `Pete Cooke`, `E. Beckett`, `Jim and Linda Staley`. */
export function isPerson(text: string): boolean {
  if (COMPANY_WORD.test(text)) return false;
  const [, first = ''] = FULL_NAME.exec(text) ?? [];
  return INITIALS_AND_NAME.test(text) || givenNames.has(fold(first.replace(/-.*/, '')));
}

/** The same for the key of a company: `company:e-beckett`. */
export function isPersonKey(key: string): boolean {
  const words = key.slice(key.indexOf(':') + 1).split('-');
  return isPerson(words.map((word) => word.charAt(0).toUpperCase() + (word.slice(1) || '.')).join(' '));
}
