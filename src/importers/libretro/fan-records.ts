import type { LibretroEntry } from './entry.ts';
import type { GameCode } from './game-codes.ts';

const WII = 'platform:wii';
/** What the codes of discs for the GameCube begin with. */
const GAMECUBE_CODE = /^[DGPU]/;

/**
 * Entries without what lists of facts have beside games: versions by amateurs, which have the code of the game and another
 * publisher (`RMCE01` and a hundred such as `RMCEK1`), and games of the GameCube among those of the Wii.
 */
export function withoutFanRecords(platform: string, entries: readonly LibretroEntry[]): LibretroEntry[] {
  const records = entries.flatMap((entry) => (entry.isListed ? [] : entry.gameCodes.map((code) => ({ entry, code }))));
  const byRegion = Map.groupBy(records, ({ code }) => code.region);
  const inGame = countBy(records, ({ game, maker }) => `${game} ${maker}`);
  const inAll = countBy(records, ({ maker }) => `${maker}`);
  const rank = ({ game, maker }: GameCode) =>
    [inGame.get(`${game} ${maker}`) ?? 0, inAll.get(`${maker}`) ?? 0] as const;
  const unwanted = new Set<LibretroEntry>();
  for (const [region, own] of byRegion) {
    if (region === undefined) continue;
    const best = own.map(({ code }) => code).reduce((a, b) => (isBefore(rank(b), rank(a)) ? b : a));
    for (const { entry, code } of own)
      if (code.maker !== best.maker || (platform === WII && code.maker && GAMECUBE_CODE.test(region)))
        unwanted.add(entry);
  }
  return entries.filter((entry) => !unwanted.has(entry));
}

function countBy(records: readonly { code: GameCode }[], nameOf: (code: GameCode) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of records) counts.set(nameOf(code), (counts.get(nameOf(code)) ?? 0) + 1);
  return counts;
}

function isBefore(a: readonly [number, number], b: readonly [number, number]): boolean {
  return a[0] > b[0] || (a[0] === b[0] && a[1] > b[1]);
}
