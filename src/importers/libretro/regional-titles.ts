import { getOrInsert } from '../../get-or-insert.ts';
import { isImportedByDefault } from '../../vocabulary/kinds.ts';
import { kindOf } from '../dumps/kinds.ts';
import { chooseTitle } from '../dumps/titles.ts';
import type { LibretroEntry } from './entry.ts';

/** The entries of a game, and the keys of its titles. */
export interface TitleGroup {
  keys: string[];
  entries: LibretroEntry[];
}

/**
 * Joins the titles that a game has in different regions, by its code. Titles of one country are games of their own, unless the
 * code is that of one region: on Xbox 360, an expansion may have the code of its game.
 */
export function joinRegions(titles: readonly TitleGroup[]): TitleGroup[] {
  const [listed, others] = [titles.filter(isListedGame), titles.filter((title) => !isListedGame(title))];
  const byCode = new Map<string, TitleGroup[]>();
  for (const title of listed) {
    const codes = codesOf(title);
    const known = new Set(codes.flatMap((code) => byCode.get(code) ?? []).filter((group) => areOne(group, title)));
    const [group = title, ...more] = known;
    if (group !== title) absorb(group, title);
    for (const other of more) if (!isEmpty(other) && areOne(group, other)) absorb(group, other);
    for (const code of codesOf(group)) {
      const groups = getOrInsert(byCode, code, () => []);
      if (!groups.includes(group)) groups.push(group);
    }
  }
  const left = joinFacts(others, byCode);
  return [...listed, ...left].filter((group) => !isEmpty(group));
}

/**
 * Facts about a game under another title, by its code in the region. Where several lists of facts have that code, the others
 * are about versions that amateurs made of the game.
 */
function joinFacts(facts: readonly TitleGroup[], byCode: ReadonlyMap<string, TitleGroup[]>): TitleGroup[] {
  const counts = new Map<string, number>();
  for (const code of facts.filter(isOfFacts).flatMap(regionsOf)) counts.set(code, (counts.get(code) ?? 0) + 1);
  return facts.filter((group) => {
    if (!isOfFacts(group)) return true;
    const games = regionsOf(group).map((code) => (counts.get(code) === 1 ? byCode.get(code) : undefined)?.[0]);
    const [game] = games;
    if (!game || games.some((other) => other !== game) || hasFacts(game, regionsOf(group))) return true;
    absorb(game, { ...group, entries: group.entries.map((entry) => withTitle(entry, game)) });
    return false;
  });
}

/** Under the title of the game that is best known, with its own as an alternate title. */
export function withTitle(entry: LibretroEntry, game: TitleGroup, notes: string[] = []): LibretroEntry {
  const listed = game.entries.filter(({ isListed }) => isListed);
  const { title, titleKey } = listed.length > 0 ? chooseTitle(listed) : entry;
  const other = { title: entry.title, description: 'Alternate title' };
  return { ...entry, title, titleKey, spelling: undefined, others: [...entry.others, other], notes };
}

export function isListedGame({ entries }: TitleGroup): boolean {
  return entries.some(({ isListed }) => isListed) && isImportedByDefault(kindOf(entries));
}

function isOfFacts({ entries }: TitleGroup): boolean {
  return entries.every(({ isListed }) => !isListed);
}

function hasFacts({ entries }: TitleGroup, codes: readonly string[]): boolean {
  return entries.some(
    ({ isListed, gameCodes }) => !isListed && gameCodes.some(({ region }) => region && codes.includes(region)),
  );
}

function areOne(a: TitleGroup, b: TitleGroup): boolean {
  if (!new Set(regionsOf(a)).isDisjointFrom(new Set(regionsOf(b)))) return true;
  return new Set(countriesOf(a)).isDisjointFrom(new Set(countriesOf(b)));
}

function codesOf({ entries }: TitleGroup): string[] {
  return [
    ...new Set(entries.flatMap(({ gameCodes }) => gameCodes.flatMap(({ game, region }) => [game, region ?? game]))),
  ];
}

function regionsOf({ entries }: TitleGroup): string[] {
  return [...new Set(entries.flatMap(({ gameCodes }) => gameCodes.flatMap(({ region }) => region ?? [])))];
}

/** Lists of facts translate titles, and keep the country. Prototypes have titles that were changed later. */
export function countriesOf({ entries }: TitleGroup): string[] {
  return entries
    .filter(({ isListed, statuses }) => isListed && statuses.length === 0)
    .flatMap(({ countries }) => countries);
}

export function absorb(group: TitleGroup, other: TitleGroup): void {
  group.keys.push(...other.keys.splice(0));
  group.entries.push(...other.entries.splice(0));
}

export function isEmpty({ entries }: TitleGroup): boolean {
  return entries.length === 0;
}
