import { readTable } from '../../vocabulary/tables.ts';
import { attributeKey } from '../attributes.ts';

/** What a field of a game means. */
interface Field {
  use: string;
  /** The key of the attribute that the field sets. */
  attribute: string | undefined;
}

const fields = new Map<string, Field>(
  readTable('libretro-fields.tsv').map(([field = '', use = '', category = '', name = '']) => [
    field,
    { use, attribute: name === '' ? undefined : attributeKey(category, name) },
  ]),
);

/** Undefined if the table does not know the field. */
export function findField(field: string): Field | undefined {
  return fields.get(field);
}
