import { KIND_FLAGS } from '../store/game-filters.ts';

/**
 * What a game is if not an ordinary one, the most game-like first. The kind is an attribute of the category "Kind" on each
 * platform; ordinary games have none.
 */
export type GameKind = keyof typeof KIND_FLAGS;
export const GAME_KINDS = Object.keys(KIND_FLAGS) as GameKind[];

const PREFIX = 'attribute:kind/';

export function isKindAttribute(key: string): boolean {
  return key.startsWith(PREFIX);
}

/** Compilations are imported like ordinary games; other kinds only if they are asked for. */
export function isImportedByDefault(kind: GameKind | undefined): boolean {
  return kind === undefined || kind === 'compilation';
}

export function findKind(attributes: readonly string[]): GameKind | undefined {
  return GAME_KINDS.find((kind) => attributes.includes(PREFIX + kind));
}

/** Of attributes with several kinds, keeps the most game-like kind only. */
export function withOneKind(attributes: readonly string[]): string[] {
  const kind = findKind(attributes);
  return attributes.filter((key) => !isKindAttribute(key) || key === PREFIX + kind);
}
