import { companyName } from '../../vocabulary/companies.ts';
import { classifyTags, type Status } from './tags.ts';

export interface Credit {
  name: string;
  role: string;
}

/** Who brought an entry out; what stands in angle brackets is no company but says what the entry is. */
export interface Publisher {
  credits: Credit[];
  statuses: Status[];
}

/** A hundred thousand entries have ten thousand publishers. */
const known = new Map<string, Publisher>();
const NATIVE = /^([^(]*[^\p{ASCII}(][^(]*)\((.*\p{Script=Latin}.*)\)$/u;

export function parsePublisher(text: string): Publisher {
  const before = known.get(text);
  if (before) return before;
  const parts = text.split(/ \/ (?![^(]*\))/).map(parsePart);
  const publisher = {
    credits: parts.flatMap((part) => part.credits),
    statuses: parts.flatMap((part) => part.statuses),
  };
  known.set(text, publisher);
  return publisher;
}

/** The names in the value of an `info` such as a developer. */
export function parseCompanies(text: string, role: string): Credit[] {
  return parsePublisher(text).credits.map(({ name }) => ({ name, role }));
}

function parsePart(part: string): Publisher {
  const [, licensee = '', owner = ''] = /^(.+?) \((.+?) licen[sc]e\??\)$/.exec(part.trim()) ?? [];
  if (owner) return { credits: [...credit(licensee, 'Developed by'), ...credit(owner, 'Published by')], statuses: [] };
  const placeholder = placeholderOf(part.trim());
  if (placeholder !== undefined) return { credits: [], statuses: classifyTags([placeholder]).statuses };
  const { statuses } = classifyTags(Array.from(part.matchAll(/\(([^)]*)\)/g), ([, inner]) => inner as string));
  const names = latinName(part).split(' / ');
  return { credits: names.flatMap((name) => credit(name, 'Published by')), statuses };
}

/** `<homebrew>`, `<bootleg (Somebody)>`, and the same words without brackets, which names of companies never are. */
function placeholderOf(text: string): string | undefined {
  const bracketed = /^<([^>]*)>?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed.replace(/[?;]/g, '');
  return /^(unknown|various|none|n\/a|\?+|homebrew|bootleg|pirate|hack|doujin|unlicensed|public domain|pd)\b( \(.*\))?$/i.test(
    text,
  )
    ? text
    : undefined;
}

/** `光栄 (Koei)` is Koei; of `France Image Logiciel (FIL)` the name outside is the one. */
function latinName(text: string): string {
  const native = NATIVE.exec(text.trim());
  return native ? (native[2] as string) : text.replace(/ *\([^)]*\)/g, '');
}

function credit(text: string, role: string): Credit[] {
  const name = companyName(text);
  return name === undefined ? [] : [{ name, role }];
}
