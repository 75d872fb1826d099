/** An id of a game in another database, such as `Q12393` in `wikidata`. */
export interface ExternalId {
  source: string;
  id: string;
}

/** The fields of a line that name the game elsewhere. */
interface IdentifiedLine {
  key: string;
  members?: readonly string[];
  ids?: Readonly<Record<string, readonly string[]>>;
}

/** Names in `ids` of a line that are not databases of games: hashes of files, and keys of other lines. */
const OTHER_NAMES = new Set(['sha1', 'md5', 'crc32', 'key']);

export function isExternalName(name: string): boolean {
  return !OTHER_NAMES.has(name);
}

/** Keys with this prefix are names in MAME: `mame:nes/smb` is `smb` of the list `nes`. Other keys are our own. */
const MAME = 'mame';

/** The external ids in all lines about a game, sorted and without duplicates. */
export function listExternalIds(lines: readonly IdentifiedLine[]): ExternalId[] {
  const found = new Map<string, ExternalId>();
  for (const { key, members = [], ids = {} } of lines) {
    for (const name of Object.keys(ids).filter(isExternalName))
      for (const id of ids[name] ?? []) found.set(externalKey({ source: name, id }), { source: name, id });
    for (const one of [key, ...members].filter((own) => own.startsWith(`${MAME}:`)))
      found.set(one, { source: MAME, id: one.slice(MAME.length + 1) });
  }
  return Array.from(found)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, id]) => id);
}

/** As the API writes it: `wikidata:Q12393`. */
export function externalKey({ source, id }: ExternalId): string {
  return `${source}:${id}`;
}
