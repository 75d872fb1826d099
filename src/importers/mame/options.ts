import { OperatorError } from '../../errors.ts';
import { STATUSES, type Status } from '../dumps/tags.ts';
import { PROFILES, type Profile } from './lists.ts';

type Flags = Readonly<Partial<Record<string, string>>>;

export function parseProfile({ profile = 'console' }: Flags): Profile {
  const found = PROFILES.find((name) => name === profile);
  if (!found) throw new OperatorError(`"${profile}" is no profile; there are ${PROFILES.join(', ')}`);
  return found;
}

/** The files about machines: what they are, and of which category. */
export function parseMachines({ listxml, catver }: Flags): { listxml: string | undefined; catver: string | undefined } {
  if (catver !== undefined && listxml === undefined) throw new OperatorError('--catver needs --listxml');
  return { listxml, catver };
}

export function parseExcluded({ 'exclude-status': text = '' }: Flags): ReadonlySet<Status> {
  const names = text.split(',').map((name) => name.trim());
  return new Set(names.filter((name) => name !== '').map(parseStatus));
}

function parseStatus(text: string): Status {
  const found = STATUSES.find((name) => name === text);
  if (!found) throw new OperatorError(`"${text}" is no status; there are ${STATUSES.join(', ')}`);
  return found;
}
