import { fold } from '../folding.ts';
import { readTable } from './tables.ts';

const givenNames = new Set(readTable('given-names.tsv').map(([name = '']) => name));
const COMPANY_WORD =
  /soft|games?\b|entertain|interactive|studio|product|system|electronic|comput|\bdata|micro|digital|media|publish|team|corp|company|\bltd|\binc\b|group|video|club|magazine|press\b|design|works|toy|tech|industr|research|\blabs?\b|laborator|arts?\b|creat|develop|enterpri|bros|brothers|international|project|network|house|concepts|associates|services|program|line\b|educat|learning|school|universit|user|factory|vision|force|crew|collective|union|society|foundation|institute|cent(er|re)|graphic|simulation|records|music|film|picture|partner|adventures?\b|edition|editorial|libros|books?\b|cassettes|consult|logic|ware\b|remakes|zone|world|the\b/i;
const NAME = String.raw`[\p{Lu}][\p{L}'’.-]*`;
const INITIALS =
  /^(?!U\.S\.|K\.K\.)(?:\p{Lu}\.[ -]?)+(?<= )(?:(?:de|van|von|den|der|le|la) )*\p{Lu}\p{Ll}[\p{L}'’-]+$/u;
const FULL_NAME = new RegExp(
  `^(\\p{Lu}\\p{Ll}[\\p{L}'’-]*)(?: (?:de|van|von|den|der|le|la|d|y|(?:and|&) ${NAME}|${NAME}))* ${NAME}(?: Jr\\.?| \\[\\d\\])?$`,
  'u',
);

/** Whether the text is the name of a person, by its form and first name: `Pete Cooke`, `E. Beckett`, `Jim and Linda Staley`. */
export function isPerson(text: string): boolean {
  if (COMPANY_WORD.test(text)) return false;
  const [, first = ''] = FULL_NAME.exec(text) ?? [];
  return INITIALS.test(text) || givenNames.has(fold(first.replace(/-.*/, '')));
}

/** The same for the key of a company: `company:e-beckett`. */
export function isPersonKey(key: string): boolean {
  const words = key.slice(key.indexOf(':') + 1).split('-');
  return isPerson(words.map((word) => word.charAt(0).toUpperCase() + (word.slice(1) || '.')).join(' '));
}

export function isCompany(text: string): boolean {
  return COMPANY_WORD.test(text);
}
