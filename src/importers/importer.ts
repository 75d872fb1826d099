import type { MediaLine, StoredMediaLine } from '../bundle/lines.ts';
import type { PictureStore } from '../pictures/picture-store.ts';
import type { CatalogReader } from '../store/catalog-store.ts';

/** What the operator knows better of entries, which are named by their keys (`mame:nes/smb`). Other keys do no harm. */
export interface Corrections {
  /** The entries of each list are one game. */
  merges: readonly (readonly string[])[];
  /** Each of them is a game of its own, unless it is merged. */
  splits: readonly string[];
}

export const NO_CORRECTIONS: Corrections = { merges: [], splits: [] };

/** What an importer is given: where the source lies, and where the bundle shall. */
export interface ConvertInput {
  paths: readonly string[];
  /** A switch that was given has a value that says no more than that. */
  flags: Readonly<Partial<Record<string, string>>>;
  corrections: Corrections;
  /** The folder for the bundle. It is written last, when everything has been read and understood. */
  folder: string;
  /** Told now and then how much is read, in megabytes. */
  onProgress: (done: number, total: number) => void;
}

/** What an importer of pictures needs besides: they belong to games that the catalog has. */
export interface PictureTarget {
  readCatalog<T>(work: (reader: CatalogReader) => Promise<T>): Promise<T>;
  /** Takes the pictures in. */
  pictureStore: PictureStore;
  /** Refers to stored pictures as a bundle does: by their URLs, or as files of the bundle. */
  toBundleLine(line: StoredMediaLine): Promise<MediaLine>;
  /** Told of every file that is left out, and why. */
  onRefused(file: string, why: string): void;
}

/** What an importer has to tell at the end. */
export interface ConvertReport {
  counts: Record<string, number>;
  /** What the tables do not know, the most frequent first. */
  unknown: { what: string; count: number }[];
}

/** A source of data that can be turned into a bundle. */
export interface Importer {
  name: string;
  /** The flags of `ludex import` that it understands. */
  flags: readonly string[];
  /** What its progress counts; megabytes, if not said. */
  unit?: string;
  convert(input: ConvertInput, pictures?: PictureTarget): Promise<ConvertReport>;
}
