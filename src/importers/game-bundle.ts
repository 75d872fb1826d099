import type { Line } from '../bundle/bundle.ts';
import { type EntryFile, fileOfEntry, type GameLine, type MediaLine } from '../bundle/lines.ts';
import { listReferences } from '../bundle/references.ts';
import { openBundleWriter } from '../bundle/writer.ts';
import { slugOf } from '../catalog/model/slug.ts';
import { getOrInsert } from '../get-or-insert.ts';
import { makeCompanySpellings } from '../vocabulary/companies.ts';
import type { SourceInfo } from '../vocabulary/sources.ts';
import { readTable } from '../vocabulary/tables.ts';
import { entryKey, findGenre } from '../vocabulary/vocabulary.ts';
import { findAttribute } from './attributes.ts';

export type GameBundle = ReturnType<typeof openGameBundle>;

type EntryLine = Line<EntryFile>;

const platforms = new Map(
  readTable('platforms.tsv').map(([, name = '']) => {
    const line = { key: entryKey('platform', name), platform_name: name };
    return [line.key, line];
  }),
);

/** Writes the bundle of an importer: its games, and a line for every entry that they refer to. Counts everything. */
export function openGameBundle(folder: string) {
  const writer = openBundleWriter(folder);
  const companies = makeCompanySpellings();
  const added = new Map<string, EntryLine>();
  /** By source, because every source has its own lines. */
  const referenced = new Map<string | undefined, Set<string>>();
  const totals = { games: 0, releases: 0, withDates: 0, withCompanies: 0 };
  const add = (line: EntryLine): string => {
    if (!added.has(line.key)) added.set(line.key, line);
    return line.key;
  };
  const count = (game: GameLine) => {
    totals.games++;
    for (const { releases = [] } of game.platforms) {
      totals.releases += releases.length;
      totals.withDates += releases.filter(({ release_date }) => release_date !== null).length;
      totals.withCompanies += releases.filter((release) => release.companies.length > 0).length;
    }
  };
  const write = async (game: GameLine) => {
    const keys = getOrInsert(referenced, game.source, () => new Set());
    for (const key of listReferences(game)) keys.add(key);
    await writer.put('games.jsonl', game);
  };
  const findLine = (key: string): EntryLine => {
    const company_name = companies.find(key);
    const own = platforms.get(key) ?? findGenre(key) ?? findAttribute(key) ?? added.get(key);
    const line = own ?? (company_name && { key, company_name });
    if (!line) throw new Error(`a game refers to ${key}, which is not in the vocabulary and was not added`);
    return line;
  };
  return {
    /** The companies that games name. The most frequent spelling of each is written. */
    companies,
    /** Each of these two adds an entry and returns its key. */
    group: (line: Line<'groups.jsonl'>) => add(line),
    rating: (system: string, name: string) =>
      add({
        // 10+ is not 10.
        key: `rating:${slugOf(system)}/${slugOf(name.replaceAll('+', ' plus'))}`,
        rating_name: name,
        rating_system_name: system,
      }),
    /** Puts what another source says about a game of the bundle. It is not counted as a game. */
    add: write,
    put: async (game: GameLine, media: readonly MediaLine[] = []) => {
      count(game);
      await write(game);
      for (const line of media) await writer.put('media.jsonl', line);
    },
    /** Writes the bundle and returns the counts. */
    finish: async (about: { complete: boolean; sources: SourceInfo[] }): Promise<Record<string, number>> => {
      for (const [source, keys] of referenced)
        for (const key of keys)
          await writer.put(fileOfEntry(key), source === undefined ? findLine(key) : { ...findLine(key), source });
      await writer.finish(about);
      const all = referenced.values().reduce((union, keys) => union.union(keys), new Set<string>());
      const number = (kind: string) => [...all].filter((key) => key.startsWith(`${kind}:`)).length;
      return {
        games: totals.games,
        platforms: number('platform'),
        genres: number('genre'),
        groups: number('group'),
        companies: number('company'),
        releases: totals.releases,
        'releases with a date': totals.withDates,
        'releases with a company': totals.withCompanies,
      };
    },
    [Symbol.dispose]: writer[Symbol.dispose],
  };
}
