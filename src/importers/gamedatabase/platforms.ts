import { basename } from 'node:path';
import { readTable } from '../../vocabulary/tables.ts';

const rows = readTable('gamedatabase-platforms.tsv').map(([file = '', tag = '', platform = '']) => ({
  file: new RegExp(`^${file.replace('*', '.*')}$`),
  tag,
  platform,
}));

/** Where the rows of a file belong, by their tags: one file may be about two machines of a family. */
export type FindPlatform = (tags: ReadonlySet<string>) => string;

/** Undefined is a file that the table does not know. */
export function platformsOf(path: string): FindPlatform | undefined {
  const [name = ''] = basename(path).toLowerCase().split('.', 1);
  const own = rows.filter(({ file }) => file.test(name));
  const other = own.find(({ tag }) => tag === '');
  return other && ((tags) => (own.find(({ tag }) => tags.has(tag)) ?? other).platform);
}
