import { editDistance } from '../folding.ts';
import { DATABASES } from '../vocabulary/databases.ts';
import { haveOtherCompanies } from './company-rules.ts';
import { type Evidence, fileOf } from './evidence.ts';
import { isAnother, titleOf } from './known-titles.ts';
import type { Pair } from './pair.ts';

const NONE: ReadonlySet<string> = new Set();
/** What comes later is a remake. */
const MAX_RENAMED_YEARS = 8;

/** One database gives them different ids. If they are titles, a port under another title that is known has another. */
export function haveOtherIds(pair: Pair): boolean {
  const { a, b, platforms } = pair;
  if (platforms.length === 0 && isRenamed(pair)) return false;
  return a.ids.entries().some(([name, ids]) => {
    const others = b.ids.get(name) ?? NONE;
    if (DATABASES.get(name)?.tellsApart === false || others.size === 0 || !ids.isDisjointFrom(others)) return false;
    return name !== TITLE_IDS || !ids.values().some((id) => isMisspelt(id, others));
  });
}

/** Ids of this source are titles. */
const TITLE_IDS = 'gamedatabase';

const MIN_MISSPELT_LENGTH = 10;

/** Ids that are titles have slips: `raibowislands`. Digits tell sequels apart. */
function isMisspelt(id: string, others: ReadonlySet<string>): boolean {
  if (id.length < MIN_MISSPELT_LENGTH || /\d/.test(id)) return false;
  return others.values().some((other) => !/\d/.test(other) && editDistance(id, other) === 1);
}

/** `a` names an entry of `b` by its key. */
export function isNaming(a: Evidence, b: Evidence): boolean {
  return !a.named.isDisjointFrom(b.keys);
}

/** `a` names entries of a list, has none of them, and `b` has others of that list. */
export function namesOther(a: Evidence, b: Evidence): boolean {
  if (a.named.size === 0 || !a.named.isDisjointFrom(a.keys) || !a.named.isDisjointFrom(b.keys)) return false;
  return a.named.values().some((key) => b.files.has(fileOf(key)));
}

/** Both are in `namesakes.tsv` under one title, or in `other-games.tsv` under one line, as different games. */
export function areNamesakes(a: Evidence, b: Evidence): boolean {
  if (areDifferent(a.namesakes, b.namesakes) || areDifferent(a.parts, b.parts)) return true;
  return isAnotherGame(a, b) || isAnotherGame(b, a);
}

function isAnotherGame({ namesakes }: Evidence, { main, namesakes: others }: Evidence): boolean {
  return namesakes.values().some((id) => isAnother(id) && !others.has(id) && main.has(titleOf(id)));
}

function areDifferent(own: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  if (own.size === 0 || !own.isDisjointFrom(others)) return false;
  const titles = new Set(Array.from(own, titleOf));
  return others.values().some((id) => titles.has(titleOf(id)));
}

/** One of them is in `other-games.tsv`: a game that a source has in the line of another one often has the title of that one. */
export function isUnprovenOtherGame({ a, b, hasSameId, hasSameCompany }: Pair): boolean {
  return !hasSameId && !hasSameCompany && isOtherGame(a) !== isOtherGame(b);
}

function isOtherGame({ parts }: Evidence): boolean {
  return parts.values().some((id) => !id.endsWith(` ${titleOf(id)}`));
}

/** `same-titles.tsv` has the title of one as another title of the other. */
export function isRenamed({ a, b, isMainTitle, yearsApart }: Pair): boolean {
  if (!isMainTitle || yearsApart > MAX_RENAMED_YEARS || !a.own.isDisjointFrom(b.own)) return false;
  return !a.renamed.isDisjointFrom(b.main) || !b.renamed.isDisjointFrom(a.main);
}

/** Of several makers on one platform, the table knows only one. */
export function isKnownGame(pair: Pair): boolean {
  if (!pair.isMainTitle || (pair.platforms.length > 0 && haveOtherCompanies(pair))) return false;
  return !pair.a.namesakes.isDisjointFrom(pair.b.namesakes);
}

/**
 * GameDataBase gives one id to remakes under another title by other companies, such as two games called Princess Maker. Its
 * ids are titles, too.
 */
export function isOnlyId(pair: Pair): boolean {
  const { a, b, titles, isMainTitle, hasSameId, hasSameCode, hasSameNative, yearsApart } = pair;
  if (!hasSameId || hasSameCode || isMainTitle || !haveOtherCompanies(pair)) return false;
  if (hasSameNative && !(yearsApart > 3)) return false;
  const isId = (title: string) => [a, b].some(({ ids }) => ids.get(TITLE_IDS)?.has(title));
  return titles.every(isId) && !isSameEntry(pair);
}

/** They share a file, or one names the other by its key. Databases give one id to a game and its copies. */
export function isSameEntry({ a, b, hasSameFile }: Pair): boolean {
  return hasSameFile || isNaming(a, b) || isNaming(b, a);
}
