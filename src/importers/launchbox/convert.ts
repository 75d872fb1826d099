import type { AlternateTitle } from '../../bundle/lines.ts';
import { toPlainParagraphs, toPlainText } from '../../bundle/plain-text.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { attributeKey, parsePlayers } from '../attributes.ts';
import { convertDumps } from '../dumps/convert.ts';
import { parseVagueDate } from '../dumps/dates.ts';
import { parseDescription } from '../dumps/description.ts';
import { type Entry, makeEntry, nameEntry } from '../dumps/entry.ts';
import { findGenres, findRatings } from '../dumps/genres-and-ratings.ts';
import { type Credit, parseCompanies } from '../dumps/publisher.ts';
import { onlyDate } from '../dumps/releases.ts';
import { classifyTags, type Status, uniqueStatuses } from '../dumps/tags.ts';
import { describeScript } from '../dumps/titles.ts';
import { type GroupedRows, openGroupedRows } from '../grouped-rows.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { listSourceFiles } from '../source-files.ts';
import { BrokenEntry, makeBrokenCounter, makeUnknowns, type Unknowns } from '../unknowns.ts';
import { childOf, readXml, textOf, type XmlElement, type XmlEntry } from '../xml.ts';

const FILES = { pattern: /^Metadata\.(zip|xml|xml\.gz)$/i, name: 'Metadata.zip or Metadata.xml of LaunchBox' };

/** Converts the metadata of the LaunchBox Games Database into a bundle that enriches the games of other sources. */
export function convertLaunchBox(input: ConvertInput): Promise<ConvertReport> {
  const unknowns = makeUnknowns();
  const files = listSourceFiles(input.paths, FILES);
  return convertDumps(input, {
    id: 'launchbox',
    files,
    unknowns,
    // There is one file, and it has everything.
    complete: true,
    read: async (onChunk, put) => {
      using grouped = openGroupedRows<Fields>();
      let entries = 0;
      for (const { path } of files) {
        const onEntry = (record: XmlEntry) => collect(record, grouped);
        await readXml(path, { ...METADATA, onEntry }, onChunk, makeBrokenCounter(path, unknowns, input.flags));
      }
      for (const { group, rows } of grouped.read()) {
        const game = rows.find(({ Name }) => Name !== undefined);
        if (!game) continue;
        entries++;
        const platform = platforms.get(game.Platform ?? '');
        if (platform === undefined) unknowns.add('platform', game.Platform ?? '');
        if (!platform) continue;
        const names = rows.filter(({ AlternateName }) => AlternateName !== undefined);
        await put(`launchbox:${group}`, [toEntry(game, names, platform, unknowns)], { ids: { launchbox: [group] } });
      }
      return { entries };
    },
  });
}

/** By name; empty for what is no platform. */
const platforms = new Map(readTable('launchbox-platforms.tsv').map(([name = '', key = '']) => [name, key]));

/** Files list games first, then what belongs to them, and platforms and emulators, which are skipped. */
const METADATA = {
  roots: ['LaunchBox'],
  entries: ['Game', 'GameAlternateName'],
  zipEntry: /^Metadata\.xml$/i,
};

/** Groups games and their other names by their id. */
function collect(record: XmlEntry, grouped: GroupedRows<Fields>): void {
  const fields = toFields(record);
  const problem = findProblem(fields);
  if (problem) throw new BrokenEntry(problem, record.line);
  grouped.add(fields.DatabaseID as string, fields);
}

function findProblem({ DatabaseID = '', Name = '', Platform, AlternateName }: Fields): string | undefined {
  if (!/^\d{1,12}$/.test(DatabaseID)) return `an entry without a DatabaseID (${Name || AlternateName || 'no name'})`;
  if (AlternateName !== undefined) return undefined;
  if (Name.trim() === '') return `the game ${DatabaseID} has no Name`;
  return Platform === undefined ? `the game ${DatabaseID} has no Platform` : undefined;
}

