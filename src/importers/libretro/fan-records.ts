import type { LibretroEntry } from './entry.ts';
import type { GameCode } from './statement.ts';

const WII = 'platform:wii';
/** What the codes of discs for the GameCube begin with. */
const GAMECUBE_CODE = /^[DGPU]/;
/** Codes of regions whose titles are translated in lists of facts: Japan, Korea, Taiwan, China. */
const TRANSLATED = /[JKTWC]$/;
const MIN_WORD_LENGTH = 3;

interface Coded {
  entry: LibretroEntry;
  code: GameCode;
}

/**
 * Entries without what lists of facts have beside games: versions by amateurs, which have the code of the game and another
 * publisher (`RMCE01` and a hundred such as `RMCEK1`) or another title, games of the GameCube among those of the Wii, and records of a
 * game under the code of another one.
 */
export function withoutFanRecords(platform: string, entries: readonly LibretroEntry[]): LibretroEntry[] {
  const coded = entries.flatMap((entry) => entry.gameCodes.map((code): Coded => ({ entry, code })));
  const records = coded.filter(({ entry }) => !entry.isListed);
  const listed = Map.groupBy(
    coded.filter(({ entry }) => entry.isListed),
    ({ code }) => code.region,
  );
  const isAlike = ({ entry, code }: Coded) =>
    listed.get(code.region)?.some((other) => haveCommonWord(entry, other.entry)) ?? false;
  const isBetter = compareBy(records, isAlike);
  const unwanted = new Set<LibretroEntry>();
  for (const [region, own] of Map.groupBy(records, ({ code }) => code.region)) {
    if (region === undefined) continue;
    const best = own.reduce((a, b) => (isBetter(b, a) ? b : a));
    const isStranger = listed.has(region) && !TRANSLATED.test(region) && !isAlike(best);
    const isOfOther = ({ maker }: GameCode) =>
      maker !== best.code.maker || (platform === WII && maker !== undefined && GAMECUBE_CODE.test(region));
    for (const { entry, code } of own) if (isStranger || isOfOther(code)) unwanted.add(entry);
  }
  for (const { entry } of records.filter(makeBorrowedTest(coded))) unwanted.add(entry);
  return entries.filter((entry) => !unwanted.has(entry));
}

/** The code is that of a game with another title in all regions (`SP4V` and `SP4P`), and the title has a code of its own. */
function makeBorrowedTest(coded: readonly Coded[]): (record: Coded) => boolean {
  const games = Map.groupBy(coded, ({ code }) => code.game);
  const titles = Map.groupBy(coded, ({ entry }) => entry.titleKey);
  return ({ entry, code }) => {
    const listed = games.get(code.game)?.filter((other) => other.entry.isListed) ?? [];
    if (listed.length === 0 || listed.some((other) => haveCommonWord(entry, other.entry))) return false;
    return titles.get(entry.titleKey)?.some((other) => other.code.game !== code.game) ?? false;
  };
}

/** Better is a title like that of the dump, then the publisher of more versions of the game, then that of more games. */
function compareBy(records: readonly Coded[], isAlike: (record: Coded) => boolean) {
  const inGame = Map.groupBy(records, ({ code }) => `${code.game} ${code.maker}`);
  const inAll = Map.groupBy(records, ({ code }) => code.maker);
  const sizes = ({ code }: Coded) => [inGame.get(`${code.game} ${code.maker}`)?.length, inAll.get(code.maker)?.length];
  const ranksOf = (record: Coded) => [Number(isAlike(record)), ...sizes(record)];
  return (a: Coded, b: Coded): boolean => {
    const [own, other] = [ranksOf(a), ranksOf(b)];
    const i = own.findIndex((rank, at) => rank !== other[at]);
    return i >= 0 && (own[i] ?? 0) > (other[i] ?? 0);
  };
}

function haveCommonWord(a: LibretroEntry, b: LibretroEntry): boolean {
  const words = new Set(a.titleKey.split(' ').filter((word) => word.length >= MIN_WORD_LENGTH));
  return a.titleKey === b.titleKey || b.titleKey.split(' ').some((word) => words.has(word));
}
