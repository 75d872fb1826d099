import { yearOf } from '../../catalog/model/record.ts';
import type { Game } from '../../catalog/model/resources.ts';
import { gamePath } from '../../catalog/render/render.ts';
import { browseGames } from '../../catalog/search/browse.ts';
import { placeOf } from '../../catalog/search/orders.ts';
import { describeFilters } from '../catalog/describe-filters.ts';
import { readGames } from '../catalog/game-cards.ts';
import { feedPath, listPath, readListQuery } from '../catalog/list-query.ts';
// `html` escapes to numeric character references, which are valid in XML, too.
import { html as xml } from '../kit/html.ts';
import type { PageRequest, TextResponse } from '../kit/page.ts';

const MAX_ENTRIES = 50;

/** The most recently changed games of a list as an Atom feed. The filters are those of the list. */
export async function showFeed({ app, snapshot, query }: PageRequest): Promise<TextResponse> {
  const list = { ...readListQuery(query), sort: 'changed' as const, page: 1 };
  const { positions } = browseGames(app.catalog, snapshot, list, { offset: 0, limit: MAX_ENTRIES });
  const games = await readGames(app, snapshot, positions);
  const timeAt = (i: number) => {
    const position = positions[i];
    return new Date(position === undefined ? 0 : Number(placeOf(snapshot, position, '-modified').key)).toISOString();
  };
  const own = app.publicUrl + feedPath(list.filter);
  const { text } = describeFilters(snapshot, list, false);
  const feed = xml`<feed xmlns="http://www.w3.org/2005/Atom">
<title>Ludex: recent changes${text && ` of games ${text}`}</title>
<id>${own}</id>
<link rel="self" type="application/atom+xml" href="${own}"/>
<link rel="alternate" type="text/html" href="${app.publicUrl}${listPath(list)}"/>
<updated>${timeAt(0)}</updated>
<author><name>Ludex</name></author>
${games.map(
  (game, i) => xml`<entry>
<title>${game.title}</title>
<id>${app.publicUrl}/games/${game.game_id}</id>
<link rel="alternate" type="text/html" href="${app.publicUrl}${gamePath(game.game_id, game.title)}"/>
<updated>${timeAt(i)}</updated>
<summary>${summaryOf(game)}</summary>
</entry>
`,
)}</feed>`;
  return { type: 'application/atom+xml; charset=utf-8', text: `<?xml version="1.0" encoding="UTF-8"?>\n${feed}\n` };
}

function summaryOf(game: Game): string {
  const platforms = game.platforms.map(({ platform_name }) => platform_name).join(', ');
  return [yearOf(game), platforms, game.description].filter(Boolean).join('. ');
}