const RELEASE_TYPES = new Map<string, Status[]>(
  Object.entries({
    Homebrew: ['homebrew'],
    'ROM Hack': ['hack'],
    Unlicensed: ['unlicensed'],
    Unreleased: ['unreleased'],
  }),
);
const NOT_RATED = /^(not rated|rp\b.*|)$/i;
/** The database has up to five stars, the catalog ten points. */
const POINTS_PER_STAR = 2;
const MAX_STARS = 5;

function toEntry(game: Fields, names: readonly Fields[], platform: string, unknowns: Unknowns): Entry {
  const { tags, ...titles } = parseDescription(game.Name ?? '');
  const { others, ...named } = nameEntry(titles, 'LaunchBox');
  const { countries, versions, notes, statuses: tagged } = classifyTags(tags);
  const statuses = uniqueStatuses([...tagged, ...(RELEASE_TYPES.get(game.ReleaseType ?? '') ?? [])]);
  return makeEntry({
    ...named,
    platform,
    others: [...others, ...otherTitles(names)],
    countries,
    statuses,
    versions,
    notes,
    // `1985-09-13T00:00:00-05:00`
    dates: onlyDate(
      parseVagueDate((game.ReleaseDate ?? '').slice(0, 10)) ?? parseVagueDate((game.ReleaseYear ?? '').trim()),
      statuses,
    ),
    credits: [...creditsOf(game.Developer, 'Developed by'), ...creditsOf(game.Publisher, 'Published by')],
    attributes: game.Cooperative === 'true' ? [attributeKey('Multiplayer Options', 'Cooperative')] : [],
    genres: findGenres(game.Genres ?? '', unknowns),
    ratings: ratingsOf(game.ESRB ?? '', unknowns),
    players: parsePlayers(game.MaxPlayers),
    description: toPlainParagraphs(game.Overview ?? ''),
    score: scoreOf(game),
    kind: game.ReleaseType === 'DLC' ? 'add-on' : undefined,
  });
}

function otherTitles(names: readonly Fields[]): AlternateTitle[] {
  return names.flatMap(({ AlternateName = '', Region = '' }) => {
    const title = toPlainText(AlternateName);
    const country = findCountry(Region);
    if (title === '') return [];
    return [{ title, description: country ? `${country} title` : describeScript(title, []) }];
  });
}

/** A semicolon separates companies. */
function creditsOf(text = '', role: string): Credit[] {
  return parseCompanies(text.replaceAll(/ *; */g, ' / '), role);
}

/** `T - Teen`. */
function ratingsOf(text: string, unknowns: Unknowns) {
  if (NOT_RATED.test(text.trim())) return [];
  const [code = ''] = text.split(' - ', 1);
  return findRatings('esrb_rating', code, [], unknowns);
}

function scoreOf({ CommunityRating = '', CommunityRatingCount = '' }: Fields): Entry['score'] {
  const stars = Number(CommunityRating);
  const votes = /^\d{1,9}$/.test(CommunityRatingCount) ? Number(CommunityRatingCount) : 0;
  if (votes === 0 || !(stars > 0 && stars <= MAX_STARS)) return undefined;
  return { average: Math.round(stars * POINTS_PER_STAR * 10) / 10, votes };
}

/** The fields of a `<Game>`, or of a `<GameAlternateName>`. Missing and empty fields are undefined. */
type Fields = Readonly<Partial<Record<(typeof FIELDS)[number], string>>>;

const FIELDS = [
  'DatabaseID',
  'Name',
  'Platform',
  'ReleaseDate',
  'ReleaseYear',
  'ReleaseType',
  'Overview',
  'MaxPlayers',
  'Cooperative',
  'CommunityRating',
  'CommunityRatingCount',
  'ESRB',
  'Genres',
  'Developer',
  'Publisher',
  'AlternateName',
  'Region',
] as const;

function toFields(record: XmlElement): Fields {
  const texts = FIELDS.map((name) => [name, textOf(childOf(record, name))] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}
