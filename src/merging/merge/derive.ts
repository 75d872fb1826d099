import type { Line } from '../../bundle/bundle.ts';
import type { GameLine } from '../../bundle/lines.ts';
import { findFacts } from '../../vocabulary/facts.ts';
import { type FirstRelease, findFirstRelease } from '../../vocabulary/first-releases.ts';
import { seriesGroup } from '../../vocabulary/series.ts';
import { isCurated } from '../../vocabulary/sources.ts';
import { findGenre, genreKeys } from '../../vocabulary/vocabulary.ts';
import { CORRECTIONS, DERIVED } from '../load/layer-line.ts';
import { listCredits } from './credits.ts';
import { developersOfTitle, withDevelopers, withoutAuthors } from './derive-developers.ts';
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
  /** Names. */
  series: readonly string[];
}

export interface DerivedGame extends MergedGame {
  derived: Line<'genres.jsonl' | 'groups.jsonl' | 'companies.jsonl'>[];
}

/**
 * Adds facts that follow from those of the sources, by `facts.tsv`: first releases, series, genres, developers. A stated
 * fact always wins, except for a year that a first release corrects. The result depends on nothing but the game and the
 * table, so it goes away with what it follows from. What an operator or the starter catalog says about a game is complete.
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
  const series = findFacts('series', {
    titles: [line.title, ...regional.map(({ title }) => title)],
    platforms: platformsOf(line),
    year: firstYear([line]) ?? Infinity,
  });
  const game = { ...merged, facts, series };
  const [groups, genres] = [groupsOf(game), genresOf(game)];
  const keys = groups.map(({ key }) => key);
  const added = withField(withField(merged, 'groups', keys), 'genres', genres);
  const isHomebrew = HOMEBREW.some((kind) => facts.has(kind));
  const developed = withDevelopers(added, { isHomebrew, isCopy });
  return {
    ...developed,
    derived: [...groups, ...genres.flatMap((key) => findGenre(key) ?? []), ...companyLines(developed.line, known)],
  };
}

function companyLines(line: GameLine, known: FirstRelease | undefined): Line<'companies.jsonl'>[] {
  const named = new Set(listCredits(line.platforms).map(({ company }) => company));
  const developers = platformsOf(line).flatMap((platform) => developersOfTitle(line.title, platform));
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

function groupsOf({ line, series, provenance }: Game): Line<'groups.jsonl'>[] {
  if (isCopied(line) || provenance.fields.groups?.includes(CORRECTIONS)) return [];
  if (line.title.includes(' + ') || SEVERAL_GAMES.test(line.title)) return [];
  const groups = series.flatMap((name) => seriesGroup(name) ?? []);
  return groups.filter(({ key }) => !line.groups?.includes(key));
}

function genresOf({ line, facts, series, provenance }: Game): string[] {
  if (provenance.fields.genres) return [];
  const ofFact = GENRES_OF_FACTS.find(([fact]) => facts.has(fact))?.[1];
  if (ofFact) return ofFact;
  if (SEVERAL_GAMES.test(line.title)) return ['genre:compilation'];
  const companies = listCredits(line.platforms).map(({ company }) => company);
  const known = { titles: [line.title], series, companies, platforms: platformsOf(line) };
  return [...new Set(findFacts('genre', known).flatMap(genreKeys))];
}

function platformsOf({ platforms }: GameLine): string[] {
  return platforms.map(({ platform }) => platform);
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
