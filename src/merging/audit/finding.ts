import type { CorrectionLine } from '../../bundle/lines.ts';

/** Something that looks wrong, with the line that would mend it. */
export interface Finding {
  text: string;
  /** A line for `ludex import corrections`. */
  correction?: Omit<CorrectionLine, 'key'>;
  /** A row for a table in `vocabulary/`, where a correction cannot help. */
  row?: string;
}
