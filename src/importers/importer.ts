import type { PictureStore } from '../pictures/picture-store.ts';
import type { CatalogReader } from '../store/catalog/writer.ts';
import type { KindFilter } from './new-games.ts';
import type { Unknowns } from './unknowns.ts';

/** The operator's merges and splits of entries, by their keys (`mame:nes/smb`). Unknown keys are ignored. */
export interface Corrections {
  /** The entries of each list are one game. */
  merges: readonly (readonly string[])[];
  /** Each is a game of its own, unless it is merged. */
  splits: readonly string[];
}

export const NO_CORRECTIONS: Corrections = { merges: [], splits: [] };

export interface ConvertInput {
  paths: readonly string[];
  /** A switch has a value if it was given. */
  flags: Readonly<Partial<Record<string, string>>>;
  corrections: Corrections;
  /** The folder for the bundle, which is written after all input was read. */
  folder: string;
  /** In megabytes, or in the importer's unit. */
  onProgress: (done: number, total: number) => void;
}

/** Called for every file that is skipped, with the reason. */
export type OnRefused = (file: string, why: string) => void;

/** What an importer of pictures needs besides its input. Pictures belong to games of the catalog. */
export interface PictureTarget {
  readCatalog<T>(work: (reader: CatalogReader) => Promise<T>): Promise<T>;
  pictureStore: PictureStore;
  onRefused: OnRefused;
}

export interface ConvertReport {
  counts: Record<string, number>;
  /** Names that the tables do not know, the most frequent first. */
  unknown: ReturnType<Unknowns['list']>;
  /** Sentences for the journal of imports. */
  notes?: readonly string[];
  /** How many games were left out because of their kind. */
  leftOut?: KindFilter['leftOut'];
}

/** Converts the files of one source into a bundle. */
export interface Importer {
  name: string;
  /** For the help of `ludex import`. */
  summary: string;
  /** The flags of `ludex import` that apply to it. */
  flags: readonly string[];
  /** What it reads, for the message if files have no game. Importers without it may find nothing. */
  reads?: string;
  /** The unit of its progress; the default is megabytes. */
  unit?: string;
  convert(input: ConvertInput, pictures?: PictureTarget): Promise<ConvertReport>;
}
