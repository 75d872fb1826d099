import type { Importer } from './importer.ts';

/** Every importer. Its modules are loaded when it runs. */
export const IMPORTERS: readonly Importer[] = [
  {
    name: 'corrections',
    summary: 'Your own corrections, from a file of JSON lines',
    flags: ['lenient'],
    convert: async (input, target) => (await import('./corrections.ts')).convertCorrections(input, target),
  },
  {
    name: 'pictures',
    summary:
      'Covers and screenshots: folders and archives of libretro-thumbnails, of frontends or of your own; Wikimedia Commons',
    flags: ['replace', 'licence'],
    unit: 'pictures',
    convert: async (input, pictures) => (await import('./pictures/convert.ts')).convertPictures(input, pictures),
  },
  {
    name: 'mame',
    summary: 'Software lists of MAME, and arcade machines with --listxml',
    reads: 'software lists of MAME such as nes.xml, with --profile all also those of computers',
    flags: ['listxml', 'catver', 'series', 'history', 'profile', 'include'],
    convert: async (input) => (await import('./mame/convert.ts')).convertMame(input),
  },
  {
    name: 'gamedatabase',
    summary: 'The CSV files of GameDataBase',
    reads: 'files of GameDataBase such as console_sega_saturn.csv',
    flags: ['new-games', 'new-games-on', 'include', 'strict', 'lenient'],
    convert: async (input) => (await import('./gamedatabase/convert.ts')).convertGameDataBase(input),
  },
  {
    name: 'libretro',
    summary: 'The DAT files of libretro-database',
    reads: 'files of libretro-database that are named after a system, such as Sega - Saturn.dat',
    flags: ['new-games', 'new-games-on', 'include', 'strict', 'lenient'],
    convert: async (input) => (await import('./libretro/convert.ts')).convertLibretro(input),
  },
  {
    name: 'dats',
    summary: 'DAT files in XML, such as those of No-Intro and Redump',
    reads: 'DAT files in XML whose header names a system, such as Sega - Game Gear',
    flags: ['new-games', 'new-games-on', 'include', 'strict', 'lenient'],
    convert: async (input) => (await import('./dats/convert.ts')).convertDats(input),
  },
  {
    name: 'gametdb',
    summary: 'An XML file of GameTDB',
    reads: 'files of GameTDB such as wiitdb.xml',
    flags: ['new-games', 'new-games-on', 'include', 'strict', 'lenient'],
    convert: async (input) => (await import('./gametdb/convert.ts')).convertGameTdb(input),
  },
  {
    name: 'launchbox',
    summary: 'Metadata.zip of LaunchBox',
    reads: 'Metadata.zip or Metadata.xml of LaunchBox',
    flags: ['new-games', 'new-games-on', 'include', 'strict', 'lenient'],
    convert: async (input) => (await import('./launchbox/convert.ts')).convertLaunchBox(input),
  },
  {
    name: 'zxdb',
    summary: 'ZXDB_mysql.sql.zip of ZXDB',
    reads: 'ZXDB_mysql.sql.zip of ZXDB',
    flags: ['new-games', 'new-games-on', 'include', 'strict', 'lenient'],
    convert: async (input) => (await import('./zxdb/convert.ts')).convertZxdb(input),
  },
  {
    name: 'wikidata',
    summary: 'Entities or query results of Wikidata',
    reads: 'entities of video games or the results of docs/wikidata/facts.rq',
    flags: ['strict', 'lenient'],
    convert: async (input) => (await import('./wikidata/convert.ts')).convertWikidata(input),
  },
  {
    name: 'wikipedia',
    summary: 'Texts of Wikipedia, for games with a Wikidata id',
    reads: "answers of Wikipedia's API with extracts and Wikidata items",
    flags: ['strict', 'lenient'],
    convert: async (input) => (await import('./wikipedia/convert.ts')).convertWikipedia(input),
  },
  {
    name: 'appstream',
    summary: 'AppStream catalogs, with the free games of a Linux distribution',
    reads: 'AppStream catalogs with free games, such as appstream.xml.gz',
    flags: [],
    convert: async (input) => (await import('./appstream/convert.ts')).convertAppstream(input),
  },
];
