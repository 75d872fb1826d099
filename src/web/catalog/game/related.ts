import type { GameRecord } from '../../../catalog/model/record.ts';
import { entryPath, gamePath } from '../../../catalog/render/render.ts';
import { listSeries, listSimilarGames, yearAt } from '../../../catalog/search/related-games.ts';
import { textAt } from '../../../catalog/snapshot/shared-arrays.ts';
import { findPosition, type Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { groupKind } from '../../../vocabulary/group-kinds.ts';
import { bdi, entryLink, formatCount } from '../../kit/format.ts';
import { type Html, html, nothing } from '../../kit/html.ts';
import type { PageRequest } from '../../kit/page.ts';
import { gameGrid, readGames } from '../lists/game-cards.ts';
import { leadingCompanies } from './companies.ts';

const MAX_SERIES = 2;
const MAX_SERIES_GAMES = 24;
const MAX_SIMILAR_GAMES = 12;

/** Games of the same series, and similar ones. No game is listed twice. */
export async function relatedSections({ app, snapshot }: PageRequest, record: GameRecord): Promise<Html> {
  const { genres, groups, platforms } = record;
  const position = findPosition(snapshot, record.game_id) as number;
  const compared = {
    position,
    genres: genres.map(({ genre_id }) => genre_id),
    groups: groups.map(({ group_id }) => group_id),
    series: groups.filter(isSeries).map(({ group_id }) => group_id),
    platforms: platforms.map(({ platform_id }) => platform_id),
    developers: leadingCompanies(record, 'Developed by').map(({ company_id }) => company_id),
    publishers: leadingCompanies(record, 'Published by').map(({ company_id }) => company_id),
  };
  const series = findSeries(snapshot, record, position);
  const similar = await readGames(app, snapshot, listSimilarGames(snapshot, compared, MAX_SIMILAR_GAMES));
  if (series.length + similar.length === 0) return nothing;
  return html`<div class="related-games">
${series.map((one) => seriesSection(one, position, snapshot))}
${similar.length > 0 && html`<section><h2>Similar games</h2>${gameGrid(similar)}</section>`}
</div>`;
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

function seriesSection({ group_id, group_name, total, positions }: Series, own: number, snapshot: Snapshot): Html {
  const item = (at: number) => {
    const title = textAt(snapshot.titles, at);
    const name =
      at === own
        ? html`<strong aria-current="true">${bdi(title)}</strong>`
        : html`<a href="${gamePath(snapshot.ids[at] as number, title)}">${bdi(title)}</a>`;
    return html`<li><span class="year">${yearAt(snapshot, at) ?? '–'}</span> <span>${name}</span></li>`;
  };
  return html`<section><h2>${entryLink('group', group_id, group_name)} series</h2>
<ol class="series">${positions.map(item)}</ol>
${total > positions.length && html`<p class="hint">The best known games. <a href="${entryPath('group', group_id, group_name)}">All ${formatCount(total, 'game')}</a></p>`}</section>`;
}
