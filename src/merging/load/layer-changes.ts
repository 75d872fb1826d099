/** A layer that is new or says something else. */
export interface ChangedLayer {
  key: string;
  source: string;
  members: readonly string[];
}

/** What an import has changed in the layers of its sources. */
export interface LayerChanges {
  /** The sources that it has brought anew. */
  sources: ReadonlySet<string>;
  /** In the order of their keys. */
  changed: readonly ChangedLayer[];
  /** Keys of layers that are still there but will be removed: their games may go on under other keys. */
  vanished: ReadonlySet<string>;
  /** Keys that the operator has set apart: they match nothing. */
  apart: ReadonlySet<string>;
  /** Leave every layer where it is: what is loaded is an export, which has been through all this. */
  keepIds: boolean;
}
