import type { Line } from '../bundle/bundle.ts';
import { type EntryFile, fileOfEntry, type GameLine, type MediaLine } from '../bundle/lines.ts';
import { listReferences } from '../bundle/references.ts';
import { openBundleWriter } from '../bundle/writer.ts';
import { slugOf } from '../catalog/model/slug.ts';
import { type CompanySpellings, openCompanySpellings } from '../vocabulary/companies.ts';
import type { SourceInfo } from '../vocabulary/sources.ts';
import { readTable } from '../vocabulary/tables.ts';
import { entryKey } from '../vocabulary/vocabulary.ts';

/** A bundle in the making by its games: what they point to is written along with them, once, and all is counted. */
export interface GameBundle {
  /** Every company that games name; of several spellings the most frequent is written. */
  companies: CompanySpellings;
  /** The key of an attribute, a group or a rating, which is then known. */
  attribute(category: string, name: string): string;
  group(line: Line<'groups.jsonl'>): string;
  rating(system: string, name: string): string;
  put(game: GameLine, media?: readonly MediaLine[]): Promise<void>;
  /** Seals the bundle and tells how many there are of everything. */
  finish(about: { complete: boolean; sources: SourceInfo[] }): Promise<Record<string, number>>;
  /** Ends without a bundle; after `finish` it does nothing. */
  close(): Promise<void>;
}

export function openGameBundle(folder: string): GameBundle {
  const writer = openBundleWriter(folder);
  const companies = openCompanySpellings();
  const made = new Map<string, Line<'attributes.jsonl' | 'groups.jsonl' | 'ratings.jsonl'>>();
  const used = new Set<string>();
  /** What the games of each source point to: every source brings its own lines. */
  const usedBy = new Map<string | undefined, Set<string>>();
  const totals = { games: 0, releases: 0, withDates: 0, withCompanies: 0 };
  const know = <L extends { key: string }>(line: L): string => {
    if (!made.has(line.key)) made.set(line.key, line as never);
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
  const lineOf = (key: string): { file: EntryFile; line: Line<EntryFile> } => {
    const file = fileOfEntry(key);
    if (file === 'platforms.jsonl') return { file, line: { key, platform_name: platformName(key) } };
    if (file === 'genres.jsonl') return { file, line: genreLine(key) };
    const line = file === 'companies.jsonl' ? companyLine(key, companies) : made.get(key);
    if (!line) throw new Error(`a game points to ${key}, which was not made`);
    return { file, line };
  };
  return {
    companies,
    attribute: (category, name) =>
      know({
        key: `attribute:${slugOf(category)}/${slugOf(name)}`,
        attribute_name: name,
        attribute_category_name: category,
      }),
    group: know,
    rating: (system, name) =>
      know({
        // 10+ is not 10.
        key: `rating:${slugOf(system)}/${slugOf(name.replaceAll('+', ' plus'))}`,
        rating_name: name,
        rating_system_name: system,
      }),
    put: async (game, media = []) => {
      count(game);
      const own = usedBy.get(game.source) ?? new Set<string>();
      usedBy.set(game.source, own);
      for (const key of listReferences(game)) {
        used.add(key);
        own.add(key);
      }
      await writer.put('games.jsonl', game);
      for (const line of media) await writer.put('media.jsonl', line);
    },
    finish: async (about) => {
      for (const [source, keys] of usedBy) {
        for (const key of keys) {
          const { file, line } = lineOf(key);
          await writer.put(file, source === undefined ? line : { ...line, source });
        }
      }
      await writer.finish(about);
      const number = (kind: string) => used.values().reduce((sum, key) => sum + Number(key.startsWith(`${kind}:`)), 0);
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
    close: () => writer.close(),
  };
}

const platforms = new Map(readTable('platforms.tsv').map(([, name = '']) => [entryKey('platform', name), name]));
const genres = new Map(
  readTable('genres.tsv').map(([, name = '', , category = '']) => [entryKey('genre', name), { name, category }]),
);

function platformName(key: string): string {
  const name = platforms.get(key);
  if (!name) throw new Error(`a game points to ${key}, which is not in platforms.tsv`);
  return name;
}

function genreLine(key: string): Line<'genres.jsonl'> {
  const genre = genres.get(key);
  if (!genre) throw new Error(`a game points to ${key}, which is not in genres.tsv`);
  return { key, genre_name: genre.name, genre_category: genre.category };
}

function companyLine(key: string, companies: CompanySpellings): Line<'companies.jsonl'> | undefined {
  const company_name = companies.find(key);
  return company_name === undefined ? undefined : { key, company_name };
}
