import type { Line } from '../../bundle/bundle.ts';
import type { GameLine } from '../../bundle/lines.ts';
import { type FirstRelease, findFirstRelease } from '../../vocabulary/first-releases.ts';
import {
  findGenre,
  genresOfCompany,
  genresOfModernTitle,
  genresOfPlatform,
  genresOfTitle,
} from '../../vocabulary/genres.ts';
import { MODERN_PLATFORMS } from '../../vocabulary/modern-platforms.ts';
import { type Series, seriesOfTitles } from '../../vocabulary/series.ts';
import { isCurated } from '../../vocabulary/sources.ts';
import { developersOfTitle } from '../../vocabulary/title-developers.ts';
import { CORRECTIONS, DERIVED } from '../load/layer-line.ts';
import { companiesOf, withDevelopers, withoutAuthors } from './derive-developers.ts';
import { withFirstRelease } from './known-releases.ts';
import type { MergedGame } from './merge-layers.ts';
import { firstYear } from './stated-groups.ts';

const HOMEBREW = ['attribute:kind/homebrew', 'group:homebrew-and-doujin-games'];
/** Their titles may be those of other games. */
const COPIES = [...HOMEBREW, 'attribute:kind/hack', 'attribute:kind/pirate', 'group:unlicensed-games'];
const NO_GAMES = ['attribute:kind/utility', 'attribute:kind/magazine', 'attribute:kind/unknown-disk'];

/** What a fact tells about the genres of its game. */
const GENRES_OF_FACTS: [fact: string, genres: string[]][] = [
  ['attribute:kind/compilation', ['genre:compilation']],
  ['group:compilations', ['genre:compilation']],
  ['attribute:kind/add-on', ['genre:add-on']],
  ['attribute:input-devices-supported/light-gun', ['genre:action', 'genre:shooter']],
];

/** Such as `1942 & Paperboy & Wonder Boy`, or a list of four. */
const SEVERAL_GAMES = /\S [&+] \S.* [&+] \S|(, \S[^,]+){3}/;

/** Such as `Japan title`. Other alternate titles may be mistakes of a source. */
const REGIONAL_TITLE = /^(?!Alternate|In-game).* title$/;

/** What the steps read of a game: its merged line, and the attributes and groups by which rules are chosen. */
interface Game extends MergedGame {
  facts: ReadonlySet<string>;
  series: readonly Series[];
}

export interface DerivedGame extends MergedGame {
  /** The derived genres, groups and companies. */
  derived: Line<'genres.jsonl' | 'groups.jsonl' | 'companies.jsonl'>[];
}

/**
 * Adds facts that follow from those of the sources: first releases by a table, series by titles, genres, developers. A
 * stated fact always wins, except for a year that the table corrects. The result depends on nothing but the game and the
 * tables, so it goes away with what it follows from. What an operator or the starter catalog says about a game is complete.
 */
export function deriveFacts(stated: MergedGame, sources: readonly string[]): DerivedGame {
  const unchanged = { ...withoutAuthors(stated), derived: [] };
  if (sources.every(isCurated)) return unchanged;
  const facts = new Set(factsOf(stated.line));
  if (NO_GAMES.some((kind) => facts.has(kind))) return unchanged;
  const isCopy = isCopied(stated.line);
  const known = isCopy ? undefined : firstReleaseOf(stated.line);
  const merged = known ? withFirstRelease(stated, known) : stated;
  const { line } = merged;
  const regional = (line.alternate_titles ?? []).filter(({ description }) => REGIONAL_TITLE.test(description));
  const series = seriesOfTitles([line.title, ...regional.map(({ title }) => title)], firstYear([line]));
  const game = { ...merged, facts, series };
  const [groups, genres] = [groupsOf(game), genresOf(game)];
  const added = withField(withField(merged, 'groups', groups), 'genres', genres);
  const groupLines = series.map(({ group }) => group).filter(({ key }) => groups.includes(key));
  const isHomebrew = HOMEBREW.some((kind) => facts.has(kind));
  const developed = withDevelopers(added, { isHomebrew, isCopy });
  return {
    ...developed,
    derived: [...groupLines, ...genres.flatMap((key) => findGenre(key) ?? []), ...companyLines(developed.line, known)],
  };
}

/** The companies of a game that tables name. */
function companyLines(line: GameLine, known: FirstRelease | undefined): Line<'companies.jsonl'>[] {
  const named = new Set(companiesOf(line).map(({ company }) => company));
  const developers = line.platforms.flatMap(({ platform }) => developersOfTitle(line.title, platform));
  const lines = known ? [known.developer, known.publisher, ...developers] : developers;
  return [...new Map(lines.filter(({ key }) => named.has(key)).map((one) => [one.key, one])).values()];
}

/** Whether the game itself is a copy, and not only one of its versions, such as a pirate port to another console. */
function isCopied({ groups = [], platforms }: GameLine): boolean {
  return COPIES.some(
    (kind) => groups.includes(kind) || platforms.every(({ attributes = [] }) => attributes.includes(kind)),
  );
}

function factsOf({ groups = [], platforms }: GameLine): string[] {
  return [...groups, ...platforms.flatMap(({ attributes = [] }) => attributes)];
}

function firstReleaseOf({ title, alternate_titles = [], platforms }: GameLine): FirstRelease | undefined {
  return findFirstRelease({ title, others: alternate_titles.map((other) => other.title), platforms });
}

function groupsOf({ line, series, provenance }: Game): string[] {
  if (isCopied(line) || provenance.fields.groups?.includes(CORRECTIONS)) return [];
  if (line.title.includes(' + ') || SEVERAL_GAMES.test(line.title)) return [];
  return series.map(({ group }) => group.key).filter((key) => !line.groups?.includes(key));
}

/** By the first rule that knows any. */
function genresOf({ line, facts, series, provenance }: Game): string[] {
  if (provenance.fields.genres) return [];
  const rules = [
    () => GENRES_OF_FACTS.find(([fact]) => facts.has(fact))?.[1] ?? [],
    () => (SEVERAL_GAMES.test(line.title) ? ['genre:compilation'] : genresOfTitle(line.title)),
    () => series.flatMap(({ genres }) => genres),
    () => (isModern(line) ? genresOfModernTitle(line.title) : []),
    () => companiesOf(line).flatMap(({ company }) => genresOfCompany(company)),
    () => line.platforms.flatMap(({ platform }) => genresOfPlatform(platform)),
  ];
  for (const rule of rules) {
    const genres = rule();
    if (genres.length > 0) return [...new Set(genres)];
  }
  return [];
}

function isModern({ platforms }: GameLine): boolean {
  return platforms.some(({ platform }) => MODERN_PLATFORMS.has(platform));
}

function withField(game: MergedGame, field: 'genres' | 'groups', keys: readonly string[]): MergedGame {
  if (keys.length === 0) return game;
  const { fields, platforms } = game.provenance;
  return {
    ...game,
    line: { ...game.line, [field]: [...(game.line[field] ?? []), ...keys] },
    provenance: { fields: { ...fields, [field]: [...(fields[field] ?? []), DERIVED] }, platforms },
  };
}
