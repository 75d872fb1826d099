import type { DatabaseSync } from 'node:sqlite';
import type { Remember } from './undo.ts';

/** The parts of the writer share the number of this import and the revision that it makes. */
export interface Writing {
  database: DatabaseSync;
  importId: number;
  revision: number;
  /** To be called before anything that readers can see changes. */
  touch(): void;
  remember: Remember;
  beforeCommit: BeforeCommit;
}

export type BeforeCommit = (finish: () => void) => void;
