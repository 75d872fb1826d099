/** The first Node whose SQLite is not experimental: older ones print a warning at each start. Node 24.7 brought argon2. */
const OLDEST_NODE = '24.15.0';

export function isTooOld(version) {
  return version.localeCompare(OLDEST_NODE, 'en', { numeric: true }) < 0;
}

export function refuse(problem) {
  console.error(`ludex: ${problem}: install Node ${OLDEST_NODE} or newer`);
  process.exit(1);
}

export function refuseThisNode() {
  refuse(
    `Ludex does not run on Node ${process.versions.node}, and npm has brought no newer one ` +
      '(it brings none with --omit=optional, nor for Alpine and other systems with musl)',
  );
}
