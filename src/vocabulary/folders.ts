import { plainWords, withoutSpaces } from '../folding.ts';
import { findPlatformKey } from './platforms.ts';
import { readTable } from './tables.ts';
import { entryKey } from './vocabulary.ts';

/** The keys of platforms by the names of their folders, in which case, spaces and punctuation do not matter. */
const folders = new Map<string, readonly string[]>([
  ...['libretro-platforms.tsv', 'launchbox-platforms.tsv'].flatMap((table) =>
    readTable(table).map(([name = '', key = '']) => toFolder(name, key === '' ? [] : [key])),
  ),
  ...readTable('platforms.tsv').flatMap(([, name = '', others = '']) =>
    [name, ...others.split('|')].map((one) => toFolder(one, [entryKey('platform', name)])),
  ),
  // Of several platforms, the first has most of the files.
  ...readTable('folder-platforms.tsv').map(([folder = '', slugs = '']) =>
    toFolder(
      folder,
      slugs.split(' ').map((slug) => `platform:${slug}`),
    ),
  ),
]);

function toFolder(name: string, keys: readonly string[]): [string, readonly string[]] {
  return [withoutSpaces(plainWords(name)), keys];
}

/** The platforms whose files are in a folder of this name: a name of a platform, or what a frontend calls its folder. */
export function findPlatformsOfFolder(name: string): readonly string[] {
  return folders.get(toFolder(name, [])[0]) ?? [];
}

/** What LaunchBox calls a platform: of several names for its machines, the one that is a name of the platform. */
export function findLaunchBoxName(key: string): string | undefined {
  const names = readTable('launchbox-platforms.tsv').flatMap(([name = '', other]) => (other === key ? name : []));
  return names.find((name) => findPlatformKey(name) === key) ?? names[0];
}
