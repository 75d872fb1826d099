import type { GameLine } from '../../bundle/lines.ts';
import type { GameBundle } from '../game-bundle.ts';
import { sortedUnique } from '../sorting.ts';
import type { MameEntry } from './entry.ts';
import type { History } from './history.ts';

/** What other files than MAME's say about a game. Their licences differ, so each is a source of its own. */
export function* listSideLines(
  game: GameLine,
  entries: readonly MameEntry[],
  history: History | undefined,
  bundle: GameBundle,
): Generator<GameLine> {
  const support = supportLine(game, entries, bundle);
  if (support) yield support;
  const texts = entries.flatMap(({ key }) => history?.texts.get(key) ?? []);
  // Entries of clones are mostly shorter.
  const [description] = texts.toSorted((a, b) => b.length - a.length);
  if (description !== undefined) yield { ...enriching('mame-history', game), description };
}

function supportLine(game: GameLine, entries: readonly MameEntry[], bundle: GameBundle): GameLine | undefined {
  const genres = sortedUnique(entries.flatMap((entry) => entry.genres));
  const series = mostFrequent(entries.flatMap((entry) => entry.groups ?? []).map(bundle.group));
  const groups = series === undefined ? [] : [series];
  const described = Map.groupBy(entries, ({ platform }) => platform);
  const platforms = Array.from(described, ([platform, own]) => {
    const attributes = sortedUnique(own.flatMap((entry) => entry.supportAttributes ?? []));
    return { platform, ...(attributes.length > 0 && { attributes }) };
  });
  const isEmpty = genres.length + groups.length === 0 && platforms.every(({ attributes }) => !attributes);
  if (isEmpty) return undefined;
  return {
    ...enriching('mame-support', game),
    platforms,
    ...(genres.length > 0 && { genres }),
    ...(groups.length > 0 && { groups }),
  };
}

/** A clone may be a hack with the characters of another series. */
function mostFrequent(keys: readonly string[]): string | undefined {
  const counts = Map.groupBy(keys, (key) => key);
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

function enriching(source: string, { key, title, platforms }: GameLine): GameLine {
  return {
    key: key.replace(/^mame/, source),
    title,
    platforms: platforms.map(({ platform }) => ({ platform })),
    ids: { key: [key] },
    enriches: true,
    source,
  };
}
