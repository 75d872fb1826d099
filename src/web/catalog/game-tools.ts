import type { GameRecord } from '../../catalog/model/record.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { PageRequest } from '../kit/page.ts';

/** What a visitor can do about a game that is not right. */
export function gameTools({ account }: PageRequest, { game_id }: GameRecord): Html {
  if (account?.role !== 'operator') return nothing;
  return html`<ul class="links game-tools"><li><a href="/operator/games/${game_id}">Edit this game</a></li></ul>`;
}
