import { slugOf } from '../catalog/model/slug.ts';
import { readTable } from './tables.ts';

/** Arcade machines that run games of a console. */
const systems = readTable('arcade-systems.tsv').map(([source = '', name = '', platform = '']) => ({
  source: new RegExp(`^(?:${source})$`),
  name,
  platform: `platform:${platform}`,
}));

export const ARCADE_SYSTEM = 'Arcade System';
const platforms = new Map(
  systems.map(({ name, platform }) => [`attribute:${slugOf(ARCADE_SYSTEM)}/${slugOf(name)}`, platform]),
);

/** The name of the system, by MAME's source file. */
export function findArcadeSystem(source: string): string | undefined {
  return systems.find((system) => system.source.test(source))?.name;
}

/** The console whose games run on an arcade system, by the key of its attribute. */
export function consoleOf(attribute: string): string | undefined {
  return platforms.get(attribute);
}
