import { readTable } from '../../vocabulary/tables.ts';
import { attributeOf } from '../dumps/attribute.ts';

/** What a field of a game says. */
export interface Field {
  use: string;
  /** A key. */
  attribute: string | undefined;
}

const fields = new Map<string, Field>(
  readTable('libretro-fields.tsv').map(([field = '', use = '', category = '', name = '']) => [
    field,
    { use, attribute: name === '' ? undefined : attributeOf(category, name) },
  ]),
);

/** Undefined is a field that the table does not know. */
export function findField(field: string): Field | undefined {
  return fields.get(field);
}
