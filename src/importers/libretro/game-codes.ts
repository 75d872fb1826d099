import { readTable } from '../../vocabulary/tables.ts';

/** What a serial says: the code of the game in all regions, and of the game in one region if the serial names it. */
export interface GameCode {
  game: string;
  region: string | undefined;
  /** The publisher, in lists of facts: `01` of `RMCE01`. */
  maker: string | undefined;
}

const patterns = readTable('game-codes.tsv').map(([platform, pattern]) => ({
  platform: `platform:${platform}`,
  pattern: new RegExp(`^(?:${pattern})$`),
}));

/** Nintendo, Microsoft and SEGA number a game once, whatever it is called where: `DL-DOL-GFEP-EUR` and `GFEJ01`. */
export function findGameCodes(serials: Iterable<string>, platform: string): GameCode[] {
  const own = patterns.filter((rule) => rule.platform === platform);
  return [...serials].flatMap((serial) => {
    const found = own.map(({ pattern }) => pattern.exec(serial)).find((match) => match !== null);
    if (!found) return [];
    const [, game = '', region, maker] = found;
    return [{ game, region: region && game + region, maker }];
  });
}
