import { yearOf } from '../../catalog/model/record.ts';
import type { Game } from '../../catalog/model/resources.ts';
import { gamePath } from '../../catalog/render/render.ts';
import { readGames } from '../catalog/game-cards.ts';
// `html` escapes to numeric character references, which are valid in XML, too.
import { html as xml } from '../kit/html.ts';
import type { PageRequest, TextResponse } from '../kit/page.ts';

const MAX_ENTRIES = 50;

/** The most recently changed games as an Atom feed. */
export async function showFeed({ app, snapshot }: PageRequest): Promise<TextResponse> {
  const { positions, modifiedAt } = snapshot.recent;
  const games = await readGames(app, snapshot, positions.slice(0, MAX_ENTRIES));
  const timeAt = (i: number) => new Date(modifiedAt[i] ?? 0).toISOString();
  const feed = xml`<feed xmlns="http://www.w3.org/2005/Atom">
<title>Ludex: recent changes</title>
<id>${app.publicUrl}/feed.atom</id>
<link rel="self" type="application/atom+xml" href="${app.publicUrl}/feed.atom"/>
<link rel="alternate" type="text/html" href="${app.publicUrl}/games?sort=changed"/>
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
