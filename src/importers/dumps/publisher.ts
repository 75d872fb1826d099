import { getOrInsert } from '../../get-or-insert.ts';
import { AUTHOR, type CompanyContext, companyKey, listCompanies } from '../../vocabulary/companies.ts';
import { findFacts } from '../../vocabulary/facts.ts';
import { classifyTags, type Status } from './tags.ts';

export interface Credit {
  name: string;
  role: string;
}

/** The publisher field of an entry. Text in angle brackets, such as `<homebrew>`, is a status and not a company. */
export interface Publisher {
  credits: Credit[];
  statuses: Status[];
}

/** Caches results: 100,000 entries have about 30,000 distinct publishers by platform and year. */
const publishers = new Map<string, Publisher>();
const NATIVE_NAME = /^([^(]*[^\p{ASCII}(][^(]*)\((.*\p{Script=Latin}.*)\)$/u;
const NOT_A_COMPANY =
  /^(unknown|various|none|n\/a|\?+|homebrew|bootleg|pirate|hack|doujin|unlicensed|public domain|pd)\b( \(.*\))?$/i;

export function parsePublisher(text: string, context: CompanyContext = {}): Publisher {
  return getOrInsert(publishers, `${context.platform} ${context.year} ${text}`, () => {
    const parts = text.split(/ \/ (?![^(]*\))/).map((part) => parsePart(part.trim(), context));
    return {
      credits: parts.flatMap(({ credits }) => credits),
      statuses: parts.flatMap(({ statuses }) => statuses),
    };
  });
}

export function parseCompanies(text: string, role: string, context: CompanyContext = {}): Credit[] {
  return parsePublisher(text, context).credits.map((credit) => (credit.role === AUTHOR ? credit : { ...credit, role }));
}

function parsePart(part: string, context: CompanyContext): Publisher {
  const [, licensee = '', owner = ''] = /^(.+?) \((?:licensed from [^,)]+, )?(.+?) licen[sc]e\??\)$/.exec(part) ?? [];
  const credits = (name: string, role: string) => creditsOf(name, role, context);
  if (owner)
    return { credits: [...credits(licensee, 'Developed by'), ...credits(owner, 'Published by')], statuses: [] };
  const placeholder = findPlaceholder(part);
  if (placeholder !== undefined) return { credits: [], statuses: classifyTags([placeholder]).statuses };
  const { statuses } = classifyTags(Array.from(part.matchAll(/\(([^)]*)\)/g), ([, inner]) => inner as string));
  const published = credits(latinName(part), 'Published by');
  const companies = published.map(({ name }) => companyKey(name));
  const isPirate = findFacts('kind', { companies, platforms: [context.platform ?? ''] }).includes('pirate');
  return { credits: published, statuses: isPirate ? [...statuses, 'pirate'] : statuses };
}

/** `<homebrew>`, `<bootleg (Somebody)>`, or the same words without brackets, which are never company names. */
function findPlaceholder(text: string): string | undefined {
  const bracketed = /^<([^>]*)>?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed.replace(/[?;]/g, '');
  return NOT_A_COMPANY.test(text) ? text : undefined;
}

/** `光栄 (Koei)` is Koei, but `France Image Logiciel (FIL)` is France Image Logiciel. */
function latinName(text: string): string {
  return NATIVE_NAME.exec(text)?.[2] ?? text.replace(/ *\([^)]*\)/g, '');
}

/** A person is credited as the author, whatever the field. */
function creditsOf(text: string, role: string, context: CompanyContext): Credit[] {
  return listCompanies(text, context).map(({ name, isPerson }) => ({ name, role: isPerson ? AUTHOR : role }));
}
