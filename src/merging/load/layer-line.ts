import { hash } from 'node:crypto';
import type { CorrectionLine, GameLine, StoredMediaLine } from '../../bundle/lines.ts';
import type { Layer } from '../../store/catalog-store.ts';

/** A line of a game as it is stored in a layer: with its pictures, without its source. */
export type LayerLine = GameLine & { media?: StoredMediaLine[] };

/** A new or changed layer. The line itself stays in the store: an import may change more lines than fit into memory. */
export type ChangedLayer = Pick<GameLine, 'key' | 'members' | 'enriches'> & { source: string };

/** What an import changed in the layers of games. */
export interface LayerChanges {
  /** The sources of the bundle. */
  sources: ReadonlySet<string>;
  /** Sorted by key. */
  changed: readonly ChangedLayer[];
  /** Keys that a complete bundle no longer has. The layers are removed last: their games may continue under other keys. */
  vanished: ReadonlySet<string>;
}

/** The source of the operator's corrections. Its layers contain a `CorrectionLine`. */
export const CORRECTIONS = 'corrections';

/** Corrections that were made in the browser have keys with this prefix. */
export const EDIT_PREFIX = 'correction:edit-';

/** The journal's note of an edit begins with this text. */
export const EDIT_NOTE = 'Account ';

/** Whether a correction was made in the browser. It is reverted there, not by leaving it out of a file. */
export function isEdit(key: string): boolean {
  return key.startsWith(EDIT_PREFIX);
}

/**
 * The source of facts that no source states, but that follow from stated ones by the tables in `vocabulary/`. It has no
 * layers: the facts are computed whenever a game is merged.
 */
export const DERIVED = 'derived';

export function parseLayer({ line }: Pick<Layer, 'line'>): LayerLine {
  return JSON.parse(line) as LayerLine;
}

export function parseCorrection({ line }: Pick<Layer, 'line'>): CorrectionLine {
  return JSON.parse(line) as CorrectionLine;
}

/** Whether a layer can create a game. */
export function isFounding({ source, enriches }: Pick<Layer, 'source' | 'enriches'>): boolean {
  return source !== CORRECTIONS && enriches === 0;
}

/** Whether a source said it, not a correction. */
export function isOfSource({ source }: Pick<Layer, 'source'>): boolean {
  return source !== CORRECTIONS;
}

/** The keys that a game's id is bound to: of the line and of the members it was combined from. */
export function listKeys({ key, members = [] }: Pick<GameLine, 'key' | 'members'>): Set<string> {
  return new Set([key, ...members]);
}

/** The hash of a layer tells whether an import changes it. */
export function layerHash(line: string, dumps: Uint8Array | null): string {
  return hash('sha256', dumps ? Buffer.concat([Buffer.from(line), dumps]) : line, 'base64url');
}
