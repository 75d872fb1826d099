import type { AlternateTitle, CorrectionLine, ReleaseLine } from '../../bundle/lines.ts';
import type { ScanOf } from '../../catalog/model/scan-of.ts';

/** A change by an operator in the browser. It becomes a correction with who, when and why. */
export type Edit = EditAction & {
  /** The account of the operator. */
  by: number;
  now: number;
  why: string;
  /** The account that proposed it, if the operator only accepted it. */
  proposedBy?: number;
  /** The games as the operator saw them. If one has another version by now, nothing is saved. */
  seen: readonly SeenGame[];
  /** Adds companies and groups that are not in the catalog yet. */
  allowNew?: boolean;
};

/** What a visitor can propose. */
export type ProposedEdit = Extract<Edit, { change: GameChange }>;

type EditAction =
  | { action: 'correct'; gameId: number; change: GameChange }
  | { action: 'merge'; gameIds: readonly number[]; change: GameChange }
  | { action: 'split'; key: string }
  | { action: 'different'; gameIds: readonly number[] }
  | { action: 'revert'; key: string }
  | { action: 'restore'; key: string };

export interface SeenGame {
  gameId: number;
  /** Empty: it was not shown in the catalog. */
  version: string;
}

/** What changes in a game. A missing field stays as it is. */
export interface GameChange {
  title?: string;
  alternate_titles?: AlternateTitle[];
  description?: string | null;
  official_url?: string | null;
  genres?: readonly number[];
  /** Names. */
  groups?: readonly string[];
  platforms?: readonly PlatformChange[];
  hide?: true;
  addPictures?: readonly NewPicture[];
  /** The `image` of each. */
  removePictures?: readonly string[];
  mainPicture?: string;
}

export interface NewPicture {
  platform_id: number;
  /** Undefined: a screenshot. */
  scan_of?: ScanOf | undefined;
  /** An upright picture is a front cover, any other a screenshot. */
  isKindByShape?: boolean;
  caption: string | null;
  name: string;
  bytes: Uint8Array;
}

export interface PlatformChange {
  platform_id: number;
  /** Moves what sources say about it to another platform; null removes it. */
  moveTo?: number | null;
  releases?: readonly ReleaseChange[];
}

export type ReleaseChange = Omit<ReleaseLine, 'companies' | 'sources' | 'dumps'> & {
  companies: readonly { company_name: string; role: string }[];
};

/** A rule that an edit breaks. The path begins with the field of the correction, such as `platforms.0.releases.1`. */
export interface EditProblem {
  path: string;
  message: string;
}

type Refused = { status: 'refused'; problems: readonly EditProblem[] };

/** What an edit would save. */
export type Preview = Omit<ResolvedEdit, 'pictures'>;

export type CheckOutcome = Refused | { status: 'checked'; preview: Preview };

export type EditOutcome =
  | { status: 'saved'; keys: readonly string[] }
  /** One of the games has changed since the operator saw it. */
  | { status: 'outdated' }
  | Refused
  /** Another import is running, or the like. */
  | { status: 'failed'; message: string }
  /** Somebody proposes too much. */
  | { status: 'limited'; message: string };

/** A correction and the entries that it brings. */
export interface ResolvedEdit {
  line: CorrectionLine;
  companies: { key: string; company_name: string }[];
  groups: { key: string; group_name: string }[];
  /** The pictures that the correction refers to by `file`, in the same order as in the edit. */
  pictures: readonly { file: string; name: string; bytes: Uint8Array }[];
}
