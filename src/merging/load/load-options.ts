import type { PictureStore } from '../../pictures/picture-store.ts';
import type { RemotePictures } from '../../pictures/remote-pictures.ts';
import type { ImportEntry } from '../../store/catalog-store.ts';
import type { Change } from '../merge/rebuild-game.ts';
import type { CommitOptions } from './dry-run.ts';
import type { Tally } from './tally.ts';

/** How many games an import added, changed, left as they were, removed, and found to be others. */
export type ImportCounts = Pick<ImportEntry, 'source' | 'added' | 'changed' | 'unchanged' | 'removed' | 'merged'>;

export type ImportReport = ImportCounts & {
  /** Lines that only enrich, and have found no game yet. */
  waiting: number;
  /** What the lines of the bundle bring against those that its sources had. */
  platforms: Tally;
  releases: Tally;
};

export interface LoadOptions extends CommitOptions {
  clock: () => number;
  /** Told now and then how far it is. */
  onProgress?: (done: number, total: number, unit: 'lines' | 'games' | 'pictures') => void;
  /** Told of every game that is added, changed, removed or merged. */
  onChange?: (change: Exclude<Change, 'unchanged'> | 'merged', title: string) => void;
  /** Let a complete bundle take away more than a small part of its source. */
  allowShrink?: boolean;
  /** Leave the time of modification of changed games as it is. */
  noTouch?: boolean;
  /** Takes in the pictures that lie in the bundle; without one, a bundle that has any is refused. */
  pictureStore?: PictureStore;
  /** Takes in the pictures that are links, too. */
  remote?: RemotePictures | undefined;
  /** Told of every picture that is left out, or stays a link, and why. */
  onRefused?: (file: string, why: string, outcome?: string) => void;
}
