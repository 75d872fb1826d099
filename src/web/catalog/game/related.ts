import { type GameRecord, platformSummary } from '../../../catalog/model/record.ts';
import { gamePath } from '../../../catalog/render/render.ts';
import { listCompanyGames, listSeries, listSimilarGames, yearAt } from '../../../catalog/search/related-games.ts';
import { textBytes } from '../../../catalog/snapshot/shared-arrays.ts';
import { findPosition, type Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { groupKind } from '../../../vocabulary/group-kinds.ts';
import { bdi, formatCount } from '../../kit/format.ts';
import { type Html, html, nothing } from '../../kit/html.ts';
import type { PageRequest } from '../../kit/page.ts';
import { facetPath } from '../facets/facets.ts';
import { facetLink, gameGrid, readGames } from '../lists/game-cards.ts';
import { leadingCompanies, linkCompany } from './companies.ts';

const MAX_SERIES = 2;
const MAX_SERIES_GAMES = 24;
const MAX_COMPANIES = 3;
const MAX_COMPANY_GAMES = 6;
const FEW_GAMES = 3;
const MAX_SIMILAR_GAMES = 12;

/** Games of the same series and company, and similar ones. No game is listed twice. */
export async function relatedSections({ app, snapshot }: PageRequest, record: GameRecord): Promise<Html> {
  const { genres, groups, platforms } = record;
  const position = findPosition(snapshot, record.game_id) as number;
  const series = findSeries(snapshot, record, position);
  const shown = new Set(series.flatMap(({ positions }) => positions));
  const company = findCompany(snapshot, record, position, shown);
  const compared = {
    position,
    genres: genres.map(({ genre_id }) => genre_id),
    groups: groups.map(({ group_id }) => group_id),
    series: groups.filter(isSeries).map(({ group_id }) => group_id),
    platforms: platforms.map(({ platform_id }) => platform_id),
    developers: leadingCompanies(record, 'Developed by').map(({ company_id }) => company_id),
    publishers: leadingCompanies(record, 'Published by').map(({ company_id }) => company_id),
  };
  const except = [...shown, ...(company?.positions ?? [])];
  const [ofCompany, alike, sections] = await Promise.all([
    readGames(app, snapshot, company?.positions ?? []),
    readGames(app, snapshot, listSimilarGames(snapshot, compared, MAX_SIMILAR_GAMES, except)),
    Promise.all(series.map(async (one) => seriesSection(one, position, snapshot, await readPlatforms(one)))),
  ]);
  if (series.length + ofCompany.length + alike.length === 0) return nothing;
  // A game of which only the platform is known is not similar to the best known games for it.
  const hasOnlyPlatform = genres.length + groups.length === 0 && !company && platforms.length === 1;
  const similarHeading = hasOnlyPlatform
    ? html`Best known games for ${bdi((platforms[0] as { platform_name: string }).platform_name)}`
    : 'Similar games';
  return html`<div class="related-games">
${sections}
${
  company &&
  ofCompany.length > 0 &&
  html`<section><h2>Also ${company.role} by ${linkCompany(company.company)}</h2>${gameGrid(ofCompany)}</section>`
}
${alike.length > 0 && html`<section><h2>${similarHeading}</h2>${gameGrid(alike)}</section>`}
</div>`;

  /** Platforms tell games with the same title apart. */
  async function readPlatforms({ positions }: Series): Promise<ReadonlyMap<number, string>> {
    const namesakes = [...Map.groupBy(positions, (at) => titleAt(snapshot, at)).values()].filter(
      ({ length }) => length > 1,
    );
    const games = await readGames(app, snapshot, namesakes.flat());
    return new Map(games.map((game) => [game.game_id, platformSummary(game).replace(/ · \d+$/, '')]));
  }
}

function isSeries({ group_name }: GameRecord['groups'][number]): boolean {
  return groupKind(group_name) === 'series';
}

/** A series with the positions of its games, in the order of release. */
type Series = ReturnType<typeof findSeries>[number];

/** The narrowest series say the most. */
function findSeries(snapshot: Snapshot, { groups }: GameRecord, position: number) {
  return groups
    .filter(isSeries)
    .map((group) => ({ ...group, ...listSeries(snapshot, group.group_id, position, MAX_SERIES_GAMES) }))
    .filter(({ positions }) => positions.length > 1)
    .toSorted((a, b) => a.total - b.total)
    .slice(0, MAX_SERIES);
}

/** The first company with a few other games, or else the first with any. */
function findCompany(snapshot: Snapshot, record: GameRecord, position: number, shown: ReadonlySet<number>) {
  const list = (role: 'developed' | 'published', most: number) =>
    leadingCompanies(record, role === 'developed' ? 'Developed by' : 'Published by')
      .slice(0, most)
      .map((company) => {
        const { company_id: id } = company;
        return { role, company, positions: listCompanyGames(snapshot, role, id, position, MAX_COMPANY_GAMES, shown) };
      });
  const all = [...list('developed', MAX_COMPANIES), ...list('published', 1)];
  return [FEW_GAMES, 1].flatMap((few) => all.find(({ positions }) => positions.length >= few) ?? [])[0];
}

function seriesSection(
  { group_id, group_name, total, positions }: Series,
  position: number,
  snapshot: Snapshot,
  platforms: ReadonlyMap<number, string>,
): Html {
  const item = (at: number) => {
    const [gameId, title] = [snapshot.ids[at] as number, titleAt(snapshot, at)];
    const name =
      at === position
        ? html`<strong aria-current="true">${bdi(title)}</strong>`
        : html`<a href="${gamePath(gameId, title)}">${bdi(title)}</a>`;
    const own = platforms.get(gameId);
    return html`<li><span class="year">${yearAt(snapshot, at) ?? '–'}</span> <span>${name}${own && html` <span class="muted">${own}</span>`}</span></li>`;
  };
  return html`<section><h2>${facetLink('group', group_id, group_name)} series</h2>
<ol class="series">${positions.map(item)}</ol>
${total > positions.length && html`<p class="hint">The best known games. <a href="${facetPath('group', group_id, group_name)}">All ${formatCount(total, 'game')}</a></p>`}</section>`;
}

function titleAt({ titles }: Snapshot, position: number): string {
  return textBytes(titles, position).toString();
}
