import type { DumpLine } from '../../bundle/lines.ts';
import { toDump } from '../dumps/hashes.ts';
import type { XmlReader } from '../xml.ts';

/** One `<game>`: a release in one region. */
export interface Release {
  name: string;
  id: string;
  type: string;
  region: string;
  languages: string;
  /** Title and synopsis by language code. */
  locales: [language: string, texts: { title?: string; synopsis?: string }][];
  developer: string;
  publisher: string;
  /** `2006-9-12`; parts that are missing are empty. */
  date: string;
  genre: string;
  rating: { type: string; value: string };
  players: string;
  dumps: DumpLine[];
}

/** The largest real entry has 20 locales and a few files. */
const MAX_LOCALES = 100;
const MAX_ROMS = 50;

export function releaseReader(onRelease: (release: Release, line: number) => void): XmlReader {
  let release = emptyRelease('');
  let locale: { title?: string; synopsis?: string } | undefined;
  const text =
    (field: 'id' | 'type' | 'region' | 'languages' | 'developer' | 'publisher' | 'genre') => (value: string) =>
      void Object.assign(release, { [field]: value.trim() });
  const localized = (field: 'title' | 'synopsis') => (value: string) => {
    if (locale && value !== '') locale[field] = value;
  };
  return {
    roots: ['datafile'],
    entry: 'game',
    zipEntry: /tdb\.xml$/i,
    opening: {
      game: ({ name = '' }) => {
        release = emptyRelease(name);
      },
      locale: ({ lang = '' }) => {
        locale = {};
        if (release.locales.length < MAX_LOCALES) release.locales.push([lang, locale]);
      },
      date: ({ year = '', month = '', day = '' }) => {
        release.date = [year, month, day].filter((part) => part !== '').join('-');
      },
      rating: ({ type = '', value = '' }) => {
        release.rating = { type, value };
      },
      input: ({ players = '' }) => {
        release.players = players;
      },
      rom: (attributes) => {
        const dump = toDump(attributes);
        if (dump && release.dumps.length < MAX_ROMS) release.dumps.push(dump);
      },
    },
    closing: {
      id: text('id'),
      type: text('type'),
      region: text('region'),
      languages: text('languages'),
      developer: text('developer'),
      publisher: text('publisher'),
      genre: text('genre'),
      title: localized('title'),
      synopsis: localized('synopsis'),
      locale: () => {
        locale = undefined;
      },
      game: (_text, line) => onRelease(release, line),
    },
  };
}

function emptyRelease(name: string): Release {
  const texts = { id: '', type: '', region: '', languages: '', developer: '', publisher: '', date: '', genre: '' };
  return { name, ...texts, locales: [], rating: { type: '', value: '' }, players: '', dumps: [] };
}
