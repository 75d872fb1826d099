import { readTable } from '../../vocabulary/tables.ts';

/** The years of entries and their clones in which the date of the program is older than the game. */
const years = new Map(readTable('mame-years.tsv').map(([entry = '', year = '']) => [entry, year]));

/** The year of an entry of a list, not before the one in `mame-years.tsv`. */
export function yearOf(list: string, { name, cloneof = name, year }: Entry): string {
  const first = years.get(`${list}/${cloneof}`);
  return first !== undefined && year < first ? first : year;
}

interface Entry {
  name: string;
  cloneof?: string | undefined;
  year: string;
}
