import type { Connection } from './database.ts';
import type { Before, Undo } from './undo.ts';

export type Finish = () => Promise<void>;

/** What the parts of the writer share. */
export interface Writing {
  connection: Connection;
  importId: number;
  /** The revision that this import makes. */
  revision: number;
  before: Before;
  /** No game has a higher id. */
  highestGameId: number;
  /** To be called when anything that readers can see changes. */
  touch(): void;
  undo: Undo;
  /** Adds something that has to be written before others may ask the database. */
  onFlush(write: Finish): void;
  flush(): Promise<void>;
  beforeCommit(finish: Finish): void;
}
