import { toPlainText } from '../../bundle/plain-text.ts';
import { OperatorError } from '../../errors.ts';
import { companyName } from '../../vocabulary/companies.ts';
import { findLanguage } from '../../vocabulary/languages.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { attributeKey } from '../attributes.ts';
import { convertDumps } from '../dumps/convert.ts';
import { parseDate } from '../dumps/dates.ts';
import { type Entry, makeEntry } from '../dumps/entry.ts';
import { findGenres } from '../dumps/genres-and-ratings.ts';
import type { Credit } from '../dumps/publisher.ts';
import { onlyDate } from '../dumps/releases.ts';
import { describeScript } from '../dumps/titles.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { listSourceFiles } from '../source-files.ts';
import { makeBrokenCounter, makeUnknowns, type Unknowns } from '../unknowns.ts';
import { groupBy, lookUp, readTables, type SqlRow, type Tables } from './sql.ts';

const FILES = { pattern: /^ZXDB_mysql\.sql(\.zip|\.gz)?$/i, name: 'ZXDB_mysql.sql.zip or ZXDB_mysql.sql of ZXDB' };

/** Converts the games of ZXDB, a database of software for Sinclair's computers, into a bundle that enriches other sources. */
export function convertZxdb(input: ConvertInput): Promise<ConvertReport> {
  const unknowns = makeUnknowns();
  const files = listSourceFiles(input.paths, FILES);
  return convertDumps(input, {
    id: 'zxdb',
    files,
    unknowns,
    // A dump is the whole database.
    complete: true,
    read: async (onChunk, put) => {
      let count = 0;
      for (const { path } of files) {
        const broken = makeBrokenCounter(path, unknowns, input.flags);
        const tables = await readTables(path, broken.add, onChunk);
        if (tables.entries.length === 0) throw new OperatorError(`${path} has no rows of the table "entries" of ZXDB`);
        broken.countGood(tables.entries.length);
        broken.check();
        const toEntries = openEntries(tables, unknowns);
        for (const row of tables.entries) {
          count++;
          const entries = row.id ? toEntries(row) : [];
          if (entries.length > 0) await put(`zxdb:${row.id}`, entries);
        }
      }
      return { entries: count };
    },
  });
}

/** The first half of a genre, such as `Arcade Game: Platform`. Others are no games: utilities, books, hardware. */
const GENRES = new Map(
  Object.entries({
    'Adventure Game': 'genre:adventure',
    'Arcade Game': 'genre:action',
    'Board Game': 'genre:board-game',
    'Casual Game': '',
    'Puzzle Game': 'genre:puzzle',
    'Simulation Game': 'genre:simulation',
    'Sport Game': 'genre:sports',
    'Strategy Game': 'genre:strategy-tactics',
    Compilation: 'genre:compilation',
  }),
);
const NEVER_RELEASED = /^[NR]$/;
const DEPRECATED = '*';
const PERSON = /person|nickname/i;
const MAX_POINTS = 10;

/** By the beginning of the name of a machine; the longest first. */
const machines = readTable('zxdb-machines.tsv').toSorted(([a = ''], [b = '']) => b.length - a.length);

/** Makes the entries of games from the tables. */
function openEntries(tables: Tables, unknowns: Unknowns) {
  const [aliases, authors, publishers, releases, scores] = (
    ['aliases', 'authors', 'publishers', 'releases', 'scores'] as const
  ).map((name) => groupBy(tables[name], 'entry_id')) as [Groups, Groups, Groups, Groups, Groups];
  const [genres, machineNames] = [lookUp(tables.genretypes, 'text'), lookUp(tables.machinetypes, 'text')];
  const companies = listCompanies(tables);
  const credit = (labelId: string | null | undefined, role: string): Credit[] => {
    const name = companies.get(labelId ?? '');
    return name === undefined ? [] : [{ name, role }];
  };
  return (row: SqlRow): Entry[] => {
    const id = row.id ?? '';
    const genre = genres.get(row.genretype_id ?? '') ?? '';
    const platform = findPlatform(machineNames.get(row.machinetype_id ?? '') ?? '', unknowns);
    const [type = ''] = genre.split(':', 1);
    const title = toPlainText(row.title ?? '');
    const main = GENRES.get(type);
    if (main === undefined || platform === undefined || title === '') return [];
    if (row.availabletype_id === DEPRECATED) return [];
    const teams = (authors.get(id) ?? []).flatMap(({ team_id }) => credit(team_id, 'Developed by'));
    const base = makeEntry({
      platform,
      title,
      others: (aliases.get(id) ?? []).flatMap((alias) => toAlternate(alias, title)),
      statuses: NEVER_RELEASED.test(row.availabletype_id ?? '') ? ['unreleased'] : [],
      attributes: languagesOf(row),
      genres: [main, ...findGenres(genre.slice(type.length + 1), unknowns)].filter((key) => key !== ''),
      players: Number(row.max_players) || 0,
      score: scoreOf(scores.get(id) ?? []),
    });
    const published = groupBy(publishers.get(id) ?? [], 'release_seq');
    const own = releases.get(id) ?? [{ release_seq: '0' }];
    return own.map((release) => {
      const sold = (published.get(release.release_seq ?? '') ?? []).flatMap(({ label_id }) =>
        credit(label_id, 'Published by'),
      );
      return { ...base, dates: onlyDate(dateOf(release)), credits: [...teams, ...sold] };
    });
  };
}

type Groups = Map<string, SqlRow[]>;

/** Persons are left out. */
function listCompanies({ labels, labeltypes }: Tables): Map<string, string> {
  const types = lookUp(labeltypes, 'text');
  const found = labels
    .filter(({ labeltype_id }) => !PERSON.test(types.get(labeltype_id ?? '') ?? ''))
    .flatMap(({ id, name }): [string, string][] => {
      const company = companyName(name ?? '');
      return id && company !== undefined ? [[id, company]] : [];
    });
  return new Map(found);
}

function findPlatform(machine: string, unknowns: Unknowns): string | undefined {
  const platform = machines.find(([name = '']) => machine.startsWith(name))?.[1];
  if (platform === undefined && machine !== '') unknowns.add('machine', machine);
  return platform || undefined;
}

function toAlternate({ title }: SqlRow, main: string) {
  const other = toPlainText(title ?? '');
  return other === '' || other === main ? [] : [{ title: other, description: describeScript(other, []) }];
}

function dateOf({ release_year, release_month, release_day }: SqlRow): string | undefined {
  return parseDate([release_year, release_month, release_day].filter(Boolean).join('-'));
}

function languagesOf({ language_id }: SqlRow): string[] {
  const language = findLanguage(language_id ?? '');
  return language === undefined ? [] : [attributeKey('Language', language)];
}

/** The score of the website with the most votes. */
function scoreOf(scores: readonly SqlRow[]): Entry['score'] {
  const [best] = scores
    .map(({ score, votes }) => ({ average: Math.round(Number(score) * 10) / 10, votes: Number(votes) }))
    .filter(({ average, votes }) => average > 0 && average <= MAX_POINTS && Number.isInteger(votes) && votes > 0)
    .toSorted((a, b) => b.votes - a.votes);
  return best;
}
