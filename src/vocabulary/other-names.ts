import type { OtherName } from '../catalog/search/suggest.ts';
import { plainWords, withoutSpaces } from '../folding.ts';
import { listCompanyAliases } from './companies.ts';
import { listPlatformAliases } from './platforms.ts';

const lettersOf = (name: string) => withoutSpaces(plainWords(name));

const names: (OtherName & { letters: string })[] = [
  ...listPlatformAliases().map(({ id, alias }) => ({ kind: 'platform' as const, id, alias })),
  ...listCompanyAliases()
    .filter(({ isSpelling }) => !isSpelling)
    .map(({ alias, name }) => ({ kind: 'company' as const, name, alias })),
].map((other) => ({ ...other, letters: lettersOf(other.alias) }));

/** Platforms and companies that have a name besides their own that begins with this text. One that is equal comes first. */
export function listOtherNames(text: string): OtherName[] {
  const letters = lettersOf(text);
  const named = letters === '' ? [] : names.filter((other) => other.letters.startsWith(letters));
  return named.toSorted((a, b) => a.letters.length - b.letters.length);
}
