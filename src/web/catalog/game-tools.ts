import type { GameRecord } from '../../catalog/model/record.ts';
import { type Html, html } from '../kit/html.ts';
import type { PageRequest } from '../kit/page.ts';

/** What a visitor can do about a game that is not right. */
export function gameTools({ account }: PageRequest, { game_id }: GameRecord): Html {
  return html`<ul class="links game-tools"><li><a href="/report/${game_id}" rel="nofollow">Report a mistake</a></li>
${account?.role === 'operator' && html`<li><a href="/operator/games/${game_id}">Edit this game</a></li>`}</ul>`;
}
