import { type GameRecord, platformSummary } from '../../../catalog/model/record.ts';
import { gamePath } from '../../../catalog/render/render.ts';
import { listCompanyGames, listSeries, listSimilarGames, yearAt } from '../../../catalog/search/related-games.ts';
import { textBytes } from '../../../catalog/snapshot/shared-arrays.ts';
import { findPosition } from '../../../catalog/snapshot/snapshot.ts';
import { groupKind } from '../../../vocabulary/group-kinds.ts';
import { bdi, formatCount } from '../../kit/format.ts';
import { type Html, html, nothing } from '../../kit/html.ts';
import type { PageRequest } from '../../kit/page.ts';
import { facetPath } from '../facets/facets.ts';
import { facetLink, gameGrid, readGames } from '../lists/game-cards.ts';
import { leadingCompanies, linkCompany, type NamedCompany } from './companies.ts';

const MAX_SERIES = 2;
const MAX_SERIES_GAMES = 24;
const MAX_COMPANIES = 3;
const MAX_COMPANY_GAMES = 6;
const FEW_GAMES = 3;
const MAX_SIMILAR_GAMES = 12;

/** The positions of related games. */
type RelatedGames = ReturnType<typeof findRelated>;
/** The game among the games of one of its series, in the order of release. */
type SeriesOfGame = RelatedGames['series'][number];
type SeriesGame = SeriesOfGame['games'][number];

/** No game is listed twice. */
export function findRelated({ snapshot }: PageRequest, record: GameRecord) {
  const position = findPosition(snapshot, record.game_id) as number;
  const own = record.groups.filter(({ group_name }) => groupKind(group_name) === 'series');
  const parts = own
    .map((group) => ({ group, part: listSeries(snapshot, group.group_id, position, MAX_SERIES_GAMES) }))
    .filter(({ part }) => part.positions.length > 1)
    // The narrowest series says the most.
    .toSorted((a, b) => a.part.total - b.part.total)
    .slice(0, MAX_SERIES);
  const shown = new Set(parts.flatMap(({ part }) => part.positions));
  const [developers, publishers] = [leadingCompanies(record, 'Developed by'), leadingCompanies(record, 'Published by')];
  const companies: CompanyInRole[] = [
    ...developers.slice(0, MAX_COMPANIES).map((company) => ({ role: 'developed' as const, company })),
    ...publishers.slice(0, 1).map((company) => ({ role: 'published' as const, company })),
  ];
  const byCompany = companies.map(({ role, company }) => ({
    role,
    company,
    positions: listCompanyGames(snapshot, role, company.company_id, position, MAX_COMPANY_GAMES, shown),
  }));
  // The first company with a few other games, or else the first with any.
  const company = [FEW_GAMES, 1].flatMap((few) => byCompany.find(({ positions }) => positions.length >= few) ?? [])[0];
  const compared = {
    position,
    genres: record.genres.map(({ genre_id }) => genre_id),
    groups: record.groups.map(({ group_id }) => group_id),
    series: own.map(({ group_id }) => group_id),
    platforms: record.platforms.map(({ platform_id }) => platform_id),
    developers: developers.map(({ company_id }) => company_id),
    publishers: publishers.map(({ company_id }) => company_id),
  };
  return {
    series: parts.map(({ group, part }) => ({
      ...group,
      total: part.total,
      games: part.positions.map((at) => ({
        position: at,
        title: textBytes(snapshot.titles, at).toString(),
        year: yearAt(snapshot, at),
        isThis: at === position,
      })),
    })),
    company,
    similar: listSimilarGames(snapshot, compared, MAX_SIMILAR_GAMES, [...shown, ...(company?.positions ?? [])]),
  };
}

interface CompanyInRole {
  role: 'developed' | 'published';
  company: NamedCompany;
}

export async function relatedSections(
  { app, snapshot }: PageRequest,
  { genres, groups, platforms }: GameRecord,
  { series, company, similar }: RelatedGames,
): Promise<Html> {
  // A game of which only the platform is known is not similar to the best known games for it.
  const hasOnlyPlatform = genres.length + groups.length === 0 && !company && platforms.length === 1;
  const similarHeading = hasOnlyPlatform
    ? html`Best known games for ${bdi((platforms[0] as { platform_name: string }).platform_name)}`
    : 'Similar games';
  const namesakes = series.flatMap(({ games }) =>
    games.filter((game) => isNamesake(game, games)).map(({ position }) => position),
  );
  const [ofCompany, alike, ambiguous] = await Promise.all([
    readGames(app, snapshot, company?.positions ?? []),
    readGames(app, snapshot, similar),
    readGames(app, snapshot, namesakes),
  ]);
  const summaries = new Map(ambiguous.map((game) => [game.game_id, platformSummary(game)]));
  if (series.length + ofCompany.length + alike.length === 0) return nothing;
  return html`<div class="related-games">
${series.map((one) => seriesSection(one, snapshot.ids, summaries))}
${
  company &&
  ofCompany.length > 0 &&
  html`<section><h2>Also ${company.role} by ${linkCompany(company.company)}</h2>${gameGrid(ofCompany)}</section>`
}
${alike.length > 0 && html`<section><h2>${similarHeading}</h2>${gameGrid(alike)}</section>`}
</div>`;
}

function isNamesake({ title }: SeriesGame, games: readonly SeriesGame[]): boolean {
  return games.filter((other) => other.title === title).length > 1;
}

/** Platforms tell games with the same title apart. */
function seriesSection(
  { group_id, group_name, total, games }: SeriesOfGame,
  ids: Uint32Array,
  summaries: ReadonlyMap<number, string>,
): Html {
  const isPart = total > games.length;
  return html`<section><h2>${facetLink('group', group_id, group_name)} series</h2>
<ol class="series">${games.map((game) => seriesItem(game, ids[game.position] as number, summaries))}</ol>
${isPart && html`<p class="hint">The best known games. <a href="${facetPath('group', group_id, group_name)}">All ${formatCount(total, 'game')}</a></p>`}</section>`;
}

function seriesItem({ title, year, isThis }: SeriesGame, gameId: number, summaries: ReadonlyMap<number, string>): Html {
  const platforms = summaries.get(gameId)?.replace(/ · \d+$/, '');
  const name = isThis
    ? html`<strong aria-current="true">${bdi(title)}</strong>`
    : html`<a href="${gamePath(gameId, title)}">${bdi(title)}</a>`;
  return html`<li><span class="year">${year ?? '–'}</span> <span>${name}${platforms && html` <span class="muted">${platforms}</span>`}</span></li>`;
}
