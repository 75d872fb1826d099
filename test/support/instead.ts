/** The prefix of a diagnostic about something that this machine does not allow. */
export const SUBSTITUTE_PREFIX = 'on this machine: ';

/** Reports what a test does differently on this machine and why. The runner prints all of these at the end. */
export function reportSubstitute(t: { diagnostic(message: string): void }, what: string): void {
  t.diagnostic(SUBSTITUTE_PREFIX + what);
}
