import { slugOf } from '../catalog/model/slug.ts';
import { readTable } from './tables.ts';
import { entryKey } from './vocabulary.ts';

export interface PlatformInfo {
  name: string;
  /** Abbreviations, names in other countries, and models that run the same games. */
  otherNames: readonly string[];
  maker: string | undefined;
  year: number | undefined;
  /** Of consoles and handhelds: 1 is that of the Odyssey, 9 that of the PlayStation 5. */
  generation: number | undefined;
  /** Such as `console`, `handheld`, `computer` or `arcade`. */
  type: string;
}

const platforms = new Map(
  readTable('platforms.tsv').map(
    ([id, name = '', others = '', maker = '', year, generation, type = '']): [number, PlatformInfo] => [
      Number(id),
      {
        name,
        otherNames: others.split('|').filter((other) => other !== ''),
        maker: maker || undefined,
        year: Number(year) || undefined,
        generation: Number(generation) || undefined,
        type,
      },
    ],
  ),
);

const byKey = new Map(Array.from(platforms.values(), (info) => [entryKey('platform', info.name), info]));

/** Consoles and handhelds since 1998, which MAME and GameDataBase do not list, or only in part. */
export const MODERN_PLATFORMS: ReadonlySet<string> = new Set(
  readTable('modern-platforms.tsv').map(([slug]) => `platform:${slug}`),
);

/** The year of the first release of a platform, by its key; NaN if it is unknown. */
export function platformYear(key: string): number {
  return byKey.get(key)?.year ?? Number.NaN;
}

export function isPlatform(key: string): boolean {
  return byKey.has(key);
}

export function isComputer(key: string): boolean {
  return ['computer', 'operating system'].includes(byKey.get(key)?.type ?? '');
}

export function isHandheld(key: string): boolean {
  return byKey.get(key)?.type === 'handheld';
}

/** Operating systems and arcades have no last year. */
const MORTAL = new Set(['console', 'handheld', 'computer']);
/** The Atari 2600, Neo Geo and PC-98 had commercial games for 14 years. */
const MAX_LIFE_YEARS = 15;

/** Whether games of this year were made by fans: nobody sells games for a platform that has died. */
export function isAfterLife(key: string, year: number): boolean {
  const { year: first = Number.NaN, type = '' } = byKey.get(key) ?? {};
  return MORTAL.has(type) && year > first + MAX_LIFE_YEARS;
}

/** Finds a platform by its fixed id. Platforms of an operator's own bundle are not in the table. */
export function findPlatform(id: number): PlatformInfo | undefined {
  return platforms.get(id);
}

/** The key of the platform of this name: its own, or another one. */
export function findPlatformKey(name: string): string | undefined {
  const found = platforms.values().find((info) => info.name === name || info.otherNames.includes(name));
  return found && entryKey('platform', found.name);
}

export function listPlatformAliases(): { id: number; alias: string }[] {
  return Array.from(platforms, ([id, info]) => info.otherNames.map((alias) => ({ id, alias }))).flat();
}

/** Arcade machines that run games of a console. One that runs those of two says in its description which: `SMS based`. */
const systems = readTable('arcade-systems.tsv').map(([source = '', note = '', name = '', platform = '']) => ({
  source: new RegExp(`^(?:${source})$`),
  note,
  name,
  platform: `platform:${platform}`,
}));

export const ARCADE_SYSTEM = 'Arcade System';
const consoles = new Map(
  systems.map(({ name, platform }) => [`attribute:${slugOf(ARCADE_SYSTEM)}/${slugOf(name)}`, platform]),
);

/** The name of the system, by MAME's source file and the notes in the description of the machine. */
export function findArcadeSystem(source: string, notes: readonly string[]): string | undefined {
  return systems.find((system) => system.source.test(source) && (system.note === '' || notes.includes(system.note)))
    ?.name;
}

/** The console whose games run on an arcade system, by the key of its attribute. */
export function consoleOf(attribute: string): string | undefined {
  return consoles.get(attribute);
}
