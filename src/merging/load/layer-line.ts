import type { CorrectionLine, GameLine, KeptMediaLine } from '../../bundle/lines.ts';
import type { Layer } from '../../store/catalog-store.ts';

/** What a source says of a game, as it is stored: its line, with its pictures. */
export type LayerLine = GameLine & { media?: KeptMediaLine[] };

/** The operator's corrections are a source like the others, but what they say has a form of its own. */
export const CORRECTIONS = 'corrections';

export function parseLayer({ line }: Pick<Layer, 'line'>): LayerLine {
  return JSON.parse(line) as LayerLine;
}

/** Whether it makes a game, and does not only add to one. */
export function isFounding(layer: Pick<Layer, 'source' | 'line'>): boolean {
  return layer.source !== CORRECTIONS && !parseLayer(layer).enriches;
}

export function parseCorrection({ line }: Pick<Layer, 'line'>): CorrectionLine {
  return JSON.parse(line) as CorrectionLine;
}
