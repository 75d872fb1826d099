import { fold } from '../../folding.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import type { CatalogReader, EntryKind } from '../../store/catalog-store.ts';
import { entryKey } from '../../vocabulary/vocabulary.ts';
import type { EditProblem, ResolvedEdit } from './edit.ts';

/** Finds the keys of the entries that an operator names. */
export interface EditEntries extends Pick<ResolvedEdit, 'companies' | 'groups'> {
  problems: EditProblem[];
  keyOfId(kind: 'genre' | 'platform', id: number, path: string): Promise<string>;
  /** One key for each name. A name that is not in the catalog is a problem at this path, unless new ones are allowed. */
  keysOfNames(kind: 'company' | 'group', names: readonly string[], path: string): Promise<string[]>;
}

type Known = Awaited<ReturnType<typeof readKeys>>;

export function openEditEntries(reader: CatalogReader, allowNew: boolean): EditEntries {
  const read = new Map<EntryKind, Promise<Known>>();
  const known = (kind: EntryKind) => getOrInsert(read, kind, () => readKeys(reader, kind));
  const entries: EditEntries = {
    problems: [],
    companies: [],
    groups: [],
    keyOfId: async (kind, id, path) => {
      const key = (await known(kind)).byId.get(id);
      if (key === undefined) entries.problems.push({ path, message: `There is no ${kind} with the number ${id}.` });
      return key ?? '';
    },
    keysOfNames: async (kind, names, path) => {
      const { byName } = await known(kind);
      const missing = names.filter((name) => !byName.has(fold(name)));
      if (missing.length > 0 && !allowNew) entries.problems.push({ path, message: describeMissing(kind, missing) });
      else for (const name of new Set(missing)) byName.set(fold(name), add(kind, name));
      return names.map((name) => byName.get(fold(name)) ?? '');
    },
  };
  return entries;

  function add(kind: 'company' | 'group', name: string): string {
    const key = entryKey(kind, name);
    if (kind === 'company') entries.companies.push({ key, company_name: name });
    else entries.groups.push({ key, group_name: name });
    return key;
  }
}

const NOUNS = { company: 'company', group: 'series or theme' };

function describeMissing(kind: 'company' | 'group', names: readonly string[]): string {
  const list = names.map((name) => `“${name}”`).join(', ');
  return `There is no ${NOUNS[kind]} called ${list}. Check the spelling, or allow new ones below.`;
}

async function readKeys(reader: CatalogReader, kind: EntryKind) {
  const byId = new Map<number, string>();
  const byName = new Map<string, string>();
  for (const { id, body, key } of await reader.listEntries(kind)) {
    const name = (JSON.parse(body) as Record<string, string>)[`${kind}_name`] as string;
    const own = key ?? entryKey(kind, name);
    byId.set(id, own);
    if (!byName.has(fold(name))) byName.set(fold(name), own);
  }
  return { byId, byName };
}
