/** What a diagnostic of a test begins with when the machine does not allow a part of it. */
export const INSTEAD = 'on this machine: ';

/** Says what runs otherwise here, or not at all, and why. The runner prints all of these at its end. */
export function tellInstead(t: { diagnostic(message: string): void }, what: string): void {
  t.diagnostic(INSTEAD + what);
}
