const HOUR_MS = 3_600_000;
/** Early in an hour, so that the hour does not end while a test compares counts. */
const BEGIN_MS = 5 * 60_000;

const shiftMs = BEGIN_MS - (Date.now() % HOUR_MS);
const SHIFT = new URL('./shift-clock.ts', import.meta.url).href;

/** A clock for started programs: five minutes past the hour when the tests begin. */
export const CLOCK = {
  env: { NODE_OPTIONS: `--import=${SHIFT}`, TEST_CLOCK_SHIFT_MS: String(shiftMs) },
  hour: () => Math.floor((Date.now() + shiftMs) / HOUR_MS),
};
