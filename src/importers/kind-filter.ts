import { OperatorError } from '../errors.ts';
import { GAME_KINDS, type GameKind, isImportedByDefault } from '../vocabulary/kinds.ts';

/** The kinds that an import includes (`--include`), and how many games of the others it left out. */
export interface KindFilter {
  /** Counts the game if its kind is not included. */
  includes(kind: GameKind | undefined): boolean;
  readonly leftOut: Partial<Record<GameKind, number>>;
}

const ALL = 'all';

export function makeKindFilter(include?: string): KindFilter {
  const names = include?.split(',').map((name) => name.trim()) ?? [];
  const included = new Set(names.flatMap(parseKind));
  const leftOut: KindFilter['leftOut'] = {};
  return {
    leftOut,
    includes: (kind) => {
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
