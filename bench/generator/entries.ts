import type { Line } from '../../src/bundle/bundle.ts';
import { slugOf } from '../../src/catalog/model/slug.ts';
import type { Random } from '../../src/catalog/search/random.ts';
import { readTable } from '../../src/vocabulary/tables.ts';
import { entryKey } from '../../src/vocabulary/vocabulary.ts';
import { writeSentences } from './prose.ts';
import { pick } from './random.ts';
import { inventName, writeTitle } from './titles.ts';

/** The entries that games reference, most used first. */
export interface Entries {
  platforms: Line<'platforms.jsonl'>[];
  genres: Line<'genres.jsonl'>[];
  groups: Line<'groups.jsonl'>[];
  companies: Line<'companies.jsonl'>[];
  attributes: Line<'attributes.jsonl'>[];
  ratings: Line<'ratings.jsonl'>[];
}

const PLATFORMS = 310;
const COMPANIES_PER_GAME = 60_000 / 250_000;
const GROUPS_PER_GAME = 12_000 / 250_000;

const ATTRIBUTES: Record<string, string> = {
  'Media Type':
    'Download,CD-ROM,DVD-ROM,Cartridge,3.5" Floppy,5.25" Floppy,Cassette,Blu-ray,HuCard,Memory Card,Disk Image,ROM',
  'Number of Players Supported':
    '1 Player,2 Players,1-2 Players,1-4 Players,1-8 Players,3-4 Players,2-16 Players,1-32 Players,64+ Players',
  'Multiplayer Options': 'Internet,LAN,Modem,Null-modem,Same/Split-Screen,Hotseat,Bluetooth,Link Cable',
  'Input Devices Supported':
    'Keyboard,Mouse,Gamepad,Digital Joystick,Analog Joystick,Touchscreen,Light Gun,Paddle,Steering Wheel,Motion Controller,Microphone,Camera,Trackball,Dance Pad,Stylus',
  'Video Modes': 'CGA,EGA,VGA,SVGA,Hercules,480p,720p,1080p,4K,Stereoscopic',
  'Save Methods': 'Battery,Password,Memory Unit,Cloud,Hard Disk',
  'Video Standard': 'NTSC,PAL,SECAM',
  Language:
    'English,Japanese,German,French,Spanish,Italian,Portuguese,Russian,Polish,Dutch,Swedish,Danish,Finnish,Norwegian,Czech,Hungarian,Greek,Turkish,Korean,Chinese',
  Enhancement: 'Force Feedback,Trophies,Achievements,High Dynamic Range,Expansion Chip',
};

const RATINGS: Record<string, string> = {
  'ESRB Rating': 'Early Childhood,Everyone,Everyone 10+,Teen,Mature,Adults Only,Rating Pending',
  'PEGI Rating': '3,7,12,16,18',
  'CERO Rating': 'A,B,C,D,Z',
  'USK Rating': '0,6,12,16,18',
};

const COMPANY_KINDS = ['Games', 'Software', 'Entertainment', 'Studios', 'Interactive', 'Inc.', 'Ltd.', 'GmbH', 'Works'];

export function makeEntries(random: Random, games: number): Entries {
  return {
    platforms: readPlatforms(),
    genres: readGenres(),
    groups: makeGroups(random, Math.ceil(games * GROUPS_PER_GAME)),
    companies: makeCompanies(random, Math.ceil(games * COMPANIES_PER_GAME)),
    attributes: inCategories(ATTRIBUTES).map(([category, name]) => ({
      key: `attribute:${slugOf(category)}/${slugOf(name)}`,
      attribute_name: name,
      attribute_category_name: category,
    })),
    ratings: inCategories(RATINGS).map(([system, name]) => ({
      key: `rating:${slugOf(system)}/${slugOf(name)}`,
      rating_name: name,
      rating_system_name: system,
    })),
  };
}

/** The shipped names, so that fixed ids are used. Windows has the most games. */
function readPlatforms(): Entries['platforms'] {
  const names = readTable('platforms.tsv').map(([, name]) => name as string);
  const ranked = ['Windows', ...names.filter((name) => name !== 'Windows')].slice(0, PLATFORMS);
  return ranked.map((name) => ({ key: entryKey('platform', name), platform_name: name }));
}

function readGenres(): Entries['genres'] {
  return readTable('genres.tsv').map(([, name = '', , category = '']) => ({
    key: entryKey('genre', name),
    genre_name: name,
    genre_category: category,
  }));
}

function makeGroups(random: Random, count: number): Entries['groups'] {
  return Array.from({ length: count }, (_, i) => ({
    key: `group:bench-${number(i)}`,
    group_name: `${writeTitle(random)} ${random() < 0.7 ? 'series' : 'games'}`,
    group_description: random() < 0.1 ? null : writeSentences(random, 60 + random() * 400),
  }));
}

function makeCompanies(random: Random, count: number): Entries['companies'] {
  return Array.from({ length: count }, (_, i) => ({
    key: `company:bench-${number(i)}`,
    company_name: `${inventName(random, 2)} ${pick(random, COMPANY_KINDS)}`,
  }));
}

function inCategories(table: Record<string, string>): [category: string, name: string][] {
  return Object.entries(table).flatMap(([category, names]) =>
    names.split(',').map((name): [string, string] => [category, name]),
  );
}

/** Padded, so that keys sort like numbers. */
export function number(value: number): string {
  return String(value).padStart(8, '0');
}
