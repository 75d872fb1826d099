import { textBytes } from '../../catalog/snapshot/shared-arrays.ts';
import { positionsOf, type Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { kindsExcept } from '../../store/game-filters.ts';
import { listFacetValues } from './facets.ts';

/** Kinds of games that the home page never shows. */
const HIDDEN_KINDS = kindsExcept('homebrew');
const HIDDEN_GENRE = 'Adult';
/** Pirate copies of games that also came out otherwise. */
const HIDDEN_GROUP = 'Unlicensed games';
/**
 * Sources seldom state that a game is for adults. Most such games say so in their title; many of those with Japanese tiles and
 * cards are, and do not.
 */
const ADULT_TITLE =
  /\b(?:strip(?:per)?|sexy?|nude|porno?|erotic|hentai|playboy|penthouse|adults? only|bikini|lingerie|pin-?ups?|gals?|girls?|mahjong|mahjan|hanafuda)\b/i;

const hiddenOf = new WeakMap<Snapshot, ReadonlySet<number>>();

/** Whether the home page may show a game: nothing for adults, no piracy, no hacks. */
export function isForFrontPage(snapshot: Snapshot, position: number): boolean {
  return (
    ((snapshot.filters.flags[position] as number) & HIDDEN_KINDS) === 0 &&
    !hiddenPositions(snapshot).has(position) &&
    !ADULT_TITLE.test(textBytes(snapshot.titles, position).toString())
  );
}

function hiddenPositions(snapshot: Snapshot): ReadonlySet<number> {
  return getOrInsert(hiddenOf, snapshot, () => {
    const listNamed = (facet: 'genre' | 'group', wanted: string) =>
      listFacetValues(snapshot, facet)
        .filter(({ name }) => name === wanted)
        .flatMap(({ id }) => Array.from(positionsOf(snapshot[facet], id)));
    return new Set([...listNamed('genre', HIDDEN_GENRE), ...listNamed('group', HIDDEN_GROUP)]);
  });
}
