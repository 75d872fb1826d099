import { readTable } from './tables.ts';

const countries = new Map(readTable('countries.tsv').map(([spelling, country]) => [fold(spelling), country as string]));

/** The country or region that a spelling stands for. */
export function findCountry(spelling: string): string | undefined {
  return countries.get(fold(spelling));
}

function fold(text: string | undefined): string {
  return (text ?? '').trim().toLowerCase();
}
