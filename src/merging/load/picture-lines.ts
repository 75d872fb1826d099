import { type Bundle, type Line, type Problems, readLines } from '../../bundle/bundle.ts';
import { compareCodePoints } from '../../catalog/model/order.ts';

export interface MediaLines {
  /** The pictures of the game with this key; keys must be asked for in their order. */
  take(key: string): Promise<Line<'media.jsonl'>[]>;
  /** Complains about what no game has asked for. */
  finish(): Promise<void>;
}

/** Games and media are sorted by the same key, so that both files are read once, side by side. */
export function openMediaLines(bundle: Bundle, problems: Problems): MediaLines {
  const lines = readLines(bundle, 'media.jsonl', problems);
  let next: { line: Line<'media.jsonl'>; number: number } | undefined;
  let started = false;

  const advance = async () => {
    const result = await lines.next();
    next = result.done ? undefined : result.value;
  };
  const skipTo = async (key: string | undefined) => {
    if (!started) await advance();
    started = true;
    while (next && (key === undefined || compareCodePoints(next.line.key, key) < 0)) {
      problems.add('media.jsonl', next.number, `${next.line.key} is no game of this bundle`);
      await advance();
    }
  };
  return {
    take: async (key) => {
      await skipTo(key);
      const own = [];
      while (next?.line.key === key) {
        own.push(next.line);
        await advance();
      }
      return own;
    },
    finish: () => skipTo(undefined),
  };
}
