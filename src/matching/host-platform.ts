export const ARCADE = 'platform:arcade';
/** MAME's list of machines. */
export const MACHINES = 'mame:arcade';

/**
 * Add-ons whose games often exist for the console itself too, as the same game in one country and as another elsewhere, and
 * a console that runs the games of another under Chinese titles.
 */
const HOSTS = new Map([
  ['platform:famicom-disk-system', 'platform:nes'],
  ['platform:ique-player', 'platform:nintendo-64'],
]);

/** The platform under which games are compared: a disk for the Famicom is compared like a cartridge. */
export function hostPlatform(platform: string): string {
  return HOSTS.get(platform) ?? platform;
}

/** The machine that a reissued game was made for, if games of several share its title: `libretro:wii/hop@snes`. */
export function machineOf(key: string): string | undefined {
  const [, machine] = /^libretro:.*@([a-z][a-z\d-]*)$/.exec(key) ?? [];
  return machine && hostPlatform(`platform:${machine}`);
}
