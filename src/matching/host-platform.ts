/** Add-ons whose games often exist for the console itself too, as the same game in one country and as another elsewhere. */
const HOSTS = new Map([['platform:famicom-disk-system', 'platform:nes']]);

/** The platform under which games are compared: a disk for the Famicom is compared like a cartridge. */
export function hostPlatform(platform: string): string {
  return HOSTS.get(platform) ?? platform;
}
