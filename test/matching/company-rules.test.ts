import { type GamePair, testPairs } from '../support/samples/game-pairs.ts';

const SAME_GAMES: GamePair[] = [
  ['a branch of the company', 'Hop', 'nes 1990 by nintendo', 'snes 1993 by nintendo-of-america'],
  ['a label of the same company', 'Feud', 'nes 1987 by mastertronic', 'msx 1990 by bulldog'],
  ['a distributor of many companies', 'Hop', 'nes 1987 by acme', 'msx 1987 by erbe'],
  ['a reissue by a label of many companies', 'Xybots', 'msx 1989 by domark', 'msx 1992 by the-hit-squad'],
  ['a reissue by a label of the company', 'Hop', 'zx-spectrum 1987 by ocean', 'amiga 1991 by the-hit-squad'],
];

testPairs(SAME_GAMES, []);
