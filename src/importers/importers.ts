import type { Importer } from './importer.ts';

/** Every importer. Its modules are loaded when it runs. */
export const IMPORTERS: readonly Importer[] = [
  {
    name: 'corrections',
    flags: [],
    convert: async (input) => (await import('./corrections.ts')).convertCorrections(input),
  },
  {
    name: 'media',
    flags: ['replace', 'licence'],
    unit: 'pictures',
    convert: async (input, pictures) => (await import('./media/convert.ts')).convertMedia(input, pictures),
  },
  {
    name: 'mame',
    flags: ['listxml', 'catver', 'series', 'nplayers', 'history', 'profile', 'include', 'strict', 'lenient'],
    convert: async (input) => (await import('./mame/convert.ts')).convertMame(input),
  },
  {
    name: 'gamedatabase',
    flags: ['new-games', 'include', 'strict', 'lenient'],
    convert: async (input) => (await import('./gamedatabase/convert.ts')).convertGameDataBase(input),
  },
  {
    name: 'libretro',
    flags: ['new-games', 'include', 'strict', 'lenient'],
    convert: async (input) => (await import('./libretro/convert.ts')).convertLibretro(input),
  },
  {
    name: 'libretro-thumbnails',
    flags: [],
    unit: 'pictures',
    convert: async (input, pictures) =>
      (await import('./libretro-thumbnails/convert.ts')).convertThumbnails(input, pictures),
  },
  {
    name: 'gametdb',
    flags: ['new-games', 'include', 'strict', 'lenient'],
    convert: async (input) => (await import('./gametdb/convert.ts')).convertGameTdb(input),
  },
  {
    name: 'launchbox',
    flags: ['new-games', 'include', 'strict', 'lenient'],
    convert: async (input) => (await import('./launchbox/convert.ts')).convertLaunchBox(input),
  },
  {
    name: 'zxdb',
    flags: ['new-games', 'include', 'strict', 'lenient'],
    convert: async (input) => (await import('./zxdb/convert.ts')).convertZxdb(input),
  },
  {
    name: 'wikidata',
    flags: ['strict', 'lenient'],
    convert: async (input) => (await import('./wikidata/convert.ts')).convertWikidata(input),
  },
  {
    name: 'wikipedia',
    flags: ['strict', 'lenient'],
    convert: async (input) => (await import('./wikipedia/convert.ts')).convertWikipedia(input),
  },
  {
    name: 'appstream',
    flags: ['strict', 'lenient'],
    convert: async (input) => (await import('./appstream/convert.ts')).convertAppstream(input),
  },
];
