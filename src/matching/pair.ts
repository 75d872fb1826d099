import { type Evidence, firstYear } from './evidence.ts';

const NONE: ReadonlySet<string> = new Set();
const MIN_NATIVE_LENGTH = 3;

export type Pair = ReturnType<typeof toPair>;

/** What two have in common, computed once for all rules. */
export function toPair(a: Evidence, b: Evidence) {
  const platforms = [...a.years.keys()].filter((platform) => b.years.has(platform));
  const mains = [...a.main.intersection(b.main)];
  // Disks and sound drivers are shared by games that the source lists apart.
  const isOneList = !a.lists.isDisjointFrom(b.lists);
  const titles = mains.length > 0 ? mains : [...a.main.intersection(b.all), ...b.main.intersection(a.all)];
  const hasSameFile = !isOneList && !a.hashes.isDisjointFrom(b.hashes);
  const hasSameCompany = !a.companies.isDisjointFrom(b.companies);
  const [first, nearest] = [firstYearsApart(a, b), yearsApart(a, b, platforms)];
  return {
    a,
    b,
    platforms,
    /** The folded titles that both have, of which one at least is a main title. */
    titles,
    isMainTitle: mains.length > 0,
    /** The same title in another script. */
    hasSameNative: [...a.native.intersection(b.native)].some((title) => title.length >= MIN_NATIVE_LENGTH),
    isOneList,
    /** Whether a list has both, and whether it has them under different titles. */
    isOneFile: a.files.keys().some((file) => b.files.has(file)),
    isListedApart: isListedApart(a, b) && !(hasSameCompany && nearest <= 1 && isCurated(a, b)),
    /** The same file, key or id in another database. */
    hasSameId: hasSameFile || hasSameId(a, b),
    hasSameFile,
    hasSameCode: !isOneList && !a.codes.isDisjointFrom(b.codes),
    hasSameCompany,
    /** Not counting labels that sell games of others again. */
    knowCompanies: a.makers.size > 0 && b.makers.size > 0,
    /** Whether a list of games has one of them on a platform of the other. */
    isNamed: [...a.gameLists, ...b.gameLists].some((list) => platforms.includes(list.slice(list.indexOf(' ') + 1))),
    /** NaN when either knows no year. Reissues say nothing where only a title in another script is the same. */
    yearsApart: titles.length > 0 ? nearest : first,
  };
}

function hasSameId(a: Evidence, b: Evidence): boolean {
  if (!a.named.isDisjointFrom(b.keys) || !b.named.isDisjointFrom(a.keys)) return true;
  // Shops and guides have one entry for a game and its remaster; Wikidata has two items.
  if (areOtherItems(a, b)) return false;
  return a.ids.entries().some(([name, ids]) => !ids.isDisjointFrom(b.ids.get(name) ?? NONE));
}

function areOtherItems(a: Evidence, b: Evidence): boolean {
  const own = a.ids.get('wikidata') ?? NONE;
  const others = b.ids.get('wikidata') ?? NONE;
  return own.size > 0 && others.size > 0 && own.isDisjointFrom(others);
}

/** People say that one has the title of the other: Pokémon Blue is Pokémon Red. */
function isCurated(a: Evidence, b: Evidence): boolean {
  return !a.curated.isDisjointFrom(b.main) || !b.curated.isDisjointFrom(a.main);
}

function isListedApart(a: Evidence, b: Evidence): boolean {
  return a.files.entries().some(([file, titles]) => b.files.get(file)?.isDisjointFrom(titles));
}

function firstYearsApart(a: Evidence, b: Evidence): number {
  const [one = Number.NaN, other = Number.NaN] = [a, b].map(firstYear);
  return Number.isFinite(one) && Number.isFinite(other) ? Math.abs(one - other) : Number.NaN;
}

/** Between the nearest years on the platforms that both name, or else of all. */
function yearsApart(a: Evidence, b: Evidence, platforms: readonly string[]): number {
  const [one, other] = [yearsOn(a, platforms), yearsOn(b, platforms)];
  let least = Number.NaN;
  for (const year of one)
    for (const also of other) if (!(Math.abs(year - also) >= least)) least = Math.abs(year - also);
  return least;
}

function yearsOn({ years }: Evidence, platforms: readonly string[]): number[] {
  const here = platforms.flatMap((platform) => years.get(platform) ?? []);
  return here.length > 0 ? here : [...years.values()].flat();
}
