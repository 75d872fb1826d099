import type { Importer } from './importer.ts';

/** Every importer. What one needs is loaded when it runs. */
export const IMPORTERS: readonly Importer[] = [
  {
    name: 'mame',
    flags: ['listxml', 'catver', 'profile', 'exclude-status'],
    convert: async (input) => (await import('./mame/convert.ts')).convertMame(input),
  },
];
