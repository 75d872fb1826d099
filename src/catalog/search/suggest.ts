import { plainWords } from '../../folding.ts';
import { FLAGS, type Flag } from '../../store/game-filters.ts';
import { type Catalog, renderGames } from '../catalog.ts';
import { platformSummary } from '../model/record.ts';
import type { Game, Suggestion } from '../model/resources.ts';
import { entryPath, gamePath } from '../render/render.ts';
import { textAt } from '../snapshot/shared-arrays.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { findCompanyNamed } from './companies.ts';
import { type Entry, type EntryKind, entryAt, findEntry } from './entry-index.ts';
import { lettersOf, rankedSearch, searchAsTyped } from './ranked-search.ts';

const MAX_SUGGESTIONS = 10;
const MAX_ENTRIES = 3;
/** A single letter is the beginning of too many names. */
const MIN_ENTRY_LETTERS = 2;

/** A platform, by its id, or a company, by its own name, that has another name. */
export type OtherName = { alias: string } & ({ kind: 'platform'; id: number } | { kind: 'company'; name: string });

/**
 * Games, and up to three platforms, companies and groups, for a text that is being typed. An entry with exactly this name
 * comes first, unless a game has it as well. Games of the kinds `hidden` are left out.
 */
export async function listSuggestions(
  catalog: Catalog,
  snapshot: Snapshot,
  text: string,
  otherNames: readonly OtherName[],
  hidden: readonly Flag[] = [],
): Promise<Suggestion[]> {
  const entries = findEntries(snapshot, text, otherNames);
  const { positions } = rankedSearch(snapshot, text);
  const shown = hidden.length === 0 ? positions : withoutFlags(snapshot, positions, hidden);
  const games = await suggestGames(catalog, snapshot, shown.subarray(0, MAX_SUGGESTIONS - entries.length));
  const isSame = (name: string) => lettersOf(name) === lettersOf(text);
  const hasGame = games[0] !== undefined && isSame(games[0].name);
  const isFirst = ({ name, otherName = name }: FoundEntry) => !hasGame && (isSame(name) || isSame(otherName));
  const suggest = (entry: FoundEntry) => suggestEntry(entry, catalog.options.publicUrl);
  return [
    ...entries.filter(isFirst).map(suggest),
    ...games,
    ...entries.filter((entry) => !isFirst(entry)).map(suggest),
  ];
}

function withoutFlags({ filters }: Snapshot, positions: Uint32Array, hidden: readonly Flag[]): Uint32Array {
  const bits = hidden.reduce((sum, flag) => sum | FLAGS[flag], 0);
  return positions.filter((position) => ((filters.flags[position] as number) & bits) === 0);
}

/** Companies for a text that is being typed. */
export function findCompanies(snapshot: Snapshot, text: string, otherNames: readonly OtherName[]): Entry[] {
  return plainWords(text) === '' ? [] : findNamed(snapshot, text, otherNames, MAX_SUGGESTIONS, 'company');
}

interface FoundEntry extends Entry {
  otherName?: string;
}

/** Platforms, companies and groups for a text that is being typed. */
export function findEntries(
  snapshot: Snapshot,
  text: string,
  otherNames: readonly OtherName[],
  limit = MAX_ENTRIES,
): FoundEntry[] {
  return plainWords(text).length < MIN_ENTRY_LETTERS ? [] : findNamed(snapshot, text, otherNames, limit);
}

/** One with exactly this name comes first, then one that has it as another name. */
function findNamed(
  snapshot: Snapshot,
  text: string,
  otherNames: readonly OtherName[],
  limit: number,
  only?: EntryKind,
): FoundEntry[] {
  const { entries: index } = snapshot;
  const isWanted = ({ kind }: FoundEntry) => only === undefined || kind === only;
  const named = otherNames.flatMap((other) => findOther(snapshot, other) ?? []).filter(isWanted);
  const typed = searchAsTyped(index, text)
    .values()
    .map((at): FoundEntry => entryAt(index, at))
    .filter(isWanted)
    .take(limit)
    .toArray();
  const isSame = ({ name, otherName = name }: FoundEntry) => lettersOf(otherName) === lettersOf(text);
  const all = [...typed.filter(isSame), ...named.filter(isSame), ...typed, ...named];
  return all
    .filter(({ kind, id }, i) => all.findIndex((other) => other.kind === kind && other.id === id) === i)
    .slice(0, limit);
}

function findOther(snapshot: Snapshot, other: OtherName): FoundEntry | undefined {
  const { entries, companies } = snapshot;
  const index = other.kind === 'company' ? findCompanyNamed(snapshot, other.name) : undefined;
  const id = other.kind === 'platform' ? other.id : index === undefined ? undefined : companies.ids[index];
  const entry = id === undefined ? undefined : findEntry(entries, other.kind, id);
  return entry && { ...entry, otherName: other.alias };
}

function suggestEntry({ kind, id, name, games, otherName }: FoundEntry, publicUrl: string): Suggestion {
  const count = `${games.toLocaleString('en')} ${games === 1 ? 'game' : 'games'}`;
  const detail = otherName === undefined ? count : `${otherName} · ${count}`;
  return { kind, id, name, detail, url: publicUrl + entryPath(kind, id, name) };
}

/** The platform and the year distinguish games with the same title. */
async function suggestGames(catalog: Catalog, snapshot: Snapshot, positions: Uint32Array): Promise<Suggestion[]> {
  const rendered = await renderGames(catalog, snapshot, positions);
  return rendered.map((text, i) => {
    const id = snapshot.ids[positions[i] as number] as number;
    const name = textAt(snapshot.titles, positions[i] as number);
    const detail = platformSummary(JSON.parse(text) as Game);
    return { kind: 'game', id, name, detail, url: catalog.options.publicUrl + gamePath(id, name) };
  });
}
