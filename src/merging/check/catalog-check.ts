import type { TableAccess } from '../../store/moved-tables.ts';
import type { Problems } from '../../store/problems.ts';

/** What the checks of a catalog share. */
export interface CatalogCheck {
  tables: TableAccess;
  problems: Problems;
  pictures: Set<string>;
  /** Call it for each game and each layer. */
  step(): void;
}

/** How the JSON of records refers to entries. Categories are only part of other entries. A text that looks like a reference has escaped quotes. */
const REFERENCE = /"(?:platform|genre|group|company|attribute|rating)_id":\d+/g;

/** References to entries that do not exist. */
export function* listUnknown(json: string, known: ReadonlySet<string>): Generator<string> {
  for (const [reference] of json.matchAll(REFERENCE)) if (!known.has(reference)) yield reference;
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
