import { listSourceFiles, type SourceFile } from '../source-files.ts';
import { findList, isInProfile, type Profile } from './lists.ts';

const LIST_FILE = /\.xml(\.gz)?$/;

/** The lists to read, by name: of a folder all that the profile wants, and every file that is named. */
export function listFiles(paths: readonly string[], profile: Profile): SourceFile[] {
  return listSourceFiles(paths, {
    pattern: LIST_FILE,
    name: 'software lists (files that end in .xml)',
    isWanted: (name) => isWanted(name.replace(LIST_FILE, ''), profile),
  });
}

/** MAME names the file as the list. What the table does not know is read, and told of. */
function isWanted(name: string, profile: Profile): boolean {
  const facts = findList(name);
  return facts === undefined || (facts !== 'none' && isInProfile(facts, profile));
}
