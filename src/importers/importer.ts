import type { PictureStore } from '../pictures/picture-store.ts';
import type { CatalogReader } from '../store/catalog/writer.ts';
import type { KindFilter } from './new-games.ts';
import type { Unknowns } from './unknowns.ts';

export interface ConvertInput {
  paths: readonly string[];
  /** A switch has a value if it was given. */
  flags: Readonly<Partial<Record<string, string>>>;
  /** The keys of entries (`mame:nes/smb`) that the operator made games of their own. Unknown keys are ignored. */
  splits: ReadonlySet<string>;
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
  /** What was found for each platform, as the rows of a table. */
  platforms?: Readonly<Record<string, string | number>>[];
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
