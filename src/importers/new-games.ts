import { OperatorError } from '../errors.ts';
import { isFirstRelease } from '../vocabulary/first-releases.ts';
import { GAME_KINDS, type GameKind, isImportedByDefault } from '../vocabulary/kinds.ts';
import { isPlatform, MODERN_PLATFORMS } from '../vocabulary/platforms.ts';

/**
 * On which platforms an enriching source creates games: on all with `--new-games`, on some with `--new-games-on LIST`, which may have `modern`,
 * otherwise on none. Undefined for none.
 */
export function parseNewGames(
  flags: Readonly<Partial<Record<string, string>>>,
): ((platform: string) => boolean) | undefined {
  if (flags['new-games'] !== undefined) return () => true;
  const list = flags['new-games-on'];
  if (list === undefined) return undefined;
  const platforms = new Set(list.split(',').flatMap(parsePlatforms));
  return (platform) => platforms.has(platform);
}

/** MAME's lists lack many well-known games, and those of others have forty called Tetris. */
const DOS = 'platform:dos';

/** Whether a source that creates games elsewhere creates this one, too: a well-known one that other lists may lack. */
export function isWellKnown(title: string, platform: string, years: readonly number[]): boolean {
  return platform === DOS && isFirstRelease(title, platform, years);
}

const MODERN = 'modern';

function parsePlatforms(text: string): string[] {
  const name = text.trim();
  const key = `platform:${name}`;
  if (name === MODERN) return [...MODERN_PLATFORMS];
  if (isPlatform(key)) return [key];
  throw new OperatorError(
    `"${name}" is not a platform; --new-games-on takes names such as playstation-2,dreamcast, or ${MODERN}`,
  );
}

export type KindFilter = ReturnType<typeof makeKindFilter>;

const ALL = 'all';

/** The kinds that an import includes (`--include`), and how many games of the others it left out. */
export function makeKindFilter(include?: string) {
  const names = include?.split(',').map((name) => name.trim()) ?? [];
  const included = new Set(names.flatMap(parseKind));
  const leftOut: Partial<Record<GameKind, number>> = {};
  return {
    leftOut,
    /** Counts the game if its kind is not included. */
    includes: (kind: GameKind | undefined): boolean => {
      if (kind === undefined || isImportedByDefault(kind) || included.has(kind)) return true;
      leftOut[kind] = (leftOut[kind] ?? 0) + 1;
      return false;
    },
  };
}

function parseKind(name: string): readonly GameKind[] {
  const found = name === ALL ? GAME_KINDS : GAME_KINDS.filter((kind) => kind === name);
  if (found.length > 0) return found;
  throw new OperatorError(`"${name}" is not a kind; --include takes any of ${GAME_KINDS.join(', ')}, or ${ALL}`);
}
