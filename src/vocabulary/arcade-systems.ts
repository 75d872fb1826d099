import { slugOf } from '../catalog/model/slug.ts';
import { readTable } from './tables.ts';

/** Arcade machines that run games of a console. One that runs those of two says in its description which: `SMS based`. */
const systems = readTable('arcade-systems.tsv').map(([source = '', note = '', name = '', platform = '']) => ({
  source: new RegExp(`^(?:${source})$`),
  note,
  name,
  platform: `platform:${platform}`,
}));

export const ARCADE_SYSTEM = 'Arcade System';
const platforms = new Map(
  systems.map(({ name, platform }) => [`attribute:${slugOf(ARCADE_SYSTEM)}/${slugOf(name)}`, platform]),
);

/** The name of the system, by MAME's source file and the notes in the description of the machine. */
export function findArcadeSystem(source: string, notes: readonly string[]): string | undefined {
  return systems.find((system) => system.source.test(source) && (system.note === '' || notes.includes(system.note)))
    ?.name;
}

/** The console whose games run on an arcade system, by the key of its attribute. */
export function consoleOf(attribute: string): string | undefined {
  return platforms.get(attribute);
}
