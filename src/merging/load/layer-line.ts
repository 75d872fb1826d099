import type { CorrectionLine, GameLine, StoredMediaLine } from '../../bundle/lines.ts';
import type { Layer } from '../../store/catalog-store.ts';

/** What a source says of a game, as it is stored: its line, with its pictures. */
export type LayerLine = GameLine & { media?: StoredMediaLine[] };

/** The operator's corrections are a source like the others, but what they say has a form of its own. */
export const CORRECTIONS = 'corrections';

export function parseLayer({ line }: Pick<Layer, 'line'>): LayerLine {
  return JSON.parse(line) as LayerLine;
}

/** As `JSON.stringify` writes it. No other field has the name, and inside a text the quotes are escaped. */
const ENRICHES = '"enriches":true';

/** Whether it makes a game, and does not only add to one. Asked of all layers of a game, so it parses none. */
export function isFounding({ source, line }: Pick<Layer, 'source' | 'line'>): boolean {
  return source !== CORRECTIONS && !line.includes(ENRICHES);
}

export function parseCorrection({ line }: Pick<Layer, 'line'>): CorrectionLine {
  return JSON.parse(line) as CorrectionLine;
}
